package inbound_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/inbound"
	"service.example/crm/internal/service/message"
)

func serviceForLargeBodies(t *testing.T) (*service.Service, *db.DB) {
	t.Helper()
	base, err := schema.Open(context.Background(), db.Options{URL: filepath.Join(t.TempDir(), "crm.db"), Key: []byte(strings.Repeat("k", 32))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = base.Close() })
	return service.New(base, nil, slog.New(slog.DiscardHandler), service.Options{}), base
}

// Bodies that grow in memory, in as many lanes as there are, are taken apart one
// at a time.
func TestLargeBodiesShareTheMemoryOfOne(t *testing.T) {
	s, base := serviceForLargeBodies(t)
	ctx := context.Background()
	item := `{"id":"1","status":"read","timestamp":"1","recipient_id":"1"},`
	change := func(number, items string) string {
		return `{"field":"messages","value":{"metadata":{"phone_number_id":"` + number + `"},"statuses":[` + strings.TrimSuffix(items, ",") + `]}}`
	}
	const lanes = 6
	var list []jobs.Job
	for n := range lanes {
		own := fmt.Sprintf("own%d", n)
		body := `{"object":"whatsapp_business_account","entry":[{"id":"1","changes":[` + change("other", strings.Repeat(item, 49_000)) + `,` + change(own, "") + `]}]}`
		err := base.Update(ctx, "q", func(tx *db.Tx) error {
			inbound.InsertProviderWebhook(tx, message.JobIngest, inbound.ProviderWebhook{Account: "live", ReceivedAt: base.Source().Now(), Body: []byte(body)}, []string{own})
			jobs, err := jobs.ClaimJobs(tx, message.JobIngest, "here", []jobs.ShareValue{{Queue: own, Limit: 10}})
			list = append(list, jobs...)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(list) != lanes {
		t.Fatalf("%d jobs were claimed", len(list))
	}
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // the bound is for this, whatever GOGC says
	runtime.GC()
	stop, peak := make(chan struct{}), make(chan uint64)
	go func() {
		var most uint64
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
			select {
			case <-stop:
				peak <- most
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	}()
	var running sync.WaitGroup
	for _, j := range list {
		running.Go(func() {
			if err := s.Inbound.Ingest(ctx, []jobs.Job{j}); err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
	close(stop)
	if most := <-peak; most > 96<<20 {
		t.Errorf("%d bodies took %d MB at a time", lanes, most>>20)
	} else {
		t.Logf("%d bodies took %d MB at a time", lanes, most>>20)
	}
}

// largeBody is more than is taken apart at once.
const largeBody = 256<<10 + 1

// A large body in the course of which the process ended twice is not begun a
// third time; one that only failed is.
func TestABodyThatEndsTheProcessIsSetAside(t *testing.T) {
	s, base := serviceForLargeBodies(t)
	ctx := context.Background()
	body := make([]byte, largeBody)
	copy(body, `{"entry":[]}`)
	for i := len(`{"entry":[]}`); i < len(body); i++ {
		body[i] = ' '
	}
	tx := func(fn func(tx *db.Tx)) {
		t.Helper()
		if err := base.Update(ctx, "q", func(tx *db.Tx) error { fn(tx); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	tx(func(tx *db.Tx) {
		access.InsertWorkspace(tx, crm.Workspace{ID: "w", Name: "n", Live: true, CreatedAt: tx.Now()})
		if _, err := account.ClaimAccount(tx, "w", "1", "a"); err != nil {
			t.Error(err)
		}
		account.SaveMessagingAccount(tx, crm.MessagingAccount{ID: "a", WorkspaceID: "w", ProviderID: "1", CreatedAt: tx.Now()}, []byte("t"), []byte{})
		account.SavePhoneNumber(tx, crm.PhoneNumber{ID: "n", WorkspaceID: "w", MessagingAccountID: "a", ProviderID: "q", CreatedAt: tx.Now()})
	})
	for ends, want := range []int{0, 0, 1} {
		var list []jobs.Job
		err := base.Update(ctx, "q", func(tx *db.Tx) (err error) {
			inbound.InsertProviderWebhook(tx, message.JobIngest, inbound.ProviderWebhook{Account: "live", ReceivedAt: base.Source().Now(), Body: body}, []string{"q"})
			list, err = jobs.ClaimJobs(tx, message.JobIngest, "here", []jobs.ShareValue{{Queue: "q", Limit: 10}})
			return err
		})
		if err != nil || len(list) != 1 {
			t.Fatalf("%d jobs were claimed: %v", len(list), err)
		}
		for range ends { // the process ends after it has begun
			if _, err := inbound.BeginLargeBody(ctx, base, list[0]); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Inbound.Ingest(ctx, list); err != nil {
			t.Fatal(err)
		}
		var pending []inbound.PendingWebhook
		err = base.View(ctx, func(tx *db.Tx) (err error) {
			pending, err = inbound.PendingWebhooks(tx, base.Source().Now().AddDate(0, 0, -1), 0, 10)
			return err
		})
		if err != nil || len(pending) != want {
			t.Errorf("after %d ends %d bodies are set aside: %v", ends, len(pending), err)
		}
		jobs, err := jobs.CountJobs(ctx, base)
		if err != nil || len(jobs) != 0 {
			t.Errorf("after %d ends jobs are left: %v %v", ends, jobs, err)
		}
		var notices []crm.HealthNotice
		err = base.View(ctx, func(tx *db.Tx) (err error) { notices, err = account.HealthNotices(tx, "w", "n"); return err })
		if err != nil || len(notices) != want {
			t.Errorf("after %d ends the number has %d notices: %v", ends, len(notices), err)
		}
	}
}
