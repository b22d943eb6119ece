package conversation

import (
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

// What a conversation is shown with: its contact, where it stands, its active
// speaker, who is on duty, and how much of it the user $3 has read.
const (
	listed = `v.id, v.contact_id, v.phone_number_id, v.last_inbound_at, v.created_at, v.team_id, v.agent_id, v.labels, c.name, c.opted_out_at, c.refuses_all_at,
		coalesce(s.status, 'closed'), coalesce(s.priority, 'normal'), coalesce(s.waiting_since, 0), coalesce(s.due_at, 0), coalesce(s.activity_at, 0), coalesce(s.snoozed_until, 0), coalesce(s.wake_on_reply, FALSE), coalesce(s.follow_up_at, 0), coalesce(w.due_at, 0),
		coalesce(s.seq, 0), coalesce(s.inbounds, 0), coalesce(s.read_floor, 0), coalesce(s.preview_id, ''), coalesce(s.preview, ''),
		coalesce(s.episode_id, ''), coalesce(s.episode_no, 0), coalesce(s.opened_at, 0), coalesce(s.seen_inbounds, 0), coalesce(s.seen_by, ''), coalesce(s.seen_at, 0), coalesce(r.inbounds, -1), coalesce(r.unread, FALSE),
		coalesce(a.speaker, 'assistant'), coalesce(a.since_at, 0), coalesce(a.until_at, 0), coalesce(a.taken_by, ''), coalesce(a.switch, 'default'), coalesce(a.asked_at, 0),
		coalesce(a.note, ''), coalesce(a.assignee, ''),
		coalesce((SELECT u.assistant_id FROM assistant_duties u WHERE u.workspace_id = v.workspace_id AND u.phone_number_id = v.phone_number_id), '')`
	withContact = ` JOIN contacts c ON c.workspace_id = v.workspace_id AND c.id = v.contact_id`
	withState   = ` LEFT JOIN conversation_states s ON s.workspace_id = v.workspace_id AND s.conversation_id = v.id`
	withRest    = ` LEFT JOIN active_speakers a ON a.workspace_id = v.workspace_id AND a.conversation_id = v.id
		LEFT JOIN conversation_promises w ON w.workspace_id = v.workspace_id AND w.conversation_id = v.id
		LEFT JOIN conversation_reads r ON r.workspace_id = v.workspace_id AND r.user_id = $3 AND r.conversation_id = v.id`
	below = ` AND v.id < CASE WHEN $2 = '' THEN '~' ELSE $2 END AND v.joined_to = ''`
)

// In the order of their identifiers: $2 is where the page begins, $4 how long it
// may be.
var (
	listConversationSQL = db.SQL(`SELECT ` + listed + ` FROM conversations v` + withContact + withState + withRest + ` WHERE v.workspace_id = $1 AND v.id = $2`).
				ForMany(`SELECT u.n, ` + listed + ` FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS u (workspace, id, reader, n)
		JOIN conversations v ON v.workspace_id = u.workspace AND v.id = u.id` + withContact + withState + strings.ReplaceAll(withRest, "$3", "u.reader") + ` ORDER BY u.n`)
	listConversationsSQL = db.SQL(`SELECT ` + listed + ` FROM conversations v` + withContact + withState + withRest + `
		WHERE v.workspace_id = $1` + below + ` ORDER BY v.id DESC LIMIT $4`)
	listOfNumberSQL = db.SQL(`SELECT ` + listed + ` FROM conversations v INDEXED BY conversations_number` + withContact + withState + withRest + `
		WHERE v.workspace_id = $1 AND v.phone_number_id = $5` + below + ` ORDER BY v.phone_number_id DESC, v.id DESC LIMIT $4`).By("conversations_number").ByOnPostgres("conversations_number")
	listOfContactSQL = db.SQL(`SELECT ` + listed + ` FROM conversations v INDEXED BY conversations_pair` + withContact + withState + withRest + `
		WHERE v.workspace_id = $1 AND v.contact_id = $5` + below + ` AND ($6 = '' OR v.phone_number_id = $6)
		AND ($7 = '' OR v.labels LIKE '%' || $7 || '%') ORDER BY v.id DESC LIMIT $4`).By("conversations_pair")

	// Where a limited reach finds its conversations: as much of them as the rule and the
	// filters ask for.
	agentSourceSQL    = sourceBy("conversations_agent", `v.agent_id = $4 AND v.agent_id <> ''`, `v.agent_id DESC, v.id DESC`)
	teamSourceSQL     = sourceBy("conversations_team", `v.team_id = $4 AND v.team_id <> ''`, `v.team_id DESC, v.id DESC`)
	teamlessSourceSQL = sourceBy("conversations_teamless", `v.phone_number_id = $4 AND v.team_id = ''`, `v.phone_number_id DESC, v.id DESC`)
	numberSourceSQL   = sourceBy("conversations_number", `v.phone_number_id = $4`, `v.phone_number_id DESC, v.id DESC`)
	contactSourceSQL  = db.SQL(`SELECT ` + sourceColumns + ` FROM conversations v INDEXED BY conversations_pair WHERE v.workspace_id = $1 AND v.contact_id = $4` + below + ` ORDER BY v.id DESC LIMIT $3`).By("conversations_pair")
	labelSourceSQL    = db.SQL(`SELECT ` + sourceColumns + ` FROM conversation_labels l CROSS JOIN conversations v WHERE l.workspace_id = $1 AND v.workspace_id = l.workspace_id AND v.id = l.conversation_id
		AND l.label_id = $4 AND l.conversation_id < CASE WHEN $2 = '' THEN '~' ELSE $2 END AND v.joined_to = '' ORDER BY l.label_id DESC, l.conversation_id DESC LIMIT $3`).By()
	followedSourceSQL = db.SQL(`SELECT ` + sourceColumns + ` FROM conversation_followers o INDEXED BY conversation_followers_user CROSS JOIN conversations v
		WHERE o.workspace_id = $1 AND v.workspace_id = o.workspace_id AND v.id = o.conversation_id AND o.user_id = $4 AND o.conversation_id < CASE WHEN $2 = '' THEN '~' ELSE $2 END AND v.joined_to = ''
		ORDER BY o.user_id DESC, o.conversation_id DESC LIMIT $3`).By("conversation_followers_user").ByOnPostgres("conversation_followers_user")
	listFollowedSQL = db.SQL(`SELECT ` + listed + ` FROM conversation_followers o INDEXED BY conversation_followers_user
		CROSS JOIN conversations v` + withContact + withState + withRest + `
		WHERE o.workspace_id = $1 AND v.workspace_id = o.workspace_id AND v.id = o.conversation_id AND o.user_id = $5 AND o.conversation_id < CASE WHEN $2 = '' THEN '~' ELSE $2 END AND v.joined_to = ''
		ORDER BY o.user_id DESC, o.conversation_id DESC LIMIT $4`).
		By("conversation_followers_user").ByOnPostgres("conversation_followers_user")
)

const sourceColumns = `v.id, v.contact_id, v.phone_number_id, v.team_id, v.agent_id, v.labels`

func sourceBy(index, of, order string) *db.Stmt {
	return db.SQL(`SELECT ` + sourceColumns + ` FROM conversations v INDEXED BY ` + index + ` WHERE v.workspace_id = $1 AND ` + of + below + ` ORDER BY ` + order + ` LIMIT $3`).By(index).ByOnPostgres(index)
}

// Filter narrows a list of conversations; empty fields match all.
type Filter struct{ ContactID, PhoneNumberID, LabelID string }

func (f Filter) matches(c Conversation) bool {
	return (f.ContactID == "" || c.ContactID == f.ContactID) && (f.PhoneNumberID == "" || c.PhoneNumberID == f.PhoneNumberID) &&
		(f.LabelID == "" || slices.Contains(c.LabelIDs, f.LabelID))
}

// List returns a page of the conversations that the actor reaches, newest first,
// without those that were joined to others. A page may have fewer than asked for
// although more follow, where the reach is limited.
func List(tx *db.Tx, actor crm.Actor, f Filter, p crm.Page) (crm.List[Conversation], error) {
	if !actor.Reach.IsWhole() || f.LabelID != "" && f.ContactID == "" {
		return listInReach(tx, actor, f, p)
	}
	which, args := listConversationsSQL, []any{actor.WorkspaceID, p.After, actor.UserID(), p.Limit + 1}
	switch {
	case f.ContactID != "":
		which, args = listOfContactSQL, append(args, f.ContactID, f.PhoneNumberID, f.LabelID)
	case f.PhoneNumberID != "":
		which, args = listOfNumberSQL, append(args, f.PhoneNumberID)
	}
	out, err := readListed(tx, which, actor.WorkspaceID, args...)
	return crm.CutPage(out, p.Limit, listedID), err
}

func listedID(c Conversation) string { return c.ID }

// complete returns a conversation with everything that it is shown with.
func complete(tx *db.Tx, c crm.Conversation, actor crm.Actor) (Conversation, error) {
	list, err := readListed(tx, listConversationSQL, c.WorkspaceID, c.WorkspaceID, c.ID, actor.UserID())
	if err == nil && len(list) == 0 {
		err = crm.NotFound("conversation", c.ID)
	}
	if err != nil {
		return Conversation{}, err
	}
	return shownTo(actor, crm.List[Conversation]{Items: list}).Items[0], nil
}

func readListed(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []Conversation, err error) {
	now := tx.Now()
	err = tx.Each(which, func(r db.Row) error {
		c := Conversation{Conversation: crm.Conversation{WorkspaceID: workspaceID}}
		err := scanListed(r, &c)
		c.Speaker = c.ActiveSpeaker.SpeakerAt(now)
		out = append(out, c)
		return err
	}, args...)
	return out, err
}

// scanListed reads a row of listed; more is what stands behind it.
func scanListed(r db.Row, c *Conversation, more ...any) error {
	var lastInbound, created, optedOut, refusesAll, waiting, due, activity, snoozed, opened, seenAt, since, until, asked int64
	var readFloor, seen, read, followUp, promised int64
	var status, priority, speaker, taken, position, labels string
	var unread bool
	err := r.Scan(append([]any{&c.ID, &c.ContactID, &c.PhoneNumberID, &lastInbound, &created, &c.TeamID, &c.AgentID, &labels, &c.ContactName, &optedOut, &refusesAll,
		&status, &priority, &waiting, &due, &activity, &snoozed, &c.WakeOnReply, &followUp, &promised, &c.Seq, &c.Inbounds, &readFloor, &c.Preview.MessageID, &c.Preview.Text,
		&c.EpisodeID, &c.EpisodeNo, &opened, &seen, &c.SeenBy, &seenAt, &read, &unread,
		&speaker, &since, &until, &taken, &position, &asked, &c.ActiveSpeaker.Note, &c.ActiveSpeaker.Assignee, &c.AssistantID}, more...)...)
	if err != nil {
		return err
	}
	c.LastInboundAt, c.CreatedAt, c.OptedOutAt, c.RefusesAllAt = db.AtOf(lastInbound), db.At(created), db.AtOf(optedOut), db.AtOf(refusesAll)
	c.LabelIDs, c.Status, c.Priority = crm.SplitIDs(labels), crm.ConversationStatus(status), crm.Priority(priority)
	c.WaitingSince, c.DueAt, c.ActivityAt, c.SnoozedUntil, c.OpenedAt, c.SeenAt = db.AtOf(waiting), db.AtOf(due), db.AtOf(activity), db.AtOf(snoozed), db.AtOf(opened), db.AtOf(seenAt)
	c.FollowUpAt, c.PromiseDueAt = db.AtOf(followUp), db.AtOf(promised)
	if read < 0 { // who never opened it goes by what the others saw
		read = seen
	}
	if c.Unread = max(c.Inbounds-max(read, readFloor), 0); unread {
		c.Unread = max(c.Unread, 1)
	}
	a := &c.ActiveSpeaker
	a.WorkspaceID, a.ConversationID, a.Speaker, a.Switch = c.WorkspaceID, c.ID, crm.Speaker(speaker), crm.AssistantSwitch(position)
	a.Since, a.Until, a.AskedAt = db.AtOf(since), db.AtOf(until), db.AtOf(asked)
	a.TakenBy, err = crm.ParseDoneBy(taken)
	return err
}

// reachChunk is how many conversations a page looks at, at most, of each place where a
// limited reach finds its own.
const reachChunk = 500

// source is a place where conversations in reach are found, in the order of the
// list; followed says that they are followed.
type source struct {
	which    *db.Stmt
	of       string
	followed bool
}

// sourcesOf are places that have every conversation in reach, and more: the rule
// decides about each.
func sourcesOf(r crm.Reach, f Filter) (out []source) {
	if f.ContactID != "" {
		return []source{{which: contactSourceSQL, of: f.ContactID}}
	}
	if f.LabelID != "" && r.Kind != crm.ReachOwnAndFollowed { // who follows what is not asked one by one
		return []source{{which: labelSourceSQL, of: f.LabelID}}
	}
	switch r.Kind {
	case crm.ReachAll:
		for _, id := range r.PhoneNumberIDs {
			out = append(out, source{which: numberSourceSQL, of: id})
		}
	case crm.ReachOwnAndFollowed:
		out = append(out, source{which: agentSourceSQL, of: r.UserID}, source{followedSourceSQL, r.UserID, true})
	case crm.ReachOwnAndUnassigned, crm.ReachTeams:
		if r.Kind != crm.ReachTeams {
			out = append(out, source{which: agentSourceSQL, of: r.UserID})
		}
		for _, id := range r.TeamIDs {
			out = append(out, source{which: teamSourceSQL, of: id})
		}
		for _, id := range r.TeamNumberIDs {
			out = append(out, source{which: teamlessSourceSQL, of: id})
		}
	}
	return slices.DeleteFunc(out, func(s source) bool { return s.of == "" })
}

// listInReach merges what the sources have. It looks at little first, and at more where
// that does not make a page.
func listInReach(tx *db.Tx, actor crm.Actor, f Filter, p crm.Page) (list crm.List[Conversation], err error) {
	found, bound, err := findInReach(tx, actor, f, p.After, p.Limit+1)
	if err == nil && len(found) <= p.Limit && bound != "" && p.Limit+1 < reachChunk {
		found, bound, err = findInReach(tx, actor, f, p.After, reachChunk)
	}
	if err != nil {
		return list, err
	}
	if list.Next = bound; len(found) > p.Limit {
		found, list.Next = found[:p.Limit], found[p.Limit-1].id
	}
	followed := make(map[string]bool, len(found))
	for _, c := range found {
		followed[c.id] = c.followed
	}
	list.Items, err = readListedOf(tx, actor, found)
	list.Items = slices.DeleteFunc(list.Items, func(c Conversation) bool { // what left the reach meanwhile
		return !reach.Holds(actor.Reach, c.subject(), followed[c.ID]) || !f.matches(c)
	})
	return list, err
}

// inReach is a conversation in reach, and whether that needs that it is followed.
type inReach struct {
	id       string
	followed bool
}

// findInReach returns the conversations in reach among the first of each source, newest
// first. A source that was not read to its end bounds them: what stands below may be
// missing.
func findInReach(tx *db.Tx, actor crm.Actor, f Filter, after string, size int) (out []inReach, bound string, err error) {
	for _, s := range sourcesOf(actor.Reach, f) {
		found, err := readSource(tx, s, actor.WorkspaceID, after, size)
		if err != nil {
			return nil, "", err
		}
		if len(found) == size {
			bound = max(bound, found[size-1].ID)
		}
		for _, c := range found {
			alone := reach.Holds(actor.Reach, c.subject(), false)
			covered := alone || s.followed && reach.Holds(actor.Reach, c.subject(), true)
			if !covered && f.ContactID != "" { // it may be followed
				if covered, err = reach.Covers(tx, actor.WorkspaceID, actor.Reach, c.ID, c.subject()); err != nil {
					return nil, "", err
				}
			}
			if covered && f.matches(c) {
				out = append(out, inReach{c.ID, !alone})
			}
		}
	}
	slices.SortFunc(out, func(a, b inReach) int { return strings.Compare(b.id, a.id) })
	out = slices.CompactFunc(out, func(a, b inReach) bool { return a.id == b.id })
	return slices.DeleteFunc(out, func(c inReach) bool { return c.id < bound }), bound, nil
}

// readSource reads as much of conversations as the rule and the filters ask for.
func readSource(tx *db.Tx, s source, workspaceID, after string, size int) (out []Conversation, err error) {
	err = tx.Each(s.which, func(r db.Row) error {
		var c Conversation
		var labels string
		err := r.Scan(&c.ID, &c.ContactID, &c.PhoneNumberID, &c.TeamID, &c.AgentID, &labels)
		c.LabelIDs = crm.SplitIDs(labels)
		out = append(out, c)
		return err
	}, workspaceID, after, size, s.of)
	return out, err
}

// readListedOf reads conversations, newest first.
func readListedOf(tx *db.Tx, actor crm.Actor, list []inReach) (out []Conversation, err error) {
	now, rows := tx.Now(), make([][]any, len(list))
	for i, c := range list {
		rows[i] = []any{actor.WorkspaceID, c.id, actor.UserID()}
	}
	err = tx.EachOf(listConversationSQL, rows, func(_ int, r db.Row) error {
		c := Conversation{Conversation: crm.Conversation{WorkspaceID: actor.WorkspaceID}}
		err := scanListed(r, &c)
		c.Speaker = c.ActiveSpeaker.SpeakerAt(now)
		out = append(out, c)
		return err
	})
	slices.SortFunc(out, func(a, b Conversation) int { return strings.Compare(b.ID, a.ID) }) // several questions at once are answered in any order
	return out, err
}
