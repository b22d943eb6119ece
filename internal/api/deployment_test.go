package api_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/testkit"
)

const deploymentPath = "/v1/deployment"

// newOperator is somebody who may see how the deployment stands.
func newOperator(k *testkit.Kit, workspaceID, role string) testkit.Person {
	p := k.NewPerson(workspaceID, role)
	_, err := k.App.Service.People.AddOperator(context.Background(), p.Email)
	k.Must(err)
	return p
}

func TestOnlyOperatorsSeeTheDeployment(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		operator := newOperator(k, k.WorkspaceID, crm.RoleAgent)
		for _, path := range []string{deploymentPath, deploymentPath + "/storage"} {
			want(t, path+" of an operator", k.Do("GET", path, operator.Key, nil), 200, "")
			want(t, path+" of a key", k.Do("GET", path, k.Key, nil), 403, crm.CodeUserRequired)
			want(t, path+" of nobody", k.Do("GET", path, "", nil), 401, crm.CodeUnauthorized)
			for _, role := range []string{crm.RoleOwner, crm.RoleAdmin, crm.RoleAgent} {
				want(t, path+" of "+role, k.Do("GET", path, k.NewPerson(k.WorkspaceID, role).Key, nil), 403, crm.CodeForbidden)
			}
		}
		if r := k.Do("GET", "/v1/me", operator.Key, nil); r.JSON()["operator"] != true {
			t.Errorf("an operator is %s", r.Body)
		}
		if r := k.Do("GET", "/v1/me", k.NewPerson(k.WorkspaceID, crm.RoleOwner).Key, nil); r.JSON()["operator"] != nil {
			t.Errorf("an owner is %s", r.Body)
		}
		// A log has who gave it and who took it.
		ctx := context.Background()
		list, err := k.App.Service.People.Operators(ctx)
		k.Must(err)
		if len(list) != 1 || list[0].ID != operator.ID || !slices.Equal(list[0].Workspaces, []string{k.WorkspaceID}) || list[0].PasswordHash != "" {
			t.Errorf("the operators are %+v", list)
		}
		_, err = k.App.Service.People.RemoveOperator(ctx, operator.Email)
		k.Must(err)
		want(t, "after it was taken", k.Do("GET", deploymentPath, operator.Key, nil), 403, crm.CodeForbidden)
		acts := k.Rows("SELECT action FROM audit_log WHERE workspace_id = '%s' AND action LIKE 'operator.%%' ORDER BY seq", k.WorkspaceID)
		if got := fmt.Sprint(acts); got != "[map[action:operator.added] map[action:operator.removed]]" {
			t.Errorf("the audit log has %s", got)
		}
	})
}

// Nobody can get it by an address: not who is invited, not who is let in by an owner,
// and not who gets the address after the person is gone.
func TestAnOperatorIsAPersonAndNoAddress(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		ctx := context.Background()
		admin := k.App.Service.People
		owner := k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		for name, body := range map[string]map[string]any{
			"invited":         {"email": "invited@people.example", "name": "Ida", "role": crm.RoleAgent},
			"with a password": {"email": "made@people.example", "name": "Max", "role": crm.RoleAgent, "password": testkit.Password},
		} {
			want(t, name, k.Do("POST", "/v1/users", owner.Key, body), 201, "")
			if _, err := admin.AddOperator(ctx, body["email"].(string)); crm.CodeOf(err) != crm.CodeNotAllowed {
				t.Errorf("who is %s becomes an operator: %v", name, err)
			}
		}
		for email, code := range map[string]crm.Code{"nobody@people.example": crm.CodeNotFound, "no address": crm.CodeNotAllowed} {
			if _, err := admin.AddOperator(ctx, email); crm.CodeOf(err) != code {
				t.Errorf("%s: %v", email, err)
			}
		}
		if _, err := admin.RemoveOperator(ctx, owner.Email); crm.CodeOf(err) != crm.CodeNotAllowed {
			t.Errorf("who is no operator: %v", err)
		}
		_, err := admin.AddOperator(ctx, owner.Email)
		k.Must(err)
		if _, err = admin.AddOperator(ctx, owner.Email); crm.CodeOf(err) != crm.CodeNotAllowed {
			t.Errorf("twice: %v", err)
		}
		// The mark goes with the person, and who has the address next has none.
		k.Must(k.DB().Update(ctx, "users", func(tx *db.Tx) error {
			tx.Write(dropPerson, owner.ID)
			tx.Write(dropMember, k.WorkspaceID, owner.ID)
			return nil
		}))
		if list, err := admin.Operators(ctx); err != nil || len(list) > 0 {
			t.Errorf("operators who are gone: %v, %v", list, err)
		}
		second := k.NewPerson(k.WorkspaceID, crm.RoleOwner)
		want(t, "the next one", k.Do("POST", "/v1/users", second.Key, map[string]any{"email": owner.Email, "name": "Eve", "role": crm.RoleOwner, "password": testkit.Password}), 201, "")
		want(t, "of the next one", k.Do("GET", deploymentPath, k.SignIn(owner.Email), nil), 403, crm.CodeForbidden)
	})
}

