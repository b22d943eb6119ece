package event_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

var everything = crm.Subscription{Events: []crm.EventPattern{crm.AllEvents}}

func pull(t *testing.T, base *db.DB, wanted crm.Subscription, after string, limit int) (page event.EventList) {
	t.Helper()
	err := base.View(context.Background(), func(tx *db.Tx) (err error) {
		page, err = event.ListEvents(tx, "w", crm.WholeReach(), wanted, crm.Page{After: after, Limit: limit})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// Who pulls with the last event that it was given gets every event once, in the
// order of the log, however many write at once and however late they commit.
func TestAPullMissesNothing(t *testing.T) {
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			url := filepath.Join(t.TempDir(), "crm.db")
			if engine == "postgres" {
				url = testpg.New(t)
			}
			base := testdb.Open(t, url)
			var writing sync.WaitGroup
			var pulls atomic.Int64
			var over atomic.Bool
			defer over.Store(true)
			const writers, each, late = 8, 50, 8
			total := writers * each
			for i := range writers {
				writing.Go(func() {
					for range each {
						err := base.Update(context.Background(), fmt.Sprint("key", i), func(tx *db.Tx) error {
							return event.AppendEvent(tx, crm.EventMessagesReceived, "w", fmt.Sprint("key", i), crm.EventScope{}, map[string]any{})
						})
						if err != nil {
							t.Error(err)
						}
					}
				})
			}
			if engine == "postgres" { // elsewhere one writer is all
				total += late
				straggler := testdb.Beside(t, url)
				writing.Go(func() {
					for n := range late {
						id := crm.LowestID(crm.PrefixEvent, time.UnixMilli(int64(n+1))) // the one of 0 stands for the begin
						if n%2 == 1 {
							id = crm.LowestID(crm.PrefixEvent, time.Date(2200, 1, 1, 0, 0, n, 0, time.UTC))
						}
						testdb.Run(t, straggler, "begin")
						testdb.Run(t, straggler, "SELECT pg_current_xact_id()")
						for before := pulls.Load(); pulls.Load() < before+3 && !over.Load(); {
							time.Sleep(time.Millisecond)
						}
						testdb.AppendEvent(t, straggler, "w", id, "key")
						testdb.Run(t, straggler, "commit")
					}
				})
			}
			var got []string
			last, deadline := "", time.Now().Add(30*time.Second)
			for len(got) < total && time.Now().Before(deadline) {
				page := pull(t, base, everything, last, 7)
				for _, e := range page.Items {
					got = append(got, e.ID)
				}
				if page.Next != "" && page.Next != page.Last {
					t.Fatalf("the next page begins at %s, not where this one ends, at %s", page.Next, page.Last)
				}
				last = page.Last
				pulls.Add(1)
			}
			over.Store(true)
			writing.Wait()
			all := listedAll(t, base)
			if len(all) != total || !slices.Equal(got, all) {
				t.Errorf("pulled %d events, the log has %d of %d, in the same order: %v", len(got), len(all), total, slices.Equal(got, all))
			}
		})
	}
}

// listedAll reads the log anew from its begin.
func listedAll(t *testing.T, base *db.DB) (ids []string) {
	t.Helper()
	for after, more := "", true; more; {
		page := pull(t, base, everything, after, 200)
		for _, e := range page.Items {
			ids = append(ids, e.ID)
		}
		after, more = page.Last, page.Next != ""
	}
	return ids
}

// A page of few events among many costs no more than any other: it ends after
// a bounded part of the log, and says how far it came.
func TestAFilteredPageIsBounded(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		write := func(n int, kind crm.EventKind, number string) {
			err := base.Update(context.Background(), "k", func(tx *db.Tx) error {
				for range n {
					if err := event.AppendEvent(tx, kind, "w", "key", crm.EventScope{PhoneNumberID: number}, map[string]any{}); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		write(3000, crm.EventMessagesReceived, "num_1")
		write(2, crm.EventMessagesReceived, "num_2")
		write(1, crm.EventTemplateStatusUpdated, "")
		write(1, crm.EventMessagesUpsert, "num_2")
		wanted := crm.Subscription{Events: []crm.EventPattern{"messages.received", "template.*"}, PhoneNumberIDs: []string{"num_2"}}
		first := pull(t, base, wanted, "", 10)
		if len(first.Items) != 0 || first.Next == "" || first.Last != first.Next {
			t.Fatalf("the first page has %d events and goes on at %q", len(first.Items), first.Next)
		}
		second := pull(t, base, wanted, first.Next, 10)
		if len(second.Items) != 3 || second.Next != "" || second.Last <= second.Items[2].ID {
			t.Fatalf("the second page has %d events, goes on at %q and looked up to %q", len(second.Items), second.Next, second.Last)
		}
		// Two are a full page, and a third one follows.
		cut := pull(t, base, wanted, first.Next, 2)
		if len(cut.Items) != 2 || cut.Next != cut.Items[1].ID {
			t.Fatalf("a page of two has %d events and goes on at %q", len(cut.Items), cut.Next)
		}
		// A full page at whose end nothing more is wanted does not claim a next one
		// for ever.
		if rest := pull(t, base, wanted, cut.Next, 1); len(rest.Items) != 1 || rest.Next != rest.Items[0].ID {
			t.Errorf("the page of the last one: %+v", rest)
		} else if end := pull(t, base, wanted, rest.Next, 1); len(end.Items) != 0 || end.Next != "" || end.Last != second.Last {
			t.Errorf("behind it: %+v", end)
		}
		if still := pull(t, base, wanted, second.Last, 10); len(still.Items) != 0 || still.Last != second.Last {
			t.Errorf("behind the last event: %+v", still)
		}
	})
}

// Samples are for the endpoint that they were sent to, and an event that is not
// in the workspace's log is no place to go on from.
func TestWhatIsNotPulled(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		err := base.Update(context.Background(), "k", func(tx *db.Tx) error {
			if err := event.AppendEvent(tx, crm.EventMessagesReceived, "elsewhere", "key", crm.EventScope{}, map[string]any{}); err != nil {
				return err
			}
			_, err := event.AppendTest(tx, crm.EventMessagesReceived, &crm.WebhookEndpoint{ID: "whk", WorkspaceID: "w", Enabled: true}, []byte("{}"))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		appendEvents(t, base, 1)
		ids := listed(t, base)
		page := pull(t, base, everything, "", 1)
		if len(page.Items) != 1 || page.Items[0].ID != ids[0] || page.Next != "" {
			t.Errorf("pulled %+v", page)
		}
		var other string
		err = base.View(context.Background(), func(tx *db.Tx) error {
			list, err := event.ListEvents(tx, "elsewhere", crm.WholeReach(), everything, crm.Page{Limit: 1})
			other = list.Items[0].ID
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{other, "evt_unknown"} {
			err := base.View(context.Background(), func(tx *db.Tx) error {
				_, err := event.ListEvents(tx, "w", crm.WholeReach(), everything, crm.Page{After: id, Limit: 1})
				return err
			})
			if crm.CodeOf(err) != crm.CodeEventExpired {
				t.Errorf("after %s: %v", id, err)
			}
		}
	})
}
