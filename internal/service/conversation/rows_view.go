package conversation

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

// viewScan is how many rows of an index a page of a view looks at, at most, for
// those that a filter or the reach of the actor leaves; narrowScan, where the index
// alone says what is surely beyond the reach.
const (
	viewScan   = 2000
	narrowScan = 10_000
)

// view is a list of conversations that people work through, in the order of an
// index of their states.
type view struct {
	page, bound *db.Stmt
	// walk, of a view that narrows, looks for a page among $6 rows of the index at most,
	// and ends as soon as it has it. The embedded engine gives rows in the order in which
	// it reads them; told to sort them, it would read all of them first.
	walk    *db.Stmt
	count   *db.Stmt // of a saved view
	older   bool     // the oldest comes first
	sifts   bool     // it leaves out rows of its index
	narrows bool     // its index alone says what is surely beyond a reach
	scansOf bool     // bound takes the value of of, too
	of      func(tx *db.Tx, a crm.Actor, f ViewFilter) any
}

// viewOf is what a view is made of. {of} in a condition is the value of of.
type viewOf struct {
	index, key, prefix string // the columns by which the index begins and goes on
	where, sift        string // what the index has of them, and what is left out
	narrows            bool   // the index knows team and agent, and is read by itself; where and key name its columns by i
	older              bool
	of                 func(tx *db.Tx, a crm.Actor, f ViewFilter) any
	at                 string // where a page takes the value of of; $15 by default
	table              string // the index is of; conversation_states s by default
}

const (
	unclosed = `s.status <> 'closed'`
	atWork   = unclosed + ` AND s.status <> 'snoozed'`
	// An assistant answers, as of {of}.
	assistantAnswers = `(coalesce(a.speaker, 'assistant') = 'assistant' OR a.until_at BETWEEN 1 AND {of}) AND coalesce(a.switch, 'default') = 'default'
			AND EXISTS (SELECT 1 FROM assistant_duties u WHERE u.workspace_id = v.workspace_id AND u.phone_number_id = v.phone_number_id)`
	waits = `s.waiting_since > 0 AND s.status <> 'snoozed'`
	// The same of an index that is read by itself.
	indexUnclosed = `i.status <> 'closed'`
	indexWaits    = `i.waiting_since > 0 AND i.status <> 'snoozed'`
)

func ofActor(_ *db.Tx, a crm.Actor, _ ViewFilter) any { return a.UserID() }
func ofTeam(_ *db.Tx, _ crm.Actor, f ViewFilter) any  { return f.TeamID }
func ofNow(tx *db.Tx, _ crm.Actor, _ ViewFilter) any  { return db.Ms(tx.Now()) }
func ofWindow(tx *db.Tx, _ crm.Actor, _ ViewFilter) any {
	return db.Ms(tx.Now().Add(-crm.WindowLength))
}

// views are all that there are, by name.
var views = map[crm.ConversationView]view{
	crm.ViewAll:        newView(viewOf{index: "conversation_states_active", key: "i.activity_at", where: indexUnclosed, narrows: true}),
	crm.ViewMine:       newView(viewOf{index: "conversation_states_agent", prefix: "s.agent_id", key: "s.activity_at", where: atWork + ` AND s.agent_id = {of} AND s.agent_id <> ''`, of: ofActor}),
	crm.ViewUnassigned: newView(viewOf{index: "conversation_states_agent", prefix: "i.agent_id", key: "i.activity_at", where: indexUnclosed + ` AND i.status <> 'snoozed' AND i.agent_id = ''`, narrows: true}),
	crm.ViewTeam:       newView(viewOf{index: "conversation_states_team", prefix: "s.team_id", key: "s.activity_at", where: atWork + ` AND s.team_id = {of}`, of: ofTeam}),
	crm.ViewNeedsAnswer: newView(viewOf{index: "conversation_states_active", key: "i.activity_at", where: indexUnclosed, narrows: true,
		sift: indexWaits}),
	crm.ViewWaitingLongest: newView(viewOf{index: "conversation_states_waiting", key: "i.waiting_since", where: indexWaits, older: true, narrows: true}),
	crm.ViewWindowClosing:  newView(viewOf{index: "conversation_states_window", key: "s.last_inbound_at", where: waits + ` AND s.last_inbound_at > {of}`, older: true, of: ofWindow}),
	crm.ViewDueSoon:        newView(viewOf{index: "conversation_states_due", key: "s.due_at", where: `s.due_at > 0 AND ` + atWork, older: true}),
	crm.ViewFollowUps:      newView(viewOf{index: "conversation_states_follow_up", key: "s.follow_up_at", where: `s.follow_up_at > 0`, older: true}),
	crm.ViewPromises:       newView(viewOf{index: "conversation_promises_due", key: "p.due_at", where: `p.due_at > 0`, older: true, table: "conversation_promises p"}),
	crm.ViewAssistant: newView(viewOf{index: "conversation_states_active", key: "i.activity_at", where: indexUnclosed, narrows: true, of: ofNow,
		sift: `i.status <> 'snoozed' AND ` + assistantAnswers}),
	crm.ViewSnoozed:  newView(viewOf{index: "conversation_states_snoozed", key: "i.activity_at", where: `i.status = 'snoozed'`, narrows: true}),
	crm.ViewMentions: newView(viewOf{index: "conversation_mentions_user", prefix: "m.user_id", key: "m.at", where: `m.user_id = {of}`, of: ofActor, table: "conversation_mentions m"}),
	crm.ViewClosed:   newView(viewOf{index: "conversation_states_closed", key: "i.activity_at", where: `i.status = 'closed'`, narrows: true}),
}

