// Package templatelint says what the provider will make of a message template
// before it is sent there: which faults it refuses at once, what its reviewers
// mind, what costs more than it should, and how often templates like this one
// were approved in the workspace. It follows from its arguments alone.
package templatelint

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"service.example/crm/internal/crm"
)

// Severity says what a finding means.
type Severity string

// The severities.
const (
	Error   Severity = "error"   // the provider refuses the template at once
	Warning Severity = "warning" // it is taken, and may be rejected in review, moved to another category, or not do what was meant
	Hint    Severity = "hint"    // it would be better otherwise
)

// Severities lists them, the gravest first.
var Severities = []Severity{Error, Warning, Hint}

// Template is what is judged: what a call that creates it would say.
type Template struct {
	Name, Language, Category string
	Format                   string // NAMED or POSITIONAL; empty for POSITIONAL
	Components               json.RawMessage
	TTL                      *int64 // seconds
	SubCategory              string
	DisplayFormat            string
}

// History is what the workspace knows of its templates.
type History struct {
	Now       time.Time
	Templates []crm.Template
}

// Finding is one thing that was found.
type Finding struct {
	Rule     string
	Severity Severity
	Path     string // JSON pointer into the request
	Message  string
	Fix      string // "" where nothing can be suggested
	Source   string
	// Code and Subcode are those with which the provider refuses; 0 for none.
	Code, Subcode int
}

// Report is all that was found, in the order of the rules.
type Report struct {
	Findings []Finding
	More     int // how many were left out beyond MaxFindings
	Chance   Chance
}

// Bounds of what is looked at. What is beyond them has findings enough.
const (
	MaxFindings   = 100
	maxComponents = 20
	maxCards      = 20
	maxButtons    = 40
	maxText       = 8192 // characters of one text
	MaxHistory    = 500  // templates that are learned from
)

// Refused reports whether the provider would refuse the template at once.
func (r Report) Refused() bool {
	for _, f := range r.Findings {
		if f.Severity == Error {
			return true
		}
	}
	return false
}

// Outcome is what becomes of a template.
type Outcome string

// The outcomes.
const (
	Refused       Outcome = "refused"       // when it is created
	Rejected      Outcome = "rejected"      // in review
	Recategorised Outcome = "recategorised" // it is approved as marketing
	Approved      Outcome = "approved"
)

// Outcomes lists them, the worst first.
var Outcomes = []Outcome{Refused, Rejected, Recategorised, Approved}

// outcomes are the rules that foretell a review (outbound.md 3.1, 3.2). What other warnings
// come to, the provider does not say.
var outcomes = map[string]Outcome{"duplicate_content": Rejected, "like_rejected": Rejected, "category_drift": Recategorised}

// Outcome is what will probably become of the template: the worst that a finding foretells.
func (r Report) Outcome() Outcome {
	worst := Approved
	if r.Refused() {
		worst = Refused
	}
	for _, f := range r.Findings {
		if o, foretold := outcomes[f.Rule]; foretold && slices.Index(Outcomes, o) < slices.Index(Outcomes, worst) {
			worst = o
		}
	}
	return worst
}

// Has reports whether a rule found something.
func (r Report) Has(rule string) bool {
	for _, f := range r.Findings {
		if f.Rule == rule {
			return true
		}
	}
	return false
}

// Lint judges a template.
func Lint(t Template, h History) Report {
	if len(h.Templates) > MaxHistory {
		h.Templates = h.Templates[:MaxHistory]
	}
	l := &linter{template: t, form: read(t)}
	l.envelope()
	l.components()
	l.whole()
	l.content()
	past := readPast(h.Templates)
	l.earlier(past, h.Now)
	l.report.Chance = chance(l, past)
	return l.report
}

// linter is one template on its way through the rules.
type linter struct {
	template Template
	form     form
	report   Report
}

// find adds a finding of a rule at a place, with the sentence that says it.
func (l *linter) find(rule, path, message string, args ...any) *Finding {
	about := rules[rule]
	if len(l.report.Findings) >= MaxFindings {
		l.report.More++
		return &Finding{}
	}
	l.report.Findings = append(l.report.Findings, Finding{Rule: rule, Severity: about.Severity, Path: path,
		Message: fmt.Sprintf(message, args...), Source: about.Source, Code: about.code(), Subcode: about.Subcode})
	return &l.report.Findings[len(l.report.Findings)-1]
}

// fix adds what can be done about a finding.
func (f *Finding) fix(suggestion string, args ...any) *Finding {
	f.Fix = fmt.Sprintf(suggestion, args...)
	return f
}
