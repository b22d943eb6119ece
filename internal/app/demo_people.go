package app

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/people"
)

// demoPassword is the password of everybody in the demo, which only this machine
// reaches.
const demoPassword = "mango river lantern 42"

// demoPeople work in the demo's shop; the first one is the login of demo.json, and an
// operator of the demo.
var demoPeople = []struct{ email, name, role, team string }{
	{"owner@lucky-shop.example", "Olivia Reyes", crm.RoleOwner, ""},
	{"supervisor@lucky-shop.example", "Samuel Okafor", crm.RoleSupervisor, "Sales"},
	{"ana@lucky-shop.example", "Ana Costa", crm.RoleAgent, "Sales"},
	{"bilal@lucky-shop.example", "Bilal Khan", crm.RoleAgent, "Sales"},
	{"chen@lucky-shop.example", "Chen Wei", crm.RoleAgent, "Support"},
}

// seedPeople lets the people of the shop in and puts them into two teams that
// share its number. Who is there already stays as they are.
func (a *App) seedPeople(ctx context.Context, actor crm.Actor, phoneNumberID string) error {
	operator, err := a.Service.Access.Operator(ctx, actor.WorkspaceID)
	if err != nil {
		return err
	}
	teams := map[string][]string{}
	for _, p := range demoPeople {
		m, err := a.Service.People.Enrol(ctx, operator, people.NewPerson{Email: p.email, Name: p.name, RoleID: p.role, Password: demoPassword})
		if crm.AsError(err).Kind == crm.KindConflict {
			return nil // an earlier start had begun: people change what they like afterwards
		}
		if err != nil {
			return err
		}
		if p.team != "" {
			teams[p.team] = append(teams[p.team], m.User.ID)
		}
	}
	if _, err := a.Service.People.AddOperator(ctx, demoPeople[0].email); err != nil && crm.AsError(err).Kind != crm.KindConflict {
		return err
	}
	for _, name := range []string{"Sales", "Support"} {
		if err := a.seedTeam(ctx, operator, name, teams[name], phoneNumberID); err != nil {
			return err
		}
	}
	return nil
}

// seedTeam makes a team, led by its first member.
func (a *App) seedTeam(ctx context.Context, actor crm.Actor, name string, userIDs []string, phoneNumberID string) error {
	t, err := a.Service.Teams.CreateTeam(ctx, actor, crm.TeamChange{Name: &name})
	if err == nil {
		_, err = a.Service.Teams.ReplaceTeamMembers(ctx, actor, t.ID, crm.TeamMembers{UserIDs: userIDs, LeadUserID: userIDs[0]})
	}
	if err == nil {
		_, err = a.Service.Teams.ReplaceTeamNumbers(ctx, actor, t.ID, []string{phoneNumberID})
	}
	return err
}
