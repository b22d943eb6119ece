package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"service.example/crm/bench/process"
	"service.example/crm/bench/wire"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/message"
)

// baselines are what the parts below the service can do on the same machine in
// the same run.
type baselines struct {
	few, many, steady outcome // 64 callers, 256 callers, at the steady rate
}

// measureBaseline runs the three loads of the accepts against something barer.
func measureBaseline(ctx context.Context, o options, name string, connect func() (worker, error)) (f baselines, err error) {
	for _, part := range []struct {
		callers, rate int
		into          *outcome
	}{{fewCallers, 0, &f.few}, {manyCallers, 0, &f.many}, {steadyCallers, o.rate, &f.steady}} {
		l := &load{callers: part.callers, connect: connect}
		if part.rate > 0 {
			*part.into, err = l.steady(ctx, part.rate, o.baselineTime)
		} else {
			*part.into, err = l.saturate(ctx, o.baselineTime, nil)
		}
		if err == nil && part.into.failed > 0 {
			err = fmt.Errorf("%s: %d failed: %w", name, part.into.failed, part.into.first)
		}
		if err != nil {
			return f, err
		}
		progress("  %s, %d callers: %.0f/s, p50 %.2f ms, p99 %.2f ms", name, part.callers, part.into.rate(), part.into.lat.at(.5), part.into.lat.at(.99))
	}
	return f, nil
}

// insertBaseline stores what an accept stores, in this process and with nothing
// around it: the message and its job, durable when the call returns.
func insertBaseline(ctx context.Context, o options, engine string) (baselines, error) {
	d, err := newDatabase(ctx, engine, o.dir, o.postgres, "")
	if err != nil {
		return baselines{}, err
	}
	defer d.remove()
	base, err := d.open(ctx)
	if err != nil {
		return baselines{}, err
	}
	defer base.Close()
	src := base.Source()
	workspace := src.NewID(crm.PrefixWorkspace)
	conversations, people, phones := ids(src, crm.PrefixConversation, contacts), ids(src, crm.PrefixContact, contacts), ids(src, crm.PrefixPhoneNumber, numbers)
	insert := func(i int) error {
		c := i % contacts
		to, number := contactPhone(c), phones[c%numbers]
		return base.Update(ctx, number+to, func(tx *db.Tx) error {
			m := &crm.Message{ID: tx.NewID(crm.PrefixMessage), WorkspaceID: workspace, ConversationID: conversations[c], ContactID: people[c],
				PhoneNumberID: number, Direction: crm.Outbound, Type: "template", Status: crm.StatusQueued, To: to, From: "+15550001000",
				Content: crm.Content{Template: &crm.TemplateContent{Name: "order_shipped", Language: "en_US",
					Parameters: map[string]string{"name": "Ada", "order_number": "48213", "eta": "on Friday"}}}, CreatedAt: tx.Now()}
			message.InsertMessage(tx, m)
			jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: workspace, Kind: message.JobSendMessage, Queue: number, Key: conversations[c], Payload: m.ID})
			return nil
		})
	}
	return measureBaseline(ctx, o, "bare inserts", func() (worker, error) { return worker{insert, func() {}}, nil })
}

func ids(src *crm.Source, prefix string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = src.NewID(prefix)
	}
	return out
}

// echoVariable makes this program the server of the other baseline.
const echoVariable = "BENCH_ECHO"

const echoAnswer = `{"messageId":"msg_01jd5k3v6rf0w8m2a4t9x7bq1e","status":"queued"}` + "\n"

// serveEcho answers every request like an accept, after reading it and nothing else.
func serveEcho() error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println("http://" + l.Addr().String())
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusAccepted)
		_, _ = io.WriteString(w, echoAnswer)
	})}
	return server.Serve(l)
}

func startEcho(ctx context.Context) (p *process.Process, url string, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, "", err
	}
	if p, err = process.Start("echo", self, []string{echoVariable + "=1"}); err != nil {
		return nil, "", err
	}
	url, err = p.Await(ctx, readyTimeout, func(line string) (string, bool) { return line, strings.HasPrefix(line, "http://") })
	if err != nil {
		p.Stop(time.Second)
	}
	return p, url, err
}

// echoBaseline drives an HTTP server that does nothing with the same requests.
func echoBaseline(ctx context.Context, o options) (baselines, error) {
	p, url, err := startEcho(ctx)
	if err != nil {
		return baselines{}, err
	}
	defer p.Stop(time.Second)
	key := "sk_live_" + strings.Repeat("x", 43)
	body := sendBody(contactPhone(0), "+15550001000")
	return measureBaseline(ctx, o, "bare HTTP echo", func() (worker, error) {
		return sender(url, func(int) (string, []byte) { return key, body }, nil)
	})
}

// sender returns a worker that posts messages over a connection of its own and
// tells accepted of every identifier.
func sender(url string, request func(i int) (key string, body []byte), accepted func(id []byte)) (worker, error) {
	c, err := wire.Dial(strings.TrimPrefix(url, "http://"))
	if err != nil {
		return worker{}, err
	}
	return worker{close: c.Close, do: func(i int) error {
		key, body := request(i)
		status, answer, err := c.Post("/v1/messages", "Authorization: Bearer "+key, body)
		if err != nil {
			return err
		}
		id := member(answer, `"messageId":"`)
		if status != http.StatusAccepted || id == nil {
			return fmt.Errorf("status %d: %s", status, bytes.TrimSpace(answer))
		}
		if accepted != nil {
			accepted(id)
		}
		return nil
	}}, nil
}
