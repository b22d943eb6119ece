package template

import (
	"context"
	"errors"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/whatsapp"
)

// putIn puts a version into review, at most once: whether it is there is looked up
// where an earlier call may have had its effect.
func (s *Templates) putIn(ctx context.Context, p provider, q question) error {
	if q.v.Status != crm.VersionSubmitted {
		return s.taken(ctx, q, crm.Template{}) // a webhook told of it before
	}
	if q.v.AskedAt != nil {
		found, there, err := s.look(ctx, p, q)
		if err != nil || there {
			if err == nil {
				err = s.taken(ctx, q, found)
			}
			return err
		}
	} else if q.t.Action == crm.TemplateCreate && q.t.ProviderID != "" {
		return crm.Errorf(crm.KindConflict, crm.CodeTemplateExists, "Somebody made a template of this name in this language at the provider meanwhile.")
	}
	d, err := q.v.Draft(&q.t)
	if err == nil {
		err = s.uploadSamples(ctx, p, q.t.WorkspaceID, &d)
	}
	if err == nil {
		err = s.asked(ctx, q, true)
	}
	if err != nil {
		return err
	}
	answer, err := write(ctx, p, q, d)
	if err == nil {
		return s.taken(ctx, q, answer)
	}
	if exists(err) && q.v.AskedAt != nil { // the earlier call came through after all
		return crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "The provider has the template, and does not list it yet.").Because(err)
	}
	if whatsapp.Classify(err) == whatsapp.ClassUnknown {
		return err
	}
	return errors.Join(err, s.asked(ctx, q, false))
}

func exists(err error) bool {
	var refusal *whatsapp.APIError
	return errors.As(err, &refusal) && refusal.Code == 100 && refusal.Subcode == whatsapp.SubcodeTemplateExists
}

// write asks the provider to take a version. What it answers of the template is not
// everything.
func write(ctx context.Context, p provider, q question, d crm.TemplateDraft) (answer crm.Template, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if q.t.Action == crm.TemplateCreate {
		return p.client.CreateTemplate(ctx, p.token, p.waba, d)
	}
	return crm.Template{ProviderID: q.t.ProviderID, Status: "pending"}, p.client.EditTemplate(ctx, p.token, q.t.ProviderID, d, q.t.Status != "approved")
}

// look finds out whether an earlier call had its effect. Where an edit cannot be told
// from what was there before, nothing is lost by taking it for done.
func (s *Templates) look(ctx context.Context, p provider, q question) (found crm.Template, there bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if q.t.Action == crm.TemplateCreate {
		found, there, err = p.client.FindTemplate(ctx, p.token, p.waba, q.t.Name, q.t.Language)
		if err == nil && there && !crm.SameTemplateContent(found.Components, q.v.Components) {
			err = crm.Errorf(crm.KindConflict, crm.CodeTemplateExists, "The provider has another template of this name in this language.")
		}
		return found, there, err
	}
	found, err = p.client.Template(ctx, p.token, q.t.ProviderID)
	there = found.Status == "pending" || crm.SameTemplateContent(found.Components, q.v.Components) && found.Category == q.v.Category && found.TTL == q.v.TTL
	return found, there, err
}

// asked notes that the provider is about to be asked, or that asking it had no effect.
func (s *Templates) asked(ctx context.Context, q question, open bool) error {
	return s.note(ctx, q, func(tx *db.Tx, _ *crm.Template, v *crm.TemplateVersion) {
		switch {
		case !open:
			v.AskedAt = q.v.AskedAt
		case v.AskedAt == nil:
			v.AskedAt = core.Optional(tx.Now())
		}
	})
}

// taken notes that the provider has taken a version into review. A verdict that came by
// webhook meanwhile stays.
func (s *Templates) taken(ctx context.Context, q question, answer crm.Template) error {
	return s.note(ctx, q, func(tx *db.Tx, t *crm.Template, v *crm.TemplateVersion) {
		now := tx.Now()
		if v.TakenAt == nil {
			v.TakenAt = &now
		}
		v.AskedAt, t.Problem = nil, nil
		if answer.ProviderID != "" {
			t.ProviderID = answer.ProviderID
		}
		t.Format, t.Components, t.TTL = v.Format, v.Components, v.TTL
		if v.Status != crm.VersionSubmitted {
			return
		}
		v.Status = crm.VersionPending
		t.Status, t.Reason = answer.Status, answer.Reason
		if t.Category = v.Category; answer.Category != "" {
			t.Category = answer.Category
		}
		judge(v, *t, "", now)
	})
}

// judge gives the newest version of a template the verdict that its status is.
func judge(v *crm.TemplateVersion, t crm.Template, detail string, now time.Time) {
	switch t.Status {
	case "pending":
		v.Status = crm.VersionPending
		return
	case "approved":
		v.Status = crm.VersionApproved
	case "rejected":
		v.Status, v.Reason, v.Detail = crm.VersionRejected, t.Reason, detail
	default:
		return
	}
	v.DecidedAt = &now
	if v.TakenAt == nil {
		v.TakenAt = &now
	}
}
