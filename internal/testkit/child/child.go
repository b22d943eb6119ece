// Package child starts the processes of tests.
package child

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

// starting takes what is to be done by the thread that starts processes.
var starting = sync.OnceValue(func() chan<- func() {
	work := make(chan func())
	go func() {
		// Pdeathsig goes by the thread, not by the process, and hashing a password ends
		// threads: this one never ends.
		runtime.LockOSThread()
		for do := range work {
			do()
		}
	}()
	return work
})

// Start starts a process that gets a signal when this one is gone: SIGKILL, or what
// cmd says.
func Start(cmd *exec.Cmd) error {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	if cmd.SysProcAttr.Pdeathsig == 0 {
		cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	}
	started := make(chan error)
	starting() <- func() { started <- cmd.Start() }
	return <-started
}
