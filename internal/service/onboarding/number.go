package onboarding

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/whatsapp"
)

// orderOf is what follows from an attempt of a kind, whoever finds out that it worked.
func orderOf(kind attemptKind, detail string) order {
	o := order{kind: kind, detail: detail}
	switch kind {
	case askCode:
		o.act = "phone_number.code_requested"
	case askVerify:
		o.act = "phone_number.verified"
	case askRegister:
		o.act, o.secret = "phone_number.registered", "pin"
	case askDeregister:
		o.act = "phone_number.deregistered"
	case askPIN:
		o.act, o.secret = "phone_number.pin_changed", "pin"
	case askName:
		o.act = "phone_number.name_requested"
		o.changed = func(n *crm.PhoneNumber) {
			if n.VerifiedName != detail {
				n.RequestedName, n.NameStatus, n.NameRejection = detail, "pending", ""
			}
		}
	case askBadge:
		o.act = "badge.requested"
	case askHistory:
		o.act, o.told = "phone_number.history_requested", account.HistoryAsked
	}
	return o
}

// setUp runs an order of the API once per Idempotency-Key.
func (s *Onboarding) setUp(ctx context.Context, actor crm.Actor, numberID string, f *crm.Faults, o order) (crm.NumberSetup, error) {
	if err := actor.Require(crm.ScopeAccountsWrite); err != nil {
		return crm.NumberSetup{}, err
	}
	if err := s.there(ctx, actor.WorkspaceID, numberID); err != nil {
		return crm.NumberSetup{}, err
	}
	if err := f.Err(); err != nil {
		return crm.NumberSetup{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.NumberSetup]) (out crm.NumberSetup, err error) {
		if err := core.Outside(ctx); err != nil {
			return out, err
		}
		return s.place(ctx, actor, numberID, o, func(tx *db.Tx, n crm.NumberSetup) error { return save(tx, n) })
	})
}

// RequestCode has the provider send a verification code to a number: by sms or voice.
func (s *Onboarding) RequestCode(ctx context.Context, actor crm.Actor, numberID, method, language string) (crm.NumberSetup, error) {
	var f crm.Faults
	language = crm.CheckCodeRequest(method, language, &f)
	o := orderOf(askCode, method)
	o.may = func(h history, now time.Time) error {
		if _, _, next := h.codeStanding(now); next.After(now) {
			return tooEarly(crm.CodeVerificationEarly, next, now, "A code was sent a moment ago.")
		}
		return nil
	}
	o.call = func(ctx context.Context, c *whatsapp.Client, token, phoneID string) error {
		return c.RequestCode(ctx, token, phoneID, method, language)
	}
	return s.setUp(ctx, actor, numberID, &f, o)
}

// VerifyNumber tells the provider the code that came to a number.
func (s *Onboarding) VerifyNumber(ctx context.Context, actor crm.Actor, numberID, code string) (crm.NumberSetup, error) {
	var f crm.Faults
	code = crm.CheckCode(code, &f)
	o := orderOf(askVerify, "")
	o.may = func(h history, now time.Time) error {
		switch last, left, _ := h.codeStanding(now); {
		case left == 0:
			return crm.Errorf(crm.KindConflict, crm.CodeVerificationTries, "%d wrong codes were entered since the last one was sent. %s", crm.MaxCodeTries, askForCode)
		case last.ID == "" && len(h.of(askCode)) == 0 && len(h.of(askVerify)) >= crm.MaxCodeTries:
			return crm.Errorf(crm.KindConflict, crm.CodeVerificationTries, "No code was sent yet. %s", askForCode)
		}
		return nil
	}
	o.call = func(ctx context.Context, c *whatsapp.Client, token, phoneID string) error {
		return c.VerifyCode(ctx, token, phoneID, code)
	}
	return s.setUp(ctx, actor, numberID, &f, o)
}

