package reach

import (
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	// The conversations of a key: itself or the one that it was joined to, or those
	// of a contact, or of the one that it was merged into.
	lookConversationSQL = db.SQL(`WITH RECURSIVE up (id, joined_to) AS (SELECT o.id, o.joined_to FROM conversations o WHERE o.workspace_id = $1 AND o.id = $2
			UNION ALL SELECT p.id, p.joined_to FROM up JOIN conversations p ON p.workspace_id = $1 AND p.id = up.joined_to WHERE up.joined_to <> '')
		SELECT v.agent_id, v.team_id, v.phone_number_id, coalesce(f.user_id, '') FROM up JOIN conversations v ON v.workspace_id = $1 AND v.id = up.id
		LEFT JOIN conversation_followers f ON f.workspace_id = $1 AND f.conversation_id = v.id WHERE up.joined_to = ''`)
	lookContactSQL = db.SQL(`WITH RECURSIVE up (id, merged_into) AS (SELECT c.id, c.merged_into FROM contacts c WHERE c.workspace_id = $1 AND c.id = $2
			UNION ALL SELECT p.id, p.merged_into FROM up JOIN contacts p ON p.workspace_id = $1 AND p.id = up.merged_into WHERE up.merged_into <> '')
		SELECT v.agent_id, v.team_id, v.phone_number_id, coalesce(f.user_id, '') FROM up JOIN conversations v ON v.workspace_id = $1 AND v.contact_id = up.id
		LEFT JOIN conversation_followers f ON f.workspace_id = $1 AND f.conversation_id = v.id WHERE up.merged_into = '' AND v.joined_to = ''`)
)

// Sight is who can see what a key of an event stands for: a conversation, a
// contact, or what belongs to neither, which reach has no say in.
type Sight struct {
	whole bool // only who sees everything
	open  bool // reach does not matter
	seen  []seen
}

type seen struct {
	Subject
	follower string
}

// Open is what belongs to no conversation and no contact, Whole what is only for
// those who see everything.
var (
	Open  = &Sight{open: true}
	Whole = &Sight{whole: true}
)

// Within reports whether the reach covers it.
func (s *Sight) Within(r crm.Reach) bool {
	return s.open || r.IsWhole() || !s.whole && slices.ContainsFunc(s.seen, func(c seen) bool {
		return Holds(r, c.Subject, c.follower != "" && c.follower == r.UserID)
	})
}

// Sights are what was looked up, by key, so that each is looked up once.
type Sights map[string]*Sight

// Look returns who can see what a key stands for, as it is now.
func (s Sights) Look(tx *db.Tx, workspaceID, key string) (*Sight, error) {
	if known := s[key]; known != nil {
		return known, nil
	}
	which := lookConversationSQL
	switch prefix, _, _ := strings.Cut(key, "_"); prefix {
	case crm.PrefixConversation:
	case crm.PrefixContact:
		which = lookContactSQL
	default:
		return Open, nil
	}
	out := &Sight{}
	err := tx.Each(which, func(r db.Row) error {
		var c seen
		err := r.Scan(&c.AgentID, &c.TeamID, &c.PhoneNumberID, &c.follower)
		out.seen = append(out.seen, c)
		return err
	}, workspaceID, key)
	s[key] = out
	return out, err
}
