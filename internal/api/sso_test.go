package api_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/people"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testoidc"
)

// nameServer answers questions for TXT records.
type nameServer struct {
	mu      sync.Mutex
	records map[string]func() string // by name
	conn    net.PacketConn
}

func newNameServer(t *testing.T) *nameServer {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n := &nameServer{records: map[string]func() string{}, conn: conn}
	t.Cleanup(func() { _ = conn.Close() })
	go n.serve()
	return n
}

func (n *nameServer) serve() {
	buf := make([]byte, 4096)
	for {
		size, from, err := n.conn.ReadFrom(buf)
		if err != nil {
			return
		}
		var m dnsmessage.Message
		if m.Unpack(buf[:size]) != nil || len(m.Questions) != 1 {
			continue
		}
		q := m.Questions[0]
		m.Response, m.Additionals = true, nil
		n.mu.Lock()
		record, found := n.records[q.Name.String()]
		n.mu.Unlock()
		if found {
			text := record()
			m.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class}, Body: &dnsmessage.TXTResource{TXT: []string{"v=spf1 -all"}}},
				{Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class}, Body: &dnsmessage.TXTResource{TXT: []string{text}}}}
		} else {
			m.RCode = dnsmessage.RCodeNameError
		}
		if out, err := m.Pack(); err == nil {
			_, _ = n.conn.WriteTo(out, from)
		}
	}
}

func (n *nameServer) set(domain, text string) { n.ask(domain, func() string { return text }) }

// ask sets who knows the record of a domain.
func (n *nameServer) ask(domain string, record func() string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.records[domain+"."] = record
}

// signOn is a workspace with a connection, whose domain example.com is proven.
type signOn struct {
	t        *testing.T
	k        *testkit.Kit
	names    *nameServer
	provider *testoidc.Provider
	id       string
}

const ssoPath = "/v1/sso-connections"

func newSignOn(t *testing.T, postgres bool) *signOn {
	s := &signOn{t: t, names: newNameServer(t), provider: testoidc.Start(t)}
	s.k = testkit.New(t, testkit.Options{Postgres: postgres, NoAccount: true, Config: func(c *config.Serve) { c.NameServer = s.names.conn.LocalAddr().String() }})
	s.id = s.create(s.k.Key, "example.com").Text("id")
	s.prove(s.k.Key, s.id, "example.com", http.StatusOK)
	return s
}

func (s *signOn) create(key string, domains ...string) testkit.Response {
	s.t.Helper()
	r := s.k.Do(http.MethodPost, ssoPath, key, map[string]any{"name": "Test", "issuer": s.provider.URL, "clientId": testoidc.ClientID, "clientSecret": testoidc.Secret, "domains": domains,
		"groupsClaim": "groups", "groupRoles": []map[string]string{{"group": "leads", "roleId": "supervisor"}, {"group": "admins", "roleId": "admin"}}})
	if r.Status != http.StatusCreated || strings.Contains(string(r.Body), testoidc.Secret) {
		s.t.Fatalf("creating a connection answers %d %s", r.Status, r.Body)
	}
	return r
}

// prove puts the record of a claimed domain where it belongs and has it looked at.
func (s *signOn) prove(key, id, domain string, status int) testkit.Response {
	s.t.Helper()
	c := s.k.Do(http.MethodGet, ssoPath+"/"+id, key, nil)
	s.names.set(domain, c.Text("domains", "0", "record"))
	r := s.k.Do(http.MethodPost, ssoPath+"/"+id+"/domains/"+domain+"/verify", key, nil)
	if r.Status != status {
		s.t.Fatalf("verifying %s answers %d %s", domain, r.Status, r.Body)
	}
	return r
}

func (s *signOn) change(fields map[string]any) {
	s.t.Helper()
	if r := s.k.Do(http.MethodPatch, ssoPath+"/"+s.id, s.k.Key, fields); r.Status != http.StatusOK {
		s.t.Fatalf("a change answers %d %s", r.Status, r.Body)
	}
}

// browser keeps cookies, as browsers do, and says what it takes.
type browser struct {
	s       *signOn
	cookies map[string]string
	accept  string
}

func (s *signOn) browser() *browser { return &browser{s, map[string]string{}, ""} }

