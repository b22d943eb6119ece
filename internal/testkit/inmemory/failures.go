package main

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
)

// A failure's lines are few among thousands, and a test that hangs ends with every goroutine
// of its package: what tells which test it was is printed once more at the end.
var telling = regexp.MustCompile(`^\s*(--- FAIL: |panic: |\S+_test\.go:\d+: |running tests:|Test\w+(/\S+)* \(\d)`)

// maxTold bounds how many lines are printed once more.
const maxTold = 80

// failures passes output on and keeps the lines that tell what failed.
type failures struct {
	out  io.Writer
	line []byte
	told [][]byte
}

func (f *failures) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		line, after, whole := bytes.Cut(rest, []byte("\n"))
		if f.line = append(f.line, line...); whole {
			f.keep(f.line)
			f.line = f.line[:0]
		}
		rest = after
	}
	return f.out.Write(p)
}

func (f *failures) keep(line []byte) {
	if len(f.told) < maxTold && telling.Match(line) {
		f.told = append(f.told, bytes.Clone(line))
	}
}

// print prints what failed once more.
func (f *failures) print(w io.Writer) {
	if len(f.told) == 0 {
		return
	}
	fmt.Fprintln(w, "\nWhat failed, once more:")
	for _, line := range f.told {
		fmt.Fprintf(w, "%s\n", line)
	}
}
