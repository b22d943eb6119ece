package account

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const accountColumns = `id, workspace_id, provider_id, name, currency, app_id, token_hint, status, review_status, ban_state, ban_date, violation, restrictions,
	max_phone_numbers, disconnect_reason, created_at, synced_at`

var (
	upsertAccountSQL = db.SQL(`INSERT INTO messaging_accounts
		(id, workspace_id, provider_id, name, currency, app_id, token, token_hint, app_secret, status, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		ON CONFLICT (provider_id) DO UPDATE SET name = excluded.name, currency = excluded.currency, app_id = excluded.app_id,
			token = excluded.token, token_hint = excluded.token_hint, app_secret = CASE WHEN length(excluded.app_secret) = 0 THEN messaging_accounts.app_secret ELSE excluded.app_secret END, status = excluded.status,
			ban_state = '', ban_date = '', restrictions = '', disconnect_reason = ''
		WHERE messaging_accounts.workspace_id = excluded.workspace_id
		RETURNING id`)
)

var (
	selectAccountSQL = db.SQL(`SELECT ` + accountColumns + ` FROM messaging_accounts WHERE workspace_id = $1 AND id = $2`)
)

var (
	selectAccountsSQL = db.SQL(`SELECT ` + accountColumns + ` FROM messaging_accounts WHERE workspace_id = $1 ORDER BY id`)
)

var (
	selectAccountPageSQL = db.SQL(`SELECT ` + accountColumns + ` FROM messaging_accounts WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`)
)

var (
	selectAccountByProviderSQL = db.SQL(`SELECT ` + accountColumns + ` FROM messaging_accounts WHERE provider_id = $1`)
)

var (
	// Across workspaces: a webhook is signed by the account before its workspace is known.
	selectAccountOfRealmSQL = db.SQL(`SELECT ` + accountColumns + ` FROM messaging_accounts WHERE id = $1`)
)

var (
	selectAccountTokenSQL = db.SQL(`SELECT token FROM messaging_accounts WHERE workspace_id = $1 AND id = $2`)
)

var (
	selectAppSecretSQL = db.SQL(`SELECT app_secret FROM messaging_accounts WHERE id = $1`)
)

var (
	accountSyncedSQL = db.SQL(`UPDATE messaging_accounts SET synced_at = $3 WHERE workspace_id = $1 AND id = $2`)
)

var (
	upsertPhoneSQL = db.SQL(`INSERT INTO phone_numbers
		(id, workspace_id, messaging_account_id, provider_id, number, verified_name, quality, status, throughput, is_default, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9,
			NOT EXISTS (SELECT 1 FROM phone_numbers WHERE workspace_id = $2 AND is_default), $10)
		ON CONFLICT (provider_id) DO UPDATE SET number = excluded.number, verified_name = excluded.verified_name,
			quality = excluded.quality, status = excluded.status, throughput = excluded.throughput
		WHERE phone_numbers.workspace_id = excluded.workspace_id`)
)

var (
	selectPhonesSQL = db.SQL(`SELECT ` + phoneColumns + ` FROM phone_numbers WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`)
)

var (
	selectPhoneSQL = db.SQL(`SELECT ` + phoneColumns + ` FROM phone_numbers WHERE workspace_id = $1 AND id = $2`)
)

var (
	selectPhonesOfSQL = db.SQL(`SELECT ` + phoneColumns + ` FROM phone_numbers WHERE messaging_account_id = $1 ORDER BY id`)
)

var (
	selectPhoneByProviderSQL = db.SQL(`SELECT ` + phoneColumns + ` FROM phone_numbers WHERE provider_id = $1`)
)

const phoneColumns = `id, workspace_id, messaging_account_id, provider_id, number, verified_name, quality, status, throughput, is_default,
	name_status, requested_name, name_rejection, messaging_limit, username, username_status, disconnect_reason, created_at`

// SaveMessagingAccount stores an account, or renews the token and app secret
// of one that this workspace has already, and returns its identifier. It
// returns a KindConflict error when another workspace has the account. Token
// and app secret must be sealed.
func SaveMessagingAccount(tx *db.Tx, a crm.MessagingAccount, token, appSecret []byte) (id string, err error) {
	found, err := tx.One(upsertAccountSQL, []any{&id}, a.ID, a.WorkspaceID, a.ProviderID, a.Name, a.Currency, a.AppID,
		token, a.TokenHint, appSecret, a.Status, db.Ms(a.CreatedAt))
	if err == nil && !found {
		err = crm.Errorf(crm.KindConflict, crm.CodePhoneNumberConnected, "This messaging account is connected to another workspace.")
	}
	return id, err
}

// MessagingAccount returns an account of the workspace, or a KindNotFound error.
func MessagingAccount(tx *db.Tx, workspaceID, id string) (crm.MessagingAccount, error) {
	return messagingAccount(tx, selectAccountSQL, workspaceID, id)
}

func messagingAccount(tx *db.Tx, s *db.Stmt, workspaceID, id string) (a crm.MessagingAccount, err error) {
	found := false
	err = tx.Each(s, func(r db.Row) (err error) { found = true; a, err = scanAccount(r); return err }, workspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("messaging account", id)
	}
	return a, err
}

// MessagingAccounts returns every account of the workspace.
func MessagingAccounts(tx *db.Tx, workspaceID string) (out []crm.MessagingAccount, err error) {
	err = tx.Each(selectAccountsSQL, func(r db.Row) error {
		a, err := scanAccount(r)
		out = append(out, a)
		return err
	}, workspaceID)
	return out, err
}

