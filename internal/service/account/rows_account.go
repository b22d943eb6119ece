package account

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const accountColumns = `id, workspace_id, provider_id, name, currency, app_id, token_hint, status, review_status, ban_state, ban_date, violation, restrictions,
	max_phone_numbers, disconnect_reason, created_at, synced_at, unpaid_since, unpaid_replies, unpaid_seen, budget_stops`

var (
	// The account keeps the identifier that it was connected with.
	claimAccountSQL = db.SQL(`INSERT INTO account_directory (account_id, workspace_id, provider_id) VALUES ($1, $2, $3)
		ON CONFLICT (provider_id) DO UPDATE SET provider_id = excluded.provider_id
		WHERE account_directory.workspace_id = excluded.workspace_id
		RETURNING account_id`)
	upsertAccountSQL = db.SQL(`INSERT INTO messaging_accounts
		(id, workspace_id, provider_id, name, currency, app_id, token, token_hint, app_secret, status, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		ON CONFLICT (workspace_id, id) DO UPDATE SET name = excluded.name, currency = excluded.currency, app_id = excluded.app_id,
			token = excluded.token, token_hint = excluded.token_hint, app_secret = CASE WHEN length(excluded.app_secret) = 0 THEN messaging_accounts.app_secret ELSE excluded.app_secret END, status = excluded.status,
			ban_state = CASE WHEN excluded.status = 'disabled' THEN messaging_accounts.ban_state ELSE '' END,
			ban_date = CASE WHEN excluded.status = 'disabled' THEN messaging_accounts.ban_date ELSE '' END, restrictions = '', disconnect_reason = '', unpaid_since = 0, unpaid_replies = FALSE, unpaid_seen = FALSE`)
	selectAccountSQL     = db.SQL(`SELECT ` + accountColumns + ` FROM messaging_accounts WHERE workspace_id = $1 AND id = $2`)
	selectAccountsSQL    = db.SQL(`SELECT ` + accountColumns + ` FROM messaging_accounts WHERE workspace_id = $1 ORDER BY id`)
	selectAccountPageSQL = db.SQL(`SELECT ` + accountColumns + ` FROM messaging_accounts WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`)
	// Across workspaces: the provider names an account before its workspace is known.
	selectAccountByProviderSQL = db.SQL(`SELECT `+accountColumns+` FROM messaging_accounts
		WHERE (workspace_id, id) = (SELECT workspace_id, account_id FROM account_directory WHERE provider_id = $1)`).
		By("account_directory_provider", "sqlite_autoindex_messaging_accounts_1").ByOnPostgres("account_directory_provider", "messaging_accounts_pkey")
	// Across workspaces: a webhook is signed by the account before its workspace is known.
	selectAccountOfRealmSQL = db.SQL(`SELECT `+accountColumns+` FROM messaging_accounts
		WHERE (workspace_id, id) = (SELECT workspace_id, account_id FROM account_directory WHERE account_id = $1)`).
		By("sqlite_autoindex_messaging_accounts_1").ByOnPostgres("account_directory_pkey", "messaging_accounts_pkey")
	selectAppSecretSQL = db.SQL(`SELECT app_secret FROM messaging_accounts
		WHERE (workspace_id, id) = (SELECT workspace_id, account_id FROM account_directory WHERE account_id = $1)`).
		By("sqlite_autoindex_messaging_accounts_1").ByOnPostgres("account_directory_pkey", "messaging_accounts_pkey")
	hasAppSecretSQL       = db.SQL(`SELECT CASE WHEN length(app_secret) > 0 THEN 1 ELSE 0 END FROM messaging_accounts WHERE workspace_id = $1 AND id = $2`)
	selectAccountTokenSQL = db.SQL(`SELECT token FROM messaging_accounts WHERE workspace_id = $1 AND id = $2`)
	exchangeTokenSQL      = db.SQL(`UPDATE messaging_accounts SET token = $3, token_hint = $4 WHERE workspace_id = $1 AND id = $2`)
	budgetStopsSQL        = db.SQL(`UPDATE messaging_accounts SET budget_stops = $3 WHERE workspace_id = $1 AND id = $2`)
	accountSyncedSQL      = db.SQL(`UPDATE messaging_accounts SET synced_at = $3 WHERE workspace_id = $1 AND id = $2`)
)

