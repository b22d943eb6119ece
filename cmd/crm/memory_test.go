package main

import "testing"

func TestGarbageIsBounded(t *testing.T) {
	for live, want := range map[uint64]int{0: 300, 20 << 20: 300, 32 << 20: 300, 48 << 20: 200, 96 << 20: 100, 1 << 30: 100} {
		if got := garbagePercent(live); got != want {
			t.Errorf("with %d MiB live %d percent, want %d", live>>20, got, want)
		}
	}
}
