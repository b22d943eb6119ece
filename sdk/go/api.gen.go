// Code generated from the OpenAPI document. DO NOT EDIT.

package service

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// AIBudgetOfADay: see GET /v1/ai/settings.
type AIBudgetOfADay struct {
	// The day, in UTC.
	Day string `json:"day"`
	// Tokens used so far.
	Used int `json:"used"`
	// Kept for calls that are under way.
	Reserved int `json:"reserved"`
}

// AICacheUsage: see GET /v1/ai/usage.
type AICacheUsage struct {
	// Replies that came from the cache.
	Hits int `json:"hits"`
	// Of the replies, from 0 to 1.
	HitRate float64 `json:"hitRate"`
	// Tokens that those replies would have used.
	TokensSaved AITokens `json:"tokensSaved"`
}

// AICall: see POST /v1/ai/providers/{id}/test.
type AICall struct {
	// Identifier of the call; begins with aic_.
	ID string `json:"id,omitempty"`
	// Why it was made. One of reply, test, evaluation, embedding.
	Purpose string `json:"purpose"`
	// The AI provider that was called; absent for a cache hit.
	ProviderID string `json:"providerId,omitempty"`
	// The protocol that it was called by. One of openai, anthropic, gemini.
	Kind string `json:"kind,omitempty"`
	// That was asked for.
	Model string `json:"model,omitempty"`
	// That answered.
	AnsweredModel string `json:"answeredModel,omitempty"`
	// 1 for the first of a reply.
	Attempt int `json:"attempt,omitempty"`
	// Whether it gave a usable answer.
	Ok bool `json:"ok"`
	// cache_hit where no call was made, else the class of the failure.
	Class string `json:"class,omitempty"`
	// HTTP status of the provider's answer; absent without one.
	StatusCode int `json:"statusCode,omitempty"`
	// What the provider said about the failure.
	Detail string `json:"detail,omitempty"`
	// How long it took, in milliseconds.
	LatencyMs int `json:"latencyMs"`
	// Of a cache hit: those that were saved.
	Tokens AITokens `json:"tokens"`
	// The provider told no numbers; these are ours.
	Estimated bool `json:"estimated"`
	// The provider's own account.
	Usage json.RawMessage `json:"usage,omitempty"`
	// null when the price is not known.
	Cost *Money `json:"cost"`
	// The list of prices, or the prices of your own, by which the cost was computed.
	PriceVersion string `json:"priceVersion,omitempty"`
	// The conversation that it was made for; absent outside of one.
	ConversationID string `json:"conversationId,omitempty"`
	// The contact's message that it was made for; absent without one.
	MessageID string `json:"messageId,omitempty"`
	// The turn that it was made for; absent outside of one.
	TurnID string `json:"turnId,omitempty"`
	// The assistant that it was made for; absent without one.
	AssistantID string `json:"assistantId,omitempty"`
	// The number of that assistant's revision.
	AssistantRevision int `json:"assistantRevision,omitempty"`
	// When it was made.
	CreatedAt time.Time `json:"createdAt"`
}

// AIFailoverData: see the event ai.failover_triggered.
type AIFailoverData struct {
	// The conversation that is to be answered.
	ConversationID string `json:"conversation_id"`
	// The provider's identifier of the message that is to be answered.
	MessageID string `json:"message_id"`
	// Id of the AI provider that was left.
	FromProvider string `json:"from_provider"`
	// Id of the next one; null if none was left: then people are asked, or knowledge answers
	// word for word.
	ToProvider *string `json:"to_provider"`
	// Why the AI provider was left. One of timeout, rate_limited, server_error,
	// invalid_response, circuit_open, auth.
	Reason string `json:"reason"`
	// Of the AI provider's answer; 0 when there was none.
	StatusCode int `json:"status_code"`
	// Of the last call to it.
	LatencyMs int `json:"latency_ms"`
	// How many calls were made so far for this reply.
	Attempt int `json:"attempt"`
}

// AILatency: see GET /v1/ai/usage.
type AILatency struct {
	// Half of the calls took at most this long.
	P50 int `json:"p50"`
	// 99 % of the calls took at most this long.
	P99 int `json:"p99"`
}

// AINotice: see GET /v1/ai/notices.
type AINotice struct {
	// Identifier of the notice; begins with ain_.
	ID string `json:"id"`
	// What it is about: how much of the day's budget is used, in percent, or why an AI
	// provider is not called. One of budget_50, budget_80, budget_100, provider_open,
	// provider_out_of_quota, provider_misconfigured.
	Kind string `json:"kind"`
	// A day, or the id of a provider.
	Subject string `json:"subject"`
	// The same in a sentence.
	Detail string `json:"detail"`
	// When it was raised.
	CreatedAt time.Time `json:"createdAt"`
	// null while it lasts.
	ResolvedAt *time.Time `json:"resolvedAt"`
}

// AIProvider: see POST /v1/ai/providers.
type AIProvider struct {
	// Identifier of the AI provider; begins with aip_.
	ID string `json:"id"`
	// The name that people see.
	Name string `json:"name"`
	// The protocol that it is called by. One of openai, anthropic, gemini.
	Kind string `json:"kind"`
	// Where it is called.
	BaseURL string `json:"baseUrl"`
	// The model that is asked.
	Model string `json:"model"`
	// The end of the key; empty without one.
	APIKeyHint string `json:"apiKeyHint"`
	// Longest time that one call may take.
	TimeoutSeconds float64 `json:"timeoutSeconds"`
	// Tokens that the model takes at most; absent while unknown.
	ContextTokens int `json:"contextTokens,omitempty"`
	// null when they are not known: costs are then not known either.
	Prices *AIProviderPrices `json:"prices"`
	// Whether it is called at the moment.
	Health AIProviderHealth `json:"health"`
	// When it was added.
	CreatedAt time.Time `json:"createdAt"`
	// When its configuration changed last.
	UpdatedAt time.Time `json:"updatedAt"`
}

// AIProviderHealth: see POST /v1/ai/providers.
type AIProviderHealth struct {
	// closed: it is called. open: it failed and is left alone for a while. misconfigured: it
	// needs another configuration, or a test that succeeds. One of closed, open,
	// rate_limited, out_of_quota, misconfigured.
	State string `json:"state"`
	// The class of the failure that led to it.
	Class string `json:"class,omitempty"`
	// What the provider said.
	Detail string `json:"detail,omitempty"`
	// When this state began; null while nothing is known of the provider.
	Since *time.Time `json:"since"`
	// When it is tried again; null when it does not come by itself.
	Until *time.Time `json:"until"`
}

// AIProviderPrices: see POST /v1/ai/providers.
type AIProviderPrices struct {
	// US dollars per million tokens of the prompt.
	Input string `json:"input"`
	// Of those that the provider had in its cache; defaults to the input price.
	CachedInput string `json:"cachedInput,omitempty"`
	// Of those that were written to its cache; defaults to the input price.
	CacheWrite string `json:"cacheWrite,omitempty"`
	// Per million tokens of the answer, reasoning among them.
	Output string `json:"output"`
	// ISO 4217 code; always USD.
	Currency string `json:"currency"`
	// own: set with the provider. list: what the model's maker published. One of own, list.
	Source string `json:"source"`
}

// AIProviderTest: see POST /v1/ai/providers/{id}/test.
type AIProviderTest struct {
	// Whether the model answered as asked.
	Ok bool `json:"ok"`
	// The attempts; more than one where the endpoint wanted to be asked otherwise.
	Calls []AICall `json:"calls"`
}

// AISettings: see GET /v1/ai/settings.
type AISettings struct {
	// Without it nothing is generated, for anybody.
	Enabled bool `json:"enabled"`
	// What may be used in a day of UTC; 0 for no bound.
	DailyTokens int `json:"dailyTokens"`
	// How much of the day's budget is used.
	Today AIBudgetOfADay `json:"today"`
	// When these settings changed last; null if they never did.
	UpdatedAt *time.Time `json:"updatedAt"`
}

// AITokens: see GET /v1/ai/usage.
type AITokens struct {
	// Of the prompt, not found in the provider's cache.
	InputUncached int `json:"inputUncached"`
	// Of the prompt, found in the provider's cache.
	CacheRead int `json:"cacheRead"`
	// Of the prompt, written to the provider's cache.
	CacheWrite int `json:"cacheWrite"`
	// Of the answer's text.
	Output int `json:"output"`
	// Of what the model thought, where the provider tells it apart.
	Reasoning int `json:"reasoning"`
	// Sum of the other numbers.
	Total int `json:"total"`
}

// AIUsage: see GET /v1/ai/usage.
type AIUsage struct {
	// First day of the range, in UTC.
	FirstDay string `json:"firstDay"`
	// Last day of the range, in UTC.
	LastDay string `json:"lastDay"`
	// One sum per group, as groupBy asked.
	Groups []AIUsageGroup `json:"groups"`
	// The sum over all groups.
	Total AIUsageGroup `json:"total"`
}

// AIUsageGroup: see GET /v1/ai/usage.
type AIUsageGroup struct {
	// The day in UTC; present when grouped by day.
	Day string `json:"day,omitempty"`
	// The AI provider; present when grouped by provider.
	ProviderID string `json:"providerId,omitempty"`
	// The model; present when grouped by model.
	Model string `json:"model,omitempty"`
	// The assistant; present when grouped by assistant.
	AssistantID string `json:"assistantId,omitempty"`
	// Why the calls were made; present when grouped by purpose. One of reply, test,
	// evaluation, embedding.
	Purpose string `json:"purpose,omitempty"`
	// To providers, failed ones too.
	Calls int `json:"calls"`
	// Calls that failed.
	Failed int `json:"failed"`
	// By class.
	Failures map[string]int `json:"failures"`
	// As the providers told.
	Tokens AITokens `json:"tokens"`
	// Of calls without an account, by our estimate; not among tokens.
	EstimatedTokens int `json:"estimatedTokens"`
	// Of the calls whose price is known.
	Cost Money `json:"cost"`
	// Of the calls without an account; not among cost.
	EstimatedCost Money `json:"estimatedCost"`
	// Calls whose price is not known.
	UnpricedCalls int `json:"unpricedCalls"`
	// How long calls took, in milliseconds.
	LatencyMs AILatency `json:"latencyMs"`
	// What remembered answers saved.
	Cache AICacheUsage `json:"cache"`
}

// APIKey: see GET /v1/api-keys.
type APIKey struct {
	// Identifier of the key; begins with key_. It is not the secret.
	ID string `json:"id"`
	// The name that you gave it.
	Name string `json:"name"`
	// The end of the key, to recognise it.
	LastFour string `json:"lastFour"`
	// What the key may do; * for everything.
	Scopes []string `json:"scopes"`
	// When it was made.
	CreatedAt time.Time `json:"createdAt"`
	// When it stops working; null if it does not expire.
	ExpiresAt *time.Time `json:"expiresAt"`
	// When it was revoked; null while it is in use.
	RevokedAt *time.Time `json:"revokedAt"`
	// When a request used it last, to the minute or so; null if none did.
	LastUsedAt *time.Time `json:"lastUsedAt"`
	// The key that replaces this one.
	RotatedTo string `json:"rotatedTo,omitempty"`
}

// APIKeyWithSecret: see POST /v1/api-keys.
type APIKeyWithSecret struct {
	// Identifier of the key; begins with key_. It is not the secret.
	ID string `json:"id"`
	// The name that you gave it.
	Name string `json:"name"`
	// The end of the key, to recognise it.
	LastFour string `json:"lastFour"`
	// What the key may do; * for everything.
	Scopes []string `json:"scopes"`
	// When it was made.
	CreatedAt time.Time `json:"createdAt"`
	// When it stops working; null if it does not expire.
	ExpiresAt *time.Time `json:"expiresAt"`
	// When it was revoked; null while it is in use.
	RevokedAt *time.Time `json:"revokedAt"`
	// When a request used it last, to the minute or so; null if none did.
	LastUsedAt *time.Time `json:"lastUsedAt"`
	// The key that replaces this one.
	RotatedTo string `json:"rotatedTo,omitempty"`
	// The key itself. Shown this once.
	Key string `json:"key"`
}

// AccountRestriction: see POST /v1/messaging-accounts.
type AccountRestriction struct {
	// The provider's word, such as RESTRICTED_BIZ_INITIATED_MESSAGING.
	Type string `json:"type"`
	// null where it lasts until the provider lifts it, or the account is connected again.
	ExpiresAt *time.Time `json:"expiresAt"`
	// What the provider says can be done about it; absent if nothing.
	Remediation string `json:"remediation,omitempty"`
}

// AddContactTags: see POST /v1/contacts/{id}/tags.
type AddContactTags struct {
	// Tags to add.
	Tags []string `json:"tags"`
}

// AnswerGap: see POST /v1/knowledge/gaps/{id}/answer.
type AnswerGap struct {
	// What the assistant says from now on.
	Answer string `json:"answer"`
	// The question to store; the gap's own question by default.
	Question string `json:"question,omitempty"`
	// Two letters; guessed by default.
	Language string `json:"language,omitempty"`
}

// AskedExample: see GET /v1/knowledge/gaps/{id}.
type AskedExample struct {
	// What was asked, without numbers and addresses of people.
	Question string `json:"question"`
	// Where it was asked; absent outside of a conversation.
	ConversationID string `json:"conversationId,omitempty"`
	// When it was asked.
	AskedAt time.Time `json:"askedAt"`
}

// Assistant: see GET /v1/assistants.
type Assistant struct {
	// Identifier of the assistant; begins with ast_.
	ID string `json:"id"`
	// The name that people of the workspace see.
	Name string `json:"name"`
	// Whether it answers at all.
	Enabled bool `json:"enabled"`
	// Phone numbers that it is on duty for.
	PhoneNumberIDs []string `json:"phoneNumberIds"`
	// Number of the revision that answers.
	LiveRevision int `json:"liveRevision"`
	// Number of the newest one: a draft while it is higher.
	LatestRevision int `json:"latestRevision"`
	// When it was created.
	CreatedAt time.Time `json:"createdAt"`
	// When it, or its newest revision, changed last.
	UpdatedAt time.Time `json:"updatedAt"`
}

// AssistantCache: see GET /v1/assistant-cache.
type AssistantCache struct {
	// How many are remembered.
	Answers int `json:"answers"`
}

// AssistantConfig: see GET /v1/assistants/{id}/revisions/{number}.
type AssistantConfig struct {
	// What the assistant is for and how it answers. At most 8,000 characters.
	Instructions string `json:"instructions,omitempty"`
	// How it sounds, in a few words.
	Tone string `json:"tone,omitempty"`
	// Languages that it may answer in; empty for any. A question in another one goes to
	// people.
	Languages []string `json:"languages,omitempty"`
	// What it answers from.
	Knowledge *KnowledgeChoice `json:"knowledge,omitempty"`
	// AI providers, in the order in which they are asked. Without any it answers from
	// approved question and answer pairs only.
	ProviderIDs []string `json:"providerIds,omitempty"`
	// When it is on duty; always, without.
	Hours *DutyHours `json:"hours,omitempty"`
	// When a conversation goes to people.
	HandOff *HandOffRules `json:"handOff,omitempty"`
	// How much it may say to one contact.
	Limits *ReplyLimits `json:"limits,omitempty"`
	// How long it waits for the next message of a burst, in milliseconds: 0 to 8000.
	BurstPauseMs int `json:"burstPauseMs,omitempty"`
	// How long an answer is kept for the same question on the same evidence; 0 keeps none,
	// 30 days is the most.
	CacheSeconds int `json:"cacheSeconds,omitempty"`
	// Links, phone numbers, e-mail addresses and prices that it may say although no
	// knowledge says them.
	Allowed []string `json:"allowed,omitempty"`
	// Longest reply, in characters: 50 to 4096.
	MaxReplyCharacters int `json:"maxReplyCharacters,omitempty"`
}

// AssistantDetail: see POST /v1/assistants.
type AssistantDetail struct {
	// Identifier of the assistant; begins with ast_.
	ID string `json:"id"`
	// The name that people of the workspace see.
	Name string `json:"name"`
	// Whether it answers at all.
	Enabled bool `json:"enabled"`
	// Phone numbers that it is on duty for.
	PhoneNumberIDs []string `json:"phoneNumberIds"`
	// Number of the revision that answers.
	LiveRevision int `json:"liveRevision"`
	// Number of the newest one: a draft while it is higher.
	LatestRevision int `json:"latestRevision"`
	// When it was created.
	CreatedAt time.Time `json:"createdAt"`
	// When it, or its newest revision, changed last.
	UpdatedAt time.Time `json:"updatedAt"`
	// The revision that answers.
	Live AssistantRevision `json:"live"`
	// The newest revision, where it was not published.
	Draft *AssistantRevision `json:"draft,omitempty"`
}

// AssistantMark: see GET /v1/messages/{id}.
type AssistantMark struct {
	// The assistant that wrote the message.
	AssistantID string `json:"assistantId"`
	// Number of its revision.
	Revision int `json:"revision"`
	// The turn in which it was written.
	TurnID string `json:"turnId"`
	// Where the text comes from. One of model, cache, approved, passage, greeting, hand_off.
	Source string `json:"source"`
	// The knowledge that the answer rests on.
	Citations []KnowledgeCitation `json:"citations"`
}

// AssistantRevision: see GET /v1/assistants/{id}/revisions/{number}.
type AssistantRevision struct {
	// Identifier of the revision; begins with arv_.
	ID string `json:"id"`
	// Counts the revisions of the assistant, from 1.
	Number int `json:"number"`
	// All that decides what the assistant says and when.
	Config AssistantConfig `json:"config"`
	// The key that made it.
	MadeBy string `json:"madeBy"`
	// When it was made.
	CreatedAt time.Time `json:"createdAt"`
	// When it was made live last; null for a draft.
	LiveAt *time.Time `json:"liveAt"`
	// How it was made live last; null for a draft and for the first revision, which is live
	// from the beginning.
	Publication *Publication `json:"publication"`
	// The newest completed evaluation of it; null without any.
	Evaluation *RevisionEvaluation `json:"evaluation"`
}

// AssistantSettings: see GET /v1/assistant-settings.
type AssistantSettings struct {
	// No assistant answers, at once.
	Stopped bool `json:"stopped"`
	// No assistant answers for these phone numbers.
	StoppedPhoneNumberIDs []string `json:"stoppedPhoneNumberIds"`
	// After how long the word goes back to the assistant by itself; 0 for never.
	HandBackSeconds int `json:"handBackSeconds"`
	// When these settings changed last; null if they never did.
	UpdatedAt *time.Time `json:"updatedAt"`
}

// AssistantTestResult: see POST /v1/assistants/{id}/test.
type AssistantTestResult struct {
	// Number of the revision that was asked.
	Revision int `json:"revision"`
	// Whether its hours and the settings would let it answer now.
	OnDuty bool `json:"onDuty"`
	// What the assistant would do: reply, hand the conversation to people, or stay silent.
	// One of replied, handed_off, silent.
	State string `json:"state"`
	// What the customer would get.
	Text string `json:"text"`
	// What was decided, and from what.
	Decision TurnResult `json:"decision"`
	// What was found in the knowledge, best first.
	Passages []TestPassage `json:"passages"`
	// Whether the knowledge was searched by meaning too.
	Meaning SearchMeaning `json:"meaning"`
	// What people would be given with a hand-off, or what the answer cites.
	Evidence []KnowledgeCitation `json:"evidence"`
	// What the model was asked; left out where none was.
	Prompt *TestPrompt `json:"prompt,omitempty"`
	// Whether the answer comes from the cache; off for questions that are never remembered.
	// One of unused, off, miss, hit.
	Cache string `json:"cache"`
	// Tokens that a cache hit saved; else 0.
	TokensSaved int `json:"tokensSaved"`
	// What the model wrote.
	Answer *TestAnswer `json:"answer,omitempty"`
	// The rule of the output gate that the answer broke; left out when it passed.
	Gate *TestGate `json:"gate,omitempty"`
	// What the calls cost, as far as their prices are known.
	Cost string `json:"cost"`
	// ISO 4217 code of the cost.
	Currency string `json:"currency"`
}

// Attempt: see GET /v1/messages/{id}.
type Attempt struct {
	// When the call began.
	StartedAt time.Time `json:"startedAt"`
	// When it ended; null while it runs.
	EndedAt *time.Time `json:"endedAt"`
	// known: the provider accepted it. refused: the provider refused it. unknown: no answer
	// came, so it may have been sent. null while the call runs. One of known, refused,
	// unknown.
	Outcome *string `json:"outcome"`
	// What went wrong; absent if nothing did.
	Detail string `json:"detail,omitempty"`
	// The provider's refusal; absent without one.
	ProviderError *ProviderError `json:"providerError,omitempty"`
	// When a later status told what became of an unknown outcome.
	SettledAt *time.Time `json:"settledAt,omitempty"`
}

// AttemptRequest: see GET /v1/webhook-endpoints/{id}/deliveries/{deliveryId}.
type AttemptRequest struct {
	// Headers of the request, by name.
	Headers map[string]string `json:"headers"`
}

// AttemptResponse: see GET /v1/webhook-endpoints/{id}/deliveries/{deliveryId}.
type AttemptResponse struct {
	// Of the same name, the values are joined by a comma.
	Headers map[string]string `json:"headers"`
	// The first 4 KiB; bytes that are no UTF-8 are replaced.
	Body string `json:"body"`
}

// AttemptStatistics: see GET /v1/webhook-endpoints/{id}/statistics.
type AttemptStatistics struct {
	// Calls that were made.
	Attempts int `json:"attempts"`
	// Calls that the receiver answered with 2xx.
	Succeeded int `json:"succeeded"`
	// succeeded / attempts; null without attempts.
	SuccessRate *float64 `json:"successRate"`
	// Deliveries that ended without success.
	DeliveriesFailed int `json:"deliveriesFailed"`
	// Estimated from counts by ranges: 1, 2, 5, 10, 20, 50 … 30,000 ms.
	LatencyP50Ms float64 `json:"latencyP50Ms"`
	// 99 % of the calls took at most this long, in milliseconds; estimated in the same way.
	LatencyP99Ms float64 `json:"latencyP99Ms"`
	// Attempts by what came of them: succeeded, redirect, client_error, server_error,
	// timeout, connection, dns, tls, forbidden, own_network (our name server or proxy),
	// other.
	ByClass map[string]int `json:"byClass"`
}

// Audio: see POST /v1/messages.
type Audio struct {
	// Id of a file of the workspace.
	MediaID string `json:"mediaId,omitempty"`
	// Public URL of the file, instead of mediaId.
	Link string `json:"link,omitempty"`
	// Show the audio as a voice message; the file must be Ogg with Opus, mono.
	Voice bool `json:"voice,omitempty"`
}

// BatchResult: see POST /v1/messages/batch.
type BatchResult struct {
	// Position in the request.
	Index int `json:"index"`
	// Identifier of the created message; absent if it was refused.
	MessageID string `json:"messageId,omitempty"`
	// queued or scheduled; absent if it was refused. One of queued, scheduled.
	Status string `json:"status,omitempty"`
	// Why it was refused; absent if it was accepted.
	Error *Error `json:"error,omitempty"`
}

// BroadcastCompletedData: see the event broadcast.completed.
type BroadcastCompletedData struct {
	// Identifier of the broadcast.
	BroadcastID string `json:"broadcast_id"`
	// The broadcast's name.
	Name string `json:"name"`
	// The template that was sent.
	TemplateName string `json:"template_name"`
	// The phone number that it was sent from.
	PhoneNumberID string `json:"phone_number_id"`
	// The status that it had before.
	FromStatus string `json:"from_status"`
	// How it ended. One of completed, canceled.
	ToStatus string `json:"to_status"`
	// To how many it was to go.
	Recipients int `json:"recipients"`
	// How many the provider took.
	Sent int `json:"sent"`
	// How many had arrived by then.
	Delivered int `json:"delivered"`
	// How many had been read by then.
	Read int `json:"read"`
	// How many failed.
	Failed int `json:"failed"`
	// How many were left out: opted out, without a number, doubled.
	Excluded int `json:"excluded"`
	// Who ended it.
	ChangedBy ChangedBy `json:"changed_by"`
}

// ButtonParameter: see GET /v1/messages/{id}.
type ButtonParameter struct {
	// Which button, counted from 0 over all buttons of the template.
	Index int `json:"index"`
	// End of the URL of a URL button with a variable.
	URLSuffix string `json:"urlSuffix,omitempty"`
	// What a quick reply sends back.
	Payload string `json:"payload,omitempty"`
	// Code of a copy-code button.
	CouponCode string `json:"couponCode,omitempty"`
	// Token of a flow button.
	FlowToken string `json:"flowToken,omitempty"`
	// Data of a flow button's first screen.
	FlowData map[string]any `json:"flowData,omitempty"`
}

// CTAURL: see GET /v1/messages/{id}.
type CTAURL struct {
	// The button's label, at most 20 characters.
	DisplayText string `json:"displayText"`
	// The page.
	URL string `json:"url"`
}

// Call: see GET /v1/messages/{id}.
type Call struct {
	// How far the call has come; it only moves forward. One of ringing, connected,
	// completed, rejected, failed.
	State string `json:"state"`
	// When it was answered; absent if it was not.
	StartedAt *time.Time `json:"startedAt,omitempty"`
	// When it ended; absent until then.
	EndedAt *time.Time `json:"endedAt,omitempty"`
	// Length in seconds; absent if it was not answered.
	Duration int `json:"duration,omitempty"`
	// Why it failed, as the provider told; absent if it did not.
	Errors []ProviderError `json:"errors,omitempty"`
	// What was said, as sound, where the call was recorded.
	Recording *Media `json:"recording,omitempty"`
	// What was said, as a JSON file, where the call was transcribed.
	Transcript *Media `json:"transcript,omitempty"`
}

// CardContent: see GET /v1/messages/{id}.
type CardContent struct {
	// The file in the card's header.
	HeaderMedia *MediaRef `json:"headerMedia,omitempty"`
	// Values of the card's text, by name or number.
	Parameters map[string]string `json:"parameters,omitempty"`
	// Values of the card's buttons.
	ButtonParameters []ButtonParameter `json:"buttonParameters,omitempty"`
}

// CardHeader: see GET /v1/messages/{id}.
type CardHeader struct {
	// What the header is. One of image, video.
	Type string `json:"type"`
	// The file.
	Media File `json:"media"`
}

// CatalogRef: see GET /v1/messages/{id}.
type CatalogRef struct {
	// The product whose picture is shown; the first by default.
	ThumbnailProductRetailerID string `json:"thumbnailProductRetailerId,omitempty"`
}

// ChangedBy: see the event broadcast.completed.
type ChangedBy struct {
	// Who it was; provider, routing and service act by themselves. One of contact, api_key,
	// agent, assistant, import, provider, routing, service.
	Type string `json:"type"`
	// Identifier of who it was; empty for provider, routing and service.
	ID string `json:"id"`
}

// Charge: see GET /v1/messages/{id}.
type Charge struct {
	// Whether the provider bills the message.
	Billable bool `json:"billable"`
	// The provider's pricing model, such as PMP.
	Model string `json:"model,omitempty"`
	// The provider's kind of price, such as regular or free_customer_service.
	Type string `json:"type,omitempty"`
	// The provider's category of the message, such as marketing or service.
	Category string `json:"category,omitempty"`
}

// ConnectMessagingAccount: see POST /v1/messaging-accounts.
type ConnectMessagingAccount struct {
	// The account's number at the provider (WABA id).
	MessagingAccountID string `json:"messagingAccountId"`
	// A System User Token with the messaging and management permissions. It is checked at
	// the provider, stored encrypted and never shown again. In a test workspace leave it
	// out: the built-in sandbox takes its own.
	SystemUserToken string `json:"systemUserToken"`
	// Secret of the app that receives this account's webhooks, where that is not the
	// deployment's own app.
	AppSecret string `json:"appSecret,omitempty"`
}

// ConsentAnswer: see GET /v1/consent-settings.
type ConsentAnswer struct {
	// Whether it is sent.
	Enabled bool `json:"enabled"`
	// What it says.
	Text string `json:"text"`
}

// ConsentDecision: see GET /v1/contacts/{id}/consent.
type ConsentDecision struct {
	// Where the contact stands; unknown until a decision is on record. One of unknown,
	// opted_in, opted_out.
	State string `json:"state"`
	// When the contact decided; null while unknown.
	DecidedAt *time.Time `json:"decidedAt"`
	// How the decision became known; absent while unknown. One of message, import, api,
	// provider_preference, agent.
	Source string `json:"source,omitempty"`
}

// ConsentLanguage: see GET /v1/consent-settings.
type ConsentLanguage struct {
	// Code of the language, such as en or pt_BR.
	Language string `json:"language"`
	// A message that is one of these, and nothing else but blanks, punctuation and emoji,
	// opts out. Case and accents do not matter.
	StopWords []string `json:"stopWords"`
	// A message that is one of these opts in again.
	StartWords []string `json:"startWords"`
	// Sent once when the contact opts out.
	StopConfirmation ConsentAnswer `json:"stopConfirmation"`
	// Sent once when the contact opts in again.
	StartConfirmation ConsentAnswer `json:"startConfirmation"`
}

// ConsentProof: see POST /v1/contacts/{id}/consent.
type ConsentProof struct {
	// The message that says it, or that the provider refused for it.
	MessageID string `json:"messageId,omitempty"`
	// The key whose call reported it.
	APIKeyID string `json:"apiKeyId,omitempty"`
	// The import that brought it.
	ImportID string `json:"importId,omitempty"`
	// The person who recorded it.
	AgentID string `json:"agentId,omitempty"`
	// The provider's id of the sign-up by which the contact agreed.
	SignupID string `json:"signupId,omitempty"`
	// The word that was written, the provider's own text, or what the caller gave.
	Detail string `json:"detail,omitempty"`
}

