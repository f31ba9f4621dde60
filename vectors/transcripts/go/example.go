package main

// A right sampler, which agrees on every path, and wrong ones, which differ on some:
// go build -o example . && ./example paths.json, with a transcript of ../laplace.py for the inputs 0 and 5.

import (
	"fmt"
	"io"
	"os"
	"strconv"
)

func size(source io.Reader) (size int) {
	for Bits(source, 1) == 1 {
		size++
	}
	return
}

func signed(count, size int, negative bool) int {
	if negative {
		return count - size
	}
	return count + size
}

func noisy(source io.Reader, count int) int {
	for {
		negative, size := Bits(source, 1) == 1, size(source)
		if size > 0 || !negative {
			return signed(count, size, negative)
		}
	}
}

func withTwoZeros(source io.Reader, count int) int {
	negative, size := Bits(source, 1) == 1, size(source)
	return signed(count, size, negative)
}

func ofTheLowestBit(source io.Reader, count int) int {
	for {
		negative, size := Bits(source, 8)&1 == 1, size(source)
		if size > 0 || !negative {
			return signed(count, size, negative)
		}
	}
}

func ofOneSide(source io.Reader, count int) int {
	if noise := noisy(source, 0); noise < 0 {
		return count - noise
	} else {
		return count + noise
	}
}

func main() {
	samplers := []struct {
		isRight bool
		name    string
		sampler func(io.Reader, int) int
	}{
		{true, "as transcribed", noisy},
		{false, "zero with both signs", withTwoZeros},
		{false, "the lowest bit", ofTheLowestBit},
		{false, "one side", ofOneSide},
	}
	status := 0
	for _, s := range samplers {
		failed, run := 0, 0
		for _, count := range []int{0, 5} {
			count := count
			f, r := Check(os.Args[1], strconv.Itoa(count), func(source io.Reader) any { return s.sampler(source, count) }, 0)
			failed, run = failed+f, run+r
		}
		fmt.Printf("%s %s: %d of %d failed\n", map[bool]string{true: "right", false: "wrong"}[s.isRight], s.name, failed, run)
		if (failed > 0) == s.isRight {
			status = 1
		}
	}
	os.Exit(status)
}
