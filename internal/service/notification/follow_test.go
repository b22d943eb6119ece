package notification_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/notification"
	"service.example/crm/internal/testkit/testdb"
)

var (
	workspaceSQL = db.SQL(`INSERT INTO workspaces (id, name, live, created_at) VALUES ($1, 'W', FALSE, 0)`)
	userSQL      = db.SQL(`INSERT INTO users (id, email, address_key, name, handle, created_at) VALUES ($1, $1, $1, 'Ada', $1, 0)`)
	memberSQL    = db.SQL(`INSERT INTO members (workspace_id, user_id, role_id, state, created_at, created_by, changed_at) VALUES ($1, $2, 'admin', 'active', 0, 'system', 0)`)
	toldSQL      = db.SQL(`SELECT dedupe_key, count(*) FROM notifications WHERE workspace_id = $1 AND user_id = $2 GROUP BY dedupe_key`)
)

// Two nodes follow one log at once, while it is written: each event is told once.
func TestTwoFollowersTellOnce(t *testing.T) {
	testdb.OnBoth(t, func(t *testing.T, base *db.DB) {
		const events = 300
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		err := base.Update(ctx, "w", func(tx *db.Tx) error {
			tx.Write(workspaceSQL, "w")
			tx.Write(userSQL, "usr_1")
			tx.Write(memberSQL, "w", "usr_1")
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		var rooms []*notification.Notifications
		for i := range 2 {
			s := notification.New(core.Parts{DB: base, Log: slog.New(slog.NewTextHandler(testWriter{t}, nil)), Calls: core.NewCalls(base, nil)}, notification.Options{})
			rooms = append(rooms, s)
			// Both act as one node, so that the lease keeps none of them away.
			all.Go(func() { _ = s.Follow(ctx, func() string { return fmt.Sprint("node", i*0) }) })
		}
		for n := range events {
			err := base.Update(ctx, "w", func(tx *db.Tx) error {
				return event.AppendEvent(tx, crm.EventPhoneNumberUpdated, "w", "num_1", crm.EventScope{}, crm.PhoneNumberData{PhoneNumberID: fmt.Sprint("num_", n), ChangedBy: crm.DoneBy{Type: crm.ActorProvider}})
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
			behind, err := rooms[0].Behind(ctx)
			if err != nil || time.Since(began) > time.Minute {
				t.Fatal("the log is not read: ", behind, err)
			}
			if len(behind) == 0 {
				break
			}
		}
		cancel()
		all.Wait()
		told := 0
		err = base.View(context.Background(), func(tx *db.Tx) error {
			return tx.Each(toldSQL, func(r db.Row) error {
				var key string
				var n int
				err := r.Scan(&key, &n)
				told += n
				return err
			}, "w", "usr_1")
		})
		if err != nil || told != events {
			t.Errorf("%d events are told %d times: %v", events, told, err)
		}
	})
}

type testWriter struct{ t *testing.T }

func (w testWriter) Write(p []byte) (int, error) { w.t.Log(string(p)); return len(p), nil }
