package api_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit"
)

const permissionsFile = "../../docs/permissions.md"

// askers are the columns of the table: who asks, and how.
var askers = []string{"nobody", "key", "key without the scope", crm.RoleOwner, crm.RoleAdmin, crm.RoleSupervisor, crm.RoleAgent,
	"out of reach", "owner of another workspace", "deactivated", "signed in long ago", "from another site"}

// matrix asks every operation as everybody who may and may not.
type matrix struct {
	*testing.T
	k      *testkit.Kit
	x      *things
	people map[string]testkit.Person
	keys   map[string]string // by missing scope
}

// What everybody may do is what operations and roles declare; docs/permissions.md
// shows it, and every cell of it is asked for.
func TestPermissions(t *testing.T) {
	k := testkit.New(t, testkit.Options{StatusDelay: time.Hour})
	m := &matrix{T: t, k: k, x: newThings(k), people: map[string]testkit.Person{}, keys: map[string]string{}}
	for _, role := range []string{crm.RoleOwner, crm.RoleAdmin, crm.RoleSupervisor, crm.RoleAgent} {
		m.people[role] = k.NewPerson(k.WorkspaceID, role)
	}
	m.people["owner of another workspace"] = k.NewPerson(k.Other.WorkspaceID, crm.RoleOwner)
	m.people["deactivated"] = k.NewPerson(k.WorkspaceID, crm.RoleOwner)
	for _, kind := range crm.ReachKinds[1:] {
		m.people[string(kind)] = m.personOfReach(kind)
	}
	k.Must(k.DB().Update(context.Background(), k.WorkspaceID, func(tx *db.Tx) error {
		tx.Write(db.SQL(`UPDATE members SET state = 'deactivated' WHERE workspace_id = $1 AND user_id = $2`), k.WorkspaceID, m.people["deactivated"].ID)
		return nil
	}))
	ops := readDocument(t, k).operations()
	for _, op := range ops {
		if m.keys[op.scope] == "" {
			m.keys[op.scope] = k.NewKey(k.WorkspaceID, allBut(op.scope)...)
		}
	}
	m.x.before = m.x.state()
	cells := map[string]map[string]string{}
	for _, op := range ops {
		cells[op.id] = map[string]string{}
	}
	// Refusals first: they change nothing. Then whoever may.
	for _, allowed := range []bool{false, true} {
		for _, asker := range askers {
			if asker == "signed in long ago" {
				continue
			}
			for _, op := range ops {
				want := m.wanted(op, asker)
				if (want == "✓") == allowed {
					m.ask(op, asker, want)
				}
				cells[op.id][asker] = want
			}
		}
		if !allowed && m.x.changed() {
			t.Error("a request that was refused changed something")
		}
	}
	m.people[crm.RoleOwner] = testkit.Person{Key: k.SignIn(m.people[crm.RoleOwner].Email), Email: m.people[crm.RoleOwner].Email}
	k.Advance(crm.RecentSignIn + time.Second)
	ends := func(op operation) bool { return op.id == "delete-session" }
	for _, op := range append(slices.DeleteFunc(slices.Clone(ops), ends), ops[slices.IndexFunc(ops, ends)]) {
		want := m.wanted(op, "signed in long ago")
		m.ask(op, "signed in long ago", want)
		cells[op.id]["signed in long ago"] = want
	}
	m.hold(ops, cells)
}

// personOfReach is somebody with every scope, in no team.
func (m *matrix) personOfReach(kind crm.ReachKind) testkit.Person {
	k := m.k
	role := "rol_" + string(kind)
	k.Must(k.DB().Update(context.Background(), k.WorkspaceID, func(tx *db.Tx) error {
		tx.Write(db.SQL(`INSERT INTO roles (workspace_id, id, name, scopes, reach, created_at, updated_at) VALUES ($1, $2, $2, '*', $3, 1, 1)`), k.WorkspaceID, role, string(kind))
		return nil
	}))
	p := k.NewPerson(k.WorkspaceID, role)
	return p
}

