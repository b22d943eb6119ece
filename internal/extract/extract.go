// Package extract reads the text of a file: Markdown, text, HTML, PDF, DOCX or
// CSV. Files come from strangers. So a separate process reads each file, with
// limited memory and time and without our secrets. A file that breaks its parser
// breaks only that process.
package extract

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"time"

	"service.example/crm/internal/knowledge"
)

// Format is how a file is written.
type Format string

// The formats that are read.
const (
	Markdown Format = "markdown"
	Text     Format = "text"
	HTML     Format = "html"
	PDF      Format = "pdf"
	DOCX     Format = "docx"
	CSV      Format = "csv"
)

// Result is what is written in a file.
type Result struct {
	knowledge.Document
	// Links are those of a page, as they are written; NoIndex that the page
	// does not want to be found.
	Links   []string `json:"links,omitempty"`
	Base    string   `json:"base,omitempty"`
	NoIndex bool     `json:"noIndex,omitempty"`
}

// Fault is why a file cannot be read, for people.
type Fault string

func (f Fault) Error() string { return string(f) }

// Bounds of one file.
const (
	// MaxText is how much text a file may hold, in bytes.
	MaxText   = 8 << 20
	maxBlocks = 200_000
	maxPages  = 2000
	maxLinks  = 2000
	maxResult = 4 * MaxText
)

// timeLimit bounds how long a file may take.
var timeLimit = time.Minute

// limits bound the process that reads a file.
const (
	memoryLimit = 768 << 20 // bytes of data
	softLimit   = 400 << 20
	cpuLimit    = 50 // seconds
)

// environment is the variable that makes a process one that reads a file.
const environment = "CRM_EXTRACT_FORMAT"

// answer is what such a process writes.
type answer struct {
	Result *Result `json:"result,omitempty"`
	Fault  Fault   `json:"fault,omitempty"`
}

// Read returns what is written in a file. A Fault says that the file is to
// blame and another try would not help.
func Read(ctx context.Context, format Format, file io.Reader) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, timeLimit)
	defer cancel()
	self, err := executable()
	if err != nil {
		return Result{}, err
	}
	out := &bounded{}
	cmd := exec.CommandContext(ctx, self)
	cmd.Env = []string{environment + "=" + string(format), fmt.Sprintf("GOMEMLIMIT=%d", softLimit), "GOMAXPROCS=1"}
	cmd.Stdin, cmd.Stdout = file, out
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return Result{}, Fault("The file takes too long to read.")
	case ctx.Err() != nil:
		return Result{}, ctx.Err()
	case errors.As(err, &exit):
		return Result{}, Fault("The file cannot be read: it is damaged, or far larger than it looks.")
	case err != nil:
		return Result{}, err
	}
	var a answer
	if err := json.Unmarshal(out.Bytes(), &a); err != nil {
		return Result{}, fmt.Errorf("extract: %w", err)
	}
	if a.Result == nil {
		return Result{}, a.Fault
	}
	return *a.Result, nil
}

// executable is this program, also after a newer one has taken its place.
func executable() (string, error) {
	if runtime.GOOS == "linux" {
		return "/proc/self/exe", nil
	}
	return os.Executable()
}

type bounded struct{ bytes.Buffer }

func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > maxResult {
		return 0, errors.New("extract: too much text")
	}
	return b.Buffer.Write(p)
}

// init makes this process, if it was started for it, read one file and end. It
// is here, not in main, so that every program with this package can do it.
func init() {
	format := os.Getenv(environment)
	if format == "" {
		return
	}
	limitProcess()
	raw, err := io.ReadAll(os.Stdin)
	if err != nil {
		os.Exit(2)
	}
	var a answer
	r, err := read(Format(format), raw)
	var fault Fault
	switch {
	case errors.As(err, &fault):
		a.Fault = fault
	case err != nil:
		a.Fault = Fault("The file cannot be read: it is damaged.")
	default:
		a.Result = &r
	}
	if err := json.NewEncoder(os.Stdout).Encode(a); err != nil {
		os.Exit(2)
	}
	os.Exit(0)
}

// read reads a file in this process. It may panic, or take what it likes.
func read(format Format, raw []byte) (r Result, err error) {
	switch format {
	case Markdown:
		r, err = readMarkdown(raw)
	case HTML:
		r, err = readHTML(raw)
	case PDF:
		r, err = readPDF(raw)
	case DOCX:
		r, err = readDOCX(raw)
	case CSV:
		r, err = readCSV(raw)
	case Text:
		r, err = readText(raw)
	default:
		err = Fault("Files of this format are not read.")
	}
	if err != nil {
		return Result{}, err
	}
	return r, checkBounds(r)
}

func checkBounds(r Result) error {
	n := len(r.Title)
	for _, b := range r.Blocks {
		n += len(b.Text) + len(b.Question)
	}
	if n > MaxText || len(r.Blocks) > maxBlocks {
		return Fault("The file has too much text: at most 8 MB are taken. Split it.")
	}
	return nil
}
