//go:build !linux

package extract

import (
	"os"
	"runtime"
	"time"
)

// limitProcess ends this process when a file makes it take too much memory.
// The time is watched by who started it.
func limitProcess() {
	go func() {
		var m runtime.MemStats
		for range time.Tick(50 * time.Millisecond) {
			if runtime.ReadMemStats(&m); m.Sys > memoryLimit {
				os.Exit(2)
			}
		}
	}()
}
