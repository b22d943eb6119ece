package api

import (
	"context"
	"net/http"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/people"
)

var sessionsTag = tag{"Sign-in", "How people sign in, and where they did. Programs use API keys instead."}

// The cookie by which a browser is known for a person; it opens nothing.
const (
	deviceCookie      = "__Host-crm-device"
	plainDeviceCookie = "crm-device"
	deviceLife        = 365 * 24 * time.Hour
)

// CreateSession is how a person signs in.
type CreateSession struct {
	Email    string `json:"email,omitempty" needed:"true" maxLength:"254" doc:"E-mail address of the person." example:"owner@lucky-shop.example"`
	Password string `json:"password,omitempty" needed:"true" maxLength:"2048" doc:"Password of the person." example:"correct horse battery staple"`
	SecondFactor
}

// SecondFactor is what a person gives besides the password, if they have an
// authenticator app.
type SecondFactor struct {
	Code         string `json:"code,omitempty" maxLength:"20" doc:"What the authenticator app shows. Needed after the answer second_factor_required." example:"287082"`
	RecoveryCode string `json:"recoveryCode,omitempty" maxLength:"40" doc:"A recovery code, instead of code." example:"k3xm-9f2a-hq7r-b5tz"`
}

// ConfirmSession is how a signed-in person proves anew who they are.
type ConfirmSession struct {
	Password string `json:"password,omitempty" needed:"true" maxLength:"2048" doc:"Password of the person." example:"correct horse battery staple"`
	SecondFactor
}

// Session is a browser or device in which somebody signed in.
type Session struct {
	ID         string    `json:"id" doc:"Identifier of the session; begins with ses_. This is not its secret, which only the cookie has."`
	UserID     string    `json:"userId" doc:"The person who signed in."`
	Factors    []string  `json:"factors" nullable:"false" doc:"How the person proved who they are."`
	CreatedAt  time.Time `json:"createdAt" doc:"When the session was created."`
	SignedInAt time.Time `json:"signedInAt" doc:"When the person last proved who they are in this session."`
	SeenAt     time.Time `json:"seenAt" doc:"When a request last used the session, to about a minute. A session ends after 12 hours without one."`
	EndsAt     time.Time `json:"endsAt" doc:"When the session ends at the latest."`
	IP         string    `json:"ip" doc:"The address from which the person signed in."`
	UserAgent  string    `json:"userAgent" doc:"What the browser calls itself."`
	Current    bool      `json:"current" doc:"true: the session of this request."`
}

// FieldValues lists the values of fields, for the document.
func (Session) FieldValues() map[string]any {
	return map[string]any{"factors": []string{crm.FactorPassword, crm.FactorTOTP, crm.FactorRecoveryCode, crm.FactorPasskey, crm.FactorSSO}}
}

// Me is who asks.
type Me struct {
	Type        crm.ActorKind `json:"type" enum:"api_key,user" doc:"Type of the caller."`
	ID          string        `json:"id" doc:"Identifier of the API key or of the person."`
	Name        string        `json:"name" doc:"Name of the API key or of the person."`
	Email       string        `json:"email,omitempty" doc:"E-mail address of the person."`
	WorkspaceID string        `json:"workspaceId" doc:"The workspace of this request; empty for a person who works in several and named none."`
	RoleID      string        `json:"roleId,omitempty" doc:"Role of the person in the workspace: owner, admin, supervisor, agent, or rol_…"`
	Scopes      []crm.Scope   `json:"scopes" nullable:"false" doc:"What the caller may do; * allows everything."`
	Reach       Reach         `json:"reach" doc:"Which conversations the caller may see."`
	Masks       bool          `json:"masksPhoneNumbers" doc:"Whether the caller sees contacts' phone numbers masked, such as +49••••••4567."`
	Workspaces  []Workplace   `json:"workspaces" nullable:"false" doc:"Where the person works; for an API key, its workspace."`
	Operator    bool          `json:"operator,omitempty" doc:"true: the person is an operator, who may see how the whole deployment stands. Left out for everybody else."`
	SessionID   string        `json:"sessionId,omitempty" doc:"The person's session."`
	SignedInAt  *time.Time    `json:"signedInAt,omitempty" doc:"When the person last proved who they are."`
}

