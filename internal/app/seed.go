package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
)

// Seed is what a database is filled with.
type Seed struct {
	Messages, Contacts, Workspaces int
	// Deals are those of the first workspace, over two years.
	Deals int
	// Events is how many events of the log tell of a message.
	Events int
	// Dense gives every conversation what otherwise one of many has: notes, drafts,
	// ratings and so on. It makes their tables large with few conversations.
	Dense bool
	// EndpointURL is where the endpoint of each workspace posts; without one it is
	// disabled, and only its deliveries of the past are there.
	EndpointURL string
}

const (
	// seedPart is how much one transaction of a seed writes.
	seedPart = 2500
	// seedWriters is how many of them are made side by side.
	seedWriters = 2
	// seedSpan is over how many days the messages are spread: none is old enough to
	// be removed soon.
	seedSpan = 27 * 24 * time.Hour
	seedTold = 5 * time.Second
	// seededName begins the names of workspaces that a seed made.
	seededName = "Seeded "
)

// FillDatabase fills a database that has no messages, for measuring how the service
// does with a long history. Workspaces that are there are filled first; more are
// made where there are fewer.
func FillDatabase(ctx context.Context, d config.Database, what Seed, out io.Writer) error {
	lock, served := lockDatabase(d.Database)
	if served != nil {
		return served
	}
	if lock != nil {
		defer lock.Close()
	}
	return WithService(ctx, d, service.Options{}, "", "", func(svc *service.Service) error {
		filled := false
		err := svc.DB().View(ctx, func(tx *db.Tx) (err error) { filled, err = message.AnyMessage(tx); return err })
		if err == nil && filled && what.Messages+what.Contacts == 0 && what.Deals > 0 {
			filled, err = notSeeded(ctx, svc)
		}
		if err == nil && filled {
			err = errors.New("the database has messages already; seed fills only a database without any, so that it mixes with nobody's data. Name a new one with --database")
		}
		if err != nil {
			return err
		}
		return newFilling(svc, what, out).run(ctx)
	})
}

// filling is a seed under way.
type filling struct {
	Seed
	svc        *service.Service
	out        io.Writer
	end        time.Time // when the last message was made
	workspaces []filledWorkspace
}

// filledWorkspace is a workspace with the numbers that its messages go through.
type filledWorkspace struct {
	id, endpointID string
	numbers        []crm.PhoneNumber
}

func newFilling(svc *service.Service, what Seed, out io.Writer) *filling {
	what.Workspaces = max(1, what.Workspaces)
	if what.Messages > 0 {
		what.Contacts = max(what.Contacts, what.Workspaces) // somebody to write to
	}
	return &filling{Seed: what, svc: svc, out: out, end: svc.DB().Source().Now().Add(-time.Hour)}
}

func (f *filling) run(ctx context.Context) error {
	began := time.Now()
	err := f.findWorkspaces(ctx)
	if err == nil {
		have := len(f.workspaces)
		f.workspaces = f.workspaces[:f.Workspaces] // those that are missing are made in their places
		err = f.inParts(ctx, "workspaces", f.Workspaces-have, 100, func(first, end int) func(*db.Tx) error {
			return func(tx *db.Tx) error { return f.makeWorkspaces(tx, have+first, have+end) }
		})
	}
	if err == nil && f.agents() > 0 {
		err = f.inParts(ctx, "workspaces with people", len(f.workspaces), 10, f.people)
	}
	if err == nil {
		err = f.inParts(ctx, "contacts", f.Contacts, seedPart, f.contacts)
	}
	if err == nil {
		err = f.inParts(ctx, "messages", f.Messages, seedPart, f.messages)
	}
	if err == nil && f.Deals > 0 {
		err = f.makeDeals(ctx)
	}
	endpoints := len(f.workspaces)
	if f.Messages+f.Contacts == 0 && f.Deals > 0 {
		endpoints = 0 // they may be there already
	}
	if err == nil {
		// Behind what was written: nothing of it is news for them.
		err = f.inParts(ctx, "endpoints", endpoints, 100, func(first, end int) func(*db.Tx) error {
			return func(tx *db.Tx) error { return f.makeEndpoints(tx, f.workspaces[first:end]) }
		})
	}
	if err == nil {
		err = f.svc.DB().Analyze(ctx)
	}
	if err == nil {
		fmt.Fprintf(f.out, "Done in %s: %d workspaces, %d contacts, %d messages, %d events, %d deals.\n", time.Since(began).Round(time.Second), len(f.workspaces), f.Contacts, f.Messages, f.Messages*f.Events, f.Deals)
	}
	return err
}