func (b *browser) get(path string) testkit.Response {
	b.s.t.Helper()
	var list []string
	for name, value := range b.cookies {
		list = append(list, name+"="+value)
	}
	r := b.s.k.Send(testkit.Request{Method: http.MethodGet, Path: path, Header: map[string]string{"Cookie": strings.Join(list, "; "), "Accept": b.accept}})
	for _, c := range (&http.Response{Header: r.Header}).Cookies() {
		if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" {
			b.s.t.Errorf("the cookie %s is laxer than it should be: %v", c.Name, c)
		}
		if b.cookies[c.Name] = c.Value; c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		}
	}
	return r
}

// begin starts a sign-in and returns what the provider sends the browser back to.
func (b *browser) begin(query string) (back string) {
	b.s.t.Helper()
	r := b.get("/v1/session/sso?" + query)
	if r.Status != http.StatusFound || !strings.HasPrefix(r.Header.Get("Location"), b.s.provider.URL+"/authorize?") {
		b.s.t.Fatalf("beginning answers %d %s %s", r.Status, r.Header.Get("Location"), r.Body)
	}
	return b.s.leave(r.Header.Get("Location"))
}

// leave goes to the provider.
func (s *signOn) leave(address string) (back string) {
	s.t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	r, err := client.Get(address)
	if err != nil {
		s.t.Fatal(err)
	}
	_ = r.Body.Close()
	u, err := r.Location()
	if err != nil || !strings.HasPrefix(u.String(), s.k.App.URL()+"/v1/session/sso/callback?") {
		s.t.Fatal("the provider answers ", r.Status, u, err)
	}
	return u.RequestURI()
}

// signIn goes all the way as somebody.
func (s *signOn) signIn(who testoidc.Behaviour) (*browser, testkit.Response) {
	s.t.Helper()
	s.provider.Behave(who)
	b := s.browser()
	return b, b.get(b.begin("email=" + url.QueryEscape("ada@example.com")))
}

// mustRefuse holds a sign-in against the code that it is refused with.
func (s *signOn) mustRefuse(why string, who testoidc.Behaviour, status int, code crm.Code) {
	s.t.Helper()
	b, r := s.signIn(who)
	s.refused(why, b, r, status, code)
}

func (s *signOn) refused(why string, b *browser, r testkit.Response, status int, code crm.Code) {
	s.t.Helper()
	if r.Status != status || r.Code() != string(code) || len(b.cookies) > 0 {
		s.t.Errorf("%s: %d %s, cookies %v", why, r.Status, r.Body, b.cookies)
	}
}

// mustSignIn holds a sign-in against the role that it gives.
func (s *signOn) mustSignIn(why string, who testoidc.Behaviour, role string) {
	s.t.Helper()
	b, r := s.signIn(who)
	if r.Status != http.StatusFound || r.Header.Get("Location") != "/" || b.cookies["crm"] == "" || len(b.cookies) != 1 {
		s.t.Errorf("%s: %d %s %s, cookies %v", why, r.Status, r.Header.Get("Location"), r.Body, b.cookies)
		return
	}
	rows := s.k.Rows("SELECT m.role_id, m.state FROM members m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = '%s' AND u.address_key = '%s'", s.k.WorkspaceID, strings.ToLower(who.Email))
	if len(rows) != 1 || rows[0]["role_id"] != role || rows[0]["state"] != "active" {
		s.t.Errorf("%s: the member is %v", why, rows)
	}
}

// person stores somebody who works in the workspace, or nowhere where role is "".
func (s *signOn) person(email, role string, verified bool) crm.User {
	s.t.Helper()
	var u crm.User
	s.k.Must(s.k.DB().Update(context.Background(), "person", func(tx *db.Tx) error {
		u = people.AddPerson(tx, email, email, "Local")
		if !verified {
			tx.Write(unverifySQL, u.ID)
		}
		if role != "" {
			people.AddMember(tx, s.k.WorkspaceID, u, role, crm.DoneBy{Type: crm.ActorOperator})
		}
		return nil
	}))
	return u
}

var unverifySQL = db.SQL(`UPDATE users SET verified_at = 0 WHERE id = $1`)

func as(name string) testoidc.Behaviour {
	return testoidc.Behaviour{Subject: name + "-1", Email: name + "@example.com", Verified: true, Name: strings.ToUpper(name[:1]) + name[1:]}
}

