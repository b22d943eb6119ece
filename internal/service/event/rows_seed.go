package event

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// SeedEndpoint stores an endpoint with fresh secrets. It gets what commits later.
func (s *Events) SeedEndpoint(tx *db.Tx, e crm.WebhookEndpoint) error {
	e.CreatedAt, e.UpdatedAt, e.EndpointSettings = tx.Now(), tx.Now(), crm.DefaultEndpointSettings()
	e.Secrets = newSecrets(crm.SignatureHMAC, tx.Now())
	sealed, err := s.sealSecrets(&e)
	if err == nil {
		InsertWebhookEndpoint(tx, e, sealed)
	}
	return err
}

// SeedEvent writes an event of an earlier time to the log, and tells nobody of it.
func SeedEvent(tx *db.Tx, ev LoggedEvent) {
	tx.Write(insertEventSQL, ev.ID, ev.WorkspaceID, string(ev.Kind), ev.Key, ev.EndpointID, db.Ms(ev.CreatedAt), ev.Body, ev.Scope.String())
}

// seedLatency is how long the calls of seeded deliveries took.
const seedLatency = 23 * time.Millisecond

// SeedDelivery writes that an event was taken by an endpoint, or that it was given
// up for it.
func SeedDelivery(tx *db.Tx, endpointID string, ev LoggedEvent, sequence int64, failed bool) {
	d := Delivery{EndpointID: endpointID, EventID: ev.ID, WorkspaceID: ev.WorkspaceID, State: DeliverySucceeded, Attempt: 1, Sequence: sequence}
	a := DeliveryAttempt{StartedAt: ev.CreatedAt.Add(seedLatency), Latency: seedLatency, StatusCode: 200, Signature: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="}
	if failed {
		d.State, d.Attempt, a.StatusCode, a.Error = DeliveryFailed, 8, 500, "The receiver answered 500."
	}
	RecordDelivery(tx, d, &a)
}