var (
	claimNumberSQL = db.SQL(`INSERT INTO number_directory (provider_id, workspace_id, phone_number_id) VALUES ($1, $2, $3)
		ON CONFLICT (provider_id) DO UPDATE SET provider_id = excluded.provider_id
		WHERE number_directory.workspace_id = excluded.workspace_id`)
	// The number keeps the identifier that it was connected with.
	upsertPhoneSQL = db.SQL(`INSERT INTO phone_numbers
		(id, workspace_id, messaging_account_id, provider_id, number, verified_name, quality, status, throughput, is_default, created_at)
		SELECT phone_number_id, workspace_id, $3, provider_id, $4, $5, $6, $7, CAST($8 AS BIGINT),
			NOT EXISTS (SELECT 1 FROM phone_numbers WHERE workspace_id = $1 AND is_default), CAST($9 AS BIGINT)
			FROM number_directory WHERE provider_id = $2 AND workspace_id = $1
		ON CONFLICT (workspace_id, id) DO UPDATE SET number = excluded.number, verified_name = excluded.verified_name,
			quality = excluded.quality, status = excluded.status, throughput = excluded.throughput,
			messaging_account_id = excluded.messaging_account_id, provider_id = excluded.provider_id`)
	sameNumberSQL     = db.SQL(`SELECT id FROM phone_numbers WHERE workspace_id = $1 AND number = $2 AND provider_id <> $3 ORDER BY id LIMIT 1`)
	selectPhonesSQL   = db.SQL(`SELECT ` + phoneColumns + ` FROM phone_numbers WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`)
	selectPhoneSQL    = db.SQL(`SELECT ` + phoneColumns + ` FROM phone_numbers WHERE workspace_id = $1 AND id = $2`)
	selectPhonesOfSQL = db.SQL(`SELECT ` + phoneColumns + ` FROM phone_numbers WHERE workspace_id = $1 AND messaging_account_id = $2 ORDER BY id`)
	// Across workspaces: a webhook is signed by the account before its workspace is known.
	selectPhonesOfRealmSQL = db.SQL(`SELECT `+phoneColumns+` FROM phone_numbers
		WHERE (workspace_id, messaging_account_id) = (SELECT workspace_id, account_id FROM account_directory WHERE account_id = $1) ORDER BY id`).
		By("sqlite_autoindex_phone_numbers_1").ByOnPostgres("account_directory_pkey", "phone_numbers_pkey")
	// Across workspaces: the provider names a number before its workspace is known.
	selectPhoneByProviderSQL = db.SQL(`SELECT `+phoneColumns+` FROM phone_numbers
		WHERE (workspace_id, id) = (SELECT workspace_id, phone_number_id FROM number_directory WHERE provider_id = $1)`).
		By("sqlite_autoindex_phone_numbers_1").ByOnPostgres("number_directory_pkey", "phone_numbers_pkey")
)

const phoneColumns = `id, workspace_id, messaging_account_id, provider_id, number, verified_name, quality, status, throughput, is_default,
	name_status, requested_name, name_rejection, messaging_limit, username, username_status, disconnect_reason, created_at, read_receipts, automatic_messages`

// ClaimAccount makes the workspace the one that has the provider's account, and
// returns the account's identifier: the proposed one, unless the workspace has the
// account already. It returns a KindConflict error when another workspace has it.
func ClaimAccount(tx *db.Tx, workspaceID, providerID, proposed string) (id string, err error) {
	found, err := tx.One(claimAccountSQL, []any{&id}, proposed, workspaceID, providerID)
	if err == nil && !found {
		err = crm.Errorf(crm.KindConflict, crm.CodePhoneNumberConnected, "This messaging account is connected to another workspace.")
	}
	return id, err
}

