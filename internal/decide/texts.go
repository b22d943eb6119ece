package decide

import "service.example/crm/internal/crm"

// HandOffText is what a customer is told when people take over; "" for nothing.
// A language without a text of its own gets the first allowed one, or English.
func HandOffText(c crm.AssistantConfig, language string) string {
	if c.HandOff.NoMessage {
		return ""
	}
	for _, l := range append(preferred(c, language), "en") {
		if text, ok := c.HandOff.Messages[l]; ok {
			return text
		}
		if text, ok := handOffTexts[l]; ok {
			return text
		}
	}
	return ""
}

// GreetingText answers a message that only says hello.
func GreetingText(c crm.AssistantConfig, language string) string {
	for _, l := range preferred(c, language) {
		if text, ok := greetingTexts[l]; ok {
			return text
		}
	}
	return greetingTexts["en"]
}

func preferred(c crm.AssistantConfig, language string) []string {
	return append([]string{language}, c.Languages...)
}