var (
	dropPerson = db.SQL(`DELETE FROM users WHERE id = $1`)
	dropMember = db.SQL(`DELETE FROM members WHERE workspace_id = $1 AND user_id = $2`)
)

func TestTheDeploymentShowsItsQueues(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		operator := newOperator(k, k.WorkspaceID, crm.RoleOwner)
		const kind = "of_no_engine" // nobody takes it
		ask := func() (r testkit.Response, of map[string]any) {
			r = k.Do("GET", deploymentPath, operator.Key, nil)
			want(t, "the deployment", r, 200, "")
			for _, q := range r.JSON()["queues"].([]any) {
				if q := q.(map[string]any); q["kind"] == kind {
					of = q
				}
			}
			return r, of
		}
		r, of := ask()
		if of != nil {
			t.Errorf("before there is a job: %v", of)
		}
		nodes := r.JSON()["nodes"].([]any)
		if len(nodes) != 1 || r.Text("nodes", "0", "id") != r.Text("nodeId") || nodes[0].(map[string]any)["alive"] != true || r.Text("version") == "" || r.Text("engine") != k.DB().Engine() {
			t.Errorf("the node is %s", r.Body)
		}
		if len(r.JSON()["readers"].([]any)) != 8 || r.JSON()["readersComplete"] != true || r.JSON()["queuesComplete"] != true || len(r.JSON()["checks"].([]any)) == 0 {
			t.Errorf("the deployment is %s", r.Body)
		}
		now := k.DB().Source().Now()
		k.Must(k.DB().Update(context.Background(), "jobs", func(tx *db.Tx) error {
			for i, at := range []time.Time{now.Add(-time.Hour), now.Add(-time.Minute), now.Add(time.Hour)} {
				jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: k.WorkspaceID, Kind: kind, Queue: fmt.Sprint(i), RunAt: at, Payload: "{}"})
			}
			return nil
		}))
		k.Eventually("the jobs", func() bool { _, of = ask(); return of != nil })
		if of["waiting"] != 2.0 || of["scheduled"] != 1.0 || of["running"] != 0.0 || of["retrying"] != 0.0 || of["lagMs"].(float64) < float64(time.Hour.Milliseconds()) {
			t.Errorf("the queue is %v", of)
		}
	})
}

func TestTheDeploymentShowsItsStorage(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		r := k.Do("GET", deploymentPath+"/storage", newOperator(k, k.WorkspaceID, crm.RoleOwner).Key, nil)
		want(t, "the storage", r, http.StatusOK, "")
		if n, ok := r.JSON()["databaseBytes"].(float64); !ok || n < 4096 {
			t.Errorf("the database takes up %v", r.JSON()["databaseBytes"])
		}
		found := map[string]map[string]any{}
		for _, x := range r.JSON()["tables"].([]any) {
			found[x.(map[string]any)["name"].(string)] = x.(map[string]any)
		}
		users := found["users"]
		switch k.DB().Engine() {
		case "postgres":
			if users["rowsAre"] != "estimate" || users["bytes"].(float64) < 8192 || users["indexBytes"].(float64) < 8192 {
				t.Errorf("the users are %v", users)
			}
		default:
			if users["rowsAre"] != "exact" || users["rows"] != 1.0 || users["bytes"] != nil || r.JSON()["logBytes"] == nil {
				t.Errorf("the users are %v, the log %v", users, r.JSON()["logBytes"])
			}
		}
	})
}
