package people

import (
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/core"
)

// Teams returns a page of the workspace's teams, oldest first.
func (s *Teams) Teams(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[crm.Team], err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = teams(tx, actor.WorkspaceID, p); return err })
	return list, err
}

// Team returns a team, or a KindNotFound error.
func (s *Teams) Team(ctx context.Context, actor crm.Actor, id string) (t crm.Team, err error) {
	if err := actor.Require(crm.ScopeTeamsRead); err != nil {
		return t, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { t, err = Team(tx, actor.WorkspaceID, id); return err })
	return t, err
}

// CreateTeam makes a team without people. Only who reaches every conversation may:
// a team of one's own would widen one's reach.
func (s *Teams) CreateTeam(ctx context.Context, actor crm.Actor, ch crm.TeamChange) (crm.Team, error) {
	if err := actor.Require(crm.ScopeTeamsWrite); err != nil {
		return crm.Team{}, err
	}
	made, err := ch.Apply(crm.Team{WorkspaceID: actor.WorkspaceID})
	if err != nil {
		return made, err
	}
	if err := mayMakeTeams(actor); err != nil {
		return made, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Team]) (t crm.Team, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			actor, err := s.access.Current(tx, actor, crm.ScopeTeamsWrite)
			if err == nil {
				err = mayMakeTeams(actor)
			}
			if err != nil {
				return err
			}
			t = made
			t.ID, t.CreatedAt, t.UpdatedAt = tx.NewID(crm.PrefixTeam), tx.Now(), tx.Now()
			if err := checkTeamName(tx, t); err != nil {
				return err
			}
			insertTeam(tx, t)
			if err := save(tx, t); err != nil {
				return err
			}
			return audit.Record(tx, actor, crm.Act{Action: "team.created", Targets: []crm.ActTarget{teamTarget(t)}, Changes: crm.ActDiff(teamFacts{}, factsOf(t))})
		})
		return t, err
	})
}

func mayMakeTeams(actor crm.Actor) error {
	if actor.Reach.IsWhole() {
		return nil
	}
	return crm.Errorf(crm.KindForbidden, crm.CodeReachRequired, "Only who reaches every conversation can make a team.")
}

func checkTeamName(tx *db.Tx, t crm.Team) error {
	other, err := teamNamed(tx, t.WorkspaceID, t.Name)
	if err != nil || other == "" || other == t.ID {
		return err
	}
	var f crm.Faults
	f.Add("/name", crm.CodeNotAllowed, "Another team has this name.")
	return f.Err()
}

func teamTarget(t crm.Team) crm.ActTarget {
	return crm.ActTarget{Type: "team", ID: t.ID, Name: t.Name}
}

// teamFacts are what the audit log compares of a team.
type teamFacts struct {
	Name, Method, LeadUserID string
	UserIDs, PhoneNumberIDs  []string
}

func factsOf(t crm.Team) teamFacts {
	return teamFacts{t.Name, string(t.Method), t.LeadUserID, t.UserIDs, t.PhoneNumberIDs}
}

// UpdateTeam changes what is given of a team.
func (s *Teams) UpdateTeam(ctx context.Context, actor crm.Actor, id string, ch crm.TeamChange) (crm.Team, error) {
	return changeTeam(ctx, s, actor, id, func(tx *db.Tx, actor crm.Actor, t crm.Team) (crm.Team, error) {
		t, err := ch.Apply(t)
		if err == nil {
			err = checkTeamName(tx, t)
		}
		if err == nil {
			UpdateTeam(tx, t)
		}
		return t, err
	})
}

// ReplaceTeamMembers says who is in a team. Everybody must be a member of the
// workspace who was not deactivated.
func (s *Teams) ReplaceTeamMembers(ctx context.Context, actor crm.Actor, id string, m crm.TeamMembers) (crm.Team, error) {
	return changeTeam(ctx, s, actor, id, func(tx *db.Tx, actor crm.Actor, t crm.Team) (crm.Team, error) {
		var f crm.Faults
		if err := f.Join(m.Validate()); err != nil {
			return t, err
		}
		for i, userID := range m.UserIDs {
			_, state, err := membership(tx, actor.WorkspaceID, userID)
			if err != nil {
				return t, err
			}
			if (state == "" || state == crm.MemberDeactivated) && !slices.Contains(t.UserIDs, userID) {
				f.Add(crm.Pointer("userIds", i), crm.CodeNotFound, "There is no member %q in this workspace.", userID)
			}
		}
		if err := f.Err(); err != nil {
			return t, err
		}
		t.UserIDs, t.LeadUserID = core.Distinct(slices.Clone(m.UserIDs)), m.LeadUserID
		replaceTeamMembers(tx, t)
		return t, nil
	})
}

