package main

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// How much garbage may lie about. While the live heap is small, collecting less
// often buys half again the throughput for a few tens of megabytes; of a large
// one, such as with a thousand conversations that wait for an AI provider, the
// same share would be a lot.
const (
	mostGarbage  = 300 // percent of what is live, stacks among it
	leastGarbage = 100
	roomGarbage  = 96 << 20
	garbageEvery = time.Second
	garbageStep  = 10 // a change of less is not worth the stop that it takes
)

// garbagePercent is the share of garbage for so many live bytes.
func garbagePercent(live uint64) int {
	return int(min(mostGarbage, max(leastGarbage, roomGarbage*100/max(1, live))))
}

// boundGarbage adapts how often garbage is collected until ctx ends.
func boundGarbage(ctx context.Context) {
	now := mostGarbage
	debug.SetGCPercent(now)
	tick := time.NewTicker(garbageEvery)
	defer tick.Stop()
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		metrics.Read(samples)
		live := uint64(0)
		for _, s := range samples {
			if s.Value.Kind() == metrics.KindUint64 {
				live += s.Value.Uint64()
			}
		}
		if want := garbagePercent(live); want > now+garbageStep || want < now-garbageStep {
			now = want
			debug.SetGCPercent(now)
		}
	}
}
