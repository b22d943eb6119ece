package api_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// pushBrowser is a browser with its push service: it opens what it gets.
type pushBrowser struct {
	t       *testing.T
	key     *ecdh.PrivateKey
	auth    [16]byte
	service *httptest.Server
	public  string // to which it subscribed

	mu       sync.Mutex
	statuses []int // that the next calls are answered with; then 201
	calls    int
	got      []map[string]any
	topics   []string
}

func newPushBrowser(t *testing.T) *pushBrowser {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	b := &pushBrowser{t: t, key: key}
	_, _ = rand.Read(b.auth[:])
	b.service = httptest.NewServer(http.HandlerFunc(b.take))
	t.Cleanup(b.service.Close)
	return b
}

func (b *pushBrowser) subscribe(w *noticeWorld, p testkit.Person) string {
	b.t.Helper()
	b.public = w.must(http.MethodGet, "/v1/notifications/push-key", p.Key, nil).Text("applicationServerKey")
	return w.must(http.MethodPost, "/v1/notifications/push-subscriptions", p.Key, map[string]any{"endpoint": b.service.URL + "/send/1",
		"p256dh": base64.RawURLEncoding.EncodeToString(b.key.PublicKey().Bytes()), "auth": base64.RawURLEncoding.EncodeToString(b.auth[:])}).Text("id")
}

func (b *pushBrowser) take(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls++
	if err := b.checkToken(r); err != nil {
		b.t.Error(err)
	}
	if len(b.statuses) > 0 {
		status := b.statuses[0]
		if b.statuses = b.statuses[1:]; status != http.StatusCreated {
			w.WriteHeader(status)
			return
		}
	}
	plain, err := b.open(body)
	var said map[string]any
	if err == nil {
		err = json.Unmarshal(plain, &said)
	}
	if err != nil || r.Header.Get("Content-Encoding") != "aes128gcm" || r.Header.Get("TTL") != "3600" || len(body) > 4096 {
		b.t.Errorf("a push of %d bytes cannot be opened: %v, %v", len(body), err, r.Header)
	}
	b.got, b.topics = append(b.got, said), append(b.topics, r.Header.Get("Topic"))
	w.WriteHeader(http.StatusCreated)
}

// checkToken holds the token of a call against the key to which the browser subscribed.
func (b *pushBrowser) checkToken(r *http.Request) error {
	token, key, _ := strings.Cut(strings.TrimPrefix(r.Header.Get("Authorization"), "vapid t="), ", k=")
	parts := strings.Split(token, ".")
	if key != b.public || len(parts) != 3 {
		return fmt.Errorf("the token is %q of the key %q", token, key)
	}
	point, _ := base64.RawURLEncoding.DecodeString(key)
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return err
	}
	signature, _ := base64.RawURLEncoding.DecodeString(parts[2])
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if len(signature) != 64 || !ecdsa.Verify(public, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return fmt.Errorf("the signature of the token is not right")
	}
	text, _ := base64.RawURLEncoding.DecodeString(parts[1])
	var claims struct {
		Aud, Sub string
		Exp      int64
	}
	if err := json.Unmarshal(text, &claims); err != nil || claims.Aud != b.service.URL || claims.Sub == "" || time.Until(time.Unix(claims.Exp, 0)) > 24*time.Hour || time.Until(time.Unix(claims.Exp, 0)) < 0 {
		return fmt.Errorf("the token says %s (%w)", text, err)
	}
	return nil
}

// open decrypts a message as RFC 8291 says.
func (b *pushBrowser) open(body []byte) ([]byte, error) {
	if len(body) < 86 || body[20] != 65 {
		return nil, fmt.Errorf("no header")
	}
	remote, err := ecdh.P256().NewPublicKey(body[21:86])
	if err != nil {
		return nil, err
	}
	shared, err := b.key.ECDH(remote)
	if err != nil {
		return nil, err
	}
	secret, _ := hkdf.Key(sha256.New, shared, b.auth[:], "WebPush: info\x00"+string(b.key.PublicKey().Bytes())+string(body[21:86]), 32)
	key, _ := hkdf.Key(sha256.New, secret, body[:16], "Content-Encoding: aes128gcm\x00", 16)
	nonce, _ := hkdf.Key(sha256.New, secret, body[:16], "Content-Encoding: nonce\x00", 12)
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	plain, err := gcm.Open(nil, nonce, body[86:], nil)
	if err != nil {
		return nil, err
	}
	text := strings.TrimRight(string(plain), "\x00")
	return []byte(strings.TrimSuffix(text, "\x02")), nil
}

func (b *pushBrowser) pushes() []map[string]any {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]map[string]any{}, b.got...)
}

func (b *pushBrowser) answers(statuses ...int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.statuses = statuses
}

// pushed waits until everything that is told now was decided and sent.
func (w *noticeWorld) pushed() {
	w.T.Helper()
	w.Notified()
	w.Advance(crm.PushPause + time.Second)
	w.Eventually("no push waits", func() bool {
		return w.Count("jobs", fmt.Sprintf("kind = 'push_notification' AND run_at <= %d", w.Now().UnixMilli())) == 0
	})
}

// pushedAtLast lets time go on until no push is tried again: also one whose call could not
// begin is.
func (w *noticeWorld) pushedAtLast() {
	w.T.Helper()
	for w.Count("jobs", "kind = 'push_notification'") > 0 {
		w.Advance(5 * time.Minute)
		w.Eventually("the push is tried again", func() bool {
			return w.Count("jobs", fmt.Sprintf("kind = 'push_notification' AND run_at <= %d", w.Now().UnixMilli())) == 0
		})
	}
}

