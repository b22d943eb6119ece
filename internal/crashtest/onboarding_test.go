package crashtest

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit/testpg"
)

// onboardingWalks is how often a business comes on board; CRM_ONBOARDING_WALKS sets it,
// 10 is the long form.
func onboardingWalks(t *testing.T) int {
	text := os.Getenv("CRM_ONBOARDING_WALKS")
	if text == "" {
		return 1
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("CRM_ONBOARDING_WALKS=%q is no number of walks", text)
	}
	return n
}

// A business comes on board with some numbers, and the service is killed at random moments
// of every step. Each request is made until it is answered. In the end everything is as it
// was asked for, is told of once, and the provider was asked for nothing twice.
func TestOnboardingSurvivesKills(t *testing.T) {
	walks := onboardingWalks(t)
	bothEngines(t, func(t *testing.T, bin, database string) {
		kills, numbers := 2, 3
		if db.IsPostgres(database) && walks == 1 {
			kills, numbers = 1, 2
		}
		for walk := range walks {
			if walk > 0 && db.IsPostgres(database) { // each business has a deployment of its own
				database = testpg.New(t)
			} else if walk > 0 {
				database = filepath.Join(t.TempDir(), "crm.db")
			}
			b := &boarding{world: newEmptyWorld(t, bin, database, 2*time.Second, 2*time.Second), kills: kills, numbers: make([]ownNumber, numbers)}
			b.populate(1)
			began := time.Now()
			b.steps()
			took := time.Since(began)
			b.verify()
			b.logs()
			t.Logf("%d numbers came on board in %s over %d kills, which broke %d requests off", numbers, took.Round(100*time.Millisecond), b.killed, b.broken.Load())
			b.nodes[0].p.kill()
		}
	})
}

// boarding is a business that comes on board.
type boarding struct {
	*world
	kills     int // in each step
	numbers   []ownNumber
	templates []ownTemplate

	killed int

	broken atomic.Int64

	mu       sync.Mutex
	answered []request
}

// ownNumber is a number of the business.
type ownNumber struct{ digits, id, provider string }

func (n ownNumber) path() string { return "/v1/phone-numbers/" + n.id }

// eachOf does something with all of a list at the same time.
func eachOf[T any](list []T, do func(*T)) func() {
	return func() {
		var all sync.WaitGroup
		for i := range list {
			all.Go(func() { do(&list[i]) })
		}
		all.Wait()
	}
}

// request is one that was answered.
type request struct {
	path, key string
	body      map[string]any
	answer    string
}

