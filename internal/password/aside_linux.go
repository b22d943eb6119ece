package password

import "syscall"

// lowerPriority lowers the priority of the calling thread for good.
func lowerPriority() { _ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), 10) }