// ConsentRecord: see POST /v1/contacts/{id}/consent.
type ConsentRecord struct {
	// Identifier of the record; begins with cns_.
	ID string `json:"id"`
	// What the decision is about: marketing messages, or all messages except answers and
	// codes. One of marketing, all.
	Purpose string `json:"purpose"`
	// What the contact decided. One of opted_in, opted_out.
	State string `json:"state"`
	// What proves it. One of message, import, api, provider_preference, agent.
	Source string `json:"source"`
	// The evidence.
	Proof ConsentProof `json:"proof"`
	// When the contact decided. The newest decision counts, in whatever order they become
	// known.
	DecidedAt time.Time `json:"decidedAt"`
	// When it became known here.
	RecordedAt time.Time `json:"recordedAt"`
}

// ConsentSettings: see GET /v1/consent-settings.
type ConsentSettings struct {
	// What a stop word refuses. One of marketing, all.
	StopPurpose string `json:"stopPurpose"`
	// The words and confirmations of each language.
	Languages []ConsentLanguage `json:"languages"`
	// null while everything is as built in.
	UpdatedAt *time.Time `json:"updatedAt"`
}

// Contact: see POST /v1/contacts.
type Contact struct {
	// Identifier of the contact; begins with con_.
	ID string `json:"id"`
	// The number in the form in which the provider showed it last, or in which it was given.
	Phone string `json:"phone,omitempty"`
	// The provider's business-scoped user id.
	UserID string `json:"userId,omitempty"`
	// The user id that linked portfolios share.
	ParentUserID string `json:"parentUserId,omitempty"`
	// The name you gave, or the contact's profile name; empty if neither is known.
	Name string `json:"name"`
	// Sorted; a tag occurs at most once.
	Tags []string `json:"tags"`
	// Custom fields by key, each in its type.
	Fields map[string]any `json:"fields"`
	// Since when the contact refuses marketing; null when it does not.
	OptedOutAt *time.Time `json:"optedOutAt"`
	// When the contact became known.
	CreatedAt time.Time `json:"createdAt"`
	// When anything of the contact changed last.
	UpdatedAt time.Time `json:"updatedAt"`
}

// ContactAddress: see GET /v1/messages/{id}.
type ContactAddress struct {
	// Street and number.
	Street string `json:"street,omitempty"`
	// City.
	City string `json:"city,omitempty"`
	// State or region.
	State string `json:"state,omitempty"`
	// Postal code.
	Zip string `json:"zip,omitempty"`
	// Name of the country.
	Country string `json:"country,omitempty"`
	// ISO 3166-1 code of the country, in two letters.
	CountryCode string `json:"countryCode,omitempty"`
	// What kind of address it is, such as Home.
	Type string `json:"type,omitempty"`
}

// ContactCard: see GET /v1/messages/{id}.
type ContactCard struct {
	// formattedName and at least one part of it.
	Name ContactName `json:"name"`
	// Phone numbers.
	Phones []ContactPhone `json:"phones,omitempty"`
	// E-mail addresses.
	Emails []ContactEmail `json:"emails,omitempty"`
	// Postal addresses.
	Addresses []ContactAddress `json:"addresses,omitempty"`
	// Web addresses.
	URLs []ContactURL `json:"urls,omitempty"`
	// Where the person works.
	Org *ContactOrg `json:"org,omitempty"`
	// YYYY-MM-DD.
	Birthday string `json:"birthday,omitempty"`
	// contact_request, when the card answers a request for contact information.
	Origin string `json:"origin,omitempty"`
	// The card as the customer's phone gave it.
	Vcard string `json:"vcard,omitempty"`
}

// ContactConsent: see GET /v1/contacts/{id}/consent.
type ContactConsent struct {
	// The contact.
	ContactID string `json:"contactId"`
	// Opted out: marketing templates are refused.
	Marketing ConsentDecision `json:"marketing"`
	// Opted out: utility templates are refused too. Free-form answers and authentication
	// templates are not.
	All ConsentDecision `json:"all"`
	// The ledger, newest entry first.
	Data []ConsentRecord `json:"data"`
	// Give it as cursor to get the next page; null at the end.
	NextCursor *string `json:"nextCursor"`
}

// ContactConsentData: see the event contact.consent_updated.
type ContactConsentData struct {
	// The contact who decided.
	ContactID string `json:"contact_id"`
	// What the contact agrees to or refuses; all leaves answers only. One of marketing, all.
	Purpose string `json:"purpose"`
	// Where the contact stood before. One of unknown, opted_in, opted_out.
	FromState string `json:"from_state"`
	// Where the contact stands now. One of opted_in, opted_out.
	ToState string `json:"to_state"`
	// When the contact decided, in seconds since 1970.
	DecidedAt int `json:"decided_at"`
	// What proves it. One of message, import, api, provider_preference, agent.
	Source string `json:"source"`
	// The entry of the contact's consent ledger that tipped it.
	RecordID string `json:"record_id"`
	// Who reported the decision.
	ChangedBy ChangedBy `json:"changed_by"`
}

// ContactDetail: see GET /v1/contacts/{id}.
type ContactDetail struct {
	// Identifier of the contact; begins with con_.
	ID string `json:"id"`
	// The number in the form in which the provider showed it last, or in which it was given.
	Phone string `json:"phone,omitempty"`
	// The provider's business-scoped user id.
	UserID string `json:"userId,omitempty"`
	// The user id that linked portfolios share.
	ParentUserID string `json:"parentUserId,omitempty"`
	// The name you gave, or the contact's profile name; empty if neither is known.
	Name string `json:"name"`
	// Sorted; a tag occurs at most once.
	Tags []string `json:"tags"`
	// Custom fields by key, each in its type.
	Fields map[string]any `json:"fields"`
	// Since when the contact refuses marketing; null when it does not.
	OptedOutAt *time.Time `json:"optedOutAt"`
	// When the contact became known.
	CreatedAt time.Time `json:"createdAt"`
	// When anything of the contact changed last.
	UpdatedAt time.Time `json:"updatedAt"`
	// What people should know of the contact's identity, newest first, at most 50.
	Notices []ContactNotice `json:"notices"`
	// Contacts that were merged into this one, newest first, at most 50.
	Merges []ContactMerge `json:"merges"`
}

// ContactEmail: see GET /v1/messages/{id}.
type ContactEmail struct {
	// The address.
	Email string `json:"email"`
	// What kind of address it is, such as Work.
	Type string `json:"type,omitempty"`
}

// ContactField: see POST /v1/contact-fields.
type ContactField struct {
	// Identifier of the custom field; begins with fld_.
	ID string `json:"id"`
	// Its name in the API.
	Key string `json:"key"`
	// What people see.
	Label string `json:"label"`
	// What its values are. One of text, number, boolean, date, select, url.
	Type string `json:"type"`
	// What a select offers.
	Options []string `json:"options,omitempty"`
	// When it was defined.
	CreatedAt time.Time `json:"createdAt"`
}

// ContactFields: see GET /v1/contact-fields.
type ContactFields struct {
	// Every custom field, oldest first.
	Data []ContactField `json:"data"`
}

// ContactIdentityData: see the event contact.identity_updated.
type ContactIdentityData struct {
	// The contact, which stays the same.
	ContactID string `json:"contact_id"`
	// What of the contact is another one now; empty where only another contact was merged
	// into it.
	Changes []IdentityChange `json:"changes"`
	// Another contact that turned out to be the same person and leads to this one now; empty
	// if none.
	MergedContactID string `json:"merged_contact_id"`
	// What the provider told. One of number_changed, user_id_changed.
	Reason string `json:"reason"`
	// Who told it: the provider.
	ChangedBy ChangedBy `json:"changed_by"`
}

// ContactImport: see POST /v1/contact-imports.
type ContactImport struct {
	// Identifier of the import; begins with imp_.
	ID string `json:"id"`
	// running until every row was read; then how it ended. One of running, completed,
	// canceled, failed.
	State string `json:"state"`
	// Name of the table; absent if none was given.
	Filename string `json:"filename,omitempty"`
	// As it was recognised.
	Encoding string `json:"encoding"`
	// The character between two cells.
	Delimiter string `json:"delimiter"`
	// What each column was taken for, in the order of the table.
	Columns []ImportColumn `json:"columns"`
	// Rows that were read so far: created + updated + skipped + failed.
	Rows int `json:"rows"`
	// Rows that made a new contact.
	Created int `json:"created"`
	// Rows that changed a contact.
	Updated int `json:"updated"`
	// Rows of contacts who are known and whom the row changes in nothing, or with
	// onDuplicate skip.
	Skipped int `json:"skipped"`
	// Rows that were not taken; GET …/errors says why, of up to 10,000 faults.
	Failed int `json:"failed"`
	// How much of the table was read, from 0 to 1.
	Progress float64 `json:"progress"`
	// Estimated speed while it runs.
	RowsPerSecond float64 `json:"rowsPerSecond"`
	// Estimated time until the end, in seconds; 0 when it has ended.
	SecondsLeft int `json:"secondsLeft"`
	// Why a failed import ended.
	Failure string `json:"failure,omitempty"`
	// When the table was taken.
	CreatedAt time.Time `json:"createdAt"`
	// When it ended; null while it runs.
	FinishedAt *time.Time `json:"finishedAt"`
}

// ContactMerge: see GET /v1/contacts/{id}.
type ContactMerge struct {
	// Identifier of the merge; begins with mrg_. Undo the merge with it.
	ID string `json:"id"`
	// The contact that was merged into this one. Its id still leads here.
	ContactID string `json:"contactId"`
	// Whether somebody asked for it, or what showed that both are one person. One of api,
	// seen_together, number_changed, user_id_changed.
	Cause string `json:"cause"`
	// The API key that asked for it.
	KeyID string `json:"keyId,omitempty"`
	// When the contacts were merged.
	CreatedAt time.Time `json:"createdAt"`
	// When the merge was undone; null while it stands.
	UndoneAt *time.Time `json:"undoneAt"`
}

// ContactName: see GET /v1/messages/{id}.
type ContactName struct {
	// The name as it is shown.
	FormattedName string `json:"formattedName"`
	// Given name.
	FirstName string `json:"firstName,omitempty"`
	// Family name.
	LastName string `json:"lastName,omitempty"`
	// Middle name.
	MiddleName string `json:"middleName,omitempty"`
	// What stands before the name, such as Dr.
	Prefix string `json:"prefix,omitempty"`
	// What stands after the name, such as Jr.
	Suffix string `json:"suffix,omitempty"`
}

// ContactNotice: see GET /v1/contacts/{id}.
type ContactNotice struct {
	// Identifier of the notice; begins with ntc_.
	ID string `json:"id"`
	// What happened. One of number_reassigned, number_taken_over, number_changed,
	// user_id_changed, identity_changed.
	Kind string `json:"kind"`
	// The phone number that it is about; absent if it is about none.
	Phone string `json:"phone,omitempty"`
	// The user id that it is about; absent if it is about none.
	UserID string `json:"userId,omitempty"`
	// The other person of a number that changed hands.
	OtherContactID string `json:"otherContactId,omitempty"`
	// The same in a sentence.
	Detail string `json:"detail"`
	// When it was noticed.
	CreatedAt time.Time `json:"createdAt"`
}

// ContactOrg: see GET /v1/messages/{id}.
type ContactOrg struct {
	// Name of the company.
	Company string `json:"company,omitempty"`
	// Department.
	Department string `json:"department,omitempty"`
	// Position.
	Title string `json:"title,omitempty"`
}

// ContactPhone: see GET /v1/messages/{id}.
type ContactPhone struct {
	// The number as it is shown.
	Phone string `json:"phone"`
	// What kind of number it is, such as Work or Mobile.
	Type string `json:"type,omitempty"`
	// The network's id of the number: its digits. With it the card offers to write to the
	// person.
	WaID string `json:"waId,omitempty"`
}

// ContactURL: see GET /v1/messages/{id}.
type ContactURL struct {
	// The address.
	URL string `json:"url"`
	// What kind of address it is, such as Work.
	Type string `json:"type,omitempty"`
}

// Context: see GET /v1/messages/{id}.
type Context struct {
	// The provider's identifier of the message that is quoted, also if it is not known here.
	ProviderMessageID string `json:"providerMessageId,omitempty"`
	// The sender of the quoted message, as the provider gave it.
	From string `json:"from,omitempty"`
	// The message was forwarded.
	Forwarded bool `json:"forwarded,omitempty"`
	// The message was forwarded more than five times.
	FrequentlyForwarded bool `json:"frequentlyForwarded,omitempty"`
	// The product that the customer asks about.
	Product *ProductRef `json:"product,omitempty"`
}

// Conversation: see GET /v1/conversations/{id}.
type Conversation struct {
	// Identifier of the conversation; begins with cnv_.
	ID string `json:"id"`
	// The contact.
	ContactID string `json:"contactId"`
	// Your phone number.
	PhoneNumberID string `json:"phoneNumberId"`
	// When the contact wrote last; null if never.
	LastInboundAt *time.Time `json:"lastInboundAt"`
	// Until when free-form messages may be sent; null if the contact never wrote.
	WindowClosesAt *time.Time `json:"windowClosesAt"`
	// Who answers: an assistant or a person.
	Assistant OnDuty `json:"assistant"`
	// When it began.
	CreatedAt time.Time `json:"createdAt"`
}

// ConversationAssignedData: see the event conversation.assigned.
type ConversationAssignedData struct {
	// The conversation that was assigned.
	ConversationID string `json:"conversation_id"`
	// The contact of the conversation.
	ContactID string `json:"contact_id"`
	// Who had it; null if nobody.
	FromAssignee *EventAssignee `json:"from_assignee"`
	// Who has it now; null if nobody.
	ToAssignee *EventAssignee `json:"to_assignee"`
	// Who assigned it.
	ChangedBy ChangedBy `json:"changed_by"`
}

// ConversationHandedOffData: see the event conversation.handed_off.
type ConversationHandedOffData struct {
	// The conversation that people get.
	ConversationID string `json:"conversation_id"`
	// The contact who waits for an answer.
	ContactID string `json:"contact_id"`
	// The provider's identifier of the last message that is not answered.
	MessageID string `json:"message_id"`
	// The assistant that gave it up.
	AssistantID string `json:"assistant_id"`
	// Number of its revision.
	AssistantRevision int `json:"assistant_revision"`
	// The turn in which it was decided.
	TurnID string `json:"turn_id"`
	// Why people get it. One of asked_for_person, policy_word, same_question_twice,
	// no_evidence, negative_twice, turn_limit, reply_limit, providers_unavailable,
	// media_not_understood, window_ending, budget_used_up, language_not_supported,
	// opted_out, model_asked, answer_refused, loop_detected, internal.
	Reason string `json:"reason"`
	// What the reason rests on.
	Evidence string `json:"evidence"`
	// What was said last, for whoever takes over.
	Summary string `json:"summary"`
	// The knowledge that was found for the question.
	Passages []EventPassage `json:"passages"`
	// The message that told the customer; null if nothing was told.
	AIMessageID *string `json:"ai_message_id"`
}

// ConversationStatusData: see the event conversation.status_updated.
type ConversationStatusData struct {
	// The conversation whose status changed.
	ConversationID string `json:"conversation_id"`
	// The contact of the conversation.
	ContactID string `json:"contact_id"`
	// The status that it had before. One of open, pending, snoozed, closed.
	FromStatus string `json:"from_status"`
	// The status that it has now. One of open, pending, snoozed, closed.
	ToStatus string `json:"to_status"`
	// When a snoozed conversation opens again, in seconds since 1970; else null.
	SnoozedUntil *int `json:"snoozed_until"`
	// Who changed it.
	ChangedBy ChangedBy `json:"changed_by"`
}

// CreateAIProvider: see POST /v1/ai/providers.
type CreateAIProvider struct {
	// What people see.
	Name string `json:"name"`
	// The protocol that it is called by; openai stands for chat completions, which most
	// servers speak. One of openai, anthropic, gemini.
	Kind string `json:"kind"`
	// Up to and with the version of its API; that of the kind's own provider by default.
	BaseURL string `json:"baseUrl,omitempty"`
	// The model to ask, by the name that the endpoint knows.
	Model string `json:"model"`
	// Kept encrypted and never shown.
	APIKey string `json:"apiKey,omitempty"`
	// Bounds one call: 1 to 20, 12 by default.
	TimeoutSeconds float64 `json:"timeoutSeconds,omitempty"`
	// How much the model takes, if you know: what is too long for another one goes to a
	// larger one.
	ContextTokens int `json:"contextTokens,omitempty"`
	// Your prices, where the model is not listed or costs you something else.
	Prices *TokenPrices `json:"prices,omitempty"`
}

// CreateAPIKey: see POST /v1/api-keys.
type CreateAPIKey struct {
	// What the key is for.
	Name string `json:"name"`
	// What the key may do; * for everything.
	Scopes []string `json:"scopes"`
	// When the key ends by itself.
	ExpiresAt *time.Time `json:"expiresAt,omitempty"`
}

// CreateAssistant: see POST /v1/assistants.
type CreateAssistant struct {
	// The name that people of the workspace see.
	Name string `json:"name"`
	// Phone numbers that it is on duty for. A number has one assistant.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitempty"`
	// What it says and when; defaults otherwise.
	Config *AssistantConfig `json:"config,omitempty"`
}

// CreateContact: see POST /v1/contacts.
type CreateContact struct {
	// In international format.
	Phone string `json:"phone,omitempty"`
	// The provider's business-scoped user id; needed if there is no phone.
	UserID string `json:"userId,omitempty"`
	// The name to show, instead of the contact's profile name.
	Name string `json:"name,omitempty"`
	// Tags to start with.
	Tags []string `json:"tags,omitempty"`
	// Custom fields by key.
	Fields map[string]any `json:"fields,omitempty"`
}

// CreateContactField: see POST /v1/contact-fields.
type CreateContactField struct {
	// Begins with a letter; up to 40 of a–z, 0–9 and _. It never changes.
	Key string `json:"key"`
	// The name that people see.
	Label string `json:"label"`
	// It never changes. One of text, number, boolean, date, select, url.
	Type string `json:"type"`
	// What a select offers.
	Options []string `json:"options,omitempty"`
}

// CreateContactImport: see POST /v1/contact-imports.
type CreateContactImport struct {
	// What a column is, by its header: phone, userId, name, tags, ignore or the key of a
	// custom field. Columns that are not named are recognised by themselves, or left out.
	Mapping map[string]string `json:"mapping,omitempty"`
	// Lets phone numbers be national ones of this country.
	DefaultCountry string `json:"defaultCountry,omitempty"`
	// Tags that every contact of the table gets.
	Tags []string `json:"tags,omitempty"`
	// What happens with somebody who is a contact already: update (by default) or skip.
	// Empty cells change nothing. One of update, skip.
	OnDuplicate string `json:"onDuplicate,omitempty"`
	// Between the cells: a comma, a semicolon, a tab or a |; recognised by itself otherwise.
	Delimiter string `json:"delimiter,omitempty"`
	// The table, at most 1 MiB; send larger ones as multipart/form-data.
	CSV string `json:"csv"`
	// A name for the table, to recognise the import by.
	Filename string `json:"filename,omitempty"`
}

// CreateEvaluation: see POST /v1/assistants/{id}/evaluations.
type CreateEvaluation struct {
	// Number of the revision that is measured; the newest otherwise.
	Revision int `json:"revision,omitempty"`
	// conversations: what customers asked and people answered. questions: those of questions
	// or csv. One of conversations, questions.
	Source string `json:"source"`
	// Conversations of these phone numbers; those that the assistant is on duty for
	// otherwise, or all.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitempty"`
	// Conversations: answers from this time on; 90 days back otherwise.
	Since *time.Time `json:"since,omitempty"`
	// Conversations: answers up to this time; now otherwise.
	Until *time.Time `json:"until,omitempty"`
	// Conversations: how many questions, newest first; 1 to 500, 100 otherwise.
	Limit int `json:"limit,omitempty"`
	// At most 500.
	Questions []EvaluationQuestion `json:"questions,omitempty"`
	// A table of questions instead, at most 1 MiB. Its first row names the columns:
	// question, answer, expectedFacts (several set apart by |), language, shouldHandOff.
	CSV string `json:"csv,omitempty"`
}

// CreateKnowledgeSource: see POST /v1/knowledge/sources.
type CreateKnowledgeSource struct {
	// article, question, page or site; a file comes as multipart/form-data. One of article,
	// question, page, site.
	Kind string `json:"kind"`
	// Required of an article. Passages are found by it too.
	Title string `json:"title,omitempty"`
	// Two letters; without it that of each passage is guessed.
	Language string `json:"language,omitempty"`
	// The article as Markdown, up to 512 KiB.
	Content string `json:"content,omitempty"`
	// Required of a question: what a customer would ask.
	Question string `json:"question,omitempty"`
	// Required of a question: what the assistant says.
	Answer string `json:"answer,omitempty"`
	// A page; or where a site begins: pages below its folder that it links to are read. A
	// site map (.xml) lists them itself.
	URL string `json:"url,omitempty"`
	// How many pages of a site are read at most, up to 500; 50 by default.
	PageLimit int `json:"pageLimit,omitempty"`
	// How often pages are fetched again; 0 for never.
	RecrawlHours int `json:"recrawlHours,omitempty"`
}

// CreateMediaLink: see POST /v1/media/{id}/link.
type CreateMediaLink struct {
	// How long the link works; 300 by default.
	ExpiresInSeconds int `json:"expiresInSeconds,omitempty"`
}

// CreateRedelivery: see POST /v1/webhook-endpoints/{id}/redeliveries.
type CreateRedelivery struct {
	// failed: every attempt failed. missed: the receiver was disabled. range: whatever in a
	// time was not delivered. One of failed, missed, range.
	What string `json:"what"`
	// Only events from this time on; required with range. What was delivered is known for 30
	// days: only includeSucceeded reaches further back.
	Since *time.Time `json:"since,omitempty"`
	// Only events up to this time; now by default.
	Until *time.Time `json:"until,omitempty"`
	// Only these kinds: names, or prefixes such as messages.*; all by default.
	Events []string `json:"events,omitempty"`
	// With range: what was delivered already, too.
	IncludeSucceeded *bool `json:"includeSucceeded,omitempty"`
}

// CreateWebhookEndpoint: see POST /v1/webhook-endpoints.
type CreateWebhookEndpoint struct {
	// https URL of the receiver; without a path it gets /webhook.
	URL string `json:"url"`
	// Event names, prefixes like messages.*, or *. All by default.
	Events []string `json:"events,omitempty"`
	// Only these of the events that belong to a phone number; all when empty.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitempty"`
	// Only these of the events that belong to an assistant; all when empty.
	AssistantIDs []string `json:"assistantIds,omitempty"`
	// Only these of the events that belong to a pipeline; all when empty.
	PipelineIDs []string `json:"pipelineIds,omitempty"`
	// A note of your own.
	Description string `json:"description,omitempty"`
	// true by default.
	Enabled *bool `json:"enabled,omitempty"`
	// How events are signed: by a shared secret, by a key pair, or by both. Rotating the
	// secret can change it. One of hmac, ed25519, both.
	Signature string `json:"signature,omitempty"`
	// Which events wait for which. key: those of one conversation come one after the other,
	// and one that fails holds up the later ones of its conversation until it was taken or
	// given up. endpoint: the same over all events. none: none waits. One of none, key,
	// endpoint.
	Ordering string `json:"ordering,omitempty"`
	// Attempts per second at most.
	RateLimit *int `json:"rateLimit,omitempty"`
	// How many calls are under way at once, at most: 1 to 128.
	MaxInFlight *int `json:"maxInFlight,omitempty"`
	// How long a call may take, from the look-up of the name to the end of the answer: 1 to
	// 30.
	TimeoutSeconds *int `json:"timeoutSeconds,omitempty"`
	// Pauses between the attempts of a delivery.
	RetrySchedule any `json:"retrySchedule,omitempty"`
}

// DealStageData: see the event deal.stage_updated.
type DealStageData struct {
	// Identifier of the deal.
	DealID string `json:"deal_id"`
	// The deal's title.
	Title string `json:"title"`
	// The pipeline that the deal is in.
	PipelineID string `json:"pipeline_id"`
	// The stage that it left.
	FromStage EventStage `json:"from_stage"`
	// The stage that it is on now.
	ToStage EventStage `json:"to_stage"`
	// What the deal is on its new stage. One of open, won, lost.
	Status string `json:"status"`
	// A decimal number; null if none is known.
	Amount *string `json:"amount"`
	// ISO 4217; null without an amount.
	Currency *string `json:"currency"`
	// The contact whom the deal is with; null if there is none.
	ContactID *string `json:"contact_id"`
	// The conversation that the deal is about; null if there is none.
	ConversationID *string `json:"conversation_id"`
	// Who moved it.
	ChangedBy ChangedBy `json:"changed_by"`
}

// Delivery: see POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver.
type Delivery struct {
	// Unique among the deliveries of one endpoint.
	ID string `json:"id"`
	// The webhook endpoint.
	EndpointID string `json:"endpointId"`
	// The webhook-id, the same at every attempt.
	EventID string `json:"eventId"`
	// Kind of the event.
	Event string `json:"event"`
	// skipped: the endpoint was disabled while it waited. One of pending, succeeded, failed,
	// skipped.
	State string `json:"state"`
	// What put it on its way last: the event, somebody, a bulk redelivery, or it is a
	// sample. One of auto, manual, replay, test.
	Trigger string `json:"trigger"`
	// How many were made. The count goes on when it is delivered again.
	Attempts int `json:"attempts"`
	// What came of the last attempt.
	Class string `json:"class,omitempty"`
	// Of the last answer.
	StatusCode int `json:"statusCode,omitempty"`
	// Why the last attempt failed.
	Error string `json:"error,omitempty"`
	// How long the last attempt took.
	LatencyMs int `json:"latencyMs"`
	// Time of the last attempt.
	AttemptedAt *time.Time `json:"attemptedAt"`
	// While it is pending.
	NextAttemptAt *time.Time `json:"nextAttemptAt"`
	// The bulk redelivery that put it on its way last.
	RedeliveryID string `json:"redeliveryId,omitempty"`
	// When the event happened.
	EventCreatedAt time.Time `json:"eventCreatedAt"`
}

// DeliveryAttempt: see GET /v1/webhook-endpoints/{id}/deliveries/{deliveryId}.
type DeliveryAttempt struct {
	// Counts the attempts of the delivery, from 1.
	Number int `json:"number"`
	// What caused the attempt: the event itself, a request, a bulk redelivery, or it is a
	// sample. One of auto, manual, replay, test.
	Trigger string `json:"trigger"`
	// When the call began.
	StartedAt time.Time `json:"startedAt"`
	// How long it took, in milliseconds.
	LatencyMs int `json:"latencyMs"`
	// What came of it. One of succeeded, redirect, client_error, server_error, timeout,
	// connection, dns, tls, forbidden, own_network, other.
	Class string `json:"class"`
	// None when there was no answer.
	StatusCode int `json:"statusCode,omitempty"`
	// Why it failed; absent if it was taken.
	Error string `json:"error,omitempty"`
	// What was sent.
	Request AttemptRequest `json:"request"`
	// What the receiver answered.
	Response AttemptResponse `json:"response"`
}

// DeliveryDetail: see GET /v1/webhook-endpoints/{id}/deliveries/{deliveryId}.
type DeliveryDetail struct {
	// Unique among the deliveries of one endpoint.
	ID string `json:"id"`
	// The webhook endpoint.
	EndpointID string `json:"endpointId"`
	// The webhook-id, the same at every attempt.
	EventID string `json:"eventId"`
	// Kind of the event.
	Event string `json:"event"`
	// skipped: the endpoint was disabled while it waited. One of pending, succeeded, failed,
	// skipped.
	State string `json:"state"`
	// What put it on its way last: the event, somebody, a bulk redelivery, or it is a
	// sample. One of auto, manual, replay, test.
	Trigger string `json:"trigger"`
	// How many were made. The count goes on when it is delivered again.
	Attempts int `json:"attempts"`
	// What came of the last attempt.
	Class string `json:"class,omitempty"`
	// Of the last answer.
	StatusCode int `json:"statusCode,omitempty"`
	// Why the last attempt failed.
	Error string `json:"error,omitempty"`
	// How long the last attempt took.
	LatencyMs int `json:"latencyMs"`
	// Time of the last attempt.
	AttemptedAt *time.Time `json:"attemptedAt"`
	// While it is pending.
	NextAttemptAt *time.Time `json:"nextAttemptAt"`
	// The bulk redelivery that put it on its way last.
	RedeliveryID string `json:"redeliveryId,omitempty"`
	// When the event happened.
	EventCreatedAt time.Time `json:"eventCreatedAt"`
	// Exactly what is posted at every attempt.
	Body string `json:"body"`
	// The attempts of the last 30 days, oldest first; the last 200 at most.
	History []DeliveryAttempt `json:"history"`
	// Whether history has every attempt that was made.
	Complete bool `json:"complete"`
}

// Document: see POST /v1/messages.
type Document struct {
	// Id of a file of the workspace.
	MediaID string `json:"mediaId,omitempty"`
	// Public URL of the file, instead of mediaId.
	Link string `json:"link,omitempty"`
	// Text below the file, at most 1024 characters.
	Caption string `json:"caption,omitempty"`
	// Name shown for a document.
	Filename string `json:"filename,omitempty"`
}

