//go:build !windows

package app

import (
	"os"
	"syscall"
)

// lockFile locks a file for this process, or fails at once.
func lockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
