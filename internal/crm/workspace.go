package crm

import "time"

// Workspace is one customer business, the tenant. It is live or test for good,
// so that live and test data never mix.
type Workspace struct {
	ID              string
	Name            string
	Live            bool
	DefaultLanguage string
	CreatedAt       time.Time
}

// MessagingAccount is a WABA at the provider, reached with a System User Token
// that is stored encrypted and never shown again.
type MessagingAccount struct {
	ID          string
	WorkspaceID string
	ProviderID  string
	Name        string
	Currency    string
	AppID       string
	TokenHint   string
	Status      string
	CreatedAt   time.Time
	SyncedAt    *time.Time
}

// PhoneNumber is a business number from which messages are sent and on which
// they are received.
type PhoneNumber struct {
	ID                 string
	WorkspaceID        string
	MessagingAccountID string
	ProviderID         string
	Number             string
	VerifiedName       string
	QualityRating      string
	Status             string
	// Throughput is what the provider takes of this number, in messages per second.
	Throughput int
	IsDefault  bool
	CreatedAt  time.Time
}

// Throughput levels of the provider, in messages per second (outbound.md 9.1).
const (
	ThroughputStandard    = 80
	ThroughputHigh        = 1000
	ThroughputCoexistence = 20
)
