package crm

import "slices"

// The words of the provider that answers use, each list complete: it only
// grows. The last word of a list stands for one that is not in it.
var (
	TemplateStatuses = []string{TemplateDraftStatus, "approved", "pending", "rejected", "paused", "disabled", "in_appeal", "locked", "archived", "deleted", "unknown"}
	// TemplateCategories decide the price of a message.
	TemplateCategories = []string{CategoryMarketing, CategoryUtility, CategoryAuthentication, "UNKNOWN"}
	TemplateQualities  = []string{"GREEN", "YELLOW", "RED", "UNKNOWN"}
	NumberStatuses     = []string{"connected", "pending", "unverified", "flagged", "rate_limited", "restricted", NumberBanned, AccountDisconnected, "migrated", "deleted", "unknown"}
	NumberQualities    = []string{"GREEN", "YELLOW", "RED", "NA", "UNKNOWN"}
	// ReviewDecisions are those on display names and on messaging accounts.
	ReviewDecisions  = []string{"approved", "rejected", "pending", "deferred", "unknown"}
	UsernameStatuses = []string{"approved", "reserved", "rejected", "deleted", "unknown"}
	BanStates        = []string{"disable", "schedule_for_disable", "reinstate", "unknown"}
)

// KnownWord returns a word that is in the list; the list's last one for any
// other, such as one that the provider made up since.
func KnownWord(list []string, word string) string {
	if slices.Contains(list, word) {
		return word
	}
	return list[len(list)-1]
}

// KnownWordIfAny is KnownWord, but leaves nothing as it is.
func KnownWordIfAny(list []string, word string) string {
	if word == "" {
		return ""
	}
	return KnownWord(list, word)
}

// NumberBanned is the status of a number from which the provider lets nothing be sent.
const NumberBanned = "banned"
