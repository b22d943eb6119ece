package app

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/webhook"
)

// narrator prints one line for each thing that happens. It is for a demo: its
// lines contain what people wrote. It is told without waiting, and leaves out
// lines rather than hold up whoever tells it.
type narrator struct {
	service *service.Service
	out     io.Writer
	speaks  atomic.Bool
	heard   chan happening
	leftOut atomic.Int64
	sentTo  map[string]string // number by message, of those under way
}

// happening is an event, or a call to a receiver where result is set.
type happening struct {
	at     time.Time
	event  event.LoggedEvent
	kind   crm.EventKind
	url    string
	result *webhook.Result
}

const (
	heardEvents  = 512 // that wait to be printed
	followed     = 4096
	shownText    = 80 // characters
	lookPatience = 2 * time.Second
)

func newNarrator() *narrator {
	return &narrator{heard: make(chan happening, heardEvents), sentTo: map[string]string{}}
}

// Narrate prints from now on what happens, one line each, until the app stops.
func (a *App) Narrate(out io.Writer) {
	a.narrator.out = out
	a.narrator.speaks.Store(true)
}

// tellEvent takes an event; it never waits.
func (n *narrator) tellEvent(ev event.LoggedEvent) {
	if n.speaks.Load() {
		n.tell(happening{at: time.Now(), event: ev, kind: ev.Kind})
	}
}

// tellCall takes what came of a call to a receiver; it never waits.
func (n *narrator) tellCall(kind crm.EventKind, url string, r *webhook.Result) {
	if n.speaks.Load() {
		n.tell(happening{at: time.Now(), kind: kind, url: url, result: r})
	}
}

func (n *narrator) tell(h happening) {
	select {
	case n.heard <- h:
	default:
		n.leftOut.Add(1)
	}
}

// Run prints until ctx ends.
func (n *narrator) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case h := <-n.heard:
			if missed := n.leftOut.Swap(0); missed > 0 {
				n.line(h.at, "…", fmt.Sprintf("%d lines skipped: too many events at once", missed))
			}
			if h.result != nil {
				n.call(h)
			} else {
				n.event(ctx, h)
			}
		}
	}
}

// line prints one line: when, what, and the rest.
func (n *narrator) line(at time.Time, what string, parts ...string) {
	rest := []string{}
	for _, p := range parts {
		if p != "" {
			rest = append(rest, p)
		}
	}
	fmt.Fprintf(n.out, "%s  %-10s  %s\n", at.Format(time.TimeOnly), what, strings.Join(rest, "  "))
}

func (n *narrator) call(h happening) {
	answer := fmt.Sprint(h.result.StatusCode)
	if h.result.StatusCode == 0 {
		answer = "failed: " + oneLine(h.result.Error)
	}
	what := "event ✓"
	if !h.result.OK() {
		what = "event ✗"
	}
	n.line(h.at, what, fmt.Sprintf("%-24s", h.kind), "→ "+place(h.url), answer, fmt.Sprintf("%d ms", h.result.Latency.Milliseconds()))
}