// steps takes the business through every step.
func (b *boarding) steps() {
	alone := func(do func()) func() { return do }
	each := func(do func(n *ownNumber)) func() { return eachOf(b.numbers, do) }
	var connected struct{ ID string }
	b.step("connect", alone(func() {
		text := b.ask("/v1/messaging-accounts", "connect", map[string]any{"messagingAccountId": account, "systemUserToken": token})
		if err := json.Unmarshal([]byte(text), &connected); err != nil {
			b.t.Errorf("the account was connected with %s", text)
		}
	}))
	for i := range b.numbers {
		b.numbers[i].digits = fmt.Sprintf("650555%04d", 3000+i)
	}
	b.step("add", each(func(n *ownNumber) {
		text := b.ask("/v1/phone-numbers", "add", map[string]any{"countryCode": "1", "number": n.digits, "verifiedName": "Lucky Shrub"})
		var made struct{ ID, ProviderID string }
		if err := json.Unmarshal([]byte(text), &made); err != nil || made.ID == "" {
			b.t.Errorf("a number was added with %s", text)
		}
		n.id, n.provider = made.ID, made.ProviderID
	}))
	b.step("code", each(b.code))
	b.step("verify", each(func(n *ownNumber) { b.ask(n.path()+"/verify", "verify", map[string]any{"code": b.inbox(n)}) }))
	b.step("register", each(func(n *ownNumber) { b.ask(n.path()+"/register", "register", map[string]any{"pin": "482931"}) }))
	b.step("deregister", each(func(n *ownNumber) { b.ask(n.path()+"/deregister", "deregister", nil) }))
	b.step("register again", each(func(n *ownNumber) { b.ask(n.path()+"/register", "again", map[string]any{"pin": "482931"}) }))
	b.step("PIN", each(func(n *ownNumber) { b.ask(n.path()+"/pin", "pin", map[string]any{"pin": "150954"}) }))
	b.step("name", each(func(n *ownNumber) {
		b.ask(n.path()+"/display-name", "name", map[string]any{"displayName": "Luckier Shrub"})
	}))
	b.step("templates", func() {
		var all sync.WaitGroup
		for i := range b.numbers {
			b.templates = append(b.templates, ownTemplate{name: fmt.Sprintf("order_late_%d", i)})
		}
		for i := range b.templates {
			t := &b.templates[i]
			all.Go(func() {
				text := b.ask("/v1/templates", t.name, map[string]any{"name": t.name, "language": "en_US", "category": "UTILITY", "submit": true, "components": t.parts("today")})
				var made struct{ ID string }
				if err := json.Unmarshal([]byte(text), &made); err != nil {
					b.t.Errorf("a template was created with %s", text)
				}
				t.id = made.ID
			})
		}
		all.Wait()
	})
	b.templatesBecome("approved", "today")
	b.step("edit", eachOf(b.templates, func(t *ownTemplate) {
		b.until("PATCH", t.path(), map[string]any{"components": t.parts("tomorrow")}, func() bool { return strings.Contains(b.shown(t), t.text("tomorrow")) })
	}))
	b.templatesBecome("approved", "tomorrow")
	b.step("delete", eachOf(b.templates[1:], func(t *ownTemplate) {
		b.until("DELETE", t.path(), nil, func() bool { return strings.Contains(b.shown(t), `"status":"deleted"`) })
	}))
	b.becomeEligible()
	b.step("badge", alone(func() {
		b.ask("/v1/onboarding/badge-request", "badge", map[string]any{"phoneNumberId": b.numbers[0].id, "country": "US", "language": "en", "website": "https://www.luckyshrub.example/"})
	}))
	b.control("POST", "/_sandbox/token", map[string]any{"token": "EAAsecond"})
	b.step("rotate", alone(func() {
		b.ask("/v1/messaging-accounts/"+connected.ID+"/rotate-token", "rotate", map[string]any{"systemUserToken": "EAAsecond"})
	}))
	b.revokeFirst()
}

// revokeFirst has the provider refuse the first token: messages go out with the second one.
func (b *boarding) revokeFirst() {
	b.t.Helper()
	b.control("POST", "/_sandbox/token", map[string]any{"valid": false})
	base := b.nodes[0].url
	l := &load{w: b.world, accepted: map[string]string{}, bodies: map[string]map[string]any{}, targets: func() []string { return []string{base} }}
	l.send("rotated", message("+14155550999", "rotated"))
	awaitUntil(b.t, 20*time.Second, "a message goes out with the second token", func() (bool, string) {
		var m struct{ Status string }
		b.api(base, "GET", "/v1/messages/"+l.accepted["rotated"], nil, &m)
		return m.Status == "sent" || m.Status == "delivered" || m.Status == "read", m.Status
	})
}

// step does something, and kills the service at random moments of it. The provider takes
// its time, so that kills come while it is asked.
func (b *boarding) step(name string, do func()) {
	delay := 20 + rand.IntN(200)
	b.control("POST", "/_sandbox/faults", map[string]any{"match": map[string]any{"kind": "management"}, "delayMs": delay})
	ended := make(chan struct{})
	began := time.Now()
	go func() { defer close(ended); do() }()
	for range b.kills {
		time.Sleep(rand.N(time.Duration(3*delay) * time.Millisecond)) // the kill comes at a random moment
		b.nodes[0].p.kill()
		b.killed++
		b.logs()
		b.start(b.nodes[0])
	}
	<-ended
	b.control("DELETE", "/_sandbox/faults", nil)
	if b.t.Failed() {
		b.t.FailNow()
	}
	b.t.Logf("%s: %s", name, time.Since(began).Round(100*time.Millisecond))
}