func onBothEngines(t *testing.T, test func(t *testing.T, s *signOn)) {
	for _, postgres := range []bool{false, true} {
		name := "sqlite"
		if postgres {
			name = "postgres"
		}
		t.Run(name, func(t *testing.T) { test(t, newSignOn(t, postgres)) })
	}
}

// People of a proven domain sign in, become members once, and get the role of
// their groups at each sign-in, but never the owner's.
func TestSingleSignOn(t *testing.T) {
	onBothEngines(t, func(t *testing.T, s *signOn) {
		s.mustSignIn("somebody new", as("ada"), crm.RoleAgent)
		lead := as("ada")
		lead.Groups = []string{"others", "admins", "leads"}
		s.mustSignIn("by the first group of the list", lead, crm.RoleSupervisor)
		lead.Groups, lead.Email = []string{"admins"}, "other@elsewhere.example" // identity is issuer and subject
		if _, r := s.signIn(lead); r.Status != http.StatusFound {
			t.Errorf("with another address at the provider: %d %s", r.Status, r.Body)
		}
		s.mustSignIn("without groups again", as("ada"), crm.RoleAgent)
		if n := s.k.Count("users"); n != 1 {
			t.Errorf("one person became %d", n)
		}
		s.person("olga@example.com", crm.RoleOwner, true)
		owner := as("olga")
		owner.Groups = []string{"leads"}
		s.mustSignIn("an owner stays one", owner, crm.RoleOwner)
		s.person("max@example.com", crm.RoleAdmin, true)
		upper := as("max")
		upper.Email = "Max@Example.com"
		s.mustSignIn("linked by address", upper, crm.RoleAgent)
		if rows := s.k.Rows("SELECT factors FROM sessions ORDER BY id"); len(rows) != 6 || rows[0]["factors"] != "sso" {
			t.Errorf("the sessions are %v", rows)
		}

		if created, updated := s.k.Count("audit_log", "action = 'user.created'"), s.k.Count("audit_log", "action = 'user.updated'"); created != 1 || updated != 4 {
			t.Errorf("%d people were created and %d changed, says the audit log", created, updated)
		}

		b := s.browser()
		r := b.get(b.begin("connection=" + s.id + "&returnTo=" + url.QueryEscape("/inbox?open=1#x")))
		if r.Status != http.StatusFound || r.Header.Get("Location") != "/inbox?open=1#x" || r.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("the browser goes back to %s: %d %s", r.Header.Get("Location"), r.Status, r.Body)
		}
		if me := b.get("/v1/api-keys"); me.Status != http.StatusForbidden && me.Status != http.StatusOK {
			t.Errorf("the session is not taken: %d %s", me.Status, me.Body)
		}
	})
}

// Who sits at a browser is told in the app why they were refused, at the beginning and on
// the way back.
func TestSingleSignOnRefusesPeopleInTheApp(t *testing.T) {
	onBothEngines(t, func(t *testing.T, s *signOn) {
		b := s.browser()
		b.accept = "text/html,application/xhtml+xml,*/*;q=0.8"
		back := func(r testkit.Response, code crm.Code) {
			t.Helper()
			if want := "/app/sign-in?refused=" + string(code); r.Status != http.StatusFound || r.Header.Get("Location") != want || r.Header.Get("Cache-Control") != "no-store" || len(b.cookies) > 0 {
				t.Errorf("the browser goes to %s instead of %s: %d %s, cookies %v", r.Header.Get("Location"), want, r.Status, r.Body, b.cookies)
			}
		}
		back(b.get("/v1/session/sso?email=ada%40elsewhere.example"), crm.CodeSSONotAvailable)
		back(b.get("/v1/session/sso/callback?state=x&code=y"), crm.CodeSSOState)
		unverified := as("ada")
		unverified.Verified = false
		s.provider.Behave(unverified)
		back(b.get(b.begin("email=ada%40example.com&returnTo=%2Fapp%2F")), crm.CodeSSOUnverified)

		s.provider.Behave(as("ada"))
		if r := b.get(b.begin("email=ada%40example.com&returnTo=%2Fapp%2F")); r.Header.Get("Location") != "/app/" || b.cookies["crm"] == "" {
			t.Errorf("signed in, the browser goes to %s, cookies %v", r.Header.Get("Location"), b.cookies)
		}
	})
}

