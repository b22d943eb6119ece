package api_test

import (
	"fmt"
	"maps"
)

// describedFields are the fields about templates, numbers, groups and accounts.
func describedFields(w *effectWorld) (out []described) {
	add := func(field, name string, value map[string]any, want string) {
		out = append(out, described{name: field + " " + name, field: field, value: value, want: want})
	}
	template := func(field, name string, more jsonMap, want string) {
		v := jsonMap{"message_template_id": w.template, "message_template_name": "order_shipped", "message_template_language": "en_US"}
		maps.Copy(v, more)
		add(field, name, v, want)
	}
	for _, event := range []string{"PENDING", "APPROVED", "ARCHIVED", "UNARCHIVED", "DISABLED", "FLAGGED", "IN_APPEAL", "REINSTATED", "LIMIT_EXCEEDED", "LOCKED", "PAUSED", "REJECTED",
		"APPROVED", "DELETED"} {
		template("message_template_status_update", event, jsonMap{"event": event}, "")
	}
	// What is deleted stays so, whatever word follows: this one is about another template.
	template("message_template_status_update", "PENDING_DELETION", jsonMap{"event": "PENDING_DELETION", "message_template_id": w.other, "message_template_name": "hello_world"}, "")
	template("message_template_status_update", "without an event", nil, "names no event")
	for _, quality := range []string{"GREEN", "YELLOW", "RED", "UNKNOWN"} {
		template("message_template_quality_update", quality, jsonMap{"previous_quality_score": "", "new_quality_score": quality}, "")
	}
	template("message_template_components_update", "body", jsonMap{"message_template_element": "Something new"}, "")
	template("template_category_update", "announced", jsonMap{"new_category": "UTILITY", "correct_category": "MARKETING", "category_update_timestamp": w.k.Now().Unix()}, "")
	template("template_category_update", "done", jsonMap{"previous_category": "UTILITY", "new_category": "MARKETING"}, "")
	template("template_category_update", "without a category", nil, "names no category")
	number := func(field, name string, more jsonMap, want string) {
		v := jsonMap{"display_phone_number": w.k.Number[1:]}
		maps.Copy(v, more)
		add(field, name, v, want)
	}
	for _, event := range []string{"ONBOARDING", "THROUGHPUT_UPGRADE", "FLAGGED", "UNFLAGGED", "UPGRADE", "DOWNGRADE"} {
		number("phone_number_quality_update", event, jsonMap{"event": event}, "")
	}
	for _, decision := range []string{"PENDING", "DEFERRED", "REJECTED", "APPROVED"} {
		number("phone_number_name_update", decision, jsonMap{"decision": decision, "requested_verified_name": "Name"}, "")
		add("account_review_update", decision, jsonMap{"decision": decision}, "")
	}
	number("phone_number_name_update", "without a decision", nil, "names no decision")
	add("account_review_update", "without a decision", jsonMap{}, "names no decision")
	for _, status := range []string{"reserved", "approved", "deleted"} {
		number("business_username_update", status, jsonMap{"username": "shop", "status": status}, "")
	}
	number("phone_number_username_update", "rejected", jsonMap{"decision": "REJECTED", "requested_username": "shop", "rejection_reasons": []any{"TAKEN"}}, "")
	for _, event := range []string{"PIN_CHANGED", "PIN_RESET_REQUEST", "PIN_REQUEST_SUCCESS"} {
		number("security", event, jsonMap{"event": event}, "")
	}
	number("security", "without an event", nil, "names no event")
	add("security", "of a number that is not here", jsonMap{"display_phone_number": "15550009999", "event": "PIN_CHANGED"}, "no phone number")
	add("account_settings_update", "phone_number_settings", jsonMap{"messaging_product": "whatsapp", "type": "phone_number_settings",
		"phone_number_settings": jsonMap{"phone_number_id": w.k.ProviderNumberID, "calling": jsonMap{"status": "ENABLED"}}}, "account_settings_update")
	add("business_capability_update", "limits", jsonMap{"max_daily_conversations_per_business": "TIER_2K", "max_phone_numbers_per_business": 25}, "")
	add("business_capability_update", "a number", jsonMap{"max_daily_conversations_per_business": 10000}, "")
	add("business_capability_update", "nothing", jsonMap{}, "names no limit")
	alert := func(name, entity, id, kind, status string, want string) {
		add("account_alerts", name, jsonMap{"entity_type": entity, "entity_id": id, "alert_info": jsonMap{"alert_severity": "WARNING", "alert_status": status, "alert_type": kind}}, want)
	}
	for i, kind := range []string{"INCREASED_CAPABILITIES_ELIGIBILITY_DEFERRED", "INCREASED_CAPABILITIES_ELIGIBILITY_FAILED", "INCREASED_CAPABILITIES_ELIGIBILITY_NEED_MORE_INFO",
		"OBA_APPROVED", "OBA_REJECTED", "PROFILE_PICTURE_LOST", ""} {
		entity := []string{"BUSINESS", "PHONE_NUMBER", "CURRENT_STATUS_ID"}[i%3]
		alert(kind, entity, w.k.ProviderNumberID, kind, "ACTIVE", "")
	}
	alert("of a number that is not here", "PHONE_NUMBER", "42", "OBA_REJECTED", "ACTIVE", "no phone number 42")
	alert("over", "BUSINESS", "1", "OBA_REJECTED", "NONE", "")
	alert("over that was not open", "BUSINESS", "2", "OBA_REJECTED", "NONE", "none is open")
	add("account_alerts", "of nothing", jsonMap{}, "")
	for _, event := range []string{"FLOW_STATUS_CHANGE", "CLIENT_ERROR_RATE", "ENDPOINT_ERROR_RATE", "ENDPOINT_LATENCY", "ENDPOINT_AVAILABILITY", "FLOW_VERSION_EXPIRY_WARNING"} {
		add("flows", event, jsonMap{"event": event, "flow_id": "1"}, "flows")
	}
	add("payment_configuration_update", "Active", jsonMap{"configuration_name": "a", "status": "Active"}, "payment_configuration_update")
	for _, event := range []string{"LeadSubmitted", "Purchase"} {
		add("automatic_events", event, w.value("automatic_events", jsonMap{"id": "wamid.a", "event_name": event, "timestamp": 1}), "automatic_events")
	}
	for field, kinds := range map[string][]string{"group_lifecycle_update": {"group_create", "group_delete"}, "group_settings_update": {"group_settings_update"},
		"group_participants_update": {"group_participants_add", "group_participants_remove", "group_join_request_created", "group_join_request_revoked"},
		"group_status_update":       {"group_suspend", "group_suspend_cleared"}} {
		for _, kind := range kinds {
			add(field, kind, w.value("groups", jsonMap{"type": kind, "group_id": "GROUP", "timestamp": "1"}), field)
		}
	}
	for _, field := range []string{"tracking_events", "message_echoes", "consumer_profile", "business_status_update", "template_correct_category_detection", "field_of_tomorrow"} {
		add(field, "", jsonMap{"something": 1}, field)
	}
	update := jsonMap{"wa_id": "16505550003", "user_id": jsonMap{"previous": "US.3", "current": "US.4"}, "timestamp": "1"}
	add("user_id_update", "of somebody known", w.value("user_id_update", update), "")
	add("user_id_update", "of nobody", w.value("user_id_update", jsonMap{"wa_id": "16505550009", "user_id": jsonMap{"current": "US.5"}}), "nobody who is known here")
	for _, event := range []string{"SOLUTION_CREATED", "SOLUTION_UPDATED"} {
		out = append(out, described{name: "partner_solutions " + event, field: "partner_solutions", value: jsonMap{"event": event, "solution_id": "1", "solution_status": "ACTIVE"},
			want: "partner_solutions", account: "2949482758682047"})
	}
	return out
}

