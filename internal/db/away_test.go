package db_test

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/testkit/testpg"
)

// wire is what connects a service with its PostgreSQL; it can break.
type wire struct {
	net.Listener
	server string
	cut    atomic.Bool // the next answer to a commit is lost, with its connection

	// The next answer to a commit is held back, until its connection breaks.
	hold          atomic.Bool
	swallow       atomic.Int64 // at 1, what is asked next goes nowhere
	dark          atomic.Bool  // nothing goes anywhere, and nobody is told
	held, release chan struct{}

	mu   sync.Mutex
	open []net.Conn
}

func newWire(t *testing.T, database string) (w *wire, through string) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w = &wire{Listener: l, server: u.Host, held: make(chan struct{}), release: make(chan struct{})}
	t.Cleanup(w.breakDown)
	go w.serve()
	u.Host = l.Addr().String()
	return w, u.String()
}

func (w *wire) serve() {
	for {
		client, err := w.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", w.server)
		if err != nil {
			_ = client.Close()
			continue
		}
		w.mu.Lock()
		w.open = append(w.open, client, server)
		w.mu.Unlock()
		go w.ask(server, client)
		go w.answer(client, server)
	}
}

func (w *wire) ask(server, client net.Conn) {
	defer server.Close()
	buf := make([]byte, 64<<10)
	for {
		n, err := client.Read(buf)
		if err == nil && w.swallow.Load() > 0 && w.swallow.Add(-1) == 0 {
			<-w.release // and the connection stays open
			return
		}
		if err == nil && w.dark.Load() {
			<-w.release
			return
		}
		if _, failed := server.Write(buf[:n]); err != nil || failed != nil {
			return
		}
	}
}

func (w *wire) answer(client, server net.Conn) {
	defer client.Close()
	defer server.Close()
	buf := make([]byte, 64<<10)
	for {
		n, err := server.Read(buf)
		commit := err == nil && bytes.Contains(buf[:n], []byte("COMMIT\x00"))
		if commit && w.hold.CompareAndSwap(true, false) {
			close(w.held)
			<-w.release
			return
		}
		if err != nil || commit && w.cut.CompareAndSwap(true, false) {
			return
		}
		if _, err := client.Write(buf[:n]); err != nil {
			return
		}
	}
}

// breakDown ends every connection and takes no more.
func (w *wire) breakDown() {
	_ = w.Close()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.open {
		_ = c.Close()
	}
}

// A commit whose answer is lost took place: nothing of it is done again.
func TestALostAnswerToACommitDoublesNothing(t *testing.T) {
	w, through := newWire(t, testpg.New(t))
	base, err := schema.Open(context.Background(), db.Options{URL: through, Lanes: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer base.Close()
	const rounds, beside = 5, 8
	for range rounds {
		var calls sync.WaitGroup
		w.cut.Store(true)
		for range beside {
			calls.Go(func() {
				err := base.Update(context.Background(), "k", func(tx *db.Tx) error {
					message.InsertMessage(tx, &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: "w", ConversationID: "cnv", ContactID: "cnt",
						PhoneNumberID: "n", Direction: crm.Outbound, Type: "text", Status: crm.StatusQueued, CreatedAt: tx.Now()})
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		calls.Wait()
		if w.cut.Load() {
			t.Fatal("nothing was lost")
		}
	}
	var list crm.List[*crm.Message]
	err = base.View(context.Background(), func(tx *db.Tx) (err error) {
		list, err = message.ListMessages(tx, "w", crm.WholeReach(), message.MessageFilter{}, crm.Page{Limit: 1000})
		return err
	})
	if err != nil || len(list.Items) != rounds*beside {
		t.Errorf("%d messages are stored, want %d: %v", len(list.Items), rounds*beside, err)
	}
}

// While the database is away updates fail, each with the reason, and the
// service can still be closed.
func TestUpdatesFailWhileTheDatabaseIsAway(t *testing.T) {
	w, through := newWire(t, testpg.New(t))
	base, err := schema.Open(context.Background(), db.Options{URL: through, Lanes: 1})
	if err != nil {
		t.Fatal(err)
	}
	began, gate := make(chan struct{}), make(chan struct{})
	var calls sync.WaitGroup
	calls.Go(func() {
		_ = base.Update(context.Background(), "k", func(*db.Tx) error { close(began); <-gate; return nil })
	})
	<-began
	failed := make(chan error, 10)
	for i := range 10 {
		go func() {
			failed <- base.Update(context.Background(), "k", func(tx *db.Tx) error {
				return fmt.Errorf("update %d runs", i)
			})
		}()
	}
	awaitWaiting(t, base, 10) // behind the first, all together
	w.breakDown()
	close(gate)
	for range 10 {
		select {
		case err := <-failed:
			if err == nil {
				t.Error("an update succeeded without a database")
			}
		case <-time.After(10 * time.Second):
			t.Fatal("an update neither fails nor succeeds")
		}
	}
	calls.Wait()
	_ = base.Close()
}