// Whatever is wrong with what the provider says, nobody is signed in.
func TestSingleSignOnRefuses(t *testing.T) {
	onBothEngines(t, func(t *testing.T, s *signOn) {
		for why, c := range map[string]struct {
			change func(*testoidc.Behaviour)
			status int
			code   crm.Code
		}{
			"wrong nonce":           {func(b *testoidc.Behaviour) { b.Nonce = "other" }, 401, crm.CodeSSOToken},
			"other audience":        {func(b *testoidc.Behaviour) { b.Audience = "other" }, 401, crm.CodeSSOToken},
			"other issuer":          {func(b *testoidc.Behaviour) { b.Issuer = "https://other.example" }, 401, crm.CodeSSOToken},
			"other sender":          {func(b *testoidc.Behaviour) { b.Sender = "https://other.example" }, 401, crm.CodeSSOToken},
			"expired":               {func(b *testoidc.Behaviour) { b.Expired = true }, 401, crm.CodeSSOToken},
			"no signature":          {func(b *testoidc.Behaviour) { b.Algorithm = "none" }, 401, crm.CodeSSOToken},
			"unknown code":          {func(b *testoidc.Behaviour) { b.Code = "made-up" }, 401, crm.CodeSSORefused},
			"refused there":         {func(b *testoidc.Behaviour) { b.Refusal = "access_denied" }, 401, crm.CodeSSORefused},
			"unverified address":    {func(b *testoidc.Behaviour) { b.Verified = false }, 403, crm.CodeSSOUnverified},
			"silent of the address": {func(b *testoidc.Behaviour) { b.Verified = nil }, 403, crm.CodeSSOUnverified},
			"no address":            {func(b *testoidc.Behaviour) { b.Email = "" }, 403, crm.CodeSSOUnverified},
			"foreign domain":        {func(b *testoidc.Behaviour) { b.Email = "ada@elsewhere.example" }, 403, crm.CodeSSODomain},
			"subdomain":             {func(b *testoidc.Behaviour) { b.Email = "ada@sub.example.com" }, 403, crm.CodeSSODomain},
		} {
			who := as("ada")
			c.change(&who)
			s.mustRefuse(why, who, c.status, c.code)
		}
		s.person("local@example.com", "", false)
		s.mustRefuse("an unverified account here", as("local"), 403, crm.CodeSSOUnverified)
		s.person("away@elsewhere.example", crm.RoleAgent, true)
		if n := s.k.Count("sessions") + s.k.Count("identities"); n != 0 {
			t.Errorf("%d rows are left of refused sign-ins", n)
		}
		if n := s.k.Count("users"); n != 2 {
			t.Errorf("there are %d people", n)
		}

		s.mustSignIn("the first", as("ada"), crm.RoleAgent)
		again := as("ada")
		again.Code = s.provider.UsedCode()
		s.mustRefuse("replayed code", again, 401, crm.CodeSSORefused)
		heir := as("ada")
		heir.Subject = "heir"
		s.mustRefuse("the address of somebody else there", heir, 403, crm.CodeSSOOther)
		s.change(map[string]any{"provision": false})
		s.mustRefuse("nobody is let in", as("newcomer"), 403, crm.CodeSSONotMember)
		s.mustSignIn("members still are", as("ada"), crm.RoleAgent)
		s.k.Must(s.k.DB().Update(t.Context(), "person", func(tx *db.Tx) error { tx.Write(deactivateSQL, s.k.WorkspaceID); return nil }))
		s.mustRefuse("deactivated", as("ada"), 403, crm.CodeSSONotMember)
		s.change(map[string]any{"provision": true, "domains": []string{"elsewhere.example"}})
		b := s.browser()
		if r := b.get("/v1/session/sso?email=ada@example.com"); r.Status != http.StatusNotFound || r.Code() != string(crm.CodeSSONotAvailable) {
			t.Errorf("a domain that was given up: %d %s", r.Status, r.Body)
		}
		s.provider.Behave(as("ada"))
		r := b.get(b.begin("connection=" + s.id))
		s.refused("known, but of a domain that was given up", b, r, 403, crm.CodeSSODomain)
	})
}

