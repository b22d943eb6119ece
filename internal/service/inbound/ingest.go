package inbound

import (
	"context"
	"errors"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/whatsapp"
)

// ingestBytes bounds what one transaction applies, so that it does not hold up
// the writer for long: about 40 items.
const ingestBytes = 24 << 10

// ingestItems bounds the items themselves, which may have next to no bytes.
const ingestItems = 2000

// receivedBody is a provider webhook that a job applies; without a body when that
// is gone.
type receivedBody struct {
	job   webhookJob
	body  ProviderWebhook
	items []whatsapp.Item // those that are the job's to apply
	fault error           // why the body cannot be read
}

// slice is what of a body one transaction applies.
type slice struct {
	*receivedBody
	from, to int
}

func (p slice) last() bool { return p.to == len(p.items) }

// Ingest applies a batch of jobs of one queue, in order. What one transaction
// applies is bounded, and each notes in the job how far it got, or ends it: each
// item takes effect exactly once. What is taken apart at a time is bounded too.
func (s *Inbound) Ingest(ctx context.Context, batch []jobs.Job) error {
	sizes, err := s.bodySizes(ctx, batch)
	if err != nil {
		return err
	}
	for from := 0; from < len(batch); {
		to, size := from+1, sizes[from]
		for to < len(batch) && size+sizes[to] <= portionBytes {
			size += sizes[to]
			to++
		}
		if err := s.ingestPortion(ctx, batch[from:to], size); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// ingestPortion applies as many jobs as share the memory of a portion.
func (s *Inbound) ingestPortion(ctx context.Context, batch []jobs.Job, size int) error {
	if size <= portionBytes {
		return s.ingestJobs(ctx, batch)
	}
	select {
	case s.largeBodies <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.largeBodies }()
	return s.ingestLarge(ctx, batch[0], size)
}

// ingestJobs applies jobs whose bodies are held in memory together.
func (s *Inbound) ingestJobs(ctx context.Context, batch []jobs.Job) error {
	list, err := s.readBodies(ctx, batch)
	if err != nil {
		return err
	}
	var next []slice
	size, count := 0, 0
	for i := range list {
		r := &list[i]
		for from := r.job.Done; ; {
			to := from
			for to < len(r.items) && count < ingestItems && (size == 0 || size+len(r.items[to].Common().Raw) <= ingestBytes) {
				size += len(r.items[to].Common().Raw)
				count++
				to++
			}
			if to > from || to == len(r.items) {
				next = append(next, slice{r, from, to})
			}
			if to == len(r.items) {
				break
			}
			if err := s.ingestSome(ctx, next); err != nil {
				return err
			}
			next, size, count, from = nil, 0, 0, to
		}
	}
	return s.ingestSome(ctx, next)
}

// readBodies reads what the jobs are to apply.
func (s *Inbound) readBodies(ctx context.Context, batch []jobs.Job) ([]receivedBody, error) {
	list := make([]receivedBody, len(batch))
	var missing []bodyRef
	for i, j := range batch {
		var err error
		if list[i].job, err = parseWebhookJob(j); err != nil {
			return nil, err
		}
		var known bool
		if list[i].body, known = s.bodies.get(list[i].job.body()); !known {
			missing = append(missing, list[i].job.body())
		}
	}
	if len(missing) > 0 {
		err := s.db.View(ctx, func(tx *db.Tx) error {
			found, err := providerWebhooks(tx, missing)
			for i := range list {
				if w, ok := found[list[i].job.body()]; ok {
					list[i].body = w
				}
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	for i := range list {
		if err := s.parse(ctx, &list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (s *Inbound) parse(ctx context.Context, r *receivedBody) error {
	if len(r.body.Body) == 0 {
		return nil
	}
	in, err := whatsapp.Parse(r.body.Body)
	if err != nil {
		r.fault = err
		return nil
	}
	queues, err := s.ingestQueues(ctx, r.body)
	if err != nil {
		return err
	}
	first := r.job.Queue == queues[0]
	for _, item := range in.Items {
		id := item.Common().PhoneNumberID
		if mine := id == r.job.Queue || first && !slices.Contains(queues, id); mine && r.job.Only.Has(r.part(item)) {
			r.items = append(r.items, item)
		}
	}
	return nil
}

// part is where in the body an item stands: items share the body's memory.
func (r *receivedBody) part(item whatsapp.Item) Part {
	raw := item.Common().Raw
	if raw == nil {
		return Part{Length: len(r.body.Body)}
	}
	return Part{Offset: cap(r.body.Body) - cap(raw), Length: len(raw)}
}

// ingestSome applies slices in one transaction. Where something spoils it, that
// is found by applying ever smaller parts, and set aside.
func (s *Inbound) ingestSome(ctx context.Context, list []slice) error {
	err := s.ingest(ctx, list, nil)
	if err == nil || ctx.Err() != nil || isTransient(err) {
		return err
	}
	parts := list
	if p := list[0]; len(list) == 1 && p.to-p.from > 1 {
		middle := (p.from + p.to) / 2
		parts = []slice{{p.receivedBody, p.from, middle}, {p.receivedBody, middle, p.to}}
	}
	if len(parts) == 1 {
		if !isItems(err, list[0].job.Attempt) {
			return err
		}
		return s.ingest(ctx, list, err)
	}
	for i := range parts {
		if err := s.ingestSome(ctx, parts[i:i+1]); err != nil {
			return err
		}
	}
	return nil
}

// faultPatience is after how many runs a failure that may be the database's
// own is held against the item all the same.
const faultPatience = 5

// isItems tells a failure of an item, which would come again, from trouble of
// the database.
func isItems(err error, attempt int) bool {
	var known *crm.Error
	return db.Refused(err) || errors.As(err, &known) || attempt >= faultPatience
}

// isTransient tells failures that pass by themselves from those of an item.
func isTransient(err error) bool {
	e := crm.AsError(err)
	return e.Kind == crm.KindUnavailable || e.Kind == crm.KindConflict
}

// ingest applies slices; with a fault, which their items have, it records it as
// a problem of their bodies instead.
func (s *Inbound) ingest(ctx context.Context, list []slice, fault error) error {
	return s.db.Update(db.Beside(db.Long(ctx), message.BesideNumbers), s.account.Lane(list[0].job.Queue), func(tx *db.Tx) error {
		t := &message.StatusBatch{}
		if fault == nil {
			var err error
			if t, err = s.findMentioned(tx, list); err != nil {
				return err
			}
		}
		for _, p := range list {
			if err := s.ingestOne(ctx, tx, t, p, fault); err != nil {
				return err
			}
			if err := s.noteLate(ctx, tx, p); err != nil {
				return err
			}
			if p.last() {
				if len(p.body.Body) > portionBytes {
					endLargeBody(tx, p.job.Job)
				}
				jobs.FinishJob(tx, p.job.Job)
			} else {
				if len(p.body.Body) > portionBytes {
					renewLargeBody(tx, p.job.Job) // it gets on: only what ends the process here again counts
				}
				progressWebhookJob(tx, p.job, p.to)
			}
		}
		t.Write(tx)
		s.message.CountStatuses(tx, t)
		return nil
	})
}

// findMentioned locks the messages that the statuses among the items are about.
func (s *Inbound) findMentioned(tx *db.Tx, list []slice) (*message.StatusBatch, error) {
	var statuses []*whatsapp.StatusUpdate
	for _, p := range list {
		for _, item := range p.items[p.from:p.to] {
			if u, ok := item.(*whatsapp.StatusUpdate); ok {
				statuses = append(statuses, u)
			}
		}
	}
	if len(statuses) == 0 {
		return &message.StatusBatch{}, nil
	}
	number, err := s.account.Route(tx, list[0].job.Queue)
	if errors.Is(err, account.ErrUnrouted) {
		return &message.StatusBatch{}, nil
	}
	if err != nil {
		return nil, err
	}
	return message.Mentioned(tx, number, statuses)
}

// ingestOne applies a slice and records which of its items were not applied, so
// that they can be once they are understood.
func (s *Inbound) ingestOne(ctx context.Context, tx *db.Tx, t *message.StatusBatch, p slice, fault error) error {
	if p.fault != nil {
		markProviderWebhook(tx, p.job.body(), WebhookQuarantined, p.fault.Error(), Parts{{Length: len(p.body.Body)}})
		return nil
	}
	state := WebhookUnsupported
	var problems []string
	var pending Parts
	lost := unapplied{}
	for _, item := range p.items[p.from:p.to] {
		problem := "an item could not be applied"
		if fault == nil {
			var err error
			if problem, err = s.applyItem(ctx, tx, t, account.Realm(p.body.Account), item); err != nil {
				return err
			}
		} else {
			s.log.Error("an item of a provider webhook could not be applied", "webhook", p.body.ID, "field", item.Common().Field, "error", fault)
		}
		if problem != "" {
			state = WebhookPartial
			if err := s.noteLost(ctx, tx, lost, account.Realm(p.body.Account), item, problem); err != nil {
				return err
			}
		} else if kind := unsupported(item); kind != "" {
			tx.After(func() { s.countUnsupported(kind) })
			problem = kind + " is not supported"
			if err := s.noteKeptRaw(ctx, tx, lost, account.Realm(p.body.Account), item); err != nil {
				return err
			}
		}
		if problem != "" {
			problems = append(problems, problem)
			pending = append(pending, p.part(item))
		}
	}
	lost.raise(s, tx)
	if len(problems) > 0 {
		markProviderWebhook(tx, p.job.body(), state, strings.Join(problems[:min(len(problems), 20)], "; "), pending)
	}
	return nil
}

// unsupported names what this version keeps only raw of an item; "" for one
// that it applies.
func unsupported(item whatsapp.Item) string {
	switch item := item.(type) {
	case *whatsapp.Other:
		return item.Name
	case *whatsapp.IncomingMessage:
		return unsupportedType(&item.Written)
	case *whatsapp.Echo:
		return unsupportedType(&item.Written)
	case *whatsapp.HistoryMessage:
		return unsupportedType(&item.Written)
	case *whatsapp.SystemNotice:
		if !contact.KeptNotices[item.Kind] {
			return "message system"
		}
		return ""
	case *whatsapp.StatusUpdate, *whatsapp.Call, *whatsapp.UserPreference,
		*whatsapp.TemplateUpdate, *whatsapp.ValueError, *whatsapp.HistoryProgress, *whatsapp.AccountReview, *whatsapp.AccountAlert, *whatsapp.CapabilityUpdate, *whatsapp.SecurityNotice:
		return ""
	case *whatsapp.AccountUpdate:
		if account.AccountFacts[item.Event] != "" {
			return ""
		}
	case *whatsapp.PhoneNumberUpdate:
		if item.Kind != "settings" {
			return ""
		}
	case *whatsapp.ContactSync:
		if !item.Removed {
			return ""
		}
	}
	return item.Common().Field // understood, but nothing of it is kept yet
}

// unsupportedType names the message that could not be shown.
func unsupportedType(w *whatsapp.Written) string {
	if w.Type != whatsapp.TypeUnsupported {
		return ""
	}
	if w.Content.Unsupported.Type == "" {
		return "message"
	}
	return "message " + w.Content.Unsupported.Type
}
