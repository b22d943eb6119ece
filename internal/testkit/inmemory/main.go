// Command inmemory runs a command whose temporary files are in memory where there
// is room for them, beside one PostgreSQL for all packages, whose files are there
// too; one that TEST_POSTGRES_URL names stays. Tests end processes and never the
// machine, so that waiting for a disk would show nothing.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"service.example/crm/internal/testkit/testpg"
)

// memory is where Linux keeps files in memory.
const memory = "/dev/shm"

// room is how many bytes must be free there.
const room = 2 << 30

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: inmemory command [argument ...]")
		os.Exit(2)
	}
	os.Exit(runInMemory(os.Args[1:]))
}

// runInMemory runs a command and returns its exit code.
func runInMemory(command []string) (code int) {
	if dir, err := makeFolder(); err == nil {
		defer os.RemoveAll(dir)
		_ = os.Setenv("GOTMPDIR", cmp.Or(os.Getenv("GOTMPDIR"), os.TempDir())) // programs are still linked on the disk
		_ = os.Setenv("TMPDIR", dir)
	} else {
		fmt.Fprintln(os.Stderr, "The tests write to a disk:", err)
	}
	if os.Getenv("TEST_POSTGRES_URL") != "" {
		return run(command)
	}
	err := testpg.Beside(func(url string) {
		_ = os.Setenv("TEST_POSTGRES_URL", url)
		code = run(command)
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "No PostgreSQL is started for all packages:", err)
		return run(command)
	}
	return code
}

// makeFolder makes a folder in memory that every user may use, and from which
// programs run.
func makeFolder() (dir string, err error) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(memory, &fs); err != nil {
		return "", err
	}
	if free := uint64(fs.Bsize) * fs.Bavail; free < room {
		return "", fmt.Errorf("%s has %d MB left, fewer than %d", memory, free>>20, room>>20)
	}
	if dir, err = os.MkdirTemp(memory, "crm-tests-"); err != nil {
		return "", err
	}
	program := filepath.Join(dir, "true")
	err = errors.Join(os.Chmod(dir, 0o777|os.ModeSticky), os.WriteFile(program, []byte("#!/bin/sh\n"), 0o700))
	if err == nil {
		err = errors.Join(exec.Command(program).Run(), os.Remove(program))
	}
	if err != nil {
		_ = os.RemoveAll(dir)
	}
	return dir, err
}

func run(command []string) (code int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // it ends its tests, and then the files go
	failed := &failures{out: os.Stdout}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, failed, os.Stderr
	cmd.WaitDelay = time.Minute // a process that a test left behind may hold the output
	err := cmd.Run()
	if err != nil && cmd.ProcessState == nil {
		fmt.Fprintln(os.Stderr, err)
		return 127
	}
	if code = cmd.ProcessState.ExitCode(); code != 0 {
		failed.print(os.Stdout)
	}
	return code
}