var deactivateSQL = db.SQL(`UPDATE members SET state = 'deactivated' WHERE workspace_id = $1`)

// A sign-in ends where it began, once, in time, and leads nowhere else.
func TestSingleSignOnIsBoundToTheBrowser(t *testing.T) {
	onBothEngines(t, func(t *testing.T, s *signOn) {
		s.provider.Behave(as("ada"))
		victim, attacker := s.browser(), s.browser()
		back := attacker.begin("email=mallory@example.com")
		r := victim.get(back)
		s.refused("a browser without the cookie", victim, r, 400, crm.CodeSSOState)
		victim.begin("email=ada@example.com")
		r = victim.get(back)
		s.refused("a browser with the cookie of its own sign-in", victim, r, 400, crm.CodeSSOState)

		b := s.browser()
		back = b.begin("email=ada@example.com")
		ticket := b.cookies["crm-sso"]
		if r = b.get(back); r.Status != http.StatusFound {
			t.Fatalf("the sign-in answers %d %s", r.Status, r.Body)
		}
		again := s.browser()
		again.cookies["crm-sso"] = ticket
		r = again.get(back)
		s.refused("replayed state", again, r, 400, crm.CodeSSOState)

		both := make(chan int, 2)
		b = s.browser()
		back = b.begin("email=ada@example.com")
		for range 2 {
			go func() {
				r := s.k.Send(testkit.Request{Method: http.MethodGet, Path: back, Header: map[string]string{"Cookie": "crm-sso=" + b.cookies["crm-sso"]}})
				both <- r.Status
			}()
		}
		if one, two := <-both, <-both; one+two != http.StatusFound+http.StatusBadRequest {
			t.Errorf("of two at once, the answers are %d and %d", one, two)
		}

		b = s.browser()
		back = b.begin("email=ada@example.com")
		ticket = b.cookies["crm-sso"]
		middle := len(ticket) / 2
		b.cookies["crm-sso"] = ticket[:middle] + string(ticket[middle]^1) + ticket[middle+1:]
		r = b.get(back)
		s.refused("a cookie that was changed", b, r, 400, crm.CodeSSOState)
		b = s.browser()
		back = b.begin("email=ada@example.com")
		s.k.Advance(11 * time.Minute)
		r = b.get(back)
		s.refused("too late", b, r, 400, crm.CodeSSOState)

		for _, hostile := range []string{"https://evil.example", "//evil.example", `/\evil.example`, "evil.example", "javascript:alert(1)", "/a\r\nX: y", "/\t/evil.example"} {
			b := s.browser()
			r := b.get("/v1/session/sso?email=ada@example.com&returnTo=" + url.QueryEscape(hostile))
			if r.Status != http.StatusUnprocessableEntity || len(b.cookies) > 0 {
				t.Errorf("returnTo=%q: %d %s", hostile, r.Status, r.Header.Get("Location"))
			}
		}
		for _, query := range []string{"", "email=", "email=ada", "email=ada@example.com&connection=" + s.id} {
			if r := s.browser().get("/v1/session/sso?" + query); r.Status != http.StatusUnprocessableEntity {
				t.Errorf("?%s: %d %s", query, r.Status, r.Body)
			}
		}
		for _, query := range []string{"email=ada@elsewhere.example", "connection=sso_1"} {
			if r := s.browser().get("/v1/session/sso?" + query); r.Status != http.StatusNotFound || r.Code() != string(crm.CodeSSONotAvailable) {
				t.Errorf("?%s: %d %s", query, r.Status, r.Body)
			}
		}
		s.change(map[string]any{"enabled": false})
		if r := s.browser().get("/v1/session/sso?email=ada@example.com"); r.Status != http.StatusNotFound {
			t.Errorf("a connection that is not enabled: %d %s", r.Status, r.Body)
		}
	})
}

// While the provider is down nobody signs in, and the answer says why.
func TestSingleSignOnWithoutTheProvider(t *testing.T) {
	s := newSignOn(t, false)
	s.provider.Behave(as("ada"))
	b := s.browser()
	back := b.begin("email=ada@example.com")
	s.provider.Stop()
	r := b.get(back)
	s.refused("down at the way back", b, r, 502, crm.CodeSSOUnreachable)
	s.change(map[string]any{"issuer": "http://127.0.0.1:1", "clientSecret": testoidc.Secret})
	b = s.browser()
	r = b.get("/v1/session/sso?email=ada@example.com")
	s.refused("down at the beginning", b, r, 502, crm.CodeSSOUnreachable)
}

