package routing

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	insertRulesSQL    = db.SQL(`INSERT INTO routing_rules (workspace_id, version, body, made_by, created_at) VALUES ($1, $2, $3, $4, $5)`)
	versionInForceSQL = db.SQL(`SELECT version FROM routing_rules WHERE workspace_id = $1 ORDER BY version DESC LIMIT 1`)
	rulesInForceSQL   = db.SQL(`SELECT version, body, made_by, created_at FROM routing_rules WHERE workspace_id = $1 ORDER BY version DESC LIMIT 1`)
	rulesOfSQL        = db.SQL(`SELECT version, body, made_by, created_at FROM routing_rules WHERE workspace_id = $1 AND version = $2`)
	rulesBeforeSQL    = db.SQL(`SELECT version, '', made_by, created_at FROM routing_rules WHERE workspace_id = $1 AND version < CASE WHEN CAST($2 AS BIGINT) < 1 THEN 9223372036854775807 ELSE CAST($2 AS BIGINT) END ORDER BY version DESC LIMIT $3`)

	insertReferenceSQL  = db.SQL(`INSERT INTO routing_references (workspace_id, thing, place) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`)
	deleteReferencesSQL = db.SQL(`DELETE FROM routing_references WHERE workspace_id = $1 AND place = $2`)

	contactFieldsSQL = db.SQL(`SELECT key, type, options FROM contact_fields WHERE workspace_id = $1 AND owner = 'contact' AND deleted_at = 0 LIMIT 1000`)
)

// Two versions were made at once: made again, one finds the other's.
var _ = db.RunAgainAfter("routing_rules_pkey")

// versionInForce is that of rulesInForce, without their text.
func versionInForce(tx *db.Tx, workspaceID string) (version int, err error) {
	_, err = tx.One(versionInForceSQL, []any{&version}, workspaceID)
	return version, err
}

// rulesInForce are the newest version, or version 0 of a workspace without any.
func rulesInForce(tx *db.Tx, workspaceID string) (crm.RoutingRules, error) {
	list, err := readRules(tx, rulesInForceSQL, workspaceID)
	if err != nil || len(list) == 0 {
		return crm.RoutingRules{WorkspaceID: workspaceID, RoutingBody: crm.RoutingBody{Rules: []crm.RoutingRule{}}}, err
	}
	return list[0], nil
}

func rulesOf(tx *db.Tx, workspaceID string, version int) (r crm.RoutingRules, err error) {
	list, err := readRules(tx, rulesOfSQL, workspaceID, version)
	if err == nil && len(list) == 0 {
		err = crm.Errorf(crm.KindNotFound, crm.CodeNotFound, "The rules of this workspace have no version %d.", version)
	}
	if err != nil {
		return r, err
	}
	return list[0], nil
}

func rulesVersions(tx *db.Tx, workspaceID string, before, limit int) ([]crm.RoutingRules, error) {
	return readRules(tx, rulesBeforeSQL, workspaceID, before, limit)
}

func readRules(tx *db.Tx, which *db.Stmt, workspaceID string, args ...any) (out []crm.RoutingRules, err error) {
	err = tx.Each(which, func(row db.Row) error {
		r := crm.RoutingRules{WorkspaceID: workspaceID}
		var body, by string
		var created int64
		err := row.Scan(&r.Version, &body, &by, &created)
		if err == nil {
			r.MadeBy, err = crm.ParseDoneBy(by)
		}
		if err == nil && body != "" {
			err = json.Unmarshal([]byte(body), &r.RoutingBody)
		}
		r.CreatedAt = db.AtOf(created)
		out = append(out, r)
		return err
	}, append([]any{workspaceID}, args...)...)
	return out, err
}

func insertRules(tx *db.Tx, r crm.RoutingRules) error {
	body, err := json.Marshal(r.RoutingBody)
	if err == nil {
		tx.Write(insertRulesSQL, r.WorkspaceID, r.Version, string(body), r.MadeBy.String(), db.MsOf(r.CreatedAt))
	}
	return err
}

// placeOfRules is the place of what the rules name; settings of a team have the
// identifier of the team.
const placeOfRules = "rules"

// setReferences stores what is named at a place. Users and phone numbers are never
// deleted, so nobody asks who names them.
func setReferences(tx *db.Tx, workspaceID, place string, named func(func(pointer, id string))) {
	tx.Write(deleteReferencesSQL, workspaceID, place)
	seen := map[string]bool{}
	named(func(_, id string) {
		kept := crm.ValidID(crm.PrefixTeam, id) || crm.ValidID(crm.PrefixCalendar, id) || crm.ValidID(crm.PrefixAssistant, id) || crm.ValidID(crm.PrefixLabel, id)
		if kept && !seen[id] {
			seen[id] = true
			tx.Write(insertReferenceSQL, workspaceID, id, place)
		}
	})
}

// contactFields are the custom fields of contacts by key, with what their values
// may be.
func contactFields(tx *db.Tx, workspaceID string) (map[string]crm.CustomField, error) {
	out := map[string]crm.CustomField{}
	err := tx.Each(contactFieldsSQL, func(r db.Row) error {
		var d crm.CustomField
		var options string
		if err := r.Scan(&d.Key, (*string)(&d.Type), &options); err != nil {
			return err
		}
		if options != "" {
			if err := json.Unmarshal([]byte(options), &d.Options); err != nil {
				return err
			}
		}
		out[d.Key] = d
		return nil
	}, workspaceID)
	return out, err
}
