package core

import "testing"

// What is used stays, what is not goes, and there is never more than twice the
// bound.
func TestRecentForgetsWhatIsNotUsed(t *testing.T) {
	r := NewRecent[int, int](100)
	r.Keep(-1, 7)
	for i := range 1000 {
		r.Keep(i, i)
		if v, ok := r.Get(-1); !ok || v != 7 {
			t.Fatalf("after %d others what is used is gone", i)
		}
		if n := len(r.young) + len(r.old); n > 200 {
			t.Fatalf("%d are remembered", n)
		}
	}
	if _, ok := r.Get(0); ok {
		t.Error("what was not used is still there")
	}
	if v, ok := r.Get(999); !ok || v != 999 {
		t.Error("the newest is gone")
	}
}

func TestRecentCountsWeights(t *testing.T) {
	r := NewWeighedRecent[int](10, func(s string) int { return len(s) })
	for range 50 {
		r.Keep(1, "four")
	}
	r.Keep(2, "four")
	if _, ok := r.Get(1); !ok || r.size != 8 {
		t.Errorf("one value that came again and again weighs %d", r.size)
	}
	r.Keep(3, "four")
	if r.size != 4 || len(r.old) != 2 {
		t.Errorf("%d beside %d older ones", r.size, len(r.old))
	}
}
