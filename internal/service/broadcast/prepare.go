package broadcast

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/charge"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core/longrun"
	"service.example/crm/internal/service/segment"
)

// audiencePage returns the next part of whom a broadcast goes to, and where the one after
// it begins; next is "" at the end.
func audiencePage(tx *db.Tx, b crm.Broadcast, after string) (list []crm.BroadcastRecipient, next string, err error) {
	if b.Audience.Filter != nil {
		return membersPage(tx, b, after)
	}
	number, list, err := part(tx, b, numberOf(after))
	if err != nil || len(list) == 0 {
		return nil, "", err
	}
	return list, partPosition(number), nil
}

// Positions of a walk through contacts name the last one that was looked at.
const (
	walkPosition = "p@"
	walkEnd      = walkPosition + "~"
	walkPage     = 500
)

// membersPage is audiencePage for a filter: a walk through all contacts. A page may be
// empty before the end.
func membersPage(tx *db.Tx, b crm.Broadcast, after string) (list []crm.BroadcastRecipient, next string, err error) {
	if after == walkEnd {
		return nil, "", nil
	}
	last, walks := strings.CutPrefix(after, walkPosition)
	if !walks {
		last = ""
	}
	ids, next, err := segment.Members(tx, b.WorkspaceID, *b.Audience.Filter, last, walkPage)
	for _, id := range ids {
		list = append(list, crm.BroadcastRecipient{ContactID: id})
	}
	if next == "" {
		return list, walkEnd, err
	}
	return list, walkPosition + next, err
}

// prepare expands the next part of an audience into recipients: each person once, and who
// is left out with the reason.
func (s *Broadcasts) prepare(ctx context.Context, key longrun.Key, run crm.Run) (longrun.Next, error) {
	var b crm.Broadcast
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { b, err = one(tx, key[0], key[1]); return err })
	if err != nil {
		return longrun.Next{}, err
	}
	t, err := s.templateOf(ctx, b, b.Template)
	var other *crm.Template
	if x := b.Experiment; err == nil && x.B != nil {
		other, err = s.templateOf(ctx, b, *x.B)
	}
	if err != nil {
		return longrun.Next{}, err
	}
	return longrun.Next{}, s.db.Update(db.Long(ctx), b.ID, func(tx *db.Tx) error {
		b, err := lock(tx, b.WorkspaceID, b.ID)
		if err != nil {
			return err
		}
		list, next, err := audiencePage(tx, b, run.Position)
		if err != nil {
			return err
		}
		if next == "" {
			return s.prepared(tx, b, run)
		}
		prices, err := s.charge.Prices(tx, b.WorkspaceID, Currency(b))
		if err != nil {
			return err
		}
		e := expansion{tx: tx, b: b, templates: map[crm.BroadcastArm]*crm.Template{crm.ArmA: t, crm.ArmB: other}, byArm: arms{}, price: func(phone string) (string, bool) { return priced(prices, t, phone, tx.Now()) },
			excluded: map[string]int64{}, markets: map[string]marketCount{}, seen: map[string]bool{}, zones: map[string]int64{}}
		if err := e.expand(list); err != nil {
			return err
		}
		runs.Advance(tx, key, longrun.Move{From: run, To: next, Done: int64(len(list))})
		return nil
	})
}

// templateOf is a template of a broadcast; nil where there is none any more.
func (s *Broadcasts) templateOf(ctx context.Context, b crm.Broadcast, content crm.TemplateContent) (*crm.Template, error) {
	var f crm.Faults
	n, err := s.number(ctx, b.WorkspaceID, b.PhoneNumberID, &f)
	if err != nil || n.ID == "" {
		return nil, err
	}
	return s.template.Template(ctx, b.WorkspaceID, n.MessagingAccountID, &content, &f)
}

// priced returns the market of a number, and whether it is known what the broadcast costs
// there.
func priced(prices charge.Prices, t *crm.Template, phone string, at time.Time) (market string, known bool) {
	category := ""
	if t != nil {
		category = categoryOf(t)
	}
	market, price := prices.Of(phone, category, at)
	return market, price != nil
}

