package crashtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// askedTwice are the calls that may come to the provider again after a lost answer, because
// nothing that it tells shows whether they had their effect, with how often. Everything
// else is looked for before it is asked for again.
var askedTwice = map[string]int{
	// A code that was sent lies on a phone, and the provider shows it nowhere. The
	// business looks there itself, see boarding.code.
	"request_code": 0,
	// A PIN is shown nowhere, and setting it twice changes nothing and counts nowhere.
	"pin": 2,
}

// verify checks that everything is in its final state, was told of once, and that the
// provider was asked for nothing twice.
func (b *boarding) verify() {
	b.t.Helper()
	base := b.nodes[0].url
	for _, n := range b.numbers {
		var s struct {
			Registered   bool
			Verification string
			UnderWay     string
			DisplayName  struct{ Requested, Status string }
		}
		awaitUntil(b.t, 10*time.Second, "nothing is under way", func() (bool, string) {
			b.api(base, "GET", n.path()+"/setup", nil, &s)
			return s.UnderWay == "", s.UnderWay
		})
		if !s.Registered || s.Verification != "verified" || s.DisplayName.Requested != "Luckier Shrub" || s.DisplayName.Status != "pending" {
			b.t.Errorf("%s is %+v", n.digits, s)
		}
	}
	b.verifyTemplates(base)
	var list struct{ Badge struct{ State string } }
	b.api(base, "GET", "/v1/onboarding", nil, &list)
	if list.Badge.State != "requested" {
		b.t.Errorf("the badge is %s", list.Badge.State)
	}
	b.verifyCalls()
	before := len(b.providerCalls())
	for _, r := range b.answered { // who asks once more is told the same
		status, text, err := b.try(base, "POST", r.path, r.key, r.body)
		if err != nil || status >= 300 || string(text) != r.answer {
			b.t.Errorf("%s was answered %s, and then %d %v %s", r.key, r.answer, status, err, text)
		}
	}
	if after := len(b.providerCalls()); after != before {
		b.t.Errorf("requests that were made again had the provider asked %d times", after-before)
	}
	b.verifyActs()
}

// providerCall is a call that the provider received.
type providerCall struct {
	N                           uint64
	Time, Answered              time.Time
	Method, Path, Query, Effect string
	Status                      int
	Body                        json.RawMessage

	about string // what is asked for, and for whom
}

func (c providerCall) String() string {
	return fmt.Sprintf("no. %d at %s for %s: %d %s", c.N, c.Time.Format("15:04:05.000"), c.Answered.Sub(c.Time), c.Status, c.Effect)
}

// providerCalls are the calls of setting up that change something.
func (b *boarding) providerCalls() (out []providerCall) {
	b.t.Helper()
	edges := []string{"request_code", "verify_code", "register", "deregister", "official_business_account", "phone_numbers", "message_templates"}
	for after := uint64(0); ; {
		var page struct{ Calls []providerCall }
		if err := json.Unmarshal(b.control("GET", fmt.Sprintf("/_sandbox/log?limit=1000&after=%d", after), nil), &page); err != nil {
			b.t.Fatal(err)
		}
		if len(page.Calls) == 0 {
			return out
		}
		for _, c := range page.Calls {
			after = c.N
			if c.Method != "POST" {
				continue
			}
			parts := strings.Split(strings.Trim(c.Path, "/"), "/") // v25.0, whom, edge
			var body struct {
				Name        string
				PhoneNumber string `json:"phone_number"`
				PIN         string
				Components  []any
			}
			_ = json.Unmarshal(c.Body, &body) // a form has none of it
			switch {
			case len(parts) == 3 && slices.Contains(edges, parts[2]):
				c.about = parts[2] + " " + parts[1] + body.Name + body.PhoneNumber
			case len(parts) == 2 && body.PIN != "":
				c.about = "pin " + parts[1]
			case len(parts) == 2 && body.Components != nil:
				c.about = "edit " + fmt.Sprint(body.Components)
			case strings.Contains(c.Query, "new_display_name"):
				c.about = "display_name " + parts[1]
			default:
				continue
			}
			out = append(out, c)
		}
	}
}

// verifyCalls checks how often the provider was asked for what.
func (b *boarding) verifyCalls() {
	b.t.Helper()
	asked, want := map[string][]providerCall{}, map[string]int{}
	for _, c := range b.providerCalls() {
		asked[c.about] = append(asked[c.about], c)
	}
	for i, n := range b.numbers {
		want["phone_numbers "+account+n.digits] = 1
		want["request_code "+n.provider], want["verify_code "+n.provider] = 1, 1
		want["register "+n.provider], want["deregister "+n.provider] = 2, 1
		want["display_name "+n.provider] = 1
		want["message_templates "+account+b.templates[i].name] = 1
		want["edit "+fmt.Sprint(b.templates[i].parts("tomorrow"))] = 1
		want["pin "+n.provider] = 1
	}
	want["official_business_account "+b.numbers[0].provider] = 1
	for c, n := range want {
		edge, _, _ := strings.Cut(c, " ")
		if len(asked[c]) < n || len(asked[c]) > n+askedTwice[edge] {
			b.t.Errorf("the provider was asked %d times for %s, want %d: %v", len(asked[c]), c, n, asked[c])
		}
		delete(asked, c)
	}
	if len(asked) > 0 {
		b.t.Errorf("nobody asked for %v", asked)
	}
}

// verifyActs checks that each act is in the audit log once. Nobody knows of a code whether
// it was sent where the answer was lost, so that one may be missing.
func (b *boarding) verifyActs() {
	b.t.Helper()
	n := len(b.numbers)
	for act, want := range map[string]int{"messaging_account.connected": 1, "phone_number.added": n, "phone_number.code_requested": n, "phone_number.verified": n,
		"phone_number.registered": 2 * n, "phone_number.deregistered": n, "phone_number.name_requested": n, "template.created": n, "template.updated": n, "template.deleted": n - 1, "phone_number.pin_changed": n, "badge.requested": 1, "messaging_account.token_rotated": 1} {
		status, text, err := b.try(b.nodes[0].url, "GET", "/v1/audit-log/export?action="+act, "", nil)
		if err != nil || status != 200 {
			b.t.Fatalf("the audit log is answered %d %v %.300s", status, err, text)
		}
		got := strings.Count(string(text), act)
		if got != want && !(act == "phone_number.code_requested" && got < want) {
			b.t.Errorf("%s is %d times in the audit log, want %d", act, got, want)
		}
	}
}
