package routing

import (
	"context"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/people"
)

// Settings returns what holds for every member and team.
func (s *Routing) Settings(ctx context.Context, actor crm.Actor) (out crm.RoutingSettings, err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = settings(tx, actor.WorkspaceID); return err })
	return out, err
}

// UpdateSettings changes what is given of it. A new time for those who are not there
// holds for who goes away from then on.
func (s *Routing) UpdateSettings(ctx context.Context, actor crm.Actor, capacity, requeueMinutes, unreachableSeconds *int) (crm.RoutingSettings, error) {
	return set(ctx, s, actor, func(tx *db.Tx) (out crm.RoutingSettings, record func() error, err error) {
		old, err := settings(tx, actor.WorkspaceID)
		out = old
		if capacity != nil {
			out.Capacity = *capacity
		}
		if requeueMinutes != nil {
			out.RequeueMinutes = *requeueMinutes
		}
		if unreachableSeconds != nil {
			out.UnreachableSeconds = *unreachableSeconds
		}
		if err != nil || out == old {
			return old, nil, err
		}
		now := tx.Now()
		out.UpdatedAt = &now
		if err := out.Validate(); err != nil {
			return out, nil, err
		}
		saveSettings(tx, actor.WorkspaceID, out)
		tx.After(func() { s.rules.Drop(actor.WorkspaceID) })
		if old.UnreachableSeconds == 0 { // nobody noted anything meanwhile
			tx.Write(dropStreamsSQL, actor.WorkspaceID)
		}
		look(tx, "w", actor.WorkspaceID, "")
		return out, func() error {
			return audit.RecordChange(tx, actor, "routing_settings.updated", crm.ActTarget{Type: "routing_settings", ID: actor.WorkspaceID}, crm.ActDiff(old, out, "updatedAt"))
		}, nil
	})
}

// Agents returns a page of the active members with their skills and capacity: those
// whom the actor works with, or those of one team.
func (s *Routing) Agents(ctx context.Context, actor crm.Actor, teamID string, p crm.Page) (out crm.List[crm.RoutingAgent], err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { out, err = agents(tx, actor, teamID, p); return err })
	return out, err
}

// SetAgent says what skills and capacity a member has whom the actor works with.
func (s *Routing) SetAgent(ctx context.Context, actor crm.Actor, userID string, ch crm.RoutingAgentChange) (crm.RoutingAgent, error) {
	return set(ctx, s, actor, func(tx *db.Tx) (a crm.RoutingAgent, record func() error, err error) {
		old, err := agent(tx, actor, userID)
		if err == nil {
			err = ch.Validate()
		}
		if err != nil {
			return a, nil, err
		}
		return setAgent(tx, actor, old, ch, tx.Now())
	})
}

// SetCapacity says how many conversations a member gets whom the actor works with, from
// now on, as the log of their availability tells.
func SetCapacity(tx *db.Tx, actor crm.Actor, userID string, capacity int, at time.Time) error {
	old, err := agent(tx, actor, userID)
	if err != nil {
		return err
	}
	_, record, err := setAgent(tx, actor, old, crm.RoutingAgentChange{Capacity: &capacity, Skills: old.Skills}, at)
	if err == nil && record != nil {
		err = record()
	}
	return err
}

// Capacities returns how many conversations members get automatically at a time.
func Capacities(tx *db.Tx, workspaceID string, userIDs []string) ([]int, error) {
	of, err := settings(tx, workspaceID)
	if err != nil {
		return nil, err
	}
	facets, err := agentsOf(tx, workspaceID, userIDs)
	out := make([]int, len(facets))
	for i, f := range facets {
		if out[i] = f.capacity; f.capacity < 0 {
			out[i] = of.Capacity
		}
	}
	return out, err
}

// OwnCapacity returns the capacity that was set for a member, nil for none.
func OwnCapacity(tx *db.Tx, workspaceID, userID string) (*int, error) {
	facets, err := agentsOf(tx, workspaceID, []string{userID})
	if err != nil || facets[0].capacity < 0 {
		return nil, err
	}
	return &facets[0].capacity, nil
}

