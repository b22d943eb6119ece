package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"service.example/crm/bench/process"
)

// report is what a run prints and writes.
type report struct {
	Date    time.Time `json:"date"`
	Quick   bool      `json:"quick"`
	Cores   int       `json:"cores"`
	System  string    `json:"system"`
	Go      string    `json:"go"`
	Version string    `json:"version"`
	FsyncMs float64   `json:"fsyncMs"`
	Engines []string  `json:"engines"`
	Notes   []string  `json:"notes"`
	Figures []figure  `json:"figures"`
	Phases  []line    `json:"phases"`
}

// line is what one phase used and how its backlog went.
type line struct {
	Engine     string   `json:"engine"`
	Name       string   `json:"name"`
	Accepted   int      `json:"accepted"`
	Refused    int      `json:"refused"`
	Failed     int64    `json:"failed"`
	Duplicates int64    `json:"duplicates"`
	Overtaken  int64    `json:"overtaken"`
	DrainS     float64  `json:"drainSeconds"`
	Left       int64    `json:"left"`
	Use        usage    `json:"processorSeconds"`
	Cost       cost     `json:"costOfAMessage"`
	Others     float64  `json:"othersProcessorSeconds"`
	Samples    []sample `json:"samples"`
}

func newReport(o options) (*report, error) {
	r := &report{Date: time.Now().UTC(), Quick: o.quick, Cores: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version()}
	info, err := buildinfo.ReadFile(o.crm)
	if err != nil {
		return nil, fmt.Errorf("-crm: %w", err)
	}
	r.Go = info.GoVersion
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			r.Version = s.Value[:min(12, len(s.Value))]
		}
		if s.Key == "vcs.modified" && s.Value == "true" {
			r.Version += " with changes"
		}
	}
	r.FsyncMs, err = process.FsyncMillis(o.dir)
	if r.FsyncMs < 0.02 {
		r.note("An fsync took next to nothing: is -dir in memory?")
	}
	return r, err
}

// describeEmbedded says which SQLite is in the binary and how it is used.
func describeEmbedded(binary string) string {
	version := ""
	if info, err := buildinfo.ReadFile(binary); err == nil {
		for _, d := range info.Deps {
			if d.Path == "github.com/ncruces/go-sqlite3" {
				version = " " + d.Version
			}
		}
	}
	return "embedded: SQLite by ncruces/go-sqlite3" + version + ", encrypted, WAL, synchronous=FULL"
}

func (r *report) note(text string) { r.Notes = append(r.Notes, text) }

func (r *report) add(m *measured) {
	r.Figures = append(r.Figures, m.figures()...)
	for _, p := range slices.Concat(m.steady, []*phase{m.full}, m.histories, []*phase{m.acceptFew, m.acceptMany}) {
		if p == nil {
			continue
		}
		r.Phases = append(r.Phases, line{Engine: p.Engine, Name: p.Name, Accepted: p.accepts.done, Refused: p.accepts.failed, Failed: p.failed,
			Duplicates: p.duplicates, Overtaken: p.overtaken, DrainS: p.drain.Seconds(), Left: p.left, Use: p.use, Cost: p.cost, Others: p.use.others(), Samples: p.samples})
	}
}

