// Package main feeds the bytes of a transcript to a sampler of yours. It needs Go's standard library.
package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// Bits returns the number that getrandbits(bits) makes of the next bytes, with at most 64 bits. The source can stand in
// place of crypto/rand.Reader. It panics if the bytes of the path are too few.
func Bits(source io.Reader, bits int) (number uint64) {
	size := (bits + 7) / 8
	read := make([]byte, size)
	if _, err := io.ReadFull(source, read); err != nil {
		panic("more bytes read than there are")
	}
	for _, next := range read[:size-1] {
		number = number<<8 | uint64(next)
	}
	drop := 8*size - bits
	return number<<(8-drop) | uint64(read[size-1]>>drop)
}

// Check runs the sampler on each path of an input, and returns how many failed and how many were run. A run fails if
// its output differs from the transcript, as JSON, or if it reads more or fewer bytes. It prints the first failures.
func Check(path, input string, sampler func(io.Reader) any, show int) (failed, run int) {
	var record struct {
		Format string
		Inputs map[string][]struct {
			Bytes  string
			Output json.RawMessage
		}
	}
	if text, err := os.ReadFile(path); err != nil || json.Unmarshal(text, &record) != nil || record.Format != "dpexact-transcript/1" {
		panic(path)
	}
	for _, path := range record.Inputs[input] {
		read, _ := hex.DecodeString(path.Bytes)
		source := bytes.NewReader(read)
		got := outcome(sampler, source)
		var output bytes.Buffer
		json.Compact(&output, path.Output)
		run++
		if string(got) != output.String() || source.Len() > 0 {
			if failed++; failed <= show {
				fmt.Printf("  input %s, bytes %s: expected %s, got %s, %d left\n", input, path.Bytes, path.Output, got, source.Len())
			}
		}
	}
	return
}

func outcome(sampler func(io.Reader) any, source io.Reader) (text []byte) {
	defer func() {
		if fault := recover(); fault != nil {
			text = []byte(fmt.Sprint(fault))
		}
	}()
	text, _ = json.Marshal(sampler(source))
	return
}
