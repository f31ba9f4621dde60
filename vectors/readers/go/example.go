// Right functions, at which every test passes, and wrong ones, at which some test fails: go run . ../..
package main

import (
	"fmt"
	"math"
	"os"
)

func laplace(delta func(float64) float64) func(Given) (float64, bool) {
	return func(p Given) (float64, bool) {
		x := (p.Number("epsilon") - p.Number("sensitivity")/p.Number("scale")) / 2
		return math.Max(0, delta(x)), p["rate"] == nil
	}
}

func classical(p Given) (float64, bool) {
	epsilon, delta := p.Number("epsilon"), p.Number("delta")
	return p.Number("sensitivity") * math.Sqrt(2*math.Log(1.25/delta)) / epsilon, epsilon > 0 && delta > 0
}

func basic(p Given) (float64, bool) { return p.Number("epsilon") * p.Number("count"), true }

func basicUp(p Given) (float64, bool) {
	x, _ := basic(p)
	if x != 0 {
		x = math.Nextafter(x, math.Inf(1))
	}
	return x, true
}

func simple(p Given) (float64, bool) {
	rho, delta := p.Number("rho"), p.Number("delta")
	if rho == 0 {
		return 0, true
	}
	return rho + 2*math.Sqrt(rho*-math.Log(delta)), true
}

func zcdp(p Given) (float64, bool) {
	rho, delta := p.Number("rho"), p.Number("delta")
	if p.Word("conversion") == "simple" || rho == 0 || delta == 0 {
		return simple(p)
	}
	low, high, x := 0.0, math.Sqrt(-math.Log(delta)/rho), 0.0
	for step := 0; step < 200; step++ {
		x = (low + high) / 2
		if rho*x*x+math.Log1p(x)+math.Log(delta) > 0 {
			high = x
		} else {
			low = x
		}
	}
	return math.Max(0, rho*(1+x)-(math.Log(delta)+math.Log1p(x))/x+math.Log(x/(1+x))), true
}

func zcdpFinite(p Given) (float64, bool) { x, _ := zcdp(p); return math.Min(x, 1e9), true }
func zcdpNaN(p Given) (float64, bool)    { x, _ := zcdp(p); return x + 0*x, true }

func passes(p Given, comparison string) (float64, bool) {
	decay, threshold := p.Number("decay"), p.Number("threshold")
	first := math.Ceil(threshold) - 1
	if comparison == ">" {
		first = math.Floor(threshold)
	}
	tail := math.Exp(-decay*math.Max(first, 1-first)) / (1 + math.Exp(-decay))
	if first > 0 {
		return tail, true
	}
	return 1 - tail, true
}

func threshold(p Given) (float64, bool) { return passes(p, p.Word("comparison")) }
func strict(p Given) (float64, bool)    { return passes(p, ">") }

func oneWay(given Given, first, second string) bool {
	sum, q := 0.0, given.Numbers(second)
	for i, mass := range given.Numbers(first) {
		sum += math.Max(0, mass-given.Number("exp_epsilon")*q[i])
	}
	return sum <= given.Number("delta")
}

func verdict(holds bool) (float64, bool) {
	if holds {
		return 1, true
	}
	return 0, true
}
func oneDirection(p Given) (float64, bool) { return verdict(oneWay(p, "p", "q")) }
func both(p Given) (float64, bool)         { return verdict(oneWay(p, "p", "q") && oneWay(p, "q", "p")) }

func main() {
	folder, bad := "../..", false
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	for _, c := range []struct {
		kind, family, name string
		f                  func(Given) (float64, bool)
		rel                float64
		safe               string
	}{
		{"right", "laplace.delta", "expm1", laplace(func(x float64) float64 { return -math.Expm1(x) }), 1e-9, ""},
		{"wrong", "laplace.delta", "1 - exp", laplace(func(x float64) float64 { return 1 - math.Exp(x) }), 1e-9, ""},
		{"wrong", "gaussian.sigma", "the classical formula", classical, math.Inf(1), "larger"},
		{"right", "composition.basic_epsilon", "rounded up", basicUp, 1e-9, "larger"},
		{"wrong", "composition.basic_epsilon", "rounded to nearest", basic, 1e-9, "larger"},
		{"right", "zcdp.epsilon", "both conversions", zcdp, 1e-6, ""},
		{"wrong", "zcdp.epsilon", "always the simple conversion", simple, 1e-6, ""},
		{"wrong", "zcdp.epsilon", "1e9 for infinity", zcdpFinite, 1e-6, ""},
		{"wrong", "zcdp.epsilon", "NaN for infinity", zcdpNaN, 1e-6, ""},
		{"right", "discrete_laplace.threshold", "> and >=", threshold, 1e-9, ""},
		{"wrong", "discrete_laplace.threshold", "> for >=", strict, 1e-9, ""},
		{"right", "privacy.verdict", "both directions", both, 0, ""},
		{"wrong", "privacy.verdict", "one direction", oneDirection, 0, ""},
	} {
		failed, asked := Check(folder+"/"+c.family+".json", c.f, c.rel, c.safe, 0)
		fmt.Printf("%s %s, %s: %d of %d failed\n", c.kind, c.family, c.name, failed, asked)
		bad = bad || (failed > 0) == (c.kind == "right")
	}
	if bad {
		os.Exit(1)
	}
}