// event prints what an event tells; data of a form that it does not know it
// leaves out.
func (n *narrator) event(ctx context.Context, h happening) {
	switch h.kind {
	case crm.EventMessagesReceived:
		if d, ok := dataOf[crm.MessageReceivedData](h.event); ok {
			n.line(h.at, "in", number(cmp.Or(string(d.From), d.FromUserID)), cmp.Or(quoted(d.Content), "["+d.Type+"]"))
		}
	case crm.EventMessagesUpsert:
		if d, ok := dataOf[crm.MessageUpsertData](h.event); ok && d.AIReply != "" {
			cost := fmt.Sprintf("%d tokens", d.AITokensUsed)
			switch {
			case d.CacheHit:
				cost = "from the cache"
			case d.AITokensUsed == 0:
				cost = "without a model"
			}
			n.line(h.at, "reply", number(cmp.Or(string(d.From), d.FromUserID)), quoted(d.AIReply), "("+cost+")")
		}
	case crm.EventMessagesStatusUpdated:
		if d, ok := dataOf[crm.MessageStatusData](h.event); ok {
			n.status(ctx, h, d)
		}
	case crm.EventAIFailoverTriggered:
		if d, ok := dataOf[crm.AIFailoverData](h.event); ok {
			n.line(h.at, "failover", n.model(ctx, h, &d.FromProvider)+" → "+n.model(ctx, h, d.ToProvider), "("+d.Reason+")")
		}
	case crm.EventConversationHandedOff:
		if d, ok := dataOf[crm.ConversationHandedOffData](h.event); ok {
			n.line(h.at, "hand-off", "to people", "("+d.Reason+")", oneLine(d.Evidence))
		}
	default:
		n.line(h.at, "event", string(h.kind))
	}
}

// status prints how far a message has come: its first status with what it is.
func (n *narrator) status(ctx context.Context, h happening, d crm.MessageStatusData) {
	to, known := n.sentTo[d.MessageID]
	if !known {
		var what string
		if to, what = n.message(ctx, h, d.MessageID); to != "" {
			n.line(h.at, "out", number(to), what)
		}
		if len(n.sentTo) < followed {
			n.sentTo[d.MessageID] = to
		}
	}
	why := ""
	if d.Error != nil {
		why = fmt.Sprintf("(%s: %s)", d.Error.Code, oneLine(d.Error.Detail))
	}
	n.line(h.at, "status", number(to), string(d.Status), why)
	if d.Status == crm.StatusRead || d.Error != nil {
		delete(n.sentTo, d.MessageID)
	}
}

// message looks up to whom a message goes and what it says.
func (n *narrator) message(ctx context.Context, h happening, id string) (to, what string) {
	ctx, cancel := context.WithTimeout(ctx, lookPatience)
	defer cancel()
	m, err := n.service.Message.Message(ctx, n.actor(h), id)
	if err != nil {
		return "", ""
	}
	what = "[" + m.Type + "]"
	switch {
	case m.Content.Text != nil:
		what = quoted(m.Content.Text.Body)
	case m.Content.Template != nil:
		what = "[template " + m.Content.Template.Name + "]"
	}
	return cmp.Or(m.To, m.UserID), what
}

// model looks up the name of an AI provider.
func (n *narrator) model(ctx context.Context, h happening, id *string) string {
	if id == nil {
		return "none left"
	}
	ctx, cancel := context.WithTimeout(ctx, lookPatience)
	defer cancel()
	v, err := n.service.Model.AIProvider(ctx, n.actor(h), *id)
	if err != nil {
		return *id
	}
	return oneLine(v.Provider.Name)
}

func (n *narrator) actor(h happening) crm.Actor {
	return crm.Insider(h.event.WorkspaceID, crm.ActorSystem, false)
}

// place is a receiver's URL without what may be secret in it.
func place(receiver string) string {
	u, err := url.Parse(receiver)
	if err != nil {
		return "?"
	}
	return oneLine((&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String())
}

// number is a person's, in a column of its own.
func number(of string) string { return fmt.Sprintf("%-16s", of) }

func quoted(text string) string {
	if text == "" {
		return ""
	}
	return "“" + oneLine(text) + "”"
}

// oneLine is the beginning of a text, without what would act on a terminal.
func oneLine(text string) string {
	var out []rune
	for _, r := range text {
		switch {
		case len(out) == shownText:
			return string(out) + "…"
		case unicode.IsSpace(r):
			out = append(out, ' ')
		case unicode.IsPrint(r):
			out = append(out, r)
		}
	}
	return string(out)
}

func dataOf[T any](ev event.LoggedEvent) (data T, ok bool) {
	var body struct{ Data *T }
	body.Data = &data
	return data, json.Unmarshal(ev.Body, &body) == nil
}
