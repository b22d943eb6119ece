// Package scan asks a virus scanner about a file. The scanner is a program or an
// ICAP server.
package scan

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// Scanner says whether a file may be passed on.
type Scanner interface {
	// Scan reads the file and returns what was found in it, "" for nothing. An
	// error means that it could not be told.
	Scan(ctx context.Context, file io.Reader) (found string, err error)
}

// New returns the scanner that a setting names: an address
// icap://host[:port]/service, or a command with its arguments. The command gets
// the file on its standard input and ends with 0 when the file is clean, with
// 1 when it is not; anything else is a failure.
func New(setting string) (Scanner, error) {
	if strings.HasPrefix(setting, "icap://") {
		u, err := url.Parse(setting)
		if err != nil || u.Hostname() == "" || strings.Trim(u.Path, "/") == "" {
			return nil, fmt.Errorf("%q is no ICAP address; write icap://host:1344/service", setting)
		}
		return newICAP(u), nil
	}
	words := strings.Fields(setting)
	if len(words) == 0 {
		return nil, errors.New("the command is empty")
	}
	program, err := exec.LookPath(words[0])
	if err != nil {
		return nil, fmt.Errorf("the program %q is not there", words[0])
	}
	return command{program, words[1:]}, nil
}

type command struct {
	program string
	args    []string
}

// waitDelay is how long what a killed scanner started may keep its output open.
const waitDelay = time.Second

// environment is what the scanner gets to know: not the settings of the
// service, among which are its master key and passwords, for a scanner takes
// hostile files apart.
func environment(all []string) []string {
	return slices.DeleteFunc(all, func(v string) bool { return strings.HasPrefix(v, "CRM_") })
}

// infected is the exit code of ClamAV and others when they found something.
const infected = 1

func (c command) Scan(ctx context.Context, file io.Reader) (string, error) {
	cmd := exec.CommandContext(ctx, c.program, c.args...)
	cmd.Env, cmd.WaitDelay = environment(os.Environ()), waitDelay
	var out bounded
	cmd.Stdin, cmd.Stdout, cmd.Stderr = file, &out, &out
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "", nil
	case errors.As(err, &exit) && exit.ExitCode() == infected && ctx.Err() == nil:
		return out.line(), nil
	}
	return "", fmt.Errorf("the virus scanner failed: %w: %s", err, out.line())
}

// bounded keeps the beginning of what a program says.
type bounded struct{ buf bytes.Buffer }

const kept = 2000

func (b *bounded) Write(p []byte) (int, error) {
	b.buf.Write(p[:min(len(p), kept-b.buf.Len())])
	return len(p), nil
}

// line is the first line that says something.
func (b *bounded) line() string {
	for line := range strings.Lines(strings.ToValidUTF8(b.buf.String(), "")) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return "infected"
}
