package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/access"
	"service.example/crm/internal/service/deal"
)

const (
	// dealPart is how many deals one transaction of a seed writes, and how many
	// contacts they are with by turns.
	dealPart = 500
	// dealSpan is over how much time they began.
	dealSpan = 2 * 365 * 24 * time.Hour
	// dealOwners is how many members have them.
	dealOwners = 20
)

// notSeeded reports whether no seed made the workspace that deals would go to: they mix
// with nobody's data.
func notSeeded(ctx context.Context, svc *service.Service) (not bool, err error) {
	err = svc.DB().View(ctx, func(tx *db.Tx) error {
		list, err := access.Workspaces(tx, 1)
		not = len(list) == 0 || !strings.HasPrefix(list[0].Name, seededName)
		return err
	})
	return not, err
}

// makeDeals makes a pipeline of the first workspace, with deals that are on all of its
// stages, in three currencies.
func (f *filling) makeDeals(ctx context.Context) error {
	actor, err := f.svc.Access.Operator(ctx, f.workspaces[0].id)
	if err != nil {
		return err
	}
	var stages []crm.StageSpec
	for _, name := range []string{"New", "Offer", "Talk", "Paper"} {
		stages = append(stages, crm.StageSpec{Name: &name})
	}
	p, err := f.svc.Deal.CreatePipeline(ctx, actor, crm.PipelineChange{Name: new("Seeded sales"), Stages: &stages})
	if err != nil {
		return err
	}
	owners, err := f.svc.Members.Users(ctx, actor, crm.MemberFilter{}, crm.Page{Limit: dealOwners})
	if err != nil {
		return err
	}
	people, err := f.svc.Contact.Contacts(ctx, actor, crm.ContactFilter{}, nil, crm.Page{Limit: crm.MaxPageLimit})
	if err != nil {
		return err
	}
	step := dealSpan / time.Duration(f.Deals)
	return f.inParts(ctx, "deals", f.Deals, dealPart, func(first, end int) func(*db.Tx) error {
		return func(tx *db.Tx) error {
			return deal.SeedDeals(tx, p, end-first, func(k int) (crm.Deal, int) {
				n := first + k
				made := f.end.Add(-dealSpan + time.Duration(n)*step).Truncate(time.Millisecond)
				d := crm.Deal{ID: seededID(crm.PrefixDeal, made, n), WorkspaceID: actor.WorkspaceID, CreatedBy: actor.By(), CreatedAt: made, StageSince: made.Add(step / 2).Truncate(time.Millisecond)}
				d.Title, d.Currency = fmt.Sprint(seededWords[n%len(seededWords)], " ", n), []string{"EUR", "JPY", "KWD"}[n%3]
				d.Amount, d.ExpectedCloseOn = new(int64(100+n%977*1000)), made.AddDate(0, n%6, 0).UTC().Format(time.DateOnly)
				if len(owners.Items) > 0 {
					d.OwnerID = owners.Items[n%len(owners.Items)].User.ID
				}
				if len(people.Items) > 0 {
					d.ContactID = people.Items[n%len(people.Items)].ID
				}
				return d, n / 7 % len(p.Stages)
			})
		}
	})
}
