package reach

import (
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// Holder is who has a conversation: its team, or its phone number where it has no team.
// Exactly one of them is set.
type Holder struct{ TeamID, PhoneNumberID string }

func holderOf(teamID, phoneNumberID string) Holder {
	if teamID != "" {
		return Holder{TeamID: teamID}
	}
	return Holder{PhoneNumberID: phoneNumberID}
}

// Holders returns who has what a key stands for, each once.
func (s *Sight) Holders() (out []Holder) {
	for _, c := range s.seen {
		if h := holderOf(c.TeamID, c.PhoneNumberID); !slices.Contains(out, h) {
			out = append(out, h)
		}
	}
	return out
}

// maxHolders bounds the holders of a reach.
const maxHolders = 60

var (
	// The next holder of a user's conversations: a look per holder, however many
	// conversations each has.
	nextOwnSQL = db.SQL(`SELECT team_id, phone_number_id FROM conversations INDEXED BY conversations_agent_holder
		WHERE workspace_id = $1 AND agent_id = $2 AND agent_id <> '' AND (team_id, phone_number_id) > ($3, $4) ORDER BY team_id, phone_number_id LIMIT 1`).
		By("conversations_agent_holder").ByOnPostgres("conversations_agent_holder")
	selectFollowedSQL = db.SQL(`SELECT v.team_id, v.phone_number_id FROM conversation_followers f INDEXED BY conversation_followers_user
		CROSS JOIN conversations v WHERE f.workspace_id = $1 AND f.user_id = $2 AND v.workspace_id = f.workspace_id AND v.id = f.conversation_id LIMIT $3`).
		By("conversation_followers_user").ByOnPostgres("conversation_followers_user")
)

// maxFollowed is how many followed conversations are looked at for their holders.
const maxFollowed = 500

// HoldersOf returns those who have all that is in reach, and more: who narrows what it
// looks at by them asks the rule all the same. It reports false where they are too many
// to narrow anything.
func HoldersOf(tx *db.Tx, workspaceID string, r crm.Reach) (out []Holder, few bool, err error) {
	add := func(h Holder) {
		if !slices.Contains(out, h) {
			out = append(out, h)
		}
	}
	switch r.Kind {
	case crm.ReachAll:
		return nil, false, nil
	case crm.ReachTeams, crm.ReachOwnAndUnassigned:
		if len(r.TeamIDs)+len(r.TeamNumberIDs) > maxHolders {
			return nil, false, nil
		}
		for _, id := range r.TeamIDs {
			add(Holder{TeamID: id})
		}
		for _, id := range r.TeamNumberIDs {
			add(Holder{PhoneNumberID: id})
		}
	}
	if r.UserID == "" || r.Kind == crm.ReachTeams {
		return out, true, nil
	}
	if r.Kind == crm.ReachOwnAndFollowed {
		followed := 0
		err := tx.Each(selectFollowedSQL, func(row db.Row) error {
			var team, number string
			err := row.Scan(&team, &number)
			add(holderOf(team, number))
			followed++
			return err
		}, workspaceID, r.UserID, maxFollowed)
		if err != nil || followed == maxFollowed {
			return nil, false, err
		}
	}
	for team, number := "", ""; len(out) <= maxHolders; {
		found, err := tx.One(nextOwnSQL, []any{&team, &number}, workspaceID, r.UserID, team, number)
		if err != nil || !found {
			return out, err == nil, err
		}
		if add(holderOf(team, number)); team != "" {
			number = "~" // behind every number: the next team
		}
	}
	return nil, false, nil
}