// ask makes a request until it is answered.
func (b *boarding) ask(path, name string, body map[string]any) string {
	text, _ := b.askUntil(path, name, body, func() bool { return false })
	return text
}

// askUntil is ask that gives up once enough says so.
func (b *boarding) askUntil(path, name string, body map[string]any, enough func() bool) (answer string, answered bool) {
	broken := false
	key := fmt.Sprintf("%s-%s-%v", name, path, body["number"])
	for deadline := time.Now().Add(100 * time.Second); ; time.Sleep(rand.N(50 * time.Millisecond)) { // the pace of a client
		status, text, err := b.try(b.nodes[0].url, "POST", path, key, body)
		if err == nil && status < 300 {
			b.mu.Lock()
			b.answered = append(b.answered, request{path, key, body, string(text)})
			b.mu.Unlock()
			return string(text), true
		}
		if err != nil && !broken {
			b.broken.Add(1)
			broken = true
		}
		wait := status >= 500 || status == http.StatusTooManyRequests || status == http.StatusConflict && (strings.Contains(string(text), "idempotency") || strings.Contains(string(text), string(crm.CodeSetupUnderWay)))
		if err == nil && !wait || time.Now().After(deadline) {
			b.t.Errorf("%s: %d %v %s", key, status, err, text)
			return "", false
		}
		if enough() {
			return "", false
		}
	}
}

// code asks for a code. Nobody can find out at the provider whether it sent one, so who
// gets no answer looks at the phone before they ask again.
func (b *boarding) code(n *ownNumber) {
	b.askUntil(n.path()+"/verification-code", "code", map[string]any{"method": "sms"}, func() bool { return b.inbox(n) != "" })
}

// inbox returns the code that lies on the phone of a number; "" for none.
func (b *boarding) inbox(n *ownNumber) string {
	var phone struct{ Messages []struct{ Text string } }
	if err := json.Unmarshal(b.control("GET", "/_sandbox/phones/%2B1"+n.digits, nil), &phone); err != nil {
		b.t.Error(err)
	}
	if len(phone.Messages) == 0 {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, phone.Messages[len(phone.Messages)-1].Text)
}

// becomeEligible makes the business one that has sent broadcasts for weeks, and whose
// website a person has seen.
func (b *boarding) becomeEligible() {
	b.t.Helper()
	base, none := b.nodes[0].url, &struct{}{}
	b.api(base, "PUT", "/v1/onboarding/website", map[string]any{"url": "https://www.luckyshrub.example/", "legalName": "Lucky Shrub Ltd", "address": "1 Hacker Way, Menlo Park"}, none)
	b.api(base, "POST", "/v1/onboarding/website/confirm", map[string]any{"note": "A person looked at it."}, none)
	l := &load{w: b.world, accepted: map[string]string{}, bodies: map[string]map[string]any{}, targets: func() []string { return []string{base} }}
	var all sync.WaitGroup
	for i := range crm.RuleOfBadge().Days * crm.RuleOfBadge().TemplatesADay {
		key := fmt.Sprintf("broadcast-%d", i)
		all.Go(func() { l.send(key, message(fmt.Sprintf("+1415555%04d", i), key)) })
	}
	all.Wait()
	b.nodes[0].p.kill() // nobody else looks at its file
	beside := b.open()
	move := db.SQL(`UPDATE messages SET id = $3 WHERE workspace_id = $1 AND id = $2`)
	err := beside.Update(context.Background(), b.workspace, func(tx *db.Tx) error {
		i := 0
		for _, id := range l.accepted {
			day := time.Now().Add(-time.Duration(1+5*(i%crm.RuleOfBadge().Days)) * 24 * time.Hour).Truncate(24 * time.Hour)
			tx.Write(move, b.workspace, id, crm.LowestID(crm.PrefixMessage, day.Add(time.Duration(i)*time.Second)))
			i++
		}
		return nil
	})
	if err != nil {
		b.t.Fatal(err)
	}
	_ = beside.Close()
	b.start(b.nodes[0])
}
