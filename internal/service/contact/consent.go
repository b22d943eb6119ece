package contact

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/whatsapp"
)

// ContactConsent is how a contact stands now and a page of the facts that say so.
type ContactConsent struct {
	ContactID string
	Now       crm.Consent
	Records   crm.List[crm.ConsentRecord]
}

// Consent returns how a contact stands and a page of its ledger, newest first.
func (s *Contacts) Consent(ctx context.Context, actor crm.Actor, contactID string, p crm.Page) (out ContactConsent, err error) {
	if err := actor.Require(crm.ScopeContactsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		c, err := ContactFor(tx, actor, contactID)
		if err != nil {
			return err
		}
		out.ContactID = c.ID
		if out.Now, err = Consent(tx, actor.WorkspaceID, c.ID); err != nil {
			return err
		}
		out.Records, err = consentRecords(tx, actor.WorkspaceID, c.ID, p)
		return err
	})
	return out, err
}

// RecordConsent adds a decision of a contact that the caller reports. It takes
// effect unless the contact decided otherwise later; the ledger keeps it anyway.
func (s *Contacts) RecordConsent(ctx context.Context, actor crm.Actor, contactID string, req crm.ConsentRequest) (crm.ConsentRecord, error) {
	if err := actor.Require(crm.ScopeContactsWrite); err != nil {
		return crm.ConsentRecord{}, err
	}
	if err := req.Validate(s.now()); err != nil {
		return crm.ConsentRecord{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.ConsentRecord]) (r crm.ConsentRecord, err error) {
		err = s.db.Update(ctx, contactID, func(tx *db.Tx) error {
			r = crm.ConsentRecord{WorkspaceID: actor.WorkspaceID, ContactID: contactID, Purpose: req.Purpose, State: req.State,
				Source: crm.ConsentByAPI, MadeBy: actor.By(), Proof: crm.ConsentProof{Detail: req.Proof}, At: tx.Now()}
			if err := CheckContact(tx, actor, contactID, contactID); err != nil {
				return err
			}
			if req.At != nil {
				r.At = req.At.UTC().Truncate(time.Millisecond)
			}
			if r, _, err = s.AddConsent(tx, r, ""); err != nil {
				return err
			}
			return save(tx, r)
		})
		return r, err
	})
}

// AddConsent adds a fact to the ledger, brings the contact in step with it and
// tells what changed. fact names it, so that one that is told again counts
// once; "" is a fact of its own. It returns the record as it was stored, and
// whether the contact stands otherwise than before.
func (s *Contacts) AddConsent(tx *db.Tx, r crm.ConsentRecord, fact string) (_ crm.ConsentRecord, changed bool, err error) {
	r.ID, r.RecordedAt = tx.NewID(crm.PrefixConsent), tx.Now()
	before, after, err := AddConsent(tx, r, cmp.Or(fact, r.ID))
	if err != nil {
		return r, false, err
	}
	for _, c := range []struct {
		purpose       crm.ConsentPurpose
		before, after crm.ConsentDecision
	}{{crm.PurposeMarketing, before.Marketing, after.Marketing}, {crm.PurposeAll, before.All, after.All}} {
		if c.before.State == c.after.State {
			continue
		}
		changed = true
		err := event.AppendEvent(tx, crm.EventContactConsentUpdated, r.WorkspaceID, r.ContactID, crm.EventScope{}, crm.ContactConsentData{
			ContactID: r.ContactID, Purpose: c.purpose, FromState: c.before.State, ToState: c.after.State,
			DecidedAt: r.At.Unix(), Source: r.Source, RecordID: r.ID, ChangedBy: r.MadeBy})
		if err != nil {
			return r, false, err
		}
	}
	if changed {
		tx.After(func() { s.access.ForgetWorkspace(r.WorkspaceID) }) // the contact epoch may have grown
	}
	return r, changed, nil
}

