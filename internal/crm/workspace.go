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
	// ContactEpoch grows whenever numbers or user ids of known people move from
	// one contact to another, so that what is remembered of them is looked up anew.
	ContactEpoch int64
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
	// Status is connected, or why the account cannot be used: disabled, deleted,
	// offboarded or disconnected.
	Status string
	// What the provider tells of the account by webhook.
	ReviewStatus    string // approved, rejected, pending or deferred
	BanState        string // disable, schedule_for_disable or reinstate
	BanDate         string // as the provider writes it
	Violation       string
	Restrictions    []AccountRestriction
	MaxPhoneNumbers int
	// DisconnectReason is why the provider disconnected the account, in its word.
	DisconnectReason string
	// UnpaidSince is since when the provider delivers nothing that costs something, nil
	// while it does. UnpaidReplies: replies cost something, too. UnpaidSeen: the provider
	// says, too, that no payment method is attached.
	UnpaidSince               *time.Time
	UnpaidReplies, UnpaidSeen bool
	// BudgetStops is what budgets keep it from sending.
	BudgetStops []BudgetStop
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
	// NameStatus is what the provider decided about RequestedName, the display
	// name that was asked for last: approved, rejected, pending or deferred.
	NameStatus, RequestedName, NameRejection string
	// MessagingLimit is how many people may be written to first within a day,
	// as a tier such as TIER_2K; "" where the provider has not told it.
	MessagingLimit           string
	Username, UsernameStatus string
	// DisconnectReason is why the provider disconnected the number, in its word;
	// "" while it is connected.
	DisconnectReason string
	ReadReceipts     ReadReceipts
	// Automatic is what it says by itself; nil where nobody ever set that.
	Automatic *AutomaticMessages
	CreatedAt time.Time
}

// Standing is the provider's word for the number's status, or disconnected.
func (n PhoneNumber) Standing() string {
	if n.DisconnectReason != "" {
		return AccountDisconnected
	}
	return n.Status
}

// CheckSend returns why nothing can be sent from the number.
func (n PhoneNumber) CheckSend() error {
	var f Faults
	if n.DisconnectReason != "" {
		f.Add("/from", CodeNumberDisconnected, "The phone number %s is disconnected at the provider (%s). Nothing can be sent from it until it is connected again.",
			n.Number, n.DisconnectReason)
	}
	if n.Status == NumberBanned {
		f.Add("/from", CodeNumberDisconnected, "The provider has banned the phone number %s. Nothing can be sent from it. Ask for a review on the account's quality page in the provider's business settings.", n.Number)
	}
	return f.Err()
}

// Throughput levels of the provider, in messages per second (outbound.md 9.1).
const (
	ThroughputStandard    = 80
	ThroughputHigh        = 1000
	ThroughputCoexistence = 20
)