// No view of assistants is read where none is on duty.
var anyDutySQL = db.SQL(`SELECT 1 FROM assistant_duties WHERE workspace_id = $1 LIMIT 1`)

// newView makes the statements of a view. Of a page, $2 and $3 are where it begins,
// $4 how long it may be, $5 the user whose list it is, $6 and $7 where the scan
// ends, $8 a phone number, $9 a label, from $10 on the reach.
func newView(o viewOf) view {
	row, state := "s", ""
	if o.narrows {
		o.table = "conversation_states i"
	}
	if o.table == "" {
		o.table = "conversation_states s"
	} else {
		row, state = o.table[len(o.table)-1:], withState
	}
	order, after, until := o.key+` DESC, `+row+`.conversation_id DESC`, `<`, `>=`
	if o.older {
		order, after, until = o.key+`, `+row+`.conversation_id`, `>`, `<=`
	}
	if o.prefix != "" {
		order = o.prefix + ` DESC, ` + order
	}
	place := func(a, b string) string {
		return ` AND (` + o.key + `, ` + row + `.conversation_id) ` + a + ` (` + b + `)`
	}
	from := ` FROM ` + o.table + ` INDEXED BY ` + o.index
	in := ` WHERE ` + row + `.workspace_id = $1 AND ` + o.where + place(after, `$2, $3`)
	joined := ` CROSS JOIN conversations v` + withContact + state + strings.ReplaceAll(withRest, "$3", "$5")
	sifted := ` AND v.workspace_id = ` + row + `.workspace_id AND v.id = ` + row + `.conversation_id AND v.joined_to = '' AND ($8 = '' OR v.phone_number_id = $8) AND ($9 = '' OR v.labels LIKE '%' || $9 || '%') AND ` + reach.Where("v", 10)
	if o.sift != "" {
		sifted += ` AND ` + o.sift
	}
	if o.narrows {
		sifted += ` AND ` + reach.MayCover("i", 10)
	}
	rows := strings.ReplaceAll(from+joined+in+place(until, `$6, $7`)+sifted, "{of}", cmp.Or(o.at, "$15"))
	page := `SELECT ` + listed + `, ` + o.key + rows + ` ORDER BY ` + order + ` LIMIT $4`
	bound := strings.ReplaceAll(`SELECT `+o.key+`, `+row+`.conversation_id`+from+in+` ORDER BY `+order+` LIMIT 1 OFFSET $4`, "{of}", "$5")
	v := view{page: db.SQL(page).By(o.index).ByOnPostgres(o.index), bound: db.SQL(bound).By(o.index), older: o.older, sifts: o.sift != "", narrows: o.narrows, scansOf: strings.Contains(o.where, "{of}"), of: o.of}
	if o.narrows {
		walk := `SELECT ` + listed + `, ` + o.key + ` FROM (SELECT ` + o.walked() + from + in + ` ORDER BY ` + order + ` LIMIT $6) i` + joined + ` WHERE TRUE` + sifted + ` LIMIT $4`
		v.walk = db.EmbeddedSQL(strings.ReplaceAll(walk, "{of}", cmp.Or(o.at, "$15"))).By(o.index)
	}
	if o.sift == savedSift {
		v.count = db.SQL(`SELECT count(*) FROM (SELECT 1` + rows + ` ORDER BY ` + order + ` LIMIT $4) c`).By(o.index).ByOnPostgres(o.index)
	}
	return v
}

// walked are the columns of an index that a walk goes along.
func (o viewOf) walked() string {
	out := `i.workspace_id, i.conversation_id, i.team_id, i.agent_id, ` + o.key
	for _, column := range []string{`i.status`, `i.waiting_since`} {
		if column != o.key && strings.Contains(o.sift, column) {
			out += `, ` + column
		}
	}
	return out
}

// ends are where the first page of a view begins and the last one ends.
func (v view) ends() (from, until place) {
	from, until = place{math.MaxInt64, last}, place{-1, ""}
	if v.older {
		return until, from
	}
	return from, until
}

// begins returns where a page begins, and where the view ends.
func (v view) begins(p crm.Page) (from, until place, err error) {
	from, until = v.ends()
	if p.After == "" {
		return from, until, nil
	}
	key, id, _ := strings.Cut(p.After, ".")
	n, broken := strconv.ParseInt(key, 10, 64)
	if broken != nil || !crm.ValidID(crm.PrefixConversation, id) {
		var faults crm.Faults
		faults.Add("cursor", crm.CodeParameterInvalid, "cursor is not from this list.")
		return from, until, faults.Err()
	}
	return place{n, id}, until, nil
}

