package api

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
)

// audience says who may ask for an operation.
type audience int

const (
	// accessScope: an API key or a signed-in person with the operation's scope.
	accessScope audience = iota
	// accessAny: every API key and every signed-in person.
	accessAny
	// accessUser: a signed-in person, whatever their role unless the operation names a
	// scope; it is about them alone.
	accessUser
	// accessPublic: everybody, without credentials.
	accessPublic
)

// door lets callers in: it finds out who they are, and holds back who may not
// come in or comes too often.
type door struct {
	server *Server
	// limiter bounds what an actor may ask, strangers what a network may ask
	// without credentials.
	limiter, strangers *limiter
	guesses            *guesses
	crossOrigin        *http.CrossOriginProtection
	public             map[string]bool // the patterns of operations for everybody
}

func newDoor(s *Server) *door {
	d := &door{server: s, limiter: newLimiter(s.opt.RatePerSecond, s.opt.Nodes), strangers: newLimiter(strangerRate, s.opt.Nodes), guesses: newGuesses(s.opt.Nodes),
		crossOrigin: http.NewCrossOriginProtection(), public: map[string]bool{}}
	if s.opt.PublicURL != "" {
		if err := d.crossOrigin.AddTrustedOrigin(originOf(s.opt.PublicURL)); err != nil {
			s.log.Warn("the public address is not an origin, so browsers cannot sign in through a proxy", "address", s.opt.PublicURL, "error", err)
		}
	}
	return d
}

// String is how the document calls it.
func (a audience) String() string { return [...]string{"scope", "any", "user", "public"}[a] }

// security is what the document says of an operation's credentials.
func (op operation) security() []map[string][]string {
	scopes := []string{}
	if op.scope != "" {
		scopes = append(scopes, string(op.scope))
	}
	key, session := map[string][]string{"apiKey": scopes}, map[string][]string{"session": {}}
	switch op.access {
	case accessPublic:
		return []map[string][]string{{}}
	case accessUser:
		return []map[string][]string{session}
	default:
		return []map[string][]string{key, session}
	}
}

// extensions are what the document says of an operation beside its types.
func (op operation) extensions() map[string]any {
	out := map[string]any{"x-access": op.access.String()}
	if op.scope != "" {
		out["x-scope"] = string(op.scope)
	}
	if op.recent {
		out["x-recent-sign-in"] = true
	}
	if op.operator {
		out["x-operator"] = true
	}
	if op.whole {
		out["x-whole-reach"] = true
	}
	if op.act != "" {
		out["x-audit"] = op.act
	}
	if op.showsNumbers() {
		out["x-whole-numbers"] = true
	}
	return out
}

// showsNumbers reports whether the operation is not for those who see phone numbers
// masked: webhooks carry whole ones, so whoever decides where they go sees them.
func (op operation) showsNumbers() bool {
	return op.numbers || op.scope == crm.ScopeWebhooksWrite
}

// admit returns nil if the actor may ask for the operation at all. Its use case
// requires the scope.
func (d *door) admit(op operation, a crm.Actor) error {
	ofWorkspace := op.access == accessScope || op.scope != ""
	switch {
	case op.access == accessPublic:
		return nil
	case op.access == accessUser && a.Kind != crm.ActorUser:
		return crm.Errorf(crm.KindForbidden, crm.CodeUserRequired, "This is about a person who signed in. An API key cannot use it.")
	case ofWorkspace && a.WorkspaceID == "":
		return crm.Errorf(crm.KindMalformed, crm.CodeWorkspaceRequired, "You work in several workspaces. Name one in the header Crm-Workspace. GET /v1/me lists them.")
	case ofWorkspace:
		if err := a.Require(op.scope); err != nil {
			return err
		}
		if op.whole {
			if err := a.RequireWholeReach(); err != nil {
				return err
			}
		}
		if op.showsNumbers() {
			if err := a.ShowsNumbers(); err != nil {
				return err
			}
		}
	}
	if op.operator {
		return a.RequireOperator()
	}
	if op.recent {
		return a.SignedInLately(d.server.svc.DB().Source().Now())
	}
	return nil
}

// The cookie of a session. Browsers take the first over https only, and only
// without a domain and for the whole host, so that no neighbour can set it.
const (
	sessionCookie      = "__Host-crm"
	plainSessionCookie = "crm"
	workspaceHeader    = "Crm-Workspace"
)

