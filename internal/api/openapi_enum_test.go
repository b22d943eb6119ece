package api_test

import (
	"net/http"
	"regexp"
	"testing"

	"service.example/crm/internal/testkit"
)

// valueList is a sentence, or what follows a colon, that is nothing but values:
// "off, standby or on."
var valueList = regexp.MustCompile(`(?:^|[:.] )\w+(?:, \w+)*, \w+(?:,? or |, )\w+(?:[.;]|$)`)

// notValues are descriptions that enumerate something else, and why.
var notValues = map[string]string{
	"create-knowledge-source.file": "formats of a file, not values of the field",
}

// Whoever generates a client gets the values of a field as an enum, not as prose.
func TestListedValuesAreEnums(t *testing.T) {
	for text, want := range map[string]bool{
		"off, standby or on.": true, "What it is: off, stand_by, on; empty without one.": true, "How it goes. RED, YELLOW, or GREEN.": true,
		"approved or rejected.": false, "Numbers, links and words; at most 20.": false, "The status, such as off, standby or on.": false,
	} {
		if valueList.MatchString(text) != want {
			t.Errorf("%q lists values: %t", text, !want)
		}
	}
	doc := readDocument(t, testkit.New(t, testkit.Options{}))
	check := func(what string, node map[string]any) {
		if text, _ := node["description"].(string); notValues[what] == "" && valueList.MatchString(text) && !hasEnum(node) {
			t.Errorf("%s lists its values in words (%q): give it an enum, see internal/api/openapi_enum.go", what, text)
		}
	}
	for _, op := range doc.operations() {
		parameters, _ := op.node["parameters"].([]any)
		for _, p := range parameters {
			if p := p.(map[string]any); p["$ref"] == nil {
				check(op.id+" "+p["name"].(string), p)
			}
		}
		fieldsOf(op.node, op.id, check)
	}
	fieldsOf(doc["webhooks"], "webhooks", check)
	for name, node := range doc["components"].(map[string]any)["schemas"].(map[string]any) {
		fieldsOf(node, name, check)
	}
}

// hasEnum reports whether a schema, or one that it consists of, lists values.
func hasEnum(node map[string]any) bool {
	if node["enum"] != nil || node["const"] != nil || node["$ref"] != nil {
		return true
	}
	for _, word := range []string{"schema", "items"} {
		if inner := members(node[word]); inner != nil && hasEnum(inner) {
			return true
		}
	}
	for _, word := range []string{"anyOf", "oneOf"} {
		list, _ := node[word].([]any)
		for _, inner := range list {
			if hasEnum(members(inner)) {
				return true
			}
		}
	}
	return false
}

// A word that the provider made up since does not make an answer untrue.
func TestNewWordsOfTheProvider(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		now := k.Now()
		tells(t, k, "phone_number_name_update", now, map[string]any{"display_phone_number": k.Number[1:], "decision": "PONDERED", "requested_verified_name": "New name"})
		tells(t, k, "account_review_update", now, map[string]any{"decision": "PONDERED"})
		tells(t, k, "account_update", now, map[string]any{"event": "DISABLED_UPDATE", "ban_info": map[string]any{"waba_ban_state": "PONDERED", "waba_ban_date": "April 17, 2025"}})
		k.Sandbox().SetTemplateStatus("order_shipped", "en_US", "PONDERED", "")
		k.Eventually("the template's status", func() bool {
			r := k.Do(http.MethodGet, "/v1/templates?status=unknown", k.Key, nil)
			list := r.JSON()["data"].([]any)
			return len(list) == 1 && list[0].(map[string]any)["name"] == "order_shipped"
		})
		if n := numberOf(k); n.Text("nameStatus") != "unknown" || n.Text("status") != "connected" {
			t.Errorf("the number is %s", n.Body)
		}
		account := k.Do(http.MethodGet, "/v1/messaging-accounts", k.Key, nil).JSON()["data"].([]any)[0].(map[string]any)
		if account["reviewStatus"] != "unknown" || account["banState"] != "unknown" || account["status"] != "connected" {
			t.Errorf("the account is %v", account)
		}
	})
}