// Reach is which conversations somebody may see.
type Reach struct {
	Kind           crm.ReachKind `json:"kind" enum:"all,teams,own_and_unassigned_of_teams,own_and_followed" doc:"all: every conversation. teams: those of the teams. own_and_unassigned_of_teams: one's own, and those of the teams that nobody is assigned to. own_and_followed: one's own and those that one follows."`
	TeamIDs        []string      `json:"teamIds" nullable:"false" doc:"The teams."`
	PhoneNumberIDs []string      `json:"phoneNumberIds" nullable:"false" doc:"Only conversations on these phone numbers; empty for all."`
}

// Workplace is a workspace in which a person works.
type Workplace struct {
	ID     string `json:"id" doc:"Identifier of the workspace; send it in the header Crm-Workspace."`
	Name   string `json:"name" doc:"Name of the workspace."`
	Live   bool   `json:"live" doc:"false: a test workspace."`
	RoleID string `json:"roleId,omitempty" doc:"Role of the person there."`
}

// UpdateMe is what people change of themselves.
type UpdateMe struct {
	Name string `json:"name,omitempty" needed:"true" doc:"Your name, as colleagues see it."`
}

type (
	// SessionInput names a session in the path.
	SessionInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the session."`
	}
	createSessionInput  struct{ Body CreateSession }
	confirmSessionInput struct{ Body ConfirmSession }
	sessionOutput       struct {
		SetCookie []string `header:"Set-Cookie" doc:"The cookie of the session, and the one by which the browser is known."`
		Body      Session
	}
	noSessionOutput struct {
		SetCookie []string `header:"Set-Cookie" doc:"Removes the cookie of the session."`
	}
	meOutput      struct{ Body Me }
	updateMeInput struct{ Body UpdateMe }
)

func sessionRoutes(s *Server) {
	const path = "/v1/session"
	register(s, operation{id: "create-session", method: http.MethodPost, path: path, tag: sessionsTag, status: http.StatusCreated, access: accessPublic,
		summary: "Sign in", description: "Sets the cookie of a session. The answer is the same for an unknown address and a wrong password. After 10 wrong attempts in 15 minutes the address must wait, except in browsers where the person signed in before.",
		example: CreateSession{Email: "owner@lucky-shop.example", Password: "correct horse battery staple"}},
		func(ctx context.Context, _ crm.Actor, in *createSessionInput) (*sessionOutput, error) {
			return createSession(ctx, s, in)
		})
	register(s, operation{id: "delete-session", method: http.MethodDelete, path: path, tag: sessionsTag, status: http.StatusNoContent, access: accessUser,
		summary: "Sign out", description: "Ends the session of this request."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*noSessionOutput, error) {
			return &noSessionOutput{[]string{s.door.cookie(ctx, sessionCookie, plainSessionCookie, "", 0)}}, s.svc.People.SignOut(ctx, a)
		})
	register(s, operation{id: "confirm-session", method: http.MethodPost, path: path + "/confirm", tag: sessionsTag, access: accessUser,
		summary: "Confirm who you are", description: "For operations that need a sign-in within the last 10 minutes. Replaces the session; the answer sets its cookie.",
		example: ConfirmSession{Password: "correct horse battery staple"}},
		func(ctx context.Context, a crm.Actor, in *confirmSessionInput) (*sessionOutput, error) {
			return answerSession(ctx, s)(s.svc.People.Confirm(ctx, a, people.SignInRequest{Password: in.Body.Password, Second: crm.SecondFactor(in.Body.SecondFactor), Device: requestOf(ctx).device}))
		})
	register(s, operation{id: "list-sessions", method: http.MethodGet, path: "/v1/sessions", tag: sessionsTag, access: accessUser,
		summary: "List your sessions", description: "The browsers and devices in which you signed in, oldest first."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[Session], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.People.Sessions(ctx, a, p)
			return answerPage(list, func(x crm.Session) Session { return renderSession(x, a.SessionID) }), err
		})
	register(s, operation{id: "end-session", method: http.MethodDelete, path: "/v1/sessions/{id}", tag: sessionsTag, status: http.StatusNoContent, access: accessUser, errors: []int{404},
		summary: "Sign out elsewhere", description: "Ends one of your sessions within a second; its event streams are closed."},
		func(ctx context.Context, a crm.Actor, in *SessionInput) (*struct{}, error) {
			return nil, s.svc.People.EndSession(ctx, a, in.ID)
		})
	register(s, operation{id: "end-other-sessions", method: http.MethodPost, path: "/v1/sessions/end-others", tag: sessionsTag, status: http.StatusNoContent, access: accessUser,
		summary: "Sign out everywhere else", description: "Ends every session of yours but this one."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*struct{}, error) {
			return nil, s.svc.People.EndOtherSessions(ctx, a)
		})
	register(s, operation{id: "get-me", method: http.MethodGet, path: "/v1/me", tag: sessionsTag, access: accessAny,
		summary: "Get who you are", description: "Your name, what you may do and see in this workspace, and your workspaces.", errors: []int{404}},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*meOutput, error) { return me(ctx, s, a) })
	register(s, operation{id: "update-me", method: http.MethodPatch, path: "/v1/me", tag: sessionsTag, access: accessUser, act: "user.updated",
		summary: "Change your name", description: "Your colleagues see it within a second, in every workspace.",
		example: UpdateMe{Name: "Amélie Bernard"}},
		func(ctx context.Context, a crm.Actor, in *updateMeInput) (*meOutput, error) {
			if err := s.svc.Members.Rename(ctx, a, in.Body.Name); err != nil {
				return nil, err
			}
			a.Name = strings.TrimSpace(in.Body.Name)
			return me(ctx, s, a)
		})
}