// DutyHours: see GET /v1/assistants/{id}/revisions/{number}.
type DutyHours struct {
	// An IANA time zone.
	TimeZone string `json:"timeZone"`
	// Empty: always.
	Weekly []DutyShift `json:"weekly"`
}

// DutyShift: see GET /v1/assistants/{id}/revisions/{number}.
type DutyShift struct {
	// monday to sunday
	Day string `json:"day"`
	// HH:MM
	From string `json:"from"`
	// HH:MM; 24:00 is the end of the day.
	To string `json:"to"`
}

// Edit: see GET /v1/messages/{id}.
type Edit struct {
	// When this version was replaced.
	ReplacedAt time.Time `json:"replacedAt"`
	// The provider's identifier of the edit that replaced it.
	ProviderMessageID string `json:"providerMessageId,omitempty"`
	// The text of this version.
	Text string `json:"text,omitempty"`
	// The caption of this version.
	Caption string `json:"caption,omitempty"`
}

// EndpointBacklog: see GET /v1/webhook-endpoints/{id}/statistics.
type EndpointBacklog struct {
	// Events that it is behind: they wait for their next attempt, or it has not come to
	// them. The last seconds of a busy receiver may still count.
	Waiting int `json:"waiting"`
	// There are more than were counted.
	AtLeast bool `json:"atLeast"`
	// The event that waits longest; null if none waits.
	OldestEventID *string `json:"oldestEventId"`
	// How long it has been waiting; null if none waits.
	OldestAgeSeconds *int `json:"oldestAgeSeconds"`
	// When it happened; null if none waits.
	OldestCreatedAt *time.Time `json:"oldestCreatedAt"`
}

// EndpointHealth: see PUT /v1/webhook-endpoints.
type EndpointHealth struct {
	// open: too many calls have failed, so none is made until openUntil and deliveries wait,
	// without an attempt spent. half_open: one call finds out whether the receiver is back.
	// One of closed, open, half_open.
	State string `json:"state"`
	// null while the state is closed.
	OpenUntil *time.Time `json:"openUntil"`
	// Until when the receiver asked to be left alone (429 or 503); null if it does not.
	PausedUntil *time.Time `json:"pausedUntil"`
	// Calls that failed since the last one that was taken.
	ConsecutiveFailures int `json:"consecutiveFailures"`
	// Since when every call has failed; null if the last one was taken.
	FailingSince *time.Time `json:"failingSince"`
	// What went wrong last; empty if the last call was taken.
	LastError string `json:"lastError"`
}

// EndpointNotice: see PUT /v1/webhook-endpoints.
type EndpointNotice struct {
	// failing: every call has failed for more than an hour. One of breaker_open, failing,
	// disabled.
	Kind string `json:"kind"`
	// How urgent it is. One of info, warning, critical.
	Severity string `json:"severity"`
	// When it began.
	Since time.Time `json:"since"`
	// When it was seen last.
	LastSeenAt time.Time `json:"lastSeenAt"`
	// What is wrong, in a sentence.
	Detail string `json:"detail"`
	// null while it lasts.
	ResolvedAt *time.Time `json:"resolvedAt"`
}

// EndpointSecret: see PUT /v1/webhook-endpoints.
type EndpointSecret struct {
	// The beginning of the SHA-256 of the secret's bytes, or of the public key's.
	ID string `json:"id"`
	// hmac signs with a shared secret, ed25519 with a key pair. One of hmac, ed25519.
	Algorithm string `json:"algorithm"`
	// Verifies v1a signatures; of ed25519 only.
	PublicKey string `json:"publicKey,omitempty"`
	// When it was made.
	CreatedAt time.Time `json:"createdAt"`
	// When it stops to sign; of secrets that were rotated away.
	ExpiresAt *time.Time `json:"expiresAt,omitempty"`
}

// EndpointStatistics: see GET /v1/webhook-endpoints/{id}/statistics.
type EndpointStatistics struct {
	// Beginning of the first hour.
	Since time.Time `json:"since"`
	// End of the last hour.
	Until time.Time `json:"until"`
	// The sum over all hours.
	Total AttemptStatistics `json:"total"`
	// Hours with attempts, oldest first.
	Hours []HourStatistics `json:"hours"`
	// As it is now; empty for a receiver that is disabled.
	Backlog EndpointBacklog `json:"backlog"`
}

// EvaluatedAnswer: see GET /v1/assistants/{id}/evaluations/{evaluationId}/items.
type EvaluatedAnswer struct {
	// Number of the revision that answered.
	Revision int `json:"revision"`
	// What the assistant would do: reply, hand the conversation to people, or stay silent.
	// One of replied, handed_off, silent.
	State string `json:"state"`
	// What the customer would get.
	Text string `json:"text"`
	// Where the text comes from; empty without one. One of model, cache, approved, passage,
	// greeting, hand_off.
	Source string `json:"source"`
	// Why it was handed off or kept silent; empty for a reply.
	Reason string `json:"reason"`
	// What the reason rests on.
	Evidence string `json:"evidence"`
	// Language of the question, in two letters; empty if unknown.
	Language string `json:"language"`
	// The knowledge that the answer rests on.
	Citations []KnowledgeCitation `json:"citations"`
	// Calls to AI providers, in order.
	Attempts []TurnAttempt `json:"attempts"`
	// How good the answer is.
	Scores EvaluationScores `json:"scores"`
}

// Evaluation: see POST /v1/assistants/{id}/evaluations.
type Evaluation struct {
	// Identifier of the evaluation; begins with evl_.
	ID string `json:"id"`
	// The assistant whose revision is measured.
	AssistantID string `json:"assistantId"`
	// The revision that is measured: draft in the table.
	Revision int `json:"revision"`
	// The one that was live when it began: live in the table. null where the revision was
	// live itself.
	LiveRevision *int `json:"liveRevision"`
	// Whether the questions come from past conversations or were given. One of
	// conversations, questions.
	Source string `json:"source"`
	// Conversations of these phone numbers; empty for all, or for given questions.
	PhoneNumberIDs []string `json:"phoneNumberIds"`
	// Conversations from this time on; null for given questions.
	Since *time.Time `json:"since"`
	// Conversations up to this time; null for given questions.
	Until *time.Time `json:"until"`
	// collecting: looks for questions. paused: goes on by itself. One of collecting,
	// running, paused, completed, canceled, failed.
	State string `json:"state"`
	// Why it is paused. 20 % of the day's tokens are left to customers. One of
	// budget_used_up, ai_disabled, providers_unavailable.
	Paused string `json:"paused,omitempty"`
	// When a paused one looks again.
	RetryAt *time.Time `json:"retryAt"`
	// Questions found so far.
	Total int `json:"total"`
	// Of those, how many were put.
	Done int `json:"done"`
	// Of those, how many have no measurement, because no AI provider could be reached.
	Unmeasured int `json:"unmeasured"`
	// Messages that were looked through.
	Examined int `json:"examined"`
	// Questions that were not taken: with personal data, or of contacts who refuse all.
	LeftOut int `json:"leftOut"`
	// Why it ended early.
	Failure string `json:"failure,omitempty"`
	// What it found; null before it is completed.
	Table *EvaluationTable `json:"table"`
	// The key that made it.
	MadeBy string `json:"madeBy"`
	// When it was asked for.
	CreatedAt time.Time `json:"createdAt"`
	// When it ended; null until then.
	FinishedAt *time.Time `json:"finishedAt"`
}

// EvaluationDifference: see POST /v1/assistants/{id}/evaluations.
type EvaluationDifference struct {
	// The value that was measured.
	Value float64 `json:"value"`
	// Lower end of its interval.
	Low float64 `json:"low"`
	// Upper end of its interval.
	High float64 `json:"high"`
	// How many it rests on.
	Questions int `json:"questions"`
	// What the interval shows: not_distinguishable when it has zero in it, too_few below 10
	// questions. One of better, worse, different, not_distinguishable, too_few.
	Verdict string `json:"verdict"`
}

// EvaluationEstimate: see POST /v1/assistants/{id}/evaluations.
type EvaluationEstimate struct {
	// The value that was measured.
	Value float64 `json:"value"`
	// Lower end of its interval.
	Low float64 `json:"low"`
	// Upper end of its interval.
	High float64 `json:"high"`
	// How many it rests on.
	Questions int `json:"questions"`
}

// EvaluationItem: see GET /v1/assistants/{id}/evaluations/{evaluationId}/items.
type EvaluationItem struct {
	// Counts the questions, from 1.
	Number int `json:"number"`
	// The question that was put.
	Question string `json:"question"`
	// What was said before, oldest first.
	Before []EvaluationMessage `json:"before"`
	// What a person answered.
	Answer string `json:"answer,omitempty"`
	// What an answer must say; empty if nothing is expected.
	ExpectedFacts []string `json:"expectedFacts"`
	// Whether people should get it; null if nobody said.
	ShouldHandOff *bool `json:"shouldHandOff"`
	// Where it was asked.
	ConversationID string `json:"conversationId,omitempty"`
	// The person's answer.
	MessageID string `json:"messageId,omitempty"`
	// null before it was put.
	MeasuredAt *time.Time `json:"measuredAt"`
	// Why there is no measurement: the class of the AI providers' failure.
	Unmeasured string `json:"unmeasured,omitempty"`
	// The revision that is measured; null without a measurement.
	Draft *EvaluatedAnswer `json:"draft"`
	// The live one beside it; null without one.
	Live *EvaluatedAnswer `json:"live"`
}

// EvaluationMessage: see GET /v1/assistants/{id}/evaluations/{evaluationId}/items.
type EvaluationMessage struct {
	// Who wrote it. One of customer, assistant, person.
	From string `json:"from"`
	// What was written.
	Text string `json:"text"`
}

// EvaluationQuestion: see POST /v1/assistants/{id}/evaluations.
type EvaluationQuestion struct {
	// What a customer asks.
	Question string `json:"question"`
	// What a person answered.
	Answer string `json:"answer,omitempty"`
	// What an answer must say: numbers, links and words; at most 20.
	ExpectedFacts []string `json:"expectedFacts,omitempty"`
	// Of the question, in two letters; recognised otherwise.
	Language string `json:"language,omitempty"`
	// Whether people should get it.
	ShouldHandOff bool `json:"shouldHandOff,omitempty"`
}

// EvaluationRow: see POST /v1/assistants/{id}/evaluations.
type EvaluationRow struct {
	// What is measured. One of groundedness, agreement, decision_agreement, expected_facts,
	// hand_off_rate, cost_micros, tokens, latency_p50_ms, latency_p95_ms.
	Metric string `json:"metric"`
	// Unit of the values: share and score go from 0 to 1; micros are millionths of the
	// currency. One of share, score, micros, tokens, ms.
	Unit string `json:"unit"`
	// Which way is better. One of higher, lower, neither.
	Better string `json:"better"`
	// The revision under evaluation; null where there was nothing to measure.
	Draft *EvaluationEstimate `json:"draft"`
	// The live revision beside it; null without one.
	Live *EvaluationEstimate `json:"live"`
	// Draft minus live, on the questions that both have; null without any.
	Difference *EvaluationDifference `json:"difference"`
}

// EvaluationScores: see GET /v1/assistants/{id}/evaluations/{evaluationId}/items.
type EvaluationScores struct {
	// Whether what it wrote is said by passages that it cites; null where it wrote no
	// answer.
	Grounded *bool `json:"grounded"`
	// How much the answer has in common with the person's, from 0 to 1; null without one.
	Agreement *float64 `json:"agreement"`
	// Whether it answered or handed off as it should; null where nobody said.
	Decision *bool `json:"decision"`
	// The share of the expected facts that the answer has; null without any.
	Facts *float64 `json:"facts"`
	// Whether it went to people.
	HandedOff bool `json:"handedOff"`
	// Tokens of all its calls to AI providers.
	Tokens int `json:"tokens"`
	// What its calls cost, in millionths of the currency; null where a price is not known.
	CostMicros *int `json:"costMicros"`
	// From the question to the answer, without the burst pause.
	LatencyMs float64 `json:"latencyMs"`
}

// EvaluationTable: see POST /v1/assistants/{id}/evaluations.
type EvaluationTable struct {
	// Questions that were put to the revision.
	Questions int `json:"questions"`
	// Questions without a measurement, because no AI provider could be reached.
	Unmeasured int `json:"unmeasured"`
	// Confidence of the intervals.
	Confidence float64 `json:"confidence"`
	// One line per metric.
	Rows []EvaluationRow `json:"rows"`
}

// Event: see GET /v1/events.
type Event struct {
	// Identifier of the event; begins with evt_. Webhooks carry it as webhook-id.
	ID string `json:"id"`
	// Kind of the event, such as messages.upsert.
	Event string `json:"event"`
	// Seconds since 1970.
	Timestamp int64 `json:"timestamp"`
	// What happened; its fields depend on the kind.
	Data json.RawMessage `json:"data"`
	// When it happened.
	CreatedAt time.Time `json:"createdAt"`
}

// EventAssignee: see the event conversation.assigned.
type EventAssignee struct {
	// Whether it is a person, a team or an assistant. One of agent, team, assistant.
	Type string `json:"type"`
	// Identifier of the assignee.
	ID string `json:"id"`
}

// EventContact: see the event messages.received.
type EventContact struct {
	// The person's name.
	Name EventContactName `json:"name"`
	// The person's numbers.
	Phones []EventContactPhone `json:"phones"`
	// The person's e-mail addresses.
	Emails []EventContactEmail `json:"emails"`
	// The person's postal addresses.
	Addresses []EventContactAddress `json:"addresses"`
	// The person's pages.
	URLs []EventContactURL `json:"urls"`
	// Where the person works; null where it was not given.
	Org *EventContactOrg `json:"org"`
	// YYYY-MM-DD; empty where it was not given.
	Birthday string `json:"birthday"`
	// contact_request, when the card answers a request for contact information.
	Origin string `json:"origin"`
	// The card as the contact's phone gave it; empty where it was not given.
	Vcard string `json:"vcard"`
}

// EventContactAddress: see the event messages.received.
type EventContactAddress struct {
	// Street and number.
	Street string `json:"street"`
	// City.
	City string `json:"city"`
	// State or region.
	State string `json:"state"`
	// Postal code.
	Zip string `json:"zip"`
	// Name of the country.
	Country string `json:"country"`
	// Code of the country, such as US.
	CountryCode string `json:"country_code"`
	// What it is, such as Home.
	Type string `json:"type"`
}

// EventContactEmail: see the event messages.received.
type EventContactEmail struct {
	// The address.
	Email string `json:"email"`
	// What it is, such as Work.
	Type string `json:"type"`
}

// EventContactName: see the event messages.received.
type EventContactName struct {
	// The name as it is shown.
	FormattedName string `json:"formatted_name"`
	// First name.
	FirstName string `json:"first_name"`
	// Last name.
	LastName string `json:"last_name"`
	// Middle name.
	MiddleName string `json:"middle_name"`
	// Before the name, such as Dr.
	Prefix string `json:"prefix"`
	// After the name, such as Jr.
	Suffix string `json:"suffix"`
}

// EventContactOrg: see the event messages.received.
type EventContactOrg struct {
	// The company.
	Company string `json:"company"`
	// The department.
	Department string `json:"department"`
	// What the person is there.
	Title string `json:"title"`
}

// EventContactPhone: see the event messages.received.
type EventContactPhone struct {
	// The number as it is shown.
	Phone string `json:"phone"`
	// What it is, such as Work.
	Type string `json:"type"`
	// The network's id of the number: its digits; empty where it is not on the network.
	WaID string `json:"wa_id"`
}

// EventContactURL: see the event messages.received.
type EventContactURL struct {
	// The address.
	URL string `json:"url"`
	// What it is, such as Work.
	Type string `json:"type"`
}

// EventContext: see the event messages.received.
type EventContext struct {
	// The message that is answered: its identifier, assigned by the messaging network; empty
	// if none is.
	MessageID string `json:"message_id"`
	// Whether the contact forwarded it.
	Forwarded bool `json:"forwarded"`
	// Whether it was forwarded many times.
	FrequentlyForwarded bool `json:"frequently_forwarded"`
	// The product that is asked about; null if none.
	Product *EventProduct `json:"product"`
}

// EventError: see the event messages.status_updated.
type EventError struct {
	// Why it failed, as a code to act on.
	Code string `json:"code"`
	// Why it failed, in a sentence.
	Detail string `json:"detail"`
	// The provider's refusal; null if it failed otherwise.
	ProviderError *EventProviderError `json:"provider_error"`
}

// EventLocation: see the event messages.received.
type EventLocation struct {
	// Degrees, -90 to 90.
	Latitude float64 `json:"latitude"`
	// Degrees, -180 to 180.
	Longitude float64 `json:"longitude"`
	// Name of the place; empty where none was given.
	Name string `json:"name"`
	// Address of the place; empty where none was given.
	Address string `json:"address"`
	// Page of the place; empty where none was given.
	URL string `json:"url"`
}

// EventMedia: see the event messages.received.
type EventMedia struct {
	// Id of the file here; empty until it is fetched.
	ID string `json:"id"`
	// The provider's identifier of the file.
	ProviderMediaID string `json:"provider_media_id"`
	// Type of the file, as the provider told.
	MIMEType string `json:"mime_type"`
	// Digest of the file in hex, as the provider tells.
	SHA256 string `json:"sha256"`
	// Name of a document; empty for other files.
	Filename string `json:"filename"`
	// Whether an audio is a voice message.
	Voice bool `json:"voice"`
	// Whether a sticker moves.
	Animated bool `json:"animated"`
}

// EventOrder: see the event messages.received.
type EventOrder struct {
	// The catalogue of the products.
	CatalogID string `json:"catalog_id"`
	// What the contact wrote with it; empty if nothing.
	Text string `json:"text"`
	// The lines of the cart.
	Items []EventOrderItem `json:"items"`
}

// EventOrderItem: see the event messages.received.
type EventOrderItem struct {
	// The product's id in the catalogue (SKU).
	ProductRetailerID string `json:"product_retailer_id"`
	// How many.
	Quantity int `json:"quantity"`
	// The price of one, as a decimal number.
	Price string `json:"price"`
	// ISO 4217 code.
	Currency string `json:"currency"`
}

// EventPassage: see the event conversation.handed_off.
type EventPassage struct {
	// The passage that was found.
	PassageID string `json:"passage_id"`
	// The source that the passage belongs to.
	SourceID string `json:"source_id"`
	// The headings above the passage.
	Title string `json:"title"`
}

// EventProduct: see the event messages.received.
type EventProduct struct {
	// The catalogue.
	CatalogID string `json:"catalog_id"`
	// The product's id in the catalogue (SKU).
	ProductRetailerID string `json:"product_retailer_id"`
}

// EventProviderError: see the event messages.status_updated.
type EventProviderError struct {
	// The provider's code. Act on this one alone.
	Code int `json:"code"`
	// The provider's finer code; 0 if it gave none.
	Subcode int `json:"subcode"`
	// The provider's text, possibly in another language.
	Title string `json:"title"`
	// The provider's longer text; empty if it gave none.
	Details string `json:"details"`
}

// EventReaction: see the event messages.received.
type EventReaction struct {
	// The message that is reacted to: its identifier, assigned by the messaging network.
	MessageID string `json:"message_id"`
	// The emoji.
	Emoji string `json:"emoji"`
}

// EventReferral: see the event messages.received.
type EventReferral struct {
	// Where the ad or post is.
	SourceURL string `json:"source_url"`
	// Its identifier.
	SourceID string `json:"source_id"`
	// ad or post.
	SourceType string `json:"source_type"`
	// Its headline.
	Headline string `json:"headline"`
	// Its text.
	Body string `json:"body"`
	// image or video; empty without one.
	MediaType string `json:"media_type"`
	// Its picture or film; the link expires.
	MediaURL string `json:"media_url"`
	// A small picture of it; the link expires.
	ThumbnailURL string `json:"thumbnail_url"`
	// The network's id of the click (ctwa_clid).
	ClickID string `json:"click_id"`
	// The text that greeted the contact.
	WelcomeText string `json:"welcome_text"`
	// What the ad was given as ref.
	Ref string `json:"ref"`
}

// EventReply: see the event messages.received.
type EventReply struct {
	// What was used. One of templateButton, button, list, flow, address, callPermission,
	// paymentMethod.
	Type string `json:"type"`
	// Of the button or row; the payload of a template's button.
	ID string `json:"id"`
	// Label of the button or row; empty for a form.
	Title string `json:"title"`
	// Text below the label of the row; empty for others.
	Description string `json:"description"`
	// The JSON that a form answered with; else null.
	Response json.RawMessage `json:"response"`
}

// EventStage: see the event deal.stage_updated.
type EventStage struct {
	// Identifier of the stage.
	ID string `json:"id"`
	// The stage's name.
	Name string `json:"name"`
}

// EventType: see GET /v1/event-types/{name}.
type EventType struct {
	// What events of the kind have as event.
	Name string `json:"name"`
	// 1 at first; one more with every addition to the data.
	Version int `json:"version"`
	// When an event of the kind is told.
	Description string `json:"description"`
	// Whether this version of the service emits it. Every kind can be subscribed to; the
	// data of one that is not emitted yet may change until it is.
	Emitted bool `json:"emitted"`
	// The limits of a subscription that apply to it.
	LimitedBy []string `json:"limitedBy"`
	// JSON Schema (2020-12) of the whole event, complete in itself.
	Schema json.RawMessage `json:"schema"`
	// An event as it is delivered.
	Example json.RawMessage `json:"example"`
}

// EventTypes: see GET /v1/event-types.
type EventTypes struct {
	// Every kind of event.
	Data []EventType `json:"data"`
}

// EventUnsupported: see the event messages.received.
type EventUnsupported struct {
	// The provider's word for the type of the message.
	Type string `json:"type"`
	// Why it cannot be shown, as the provider told.
	Errors []EventProviderError `json:"errors"`
}

// EventWithDeliveries: see GET /v1/events/{id}.
type EventWithDeliveries struct {
	// Identifier of the event; begins with evt_. Webhooks carry it as webhook-id.
	ID string `json:"id"`
	// Kind of the event, such as messages.upsert.
	Event string `json:"event"`
	// Seconds since 1970.
	Timestamp int64 `json:"timestamp"`
	// What happened; its fields depend on the kind.
	Data json.RawMessage `json:"data"`
	// When it happened.
	CreatedAt time.Time `json:"createdAt"`
	// To the receivers that the workspace has now; none for those that did not want it or
	// missed it.
	Deliveries []Delivery `json:"deliveries"`
}

// FieldError: see GET /v1/events.
type FieldError struct {
	// Where the fault is: a JSON pointer into the body, or the name of a parameter or
	// header.
	Pointer string `json:"pointer"`
	// What is wrong, in a sentence.
	Detail string `json:"detail"`
	// What is wrong, as a code to act on.
	Code string `json:"code"`
}

// File: see GET /v1/messages/{id}.
type File struct {
	// Id of a file of the workspace.
	MediaID string `json:"mediaId,omitempty"`
	// Public URL of the file, instead of mediaId.
	Link string `json:"link,omitempty"`
}

// Flow: see GET /v1/messages/{id}.
type Flow struct {
	// The provider's id of the flow.
	FlowID string `json:"flowId,omitempty"`
	// The name of the flow, instead of flowId.
	FlowName string `json:"flowName,omitempty"`
	// The button's label, at most 30 characters, no emoji.
	CTA string `json:"cta"`
	// Comes back with what was filled in.
	Token string `json:"token,omitempty"`
	// published by default. One of published, draft.
	Mode string `json:"mode,omitempty"`
	// Whether the flow begins at a screen or asks your endpoint for it; navigate by default.
	// One of navigate, dataExchange.
	Action string `json:"action,omitempty"`
	// The first screen, for navigate.
	Screen string `json:"screen,omitempty"`
	// An object that fills the first screen, for navigate.
	Data json.RawMessage `json:"data,omitempty"`
}

// FoundKnowledge: see POST /v1/knowledge/search.
type FoundKnowledge struct {
	// Best first.
	Data []FoundPassage `json:"data"`
	// Whether a passage reaches the floor; else the question counts as one without evidence.
	Evidence bool `json:"evidence"`
	// The confidence below which a passage is no evidence by its words.
	Floor float64 `json:"floor"`
	// Whether it was searched by meaning too.
	Meaning SearchMeaning `json:"meaning"`
}

// FoundPassage: see POST /v1/knowledge/search.
type FoundPassage struct {
	// The passage that was found.
	Passage KnowledgePassage `json:"passage"`
	// Orders the passages of one search.
	Score float64 `json:"score"`
	// How much of what the question asks the passage speaks of, by its words, from 0 to 1.
	Confidence float64 `json:"confidence"`
	// Its place by words, from 1; left out where it has none.
	WordRank int `json:"wordRank,omitempty"`
	// Its place by meaning, from 1; left out where it has none.
	VectorRank int `json:"vectorRank,omitempty"`
	// The cosine of its vector and the question's.
	Similarity float64 `json:"similarity,omitempty"`
	// How far that stands above the mean of all passages, from 0 to 1.
	Lift float64 `json:"lift,omitempty"`
	// It is evidence by its meaning alone.
	ByMeaning bool `json:"byMeaning,omitempty"`
}

// HandOffRules: see GET /v1/assistants/{id}/revisions/{number}.
type HandOffRules struct {
	// Words and phrases that people must answer: legal matters, payments, complaints.
	Words []string `json:"words,omitempty"`
	// What the customer is told, once per hand-off, by language; a built-in sentence
	// otherwise. An empty text tells nothing.
	Messages map[string]string `json:"messages,omitempty"`
	// Tell the customer nothing.
	NoMessage bool `json:"noMessage,omitempty"`
	// A question that is open when the customer-service window has only so many minutes
	// left, 0 to 1380, goes to people.
	WindowMinutes int `json:"windowMinutes,omitempty"`
}

// HealthNotice: see GET /v1/phone-numbers/{id}/health.
type HealthNotice struct {
	// What is wrong. One of unknown_message_status, unknown_quoted_message, silence,
	// statuses_overdue, webhook_signature_failures, provider_errors, quality_drop,
	// messaging_limit_drop, display_name_rejected, account_restricted, account_disabled,
	// account_alert, security, number_disconnected, group_change_failed,
	// webhook_item_not_applied.
	Kind string `json:"kind"`
	// How urgent it is. One of info, warning, critical.
	Severity string `json:"severity"`
	// When it began.
	Since time.Time `json:"since"`
	// When it was seen last.
	LastSeenAt time.Time `json:"lastSeenAt"`
	// How often it was seen since, or how many messages it is about.
	Count int `json:"count"`
	// The same in a sentence.
	Detail string `json:"detail"`
	// null while it lasts.
	ResolvedAt *time.Time `json:"resolvedAt"`
}

// HourStatistics: see GET /v1/webhook-endpoints/{id}/statistics.
type HourStatistics struct {
	// Its beginning.
	Hour time.Time `json:"hour"`
	// Calls that were made.
	Attempts int `json:"attempts"`
	// Calls that the receiver answered with 2xx.
	Succeeded int `json:"succeeded"`
	// succeeded / attempts; null without attempts.
	SuccessRate *float64 `json:"successRate"`
	// Deliveries that ended without success.
	DeliveriesFailed int `json:"deliveriesFailed"`
	// Estimated from counts by ranges: 1, 2, 5, 10, 20, 50 … 30,000 ms.
	LatencyP50Ms float64 `json:"latencyP50Ms"`
	// 99 % of the calls took at most this long, in milliseconds; estimated in the same way.
	LatencyP99Ms float64 `json:"latencyP99Ms"`
	// Attempts by what came of them: succeeded, redirect, client_error, server_error,
	// timeout, connection, dns, tls, forbidden, own_network (our name server or proxy),
	// other.
	ByClass map[string]int `json:"byClass"`
}

// IdentityChange: see the event contact.identity_updated.
type IdentityChange struct {
	// What changed. One of phone, user_id, parent_user_id.
	Field string `json:"field"`
	// What it was before; empty where there was none.
	From string `json:"from"`
	// What it is now.
	To string `json:"to"`
}

// Image: see POST /v1/messages.
type Image struct {
	// Id of a file of the workspace.
	MediaID string `json:"mediaId,omitempty"`
	// Public URL of the file, instead of mediaId.
	Link string `json:"link,omitempty"`
	// Text below the file, at most 1024 characters.
	Caption string `json:"caption,omitempty"`
}

// ImportColumn: see POST /v1/contact-imports.
type ImportColumn struct {
	// The column's first cell.
	Header string `json:"header"`
	// phone, userId, name, tags, ignore or the key of a custom field.
	Target string `json:"target"`
}

// ImportError: see GET /v1/contact-imports/{id}/errors.
type ImportError struct {
	// Line of the table on which the row begins.
	Line int `json:"line"`
	// Header of the cell's column.
	Column string `json:"column,omitempty"`
	// Why it was not taken, in a sentence.
	Reason string `json:"reason"`
}

// ImportOptions: see POST /v1/contact-imports.
type ImportOptions struct {
	// What a column is, by its header: phone, userId, name, tags, ignore or the key of a
	// custom field. Columns that are not named are recognised by themselves, or left out.
	Mapping map[string]string `json:"mapping,omitempty"`
	// Lets phone numbers be national ones of this country.
	DefaultCountry string `json:"defaultCountry,omitempty"`
	// Tags that every contact of the table gets.
	Tags []string `json:"tags,omitempty"`
	// What happens with somebody who is a contact already: update (by default) or skip.
	// Empty cells change nothing.
	OnDuplicate string `json:"onDuplicate,omitempty"`
	// Between the cells: a comma, a semicolon, a tab or a |; recognised by itself otherwise.
	Delimiter string `json:"delimiter,omitempty"`
}

