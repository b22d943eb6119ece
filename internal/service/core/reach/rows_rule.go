package reach

import (
	"fmt"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
)

// Where returns the rule as a condition over a row of conversations that is not
// joined to another one. alias names the row, first the first of its placeholders,
// whose values Args has.
func Where(alias string, first int) string {
	n := func(i int) string { return "$" + strconv.Itoa(first+i) }
	in := func(list, column string) string {
		return fmt.Sprintf("%s LIKE '%%|' || %s.%s || '|%%'", list, alias, column)
	}
	kind, user, teams, teamNumbers, numbers := n(0), n(1), n(2), n(3), n(4)
	own := fmt.Sprintf("%s <> '' AND %s.agent_id = %s", user, alias, user)
	team := fmt.Sprintf("(%s.team_id <> '' AND %s OR %s.team_id = '' AND %s)", alias, in(teams, "team_id"), alias, in(teamNumbers, "phone_number_id"))
	followed := fmt.Sprintf("EXISTS (SELECT 1 FROM conversation_followers f WHERE f.workspace_id = %s.workspace_id AND f.conversation_id = %s.id AND f.user_id = %s AND %s <> '')",
		alias, alias, user, user)
	return fmt.Sprintf("((%s = '' OR %s) AND (%s = '%s' OR %s = '%s' AND %s OR %s = '%s' AND (%s OR %s.agent_id = '' AND %s) OR %s = '%s' AND (%s OR %s)))",
		numbers, in(numbers, "phone_number_id"),
		kind, crm.ReachAll, kind, crm.ReachTeams, team,
		kind, crm.ReachOwnAndUnassigned, own, alias, team,
		kind, crm.ReachOwnAndFollowed, own, followed)
}

// MayCover is a condition over a row that has the team and the agent of a conversation:
// it leaves out what is surely beyond the reach. Its placeholders are those of Where,
// which has to be asked all the same.
func MayCover(alias string, first int) string {
	n := func(i int) string { return "$" + strconv.Itoa(first+i) }
	return fmt.Sprintf("(%s NOT IN ('%s', '%s') OR %s.team_id = '' OR %s.agent_id = %s OR %s LIKE '%%|' || %s.team_id || '|%%')",
		n(0), crm.ReachTeams, crm.ReachOwnAndUnassigned, alias, alias, n(1), n(2), alias)
}

// Args are the arguments of Where, in their order.
func Args(r crm.Reach) []any {
	return []any{string(r.Kind), r.UserID, Listed(r.TeamIDs), Listed(r.TeamNumberIDs), Listed(r.PhoneNumberIDs)}
}

// Listed is a list of identifiers in which Where finds each between two bars.
func Listed(ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	return "|" + strings.Join(ids, "|") + "|"
}
