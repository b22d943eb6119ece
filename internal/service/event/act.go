package event

import (
	"net/url"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// recordEndpoint adds an act on an endpoint to the audit log.
func (s *Events) recordEndpoint(tx *db.Tx, actor crm.Actor, action string, e *crm.WebhookEndpoint, changes crm.ActChanges) error {
	return s.record(tx, actor, crm.Act{Action: action, Targets: []crm.ActTarget{endpointTarget(e)}, Changes: changes})
}

// recordCreated adds to the audit log that an endpoint was made.
func (s *Events) recordCreated(tx *db.Tx, actor crm.Actor, e *crm.WebhookEndpoint) error {
	return s.recordEndpoint(tx, actor, "webhook_endpoint.created", e, endpointChanges(&crm.WebhookEndpoint{EndpointSettings: crm.DefaultEndpointSettings()}, e))
}

func endpointTarget(e *crm.WebhookEndpoint) crm.ActTarget {
	return crm.ActTarget{Type: "webhook_endpoint", ID: e.ID, Name: shownURL(e.URL)}
}

// endpointChanges are what an act changed of an endpoint.
func endpointChanges(from, to *crm.WebhookEndpoint) crm.ActChanges {
	out := crm.ActDiff(*from, *to, "id", "workspaceId", "url", "health", "notices", "secrets", "sealedSecrets", "disabledReason", "createdAt", "updatedAt")
	if shownURL(from.URL) == shownURL(to.URL) && from.URL != to.URL {
		return out.Secret("url")
	}
	return out.Set("url", shownURL(from.URL), shownURL(to.URL))
}

// shownURL is an address as the audit log keeps it: without what receivers put into
// it to know us by.
func shownURL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return ""
	}
	shown := u.Scheme + "://" + u.Host + u.EscapedPath()
	if u.RawQuery != "" {
		shown += "?…"
	}
	return shown
}

// recordRedelivery adds an act on a bulk redelivery to the audit log.
func (s *Events) recordRedelivery(tx *db.Tx, actor crm.Actor, action string, r *crm.Redelivery, e *crm.WebhookEndpoint) error {
	return s.record(tx, actor, crm.Act{Action: action, Targets: []crm.ActTarget{{Type: "redelivery", ID: r.ID}, endpointTarget(e)}})
}