// ImportPreview: see POST /v1/contact-imports/preview.
type ImportPreview struct {
	// Character encoding, as it was recognised.
	Encoding string `json:"encoding"`
	// The character between two cells.
	Delimiter string `json:"delimiter"`
	// What each column is taken for, in the order of the table.
	Columns []ImportColumn `json:"columns"`
	// The first 20.
	Rows []PreviewRow `json:"rows"`
}

// Interactive: see GET /v1/messages/{id}.
type Interactive struct {
	// The form of the message. One of buttons, list, ctaUrl, flow, locationRequest, product,
	// productList, catalog, carousel, callPermission, contactInfo.
	Type string `json:"type"`
	// Above the text.
	Header *InteractiveHeader `json:"header,omitempty"`
	// The text of the message.
	Body string `json:"body,omitempty"`
	// Small print below the text, at most 60 characters.
	Footer string `json:"footer,omitempty"`
	// 1 to 3 buttons, with different ids and titles.
	Buttons []ReplyButton `json:"buttons,omitempty"`
	// The menu.
	List *InteractiveList `json:"list,omitempty"`
	// The button that opens a page.
	CTAURL *CTAURL `json:"ctaUrl,omitempty"`
	// The form to fill in.
	Flow *Flow `json:"flow,omitempty"`
	// The product to show.
	Product *ProductRef `json:"product,omitempty"`
	// The products to show.
	ProductList *ProductList `json:"productList,omitempty"`
	// How the catalogue is shown.
	Catalog *CatalogRef `json:"catalog,omitempty"`
	// 2 to 10 cards with the same parts: pictures or films with a link or reply buttons, or
	// products of one catalogue.
	Cards []InteractiveCard `json:"cards,omitempty"`
}

// InteractiveCard: see GET /v1/messages/{id}.
type InteractiveCard struct {
	// A picture or film, by link.
	Header *CardHeader `json:"header,omitempty"`
	// At most 160 characters and two line breaks.
	Body string `json:"body,omitempty"`
	// The button that opens a page.
	CTAURL *CTAURL `json:"ctaUrl,omitempty"`
	// Buttons that reply.
	Buttons []ReplyButton `json:"buttons,omitempty"`
	// The product to show.
	Product *ProductRef `json:"product,omitempty"`
}

// InteractiveHeader: see GET /v1/messages/{id}.
type InteractiveHeader struct {
	// What the header is. One of text, document, image, video.
	Type string `json:"type"`
	// At most 60 characters.
	Text string `json:"text,omitempty"`
	// The file.
	Media *MediaRef `json:"media,omitempty"`
}

// InteractiveList: see GET /v1/messages/{id}.
type InteractiveList struct {
	// What opens the menu, at most 20 characters.
	Button string `json:"button"`
	// 1 to 10 sections with at most 10 rows in all.
	Sections []ListSection `json:"sections"`
}

// KnowledgeChoice: see GET /v1/assistants/{id}/revisions/{number}.
type KnowledgeChoice struct {
	// Only these sources of knowledge; empty for all of the workspace.
	SourceIDs []string `json:"sourceIds,omitempty"`
}

// KnowledgeCitation: see POST /v1/assistants/{id}/test.
type KnowledgeCitation struct {
	// The passage that is cited.
	PassageID string `json:"passageId"`
	// The source that the passage belongs to.
	SourceID string `json:"sourceId"`
	// The headings above the passage.
	Title string `json:"title"`
	// Of the passage's text.
	Hash string `json:"hash"`
}

// KnowledgeEmbeddings: see GET /v1/knowledge/settings.
type KnowledgeEmbeddings struct {
	// Whether knowledge is searched by meaning too.
	Enabled bool `json:"enabled"`
	// Where vectors are made.
	BaseURL string `json:"baseUrl"`
	// The model that makes vectors.
	Model string `json:"model"`
	// The end of the key; empty without one.
	APIKeyHint string `json:"apiKeyHint"`
	// Those that are asked of the model; left out where they are left to it.
	Dimensions int `json:"dimensions,omitempty"`
	// What a question waits for its vector at most.
	TimeoutMs int `json:"timeoutMs"`
	// The lift from which on a passage is evidence by its meaning alone; 0 for never.
	EvidenceLift float64 `json:"evidenceLift"`
	// embedding while passages have no vector yet: these are found by their words. One of
	// off, embedding, ready.
	State string `json:"state"`
	// How many texts have a vector, those counted that the model does not take.
	Embedded int `json:"embedded"`
	// While it is not closed, questions are answered by words alone.
	Health AIProviderHealth `json:"health"`
	// When it was set up.
	CreatedAt time.Time `json:"createdAt"`
	// When it changed last.
	UpdatedAt time.Time `json:"updatedAt"`
}

// KnowledgeGap: see GET /v1/knowledge/gaps/{id}.
type KnowledgeGap struct {
	// Identifier of the gap; begins with gap_.
	ID string `json:"id"`
	// One that was answered and is asked again without evidence is open again. One of open,
	// dismissed, answered.
	State string `json:"state"`
	// The first one, without numbers and addresses of people.
	Question string `json:"question"`
	// Language of the question, in two letters; absent if unknown.
	Language string `json:"language,omitempty"`
	// How often it was asked.
	Count int `json:"count"`
	// The question and answer that was made of it.
	SourceID string `json:"sourceId,omitempty"`
	// When it was asked first.
	FirstAt time.Time `json:"firstAt"`
	// When it was asked last.
	LastAt time.Time `json:"lastAt"`
	// The newest questions: 3 in lists, else up to 20.
	Examples []AskedExample `json:"examples"`
}

// KnowledgePage: see GET /v1/knowledge/sources/{id}/pages.
type KnowledgePage struct {
	// Address of the page.
	URL string `json:"url"`
	// map is a site map. A page that failed keeps what it said before. One of waiting,
	// fetched, skipped, failed, map.
	State string `json:"state"`
	// Why it was skipped or failed.
	Reason string `json:"reason,omitempty"`
	// When it was fetched last; null if it was not.
	FetchedAt *time.Time `json:"fetchedAt"`
}

// KnowledgePages: see GET /v1/knowledge/sources/{id}/pages.
type KnowledgePages struct {
	// The pages of the source.
	Data []KnowledgePage `json:"data"`
}

// KnowledgePassage: see POST /v1/knowledge/search.
type KnowledgePassage struct {
	// Stays the same while the passage is only edited.
	ID string `json:"id"`
	// The source that it belongs to.
	SourceID string `json:"sourceId"`
	// Of the source since which the passage is as it is.
	Revision int `json:"revision"`
	// The page that it is from.
	URL string `json:"url,omitempty"`
	// The headings above it.
	Title string `json:"title,omitempty"`
	// What it answers.
	Question string `json:"question,omitempty"`
	// What it says.
	Text string `json:"text"`
	// Its language, in two letters; absent if unknown.
	Language string `json:"language,omitempty"`
	// Over all that it says, in hex.
	Hash string `json:"hash"`
	// It speaks to a model rather than to people, or hides characters.
	Flagged bool `json:"flagged"`
}

// KnowledgeSettings: see GET /v1/knowledge/settings.
type KnowledgeSettings struct {
	// Rises with every change of what is found.
	Version int `json:"version"`
	// How many sources there are.
	Sources int `json:"sources"`
	// How many passages can be found.
	Passages int `json:"passages"`
	// Groups of words or phrases that stand for each other.
	Synonyms [][]string `json:"synonyms"`
	// How knowledge is also found by its meaning; null while they were never set up.
	Embeddings *KnowledgeEmbeddings `json:"embeddings"`
}

// KnowledgeSource: see POST /v1/knowledge/gaps/{id}/answer.
type KnowledgeSource struct {
	// Identifier of the source; begins with kns_.
	ID string `json:"id"`
	// What it is. One of article, question, file, page, site.
	Kind string `json:"kind"`
	// Its title; empty if it has none.
	Title string `json:"title"`
	// Two letters; without it that of each passage is guessed.
	Language string `json:"language,omitempty"`
	// Of the newest revision; the one before is found until this one is ready. One of
	// pending, indexing, ready, failed.
	State string `json:"state"`
	// Why it failed, or what of it could not be read.
	Reason string `json:"reason,omitempty"`
	// How much of the newest revision is indexed, from 0 to 1.
	Progress float64 `json:"progress"`
	// Rises with every change.
	Revision int `json:"revision"`
	// The revision whose passages are found; 0 while there is none.
	LiveRevision int `json:"liveRevision"`
	// The Markdown of an article; lists leave it out.
	Content string `json:"content,omitempty"`
	// The question; only of a question with its answer.
	Question string `json:"question,omitempty"`
	// Lists leave it out.
	Answer string `json:"answer,omitempty"`
	// Name of the file; only of a file.
	Filename string `json:"filename,omitempty"`
	// Type of the file, by its content; only of a file.
	MIMEType string `json:"mimeType,omitempty"`
	// Of a file, in bytes.
	Size int `json:"size,omitempty"`
	// Address of the page, or where the site begins; only of web sources.
	URL string `json:"url,omitempty"`
	// Most pages that are read; only of a site.
	PageLimit int `json:"pageLimit,omitempty"`
	// Hours between two fetches; absent if it is fetched only when asked.
	RecrawlHours int `json:"recrawlHours,omitempty"`
	// When its pages were fetched last; absent if they never were.
	CrawledAt *time.Time `json:"crawledAt,omitempty"`
	// When they are fetched again; absent if they are not.
	NextCrawlAt *time.Time `json:"nextCrawlAt,omitempty"`
	// Pages of the web that were read.
	Pages int `json:"pages,omitempty"`
	// Of the live revision.
	Passages int `json:"passages"`
	// Passages that speak to a model rather than to people: have a look at them.
	Flagged int `json:"flagged"`
	// When it was added.
	CreatedAt time.Time `json:"createdAt"`
	// When it changed last.
	UpdatedAt time.Time `json:"updatedAt"`
	// When the live revision became ready; absent while there is none.
	ReadyAt *time.Time `json:"readyAt,omitempty"`
}

// ListRow: see GET /v1/messages/{id}.
type ListRow struct {
	// What comes back when the row is chosen, at most 200 characters.
	ID string `json:"id"`
	// At most 24 characters.
	Title string `json:"title"`
	// At most 72 characters.
	Description string `json:"description,omitempty"`
}

// ListSection: see GET /v1/messages/{id}.
type ListSection struct {
	// At most 24 characters; required where there are several sections.
	Title string `json:"title,omitempty"`
	// At least one row.
	Rows []ListRow `json:"rows"`
}

// Location: see GET /v1/messages/{id}.
type Location struct {
	// Degrees, -90 to 90.
	Latitude float64 `json:"latitude"`
	// Degrees, -180 to 180.
	Longitude float64 `json:"longitude"`
	// Name of the place.
	Name string `json:"name,omitempty"`
	// Address of the place.
	Address string `json:"address,omitempty"`
	// Of a received place.
	URL string `json:"url,omitempty"`
}

// MarkRead: see POST /v1/messages/{id}/read.
type MarkRead struct {
	// Also show that an answer is being written, until it comes or for 25 seconds.
	Typing bool `json:"typing,omitempty"`
}

// Media: see GET /v1/messages/{id}.
type Media struct {
	// Id of a file of the workspace.
	MediaID string `json:"mediaId,omitempty"`
	// Public URL of the file, instead of mediaId.
	Link string `json:"link,omitempty"`
	// Text below the file, at most 1024 characters.
	Caption string `json:"caption,omitempty"`
	// Name shown for a document.
	Filename string `json:"filename,omitempty"`
	// Show the audio as a voice message; the file must be Ogg with Opus, mono.
	Voice bool `json:"voice,omitempty"`
	// The sticker moves.
	Animated bool `json:"animated,omitempty"`
	// The provider's id of a received file.
	ProviderMediaID string `json:"providerMediaId,omitempty"`
	// Type of the file; only of a received one.
	MIMEType string `json:"mimeType,omitempty"`
	// In hex.
	SHA256 string `json:"sha256,omitempty"`
	// Why the file could not be fetched from the provider.
	Fault string `json:"fault,omitempty"`
}

// MediaFile: see POST /v1/media.
type MediaFile struct {
	// Identifier of the file; begins with med_.
	ID string `json:"id"`
	// Only a ready file is given out and can be sent. A file that a customer sent is
	// fetching until it has arrived. One of ready, fetching, failed, infected.
	State string `json:"state"`
	// What the file is, by its content.
	MIMEType string `json:"mimeType"`
	// In bytes.
	Size int `json:"size"`
	// SHA-256 of the content in hex.
	SHA256 string `json:"sha256"`
	// Its name; empty if it has none.
	Filename string `json:"filename"`
	// Why a failed or infected file is not there.
	Fault string `json:"fault,omitempty"`
	// When it was uploaded or received.
	CreatedAt time.Time `json:"createdAt"`
}

// MediaLink: see POST /v1/media/{id}/link.
type MediaLink struct {
	// Where the file is until expiresAt.
	URL string `json:"url"`
	// When the link stops working.
	ExpiresAt time.Time `json:"expiresAt"`
}

// MediaRef: see GET /v1/messages/{id}.
type MediaRef struct {
	// Id of a file of the workspace.
	MediaID string `json:"mediaId,omitempty"`
	// Public URL of the file, instead of mediaId.
	Link string `json:"link,omitempty"`
	// Name shown for a document.
	Filename string `json:"filename,omitempty"`
}

// MergeContacts: see POST /v1/contacts/{id}/merge.
type MergeContacts struct {
	// The contact that goes; its id leads to the other one from then on.
	ContactID string `json:"contactId"`
}

// Message: see GET /v1/messages/{id}.
type Message struct {
	// Identifier of the message; begins with msg_.
	ID string `json:"id"`
	// The conversation that it belongs to.
	ConversationID string `json:"conversationId"`
	// The contact who sent it or whom it is for.
	ContactID string `json:"contactId"`
	// Your phone number.
	PhoneNumberID string `json:"phoneNumberId"`
	// outbound: from you to the contact. inbound: from the contact to you. One of outbound,
	// inbound.
	Direction string `json:"direction"`
	// What it is, such as text, template or image. The field of the same name says the rest.
	Type string `json:"type"`
	// How far it has come; it only moves forward. One of scheduled, queued, sending,
	// accepted, sent, delivered, read, played, failed, expired, canceled, received.
	Status string `json:"status"`
	// Number that it was sent to, in international format; absent if it was sent to a user
	// id.
	To string `json:"to,omitempty"`
	// Number that it was sent from, in international format; absent if the provider does not
	// show it.
	From string `json:"from,omitempty"`
	// The contact's business-scoped user id, as the message had it; absent without one.
	UserID string `json:"userId,omitempty"`
	// The provider's identifier; absent until the provider has accepted it.
	ProviderMessageID string `json:"providerMessageId,omitempty"`
	// Id of the message that is answered, if it is known here.
	ReplyTo string `json:"replyTo,omitempty"`
	// Name of a pre-defined template.
	TemplateName string `json:"templateName,omitempty"`
	// Named values substituted into the template. For templates of the POSITIONAL format the
	// names are 1, 2, …
	Parameters map[string]string `json:"parameters,omitempty"`
	// Language of the template; by default the workspace's, or the only one.
	Language string `json:"language,omitempty"`
	// Value of the text header's variable, for POSITIONAL templates.
	HeaderParameter string `json:"headerParameter,omitempty"`
	// The file in the template's header.
	HeaderMedia *MediaRef `json:"headerMedia,omitempty"`
	// The place in the template's header.
	HeaderLocation *Location `json:"headerLocation,omitempty"`
	// Values of the template's buttons.
	ButtonParameters []ButtonParameter `json:"buttonParameters,omitempty"`
	// Values of each card of a carousel template.
	Cards []CardContent `json:"cards,omitempty"`
	// End of the offer that a limited-time-offer template counts down to.
	OfferExpiresAt *time.Time `json:"offerExpiresAt,omitempty"`
	// The text; only of a text message.
	Text *Text `json:"text,omitempty"`
	// The image; only of an image message.
	Image *Media `json:"image,omitempty"`
	// The video; only of a video message.
	Video *Media `json:"video,omitempty"`
	// The audio; only of an audio message.
	Audio *Media `json:"audio,omitempty"`
	// The document; only of a document message.
	Document *Media `json:"document,omitempty"`
	// The sticker; only of a sticker message.
	Sticker *Media `json:"sticker,omitempty"`
	// The place; only of a location message.
	Location *Location `json:"location,omitempty"`
	// The contact cards; only of a contacts message.
	Contacts []ContactCard `json:"contacts,omitempty"`
	// The reaction; only of a reaction message.
	Reaction *Reaction `json:"reaction,omitempty"`
	// What was shown to press, choose or fill in; only of an interactive message that was
	// sent.
	Interactive *Interactive `json:"interactive,omitempty"`
	// What the customer pressed, chose or filled in.
	Reply *Reply `json:"reply,omitempty"`
	// The shopping cart that the customer sent.
	Order *Order `json:"order,omitempty"`
	// How the call went.
	Call *Call `json:"call,omitempty"`
	// What is known of a message that cannot be shown.
	Unsupported *Unsupported `json:"unsupported,omitempty"`
	// What the customer's message refers to.
	Context *Context `json:"context,omitempty"`
	// The ad or post that led the customer here.
	Referral *Referral `json:"referral,omitempty"`
	// The group that the message was written in.
	GroupID string `json:"groupId,omitempty"`
	// Which assistant wrote the message, and from what. The contact does not see it.
	Assistant *AssistantMark `json:"assistant,omitempty"`
	// The reactions that are on the message now: of contacts, and of the business where it
	// reacted from here or from its phone.
	Reactions []MessageReaction `json:"reactions,omitempty"`
	// The message is from before the number was connected.
	History bool `json:"history,omitempty"`
	// Earlier versions of the message, oldest first.
	Edits []Edit `json:"edits,omitempty"`
	// When the sender took the message back.
	RevokedAt *time.Time `json:"revokedAt,omitempty"`
	// What you attached to it; empty if nothing.
	Metadata map[string]string `json:"metadata"`
	// Why the message failed.
	Error *MessageError `json:"error,omitempty"`
	// What the provider says that it bills.
	Charge *Charge `json:"charge,omitempty"`
	// How far a message to a group has come with each of its participants.
	Receipts []Receipt `json:"receipts,omitempty"`
	// When it is to be sent; absent if at once.
	ScheduledAt *time.Time `json:"scheduledAt,omitempty"`
	// When it is given up if it could not be sent; absent without a limit.
	ExpiresAt *time.Time `json:"expiresAt,omitempty"`
	// When it was accepted or received.
	CreatedAt time.Time `json:"createdAt"`
	// Every status with its time, in order.
	Timeline []TimelineEntry `json:"timeline"`
	// The calls to the provider for this message, oldest first. Of many that came to
	// nothing, the first and the newest are listed.
	Attempts []Attempt `json:"attempts"`
	// How many calls that came to nothing attempts leaves out; absent if it lists every
	// call.
	AttemptsOmitted int `json:"attemptsOmitted,omitempty"`
}

// MessageError: see GET /v1/messages/{id}.
type MessageError struct {
	// Why it failed, as a code to act on.
	Code string `json:"code"`
	// Why it failed, in a sentence.
	Detail string `json:"detail"`
	// The provider's refusal; absent if it failed otherwise.
	ProviderError *ProviderError `json:"providerError,omitempty"`
}

// MessageReaction: see GET /v1/messages/{id}.
type MessageReaction struct {
	// The emoji.
	Emoji string `json:"emoji"`
	// inbound: the contact reacted; outbound: the business did. One of outbound, inbound.
	Direction string `json:"direction"`
	// Phone number of the contact who reacted; empty where the provider gives none.
	From string `json:"from,omitempty"`
	// The provider's business-scoped user id of the contact who reacted.
	UserID string `json:"userId,omitempty"`
	// The message of type reaction that brought it.
	MessageID string `json:"messageId,omitempty"`
	// When it was made.
	At time.Time `json:"at"`
}

// MessageReceivedData: see the event messages.received.
type MessageReceivedData struct {
	// Identifier of the message, assigned by the messaging network.
	MessageID string `json:"message_id"`
	// Sender phone number in international format with +; empty where the provider gives
	// none.
	From string `json:"from"`
	// The provider's business-scoped user id of the sender.
	FromUserID string `json:"from_user_id"`
	// The business number that received the message.
	To string `json:"to"`
	// Text, caption, or the chosen button or row title; empty for pure media.
	Content string `json:"content"`
	// The provider's message type, or unsupported.
	Type string `json:"type"`
	// The conversation that the message belongs to.
	ConversationID string `json:"conversation_id"`
	// The contact who wrote it.
	ContactID string `json:"contact_id"`
	// The file of an image, video, audio, document or sticker; else null.
	Media *EventMedia `json:"media"`
	// What the contact pressed, chose or filled in; else null.
	Interactive *EventReply `json:"interactive"`
	// The group that the message was written in; empty for a message to the business alone.
	GroupID string `json:"group_id"`
	// The place of a message of type location; else null.
	Location *EventLocation `json:"location"`
	// The cards of a message of type contacts; else empty.
	Contacts []EventContact `json:"contacts"`
	// The shopping cart of a message of type order; else null.
	Order *EventOrder `json:"order"`
	// The reaction of a message of type reaction; else null.
	Reaction *EventReaction `json:"reaction"`
	// What the message refers to; null if nothing.
	Context *EventContext `json:"context"`
	// The ad or post that led the contact here; null if none did.
	Referral *EventReferral `json:"referral"`
	// What is known of a message that cannot be shown; else null.
	Unsupported *EventUnsupported `json:"unsupported"`
}

// MessageStatusData: see the event messages.status_updated.
type MessageStatusData struct {
	// Identifier of the message, as the send answered with.
	MessageID string `json:"message_id"`
	// The provider's identifier of the message; empty until the provider has accepted it.
	ProviderMessageID string `json:"provider_message_id"`
	// The status that it has now.
	Status string `json:"status"`
	// The status that it had before.
	PreviousStatus string `json:"previous_status"`
	// Why it failed; null if it did not.
	Error *EventError `json:"error"`
	// What the provider bills; null while it has told nothing.
	Charge *Charge `json:"charge"`
	// What you attached to the message; empty if nothing.
	Metadata map[string]string `json:"metadata"`
	// The conversation that the message belongs to.
	ConversationID string `json:"conversation_id"`
	// The contact whom it is for.
	ContactID string `json:"contact_id"`
}

// MessageUpsertData: see the event messages.upsert.
type MessageUpsertData struct {
	// Identifier of the message, assigned by the messaging network.
	MessageID string `json:"message_id"`
	// Sender phone number in international format with +; empty where the provider gives
	// none.
	From string `json:"from"`
	// Text of the incoming message.
	Content string `json:"content"`
	// Text of the automated reply produced for this message; empty if none.
	AIReply string `json:"ai_reply"`
	// Number of AI tokens used; 0 on a cache hit.
	AITokensUsed int `json:"ai_tokens_used"`
	// Whether the reply came from a cache.
	CacheHit bool `json:"cache_hit"`
	// The provider's business-scoped user id of the sender; empty if there is none.
	FromUserID string `json:"from_user_id"`
	// The business number that received the message.
	To string `json:"to"`
	// The provider's message type, or unsupported.
	Type string `json:"type"`
	// The conversation that the message belongs to.
	ConversationID string `json:"conversation_id"`
	// The contact who wrote it.
	ContactID string `json:"contact_id"`
	// The message that the automated reply became; null if none was sent.
	AIMessageID *string `json:"ai_message_id"`
	// The file of an image, video, audio, document or sticker; else null.
	Media *EventMedia `json:"media"`
	// What the contact pressed, chose or filled in; else null.
	Interactive *EventReply `json:"interactive"`
	// The group that the message was written in; empty for a message to the business alone.
	GroupID string `json:"group_id"`
	// The later message of the same burst that the reply answers; null if the reply answers
	// this one.
	SupersededBy *string `json:"superseded_by"`
	// The place of a message of type location; else null.
	Location *EventLocation `json:"location"`
	// The cards of a message of type contacts; else empty.
	Contacts []EventContact `json:"contacts"`
	// The shopping cart of a message of type order; else null.
	Order *EventOrder `json:"order"`
	// The reaction of a message of type reaction; else null.
	Reaction *EventReaction `json:"reaction"`
	// What the message refers to; null if nothing.
	Context *EventContext `json:"context"`
	// The ad or post that led the contact here; null if none did.
	Referral *EventReferral `json:"referral"`
	// What is known of a message that cannot be shown; else null.
	Unsupported *EventUnsupported `json:"unsupported"`
}

// MessagingAccount: see POST /v1/messaging-accounts.
type MessagingAccount struct {
	// Identifier of the messaging account; begins with wba_.
	ID string `json:"id"`
	// The provider's identifier of the account (WABA id).
	ProviderID string `json:"providerId"`
	// Its name at the provider.
	Name string `json:"name"`
	// ISO 4217 code of the currency in which the provider bills.
	Currency string `json:"currency"`
	// restricted: it may not do everything, see restrictions. When it is neither connected
	// nor restricted, nothing can be sent. One of connected, restricted, disabled, deleted,
	// offboarded, disconnected.
	Status string `json:"status"`
	// Why the provider disconnected it, in its word.
	DisconnectReason string `json:"disconnectReason,omitempty"`
	// The end of the stored token, to recognise it.
	TokenHint string `json:"tokenHint"`
	// The account's phone numbers.
	PhoneNumbers []PhoneNumber `json:"phoneNumbers"`
	// What the provider decided in its review of the account. One of approved, rejected,
	// pending, deferred, unknown.
	ReviewStatus string `json:"reviewStatus,omitempty"`
	// What the provider last did about banning the account. One of disable,
	// schedule_for_disable, reinstate, unknown.
	BanState string `json:"banState,omitempty"`
	// As the provider writes it.
	BanDate string `json:"banDate,omitempty"`
	// The policy that was violated last.
	Violation string `json:"violation,omitempty"`
	// What the account may not do now.
	Restrictions []AccountRestriction `json:"restrictions"`
	// Most phone numbers that the account may have; absent while the provider has not told.
	MaxPhoneNumbers int `json:"maxPhoneNumbers,omitempty"`
	// How many templates were mirrored.
	Templates int `json:"templates"`
	// Where the provider may post this account's webhooks, verified by its own app secret.
	WebhookPath string `json:"webhookPath"`
	// When it was connected.
	CreatedAt time.Time `json:"createdAt"`
}

// Money: see GET /v1/ai/usage.
type Money struct {
	// Decimal number.
	Amount string `json:"amount"`
	// ISO 4217 code.
	Currency string `json:"currency"`
}

// NumberChange: see the event phone_number.updated.
type NumberChange struct {
	// What changed. One of verified_name, name_status, quality_rating, status, throughput,
	// messaging_limit, username, username_status, account_status.
	Field string `json:"field"`
	// Its value before; empty if there was none.
	From string `json:"from"`
	// Its value now; empty if there is none.
	To string `json:"to"`
}

// OnDuty: see GET /v1/conversations/{id}.
type OnDuty struct {
	// The assistant on duty for the phone number; empty if there is none.
	ID string `json:"id"`
	// off keeps assistants out of this conversation. One of default, off.
	Switch string `json:"switch"`
	// Who has the word. Paused: another machine seems to answer. One of assistant, person,
	// paused.
	Speaker string `json:"speaker"`
	// Since when the present speaker speaks; null from the beginning.
	Since *time.Time `json:"since"`
	// When the word goes back to the assistant by itself; null for never.
	Until *time.Time `json:"until"`
	// The key that took the word, or echo for the business's phone; empty after a hand-off.
	TakenBy string `json:"takenBy"`
	// Who answers, as the take-over named them.
	Assignee string `json:"assignee"`
	// What the take-over said to whoever looks next.
	Note string `json:"note"`
	// Since when a question of the contact has no answer; null without one.
	OpenSince *time.Time `json:"openSince"`
}

// OnboardingData: see the event onboarding.updated.
type OnboardingData struct {
	// The item of the checklist, for example business_verification.
	Item string `json:"item"`
	// The status that the item had before. One of todo, submitted, in_review, verified,
	// rejected.
	FromStatus string `json:"from_status"`
	// The status that it has now. One of todo, submitted, in_review, verified, rejected.
	ToStatus string `json:"to_status"`
	// Why it was rejected; else empty.
	Reason string `json:"reason"`
	// Who changed it.
	ChangedBy ChangedBy `json:"changed_by"`
}

// Order: see GET /v1/messages/{id}.
type Order struct {
	// The provider's identifier of the catalogue.
	CatalogID string `json:"catalogId"`
	// What the customer wrote with the order; absent if nothing.
	Text string `json:"text,omitempty"`
	// The lines of the cart.
	Items []OrderItem `json:"items"`
}

// OrderItem: see GET /v1/messages/{id}.
type OrderItem struct {
	// The product's id in the catalogue (SKU).
	ProductRetailerID string `json:"productRetailerId"`
	// How many pieces.
	Quantity int `json:"quantity"`
	// Price of one piece: a decimal number, as the provider gave it.
	Price string `json:"price"`
	// ISO 4217 code.
	Currency string `json:"currency"`
}

// Overlap: see POST /v1/api-keys/{id}/rotate.
type Overlap struct {
	// How long the old one works beside the new one: up to 7 days, a day by default.
	OverlapSeconds *int `json:"overlapSeconds,omitempty"`
}

// PartedContacts: see POST /v1/contact-merges/{id}/undo.
type PartedContacts struct {
	// The contact that the other one had been merged into.
	Kept Contact `json:"kept"`
	// The contact that is back.
	Restored Contact `json:"restored"`
}