// SaveMessagingAccount stores an account that was claimed, or renews the token and
// app secret of one that is stored already. Token and app secret must be sealed.
func SaveMessagingAccount(tx *db.Tx, a crm.MessagingAccount, token, appSecret []byte) {
	tx.Write(upsertAccountSQL, a.ID, a.WorkspaceID, a.ProviderID, a.Name, a.Currency, a.AppID,
		token, a.TokenHint, appSecret, a.Status, db.Ms(a.CreatedAt))
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
// ExchangeToken stores another token of an account, sealed, and what is shown of it; it
// returns a KindNotFound error where the workspace has no such account.
func ExchangeToken(tx *db.Tx, workspaceID, id string, sealed []byte, hint string) error {
	n, err := tx.Exec(exchangeTokenSQL, workspaceID, id, sealed, hint)
	if err == nil && n == 0 {
		err = crm.NotFound("messaging account", id)
	}
	return err
}

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

// HasAppSecret reports whether the webhooks of an account are signed by an app of its own.
func HasAppSecret(tx *db.Tx, workspaceID, id string) (bool, error) {
	var has int64
	_, err := tx.One(hasAppSecretSQL, []any{&has}, workspaceID, id)
	return has == 1, err
}

// SavePhoneNumber stores or renews a number; the first one of a workspace
// becomes its default. Where another workspace has the number, the update fails
// with a KindConflict error: its messages would go astray.
func SavePhoneNumber(tx *db.Tx, n crm.PhoneNumber) {
	taken := crm.Errorf(crm.KindConflict, crm.CodePhoneNumberConnected, "Phone number %s is connected to another workspace.", n.Number)
	tx.WriteExactlyOne(claimNumberSQL, taken, n.ProviderID, n.WorkspaceID, n.ID)
	tx.Write(upsertPhoneSQL, n.WorkspaceID, n.ProviderID, n.MessagingAccountID, n.Number, n.VerifiedName, n.QualityRating,
		n.Status, n.Throughput, db.Ms(n.CreatedAt))
}

// KeepIdentity gives a number that the provider has under a new identifier, because it moved
// here from another account of the workspace, the one that it has here: its conversations
// and whatever names it stay with it.
func KeepIdentity(tx *db.Tx, n *crm.PhoneNumber) error {
	_, err := tx.One(sameNumberSQL, []any{&n.ID}, n.WorkspaceID, n.Number, n.ProviderID)
	return err
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

// PhoneNumbersOfAccount returns the numbers of an account of the workspace.
func PhoneNumbersOfAccount(tx *db.Tx, workspaceID, accountID string) ([]crm.PhoneNumber, error) {
	return phoneNumbersOf(tx, selectPhonesOfSQL, workspaceID, accountID)
}

// PhoneNumbersOfRealm returns the numbers of an account in whatever workspace:
// its own secret has vouched for the webhook that asks.
func PhoneNumbersOfRealm(tx *db.Tx, accountID string) ([]crm.PhoneNumber, error) {
	return phoneNumbersOf(tx, selectPhonesOfRealmSQL, accountID)
}

func phoneNumbersOf(tx *db.Tx, s *db.Stmt, args ...any) (out []crm.PhoneNumber, err error) {
	err = tx.Each(s, func(r db.Row) error {
		n, err := scanPhone(r)
		out = append(out, n)
		return err
	}, args...)
	return out, err
}

// MarkSynced records when an account's templates were last mirrored.
func MarkSynced(tx *db.Tx, workspaceID, id string, now time.Time) {
	tx.Write(accountSyncedSQL, workspaceID, id, db.Ms(now))
}

func scanAccount(r db.Row) (a crm.MessagingAccount, err error) {
	var restrictions, stops string
	var created, synced, unpaid int64
	err = r.Scan(&a.ID, &a.WorkspaceID, &a.ProviderID, &a.Name, &a.Currency, &a.AppID, &a.TokenHint, &a.Status,
		&a.ReviewStatus, &a.BanState, &a.BanDate, &a.Violation, &restrictions, &a.MaxPhoneNumbers, &a.DisconnectReason, &created, &synced, &unpaid, &a.UnpaidReplies, &a.UnpaidSeen, &stops)
	a.CreatedAt, a.SyncedAt, a.UnpaidSince = db.At(created), db.AtOf(synced), db.AtOf(unpaid)
	if restrictions != "" && err == nil {
		err = json.Unmarshal([]byte(restrictions), &a.Restrictions)
	}
	if stops != "" && err == nil {
		err = json.Unmarshal([]byte(stops), &a.BudgetStops)
	}
	return a, err
}

func scanPhone(r db.Row) (n crm.PhoneNumber, err error) {
	var created int64
	var receipts, automatic string
	err = r.Scan(&n.ID, &n.WorkspaceID, &n.MessagingAccountID, &n.ProviderID, &n.Number, &n.VerifiedName,
		&n.QualityRating, &n.Status, &n.Throughput, &n.IsDefault,
		&n.NameStatus, &n.RequestedName, &n.NameRejection, &n.MessagingLimit, &n.Username, &n.UsernameStatus, &n.DisconnectReason, &created, &receipts, &automatic)
	n.CreatedAt, n.ReadReceipts = db.At(created), crm.ReadReceipts(receipts)
	if automatic != "" && err == nil {
		err = json.Unmarshal([]byte(automatic), &n.Automatic)
	}
	return n, err
}

// SetBudgetStops stores what budgets keep an account from sending. Sends of this node go
// by it at once, those of others within a second.
func SetBudgetStops(tx *db.Tx, s *Accounts, workspaceID, id string, stops []crm.BudgetStop) {
	text := ""
	if len(stops) > 0 {
		text = db.Text(stops)
	}
	tx.Write(budgetStopsSQL, workspaceID, id, text)
	tx.After(func() { s.accounts.Drop(id) })
}
