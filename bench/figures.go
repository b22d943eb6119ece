package main

import "fmt"

// The targets, for 2 cores with everything on the same machine, fsync on.
const (
	steadyP99       = 8    // ms
	embeddedAccepts = 8000 // per second
	postgresAccepts = 4000
	insertShare     = 0.45 // of the bare inserts

	sendsBesideAccepts = 500 // per second, that reach the provider while callers queue

	deliveredP99      = 500  // ms beyond the sandbox's own delays
	embeddedFull      = 1500 // per second
	postgresSustained = 800
	busyMemory        = 200 // MB
	idleMemory        = 60
	webhookP99        = 20   // ms to the acknowledgement
	appliedP99        = 1000 // ms from there to the event
	largeAcknowledged = 250  // ms, for 3 MB
	largeApplied      = 2000
	itemsApplied      = 5000 // per second

	embeddedDeliveries = 8000 // per second
	postgresDeliveries = 3000
	deliveryShare      = 0.6 // of the bare loop
	isolatedP99        = 250 // ms from the commit, beside endpoints in trouble

	replyOverheadP99 = 15  // ms beyond the burst pause
	cachedReplyP99   = 50  // ms from the webhook to the provider's answer
	waitingMemory    = 150 // MB more, for 1,000 waiting conversations
)

// figure is one row of the table.
type figure struct {
	Engine string  `json:"engine"`
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Unit   string  `json:"unit"`
	// Target is what to reach: at most or at least; 0 where there is none.
	Target float64 `json:"target,omitempty"`
	AtMost bool    `json:"atMost,omitempty"`
	// Tolerance is the share by which a target may be missed, for what is
	// counted between two samples.
	Tolerance float64 `json:"tolerance,omitempty"`
	// Spoiled says what is wrong with the figure, whatever its value: a target
	// is missed then.
	Spoiled string `json:"spoiled,omitempty"`
	// Insert and Echo are the baselines of the same run; 0 where there is none.
	Insert float64 `json:"bareInserts,omitempty"`
	Echo   float64 `json:"bareEcho,omitempty"`
}

func (f figure) target() string {
	switch {
	case f.Target == 0:
		return ""
	case f.AtMost:
		return "≤ " + number(f.Target)
	}
	return "≥ " + number(f.Target)
}

func (f figure) met() string {
	switch {
	case f.Target == 0:
		return f.Spoiled
	case f.Spoiled != "":
		return "no: " + f.Spoiled
	case f.AtMost && f.Value <= f.Target, !f.AtMost && f.Value >= f.Target*(1-f.Tolerance):
		return "yes"
	}
	return "NO"
}

func (f figure) ratio(baseline float64) string {
	if baseline == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", f.Value/baseline)
}

// figures are the rows of one engine.
func (m *measured) figures() (list []figure) {
	add := func(f figure) {
		f.Engine = m.engine
		list = append(list, f)
	}
	accepts, isEmbedded := float64(embeddedAccepts), m.engine == embedded
	if !isEmbedded {
		accepts = postgresAccepts
	}
	for _, s := range []struct {
		p            *phase
		name         string
		insert, echo outcome
		main         bool
	}{{m.acceptFew, "saturated, 64 callers", m.insert.few, m.echo.few, true}, {m.acceptMany, "saturated, 256 callers", m.insert.many, m.echo.many, false}} {
		if s.p == nil {
			continue
		}
		a := &s.p.accepts
		row := figure{Name: "accepts, " + s.name, Value: a.rate(), Unit: "/s", Insert: s.insert.rate(), Echo: s.echo.rate(), Spoiled: refused(a)}
		if s.main {
			row.Target = accepts
		}
		add(row)
		if s.main && isEmbedded && s.insert.done > 0 {
			add(figure{Name: "accepts, share of the bare inserts", Value: a.rate() / s.insert.rate(), Target: insertShare})
		}
		for _, q := range []struct {
			name string
			at   float64
		}{{"p50", .5}, {"p99", .99}} {
			add(figure{Name: q.name + ", " + s.name, Value: a.lat.at(q.at), Unit: "ms", Insert: s.insert.lat.at(q.at), Echo: s.echo.lat.at(q.at)})
		}
		row = figure{Name: "at the provider meanwhile, " + s.name, Value: s.p.reached, Unit: "/s"}
		if s.main {
			row.Target = sendsBesideAccepts
		}
		add(row)
		add(figure{Name: "drained after, " + s.name, Value: s.p.drain.Seconds(), Unit: "s", Spoiled: unfinished(s.p)})
	}
	for i, p := range m.steady {
		list = append(list, m.steadyFigures(p, isEmbedded, i == len(m.steady)-1)...)
	}
	if m.full != nil {
		list = append(list, m.fullFigures(isEmbedded)...)
	}
	if m.streams != nil {
		list = append(list, m.streams.figures(m.engine)...)
	}
	if m.receive != nil {
		list = append(list, m.receive.figures(m.engine)...)
	}
	if m.deliver != nil {
		list = append(list, m.deliver.figures(m.engine)...)
	}
	if m.isolation != nil {
		list = append(list, m.isolation.figures(m.engine, m.rate)...)
	}
	if m.replies != nil {
		list = append(list, repliesFigures(m.engine, m.replies)...)
	}
	if m.cached != nil {
		list = append(list, cachedFigures(m.engine, m.cached)...)
	}
	if m.waiting != nil {
		list = append(list, m.waiting.figures(m.engine)...)
	}
	if m.idle > 0 {
		row := figure{Name: "memory, idle", Value: m.idle, Unit: "MB"}
		if isEmbedded {
			row.Target, row.AtMost = idleMemory, true
		}
		add(row)
	}
	return list
}