// PhoneNumber: see GET /v1/phone-numbers/{id}.
type PhoneNumber struct {
	// Identifier of the phone number; begins with num_.
	ID string `json:"id"`
	// The messaging account that it belongs to.
	MessagingAccountID string `json:"messagingAccountId"`
	// The provider's identifier of the phone number.
	ProviderID string `json:"providerId"`
	// The number in international format.
	Number string `json:"number"`
	// The display name that contacts see.
	VerifiedName string `json:"verifiedName"`
	// The provider's rating. One of GREEN, YELLOW, RED, NA, UNKNOWN.
	QualityRating string `json:"qualityRating"`
	// The provider's status in lower case; unknown also for one that this version does not
	// know. One of connected, pending, unverified, flagged, rate_limited, restricted,
	// banned, disconnected, migrated, deleted, unknown.
	Status string `json:"status"`
	// Why the provider disconnected it, in its word; then nothing can be sent from it.
	DisconnectReason string `json:"disconnectReason,omitempty"`
	// What the provider decided about requestedName. One of approved, rejected, pending,
	// deferred, unknown.
	NameStatus string `json:"nameStatus,omitempty"`
	// The display name that was asked for last.
	RequestedName string `json:"requestedName,omitempty"`
	// Why it was rejected.
	NameRejection string `json:"nameRejection,omitempty"`
	// How many people may be written to first within a day, such as TIER_2K.
	MessagingLimit string `json:"messagingLimit,omitempty"`
	// The business's username; absent without one.
	Username string `json:"username,omitempty"`
	// What the provider decided about the username. One of approved, reserved, rejected,
	// deleted, unknown.
	UsernameStatus string `json:"usernameStatus,omitempty"`
	// Messages per second that the provider takes of this number.
	Throughput int `json:"throughput"`
	// Messages without from are sent from this number.
	IsDefault bool `json:"isDefault"`
	// When it was connected.
	CreatedAt time.Time `json:"createdAt"`
}

// PhoneNumberData: see the event phone_number.updated.
type PhoneNumberData struct {
	// Identifier of the phone number; begins with num_.
	PhoneNumberID string `json:"phone_number_id"`
	// The number in international format.
	Number string `json:"number"`
	// The messaging account that it belongs to.
	MessagingAccountID string `json:"messaging_account_id"`
	// What changed, with the values before and now.
	Changes []NumberChange `json:"changes"`
	// What the provider says of it; empty if nothing.
	Reason string `json:"reason"`
	// Who changed it.
	ChangedBy ChangedBy `json:"changed_by"`
}

// PhoneNumberHealth: see GET /v1/phone-numbers/{id}/health.
type PhoneNumberHealth struct {
	// The phone number.
	PhoneNumberID string `json:"phoneNumberId"`
	// The worst of the notices that last. One of healthy, warning, critical.
	Status string `json:"status"`
	// When the provider last posted a webhook for it; null if never.
	LastWebhookAt *time.Time `json:"lastWebhookAt"`
	// When the provider last reported a message's status; null if never.
	LastStatusAt *time.Time `json:"lastStatusAt"`
	// What went through the number in the last hour.
	LastHour TrafficCounters `json:"lastHour"`
	// Those that last first; one of each kind at most.
	Notices []HealthNotice `json:"notices"`
}

// PreviewRow: see POST /v1/contact-imports/preview.
type PreviewRow struct {
	// Line of the table on which the row begins.
	Line int `json:"line"`
	// The phone number in international format; absent if the row has none.
	Phone string `json:"phone,omitempty"`
	// The user id; absent if the row has none.
	UserID string `json:"userId,omitempty"`
	// The name; absent if the row has none.
	Name string `json:"name,omitempty"`
	// Tags that the contact would get.
	Tags []string `json:"tags"`
	// Custom fields by key, each in its type.
	Fields map[string]any `json:"fields"`
	// Why the row, or a cell of it, would not be taken; empty if all of it would.
	Errors []ImportError `json:"errors"`
}

// ProductList: see GET /v1/messages/{id}.
type ProductList struct {
	// The provider's identifier of the catalogue.
	CatalogID string `json:"catalogId"`
	// 1 to 10 sections with at most 30 products in all.
	Sections []ProductSection `json:"sections"`
}

// ProductRef: see GET /v1/messages/{id}.
type ProductRef struct {
	// The provider's identifier of the catalogue.
	CatalogID string `json:"catalogId"`
	// The product's id in the catalogue (SKU).
	ProductRetailerID string `json:"productRetailerId"`
}

// ProductSection: see GET /v1/messages/{id}.
type ProductSection struct {
	// At most 24 characters.
	Title string `json:"title,omitempty"`
	// The products' ids in the catalogue (SKU).
	ProductRetailerIDs []string `json:"productRetailerIds"`
}

// ProviderError: see GET /v1/messages/{id}.
type ProviderError struct {
	// HTTP status of the provider's answer; absent in webhooks.
	HTTPStatus int `json:"httpStatus,omitempty"`
	// The provider's code. Act on this one alone.
	Code int `json:"code"`
	// The provider's finer code; absent if it gave none.
	Subcode int `json:"subcode,omitempty"`
	// The provider's text, possibly in another language.
	Title string `json:"title,omitempty"`
	// The provider's longer text; absent if it gave none.
	Details string `json:"details,omitempty"`
	// The provider's identifier of the request, for its support.
	FbtraceID string `json:"fbtraceId,omitempty"`
}

// Publication: see GET /v1/assistants/{id}/revisions/{number}.
type Publication struct {
	// Identifier of the publication; begins with pub_.
	ID string `json:"id"`
	// Number of the revision that was made live.
	Revision int `json:"revision"`
	// The revision that was live before.
	Replaced int `json:"replaced"`
	// The evaluation that was looked at.
	EvaluationID string `json:"evaluationId,omitempty"`
	// What it showed, kept also when the evaluation is deleted; null without one.
	Table *EvaluationTable `json:"table"`
	// Whether it was made live without an evaluation.
	WithoutEvaluation bool `json:"withoutEvaluation"`
	// Why, in the words of the request; absent if none were given.
	Reason string `json:"reason,omitempty"`
	// The key that made it live.
	MadeBy string `json:"madeBy"`
	// When it was made live.
	CreatedAt time.Time `json:"createdAt"`
}

// PublishAssistant: see POST /v1/assistants/{id}/publish.
type PublishAssistant struct {
	// Its number: the draft's, or that of an earlier one.
	Revision int `json:"revision"`
	// The newest completed evaluation that shows the revision beside the live one, and whose
	// table you looked at. Required while there is one.
	EvaluationID string `json:"evaluationId,omitempty"`
	// There is no such evaluation, and it goes live all the same; reason says why.
	WithoutEvaluation bool `json:"withoutEvaluation,omitempty"`
	// Kept with the revision; required without an evaluation, at most 500 characters.
	Reason string `json:"reason,omitempty"`
}

// Reaction: see GET /v1/messages/{id}.
type Reaction struct {
	// The message of this conversation that is reacted to, at most 30 days old.
	MessageID string `json:"messageId,omitempty"`
	// The provider's identifier of the message that is reacted to.
	ProviderMessageID string `json:"providerMessageId,omitempty"`
	// One emoji. Empty or left out, it takes the reaction back.
	Emoji string `json:"emoji,omitempty"`
}

// ReactionRemovedData: see the event messages.reaction_removed.
type ReactionRemovedData struct {
	// The message that the reaction was on: its identifier, assigned by the messaging
	// network.
	MessageID string `json:"message_id"`
	// Phone number of who took it back, in international format with +; empty where the
	// provider gives none.
	From string `json:"from"`
	// The provider's business-scoped user id of who took it back.
	FromUserID string `json:"from_user_id"`
	// The business number.
	To string `json:"to"`
	// The emoji that was taken back; empty where it was never seen here.
	Emoji string `json:"emoji"`
	// When it was taken back, in seconds since 1970.
	RemovedAt int `json:"removed_at"`
	// The conversation of the message.
	ConversationID string `json:"conversation_id"`
	// The contact of the conversation.
	ContactID string `json:"contact_id"`
	// The group of the message; empty for a message to the business alone.
	GroupID string `json:"group_id"`
}

// Receipt: see GET /v1/messages/{id}.
type Receipt struct {
	// The participant: the digits of its phone number, or its user id.
	Recipient string `json:"recipient"`
	// How far it has come. One of sent, delivered, read, played, failed.
	Status string `json:"status"`
	// When it came to that.
	At time.Time `json:"at"`
	// What the provider says that it bills for this participant.
	Charge *Charge `json:"charge,omitempty"`
}

// RecordConsent: see POST /v1/contacts/{id}/consent.
type RecordConsent struct {
	// What the contact agrees to or refuses; all leaves answers and codes only. One of
	// marketing, all.
	Purpose string `json:"purpose"`
	// What the contact decided. One of opted_in, opted_out.
	State string `json:"state"`
	// How the contact decided: the form, the call, the paper.
	Proof string `json:"proof"`
	// When the contact decided; now by default.
	DecidedAt *time.Time `json:"decidedAt,omitempty"`
}

// Redelivery: see POST /v1/webhook-endpoints/{id}/redeliveries.
type Redelivery struct {
	// Identifier of the bulk redelivery; begins with rdl_.
	ID string `json:"id"`
	// The webhook endpoint.
	EndpointID string `json:"endpointId"`
	// running: looks for events and queues them. delivering: all are queued, some wait for
	// their next attempt. One of running, delivering, completed, canceled, failed.
	State string `json:"state"`
	// What is delivered again: deliveries that failed, events that were missed, or
	// everything in a range of time. One of failed, missed, range.
	What string `json:"what"`
	// Events from this time on; null if not limited.
	Since *time.Time `json:"since"`
	// Events up to this time; null if not limited.
	Until *time.Time `json:"until"`
	// Only these kinds; all when empty.
	Events []string `json:"events"`
	// Whether events that were delivered before are delivered again.
	IncludeSucceeded bool `json:"includeSucceeded"`
	// Events of the log that were looked at.
	Examined int `json:"examined"`
	// Events that were put on their way.
	Queued int `json:"queued"`
	// Of those, how many were delivered.
	Done int `json:"done"`
	// Of those, how many ended without success.
	Failed int `json:"failed"`
	// Why it ended early.
	Failure string `json:"failure,omitempty"`
	// When it was asked for.
	CreatedAt time.Time `json:"createdAt"`
	// When it ended; null until then.
	FinishedAt *time.Time `json:"finishedAt"`
}

// Referral: see GET /v1/messages/{id}.
type Referral struct {
	// Address of the ad or post.
	SourceURL string `json:"sourceUrl,omitempty"`
	// The provider's identifier of the ad or post.
	SourceID string `json:"sourceId,omitempty"`
	// ad or post.
	SourceType string `json:"sourceType,omitempty"`
	// Headline of the ad or post.
	Headline string `json:"headline,omitempty"`
	// Text of the ad or post.
	Body string `json:"body,omitempty"`
	// image or video; absent without either.
	MediaType string `json:"mediaType,omitempty"`
	// Address of the image or video; absent without either.
	MediaURL string `json:"mediaUrl,omitempty"`
	// Address of the video's preview; absent without one.
	ThumbnailURL string `json:"thumbnailUrl,omitempty"`
	// The provider's identifier of the click, for conversions.
	ClickID string `json:"clickId,omitempty"`
	// The greeting that the ad showed.
	WelcomeText string `json:"welcomeText,omitempty"`
	// What the link that led here carried as ref.
	Ref string `json:"ref,omitempty"`
}

// Reply: see GET /v1/messages/{id}.
type Reply struct {
	// What was used. One of templateButton, button, list, flow, address, callPermission,
	// paymentMethod.
	Type string `json:"type"`
	// Identifier of the button or row; the payload of a template's button.
	ID string `json:"id,omitempty"`
	// Label of the button or row.
	Title string `json:"title,omitempty"`
	// Text below the label of the row.
	Description string `json:"description,omitempty"`
	// The JSON that a form, an address, a call permission or a payment method answered with.
	Response json.RawMessage `json:"response,omitempty"`
}

// ReplyButton: see GET /v1/messages/{id}.
type ReplyButton struct {
	// What comes back when the button is pressed, at most 256 characters.
	ID string `json:"id"`
	// At most 20 characters.
	Title string `json:"title"`
}

// ReplyLimits: see GET /v1/assistants/{id}/revisions/{number}.
type ReplyLimits struct {
	// Shortest pause between two replies.
	PauseSeconds int `json:"pauseSeconds,omitempty"`
	// Most replies in ten minutes.
	PerTenMinutes int `json:"perTenMinutes,omitempty"`
	// Most replies in 24 hours.
	PerDay int `json:"perDay,omitempty"`
	// Replies in a row before a person has a look.
	TurnsWithoutPerson int `json:"turnsWithoutPerson,omitempty"`
}

// RevisionEvaluation: see GET /v1/assistants/{id}/revisions/{number}.
type RevisionEvaluation struct {
	// Identifier of the evaluation; begins with evl_.
	ID string `json:"id"`
	// The revision beside it; null where it was live itself.
	LiveRevision *int `json:"liveRevision"`
	// When it was completed.
	FinishedAt time.Time `json:"finishedAt"`
	// What it found.
	Table EvaluationTable `json:"table"`
}

// RotateEndpointSecret: see POST /v1/webhook-endpoints/{id}/rotate-secret.
type RotateEndpointSecret struct {
	// How long the old one works beside the new one: up to 7 days, a day by default. 0 ends
	// all earlier ones at once.
	OverlapSeconds *int `json:"overlapSeconds,omitempty"`
	// How events are signed from now on; as before by default. One of hmac, ed25519, both.
	Signature string `json:"signature,omitempty"`
}

// SearchKnowledge: see POST /v1/knowledge/search.
type SearchKnowledge struct {
	// What a customer would ask.
	Question string `json:"question"`
	// Two letters; passages in it go before others.
	Language string `json:"language,omitempty"`
	// Search these sources only.
	SourceIDs []string `json:"sourceIds,omitempty"`
	// 6 by default, as for an assistant.
	Limit int `json:"limit,omitempty"`
}

// SearchMeaning: see POST /v1/assistants/{id}/test.
type SearchMeaning struct {
	// Whether the vector of the question took part.
	Used bool `json:"used"`
	// Why not: off, embedding (no passage has a vector yet), disabled, budget, circuit_open,
	// or the class of the call's failure.
	Reason string `json:"reason,omitempty"`
	// The question's vector was known: no call was made.
	Remembered bool `json:"remembered"`
}

// SendMessage: see POST /v1/messages.
type SendMessage struct {
	// Recipient phone number in international format with a leading + and country code.
	To string `json:"to,omitempty"`
	// The provider's business-scoped user id, for a contact whose number is not known.
	// Instead of to.
	UserID string `json:"userId,omitempty"`
	// What the message is. All but templates need an open customer-service window. One of
	// template, text, image, video, audio, document, sticker, location, contacts, reaction,
	// interactive.
	Type string `json:"type"`
	// The phone number to send from (its id or number); the workspace's default otherwise.
	From string `json:"from,omitempty"`
	// Id of the message of this conversation that is answered.
	ReplyTo string `json:"replyTo,omitempty"`
	// Send at this time, at most 90 days ahead. One of up to 5 minutes ago is sent at once;
	// an older one is refused.
	ScheduledAt *time.Time `json:"scheduledAt,omitempty"`
	// Do not send after this time, at most 120 days ahead.
	ExpiresAt *time.Time `json:"expiresAt,omitempty"`
	// Values of your own, echoed in events. At most 20.
	Metadata map[string]string `json:"metadata,omitempty"`
	// Whether a person takes over the conversation, so that the assistant stops answering.
	// By default every message takes over, except templates, reactions and scheduled
	// messages.
	TakeOver bool `json:"takeOver,omitempty"`
	// Name of a pre-defined template.
	TemplateName string `json:"templateName,omitempty"`
	// Named values substituted into the template. For templates of the POSITIONAL format the
	// names are 1, 2, …
	Parameters map[string]string `json:"parameters,omitempty"`
	// Language of the template; by default the workspace's, or the only one.
	Language string `json:"language,omitempty"`
	// Value of the text header's variable, for POSITIONAL templates.
	HeaderParameter string `json:"headerParameter,omitempty"`
	// The file in the template's header.
	HeaderMedia *MediaRef `json:"headerMedia,omitempty"`
	// The place in the template's header.
	HeaderLocation *Location `json:"headerLocation,omitempty"`
	// Values of the template's buttons.
	ButtonParameters []ButtonParameter `json:"buttonParameters,omitempty"`
	// Values of each card of a carousel template.
	Cards []CardContent `json:"cards,omitempty"`
	// End of the offer that a limited-time-offer template counts down to.
	OfferExpiresAt *time.Time `json:"offerExpiresAt,omitempty"`
	// What to say.
	Text *Text `json:"text,omitempty"`
	// A JPEG or PNG of at most 5 MB.
	Image *Image `json:"image,omitempty"`
	// An MP4 or 3GPP (H.264 and AAC) of at most 16 MB.
	Video *Video `json:"video,omitempty"`
	// AAC, AMR, MP3, MP4 or Ogg with Opus, at most 16 MB.
	Audio *Audio `json:"audio,omitempty"`
	// A file of any type, at most 100 MB.
	Document *Document `json:"document,omitempty"`
	// A WebP of 512 by 512 pixels, at most 100 KB, 500 KB when it moves.
	Sticker *Sticker `json:"sticker,omitempty"`
	// A place.
	Location *Location `json:"location,omitempty"`
	// 1 to 257 entries of an address book.
	Contacts []ContactCard `json:"contacts,omitempty"`
	// An emoji on a message, or its removal. Only the status sent follows.
	Reaction *SentReaction `json:"reaction,omitempty"`
	// A message with something to press.
	Interactive *Interactive `json:"interactive,omitempty"`
}

// SendMessageBatch: see POST /v1/messages/batch.
type SendMessageBatch struct {
	// At most 1,000 messages.
	Messages []SendMessage `json:"messages"`
}

// SendMessageBatchResult: see POST /v1/messages/batch.
type SendMessageBatchResult struct {
	// One result per message, in the order of the request.
	Results []BatchResult `json:"results"`
}

// SendResult: see POST /v1/messages.
type SendResult struct {
	// Identifier of the created message.
	MessageID string `json:"messageId"`
	// queued: it is sent at once. scheduled: it waits for scheduledAt. One of queued,
	// scheduled.
	Status string `json:"status"`
}

// SentReaction: see POST /v1/messages.
type SentReaction struct {
	// The message of this conversation that is reacted to, at most 30 days old.
	MessageID string `json:"messageId"`
	// One emoji. Empty or left out, it takes the reaction back.
	Emoji string `json:"emoji,omitempty"`
}

// SimulateMessage: see POST /v1/sandbox/messages.
type SimulateMessage struct {
	// The customer's phone number: one of your choice, with + and country code.
	From string `json:"from,omitempty"`
	// What the customer calls themselves.
	Name string `json:"name,omitempty"`
	// What they write; at most 4096 characters.
	Text string `json:"text,omitempty"`
	// Id or number of the business number that they write to; the default number unless
	// given.
	To string `json:"to,omitempty"`
}

// SimulatedButton: see GET /v1/sandbox/phones/{number}.
type SimulatedButton struct {
	// The provider's type of the button, such as quick_reply or url.
	Type string `json:"type"`
	// What a press of it is told by.
	ID string `json:"id,omitempty"`
	// Its label.
	Text string `json:"text"`
	// Where it leads.
	URL string `json:"url,omitempty"`
}

// SimulatedMessage: see GET /v1/sandbox/phones/{number}.
type SimulatedMessage struct {
	// The message's id at the simulated provider.
	ProviderMessageID string `json:"providerMessageId"`
	// The business number that it came from.
	From string `json:"from"`
	// The provider's type of the message, such as text or template.
	Type string `json:"type"`
	// The template that it was made from.
	TemplateName string `json:"templateName,omitempty"`
	// The body with its parameters filled in, a caption, or a line that describes the rest.
	Text string `json:"text"`
	// The line below the text.
	Footer string `json:"footer,omitempty"`
	// What can be pressed.
	Buttons []SimulatedButton `json:"buttons,omitempty"`
	// How far it has come. One of accepted, sent, delivered, read, failed.
	Status string `json:"status"`
	// When the simulated provider took it.
	SentAt time.Time `json:"sentAt"`
	// When it arrived; null until then.
	DeliveredAt *time.Time `json:"deliveredAt"`
	// When it was read; null until then.
	ReadAt *time.Time `json:"readAt"`
}

// SimulatedPhone: see GET /v1/sandbox/phones/{number}.
type SimulatedPhone struct {
	// The customer's phone number.
	Number string `json:"number"`
	// What arrived from this workspace, oldest first.
	Messages []SimulatedMessage `json:"messages"`
}

// SimulatedReceipt: see POST /v1/sandbox/messages.
type SimulatedReceipt struct {
	// The message's id at the simulated provider; events have it too.
	ProviderMessageID string `json:"providerMessageId"`
	// The business number that was written to.
	PhoneNumberID string `json:"phoneNumberId"`
}

// Sticker: see POST /v1/messages.
type Sticker struct {
	// Id of a file of the workspace.
	MediaID string `json:"mediaId,omitempty"`
	// Public URL of the file, instead of mediaId.
	Link string `json:"link,omitempty"`
}

// SyncResult: see POST /v1/templates/sync.
type SyncResult struct {
	// How many the provider has.
	Templates int `json:"templates"`
	// How many differed from the mirror.
	Changed int `json:"changed"`
	// How many are gone at the provider.
	Deleted int `json:"deleted"`
}

// TakeOverConversation: see POST /v1/conversations/{id}/take-over.
type TakeOverConversation struct {
	// When the word goes back by itself; by default the workspace's setting decides.
	Until *time.Time `json:"until,omitempty"`
	// For whoever looks at the conversation next; the contact does not see it.
	Note string `json:"note,omitempty"`
	// Who answers, as your systems name them.
	Assignee string `json:"assignee,omitempty"`
}

// Template: see GET /v1/templates.
type Template struct {
	// Identifier of the template; begins with tpl_.
	ID string `json:"id"`
	// The name by which messages are sent with it.
	Name string `json:"name"`
	// Code of its language, such as en_US.
	Language string `json:"language"`
	// The provider's category, which decides the price. One of MARKETING, UTILITY,
	// AUTHENTICATION, UNKNOWN.
	Category string `json:"category"`
	// The category that the provider has announced for it. One of MARKETING, UTILITY,
	// AUTHENTICATION, UNKNOWN.
	NextCategory string `json:"nextCategory,omitempty"`
	// From when on nextCategory holds.
	NextCategoryAt *time.Time `json:"nextCategoryAt,omitempty"`
	// Only approved ones can be sent; unknown is one that the provider has and this version
	// does not know. One of approved, pending, rejected, paused, disabled, in_appeal,
	// locked, archived, deleted, unknown.
	Status string `json:"status"`
	// Why the provider rejected it.
	Reason string `json:"reason,omitempty"`
	// The provider's rating; absent if it told none. One of GREEN, YELLOW, RED, UNKNOWN.
	Quality string `json:"quality,omitempty"`
	// Whether parameters have names or numbers. One of NAMED, POSITIONAL.
	ParameterFormat string `json:"parameterFormat"`
	// What the body takes; with NAMED templates the header too.
	Parameters []string `json:"parameters"`
	// The provider's own description of its parts.
	Components []json.RawMessage `json:"components"`
	// When the mirror of it changed last.
	UpdatedAt time.Time `json:"updatedAt"`
}

// TemplateCategoryData: see the event template.category_updated.
type TemplateCategoryData struct {
	// Identifier of the template.
	TemplateID string `json:"template_id"`
	// Its name.
	Name string `json:"name"`
	// Code of its language, such as en_US.
	Language string `json:"language"`
	// The category in force.
	Category string `json:"category"`
	// The category before; the same while a change is merely announced.
	PreviousCategory string `json:"previous_category"`
	// The category that the provider has announced; empty if none.
	NextCategory string `json:"next_category"`
	// From when on the announced category holds, in seconds since 1970; null where the
	// provider does not say.
	NextCategoryAt *int `json:"next_category_at"`
}

// TemplateStatusData: see the event template.status_updated.
type TemplateStatusData struct {
	// Identifier of the template; begins with tpl_.
	TemplateID string `json:"template_id"`
	// The template's name.
	Name string `json:"name"`
	// Code of the template's language, such as en_US.
	Language string `json:"language"`
	// The status that it has now, such as approved, rejected or paused.
	Status string `json:"status"`
	// The status that it had before.
	PreviousStatus string `json:"previous_status"`
	// Why the provider rejected or paused it; empty if it told none.
	Reason string `json:"reason"`
}

// TestAnswer: see POST /v1/assistants/{id}/test.
type TestAnswer struct {
	// What the model wants to do. One of answer, clarify, handoff, ignore.
	Action string `json:"action"`
	// The answer's text; empty for a hand-off.
	Text string `json:"text"`
	// Identifiers of the passages that the answer rests on.
	Citations []string `json:"citations"`
	// Language of the answer, in two letters.
	Language string `json:"language"`
	// Why the model chose this action, in its words.
	Reason string `json:"reason"`
}

// TestAssistant: see POST /v1/assistants/{id}/test.
type TestAssistant struct {
	// What a customer would write.
	Question string `json:"question"`
	// Which revision answers; the newest otherwise, also when it is a draft.
	Revision int `json:"revision,omitempty"`
	// What was said before, oldest first; at most 30 messages.
	Before []TestMessage `json:"before,omitempty"`
}

// TestDelivery: see POST /v1/webhook-endpoints/{id}/test.
type TestDelivery struct {
	// GET /v1/webhook-endpoints/{id}/deliveries/{deliveryId} shows what comes of it.
	DeliveryID string `json:"deliveryId"`
	// pending until the receiver has answered, or when another attempt follows. One of
	// pending, succeeded, failed, skipped.
	State string `json:"state"`
	// With wait, the first attempt; null when there was none in time.
	Attempt *DeliveryAttempt `json:"attempt"`
}

// TestGate: see POST /v1/assistants/{id}/test.
type TestGate struct {
	// Name of the rule.
	Rule string `json:"rule"`
	// What in the answer broke it.
	Detail string `json:"detail"`
}

// TestMessage: see POST /v1/assistants/{id}/test.
type TestMessage struct {
	// Who wrote it. One of customer, assistant.
	From string `json:"from"`
	// What was written.
	Text string `json:"text"`
}

// TestPassage: see POST /v1/assistants/{id}/test.
type TestPassage struct {
	// Identifier of the passage; begins with psg_.
	ID string `json:"id"`
	// The source that it belongs to.
	SourceID string `json:"sourceId"`
	// The headings above it.
	Title string `json:"title"`
	// The question that it answers; absent for other passages.
	Question string `json:"question,omitempty"`
	// What it says.
	Text string `json:"text"`
	// Its language, in two letters; empty if unknown.
	Language string `json:"language"`
	// SHA-256 of all that it says, in hex.
	Hash string `json:"hash"`
	// Orders the passages of one search; higher is better.
	Score float64 `json:"score"`
	// How much of what is asked it speaks of, from 0 to 1.
	Confidence float64 `json:"confidence"`
	// Its place by words, from 1; left out where it has none.
	WordRank int `json:"wordRank,omitempty"`
	// Its place by meaning, from 1; left out where it has none.
	VectorRank int `json:"vectorRank,omitempty"`
	// The cosine of its vector and the question's.
	Similarity float64 `json:"similarity,omitempty"`
	// How far that stands above the mean of all passages, from 0 to 1.
	Lift float64 `json:"lift,omitempty"`
	// It is evidence by its meaning alone.
	ByMeaning bool `json:"byMeaning,omitempty"`
	// It looks as if it speaks to a model rather than to people.
	Flagged bool `json:"flagged"`
}

// TestPrompt: see POST /v1/assistants/{id}/test.
type TestPrompt struct {
	// The instructions, with the passages.
	System string `json:"system"`
	// The conversation that was shown to the model, oldest first.
	Messages []TestMessage `json:"messages"`
}

// TestWebhookEndpoint: see POST /v1/webhook-endpoints/{id}/test.
type TestWebhookEndpoint struct {
	// The kind of event to send a sample of. One of messages.upsert, messages.received,
	// messages.status_updated, template.status_updated, contact.consent_updated,
	// phone_number.updated, messages.reaction_removed, contact.identity_updated,
	// template.category_updated, deal.stage_updated, ai.failover_triggered,
	// conversation.assigned, conversation.status_updated, conversation.handed_off,
	// broadcast.completed, onboarding.updated.
	Event string `json:"event"`
	// Wait for the receiver's answer, up to 20 seconds.
	Wait bool `json:"wait,omitempty"`
}

// Text: see GET /v1/messages/{id}.
type Text struct {
	// 1 to 4096 characters. The network's markdown applies.
	Body string `json:"body"`
	// Show a preview of the first link.
	PreviewURL bool `json:"previewUrl,omitempty"`
}

// TimelineEntry: see GET /v1/messages/{id}.
type TimelineEntry struct {
	// The status that it reached. One of scheduled, queued, sending, accepted, sent,
	// delivered, read, played, failed, expired, canceled, received.
	Status string `json:"status"`
	// When it reached the status.
	At time.Time `json:"at"`
}