func createSession(ctx context.Context, s *Server, in *createSessionInput) (*sessionOutput, error) {
	info := requestOf(ctx)
	return answerSignIn(ctx, s)(s.svc.People.SignIn(ctx, people.SignInRequest{Email: in.Body.Email, Password: in.Body.Password, Second: crm.SecondFactor(in.Body.SecondFactor), Device: info.device}, info.origin))
}

// answerSignIn sets the cookies of a new session and of the browser.
func answerSignIn(ctx context.Context, s *Server) func(people.SignedIn, error) (*sessionOutput, error) {
	return func(signed people.SignedIn, err error) (*sessionOutput, error) {
		out, err := answerSession(ctx, s)(signed.NewSession, err)
		if err == nil && signed.Device != "" {
			out.SetCookie = append(out.SetCookie, s.door.cookie(ctx, deviceCookie, plainDeviceCookie, signed.Device, int(deviceLife.Seconds())))
		}
		return out, err
	}
}

// answerSession sets the cookie of a new session.
func answerSession(ctx context.Context, s *Server) func(people.NewSession, error) (*sessionOutput, error) {
	return func(n people.NewSession, err error) (*sessionOutput, error) {
		if err != nil {
			return nil, err
		}
		cookie := s.door.cookie(ctx, sessionCookie, plainSessionCookie, n.Secret, int(crm.SessionLife.Seconds()))
		return &sessionOutput{[]string{cookie}, renderSession(n.Session, n.Session.ID)}, nil
	}
}

func me(ctx context.Context, s *Server, a crm.Actor) (*meOutput, error) {
	out := Me{Type: a.Kind, ID: a.ID, Name: a.Name, WorkspaceID: a.WorkspaceID, RoleID: a.RoleID, Scopes: append([]crm.Scope{}, a.Scopes...), Reach: renderReach(a.Reach), Masks: a.MasksPhoneNumbers, Operator: a.Operator,
		SessionID: a.SessionID, Workspaces: []Workplace{}}
	if a.Kind != crm.ActorUser {
		w, err := s.svc.Access.Workspace(ctx, a.WorkspaceID)
		out.Workspaces = append(out.Workspaces, Workplace{ID: w.ID, Name: w.Name, Live: w.Live})
		return &meOutput{out}, err
	}
	u, places, err := s.svc.People.Workplaces(ctx, a)
	if err != nil {
		return nil, err
	}
	out.Email, out.SignedInAt = u.Email, &a.SignedInAt
	for _, p := range places {
		out.Workspaces = append(out.Workspaces, Workplace{ID: p.Workspace.ID, Name: p.Workspace.Name, Live: p.Workspace.Live, RoleID: p.Role.ID})
	}
	return &meOutput{out}, nil
}

func renderReach(r crm.Reach) Reach {
	return Reach{Kind: r.Kind, TeamIDs: append([]string{}, r.TeamIDs...), PhoneNumberIDs: append([]string{}, r.PhoneNumberIDs...)}
}

func renderSession(x crm.Session, current string) Session {
	return Session{ID: x.ID, UserID: x.UserID, Factors: append([]string{}, x.Factors...), CreatedAt: x.CreatedAt, SignedInAt: x.SignedInAt, SeenAt: x.SeenAt, EndsAt: x.EndsAt,
		IP: x.IP, UserAgent: x.UserAgent, Current: x.ID == current}
}
