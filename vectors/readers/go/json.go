package main

import (
	"encoding/json"
	"os"
	"strconv"
)

type value struct{ Decimal, Text string }

func (v value) double() float64 { number, _ := strconv.ParseFloat(v.Decimal, 64); return number }

// Given holds the parameters of a test. One that is missing is nil. Number and Word return one, Numbers a list.
type Given map[string]json.RawMessage

func (g Given) value(name string) (v value) { json.Unmarshal(g[name], &v); return }
func (g Given) Number(name string) float64  { return g.value(name).double() }
func (g Given) Word(name string) string     { return g.value(name).Text }
func (g Given) Numbers(name string) (list []float64) {
	var parts []value
	json.Unmarshal(g[name], &parts)
	for _, part := range parts {
		list = append(list, part.double())
	}
	return
}

type family struct {
	Tests []struct {
		ID           string
		Flags        []string
		Parameters   Given
		Lower, Upper value
		Result       string
	}
}

func load(path string) (read family) {
	if text, err := os.ReadFile(path); err != nil || json.Unmarshal(text, &read) != nil {
		panic(path)
	}
	return
}
