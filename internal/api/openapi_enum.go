package api

import (
	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
)

// enums are the values of fields whose list stands elsewhere. In requests the
// server checks them itself, so that it can tell all faults at once.
var enums = []struct {
	schema, field string
	values        any
}{
	{"Flow", "mode", []string{"published", "draft"}},
	{"Flow", "action", []string{"navigate", "dataExchange"}},
	{"CreateWebhookEndpoint", "events", crm.EventPatterns()},
	{"UpdateWebhookEndpoint", "events", crm.EventPatterns()},
	{"UpsertWebhookEndpoint", "events", crm.EventPatterns()},
	{"TestWebhookEndpoint", "event", crm.EventKinds},
	{"CreateRedelivery", "what", []crm.RedeliveryWhat{crm.RedeliverFailed, crm.RedeliverMissed, crm.RedeliverRange}},
	{"CreateRedelivery", "events", crm.EventPatterns()},
	{"CreateAPIKey", "scopes", crm.Scopes},
	{"HealthNotice", "kind", crm.HealthKinds},
	{"RecordConsent", "purpose", crm.ConsentPurposes},
	{"RecordConsent", "state", []crm.ConsentState{crm.ConsentOptedIn, crm.ConsentOptedOut}},
	{"UpdateConsentSettings", "stopPurpose", crm.ConsentPurposes},
	{"CreateContactField", "type", crm.FieldTypes},
	{"CreateKnowledgeSource", "kind", []crm.SourceKind{crm.SourceArticle, crm.SourceQuestion, crm.SourcePage, crm.SourceSite}},
	{"CreateContactImport", "onDuplicate", []string{crm.DuplicateUpdate, crm.DuplicateSkip}},

	{"Template", "status", crm.TemplateStatuses},
	{"Template", "category", crm.TemplateCategories},
	{"Template", "nextCategory", crm.TemplateCategories},
	{"Template", "quality", crm.TemplateQualities},
	{"PhoneNumber", "status", crm.NumberStatuses},
	{"PhoneNumber", "qualityRating", crm.NumberQualities},
	{"PhoneNumber", "nameStatus", crm.ReviewDecisions},
	{"PhoneNumber", "usernameStatus", crm.UsernameStatuses},
	{"MessagingAccount", "status", crm.AccountStatuses},
	{"MessagingAccount", "reviewStatus", crm.ReviewDecisions},
	{"MessagingAccount", "banState", crm.BanStates},
	{"Message", "status", crm.Statuses},
	{"TimelineEntry", "status", crm.Statuses},
	{"Call", "state", crm.CallStates},
	{"Reply", "type", crm.ReplyTypes},
	{"EventReply", "type", crm.ReplyTypes},

	{"AIProvider", "kind", crm.AIKinds},
	{"CreateAIProvider", "kind", crm.AIKinds},
	{"UpdateAIProvider", "kind", crm.AIKinds},
	{"AICall", "kind", crm.AIKinds},
	{"AICall", "purpose", crm.AIPurposes},
	{"AIUsageGroup", "purpose", crm.AIPurposes},
	{"Turn", "source", orEmpty(crm.ReplySources)},
	{"TurnResult", "source", orEmpty(crm.ReplySources)},
	{"EvaluatedAnswer", "source", orEmpty(crm.ReplySources)},
	{"EvaluationAnswer", "source", orEmpty(crm.ReplySources)},
	{"AssistantMark", "source", crm.ReplySources},
	{"TestAnswer", "action", crm.ModelActions},
	{"CreateEvaluation", "source", []crm.EvaluationSource{crm.FromConversations, crm.FromQuestions}},
}

// orEmpty adds the empty text to the words of a field that is always present.
func orEmpty(words []string) []string { return append([]string{""}, words...) }

// Parameters that take the words of a list.
type (
	templateStatus string
	messageStatus  string
	messageType    string
	eventName      string
	aiPurpose      string
)

// Schema lists the statuses of templates.
func (templateStatus) Schema(huma.Registry) *huma.Schema { return oneOf(crm.TemplateStatuses) }

// Schema lists the statuses of messages.
func (messageStatus) Schema(huma.Registry) *huma.Schema { return oneOf(crm.Statuses) }

// Schema lists the types of messages.
func (messageType) Schema(huma.Registry) *huma.Schema { return oneOf(crm.MessageTypes) }

// Schema lists the kinds of events.
func (eventName) Schema(huma.Registry) *huma.Schema { return oneOf(crm.EventKinds) }

// Schema lists what AI providers are called for.
func (aiPurpose) Schema(huma.Registry) *huma.Schema { return oneOf(crm.AIPurposes) }

func oneOf[T any](words []T) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, w := range words {
		s.Enum = append(s.Enum, w)
	}
	return s
}
