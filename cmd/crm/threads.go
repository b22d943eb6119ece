package main

import (
	"os"
	"runtime"
)

// spareThreads is how many threads more than processors run Go code at most.
const spareThreads = 4

// spareSomeThreads lets more threads run Go code than there are processors, so that the
// kernel shares these out: it lets a thread that waited for the disk go on at once, where
// Go lets the others work for up to 10 ms first (ADR 0073). It does nothing where
// GOMAXPROCS says how many.
func spareSomeThreads() {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(threads(runtime.GOMAXPROCS(0), runtime.NumCPU()))
	}
}

// threads is how many threads run Go code where Go would let so many. Where a quota keeps
// them from using all processors, more threads would only use it up sooner, and then all
// stand still.
func threads(usual, processors int) int {
	if usual != processors {
		return usual
	}
	return usual + min(usual, spareThreads)
}
