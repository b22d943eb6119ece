package crashtest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// letters is a mail server that keeps what it takes.
type letters struct {
	address string
	mu      sync.Mutex
	taken   []string
}

func newLetters(t *testing.T) *letters {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	l := &letters{address: listener.Addr().String()}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go l.talk(conn)
		}
	}()
	return l
}

func (l *letters) talk(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	_, _ = io.WriteString(conn, "220 mail.test\r\n")
	var text strings.Builder
	data := false
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		line, answer := lines.Text(), "250 OK"
		switch {
		case data && line == ".":
			l.mu.Lock()
			l.taken = append(l.taken, text.String())
			l.mu.Unlock()
			data = false
			text.Reset()
		case data:
			text.WriteString(line + "\n")
			continue
		case line == "DATA":
			data, answer = true, "354 Go on"
		case line == "QUIT":
			answer = "221 Bye"
		}
		if _, err := io.WriteString(conn, answer+"\r\n"); err != nil {
			return
		}
	}
}

// count returns how many letters have a line that begins so.
func (l *letters) count(line string) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, text := range l.taken {
		if strings.Contains("\n"+text, "\n"+line) {
			n++
		}
	}
	return n
}

// notified is somebody who is told of something, on a browser and by mail.
type notified struct {
	w                 *world
	id, email, cookie string
}