// A domain belongs to the connection that proved it first, and nothing counts
// before it is proven.
func TestDomainsOfSingleSignOn(t *testing.T) {
	onBothEngines(t, func(t *testing.T, s *signOn) {
		other := s.create(s.k.Other.Key, "example.com").Text("id")
		r := s.prove(s.k.Other.Key, other, "example.com", http.StatusConflict)
		if r.Code() != string(crm.CodeDomainTaken) {
			t.Errorf("a domain that is taken: %s", r.Body)
		}
		verify := func(domain string) testkit.Response {
			return s.k.Do(http.MethodPost, ssoPath+"/"+s.id+"/domains/"+domain+"/verify", s.k.Key, nil)
		}
		s.change(map[string]any{"domains": []string{"Example.com", "shop.example"}})
		if r := verify("shop.example"); r.Status != http.StatusConflict || r.Code() != string(crm.CodeDomainNotProven) {
			t.Errorf("without a record: %d %s", r.Status, r.Body)
		}
		s.names.set("shop.example", "crm-verification=guessed")
		if r := verify("shop.example"); r.Status != http.StatusConflict || r.Code() != string(crm.CodeDomainNotProven) {
			t.Errorf("with a wrong record: %d %s", r.Status, r.Body)
		}
		if r := s.browser().get("/v1/session/sso?email=ada@shop.example"); r.Status != http.StatusNotFound {
			t.Errorf("a domain that is not proven: %d %s", r.Status, r.Body)
		}
		if r := verify("unknown.example"); r.Status != http.StatusNotFound {
			t.Errorf("a domain that is not claimed: %d %s", r.Status, r.Body)
		}
		if r := verify("EXAMPLE.com"); r.Status != http.StatusOK || r.Text("domains", "0", "domain") != "example.com" {
			t.Errorf("a domain that is proven: %d %s", r.Status, r.Body)
		}
		operator, err := s.k.App.Service.Access.Operator(t.Context(), s.k.Other.WorkspaceID)
		s.k.Must(err)
		_, err = s.k.App.Service.SignOn.VouchForDomain(t.Context(), operator, other, "example.com")
		s.k.Must(err)
		if rows := s.k.Rows("SELECT connection_id FROM sso_domain_directory"); len(rows) != 1 || rows[0]["connection_id"] != other {
			t.Errorf("after the operator's word the domain belongs to %v", rows)
		}
		if r := s.k.Do(http.MethodGet, ssoPath+"/"+s.id, s.k.Key, nil); strings.Contains(string(r.Body), "example.com") {
			t.Errorf("the other connection still shows it: %s", r.Body)
		}
		if r := s.k.Do(http.MethodDelete, ssoPath+"/"+other, s.k.Other.Key, nil); r.Status != http.StatusNoContent {
			t.Errorf("deleting answers %d %s", r.Status, r.Body)
		}
		if n := s.k.Count("sso_domain_directory") + s.k.Count("sso_domains", fmt.Sprintf("connection_id = '%s'", other)); n != 0 {
			t.Errorf("%d rows of a deleted connection are left", n)
		}
	})
}