// What is pushed, to whom, and what it says; what is not because somebody knows already,
// looks, or is not to be disturbed.
func TestPush(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		w := newNoticeWorld(t, k)
		b := newPushBrowser(t)
		b.subscribe(w, w.agent)
		wants := func(what string, n int) {
			t.Helper()
			w.pushed()
			if got := b.pushes(); len(got) != n {
				t.Fatalf("%s: %d pushes, want %d: %v", what, len(got), n, got)
			}
		}
		a := w.writes(1, "My secret order")
		w.Notified()
		w.assign(a, map[string]any{"agentId": w.agent.ID}, k.Key)
		w.Notified()
		if len(b.pushes()) != 0 {
			t.Error("a push comes at once")
		}
		wants("assigned", 1)
		first := b.pushes()[0]
		if first["kind"] != "assigned" || first["conversationId"] != a || first["title"] == "" || first["body"] != "" || b.topics[0] != a {
			t.Errorf("the push is %v of the topic %q", first, b.topics[0])
		}
		// A burst of one contact is one push, and another when it was seen.
		for range 3 {
			w.writes(1, "Hello?")
			w.Notified()
		}
		wants("a burst", 2)
		all := w.must(http.MethodGet, "/v1/notifications/count", w.agent.Key, nil).JSON()["position"]
		w.must(http.MethodPost, "/v1/notifications/seen", w.agent.Key, map[string]any{"upTo": all})
		w.must(http.MethodPut, "/v1/notifications/settings", w.agent.Key, map[string]any{"showText": true})
		w.writes(1, "My secret order")
		wants("it comes up again", 3)
		if said := fmt.Sprint(b.pushes()[2]["body"]); !strings.Contains(said, "My secret order") {
			t.Errorf("the push says %q where text is wanted", said)
		}
		// Seen within the pause.
		w.must(http.MethodPost, "/v1/notifications/seen", w.agent.Key, map[string]any{"upTo": 1 << 40})
		w.writes(1, "Once more")
		w.Notified()
		w.must(http.MethodPost, "/v1/notifications/seen", w.agent.Key, map[string]any{"upTo": 1 << 40})
		wants("seen at once", 3)
		// The conversation is open before them.
		w.writes(1, "And again")
		w.Notified()
		w.must(http.MethodPut, "/v1/conversations/"+a+"/presence", w.agent.Key, map[string]any{"state": "viewing"})
		wants("it is open", 3)
		w.must(http.MethodPut, "/v1/conversations/"+a+"/presence", w.agent.Key, map[string]any{"state": "left"})
		// Quiet hours around now.
		now := k.Now().UTC()
		w.must(http.MethodPut, "/v1/notifications/settings", w.agent.Key, map[string]any{"timeZone": "UTC",
			"quietHours": map[string]any{"from": now.Add(-time.Hour).Format("15:04"), "to": now.Add(time.Hour).Format("15:04")}})
		w.must(http.MethodPost, "/v1/notifications/seen", w.agent.Key, map[string]any{"upTo": 1 << 40})
		w.writes(1, "At night")
		wants("quiet hours", 3)
	})
}

// A push service that fails is asked again, and one that knows the browser no more is
// asked never again.
func TestPushServices(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		w := newNoticeWorld(t, k)
		b := newPushBrowser(t)
		b.subscribe(w, w.agent)
		n := 0
		mention := func() {
			n++
			w.must(http.MethodPost, "/v1/conversations/"+w.writes(1, fmt.Sprint("message ", n))+"/notes", k.Key, map[string]any{"body": "Look", "mentionedUserIds": []string{w.agent.ID}})
			w.pushed()
		}
		w.assign(w.writes(1, "Hello"), map[string]any{"agentId": w.agent.ID}, k.Key)
		w.must(http.MethodPut, "/v1/notifications/settings", w.agent.Key, map[string]any{"kinds": []any{
			map[string]any{"kind": "waiting", "inApp": true, "push": false, "mail": false}, map[string]any{"kind": "assigned", "inApp": true, "push": false, "mail": false}}})
		b.answers(http.StatusTooManyRequests, http.StatusServiceUnavailable)
		mention()
		for range 2 {
			w.Advance(10 * time.Minute)
			w.Eventually("the push is tried again", func() bool {
				return w.Count("jobs", fmt.Sprintf("kind = 'push_notification' AND run_at <= %d", w.Now().UnixMilli())) == 0
			})
		}
		if got := b.pushes(); len(got) != 1 || b.calls != 3 {
			t.Errorf("%d pushes in %d calls, want 1 in 3", len(got), b.calls)
		}
		// A service that never takes it is given up.
		b.answers(500, 500, 500, 500, 500, 500, 500, 500, 500)
		mention()
		w.pushedAtLast()
		if b.calls > 3+6 || k.Count("push_subscriptions") != 1 {
			t.Errorf("%d calls for one push", b.calls-3)
		}
		b.answers()
		calls := b.calls
		w.must(http.MethodPost, "/v1/conversations/"+w.writes(1, "One more")+"/notes", k.Key, map[string]any{"body": "Look", "mentionedUserIds": []string{w.agent.ID}})
		w.Notified()
		// Gone.
		b.answers(http.StatusGone)
		w.pushed()
		w.pushedAtLast()
		if k.Count("push_subscriptions") != 0 || b.calls != calls+1 {
			t.Errorf("a browser that is gone is kept, after %d calls; notifications: %v", b.calls-calls, w.Rows("SELECT kind, raised, seen_at, read_at, at FROM notifications"))
		}
		mention()
		w.pushedAtLast()
		if b.calls != calls+1 {
			t.Error("a browser that is gone is told")
		}
	})
}
