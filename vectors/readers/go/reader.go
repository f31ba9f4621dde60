// Package main runs a family of vectors against a function of yours. It needs Go's standard library.
package main

import (
	"fmt"
	"math"
)

const least = 1e-323 // two steps of the smallest doubles, which no relative error allows

// Check asks f at each test, which returns false to skip it, and returns how many failed and how many were asked.
// Safe is "larger" or "smaller" if you promise that side, else "". The answer to a verdict is 1 if it holds, else 0.
func Check(path string, f func(Given) (float64, bool), rel float64, safe string, show int) (failed, asked int) {
	for _, t := range load(path).Tests {
		got, asks := f(t.Parameters)
		lower, upper := t.Lower.double(), t.Upper.double()
		near := math.Min(math.Max(got, lower), upper)
		isSafe := (safe != "larger" || got >= upper) && (safe != "smaller" || got <= lower)
		isNear := math.Abs(near) < math.Inf(1) && !(math.Abs(got-near) > rel*math.Abs(near)+least)
		isRight := isSafe && (got == near || isNear)
		if t.Result != "" {
			isRight = got == 1 && t.Result == "holds" || got == 0 && t.Result == "fails"
		}
		if asks {
			asked++
		}
		if asks && !isRight {
			if failed++; failed <= show {
				fmt.Println(" ", t.ID, t.Flags, "got", got, "not", t.Lower.Decimal, t.Upper.Decimal, t.Result)
			}
		}
	}
	return
}
