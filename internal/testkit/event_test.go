package testkit_test

import (
	"context"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit"
)

// The kit tells an event that breaks the schema of its kind, and lets those of
// the service and every sample pass.
func TestEventFaults(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	add := func(kind crm.EventKind, data any) {
		k.Must(k.DB().Update(context.Background(), "k", func(tx *db.Tx) error {
			return event.AppendEvent(tx, kind, k.WorkspaceID, "key", crm.EventScope{}, data)
		}))
	}
	k.EventuallyStored(k.CustomerWrites("+14155550123", "Hello"))
	for _, kind := range crm.EventTypes {
		add(kind.Kind, kind.Sample)
	}
	if faults := k.EventFaults(); len(faults) > 0 {
		t.Fatal(faults)
	}
	add(crm.EventTemplateStatusUpdated, map[string]any{"template_id": "tpl_1"})
	add(crm.EventTemplateStatusUpdated, struct {
		crm.TemplateStatusData
		More string `json:"more"`
	}{})
	add(crm.EventContactConsentUpdated, crm.ContactConsentData{Purpose: "parties"})
	add("kind.unknown", map[string]any{})
	if faults := k.EventFaults(); len(faults) != 4 || !strings.Contains(faults[0], "missing") || !strings.Contains(faults[1], "more") ||
		!strings.Contains(faults[2], "parties") || faults[3] != "the catalogue has no kind.unknown" {
		t.Errorf("the faults are %q", faults)
	}
}
