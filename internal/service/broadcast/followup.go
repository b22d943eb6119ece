package broadcast

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/assistant"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/deal"
	"service.example/crm/internal/service/routing"
)

// checkFollowUp finds what a follow-up names and is not there.
func checkFollowUp(tx *db.Tx, workspaceID string, body *crm.BroadcastBody, f *crm.Faults) error {
	u := body.FollowUp
	if u == nil || !f.Empty() { // what has another form is not looked for
		return nil
	}
	labels, err := conversation.EveryLabel(tx, workspaceID)
	for i, id := range u.LabelIDs {
		if !slices.ContainsFunc(labels, func(l crm.Label) bool { return l.ID == id }) {
			f.Add("/followUp"+crm.Pointer("labelIds", i), crm.CodeNotFound, "There is no label %q in this workspace.", id)
		}
	}
	if err == nil && u.Assistant == crm.FollowUpOnDuty && body.PhoneNumberID != "" {
		var d assistant.Duty
		if d, err = assistant.WatchDuty(tx, workspaceID, body.PhoneNumberID); err == nil && d.AssistantID == "" {
			f.Add("/followUp/assistant", crm.CodeNotFound, "No assistant is on duty for the phone number.")
		}
	}
	if err == nil && u.Deal != nil {
		var act crm.Faults
		if err = deal.CheckAct(tx, workspaceID, u.Deal.Act(), &act); err == nil {
			u.Deal.Below(f, act)
		}
	}
	if err == nil && u.HandOff != nil {
		var found bool
		if _, found, err = routing.TeamNow(tx, workspaceID, u.HandOff.TeamID); err == nil && !found {
			f.Add("/followUp/handOff/teamId", crm.CodeNotFound, "There is no team %q in this workspace.", u.HandOff.TeamID)
		}
	}
	return err
}

// answer is that of a recipient after which something is done.
type answer struct {
	place
	conversationID string
	crm.FollowUpAnswer
}

// answeredBy notes the answers after which something is done: to the message whose button
// was tapped, else to the last broadcast that reached the conversation.
func (f *found) answeredBy(h happening) {
	to, tapped := f.byMessage[h.tapped], true
	if len(to) == 0 {
		to, tapped = f.asked[h.conversationID], false
	}
	for _, m := range to {
		a := answer{place{m.broadcastID, m.Number}, h.conversationID, crm.FollowUpAnswer{At: h.at, SentAt: m.SentAt, Tapped: tapped, Title: h.title, Payload: h.payload}}
		if f.followUps[m.broadcastID].Counts(a.FollowUpAnswer) {
			f.answers = append(f.answers, a)
		}
	}
}

// jobFollowUp is the kind of the jobs that do what is done after an answer.
const jobFollowUp jobs.JobKind = "broadcast_follow_up"

// beginFollowUps lets something be done after answers: once for each recipient, however
// often they answer and however often the log is read.
func beginFollowUps(tx *db.Tx, workspaceID string, list []answer) error {
	for _, a := range list {
		fresh, err := beginFollowUp(tx, workspaceID, a)
		if err != nil {
			return err
		}
		if fresh {
			jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: workspaceID, Kind: jobFollowUp, Queue: workspaceID, Key: a.conversationID, Payload: a.broadcastID + "/" + strconv.FormatInt(a.number, 10)})
		}
	}
	return nil
}

// FollowUp does what broadcasts do after an answer.
func FollowUp(s *Broadcasts) jobs.Kind {
	return jobs.Kind{Name: jobFollowUp, Concurrency: 8, MaxAttempts: 12,
		Handle: func(ctx context.Context, batch []jobs.Job) error { return s.followUp(ctx, batch[0], nil) },
		GiveUp: func(ctx context.Context, j jobs.Job, cause error) error { return s.followUp(ctx, j, cause) }}
}

func placeOf(j jobs.Job) place {
	id, number, _ := strings.Cut(j.Payload, "/")
	n, _ := strconv.ParseInt(number, 10, 64)
	return place{id, n}
}

// followUp does what is yet to be done after an answer, each act in a transaction of its
// own, which stores that it was done. What cannot be done is on record and holds up nothing
// else. givenUp is why it is not tried any more; nil while it is.
func (s *Broadcasts) followUp(ctx context.Context, j jobs.Job, givenUp error) error {
	at := placeOf(j)
	var b crm.Broadcast
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { b, err = one(tx, j.WorkspaceID, at.broadcastID); return err })
	if err != nil {
		return err
	}
	for _, act := range append([]string{actNoted}, b.FollowUp.Acts()...) {
		do := func(tx *db.Tx, r *crm.FollowUpRun) error { return s.doFollowUp(tx, b, act, r) }
		if givenUp != nil {
			do = refused(act, givenUp)
		}
		err := oneAct(ctx, s, j.WorkspaceID, at, act, do)
		if err != nil && givenUp == nil && refuses(err) {
			err = oneAct(ctx, s, j.WorkspaceID, at, act, refused(act, err))
		}
		if err != nil {
			return err
		}
	}
	return s.db.Update(ctx, at.broadcastID, func(tx *db.Tx) error { jobs.FinishJob(tx, j); return nil })
}