// findWorkspaces takes the oldest workspaces that are there, with their numbers.
func (f *filling) findWorkspaces(ctx context.Context) error {
	f.workspaces = make([]filledWorkspace, 0, f.Workspaces)
	return f.svc.DB().View(ctx, func(tx *db.Tx) error {
		list, err := access.Workspaces(tx, f.Workspaces)
		f.workspaces = f.workspaces[:0]
		for _, w := range list {
			if err != nil {
				break
			}
			var numbers crm.List[crm.PhoneNumber]
			if numbers, err = account.PhoneNumbers(tx, w.ID, crm.Page{Limit: crm.MaxPageLimit}); err == nil && len(numbers.Items) == 0 {
				err = fmt.Errorf("the workspace %s has no phone number; connect one, or name a new database", w.ID)
			}
			f.workspaces = append(f.workspaces, filledWorkspace{id: w.ID, endpointID: tx.NewID(crm.PrefixWebhookEndpoint), numbers: numbers.Items})
		}
		return err
	})
}

// makeWorkspaces makes those from first to end, each with a number.
func (f *filling) makeWorkspaces(tx *db.Tx, first, end int) error {
	for n := first; n < end; n++ {
		w := crm.Workspace{ID: tx.NewID(crm.PrefixWorkspace), Name: fmt.Sprint(seededName, n+1), Live: true, DefaultLanguage: "en_US", CreatedAt: f.end.Add(-seedSpan)}
		access.SeedWorkspace(tx, w)
		p, err := f.svc.Account.SeedNumber(tx, w.ID, fmt.Sprintf("+1555%07d", n), n)
		if err != nil {
			return err
		}
		f.workspaces[n] = filledWorkspace{id: w.ID, endpointID: tx.NewID(crm.PrefixWebhookEndpoint), numbers: []crm.PhoneNumber{p}}
	}
	return nil
}

func (f *filling) makeEndpoints(tx *db.Tx, list []filledWorkspace) error {
	for _, w := range list {
		e := crm.WebhookEndpoint{ID: w.endpointID, WorkspaceID: w.id, URL: f.EndpointURL, Enabled: true, Subscription: crm.Subscription{Events: []crm.EventPattern{crm.AllEvents}}}
		if e.URL == "" {
			e.URL, e.Enabled = "https://receiver.invalid/events", false
		}
		if err := f.svc.Event.SeedEndpoint(tx, e); err != nil {
			return err
		}
	}
	return nil
}

// contacts writes those from first to end, each with a conversation and what
// happened in it.
func (f *filling) contacts(first, end int) func(*db.Tx) error {
	var people []crm.Contact
	var conversations []contact.ListedConversation
	var stories []*story
	for n := first; n < end; n++ {
		c, v, st := f.contact(n)
		people, conversations, stories = append(people, c), append(conversations, v), append(stories, st)
	}
	return func(tx *db.Tx) error {
		if err := contact.SeedContacts(tx, people, conversations); err != nil {
			return err
		}
		for i, st := range stories {
			if st == nil {
				continue
			}
			if err := st.tell(tx, conversations[i]); err != nil {
				return err
			}
		}
		return nil
	}
}

// messages writes those from first to end, with their events and deliveries.
func (f *filling) messages(first, end int) func(*db.Tx) error {
	type told struct {
		event.LoggedEvent
		endpointID string
		sequence   int64
	}
	var list []*crm.Message
	var events []told
	for n := first; n < end; n++ {
		m := f.message(n)
		list = append(list, m)
		for step := range f.Events {
			events = append(events, told{f.event(m, n, step), f.workspaces[n%f.Workspaces].endpointID, int64(n/f.Workspaces*f.Events + step + 1)})
		}
	}
	return func(tx *db.Tx) error {
		for _, m := range list {
			message.InsertMessage(tx, m)
		}
		for _, e := range events {
			event.SeedEvent(tx, e.LoggedEvent)
			event.SeedDelivery(tx, e.endpointID, e.LoggedEvent, e.sequence, e.sequence%seldom == 0)
		}
		return nil
	}
}

// inParts writes total things in transactions of so many, and tells how it comes on.
func (f *filling) inParts(ctx context.Context, what string, total, size int, part func(first, end int) func(*db.Tx) error) error {
	var next, done atomic.Int64
	began := time.Now()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var writers sync.WaitGroup
	for w := range seedWriters {
		writers.Go(func() {
			for ctx.Err() == nil {
				first := int(next.Add(int64(size))) - size
				if first >= total {
					return
				}
				end := min(first+size, total)
				if err := f.svc.DB().Update(ctx, fmt.Sprint("seed", w), part(first, end)); err != nil {
					cancel(err)
					return
				}
				done.Add(int64(end - first))
			}
		})
	}
	ended := make(chan struct{})
	go func() { writers.Wait(); close(ended) }()
	tick := time.NewTicker(seedTold)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			if total > 0 && done.Load() == int64(total) {
				f.tell(what, done.Load(), total, began)
			}
			return context.Cause(ctx)
		case <-tick.C:
			f.tell(what, done.Load(), total, began)
		}
	}
}

func (f *filling) tell(what string, done int64, total int, began time.Time) {
	took := time.Since(began)
	rate := float64(done) / max(took.Seconds(), 0.001)
	left := "?"
	if done > 0 {
		left = time.Duration(float64(int64(total)-done) / rate * float64(time.Second)).Round(time.Second).String()
	}
	fmt.Fprintf(f.out, "%s: %d of %d, %.0f/s, %s left\n", what, done, total, rate, left)
}
