package contact

import (
	"slices"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

const (
	conversationListed = `v.id, v.contact_id, v.phone_number_id, v.last_inbound_at, c.opted_out_at, c.refuses_all_at, v.created_at, v.team_id, v.agent_id`
	withContact        = ` JOIN contacts c ON c.workspace_id = v.workspace_id AND c.id = v.contact_id`
)

var (
	selectConversationsSQL = db.SQL(`SELECT ` + conversationListed + ` FROM conversations v` + withContact + `
		WHERE v.workspace_id = $1 AND ($2 = '' OR v.id < $2) AND v.joined_to = '' ORDER BY v.id DESC LIMIT $3`)
	selectConversationsOfNumberSQL = db.SQL(`SELECT `+conversationListed+` FROM conversations v INDEXED BY conversations_number`+withContact+`
		WHERE v.workspace_id = $1 AND v.phone_number_id = $4 AND ($2 = '' OR v.id < $2) AND v.joined_to = '' ORDER BY v.phone_number_id DESC, v.id DESC LIMIT $3`).
		By("conversations_number").ByOnPostgres("conversations_number", "contacts_pkey")
	selectConversationsOfSQL = db.SQL(`SELECT ` + conversationListed + ` FROM conversations v INDEXED BY conversations_pair` + withContact + `
		WHERE v.workspace_id = $1 AND v.contact_id = $4 AND ($2 = '' OR v.id < $2) AND v.joined_to = '' AND ($5 = '' OR v.phone_number_id = $5) ORDER BY v.id DESC LIMIT $3`).By("conversations_pair")
	conversationMadeSQL = db.SQL(`SELECT created_at FROM conversations WHERE workspace_id = $1 AND id = $2`)

	// Where a limited reach finds its conversations, each in the order of the list.
	selectConversationsOfAgentSQL = db.SQL(`SELECT `+conversationListed+` FROM conversations v INDEXED BY conversations_agent`+withContact+`
		WHERE v.workspace_id = $1 AND v.agent_id = $4 AND v.agent_id <> '' AND ($2 = '' OR v.id < $2) AND v.joined_to = '' ORDER BY v.agent_id DESC, v.id DESC LIMIT $3`).
		By("conversations_agent").ByOnPostgres("conversations_agent", "contacts_pkey")
	selectConversationsOfTeamSQL = db.SQL(`SELECT `+conversationListed+` FROM conversations v INDEXED BY conversations_team`+withContact+`
		WHERE v.workspace_id = $1 AND v.team_id = $4 AND v.team_id <> '' AND ($2 = '' OR v.id < $2) AND v.joined_to = '' ORDER BY v.team_id DESC, v.id DESC LIMIT $3`).
		By("conversations_team").ByOnPostgres("conversations_team", "contacts_pkey")
	selectTeamlessConversationsSQL = db.SQL(`SELECT `+conversationListed+` FROM conversations v INDEXED BY conversations_teamless`+withContact+`
		WHERE v.workspace_id = $1 AND v.phone_number_id = $4 AND v.team_id = '' AND ($2 = '' OR v.id < $2) AND v.joined_to = '' ORDER BY v.phone_number_id DESC, v.id DESC LIMIT $3`).
		By("conversations_teamless").ByOnPostgres("conversations_teamless", "contacts_pkey")
	selectFollowedConversationsSQL = db.SQL(`SELECT ` + conversationListed + ` FROM conversation_followers o INDEXED BY conversation_followers_user
		CROSS JOIN conversations v` + withContact + `
		WHERE o.workspace_id = $1 AND v.workspace_id = o.workspace_id AND v.id = o.conversation_id AND o.user_id = $4 AND ($2 = '' OR o.conversation_id < $2) AND v.joined_to = '' ORDER BY o.user_id DESC, o.conversation_id DESC LIMIT $3`).
		By("conversation_followers_user").ByOnPostgres("conversation_followers_user")
)

// ConversationFilter narrows a list of conversations; empty fields match all.
type ConversationFilter struct{ ContactID, PhoneNumberID string }

// matches reports whether a conversation is wanted.
func (f ConversationFilter) matches(c ListedConversation) bool {
	return (f.ContactID == "" || c.ContactID == f.ContactID) && (f.PhoneNumberID == "" || c.PhoneNumberID == f.PhoneNumberID)
}

// ListedConversation is a conversation with when it was made.
type ListedConversation struct {
	crm.Conversation
	CreatedAt time.Time
}

// Conversations returns a page of the workspace's conversations that are in
// reach, newest first, without those that were joined to others. A page may have
// fewer than asked for although more follow, where the reach is limited.
func Conversations(tx *db.Tx, workspaceID string, r crm.Reach, f ConversationFilter, p crm.Page) (crm.List[ListedConversation], error) {
	if !r.IsWhole() {
		return conversationsInReach(tx, workspaceID, r, f, p)
	}
	which, args := selectConversationsSQL, []any{workspaceID, p.After, p.Limit + 1}
	switch {
	case f.ContactID != "":
		which, args = selectConversationsOfSQL, append(args, f.ContactID, f.PhoneNumberID)
	case f.PhoneNumberID != "":
		which, args = selectConversationsOfNumberSQL, append(args, f.PhoneNumberID)
	}
	out, err := listedConversations(tx, which, workspaceID, args...)
	return crm.CutPage(out, p.Limit, listedID), err
}

func listedID(c ListedConversation) string { return c.ID }

func listedConversations(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []ListedConversation, err error) {
	err = tx.Each(which, func(r db.Row) error {
		c := ListedConversation{Conversation: crm.Conversation{WorkspaceID: workspaceID}}
		var inbound, optedOut, refusesAll, created int64
		err := r.Scan(&c.ID, &c.ContactID, &c.PhoneNumberID, &inbound, &optedOut, &refusesAll, &created, &c.TeamID, &c.AgentID)
		c.LastInboundAt, c.OptedOutAt, c.RefusesAllAt, c.CreatedAt = db.AtOf(inbound), db.AtOf(optedOut), db.AtOf(refusesAll), db.At(created)
		out = append(out, c)
		return err
	}, args...)
	return out, err
}

// reachChunk is how many conversations a page reads of each place where a
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
func sourcesOf(r crm.Reach, f ConversationFilter) (out []source) {
	if f.ContactID != "" {
		return []source{{which: selectConversationsOfSQL, of: f.ContactID}}
	}
	switch r.Kind {
	case crm.ReachAll:
		for _, id := range r.PhoneNumberIDs {
			out = append(out, source{which: selectConversationsOfNumberSQL, of: id})
		}
	case crm.ReachOwnAndFollowed:
		out = append(out, source{which: selectConversationsOfAgentSQL, of: r.UserID}, source{selectFollowedConversationsSQL, r.UserID, true})
	case crm.ReachOwnAndUnassigned, crm.ReachTeams:
		if r.Kind != crm.ReachTeams {
			out = append(out, source{which: selectConversationsOfAgentSQL, of: r.UserID})
		}
		for _, id := range r.TeamIDs {
			out = append(out, source{which: selectConversationsOfTeamSQL, of: id})
		}
		for _, id := range r.TeamNumberIDs {
			out = append(out, source{which: selectTeamlessConversationsSQL, of: id})
		}
	}
	return slices.DeleteFunc(out, func(s source) bool { return s.of == "" })
}

// conversationsInReach merges what the sources have. A source that was not read
// to its end bounds the page: what stands below may be missing.
func conversationsInReach(tx *db.Tx, workspaceID string, r crm.Reach, f ConversationFilter, p crm.Page) (list crm.List[ListedConversation], err error) {
	var all []ListedConversation
	bound, size := "", max(p.Limit+1, reachChunk)
	for _, s := range sourcesOf(r, f) {
		args := []any{workspaceID, p.After, size, s.of}
		if s.which == selectConversationsOfSQL {
			args = append(args, f.PhoneNumberID)
		}
		found, err := listedConversations(tx, s.which, workspaceID, args...)
		if err != nil {
			return list, err
		}
		if len(found) == size {
			bound = max(bound, found[size-1].ID)
		}
		for _, c := range found {
			covered := reach.Holds(r, SubjectOf(c.Conversation), s.followed)
			if !covered && f.ContactID != "" { // it may be followed
				if covered, err = reach.Covers(tx, workspaceID, r, c.ID, SubjectOf(c.Conversation)); err != nil {
					return list, err
				}
			}
			if covered && f.matches(c) {
				all = append(all, c)
			}
		}
	}
	slices.SortFunc(all, func(a, b ListedConversation) int { return strings.Compare(b.ID, a.ID) })
	all = slices.CompactFunc(all, func(a, b ListedConversation) bool { return a.ID == b.ID })
	all = slices.DeleteFunc(all, func(c ListedConversation) bool { return c.ID < bound })
	list = crm.CutPage(all, p.Limit, listedID)
	if list.Next == "" {
		list.Next = bound
	}
	return list, nil
}

// ConversationMade is when a conversation was made.
func ConversationMade(tx *db.Tx, workspaceID, id string) (time.Time, error) {
	var ms int64
	_, err := tx.One(conversationMadeSQL, []any{&ms}, workspaceID, id)
	return db.At(ms), err
}
