package template

import (
	"context"
	"errors"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/whatsapp"
)

// jobAsk is the kind of the jobs that ask the provider for something about a template.
const jobAsk jobs.JobKind = "ask_about_template"

// Bounds of one run, of one call, and of how long the provider is asked in vain.
const (
	askTimeout  = 5 * time.Minute
	callTimeout = 30 * time.Second
	askPatience = 24 * time.Hour
	askTries    = 1000
)

// AskProvider asks the provider for what people want of templates: of each template
// for one thing at a time. What is to be asked is stored before, what became of it
// afterwards; in between, the provider is looked at before it is asked again.
func AskProvider(svc *Templates) jobs.Kind {
	return jobs.Kind{Name: jobAsk, Concurrency: 4, Hold: 512, Timeout: askTimeout, MaxAttempts: askTries,
		Handle: func(ctx context.Context, batch []jobs.Job) error { return svc.askProvider(ctx, batch[0]) }}
}

// provider is how the provider is reached for a messaging account.
type provider struct {
	client *whatsapp.Client
	token  string
	waba   string
}

// question is what one job asks: what is wanted of a template, and its newest version.
type question struct {
	job jobs.Job
	t   crm.Template
	v   crm.TemplateVersion
}

func (s *Templates) askProvider(ctx context.Context, j jobs.Job) error {
	q := question{job: j}
	var acc crm.MessagingAccount
	err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		if q.t, err = find(tx, j.WorkspaceID, j.Payload); err == nil {
			q.v, _, err = newest(tx, q.t)
		}
		if err == nil {
			acc, err = account.MessagingAccount(tx, j.WorkspaceID, q.t.MessagingAccountID)
		}
		return err
	})
	if crm.CodeOf(err) == crm.CodeNotFound {
		return s.finish(ctx, q)
	}
	if err != nil {
		return err
	}
	client, token, err := s.account.Credentials(ctx, j.WorkspaceID, acc.ID)
	if err == nil {
		err = s.answer(ctx, provider{client, token, acc.ProviderID}, q)
	}
	if err == nil || errors.Is(err, jobs.ErrLost) {
		return err
	}
	return s.failed(ctx, q, err)
}

// answer does what is wanted, and stores the outcome.
func (s *Templates) answer(ctx context.Context, p provider, q question) error {
	switch q.t.Action {
	case crm.TemplateCreate, crm.TemplateEdit:
		if err := s.putIn(ctx, p, q); err != nil {
			return err
		}
	case crm.TemplateDelete:
		if q.t.ProviderID != "" {
			if err := within(ctx, func(ctx context.Context) error {
				return p.client.DeleteTemplate(ctx, p.token, p.waba, q.t.Name, q.t.ProviderID)
			}); err != nil {
				return err
			}
		}
		return s.settle(ctx, q, func(_ *db.Tx, t *crm.Template, _ *crm.TemplateVersion) {
			t.Status, t.Action, t.Problem = "deleted", "", nil
		})
	case crm.TemplateArchive, crm.TemplateUnarchive:
		if err := within(ctx, func(ctx context.Context) error {
			return p.client.ArchiveTemplate(ctx, p.token, p.waba, q.t.ProviderID, q.t.Action == crm.TemplateArchive)
		}); err != nil {
			return err
		}
	}
	return s.read(ctx, p, q)
}

// within bounds one call.
func within(ctx context.Context, call func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return call(ctx)
}

// read takes over how the provider lists a template, which differs from what was sent,
// and ends the job. A template that is gone meanwhile has nothing to read.
func (s *Templates) read(ctx context.Context, p provider, q question) error {
	var seen crm.Template
	if err := s.db.View(ctx, func(tx *db.Tx) (err error) { seen, err = find(tx, q.t.WorkspaceID, q.t.ID); return err }); err != nil {
		return err
	}
	if seen.ProviderID == "" || seen.Status == "deleted" {
		return s.settle(ctx, q, func(_ *db.Tx, t *crm.Template, _ *crm.TemplateVersion) { t.Action = "" })
	}
	var listed crm.Template
	err := within(ctx, func(ctx context.Context) (err error) {
		listed, err = p.client.Template(ctx, p.token, seen.ProviderID)
		return err
	})
	if err != nil {
		return err
	}
	return s.settle(ctx, q, func(tx *db.Tx, t *crm.Template, v *crm.TemplateVersion) {
		if t.Action == q.t.Action {
			t.Action, t.Problem = "", nil
		}
		if t.ProviderID != listed.ProviderID || t.Status == "deleted" {
			return
		}
		take(t, seen, listed)
		if v.TakenAt != nil && v.ReadAt == nil {
			v.ReadAt = core.Optional(tx.Now())
		}
	})
}