func setAgent(tx *db.Tx, actor crm.Actor, old crm.RoutingAgent, ch crm.RoutingAgentChange, at time.Time) (a crm.RoutingAgent, record func() error, err error) {
	of, err := settings(tx, actor.WorkspaceID)
	if err != nil {
		return a, nil, err
	}
	a = ch.Apply(old, of.Capacity)
	changes := crm.ActDiff(factsOf(old), factsOf(a))
	if len(changes) == 0 {
		return old, nil, nil
	}
	a.UpdatedAt = &at
	saveAgent(tx, actor.WorkspaceID, a)
	if !sameCapacity(old.OwnCapacity, a.OwnCapacity) {
		if err := people.NoteCapacity(tx, actor.WorkspaceID, a.UserID, a.OwnCapacity, actor.By(), at); err != nil {
			return a, nil, err
		}
	}
	lookAtAgent(tx, actor.WorkspaceID, a.UserID)
	return a, func() error {
		return audit.RecordChange(tx, actor, "routing_agent.updated", crm.ActTarget{Type: "user", ID: a.UserID, Name: a.Name}, changes)
	}, nil
}

func sameCapacity(a, b *int) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// agentFacts are what the audit log compares of a member.
type agentFacts struct {
	Capacity *int
	Skills   []string
}

func factsOf(a crm.RoutingAgent) agentFacts { return agentFacts{a.OwnCapacity, a.Skills} }

// Team returns how conversations of a team find a person.
func (s *Routing) Team(ctx context.Context, actor crm.Actor, teamID string) (out crm.RoutingTeam, err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		t, err := people.Team(tx, actor.WorkspaceID, teamID)
		if err == nil {
			out, err = routingTeam(tx, t)
		}
		return err
	})
	return out, err
}

// SetTeam says how conversations of a team find a person: of any team with the
// whole reach, else of one's own. The method is that of the team itself.
func (s *Routing) SetTeam(ctx context.Context, actor crm.Actor, teamID string, to crm.RoutingTeamSettings) (crm.RoutingTeam, error) {
	return set(ctx, s, actor, func(tx *db.Tx) (out crm.RoutingTeam, record func() error, err error) {
		t, err := people.LockTeam(tx, actor.WorkspaceID, teamID)
		if err == nil && !actor.Reach.IsWhole() && !slices.Contains(actor.Reach.TeamIDs, teamID) {
			err = crm.Errorf(crm.KindForbidden, crm.CodeReachRequired, "You are not in this team.")
		}
		if err != nil {
			return out, nil, err
		}
		old, err := routingTeam(tx, t)
		if err != nil || old.RoutingTeamSettings.Equal(to) {
			return old, nil, err
		}
		var f crm.Faults
		if err = f.Join(to.Validate(teamID)); err == nil {
			err = CheckNamed(tx, actor.WorkspaceID, to.Named, &f)
		}
		if err == nil {
			err = f.Err()
		}
		if err != nil {
			return out, nil, err
		}
		now := tx.Now()
		out = crm.RoutingTeam{TeamID: teamID, RoutingTeamSettings: to, UpdatedAt: &now}
		if t.Method != to.Method {
			t.Method, t.UpdatedAt = to.Method, now
			people.UpdateTeam(tx, t)
		}
		saveTeam(tx, actor.WorkspaceID, out)
		setReferences(tx, actor.WorkspaceID, teamID, to.Named)
		lookAtQueue(tx, actor.WorkspaceID, teamID)
		return out, func() error {
			return audit.RecordChange(tx, actor, "routing_team.updated", crm.ActTarget{Type: "team", ID: t.ID, Name: t.Name}, crm.ActDiff(old.RoutingTeamSettings, to))
		}, nil
	})
}

// DropTeam removes what routing has of a team that is deleted.
func DropTeam(tx *db.Tx, workspaceID, teamID string) {
	deleteTeam(tx, workspaceID, teamID)
	tx.Write(dropTurnsSQL, workspaceID, teamID)
	setReferences(tx, workspaceID, teamID, func(func(pointer, id string)) {})
}