// text renders the report as Markdown that also reads well as it is.
func (r *report) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Benchmark of %s\n\n", r.Date.Format("2006-01-02 15:04 UTC"))
	if r.Quick {
		b.WriteString("A quick run: the phases were too short for figures to rely on.\n\n")
	}
	fmt.Fprintf(&b, "- %d cores, %s, %s, version %s\n- the load generator, the provider simulator, the receiver, the database and the service share these cores\n",
		r.Cores, r.System, r.Go, or(r.Version, "unknown"))
	fmt.Fprintf(&b, "- fsync on: an appended 4 KiB took %.2f ms to be durable (median)\n", r.FsyncMs)
	for _, e := range r.Engines {
		fmt.Fprintf(&b, "- %s\n", e)
	}
	fmt.Fprintf(&b, "- %d phone numbers, %d API keys, %d known contacts, one receiver; provider's delays %s before sent, delivered and read\n", numbers, apiKeys, contacts, statusDelay)
	fmt.Fprintf(&b, "- \"202 → delivered event\" is without the %s that the provider itself waits; its delays vary by a quarter, which stays in\n", deliveredDelay)
	b.WriteString("- a steady latency counts from the moment at which the request was due\n")
	for _, n := range append(r.Notes, r.disturbed()...) {
		fmt.Fprintf(&b, "- %s\n", n)
	}
	b.WriteString("\n## Figures\n\n")
	rows := [][]string{{"engine", "figure", "measured", "target", "met", "bare inserts", "ratio", "bare echo", "ratio"}}
	for _, f := range r.Figures {
		rows = append(rows, []string{f.Engine, f.Name, number(f.Value) + unit(f.Unit), f.target(), f.met(), baseline(f.Insert), f.ratio(f.Insert), baseline(f.Echo), f.ratio(f.Echo)})
	}
	table(&b, rows)
	b.WriteString("\n## Who used the cores under load\n\nProcessor seconds; others are unrelated processes, the kernel and the database's helpers. An overtaken status is one that came after a later one, so that the service had no event to tell of it.\n\n")
	rows = [][]string{{"engine", "phase", "seconds", "serve", "sandbox", "bench", "PostgreSQL", "others", "serve wrote, MB", "accepted", "drained in", "left", "duplicates", "overtaken"}}
	for _, p := range r.Phases {
		rows = append(rows, []string{p.Engine, p.Name, number(p.Use.Seconds), number(p.Use.Serve), number(p.Use.Sandbox), number(p.Use.Bench),
			number(p.Use.Database), number(p.Others), number(p.Use.DiskMB), strconv.Itoa(p.Accepted), number(p.DrainS) + " s", strconv.FormatInt(p.Left, 10), strconv.FormatInt(p.Duplicates, 10), strconv.FormatInt(p.Overtaken, 10)})
	}
	table(&b, rows)
	costTable(&b, r.Phases)
	b.WriteString("\n## Backlog: messages accepted but not complete, second by second\n\n")
	rows = [][]string{{"engine", "phase", "most", "over time", "memory, MB"}}
	for _, p := range r.Phases {
		open, mb := make([]float64, 0, len(p.Samples)), make([]float64, 0, len(p.Samples))
		for _, s := range p.Samples {
			open, mb = append(open, float64(s.Open)), append(mb, s.MemoryMB)
		}
		rows = append(rows, []string{p.Engine, p.Name, number(highest(open)), spark(open), spark(mb)})
	}
	table(&b, rows)
	return b.String()
}

// disturbance is the share of the cores above which unrelated work is told of.
const disturbance = 0.15

// disturbed tells when something else kept the cores busy.
func (r *report) disturbed() (notes []string) {
	for _, p := range r.Phases {
		if share := p.Others / (p.Use.Seconds * float64(r.Cores)); share > disturbance {
			notes = append(notes, fmt.Sprintf("**during %s %s other processes took %.0f %% of the cores: its figures are too low**", p.Engine, p.Name, 100*share))
		}
	}
	return notes
}

// save writes the report for people and for machines.
func (r *report) save(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	raw, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "latest.json"), append(raw, '\n'), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "latest.md"), []byte(r.text()), 0o644)
}

// table writes rows as an aligned Markdown table.
func table(b *strings.Builder, rows [][]string) {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell), 3)
		}
	}
	for n, row := range rows {
		for i, cell := range row {
			b.WriteString("| " + cell + strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell)) + " ")
		}
		b.WriteString("|\n")
		if n == 0 {
			for _, w := range width {
				b.WriteString("| " + strings.Repeat("-", w) + " ")
			}
			b.WriteString("|\n")
		}
	}
}

const (
	sparks     = "▁▂▃▄▅▆▇█"
	sparkWidth = 40
)

// spark draws values as a line of at most sparkWidth characters.
func spark(values []float64) string {
	marks, top := []rune(sparks), highest(values)
	n := min(len(values), sparkWidth)
	out := make([]rune, 0, n)
	for i := range n {
		v := highest(values[i*len(values)/n : (i+1)*len(values)/n])
		level := 0
		if top > 0 {
			level = int(v / top * float64(len(marks)-1))
		}
		out = append(out, marks[level])
	}
	return string(out)
}

func highest(values []float64) (top float64) {
	for _, v := range values {
		top = max(top, v)
	}
	return top
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func unit(u string) string {
	if u == "" || strings.HasPrefix(u, "/") {
		return u
	}
	return " " + u
}

func baseline(v float64) string {
	if v == 0 {
		return ""
	}
	return number(v)
}

// number writes three significant digits or whole numbers with separators.
func number(v float64) string {
	switch {
	case v >= 1000:
		text := strconv.FormatFloat(v, 'f', 0, 64)
		return text[:len(text)-3] + "," + text[len(text)-3:]
	case v >= 100:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v >= 10:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}
