package template

import (
	"strings"
	"testing"

	"service.example/crm/internal/crm"
)

// Every refusal of templates that the provider documents (outbound.md 8.2, 8.3) says what
// happened, and what to do; others are told in the provider's words.
func TestRefusalsSayWhatToDo(t *testing.T) {
	at := func(code, subcode int) string {
		return sentence(crm.ProviderError{Code: code, Subcode: subcode, Title: "Invalid parameter", Details: "In the provider's words."})
	}
	for _, subcode := range []int{33, 2388019, 2388023, 2388024, 2388025, 2388039, 2388040, 2388047, 2388072, 2388073, 2388293, 2388299, 2388318, 2388330} {
		if text := at(100, subcode); strings.Contains(text, "provider's words") || strings.Count(text, ". ") < 1 || !strings.HasSuffix(text, ".") {
			t.Errorf("100/%d: %q", subcode, text)
		}
	}
	for _, code := range []int{0, 1, 2, 3, 4, 10, 33, 104, 190, 200, 210, 299, 368, 803, 80007, 80008, 131000, 131005, 131016, 131031} {
		if text := at(code, 0); strings.Contains(text, "provider's words") || strings.Count(text, ". ") < 1 {
			t.Errorf("%d: %q", code, text)
		}
	}
	if at(100, 0) != "In the provider's words." || at(100, 77) != "In the provider's words." || sentence(crm.ProviderError{Code: 5, Title: "Odd"}) != "Odd" {
		t.Error("what is not known is not told in the provider's words")
	}
}