// MessagingAccountPage returns a page of the workspace's accounts, oldest first.
func MessagingAccountPage(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.MessagingAccount], error) {
	var out []crm.MessagingAccount
	err := tx.Each(selectAccountPageSQL, func(r db.Row) error {
		a, err := scanAccount(r)
		out = append(out, a)
		return err
	}, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(a crm.MessagingAccount) string { return a.ID }), err
}

// MessagingAccountByProvider finds an account by the provider's identifier in
// whatever workspace: it is how a webhook finds its workspace.
func MessagingAccountByProvider(tx *db.Tx, providerID string) (a crm.MessagingAccount, found bool, err error) {
	err = tx.Each(selectAccountByProviderSQL, func(r db.Row) (err error) { found = true; a, err = scanAccount(r); return err }, providerID)
	return a, found, err
}

// MessagingAccountOfRealm finds an account by our identifier in whatever
// workspace: its own secret has vouched for the webhook that asks.
func MessagingAccountOfRealm(tx *db.Tx, id string) (a crm.MessagingAccount, found bool, err error) {
	err = tx.Each(selectAccountOfRealmSQL, func(r db.Row) (err error) { found = true; a, err = scanAccount(r); return err }, id)
	return a, found, err
}

// sealedToken returns the sealed System User Token of an account.
func sealedToken(tx *db.Tx, workspaceID, id string) (sealed []byte, err error) {
	found, err := tx.One(selectAccountTokenSQL, []any{&sealed}, workspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("messaging account", id)
	}
	return sealed, err
}

// sealedAppSecret returns the sealed app secret by which an account's webhooks
// are verified, before it is known which workspace asks.
func sealedAppSecret(tx *db.Tx, id string) (sealed []byte, found bool, err error) {
	found, err = tx.One(selectAppSecretSQL, []any{&sealed}, id)
	return sealed, found, err
}

// SavePhoneNumber stores or renews a number; the first one of a workspace
// becomes its default. A number of another workspace stays as it is.
func SavePhoneNumber(tx *db.Tx, n crm.PhoneNumber) {
	tx.Write(upsertPhoneSQL, n.ID, n.WorkspaceID, n.MessagingAccountID, n.ProviderID, n.Number, n.VerifiedName,
		n.QualityRating, n.Status, n.Throughput, db.Ms(n.CreatedAt))
}

// PhoneNumbers returns a page of the workspace's numbers, oldest first.
func PhoneNumbers(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.PhoneNumber], error) {
	var out []crm.PhoneNumber
	err := tx.Each(selectPhonesSQL, func(r db.Row) error {
		n, err := scanPhone(r)
		out = append(out, n)
		return err
	}, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(n crm.PhoneNumber) string { return n.ID }), err
}

// PhoneNumber returns a number of the workspace, or a KindNotFound error.
func PhoneNumber(tx *db.Tx, workspaceID, id string) (crm.PhoneNumber, error) {
	return phoneNumber(tx, selectPhoneSQL, workspaceID, id)
}

func phoneNumber(tx *db.Tx, s *db.Stmt, workspaceID, id string) (n crm.PhoneNumber, err error) {
	found := false
	err = tx.Each(s, func(r db.Row) (err error) { found = true; n, err = scanPhone(r); return err }, workspaceID, id)
	if err == nil && !found {
		err = crm.NotFound("phone number", id)
	}
	return n, err
}

// PhoneNumberByProvider finds a number by the provider's identifier in
// whatever workspace: it is how a webhook item finds its workspace.
func PhoneNumberByProvider(tx *db.Tx, providerID string) (n crm.PhoneNumber, found bool, err error) {
	err = tx.Each(selectPhoneByProviderSQL, func(r db.Row) (err error) { found = true; n, err = scanPhone(r); return err }, providerID)
	return n, found, err
}

// PhoneNumbersOfAccount returns the numbers of an account in whatever
// workspace: the provider tells of accounts before it is known whose they are.
func PhoneNumbersOfAccount(tx *db.Tx, accountID string) (out []crm.PhoneNumber, err error) {
	err = tx.Each(selectPhonesOfSQL, func(r db.Row) error {
		n, err := scanPhone(r)
		out = append(out, n)
		return err
	}, accountID)
	return out, err
}

// MarkSynced records when an account's templates were last mirrored.
func MarkSynced(tx *db.Tx, workspaceID, id string, now time.Time) {
	tx.Write(accountSyncedSQL, workspaceID, id, db.Ms(now))
}

func scanAccount(r db.Row) (a crm.MessagingAccount, err error) {
	var restrictions string
	var created, synced int64
	err = r.Scan(&a.ID, &a.WorkspaceID, &a.ProviderID, &a.Name, &a.Currency, &a.AppID, &a.TokenHint, &a.Status,
		&a.ReviewStatus, &a.BanState, &a.BanDate, &a.Violation, &restrictions, &a.MaxPhoneNumbers, &a.DisconnectReason, &created, &synced)
	a.CreatedAt, a.SyncedAt = db.At(created), db.AtOf(synced)
	if restrictions != "" && err == nil {
		err = json.Unmarshal([]byte(restrictions), &a.Restrictions)
	}
	return a, err
}

func scanPhone(r db.Row) (n crm.PhoneNumber, err error) {
	var created int64
	err = r.Scan(&n.ID, &n.WorkspaceID, &n.MessagingAccountID, &n.ProviderID, &n.Number, &n.VerifiedName,
		&n.QualityRating, &n.Status, &n.Throughput, &n.IsDefault,
		&n.NameStatus, &n.RequestedName, &n.NameRejection, &n.MessagingLimit, &n.Username, &n.UsernameStatus, &n.DisconnectReason, &created)
	n.CreatedAt = db.At(created)
	return n, err
}