// describedAccountEvents are those of account_update, in an order in which each
// tells something new.
func describedAccountEvents(w *effectWorld) (out []described) {
	add := func(name string, more jsonMap, want string) {
		v := jsonMap{"event": name}
		maps.Copy(v, more)
		out = append(out, described{name: fmt.Sprint("account_update ", name, " ", len(out)), field: "account_update", value: v, want: want})
	}
	phone := jsonMap{"phone_number": w.k.Number[1:]}
	here := jsonMap{"waba_info": jsonMap{"waba_id": w.k.WABAID, "owner_business_id": "1"}}
	add("ACCOUNT_RESTRICTION", jsonMap{"restriction_info": []any{jsonMap{"restriction_type": "RESTRICTED_UTILITY_TEMPLATES"}}}, "")
	add("ACCOUNT_RESTRICTION", nil, "names no restriction")
	add("ACCOUNT_VIOLATION", jsonMap{"violation_info": jsonMap{"violation_type": "ADULT"}}, "")
	add("ACCOUNT_VIOLATION", nil, "")
	for _, state := range []any{"SCHEDULE_FOR_DISABLE", "DISABLE", []any{"REINSTATE"}} {
		add("DISABLED_UPDATE", jsonMap{"ban_info": jsonMap{"waba_ban_state": state, "waba_ban_date": "April 17, 2025"}}, "")
	}
	add("DISABLED_UPDATE", nil, "names no state of the ban")
	add("PARTNER_REMOVED", jsonMap{"phone_number": w.k.Number[1:], "disconnection_info": jsonMap{"reason": "COMPANION_INACTIVITY", "initiated_by": "SYSTEM"}}, "")
	add("PARTNER_REMOVED", jsonMap{"phone_number": "15550009999"}, "no phone number")
	add("ACCOUNT_RECONNECTED", phone, "")
	add("ACCOUNT_OFFBOARDED", nil, "")
	add("ACCOUNT_RECONNECTED", nil, "")
	add("PARTNER_REMOVED", here, "")
	add("PARTNER_ADDED", here, "")
	add("PARTNER_REMOVED", here, "")
	add("PARTNER_APP_INSTALLED", here, "")
	add("PARTNER_APP_UNINSTALLED", here, "does not say of which app")
	add("ACCOUNT_DELETED", nil, "")
	for _, event := range []string{"VERIFIED_ACCOUNT", "AD_ACCOUNT_LINKED", "MM_LITE_TERMS_SIGNED", "AUTH_INTL_PRICE_ELIGIBILITY_UPDATE", "BUSINESS_PRIMARY_LOCATION_COUNTRY_UPDATE",
		"PARTNER_CLIENT_CERTIFICATION_NEEDED", "PARTNER_CLIENT_CERTIFICATION_STATUS_UPDATE", "VOLUME_BASED_PRICING_TIER_UPDATE", "EVENT_OF_TOMORROW"} {
		add(event, here, "account_update")
	}
	return out
}
