package app

import (
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/testkit/testpg"
)

// What is seeded is read like what was sent and received.
func TestASeededDatabaseIsReadLikeAnyOther(t *testing.T) {
	const messages, contacts, workspaces = 3000, 60, 3
	for engine, url := range map[string]string{"sqlite": filepath.Join(t.TempDir(), "crm.db"), "postgres": testpg.New(t)} {
		t.Run(engine, func(t *testing.T) {
			d := config.Database{Database: url, MasterKey: "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="}
			var told strings.Builder
			what := Seed{Messages: messages, Contacts: contacts, Workspaces: workspaces, Events: 2}
			if err := FillDatabase(t.Context(), d, what, &told); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(told.String(), "messages: 3000 of 3000") || !strings.Contains(told.String(), "Done in") {
				t.Errorf("told %s", told.String())
			}
			if err := FillDatabase(t.Context(), d, what, &told); err == nil || !strings.Contains(err.Error(), "has messages already") {
				t.Errorf("a second time: %v", err)
			}
			err := WithService(t.Context(), d, service.Options{}, "", "", func(svc *service.Service) error {
				list, err := svc.Access.Workspaces(t.Context())
				if err != nil || len(list) != workspaces {
					t.Fatalf("%d workspaces, %v", len(list), err)
				}
				for _, w := range list {
					readSeeded(t, svc, w, messages/workspaces, contacts/workspaces, what.Events)
				}
				return svc.DB().View(t.Context(), func(tx *db.Tx) error {
					waiting, err := access.UnsweptWorkspaces(tx, tx.Now().Add(-crm.WindowLength), 10)
					if len(waiting) > 0 {
						t.Errorf("the janitor would look through all messages of %v", waiting)
					}
					return err
				})
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

// Every list of the inbox has something in it for somebody who works there, and what
// is counted is what is listed.
func TestASeededInboxHasSomethingInEveryList(t *testing.T) {
	const contacts = 1200
	for engine, url := range map[string]string{"sqlite": filepath.Join(t.TempDir(), "crm.db"), "postgres": testpg.New(t)} {
		t.Run(engine, func(t *testing.T) {
			d := config.Database{Database: url, MasterKey: "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="}
			if err := FillDatabase(t.Context(), d, Seed{Contacts: contacts, Workspaces: 1}, io.Discard); err != nil {
				t.Fatal(err)
			}
			err := WithService(t.Context(), d, service.Options{}, "", "", func(svc *service.Service) error {
				list, err := svc.Access.Workspaces(t.Context())
				if err != nil {
					return err
				}
				operator, err := svc.Access.Operator(t.Context(), list[0].ID)
				if err != nil {
					return err
				}
				return readSeededInbox(t, svc, operator)
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

// readSeededInbox reads every list as whoever has something in it.
func readSeededInbox(t *testing.T, svc *service.Service, operator crm.Actor) error {
	page := crm.Page{Limit: crm.MaxPageLimit}
	members, err := svc.Members.Users(t.Context(), operator, crm.MemberFilter{}, page)
	if err != nil {
		return err
	}
	actors := []crm.Actor{operator}
	for _, m := range members.Items {
		one := operator // sees everything, as this person
		one.Kind, one.ID = crm.ActorUser, m.User.ID
		actors = append(actors, one)
	}
	found := map[crm.ConversationView]int{}
	for _, a := range actors {
		for _, v := range []crm.ConversationView{crm.ViewAll, crm.ViewMine, crm.ViewUnassigned, crm.ViewFollowed, crm.ViewMentions, crm.ViewSnoozed, crm.ViewClosed, crm.ViewNeedsAnswer,
			crm.ViewWaitingLongest, crm.ViewWindowClosing, crm.ViewFollowUps} {
			if a.Kind != crm.ActorUser && (v == crm.ViewMine || v == crm.ViewFollowed || v == crm.ViewMentions) {
				continue
			}
			list, err := svc.Conversation.View(t.Context(), a, conversation.ViewFilter{View: v}, page)
			if err != nil {
				return err
			}
			found[v] = max(found[v], len(list.Items))
		}
	}
	for v, n := range found {
		if n == 0 {
			t.Errorf("nothing is in %s", v)
		}
	}
	counts, err := svc.Conversation.Counts(t.Context(), operator)
	if err != nil {
		return err
	}
	if n := len(members.Items); n != 25 || int(counts.All) != found[crm.ViewAll] || int(counts.NeedsAnswer) != found[crm.ViewNeedsAnswer] || int(counts.Unassigned) != found[crm.ViewUnassigned] ||
		int(counts.Snoozed) != found[crm.ViewSnoozed] || counts.All+counts.Closed != 1140 || len(counts.Teams) == 0 {
		t.Errorf("%d members; counted %+v, listed %v", n, counts, found)
	}
	labels, err := svc.Conversation.Labels(t.Context(), operator, page)
	if err != nil || len(labels.Items) != seededLabels {
		t.Errorf("%d labels, %v", len(labels.Items), err)
	}
	closed, err := svc.Conversation.View(t.Context(), operator, conversation.ViewFilter{View: crm.ViewClosed}, page)
	if err != nil {
		return err
	}
	kept := map[string]int{}
	for _, c := range closed.Items {
		timeline, err1 := svc.Conversation.Timeline(t.Context(), operator, c.ID, page)
		episodes, err2 := svc.Conversation.Episodes(t.Context(), operator, c.ID, 0, 10)
		decisions, err3 := svc.Routing.Decisions(t.Context(), operator, c.ID, "", 10)
		clocks, err4 := svc.ServiceLevel.Clocks(t.Context(), operator, c.ID, page)
		if err := errors.Join(err1, err2, err3, err4); err != nil {
			return err
		}
		kept["timeline"] += len(timeline.Items)
		kept["episodes"] += len(episodes)
		kept["decisions"] += len(decisions)
		kept["clocks"] += len(clocks.Items)
		kept["labels"] += len(c.LabelIDs)
		for _, e := range episodes {
			if e.Rating != nil {
				kept["ratings"]++
			}
			if e.WaitedBy[crm.WaitAssigned] == 0 || e.At == nil {
				t.Errorf("an episode %+v", e)
			}
		}
	}
	for _, what := range []string{"timeline", "episodes", "decisions", "clocks", "labels", "ratings"} {
		if kept[what] == 0 {
			t.Errorf("no closed conversation has %s: %v", what, kept)
		}
	}
	return nil
}

func readSeeded(t *testing.T, svc *service.Service, w crm.Workspace, messages, contacts, eventsEach int) {
	t.Helper()
	all, statuses, conversations := map[string]bool{}, map[crm.Status]int{}, map[string]int{}
	err := svc.DB().View(t.Context(), func(tx *db.Tx) error {
		for after := ""; ; {
			page, err := message.ListMessages(tx, w.ID, crm.WholeReach(), message.MessageFilter{}, crm.Page{After: after, Limit: 200})
			if err != nil {
				return err
			}
			for _, m := range page.Items {
				all[m.ID] = true
				statuses[m.Status]++
				conversations[m.ConversationID]++
			}
			if after = page.Next; after == "" {
				break
			}
		}
		one, err := message.Message(tx, w.ID, first(all))
		if err != nil {
			return err
		}
		called, err := message.ListMessages(tx, w.ID, crm.WholeReach(), message.MessageFilter{ProviderMessageID: one.ProviderMessageID}, crm.Page{Limit: 10})
		if err != nil || len(called.Items) != 1 || called.Items[0].ID != one.ID {
			t.Errorf("the provider's identifier finds %v, %v", called.Items, err)
		}
		people, err := contact.ListContacts(tx, w.ID, crm.WholeReach(), crm.ContactFilter{}, crm.Page{Limit: 200})
		if err != nil || len(people.Items) != contacts {
			t.Errorf("%d contacts, %v", len(people.Items), err)
		}
		head, err := event.LogHead(tx, w.ID)
		if err != nil || head != int64(messages*eventsEach) {
			t.Errorf("the log ends at %d, %v", head, err)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != messages || len(conversations) != contacts || statuses[crm.StatusRead] == 0 || statuses[crm.StatusDelivered] == 0 ||
		statuses[crm.StatusReceived] != messages*2/burst || statuses[crm.StatusFailed] == 0 {
		t.Errorf("%d messages in %d conversations: %v", len(all), len(conversations), statuses)
	}
	actor, err := svc.Access.Operator(t.Context(), w.ID)
	if err != nil {
		t.Fatal(err)
	}
	endpoints, err := svc.Event.WebhookEndpoints(t.Context(), actor, crm.Page{Limit: 10})
	if err != nil || len(endpoints.Items) != 1 || endpoints.Items[0].Enabled {
		t.Fatalf("endpoints %+v, %v", endpoints.Items, err)
	}
	for state, want := range map[crm.DeliveryState]int{event.DeliverySucceeded: 200, event.DeliveryFailed: messages * eventsEach / seldom} {
		list, err := svc.Event.Deliveries(t.Context(), actor, endpoints.Items[0].ID, crm.DeliveryFilter{State: state}, crm.Page{Limit: 200})
		if err != nil || len(list.Items) != want {
			t.Errorf("%d deliveries are %s, want %d, %v", len(list.Items), state, want, err)
		}
	}
}

func first(set map[string]bool) string {
	for id := range set {
		return id
	}
	return ""
}

// Deals are seeded with the rest or later, and then are what any others are.
func TestSeededDealsAreReadLikeAnyOther(t *testing.T) {
	for engine, url := range map[string]string{"sqlite": filepath.Join(t.TempDir(), "crm.db"), "postgres": testpg.New(t)} {
		t.Run(engine, func(t *testing.T) {
			d := config.Database{Database: url, MasterKey: "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="}
			if err := FillDatabase(t.Context(), d, Seed{Contacts: 20, Messages: 200, Workspaces: 1, Events: 1}, io.Discard); err != nil {
				t.Fatal(err)
			}
			const deals = 1200
			if err := FillDatabase(t.Context(), d, Seed{Deals: deals}, io.Discard); err != nil {
				t.Fatal(err)
			}
			err := WithService(t.Context(), d, service.Options{}, "", "", func(svc *service.Service) error {
				list, err := svc.Access.Workspaces(t.Context())
				if err != nil || len(list) != 1 {
					t.Fatalf("%d workspaces, %v", len(list), err)
				}
				operator, err := svc.Access.Operator(t.Context(), list[0].ID)
				if err != nil {
					return err
				}
				pipelines, err := svc.Deal.Pipelines(t.Context(), operator, crm.Page{Limit: 10})
				if err != nil || len(pipelines.Items) != 1 {
					t.Fatalf("%d pipelines, %v", len(pipelines.Items), err)
				}
				board, err := svc.Deal.Board(t.Context(), operator, pipelines.Items[0].ID, "", crm.Page{Limit: 20})
				if err != nil {
					return err
				}
				counted := int64(0)
				for _, column := range board {
					n, _ := column.Count()
					counted += n
					if len(column.Deals.Items) != 20 || column.Deals.Items[0].OwnerID == "" || column.Deals.Items[0].ContactID == "" {
						t.Errorf("the stage %s has %v", column.Stage.Name, column.Deals.Items)
					}
				}
				if counted != deals {
					t.Errorf("the board has %d deals", counted)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

// Deals are not added to what people do.
func TestDealsAreSeededOnlyWhereASeedWas(t *testing.T) {
	d := config.Database{Database: filepath.Join(t.TempDir(), "crm.db"), MasterKey: "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="}
	err := WithService(t.Context(), d, service.Options{}, "", "", func(svc *service.Service) error {
		err := svc.DB().Update(t.Context(), "w", func(tx *db.Tx) error {
			access.SeedWorkspace(tx, crm.Workspace{ID: tx.NewID(crm.PrefixWorkspace), Name: "A shop", CreatedAt: tx.Now()})
			return nil
		})
		if err != nil {
			return err
		}
		not, err := notSeeded(t.Context(), svc)
		if !not {
			t.Error("a shop counts as seeded")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