// ApplyPreference takes what a person chose about marketing in the app for the
// contact's decision. Who is not known yet becomes a contact, so that the
// refusal holds when a message is sent to it for the first time.
func (s *Contacts) ApplyPreference(tx *db.Tx, number crm.PhoneNumber, p *whatsapp.UserPreference) (problem string, err error) {
	state := crm.ConsentOptedIn
	switch p.Value {
	case "stop":
		state = crm.ConsentOptedOut
	case "resume", "signup":
	default:
		return "user preference " + p.Value + " is not known", nil
	}
	if p.Category != "marketing_messages" {
		return "user preference about " + p.Category + " is not known", nil
	}
	at, when := core.NotLater(p.Timestamp, tx.Now()), p.Timestamp
	if p.BadTimestamp {
		when = at // or each after the first would be taken for the same one
	}
	contact, err := SeenContact(tx, number.WorkspaceID,
		crm.Person{Phone: WithPlus(p.From), UserID: p.UserID, ParentUserID: p.ParentUserID, SeenAt: at})
	if err != nil {
		return "", err
	}
	_, _, err = s.AddConsent(tx, crm.ConsentRecord{WorkspaceID: number.WorkspaceID, ContactID: contact.ID, Purpose: crm.PurposeMarketing,
		State: state, Source: crm.ConsentByProvider, MadeBy: crm.DoneBy{Type: crm.ActorProvider}, Proof: crm.ConsentProof{Detail: p.Detail, SignupID: p.SignupID}, At: at},
		fmt.Sprintf("preference/%s/%s/%d", number.ID, p.Value, when.Unix()))
	return "", err
}

// codeStoppedMarketing is the provider's refusal of a marketing message to a
// person who stopped them (inbound.md 6).
const codeStoppedMarketing = 131050

// ConsentFromFailure takes the provider's word that a contact stopped marketing.
func (s *Contacts) ConsentFromFailure(tx *db.Tx, m *crm.Message, u *whatsapp.StatusUpdate, at time.Time) error {
	for _, e := range u.Errors {
		if e.Code != codeStoppedMarketing {
			continue
		}
		_, _, err := s.AddConsent(tx, crm.ConsentRecord{WorkspaceID: m.WorkspaceID, ContactID: m.ContactID, Purpose: crm.PurposeMarketing,
			State: crm.ConsentOptedOut, Source: crm.ConsentByProvider, MadeBy: crm.DoneBy{Type: crm.ActorProvider}, At: at,
			Proof: crm.ConsentProof{MessageID: m.ID, Detail: fmt.Sprintf("%d %s", e.Code, e.Title)}}, m.ID)
		return err
	}
	return nil
}

// ConsentWords returns the workspace's words and its language.
func (s *Contacts) ConsentWords(workspaceID string) (words *ConsentWords, language string, err error) {
	words, err = s.words.Get(workspaceID, func() (*ConsentWords, error) {
		var settings crm.ConsentSettings
		err := s.db.View(context.Background(), func(tx *db.Tx) (err error) { settings, err = consentSettings(tx, workspaceID); return err })
		return newConsentWords(settings), err
	})
	if err != nil {
		return nil, "", err
	}
	w, err := s.access.Workspace(context.Background(), workspaceID)
	return words, w.DefaultLanguage, err
}

// ConsentSettings returns the words and answers of the workspace.
func (s *Contacts) ConsentSettings(ctx context.Context, actor crm.Actor) (out crm.ConsentSettings, err error) {
	if err := actor.Require(crm.ScopeContactsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = consentSettings(tx, actor.WorkspaceID); return err })
	return out, err
}

// UpdateConsentSettings changes the words and answers of the workspace. It
// decides about messages that come from now on.
func (s *Contacts) UpdateConsentSettings(ctx context.Context, actor crm.Actor, c crm.ConsentSettingsChange) (out crm.ConsentSettings, err error) {
	if err := actor.Require(crm.ScopeContactsWrite); err != nil {
		return out, err
	}
	err = s.db.Update(ctx, actor.WorkspaceID, func(tx *db.Tx) error {
		before, err := consentSettings(tx, actor.WorkspaceID)
		if err != nil {
			return err
		}
		if out, err = before.Apply(c); err != nil {
			return err
		}
		if list := newConsentWords(out).contradictions(); len(list) > 0 {
			var f crm.Faults
			slices.Sort(list)
			f.Add("/languages", crm.CodeNotAllowed, "These words would both stop and start: %s.", strings.Join(list, ", "))
			return f.Err()
		}
		now := tx.Now()
		out.UpdatedAt = &now
		saveConsentSettings(tx, actor.WorkspaceID, out)
		tx.After(func() { s.words.Drop(actor.WorkspaceID) })
		return audit.RecordChange(tx, actor, "consent_settings.updated", crm.ActTarget{Type: "consent_settings", ID: actor.WorkspaceID}, crm.ActDiff(before, out, "updatedAt"))
	})
	return out, err
}
