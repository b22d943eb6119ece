package password

import (
	"runtime"
	"sync"
)

// extra guards the number of threads that may run Go code at once, which aside
// changes by one.
var extra sync.Mutex

// aside runs work on a thread of its own, which gets what others leave of the
// processors, and returns when it is done.
func aside(work func()) {
	widen(1)
	defer widen(-1)
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlocked: the thread ends with the work
		lowerPriority()
		work()
	}()
	<-done
}

func widen(by int) {
	extra.Lock()
	defer extra.Unlock()
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + by)
}