// prepared notes that an audience is expanded, and goes on if somebody has started the
// broadcast meanwhile.
func (s *Broadcasts) prepared(tx *db.Tx, b crm.Broadcast, run crm.Run) error {
	tx.Write(preparedSQL, b.WorkspaceID, b.ID, db.Ms(tx.Now()))
	move := longrun.Move{From: run}
	switch b.Status {
	case crm.BroadcastRunning:
		move.Phase, move.To = phaseSending, sendPosition(0)
	case crm.BroadcastScheduled:
		move.Phase, move.To = phaseWaiting, waitPosition(tx)
	default:
		return s.runs.End(tx, keyOf(b), crm.RunCompleted, "")
	}
	runs.Advance(tx, keyOf(b), move)
	return nil
}

// expansion makes a part of an audience recipients.
type expansion struct {
	tx *db.Tx
	b  crm.Broadcast
	// templates are those of the variants; nil where one is gone.
	templates map[crm.BroadcastArm]*crm.Template
	byArm     arms
	price     func(phone string) (market string, known bool)
	excluded  map[string]int64
	markets   map[string]marketCount
	seen      map[string]bool // people of this part
	zones     map[string]int64
	// zoneOf are the time zones that contacts have.
	zoneOf map[string]string
	// got are the messages that people got lately.
	got    frequency
	counts crm.BroadcastCounts
}

func (e *expansion) expand(list []crm.BroadcastRecipient) error {
	asked := make([]string, len(list))
	for i, r := range list {
		if asked[i] = r.ContactID; r.ContactID == "" && crm.ValidPhone(r.To) {
			asked[i] = r.To
		}
	}
	found, err := contact.Addressees(e.tx, e.b.WorkspaceID, e.b.PhoneNumberID, asked)
	if err != nil {
		return err
	}
	people := make([]string, len(list))
	for i := range list {
		people[i] = personOf(list[i], asked[i], found[i])
	}
	here, elsewhere, err := places(e.tx, e.b, people)
	if err != nil {
		return err
	}
	if e.zoneOf, err = zonesOf(e.tx, e.b, found); err != nil {
		return err
	}
	if e.got, err = frequencyOf(e.tx, e.b, beginsLatest(e.tx, e.b), people, found); err != nil {
		return err
	}
	number := e.b.Numbered
	for i, one := range list {
		number++
		if here[i] || e.seen[people[i]] {
			e.excluded[crm.ExcludedDuplicate]++
			e.counts.Excluded++
			if one.Line > 0 { // every row of a table is listed
				insertRecipient(e.tx, e.b, crm.Recipient{Number: number, Person: lineOf("=", one), Phone: one.To, Parameters: one.Parameters, State: crm.RecipientExcluded, Reason: crm.ExcludedDuplicate, Line: one.Line, Arm: crm.ArmA})
			}
			continue
		}
		e.seen[people[i]] = true
		e.add(number, people[i], one, found[i], elsewhere[i])
	}
	e.tx.Write(numberedSQL, e.b.WorkspaceID, e.b.ID, number)
	addExclusions(e.tx, e.b, e.excluded)
	addMarkets(e.tx, e.b, e.markets)
	addZones(e.tx, e.b, e.zones)
	count(e.tx, e.b.WorkspaceID, e.b.ID, e.counts)
	e.byArm.save(e.tx, e.b.WorkspaceID, e.b.ID)
	return nil
}

// personOf is what tells a person from others: the contact, or the number of one whom
// nobody knows yet.
func personOf(r crm.BroadcastRecipient, asked string, found contact.Addressee) string {
	switch {
	case found.ContactID != "":
		return found.ContactID
	case asked != "" && asked[0] == '+':
		return crm.LookupKey(asked)
	case r.ContactID != "":
		return "?" + r.ContactID
	}
	if r.Line > 0 {
		return lineOf("!", r)
	}
	return "!" + r.To
}

// lineOf stands for somebody of whom nothing is known but the row of a table.
func lineOf(sign string, r crm.BroadcastRecipient) string {
	return sign + strconv.FormatInt(r.Line, 10)
}

