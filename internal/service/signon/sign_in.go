package signon

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/issuer"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/people"
)

// FlowLife is how long a sign-in may take at the provider.
const FlowLife = 10 * time.Minute

// StartRequest names how somebody wants to sign in: by their address, or by the
// connection.
type StartRequest struct {
	Email, ConnectionID string
	// ReturnTo is the path to go back to at the end; "" for the root.
	ReturnTo string
	// CallbackURL is where the provider sends the browser back to.
	CallbackURL string
}

// Start is where a browser goes, and what it brings back in a cookie that no
// other browser has.
type Start struct{ Address, Ticket string }

// ticket is what is known of a sign-in while the browser is away. It is sealed.
type ticket struct {
	issuer.SignIn
	WorkspaceID, ConnectionID, Issuer, ClientID, ReturnTo string
	Until                                                 time.Time
}

const ticketSealing = "sso sign-in"

// errNoConnection is the answer for whatever leads to no provider: it depends on
// the domain alone, never on who has the address.
func errNoConnection() error {
	return crm.Errorf(crm.KindNotFound, crm.CodeSSONotAvailable, "There is no single sign-on for this address or connection.")
}

// Begin returns where to send a browser that wants to sign in. It stores
// nothing. Everybody may call it.
func (s *SignOn) Begin(ctx context.Context, r StartRequest) (out Start, err error) {
	var f crm.Faults
	key, valid := crm.AddressKey(r.Email)
	switch {
	case r.Email == "" && r.ConnectionID == "" || r.Email != "" && r.ConnectionID != "":
		f.Add("email", crm.CodeRequired, "Give either email or connection.")
	case r.Email != "" && !valid:
		f.Add("email", crm.CodeParameterInvalid, "email must be an e-mail address.")
	}
	back, within := crm.ReturnPath(r.ReturnTo)
	if !within {
		f.Add("returnTo", crm.CodeParameterInvalid, "returnTo must be a path of this service, such as /inbox.")
	}
	if err := f.Err(); err != nil {
		return out, err
	}
	var c crm.SSOConnection
	var sealed []byte
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		p := place{connectionID: r.ConnectionID}
		if r.Email != "" {
			p, _, err = placeOf(tx, crm.DomainOf(key))
		} else {
			p.workspaceID, err = workspaceOf(tx, r.ConnectionID)
		}
		if err == nil {
			c, sealed, err = connection(tx, selectConnectionSQL, p.workspaceID, p.connectionID)
		}
		return err
	})
	if err != nil && crm.AsError(err).Kind == crm.KindNotFound || err == nil && !c.Enabled {
		err = errNoConnection()
	}
	if err != nil {
		return out, err
	}
	t := ticket{issuer.NewSignIn(), c.WorkspaceID, c.ID, c.Issuer, c.ClientID, back, s.now().Add(FlowLife)}
	party, err := s.party(c, sealed, r.CallbackURL)
	if err == nil {
		out.Address, err = s.issuers.Address(ctx, party, t.SignIn, r.Email)
	}
	if err != nil {
		return out, refusal(err)
	}
	out.Ticket, err = s.sealTicket(t)
	return out, err
}

func (s *SignOn) party(c crm.SSOConnection, sealed []byte, callback string) (issuer.Party, error) {
	secret, err := s.box.Open(sealed, sealing(c))
	return issuer.Party{Issuer: c.Issuer, ClientID: c.ClientID, Secret: string(secret), CallbackURL: callback}, err
}

func (s *SignOn) sealTicket(t ticket) (string, error) {
	plain, err := json.Marshal(t)
	if err != nil {
		return "", err
	}
	sealed, err := s.box.Seal(plain, ticketSealing)
	return base64.RawURLEncoding.EncodeToString(sealed), err
}

func (s *SignOn) openTicket(text string) (t ticket, ok bool) {
	sealed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || text == "" {
		return t, false
	}
	plain, err := s.box.Open(sealed, ticketSealing)
	if err != nil || json.Unmarshal(plain, &t) != nil {
		return t, false
	}
	return t, s.now().Before(t.Until)
}

// Return is what a browser brings back from the provider.
type Return struct {
	// Ticket is its cookie.
	Ticket                     string
	State, Code, Issuer, Error string
	CallbackURL                string
}

func errState() error {
	return crm.Errorf(crm.KindMalformed, crm.CodeSSOState, "This sign-in was not begun in this browser, took longer than %d minutes, or was used before. Begin again.", int(FlowLife.Minutes()))
}

// Finish checks what a browser brought back, and makes a session for whom the
// provider says it is: a person of the workspace, or one whom the connection may
// let in. It also returns the path to go to. Everybody may call it.
func (s *SignOn) Finish(ctx context.Context, r Return, from crm.Origin) (out people.NewSession, returnTo string, err error) {
	t, ok := s.openTicket(r.Ticket)
	if !ok || subtle.ConstantTimeCompare([]byte(t.State), []byte(r.State)) != 1 {
		return out, "", errState()
	}
	var c crm.SSOConnection
	var sealed []byte
	// It is spent before anybody is asked: of two at once, one goes on.
	err = s.db.Update(db.Urgent(ctx), t.ConnectionID, func(tx *db.Tx) error {
		sum := sha256.Sum256([]byte(t.State))
		fresh, err := spend(tx, hex.EncodeToString(sum[:]), db.Ms(t.Until))
		if err == nil && !fresh {
			err = errState()
		}
		if err == nil {
			c, sealed, err = connection(tx, selectConnectionSQL, t.WorkspaceID, t.ConnectionID)
		}
		return err
	})
	switch {
	case err != nil && crm.AsError(err).Kind == crm.KindNotFound, err == nil && (!c.Enabled || c.Issuer != t.Issuer || c.ClientID != t.ClientID):
		return out, "", errNoConnection()
	case err != nil:
		return out, "", err
	case r.Error != "" || r.Code == "":
		return out, "", refusal(issuer.ErrRefused)
	}
	party, err := s.party(c, sealed, r.CallbackURL)
	if err != nil {
		return out, "", err
	}
	person, err := s.issuers.Finish(ctx, party, t.SignIn, issuer.Answer{Code: r.Code, Issuer: r.Issuer}, c.GroupsClaim)
	if err != nil {
		return out, "", refusal(err)
	}
	err = s.db.Update(db.Urgent(ctx), c.ID, func(tx *db.Tx) error {
		u, act, err := s.admit(tx, c.WorkspaceID, c.ID, person)
		if err != nil {
			return err
		}
		out = people.Enter(tx, u, []string{crm.FactorSSO}, from)
		if act == nil {
			return nil
		}
		by := crm.Insider(c.WorkspaceID, crm.ActorSystem, false)
		by.Origin = from
		return audit.Record(tx, by, *act)
	})
	return out, t.ReturnTo, err
}

// refusal says to the browser why the provider's word was not taken.
func refusal(err error) error {
	switch {
	case errors.Is(err, issuer.ErrUnreachable):
		return crm.Errorf(crm.KindProvider, crm.CodeSSOUnreachable, "The OpenID provider does not answer as it should. Try again later.").Because(err)
	case errors.Is(err, issuer.ErrRefused):
		return crm.Errorf(crm.KindUnauthorized, crm.CodeSSORefused, "The OpenID provider signed nobody in. Begin again.").Because(err)
	case errors.Is(err, issuer.ErrToken):
		return crm.Errorf(crm.KindUnauthorized, crm.CodeSSOToken, "What the OpenID provider sent is not valid for this sign-in. Begin again.").Because(err)
	}
	return err
}
