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
	lookConversationSQL = db.SQL(lookConversation("$1", "$2")).
				ForMany(`SELECT u.n, x.* FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u (workspace, id, n) CROSS JOIN LATERAL (` + lookConversation("u.workspace", "u.id") + `) x`)
	lookContactSQL = db.SQL(lookContact("$1", "$2", " INDEXED BY conversations_pair")).
			ForMany(`SELECT u.n, x.* FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u (workspace, id, n) CROSS JOIN LATERAL (` + lookContact("u.workspace", "u.id", "") + `) x`).
			By("conversations_pair")
	lookDealSQL = db.SQL(`SELECT owner_id, conversation_id FROM deals WHERE workspace_id = $1 AND id = $2`)
)

func lookConversation(workspace, id string) string {
	return `WITH RECURSIVE up (id, joined_to) AS (SELECT o.id, o.joined_to FROM conversations o WHERE o.workspace_id = ` + workspace + ` AND o.id = ` + id + `
			UNION ALL SELECT p.id, p.joined_to FROM up CROSS JOIN conversations p WHERE p.workspace_id = ` + workspace + ` AND p.id = up.joined_to AND up.joined_to <> '')
		SELECT v.agent_id, v.team_id, v.phone_number_id, coalesce(f.user_id, '') AS follower FROM up CROSS JOIN conversations v
		LEFT JOIN conversation_followers f ON f.workspace_id = ` + workspace + ` AND f.conversation_id = v.id WHERE up.joined_to = '' AND v.workspace_id = ` + workspace + ` AND v.id = up.id`
}

func lookContact(workspace, id, by string) string {
	return `WITH RECURSIVE up (id, merged_into) AS (SELECT c.id, c.merged_into FROM contacts c WHERE c.workspace_id = ` + workspace + ` AND c.id = ` + id + `
			UNION ALL SELECT p.id, p.merged_into FROM up CROSS JOIN contacts p WHERE p.workspace_id = ` + workspace + ` AND p.id = up.merged_into AND up.merged_into <> '')
		SELECT v.agent_id, v.team_id, v.phone_number_id, coalesce(f.user_id, '') AS follower FROM up CROSS JOIN conversations v` + by + `
		LEFT JOIN conversation_followers f ON f.workspace_id = ` + workspace + ` AND f.conversation_id = v.id
		WHERE up.merged_into = '' AND v.workspace_id = ` + workspace + ` AND v.contact_id = up.id AND v.joined_to = ''`
}

// Sight is who can see what a key of an event stands for: a conversation, a
// contact, or what belongs to neither, which reach has no say in.
type Sight struct {
	whole bool // only who sees everything
	open  bool // reach does not matter
	seen  []seen
	// owner is who has the deal; "" for nobody, and for what is no deal.
	owner string
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
	return s.open || r.IsWhole() || s.owner != "" && s.owner == r.UserID || !s.whole && slices.ContainsFunc(s.seen, func(c seen) bool {
		return Holds(r, c.Subject, c.follower != "" && c.follower == r.UserID)
	})
}

// Assignee returns who has the conversation that a key stands for, and its team; "" for
// nobody.
func (s *Sight) Assignee() (agentID, teamID string) {
	if s == nil || len(s.seen) == 0 {
		return "", ""
	}
	return s.seen[0].AgentID, s.seen[0].TeamID
}

// Sights are what was looked up, by key, so that each is looked up once.
type Sights map[string]*Sight

// Look returns who can see what a key stands for, as it is now.
func (s Sights) Look(tx *db.Tx, workspaceID, key string) (*Sight, error) {
	err := s.LookAll(tx, workspaceID, []string{key})
	return s[key], err
}

// LookAll looks up several keys at once.
func (s Sights) LookAll(tx *db.Tx, workspaceID string, keys []string) error {
	keys, deals, err := s.lookDeals(tx, workspaceID, keys)
	if err == nil {
		err = s.lookRest(tx, workspaceID, keys)
	}
	for id, conversation := range deals {
		if err == nil && conversation != "" {
			s[id].seen = s[conversation].seen
		}
		if err != nil {
			delete(s, id)
		}
	}
	return err
}

// lookDeals looks up the deals among the keys. It returns the keys that are left, with
// the conversations of deals among them, and the conversation of each deal.
func (s Sights) lookDeals(tx *db.Tx, workspaceID string, keys []string) (rest []string, deals map[string]string, err error) {
	var asked [][]any
	deals = map[string]string{}
	for _, key := range keys {
		if !strings.HasPrefix(key, crm.PrefixDeal+"_") {
			rest = append(rest, key)
		} else if s[key] == nil {
			s[key], asked = &Sight{}, append(asked, []any{workspaceID, key})
			deals[key] = ""
		}
	}
	err = tx.EachOf(lookDealSQL, asked, func(i int, r db.Row) error {
		var owner, conversation string
		err := r.Scan(&owner, &conversation)
		id := asked[i][1].(string)
		if s[id].owner, deals[id] = owner, conversation; conversation != "" {
			rest = append(rest, conversation)
		}
		return err
	})
	return rest, deals, err
}

func (s Sights) lookRest(tx *db.Tx, workspaceID string, keys []string) error {
	asked := map[*db.Stmt][][]any{}
	for _, key := range keys {
		if s[key] != nil {
			continue
		}
		which := lookContactSQL
		switch prefix, _, _ := strings.Cut(key, "_"); prefix {
		case crm.PrefixConversation:
			which = lookConversationSQL
		case crm.PrefixContact:
		default:
			s[key] = Open
			continue
		}
		s[key], asked[which] = &Sight{}, append(asked[which], []any{workspaceID, key})
	}
	for which, rows := range asked {
		err := tx.EachOf(which, rows, func(i int, r db.Row) error {
			var c seen
			err := r.Scan(&c.AgentID, &c.TeamID, &c.PhoneNumberID, &c.follower)
			sight := s[rows[i][1].(string)]
			sight.seen = append(sight.seen, c)
			return err
		})
		if err != nil {
			for _, row := range rows {
				delete(s, row[1].(string))
			}
			return err
		}
	}
	return nil
}
