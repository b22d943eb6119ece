package main

// What --help says of each command beside its flags. A test runs every example
// as it stands here.

// Help is what crm serve --help says.
func (c *serveCommand) Help() string {
	return `Every setting is a flag and an environment variable. Without any, the service listens on 127.0.0.1:8080 and keeps everything in ./data: the encrypted database, its master key and the files. Run crm doctor first to check your settings.

Examples:

  crm serve
  crm serve --sandbox --allow-loopback-receivers
  crm serve --log-format json --log-requests
  CRM_MASTER_KEY=$(cat master.key) crm serve --database postgres://crm:secret@db.internal:5432/crm

Ctrl-C (SIGINT), SIGTERM and SIGHUP let running work finish before the service stops. A second signal stops it at once.`
}

// Help is what crm demo --help says.
func (c *demoCommand) Help() string {
	return `It prints an address, an API key and calls that you can paste, then one line for each thing that happens. The data is kept: the next start continues where the last one stopped.

Examples:

  crm demo
  crm demo --quiet
  crm demo --data ./data/second --listen 127.0.0.1:8082`
}

// Help is what crm sandbox --help says.
func (c *sandboxCommand) Help() string {
	return `It answers like the provider's Graph API, posts signed webhooks, and forgets everything when it stops.

Examples:

  crm sandbox
  crm sandbox --callback-url http://127.0.0.1:8080/provider/webhook --status-delay 1s --auto-read`
}

// Help is what crm migrate --help says.
func (c *migrateCommand) Help() string {
	return `Examples:

  crm migrate
  CRM_MASTER_KEY=$(cat master.key) crm migrate --database postgres://crm:secret@db.internal:5432/crm`
}

// Help is what crm doctor --help says.
func (c *doctorCommand) Help() string {
	return `It takes the same settings as crm serve and changes nothing. The result of each check is ✓ (fine), – (does not exist yet), ! (needs your attention before customers use the service) or ✗ (must be fixed). It exits with 1 if there is any ✗.

With counters, it compares the stored counts of every workspace with a recount and prints each difference. It exits with 1 if there are any; --repair corrects them.

Examples:

  crm doctor
  crm doctor counters
  crm doctor counters --repair
  CRM_APP_SECRET=$(cat app-secret) CRM_VERIFY_TOKEN=a-token-of-yours crm doctor --callback-url https://crm.example.com/provider/webhook`
}

// Help is what crm backup --help says.
func (c *backupCommand) Help() string {
	return `The backup is of one moment, and the service need not stop. It has the database, encrypted as it is, and the files. It does not have the master key: keep that in another place. Every page is checked while it is copied. Files that the backup before has are shared with it, so only new ones take up room.

To restore, copy a backup to an empty folder, put the master key there as master.key, and start the service with --database at it. docs/operations.md says more. PostgreSQL is backed up by its own means.

Examples:

  crm backup ./backups
  crm backup --keep 14 ./backups`
}

// Help is what crm reprocess --help says.
func (c *reprocessCommand) Help() string {
	return `Examples:

  crm reprocess --dry-run
  crm reprocess --since 72h`
}

// Help is what crm seed --help says.
func (c *seedCommand) Help() string {
	return `It refuses a database that already has messages. If it is interrupted, start again with a new database. On PostgreSQL, 10,000,000 messages take more than 30 GB and 15 minutes.

Examples:

  crm seed --database ./data/seeded.db --messages 2000 --contacts 200
  CRM_MASTER_KEY=$(cat master.key) crm seed --database postgres://crm:secret@db.internal:5432/crm --messages 5000 --contacts 500 --workspaces 10`
}

// Help is what crm openapi --help says.
func (c *openAPICommand) Help() string {
	return `Examples:

  crm openapi > openapi.yaml
  crm openapi --json`
}

// Help is what crm version --help says.
func (c *versionCommand) Help() string {
	return `Examples:

  crm version
  crm version --json`
}

// Help is what crm admin create-workspace --help says.
func (c *createWorkspaceCommand) Help() string {
	return `A workspace is one customer business. A test workspace uses the sandbox, a live one the real provider.

Examples:

  crm admin create-workspace "Try it out"
  crm admin create-workspace "My shop" --live --language en_US`
}

// Help is what crm admin list-workspaces --help says.
func (c *listWorkspacesCommand) Help() string {
	return `Each line shows the id, test or live, the name and the creation date.

Examples:

  crm admin list-workspaces`
}

// Help is what crm admin restored --help says.
func (c *restoredCommand) Help() string {
	return `Each file's name begins with the identity of its database, and a database removes only its own files. Without this command, a restored copy takes the place of the original. With it, both can use the same bucket.

Examples:

  crm admin restored`
}

// Help is what crm admin create-key --help says.
func (c *createKeyCommand) Help() string {
	return `Examples:

  crm admin create-key wsp_…
  crm admin create-key wsp_… --name "Order service" --scopes messages:read,messages:write --expires 720h`
}

// Help is what crm admin list-keys --help says.
func (c *listKeysCommand) Help() string {
	return `Each line shows the id, the last four characters, whether the key works, its name and its scopes.

Examples:

  crm admin list-keys wsp_…`
}

// Help is what crm admin rotate-key --help says.
func (c *rotateKeyCommand) Help() string {
	return `Examples:

  crm admin rotate-key wsp_… key_…
  crm admin rotate-key wsp_… key_… --overlap 1h`
}

// Help is what crm admin revoke-key --help says.
func (c *revokeKeyCommand) Help() string {
	return `Examples:

  crm admin revoke-key wsp_… key_…`
}

// Help is what crm admin connect-number --help says.
func (c *connectNumberCommand) Help() string {
	return `The service checks the token with the provider, stores it encrypted and never shows it again. Then it mirrors the account's numbers and templates.

Examples:

  crm admin connect-number wsp_… 102290129340398 < token.txt
  crm admin connect-number wsp_… 102290129340398 --token-file token.txt`
}

// Help is what crm healthcheck --help says.
func (c *healthcheckCommand) Help() string {
	return `Examples:

  crm healthcheck`
}
