//go:build !linux

package process

import "syscall"

// diesWithParent is what the system offers: nothing.
func diesWithParent() *syscall.SysProcAttr { return nil }
