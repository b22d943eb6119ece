package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/signon"
)

var ssoTag = tag{"Single sign-on", "The OpenID providers at which people sign in, and the domains of their addresses."}

// SSODomain is a domain of e-mail addresses that a connection claims.
type SSODomain struct {
	Domain     string     `json:"domain" doc:"The domain, in lower case." example:"lucky-shop.example"`
	Record     string     `json:"record" doc:"Text of the TXT record of the domain that proves it is yours." example:"crm-verification=4FWBHKSO2Q7XTVJ5YDA3MZ6RLE"`
	Verified   bool       `json:"verified" doc:"true: the domain was proven. Only people with addresses of proven domains can sign in."`
	VerifiedAt *time.Time `json:"verifiedAt" doc:"When the domain was proven; null before."`
}

// SSOGroupRole is the role of a group at the provider.
type SSOGroupRole struct {
	Group  string `json:"group,omitempty" needed:"true" doc:"Name of the group, as the provider writes it." example:"support"`
	RoleID string `json:"roleId,omitempty" needed:"true" doc:"Role of its people; never owner." example:"supervisor"`
}

// SSOConnection lets people sign in at an OpenID provider.
type SSOConnection struct {
	ID               string         `json:"id" doc:"Identifier of the connection; begins with sso_."`
	Name             string         `json:"name" doc:"Display name."`
	Issuer           string         `json:"issuer" doc:"Issuer of the OpenID provider."`
	ClientID         string         `json:"clientId" doc:"What the provider calls this service."`
	CallbackURL      string         `json:"callbackUrl" doc:"Redirect URI to register at the provider."`
	Domains          []SSODomain    `json:"domains" nullable:"false" doc:"Domains of e-mail addresses that the connection is for."`
	GroupsClaim      string         `json:"groupsClaim" doc:"Claim of the identity token that has the groups; empty for none."`
	GroupRoles       []SSOGroupRole `json:"groupRoles" nullable:"false" doc:"Roles by group. At each sign-in the first entry whose group a person has decides."`
	DefaultRoleID    string         `json:"defaultRoleId" doc:"Role of new people, and of those without any of the groups."`
	Provision        bool           `json:"provision" doc:"true: who is not a member yet becomes one by signing in."`
	Enabled          bool           `json:"enabled" doc:"false: nobody signs in by the connection."`
	Enforced         bool           `json:"enforced" doc:"true: people with addresses of the proven domains can sign in by single sign-on only."`
	BreakGlassUserID string         `json:"breakGlassUserId" doc:"The owner who can still sign in with a second factor while enforced is true."`
	CreatedAt        time.Time      `json:"createdAt" doc:"When the connection was created."`
	UpdatedAt        time.Time      `json:"updatedAt" doc:"When the connection was last changed."`
}

// CreateSSOConnection is a new connection.
type CreateSSOConnection struct {
	Name             string         `json:"name,omitempty" needed:"true" doc:"Display name." example:"Lucky Shop"`
	Issuer           string         `json:"issuer,omitempty" needed:"true" doc:"Issuer of the OpenID provider, exactly as its document names it." example:"https://login.lucky-shop.example"`
	ClientID         string         `json:"clientId,omitempty" needed:"true" doc:"What the provider calls this service." example:"crm"`
	ClientSecret     string         `json:"clientSecret,omitempty" needed:"true" doc:"Secret of the client at the provider. Stored encrypted and never shown." example:"2b7e151628aed2a6abf7158809cf4f3c"`
	Domains          []string       `json:"domains,omitempty" doc:"Domains of e-mail addresses, each to be proven." example:"[\"lucky-shop.example\"]"`
	GroupsClaim      string         `json:"groupsClaim,omitempty" doc:"Claim of the identity token that has the groups." example:"groups"`
	GroupRoles       []SSOGroupRole `json:"groupRoles,omitempty" doc:"Roles by group. At each sign-in the first entry whose group a person has decides."`
	DefaultRoleID    *string        `json:"defaultRoleId,omitempty" doc:"Role of new people, and of those without any of the groups; agent by default." example:"agent"`
	Provision        *bool          `json:"provision,omitempty" doc:"Whether people who are not members become members by signing in; true by default."`
	Enabled          *bool          `json:"enabled,omitempty" doc:"Whether people can sign in; true by default."`
	Enforced         bool           `json:"enforced,omitempty" doc:"Refuse every other way to sign in to people with addresses of the proven domains."`
	BreakGlassUserID string         `json:"breakGlassUserId,omitempty" doc:"Required with enforced: an owner with a passkey or one-time codes, who can still sign in without the provider."`
}

