package routing

import (
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

const (
	agentSelect = `SELECT m.user_id, u.name, coalesce(a.capacity, -1), coalesce(a.skills, ''), coalesce(a.updated_at, 0), coalesce(s.capacity, -1)
		FROM members m JOIN users u ON u.id = m.user_id
		LEFT JOIN routing_agents a ON a.workspace_id = m.workspace_id AND a.user_id = m.user_id
		LEFT JOIN routing_settings s ON s.workspace_id = m.workspace_id
		WHERE m.workspace_id = $1 AND m.state = 'active'`
	// Oneself, somebody of a team of one's own, or everybody for who sees all.
	colleague = ` AND ($2 OR m.user_id = $3 OR EXISTS (SELECT 1 FROM team_members t WHERE t.workspace_id = m.workspace_id AND t.user_id = m.user_id AND $4 LIKE '%|' || t.team_id || '|%'))`
)

var (
	settingsSQL     = db.SQL(`SELECT capacity, requeue_minutes, unreachable_seconds, updated_at FROM routing_settings WHERE workspace_id = $1`)
	saveSettingsSQL = db.SQL(`INSERT INTO routing_settings (workspace_id, capacity, requeue_minutes, unreachable_seconds, updated_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (workspace_id) DO UPDATE SET capacity = excluded.capacity, requeue_minutes = excluded.requeue_minutes, unreachable_seconds = excluded.unreachable_seconds, updated_at = excluded.updated_at`)

	agentSQL  = db.SQL(agentSelect + colleague + ` AND m.user_id = $5`)
	agentsSQL = db.SQL(agentSelect + colleague + ` AND m.user_id > $5
		AND ($6 = '' OR EXISTS (SELECT 1 FROM team_members o WHERE o.workspace_id = m.workspace_id AND o.team_id = $6 AND o.user_id = m.user_id)) ORDER BY m.user_id LIMIT $7`)
	saveAgentSQL = db.SQL(`INSERT INTO routing_agents (workspace_id, user_id, capacity, skills, updated_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (workspace_id, user_id) DO UPDATE SET capacity = excluded.capacity, skills = excluded.skills, updated_at = excluded.updated_at`)

	teamSQL     = db.SQL(`SELECT sticky_days, agent_limit, overflow_minutes, overflow_team_id, shift_calendar_id, updated_at FROM routing_teams WHERE workspace_id = $1 AND team_id = $2`)
	saveTeamSQL = db.SQL(`INSERT INTO routing_teams (workspace_id, team_id, sticky_days, agent_limit, overflow_minutes, overflow_team_id, shift_calendar_id, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (workspace_id, team_id) DO UPDATE SET sticky_days = excluded.sticky_days, agent_limit = excluded.agent_limit, overflow_minutes = excluded.overflow_minutes,
			overflow_team_id = excluded.overflow_team_id, shift_calendar_id = excluded.shift_calendar_id, updated_at = excluded.updated_at`)
	deleteTeamSQL = db.SQL(`DELETE FROM routing_teams WHERE workspace_id = $1 AND team_id = $2`)
)

// settings are those of the workspace, or what holds if nobody has set any.
func settings(tx *db.Tx, workspaceID string) (crm.RoutingSettings, error) {
	var capacity, requeue, unreachable int
	var updated int64
	found, err := tx.One(settingsSQL, []any{&capacity, &requeue, &unreachable, &updated}, workspaceID)
	if err != nil || !found {
		return crm.RoutingSettings{Capacity: crm.DefaultCapacity}, err
	}
	return crm.RoutingSettings{Capacity: capacity, RequeueMinutes: requeue, UnreachableSeconds: unreachable, UpdatedAt: db.AtOf(updated)}, nil
}

func saveSettings(tx *db.Tx, workspaceID string, s crm.RoutingSettings) {
	tx.Write(saveSettingsSQL, workspaceID, s.Capacity, s.RequeueMinutes, s.UnreachableSeconds, db.MsOf(s.UpdatedAt))
}

// agent is a colleague of the actor, or a KindNotFound error.
func agent(tx *db.Tx, actor crm.Actor, userID string) (a crm.RoutingAgent, err error) {
	list, err := readAgents(tx, agentSQL, append(colleaguesOf(actor), userID)...)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("user", userID)
	}
	if err != nil {
		return a, err
	}
	return list[0], nil
}