// oneAct lets do do something, unless it was done before.
func oneAct(ctx context.Context, s *Broadcasts, workspaceID string, at place, act string, do func(*db.Tx, *crm.FollowUpRun) error) error {
	return s.db.Update(ctx, at.broadcastID, func(tx *db.Tx) error {
		r, found, err := followUpOf(tx, lockFollowUpSQL, workspaceID, at)
		if err != nil || !found || r.Did(act) {
			return err
		}
		if err := do(tx, &r); err != nil {
			return err
		}
		saveFollowUp(tx, r)
		return nil
	})
}

// refuses reports whether an error says that something cannot be done as things are.
func refuses(err error) bool {
	kind := crm.AsError(err).Kind
	return err != contact.ErrJoined && slices.Contains([]crm.Kind{crm.KindInvalid, crm.KindNotFound, crm.KindConflict, crm.KindForbidden}, kind) || db.Refused(err)
}

// refused records that something could not be done.
func refused(act string, why error) func(*db.Tx, *crm.FollowUpRun) error {
	return func(_ *db.Tx, r *crm.FollowUpRun) error {
		if act == actNoted { // where even this fails, the acts say why
			r.Ends(act)
			return nil
		}
		e := crm.AsError(why)
		detail := e.Message
		if len(e.Fields) > 0 {
			detail = e.Fields[0].Detail
		}
		r.Ends(act, crm.FollowUpFailure{Act: act, Code: e.Code, Detail: detail})
		return nil
	}
}

// actNoted puts into the timeline why all that follows is done.
const actNoted = "noted"

func (s *Broadcasts) doFollowUp(tx *db.Tx, b crm.Broadcast, act string, r *crm.FollowUpRun) error {
	c, err := contact.Conversation(tx, b.WorkspaceID, r.ConversationID)
	if err != nil {
		return err
	}
	by := crm.DoneBy{Type: crm.ActorSystem, ID: b.ID}
	switch act {
	case actNoted:
		conversation.Happened(tx, crm.TimelineEntry{WorkspaceID: c.WorkspaceID, ConversationID: c.ID, Kind: crm.TimelineAnswered, By: by, Reason: crm.ReasonBroadcast,
			Refs: crm.TimelineRefs{BroadcastID: b.ID, BroadcastName: b.Name}})
		r.Ends(act)
	case crm.FollowUpLabels:
		return label(tx, b, c, by, r)
	case crm.FollowUpSpeaker:
		return giveSpeaker(s, tx, b, c, by, r)
	case crm.FollowUpDealt:
		n, err := dealOf(tx, b, c, *r)
		if err != nil {
			return err
		}
		made, err := s.after.Deals.CreateDeal(tx, crm.Insider(b.WorkspaceID, crm.ActorSystem, false), by, n)
		if err != nil {
			return err
		}
		r.DealID = made.ID
		r.Ends(act)
	case crm.FollowUpHanded:
		return handOff(s, tx, b, c, by, r)
	}
	return nil
}

// label puts those labels on a conversation that there are.
func label(tx *db.Tx, b crm.Broadcast, c crm.Conversation, by crm.DoneBy, r *crm.FollowUpRun) error {
	out, err := conversation.Relabel(tx, c, by, crm.ReasonBroadcast, b.FollowUp.LabelIDs, nil)
	if err != nil {
		return err
	}
	var why []crm.FollowUpFailure
	for _, id := range out.Unknown {
		why = append(why, crm.FollowUpFailure{Act: crm.FollowUpLabels, Code: crm.CodeNotFound, Detail: "There is no label " + id + " any more."})
	}
	if out.Full {
		why = append(why, crm.FollowUpFailure{Act: crm.FollowUpLabels, Code: crm.CodeOutOfRange, Detail: "The conversation would have more labels than one may have."})
	}
	r.Labelled = !out.Full && len(out.Unknown) < len(b.FollowUp.LabelIDs)
	r.Ends(crm.FollowUpLabels, why...)
	return nil
}