// UpdateSSOConnection changes what is given and leaves the rest.
type UpdateSSOConnection struct {
	Name             *string         `json:"name,omitempty" doc:"Display name."`
	Issuer           *string         `json:"issuer,omitempty" doc:"Issuer of the OpenID provider. Give clientSecret with it."`
	ClientID         *string         `json:"clientId,omitempty" doc:"What the provider calls this service."`
	ClientSecret     *string         `json:"clientSecret,omitempty" doc:"A new secret of the client at the provider."`
	Domains          *[]string       `json:"domains,omitempty" doc:"All domains. Those that stay remain proven; those that you leave out are free for other connections."`
	GroupsClaim      *string         `json:"groupsClaim,omitempty" doc:"Claim of the identity token that has the groups; empty for none."`
	GroupRoles       *[]SSOGroupRole `json:"groupRoles,omitempty" doc:"All roles by group."`
	DefaultRoleID    *string         `json:"defaultRoleId,omitempty" doc:"Role of new people, and of those without any of the groups."`
	Provision        *bool           `json:"provision,omitempty" doc:"Whether people who are not members become members by signing in."`
	Enabled          *bool           `json:"enabled,omitempty" doc:"Whether people can sign in."`
	Enforced         *bool           `json:"enforced,omitempty" doc:"Refuse every other way to sign in to people with addresses of the proven domains. Their other sessions end within a second."`
	BreakGlassUserID *string         `json:"breakGlassUserId,omitempty" doc:"The owner who can still sign in with a second factor."`
}

type (
	// SSOConnectionInput names a connection in the path.
	SSOConnectionInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the SSO connection."`
	}
	ssoDomainInput struct {
		SSOConnectionInput
		Domain string `path:"domain" maxLength:"253" doc:"The domain."`
	}
	createSSOInput struct{ Body CreateSSOConnection }
	updateSSOInput struct {
		SSOConnectionInput
		Body UpdateSSOConnection
	}
	ssoOutput struct{ Body SSOConnection }
)

