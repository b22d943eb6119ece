package templatestats

import (
	"context"
	"errors"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
)

// Difference is a day of a template of which less was counted than there is. Messages that
// were erased since stay counted, so more is no fault.
type Difference struct {
	WorkspaceID, TemplateID, Date string
	Kept, There                   crm.TemplateCount
}

// Compare holds the counts of every workspace against its messages, and adds what is
// missing if repair says so, while others count. It is for the operator of the deployment.
// tell gets each difference. Taps, answers and costs are not compared.
func (s *Statistics) Compare(ctx context.Context, repair bool, tell func(Difference)) error {
	for id := ""; ; {
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { id, err = nextCounted(tx, id); return err })
		if err != nil || id == "" {
			return err
		}
		var wrong map[cohort]difference
		if err := s.db.View(ctx, func(tx *db.Tx) (err error) { wrong, err = s.compare(tx, id); return err }); err != nil {
			return err
		}
		for of, d := range wrong {
			tell(Difference{id, of.templateID, dateOf(of.day), d.kept, d.there})
		}
		if len(wrong) == 0 || !repair {
			continue
		}
		err = s.db.Update(ctx, "template statistics "+id, func(tx *db.Tx) error {
			counts := map[cohort]*crm.TemplateCount{}
			for of, d := range wrong {
				missing := d.missing()
				counts[of] = &missing
			}
			add(tx, id, counts)
			return nil
		})
		if err != nil {
			return err
		}
	}
}

type difference struct{ kept, there crm.TemplateCount }

// missing is what is there and was not counted.
func (d difference) missing() crm.TemplateCount {
	return crm.TemplateCount{Sent: max(0, d.there.Sent-d.kept.Sent), Delivered: max(0, d.there.Delivered-d.kept.Delivered),
		Read: max(0, d.there.Read-d.kept.Read), Failed: max(0, d.there.Failed-d.kept.Failed)}
}

// compare recounts the messages of a workspace, as they are in one view of the database.
func (s *Statistics) compare(tx *db.Tx, workspaceID string) (map[cohort]difference, error) {
	all := map[cohort]difference{}
	change := func(of cohort, by func(*difference)) {
		d := all[of]
		by(&d)
		all[of] = d
	}
	err := eachTemplate(tx, workspaceID, func(of cohort, m *crm.Message) {
		change(of, func(d *difference) { d.there.Add(crm.CountOf(m)) })
	})
	if err != nil {
		return nil, err
	}
	err = s.eachUncounted(tx, workspaceID, func(h happening) {
		change(h.cohort, func(d *difference) { d.kept.Add(h.step) })
	})
	if err != nil {
		return nil, err
	}
	for of, d := range all {
		kept, err := days(tx, workspaceID, of.templateID, db.At(of.day), db.At(of.day))
		if err != nil {
			return nil, err
		}
		for _, day := range kept {
			d.kept.Add(day.TemplateCount)
		}
		if all[of] = d; d.missing() == (crm.TemplateCount{}) {
			delete(all, of)
		}
	}
	return all, nil
}

// eachTemplate calls each with every message of a template that is known.
func eachTemplate(tx *db.Tx, workspaceID string, each func(cohort, *crm.Message)) error {
	filter := message.MessageFilter{Direction: string(crm.Outbound), Type: "template"}
	for page := (crm.Page{Limit: crm.MaxPageLimit}); ; {
		list, err := message.ListMessages(tx, workspaceID, crm.WholeReach(), filter, page)
		if err != nil {
			return err
		}
		byID := map[string]*crm.Message{}
		for _, m := range list.Items {
			byID[m.ID] = m
		}
		cohorts, err := cohortsOf(tx, workspaceID, byID)
		if err != nil {
			return err
		}
		for id, of := range cohorts {
			each(of, byID[id])
		}
		if list.Next == "" {
			return nil
		}
		page.After = list.Next
	}
}

// eachUncounted calls each with what happened to templates and was not counted yet.
func (s *Statistics) eachUncounted(tx *db.Tx, workspaceID string, each func(happening)) error {
	at, err := positionOf(tx, workspaceID)
	for more := true; more && err == nil; {
		read, broken := event.EventPage(tx, workspaceID, at, partEvents)
		if errors.Is(broken, event.ErrLogReplaced) {
			return nil
		}
		if err = broken; err != nil || len(read) == 0 {
			return err
		}
		var list []happening
		list, err = s.happenings(tx, workspaceID, read)
		for _, h := range list {
			if h.templateID != "" && h.tapped == "" {
				each(h)
			}
		}
		at, more = read[len(read)-1].Position, len(read) == partEvents
	}
	return err
}