// giveSpeaker lets the assistant on duty answer in a conversation, or none.
func giveSpeaker(s *Broadcasts, tx *db.Tx, b crm.Broadcast, c crm.Conversation, by crm.DoneBy, r *crm.FollowUpRun) error {
	r.Ends(crm.FollowUpSpeaker)
	if b.FollowUp.Assistant == crm.FollowUpOnDuty {
		d, err := assistant.WatchDuty(tx, c.WorkspaceID, c.PhoneNumberID)
		if err == nil && d.AssistantID == "" {
			err = crm.Errorf(crm.KindNotFound, crm.CodeNotFound, "No assistant is on duty for the phone number any more.")
		}
		if err != nil {
			return err
		}
	}
	return speaks(s, tx, c, by, func(a *crm.ActiveSpeaker, now time.Time) error {
		if a.Switch = crm.SwitchOff; b.FollowUp.Assistant == crm.FollowUpOnDuty {
			a.Switch = crm.SwitchDefault
			if a.SpeakerAt(now) != crm.SpeakerAssistant {
				a.HandBack(now)
			}
		}
		return nil
	})
}

// speaks changes who answers in a conversation, and tells of it.
func speaks(s *Broadcasts, tx *db.Tx, c crm.Conversation, by crm.DoneBy, change func(a *crm.ActiveSpeaker, now time.Time) error) error {
	type speaker struct {
		Speaker crm.Speaker
		Switch  crm.AssistantSwitch `json:"assistant"`
		Until   *time.Time
	}
	a, err := conversation.LockActiveSpeaker(tx, c.WorkspaceID, c.ID)
	before := speaker{a.Speaker, a.Switch, a.Until}
	if err == nil {
		err = change(&a, tx.Now())
	}
	changes := crm.ActDiff(before, speaker{a.Speaker, a.Switch, a.Until})
	if err != nil || len(changes) == 0 {
		return err
	}
	conversation.SaveActiveSpeaker(tx, a)
	conversation.Happened(tx, crm.TimelineEntry{WorkspaceID: c.WorkspaceID, ConversationID: c.ID, Kind: crm.TimelineSpeaker, By: by, Reason: crm.ReasonBroadcast, Changes: changes})
	tx.After(func() { s.after.Conversations.CancelWriting(c.ID) })
	return nil
}

// dealOf is the deal that is made of who answered.
func dealOf(tx *db.Tx, b crm.Broadcast, c crm.Conversation, r crm.FollowUpRun) (n deal.NewDeal, err error) {
	who, err := contact.Contact(tx, b.WorkspaceID, c.ContactID)
	if err != nil {
		return n, err
	}
	act := b.FollowUp.Deal.Act()
	title := act.FillTitle(map[string]string{"contact.name": who.Name, "contact.firstName": crm.FirstName(who.Name), "button.title": r.Title}, b.Name)
	ch := crm.DealChange{Title: &title, ConversationID: &c.ID}
	if act.Amount != "" {
		ch.Amount = &act.Amount
	}
	if act.Currency != "" {
		ch.Currency = &act.Currency
	}
	return deal.NewDeal{PipelineID: act.PipelineID, StageID: act.StageID, Change: ch, Move: act.End()}, nil
}

// handOff gives a conversation to a team: people answer it, and routing finds who does.
func handOff(s *Broadcasts, tx *db.Tx, b crm.Broadcast, c crm.Conversation, by crm.DoneBy, r *crm.FollowUpRun) error {
	of, err := assistant.AssistantState(tx, c.WorkspaceID)
	if err != nil {
		return err
	}
	err = speaks(s, tx, c, by, func(a *crm.ActiveSpeaker, now time.Time) error {
		if a.SpeakerAt(now) != crm.SpeakerPerson {
			a.HandBack(now)
			a.Speaker, a.Until = crm.SpeakerPerson, conversation.HandBackAt(of.AssistantSettings, now)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if _, found, err := routing.TeamNow(tx, c.WorkspaceID, b.FollowUp.HandOff.TeamID); err != nil || !found {
		if err == nil {
			err = crm.NotFound("team", b.FollowUp.HandOff.TeamID)
		}
		return err
	}
	state, _, err := conversation.Lock(tx, c.WorkspaceID, c.ID)
	if err == nil && state.Status != crm.ConversationOpen {
		err = conversation.HandedOff(tx, c, by)
	}
	if err == nil {
		err = conversation.TakeBack(tx, c, b.FollowUp.HandOff.TeamID, by, crm.ReasonBroadcast)
	}
	if err == nil {
		r.HandedOff = true
		r.Ends(crm.FollowUpHanded)
	}
	return err
}
