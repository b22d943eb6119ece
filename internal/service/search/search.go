package search

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core/reach"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/words"
)

// pageTime is how long a page looks at most; then it is short, and the next one
// goes on. One step is made in any case, and what ends with it has no next page.
const pageTime = 200 * time.Millisecond

// Search returns a page of what a query finds in the actor's reach, newest first.
// Without a kind it finds what the actor's scopes let it read; a kind needs its
// scope. What is beyond the reach, and what a filter names that is, is not found.
func (s *Search) Search(ctx context.Context, actor crm.Actor, q Query, p crm.Page) (out Found, err error) {
	began := time.Now()
	if err := actor.Require(crm.ScopeConversationsRead); err != nil {
		return out, err
	}
	if q.Kind != "" {
		if err := actor.Require(q.Kind.scope()); err != nil {
			return out, err
		}
	}
	look := lookout{actor: actor, query: q, limit: p.Limit, until: began.Add(s.pageTime)}
	var f crm.Faults
	if look.words, err = words.Parse(q.Text); err != nil {
		f.Add("q", crm.CodeParameterInvalid, "q %s.", err)
	}
	look.below, look.from = firstNumber(crm.LastTime), firstNumber(q.From)
	if !q.To.IsZero() {
		look.below = firstNumber(q.To)
	}
	if p.After != "" {
		number, err := strconv.ParseInt(p.After, 10, 64)
		if err != nil {
			f.Add("cursor", crm.CodeParameterInvalid, "cursor is not from this service.")
		}
		look.below = min(look.below, number)
	}
	if err := f.Err(); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		if out.IndexedUntil, out.Complete, err = indexed(tx, actor.WorkspaceID); err == nil {
			out.List, err = look.page(tx)
		}
		return err
	})
	return out, err
}

// indexed returns until when everything is in the index of a workspace, zero for
// nothing, and whether all that is older is, too.
func indexed(tx *db.Tx, workspaceID string) (until time.Time, complete bool, err error) {
	now := tx.Now() // before it is asked what there is
	at, found, err := positionOf(tx, workspaceID)
	if err != nil || !found {
		return time.Time{}, false, err
	}
	head, err := event.LogHead(tx, workspaceID)
	if err != nil {
		return time.Time{}, false, err
	}
	changed, err := anyChange(tx, workspaceID)
	if head > at.log.Number || changed {
		now = at.indexedUntil
	}
	return now, at.fill == "", err
}

// lookout looks for the hits of a page.
type lookout struct {
	actor crm.Actor
	query Query
	words words.Query
	limit int
	until time.Time
	// Numbers from from on and below below are looked at.
	below, from int64
	// conversations are those that a filter leaves, if conversed; contactID is the
	// contact that one names, as it is now.
	conversed     bool
	conversations []string
	contactID     string
	// holders are the words of who has what is in reach, nil for no bound.
	holders []string
}

// page looks for each kind by itself and puts together what was found. Each says
// down to which number it has looked; what another one found below that waits for
// the next page.
func (l *lookout) page(tx *db.Tx) (out crm.List[Hit], err error) {
	if there, err := l.filters(tx); err != nil || !there {
		return out, err
	}
	holders, few, err := reach.HoldersOf(tx, l.actor.WorkspaceID, l.actor.Reach)
	if err != nil || few && len(holders) == 0 {
		return out, err
	}
	l.holders = holderWords(holders)
	var all []Hit
	var floor int64
	for _, kind := range l.kinds() {
		hits, down, err := l.collect(tx, kind)
		if err != nil {
			return out, err
		}
		all, floor = append(all, hits...), max(floor, down)
	}
	all = slices.DeleteFunc(all, func(h Hit) bool { return h.number < floor })
	slices.SortStableFunc(all, func(a, b Hit) int { return cmp.Or(cmp.Compare(b.number, a.number), cmp.Compare(b.ID, a.ID)) })
	out = crm.CutPage(all, l.limit, func(h Hit) string { return strconv.FormatInt(h.number, 10) })
	if out.Next == "" && floor > 0 {
		out.Next = strconv.FormatInt(floor, 10)
	}
	return out, nil
}

// kinds are those that the query asks for, the actor may read and the filters
// leave.
func (l *lookout) kinds() (out []Kind) {
	q := l.query
	for _, k := range Kinds {
		switch {
		case q.Kind != "" && k != q.Kind, l.actor.Require(k.scope()) != nil:
		case q.Direction != "" && k != KindMessage:
		case k == KindContact && (q.ConversationID != "" || q.PhoneNumberID != ""):
		case k == KindDeal && q.PhoneNumberID != "":
		case (k == KindMessage || k == KindNote) && l.conversed && len(l.conversations) == 0:
		default:
			out = append(out, k)
		}
	}
	return out
}