// agents returns a page of the actor's colleagues, of a team if it is not "", oldest
// user first.
func agents(tx *db.Tx, actor crm.Actor, teamID string, p crm.Page) (crm.List[crm.RoutingAgent], error) {
	list, err := readAgents(tx, agentsSQL, append(colleaguesOf(actor), p.After, teamID, p.Limit+1)...)
	return crm.CutPage(list, p.Limit, func(a crm.RoutingAgent) string { return a.UserID }), err
}

func colleaguesOf(actor crm.Actor) []any {
	return []any{actor.WorkspaceID, actor.Reach.Kind == crm.ReachAll, actor.ID, reach.Listed(actor.Reach.TeamIDs)}
}

func readAgents(tx *db.Tx, which *db.Stmt, args ...any) (out []crm.RoutingAgent, err error) {
	err = tx.Each(which, func(r db.Row) error {
		var a crm.RoutingAgent
		var own, ofWorkspace int
		var skills string
		var updated int64
		err := r.Scan(&a.UserID, &a.Name, &own, &skills, &updated, &ofWorkspace)
		a.Skills, a.UpdatedAt, a.Capacity = strings.Fields(skills), db.AtOf(updated), crm.DefaultCapacity
		if ofWorkspace >= 0 {
			a.Capacity = ofWorkspace
		}
		if own >= 0 {
			a.Capacity, a.OwnCapacity = own, &own
		}
		out = append(out, a)
		return err
	}, args...)
	return out, err
}

func saveAgent(tx *db.Tx, workspaceID string, a crm.RoutingAgent) {
	own := -1
	if a.OwnCapacity != nil {
		own = *a.OwnCapacity
	}
	tx.Write(saveAgentSQL, workspaceID, a.UserID, own, strings.Join(a.Skills, " "), db.MsOf(a.UpdatedAt))
}

// routingTeam is what routing has of a team. The method is the team's own.
func routingTeam(tx *db.Tx, t crm.Team) (crm.RoutingTeam, error) {
	out := crm.RoutingTeam{TeamID: t.ID, RoutingTeamSettings: crm.RoutingTeamSettings{Method: t.Method}}
	var o crm.RoutingOverflow
	var updated int64
	_, err := tx.One(teamSQL, []any{&out.StickyDays, &out.AgentLimit, &o.AfterMinutes, &o.TeamID, &out.ShiftCalendarID, &updated}, t.WorkspaceID, t.ID)
	if o.TeamID != "" {
		out.Overflow = &o
	}
	out.UpdatedAt = db.AtOf(updated)
	return out, err
}

// ShiftCalendar returns the calendar by which a team works; "" if it always does.
func ShiftCalendar(tx *db.Tx, workspaceID, teamID string) (string, error) {
	team, err := routingTeam(tx, crm.Team{WorkspaceID: workspaceID, ID: teamID})
	return team.ShiftCalendarID, err
}

func saveTeam(tx *db.Tx, workspaceID string, t crm.RoutingTeam) {
	var o crm.RoutingOverflow
	if t.Overflow != nil {
		o = *t.Overflow
	}
	tx.Write(saveTeamSQL, workspaceID, t.TeamID, t.StickyDays, t.AgentLimit, o.AfterMinutes, o.TeamID, t.ShiftCalendarID, db.MsOf(t.UpdatedAt))
}

func deleteTeam(tx *db.Tx, workspaceID, teamID string) {
	tx.Write(deleteTeamSQL, workspaceID, teamID)
}
