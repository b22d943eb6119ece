package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"service.example/crm/internal/app"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/people"
)

// person is somebody who is signed in.
type person struct{ key, teamID string }

// team is one of the phase routing.
type team struct {
	id      string
	userIDs []string
}

// sessionKey begins the key of a person: the secret of a session follows.
const sessionKey = "session "

// authorize says who makes a request: an API key or a person.
func authorize(req *http.Request, key string) {
	if secret, ok := strings.CutPrefix(key, sessionKey); ok {
		req.Header.Set("Cookie", "crm="+secret)
		req.Header.Set("Origin", req.URL.Scheme+"://"+req.URL.Host)
		return
	}
	req.Header.Set("Authorization", "Bearer "+key)
}

// signIn makes a session of somebody who works in the workspace with the history,
// where nobody has a password.
func (e *environment) signIn(ctx context.Context, o options) error {
	if o.history == 0 {
		return nil
	}
	return app.WithService(ctx, e.db.config(), service.Options{}, "", "", func(svc *service.Service) error {
		list, err := svc.Access.Workspaces(ctx)
		if err == nil && len(list) == 0 {
			err = errors.New("no workspace has the history")
		}
		if err != nil {
			return err
		}
		operator, err := svc.Access.Operator(ctx, list[0].ID)
		if err != nil {
			return err
		}
		const which = 3 // has some of everything
		members, err := svc.Members.Users(ctx, operator, crm.MemberFilter{}, crm.Page{Limit: which + 1})
		if err == nil && len(members.Items) <= which {
			err = fmt.Errorf("%d people work in the workspace with the history", len(members.Items))
		}
		if err != nil {
			return err
		}
		return svc.DB().Update(ctx, operator.WorkspaceID, func(tx *db.Tx) error {
			u := members.Items[which].User
			e.agent.key = sessionKey + people.Enter(tx, u, []string{crm.FactorPassword}, crm.Origin{IP: "127.0.0.1", UserAgent: "bench"}).Secret
			teams, err := people.TeamsOf(tx, operator.WorkspaceID, u.ID)
			if err == nil && len(teams) > 0 {
				e.agent.teamID = teams[0]
			}
			return err
		})
	})
}

// hirePeople lets agents work in the workspace, in teams of equal size that share
// every number.
func (e *environment) hirePeople(ctx context.Context, o options) error {
	if o.agents == 0 {
		return nil
	}
	base, err := e.db.open(ctx)
	if err != nil {
		return err
	}
	err = base.Update(ctx, "people", func(tx *db.Tx) error {
		e.teams = make([]team, o.teams)
		now := tx.Now()
		for i := range o.agents {
			id := tx.NewID(crm.PrefixUser)
			people.SeedMember(tx, e.workspace, crm.User{ID: id, Email: id + "@bench.invalid", Name: fmt.Sprint("Agent ", i), Handle: id, VerifiedAt: &now, CreatedAt: now}, crm.RoleAgent)
			t := &e.teams[i%o.teams]
			t.userIDs = append(t.userIDs, id)
			if o.signedIn {
				u := crm.User{ID: id, Email: id + "@bench.invalid", VerifiedAt: &now}
				e.members = append(e.members, person{key: sessionKey + people.Enter(tx, u, []string{crm.FactorPassword}, crm.Origin{IP: "127.0.0.1", UserAgent: "bench"}).Secret})
			}
		}
		var numbers []string
		for _, p := range e.phones {
			numbers = append(numbers, p.id)
		}
		for i := range e.teams {
			t := &e.teams[i]
			t.id = tx.NewID(crm.PrefixTeam)
			people.SeedTeam(tx, crm.Team{ID: t.id, WorkspaceID: e.workspace, Name: fmt.Sprint("Team ", i), Method: crm.TeamRoundRobin, UserIDs: t.userIDs, PhoneNumberIDs: numbers, CreatedAt: now, UpdatedAt: now})
		}
		return nil
	})
	if closed := base.Close(); err == nil {
		err = closed
	}
	return err
}

// exchange makes one call as who has the key, and returns the body of the answer.
func (e *environment) exchange(ctx context.Context, method, path, key string, in any) ([]byte, error) {
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return nil, err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, e.url+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	authorize(req, key)
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode > 299 {
		err = fmt.Errorf("%s %s: %s: %s", method, path, res.Status, answer)
	}
	return answer, err
}
