// Command bench measures the service as it is deployed. It starts the real
// binary, the sandbox and a receiver, and puts load on them. It prints their
// figures beside the figures of the bare parts in the same run.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// options are what the flags say.
type options struct {
	crm, dir, out, postgres string
	engines, phases         []string
	quick, profile, write   bool
	inPlace                 bool
	rate                    int
	numbers                 int // of phone numbers
	histories               []int
	history                 int // messages that were stored before
	deals                   int // that were there before
	seeded                  string
	agents, teams           int // who work in the workspace
	signedIn                bool

	steadyTime, fullTime, acceptTime, baselineTime, drainTime time.Duration
}

var phaseNames = []string{"baselines", "idle", "steady", "full", "history", "accept", "receive", "deliver", "isolation", "streams", "replies", "cached", "waiting", "inbox", "deals", "routing", "searchlag", "broadcast", "agents"}

func main() {
	if os.Getenv(echoVariable) != "" {
		exit(serveEcho())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	o, err := parse()
	if err == nil {
		err = bench(ctx, o)
	}
	exit(err)
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench: "+err.Error())
		os.Exit(1)
	}
	os.Exit(0)
}

func parse() (o options, err error) {
	var engine, phases, histories string
	flag.StringVar(&o.crm, "crm", "./bin/crm", "the binary that is measured")
	flag.StringVar(&o.dir, "dir", "", "folder for the embedded databases; must be on the disk to measure (bench/out by default)")
	flag.StringVar(&o.postgres, "postgres", or(os.Getenv("TEST_POSTGRES_URL"), "postgres://postgres@127.0.0.1:5432/postgres"),
		"a PostgreSQL server; databases of its own are made there and dropped")
	flag.StringVar(&engine, "engine", "both", "sqlite, postgres or both; both leaves out a PostgreSQL that does not answer")
	flag.StringVar(&phases, "phase", "all", "which of "+strings.Join(phaseNames, ",")+" to run")
	flag.BoolVar(&o.quick, "quick", false, "short phases: to see that it works, not for figures")
	flag.BoolVar(&o.profile, "profile", false, "save profiles of serve under load to bench/out")
	flag.BoolVar(&o.write, "write", false, "also write bench/results/latest.md and latest.json")
	flag.StringVar(&o.seeded, "seeded", "", "phases inbox and deals: a `database` that crm seed has filled and crm serve has indexed, with its key in $CRM_MASTER_KEY or in master.key beside it; a copy of it is used")
	flag.BoolVar(&o.inPlace, "in-place", false, "use the database of -seeded itself, where there is no room for a copy: it can be measured once")
	flag.StringVar(&histories, "histories", "0,100000,1000000", "phase history: how many messages the database has before each run (0,2000 with -quick)")
	flag.IntVar(&o.rate, "rate", 1000, "the steady rate, in messages per second")
	flag.Parse()
	o.out = filepath.Join("bench", "out")
	o.dir = or(o.dir, o.out)
	o.phases, o.engines = strings.Split(phases, ","), []string{engine}
	if phases == "all" {
		o.phases = phaseNames
	}
	if engine == "both" {
		o.engines = []string{embedded, postgres}
	}
	for _, p := range o.phases {
		if !slices.Contains(phaseNames, p) {
			return o, fmt.Errorf("-phase: %q is none of %s", p, strings.Join(phaseNames, ", "))
		}
	}
	for _, e := range o.engines {
		if e != embedded && e != postgres {
			return o, fmt.Errorf("-engine: %q is none of sqlite, postgres, both", e)
		}
	}
	if o.rate < 1 || o.rate > 20_000 {
		return o, errors.New("-rate: from 1 to 20000")
	}
	o.steadyTime, o.fullTime, o.acceptTime, o.baselineTime, o.drainTime = time.Minute, 20*time.Second, 10*time.Second, 5*time.Second, 5*time.Minute
	if o.quick {
		o.steadyTime, o.fullTime, o.acceptTime, o.baselineTime, o.drainTime = 5*time.Second, 5*time.Second, 5*time.Second, 2*time.Second, time.Minute
	}
	if o.quick {
		histories = "0,2000"
	}
	for text := range strings.SplitSeq(histories, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return o, fmt.Errorf("-histories: %q is no number of messages", text)
		}
		o.histories = append(o.histories, n)
	}
	o.numbers = numbers
	o.crm, err = filepath.Abs(o.crm)
	return o, errors.Join(err, os.MkdirAll(o.out, 0o700), os.MkdirAll(o.dir, 0o700))
}

func or(value, otherwise string) string {
	if value == "" {
		return otherwise
	}
	return value
}