// ReplaceTeamNumbers says which phone numbers a team has. Who does not reach every
// conversation can give it only numbers of their own teams.
func (s *Teams) ReplaceTeamNumbers(ctx context.Context, actor crm.Actor, id string, numbers []string) (crm.Team, error) {
	return changeTeam(ctx, s, actor, id, func(tx *db.Tx, actor crm.Actor, t crm.Team) (crm.Team, error) {
		var f crm.Faults
		crm.CheckIDs("phoneNumberIds", crm.PrefixPhoneNumber, numbers, &f)
		if err := f.Err(); err != nil {
			return t, err
		}
		if err := checkNumbers(tx, actor.WorkspaceID, "phoneNumberIds", numbers, &f); err != nil {
			return t, err
		}
		for i, n := range numbers {
			if !actor.Reach.IsWhole() && !slices.Contains(actor.Reach.TeamNumberIDs, n) {
				f.Add(crm.Pointer("phoneNumberIds", i), crm.CodeForbidden, "You do not reach the conversations of this phone number.")
			}
		}
		if err := f.Err(); err != nil {
			return t, err
		}
		t.PhoneNumberIDs = core.Distinct(slices.Clone(numbers))
		replaceTeamNumbers(tx, t)
		return t, nil
	})
}

// changeTeam changes a team that the actor may change: any with the whole reach,
// else one of their own.
func changeTeam(ctx context.Context, s *Teams, actor crm.Actor, id string, change func(*db.Tx, crm.Actor, crm.Team) (crm.Team, error)) (crm.Team, error) {
	if err := actor.Require(crm.ScopeTeamsWrite); err != nil {
		return crm.Team{}, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.Team]) (t crm.Team, err error) {
		defer s.ForgetSeats()
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			actor, err := s.access.Current(tx, actor, crm.ScopeTeamsWrite)
			if err != nil {
				return err
			}
			old, err := LockTeam(tx, actor.WorkspaceID, id)
			if err == nil {
				err = checkTeamReach(actor, id)
			}
			if err != nil {
				return err
			}
			t = old
			t.UpdatedAt = tx.Now()
			if t, err = change(tx, actor, t); err == nil {
				err = s.heard(tx, t.WorkspaceID, t.ID)
			}
			if err != nil {
				return err
			}
			if err := save(tx, t); err != nil {
				return err
			}
			return audit.RecordChange(tx, actor, "team.updated", teamTarget(t), crm.ActDiff(factsOf(old), factsOf(t)))
		})
		return t, err
	})
}

func checkTeamReach(actor crm.Actor, id string) error {
	if actor.Reach.IsWhole() || slices.Contains(actor.Reach.TeamIDs, id) {
		return nil
	}
	return crm.Errorf(crm.KindForbidden, crm.CodeReachRequired, "You are not in this team.")
}

// DeleteTeam removes a team that no conversation, API key or canned reply belongs
// to, and that routing does not name.
func (s *Teams) DeleteTeam(ctx context.Context, actor crm.Actor, id string) error {
	if err := actor.Require(crm.ScopeTeamsWrite); err != nil {
		return err
	}
	defer s.ForgetSeats()
	return s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		actor, err := s.access.Current(tx, actor, crm.ScopeTeamsWrite)
		if err != nil {
			return err
		}
		t, err := LockTeam(tx, actor.WorkspaceID, id)
		if err == nil && !actor.Reach.IsWhole() {
			err = crm.Errorf(crm.KindForbidden, crm.CodeReachRequired, "Only who reaches every conversation can delete a team.")
		}
		if err != nil {
			return err
		}
		used, err := teamInUse(tx, actor.WorkspaceID, id)
		if err == nil && used {
			err = crm.Errorf(crm.KindConflict, crm.CodeInUse, "Conversations, API keys or canned replies belong to the team.")
		}
		if err != nil {
			return err
		}
		if used, err = teamIsRoutedTo(tx, actor.WorkspaceID, id); err == nil && used {
			err = crm.Errorf(crm.KindConflict, crm.CodeInUse, "Routing names the team: its rules, or the overflow of another team.")
		}
		if err != nil {
			return err
		}
		deleteTeam(tx, actor.WorkspaceID, id)
		if s.opt.DropTeam != nil {
			s.opt.DropTeam(tx, actor.WorkspaceID, id)
		}
		return audit.Record(tx, actor, crm.Act{Action: "team.deleted", Targets: []crm.ActTarget{teamTarget(t)}})
	})
}

// Assignable returns the reach of a user to whom a conversation may be assigned:
// an active member who may answer. false says that it is none.
func Assignable(tx *db.Tx, workspaceID, userID string) (r crm.Reach, ok bool, err error) {
	a, err := sit(tx, crm.Actor{Kind: crm.ActorUser, ID: userID}, workspaceID)
	if err != nil {
		if crm.AsError(err).Kind == crm.KindNotFound {
			err = nil
		}
		return r, false, err
	}
	return a.Reach, a.Require(crm.ScopeMessagesWrite) == nil, nil
}
