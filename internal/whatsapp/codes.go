package whatsapp

import (
	"slices"
	"time"
)

// Channel says where an error code arrives.
type Channel int

// Sync codes arrive in the answer of a call, Async ones in a failed status or
// another webhook.
const (
	Sync Channel = 1 << iota
	Async
)

// Row is what is known of one error code of the provider, or of a range.
type Row struct {
	Code    int
	Last    int // end of a range, else 0
	HTTP    int // status of the answer; 0 when it is not documented
	Title   string
	Class   Class
	Channel Channel
	// Wait is the least time before the call is repeated; 0 leaves it to Delay.
	Wait time.Duration
	// Few is set where the provider advises against more than a few repeats.
	Few bool
	// Away is set where the provider, or the account with it, does not work for
	// a while: nothing of the message is why.
	Away bool
	// Hold says what people have to mend before anything is sent.
	Hold Hold
}

// Hold says what keeps every message back until people have mended it; nothing of the
// message is why.
type Hold string

// What people have to mend.
const (
	HoldToken   Hold = "token"   // the token, or what it may do
	HoldAccount Hold = "account" // the messaging account
	HoldNumber  Hold = "number"  // the phone number
	// HoldPayment keeps back what costs something alone.
	HoldPayment Hold = "payment"
)

// Describe returns the row of a code (outbound.md 8.2), or false when the
// provider is not known to use it.
func Describe(code int) (Row, bool) {
	if i, ok := rowOf[code]; ok {
		return rows[i], true
	}
	for _, row := range rows {
		if row.Last != 0 && row.Code <= code && code <= row.Last {
			return row, true
		}
	}
	return Row{}, false
}

// Codes returns the rows of every code, in the order of the codes.
func Codes() []Row { return slices.Clone(rows) }

var rowOf = index(rows)

func index(rows []Row) map[int]int {
	out := make(map[int]int, len(rows))
	for i, row := range rows {
		if row.Last == 0 {
			out[row.Code] = i
		}
	}
	return out
}

// subcodes refine code 100, which the provider uses for everything.
var subcodes = map[int]Class{
	33:      ClassFix,   // the object is unknown, or the token may not see it
	2207051: ClassFix,   // phone number not registered
	2494100: ClassRetry, // maintenance
}

