package process

import "syscall"

// diesWithParent ends a child even when the bench is killed.
func diesWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
