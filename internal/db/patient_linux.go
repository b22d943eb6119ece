package db

import (
	"runtime"
	"syscall"
)

// patience is how much its thread gives way to others; 19 is the most.
const patience = 10

// bePatient lets the goroutine give way to all others on the machine until it ends: it keeps
// the thread, which ends with it.
func bePatient() {
	runtime.LockOSThread()
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), patience)
}
