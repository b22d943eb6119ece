package decide

import "service.example/crm/internal/crm"

// handOffTexts are told once per hand-off where the assistant has no text of
// its own for the language.
var handOffTexts = map[string]string{
	"en": "Thank you for your message. A member of our team has been notified and will answer you here.",
	"es": "Gracias por tu mensaje. Hemos avisado a nuestro equipo y te responderá aquí.",
	"pt": "Obrigado pela sua mensagem. Nossa equipe foi avisada e vai responder por aqui.",
	"fr": "Merci pour votre message. Notre équipe a été prévenue et vous répondra ici.",
	"de": "Danke für Ihre Nachricht. Unser Team wurde benachrichtigt und antwortet Ihnen hier.",
	"hi": "आपके संदेश के लिए धन्यवाद। हमारी टीम को सूचित कर दिया गया है और वह आपको यहीं उत्तर देगी।",
	"ar": "شكرًا لرسالتك. تم إبلاغ فريقنا وسيرد عليك هنا.",
	"id": "Terima kasih atas pesan Anda. Tim kami sudah diberi tahu dan akan menjawab Anda di sini.",
	"zh": "感谢您的留言。我们已通知团队，会在这里回复您。",
}

var greetingTexts = map[string]string{
	"en": "Hello! How can I help you?",
	"es": "¡Hola! ¿En qué puedo ayudarte?",
	"pt": "Olá! Como posso ajudar?",
	"fr": "Bonjour ! Comment puis-je vous aider ?",
	"de": "Hallo! Wie kann ich Ihnen helfen?",
	"hi": "नमस्ते! मैं आपकी क्या मदद कर सकता हूँ?",
	"ar": "مرحبًا! كيف يمكنني مساعدتك؟",
	"id": "Halo! Ada yang bisa saya bantu?",
	"zh": "您好！请问有什么可以帮您？",
}

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
