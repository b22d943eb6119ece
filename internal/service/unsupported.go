package service

// kinds bounds the names under which unsupported items are counted: others come
// from outside and are counted together.
var kinds = map[string]bool{}

func init() {
	for _, name := range []string{"flows", "partner_solutions", "payment_configuration_update", "automatic_events", "group_lifecycle_update",
		"group_participants_update", "group_settings_update", "group_status_update", "user_actions", "user_preferences", "account_update",
		"account_review_update", "account_alerts", "account_settings_update", "business_capability_update", "phone_number_quality_update",
		"phone_number_name_update", "business_username_update", "phone_number_username_update", "security", "messaging_handovers",
		"tracking_events", "message_echoes", "consumer_profile", "business_status_update", "template_correct_category_detection",
		"user_id_update", "conversation_context", "messages", "statuses", "status payment", "calls", "entry",
		"message", "message system", "message edit", "message poll", "message pool", "message button", "message interactive",
		"message interactive.product", "message ephemeral", "message unknown", "message voice", "message hsm", "message gif",
		"message poll_creation", "message poll_update", "message pin", "message keep_in_chat", "message link_preview", "message list",
		"message product", "message template", "message group_invite", "message media_placeholder"} {
		kinds[name] = true
	}
}

func (s *Service) countUnsupported(kind string) {
	if !kinds[kind] {
		kind = "other"
	}
	if s.Metrics.ItemsUnsupported != nil {
		s.Metrics.ItemsUnsupported(kind)
	}
}