// filters looks up what the filters name, and reports whether it is there and in
// reach.
func (l *lookout) filters(tx *db.Tx) (there bool, err error) {
	ws, r := l.actor.WorkspaceID, l.actor.Reach
	if id := l.query.ConversationID; id != "" {
		l.conversed = true
		if there, err = reach.SeesConversation(tx, ws, r, id); err != nil || !there {
			return false, err
		}
		if l.conversations, err = contact.Family(tx, ws, id); err != nil {
			return false, err
		}
	}
	if id := l.query.ContactID; id != "" {
		c, err := contact.ContactFor(tx, l.actor, id)
		if crm.CodeOf(err) == crm.CodeNotFound {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		own, err := contact.ConversationsOfContact(tx, ws, c.ID)
		if err != nil {
			return false, err
		}
		if l.contactID = c.ID; l.conversed {
			own = slices.DeleteFunc(own, func(id string) bool { return !slices.Contains(l.conversations, id) })
		}
		l.conversed, l.conversations = true, own
	}
	return true, nil
}

const (
	// The first step looks at so many candidates more than a page has: what the index finds
	// is nearly always a hit. Each further step looks at so many, and in at most so many
	// spans.
	spareCandidates = 4
	stepCandidates  = 60
	maxSpansAtOnce  = 128
	// rareInSpan is how many documents of a span the rule of reach is asked of for what the
	// index takes to say who has them; rareDocuments is of how many it is asked at once.
	rareInSpan    = 16
	rareDocuments = 8 * rareInSpan
)

// spansDown is how many spans of a list, newest first, there are down to one.
func spansDown(list []int64, span int64) int {
	for i, s := range list {
		if s <= span {
			return i + 1
		}
	}
	return len(list)
}

// collect finds items of a kind, one more than the page has, and returns the
// number down to which it has looked at all: 0 for the end. It asks the index who has them
// only where the words are frequent: for few, to ask the rule of reach of each costs less.
func (l *lookout) collect(tx *db.Tx, kind Kind) (hits []Hit, floor int64, err error) {
	n := narrowed{kind: kind, conversations: l.conversations, direction: l.query.Direction, reach: l.actor.Reach, below: l.below, from: l.from}
	if kind == KindMessage {
		n.phoneNumberID = l.query.PhoneNumberID
	}
	holders := l.holders
	switch kind {
	case KindContact:
		n.conversations = nil
	case KindDeal: // whose it is, and what it is about, is asked of each that is found
		n.conversations, n.reach, holders = nil, crm.WholeReach(), nil
	}
	step := l.limit + 1 + spareCandidates
	// What is rare is found by its words alone. (PostgreSQL reads all that a word has in a
	// span, so there the index says who has them from the start.)
	looked, rare := false, len(holders) > 0 && !tx.OnPostgres()
	if n.ask = 2 * step; rare {
		n.ask = step
	}
	g, most := embeddedGrammar, min(maxSpansAtOnce, spansAtOnce(l.words, len(n.conversations)+len(holders)))
	if tx.OnPostgres() {
		g = postgresGrammar
	}
	conversations := make([]string, len(n.conversations))
	for i, id := range n.conversations {
		conversations[i] = conversationWord(id)
	}
	for width := 1; n.below > n.from; {
		list, err := spans(tx, l.actor.WorkspaceID, kind, kind.spanOf(n.below-1), kind.spanOf(n.from), min(width, most))
		if err != nil || len(list) == 0 {
			return hits, 0, err
		}
		if looked && time.Now().After(l.until) {
			return hits, n.below, nil
		}
		looked = true
		n.newest = len(list) == 1
		narrow := holders
		if rare {
			narrow = nil
		}
		expression := g.expression(l.actor.WorkspaceID, kind, list, l.words, conversations, narrow)
		for {
			found, floor, err := candidates(tx, l.actor.WorkspaceID, expression, n, step)
			if err != nil {
				return nil, 0, err
			}
			part, err := l.hits(tx, kind, found)
			if hits = append(hits, part...); err != nil {
				return nil, 0, err
			}
			if len(hits) > l.limit {
				return hits, hits[l.limit].number, nil
			}
			if floor == 0 {
				n.below, width = kind.beginOf(list[len(list)-1]), width*2
				break
			}
			was := rare
			rare = rare && n.ask <= rareInSpan*spansDown(list, kind.spanOf(floor))
			n.below, width = floor, 1 // many: look at less at once
			step = max(stepCandidates, l.limit+1)
			switch n.ask = reachDocuments; {
			case rare:
				n.ask = rareDocuments
			case was: // the index says who has them from here on
				n.ask = 2 * step
			}
			if n.below > n.from && time.Now().After(l.until) {
				return hits, n.below, nil
			}
			if was {
				break // the expression is another one
			}
		}
	}
	return hits, 0, nil
}
