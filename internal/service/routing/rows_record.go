package routing

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/assign"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/people"
)

var (
	insertInputsSQL = db.SQL(`INSERT INTO routing_inputs (workspace_id, decided_at, place, chain, decision_id, conversation_id, body) VALUES ($1, $2, $3, $4, $5, $6, $7)`)
	// How a conversation came is before what was chosen for it at the same time.
	inputsSQL = db.SQL(`SELECT i.decided_at, i.place, i.chain, i.body, d.id, d.conversation_id, d.episode_id, d.cause, d.outcome, d.agent_id, d.body
		FROM routing_inputs i JOIN routing_decisions d ON d.workspace_id = i.workspace_id AND d.conversation_id = i.conversation_id AND d.id = i.decision_id
		WHERE i.workspace_id = $1 AND (i.decided_at, i.place, i.chain) > ($2, $3, $4) AND i.decided_at < $5 ORDER BY i.decided_at, i.place, i.chain LIMIT $6`)
	expireInputsSQL = db.SQL(`DELETE FROM routing_inputs WHERE (workspace_id, decided_at, place, chain) IN
		(SELECT workspace_id, decided_at, place, chain FROM routing_inputs WHERE decided_at < $1 ORDER BY decided_at LIMIT $2)`).By("routing_inputs_age").ByOnPostgres("routing_inputs_age").
		AcrossWorkspaces("retention")
)

// Recorded is what was kept of a decision: how the conversation came to be routed, or
// a choice of a chain at its place.
type Recorded struct {
	Decision crm.RoutingDecision
	Chain    string
	Place    int // in the chain; below 0 for how the conversation came
	Body     string
}

// Came reports whether it is how the conversation came to be routed.
func (r Recorded) Came() bool { return r.Place == askedPlace }

// ChainLife is how much earlier than its choices a chain may have begun.
const ChainLife = chainLife

func insertInputs(tx *db.Tx, d crm.RoutingDecision, chain string, place int, body string) {
	tx.Write(insertInputsSQL, d.WorkspaceID, db.Ms(d.At), place, chain, d.ID, d.ConversationID, body)
}

// RecordedBetween returns up to limit of what was kept of the decisions of a workspace
// behind one, or from a time on, and before another time, oldest first. Decision.At is
// when it was kept.
func RecordedBetween(tx *db.Tx, workspaceID string, from time.Time, after *Recorded, before time.Time, limit int) (out []Recorded, err error) {
	at, chain, place := db.Ms(from), "", askedPlace-1
	if after != nil {
		at, chain, place = db.Ms(after.Decision.At), after.Chain, after.Place
	}
	err = tx.Each(inputsSQL, func(row db.Row) error {
		r := Recorded{Decision: crm.RoutingDecision{WorkspaceID: workspaceID}}
		d := &r.Decision
		var at int64
		var body string
		if err := row.Scan(&at, &r.Place, &r.Chain, &r.Body, &d.ID, &d.ConversationID, &d.EpisodeID, (*string)(&d.Cause), (*string)(&d.Outcome), &d.AgentID, &body); err != nil {
			return err
		}
		d.At = db.At(at)
		err := json.Unmarshal([]byte(body), &d.RoutingExplanation)
		out = append(out, r)
		return err
	}, workspaceID, at, place, chain, db.Ms(before), limit)
	return out, err
}

// expireInputs forgets up to limit of what was kept before a time, and returns how
// many these were.
func expireInputs(tx *db.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(expireInputsSQL, db.Ms(before), limit)
}

// RulesOf returns a version of the rules, ready to be asked; nil if there is none, or
// if it is not valid any more.
func RulesOf(tx *db.Tx, workspaceID string, version int) (*assign.Rules, error) {
	r, err := rulesOf(tx, workspaceID, version)
	if err != nil {
		if crm.CodeOf(err) == crm.CodeNotFound {
			err = nil
		}
		return nil, err
	}
	rules, broken := assign.Compile(version, r.RoutingBody)
	if broken != nil {
		return nil, nil
	}
	return rules, nil
}

// TeamNow returns how a team shares work; false if there is none.
func TeamNow(tx *db.Tx, workspaceID, id string) (t crm.RoutingTeam, found bool, err error) {
	method, found, err := people.MethodOf(tx, workspaceID, id)
	if err != nil || !found {
		return t, false, err
	}
	t, err = routingTeam(tx, crm.Team{WorkspaceID: workspaceID, ID: id, Method: method})
	return t, true, err
}