func bench(ctx context.Context, o options) error {
	if _, err := os.Stat(o.crm); err != nil {
		return fmt.Errorf("-crm: %w; run make build", err)
	}
	r, err := newReport(o)
	if err != nil {
		return err
	}
	var echo baselines
	if o.runs("baselines") {
		progress("bare HTTP echo")
		if echo, err = echoBaseline(ctx, o); err != nil {
			return err
		}
	}
	for _, engine := range o.engines {
		if engine == postgres {
			server, err := describeServer(ctx, o.postgres)
			if err != nil && len(o.engines) > 1 {
				r.note("PostgreSQL did not answer at -postgres and was left out.")
				continue
			} else if err != nil {
				return fmt.Errorf("-postgres: %w", err)
			}
			r.Engines = append(r.Engines, server)
		} else {
			r.Engines = append(r.Engines, describeEmbedded(o.crm))
		}
		m := &measured{engine: engine, echo: echo, rate: o.rate}
		err := m.run(ctx, o)
		r.add(m)
		if err != nil {
			fmt.Print(r.text())
			return err
		}
	}
	fmt.Print(r.text())
	if o.write {
		return r.save(filepath.Join("bench", "results"))
	}
	return nil
}

// measured is everything that was measured on one engine; nil where a phase
// was not asked for.
type measured struct {
	engine                      string
	echo, insert                baselines
	idle                        float64
	steady                      []*phase // the last one is at a rate that was sustained, if any was
	full, acceptFew, acceptMany *phase
	histories                   []*phase // full, with ever more messages stored before
	receive                     *received
	streams                     *streamed
	deliver                     *delivered
	isolation                   *isolated
	replies, cached             *replied
	waiting                     *waited
	rate                        int // that was asked for
}

func (m *measured) run(ctx context.Context, o options) (err error) {
	if o.runs("baselines") {
		progress("%s: bare inserts", m.engine)
		if m.insert, err = insertBaseline(ctx, o, m.engine); err != nil {
			return err
		}
	}
	if o.runs("idle") {
		if m.idle, err = idle(ctx, o, m.engine); err != nil {
			return err
		}
	}
	if o.runs("steady") {
		if err = m.runSteady(ctx, o); err != nil {
			return err
		}
	}
	if o.runs("full") {
		if m.full, err = full(ctx, o, m.engine); err != nil {
			return err
		}
	}
	if o.runs("history") {
		if err = m.runHistories(ctx, o); err != nil {
			return err
		}
	}
	if o.runs("accept") {
		if m.acceptFew, err = accept(ctx, o, m.engine, fewCallers); err != nil {
			return err
		}
		if m.acceptMany, err = accept(ctx, o, m.engine, manyCallers); err != nil {
			return err
		}
	}
	if o.runs("streams") {
		if m.streams, err = streams(ctx, o, m.engine); err != nil {
			return err
		}
	}
	if o.runs("receive") {
		if m.receive, err = receive(ctx, o, m.engine); err != nil {
			return err
		}
	}
	if o.runs("deliver") {
		if m.deliver, err = deliver(ctx, o, m.engine); err != nil {
			return err
		}
	}
	if o.runs("isolation") {
		if m.isolation, err = isolation(ctx, o, m.engine); err != nil {
			return err
		}
	}
	if o.runs("replies") {
		if m.replies, err = replies(ctx, o, m.engine); err != nil {
			return err
		}
	}
	if o.runs("cached") {
		if m.cached, err = cached(ctx, o, m.engine); err != nil {
			return err
		}
	}
	if o.runs("waiting") {
		if m.waiting, err = waiting(ctx, o, m.engine); err != nil {
			return err
		}
	}
	for _, p := range []struct {
		name string
		run  func(context.Context, options, string) error
	}{{"inbox", inbox}, {"deals", deals}, {"routing", routing}, {"searchlag", searchLag}, {"broadcast", broadcasts}, {"agents", agents}} {
		if o.runs(p.name) && err == nil {
			err = p.run(ctx, o, m.engine)
		}
	}
	return err
}

func (m *measured) runSteady(ctx context.Context, o options) error {
	for _, rate := range steadyRates(m.engine, o.rate) {
		p, err := steady(ctx, o, m.engine, rate)
		if err != nil {
			return err
		}
		if m.steady = append(m.steady, p); !p.growing && p.left == 0 {
			break
		}
	}
	return nil
}

func (m *measured) runHistories(ctx context.Context, o options) error {
	for _, n := range o.histories {
		o.history = n
		p, err := full(ctx, o, m.engine)
		if err != nil {
			return err
		}
		m.histories = append(m.histories, p)
	}
	return nil
}

// steadyRates are the rates to try: the target of PostgreSQL is below the
// common one, so it is measured there when it cannot keep up.
func steadyRates(engine string, rate int) []int {
	if engine == postgres && rate > postgresSustained {
		return []int{rate, postgresSustained}
	}
	return []int{rate}
}

func (o options) runs(phase string) bool { return slices.Contains(o.phases, phase) }

func progress(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