// fullFigures are those of the full path, saturated.
func (m *measured) fullFigures(isEmbedded bool) []figure {
	p := m.full
	rate := figure{Name: "full path, saturated", Value: p.sustained, Unit: "/s", Insert: m.insert.few.rate(), Echo: m.echo.few.rate(), Spoiled: unfinished(p)}
	memory := figure{Name: "memory, full path saturated", Value: p.peak, Unit: "MB"}
	if isEmbedded {
		rate.Target = embeddedFull
		memory.Target, memory.AtMost = busyMemory, true
	}
	list := []figure{rate, {Name: "202 → delivered event, p99, saturated", Value: p.delivered.at(.99) - ms(deliveredDelay), Unit: "ms"}, memory}
	for i := range list {
		list[i].Engine = m.engine
	}
	return list
}

func (r *received) figures(engine string) []figure {
	left := ""
	if r.left > 0 {
		left = fmt.Sprintf("%d were not applied", r.left)
	}
	out := []figure{
		{Name: "webhook acknowledged, p99 at the steady rate", Value: r.steady.lat.at(.99), Unit: "ms", Target: webhookP99, AtMost: true,
			Insert: r.storeBaseline.at(.99), Echo: r.echoBaseline.at(.99)},
		{Name: "its item told by event, p99", Value: r.lag.at(.99), Unit: "ms", Target: appliedP99, AtMost: true, Spoiled: left},
		{Name: "3 MB of 1,000 items acknowledged, slowest", Value: r.large.at(1), Unit: "ms", Target: largeAcknowledged, AtMost: true},
		{Name: "and applied, slowest", Value: r.applied.at(1), Unit: "ms", Target: largeApplied, AtMost: true},
		{Name: "items applied in bodies of 1,000", Value: r.itemRate, Unit: "/s", Target: itemsApplied},
		{Name: "memory, receiving", Value: r.peak, Unit: "MB"},
	}
	for i := range out {
		if out[i].Engine = engine; engine != embedded {
			out[i].Target = 0
		}
	}
	return out
}

// steadyFigures are the rows of a fixed rate. The targets belong to the last
// rate that was tried.
func (m *measured) steadyFigures(p *phase, isEmbedded, last bool) []figure {
	rate := number(float64(p.rate)) + "/s"
	a := &p.accepts
	p50 := figure{Name: "accept p50 at " + rate, Value: a.lat.at(.5), Unit: "ms", Insert: m.insert.steady.lat.at(.5), Echo: m.echo.steady.lat.at(.5)}
	p99 := figure{Name: "accept p99 at " + rate, Value: a.lat.at(.99), Unit: "ms", Insert: m.insert.steady.lat.at(.99), Echo: m.echo.steady.lat.at(.99), Spoiled: refused(a)}
	sustained := figure{Name: "full path sustained at " + rate, Value: p.sustained, Unit: "/s", Spoiled: unfinished(p)}
	event := figure{Name: "202 → delivered event, p50 at " + rate, Value: p.delivered.at(.5) - ms(deliveredDelay), Unit: "ms"}
	event99 := figure{Name: "202 → delivered event, p99 at " + rate, Value: p.delivered.at(.99) - ms(deliveredDelay), Unit: "ms", Spoiled: unfinished(p)}
	memory := figure{Name: "memory at " + rate, Value: p.peak, Unit: "MB"}
	if isEmbedded {
		p99.Target, p99.AtMost = steadyP99, true
		sustained.Target, sustained.Tolerance = float64(p.rate), 0.02
		event99.Target, event99.AtMost = deliveredP99, true
		memory.Target, memory.AtMost = busyMemory, true
	} else if last {
		sustained.Target, sustained.Tolerance = postgresSustained, 0.02
	}
	if p.growing {
		sustained.Spoiled = "the backlog grew"
	}
	out := []figure{p50, p99, sustained, event, event99, memory}
	for i := range out {
		out[i].Engine = m.engine
	}
	return out
}

func refused(a *outcome) string {
	if a.failed == 0 {
		return ""
	}
	return fmt.Sprintf("%d were refused", a.failed)
}

func unfinished(p *phase) string {
	switch {
	case p.failed > 0:
		return fmt.Sprintf("%d messages failed", p.failed)
	case p.left > 0:
		return fmt.Sprintf("%d messages did not end", p.left)
	}
	return refused(&p.accepts)
}
