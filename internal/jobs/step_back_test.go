package jobs

import (
	"testing"
	"time"
)

func TestStepBack(t *testing.T) {
	queued := false
	b := &StepBack{CallersQueue: func() bool { return queued }}
	now := time.Unix(1_700_000_000, 0)
	sends := func(d time.Duration) (n int) {
		for end := now.Add(d); now.Before(end); now = now.Add(time.Millisecond) {
			if b.Wait(now) == 0 {
				n++
			}
		}
		return n
	}
	if n := sends(time.Second); n != 1000 {
		t.Errorf("%d of 1000 were sent although nobody queues", n)
	}
	queued = true
	if n := sends(10 * time.Second); n < 5100 || n > 5300 {
		t.Errorf("%d were sent in 10 s of a burst, want the share of 5200", n)
	}
	if n := sends(10 * time.Second); n < 7000 {
		t.Errorf("%d were sent after the patience was over, want nearly all of 5000 and the share before", n)
	}
	queued = false
	if n := sends(time.Minute); n != 60_000 {
		t.Errorf("%d of 60000 were sent although nobody queues", n)
	}
	queued = true
	if n := sends(time.Second); n > 570 {
		t.Errorf("%d were sent in a new burst, want the share of 520", n)
	}
	// Whoever asks seldom makes up for it, to a point.
	now = now.Add(time.Second)
	for n := range 40 {
		if wait := b.Wait(now); wait == 0 && n >= 28 || wait > 0 && n < 26 {
			t.Errorf("message %d after a second's silence waits %v", n, wait)
		}
	}
}
