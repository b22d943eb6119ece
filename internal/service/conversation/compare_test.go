package conversation_test

import (
	"bytes"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/testkit/testdb"
)

var (
	plantSQL = db.SQL(`INSERT INTO conversation_counts (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane, n) VALUES ($1, $2, $3, '', $4, $5, 3, $6)
		ON CONFLICT (workspace_id, phone_number_id, team_id, agent_id, status, waiting, lane) DO UPDATE SET n = conversation_counts.n + excluded.n`)
	loseSQL = db.SQL(`DELETE FROM conversation_counts WHERE workspace_id = $1`)
)

// compared are the differences that a comparison tells of, and how many of them were
// set right.
func compared(t *testing.T, room *conversation.Conversations, repair bool) (wrong []conversation.WrongCount, repaired int) {
	t.Helper()
	err := room.CompareCounts(t.Context(), "", repair, func(c conversation.Compared) {
		wrong = append(wrong, c.Wrong...)
		if c.Repaired {
			repaired += len(c.Wrong)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return wrong, repaired
}

// Counts that are wrong are found, and set right exactly, whatever others write and
// repair meanwhile.
func TestWrongCountsAreRepaired(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		const workers, acts = 3, 60
		room := conversation.New(core.Parts{DB: base, Calls: core.NewCalls(base, nil)}, nil, conversation.Metrics{})
		ids := seedPeople(t, base, 16)
		update(t, base, func(tx *db.Tx) error {
			tx.Write(plantSQL, "w", "num_0", "", "open", false, 7)
			tx.Write(plantSQL, "w", "num_gone", "tem_1", "closed", true, -2)
			return nil
		})
		wrong, _ := compared(t, room, false)
		if len(wrong) != 2 || wrong[0].Kept-wrong[0].There != 7 || wrong[1] != (conversation.WrongCount{PhoneNumberID: "num_gone", TeamID: "tem_1", Status: crm.ConversationClosed, Waiting: true, Kept: -2}) {
			t.Fatalf("found %+v", wrong)
		}
		done := make(chan error, workers)
		for w := range workers {
			go func() {
				r := rand.New(rand.NewPCG(uint64(w), 9))
				for range acts {
					if err := act(base, room, r, ids); err != nil {
						done <- err
						return
					}
				}
				done <- nil
			}()
		}
		for left, n := workers, int64(1); left > 0; n++ {
			select {
			case err := <-done:
				if left--; err != nil {
					t.Fatal(err)
				}
			default:
				update(t, base, func(tx *db.Tx) error { tx.Write(plantSQL, "w", "num_1", "", "open", true, n%5-2); return nil })
				other := make(chan error)
				go func() { other <- room.CompareCounts(t.Context(), "w", true, func(conversation.Compared) {}) }()
				compared(t, room, true)
				if err := <-other; err != nil {
					t.Fatal(err)
				}
				if err := room.Sweep(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		if wrong, _ := compared(t, room, false); len(wrong) > 0 {
			t.Errorf("after the repairs: %+v", wrong)
		}
		check(t, base)
		// Even where nothing is kept any more.
		update(t, base, func(tx *db.Tx) error { tx.Write(loseSQL, "w"); return nil })
		if wrong, repaired := compared(t, room, true); len(wrong) == 0 || repaired != len(wrong) {
			t.Errorf("of lost counts %d of %d were set right", repaired, len(wrong))
		}
		check(t, base)
	})
}

// The look that is taken each hour counts differences, and tells of them in one line.
func TestTheHourlyLookTellsOfWrongCounts(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		var told bytes.Buffer
		counted := 0
		room := conversation.New(core.Parts{DB: base, Calls: core.NewCalls(base, nil), Log: slog.New(slog.NewTextHandler(&told, nil))}, nil, conversation.Metrics{CountWrong: func() { counted++ }})
		seedPeople(t, base, 4)
		look := func() {
			t.Helper()
			if err := room.CompareSome(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		look()
		if counted > 0 || told.Len() > 0 {
			t.Errorf("of right counts: %d, %s", counted, told.String())
		}
		update(t, base, func(tx *db.Tx) error {
			tx.Write(plantSQL, "w", "num_0", "", "open", false, 1)
			tx.Write(plantSQL, tx.NewID(crm.PrefixWorkspace), "num_9", "", "closed", false, 1)
			return nil
		})
		for n := 1; n <= 3; n++ { // wherever a look begins, it comes round
			told.Reset()
			look()
			if counted != 2*n || strings.Count(told.String(), "\n") != 1 || !strings.Contains(told.String(), "crm doctor counters") {
				t.Errorf("look %d: %d, %s", n, counted, told.String())
			}
		}
	})
}