func (p *notified) ask(base, method, path string, in, out any) int {
	p.w.t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		p.w.t.Fatal(err)
	}
	req, err := http.NewRequest(method, base+path, bytes.NewReader(body))
	if err != nil {
		p.w.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Origin", base)
	if p.cookie != "" {
		req.Header.Set("Cookie", p.cookie)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.w.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if path == "/v1/session" {
		p.cookie, _, _ = strings.Cut(res.Header.Get("Set-Cookie"), ";")
	}
	if out != nil {
		if err := json.NewDecoder(res.Body).Decode(out); err != nil {
			p.w.t.Fatal(err)
		}
	}
	return res.StatusCode
}

// Members are told once of each conversation that becomes theirs, on a browser and by
// mail at most once, though the process is killed while they are told.
func TestNotificationsSurviveKills(t *testing.T) {
	const conversations = 120
	bothEngines(t, func(t *testing.T, bin, database string) {
		w := newWorld(t, bin, database, 1)
		base, letters := w.nodes[0].url, newLetters(t)
		w.env = append(w.env, "CRM_SMTP_URL=smtp://"+letters.address, "CRM_MAIL_FROM=crm@notified.example")
		w.nodes[0].p.kill()
		w.start(w.nodes[0])
		var mu sync.Mutex
		pushes := map[string]int{}
		service := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			mu.Lock()
			pushes[r.Header.Get("Topic")]++
			mu.Unlock()
			select { // a kill meets calls that are not answered yet
			case <-time.After(20 * time.Millisecond):
			case <-r.Context().Done():
			}
			rw.WriteHeader(http.StatusCreated)
		}))
		defer service.Close()
		pushed := func() int {
			mu.Lock()
			defer mu.Unlock()
			return len(pushes)
		}
		p := &notified{w: w, email: "ada@notified.example"}
		var made struct{ ID string }
		w.api(base, "POST", "/v1/users", map[string]any{"email": p.email, "name": "Ada", "role": "agent", "password": "mango river lantern 42"}, &made)
		p.id = made.ID
		if status := p.ask(base, "POST", "/v1/session", map[string]any{"email": p.email, "password": "mango river lantern 42"}, nil); status >= 300 {
			t.Fatalf("signing in is answered %d", status)
		}
		at := time.Now().UTC().Add(90 * time.Second)
		kinds := []any{map[string]any{"kind": "assigned", "inApp": true, "push": true, "mail": true}, map[string]any{"kind": "waiting", "inApp": false, "push": false, "mail": false}}
		if status := p.ask(base, "PUT", "/v1/notifications/settings", map[string]any{"kinds": kinds, "timeZone": "UTC", "digest": map[string]any{"at": at.Format("15:04")}}, nil); status != http.StatusOK {
			t.Fatalf("the settings are answered %d", status)
		}
		if status := p.ask(base, "POST", "/v1/notifications/push-subscriptions", map[string]any{"endpoint": service.URL + "/1",
			"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "auth": "BTBZMqHH6r4Tts7J_aSIgg"}, nil); status != http.StatusCreated {
			t.Fatalf("the subscription is answered %d", status)
		}
		for i := range conversations + 1 {
			w.control("POST", "/_sandbox/messages", map[string]any{"from": fmt.Sprintf("+1646557%04d", i), "text": "Hello"})
		}
		all, kills, interrupted := w.openConversations(base, conversations+1), 0, 0
		open, last := all[:conversations], all[conversations]
		const broken = "a digest was interrupted"
		kill := func() {
			w.nodes[0].p.kill()
			interrupted += w.nodes[0].p.log.count(broken)
			w.logs()
			w.start(w.nodes[0])
			kills++
		}
		for i, id := range open {
			w.api(base, "PUT", "/v1/conversations/"+id+"/assignment", map[string]any{"agentId": p.id}, &struct{}{})
			if i%30 == 15 {
				kill()
			}
		}
		for range 4 { // while pushes are sent
			before := pushed()
			awaitUntil(t, 30*time.Second, "a few more are pushed", func() (bool, string) {
				n := pushed()
				return n >= min(before+5, conversations-8*kills), fmt.Sprint(n, " of ", conversations)
			})
			kill()
		}
		p.told(base, open)
		awaitUntil(t, 2*time.Minute, "the hour of the digest comes", func() (bool, string) { return !time.Now().Before(at.Truncate(time.Minute)), "" })
		kill() // while it is made
		awaitUntil(t, time.Minute, "the digest is sent, or was interrupted", func() (bool, string) {
			digests := letters.count("Subject: Unread in ")
			return digests > 0 || interrupted+w.nodes[0].p.log.count(broken) > 0, fmt.Sprint(digests, " digests")
		})
		kill()
		// Another one must not follow. The push of what happens now is decided after
		// whatever was due before.
		before := pushed()
		w.api(base, "PUT", "/v1/conversations/"+last+"/assignment", map[string]any{"agentId": p.id}, &struct{}{})
		awaitUntil(t, time.Minute, "the last one is pushed", func() (bool, string) { return pushed() > before, fmt.Sprint(pushed()) })
		awaitUntil(t, time.Minute, "nothing waits", func() (bool, string) {
			digests := letters.count("Subject: Unread in ")
			if digests > 1 {
				t.Fatalf("%d digests of one day", digests)
			}
			return digests == 1 || interrupted+w.nodes[0].p.log.count(broken) > 0, fmt.Sprint(digests, " digests")
		})
		mu.Lock()
		defer mu.Unlock()
		for id, n := range pushes {
			if n > 1 {
				t.Errorf("%s was pushed %d times", id, n)
			}
		}
		if len(pushes) < conversations-8*kills { // at most as many as are under way are lost with a process
			t.Errorf("%d of %d were pushed over %d kills", len(pushes), conversations, kills)
		}
		t.Logf("%d conversations were told once, %d pushed once, over %d kills", conversations, len(pushes), kills)
	})
}

// told awaits that somebody was told of all, each once.
func (p *notified) told(base string, open []string) {
	p.w.t.Helper()
	awaitUntil(p.w.t, time.Minute, "all is told", func() (bool, string) {
		seen, path := map[string]int{}, "/v1/notifications?kind=assigned&limit=200"
		var page struct {
			Data []struct{ ConversationID string }
		}
		if status := p.ask(base, "GET", path, nil, &page); status != http.StatusOK {
			return false, fmt.Sprint(status)
		}
		for _, n := range page.Data {
			if seen[n.ConversationID]++; seen[n.ConversationID] > 1 {
				p.w.t.Fatalf("%s is told twice", n.ConversationID)
			}
		}
		return len(seen) == len(open), fmt.Sprint(len(seen))
	})
}