var scopeOfRole = func(role string, scope crm.Scope) bool {
	r, _ := crm.BuiltInRole(role)
	return crm.Actor{Scopes: r.Scopes}.Require(scope) == nil
}

// ofConversations are the paths of what belongs to a conversation or a contact.
var ofConversations = regexp.MustCompile(`^/v1/(messages|conversations|contacts|media|contact-merges|deals)/\{id\}`)

// wanted is what the declarations say of an operation.
func (m *matrix) wanted(op operation, asker string) string {
	unsafe := op.method != http.MethodGet
	switch access := op.access(); {
	case op.node["x-operator"] == true && (scopeOfRole(asker, crm.ScopeMessagesRead) || slices.Contains([]string{"out of reach", "signed in long ago", "from another site"}, asker)):
		return "403 scope_missing" // no role makes an operator
	case asker == "from another site":
		if unsafe {
			return "403 cross_site_request"
		}
		return "✓"
	case access == "public":
		return "✓"
	case asker == "nobody":
		return "401 unauthorized"
	case asker == "deactivated":
		return "401 or 404"
	case asker == "owner of another workspace":
		return "404 not_found"
	case asker == "key" && access == "user", asker == "key without the scope" && access == "user":
		return "403 user_required"
	case asker == "key":
		return "✓"
	case access == "any", access == "user" && op.scope == "" && asker != "signed in long ago":
		return "✓"
	case asker == "key without the scope":
		return "403 scope_missing"
	case asker == "signed in long ago":
		if op.node["x-recent-sign-in"] == true {
			return "403 sign_in_again"
		}
		return "✓"
	case asker == "out of reach" && op.node["x-whole-reach"] == true:
		return "403 reach_required"
	case asker == "out of reach":
		if ofConversations.MatchString(op.path) {
			return "404 not_found"
		}
		return "✓"
	default:
		if !scopeOfRole(asker, crm.Scope(op.scope)) {
			return "403 scope_missing"
		}
		if r, _ := crm.BuiltInRole(asker); r.Reach != crm.ReachAll && op.node["x-whole-reach"] == true {
			return "403 reach_required"
		}
		return "✓"
	}
}

var anyID = regexp.MustCompile(`\b([a-z]{2,4})_[0-7][0-9a-hjkmnp-tv-z]{25}`)

// ofFigures are the operations that answer who has a limited reach for what is theirs, and
// say what that is otherwise: TestReportsOfALimitedReach.
var ofFigures = map[string]bool{"get-report": true, "list-report-items": true, "export-report": true, "get-waiting-report": true, "get-window-report": true}

// ask makes a request and holds its answer against what is wanted.
func (m *matrix) ask(op operation, asker, want string) {
	names := []string{asker}
	if asker == "out of reach" {
		names = nil
		for _, kind := range crm.ReachKinds[1:] {
			names = append(names, string(kind))
		}
	}
	for _, name := range names {
		r := m.send(op, asker, name, want)
		code := r.Text("code")
		refused := slices.Contains([]int{401, 403}, r.Status)
		got := fmt.Sprint(r.Status, " ", code)
		good := got == want
		switch want {
		case "✓":
			good = !refused && code != string(crm.CodeWorkspaceRequired) && r.Status < 500 || ofFigures[op.id] && code == string(crm.CodeReachRequired)
		case "401 or 404":
			good = r.Status == 401 || r.Status == 404
		}
		if asker == "out of reach" && r.Status < 300 && !strings.Contains(op.path, "/v1/events") { // TestReach holds events
			for _, id := range []string{m.x.message, m.x.answers, m.x.conversation, m.x.contact, m.x.deal} {
				if strings.Contains(string(r.Body), id) {
					m.Errorf("%s shows %s to %s, who does not reach it", op.id, id, name)
				}
			}
		}
		if !good {
			m.Errorf("%s (%s %s) answers %s with %s, want %s: %s", op.id, op.method, op.path, name, got, want, r.Body)
		}
	}
}