// Where single sign-on is required, nobody of the domain signs in otherwise, and
// what was open ends. The answer is the same for addresses that nobody has.
func TestRequiredSingleSignOn(t *testing.T) {
	onBothEngines(t, func(t *testing.T, s *signOn) {
		enrol := func(email, role string) string {
			t.Helper()
			operator, err := s.k.App.Service.Access.Operator(t.Context(), s.k.WorkspaceID)
			s.k.Must(err)
			m, err := s.k.App.Service.People.Enrol(t.Context(), operator, people.NewPerson{Email: email, Name: "Local", RoleID: role, Password: testkit.Password})
			s.k.Must(err)
			return m.User.ID
		}
		owner := enrol("olga@example.com", crm.RoleOwner)
		enrol("ada@example.com", crm.RoleAgent)
		enrol("guest@elsewhere.example", crm.RoleAgent)
		ada, guest := s.k.SignIn("ada@example.com"), s.k.SignIn("guest@elsewhere.example")

		refused := s.k.Do(http.MethodPatch, ssoPath+"/"+s.id, s.k.Key, map[string]any{"enforced": true, "breakGlassUserId": owner})
		if refused.Status != http.StatusUnprocessableEntity || !strings.Contains(string(refused.Body), "/breakGlassUserId") {
			t.Fatalf("an owner without a second factor: %d %s", refused.Status, refused.Body)
		}
		olga, device, lost := s.k.SignIn("olga@example.com"), newDevice(s.k), newDevice(s.k)
		lost.add(t, ada)
		passkey := device.add(t, olga)
		_, recovery := newApp(s.k, olga)
		s.change(map[string]any{"enforced": true, "breakGlassUserId": owner})

		signIn := func(email, password string) testkit.Response {
			return s.k.Do(http.MethodPost, "/v1/session", "", map[string]any{"email": email, "password": password})
		}
		for _, who := range []string{"ada@example.com", "Ada@Example.com", "nobody@example.com"} {
			for _, password := range []string{testkit.Password, "something else entirely"} {
				if r := signIn(who, password); r.Status != http.StatusForbidden || r.Code() != string(crm.CodeSSORequired) {
					t.Errorf("%s: %d %s", who, r.Status, r.Body)
				}
			}
		}
		if r := signIn("olga@example.com", "something else entirely"); r.Code() != string(crm.CodeSSORequired) {
			t.Errorf("the break-glass owner with a wrong password: %d %s", r.Status, r.Body)
		}
		if r := signIn("guest@elsewhere.example", testkit.Password); r.Status != http.StatusCreated {
			t.Errorf("another domain: %d %s", r.Status, r.Body)
		}
		s.k.Eventually("the session that was open ends", func() bool { return s.k.Do(http.MethodGet, "/v1/me", ada, nil).Code() == string(crm.CodeSSORequired) })
		if r := s.k.Do(http.MethodGet, "/v1/me", guest, nil); r.Status != http.StatusOK {
			t.Errorf("the session of another domain: %d %s", r.Status, r.Body)
		}
		s.mustSignIn("by single sign-on", as("ada"), crm.RoleAgent)
		want(t, "a passkey", lost.signIn(), 403, crm.CodeSSORequired)

		// While the provider is down, one owner works.
		s.provider.Stop()
		want(t, "the break-glass owner by the password alone", signIn("olga@example.com", testkit.Password), 401, crm.CodeSecondFactor)
		want(t, "the break-glass owner by a passkey", device.signIn(), 201, "")
		r := s.k.Do(http.MethodPost, "/v1/session", "", map[string]any{"email": "olga@example.com", "password": testkit.Password, "recoveryCode": recovery[0]})
		want(t, "the break-glass owner by a recovery code", r, 201, "")
		olga = sessionOf(t, r)
		want(t, "their work", s.k.Do(http.MethodGet, "/v1/users", olga, nil), 200, "")

		// And stays able to.
		want(t, "one second factor of two removed", s.k.Do(http.MethodDelete, "/v1/me/passkeys/"+passkey, olga, nil), 204, "")
		want(t, "the last one removed", s.k.Do(http.MethodDelete, "/v1/me/totp", olga, nil), 409, crm.CodeBreakGlass)
		if f := s.k.Do(http.MethodGet, "/v1/me/factors", olga, nil).JSON(); f["totp"] != true || f["recoveryCodesLeft"] != 9.0 {
			t.Errorf("the factors are %v", f)
		}
		enrol("omar@example.com", crm.RoleOwner)
		want(t, "made an admin", s.k.Do(http.MethodPatch, "/v1/users/"+owner, s.k.Key, map[string]any{"role": "admin"}), 409, crm.CodeBreakGlass)
		want(t, "deactivated", s.k.Do(http.MethodPost, "/v1/users/"+owner+"/deactivate", s.k.Key, nil), 409, crm.CodeBreakGlass)
		s.change(map[string]any{"enforced": false})
		want(t, "removed when sign-on is optional", s.k.Do(http.MethodDelete, "/v1/me/totp", olga, nil), 204, "")
	})
}
