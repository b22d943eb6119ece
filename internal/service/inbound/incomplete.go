package inbound

import "service.example/crm/internal/whatsapp"

// incomplete says what an item leaves out without which it tells nothing; ""
// for one that tells something.
func incomplete(item whatsapp.Item) string {
	missing := ""
	switch item := item.(type) {
	case *whatsapp.TemplateUpdate:
		missing = incompleteTemplate(item)
	case *whatsapp.AccountReview:
		if item.Decision == "" {
			missing = "decision"
		}
	case *whatsapp.AccountUpdate:
		if item.Event == "DISABLED_UPDATE" && item.BanState == "" {
			missing = "state of the ban"
		}
	case *whatsapp.CapabilityUpdate:
		if item.ConversationLimit == "" && item.MaxPhoneNumbers == 0 {
			missing = "limit that is known here"
		}
	case *whatsapp.PhoneNumberUpdate:
		if item.Event == "" && item.Kind != "quality" {
			missing = "decision"
		}
	case *whatsapp.SecurityNotice:
		if item.Event == "" {
			missing = "event"
		}
	}
	if missing == "" {
		return ""
	}
	return item.Common().Field + " names no " + missing
}

func incompleteTemplate(t *whatsapp.TemplateUpdate) string {
	switch {
	case t.Kind == "status" && t.Event == "":
		return "event"
	case t.Kind == "quality" && t.Quality == "":
		return "quality"
	case t.Kind == "category" && t.Category == "" && t.NextCategory == "":
		return "category"
	}
	return ""
}
