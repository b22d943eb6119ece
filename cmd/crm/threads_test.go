package main

import "testing"

func TestThreadsAreSpared(t *testing.T) {
	for _, c := range []struct{ usual, processors, want int }{{1, 1, 2}, {2, 2, 4}, {4, 4, 8}, {32, 32, 36}, {2, 32, 2}, {1, 2, 1}} {
		if got := threads(c.usual, c.processors); got != c.want {
			t.Errorf("on %d processors of which Go uses %d: %d threads, want %d", c.processors, c.usual, got, c.want)
		}
	}
}