// TokenPrices: see POST /v1/ai/providers.
type TokenPrices struct {
	// US dollars per million tokens of the prompt.
	Input string `json:"input"`
	// Of those that the provider had in its cache; defaults to the input price.
	CachedInput string `json:"cachedInput,omitempty"`
	// Of those that were written to its cache; defaults to the input price.
	CacheWrite string `json:"cacheWrite,omitempty"`
	// Per million tokens of the answer, reasoning among them.
	Output string `json:"output"`
}

// TrafficCounters: see GET /v1/phone-numbers/{id}/health.
type TrafficCounters struct {
	// Posts of the provider that were taken.
	Webhooks int `json:"webhooks"`
	// Statuses of messages that the provider reported.
	Statuses int `json:"statuses"`
	// Messages that the provider took.
	Sent int `json:"sent"`
	// Those of them that have a status.
	Answered int `json:"answered"`
	// Those that had time for a status and have none.
	Overdue int `json:"overdue"`
}

// Turn: see GET /v1/conversations/{id}/turns.
type Turn struct {
	// Identifier of the turn; begins with trn_.
	ID string `json:"id"`
	// Its number in the conversation.
	Epoch int `json:"epoch"`
	// open until it is decided; then whether the assistant replied, handed off or stayed
	// silent. One of open, replied, handed_off, silent.
	State string `json:"state"`
	// The assistant on duty.
	AssistantID string `json:"assistantId"`
	// The revision of the assistant that decided; 0 while it is open.
	Revision int `json:"revision"`
	// How many messages the burst has.
	Messages int `json:"messages"`
	// Answers that a newer message made worthless.
	Discarded int `json:"discarded"`
	// When the first message of the burst came in.
	OpenedAt time.Time `json:"openedAt"`
	// When it was decided; null while it is open.
	DecidedAt *time.Time `json:"decidedAt"`
	// Why it was handed off or kept silent; empty for a reply.
	Reason string `json:"reason"`
	// What the reason rests on.
	Evidence string `json:"evidence"`
	// Where the reply comes from; empty without one. One of model, cache, approved, passage,
	// greeting, hand_off.
	Source string `json:"source"`
	// The message that was sent; empty without one.
	MessageID string `json:"messageId"`
	// Language of the question, in two letters; empty if unknown.
	Language string `json:"language"`
	// Tokens of all calls to AI providers.
	TokensUsed int `json:"tokensUsed"`
	// Whether the reply came from the cache.
	CacheHit bool `json:"cacheHit"`
	// The contact seems to be upset.
	Negative bool `json:"negative,omitempty"`
	// The knowledge that the reply rests on.
	Citations []KnowledgeCitation `json:"citations"`
	// Calls to AI providers, in order.
	Attempts []TurnAttempt `json:"attempts"`
}

// TurnAttempt: see GET /v1/conversations/{id}/turns.
type TurnAttempt struct {
	// Identifier of the AI provider.
	Provider string `json:"provider"`
	// The model that was asked.
	Model string `json:"model"`
	// ok, or the class of the failure.
	Outcome string `json:"outcome"`
	// How long the call took, in milliseconds.
	LatencyMs int `json:"latencyMs"`
	// Tokens that the call used.
	Tokens int `json:"tokens"`
}

// TurnResult: see POST /v1/assistants/{id}/test.
type TurnResult struct {
	// Why it was handed off or kept silent; empty for a reply.
	Reason string `json:"reason"`
	// What the reason rests on.
	Evidence string `json:"evidence"`
	// Where the reply comes from; empty without one. One of model, cache, approved, passage,
	// greeting, hand_off.
	Source string `json:"source"`
	// The message that was sent; empty without one.
	MessageID string `json:"messageId"`
	// Language of the question, in two letters; empty if unknown.
	Language string `json:"language"`
	// Tokens of all calls to AI providers.
	TokensUsed int `json:"tokensUsed"`
	// Whether the reply came from the cache.
	CacheHit bool `json:"cacheHit"`
	// The contact seems to be upset.
	Negative bool `json:"negative,omitempty"`
	// The knowledge that the reply rests on.
	Citations []KnowledgeCitation `json:"citations"`
	// Calls to AI providers, in order.
	Attempts []TurnAttempt `json:"attempts"`
}

// Unsupported: see GET /v1/messages/{id}.
type Unsupported struct {
	// The provider's word for the type of the message.
	Type string `json:"type,omitempty"`
	// Why it cannot be shown, as the provider told.
	Errors []ProviderError `json:"errors,omitempty"`
}

// UpdateAIProvider: see PATCH /v1/ai/providers/{id}.
type UpdateAIProvider struct {
	// The name that people see.
	Name *string `json:"name,omitzero"`
	// The protocol that it is called by. One of openai, anthropic, gemini.
	Kind *string `json:"kind,omitzero"`
	// Where it is called, up to and with the version of its API.
	BaseURL *string `json:"baseUrl,omitzero"`
	// The model to ask, by the name that the endpoint knows.
	Model *string `json:"model,omitzero"`
	// A new key; empty removes it.
	APIKey *string `json:"apiKey,omitzero"`
	// Longest time that one call may take: 1 to 20.
	TimeoutSeconds *float64 `json:"timeoutSeconds,omitzero"`
	// Tokens that the model takes at most.
	ContextTokens *int `json:"contextTokens,omitzero"`
	// Your prices, instead of those that the model's maker published.
	Prices *TokenPrices `json:"prices,omitzero"`
	// Go back to what the model's maker published.
	ListPrices *bool `json:"listPrices,omitzero"`
}

// UpdateAISettings: see PATCH /v1/ai/settings.
type UpdateAISettings struct {
	// Whether anything is generated at all.
	Enabled *bool `json:"enabled,omitzero"`
	// Tokens that may be used in a day of UTC; 0 for no limit.
	DailyTokens *int `json:"dailyTokens,omitzero"`
}

// UpdateAssistant: see PATCH /v1/assistants/{id}.
type UpdateAssistant struct {
	// The name that people of the workspace see.
	Name *string `json:"name,omitzero"`
	// Whether it answers at all.
	Enabled *bool `json:"enabled,omitzero"`
	// All phone numbers that it is on duty for from now on.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitzero"`
	// Prepares a new revision, a draft until it is published.
	Config *AssistantConfig `json:"config,omitzero"`
}

// UpdateAssistantSettings: see PATCH /v1/assistant-settings.
type UpdateAssistantSettings struct {
	// Stops every assistant at once.
	Stopped *bool `json:"stopped,omitzero"`
	// All phone numbers that no assistant answers for from now on.
	StoppedPhoneNumberIDs []string `json:"stoppedPhoneNumberIds,omitzero"`
	// How long until a conversation goes back to the assistant by itself; 0 for never.
	HandBackSeconds *int `json:"handBackSeconds,omitzero"`
}

// UpdateConsentAnswer: see PATCH /v1/consent-settings.
type UpdateConsentAnswer struct {
	// Whether it is sent.
	Enabled *bool `json:"enabled,omitzero"`
	// What it says.
	Text *string `json:"text,omitzero"`
}

// UpdateConsentLanguage: see PATCH /v1/consent-settings.
type UpdateConsentLanguage struct {
	// A code such as en or pt_BR.
	Language string `json:"language"`
	// All stop words from now on; an empty list switches them off.
	StopWords []string `json:"stopWords,omitzero"`
	// All start words from now on; an empty list switches them off.
	StartWords []string `json:"startWords,omitzero"`
	// Sent once when the contact opts out.
	StopConfirmation *UpdateConsentAnswer `json:"stopConfirmation,omitzero"`
	// Sent once when the contact opts in again.
	StartConfirmation *UpdateConsentAnswer `json:"startConfirmation,omitzero"`
}

// UpdateConsentSettings: see PATCH /v1/consent-settings.
type UpdateConsentSettings struct {
	// What a stop word refuses; marketing unless changed. One of marketing, all.
	StopPurpose *string `json:"stopPurpose,omitzero"`
	// Languages to change or to add; the others stay.
	Languages []UpdateConsentLanguage `json:"languages,omitzero"`
}

// UpdateContact: see PATCH /v1/contacts/{id}.
type UpdateContact struct {
	// "" removes it.
	Phone *string `json:"phone,omitzero"`
	// "" removes it.
	UserID *string `json:"userId,omitzero"`
	// "" lets the contact's own name show again.
	Name *string `json:"name,omitzero"`
	// All tags from now on.
	Tags []string `json:"tags,omitzero"`
	// Custom fields to change; null removes one.
	Fields map[string]any `json:"fields,omitzero"`
}

// UpdateContactField: see PATCH /v1/contact-fields/{id}.
type UpdateContactField struct {
	// The name that people see.
	Label *string `json:"label,omitzero"`
	// All options from now on; values that were stored before stay.
	Options []string `json:"options,omitzero"`
}

// UpdateConversation: see PATCH /v1/conversations/{id}.
type UpdateConversation struct {
	// off keeps assistants out of this conversation. One of default, off.
	Assistant string `json:"assistant"`
}

// UpdateKnowledgeEmbeddings: see PATCH /v1/knowledge/settings.
type UpdateKnowledgeEmbeddings struct {
	// true when they are set up first. Switched off, all vectors are removed.
	Enabled *bool `json:"enabled,omitzero"`
	// Up to and with the version of its API; OpenAI's own by default. Any endpoint that
	// speaks as OpenAI's embeddings will do.
	BaseURL *string `json:"baseUrl,omitzero"`
	// Required at first. With another one, everything is embedded anew.
	Model *string `json:"model,omitzero"`
	// Kept encrypted and never shown; empty removes it. Required with another baseUrl.
	APIKey *string `json:"apiKey,omitzero"`
	// Asked of the model, where it can make shorter vectors; 0 leaves them to it. Up to
	// 4096.
	Dimensions *int `json:"dimensions,omitzero"`
	// What a question waits for its vector at most: 100 to 2000, 500 by default.
	TimeoutMs *int `json:"timeoutMs,omitzero"`
	// The lift from which on a passage is evidence by its meaning alone, for a model to
	// answer from: 0, for never, to 1; 0.5 by default.
	EvidenceLift *float64 `json:"evidenceLift,omitzero"`
}

// UpdateKnowledgeSettings: see PATCH /v1/knowledge/settings.
type UpdateKnowledgeSettings struct {
	// All groups from now on: words or phrases that stand for each other.
	Synonyms [][]string `json:"synonyms,omitzero"`
	// Let knowledge also be found by its meaning.
	Embeddings *UpdateKnowledgeEmbeddings `json:"embeddings,omitzero"`
}

// UpdateKnowledgeSource: see PATCH /v1/knowledge/sources/{id}.
type UpdateKnowledgeSource struct {
	// Its title. Passages are found by it too.
	Title *string `json:"title,omitzero"`
	// Two letters; empty lets that of each passage be guessed.
	Language *string `json:"language,omitzero"`
	// Of an article.
	Content *string `json:"content,omitzero"`
	// Of a question.
	Question *string `json:"question,omitzero"`
	// Of a question.
	Answer *string `json:"answer,omitzero"`
	// Of a page or site.
	URL *string `json:"url,omitzero"`
	// Of a site.
	PageLimit *int `json:"pageLimit,omitzero"`
	// Of a page or site.
	RecrawlHours *int `json:"recrawlHours,omitzero"`
}

// UpdateWebhookEndpoint: see PATCH /v1/webhook-endpoints/{id}.
type UpdateWebhookEndpoint struct {
	// https URL of the receiver; without a path it gets /webhook.
	URL *string `json:"url,omitzero"`
	// Event names, prefixes like messages.*, or *.
	Events []string `json:"events,omitzero"`
	// Only these of the events that belong to a phone number; all when empty.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitzero"`
	// Only these of the events that belong to an assistant; all when empty.
	AssistantIDs []string `json:"assistantIds,omitzero"`
	// Only these of the events that belong to a pipeline; all when empty.
	PipelineIDs []string `json:"pipelineIds,omitzero"`
	// A note of your own.
	Description *string `json:"description,omitzero"`
	// Whether events are delivered to it.
	Enabled *bool `json:"enabled,omitzero"`
	// Which events wait for which. key: those of one conversation come one after the other,
	// and one that fails holds up the later ones of its conversation until it was taken or
	// given up. endpoint: the same over all events. none: none waits. One of none, key,
	// endpoint.
	Ordering *string `json:"ordering,omitzero"`
	// Attempts per second at most.
	RateLimit *int `json:"rateLimit,omitzero"`
	// How many calls are under way at once, at most: 1 to 128.
	MaxInFlight *int `json:"maxInFlight,omitzero"`
	// How long a call may take, from the look-up of the name to the end of the answer: 1 to
	// 30.
	TimeoutSeconds *int `json:"timeoutSeconds,omitzero"`
	// Pauses between the attempts of a delivery.
	RetrySchedule any `json:"retrySchedule,omitzero"`
}

// UploadKnowledgeSource: see POST /v1/knowledge/sources.
type UploadKnowledgeSource struct {
	// By default what the file calls itself, or its name.
	Title string `json:"title,omitempty"`
	// Two letters; without it that of each passage is guessed.
	Language string `json:"language,omitempty"`
	// A file source whose file this one replaces, as its next revision.
	SourceID string `json:"sourceId,omitempty"`
}

// UploadMediaLink: see POST /v1/media.
type UploadMediaLink struct {
	// Public https URL of the file.
	URL string `json:"url"`
	// Name of the file; otherwise what the web server says.
	Filename string `json:"filename,omitempty"`
}

// UpsertWebhookEndpoint: see PUT /v1/webhook-endpoints.
type UpsertWebhookEndpoint struct {
	// https URL of the receiver, which names the endpoint; without a path it gets /webhook.
	// The case of its host does not matter.
	URL string `json:"url"`
	// Event names, prefixes like messages.*, or *. All where the endpoint is created.
	Events []string `json:"events,omitempty"`
	// Only these of the events that belong to a phone number; all when empty.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitempty"`
	// Only these of the events that belong to an assistant; all when empty.
	AssistantIDs []string `json:"assistantIds,omitempty"`
	// Only these of the events that belong to a pipeline; all when empty.
	PipelineIDs []string `json:"pipelineIds,omitempty"`
	// What the endpoint is for, in your words.
	Description string `json:"description,omitempty"`
	// true where the endpoint is created; otherwise it stays as it is.
	Enabled bool `json:"enabled,omitempty"`
	// How events are signed: hmac where the endpoint is created. That of an existing
	// endpoint changes by rotating its secret only. One of hmac, ed25519, both.
	Signature string `json:"signature,omitempty"`
	// Which events wait for which. key: those of one conversation come one after the other,
	// and one that fails holds up the later ones of its conversation until it was taken or
	// given up. endpoint: the same over all events. none: none waits. One of none, key,
	// endpoint.
	Ordering string `json:"ordering,omitempty"`
	// Attempts per second at most.
	RateLimit *int `json:"rateLimit,omitempty"`
	// How many calls are under way at once, at most: 1 to 128.
	MaxInFlight *int `json:"maxInFlight,omitempty"`
	// How long a call may take, from the look-up of the name to the end of the answer: 1 to
	// 30.
	TimeoutSeconds *int `json:"timeoutSeconds,omitempty"`
	// Pauses between the attempts of a delivery.
	RetrySchedule any `json:"retrySchedule,omitempty"`
}

// UpsertedWebhookEndpoint: see PUT /v1/webhook-endpoints.
type UpsertedWebhookEndpoint struct {
	// Identifier of the webhook endpoint; begins with whk_.
	ID string `json:"id"`
	// Where events are posted.
	URL string `json:"url"`
	// Which kinds it gets: names, prefixes such as messages.*, or *.
	Events []string `json:"events"`
	// Of the events that belong to a phone number, only these; all when empty.
	PhoneNumberIDs []string `json:"phoneNumberIds"`
	// Of the events that belong to an assistant, only these; all when empty.
	AssistantIDs []string `json:"assistantIds"`
	// Of the events that belong to a pipeline, only these; all when empty.
	PipelineIDs []string `json:"pipelineIds"`
	// A note of your own; empty if there is none.
	Description string `json:"description"`
	// Whether events are delivered to it.
	Enabled bool `json:"enabled"`
	// Why it is disabled; absent while it is enabled.
	DisabledReason string `json:"disabledReason,omitempty"`
	// How events are signed (Standard Webhooks): hmac is v1, ed25519 is v1a. One of hmac,
	// ed25519, both.
	Signature string `json:"signature"`
	// The secrets that sign now, newest first, without their values.
	Secrets []EndpointSecret `json:"secrets"`
	// Where anybody gets the public keys of ed25519, as a JSON Web Key Set, without an API
	// key; absent if no key pair signs.
	PublicKeysURL string `json:"publicKeysUrl,omitempty"`
	// Which events wait for which: none; those of one conversation (key); or all (endpoint).
	// One of none, key, endpoint.
	Ordering string `json:"ordering"`
	// Attempts per second at most; null for no limit.
	RateLimit *int `json:"rateLimit"`
	// Most calls that are under way at once.
	MaxInFlight int `json:"maxInFlight"`
	// Longest time that one call may take.
	TimeoutSeconds int `json:"timeoutSeconds"`
	// When a failed event is tried again: a preset, or the pauses before the second and
	// later attempts in seconds (at most 20, each of up to 7 days; an empty list makes one
	// attempt). standard: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h; svix: 5 s, 5
	// min, 30 min, 2 h, 5 h, 10 h, 10 h; fast: 1 s, 5 s, 15 s, 1 min, 5 min. Each pause
	// varies by a fifth.
	RetrySchedule any `json:"retrySchedule"`
	// How the calls go.
	Health EndpointHealth `json:"health"`
	// What is or was wrong with the receiver, what lasts first; one of each kind at most.
	Notices []EndpointNotice `json:"notices"`
	// When it was registered.
	CreatedAt time.Time `json:"createdAt"`
	// When its settings changed last.
	UpdatedAt time.Time `json:"updatedAt"`
	// The signing secret, in the answer that created the endpoint (201) and in no other.
	Secret string `json:"secret,omitempty"`
}

// Video: see POST /v1/messages.
type Video struct {
	// Id of a file of the workspace.
	MediaID string `json:"mediaId,omitempty"`
	// Public URL of the file, instead of mediaId.
	Link string `json:"link,omitempty"`
	// Text below the file, at most 1024 characters.
	Caption string `json:"caption,omitempty"`
}

// WebhookEndpoint: see GET /v1/webhook-endpoints/{id}.
type WebhookEndpoint struct {
	// Identifier of the webhook endpoint; begins with whk_.
	ID string `json:"id"`
	// Where events are posted.
	URL string `json:"url"`
	// Which kinds it gets: names, prefixes such as messages.*, or *.
	Events []string `json:"events"`
	// Of the events that belong to a phone number, only these; all when empty.
	PhoneNumberIDs []string `json:"phoneNumberIds"`
	// Of the events that belong to an assistant, only these; all when empty.
	AssistantIDs []string `json:"assistantIds"`
	// Of the events that belong to a pipeline, only these; all when empty.
	PipelineIDs []string `json:"pipelineIds"`
	// A note of your own; empty if there is none.
	Description string `json:"description"`
	// Whether events are delivered to it.
	Enabled bool `json:"enabled"`
	// Why it is disabled; absent while it is enabled.
	DisabledReason string `json:"disabledReason,omitempty"`
	// How events are signed (Standard Webhooks): hmac is v1, ed25519 is v1a. One of hmac,
	// ed25519, both.
	Signature string `json:"signature"`
	// The secrets that sign now, newest first, without their values.
	Secrets []EndpointSecret `json:"secrets"`
	// Where anybody gets the public keys of ed25519, as a JSON Web Key Set, without an API
	// key; absent if no key pair signs.
	PublicKeysURL string `json:"publicKeysUrl,omitempty"`
	// Which events wait for which: none; those of one conversation (key); or all (endpoint).
	// One of none, key, endpoint.
	Ordering string `json:"ordering"`
	// Attempts per second at most; null for no limit.
	RateLimit *int `json:"rateLimit"`
	// Most calls that are under way at once.
	MaxInFlight int `json:"maxInFlight"`
	// Longest time that one call may take.
	TimeoutSeconds int `json:"timeoutSeconds"`
	// When a failed event is tried again: a preset, or the pauses before the second and
	// later attempts in seconds (at most 20, each of up to 7 days; an empty list makes one
	// attempt). standard: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h; svix: 5 s, 5
	// min, 30 min, 2 h, 5 h, 10 h, 10 h; fast: 1 s, 5 s, 15 s, 1 min, 5 min. Each pause
	// varies by a fifth.
	RetrySchedule any `json:"retrySchedule"`
	// How the calls go.
	Health EndpointHealth `json:"health"`
	// What is or was wrong with the receiver, what lasts first; one of each kind at most.
	Notices []EndpointNotice `json:"notices"`
	// When it was registered.
	CreatedAt time.Time `json:"createdAt"`
	// When its settings changed last.
	UpdatedAt time.Time `json:"updatedAt"`
}

// WebhookEndpointWithSecret: see POST /v1/webhook-endpoints.
type WebhookEndpointWithSecret struct {
	// Identifier of the webhook endpoint; begins with whk_.
	ID string `json:"id"`
	// Where events are posted.
	URL string `json:"url"`
	// Which kinds it gets: names, prefixes such as messages.*, or *.
	Events []string `json:"events"`
	// Of the events that belong to a phone number, only these; all when empty.
	PhoneNumberIDs []string `json:"phoneNumberIds"`
	// Of the events that belong to an assistant, only these; all when empty.
	AssistantIDs []string `json:"assistantIds"`
	// Of the events that belong to a pipeline, only these; all when empty.
	PipelineIDs []string `json:"pipelineIds"`
	// A note of your own; empty if there is none.
	Description string `json:"description"`
	// Whether events are delivered to it.
	Enabled bool `json:"enabled"`
	// Why it is disabled; absent while it is enabled.
	DisabledReason string `json:"disabledReason,omitempty"`
	// How events are signed (Standard Webhooks): hmac is v1, ed25519 is v1a. One of hmac,
	// ed25519, both.
	Signature string `json:"signature"`
	// The secrets that sign now, newest first, without their values.
	Secrets []EndpointSecret `json:"secrets"`
	// Where anybody gets the public keys of ed25519, as a JSON Web Key Set, without an API
	// key; absent if no key pair signs.
	PublicKeysURL string `json:"publicKeysUrl,omitempty"`
	// Which events wait for which: none; those of one conversation (key); or all (endpoint).
	// One of none, key, endpoint.
	Ordering string `json:"ordering"`
	// Attempts per second at most; null for no limit.
	RateLimit *int `json:"rateLimit"`
	// Most calls that are under way at once.
	MaxInFlight int `json:"maxInFlight"`
	// Longest time that one call may take.
	TimeoutSeconds int `json:"timeoutSeconds"`
	// When a failed event is tried again: a preset, or the pauses before the second and
	// later attempts in seconds (at most 20, each of up to 7 days; an empty list makes one
	// attempt). standard: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h; svix: 5 s, 5
	// min, 30 min, 2 h, 5 h, 10 h, 10 h; fast: 1 s, 5 s, 15 s, 1 min, 5 min. Each pause
	// varies by a fifth.
	RetrySchedule any `json:"retrySchedule"`
	// How the calls go.
	Health EndpointHealth `json:"health"`
	// What is or was wrong with the receiver, what lasts first; one of each kind at most.
	Notices []EndpointNotice `json:"notices"`
	// When it was registered.
	CreatedAt time.Time `json:"createdAt"`
	// When its settings changed last.
	UpdatedAt time.Time `json:"updatedAt"`
	// Verifies the webhook-signature header (Standard Webhooks). Shown this once. Empty
	// where the signature is ed25519: the public key verifies it.
	Secret string `json:"secret"`
}

// Client is the service's API. Make it with NewClient.
type Client struct {
	// The language models that assistants use, what they cost, and the budget of a day.
	AI          *AIResource
	AIProviders *AIProvidersResource
	// The credentials of your systems, each with the scopes that it needs.
	APIKeys *APIKeysResource
	// Automated repliers: their configuration in revisions, trials, evaluations and
	// publication.
	Assistants *AssistantsResource
	// Who wants messages of which kind, with proof, and the words by which contacts opt out
	// and in again.
	Consent        *ConsentResource
	ContactFields  *ContactFieldsResource
	ContactImports *ContactImportsResource
	// The people you write with: their numbers, tags and custom fields; merging, importing
	// and exporting them.
	Contacts *ContactsResource
	// The threads between contacts and phone numbers, and who answers in them: the assistant
	// or a person.
	Conversations *ConversationsResource
	Deliveries    *DeliveriesResource
	// Everything that happens in the workspace, as a list, as a live stream, and as
	// webhooks.
	Events *EventsResource
	// What assistants answer from: articles, questions with answers, files and web pages;
	// and the questions that found no evidence.
	Knowledge     *KnowledgeResource
	KnowledgeGaps *KnowledgeGapsResource
	// Files to send and files received: images, videos, audio, documents and stickers.
	Media *MediaResource
	// Send messages of every type, one or up to 1,000 at once, and follow each to its final
	// status.
	Messages *MessagesResource
	// Your accounts at the provider, with the phone numbers and templates below them.
	MessagingAccounts *MessagingAccountsResource
	// Your business numbers and how they are doing.
	PhoneNumbers *PhoneNumbersResource
	Redeliveries *RedeliveriesResource
	// The simulated customers of a test workspace: see what they got, and let them write.
	Sandbox *SandboxResource
	// The message templates of your messaging accounts, as the provider has them.
	Templates *TemplatesResource
	// Where your events are delivered: subscriptions, secrets, deliveries, statistics and
	// redelivery.
	WebhookEndpoints *WebhookEndpointsResource
}

func newClient(t *transport) *Client {
	return &Client{
		AI:                &AIResource{t},
		AIProviders:       &AIProvidersResource{t},
		APIKeys:           &APIKeysResource{t},
		Assistants:        &AssistantsResource{t},
		Consent:           &ConsentResource{t},
		ContactFields:     &ContactFieldsResource{t},
		ContactImports:    &ContactImportsResource{t},
		Contacts:          &ContactsResource{t},
		Conversations:     &ConversationsResource{t},
		Deliveries:        &DeliveriesResource{t},
		Events:            &EventsResource{t},
		Knowledge:         &KnowledgeResource{t},
		KnowledgeGaps:     &KnowledgeGapsResource{t},
		Media:             &MediaResource{t},
		Messages:          &MessagesResource{t},
		MessagingAccounts: &MessagingAccountsResource{t},
		PhoneNumbers:      &PhoneNumbersResource{t},
		Redeliveries:      &RedeliveriesResource{t},
		Sandbox:           &SandboxResource{t},
		Templates:         &TemplatesResource{t},
		WebhookEndpoints:  &WebhookEndpointsResource{t},
	}
}

// AIResource has the operations on ai.
type AIResource struct{ t *transport }

// AIProvidersResource has the operations on aiproviders.
type AIProvidersResource struct{ t *transport }

// APIKeysResource has the operations on API keys.
type APIKeysResource struct{ t *transport }

// AssistantsResource has the operations on assistants.
type AssistantsResource struct{ t *transport }

// ConsentResource has the operations on consent.
type ConsentResource struct{ t *transport }

// ContactFieldsResource has the operations on contact fields.
type ContactFieldsResource struct{ t *transport }

// ContactImportsResource has the operations on contact imports.
type ContactImportsResource struct{ t *transport }

// ContactsResource has the operations on contacts.
type ContactsResource struct{ t *transport }

// ConversationsResource has the operations on conversations.
type ConversationsResource struct{ t *transport }

// DeliveriesResource has the operations on deliveries.
type DeliveriesResource struct{ t *transport }

// EventsResource has the operations on events.
type EventsResource struct{ t *transport }

// KnowledgeResource has the operations on knowledge.
type KnowledgeResource struct{ t *transport }

// KnowledgeGapsResource has the operations on knowledge gaps.
type KnowledgeGapsResource struct{ t *transport }

// MediaResource has the operations on media.
type MediaResource struct{ t *transport }

// MessagesResource has the operations on messages.
type MessagesResource struct{ t *transport }

// MessagingAccountsResource has the operations on messaging accounts.
type MessagingAccountsResource struct{ t *transport }

// PhoneNumbersResource has the operations on phone numbers.
type PhoneNumbersResource struct{ t *transport }

// RedeliveriesResource has the operations on redeliveries.
type RedeliveriesResource struct{ t *transport }

// SandboxResource has the operations on sandbox.
type SandboxResource struct{ t *transport }

// TemplatesResource has the operations on templates.
type TemplatesResource struct{ t *transport }

// WebhookEndpointsResource has the operations on webhook endpoints.
type WebhookEndpointsResource struct{ t *transport }

// ListAICalls selects what Calls returns; all of it may be left out.
type ListAICalls struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
	// Only calls to this AI provider.
	ProviderID string
	// Only calls for this assistant.
	AssistantID string
	// Only calls for this conversation.
	ConversationID string
	// Only calls for this purpose. One of reply, test, evaluation, embedding.
	Purpose string
	// Only those that did not succeed.
	Failed *bool
}

func (q ListAICalls) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.ProviderID != "" {
		c.query.Set("providerId", q.ProviderID)
	}
	if q.AssistantID != "" {
		c.query.Set("assistantId", q.AssistantID)
	}
	if q.ConversationID != "" {
		c.query.Set("conversationId", q.ConversationID)
	}
	if q.Purpose != "" {
		c.query.Set("purpose", q.Purpose)
	}
	if q.Failed != nil {
		c.query.Set("failed", strconv.FormatBool(*q.Failed))
	}
}

// Calls calls GET /v1/ai/calls. List calls to language models. Every attempt, newest
// first, and every answer from the cache. They are kept for 90 days; the sums stay.
func (r *AIResource) Calls(query ListAICalls, options ...CallOption) *List[AICall] {
	return list[AICall](r.t, "/v1/ai/calls", query.Cursor, query.fill, options)
}

