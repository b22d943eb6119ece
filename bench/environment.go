package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"service.example/crm/bench/process"
	"service.example/crm/bench/wire"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/contact"
)

// What the environment is made of. Every number takes 1,000 messages/s and
// every key 1,000 requests/s: there are enough of both not to be the limit.
const (
	numbers     = 16
	apiKeys     = 32
	contacts    = 20_000
	statusDelay = 50 * time.Millisecond
	// deliveredDelay is what the sandbox itself waits before a message is
	// delivered: once before sent, once before delivered, each varied by a quarter.
	deliveredDelay = 2 * statusDelay
	account        = "200000000000001" // the sandbox's messaging account
	readyTimeout   = 30 * time.Second
)

// environment is the service, the provider simulator and the receiver on an
// empty database, connected and ready to send.
type environment struct {
	db             *database
	receiver       *receiver
	sandbox, serve *process.Process
	sandboxURL     string
	url            string
	pprof          string // where serve's profiles are, if asked for
	workspace      string
	keys           []string
	phones         []phone
	providerIDs    []string // of the numbers, where a phase needs them
	statusEndpoint string   // that gets the statuses of messages
	agent          person   // who works in the workspace with the history
	teams          []team   // of people who were hired
	members        []person // the same, where they are signed in
	bodies         [][]byte
}

type phone struct{ id, number string }

// newEnvironment starts everything. The caller must close it, also when an
// error is returned with it.
func newEnvironment(ctx context.Context, o options, engine string) (*environment, error) {
	e := &environment{}
	var err error
	if o.seeded != "" {
		e.db, err = seededDatabase(ctx, o, engine)
	} else {
		e.db, err = newDatabase(ctx, engine, o.dir, o.postgres, "")
	}
	if err != nil {
		return e, err
	}
	if e.receiver, err = newReceiver(); err != nil {
		return e, err
	}
	for _, step := range []func(context.Context, options) error{
		e.startSandbox, e.storeHistory, e.signIn, e.createWorkspace, e.connectNumbers, e.seedContacts, e.hirePeople, e.startServe, e.createKeys, e.connectWebhooks} {
		if err := step(ctx, o); err != nil {
			return e, err
		}
	}
	return e, nil
}

func (e *environment) close() {
	for _, p := range []*process.Process{e.serve, e.sandbox} {
		if p != nil {
			p.Stop(10 * time.Second)
		}
	}
	if e.receiver != nil {
		e.receiver.close()
	}
	if e.db != nil {
		e.db.remove()
	}
}

func (e *environment) startSandbox(ctx context.Context, o options) (err error) {
	e.sandbox, err = process.Start("sandbox", o.crm, nil, "sandbox", "--listen", "127.0.0.1:0", "--token", sandbox.DefaultToken,
		"--app-secret", sandbox.DefaultAppSecret, "--verify-token", sandbox.DefaultVerifyToken, "--log-level", "warn",
		"--numbers", fmt.Sprint(o.numbers), "--throughput", "100000", "--status-delay", statusDelay.String(),
		"--batch", "100", "--auto-read", "--retry", "200ms,1s,5s,5s,5s,5s,5s")
	if err != nil {
		return err
	}
	e.sandboxURL, err = e.sandbox.Await(ctx, readyTimeout, func(line string) (string, bool) {
		_, url, ok := strings.Cut(line, "running at ")
		return url, ok
	})
	return err
}

// storeHistory fills the database with what another workspace did before.
func (e *environment) storeHistory(ctx context.Context, o options) error {
	if o.history == 0 || o.seeded != "" {
		return nil
	}
	progress("  storing %d messages", o.history)
	_, err := process.RunWithin(ctx, 2*time.Hour, "", e.db.env(), o.crm, "seed", "--messages", fmt.Sprint(o.history), "--contacts", fmt.Sprint(o.history/10), "--deals", fmt.Sprint(o.deals))
	return err
}

func (e *environment) createWorkspace(ctx context.Context, o options) error {
	out, err := process.Run(ctx, "", e.db.env(), o.crm, "admin", "create-workspace", "Bench", "--live", "--language", "en_US")
	for line := range strings.Lines(out) {
		if f := strings.Fields(line); len(f) == 2 && f[0] == "workspace" {
			e.workspace = f[1]
		} else if len(f) == 3 && f[1] == "key" {
			e.keys = []string{f[2]}
		}
	}
	if err == nil && (e.workspace == "" || len(e.keys) == 0) {
		err = fmt.Errorf("no workspace in %q", out)
	}
	return err
}

