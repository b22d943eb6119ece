// Package process runs the programs that the bench measures. They die with it.
package process

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Process is a child of the bench. It dies with it.
type Process struct {
	name string
	cmd  *exec.Cmd
	done chan struct{}

	mu    sync.Mutex
	lines []string // the newest lines that it wrote
	watch chan string
}

const keepLines = 40

// Start runs a program and reads what it writes.
func Start(name, path string, env []string, args ...string) (*Process, error) {
	p := &Process{name: name, cmd: exec.Command(path, args...), done: make(chan struct{}), watch: make(chan string, 64)}
	p.cmd.Env = append(cleanEnv(), env...)
	p.cmd.SysProcAttr = diesWithParent()
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.cmd.Stdout, p.cmd.Stderr = w, w
	err = p.cmd.Start()
	_ = w.Close()
	if err != nil {
		_ = r.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	go p.read(r)
	go func() { _ = p.cmd.Wait(); close(p.done) }()
	return p, nil
}

// cleanEnv is the environment without settings of the service, which would
// change what is measured.
func cleanEnv() (out []string) {
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "CRM_") {
			out = append(out, v)
		}
	}
	return out
}

func (p *Process) read(r io.ReadCloser) {
	defer r.Close()
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		p.mu.Lock()
		if p.lines = append(p.lines, s.Text()); len(p.lines) > keepLines {
			p.lines = p.lines[1:]
		}
		p.mu.Unlock()
		select {
		case p.watch <- s.Text():
		default: // nobody waits any more
		}
	}
}

// Await returns what find makes of the first line that it recognises.
func (p *Process) Await(ctx context.Context, limit time.Duration, find func(line string) (string, bool)) (string, error) {
	timeout := time.NewTimer(limit)
	defer timeout.Stop()
	for {
		select {
		case line := <-p.watch:
			if v, ok := find(line); ok {
				return v, nil
			}
		case <-p.done:
			return "", fmt.Errorf("%s ended: %s", p.name, p.Output())
		case <-timeout.C:
			return "", fmt.Errorf("%s was not ready after %s: %s", p.name, limit, p.Output())
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// Output is the newest lines that it wrote.
func (p *Process) Output() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.lines, "\n")
}

// PID is its number.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Alive returns an error when the process has ended.
func (p *Process) Alive() error {
	select {
	case <-p.done:
		return fmt.Errorf("%s ended: %s", p.name, p.Output())
	default:
		return nil
	}
}

// Stop ends the process: politely, then not.
func (p *Process) Stop(patience time.Duration) {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(patience):
		_ = p.cmd.Process.Kill()
		<-p.done
	}
}

// Run executes a program to its end and returns what it wrote.
func Run(ctx context.Context, stdin string, env []string, path string, args ...string) (string, error) {
	return RunWithin(ctx, time.Minute, stdin, env, path, args...)
}

// RunWithin is Run with a limit.
func RunWithin(ctx context.Context, limit time.Duration, stdin string, env []string, path string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Stdin, cmd.Env, cmd.SysProcAttr = strings.NewReader(stdin), append(cleanEnv(), env...), diesWithParent()
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%s %s: %w: %s", path, args[0], err, exit.Stderr)
	}
	return string(out), err
}