// overTLS reports whether the caller's connection is encrypted, to us or to the
// proxy before us.
func (d *door) overTLS(r *http.Request) bool {
	return strings.HasPrefix(d.server.address(r), "https://")
}

// cookieOf returns the secret of a cookie that this service set.
func (d *door) cookieOf(r *http.Request, name, plain string) string {
	if !d.overTLS(r) {
		name = plain
	}
	if c, err := r.Cookie(name); err == nil {
		return c.Value
	}
	return ""
}

// cookie returns a cookie to set; an empty value takes it away.
func (d *door) cookie(ctx context.Context, name, plain, value string, seconds int) string {
	c := http.Cookie{Name: name, Value: value, Path: "/", MaxAge: seconds, Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode}
	if !requestOf(ctx).tls {
		c.Name, c.Secure = plain, false
	}
	if value == "" {
		c.MaxAge = -1
	}
	return c.String()
}

// sameSite returns nil unless another site made a browser send the request.
// Whoever comes with a cookie must show where an unsafe request comes from.
func (d *door) sameSite(r *http.Request, cookie bool) error {
	crossSite := crm.Errorf(crm.KindForbidden, crm.CodeCrossSite, "The request came from another site, or does not say from which.")
	if slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodOptions}, r.Method) {
		return nil // these change nothing
	}
	if cookie && r.Header.Get("Origin") == "" && r.Header.Get("Sec-Fetch-Site") == "" {
		return crossSite
	}
	if err := d.crossOrigin.Check(r); err != nil {
		return crossSite
	}
	return nil
}

// identify finds out who asks: by API key, by the cookie of a session, or nobody
// where the operation is for everybody.
func (d *door) identify(r *http.Request, info *request) error {
	info.tls, info.origin = d.overTLS(r), crm.Origin{IP: callerOf(r), UserAgent: shorten(r.UserAgent(), 300), RequestID: info.id}
	info.device = d.cookieOf(r, deviceCookie, plainDeviceCookie)
	public := info.public
	if r.Header.Get("Authorization") != "" || len(r.CookiesNamed(sessionCookie))+len(r.CookiesNamed(plainSessionCookie)) == 0 {
		if public {
			return d.sameSite(r, false)
		}
		return d.identifyKey(r, info)
	}
	if err := d.sameSite(r, !public); err != nil {
		return err
	}
	workspaceID := r.Header.Get(workspaceHeader)
	if workspaceID == "" && r.URL.Path == streamPath {
		workspaceID = r.URL.Query().Get("workspace") // a browser's EventSource sets no header
	}
	info.session = d.cookieOf(r, sessionCookie, plainSessionCookie)
	actor, err := d.server.svc.People.Authenticate(r.Context(), info.session, workspaceID)
	if err != nil && !public {
		return err
	}
	info.actor, info.actor.Origin = actor, info.origin
	return nil
}

func (d *door) identifyKey(r *http.Request, info *request) error {
	scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || strings.TrimSpace(secret) == "" {
		return crm.Errorf(crm.KindUnauthorized, crm.CodeUnauthorized, "Send your API key as Authorization: Bearer sk_…, or sign in.")
	}
	actor, err := d.server.svc.Access.Authenticate(r.Context(), strings.TrimSpace(secret), info.origin.IP)
	if err != nil {
		return err
	}
	info.actor, info.actor.Origin = actor, info.origin
	return nil
}

// pace returns how long the caller must wait before the next request.
func (d *door) pace(w http.ResponseWriter, info *request) error {
	if info.actor.Kind == "" {
		if wait := d.strangers.take(crm.DoneBy{ID: info.origin.Network()}, w.Header()); wait > 0 {
			e := crm.Errorf(crm.KindRateLimited, crm.CodeRateLimited, "Your network made more than %d requests per second without credentials.", strangerRate)
			e.RetryAfter = wait
			return e
		}
		return nil
	}
	if wait := d.limiter.take(info.actor.By(), w.Header()); wait > 0 {
		e := crm.Errorf(crm.KindRateLimited, crm.CodeRateLimited, "%s made more than %d requests per second.", info.actor.Address("This API key", "You"), d.server.opt.RatePerSecond)
		e.RetryAfter = wait
		return e
	}
	return nil
}

// strangerRate is how many requests without credentials a network may make in a
// second.
const strangerRate = 100

// shorten cuts a text that a caller chose.
func shorten(text string, most int) string {
	if len(text) > most {
		text = text[:most]
	}
	return strings.ToValidUTF8(text, "")
}