// add stores one recipient.
func (e *expansion) add(number int64, person string, one crm.BroadcastRecipient, found contact.Addressee, elsewhere bool) {
	r := crm.Recipient{Number: number, Person: person, ContactID: found.ContactID, Phone: found.Phone, UserID: found.UserID, Parameters: one.Parameters, State: crm.RecipientQueued, Line: one.Line, Detail: one.Detail}
	if r.ContactID == "" {
		r.Phone = one.To
	}
	variant, heldOut := e.b.Experiment.Place(e.b.ID, person)
	waits := e.b.Experiment.Waits(e.b.ID, person)
	if r.Arm = variant; waits {
		variant, r.Arm = crm.ArmA, crm.ArmRest
	}
	if r.Zone = e.zoneOf[r.ContactID]; r.Zone == "" {
		r.Zone = crm.MainZone(r.Phone)
	}
	template := e.templates[variant]
	market, priced := e.price(r.Phone)
	switch {
	case one.Unread:
		r.Reason = crm.ExcludedRow
	case r.ContactID == "" && one.ContactID != "":
		r.Reason = crm.ExcludedContact
	case r.ContactID == "" && !crm.ValidPhone(one.To):
		r.Reason = crm.ExcludedNumber
	case r.Phone == "" && r.UserID == "":
		r.Reason = crm.ExcludedAddress
	case template != nil && found.CheckConsent(template.Category) != nil:
		r.Reason = crm.ExcludedOptedOut
	case elsewhere:
		r.Reason = crm.ExcludedElsewhere
	case e.got.full(person):
		r.Reason = crm.ExcludedFrequency
	case e.b.Limits.Micros > 0 && !priced:
		r.Reason = crm.ExcludedPrice
	default:
		if r.Reason, r.Detail = e.unfilled(one, variant); r.Reason == "" && waits { // it may get either
			r.Reason, r.Detail = e.unfilled(one, crm.ArmB)
		}
	}
	if r.Reason != "" {
		r.State = crm.RecipientExcluded
		e.excluded[r.Reason]++
	} else if heldOut {
		r.State, r.Arm = crm.RecipientHeldOut, crm.ArmHoldout
	} else {
		m := e.markets[market]
		if m.recipients++; found.FreeEntryUntil != nil && e.tx.Now().Before(*found.FreeEntryUntil) {
			m.free++
		}
		e.markets[market] = m
		e.zones[r.Zone]++
	}
	if waits && r.State == crm.RecipientQueued {
		r.State = crm.RecipientAwaiting
	} else if r.Reason == "" && e.b.Timed() {
		r.Turn = crm.FirstTurn
	}
	e.counts.Add(r.Count())
	e.byArm.move(crm.ArmCount{}, r)
	insertRecipient(e.tx, e.b, r)
}

// unfilled is why the template cannot be filled for a recipient, also in words; "" where it
// can.
func (e *expansion) unfilled(one crm.BroadcastRecipient, variant crm.BroadcastArm) (reason, detail string) {
	template := e.templates[variant]
	if template == nil {
		return "", ""
	}
	var f crm.Faults
	content := filled(e.b, variant, one.Parameters)
	template.Form.Check(&content, &f)
	if f.Empty() {
		return "", ""
	}
	faults := crm.AsError(f.Err()).Fields
	for _, fault := range faults {
		if fault.Code == crm.CodeParameterMissing {
			return crm.ExcludedMissing, fault.Detail
		}
	}
	return crm.ExcludedParameters, faults[0].Detail
}

// filled is the template of a variant of a broadcast with what a recipient has beside what all have.
func filled(b crm.Broadcast, variant crm.BroadcastArm, own map[string]string) crm.TemplateContent {
	content := b.Template
	if x := b.Experiment; x.Gets(variant) == crm.ArmB && x.B != nil {
		content = *x.B
	}
	common := content.Parameters
	if len(own) > 0 {
		content.Parameters = map[string]string{}
		maps.Copy(content.Parameters, common)
		maps.Copy(content.Parameters, own)
	}
	return content
}

// categoryOf is the category of a template as rate cards write it.
func categoryOf(t *crm.Template) string { return strings.ToLower(t.Category) }

// zonesOf are the time zones that contacts have, by contact.
func zonesOf(tx *db.Tx, b crm.Broadcast, found []contact.Addressee) (map[string]string, error) {
	var ids []string
	for _, a := range found {
		if a.ContactID != "" {
			ids = append(ids, a.ContactID)
		}
	}
	slices.Sort(ids)
	return contact.TimeZones(tx, b.WorkspaceID, slices.Compact(ids))
}
