package account

import (
	"context"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// Simulator is the provider simulator that this process runs. Numbers of the
// business are named by their identifiers at the provider.
type Simulator interface {
	// Write has a customer write to a number of the business; it returns the
	// message's identifier at the provider, or which field it does not take.
	Write(to string, m SimulatedText) (providerID, field string, err error)
	// Phone returns what a customer's phone has received from some numbers of the
	// business, oldest first; false where it never had to do with any of them.
	Phone(number string, of []string) ([]SimulatedMessage, bool)
	// MovesClock says whether Advance moves the clock of the whole process forward. It
	// returns the time then. Other processes go by the wall clock.
	MovesClock() bool
	Advance(d time.Duration) time.Time
}

// SimulatedText is what a simulated customer writes.
type SimulatedText struct {
	From, Name, Text string
	// To is one of the workspace's numbers, by id or number; empty for its default.
	To string
}

// SimulatedReceipt says what a simulated customer wrote to.
type SimulatedReceipt struct{ ProviderMessageID, PhoneNumberID string }

// SimulatedMessage is a message as a simulated customer's phone shows it.
type SimulatedMessage struct {
	ProviderMessageID, From, Type, TemplateName, Text, Footer, Status string
	Buttons                                                           []SimulatedButton
	SentAt                                                            time.Time
	DeliveredAt, ReadAt                                               *time.Time
}

// SimulatedButton is something that a simulated customer could press.
type SimulatedButton struct{ Type, ID, Text, URL string }

// maxSimulatedText is the provider's limit of a text.
const maxSimulatedText = 4096

// SimulateMessage has a simulated customer write to a test workspace.
func (s *Accounts) SimulateMessage(ctx context.Context, actor crm.Actor, m SimulatedText) (SimulatedReceipt, error) {
	if err := s.maySimulate(actor, crm.ScopeSandboxWrite); err != nil {
		return SimulatedReceipt{}, err
	}
	var f crm.Faults
	if !crm.ValidPhone(m.From) {
		f.Add("/from", crm.CodePhoneNumberInvalid, "from must be a phone number with + and country code, such as +14155550123.")
	}
	if n := len([]rune(m.Text)); n == 0 {
		f.Add("/text", crm.CodeRequired, "text is required.")
	} else if n > maxSimulatedText {
		f.Add("/text", crm.CodeTooLong, "text has at most %d characters.", maxSimulatedText)
	}
	list, err := s.KnownNumbers(ctx, actor.WorkspaceID)
	if err != nil {
		return SimulatedReceipt{}, err
	}
	to := chooseNumber(list, m.To, &f)
	if err := f.Err(); err != nil {
		return SimulatedReceipt{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[SimulatedReceipt]) (out SimulatedReceipt, err error) {
		if err := core.Outside(ctx); err != nil {
			return out, err
		}
		id, field, err := s.opt.Simulator.Write(to.ProviderID, m)
		if err != nil {
			f.Add("/"+field, crm.CodeParameterInvalid, "%v.", err)
			return out, f.Err()
		}
		out = SimulatedReceipt{ProviderMessageID: id, PhoneNumberID: to.ID}
		return out, s.db.Update(ctx, to.ID, func(tx *db.Tx) error { return save(tx, out) })
	})
}

// SimulatedPhone returns what a simulated customer's phone has received from the
// workspace, oldest first.
func (s *Accounts) SimulatedPhone(ctx context.Context, actor crm.Actor, number string) ([]SimulatedMessage, error) {
	if err := s.maySimulate(actor, crm.ScopeSandboxRead); err != nil {
		return nil, err
	}
	list, err := s.KnownNumbers(ctx, actor.WorkspaceID)
	if err != nil {
		return nil, err
	}
	var own []string
	for _, n := range list {
		own = append(own, n.ProviderID)
	}
	messages, known := s.opt.Simulator.Phone(number, own)
	if !known {
		return nil, crm.NotFound("simulated phone", number)
	}
	return messages, nil
}

// maxAdvance is how far one request moves the clock.
const maxAdvance = 31 * 24 * time.Hour

// AdvanceClock moves the clock of a demo forward by seconds, with everything that falls
// due by it, and returns the time. It is the clock of every workspace. Who moves it
// stays signed in.
func (s *Accounts) AdvanceClock(ctx context.Context, actor crm.Actor, seconds int, staySignedIn func(ctx context.Context, a crm.Actor, until time.Time) error) (time.Time, error) {
	if err := s.maySimulate(actor, crm.ScopeSandboxWrite); err != nil {
		return time.Time{}, err
	}
	if most := int(maxAdvance / time.Second); seconds < 1 || seconds > most {
		var f crm.Faults
		f.Add("/advanceSeconds", crm.CodeOutOfRange, "advanceSeconds must be from 1 to %d.", most)
		return time.Time{}, f.Err()
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[time.Time]) (now time.Time, err error) {
		if err := core.Outside(ctx); err != nil {
			return now, err
		}
		if !s.opt.Simulator.MovesClock() {
			return now, crm.Errorf(crm.KindConflict, crm.CodeNoSimulator, "This server goes by the wall clock. Only the demo moves its clock: make run.")
		}
		d := time.Duration(seconds) * time.Second
		if err := staySignedIn(ctx, actor, s.now().Add(d)); err != nil {
			return now, err
		}
		now = s.opt.Simulator.Advance(d)
		return now, s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error { return save(tx, now) })
	})
}

func (s *Accounts) maySimulate(actor crm.Actor, scope crm.Scope) error {
	if err := actor.Require(scope); err != nil {
		return err
	}
	if actor.Live {
		return crm.Errorf(crm.KindForbidden, crm.CodeTestOnly, "Only test workspaces have simulated customers; this one is live.")
	}
	if s.opt.Simulator == nil {
		return NoSimulator()
	}
	return nil
}

// chooseNumber returns the number of the workspace to which a customer writes.
func chooseNumber(list []crm.PhoneNumber, to string, f *crm.Faults) crm.PhoneNumber {
	i := slices.IndexFunc(list, func(n crm.PhoneNumber) bool {
		return to == "" && n.IsDefault || to != "" && (n.ID == to || n.Number == to)
	})
	switch {
	case i >= 0:
		return list[i]
	case to != "":
		f.Add("/to", crm.CodePhoneNumberUnknown, "This workspace has no phone number %q.", to)
	default:
		f.Add("/to", crm.CodeNoPhoneNumber, "This workspace has no phone number yet: connect a messaging account first.")
	}
	return crm.PhoneNumber{}
}

// SimulatorToken stands for the token of the simulator in stored accounts: that
// one is drawn anew by every process at every start.
const SimulatorToken = "sandbox"

// OwnToken returns the token to use where a stored one stands for the
// simulator's.
func (s *Accounts) OwnToken(live bool, token string) string {
	if !live && token == SimulatorToken && s.opt.TestToken != "" {
		return s.opt.TestToken
	}
	return token
}

// NoSimulator says that a test workspace has nothing to reach here. Trying again
// does not help, so it is no outage.
func NoSimulator() error {
	return crm.Errorf(crm.KindConflict, crm.CodeNoSimulator, "This server runs no provider simulator, which test workspaces need. Start it with --sandbox, or run the demo, which has one: make run.")
}
