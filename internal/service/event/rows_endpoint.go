package event

import (
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

const endpointColumns = `id, workspace_id, url, events, phone_number_ids, assistant_ids, pipeline_ids, description, enabled, disabled_reason, created_at, updated_at,
	` + settingColumns

const settingColumns = `ordering, rate_limit, max_in_flight, timeout_seconds, retry_schedule, max_batch`

var (
	insertEndpointSQL = db.SQL(`INSERT INTO webhook_endpoints (` + endpointColumns + `, secrets) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`)
	updateEndpointSQL = db.SQL(`UPDATE webhook_endpoints SET url = $3, events = $4, phone_number_ids = $5, assistant_ids = $6, pipeline_ids = $7,
		description = $8, enabled = $9, disabled_reason = $10, updated_at = $11,
		ordering = $12, rate_limit = $13, max_in_flight = $14, timeout_seconds = $15, retry_schedule = $16, max_batch = $17
		WHERE workspace_id = $1 AND id = $2`)
	updateSecretsSQL   = db.SQL(`UPDATE webhook_endpoints SET secrets = $3, updated_at = $4 WHERE workspace_id = $1 AND id = $2`)
	deleteEndpointSQL  = db.SQL(`DELETE FROM webhook_endpoints WHERE workspace_id = $1 AND id = $2`)
	selectEndpointSQL  = db.SQL(`SELECT ` + endpointColumns + `, secrets FROM webhook_endpoints WHERE workspace_id = $1 AND id = $2 FOR UPDATE`)
	viewEndpointSQL    = db.SQL(`SELECT ` + endpointColumns + `, secrets FROM webhook_endpoints WHERE workspace_id = $1 AND id = $2`)
	selectEndpointsSQL = db.SQL(`SELECT ` + endpointColumns + `, secrets FROM webhook_endpoints WHERE workspace_id = $1 AND id > $2 ORDER BY id LIMIT $3`)
	selectEnabledSQL   = db.SQL(`SELECT ` + endpointColumns + `, secrets FROM webhook_endpoints WHERE workspace_id = $1 AND enabled ORDER BY id`)
	selectSecretsSQL   = db.SQL(`SELECT url, enabled, secrets, ` + settingColumns + ` FROM webhook_endpoints WHERE workspace_id = $1 AND id = $2`)
	countEndpointsSQL  = db.SQL(`SELECT count(*) FROM webhook_endpoints WHERE workspace_id = $1`)
)

// InsertWebhookEndpoint stores a new endpoint, which gets every event that
// commits later; sealed are its encrypted secrets.
func InsertWebhookEndpoint(tx *db.Tx, e crm.WebhookEndpoint, sealed []byte) {
	s := storeSubscription(e.Subscription)
	args := []any{e.ID, e.WorkspaceID, e.URL, s.events, s.phoneNumbers, s.assistants, s.pipelines, e.Description, e.Enabled, e.DisabledReason, db.Ms(e.CreatedAt), db.Ms(e.UpdatedAt)}
	tx.Write(insertEndpointSQL, append(append(args, settingArgs(e.EndpointSettings)...), sealed)...)
	beginCursor(tx, e.WorkspaceID, e.ID)
	endpointChanged(tx, e.WorkspaceID, e.ID)
}

// UpdateWebhookEndpoint stores everything of an endpoint but its secrets.
func UpdateWebhookEndpoint(tx *db.Tx, e crm.WebhookEndpoint) {
	s := storeSubscription(e.Subscription)
	args := []any{e.WorkspaceID, e.ID, e.URL, s.events, s.phoneNumbers, s.assistants, s.pipelines, e.Description, e.Enabled, e.DisabledReason, db.Ms(e.UpdatedAt)}
	tx.Write(updateEndpointSQL, append(args, settingArgs(e.EndpointSettings)...)...)
	if !e.Enabled {
		failRedeliveries(tx, e.WorkspaceID, e.ID, "The endpoint was disabled.")
	}
	endpointChanged(tx, e.WorkspaceID, e.ID)
}

// updateEndpointSecrets stores the encrypted secrets of an endpoint.
func updateEndpointSecrets(tx *db.Tx, workspaceID, id string, sealed []byte) {
	tx.Write(updateSecretsSQL, workspaceID, id, sealed, db.Ms(tx.Now()))
	endpointChanged(tx, workspaceID, id)
}

// deleteWebhookEndpoint removes an endpoint. Who serves it ends what waits for
// it, and removes its cursor then.
func deleteWebhookEndpoint(tx *db.Tx, workspaceID, id string) error {
	forgetEndpointHealth(tx, workspaceID, id)
	n, err := tx.Exec(deleteEndpointSQL, workspaceID, id)
	if err == nil && n == 0 {
		return crm.NotFound("webhook endpoint", id)
	}
	failRedeliveries(tx, workspaceID, id, "The endpoint was deleted.")
	endpointChanged(tx, workspaceID, id)
	return err
}

func endpointChanged(tx *db.Tx, workspaceID, id string) {
	if s := senders.Of(tx); s != nil {
		tx.After(func() { s.Changed(workspaceID, id) })
	}
}

// WebhookEndpoint returns an endpoint of the workspace, locked until the end of
// the transaction, or a KindNotFound error.
func WebhookEndpoint(tx *db.Tx, workspaceID, id string) (crm.WebhookEndpoint, error) {
	return endpoint(tx, selectEndpointSQL, workspaceID, id)
}

// webhookEndpointView is WebhookEndpoint without the lock.
func webhookEndpointView(tx *db.Tx, workspaceID, id string) (crm.WebhookEndpoint, error) {
	return endpoint(tx, viewEndpointSQL, workspaceID, id)
}

func endpoint(tx *db.Tx, s *db.Stmt, workspaceID, id string) (crm.WebhookEndpoint, error) {
	list, err := endpoints(tx, s, workspaceID, id)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("webhook endpoint", id)
	}
	if err != nil {
		return crm.WebhookEndpoint{}, err
	}
	return list[0], nil
}

