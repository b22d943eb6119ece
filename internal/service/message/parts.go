package message

import "service.example/crm/internal/db"

// The groups of updates that run side by side (store.Beside): those about one
// message each, then those about one phone number each, whose statuses may be
// about the same messages.
const (
	BesideMessages db.Group = iota + 1
	BesideNumbers
)