// take makes the mirror what the provider lists. What a webhook told while it was asked, since
// the template was seen, is newer.
func take(t *crm.Template, seen, listed crm.Template) {
	if t.Status == seen.Status {
		t.Status, t.Reason = listed.Status, listed.Reason
	}
	if t.Quality == seen.Quality {
		t.Quality = listed.Quality
	}
	if t.Category == seen.Category {
		t.Category = listed.Category
	}
	t.Format, t.Components, t.TTL = listed.Format, listed.Components, listed.TTL
}

// settle stores the outcome of what was asked, and ends the job.
func (s *Templates) settle(ctx context.Context, q question, do func(*db.Tx, *crm.Template, *crm.TemplateVersion)) error {
	return s.db.Update(ctx, q.job.WorkspaceID, func(tx *db.Tx) error {
		jobs.FinishJob(tx, q.job)
		return s.change(tx, q, do)
	})
}

// note stores what is known in the midst of a job.
func (s *Templates) note(ctx context.Context, q question, do func(*db.Tx, *crm.Template, *crm.TemplateVersion)) error {
	return s.db.Update(ctx, q.job.WorkspaceID, func(tx *db.Tx) error { return s.change(tx, q, do) })
}

// change lets do change a template and its newest version, with the template locked.
func (s *Templates) change(tx *db.Tx, q question, do func(*db.Tx, *crm.Template, *crm.TemplateVersion)) error {
	t, err := lock(tx, q.job.WorkspaceID, q.job.Payload)
	if crm.CodeOf(err) == crm.CodeNotFound {
		return nil
	}
	v, found := crm.TemplateVersion{}, false
	if err == nil {
		v, found, err = newest(tx, t)
	}
	if err != nil {
		return err
	}
	before := t
	do(tx, &t, &v)
	t.UpdatedAt = tx.Now()
	if found {
		saveVersion(tx, v)
	}
	return s.saveTemplate(tx, before, t)
}

func (s *Templates) finish(ctx context.Context, q question) error {
	return s.db.Update(ctx, q.job.WorkspaceID, func(tx *db.Tx) error { jobs.FinishJob(tx, q.job); return nil })
}

// failed has a call made again later, or notes why the provider did not do what it was
// asked for.
func (s *Templates) failed(ctx context.Context, q question, cause error) error {
	class := whatsapp.Classify(cause)
	s.log.Warn("the provider did not carry out a change of a template", "template", q.t.ID, "action", q.t.Action, "class", class.String(), "error", cause)
	since := q.t.UpdatedAt
	if q.v.SubmittedAt != nil && q.v.Open() {
		since = *q.v.SubmittedAt
	}
	if !class.Final() && s.db.Source().Now().Sub(since) < askPatience {
		wait := core.Jitter(whatsapp.Delay(cause, q.job.Attempt))
		if err := s.db.Update(ctx, q.job.WorkspaceID, func(tx *db.Tx) error { jobs.RetryJob(tx, q.job, tx.Now().Add(wait), true); return nil }); err != nil {
			return err
		}
		return jobs.ErrRetried
	}
	return s.settle(ctx, q, func(tx *db.Tx, t *crm.Template, v *crm.TemplateVersion) {
		if t.Action != q.t.Action || v.Number != q.v.Number || t.Action == "" {
			return
		}
		if puts := t.Action == crm.TemplateCreate || t.Action == crm.TemplateEdit; !puts || v.TakenAt == nil { // else only its listing could not be read
			t.Problem = problemOf(t.Action, cause, tx.Now())
			refuse(t, v)
		}
		t.Action = ""
	})
}

// refuse notes that the provider did not take a version into review.
func refuse(t *crm.Template, v *crm.TemplateVersion) {
	if v.Status != crm.VersionSubmitted || t.Action != crm.TemplateCreate && t.Action != crm.TemplateEdit {
		return
	}
	v.Status, v.Detail = crm.VersionRefused, t.Problem.Detail
	if t.Action == crm.TemplateCreate && t.ProviderID == "" {
		t.Status, t.Reason = crm.TemplateDraftStatus, t.Problem.Detail
	}
}

func problemOf(action crm.TemplateAction, cause error, now time.Time) *crm.TemplateProblem {
	out := &crm.TemplateProblem{Action: action, Detail: "The provider did not answer.", At: now}
	var refusal *whatsapp.APIError
	var ours *crm.Error
	switch {
	case errors.As(cause, &refusal):
		out.ProviderError = refusal.Provider()
		out.Detail = sentence(refusal.ProviderError)
	case errors.As(cause, &ours):
		out.Detail = ours.Message
	}
	return out
}