func (m *matrix) send(op operation, asker, name, want string) testkit.Response {
	k := m.k
	req := testkit.Request{Method: op.method, Path: m.x.fill(m.T, op), Header: map[string]string{}}
	if want == "✓" && op.method != http.MethodGet { // so that what is allowed changes nothing of the others
		req.Path = anyID.ReplaceAllString(req.Path, "${1}_01jd5k3v6rf0w8m2a4t9x7bq1e")
	}
	if _, example := op.body(); example != nil {
		req.Body = []byte(`{"notAField":true}`)
		if strings.HasPrefix(want, "404") { // the body is right: only the thing is not there
			req.Body = asJSON(m.T, example)
		}
	}
	switch asker {
	case "nobody":
		return k.Send(req)
	case "key":
		req.Key = k.Key
	case "key without the scope":
		req.Key = m.keys[op.scope]
	case "signed in long ago", "from another site":
		req.Key = m.people[crm.RoleOwner].Key
	default:
		req.Key = m.people[name].Key
	}
	if asker == "from another site" {
		req.Header["Origin"], req.Header["Sec-Fetch-Site"] = "https://elsewhere.example", "cross-site"
	}
	if p := m.people[name]; strings.Contains(op.path, "/session") && want == "✓" && p.Email != "" && name != "deactivated" && asker != "signed in long ago" {
		defer func() { // it may have ended the session
			p.Key = k.SignIn(p.Email)
			m.people[name] = p
		}()
	}
	req.Header["Crm-Workspace"] = k.WorkspaceID
	return k.Send(req)
}

// hold compares the table with the one in docs; with -record it is written.
func (m *matrix) hold(ops []operation, cells map[string]map[string]string) {
	var out strings.Builder
	out.WriteString("# Permissions\n\nWho may ask for what. A test asks for every cell of this table and writes it (`make openapi`).\n\n" +
		"✓: answered, as far as the caller's reach goes. Numbers are statuses with the code of the problem. " +
		"*Out of reach*: somebody with every scope whose reach (`teams`, `own_and_unassigned_of_teams`, `own_and_followed`) does not cover the conversation; lists leave out what is out of reach. " +
		"*Owner of another workspace* names this workspace in `Crm-Workspace`. *From another site*: an owner's browser that another site made send the request.\n\n## Roles\n\n| scope |")
	roles := crm.BuiltInRoles()
	for _, r := range roles {
		out.WriteString(" " + r.ID + " |")
	}
	out.WriteString("\n| --- |" + strings.Repeat(" --- |", len(roles)) + "\n")
	for _, scope := range crm.Scopes[1:] {
		out.WriteString("| `" + string(scope) + "` |")
		for _, r := range roles {
			out.WriteString(map[bool]string{true: " ✓ |", false: " |"}[scopeOfRole(r.ID, scope)])
		}
		out.WriteString("\n")
	}
	out.WriteString("| *reach* |")
	for _, r := range roles {
		out.WriteString(" `" + string(r.Reach) + "` |")
	}
	out.WriteString("\n\n## Operations\n\n| operation | needs | " + strings.Join(askers, " | ") + " |\n| --- | --- |" + strings.Repeat(" --- |", len(askers)) + "\n")
	for _, op := range ops {
		needs := "`" + op.scope + "`"
		if op.scope != "" && op.access() == "user" {
			needs += " of a person"
		} else if op.scope == "" {
			needs = map[string]string{"public": "nothing", "user": "a person", "any": "any credential"}[op.access()]
		}
		if op.node["x-operator"] == true {
			needs = "an operator"
		}
		out.WriteString("| `" + op.id + "` | " + needs + " |")
		for _, asker := range askers {
			cell := cells[op.id][asker]
			if number, code, found := strings.Cut(cell, " "); found && code != "or 404" {
				cell = number + " `" + code + "`"
			}
			out.WriteString(" " + cell + " |")
		}
		out.WriteString("\n")
	}
	have, _ := os.ReadFile(permissionsFile)
	if string(have) == out.String() {
		return
	}
	if !*record {
		m.Errorf("docs/permissions.md is stale: run make openapi\n%s", lineDiff(have, []byte(out.String())))
		return
	}
	m.k.Must(os.WriteFile(permissionsFile, []byte(out.String()), 0o644))
}