// RegisterNumber lets a number send. The PIN becomes its PIN, or is the one that it has.
func (s *Onboarding) RegisterNumber(ctx context.Context, actor crm.Actor, numberID, pin string) (crm.NumberSetup, error) {
	var f crm.Faults
	crm.CheckPIN(pin, &f)
	o := orderOf(askRegister, "")
	o.may = mayRegister
	o.known = func(f crm.NumberFacts) int {
		if f.Verification == "not_verified" && !f.Registered() {
			return codeNotVerified
		}
		return 0
	}
	o.call = func(ctx context.Context, c *whatsapp.Client, token, phoneID string) error {
		return c.Register(ctx, token, phoneID, pin)
	}
	return s.setUp(ctx, actor, numberID, &f, o)
}

// DeregisterNumber ends the registration of a number: nothing can be sent from it then.
func (s *Onboarding) DeregisterNumber(ctx context.Context, actor crm.Actor, numberID string) (crm.NumberSetup, error) {
	o := orderOf(askDeregister, "")
	o.may = mayRegister
	o.ready = func(ctx context.Context) error { return s.offApp(ctx, actor.WorkspaceID, numberID) }
	o.known = func(f crm.NumberFacts) int {
		if f.Status != "" && !f.Registered() {
			return codeNotRegistered
		}
		return 0
	}
	o.call = func(ctx context.Context, c *whatsapp.Client, token, phoneID string) error {
		return c.Deregister(ctx, token, phoneID)
	}
	return s.setUp(ctx, actor, numberID, new(crm.Faults), o)
}

// mayRegister keeps a number from the provider's limit, which would close it for days.
func mayRegister(h history, now time.Time) error {
	left, next := h.registrations(now)
	if left > 0 {
		return nil
	}
	return tooEarly(crm.CodeRegistrationLimit, next, now, "The provider takes %d requests to register or deregister a number in 72 hours, and they are used up.", crm.MaxRegistrations)
}

// ChangePIN changes the PIN of a number.
func (s *Onboarding) ChangePIN(ctx context.Context, actor crm.Actor, numberID, pin string) (crm.NumberSetup, error) {
	var f crm.Faults
	crm.CheckPIN(pin, &f)
	o := orderOf(askPIN, "")
	o.call = func(ctx context.Context, c *whatsapp.Client, token, phoneID string) error {
		return c.SetPIN(ctx, token, phoneID, pin)
	}
	return s.setUp(ctx, actor, numberID, &f, o)
}

// RequestName asks for another display name of a number, which the provider reviews.
func (s *Onboarding) RequestName(ctx context.Context, actor crm.Actor, numberID, name string) (crm.NumberSetup, error) {
	var f crm.Faults
	crm.CheckDisplayName("/displayName", name, &f)
	o := orderOf(askName, name)
	o.may = func(h history, now time.Time) error {
		if next := h.names(now); next.After(now) {
			return tooEarly(crm.CodeNameLimit, next, now, "The provider takes about %d changes of a display name in 30 days.", crm.MaxNameChanges)
		}
		return nil
	}
	o.call = func(ctx context.Context, c *whatsapp.Client, token, phoneID string) error {
		return c.Rename(ctx, token, phoneID, name)
	}
	return s.setUp(ctx, actor, numberID, &f, o)
}

// RequestBadge asks for the badge of a number, unless ready refuses it or this very request
// had its effect before. save adds to the transaction of its outcome.
func (s *Onboarding) RequestBadge(ctx context.Context, actor crm.Actor, numberID string, r crm.BadgeRequest, ready func(context.Context) error, save func(*db.Tx) error) error {
	o := orderOf(askBadge, "")
	o.ready = ready
	o.call = func(ctx context.Context, c *whatsapp.Client, token, phoneID string) error {
		return c.RequestBadge(ctx, token, phoneID, r)
	}
	_, err := s.place(ctx, actor, numberID, o, func(tx *db.Tx, _ crm.NumberSetup) error { return save(tx) })
	return err
}