// boundOf returns where the scan of a page ends that begins at from, and whether
// that is before the end of the view.
func (v view) boundOf(tx *db.Tx, actor crm.Actor, from, until place, scan int, of any) (bool, place, error) {
	args := []any{actor.WorkspaceID, from.key, from.id, scan - 1}
	if v.scansOf {
		args = append(args, of)
	}
	end := until
	bounded, err := tx.One(v.bound, []any{&end.key, &end.id}, args...)
	if bounded {
		until = end
	}
	return bounded, until, err
}

// ViewFilter narrows a view.
type ViewFilter struct {
	View          crm.ConversationView
	TeamID        string // of crm.ViewTeam
	PhoneNumberID string // "" for all
	LabelID       string // "" for all
}

// place is where a page of a view begins, or a scan ends.
type place struct {
	key int64
	id  string
}

func (p place) String() string { return strconv.FormatInt(p.key, 10) + "." + p.id }

// last is behind every conversation.
const last = "~"

// ListView returns a page of a view, as far as the actor reaches. A page may be
// short although more follow.
func ListView(tx *db.Tx, actor crm.Actor, f ViewFilter, p crm.Page) (out crm.List[Conversation], err error) {
	if f.View == crm.ViewFollowed {
		return listFollowed(tx, actor, f, p)
	}
	v := views[f.View]
	if f.View == crm.ViewAssistant && p.After == "" {
		var one int64
		if onDuty, err := tx.One(anyDutySQL, []any{&one}, actor.WorkspaceID); err != nil || !onDuty {
			return out, err
		}
	}
	if v.of == nil {
		return v.read(tx, actor, f, p, nil, nil)
	}
	of := v.of(tx, actor, f)
	return v.read(tx, actor, f, p, of, []any{of})
}

// errDisorder is what no engine should come to: a page would leave something out.
var errDisorder = errors.New("conversation: a view is not in its order")

// read returns a page of a view. of is what its scan takes, more what its page takes
// behind the reach.
func (v view) read(tx *db.Tx, actor crm.Actor, f ViewFilter, p crm.Page, of any, more []any) (out crm.List[Conversation], err error) {
	from, until, err := v.begins(p)
	if err != nil {
		return out, err
	}
	if isHeld(actor, f) {
		return heldViews[f.View].list(tx, actor, from, p)
	}
	which, bounded, scan := v.page, false, 0
	if v.sifts || f.PhoneNumberID != "" || f.LabelID != "" || !actor.Reach.IsWhole() {
		scan = viewScan
		if kind := actor.Reach.Kind; v.narrows && !v.sifts && f.PhoneNumberID == "" && f.LabelID == "" && (kind == crm.ReachTeams || kind == crm.ReachOwnAndUnassigned) {
			scan = narrowScan
		}
		if v.walk != nil && !tx.OnPostgres() {
			which = v.walk
		} else if bounded, until, err = v.boundOf(tx, actor, from, until, scan, of); err != nil {
			return out, err
		}
	}
	args := append([]any{actor.WorkspaceID, from.key, from.id, p.Limit + 1, actor.UserID(), until.key, until.id, f.PhoneNumberID, f.LabelID}, reach.Args(actor.Reach)...)
	if which == v.walk {
		args[5] = scan
	}
	args = append(args, more...)
	now := tx.Now()
	var keys []int64
	err = tx.Each(which, func(r db.Row) error {
		c := Conversation{Conversation: crm.Conversation{WorkspaceID: actor.WorkspaceID}}
		var key int64
		err := scanListed(r, &c, &key)
		c.Speaker = c.ActiveSpeaker.SpeakerAt(now)
		if f.View == crm.ViewMentions {
			c.MentionedAt = db.AtOf(key)
		}
		if n := len(keys); err == nil && n > 0 && keys[n-1] != key && keys[n-1] < key != v.older {
			err = errDisorder
		}
		out.Items, keys = append(out.Items, c), append(keys, key)
		return err
	}, args...)
	n := len(out.Items)
	if err == nil && which == v.walk && n <= p.Limit { // within what the view sees, so nothing moved meanwhile
		bounded, until, err = v.boundOf(tx, actor, from, until, scan, of)
	}
	switch {
	case n > p.Limit:
		out.Items = out.Items[:p.Limit]
		out.Next = place{keys[p.Limit-1], out.Items[p.Limit-1].ID}.String()
	case bounded:
		out.Next = until.String()
	}
	return out, err
}

// listFollowed returns a page of what the acting user follows, newest first.
func listFollowed(tx *db.Tx, actor crm.Actor, f ViewFilter, p crm.Page) (crm.List[Conversation], error) {
	found, err := readListed(tx, listFollowedSQL, actor.WorkspaceID, actor.WorkspaceID, p.After, actor.UserID(), p.Limit+1, actor.UserID())
	out := crm.CutPage(found, p.Limit, listedID)
	out.Items = slices.DeleteFunc(out.Items, func(c Conversation) bool {
		return !reach.Holds(actor.Reach, c.subject(), true) || !(Filter{PhoneNumberID: f.PhoneNumberID, LabelID: f.LabelID}).matches(c)
	})
	return out, err
}