func ssoRoutes(s *Server) {
	const path = "/v1/sso-connections"
	ssoSignInRoutes(s)
	register(s, operation{id: "create-sso-connection", method: http.MethodPost, path: path, tag: ssoTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopeSecurityWrite, recent: true, act: "sso_connection.created", summary: "Create an SSO connection",
		description: "Lets people sign in at an OpenID provider. Register callbackUrl there, and prove the domains of their addresses. Whoever controls the provider can sign in as anybody with such an address.",
		example: CreateSSOConnection{Name: "Lucky Shop", Issuer: "https://login.lucky-shop.example", ClientID: "crm", ClientSecret: "2b7e151628aed2a6abf7158809cf4f3c",
			Domains: []string{"lucky-shop.example"}, GroupsClaim: "groups", GroupRoles: []SSOGroupRole{{"support", "supervisor"}}}},
		func(ctx context.Context, a crm.Actor, in *createSSOInput) (*ssoOutput, error) {
			b := in.Body
			return answerSSO(ctx)(s.svc.SignOn.CreateConnection(ctx, a, signon.Change{Name: &b.Name, Issuer: &b.Issuer, ClientID: &b.ClientID, ClientSecret: &b.ClientSecret,
				Domains: &b.Domains, GroupsClaim: &b.GroupsClaim, GroupRoles: groupRoles(&b.GroupRoles), DefaultRoleID: b.DefaultRoleID, Provision: b.Provision,
				Enabled: b.Enabled, Enforced: &b.Enforced, BreakGlassUserID: &b.BreakGlassUserID}))
		})
	register(s, operation{id: "list-sso-connections", method: http.MethodGet, path: path, tag: ssoTag, scope: crm.ScopeSecurityRead,
		summary: "List SSO connections", description: "Oldest first, without their secrets."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[SSOConnection], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.SignOn.Connections(ctx, a, p)
			return answerPage(list, func(c crm.SSOConnection) SSOConnection { return renderSSO(ctx, c) }), err
		})
	register(s, operation{id: "get-sso-connection", method: http.MethodGet, path: path + "/{id}", tag: ssoTag, errors: []int{404}, scope: crm.ScopeSecurityRead,
		summary: "Get an SSO connection", description: "Its provider, domains and roles, without its secret."},
		func(ctx context.Context, a crm.Actor, in *SSOConnectionInput) (*ssoOutput, error) {
			return answerSSO(ctx)(s.svc.SignOn.Connection(ctx, a, in.ID))
		})
	register(s, operation{id: "update-sso-connection", method: http.MethodPatch, path: path + "/{id}", tag: ssoTag, errors: []int{404}, scope: crm.ScopeSecurityWrite, recent: true,
		act: "sso_connection.updated", summary: "Change an SSO connection", description: "Changes only the fields you send.", example: UpdateSSOConnection{DefaultRoleID: ptr("agent"), Provision: ptr(false)}},
		func(ctx context.Context, a crm.Actor, in *updateSSOInput) (*ssoOutput, error) {
			b := in.Body
			return answerSSO(ctx)(s.svc.SignOn.UpdateConnection(ctx, a, in.ID, signon.Change{Name: b.Name, Issuer: b.Issuer, ClientID: b.ClientID, ClientSecret: b.ClientSecret,
				Domains: b.Domains, GroupsClaim: b.GroupsClaim, GroupRoles: groupRoles(b.GroupRoles), DefaultRoleID: b.DefaultRoleID, Provision: b.Provision,
				Enabled: b.Enabled, Enforced: b.Enforced, BreakGlassUserID: b.BreakGlassUserID}))
		})
	register(s, operation{id: "delete-sso-connection", method: http.MethodDelete, path: path + "/{id}", tag: ssoTag, status: http.StatusNoContent, errors: []int{404}, scope: crm.ScopeSecurityWrite, recent: true,
		act: "sso_connection.deleted", summary: "Delete an SSO connection", description: "Its domains are free again. People stay members, and their sessions go on."},
		func(ctx context.Context, a crm.Actor, in *SSOConnectionInput) (*struct{}, error) {
			return nil, s.svc.SignOn.DeleteConnection(ctx, a, in.ID)
		})
	register(s, operation{id: "verify-sso-domain", method: http.MethodPost, path: path + "/{id}/domains/{domain}/verify", tag: ssoTag, errors: []int{404, 409, 503}, scope: crm.ScopeSecurityWrite, recent: true,
		act: "domain.verified", summary: "Verify a domain of an SSO connection", description: "Looks for the TXT record that the connection shows, on the domain itself. A domain belongs to one connection, the first that proves it."},
		func(ctx context.Context, a crm.Actor, in *ssoDomainInput) (*ssoOutput, error) {
			return answerSSO(ctx)(s.svc.SignOn.VerifyDomain(ctx, a, in.ID, in.Domain))
		})
}

func groupRoles(list *[]SSOGroupRole) *[]crm.GroupRole {
	if list == nil {
		return nil
	}
	out := []crm.GroupRole{}
	for _, g := range *list {
		out = append(out, crm.GroupRole(g))
	}
	return &out
}

func answerSSO(ctx context.Context) func(crm.SSOConnection, error) (*ssoOutput, error) {
	return func(c crm.SSOConnection, err error) (*ssoOutput, error) { return &ssoOutput{renderSSO(ctx, c)}, err }
}

func renderSSO(ctx context.Context, c crm.SSOConnection) SSOConnection {
	out := SSOConnection{ID: c.ID, Name: c.Name, Issuer: c.Issuer, ClientID: c.ClientID, CallbackURL: requestOf(ctx).address + ssoCallbackPath, Domains: []SSODomain{},
		GroupsClaim: c.GroupsClaim, GroupRoles: []SSOGroupRole{}, DefaultRoleID: c.DefaultRoleID, Provision: c.Provision, Enabled: c.Enabled, Enforced: c.Enforced,
		BreakGlassUserID: c.BreakGlassUserID, CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt}
	for _, d := range c.Domains {
		out.Domains = append(out.Domains, SSODomain{d.Domain, d.Proof(), d.VerifiedAt != nil, d.VerifiedAt})
	}
	for _, g := range c.GroupRoles {
		out.GroupRoles = append(out.GroupRoles, SSOGroupRole(g))
	}
	return out
}