// rows is the provider's table of codes (outbound.md 8.2).
var rows = []Row{
	{Code: 0, HTTP: 401, Title: "AuthException", Class: ClassFix, Channel: Sync, Hold: HoldToken},
	{Code: 1, HTTP: 400, Title: "API Unknown", Class: ClassRetry, Channel: Sync, Few: true},
	{Code: 2, HTTP: 503, Title: "API Service", Class: ClassRetry, Channel: Sync, Away: true},
	{Code: 3, HTTP: 500, Title: "API Method", Class: ClassFix, Channel: Sync},
	{Code: 4, HTTP: 400, Title: "API Too Many Calls", Class: ClassLater, Channel: Sync, Wait: quotaWait},
	{Code: 10, HTTP: 403, Title: "Permission Denied", Class: ClassFix, Channel: Sync, Hold: HoldToken},
	{Code: 33, HTTP: 400, Title: "Parameter value is not valid", Class: ClassRefused, Channel: Sync},
	{Code: 100, HTTP: 400, Title: "Invalid parameter", Class: ClassRefused, Channel: Sync},
	{Code: 104, HTTP: 401, Title: "Access token required", Class: ClassFix, Channel: Sync, Hold: HoldToken},
	{Code: 190, HTTP: 401, Title: "Access token has expired", Class: ClassFix, Channel: Sync, Hold: HoldToken},
	{Code: 200, Last: 299, HTTP: 403, Title: "API Permission", Class: ClassFix, Channel: Sync, Hold: HoldToken},
	{Code: 368, HTTP: 403, Title: "Temporarily blocked for policies violations", Class: ClassFix, Channel: Sync | Async, Hold: HoldAccount},
	{Code: 803, HTTP: 404, Title: "Unknown object", Class: ClassRefused, Channel: Sync},
	{Code: 1026, Title: "Receiver incapable", Class: ClassRefused, Channel: Async},
	{Code: 80007, HTTP: 400, Title: "Rate limit issues", Class: ClassLater, Channel: Sync, Wait: quotaWait},
	{Code: 80008, HTTP: 400, Title: "Account rate limit", Class: ClassLater, Channel: Sync, Wait: quotaWait},
	{Code: 130403, Title: "Business blocked by or blocked user", Class: ClassRefused, Channel: Async},
	{Code: 130429, HTTP: 400, Title: "Rate limit hit", Class: ClassLater, Channel: Sync | Async},
	{Code: 130472, HTTP: 400, Title: "User's number is part of an experiment", Class: ClassRefused, Channel: Async},
	{Code: 130497, HTTP: 403, Title: "Business restricted from messaging users in this country", Class: ClassRefused, Channel: Sync | Async},
	{Code: 131000, HTTP: 500, Title: "Something went wrong", Class: ClassRetry, Channel: Sync | Async, Few: true},
	{Code: 131002, HTTP: 400, Title: "Invalid recipient type", Class: ClassRefused, Channel: Sync},
	{Code: 131005, HTTP: 403, Title: "Access denied", Class: ClassFix, Channel: Sync, Hold: HoldToken},
	{Code: 131008, HTTP: 400, Title: "Required parameter is missing", Class: ClassRefused, Channel: Sync},
	{Code: 131009, HTTP: 400, Title: "Parameter value is not valid", Class: ClassRefused, Channel: Sync | Async},
	{Code: 131016, HTTP: 500, Title: "Service unavailable", Class: ClassRetry, Channel: Sync | Async, Away: true},
	{Code: 131021, HTTP: 400, Title: "Recipient cannot be sender", Class: ClassRefused, Channel: Sync},
	{Code: 131026, HTTP: 400, Title: "Message undeliverable", Class: ClassRefused, Channel: Async},
	{Code: 131030, HTTP: 400, Title: "Recipient phone number not in allowed list", Class: ClassFix, Channel: Sync},
	{Code: 131031, HTTP: 403, Title: "Account has been locked", Class: ClassFix, Channel: Sync | Async, Hold: HoldAccount},
	{Code: 131037, HTTP: 400, Title: "Display name approval needed", Class: ClassFix, Channel: Sync | Async},
	{Code: 131042, HTTP: 400, Title: "Business eligibility payment issue", Class: ClassFix, Channel: Async},
	{Code: 131044, Title: "Business eligibility payment issue for calling", Class: ClassFix, Channel: Sync},
	{Code: 131045, HTTP: 500, Title: "Incorrect certificate", Class: ClassFix, Channel: Sync | Async, Hold: HoldNumber},
	{Code: 131047, HTTP: 400, Title: "Re-engagement message", Class: ClassRefused, Channel: Async},
	{Code: 131048, HTTP: 400, Title: "Spam rate limit hit", Class: ClassLater, Channel: Async, Wait: time.Hour},
	{Code: 131049, HTTP: 400, Title: "Message not delivered to maintain healthy ecosystem engagement", Class: ClassLater, Channel: Async, Wait: 24 * time.Hour},
	{Code: 131050, HTTP: 400, Title: "User has stopped marketing messages", Class: ClassRefused, Channel: Async},
	{Code: 131051, HTTP: 400, Title: "Unsupported message type", Class: ClassRefused, Channel: Sync | Async},
	{Code: 131052, HTTP: 400, Title: "Media download error", Class: ClassRefused, Channel: Async},
	{Code: 131053, HTTP: 400, Title: "Media upload error", Class: ClassRefused, Channel: Sync | Async},
	{Code: 131055, HTTP: 400, Title: "Method not allowed", Class: ClassRefused, Channel: Sync},
	{Code: 131056, HTTP: 400, Title: "Pair rate limit hit", Class: ClassLater, Channel: Sync | Async},
	{Code: 131057, HTTP: 500, Title: "Account in maintenance mode", Class: ClassRetry, Channel: Sync, Wait: time.Minute, Away: true},
	{Code: 131062, Title: "User id recipients not supported for this message", Class: ClassRefused, Channel: Sync},
	{Code: 131063, Title: "Marketing templates disabled for Cloud API", Class: ClassFix, Channel: Sync},
	{Code: 131064, Title: "Messaging limit due to template classification violations", Class: ClassFix, Channel: Sync | Async},
	{Code: 132000, HTTP: 400, Title: "Template parameter count mismatch", Class: ClassRefused, Channel: Sync},
	{Code: 132001, HTTP: 404, Title: "Template does not exist", Class: ClassRefused, Channel: Sync},
	{Code: 132005, HTTP: 400, Title: "Template hydrated text too long", Class: ClassRefused, Channel: Sync},
	{Code: 132007, HTTP: 400, Title: "Template format character policy violated", Class: ClassRefused, Channel: Sync},
	{Code: 132008, HTTP: 400, Title: "Template parameter value invalid", Class: ClassRefused, Channel: Sync},
	{Code: 132012, HTTP: 400, Title: "Template parameter format mismatch", Class: ClassRefused, Channel: Sync},
	{Code: 132015, HTTP: 400, Title: "Template is paused", Class: ClassLater, Channel: Sync | Async, Wait: 3 * time.Hour},
	{Code: 132016, HTTP: 400, Title: "Template is disabled", Class: ClassRefused, Channel: Sync},
	{Code: 132018, Title: "Template validation error", Class: ClassRefused, Channel: Sync},
	{Code: 132021, Title: "Direct Send template name clash", Class: ClassRefused, Channel: Async},
	{Code: 132068, HTTP: 400, Title: "Flow is blocked", Class: ClassFix, Channel: Sync},
	{Code: 132069, HTTP: 400, Title: "Flow is throttled", Class: ClassLater, Channel: Sync, Wait: 6 * time.Minute},
	{Code: 133000, HTTP: 500, Title: "Incomplete deregistration", Class: ClassRetry, Channel: Sync},
	{Code: 133004, HTTP: 503, Title: "Server temporarily unavailable", Class: ClassRetry, Channel: Sync, Away: true},
	{Code: 133005, HTTP: 400, Title: "Two-step PIN mismatch", Class: ClassFix, Channel: Sync},
	{Code: 133006, HTTP: 400, Title: "Phone number re-verification needed", Class: ClassFix, Channel: Sync, Hold: HoldNumber},
	{Code: 133008, HTTP: 400, Title: "Too many PIN guesses", Class: ClassLater, Channel: Sync, Wait: time.Hour},
	{Code: 133009, HTTP: 400, Title: "PIN guessed too fast", Class: ClassLater, Channel: Sync, Wait: time.Minute},
	{Code: 133010, HTTP: 400, Title: "Phone number not registered", Class: ClassFix, Channel: Sync, Hold: HoldNumber},
	{Code: 133015, HTTP: 400, Title: "Wait before registering", Class: ClassLater, Channel: Sync, Wait: 5 * time.Minute},
	{Code: 133016, HTTP: 400, Title: "Register and deregister rate limit", Class: ClassLater, Channel: Sync, Wait: 72 * time.Hour},
	{Code: 134011, HTTP: 400, Title: "WhatsApp Payments terms not accepted", Class: ClassFix, Channel: Sync | Async},
	{Code: 134100, HTTP: 400, Title: "Only marketing messages supported", Class: ClassRefused, Channel: Sync},
	{Code: 134101, HTTP: 400, Title: "Template not synchronised or not eligible", Class: ClassLater, Channel: Sync, Wait: 10 * time.Minute},
	{Code: 134102, HTTP: 500, Title: "Template unavailable", Class: ClassLater, Channel: Sync, Wait: 10 * time.Minute},
	{Code: 135000, HTTP: 400, Title: "Generic user error", Class: ClassRefused, Channel: Sync | Async},
	{Code: 136024, HTTP: 400, Title: "Number already verified", Class: ClassRefused, Channel: Sync},
	{Code: 137000, Title: "Recipient identity key hash mismatch", Class: ClassFix, Channel: Async},
	{Code: 138000, Last: 138025, Title: "Calling error", Class: ClassRefused, Channel: Sync},
	{Code: 139000, Last: 139004, Title: "Flow error", Class: ClassFix, Channel: Sync},
	{Code: 139100, HTTP: 400, Title: "Block users partially failed", Class: ClassRefused, Channel: Sync},
	{Code: 139101, HTTP: 400, Title: "Block list is full", Class: ClassRefused, Channel: Sync},
	{Code: 139102, HTTP: 400, Title: "Block list concurrent update", Class: ClassRetry, Channel: Sync},
	{Code: 139103, HTTP: 400, Title: "Block users internal error", Class: ClassRefused, Channel: Sync},
	{Code: 139200, Title: "Direct Send access blocked", Class: ClassFix, Channel: Sync},
	{Code: 147001, Last: 147005, Title: "Username error", Class: ClassFix, Channel: Sync},
}
