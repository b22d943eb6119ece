package listen_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/listen"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testpg"
	service "service.example/crm/sdk/go"
)

func TestMain(m *testing.M) { testpg.Main(m) }

// text is written by one goroutine and read by another.
type text struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (w *text) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}

func (w *text) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.String()
}

type data struct {
	Conversation string `json:"conversation_id"`
	Number       int    `json:"number"`
}

func write(k *testkit.Kit, conversation string, number int) {
	k.Must(k.DB().Update(context.Background(), conversation, func(tx *db.Tx) error {
		return event.AppendEvent(tx, crm.EventMessagesReceived, k.WorkspaceID, conversation, crm.EventScope{}, data{conversation, number})
	}))
}

// run listens until the returned function is called, which returns the error.
func run(k *testkit.Kit, o listen.Options) (log *text, stop func() error) {
	log = &text{}
	o.URL, o.Log = k.App.URL(), log
	if o.APIKey == "" {
		o.APIKey = k.Key
	}
	if o.Query.LastEventID == "" {
		o.Query.LastEventID = event.FirstEvent
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- listen.Run(ctx, o) }()
	return log, func() error { cancel(); return <-done }
}

// Events reach the receiver as webhooks do: signed, with their id and exact
// body, those of a conversation in order; what fails is shown and not repeated.
func TestForwards(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		var mu sync.Mutex
		have := map[string][]int{}
		bodies := map[string]string{}
		n := 0
		receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			e, err := service.VerifyWebhook(body, r.Header, listen.SecretOf(k.Key))
			if err != nil {
				t.Error(err)
				return
			}
			var d data
			if json.Unmarshal(e.Data, &d) != nil || d.Conversation == "" {
				return
			}
			mu.Lock()
			defer mu.Unlock()
			have[d.Conversation], bodies[e.ID] = append(have[d.Conversation], d.Number), string(body)
			if n++; d.Number == 3 {
				http.Error(w, "no \x1b[31mthanks\nat all", http.StatusTeapot)
			}
		}))
		defer receiver.Close()
		log, stop := run(k, listen.Options{ForwardTo: receiver.URL})
		const each = 20
		for i := range each {
			for _, conversation := range []string{"cnv_a", "cnv_b", "cnv_c"} {
				write(k, conversation, i)
			}
		}
		k.Eventually("all came", func() bool { mu.Lock(); defer mu.Unlock(); return n == 3*each })
		k.Eventually("all are shown", func() bool { return strings.Count(log.String(), "  →  ") >= 3*each })
		if err := stop(); err != nil {
			t.Error(err)
		}
		for conversation, numbers := range have {
			if !slices.IsSorted(numbers) || len(numbers) != each {
				t.Errorf("%s: %v", conversation, numbers)
			}
		}
		rows := k.Rows("SELECT id, body FROM events WHERE workspace_id = '%s' ORDER BY id", k.WorkspaceID)
		for _, row := range rows {
			if got, came := bodies[row["id"].(string)]; came && got != string(row["body"].([]byte)) {
				t.Errorf("%s came as %s", row["id"], got)
			}
		}
		out := log.String()
		if strings.Count(out, "→  418") != 3 || !strings.Contains(out, "no [31mthanks") || strings.Contains(out, "\x1b") || strings.Contains(out, "at all") {
			t.Error(out)
		}
		if !regexp.MustCompile(`--since evt_[0-9a-z]{26}\n$`).MatchString(out) {
			t.Error(out)
		}
	})
}

// A receiver that is being started is waited for; one that stays away is said
// to be away.
func TestReceiverIsStarted(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	l, err := net.Listen("tcp", "127.0.0.77:0") // which nobody else uses
	k.Must(err)
	address := l.Addr().String()
	k.Must(l.Close())
	log, stop := run(k, listen.Options{ForwardTo: "http://" + address})
	write(k, "cnv_a", 1)
	k.Eventually("it is said to be away", func() bool { return strings.Contains(log.String(), "connection refused") })
	k.Must(stop())

	came := make(chan string, 1)
	log, stop = run(k, listen.Options{ForwardTo: "http://" + address, Restart: time.Hour})
	l, err = net.Listen("tcp", address)
	k.Must(err)
	receiver := &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { came <- r.Header.Get("webhook-id") })}
	go func() { _ = receiver.Serve(l) }()
	defer receiver.Close()
	select {
	case <-came:
	case <-time.After(testkit.Patience):
		t.Fatal("nothing came: " + log.String())
	}
	k.Must(stop())
}

// Without a receiver events are printed; a key that does not work is an error.
func TestPrints(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	write(k, "cnv_a", 7)
	events := &text{}
	_, stop := run(k, listen.Options{JSON: true, Events: events})
	k.Eventually("it is printed", func() bool {
		return strings.Contains(events.String(), `"data":{"conversation_id":"cnv_a","number":7}}`+"\n")
	})
	k.Must(stop())
	log, stop := run(k, listen.Options{})
	k.Eventually("it is shown", func() bool { return strings.Contains(log.String(), "messages.received") })
	k.Must(stop())
	err := listen.Run(context.Background(), listen.Options{URL: k.App.URL(), APIKey: k.NewKey(k.WorkspaceID, crm.ScopeMessagesRead), Log: io.Discard})
	if err == nil || !strings.Contains(err.Error(), "events:read") {
		t.Error(err)
	}
	if first, second := listen.SecretOf("a"), listen.SecretOf("a"); first != second || listen.SecretOf("a") == listen.SecretOf("b") {
		t.Error("the secret must belong to the key")
	}
}

// It says that it listens once it does, and where it could not connect.
func TestSaysWhetherItIsConnected(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	log, stop := run(k, listen.Options{Of: "the demo"})
	want := "Listening to " + k.App.URL() + " (the demo).\n"
	k.Eventually("it says that it listens", func() bool { return strings.Contains(log.String(), want) })
	k.Must(stop())

	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	k.Must(err)
	url := "http://" + nobody.Addr().String()
	k.Must(nobody.Close())
	said := &text{}
	err = listen.Run(context.Background(), listen.Options{URL: url, APIKey: k.Key, Log: said})
	if err == nil || !strings.Contains(err.Error(), "cannot connect to "+url) || strings.Contains(said.String(), "Listening") {
		t.Errorf("%v\n%s", err, said.String())
	}
}
