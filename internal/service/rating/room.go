// Package rating asks contacts what they think of an episode that was closed, and
// keeps what they say.
package rating

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/routing"
	"service.example/crm/internal/service/template"
)

// Ratings has the use cases about ratings.
type Ratings struct {
	db    *db.DB
	calls *core.Calls

	template *template.Templates

	settings core.Cache[crm.RatingSettings] // by workspace
}

// rooms has the room of each database, for what others tell.
var rooms = db.NewSlot[*Ratings]()

// New returns the use cases, and lets them hear of conversations.
func New(p core.Parts, template *template.Templates) *Ratings {
	s := &Ratings{db: p.DB, calls: p.Calls, template: template}
	rooms.Set(p.DB, s)
	return s
}

// SweepCaches forgets what has not been asked for lately.
func (s *Ratings) SweepCaches() { s.settings.Sweep() }

// inForce are the settings as they were at most a second ago.
func (s *Ratings) inForce(tx *db.Tx, workspaceID string) (crm.RatingSettings, error) {
	return s.settings.Get(workspaceID, func() (crm.RatingSettings, error) { return settingsOf(tx, workspaceID) })
}

// Settings returns whether and how contacts are asked.
func (s *Ratings) Settings(ctx context.Context, actor crm.Actor) (out crm.RatingSettings, err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = settingsOf(tx, actor.WorkspaceID); return err })
	return out, err
}

// UpdateSettings changes what is given of it.
func (s *Ratings) UpdateSettings(ctx context.Context, actor crm.Actor, ch crm.RatingSettingsChange) (crm.RatingSettings, error) {
	if err := actor.Require(crm.ScopeTeamsWrite); err != nil {
		return crm.RatingSettings{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.RatingSettings]) (out crm.RatingSettings, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			old, err := settingsOf(tx, actor.WorkspaceID)
			if err != nil {
				return err
			}
			if out, err = change(tx, actor.WorkspaceID, old, ch); err != nil {
				return err
			}
			changes := crm.ActDiff(old, out, "updatedAt")
			if len(changes) == 0 {
				return save(tx, out)
			}
			now := tx.Now()
			out.UpdatedAt = &now
			saveSettings(tx, actor.WorkspaceID, out)
			tx.After(func() { s.settings.Drop(actor.WorkspaceID) })
			if err := save(tx, out); err != nil {
				return err
			}
			return audit.RecordChange(tx, actor, "rating_settings.updated", crm.ActTarget{Type: "rating_settings", ID: actor.WorkspaceID}, changes)
		})
		return out, err
	})
}

// change returns the settings as they become, or every fault of them.
func change(tx *db.Tx, workspaceID string, old crm.RatingSettings, ch crm.RatingSettingsChange) (crm.RatingSettings, error) {
	out := old
	core.Set(&out.Enabled, ch.Enabled)
	core.Set(&out.Question, ch.Question)
	core.Set(&out.Method, ch.Method)
	core.Set(&out.Answers, ch.Answers)
	core.Set(&out.ListButton, ch.ListButton)
	core.Set(&out.Thanks, ch.Thanks)
	core.Set(&out.DelayMinutes, ch.DelayMinutes)
	core.Set(&out.CommentMinutes, ch.CommentMinutes)
	core.Set(&out.OnlyAnsweredByPeople, ch.OnlyAnsweredByPeople)
	if ch.PhoneNumberIDs != nil {
		out.PhoneNumberIDs = append([]string{}, *ch.PhoneNumberIDs...)
	}
	core.Set(&out.TemplateName, ch.TemplateName)
	if ch.TemplateName != nil && out.TemplateName == "" {
		out.TemplateLanguage = ""
	}
	core.Set(&out.TemplateLanguage, ch.TemplateLanguage)
	var f crm.Faults
	out.Check(&f)
	if out.TemplateName != "" && (ch.TemplateName != nil || ch.TemplateLanguage != nil) {
		list, err := template.Named(tx, workspaceID, out.TemplateName)
		if err != nil {
			return old, err
		}
		out.CheckTemplate(list, &f)
	}
	if ch.PhoneNumberIDs != nil && len(out.PhoneNumberIDs) <= crm.MaxRatingNumbers {
		err := routing.CheckNamed(tx, workspaceID, func(name func(pointer, id string)) {
			for i, id := range out.PhoneNumberIDs {
				if !crm.ValidID(crm.PrefixPhoneNumber, id) {
					f.Add(crm.Pointer("phoneNumberIds", i), crm.CodeNotFound, "There is no phone number %q in this workspace.", id)
					continue
				}
				name(crm.Pointer("phoneNumberIds", i), id)
			}
		}, &f)
		if err != nil {
			return old, err
		}
	}
	return out, f.Err()
}

// Ratings returns a page of what contacts said, as far as the actor reaches, the
// latest first.
func (s *Ratings) Ratings(ctx context.Context, actor crm.Actor, f crm.RatingFilter, p crm.Page) (out crm.List[crm.Rating], err error) {
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = list(tx, actor, f, p); return err })
	return out, err
}
