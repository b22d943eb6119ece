package signon

import (
	"encoding/json"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const columns = `id, workspace_id, name, issuer, client_id, groups_claim, group_roles, default_role_id, provision, enabled, enforced, break_glass_user_id, created_at, updated_at`

var (
	insertConnectionSQL = db.SQL(`INSERT INTO sso_connections (` + columns + `, sealed_secret) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`)
	updateConnectionSQL = db.SQL(`UPDATE sso_connections SET name = $3, issuer = $4, client_id = $5, groups_claim = $6, group_roles = $7, default_role_id = $8,
		provision = $9, enabled = $10, enforced = $11, break_glass_user_id = $12, updated_at = $13 WHERE workspace_id = $1 AND id = $2`)
	updateSecretSQL      = db.SQL(`UPDATE sso_connections SET sealed_secret = $3 WHERE workspace_id = $1 AND id = $2`)
	deleteConnectionSQL  = db.SQL(`DELETE FROM sso_connections WHERE workspace_id = $1 AND id = $2`)
	lockConnectionSQL    = db.SQL(`SELECT ` + columns + `, sealed_secret FROM sso_connections WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	selectConnectionSQL  = db.SQL(`SELECT ` + columns + `, sealed_secret FROM sso_connections WHERE workspace_id = $1 AND id = $2`)
	findConnectionSQL    = db.SQL(`SELECT workspace_id FROM sso_connections WHERE id = $1 LIMIT 1`).By("sso_connections_id").AcrossWorkspaces("a browser names the connection alone")
	selectConnectionsSQL = db.SQL(`SELECT ` + columns + `, sealed_secret FROM sso_connections WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`)
	countConnectionsSQL  = db.SQL(`SELECT count(*) FROM sso_connections WHERE workspace_id = $1`)

	insertDomainSQL  = db.SQL(`INSERT INTO sso_domains (workspace_id, connection_id, domain, token) VALUES ($1, $2, $3, $4)`)
	selectDomainsSQL = db.SQL(`SELECT domain, token, verified_at FROM sso_domains WHERE workspace_id = $1 AND connection_id = $2 ORDER BY domain LIMIT 100`)
	verifyDomainSQL  = db.SQL(`UPDATE sso_domains SET verified_at = $4 WHERE workspace_id = $1 AND connection_id = $2 AND domain = $3`)
	deleteDomainSQL  = db.SQL(`DELETE FROM sso_domains WHERE workspace_id = $1 AND connection_id = $2 AND domain = $3`)
	insertPlaceSQL   = db.SQL(`INSERT INTO sso_domain_directory (domain, workspace_id, connection_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`)
	// By way of the claim, so that it looks at rows of the one workspace.
	selectPlaceSQL = db.SQL(`SELECT workspace_id, connection_id FROM sso_domains
		WHERE (workspace_id, connection_id) = (SELECT workspace_id, connection_id FROM sso_domain_directory WHERE domain = $1) AND domain = $1`)
	deletePlaceSQL    = db.SQL(`DELETE FROM sso_domain_directory WHERE domain = $1 AND workspace_id = $2 AND connection_id = $3`)
	selectRuleSQL     = db.SQL(`SELECT enforced, break_glass_user_id FROM sso_connections WHERE enabled AND (workspace_id, id) = (SELECT workspace_id, connection_id FROM sso_domain_directory WHERE domain = $1)`)
	selectIdentitySQL = db.SQL(`SELECT user_id, connection_id FROM identities WHERE issuer = $1 AND subject = $2`)
	insertIdentitySQL = db.SQL(`INSERT INTO identities (issuer, subject, user_id, connection_id, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`)
	deleteIdentitySQL = db.SQL(`DELETE FROM identities WHERE connection_id = $1`)
	insertFlowSQL     = db.SQL(`INSERT INTO sso_flows (state_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING`)
	sweepFlowsSQL     = db.SQL(`DELETE FROM sso_flows WHERE state_hash IN (SELECT state_hash FROM sso_flows WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`).By("sso_flows_age")
)

func insertConnection(tx *db.Tx, c crm.SSOConnection, sealed []byte) {
	tx.Write(insertConnectionSQL, c.ID, c.WorkspaceID, c.Name, c.Issuer, c.ClientID, c.GroupsClaim, groupsText(c.GroupRoles), c.DefaultRoleID,
		c.Provision, c.Enabled, c.Enforced, c.BreakGlassUserID, db.Ms(c.CreatedAt), db.Ms(c.UpdatedAt), sealed)
}

// updateConnection stores everything of a connection but its secret and domains.
func updateConnection(tx *db.Tx, c crm.SSOConnection) {
	tx.Write(updateConnectionSQL, c.WorkspaceID, c.ID, c.Name, c.Issuer, c.ClientID, c.GroupsClaim, groupsText(c.GroupRoles), c.DefaultRoleID,
		c.Provision, c.Enabled, c.Enforced, c.BreakGlassUserID, db.Ms(c.UpdatedAt))
}

// connection returns a connection of the workspace with its sealed secret and
// its domains, or a KindNotFound error. It is locked where by is lockConnectionSQL.
func connection(tx *db.Tx, by *db.Stmt, workspaceID, id string) (c crm.SSOConnection, sealed []byte, err error) {
	found := false
	err = tx.Each(by, func(r db.Row) (err error) { found = true; c, sealed, err = scan(r); return err }, workspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("SSO connection", id)
	}
	if err == nil {
		c.Domains, err = domains(tx, c)
	}
	return c, sealed, err
}

// connections returns a page of the workspace's connections, oldest first.
func connections(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.SSOConnection], error) {
	var out []crm.SSOConnection
	err := tx.Each(selectConnectionsSQL, func(r db.Row) error {
		c, _, err := scan(r)
		out = append(out, c)
		return err
	}, workspaceID, p.After, p.Limit+1)
	for i := range out {
		if err == nil {
			out[i].Domains, err = domains(tx, out[i])
		}
	}
	return crm.CutPage(out, p.Limit, func(c crm.SSOConnection) string { return c.ID }), err
}

func scan(r db.Row) (c crm.SSOConnection, sealed []byte, err error) {
	var groups string
	var created, updated int64
	err = r.Scan(&c.ID, &c.WorkspaceID, &c.Name, &c.Issuer, &c.ClientID, &c.GroupsClaim, &groups, &c.DefaultRoleID,
		&c.Provision, &c.Enabled, &c.Enforced, &c.BreakGlassUserID, &created, &updated, &sealed)
	if err == nil && groups != "" {
		err = json.Unmarshal([]byte(groups), &c.GroupRoles)
	}
	c.CreatedAt, c.UpdatedAt = db.At(created), db.At(updated)
	return c, sealed, err
}

func groupsText(list []crm.GroupRole) string {
	if len(list) == 0 {
		return ""
	}
	out, _ := json.Marshal(list) // texts
	return string(out)
}

func domains(tx *db.Tx, c crm.SSOConnection) (out []crm.SSODomain, err error) {
	err = tx.Each(selectDomainsSQL, func(r db.Row) error {
		var d crm.SSODomain
		var verified int64
		err := r.Scan(&d.Domain, &d.Token, &verified)
		d.VerifiedAt = db.AtOf(verified)
		out = append(out, d)
		return err
	}, c.WorkspaceID, c.ID)
	return out, err
}

// place is the connection that a domain belongs to.
type place struct{ workspaceID, connectionID string }

// placeOf returns whose a proven domain is, or found false.
func placeOf(tx *db.Tx, domain string) (p place, found bool, err error) {
	found, err = tx.One(selectPlaceSQL, []any{&p.workspaceID, &p.connectionID}, domain)
	return p, found, err
}

// workspaceOf returns whose a connection is, "" where there is none.
func workspaceOf(tx *db.Tx, id string) (workspaceID string, err error) {
	_, err = tx.One(findConnectionSQL, []any{&workspaceID}, id)
	return workspaceID, err
}

// settle says that a proven domain is the connection's, and reports false where
// it is another one's.
func settle(tx *db.Tx, c crm.SSOConnection, domain string) (bool, error) {
	n, err := tx.Exec(insertPlaceSQL, domain, c.WorkspaceID, c.ID)
	if err != nil || n == 0 {
		return false, err
	}
	tx.Write(verifyDomainSQL, c.WorkspaceID, c.ID, domain, db.Ms(tx.Now()))
	return true, nil
}

// forgetDomain drops a claim, with what was proven of it.
func forgetDomain(tx *db.Tx, p place, domain string) {
	tx.Write(deletePlaceSQL, domain, p.workspaceID, p.connectionID)
	tx.Write(deleteDomainSQL, p.workspaceID, p.connectionID, domain)
}

// identity returns who somebody is, or "" where nobody knows.
func identity(tx *db.Tx, issuer, subject string) (userID, connectionID string, err error) {
	_, err = tx.One(selectIdentitySQL, []any{&userID, &connectionID}, issuer, subject)
	return userID, connectionID, err
}

// link remembers who somebody is at a provider. It reports false where the person
// is somebody else there, or somebody else is.
func link(tx *db.Tx, issuer, subject, userID, connectionID string) (bool, error) {
	n, err := tx.Exec(insertIdentitySQL, issuer, subject, userID, connectionID, db.Ms(tx.Now()))
	return n == 1, err
}

// spend notes that a sign-in came back, and reports false where it did before.
func spend(tx *db.Tx, stateHash string, expires int64) (bool, error) {
	n, err := tx.Exec(insertFlowSQL, stateHash, expires)
	return n == 1, err
}

func sweepFlows(tx *db.Tx, limit int) (int64, error) {
	return tx.Exec(sweepFlowsSQL, db.Ms(tx.Now()), limit)
}