func (e *environment) connectNumbers(ctx context.Context, o options) error {
	out, err := process.Run(ctx, sandbox.DefaultToken, append(e.db.env(), "CRM_PROVIDER_URL="+e.sandboxURL), o.crm,
		"admin", "connect-number", e.workspace, account)
	for line := range strings.Lines(out) {
		if rest, ok := strings.CutPrefix(line, "phone number"); ok {
			if f := strings.Fields(rest); len(f) > 1 {
				e.phones = append(e.phones, phone{id: f[0], number: f[1]})
			}
		}
	}
	if err == nil && len(e.phones) != o.numbers {
		err = fmt.Errorf("%d phone numbers were connected, not %d: %s", len(e.phones), o.numbers, out)
	}
	return err
}

// seedContacts makes the contacts and their conversations beforehand: most
// messages go to people who are known already. Each belongs to one number.
func (e *environment) seedContacts(ctx context.Context, _ options) error {
	base, err := e.db.open(ctx)
	if err != nil {
		return err
	}
	const chunk, side = 200, 8
	var group sync.WaitGroup
	failures := make([]error, side)
	for s := range side {
		group.Go(func() {
			for first := s * chunk; first < contacts && failures[s] == nil; first += side * chunk {
				failures[s] = base.Update(ctx, fmt.Sprint("seed", s), func(tx *db.Tx) error {
					for i := first; i < min(first+chunk, contacts); i++ {
						if _, err := contact.EnsureConversation(tx, e.workspace, e.phones[i%len(e.phones)].id, crm.Person{Phone: contactPhone(i)}); err != nil {
							return err
						}
					}
					return nil
				})
			}
		})
	}
	group.Wait()
	for i := range contacts {
		e.bodies = append(e.bodies, sendBody(contactPhone(i), e.phones[i%len(e.phones)].number))
	}
	return errors.Join(append(failures, base.Close())...)
}

func contactPhone(i int) string { return fmt.Sprintf("+1202%07d", 2_500_000+i) }

// sendBody is the request of the product's specification, with its sender.
func sendBody(to, from string) []byte {
	return fmt.Appendf(nil, `{"to":%q,"from":%q,"type":"template","templateName":"order_shipped",`+
		`"parameters":{"name":"Ada","order_number":"48213","eta":"on Friday"}}`, to, from)
}

func (e *environment) startServe(ctx context.Context, o options) (err error) {
	args := []string{"serve", "--listen", "127.0.0.1:0", "--log-format", "json", "--provider-url", e.sandboxURL,
		"--app-secret", sandbox.DefaultAppSecret, "--verify-token", sandbox.DefaultVerifyToken, "--allow-loopback-receivers",
		"--streams-per-key", fmt.Sprint(openStreams), "--streams-per-workspace", fmt.Sprint(openStreams)}
	if o.profile {
		if e.pprof, err = freeAddress(); err != nil {
			return err
		}
		args = append(args, "--pprof-listen", e.pprof)
	}
	if e.serve, err = process.Start("serve", o.crm, e.db.env(), args...); err != nil {
		return err
	}
	e.url, err = e.serve.Await(ctx, readyTimeout, func(line string) (string, bool) {
		var entry struct{ Msg, URL string }
		_ = json.Unmarshal([]byte(line), &entry)
		return entry.URL, entry.Msg == "ready"
	})
	return err
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

func (e *environment) createKeys(ctx context.Context, _ options) error {
	for i := range apiKeys - 1 {
		var out struct{ Key string }
		err := e.call(ctx, e.url+"/v1/api-keys", map[string]any{"name": fmt.Sprint("bench ", i), "scopes": []string{"*"}}, &out)
		if err != nil {
			return err
		}
		e.keys = append(e.keys, out.Key)
	}
	return nil
}

// connectWebhooks lets the provider post to the service and the service to the receiver.
func (e *environment) connectWebhooks(ctx context.Context, _ options) error {
	var set struct{ Handshake string }
	err := e.call(ctx, e.sandboxURL+"/_sandbox/config", map[string]any{"callbackUrl": e.url + "/provider/webhook", "handshake": true}, &set)
	if err != nil {
		return err
	}
	if set.Handshake != "ok" {
		return errors.New("the provider's handshake " + set.Handshake)
	}
	var endpoint struct{ ID string }
	err = e.call(ctx, e.url+"/v1/webhook-endpoints", map[string]any{"url": e.receiver.url, "events": []string{"messages.status_updated"}}, &endpoint)
	e.statusEndpoint = endpoint.ID
	return err
}

// call makes one call of set-up.
func (e *environment) call(ctx context.Context, url string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+e.keys[0])
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(res.Body, wire.MaxAnswer))
	if err == nil && res.StatusCode > 299 {
		err = fmt.Errorf("POST %s: %s: %s", url, res.Status, answer)
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(answer, out)
}
