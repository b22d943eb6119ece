package extract

import "syscall"

// limitProcess lets the kernel end this process when a file makes it take too
// much memory or time.
func limitProcess() {
	_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: memoryLimit, Max: memoryLimit})
	_ = syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: cpuLimit, Max: cpuLimit})
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
}