// webhookEndpoints returns a page of the workspace's endpoints, oldest first.
func webhookEndpoints(tx *db.Tx, workspaceID string, p crm.Page) (crm.List[crm.WebhookEndpoint], error) {
	list, err := endpoints(tx, selectEndpointsSQL, workspaceID, p.After, p.Limit+1)
	return crm.CutPage(list, p.Limit, func(e crm.WebhookEndpoint) string { return e.ID }), err
}

// lockWebhookEndpoints keeps other transactions that do the same from the
// workspace's endpoints until this one ends.
func lockWebhookEndpoints(tx *db.Tx, workspaceID string) { tx.Lock("endpoints/" + workspaceID) }

// CountWebhookEndpoints returns how many endpoints the workspace has.
func CountWebhookEndpoints(tx *db.Tx, workspaceID string) (n int, err error) {
	_, err = tx.One(countEndpointsSQL, []any{&n}, workspaceID)
	return n, err
}

// EndpointTarget is what one attempt of a delivery needs, read anew each time
// so that a rotated secret signs the very next attempt.
type EndpointTarget struct {
	URL           string
	Enabled       bool
	SealedSecrets []byte
	Settings      crm.EndpointSettings
}

// ReadEndpointTarget returns where and how to deliver; false when the endpoint is gone.
func ReadEndpointTarget(tx *db.Tx, workspaceID, id string) (t EndpointTarget, found bool, err error) {
	var s storedEndpointSettings
	found, err = tx.One(selectSecretsSQL, append([]any{&t.URL, &t.Enabled, &t.SealedSecrets}, s.dest()...), workspaceID, id)
	t.Settings = s.settings()
	return t, found, err
}

func endpoints(tx *db.Tx, s *db.Stmt, args ...any) (out []crm.WebhookEndpoint, err error) {
	err = tx.Each(s, func(r db.Row) error {
		var e crm.WebhookEndpoint
		var sub storedSubscription
		var created, updated int64
		var s storedEndpointSettings
		err := r.Scan(append([]any{&e.ID, &e.WorkspaceID, &e.URL, &sub.events, &sub.phoneNumbers, &sub.assistants, &sub.pipelines, &e.Description, &e.Enabled, &e.DisabledReason, &created, &updated}, append(s.dest(), &e.SealedSecrets)...)...)
		e.Subscription, e.EndpointSettings = sub.parse(), s.settings()
		e.CreatedAt, e.UpdatedAt = db.At(created), db.At(updated)
		out = append(out, e)
		return err
	}, args...)
	return out, err
}

// storedEndpointSettings are the columns of an endpoint's settings.
type storedEndpointSettings struct {
	ordering, retry         string
	rate, inFlight, timeout int64
	batch                   int
}

func (s *storedEndpointSettings) dest() []any {
	return []any{&s.ordering, &s.rate, &s.inFlight, &s.timeout, &s.retry, &s.batch}
}

func (s *storedEndpointSettings) settings() crm.EndpointSettings {
	return crm.EndpointSettings{Ordering: crm.Ordering(s.ordering), RateLimit: int(s.rate), MaxInFlight: int(s.inFlight), MaxBatch: s.batch,
		Timeout: time.Duration(s.timeout) * time.Second, Retry: crm.ParseRetrySchedule(s.retry)}
}

func settingArgs(s crm.EndpointSettings) []any {
	return []any{string(s.Ordering), s.RateLimit, s.MaxInFlight, int64(s.Timeout / time.Second), s.Retry.String(), s.MaxBatch}
}

// storedSubscription is a subscription as its columns hold it: lists separated
// by blanks.
type storedSubscription struct{ events, phoneNumbers, assistants, pipelines string }

func storeSubscription(s crm.Subscription) storedSubscription {
	return storedSubscription{joinTexts(s.Events), joinTexts(s.PhoneNumberIDs), joinTexts(s.AssistantIDs), joinTexts(s.PipelineIDs)}
}

func (s storedSubscription) parse() crm.Subscription {
	return crm.Subscription{Events: splitTexts[crm.EventPattern](s.events), PhoneNumberIDs: splitTexts[string](s.phoneNumbers),
		AssistantIDs: splitTexts[string](s.assistants), PipelineIDs: splitTexts[string](s.pipelines)}
}

func joinTexts[T ~string](list []T) string {
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = string(v)
	}
	return strings.Join(parts, " ")
}

func splitTexts[T ~string](text string) (list []T) {
	for part := range strings.FieldsSeq(text) {
		list = append(list, T(part))
	}
	return list
}
