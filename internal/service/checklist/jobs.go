package checklist

import (
	"context"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/account"
)

// jobCheck is the kind of the jobs that check a checklist again and again.
const jobCheck jobs.JobKind = "check_onboarding"

const (
	// gathering is how long news are gathered before a check: they come in bursts.
	gathering = 10 * time.Second
	// While the provider reviews something, it is asked every hour, and otherwise once a
	// day.
	whileReviewed = time.Hour
	// whileRefused is how often the provider is asked about a token that it refuses, or a
	// payment method that is missing.
	whileRefused = 5 * time.Minute
	otherwise    = 24 * time.Hour
	// siteAgain is how often the website is looked at again.
	siteAgain = 24 * time.Hour
)

// What a job is to do, in its payload.
const (
	everything = "provider"
	theSite    = "website"
)

// Check asks the provider about a workspace, and looks at its website, on a schedule.
func Check(svc *Checklists) jobs.Kind {
	return jobs.Kind{Name: jobCheck, Concurrency: 2, Hold: 256, MaxAttempts: 6, Timeout: 2 * time.Minute,
		Handle: func(ctx context.Context, batch []jobs.Job) error { return svc.checkJob(ctx, batch[0]) },
		GiveUp: func(ctx context.Context, j jobs.Job, cause error) error {
			svc.log.Warn("an onboarding checklist could not be checked", "workspace", j.WorkspaceID, "error", cause)
			return svc.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error {
				jobs.FinishJob(tx, j)
				schedule(tx, j.WorkspaceID, j.Payload, tx.Now().Add(whileReviewed))
				return nil
			})
		}}
}

// schedule has a workspace checked at a time, and at no other one.
func schedule(tx *db.Tx, workspaceID, what string, at time.Time) {
	key := workspaceID + "/" + what
	jobs.DropJob(tx, jobCheck, key, what)
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: workspaceID, Kind: jobCheck, Queue: workspaceID, Key: key, Payload: what, RunAt: at})
}

func checkSoon(tx *db.Tx, workspaceID string) {
	schedule(tx, workspaceID, everything, tx.Now().Add(gathering))
}

func visitSoon(tx *db.Tx, workspaceID string) { schedule(tx, workspaceID, theSite, tx.Now()) }

// News of an account or a number make a check due, once a checklist has begun. It begins
// where somebody gives a token that ends some day, and where the provider refuses one.
var _ = account.OnNews(func(tx *db.Tx, workspaceID string, what account.News) error {
	begun, err := hasBegun(tx, workspaceID)
	switch {
	case err != nil:
		return err
	case begun:
		checkSoon(tx, workspaceID)
	case what != account.NewsChanged:
		return begin(tx, workspaceID)
	}
	return nil
})

func (s *Checklists) checkJob(ctx context.Context, j jobs.Job) error {
	site := j.Payload == theSite
	facts, read, err := s.look(ctx, j.WorkspaceID, site)
	if err != nil {
		return err
	}
	return s.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error {
		l, err := s.apply(tx, j.WorkspaceID, facts, read)
		if err != nil {
			return err
		}
		jobs.FinishJob(tx, j)
		switch {
		case site && l.site != facts.Site: // whoever named another one has had it looked at
		case site && facts.HasSite:
			schedule(tx, j.WorkspaceID, theSite, tx.Now().Add(siteAgain))
		case !site:
			// From when it was asked: a token that ended meanwhile was still said to be good.
			schedule(tx, j.WorkspaceID, everything, l.next(facts.At))
		}
		return nil
	})
}

// next is when the provider is asked again: on time for what is to be said before a token
// ends.
func (l list) next(now time.Time) time.Time {
	at := now.Add(l.pause())
	if ends := l.items[crm.ItemToken].EndsAt; ends != nil {
		for _, before := range crm.TokenWarnings {
			if warn := ends.Add(-before); warn.After(now) && warn.Before(at) {
				at = warn
			}
		}
	}
	return at
}

// pause is how long the provider is not asked again.
func (l list) pause() time.Duration {
	if l.items[crm.ItemToken].State == crm.ItemRejected || l.items[crm.ItemPayment].State == crm.ItemRejected {
		return whileRefused
	}
	if l.badge.State == crm.BadgeRequested {
		return whileReviewed
	}
	for _, e := range l.items {
		if e.ID != crm.ItemWebsite && (e.State == crm.ItemSubmitted || e.State == crm.ItemInReview) {
			return whileReviewed
		}
	}
	return otherwise
}