// ListAINotices selects what Notices returns; all of it may be left out.
type ListAINotices struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
}

func (q ListAINotices) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Notices calls GET /v1/ai/notices. List notices about AI. Budgets that are half, nearly
// or fully used, and providers that are not called, newest first.
func (r *AIResource) Notices(query ListAINotices, options ...CallOption) *List[AINotice] {
	return list[AINotice](r.t, "/v1/ai/notices", query.Cursor, query.fill, options)
}

// Settings calls GET /v1/ai/settings. Get the switch and the budget. Tells also what is
// used of today's budget.
func (r *AIResource) Settings(ctx context.Context, options ...CallOption) (*AISettings, error) {
	c := r.t.newCall("GET", "/v1/ai/settings", options)
	out := &AISettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// UpdateSettings calls PATCH /v1/ai/settings. Change the switch and the budget. When the
// day's budget is used up, conversations go to people.
func (r *AIResource) UpdateSettings(ctx context.Context, request UpdateAISettings, options ...CallOption) (*AISettings, error) {
	c := r.t.newCall("PATCH", "/v1/ai/settings", options)
	c.body = request
	out := &AISettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// GetAIUsage selects what Usage returns; all of it may be left out.
type GetAIUsage struct {
	// First day (UTC), such as 2026-01-01; 30 days ago by default.
	From string
	// Last day; today by default. At most 366 days.
	To string
	// Any of day, provider, model, assistant, purpose, separated by commas; provider by
	// default.
	GroupBy string
	// Only calls for this purpose; all by default. One of reply, test, evaluation,
	// embedding.
	Purpose string
}

func (q GetAIUsage) fill(c *call) {
	if q.From != "" {
		c.query.Set("from", q.From)
	}
	if q.To != "" {
		c.query.Set("to", q.To)
	}
	if q.GroupBy != "" {
		c.query.Set("groupBy", q.GroupBy)
	}
	if q.Purpose != "" {
		c.query.Set("purpose", q.Purpose)
	}
}

// Usage calls GET /v1/ai/usage. Sum up the use of language models. Calls, failures,
// tokens, cost, latency and what the cache saved, by day, provider, model, assistant or
// purpose.
func (r *AIResource) Usage(ctx context.Context, query GetAIUsage, options ...CallOption) (*AIUsage, error) {
	c := r.t.newCall("GET", "/v1/ai/usage", options)
	query.fill(c)
	out := &AIUsage{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListAIProviders selects what List returns; all of it may be left out.
type ListAIProviders struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
}

func (q ListAIProviders) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/ai/providers. List language models. Oldest first, each with its
// health.
func (r *AIProvidersResource) List(query ListAIProviders, options ...CallOption) *List[AIProvider] {
	return list[AIProvider](r.t, "/v1/ai/providers", query.Cursor, query.fill, options)
}

// Create calls POST /v1/ai/providers. Add a language model. Assistants ask the providers
// of their chain one after the other when one fails.
func (r *AIProvidersResource) Create(ctx context.Context, request CreateAIProvider, options ...CallOption) (*AIProvider, error) {
	c := r.t.newCall("POST", "/v1/ai/providers", options)
	c.body = request
	out := &AIProvider{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/ai/providers/{id}. Remove a language model. Chains go on
// without it; what it was used for stays on record.
func (r *AIProvidersResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/ai/providers/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/ai/providers/{id}. Get a language model. Its endpoint, model and
// prices, and whether it is called at the moment.
func (r *AIProvidersResource) Get(ctx context.Context, id string, options ...CallOption) (*AIProvider, error) {
	c := r.t.newCall("GET", "/v1/ai/providers/"+segment(id), options)
	out := &AIProvider{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/ai/providers/{id}. Change a language model. Changes what is
// given and leaves the rest. A provider that was misconfigured is called again.
func (r *AIProvidersResource) Update(ctx context.Context, id string, request UpdateAIProvider, options ...CallOption) (*AIProvider, error) {
	c := r.t.newCall("PATCH", "/v1/ai/providers/"+segment(id), options)
	c.body = request
	out := &AIProvider{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Test calls POST /v1/ai/providers/{id}/test. Test a language model. Makes one small
// real call, which the provider may charge. A success clears the provider's recorded
// failures, and it is called again.
func (r *AIProvidersResource) Test(ctx context.Context, id string, options ...CallOption) (*AIProviderTest, error) {
	c := r.t.newCall("POST", "/v1/ai/providers/"+segment(id)+"/test", options)
	out := &AIProviderTest{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListAPIKeys selects what List returns; all of it may be left out.
type ListAPIKeys struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
}

func (q ListAPIKeys) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/api-keys. List API keys. Oldest first, without their secrets.
// Revoked and expired keys stay in the list.
func (r *APIKeysResource) List(query ListAPIKeys, options ...CallOption) *List[APIKey] {
	return list[APIKey](r.t, "/v1/api-keys", query.Cursor, query.fill, options)
}

// Create calls POST /v1/api-keys. Create an API key. A key cannot give scopes that it
// lacks itself. The answer carries the key, once.
func (r *APIKeysResource) Create(ctx context.Context, request CreateAPIKey, options ...CallOption) (*APIKeyWithSecret, error) {
	c := r.t.newCall("POST", "/v1/api-keys", options)
	c.body = request
	out := &APIKeyWithSecret{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/api-keys/{id}. Revoke an API key. It ends at once.
func (r *APIKeysResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/api-keys/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Rotate calls POST /v1/api-keys/{id}/rotate. Rotate an API key. Makes a successor with
// the same scopes; both work during the overlap. The answer carries the new key, once.
func (r *APIKeysResource) Rotate(ctx context.Context, id string, request Overlap, options ...CallOption) (*APIKeyWithSecret, error) {
	c := r.t.newCall("POST", "/v1/api-keys/"+segment(id)+"/rotate", options)
	c.body = request
	out := &APIKeyWithSecret{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ClearCache calls DELETE /v1/assistant-cache. Forget every remembered answer. Every
// assistant's next answer comes from the knowledge and the models again. Use it when an
// answer that was remembered is wrong.
func (r *AssistantsResource) ClearCache(ctx context.Context, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/assistant-cache", options)
	return r.t.do(ctx, c, nil)
}

// Cache calls GET /v1/assistant-cache. Count the remembered answers. How often they were
// used, and what that saved, is in the usage of AI providers.
func (r *AssistantsResource) Cache(ctx context.Context, options ...CallOption) (*AssistantCache, error) {
	c := r.t.newCall("GET", "/v1/assistant-cache", options)
	out := &AssistantCache{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Settings calls GET /v1/assistant-settings. Get the settings of all assistants. The
// emergency stop, the phone numbers without an assistant, and when a conversation goes
// back to the assistant.
func (r *AssistantsResource) Settings(ctx context.Context, options ...CallOption) (*AssistantSettings, error) {
	c := r.t.newCall("GET", "/v1/assistant-settings", options)
	out := &AssistantSettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// UpdateSettings calls PATCH /v1/assistant-settings. Change the settings of all
// assistants. Stopping assistants counts at once, also for replies that are being
// written.
func (r *AssistantsResource) UpdateSettings(ctx context.Context, request UpdateAssistantSettings, options ...CallOption) (*AssistantSettings, error) {
	c := r.t.newCall("PATCH", "/v1/assistant-settings", options)
	c.body = request
	out := &AssistantSettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListAssistants selects what List returns; all of it may be left out.
type ListAssistants struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
}

func (q ListAssistants) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/assistants. List assistants. Oldest first.
func (r *AssistantsResource) List(query ListAssistants, options ...CallOption) *List[Assistant] {
	return list[Assistant](r.t, "/v1/assistants", query.Cursor, query.fill, options)
}

// Create calls POST /v1/assistants. Create an assistant. It answers the customers of the
// phone numbers that it is on duty for, from the workspace's knowledge, until a person
// takes the word.
func (r *AssistantsResource) Create(ctx context.Context, request CreateAssistant, options ...CallOption) (*AssistantDetail, error) {
	c := r.t.newCall("POST", "/v1/assistants", options)
	c.body = request
	out := &AssistantDetail{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/assistants/{id}. Delete an assistant. It is off duty at once.
// Messages that it wrote keep naming its revisions.
func (r *AssistantsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/assistants/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/assistants/{id}. Get an assistant. With its live revision and its
// draft.
func (r *AssistantsResource) Get(ctx context.Context, id string, options ...CallOption) (*AssistantDetail, error) {
	c := r.t.newCall("GET", "/v1/assistants/"+segment(id), options)
	out := &AssistantDetail{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/assistants/{id}. Change an assistant. Name, duties and whether
// it is enabled count at once. A changed configuration is a new revision, which answers
// nobody until it is published.
func (r *AssistantsResource) Update(ctx context.Context, id string, request UpdateAssistant, options ...CallOption) (*AssistantDetail, error) {
	c := r.t.newCall("PATCH", "/v1/assistants/"+segment(id), options)
	c.body = request
	out := &AssistantDetail{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListAssistantEvaluations selects what Evaluations returns; all of it may be left out.
type ListAssistantEvaluations struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
}

func (q ListAssistantEvaluations) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Evaluations calls GET /v1/assistants/{id}/evaluations. List evaluations. Newest first;
// those that ended are kept for 90 days.
func (r *AssistantsResource) Evaluations(id string, query ListAssistantEvaluations, options ...CallOption) *List[Evaluation] {
	return list[Evaluation](r.t, "/v1/assistants/"+segment(id)+"/evaluations", query.Cursor, query.fill, options)
}

// Evaluate calls POST /v1/assistants/{id}/evaluations. Evaluate a revision. Puts
// questions to a revision and to the live one, in the background: what customers asked
// and people answered, or questions with what is expected. Nothing is sent and no answer
// is remembered; calls to AI providers are made, accounted for and count toward the
// budget. Source conversations needs messages:read, too.
func (r *AssistantsResource) Evaluate(ctx context.Context, id string, request CreateEvaluation, options ...CallOption) (*Evaluation, error) {
	c := r.t.newCall("POST", "/v1/assistants/"+segment(id)+"/evaluations", options)
	c.body = request
	out := &Evaluation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// DeleteEvaluation calls DELETE /v1/assistants/{id}/evaluations/{evaluationId}. Delete
// an evaluation. With its questions and answers. A publication that rests on it keeps
// the table.
func (r *AssistantsResource) DeleteEvaluation(ctx context.Context, id string, evaluationId string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/assistants/"+segment(id)+"/evaluations/"+segment(evaluationId), options)
	return r.t.do(ctx, c, nil)
}

// Evaluation calls GET /v1/assistants/{id}/evaluations/{evaluationId}. Follow an
// evaluation. How far it has come and, once it is completed, its table: both revisions
// with intervals of 95 %, and whether they can be told apart.
func (r *AssistantsResource) Evaluation(ctx context.Context, id string, evaluationId string, options ...CallOption) (*Evaluation, error) {
	c := r.t.newCall("GET", "/v1/assistants/"+segment(id)+"/evaluations/"+segment(evaluationId), options)
	out := &Evaluation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// CancelEvaluation calls POST /v1/assistants/{id}/evaluations/{evaluationId}/cancel.
// Cancel an evaluation. No further question is put. One that has ended stays as it is.
func (r *AssistantsResource) CancelEvaluation(ctx context.Context, id string, evaluationId string, options ...CallOption) (*Evaluation, error) {
	c := r.t.newCall("POST", "/v1/assistants/"+segment(id)+"/evaluations/"+segment(evaluationId)+"/cancel", options)
	out := &Evaluation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListAssistantEvaluationItems selects what EvaluationItems returns; all of it may be left out.
type ListAssistantEvaluationItems struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
}

func (q ListAssistantEvaluationItems) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// EvaluationItems calls GET /v1/assistants/{id}/evaluations/{evaluationId}/items. List
// an evaluation's questions. In order, with both answers side by side. Questions of
// conversations need messages:read, too.
func (r *AssistantsResource) EvaluationItems(id string, evaluationId string, query ListAssistantEvaluationItems, options ...CallOption) *List[EvaluationItem] {
	return list[EvaluationItem](r.t, "/v1/assistants/"+segment(id)+"/evaluations/"+segment(evaluationId)+"/items", query.Cursor, query.fill, options)
}

// ListAssistantPublications selects what Publications returns; all of it may be left out.
type ListAssistantPublications struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
}

func (q ListAssistantPublications) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Publications calls GET /v1/assistants/{id}/publications. List publications. Who made
// which revision live, when, and which table they had looked at; newest first.
func (r *AssistantsResource) Publications(id string, query ListAssistantPublications, options ...CallOption) *List[Publication] {
	return list[Publication](r.t, "/v1/assistants/"+segment(id)+"/publications", query.Cursor, query.fill, options)
}

// Publish calls POST /v1/assistants/{id}/publish. Make a revision live. The draft, or an
// earlier one again. It answers what is written from now on. This is a deliberate act:
// name the newest evaluation that shows the revision beside the live one, or say
// withoutEvaluation with a reason. Who did it, when, and the table stay on record.
func (r *AssistantsResource) Publish(ctx context.Context, id string, request PublishAssistant, options ...CallOption) (*AssistantDetail, error) {
	c := r.t.newCall("POST", "/v1/assistants/"+segment(id)+"/publish", options)
	c.body = request
	out := &AssistantDetail{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListAssistantRevisions selects what Revisions returns; all of it may be left out.
type ListAssistantRevisions struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
}

func (q ListAssistantRevisions) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Revisions calls GET /v1/assistants/{id}/revisions. List an assistant's revisions.
// Newest first.
func (r *AssistantsResource) Revisions(id string, query ListAssistantRevisions, options ...CallOption) *List[AssistantRevision] {
	return list[AssistantRevision](r.t, "/v1/assistants/"+segment(id)+"/revisions", query.Cursor, query.fill, options)
}

// Revision calls GET /v1/assistants/{id}/revisions/{number}. Get one revision of an
// assistant. Its whole configuration, how it was made live, and its newest completed
// evaluation.
func (r *AssistantsResource) Revision(ctx context.Context, id string, number string, options ...CallOption) (*AssistantRevision, error) {
	c := r.t.newCall("GET", "/v1/assistants/"+segment(id)+"/revisions/"+segment(number), options)
	out := &AssistantRevision{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Test calls POST /v1/assistants/{id}/test. Try an assistant. Answers a question as the
// assistant would and shows how: passages, prompt, cache, calls, answer and gate.
// Nothing is sent; calls to AI providers are made and accounted for.
func (r *AssistantsResource) Test(ctx context.Context, id string, request TestAssistant, options ...CallOption) (*AssistantTestResult, error) {
	c := r.t.newCall("POST", "/v1/assistants/"+segment(id)+"/test", options)
	c.body = request
	out := &AssistantTestResult{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Settings calls GET /v1/consent-settings. Get the stop and start words. The words of
// every language, the confirmations, and what a stop word refuses.
func (r *ConsentResource) Settings(ctx context.Context, options ...CallOption) (*ConsentSettings, error) {
	c := r.t.newCall("GET", "/v1/consent-settings", options)
	out := &ConsentSettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// UpdateSettings calls PATCH /v1/consent-settings. Change the stop and start words.
// Changes what is given and leaves the rest. It decides about messages that come from
// now on.
func (r *ConsentResource) UpdateSettings(ctx context.Context, request UpdateConsentSettings, options ...CallOption) (*ConsentSettings, error) {
	c := r.t.newCall("PATCH", "/v1/consent-settings", options)
	c.body = request
	out := &ConsentSettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// GetContactConsent selects what Get returns; all of it may be left out.
type GetContactConsent struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
}

func (q GetContactConsent) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Get calls GET /v1/contacts/{id}/consent. Get a contact's consent. How the contact
// stands, and the ledger that says why.
func (r *ConsentResource) Get(ctx context.Context, id string, query GetContactConsent, options ...CallOption) (*ContactConsent, error) {
	c := r.t.newCall("GET", "/v1/contacts/"+segment(id)+"/consent", options)
	query.fill(c)
	out := &ContactConsent{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Record calls POST /v1/contacts/{id}/consent. Record a decision. Adds what a contact
// decided elsewhere to its ledger. It counts unless the contact decided otherwise later.
func (r *ConsentResource) Record(ctx context.Context, id string, request RecordConsent, options ...CallOption) (*ConsentRecord, error) {
	c := r.t.newCall("POST", "/v1/contacts/"+segment(id)+"/consent", options)
	c.body = request
	out := &ConsentRecord{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// List calls GET /v1/contact-fields. List custom fields. All of them, in the order in
// which they were defined.
func (r *ContactFieldsResource) List(ctx context.Context, options ...CallOption) (*ContactFields, error) {
	c := r.t.newCall("GET", "/v1/contact-fields", options)
	out := &ContactFields{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Create calls POST /v1/contact-fields. Define a custom field. A workspace has up to
// 100. Contacts are listed by any of them.
func (r *ContactFieldsResource) Create(ctx context.Context, request CreateContactField, options ...CallOption) (*ContactField, error) {
	c := r.t.newCall("POST", "/v1/contact-fields", options)
	c.body = request
	out := &ContactField{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/contact-fields/{id}. Delete a custom field. Its values are
// shown no more; another field of the same key does not bring them back.
func (r *ContactFieldsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/contact-fields/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Update calls PATCH /v1/contact-fields/{id}. Change a custom field. Changes its label
// or its options. Its key and type never change.
func (r *ContactFieldsResource) Update(ctx context.Context, id string, request UpdateContactField, options ...CallOption) (*ContactField, error) {
	c := r.t.newCall("PATCH", "/v1/contact-fields/"+segment(id), options)
	c.body = request
	out := &ContactField{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListContactImports selects what List returns; all of it may be left out.
type ListContactImports struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
}

func (q ListContactImports) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/contact-imports. List imports. Newest first.
func (r *ContactImportsResource) List(query ListContactImports, options ...CallOption) *List[ContactImport] {
	return list[ContactImport](r.t, "/v1/contact-imports", query.Cursor, query.fill, options)
}

// Create calls POST /v1/contact-imports. Import contacts. Takes a table whose first row
// names the columns: as multipart/form-data with the parts options (JSON, first) and
// file, up to 512 MiB, or as JSON. It is stored and then read in the background, every
// row exactly once. Encoding and delimiter are recognised.
func (r *ContactImportsResource) Create(ctx context.Context, request CreateContactImport, options ...CallOption) (*ContactImport, error) {
	c := r.t.newCall("POST", "/v1/contact-imports", options)
	c.body = request
	out := &ContactImport{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Preview calls POST /v1/contact-imports/preview. Preview an import. Reads the first 20
// rows of a table as an import would, and stores nothing. It takes what an import takes;
// the beginning of the file is enough.
func (r *ContactImportsResource) Preview(ctx context.Context, request CreateContactImport, options ...CallOption) (*ImportPreview, error) {
	c := r.t.newCall("POST", "/v1/contact-imports/preview", options)
	c.body = request
	out := &ImportPreview{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Get calls GET /v1/contact-imports/{id}. Follow an import. How far it has come, and how
// many contacts it created, updated, skipped or refused.
func (r *ContactImportsResource) Get(ctx context.Context, id string, options ...CallOption) (*ContactImport, error) {
	c := r.t.newCall("GET", "/v1/contact-imports/"+segment(id), options)
	out := &ContactImport{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Cancel calls POST /v1/contact-imports/{id}/cancel. Cancel an import. The rows that
// were read stay. An import that has ended stays as it is.
func (r *ContactImportsResource) Cancel(ctx context.Context, id string, options ...CallOption) (*ContactImport, error) {
	c := r.t.newCall("POST", "/v1/contact-imports/"+segment(id)+"/cancel", options)
	out := &ContactImport{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListContactImportErrors selects what Errors returns; all of it may be left out.
type ListContactImportErrors struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
}

func (q ListContactImportErrors) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Errors calls GET /v1/contact-imports/{id}/errors. List what an import did not take. In
// the order of the table; the first 10,000 faults.
func (r *ContactImportsResource) Errors(id string, query ListContactImportErrors, options ...CallOption) *List[ImportError] {
	return list[ImportError](r.t, "/v1/contact-imports/"+segment(id)+"/errors", query.Cursor, query.fill, options)
}

// UndoMerge calls POST /v1/contact-merges/{id}/undo. Undo a merge. The contact that was
// merged away is as it was, with its conversations. What came since the merge stays with
// the one that stayed. Later merges are undone first.
func (r *ContactsResource) UndoMerge(ctx context.Context, id string, options ...CallOption) (*PartedContacts, error) {
	c := r.t.newCall("POST", "/v1/contact-merges/"+segment(id)+"/undo", options)
	out := &PartedContacts{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListContacts selects what List returns; all of it may be left out.
type ListContacts struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
	// Only the contact with this number, in any of its forms.
	Phone string
	// Only the contact with this user id.
	UserID string
	// Only contacts with this tag.
	Tag string
	// Only contacts whose name begins so or, with digits, whose number in international
	// format does.
	Q string
	// Only contacts with this value of a custom field, as key:value.
	Field string
	// true: only contacts who opted out of marketing; false: only those who did not. One of
	// true, false.
	OptedOut string
	// Only contacts that were created after this time.
	CreatedAfter time.Time
	// Alone, it lists in the order of the last change, so that the cursor follows what
	// changes.
	UpdatedAfter time.Time
}

func (q ListContacts) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.Phone != "" {
		c.query.Set("phone", q.Phone)
	}
	if q.UserID != "" {
		c.query.Set("userId", q.UserID)
	}
	if q.Tag != "" {
		c.query.Set("tag", q.Tag)
	}
	if q.Q != "" {
		c.query.Set("q", q.Q)
	}
	if q.Field != "" {
		c.query.Set("field", q.Field)
	}
	if q.OptedOut != "" {
		c.query.Set("optedOut", q.OptedOut)
	}
	if !q.CreatedAfter.IsZero() {
		c.query.Set("createdAfter", q.CreatedAfter.UTC().Format(time.RFC3339Nano))
	}
	if !q.UpdatedAfter.IsZero() {
		c.query.Set("updatedAfter", q.UpdatedAfter.UTC().Format(time.RFC3339Nano))
	}
}

// List calls GET /v1/contacts. List contacts. Newest first; by q in the order of names
// or numbers. A page may have fewer than limit although nextCursor goes on.
func (r *ContactsResource) List(query ListContacts, options ...CallOption) *List[Contact] {
	return list[Contact](r.t, "/v1/contacts", query.Cursor, query.fill, options)
}

// Create calls POST /v1/contacts. Create a contact. People who write to you become
// contacts by themselves. A number or user id that is known already is answered with 409
// and existingId.
func (r *ContactsResource) Create(ctx context.Context, request CreateContact, options ...CallOption) (*Contact, error) {
	c := r.t.newCall("POST", "/v1/contacts", options)
	c.body = request
	out := &Contact{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Get calls GET /v1/contacts/{id}. Get a contact. With notices about its identity and
// the merges into it.
func (r *ContactsResource) Get(ctx context.Context, id string, options ...CallOption) (*ContactDetail, error) {
	c := r.t.newCall("GET", "/v1/contacts/"+segment(id), options)
	out := &ContactDetail{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/contacts/{id}. Change a contact. Changes what is given and
// leaves the rest.
func (r *ContactsResource) Update(ctx context.Context, id string, request UpdateContact, options ...CallOption) (*Contact, error) {
	c := r.t.newCall("PATCH", "/v1/contacts/"+segment(id), options)
	c.body = request
	out := &Contact{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Merge calls POST /v1/contacts/{id}/merge. Merge another contact into this one. This
// one stays and gets the other's tags and whatever it lacks. The other's conversations
// are joined to those of this one: lists show the messages of both. Recorded, and undone
// by POST /v1/contact-merges/{id}/undo.
func (r *ContactsResource) Merge(ctx context.Context, id string, request MergeContacts, options ...CallOption) (*Contact, error) {
	c := r.t.newCall("POST", "/v1/contacts/"+segment(id)+"/merge", options)
	c.body = request
	out := &Contact{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// AddTags calls POST /v1/contacts/{id}/tags. Add tags to a contact. Tags that the
// contact has already stay; none is removed.
func (r *ContactsResource) AddTags(ctx context.Context, id string, request AddContactTags, options ...CallOption) (*Contact, error) {
	c := r.t.newCall("POST", "/v1/contacts/"+segment(id)+"/tags", options)
	c.body = request
	out := &Contact{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// RemoveTag calls DELETE /v1/contacts/{id}/tags/{tag}. Take a tag from a contact. A tag
// that the contact lacks changes nothing.
func (r *ContactsResource) RemoveTag(ctx context.Context, id string, tag string, options ...CallOption) (*Contact, error) {
	c := r.t.newCall("DELETE", "/v1/contacts/"+segment(id)+"/tags/"+segment(tag), options)
	out := &Contact{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListConversations selects what List returns; all of it may be left out.
type ListConversations struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
	// Only conversations with this contact.
	ContactID string
	// Only conversations on this phone number.
	PhoneNumberID string
}

func (q ListConversations) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.ContactID != "" {
		c.query.Set("contactId", q.ContactID)
	}
	if q.PhoneNumberID != "" {
		c.query.Set("phoneNumberId", q.PhoneNumberID)
	}
}

// List calls GET /v1/conversations. List conversations. Newest first.
func (r *ConversationsResource) List(query ListConversations, options ...CallOption) *List[Conversation] {
	return list[Conversation](r.t, "/v1/conversations", query.Cursor, query.fill, options)
}

// Get calls GET /v1/conversations/{id}. Get a conversation. With who has the word in it.
func (r *ConversationsResource) Get(ctx context.Context, id string, options ...CallOption) (*Conversation, error) {
	c := r.t.newCall("GET", "/v1/conversations/"+segment(id), options)
	out := &Conversation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/conversations/{id}. Switch the assistant off in a conversation,
// or on again. off keeps assistants out of this conversation; default lets the assistant
// of the phone number answer again.
func (r *ConversationsResource) Update(ctx context.Context, id string, request UpdateConversation, options ...CallOption) (*Conversation, error) {
	c := r.t.newCall("PATCH", "/v1/conversations/"+segment(id), options)
	c.body = request
	out := &Conversation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// HandBack calls POST /v1/conversations/{id}/hand-back. Hand the conversation back to
// the assistant. The assistant answers messages that arrive from now on.
func (r *ConversationsResource) HandBack(ctx context.Context, id string, options ...CallOption) (*Conversation, error) {
	c := r.t.newCall("POST", "/v1/conversations/"+segment(id)+"/hand-back", options)
	out := &Conversation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// TakeOver calls POST /v1/conversations/{id}/take-over. Take over a conversation from
// the assistant. For a person, for a note that they leave, or because the conversation
// was assigned. A reply that is being written is not sent. Sending a message does the
// same (takeOver).
func (r *ConversationsResource) TakeOver(ctx context.Context, id string, request TakeOverConversation, options ...CallOption) (*Conversation, error) {
	c := r.t.newCall("POST", "/v1/conversations/"+segment(id)+"/take-over", options)
	c.body = request
	out := &Conversation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListConversationTurns selects what Turns returns; all of it may be left out.
type ListConversationTurns struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
}

func (q ListConversationTurns) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Turns calls GET /v1/conversations/{id}/turns. List what assistants decided in a
// conversation. One turn per burst of messages, newest first: the reply or why there is
// none, from what, by which revision, at what price in tokens.
func (r *ConversationsResource) Turns(id string, query ListConversationTurns, options ...CallOption) *List[Turn] {
	return list[Turn](r.t, "/v1/conversations/"+segment(id)+"/turns", query.Cursor, query.fill, options)
}

// ListDeliveries selects what List returns; all of it may be left out.
type ListDeliveries struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
	// Only the delivery of this event.
	EventID string
	// Only events of this kind. One of messages.upsert, messages.received,
	// messages.status_updated, template.status_updated, contact.consent_updated,
	// phone_number.updated, messages.reaction_removed, contact.identity_updated,
	// template.category_updated, deal.stage_updated, ai.failover_triggered,
	// conversation.assigned, conversation.status_updated, conversation.handed_off,
	// broadcast.completed, onboarding.updated.
	Event string
	// Only deliveries in this state. One of pending, succeeded, failed, skipped.
	State string
	// Only events from this time on.
	Since time.Time
	// Only events up to this time.
	Until time.Time
}

func (q ListDeliveries) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.EventID != "" {
		c.query.Set("eventId", q.EventID)
	}
	if q.Event != "" {
		c.query.Set("event", q.Event)
	}
	if q.State != "" {
		c.query.Set("state", q.State)
	}
	if !q.Since.IsZero() {
		c.query.Set("since", q.Since.UTC().Format(time.RFC3339Nano))
	}
	if !q.Until.IsZero() {
		c.query.Set("until", q.Until.UTC().Format(time.RFC3339Nano))
	}
}

// List calls GET /v1/webhook-endpoints/{id}/deliveries. List deliveries. Of one
// receiver, newest events first. With a filter a page may have fewer items than its
// limit, or none, and still a nextCursor: the list goes on there.
func (r *DeliveriesResource) List(id string, query ListDeliveries, options ...CallOption) *List[Delivery] {
	return list[Delivery](r.t, "/v1/webhook-endpoints/"+segment(id)+"/deliveries", query.Cursor, query.fill, options)
}

// Get calls GET /v1/webhook-endpoints/{id}/deliveries/{deliveryId}. Get a delivery. With
// what is posted and every attempt: what was sent, what was answered, and how long it
// took.
func (r *DeliveriesResource) Get(ctx context.Context, id string, deliveryId string, options ...CallOption) (*DeliveryDetail, error) {
	c := r.t.newCall("GET", "/v1/webhook-endpoints/"+segment(id)+"/deliveries/"+segment(deliveryId), options)
	out := &DeliveryDetail{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Redeliver calls POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver.
// Deliver an event again. At once, whatever came of it before, under the same
// webhook-id. An event that the receiver missed while it was disabled can be named by
// its id with dlv_ in place of evt_. Further attempts follow the schedule anew.
func (r *DeliveriesResource) Redeliver(ctx context.Context, id string, deliveryId string, options ...CallOption) (*Delivery, error) {
	c := r.t.newCall("POST", "/v1/webhook-endpoints/"+segment(id)+"/deliveries/"+segment(deliveryId)+"/redeliver", options)
	out := &Delivery{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Types calls GET /v1/event-types. List kinds of events. The catalogue: all of them,
// each with its JSON Schema and an example. Kinds and fields are only added.
func (r *EventsResource) Types(ctx context.Context, options ...CallOption) (*EventTypes, error) {
	c := r.t.newCall("GET", "/v1/event-types", options)
	out := &EventTypes{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Type calls GET /v1/event-types/{name}. Get a kind of event. Its JSON Schema and an
// example.
func (r *EventsResource) Type(ctx context.Context, name string, options ...CallOption) (*EventType, error) {
	c := r.t.newCall("GET", "/v1/event-types/"+segment(name), options)
	out := &EventType{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListEvents selects what List returns; all of it may be left out.
type ListEvents struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
	// Only events after the one with this id, in the order of the log.
	After string
	// Only events of these kinds: names, prefixes like messages.*, separated by commas.
	Events []string
	// Only events of this kind; like events with one name. One of messages.upsert,
	// messages.received, messages.status_updated, template.status_updated,
	// contact.consent_updated, phone_number.updated, messages.reaction_removed,
	// contact.identity_updated, template.category_updated, deal.stage_updated,
	// ai.failover_triggered, conversation.assigned, conversation.status_updated,
	// conversation.handed_off, broadcast.completed, onboarding.updated.
	Event string
	// Of the events that belong to a phone number, only those of this one.
	PhoneNumberID string
}

func (q ListEvents) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.After != "" {
		c.query.Set("after", q.After)
	}
	if len(q.Events) > 0 {
		c.query.Set("events", strings.Join(q.Events, ","))
	}
	if q.Event != "" {
		c.query.Set("event", q.Event)
	}
	if q.PhoneNumberID != "" {
		c.query.Set("phoneNumberId", q.PhoneNumberID)
	}
}

// List calls GET /v1/events. List events. The workspace's event log, oldest first.
// Nothing ever appears before an event that was listed: give lastEventId as after, and
// you get all that came since. A page may hold fewer events than its limit although
// there is a next one.
func (r *EventsResource) List(query ListEvents, options ...CallOption) *List[Event] {
	return list[Event](r.t, "/v1/events", query.Cursor, query.fill, options)
}

// Get calls GET /v1/events/{id}. Get an event. With its deliveries to each receiver.
func (r *EventsResource) Get(ctx context.Context, id string, options ...CallOption) (*EventWithDeliveries, error) {
	c := r.t.newCall("GET", "/v1/events/"+segment(id), options)
	out := &EventWithDeliveries{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListKnowledgePassages selects what Passages returns; all of it may be left out.
type ListKnowledgePassages struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
	// Passages of this source only.
	SourceID string
	// Flagged passages only.
	Flagged *bool
}

func (q ListKnowledgePassages) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.SourceID != "" {
		c.query.Set("sourceId", q.SourceID)
	}
	if q.Flagged != nil {
		c.query.Set("flagged", strconv.FormatBool(*q.Flagged))
	}
}

// Passages calls GET /v1/knowledge/passages. List passages. What is found, source by
// source, in the order of the source.
func (r *KnowledgeResource) Passages(query ListKnowledgePassages, options ...CallOption) *List[KnowledgePassage] {
	return list[KnowledgePassage](r.t, "/v1/knowledge/passages", query.Cursor, query.fill, options)
}

// Search calls POST /v1/knowledge/search. Search knowledge. What an assistant would find
// for a question, with scores.
func (r *KnowledgeResource) Search(ctx context.Context, request SearchKnowledge, options ...CallOption) (*FoundKnowledge, error) {
	c := r.t.newCall("POST", "/v1/knowledge/search", options)
	c.body = request
	out := &FoundKnowledge{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Settings calls GET /v1/knowledge/settings. Get the settings of knowledge. Synonyms,
// search by meaning, and how much knowledge there is.
func (r *KnowledgeResource) Settings(ctx context.Context, options ...CallOption) (*KnowledgeSettings, error) {
	c := r.t.newCall("GET", "/v1/knowledge/settings", options)
	out := &KnowledgeSettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// UpdateSettings calls PATCH /v1/knowledge/settings. Change the settings of knowledge.
// They hold from the next question on. Passages get their vectors in the background and
// are found by their words until then.
func (r *KnowledgeResource) UpdateSettings(ctx context.Context, request UpdateKnowledgeSettings, options ...CallOption) (*KnowledgeSettings, error) {
	c := r.t.newCall("PATCH", "/v1/knowledge/settings", options)
	c.body = request
	out := &KnowledgeSettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListKnowledgeSources selects what List returns; all of it may be left out.
type ListKnowledgeSources struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
	// Sources of this kind only. One of article, question, file, page, site.
	Kind string
	// Sources in this state only. One of pending, indexing, ready, failed.
	State string
}

func (q ListKnowledgeSources) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.Kind != "" {
		c.query.Set("kind", q.Kind)
	}
	if q.State != "" {
		c.query.Set("state", q.State)
	}
}

// List calls GET /v1/knowledge/sources. List sources of knowledge. Newest first, without
// their texts.
func (r *KnowledgeResource) List(query ListKnowledgeSources, options ...CallOption) *List[KnowledgeSource] {
	return list[KnowledgeSource](r.t, "/v1/knowledge/sources", query.Cursor, query.fill, options)
}

// Create calls POST /v1/knowledge/sources. Add knowledge. An article, a question with
// its answer, a page or a site of the web as JSON; a file (Markdown, text, HTML, PDF,
// DOCX, CSV; up to 32 MiB) as multipart/form-data with the parts options (JSON, first)
// and file. It is stored and then indexed in the background: follow its state.
func (r *KnowledgeResource) Create(ctx context.Context, request CreateKnowledgeSource, options ...CallOption) (*KnowledgeSource, error) {
	c := r.t.newCall("POST", "/v1/knowledge/sources", options)
	c.body = request
	out := &KnowledgeSource{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/knowledge/sources/{id}. Remove a source of knowledge. Its
// passages are found no more from then on.
func (r *KnowledgeResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/knowledge/sources/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/knowledge/sources/{id}. Get a source of knowledge. With its whole
// content, and how far it is indexed.
func (r *KnowledgeResource) Get(ctx context.Context, id string, options ...CallOption) (*KnowledgeSource, error) {
	c := r.t.newCall("GET", "/v1/knowledge/sources/"+segment(id), options)
	out := &KnowledgeSource{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/knowledge/sources/{id}. Change a source of knowledge. Makes a
// new revision. The one before is found until the new one is ready.
func (r *KnowledgeResource) Update(ctx context.Context, id string, request UpdateKnowledgeSource, options ...CallOption) (*KnowledgeSource, error) {
	c := r.t.newCall("PATCH", "/v1/knowledge/sources/"+segment(id), options)
	c.body = request
	out := &KnowledgeSource{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Pages calls GET /v1/knowledge/sources/{id}/pages. List the pages of a site. All that
// the newest crawl found, in that order, with what came of each.
func (r *KnowledgeResource) Pages(ctx context.Context, id string, options ...CallOption) (*KnowledgePages, error) {
	c := r.t.newCall("GET", "/v1/knowledge/sources/"+segment(id)+"/pages", options)
	out := &KnowledgePages{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Recrawl calls POST /v1/knowledge/sources/{id}/recrawl. Fetch a page or site again.
// Pages that say that they have not changed are not read again.
func (r *KnowledgeResource) Recrawl(ctx context.Context, id string, options ...CallOption) (*KnowledgeSource, error) {
	c := r.t.newCall("POST", "/v1/knowledge/sources/"+segment(id)+"/recrawl", options)
	out := &KnowledgeSource{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListKnowledgeGaps selects what List returns; all of it may be left out.
type ListKnowledgeGaps struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
	// Gaps in this state only. One of open, dismissed, answered.
	State string
}

func (q ListKnowledgeGaps) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.State != "" {
		c.query.Set("state", q.State)
	}
}

// List calls GET /v1/knowledge/gaps. List questions without evidence. Questions that no
// knowledge answers, those that are alike together, asked most often first.
func (r *KnowledgeGapsResource) List(query ListKnowledgeGaps, options ...CallOption) *List[KnowledgeGap] {
	return list[KnowledgeGap](r.t, "/v1/knowledge/gaps", query.Cursor, query.fill, options)
}

// Get calls GET /v1/knowledge/gaps/{id}. Get a question without evidence. With up to 20
// of the questions as they were asked.
func (r *KnowledgeGapsResource) Get(ctx context.Context, id string, options ...CallOption) (*KnowledgeGap, error) {
	c := r.t.newCall("GET", "/v1/knowledge/gaps/"+segment(id), options)
	out := &KnowledgeGap{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Answer calls POST /v1/knowledge/gaps/{id}/answer. Answer a question without evidence.
// Makes a source of the kind question of it, which is found as soon as it is indexed.
func (r *KnowledgeGapsResource) Answer(ctx context.Context, id string, request AnswerGap, options ...CallOption) (*KnowledgeSource, error) {
	c := r.t.newCall("POST", "/v1/knowledge/gaps/"+segment(id)+"/answer", options)
	c.body = request
	out := &KnowledgeSource{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Dismiss calls POST /v1/knowledge/gaps/{id}/dismiss. Dismiss a question without
// evidence. It is counted on, but not open any more.
func (r *KnowledgeGapsResource) Dismiss(ctx context.Context, id string, options ...CallOption) (*KnowledgeGap, error) {
	c := r.t.newCall("POST", "/v1/knowledge/gaps/"+segment(id)+"/dismiss", options)
	out := &KnowledgeGap{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListMedia selects what List returns; all of it may be left out.
type ListMedia struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
}

func (q ListMedia) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/media. List files. Newest first.
func (r *MediaResource) List(query ListMedia, options ...CallOption) *List[MediaFile] {
	return list[MediaFile](r.t, "/v1/media", query.Cursor, query.fill, options)
}

// Delete calls DELETE /v1/media/{id}. Delete a file. Here and at the provider. Messages
// that have it keep its id and show the file no more; those that wait to be sent with it
// fail.
func (r *MediaResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/media/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/media/{id}/info. Get what is known of a file. Its type, size, hash,
// name and state.
func (r *MediaResource) Get(ctx context.Context, id string, options ...CallOption) (*MediaFile, error) {
	c := r.t.newCall("GET", "/v1/media/"+segment(id)+"/info", options)
	out := &MediaFile{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Link calls POST /v1/media/{id}/link. Make a link for a browser. A signed, short-lived
// link to the content, which needs no API key: for an img or video element, or a
// download.
func (r *MediaResource) Link(ctx context.Context, id string, request CreateMediaLink, options ...CallOption) (*MediaLink, error) {
	c := r.t.newCall("POST", "/v1/media/"+segment(id)+"/link", options)
	c.body = request
	out := &MediaLink{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListMessages selects what List returns; all of it may be left out.
type ListMessages struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
	// Only messages in this status. One of scheduled, queued, sending, accepted, sent,
	// delivered, read, played, failed, expired, canceled, received.
	Status string
	// Only sent or only received messages. One of outbound, inbound.
	Direction string
	// Only messages to this number. Write the + as %2B.
	To string
	// Only messages of this type. One of template, text, image, video, audio, document,
	// sticker, location, contacts, reaction, interactive, button, order, call, system,
	// request_welcome, unsupported.
	Type string
	// Only messages of this conversation.
	ConversationID string
	// Only the message that the provider calls so: the message_id of events.
	ProviderMessageID string
}

func (q ListMessages) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.Status != "" {
		c.query.Set("status", q.Status)
	}
	if q.Direction != "" {
		c.query.Set("direction", q.Direction)
	}
	if q.To != "" {
		c.query.Set("to", q.To)
	}
	if q.Type != "" {
		c.query.Set("type", q.Type)
	}
	if q.ConversationID != "" {
		c.query.Set("conversationId", q.ConversationID)
	}
	if q.ProviderMessageID != "" {
		c.query.Set("providerMessageId", q.ProviderMessageID)
	}
}

// List calls GET /v1/messages. List messages. Newest first.
func (r *MessagesResource) List(query ListMessages, options ...CallOption) *List[Message] {
	return list[Message](r.t, "/v1/messages", query.Cursor, query.fill, options)
}

// Send calls POST /v1/messages. Send a message. Accepts a message of any type. Templates
// can be sent at any time, everything else within 24 hours after the contact's last
// message. The answer comes after the message is on disk; it will reach a final state.
// Everything wrong with the request that can be known is told at once, and then nothing
// is stored.
func (r *MessagesResource) Send(ctx context.Context, request SendMessage, options ...CallOption) (*SendResult, error) {
	c := r.t.newCall("POST", "/v1/messages", options)
	c.body = request
	out := &SendResult{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// SendBatch calls POST /v1/messages/batch. Send up to 1,000 messages. Each message has
// its own result: one that is refused does not keep the others.
func (r *MessagesResource) SendBatch(ctx context.Context, request SendMessageBatch, options ...CallOption) (*SendMessageBatchResult, error) {
	c := r.t.newCall("POST", "/v1/messages/batch", options)
	c.body = request
	out := &SendMessageBatchResult{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Get calls GET /v1/messages/{id}. Get a message. With its timeline and every call to
// the provider.
func (r *MessagesResource) Get(ctx context.Context, id string, options ...CallOption) (*Message, error) {
	c := r.t.newCall("GET", "/v1/messages/"+segment(id), options)
	out := &Message{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Cancel calls POST /v1/messages/{id}/cancel. Cancel a message. While it is still
// scheduled or queued.
func (r *MessagesResource) Cancel(ctx context.Context, id string, options ...CallOption) (*Message, error) {
	c := r.t.newCall("POST", "/v1/messages/"+segment(id)+"/cancel", options)
	out := &Message{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// MarkRead calls POST /v1/messages/{id}/read. Mark a message as read. Shows the contact
// that this incoming message, and those before it, were read; at most 30 days after it
// came. The provider is asked at once, and its refusal is the answer; nothing is kept or
// repeated.
func (r *MessagesResource) MarkRead(ctx context.Context, id string, request MarkRead, options ...CallOption) error {
	c := r.t.newCall("POST", "/v1/messages/"+segment(id)+"/read", options)
	c.body = request
	return r.t.do(ctx, c, nil)
}

// ListMessagingAccounts selects what List returns; all of it may be left out.
type ListMessagingAccounts struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
}

func (q ListMessagingAccounts) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/messaging-accounts. List messaging accounts. Oldest first, each
// with its phone numbers and the restrictions that the provider put on it.
func (r *MessagingAccountsResource) List(query ListMessagingAccounts, options ...CallOption) *List[MessagingAccount] {
	return list[MessagingAccount](r.t, "/v1/messaging-accounts", query.Cursor, query.fill, options)
}

// Connect calls POST /v1/messaging-accounts. Connect a messaging account. Checks the
// token at the provider, stores it encrypted, and mirrors the account's numbers and
// templates. Connecting again renews the token.
func (r *MessagingAccountsResource) Connect(ctx context.Context, request ConnectMessagingAccount, options ...CallOption) (*MessagingAccount, error) {
	c := r.t.newCall("POST", "/v1/messaging-accounts", options)
	c.body = request
	out := &MessagingAccount{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListPhoneNumbers selects what List returns; all of it may be left out.
type ListPhoneNumbers struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
}

func (q ListPhoneNumbers) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/phone-numbers. List phone numbers. Oldest first, of every messaging
// account.
func (r *PhoneNumbersResource) List(query ListPhoneNumbers, options ...CallOption) *List[PhoneNumber] {
	return list[PhoneNumber](r.t, "/v1/phone-numbers", query.Cursor, query.fill, options)
}

// Get calls GET /v1/phone-numbers/{id}. Get a phone number. Its display name, quality
// and limits, as the provider reported them last.
func (r *PhoneNumbersResource) Get(ctx context.Context, id string, options ...CallOption) (*PhoneNumber, error) {
	c := r.t.newCall("GET", "/v1/phone-numbers/"+segment(id), options)
	out := &PhoneNumber{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Health calls GET /v1/phone-numbers/{id}/health. Get a phone number's health. Gaps in
// what the provider tells (silence, messages without a status, statuses and replies
// about messages that were never seen, wrong signatures) and what it tells of the number
// and its account.
func (r *PhoneNumbersResource) Health(ctx context.Context, id string, options ...CallOption) (*PhoneNumberHealth, error) {
	c := r.t.newCall("GET", "/v1/phone-numbers/"+segment(id)+"/health", options)
	out := &PhoneNumberHealth{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListRedeliveries selects what List returns; all of it may be left out.
type ListRedeliveries struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
}

func (q ListRedeliveries) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/webhook-endpoints/{id}/redeliveries. List bulk redeliveries. Newest
// first; those that ended are kept for 90 days.
func (r *RedeliveriesResource) List(id string, query ListRedeliveries, options ...CallOption) *List[Redelivery] {
	return list[Redelivery](r.t, "/v1/webhook-endpoints/"+segment(id)+"/redeliveries", query.Cursor, query.fill, options)
}

// Create calls POST /v1/webhook-endpoints/{id}/redeliveries. Deliver events again in
// bulk. In the background, oldest first, at a limited rate: new events do not wait for
// them. It is about what the log has at this moment. Redeliveries of one receiver run
// one after the other; at most 20 of them may not have ended.
func (r *RedeliveriesResource) Create(ctx context.Context, id string, request CreateRedelivery, options ...CallOption) (*Redelivery, error) {
	c := r.t.newCall("POST", "/v1/webhook-endpoints/"+segment(id)+"/redeliveries", options)
	c.body = request
	out := &Redelivery{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Get calls GET /v1/webhook-endpoints/{id}/redeliveries/{redeliveryId}. Follow a bulk
// redelivery. How many events were found, queued, delivered and given up.
func (r *RedeliveriesResource) Get(ctx context.Context, id string, redeliveryId string, options ...CallOption) (*Redelivery, error) {
	c := r.t.newCall("GET", "/v1/webhook-endpoints/"+segment(id)+"/redeliveries/"+segment(redeliveryId), options)
	out := &Redelivery{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Cancel calls POST /v1/webhook-endpoints/{id}/redeliveries/{redeliveryId}/cancel.
// Cancel a bulk redelivery. Nothing more is queued; the few events that are queued
// already go their way. One that has ended stays as it is.
func (r *RedeliveriesResource) Cancel(ctx context.Context, id string, redeliveryId string, options ...CallOption) (*Redelivery, error) {
	c := r.t.newCall("POST", "/v1/webhook-endpoints/"+segment(id)+"/redeliveries/"+segment(redeliveryId)+"/cancel", options)
	out := &Redelivery{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Write calls POST /v1/sandbox/messages. Let a simulated customer write. For test
// workspaces of a deployment that runs the provider simulator (`--sandbox`, or the
// demo); others answer 409. Live workspaces get 403. The message takes the way of a real
// one: it opens the customer-service window, and assistants on duty answer it.
func (r *SandboxResource) Write(ctx context.Context, request SimulateMessage, options ...CallOption) (*SimulatedReceipt, error) {
	c := r.t.newCall("POST", "/v1/sandbox/messages", options)
	c.body = request
	out := &SimulatedReceipt{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Phone calls GET /v1/sandbox/phones/{number}. Look at a simulated customer's phone.
// What a simulated customer has received from this workspace. 404 until the customer has
// written to one of its numbers or heard from it. The simulator forgets everything when
// the service restarts.
func (r *SandboxResource) Phone(ctx context.Context, number string, options ...CallOption) (*SimulatedPhone, error) {
	c := r.t.newCall("GET", "/v1/sandbox/phones/"+segment(number), options)
	out := &SimulatedPhone{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListTemplates selects what List returns; all of it may be left out.
type ListTemplates struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
	// Only this template, in every language.
	Name string
	// Only templates in this status. One of approved, pending, rejected, paused, disabled,
	// in_appeal, locked, archived, deleted, unknown.
	Status string
}

func (q ListTemplates) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.Name != "" {
		c.query.Set("name", q.Name)
	}
	if q.Status != "" {
		c.query.Set("status", q.Status)
	}
}

// List calls GET /v1/templates. List templates. The mirror of the provider's templates.
func (r *TemplatesResource) List(query ListTemplates, options ...CallOption) *List[Template] {
	return list[Template](r.t, "/v1/templates", query.Cursor, query.fill, options)
}

// Sync calls POST /v1/templates/sync. Mirror templates from the provider. Reads every
// template of the workspace's messaging accounts. The provider's webhooks keep the
// mirror fresh in between.
func (r *TemplatesResource) Sync(ctx context.Context, options ...CallOption) (*SyncResult, error) {
	c := r.t.newCall("POST", "/v1/templates/sync", options)
	out := &SyncResult{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListWebhookEndpoints selects what List returns; all of it may be left out.
type ListWebhookEndpoints struct {
	// How many items at most.
	Limit int
	// The nextCursor of the page before.
	Cursor string
}

func (q ListWebhookEndpoints) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/webhook-endpoints. List webhook endpoints. Oldest first, each with
// its health, without the values of its secrets.
func (r *WebhookEndpointsResource) List(query ListWebhookEndpoints, options ...CallOption) *List[WebhookEndpoint] {
	return list[WebhookEndpoint](r.t, "/v1/webhook-endpoints", query.Cursor, query.fill, options)
}

// Create calls POST /v1/webhook-endpoints. Create a webhook endpoint. The answer carries
// the signing secret, once.
func (r *WebhookEndpointsResource) Create(ctx context.Context, request CreateWebhookEndpoint, options ...CallOption) (*WebhookEndpointWithSecret, error) {
	c := r.t.newCall("POST", "/v1/webhook-endpoints", options)
	c.body = request
	out := &WebhookEndpointWithSecret{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Upsert calls PUT /v1/webhook-endpoints. Create or change a webhook endpoint by its
// URL. For applications that register themselves at each start: changes what is given of
// the endpoint with this URL and answers 200, or creates it and answers 201 with the
// signing secret, once.
func (r *WebhookEndpointsResource) Upsert(ctx context.Context, request UpsertWebhookEndpoint, options ...CallOption) (*UpsertedWebhookEndpoint, error) {
	c := r.t.newCall("PUT", "/v1/webhook-endpoints", options)
	c.body = request
	out := &UpsertedWebhookEndpoint{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/webhook-endpoints/{id}. Delete a webhook endpoint. It receives
// no further events.
func (r *WebhookEndpointsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/webhook-endpoints/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/webhook-endpoints/{id}. Get a webhook endpoint. Its subscription,
// its settings and its health, without the values of its secrets.
func (r *WebhookEndpointsResource) Get(ctx context.Context, id string, options ...CallOption) (*WebhookEndpoint, error) {
	c := r.t.newCall("GET", "/v1/webhook-endpoints/"+segment(id), options)
	out := &WebhookEndpoint{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/webhook-endpoints/{id}. Change a webhook endpoint. Changes what
// is given and leaves the rest.
func (r *WebhookEndpointsResource) Update(ctx context.Context, id string, request UpdateWebhookEndpoint, options ...CallOption) (*WebhookEndpoint, error) {
	c := r.t.newCall("PATCH", "/v1/webhook-endpoints/"+segment(id), options)
	c.body = request
	out := &WebhookEndpoint{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// RotateSecret calls POST /v1/webhook-endpoints/{id}/rotate-secret. Rotate a signing
// secret. Both secrets sign during the overlap; at most 5 sign at once. The answer
// carries the new one, once. Every attempt that begins after the answer is signed by it.
func (r *WebhookEndpointsResource) RotateSecret(ctx context.Context, id string, request RotateEndpointSecret, options ...CallOption) (*WebhookEndpointWithSecret, error) {
	c := r.t.newCall("POST", "/v1/webhook-endpoints/"+segment(id)+"/rotate-secret", options)
	c.body = request
	out := &WebhookEndpointWithSecret{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ExpireSecret calls DELETE /v1/webhook-endpoints/{id}/secrets/{secretId}. End an old
// signing secret. Ends a secret that was rotated away before its overlap is over. The
// current ones end by rotating them.
func (r *WebhookEndpointsResource) ExpireSecret(ctx context.Context, id string, secretId string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/webhook-endpoints/"+segment(id)+"/secrets/"+segment(secretId), options)
	return r.t.do(ctx, c, nil)
}

// GetWebhookEndpointStatistics selects what Statistics returns; all of it may be left out.
type GetWebhookEndpointStatistics struct {
	// Rounded down to a whole hour; 24 hours before until by default, at most 90 days ago.
	Since time.Time
	// Rounded up to a whole hour; now by default.
	Until time.Time
}

func (q GetWebhookEndpointStatistics) fill(c *call) {
	if !q.Since.IsZero() {
		c.query.Set("since", q.Since.UTC().Format(time.RFC3339Nano))
	}
	if !q.Until.IsZero() {
		c.query.Set("until", q.Until.UTC().Format(time.RFC3339Nano))
	}
}

// Statistics calls GET /v1/webhook-endpoints/{id}/statistics. Get a webhook endpoint's
// statistics. How attempts went, in all and by hour, and what waits.
func (r *WebhookEndpointsResource) Statistics(ctx context.Context, id string, query GetWebhookEndpointStatistics, options ...CallOption) (*EndpointStatistics, error) {
	c := r.t.newCall("GET", "/v1/webhook-endpoints/"+segment(id)+"/statistics", options)
	query.fill(c)
	out := &EndpointStatistics{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Test calls POST /v1/webhook-endpoints/{id}/test. Send a sample event. Sends a sample
// of any event kind to this receiver, signed like a real one. With wait the answer tells
// what the receiver answered.
func (r *WebhookEndpointsResource) Test(ctx context.Context, id string, request TestWebhookEndpoint, options ...CallOption) (*TestDelivery, error) {
	c := r.t.newCall("POST", "/v1/webhook-endpoints/"+segment(id)+"/test", options)
	c.body = request
	out := &TestDelivery{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// The kinds of events.
const (
	EventAIFailoverTriggered       = "ai.failover_triggered"
	EventBroadcastCompleted        = "broadcast.completed"
	EventContactConsentUpdated     = "contact.consent_updated"
	EventContactIdentityUpdated    = "contact.identity_updated"
	EventConversationAssigned      = "conversation.assigned"
	EventConversationHandedOff     = "conversation.handed_off"
	EventConversationStatusUpdated = "conversation.status_updated"
	EventDealStageUpdated          = "deal.stage_updated"
	EventMessagesReactionRemoved   = "messages.reaction_removed"
	EventMessagesReceived          = "messages.received"
	EventMessagesStatusUpdated     = "messages.status_updated"
	EventMessagesUpsert            = "messages.upsert"
	EventOnboardingUpdated         = "onboarding.updated"
	EventPhoneNumberUpdated        = "phone_number.updated"
	EventTemplateCategoryUpdated   = "template.category_updated"
	EventTemplateStatusUpdated     = "template.status_updated"
)

func decodeEvent(kind string, data json.RawMessage) (any, error) {
	var out any
	switch kind {
	case EventAIFailoverTriggered:
		out = &AIFailoverData{}
	case EventBroadcastCompleted:
		out = &BroadcastCompletedData{}
	case EventContactConsentUpdated:
		out = &ContactConsentData{}
	case EventContactIdentityUpdated:
		out = &ContactIdentityData{}
	case EventConversationAssigned:
		out = &ConversationAssignedData{}
	case EventConversationHandedOff:
		out = &ConversationHandedOffData{}
	case EventConversationStatusUpdated:
		out = &ConversationStatusData{}
	case EventDealStageUpdated:
		out = &DealStageData{}
	case EventMessagesReactionRemoved:
		out = &ReactionRemovedData{}
	case EventMessagesReceived:
		out = &MessageReceivedData{}
	case EventMessagesStatusUpdated:
		out = &MessageStatusData{}
	case EventMessagesUpsert:
		out = &MessageUpsertData{}
	case EventOnboardingUpdated:
		out = &OnboardingData{}
	case EventPhoneNumberUpdated:
		out = &PhoneNumberData{}
	case EventTemplateCategoryUpdated:
		out = &TemplateCategoryData{}
	case EventTemplateStatusUpdated:
		out = &TemplateStatusData{}
	default:
		return data, nil
	}
	return out, json.Unmarshal(data, out)
}

// Decode returns what happened as the type of the event's kind, for a type switch:
// *MessageUpsertData for messages.upsert, and so on. The data of a kind that this
// version of the library does not know is returned as it is, a json.RawMessage.
func (e *WebhookEvent) Decode() (any, error) { return decodeEvent(e.Event, e.Data) }

// Decode returns what happened as the type of the event's kind, for a type switch:
// *MessageUpsertData for messages.upsert, and so on. The data of a kind that this
// version of the library does not know is returned as it is, a json.RawMessage.
func (e *Event) Decode() (any, error) { return decodeEvent(e.Event, e.Data) }
