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
	// Tokens used so far today.
	Used int `json:"used"`
	// Tokens reserved for calls in progress.
	Reserved int `json:"reserved"`
}

// AICacheUsage: see GET /v1/ai/usage.
type AICacheUsage struct {
	// Replies that came from the cache.
	Hits int `json:"hits"`
	// Share of replies from the cache, from 0 to 1.
	HitRate float64 `json:"hitRate"`
	// Tokens that the cache saved.
	TokensSaved AITokens `json:"tokensSaved"`
}

// AICall: see POST /v1/ai/providers/{id}/test.
type AICall struct {
	// Identifier of the call; begins with aic_.
	ID string `json:"id,omitempty"`
	// Purpose of the call. One of reply, test, evaluation, embedding, summary, promise,
	// proposal.
	Purpose string `json:"purpose"`
	// The AI provider; absent for a cache hit.
	ProviderID string `json:"providerId,omitempty"`
	// Protocol of the endpoint. One of openai, anthropic, gemini.
	Kind string `json:"kind,omitempty"`
	// The requested model.
	Model string `json:"model,omitempty"`
	// The model that answered.
	AnsweredModel string `json:"answeredModel,omitempty"`
	// Number of the call within one reply, starting at 1.
	Attempt int `json:"attempt,omitempty"`
	// Whether the call gave a usable answer.
	Ok bool `json:"ok"`
	// cache_hit if no call was made; otherwise the class of the failure.
	Class string `json:"class,omitempty"`
	// HTTP status of the provider's answer; absent if there was none.
	StatusCode int `json:"statusCode,omitempty"`
	// The provider's message about the failure.
	Detail string `json:"detail,omitempty"`
	// Duration of the call in milliseconds.
	LatencyMs int `json:"latencyMs"`
	// For a cache hit: the tokens it saved.
	Tokens AITokens `json:"tokens"`
	// true: the provider reported no token counts, and these are our estimate.
	Estimated bool `json:"estimated"`
	// The usage as the provider reported it.
	Usage json.RawMessage `json:"usage,omitempty"`
	// null if the price is unknown.
	Cost *Money `json:"cost"`
	// The price list, or your own prices, used to compute the cost.
	PriceVersion string `json:"priceVersion,omitempty"`
	// The conversation of the call; absent if there is none.
	ConversationID string `json:"conversationId,omitempty"`
	// The contact's message that caused the call; absent if there is none.
	MessageID string `json:"messageId,omitempty"`
	// The turn of the call; absent if there is none.
	TurnID string `json:"turnId,omitempty"`
	// The assistant of the call; absent if there is none.
	AssistantID string `json:"assistantId,omitempty"`
	// Revision number of the assistant.
	AssistantRevision int `json:"assistantRevision,omitempty"`
	// When the call was made.
	CreatedAt time.Time `json:"createdAt"`
}

// AIFailoverData: see the event ai.failover_triggered.
type AIFailoverData struct {
	// The conversation of the reply.
	ConversationID string `json:"conversation_id"`
	// The provider's identifier of the message that needs a reply.
	MessageID string `json:"message_id"`
	// Id of the AI provider that was given up.
	FromProvider string `json:"from_provider"`
	// Id of the next AI provider; null if there is none. The conversation then goes to
	// people, or is answered word for word from the knowledge.
	ToProvider *string `json:"to_provider"`
	// Why the AI provider was given up. One of timeout, rate_limited, server_error,
	// invalid_response, circuit_open, auth.
	Reason string `json:"reason"`
	// HTTP status of the AI provider's answer; 0 if there was none.
	StatusCode int `json:"status_code"`
	// Duration of the last call in milliseconds.
	LatencyMs int `json:"latency_ms"`
	// Number of calls for this reply so far.
	Attempt int `json:"attempt"`
}

// AILatency: see GET /v1/ai/usage.
type AILatency struct {
	// Median.
	P50 int `json:"p50"`
	// 99th percentile.
	P99 int `json:"p99"`
}

// AINotice: see GET /v1/ai/notices.
type AINotice struct {
	// Identifier of the notice; begins with ain_.
	ID string `json:"id"`
	// What the notice is about: the percentage of the daily budget that is used, or the
	// reason why an AI provider is not called. One of budget_50, budget_80, budget_100,
	// provider_open, provider_out_of_quota, provider_misconfigured.
	Kind string `json:"kind"`
	// A day, or the id of an AI provider.
	Subject string `json:"subject"`
	// A description in one sentence.
	Detail string `json:"detail"`
	// When the notice was raised.
	CreatedAt time.Time `json:"createdAt"`
	// When the problem ended; null while it lasts.
	ResolvedAt *time.Time `json:"resolvedAt"`
}

// AIProvider: see POST /v1/ai/providers.
type AIProvider struct {
	// Identifier of the AI provider; begins with aip_.
	ID string `json:"id"`
	// Display name.
	Name string `json:"name"`
	// Protocol of the endpoint. One of openai, anthropic, gemini.
	Kind string `json:"kind"`
	// Base URL of the endpoint.
	BaseURL string `json:"baseUrl"`
	// Name of the model.
	Model string `json:"model"`
	// The last characters of the API key; empty without a key.
	APIKeyHint string `json:"apiKeyHint"`
	// Timeout of one call, in seconds.
	TimeoutSeconds float64 `json:"timeoutSeconds"`
	// Maximum number of tokens that the model accepts; absent if unknown.
	ContextTokens int `json:"contextTokens,omitempty"`
	// null if the prices are unknown; costs are then unknown too.
	Prices *AIProviderPrices `json:"prices"`
	// Whether the provider is called at the moment.
	Health AIProviderHealth `json:"health"`
	// When the provider was added.
	CreatedAt time.Time `json:"createdAt"`
	// When the configuration last changed.
	UpdatedAt time.Time `json:"updatedAt"`
}

// AIProviderHealth: see POST /v1/ai/providers.
type AIProviderHealth struct {
	// closed: the provider is called. open: it failed and is not called for a while.
	// misconfigured: it needs another configuration or a successful test. One of closed,
	// open, rate_limited, out_of_quota, misconfigured.
	State string `json:"state"`
	// Class of the failure that caused the state.
	Class string `json:"class,omitempty"`
	// The provider's own message.
	Detail string `json:"detail,omitempty"`
	// When this state began; null while nothing is known about the provider.
	Since *time.Time `json:"since"`
	// When the provider is called again; null if this does not happen automatically.
	Until *time.Time `json:"until"`
}

// AIProviderPrices: see POST /v1/ai/providers.
type AIProviderPrices struct {
	// US dollars per million prompt tokens.
	Input string `json:"input"`
	// US dollars per million cached prompt tokens; defaults to the input price.
	CachedInput string `json:"cachedInput,omitempty"`
	// US dollars per million tokens written to the cache; defaults to the input price.
	CacheWrite string `json:"cacheWrite,omitempty"`
	// US dollars per million tokens of the answer, including reasoning.
	Output string `json:"output"`
	// ISO 4217 code; always USD.
	Currency string `json:"currency"`
	// own: your prices. list: the published prices of the model's maker. One of own, list.
	Source string `json:"source"`
}

// AIProviderTest: see POST /v1/ai/providers/{id}/test.
type AIProviderTest struct {
	// Whether the model gave the expected answer.
	Ok bool `json:"ok"`
	// The calls; more than one if the endpoint needed another form of request.
	Calls []AICall `json:"calls"`
}

// AISettings: see GET /v1/ai/settings.
type AISettings struct {
	// false: nothing is generated for any contact.
	Enabled bool `json:"enabled"`
	// Maximum number of tokens per day (UTC); 0 for no limit.
	DailyTokens int `json:"dailyTokens"`
	// How much of today's budget is used.
	Today AIBudgetOfADay `json:"today"`
	// When the settings last changed; null if they never changed.
	UpdatedAt *time.Time `json:"updatedAt"`
}

// AITokens: see GET /v1/ai/usage.
type AITokens struct {
	// Prompt tokens that were not in the provider's cache.
	InputUncached int `json:"inputUncached"`
	// Prompt tokens read from the provider's cache.
	CacheRead int `json:"cacheRead"`
	// Prompt tokens written to the provider's cache.
	CacheWrite int `json:"cacheWrite"`
	// Tokens of the answer text.
	Output int `json:"output"`
	// Reasoning tokens, if the provider reports them separately.
	Reasoning int `json:"reasoning"`
	// Sum of the other counts.
	Total int `json:"total"`
}

// AIUsage: see GET /v1/ai/usage.
type AIUsage struct {
	// First day of the period, in UTC.
	FirstDay string `json:"firstDay"`
	// Last day of the period, in UTC.
	LastDay string `json:"lastDay"`
	// One entry per group, as requested with groupBy.
	Groups []AIUsageGroup `json:"groups"`
	// Total of all groups.
	Total AIUsageGroup `json:"total"`
}

// AIUsageGroup: see GET /v1/ai/usage.
type AIUsageGroup struct {
	// Day in UTC; present if grouped by day.
	Day string `json:"day,omitempty"`
	// The AI provider; present if grouped by provider.
	ProviderID string `json:"providerId,omitempty"`
	// The model; present if grouped by model.
	Model string `json:"model,omitempty"`
	// The assistant; present if grouped by assistant.
	AssistantID string `json:"assistantId,omitempty"`
	// Purpose of the calls; present if grouped by purpose. One of reply, test, evaluation,
	// embedding, summary, promise, proposal.
	Purpose string `json:"purpose,omitempty"`
	// Calls to AI providers, including failed calls.
	Calls int `json:"calls"`
	// Calls that failed.
	Failed int `json:"failed"`
	// Failed calls by class.
	Failures map[string]int `json:"failures"`
	// Tokens as the providers reported them.
	Tokens AITokens `json:"tokens"`
	// Our estimate for calls without reported usage; not included in tokens.
	EstimatedTokens int `json:"estimatedTokens"`
	// Cost of the calls with a known price.
	Cost Money `json:"cost"`
	// Estimated cost of the calls without reported usage; not included in cost.
	EstimatedCost Money `json:"estimatedCost"`
	// Calls with an unknown price.
	UnpricedCalls int `json:"unpricedCalls"`
	// Duration of the calls in milliseconds.
	LatencyMs AILatency `json:"latencyMs"`
	// Savings from the answer cache.
	Cache AICacheUsage `json:"cache"`
}

// APIKey: see PATCH /v1/api-keys/{id}.
type APIKey struct {
	// Identifier of the key; begins with key_. This is not the secret.
	ID string `json:"id"`
	// Name of the key.
	Name string `json:"name"`
	// The last four characters of the key.
	LastFour string `json:"lastFour"`
	// The key's scopes; * allows everything.
	Scopes []string `json:"scopes"`
	// When the key was created.
	CreatedAt time.Time `json:"createdAt"`
	// When the key expires; null if it does not expire.
	ExpiresAt *time.Time `json:"expiresAt"`
	// When the key was revoked; null if it was not.
	RevokedAt *time.Time `json:"revokedAt"`
	// When a request last used the key, to about a minute; null if none did.
	LastUsedAt *time.Time `json:"lastUsedAt"`
	// The key that replaces this one.
	RotatedTo string `json:"rotatedTo,omitempty"`
	// The address from which a request last used the key; empty if unknown.
	LastUsedFrom string `json:"lastUsedFrom"`
	// Which conversations the key can see.
	Reach APIKeyReach `json:"reach"`
	// The networks from which the key can be used, as CIDR; empty for every network.
	Networks []string `json:"networks"`
	// Who created the key; null if unknown.
	CreatedBy *DoneBy `json:"createdBy"`
	// Whether the key is shown contacts' phone numbers masked, such as
	// +49••••••4567.
	MasksPhoneNumbers bool `json:"masksPhoneNumbers"`
}

// APIKeyReach: see PATCH /v1/api-keys/{id}.
type APIKeyReach struct {
	// all: every conversation. teams: the conversations of the teams, and those without a
	// team on a phone number of the teams. One of all, teams.
	Kind string `json:"kind,omitempty"`
	// The teams, for the kind teams.
	TeamIDs []string `json:"teamIds,omitempty"`
	// Only conversations on these phone numbers; empty for every phone number.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitempty"`
}

// APIKeyWithSecret: see POST /v1/api-keys.
type APIKeyWithSecret struct {
	// Identifier of the key; begins with key_. This is not the secret.
	ID string `json:"id"`
	// Name of the key.
	Name string `json:"name"`
	// The last four characters of the key.
	LastFour string `json:"lastFour"`
	// The key's scopes; * allows everything.
	Scopes []string `json:"scopes"`
	// When the key was created.
	CreatedAt time.Time `json:"createdAt"`
	// When the key expires; null if it does not expire.
	ExpiresAt *time.Time `json:"expiresAt"`
	// When the key was revoked; null if it was not.
	RevokedAt *time.Time `json:"revokedAt"`
	// When a request last used the key, to about a minute; null if none did.
	LastUsedAt *time.Time `json:"lastUsedAt"`
	// The key that replaces this one.
	RotatedTo string `json:"rotatedTo,omitempty"`
	// The address from which a request last used the key; empty if unknown.
	LastUsedFrom string `json:"lastUsedFrom"`
	// Which conversations the key can see.
	Reach APIKeyReach `json:"reach"`
	// The networks from which the key can be used, as CIDR; empty for every network.
	Networks []string `json:"networks"`
	// Who created the key; null if unknown.
	CreatedBy *DoneBy `json:"createdBy"`
	// Whether the key is shown contacts' phone numbers masked, such as
	// +49••••••4567.
	MasksPhoneNumbers bool `json:"masksPhoneNumbers"`
	// The secret key. Shown only once.
	Key string `json:"key"`
}

// AcceptInvitation: see POST /v1/invitations/accept.
type AcceptInvitation struct {
	// What stands after #token= in the link.
	Token string `json:"token"`
	// Name of the person; needed from somebody new if the invitation has none.
	Name string `json:"name,omitempty"`
	// From somebody new: the password that they choose. From somebody whom the service
	// knows: their password, unless they are signed in.
	Password string `json:"password,omitempty"`
}

// AcceptedInvitation: see POST /v1/invitations/accept.
type AcceptedInvitation struct {
	// Identifier of the user.
	UserID string `json:"userId"`
	// Identifier of the workspace, for the header Crm-Workspace.
	WorkspaceID string `json:"workspaceId"`
	// Name of the workspace.
	WorkspaceName string `json:"workspaceName"`
	// Whether the answer signs the person in, by a cookie. If not, and nobody is signed in,
	// sign in with POST /v1/session.
	SignedIn bool `json:"signedIn"`
}

// AccountRestriction: see POST /v1/messaging-accounts.
type AccountRestriction struct {
	// The provider's name of the restriction, such as RESTRICTED_BIZ_INITIATED_MESSAGING.
	Type string `json:"type"`
	// When it ends; null until the provider lifts it or you connect the account again.
	ExpiresAt *time.Time `json:"expiresAt"`
	// The provider's advice for lifting the restriction; absent if there is none.
	Remediation string `json:"remediation,omitempty"`
}

// ActChange: see the event audit.recorded.
type ActChange struct {
	// The value before; null if there was none.
	From json.RawMessage `json:"from"`
	// The value after; null if there is none.
	To json.RawMessage `json:"to"`
}

// ActTarget: see the event audit.recorded.
type ActTarget struct {
	// Type of the target, such as api_key.
	Type string `json:"type"`
	// Identifier of the target.
	ID string `json:"id"`
	// Name of the target at that time; empty if it has none.
	Name string `json:"name"`
}

// Action: see POST /v1/actions.
type Action struct {
	// Identifier of the action; begins with acn_.
	ID string `json:"id"`
	// What was done to each conversation.
	Change ActionChange `json:"change"`
	// Who did it.
	CreatedBy DoneBy `json:"createdBy"`
	// When.
	CreatedAt time.Time `json:"createdAt"`
	// The conversations that it changed.
	Changed []string `json:"changed"`
	// The conversations that it left as they are, and why.
	Skipped []ActionSkip `json:"skipped"`
	// When it was undone; null if it was not.
	UndoneAt *time.Time `json:"undoneAt"`
	// The conversations that the undoing set back.
	Undone []string `json:"undone"`
	// The conversations that the undoing left as they are, and why.
	Kept []ActionSkip `json:"kept"`
}

// ActionAssignment: see POST /v1/actions.
type ActionAssignment struct {
	// The team; none by default.
	TeamID string `json:"teamId,omitempty"`
	// The user; nobody by default.
	AgentID string `json:"agentId,omitempty"`
}

// ActionChange: see POST /v1/actions.
type ActionChange struct {
	// The status that the conversations get.
	Status *ActionStatus `json:"status,omitempty"`
	// Who the conversations belong to: what you leave out is removed.
	Assignment *ActionAssignment `json:"assignment,omitempty"`
	// How pressing the conversations are. One of urgent, high, normal, low.
	Priority string `json:"priority,omitempty"`
	// Labels that the conversations get.
	AddLabelIDs []string `json:"addLabelIds,omitempty"`
	// Labels that the conversations lose.
	RemoveLabelIDs []string `json:"removeLabelIds,omitempty"`
}

// ActionSkip: see POST /v1/actions.
type ActionSkip struct {
	// The conversation.
	ConversationID string `json:"conversationId"`
	// not_found: you do not reach it, or there is none. not_allowed: detail says why.
	// unchanged: it was so already. changed_meanwhile: it changed since the action. One of
	// not_found, not_allowed, unchanged, changed_meanwhile.
	Reason string `json:"reason"`
	// The reason in words.
	Detail string `json:"detail"`
}

// ActionStatus: see POST /v1/actions.
type ActionStatus struct {
	// The status. One of open, pending, snoozed, closed.
	Status string `json:"status"`
	// With snoozed: when it opens again, at most one year ahead.
	Until *time.Time `json:"until,omitempty"`
	// With snoozed: whether it opens when the contact writes; true by default.
	WakeOnReply bool `json:"wakeOnReply,omitempty"`
	// With closed: why; resolved by default. One of resolved, unresolved, no_answer, spam,
	// other.
	Reason string `json:"reason,omitempty"`
	// With closed: what it was about, in your own words.
	Category string `json:"category,omitempty"`
	// With closed: what came of it.
	Summary string `json:"summary,omitempty"`
}

// AddContactTags: see POST /v1/contacts/{id}/tags.
type AddContactTags struct {
	// Tags to add.
	Tags []string `json:"tags"`
}

// AddPasskey: see POST /v1/me/passkeys.
type AddPasskey struct {
	// The ceremony of the options.
	CeremonyID string `json:"ceremonyId"`
	// By what you recognise the device.
	Name string `json:"name"`
	// What navigator.credentials.create returned, by its toJSON().
	Credential map[string]any `json:"credential"`
}

// AddPhoneNumber: see POST /v1/phone-numbers.
type AddPhoneNumber struct {
	// Id of the messaging account. You can omit it if the workspace has one only.
	MessagingAccountID string `json:"messagingAccountId,omitempty"`
	// Country code of the number.
	CountryCode string `json:"countryCode"`
	// The number without its country code.
	Number string `json:"number"`
	// Display name that contacts see: 3 to 512 characters, with a letter, without emoji. The
	// provider reviews it. You can omit it for a number that moves: it keeps its name.
	VerifiedName string `json:"verifiedName,omitempty"`
	// The number moves here from another account or provider. Switch two-step verification
	// off there first. It keeps its display name, and its templates of high quality.
	Migrate bool `json:"migrate,omitempty"`
}

// AdvanceClock: see POST /v1/sandbox/clock.
type AdvanceClock struct {
	// How far the clock goes forward; at most 2678400, which is 31 days.
	AdvanceSeconds int `json:"advanceSeconds,omitempty"`
}

// AfterTheWindow: see GET /v1/conversations/{id}/window.
type AfterTheWindow struct {
	// Of the category utility; null if unknown.
	Utility *Price `json:"utility"`
	// Of the category marketing; null if unknown.
	Marketing *Price `json:"marketing"`
	// The market of the contact's number; null if unknown.
	Market *string `json:"market"`
	// The day on which prices of the rate card last changed, for example 2026-10-01; null if
	// the market is unknown.
	RateCard *string `json:"rateCard"`
	// Until then templates cost nothing, because an ad led the contact here; null for no
	// such time.
	FreeUntil *time.Time `json:"freeUntil"`
}

// AnswerGap: see POST /v1/knowledge/gaps/{id}/answer.
type AnswerGap struct {
	// The assistant's answer from now on.
	Answer string `json:"answer"`
	// The question to store; by default the question of the gap.
	Question string `json:"question,omitempty"`
	// Two letters; guessed by default.
	Language string `json:"language,omitempty"`
}

// AppHistory: see POST /v1/phone-numbers/{id}/app-history.
type AppHistory struct {
	// How far they have come. open: they may be asked for until askBy. declined: the
	// business does not share them. missed: nobody asked in time. One of open, asked,
	// arriving, complete, declined, refused, missed.
	State string `json:"state"`
	// How much has come, in percent.
	Progress int `json:"progress"`
	// Until when the provider may be asked: for 24 hours after the signup. Null if the
	// signup was not made here.
	AskBy *time.Time `json:"askBy"`
	// When the provider last told something; null if it has not.
	ChangedAt *time.Time `json:"changedAt"`
	// Why the provider refused it.
	Reason string `json:"reason,omitempty"`
}

// AskedExample: see GET /v1/knowledge/gaps/{id}.
type AskedExample struct {
	// The question, without phone numbers and addresses of people.
	Question string `json:"question"`
	// The conversation of the question; absent if there was none.
	ConversationID string `json:"conversationId,omitempty"`
	// When it was asked.
	AskedAt time.Time `json:"askedAt"`
}

// AssignConversation: see PUT /v1/conversations/{id}/assignment.
type AssignConversation struct {
	// The team; none by default.
	TeamID string `json:"teamId,omitempty"`
	// The user; nobody by default. An active member who may send messages and whose reach
	// covers the phone number.
	AgentID string `json:"agentId,omitempty"`
}

// Assistant: see GET /v1/assistants.
type Assistant struct {
	// Identifier of the assistant; begins with ast_.
	ID string `json:"id"`
	// Display name within the workspace.
	Name string `json:"name"`
	// Whether the assistant replies at all.
	Enabled bool `json:"enabled"`
	// Phone numbers on which the assistant replies.
	PhoneNumberIDs []string `json:"phoneNumberIds"`
	// Number of the live revision.
	LiveRevision int `json:"liveRevision"`
	// Number of the newest revision. It is a draft if it is higher than liveRevision.
	LatestRevision int `json:"latestRevision"`
	// When the assistant was created.
	CreatedAt time.Time `json:"createdAt"`
	// When the assistant or its newest revision last changed.
	UpdatedAt time.Time `json:"updatedAt"`
}

// AssistantAutonomy: see PUT /v1/assistants/{id}/autonomy/{kind}.
type AssistantAutonomy struct {
	// The kind of act. One of label, team, deal, close.
	Kind string `json:"kind"`
	// Whether the assistant proposes acts of the kind. Each message of a contact costs
	// tokens then.
	Enabled bool `json:"enabled"`
	// shadow: nobody sees what it would do, and only its evidence grows. suggest: people
	// accept or reject it. act: it is done at once, and people can undo it. One of shadow,
	// suggest, act.
	State string `json:"state"`
	// Since when; null where it never changed.
	Since *time.Time `json:"since"`
	// How many cases count: the last ones in this state, 1,000 at most.
	Cases int `json:"cases"`
	// In how many of them people agreed.
	Agreed int `json:"agreed"`
	// Lower end of the 95 % interval of agreement.
	Lower float64 `json:"lower"`
	// What the lower end must reach for a step up.
	Line float64 `json:"line"`
	// Rises with wrong cases and falls with right ones, never below 0. At 6 the assistant
	// steps back.
	Score float64 `json:"score"`
	// All cases in this state.
	TotalCases int `json:"totalCases"`
	// At so many cases in this state it is next looked whether a step up was earned; null
	// where there is none.
	NextLook *int `json:"nextLook"`
	// Of 50 acts in a row, so many at most can be wrong before the assistant steps back,
	// whatever becomes of it. Those that nobody judged yet come on top.
	WrongAtMost int `json:"wrongAtMost"`
	// How many acts wait to be judged.
	Open int `json:"open"`
	// If so many wait, the assistant only suggests.
	MaxOpen int `json:"maxOpen"`
	// The latest changes of the state, newest first, 10 at most.
	Changes []AssistantAutonomyChange `json:"changes"`
}

// AssistantAutonomyChange: see PUT /v1/assistants/{id}/autonomy/{kind}.
type AssistantAutonomyChange struct {
	// Identifier of the change; begins with atc_.
	ID string `json:"id"`
	// The kind of act. One of label, team, deal, close.
	Kind string `json:"kind"`
	// What the assistant might do before. One of shadow, suggest, act.
	From string `json:"from"`
	// What it may do from then on. One of shadow, suggest, act.
	To string `json:"to"`
	// earned: the lower end of agreement reached the line. drifted: wrong acts came too
	// often. override: somebody decided it. One of earned, drifted, override.
	Reason string `json:"reason"`
	// What there was in the state that ended.
	Evidence AutonomyEvidence `json:"evidence"`
	// Who decided it; the assistant where nobody did.
	MadeBy DoneBy `json:"madeBy"`
	// When it changed.
	At time.Time `json:"at"`
}

// AssistantCache: see GET /v1/assistant-cache.
type AssistantCache struct {
	// Number of cached answers.
	Answers int `json:"answers"`
}

// AssistantConfig: see GET /v1/assistants/{id}/revisions/{number}.
type AssistantConfig struct {
	// Purpose of the assistant and rules for its replies. At most 8,000 characters.
	Instructions string `json:"instructions,omitempty"`
	// Tone of the replies, in a few words.
	Tone string `json:"tone,omitempty"`
	// Languages of the replies; any if empty. Questions in other languages go to people.
	Languages []string `json:"languages,omitempty"`
	// The knowledge that the assistant uses.
	Knowledge *KnowledgeChoice `json:"knowledge,omitempty"`
	// Ids of the AI providers, in the order in which they are asked. If empty, the assistant
	// replies only with approved answers.
	ProviderIDs []string `json:"providerIds,omitempty"`
	// When the assistant replies; always if absent.
	Hours *DutyHours `json:"hours,omitempty"`
	// When a conversation goes to people.
	HandOff *HandOffRules `json:"handOff,omitempty"`
	// Limits on replies to one contact.
	Limits *ReplyLimits `json:"limits,omitempty"`
	// How long to wait for the next message of a burst, in milliseconds: 0 to 8000.
	BurstPauseMs int `json:"burstPauseMs,omitempty"`
	// How long an answer is cached for the same question and the same evidence; 0 switches
	// the cache off, 30 days is the maximum.
	CacheSeconds int `json:"cacheSeconds,omitempty"`
	// Links, phone numbers, e-mail addresses and prices that replies may contain even if no
	// knowledge contains them.
	Allowed []string `json:"allowed,omitempty"`
	// Maximum length of a reply in characters: 50 to 4096.
	MaxReplyCharacters int `json:"maxReplyCharacters,omitempty"`
}

// AssistantConfigPatch: see POST /v1/assistants.
type AssistantConfigPatch struct {
	// Purpose of the assistant and rules for its replies. At most 8,000 characters.
	Instructions string `json:"instructions,omitempty"`
	// Tone of the replies, in a few words.
	Tone string `json:"tone,omitempty"`
	// Languages of the replies; any if empty. Questions in other languages go to people.
	Languages []string `json:"languages,omitempty"`
	// The knowledge that the assistant uses.
	Knowledge *KnowledgeChoice `json:"knowledge,omitempty"`
	// Ids of the AI providers, in the order in which they are asked. If empty, the assistant
	// replies only with approved answers.
	ProviderIDs []string `json:"providerIds,omitempty"`
	// When the assistant replies; always if absent.
	Hours *DutyHours `json:"hours,omitempty"`
	// When a conversation goes to people.
	HandOff *HandOffPatch `json:"handOff,omitempty"`
	// Limits on replies to one contact.
	Limits *ReplyLimits `json:"limits,omitempty"`
	// How long to wait for the next message of a burst, in milliseconds: 0 to 8000.
	BurstPauseMs int `json:"burstPauseMs,omitempty"`
	// How long an answer is cached for the same question and the same evidence; 0 switches
	// the cache off, 30 days is the maximum.
	CacheSeconds int `json:"cacheSeconds,omitempty"`
	// Links, phone numbers, e-mail addresses and prices that replies may contain even if no
	// knowledge contains them.
	Allowed []string `json:"allowed,omitempty"`
	// Maximum length of a reply in characters: 50 to 4096.
	MaxReplyCharacters int `json:"maxReplyCharacters,omitempty"`
}

// AssistantDetail: see POST /v1/assistants.
type AssistantDetail struct {
	// Identifier of the assistant; begins with ast_.
	ID string `json:"id"`
	// Display name within the workspace.
	Name string `json:"name"`
	// Whether the assistant replies at all.
	Enabled bool `json:"enabled"`
	// Phone numbers on which the assistant replies.
	PhoneNumberIDs []string `json:"phoneNumberIds"`
	// Number of the live revision.
	LiveRevision int `json:"liveRevision"`
	// Number of the newest revision. It is a draft if it is higher than liveRevision.
	LatestRevision int `json:"latestRevision"`
	// When the assistant was created.
	CreatedAt time.Time `json:"createdAt"`
	// When the assistant or its newest revision last changed.
	UpdatedAt time.Time `json:"updatedAt"`
	// The live revision.
	Live AssistantRevision `json:"live"`
	// The newest revision, if it is not published.
	Draft *AssistantRevision `json:"draft,omitempty"`
}

// AssistantMark: see GET /v1/messages/{id}.
type AssistantMark struct {
	// The assistant that wrote the message.
	AssistantID string `json:"assistantId"`
	// Number of the revision.
	Revision int `json:"revision"`
	// The turn of the message.
	TurnID string `json:"turnId"`
	// Source of the text. One of model, cache, approved, passage, greeting, hand_off.
	Source string `json:"source"`
	// The knowledge that the answer cites.
	Citations []KnowledgeCitation `json:"citations"`
}

// AssistantRevision: see GET /v1/assistants/{id}/revisions/{number}.
type AssistantRevision struct {
	// Identifier of the revision; begins with arv_.
	ID string `json:"id"`
	// Number of the revision, starting at 1.
	Number int `json:"number"`
	// The whole configuration of the assistant.
	Config AssistantConfig `json:"config"`
	// Who created the revision.
	MadeBy DoneBy `json:"madeBy"`
	// When the revision was created.
	CreatedAt time.Time `json:"createdAt"`
	// When the revision last went live; null for a draft.
	LiveAt *time.Time `json:"liveAt"`
	// The last publication; null for a draft, and for the first revision, which is live from
	// the start.
	Publication *Publication `json:"publication"`
	// The newest completed evaluation of this revision; null if there is none.
	Evaluation *RevisionEvaluation `json:"evaluation"`
}

// AssistantSettings: see GET /v1/assistant-settings.
type AssistantSettings struct {
	// true: no assistant replies in the whole workspace.
	Stopped bool `json:"stopped"`
	// Phone numbers on which no assistant replies.
	StoppedPhoneNumberIDs []string `json:"stoppedPhoneNumberIds"`
	// Seconds until a conversation returns to the assistant automatically; 0 for never.
	HandBackSeconds int `json:"handBackSeconds"`
	// When the settings last changed; null if they never changed.
	UpdatedAt *time.Time `json:"updatedAt"`
}

// AssistantTestResult: see POST /v1/assistants/{id}/test.
type AssistantTestResult struct {
	// Number of the revision that was tested.
	Revision int `json:"revision"`
	// Whether the assistant would reply now, according to its hours and the settings.
	OnDuty bool `json:"onDuty"`
	// What the assistant would do: reply, hand the conversation off to people, or stay
	// silent. One of replied, handed_off, silent.
	State string `json:"state"`
	// Text that the contact would get.
	Text string `json:"text"`
	// The decision and its basis.
	Decision TurnResult `json:"decision"`
	// The passages that were found, best first.
	Passages []TestPassage `json:"passages"`
	// Whether the search also used meaning.
	Meaning SearchMeaning `json:"meaning"`
	// The passages that people would get with a hand-off, or that the answer cites.
	Evidence []KnowledgeCitation `json:"evidence"`
	// The prompt for the model; absent if no model was asked.
	Prompt *TestPrompt `json:"prompt,omitempty"`
	// Whether the answer came from the cache. off: such questions are never cached. One of
	// unused, off, miss, hit.
	Cache string `json:"cache"`
	// Tokens that a cache hit saved; otherwise 0.
	TokensSaved int `json:"tokensSaved"`
	// The model's answer.
	Answer *TestAnswer `json:"answer,omitempty"`
	// The rule of the output gate that the answer broke; absent if the answer passed.
	Gate *TestGate `json:"gate,omitempty"`
	// Cost of the calls with a known price.
	Cost string `json:"cost"`
	// ISO 4217 code of the cost.
	Currency string `json:"currency"`
}

// Attempt: see GET /v1/messages/{id}.
type Attempt struct {
	// When the call began.
	StartedAt time.Time `json:"startedAt"`
	// When the call ended; null while it runs.
	EndedAt *time.Time `json:"endedAt"`
	// known: the provider accepted the message. refused: the provider refused it. unknown:
	// there was no answer, so the message may have been sent. null while the call runs. One
	// of known, refused, unknown.
	Outcome *string `json:"outcome"`
	// What went wrong; absent if nothing did.
	Detail string `json:"detail,omitempty"`
	// The provider's refusal; absent if there was none.
	ProviderError *ProviderError `json:"providerError,omitempty"`
	// When a later status settled an unknown outcome.
	SettledAt *time.Time `json:"settledAt,omitempty"`
}

// AttemptRequest: see GET /v1/webhook-endpoints/{id}/deliveries/{deliveryId}.
type AttemptRequest struct {
	// Request headers by name.
	Headers map[string]string `json:"headers"`
}

// AttemptResponse: see GET /v1/webhook-endpoints/{id}/deliveries/{deliveryId}.
type AttemptResponse struct {
	// Headers by name. Several values of one header are joined by commas.
	Headers map[string]string `json:"headers"`
	// The first 4 KiB. Bytes that are not UTF-8 are replaced.
	Body string `json:"body"`
}

// AttemptStatistics: see GET /v1/webhook-endpoints/{id}/statistics.
type AttemptStatistics struct {
	// Number of calls.
	Attempts int `json:"attempts"`
	// Calls that the receiver answered with 2xx.
	Succeeded int `json:"succeeded"`
	// succeeded / attempts; null if there were no attempts.
	SuccessRate *float64 `json:"successRate"`
	// Deliveries that were given up.
	DeliveriesFailed int `json:"deliveriesFailed"`
	// Median in milliseconds, estimated from ranges: 1, 2, 5, 10, 20, 50 … 30,000 ms.
	LatencyP50Ms float64 `json:"latencyP50Ms"`
	// 99th percentile in milliseconds, estimated in the same way.
	LatencyP99Ms float64 `json:"latencyP99Ms"`
	// Attempts by result: succeeded, redirect, client_error, server_error, timeout,
	// connection, dns, tls, forbidden, own_network (our DNS server or proxy), other.
	ByClass map[string]int `json:"byClass"`
}

// Audio: see POST /v1/messages.
type Audio struct {
	// Id of a media file of the workspace.
	MediaID string `json:"mediaId,omitempty"`
	// Public URL of the file, instead of mediaId.
	Link string `json:"link,omitempty"`
	// Send the audio as a voice message. The file must be Ogg with Opus, mono.
	Voice bool `json:"voice,omitempty"`
}

// AuditAct: see GET /v1/audit-log.
type AuditAct struct {
	// Identifier of the act; begins with act_.
	ID string `json:"id"`
	// Number of the act in the workspace, from 1 without a gap.
	Seq int `json:"seq"`
	// What was done.
	Action string `json:"action"`
	// Version of the form of the act.
	Version int `json:"version"`
	// When it was done.
	OccurredAt time.Time `json:"occurredAt"`
	// Who did it.
	Actor AuditActor `json:"actor"`
	// What it was done to.
	Targets []ActTarget `json:"targets"`
	// From where it was done.
	Context AuditContext `json:"context"`
	// What changed, by field. Secrets show only that they changed.
	Changes map[string]ActChange `json:"changes"`
	// How it ended. One of succeeded.
	Outcome string `json:"outcome"`
	// Hash of the act before; empty for the first one.
	PrevHash string `json:"prevHash"`
	// SHA-256 of this act, which covers the hash of the act before.
	Hash string `json:"hash"`
}

// AuditActor: see the event audit.recorded.
type AuditActor struct {
	// Type of the actor. operator: somebody at the command line of the service. One of
	// contact, api_key, user, assistant, operator, import, provider, system.
	Type string `json:"type"`
	// Identifier of the actor; empty for operator and system.
	ID string `json:"id"`
	// Name of the actor at that time; empty if it has none.
	Name string `json:"name"`
}

// AuditContext: see GET /v1/audit-log.
type AuditContext struct {
	// Address of the caller; empty if unknown.
	IP string `json:"ip"`
	// User-Agent of the caller; empty if unknown.
	UserAgent string `json:"userAgent"`
	// The caller's session; empty for an API key.
	SessionID string `json:"sessionId"`
	// Identifier of the request; empty at the command line.
	RequestID string `json:"requestId"`
}

// AuditData: see the event audit.recorded.
type AuditData struct {
	// Identifier of the act; begins with act_.
	ID string `json:"id"`
	// Number of the act in the audit log of the workspace, from 1 without a gap.
	Seq int `json:"seq"`
	// What was done, such as api_key.created.
	Action string `json:"action"`
	// Version of the form of the act.
	Version int `json:"version"`
	// When it was done, in seconds since 1970.
	OccurredAt int `json:"occurred_at"`
	// Who did it.
	Actor AuditActor `json:"actor"`
	// What it was done to.
	Targets []ActTarget `json:"targets"`
	// From where it was done.
	Context EventAuditContext `json:"context"`
	// What changed, by field. Secrets show only that they changed.
	Changes map[string]ActChange `json:"changes"`
	// How it ended. One of succeeded.
	Outcome string `json:"outcome"`
	// Hash of the act before; empty for the first one.
	PrevHash string `json:"prev_hash"`
	// Hash of this act, which covers the hash of the act before.
	Hash string `json:"hash"`
}

// AutomaticClosing: see GET /v1/phone-numbers/{id}/automatic-messages.
type AutomaticClosing struct {
	// Whether conversations are closed.
	Enabled bool `json:"enabled"`
	// The text that is sent before, with variables; empty for none.
	Text string `json:"text"`
	// For how long the contact must have been silent.
	AfterMinutes int `json:"afterMinutes"`
	// Whether open conversations are closed, too, in which the last thing that happened is
	// an answer.
	IncludeOpen bool `json:"includeOpen"`
}

// AutomaticClosingChange: see PATCH /v1/phone-numbers/{id}/automatic-messages.
type AutomaticClosingChange struct {
	// Whether conversations are closed.
	Enabled bool `json:"enabled,omitempty"`
	// The text that is sent before, with variables; empty for none.
	Text string `json:"text,omitempty"`
	// For how long the contact must have been silent; 4320 at first.
	AfterMinutes int `json:"afterMinutes,omitempty"`
	// Whether open conversations are closed, too, in which the last thing that happened is
	// an answer; false at first.
	IncludeOpen bool `json:"includeOpen,omitempty"`
}

// AutomaticGreeting: see GET /v1/phone-numbers/{id}/automatic-messages.
type AutomaticGreeting struct {
	// Whether contacts are greeted.
	Enabled bool `json:"enabled"`
	// The text, with variables.
	Text string `json:"text"`
	// A contact who was greeted is not greeted again for so long.
	EveryHours int `json:"everyHours"`
	// Contacts are greeted only while this calendar is open; empty for always.
	CalendarID string `json:"calendarId"`
	// Whether contacts are greeted, too, where an assistant answers them.
	WithAssistant bool `json:"withAssistant"`
}

// AutomaticGreetingChange: see PATCH /v1/phone-numbers/{id}/automatic-messages.
type AutomaticGreetingChange struct {
	// Whether contacts are greeted.
	Enabled bool `json:"enabled,omitempty"`
	// The text, with variables.
	Text string `json:"text,omitempty"`
	// A contact who was greeted is not greeted again for so long; 24 at first.
	EveryHours int `json:"everyHours,omitempty"`
	// Contacts are greeted only while this calendar is open; empty for always.
	CalendarID string `json:"calendarId,omitempty"`
	// Whether contacts are greeted, too, where an assistant answers them; false at first.
	WithAssistant bool `json:"withAssistant,omitempty"`
}

// AutomaticMessages: see GET /v1/phone-numbers/{id}/automatic-messages.
type AutomaticMessages struct {
	// What contacts are greeted with whose message opens an episode.
	Greeting AutomaticGreeting `json:"greeting"`
	// What contacts are told who write while you are closed, instead of the greeting.
	OutOfHours AutomaticOutOfHours `json:"outOfHours"`
	// What contacts are reminded with who stay silent in a pending conversation.
	Reminder AutomaticReminder `json:"reminder"`
	// When conversations with silent contacts are closed.
	Closing AutomaticClosing `json:"closing"`
	// When they last changed; null if they never changed.
	UpdatedAt *time.Time `json:"updatedAt"`
}

// AutomaticOutOfHours: see GET /v1/phone-numbers/{id}/automatic-messages.
type AutomaticOutOfHours struct {
	// Whether contacts who write while the calendar is closed are told so.
	Enabled bool `json:"enabled"`
	// The text, with variables.
	Text string `json:"text"`
	// The calendar; empty for none.
	CalendarID string `json:"calendarId"`
	// Whether contacts are told, too, where an assistant answers them.
	WithAssistant bool `json:"withAssistant"`
}

// AutomaticOutOfHoursChange: see PATCH /v1/phone-numbers/{id}/automatic-messages.
type AutomaticOutOfHoursChange struct {
	// Whether contacts who write while the calendar is closed are told so.
	Enabled bool `json:"enabled,omitempty"`
	// The text, with variables.
	Text string `json:"text,omitempty"`
	// The calendar; needed to enable it.
	CalendarID string `json:"calendarId,omitempty"`
	// Whether contacts are told, too, where an assistant answers them; false at first.
	WithAssistant bool `json:"withAssistant,omitempty"`
}

// AutomaticReminder: see GET /v1/phone-numbers/{id}/automatic-messages.
type AutomaticReminder struct {
	// Whether contacts are reminded.
	Enabled bool `json:"enabled"`
	// The text, with variables.
	Text string `json:"text"`
	// For how long the contact must have been silent.
	AfterMinutes int `json:"afterMinutes"`
	// Contacts are reminded only while this calendar is open; empty for always.
	CalendarID string `json:"calendarId"`
}

// AutomaticReminderChange: see PATCH /v1/phone-numbers/{id}/automatic-messages.
type AutomaticReminderChange struct {
	// Whether contacts are reminded.
	Enabled bool `json:"enabled,omitempty"`
	// The text, with variables.
	Text string `json:"text,omitempty"`
	// For how long the contact must have been silent; 240 at first.
	AfterMinutes int `json:"afterMinutes,omitempty"`
	// Contacts are reminded only while this calendar is open; empty for always.
	CalendarID string `json:"calendarId,omitempty"`
}

// AutonomyData: see the event assistant.autonomy_changed.
type AutonomyData struct {
	// The assistant.
	AssistantID string `json:"assistant_id"`
	// The kind of act. One of label, team, deal, close.
	Kind string `json:"kind"`
	// What it might do before. One of shadow, suggest, act.
	FromState string `json:"from_state"`
	// What it may do now. One of shadow, suggest, act.
	ToState string `json:"to_state"`
	// earned: the lower bound of agreement reached the line. drifted: wrong acts came too
	// often. override: somebody decided it. One of earned, drifted, override.
	Reason string `json:"reason"`
	// The cases that it rests on.
	Cases int `json:"cases"`
	// In how many of them people agreed.
	Agreed int `json:"agreed"`
	// Lower end of the 95 % interval of agreement.
	Lower float64 `json:"lower"`
	// What it must reach for a step up.
	Line float64 `json:"line"`
	// Who decided it; the assistant where nobody did.
	ChangedBy DoneBy `json:"changed_by"`
}

// AutonomyEvidence: see PUT /v1/assistants/{id}/autonomy/{kind}.
type AutonomyEvidence struct {
	// The cases that counted.
	Cases int `json:"cases"`
	// In how many of them people agreed.
	Agreed int `json:"agreed"`
	// Lower end of the 95 % interval of agreement.
	Lower float64 `json:"lower"`
	// What it had to reach for a step up.
	Line float64 `json:"line"`
	// Rises with wrong cases and falls with right ones; at 6 the assistant steps back.
	Score float64 `json:"score"`
}

// AutonomyOfAssistant: see GET /v1/assistants/{id}/autonomy.
type AutonomyOfAssistant struct {
	// Every kind of act.
	Kinds []AssistantAutonomy `json:"kinds"`
}

// Availability: see GET /v1/users/{id}/availability.
type Availability struct {
	// The member.
	UserID string `json:"userId"`
	// Name of the member.
	Name string `json:"name"`
	// online if nothing was ever said. One of online, away, offline.
	Status string `json:"status"`
	// Why, for example lunch; empty if not given.
	Reason string `json:"reason"`
	// Since when; null if nothing was ever said.
	Since *time.Time `json:"since"`
	// When the member is online again automatically; null for never.
	Until *time.Time `json:"until"`
	// Who said it; null if the time had come, or if nothing was ever said.
	ChangedBy *DoneBy `json:"changedBy"`
	// How many conversations the member gets automatically at a time.
	Capacity int `json:"capacity"`
}

// AvailabilitySpan: see GET /v1/users/{id}/availability/log.
type AvailabilitySpan struct {
	// What was said. One of online, away, offline.
	Status string `json:"status"`
	// Why; empty if not given.
	Reason string `json:"reason"`
	// When it began.
	From time.Time `json:"from"`
	// When it ended; null if it has not. Until the next one the member was online.
	To *time.Time `json:"to"`
	// Who said it, or set the capacity.
	ChangedBy DoneBy `json:"changedBy"`
	// How many conversations the member got automatically at a time, as it was set for them;
	// null for that of the workspace, and before capacities were kept here.
	Capacity *int `json:"capacity"`
}

// BadgeDay: see POST /v1/onboarding/badge-request.
type BadgeDay struct {
	// The day, in UTC.
	Day string `json:"day"`
	// How many templates were accepted on it; of a day the first 5,000 messages are looked
	// at.
	Templates int `json:"templates"`
	// Whether they make the day count.
	Counts bool `json:"counts"`
}

// BadgeNeed: see POST /v1/onboarding/badge-request.
type BadgeNeed struct {
	// What is needed. One of business_verified, messaging_account, number_registered,
	// display_name_approved, website, broadcast_days, broadcast_span.
	ID string `json:"id"`
	// Whether it is there.
	Met bool `json:"met"`
	// What there is.
	Have string `json:"have"`
	// What is needed.
	Need string `json:"need"`
}

// BadgePackage: see POST /v1/onboarding/badge-request.
type BadgePackage struct {
	// Where it is submitted: the phone numbers of the account in the provider's manager.
	// Choose the number, then Official business account.
	Link string `json:"link"`
	// The phone number that it is for.
	Number string `json:"number"`
	// What the provider said when it did not take the request by its API.
	Because string `json:"because"`
	// What its form asks for: the website.
	Website string `json:"website"`
	// The country in which the business mainly works.
	Country string `json:"country"`
	// The main language of the business.
	Language string `json:"language"`
	// The business or brand to which this one belongs.
	ParentBusiness string `json:"parentBusiness,omitempty"`
	// What else speaks for the business.
	Note string `json:"note,omitempty"`
	// Articles about the business.
	Links []string `json:"links"`
	// When it was prepared.
	PreparedAt time.Time `json:"preparedAt"`
	// When a person submitted it; null if nobody has said so.
	SubmittedAt *time.Time `json:"submittedAt"`
	// Who last said how it stands; null if nobody has.
	ReportedBy *DoneBy `json:"reportedBy"`
	// What they wrote.
	ReportNote string `json:"reportNote,omitempty"`
}

// BadgeRule: see POST /v1/onboarding/badge-request.
type BadgeRule struct {
	// How many days count, to now.
	PeriodDays int `json:"periodDays"`
	// On how many of them there must be broadcasts.
	Days int `json:"days"`
	// How many templates make a day count.
	TemplatesADay int `json:"templatesADay"`
	// How far apart the first and the last day must be.
	SpanDays int `json:"spanDays"`
	// How many days after a refusal the provider takes a new request.
	AgainDays int `json:"againDays"`
}

// BatchResult: see POST /v1/messages/batch.
type BatchResult struct {
	// Position in the request, starting at 0.
	Index int `json:"index"`
	// Identifier of the created message; absent if the message was refused.
	MessageID string `json:"messageId,omitempty"`
	// queued or scheduled; absent if the message was refused. One of queued, scheduled.
	Status string `json:"status,omitempty"`
	// Why the message was refused; absent if it was accepted.
	Error *Error `json:"error,omitempty"`
}

// BlockOutcome: see POST /v1/phone-numbers/{id}/blocked-users.
type BlockOutcome struct {
	// Those of whom the provider did it, or had done it before.
	Users []BlockedUser `json:"users"`
	// Those of whom it did not, and why.
	Refused []RefusedUser `json:"refused"`
}

// BlockUsers: see POST /v1/phone-numbers/{id}/blocked-users.
type BlockUsers struct {
	// Phone numbers in international format, at most 100, each once.
	Users []string `json:"users"`
}

// BlockedUser: see POST /v1/phone-numbers/{id}/blocked-users.
type BlockedUser struct {
	// Phone number of the user.
	Number string `json:"number"`
}

// Board: see GET /v1/pipelines/{id}/board.
type Board struct {
	// The stages in their order, or the one that you asked for.
	Columns []BoardColumn `json:"columns"`
}

// BoardColumn: see GET /v1/pipelines/{id}/board.
type BoardColumn struct {
	// The stage.
	Stage Stage `json:"stage"`
	// How many deals it has in all; null if you reach only some of them.
	Count *int `json:"count"`
	// What its deals are worth, by currency; null if you reach only some of them.
	Totals []StageTotal `json:"totals"`
	// The deals of this page, in their order.
	Deals []Deal `json:"deals"`
	// Send this as cursor, with the stage as stageId, to get the next page of the column;
	// null on the last page.
	NextCursor *string `json:"nextCursor"`
}

// BookedCharge: see GET /v1/charges.
type BookedCharge struct {
	// Id of the row.
	ID string `json:"id"`
	// A charge is booked once and never changed. Where a later status says something else,
	// one correction takes back what was booked and another one books what holds. One of
	// booking, correction.
	Kind string `json:"kind"`
	// The message.
	MessageID string `json:"messageId"`
	// Whose copy of a message to a group it is; null otherwise.
	ParticipantID *string `json:"participantId"`
	// When the message arrived, as the provider says.
	BookedAt time.Time `json:"bookedAt"`
	// 1 for what is charged, -1 for what is taken back.
	Count int `json:"count"`
	// The provider's category of the message.
	Category string `json:"category"`
	// Market of the contact's number; null where it is not known.
	Market *string `json:"market"`
	// message: each delivered message is priced. conversation: 24 hours of a category are,
	// until June 2025. One of message, conversation, unknown.
	Model string `json:"model"`
	// The rule that priced it. per_message and conversation_window cost what the rate card
	// says; the others say why it is free. unknown: the provider bills it by a model that is
	// not known here. One of per_message, conversation_window, service_window,
	// monthly_allowance, entry_point, not_billed, unknown.
	Rule string `json:"rule"`
	// Rate card and day of the price: listed is the card of this service, others are yours.
	// null for what is free or has no price.
	RateCard *string `json:"rateCard"`
	// What the provider charges, negative for what is taken back. null: not known, because
	// no rate card has a price; it is never taken for 0.
	Amount *string `json:"amount"`
	// What this service adds: always 0.
	Markup string `json:"markup"`
	// Currency of the messaging account; null where it is not known.
	Currency *string `json:"currency"`
	// Your phone number; null for a message that was erased before it was booked.
	PhoneNumberID *string `json:"phoneNumberId"`
	// Template of the message; null for other messages.
	TemplateName *string `json:"templateName"`
	// The assistant that wrote the message; null for none.
	AssistantID *string `json:"assistantId"`
	// The broadcast of the message; null for none.
	BroadcastID *string `json:"broadcastId"`
	// The labels that the conversation had when the message was booked first.
	LabelIDs []string `json:"labelIds"`
}

// Bridge: see GET /v1/pipelines/{id}/bridge.
type Bridge struct {
	// The pipeline.
	PipelineID string `json:"pipelineId"`
	// The first day.
	From string `json:"from"`
	// The last day.
	To string `json:"to"`
	// The time zone of the days.
	TimeZone string `json:"timeZone"`
	// The whole period, by currency.
	Currencies []BridgeLine `json:"currencies"`
	// The same for each day. Each begins with what the one before ended with.
	Days []BridgeDay `json:"days"`
	// With currency: what was won and lost, in this currency.
	Converted *BridgeClosed `json:"converted,omitempty"`
}

// BridgeClosed: see GET /v1/pipelines/{id}/bridge.
type BridgeClosed struct {
	// ISO 4217 code.
	Currency string `json:"currency"`
	// What was won: the deals of each day and currency converted by the rate of that day,
	// and rounded to the nearest minor unit; null if a rate is missing.
	Won *string `json:"won"`
	// What was lost, in the same way; null if a rate is missing.
	Lost *string `json:"lost"`
	// The rates that were used. Those of a day are kept when the first of its deals is won
	// or lost; only a rate that is set for that very day changes them.
	Rates []ClosingRate `json:"rates"`
	// The currencies without a rate on one of the days.
	MissingRates []string `json:"missingRates"`
}

// BridgeDay: see GET /v1/pipelines/{id}/bridge.
type BridgeDay struct {
	// The day.
	Date string `json:"date"`
	// By currency.
	Currencies []BridgeLine `json:"currencies"`
}

// BridgeItem: see GET /v1/pipelines/{id}/bridge/items.
type BridgeItem struct {
	// When it happened; for start and end, since when the deal was as it was then.
	At time.Time `json:"at"`
	// The deal.
	DealID string `json:"dealId"`
	// What it was about then; empty for a deal that was removed.
	Title string `json:"title"`
	// Who had it then; empty for nobody.
	OwnerID string `json:"ownerId"`
	// start, end, or the part.
	Part string `json:"part"`
	// ISO 4217 code; null for a deal without an amount.
	Currency *string `json:"currency"`
	// What it adds to the number, with a minus if it takes off.
	Amount string `json:"amount"`
}

// BridgeLine: see GET /v1/pipelines/{id}/bridge.
type BridgeLine struct {
	// ISO 4217 code; null for deals without an amount.
	Currency *string `json:"currency"`
	// What was open when it began.
	Start BridgeSum `json:"start"`
	// What happened; parts without anything are left out. start and the amounts of all parts
	// sum to end.
	Parts []BridgePart `json:"parts"`
	// What was open when it ended, or is open if it goes on.
	End BridgeSum `json:"end"`
}

// BridgePart: see GET /v1/pipelines/{id}/bridge.
type BridgePart struct {
	// recorded: was there when the past began to be kept. new: was made. reopened: was won
	// or lost before. moved_in, moved_out: from and to another pipeline. increased,
	// decreased: the amount was changed. currency_in, currency_out: the amount is in another
	// currency now, or there was none. won, lost. removed: the deal was deleted. One of
	// recorded, new, reopened, moved_in, increased, currency_in, decreased, currency_out,
	// moved_out, won, lost, removed.
	Part string `json:"part"`
	// How often it happened: as many as there are items.
	Count int `json:"count"`
	// By how much the pipeline is worth more, or less with a minus: a decimal number. The
	// items sum to it.
	Amount string `json:"amount"`
}

// BridgeSum: see GET /v1/pipelines/{id}/bridge.
type BridgeSum struct {
	// How many deals.
	Deals int `json:"deals"`
	// What they are worth: a decimal number.
	Amount string `json:"amount"`
}

// Broadcast: see POST /v1/broadcasts.
type Broadcast struct {
	// Identifier of the broadcast; begins with bct_.
	ID string `json:"id"`
	// What people call it.
	Name string `json:"name"`
	// How far it has come. completed: every recipient has an outcome. One of draft,
	// scheduled, running, paused, completed, canceled.
	Status string `json:"status"`
	// Why it is paused: request, too_many_failures, too_many_opt_outs, quality_red,
	// held_by_provider, message_limit_reached, amount_limit_reached, no_winner, or the code
	// of what is wrong with its template, phone number or account. Otherwise empty.
	Reason string `json:"reason"`
	// The template.
	TemplateName string `json:"templateName"`
	// Language of the template.
	Language string `json:"language"`
	// What fills the template for all.
	Parameters map[string]string `json:"parameters"`
	// The phone number that it is sent from.
	PhoneNumberID string `json:"phoneNumberId"`
	// When it begins after somebody started it; null for at once.
	ScheduledAt *time.Time `json:"scheduledAt"`
	// Hard bounds.
	Limits BroadcastBounds `json:"limits"`
	// What it measures.
	Experiment BroadcastExperiment `json:"experiment"`
	// When nobody gets it, by the clock of each recipient; null for never.
	QuietHours *BroadcastQuietTime `json:"quietHours"`
	// By whose clock scheduledAt is. One of workspace, recipient.
	TimeZone string `json:"timeZone"`
	// Who got so many messages of broadcasts is left out; null for nobody.
	FrequencyCap *BroadcastCap `json:"frequencyCap"`
	// What happens with the conversation of a recipient who answers; null for nothing.
	FollowUp *BroadcastFollowUp `json:"followUp"`
	// How far its audience is expanded.
	Preparation BroadcastPreparation `json:"preparation"`
	// What became of its recipients so far.
	Counts BroadcastCounts `json:"counts"`
	// Why how many were left out; empty in lists.
	Excluded []BroadcastExclusion `json:"excluded"`
	// What its messages cost so far.
	Charge BroadcastCommitment `json:"charge"`
	// Who created it.
	CreatedBy DoneBy `json:"createdBy"`
	// When it was created.
	CreatedAt time.Time `json:"createdAt"`
	// When it, or its status, was last changed.
	UpdatedAt time.Time `json:"updatedAt"`
	// When it began to send; null until then.
	StartedAt *time.Time `json:"startedAt"`
	// When its last recipient had an outcome; null until then.
	EndedAt *time.Time `json:"endedAt"`
}

// BroadcastAddress: see POST /v1/broadcasts.
type BroadcastAddress struct {
	// Phone number in international format with a leading +. One that is no such number is
	// left out.
	To string `json:"to"`
	// Values of parameters for this recipient, beside and instead of those for all.
	Parameters map[string]string `json:"parameters,omitempty"`
}

// BroadcastAudience: see POST /v1/broadcasts.
type BroadcastAudience struct {
	// Contacts, at most 100,000.
	ContactIDs []string `json:"contactIds,omitempty"`
	// Phone numbers, each with what fills the template for it, at most 100,000.
	Recipients []BroadcastAddress `json:"recipients,omitempty"`
	// A segment: the contacts that are in it by the filter that it has now.
	SegmentID string `json:"segmentId,omitempty"`
	// A filter of contacts, as segments have it.
	Filter *SegmentFilter `json:"filter,omitempty"`
}

// BroadcastBounds: see POST /v1/broadcasts.
type BroadcastBounds struct {
	// What the messages may cost at list price; null for no bound.
	Amount *string `json:"amount"`
	// ISO 4217 code; null without an amount.
	Currency *string `json:"currency"`
	// How many messages may be sent; null for no bound.
	Messages *int `json:"messages"`
}

// BroadcastButtons: see POST /v1/broadcasts.
type BroadcastButtons struct {
	// Labels of buttons.
	Titles []string `json:"titles"`
	// Payloads of buttons.
	Payloads []string `json:"payloads"`
}

// BroadcastCap: see POST /v1/broadcasts.
type BroadcastCap struct {
	// How many messages of broadcasts that did not fail.
	Messages int `json:"messages"`
	// In the last how many days of 24 hours.
	Days int `json:"days"`
}

// BroadcastCharge: see GET /v1/broadcasts/{id}/forecast.
type BroadcastCharge struct {
	// If as many are delivered as of the template so far, and nothing is billed for those
	// whom an ad led here.
	Expected string `json:"expected"`
	// The same if as few are delivered as on the day with the fewest.
	Best string `json:"best"`
	// If every message is delivered and billed.
	Worst string `json:"worst"`
	// ISO 4217 code.
	Currency string `json:"currency"`
}

// BroadcastCommitment: see POST /v1/broadcasts.
type BroadcastCommitment struct {
	// What the messages that were accepted and did not fail cost at list price if each is
	// billed, as far as prices are known.
	Amount string `json:"amount"`
	// ISO 4217 code.
	Currency string `json:"currency"`
}

// BroadcastCompletedData: see the event broadcast.completed.
type BroadcastCompletedData struct {
	// Identifier of the broadcast.
	BroadcastID string `json:"broadcast_id"`
	// Name of the broadcast.
	Name string `json:"name"`
	// The template of the broadcast.
	TemplateName string `json:"template_name"`
	// The phone number of the broadcast.
	PhoneNumberID string `json:"phone_number_id"`
	// Previous status.
	FromStatus string `json:"from_status"`
	// How the broadcast ended. One of completed, canceled.
	ToStatus string `json:"to_status"`
	// Number of recipients.
	Recipients int `json:"recipients"`
	// Number of messages that the provider accepted.
	Sent int `json:"sent"`
	// Number of messages delivered so far.
	Delivered int `json:"delivered"`
	// Number of messages read so far.
	Read int `json:"read"`
	// Number of messages that failed.
	Failed int `json:"failed"`
	// Number of contacts left out: opted out, without a phone number, or duplicates.
	Excluded int `json:"excluded"`
	// Who ended the broadcast.
	ChangedBy DoneBy `json:"changed_by"`
}

// BroadcastCounts: see POST /v1/broadcasts.
type BroadcastCounts struct {
	// Who gets a message, or got one: queued, sending, sent, failed and canceled ones.
	Recipients int `json:"recipients"`
	// Who was left out; duplicates among them.
	Excluded int `json:"excluded"`
	// Whose turn has not come.
	Queued int `json:"queued"`
	// Whose message was accepted and is not known to have reached the provider.
	Sending int `json:"sending"`
	// Whose message the provider took; delivered ones among them.
	Sent int `json:"sent"`
	// Whose message reached the phone; read ones among them.
	Delivered int `json:"delivered"`
	// Who read it. Contacts can switch this off, so there may be more.
	Read int `json:"read"`
	// Whose message failed or expired.
	Failed int `json:"failed"`
	// Whose message was canceled with the broadcast.
	Canceled int `json:"canceled"`
	// Who gets nothing, to compare with. They are no recipients.
	HeldOut int `json:"heldOut"`
	// Who wrote within 72 hours after it, and got no other broadcast in between.
	Answered int `json:"answered"`
}

// BroadcastDeal: see POST /v1/broadcasts.
type BroadcastDeal struct {
	// The pipeline; null where the stage says it.
	PipelineID *string `json:"pipelineId"`
	// The stage; null for the first open one.
	StageID *string `json:"stageId"`
	// What the deal is about.
	Title string `json:"title"`
	// What it is worth; null for nothing.
	Amount *string `json:"amount"`
	// ISO 4217 code; null for that of the pipeline.
	Currency *string `json:"currency"`
}

// BroadcastDifference: see GET /v1/broadcasts/{id}/results.
type BroadcastDifference struct {
	// The difference.
	Value float64 `json:"value"`
	// Lower bound of the 95% interval (Newcombe, with the correction for continuity).
	Low float64 `json:"low"`
	// Upper bound of the 95% interval.
	High float64 `json:"high"`
}

// BroadcastExclusion: see POST /v1/broadcasts.
type BroadcastExclusion struct {
	// duplicate, opted_out, invalid_number, unknown_contact, no_number,
	// already_in_running_broadcast, parameters_missing, parameters_invalid, row_unreadable,
	// price_unknown, frequency_cap, or the code with which the message was refused when its
	// turn came.
	Reason string `json:"reason"`
	// How many.
	Count int `json:"count"`
}

// BroadcastExperiment: see POST /v1/broadcasts.
type BroadcastExperiment struct {
	// What recipients are to do; null for no goal.
	Goal *BroadcastGoal `json:"goal"`
	// Percent of the audience that gets nothing.
	Holdout int `json:"holdout"`
	// The other variant; null for none.
	VariantB *BroadcastVariant `json:"variantB"`
	// Percent of the recipients who get variant B; null without one.
	Share *int `json:"share"`
	// How many of each variant a winner takes, as you gave it; null otherwise.
	SampleSize *int `json:"sampleSize"`
	// Which part reaches the goal now; null where you gave none.
	Baseline *float64 `json:"baseline"`
	// The smallest rise that is worth finding; null where you gave none.
	Detect *float64 `json:"detect"`
	// Who waits for the winner; null where everybody is in the test.
	Rest *BroadcastRest `json:"rest"`
}

// BroadcastExperimentFields: see POST /v1/broadcasts/from-table.
type BroadcastExperimentFields struct {
	// What recipients are to do. Needed with holdout and variantB.
	Goal *BroadcastGoalFields `json:"goal,omitempty"`
	// Percent of the audience that gets nothing, so that you see what happens without the
	// broadcast.
	Holdout int `json:"holdout,omitempty"`
	// The other variant; variant A is what stands beside templateName. Both templates must
	// be of one category.
	VariantB *BroadcastVariantFields `json:"variantB,omitempty"`
	// Percent of the recipients who get variant B; 50 by default.
	Share int `json:"share,omitempty"`
	// How many of each variant it takes to name a winner. Or give baseline and detect.
	SampleSize int `json:"sampleSize,omitempty"`
	// Which part reaches the goal now, as a part of 1.
	Baseline float64 `json:"baseline,omitempty"`
	// The smallest rise of it that is worth finding, as a part of 1: 0.05 is from 10% to
	// 15%.
	Detect float64 `json:"detect,omitempty"`
	// A part of the recipients gets both variants, and the others the better one, when it is
	// named. Without it everybody is in the test.
	Rest *BroadcastRestFields `json:"rest,omitempty"`
}

// BroadcastFailures: see GET /v1/broadcasts/{id}/failures.
type BroadcastFailures struct {
	// All of them.
	Count int `json:"count"`
	// One for each reason, most first.
	Data []FailureCount `json:"data"`
}

// BroadcastFollowUp: see POST /v1/broadcasts.
type BroadcastFollowUp struct {
	// For how many hours after the message an answer counts.
	WithinHours int `json:"withinHours"`
	// Only who taps one of these buttons of the message counts; null where every answer
	// does.
	Buttons *BroadcastButtons `json:"buttons"`
	// Labels that are put on the conversation.
	LabelIDs []string `json:"labelIds"`
	// Who answers then: no assistant, or that of the phone number; null where that stays as
	// it is. One of none, on_duty.
	Assistant *string `json:"assistant"`
	// A deal of the conversation that is made; null for none.
	Deal *BroadcastDeal `json:"deal"`
	// To whom the conversation is given; null for nobody.
	HandOff *BroadcastFollowUpGiven `json:"handOff"`
}

// BroadcastFollowUpButtons: see POST /v1/broadcasts/from-table.
type BroadcastFollowUpButtons struct {
	// Labels of buttons, without regard to case.
	Titles []string `json:"titles,omitempty"`
	// Or what the provider tells of a button: its payload.
	Payloads []string `json:"payloads,omitempty"`
}

// BroadcastFollowUpCounts: see GET /v1/broadcasts/{id}/results.
type BroadcastFollowUpCounts struct {
	// Recipients whose answer counted.
	Answered int `json:"answered"`
	// Those whose conversation has labels by it.
	Labelled int `json:"labelled"`
	// Those of whom a deal was made.
	DealsMade int `json:"dealsMade"`
	// Those whose conversation was given to the team.
	HandedOff int `json:"handedOff"`
	// Those for whom something could not be done. Their failures are in the list of
	// recipients.
	Failed int `json:"failed"`
}

// BroadcastFollowUpDeal: see POST /v1/broadcasts/from-table.
type BroadcastFollowUpDeal struct {
	// The pipeline; that of the stage by default.
	PipelineID string `json:"pipelineId,omitempty"`
	// The stage; the first open one of the pipeline by default.
	StageID string `json:"stageId,omitempty"`
	// What the deal is about. {{contact.name}}, {{contact.firstName}} and {{button.title}}
	// stand for what they say.
	Title string `json:"title"`
	// What it is worth, a decimal number; empty for nothing.
	Amount string `json:"amount,omitempty"`
	// ISO 4217 code; that of the pipeline by default.
	Currency string `json:"currency,omitempty"`
}

// BroadcastFollowUpFailure: see GET /v1/broadcasts/{id}/recipients.
type BroadcastFollowUpFailure struct {
	// What could not be done, or not all of it. One of labels, assistant, deal, hand_off.
	Act string `json:"act"`
	// Why, in one word.
	Code string `json:"code"`
	// Why, in words.
	Detail string `json:"detail"`
}

// BroadcastFollowUpFields: see POST /v1/broadcasts/from-table.
type BroadcastFollowUpFields struct {
	// For how many hours after the message an answer counts; 72 by default.
	WithinHours int `json:"withinHours,omitempty"`
	// Only who taps one of these buttons of the message counts; by default every answer
	// does.
	Buttons *BroadcastFollowUpButtons `json:"buttons,omitempty"`
	// Labels that are put on the conversation.
	LabelIDs []string `json:"labelIds,omitempty"`
	// Who answers then. none: no assistant does. on_duty: the assistant of the phone number
	// does, though people had taken over. By default that stays as it is. One of none,
	// on_duty.
	Assistant string `json:"assistant,omitempty"`
	// A deal of the conversation that is made, one for each recipient. Needs deals:write.
	Deal *BroadcastFollowUpDeal `json:"deal,omitempty"`
	// The conversation is given to people of a team, among whom routing finds one.
	HandOff *BroadcastFollowUpTeam `json:"handOff,omitempty"`
}

// BroadcastFollowUpGiven: see POST /v1/broadcasts.
type BroadcastFollowUpGiven struct {
	// The team.
	TeamID string `json:"teamId"`
}

// BroadcastFollowUpTeam: see POST /v1/broadcasts/from-table.
type BroadcastFollowUpTeam struct {
	// The team.
	TeamID string `json:"teamId"`
}

// BroadcastFollowed: see GET /v1/broadcasts/{id}/recipients.
type BroadcastFollowed struct {
	// When the answer came.
	AnsweredAt time.Time `json:"answeredAt"`
	// The conversation in which it came.
	ConversationID string `json:"conversationId"`
	// Whether the conversation has labels by it.
	Labelled bool `json:"labelled"`
	// The deal that was made; null for none. It may have been deleted since.
	DealID *string `json:"dealId"`
	// Whether the conversation was given to the team.
	HandedOff bool `json:"handedOff"`
	// What could not be done, which held up nothing else.
	Failures []BroadcastFollowUpFailure `json:"failures"`
}

// BroadcastForecast: see GET /v1/broadcasts/{id}/forecast.
type BroadcastForecast struct {
	// Whether the audience is expanded; if not, all figures are of a part.
	Prepared bool `json:"prepared"`
	// Who gets a message.
	Recipients int `json:"recipients"`
	// Why how many are left out.
	Excluded []BroadcastExclusion `json:"excluded"`
	// Category of the template; empty if the template is gone.
	Category string `json:"category"`
	// What it costs at list price.
	Charge BroadcastCharge `json:"charge"`
	// Recipients whose price is not known. They are in no amount: with any, all amounts are
	// lower bounds.
	Unpriced int `json:"unpriced"`
	// Rate card and day of the prices: listed is the card of this service, others are yours.
	// Empty where none has a price.
	RateCard string `json:"rateCard"`
	// The same by market, the largest first.
	Markets []BroadcastMarket `json:"markets"`
	// Which part of the template's messages of the last 30 days was delivered; null if fewer
	// than 100 were sent. expected goes by it.
	Delivered *float64 `json:"delivered"`
	// The same of the day with the smallest part, of days with at least 100; null if there
	// is none. best goes by it.
	DeliveredLeast *float64 `json:"deliveredLeast"`
	// Messages per second that the provider takes of the phone number.
	Throughput int `json:"throughput"`
	// Seconds from its beginning until the last recipient is sent, with what recipients wait
	// for their own time. Other traffic of the number comes on top.
	SecondsToFinish int `json:"secondsToFinish"`
	// Recipients who wait for their own time: for the end of their quiet hours, or until
	// their clock shows scheduledAt.
	Waiting int `json:"waiting"`
	// When the last recipient would be sent if you started it now.
	LastSentAt time.Time `json:"lastSentAt"`
	// The messaging limit of the phone number.
	Tier BroadcastTier `json:"tier"`
	// Who gets nothing, to compare with; in no other figure.
	HeldOut int `json:"heldOut"`
	// Whether the audience is large enough for the test of two variants; null without them.
	Test *BroadcastTestPlan `json:"test"`
}

// BroadcastFrequency: see POST /v1/broadcasts/from-table.
type BroadcastFrequency struct {
	// How many messages of broadcasts that did not fail.
	Messages int `json:"messages"`
	// In the last how many days of 24 hours.
	Days int `json:"days"`
}

// BroadcastGoal: see POST /v1/broadcasts.
type BroadcastGoal struct {
	// What they are to do. One of answered, read, tapped, conversion.
	Event string `json:"event"`
	// Name of the conversion; null for others.
	Name *string `json:"name"`
	// How many hours a recipient has.
	WindowHours int `json:"windowHours"`
}

// BroadcastGoalFields: see POST /v1/broadcasts/from-table.
type BroadcastGoalFields struct {
	// answered: the contact writes to the phone number. read and tapped: the message, or a
	// button of it. conversion: you tell it. One of answered, read, tapped, conversion.
	Event string `json:"event"`
	// Name of the conversion.
	Name string `json:"name,omitempty"`
	// How many hours a recipient has after the message; 72 by default.
	WindowHours int `json:"windowHours,omitempty"`
}

// BroadcastHoldoutResult: see GET /v1/broadcasts/{id}/results.
type BroadcastHoldoutResult struct {
	// Who is held out.
	Recipients int `json:"recipients"`
	// Whose turn has come: their window began with it.
	Counted int `json:"counted"`
	// Who reached the goal within the window all the same.
	Reached int `json:"reached"`
	// reached divided by counted.
	Rate *BroadcastRate `json:"rate"`
}

// BroadcastLimits: see POST /v1/broadcasts/from-table.
type BroadcastLimits struct {
	// What the messages may cost at list price, as a decimal number. Who has no known price
	// is left out then.
	Amount string `json:"amount,omitempty"`
	// That of the messaging account, which is the default.
	Currency string `json:"currency,omitempty"`
	// How many messages may be sent. One that fails counts no more.
	Messages int `json:"messages,omitempty"`
}

// BroadcastMarket: see GET /v1/broadcasts/{id}/forecast.
type BroadcastMarket struct {
	// The market of the phone numbers; empty if it is not known.
	Market string `json:"market"`
	// Who gets a message there.
	Recipients int `json:"recipients"`
	// Those for whom nothing is billed now, because an ad led them here.
	Free int `json:"free"`
	// What the first message costs; null if it is not known.
	Price *string `json:"price"`
	// What messages cost one after another: more than one price where the broadcast passes
	// volume tiers of the month.
	Prices []BroadcastPrice `json:"prices"`
	// (recipients − free) × delivered messages at these prices; null without a price.
	Expected *string `json:"expected"`
	// (recipients − free) × deliveredLeast messages at these prices; null without a
	// price.
	Best *string `json:"best"`
	// All recipients at these prices; null without a price.
	Worst *string `json:"worst"`
}

// BroadcastPreparation: see POST /v1/broadcasts.
type BroadcastPreparation struct {
	// completed: everybody is a recipient, or left out. One of running, completed, canceled,
	// failed.
	State string `json:"state"`
	// How many of the audience were looked at.
	Done int `json:"done"`
	// How many the audience names.
	Total int `json:"total"`
}

// BroadcastPrice: see GET /v1/broadcasts/{id}/forecast.
type BroadcastPrice struct {
	// After so many messages of the broadcast in the market.
	After int `json:"after"`
	// What a message costs.
	Price string `json:"price"`
}

// BroadcastQuietHours: see POST /v1/broadcasts/from-table.
type BroadcastQuietHours struct {
	// Local time at which they begin, HH:MM.
	From string `json:"from"`
	// Local time at which they end, HH:MM; a time before from is on the next day.
	To string `json:"to"`
}

// BroadcastQuietTime: see POST /v1/broadcasts.
type BroadcastQuietTime struct {
	// Local time at which they begin, HH:MM.
	From string `json:"from"`
	// Local time at which they end, HH:MM.
	To string `json:"to"`
}

// BroadcastRate: see GET /v1/broadcasts/{id}/results.
type BroadcastRate struct {
	// The part.
	Value float64 `json:"value"`
	// Lower bound of the 95% interval (Wilson).
	Low float64 `json:"low"`
	// Upper bound of the 95% interval.
	High float64 `json:"high"`
}

// BroadcastRecipient: see GET /v1/broadcasts/{id}/recipients.
type BroadcastRecipient struct {
	// Place in the audience, from 1 on.
	Number int `json:"number"`
	// The contact; null for who was none when the audience was expanded.
	ContactID *string `json:"contactId"`
	// Phone number; empty if it is not known.
	To string `json:"to"`
	// The provider's business-scoped user id; empty if it is not known.
	UserID string `json:"userId"`
	// What fills the template for this recipient alone.
	Parameters map[string]string `json:"parameters"`
	// How far it has come. held_out: gets nothing, to compare with. waiting_for_winner: gets
	// the better variant, once it is named. One of excluded, queued, sending, sent,
	// delivered, read, failed, canceled, held_out, waiting_for_winner.
	State string `json:"state"`
	// Why it was left out, or the code of the failure; otherwise empty.
	Reason string `json:"reason"`
	// The message; null if there is none.
	MessageID *string `json:"messageId"`
	// When the provider took the message; null if it did not. Of who is held out, when the
	// turn came.
	SentAt *time.Time `json:"sentAt"`
	// Whether the contact wrote within 72 hours after it.
	Answered bool `json:"answered"`
	// The variant for this recipient; null for who is left or held out. One of a, b.
	Variant *string `json:"variant"`
	// Whether a button of the message was tapped.
	Tapped bool `json:"tapped"`
	// IANA time zone: of the custom field time_zone, else the main one of the calling code;
	// null where neither is known, for the workspace's.
	TimeZone *string `json:"timeZone"`
	// When this recipient may get it, if their own time has not come; otherwise null.
	WaitsUntil *time.Time `json:"waitsUntil"`
	// The line of the table on which its row begins, from 1 on; null if it does not come
	// from a table.
	Line *int `json:"line"`
	// What is wrong with the row or with what fills the template, in words; otherwise empty.
	Detail string `json:"detail"`
	// Whether the goal was reached within the window.
	GoalReached bool `json:"goalReached"`
	// What was done after the answer; null where none counted.
	FollowUp *BroadcastFollowed `json:"followUp"`
}

// BroadcastRest: see POST /v1/broadcasts.
type BroadcastRest struct {
	// Percent of the recipients who are in the test.
	TestShare int `json:"testShare"`
	// What happens to the rest where no winner is named. One of pause, variant_a, cancel.
	WithoutWinner string `json:"withoutWinner"`
}

// BroadcastRestFields: see POST /v1/broadcasts/from-table.
type BroadcastRestFields struct {
	// Percent of the recipients who are in the test; the rest waits.
	TestShare int `json:"testShare"`
	// What happens to the rest where no winner is named. pause, by default: the broadcast
	// pauses with the reason no_winner; resume sends variant A, cancel leaves the rest out.
	// variant_a: they get variant A. cancel: they get nothing. One of pause, variant_a,
	// cancel.
	WithoutWinner string `json:"withoutWinner,omitempty"`
}

// BroadcastRestResult: see GET /v1/broadcasts/{id}/results.
type BroadcastRestResult struct {
	// What they get: the winner, or variant A where that was chosen; null before it is
	// decided, and where they get nothing. One of a, b.
	Variant *string `json:"variant"`
	// When it was decided; null before.
	DecidedAt *time.Time `json:"decidedAt"`
	// Who waits, or waited.
	Recipients int `json:"recipients"`
	// Whose message the provider took.
	Sent int `json:"sent"`
	// Whose message reached the phone.
	Delivered int `json:"delivered"`
	// Who read it.
	Read int `json:"read"`
	// Who wrote within 72 hours after it, and got no other broadcast in between.
	Answered int `json:"answered"`
	// Who tapped a button of it.
	Tapped int `json:"tapped"`
	// Who reached the goal within the window.
	Reached int `json:"reached"`
	// reached divided by sent. It is no part of the test.
	Rate *BroadcastRate `json:"rate"`
}

// BroadcastResults: see GET /v1/broadcasts/{id}/results.
type BroadcastResults struct {
	// What recipients are to do; null for no goal.
	Goal *BroadcastGoal `json:"goal"`
	// What became of each variant, a first.
	Variants []BroadcastVariantResult `json:"variants"`
	// What those do who get nothing; null where nobody is held out.
	Holdout *BroadcastHoldoutResult `json:"holdout"`
	// What became of those who waited for the winner; null where everybody is in the test.
	Rest *BroadcastRestResult `json:"rest"`
	// The rate of all who got a message less that of the holdout; null without one.
	Lift *BroadcastDifference `json:"lift"`
	// The rate of variant B less that of A; null without variants.
	Difference *BroadcastDifference `json:"difference"`
	// How many of each variant a winner takes; null without variants.
	SampleSize *int `json:"sampleSize"`
	// When the windows of all recipients are over, and an hour for what is told late; null
	// until the broadcast has ended, or its test where a rest waits, or without a goal.
	DecidesAt *time.Time `json:"decidesAt"`
	// The better variant; null while or where there is none. One of a, b.
	Winner *string `json:"winner"`
	// Why there is no winner. not_over: it is decided at decidesAt, once. no_difference: the
	// interval of the difference has 0. null with a winner. One of no_variants, not_over,
	// sample_too_small, no_difference.
	NoWinner *string `json:"noWinner"`
	// What was done after the answers; null where nothing is.
	FollowUp *BroadcastFollowUpCounts `json:"followUp"`
}

// BroadcastTableForm: see POST /v1/broadcasts/from-table.
type BroadcastTableForm struct {
	// The table. The last part of the form.
	File string `json:"file"`
	// The broadcast, and how to read the table. The first part of the form.
	Options *BroadcastTableOptions `json:"options,omitempty"`
}

// BroadcastTableOptions: see POST /v1/broadcasts/from-table.
type BroadcastTableOptions struct {
	// What people call it.
	Name string `json:"name,omitempty"`
	// The phone number to send from; by default the default number.
	PhoneNumberID string `json:"phoneNumberId,omitempty"`
	// When it begins after somebody started it, at most 90 days ahead; by default at once.
	ScheduledAt *time.Time `json:"scheduledAt,omitempty"`
	// Hard bounds; none by default.
	Limits *BroadcastLimits `json:"limits,omitempty"`
	// What it measures: a goal, who is held out, and another variant. By default nothing.
	Experiment *BroadcastExperimentFields `json:"experiment,omitempty"`
	// When nobody gets it, by the clock of each recipient: whose hours these are waits until
	// they end. By default never.
	QuietHours *BroadcastQuietHours `json:"quietHours,omitempty"`
	// By whose clock scheduledAt is. recipient: each gets it when their clock shows what
	// that of the workspace shows at scheduledAt. workspace, the default: all at this
	// moment. One of workspace, recipient.
	TimeZone string `json:"timeZone,omitempty"`
	// Who got so many messages of broadcasts is left out; by default nobody.
	FrequencyCap *BroadcastFrequency `json:"frequencyCap,omitempty"`
	// What happens with the conversation of a recipient who answers; by default nothing.
	FollowUp *BroadcastFollowUpFields `json:"followUp,omitempty"`
	// Name of the template.
	TemplateName string `json:"templateName,omitempty"`
	// Values of the template's parameters by name. For POSITIONAL templates the names are 1,
	// 2, …
	Parameters map[string]string `json:"parameters,omitempty"`
	// Language of the template; by default the workspace's, or the template's only one.
	Language string `json:"language,omitempty"`
	// Value of the variable in a text header; only for POSITIONAL templates.
	HeaderParameter string `json:"headerParameter,omitempty"`
	// The file in the template's header.
	HeaderMedia *MediaRef `json:"headerMedia,omitempty"`
	// The place in the template's header.
	HeaderLocation *Location `json:"headerLocation,omitempty"`
	// The product in the template's header.
	HeaderProduct *ProductRef `json:"headerProduct,omitempty"`
	// Values for the template's buttons.
	ButtonParameters []ButtonParameter `json:"buttonParameters,omitempty"`
	// Values for each card of a carousel template.
	Cards []CardContent `json:"cards,omitempty"`
	// End of the offer in a limited-time-offer template.
	OfferExpiresAt *time.Time `json:"offerExpiresAt,omitempty"`
	// Phone numbers may then be national numbers of this country.
	DefaultCountry string `json:"defaultCountry,omitempty"`
	// Character between two cells: a comma, a semicolon, a tab or a |; by default
	// recognised.
	Delimiter string `json:"delimiter,omitempty"`
}

// BroadcastTestPlan: see GET /v1/broadcasts/{id}/forecast.
type BroadcastTestPlan struct {
	// How many of each variant it takes to name a winner: with them a rise by detect is
	// found in 80% of all tests, and a winner is named where there is none in 5% at most.
	SampleSize int `json:"sampleSize"`
	// Who gets variant A.
	RecipientsA int `json:"recipientsA"`
	// Who gets variant B.
	RecipientsB int `json:"recipientsB"`
	// audience_too_small: a variant has too few recipients, so that no winner will be named.
	// null for none. One of audience_too_small.
	Problem *string `json:"problem"`
}

// BroadcastTier: see GET /v1/broadcasts/{id}/forecast.
type BroadcastTier struct {
	// How many people may be written to first within 24 hours; null if the provider has not
	// told it.
	Limit *int `json:"limit"`
	// The limit less the recipients, below 0 where it is not enough; null if the limit is
	// not known. Whom you wrote to first in the last 24 hours is not taken off, and whose
	// window is open needs none of it.
	Headroom *int `json:"headroom"`
}

// BroadcastUpdatedData: see the event broadcast.updated.
type BroadcastUpdatedData struct {
	// Identifier of the broadcast.
	BroadcastID string `json:"broadcast_id"`
	// Name of the broadcast.
	Name string `json:"name"`
	// The template of the broadcast.
	TemplateName string `json:"template_name"`
	// The phone number of the broadcast.
	PhoneNumberID string `json:"phone_number_id"`
	// Previous status. One of draft, scheduled, running, paused, completed.
	FromStatus string `json:"from_status"`
	// Current status. One of scheduled, running, paused, completed, canceled.
	ToStatus string `json:"to_status"`
	// Why it is paused: request, too_many_failures, too_many_opt_outs, quality_red,
	// held_by_provider, message_limit_reached, amount_limit_reached, budget_reached, or the
	// code of a fault of its template, phone number or account. Otherwise empty.
	Reason string `json:"reason"`
	// Who changed it; the service itself where it pauses or ends by itself.
	ChangedBy DoneBy `json:"changed_by"`
}

// BroadcastVariant: see POST /v1/broadcasts.
type BroadcastVariant struct {
	// The template.
	TemplateName string `json:"templateName"`
	// Language of the template.
	Language string `json:"language"`
	// What fills the template for all.
	Parameters map[string]string `json:"parameters"`
}

// BroadcastVariantFields: see POST /v1/broadcasts/from-table.
type BroadcastVariantFields struct {
	// Name of the template.
	TemplateName string `json:"templateName,omitempty"`
	// Values of the template's parameters by name. For POSITIONAL templates the names are 1,
	// 2, …
	Parameters map[string]string `json:"parameters,omitempty"`
	// Language of the template; by default the workspace's, or the template's only one.
	Language string `json:"language,omitempty"`
	// Value of the variable in a text header; only for POSITIONAL templates.
	HeaderParameter string `json:"headerParameter,omitempty"`
	// The file in the template's header.
	HeaderMedia *MediaRef `json:"headerMedia,omitempty"`
	// The place in the template's header.
	HeaderLocation *Location `json:"headerLocation,omitempty"`
	// The product in the template's header.
	HeaderProduct *ProductRef `json:"headerProduct,omitempty"`
	// Values for the template's buttons.
	ButtonParameters []ButtonParameter `json:"buttonParameters,omitempty"`
	// Values for each card of a carousel template.
	Cards []CardContent `json:"cards,omitempty"`
	// End of the offer in a limited-time-offer template.
	OfferExpiresAt *time.Time `json:"offerExpiresAt,omitempty"`
}

// BroadcastVariantResult: see GET /v1/broadcasts/{id}/results.
type BroadcastVariantResult struct {
	// The variant. One of a, b.
	Variant string `json:"variant"`
	// Its template.
	TemplateName string `json:"templateName"`
	// Language of the template.
	Language string `json:"language"`
	// Who gets it, or got it.
	Recipients int `json:"recipients"`
	// Whose message the provider took.
	Sent int `json:"sent"`
	// Whose message reached the phone.
	Delivered int `json:"delivered"`
	// Who read it.
	Read int `json:"read"`
	// Who wrote within 72 hours after it, and got no other broadcast in between.
	Answered int `json:"answered"`
	// Who tapped a button of it.
	Tapped int `json:"tapped"`
	// Who reached the goal within the window.
	Reached int `json:"reached"`
	// reached divided by sent; null without a goal.
	Rate *BroadcastRate `json:"rate"`
}

// Budget: see POST /v1/budgets.
type Budget struct {
	// Id of the budget; begins with bud_.
	ID string `json:"id"`
	// What people call it.
	Name string `json:"name"`
	// A calendar day or month in UTC; then it begins anew. One of day, month.
	Period string `json:"period"`
	// The category that it is about; null for the whole workspace.
	Category *string `json:"category"`
	// What may be spent in each period.
	Amount string `json:"amount"`
	// Currency of the amount. Charges in other currencies do not count.
	Currency string `json:"currency"`
	// At which percentages budget.reached is told, once in each period.
	Alerts []int `json:"alerts"`
	// Whether templates that it covers are refused once it is used up.
	HardStop bool `json:"hardStop"`
	// Until when it stops what it covers; null while it does not.
	ClosedUntil *time.Time `json:"closedUntil"`
	// Who created it.
	CreatedBy DoneBy `json:"createdBy"`
	// When it was created.
	CreatedAt time.Time `json:"createdAt"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updatedAt"`
}

// BudgetDetail: see GET /v1/budgets/{id}.
type BudgetDetail struct {
	// Id of the budget; begins with bud_.
	ID string `json:"id"`
	// What people call it.
	Name string `json:"name"`
	// A calendar day or month in UTC; then it begins anew. One of day, month.
	Period string `json:"period"`
	// The category that it is about; null for the whole workspace.
	Category *string `json:"category"`
	// What may be spent in each period.
	Amount string `json:"amount"`
	// Currency of the amount. Charges in other currencies do not count.
	Currency string `json:"currency"`
	// At which percentages budget.reached is told, once in each period.
	Alerts []int `json:"alerts"`
	// Whether templates that it covers are refused once it is used up.
	HardStop bool `json:"hardStop"`
	// Until when it stops what it covers; null while it does not.
	ClosedUntil *time.Time `json:"closedUntil"`
	// Who created it.
	CreatedBy DoneBy `json:"createdBy"`
	// When it was created.
	CreatedAt time.Time `json:"createdAt"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updatedAt"`
	// The period that is now.
	Current BudgetSpending `json:"current"`
}

// BudgetReachedData: see the event budget.reached.
type BudgetReachedData struct {
	// Identifier of the budget.
	BudgetID string `json:"budget_id"`
	// Name of the budget.
	Name string `json:"name"`
	// How long the budget lasts before it begins anew. One of day, month.
	Period string `json:"period"`
	// The first day of the period, in UTC.
	PeriodStart string `json:"period_start"`
	// The category that the budget is about; empty for the whole workspace.
	Category string `json:"category"`
	// Amount of the budget.
	Amount string `json:"amount"`
	// Currency of the amounts.
	Currency string `json:"currency"`
	// What the ledger of charges had of the period at the time.
	Spent string `json:"spent"`
	// The alert that was reached, in percent of the amount.
	Percent int `json:"percent"`
	// Whether the budget stops what is billed once it is used up.
	HardStop bool `json:"hard_stop"`
}

// BudgetSpending: see GET /v1/budgets/{id}.
type BudgetSpending struct {
	// The first day of the period, in UTC.
	FirstDay string `json:"firstDay"`
	// The last day of the period, in UTC.
	LastDay string `json:"lastDay"`
	// What the ledger of charges has of the period.
	Spent string `json:"spent"`
	// What broadcasts may still be billed for beside it: messages that were accepted and are
	// not in the ledger.
	Committed string `json:"committed"`
	// Charges of the period whose amount is not known; they are not in spent.
	Unpriced int `json:"unpriced"`
	// Which part of the amount is spent, in percent, rounded down.
	Percent int `json:"percent"`
}

// BusinessProfile: see GET /v1/phone-numbers/{id}/profile.
type BusinessProfile struct {
	// The line below the name.
	About string `json:"about"`
	// Address of the business; empty if none is shown.
	Address string `json:"address"`
	// What the business does; empty if nothing is shown.
	Description string `json:"description"`
	// Email address of the business; empty if none is shown.
	Email string `json:"email"`
	// Trade of the business, as the provider knows it; absent if none was set. One of other,
	// auto, beauty, apparel, edu, entertain, event_plan, finance, grocery, govt, hotel,
	// health, nonprofit, prof_services, retail, travel, restaurant, not_a_biz, alcohol,
	// online_gambling, physical_gambling, otc_drugs, undefined.
	Vertical string `json:"vertical,omitempty"`
	// Websites of the business, at most two.
	Websites []string `json:"websites"`
	// Link to the picture at the provider, which works for a while; absent if there is none.
	PictureURL string `json:"pictureUrl,omitempty"`
}

// Button: see GET /v1/action-buttons/{id}.
type Button struct {
	// Identifier of the button; begins with btn_.
	ID string `json:"id"`
	// What people read on it.
	Label string `json:"label"`
	// open_url: whoever presses it opens the URL. post: the service calls the URL. One of
	// open_url, post.
	Kind string `json:"kind"`
	// Where it leads. That of open_url may have placeholders such as {contact.phone}.
	URL string `json:"url"`
	// The teams that it is for; empty for everybody.
	TeamIDs []string `json:"teamIds"`
	// The secrets that sign its calls, newest first; none for open_url.
	Secrets []EndpointSecret `json:"secrets"`
	// Who created it.
	CreatedBy DoneBy `json:"createdBy"`
	// When it was created.
	CreatedAt time.Time `json:"createdAt"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updatedAt"`
}

// ButtonParameter: see POST /v1/broadcasts/from-table.
type ButtonParameter struct {
	// Position of the button, starting at 0, among all buttons of the template.
	Index int `json:"index"`
	// End of the URL; only for a URL button with a variable.
	URLSuffix string `json:"urlSuffix,omitempty"`
	// Text that a quick reply button sends back.
	Payload string `json:"payload,omitempty"`
	// Code of a copy-code button.
	CouponCode string `json:"couponCode,omitempty"`
	// Token of a flow button.
	FlowToken string `json:"flowToken,omitempty"`
	// Data of a flow button's first screen.
	FlowData map[string]any `json:"flowData,omitempty"`
	// The product whose image a catalogue button (CATALOG or MPM) shows.
	ThumbnailProductRetailerID string `json:"thumbnailProductRetailerId,omitempty"`
	// The products that a multi-product button (MPM) shows: 1 to 10 sections with at most 30
	// products in total.
	Sections []ProductSection `json:"sections,omitempty"`
}

// ButtonWithSecret: see POST /v1/action-buttons.
type ButtonWithSecret struct {
	// Identifier of the button; begins with btn_.
	ID string `json:"id"`
	// What people read on it.
	Label string `json:"label"`
	// open_url: whoever presses it opens the URL. post: the service calls the URL. One of
	// open_url, post.
	Kind string `json:"kind"`
	// Where it leads. That of open_url may have placeholders such as {contact.phone}.
	URL string `json:"url"`
	// The teams that it is for; empty for everybody.
	TeamIDs []string `json:"teamIds"`
	// The secrets that sign its calls, newest first; none for open_url.
	Secrets []EndpointSecret `json:"secrets"`
	// Who created it.
	CreatedBy DoneBy `json:"createdBy"`
	// When it was created.
	CreatedAt time.Time `json:"createdAt"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updatedAt"`
	// The new secret that signs the calls, shown only here; absent for open_url.
	Secret string `json:"secret,omitempty"`
}

// CTAURL: see GET /v1/messages/{id}.
type CTAURL struct {
	// Label of the button, at most 20 characters.
	DisplayText string `json:"displayText"`
	// URL of the page.
	URL string `json:"url"`
}

// Calendar: see POST /v1/calendars.
type Calendar struct {
	// Identifier of the calendar; begins with cal_.
	ID string `json:"id"`
	// Name of the calendar.
	Name string `json:"name"`
	// The IANA time zone of all hours and days.
	TimeZone string `json:"timeZone"`
	// Hours of the week. Where they overlap, the time counts once.
	Hours []OfficeHours `json:"hours"`
	// Days with other hours.
	Exceptions []CalendarException `json:"exceptions"`
	// Counts the changes, starting at 1.
	Version int `json:"version"`
	// When the calendar was created.
	CreatedAt time.Time `json:"createdAt"`
	// When the calendar was last changed.
	UpdatedAt time.Time `json:"updatedAt"`
}

// CalendarException: see POST /v1/calendars.
type CalendarException struct {
	// Local day.
	Date string `json:"date"`
	// Name of the day, 1 to 100 characters.
	Name string `json:"name"`
	// Hours of that day; closed if empty.
	Hours []DayHours `json:"hours,omitempty"`
}

// CalendarOpenings: see GET /v1/calendars/{id}/openings.
type CalendarOpenings struct {
	// First day.
	From string `json:"from"`
	// Last day.
	To string `json:"to"`
	// What begins on these days, in order. Overlapping hours are one opening.
	Openings []Opening `json:"openings"`
	// The exceptions on these days that have no hours.
	Closed []CalendarException `json:"closed"`
	// Whether the business is open at this moment.
	OpenNow bool `json:"openNow"`
	// When it opens or closes next; null if it does neither within two years.
	NextChangeAt *time.Time `json:"nextChangeAt"`
}

// Call: see GET /v1/messages/{id}.
type Call struct {
	// State of the call. It only moves forward. One of ringing, connected, completed,
	// rejected, failed.
	State string `json:"state"`
	// When the call was answered; absent if it was not.
	StartedAt *time.Time `json:"startedAt,omitempty"`
	// When the call ended; absent until then.
	EndedAt *time.Time `json:"endedAt,omitempty"`
	// Length in seconds; absent if the call was not answered.
	Duration int `json:"duration,omitempty"`
	// Why the call failed, as the provider reported it; absent if it did not.
	Errors []ProviderError `json:"errors,omitempty"`
	// Audio recording, if the call was recorded.
	Recording *Media `json:"recording,omitempty"`
	// Transcript as a JSON file, if the call was transcribed.
	Transcript *Media `json:"transcript,omitempty"`
}

// CannedReply: see POST /v1/canned-replies.
type CannedReply struct {
	// Identifier of the canned reply; begins with crp_.
	ID string `json:"id"`
	// What people type to find it.
	Shortcut string `json:"shortcut"`
	// What it is about; may be empty.
	Title string `json:"title"`
	// The text, with variables such as {{contact.firstName}}.
	Body string `json:"body"`
	// The team that it is for; empty for everybody.
	TeamID string `json:"teamId"`
	// Who created it.
	CreatedBy DoneBy `json:"createdBy"`
	// When it was created.
	CreatedAt time.Time `json:"createdAt"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updatedAt"`
}

// CardContent: see POST /v1/broadcasts/from-table.
type CardContent struct {
	// The file in the card's header.
	HeaderMedia *MediaRef `json:"headerMedia,omitempty"`
	// The product in the card's header. All cards name one catalogue.
	HeaderProduct *ProductRef `json:"headerProduct,omitempty"`
	// Values of the card's text, by name or number.
	Parameters map[string]string `json:"parameters,omitempty"`
	// Values of the card's buttons.
	ButtonParameters []ButtonParameter `json:"buttonParameters,omitempty"`
}

// CardHeader: see GET /v1/messages/{id}.
type CardHeader struct {
	// Type of the header. One of image, video.
	Type string `json:"type"`
	// The file.
	Media File `json:"media"`
}

// CatalogRef: see GET /v1/messages/{id}.
type CatalogRef struct {
	// The product whose image is shown; the first by default.
	ThumbnailProductRetailerID string `json:"thumbnailProductRetailerId,omitempty"`
}

// ChangeConversationStatus: see PUT /v1/conversations/{id}/status.
type ChangeConversationStatus struct {
	// open opens a closed conversation again, with a new episode. closed ends the episode
	// and takes the agent off. One of open, pending, snoozed, closed.
	Status string `json:"status"`
	// With snoozed: when it opens again, at most one year ahead.
	Until *time.Time `json:"until,omitempty"`
	// With snoozed: whether it opens when the contact writes; true by default.
	WakeOnReply bool `json:"wakeOnReply,omitempty"`
	// With closed: why; resolved by default. One of resolved, unresolved, no_answer, spam,
	// other.
	Reason string `json:"reason,omitempty"`
	// With closed: what it was about, in your own words.
	Category string `json:"category,omitempty"`
	// With closed: what came of it.
	Summary string `json:"summary,omitempty"`
}

// ChangePassword: see POST /v1/me/password.
type ChangePassword struct {
	// The password until now; needed if there is one.
	CurrentPassword string `json:"currentPassword,omitempty"`
	// The new password: at least 15 characters.
	NewPassword string `json:"newPassword"`
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

// ChargeDifference: see GET /v1/charges/reconciliations/{id}/differences.
type ChargeDifference struct {
	// Number of the difference, from 1 on, in the order of days.
	Number int `json:"number"`
	// The likely cause. One of status_missing, not_sent_here, not_charged, not_yet_charged,
	// category_differs, free_differs, market_differs, day_differs, price_differs,
	// volume_tier, price_unknown.
	Cause string `json:"cause"`
	// What it means.
	Means string `json:"means"`
	// What to do.
	DoThis string `json:"doThis"`
	// Messages.
	Count int `json:"count"`
	// What the ledger says of them; null where it does not have them.
	Ledger *DifferenceSide `json:"ledger"`
	// What the provider says of them; null where it does not have them.
	Provider *DifferenceSide `json:"provider"`
	// Messages behind it, 20 at most: those of the ledger that are charged alike, or those
	// that wait for a status. Empty where none are known.
	MessageIDs []string `json:"messageIds"`
}

// ChargeRecordedData: see the event charge.recorded.
type ChargeRecordedData struct {
	// Identifier of the row of the ledger.
	ChargeID string `json:"charge_id"`
	// A charge is booked once. Where a later status says something else, one correction
	// takes back what was booked and another one books what holds. One of booking,
	// correction.
	Kind string `json:"kind"`
	// The message.
	MessageID string `json:"message_id"`
	// When the message arrived, as the provider says, in Unix seconds.
	BookedAt int `json:"booked_at"`
	// 1 for what is charged, -1 for what is taken back.
	Count int `json:"count"`
	// The provider's category of the message.
	Category string `json:"category"`
	// Market of the contact's number; null where it is not known.
	Market *string `json:"market"`
	// The rule that priced it. One of per_message, conversation_window, service_window,
	// monthly_allowance, entry_point, not_billed, unknown.
	Rule string `json:"rule"`
	// Rate card and day of the price; null for what is free or has no price.
	RateCard *string `json:"rate_card"`
	// What the provider charges, negative for what is taken back. null: not known; it is
	// never taken for 0.
	Amount *string `json:"amount"`
	// What this service adds: always 0.
	Markup string `json:"markup"`
	// Currency of the messaging account; null where it is not known.
	Currency *string `json:"currency"`
	// Your phone number; null for a message that was erased before it was booked.
	PhoneNumberID *string `json:"phone_number_id"`
	// Template of the message; null for other messages.
	TemplateName *string `json:"template_name"`
	// The assistant that wrote the message; null for none.
	AssistantID *string `json:"assistant_id"`
	// The broadcast of the message; null for none.
	BroadcastID *string `json:"broadcast_id"`
}

// ChargeSavings: see GET /v1/charges/savings.
type ChargeSavings struct {
	// The first day, in UTC.
	From string `json:"from"`
	// The last day, in UTC.
	To string `json:"to"`
	// Whether the whole period was looked at. If not, looking took too long, and it is at
	// least this much: of the last days of the period.
	Complete bool `json:"complete"`
	// Messages that could have cost nothing, each counted once.
	Count int `json:"count"`
	// What they were charged, one for each currency.
	Amounts []SavedAmount `json:"amounts"`
	// The same by cause. A message has the first one that holds, in this order.
	Causes []SavingSum `json:"causes"`
}

// ChargeSum: see GET /v1/charges/summary.
type ChargeSum struct {
	// The day, month, category, market, rule or template, or the id of the number,
	// broadcast, assistant or label. Empty for charges that have none.
	Key string `json:"key"`
	// Charges, corrections set off.
	Count int `json:"count"`
	// Those of them that cost nothing.
	Free int `json:"free"`
	// Those of them whose amount is not known: they are not in amount. Import a rate card
	// that has them.
	Unpriced int `json:"unpriced"`
	// What the provider charges.
	Amount string `json:"amount"`
	// What this service adds: always 0.
	Markup string `json:"markup"`
	// Currency of the messaging accounts; null where it is not known.
	Currency *string `json:"currency"`
}

// ChargeSummary: see GET /v1/charges/summary.
type ChargeSummary struct {
	// By what it is summed up.
	GroupBy string `json:"groupBy"`
	// The first day, in UTC.
	From string `json:"from"`
	// The last day, in UTC.
	To string `json:"to"`
	// One for each key and currency, in their order. Amounts of different currencies are not
	// added up.
	Data []ChargeSum `json:"data"`
}

// ChatCommand: see GET /v1/phone-numbers/{id}/conversational-components.
type ChatCommand struct {
	// Name of the command, without a slash: at most 32 characters.
	Name string `json:"name"`
	// What it does: at most 256 characters.
	Description string `json:"description"`
}

// ClosedDeals: see GET /v1/pipelines/{id}/conversion.
type ClosedDeals struct {
	// How many: as many as there are items.
	Count int `json:"count"`
	// How old they were.
	Times ReportTimes `json:"times"`
}

// ClosingItem: see GET /v1/pipelines/{id}/closings/items.
type ClosingItem struct {
	// When it was lost, or won.
	At time.Time `json:"at"`
	// The deal.
	DealID string `json:"dealId"`
	// What it was about then.
	Title string `json:"title"`
	// Who had it then; empty for nobody.
	OwnerID string `json:"ownerId"`
	// Why; empty for words of its own, or none.
	ReasonID string `json:"reasonId"`
	// Why, in words; empty for none.
	CloseNote string `json:"closeNote"`
	// ISO 4217 code; null for a deal without an amount.
	Currency *string `json:"currency"`
	// What it was worth then: a decimal number.
	Amount string `json:"amount"`
}

// ClosingRate: see GET /v1/pipelines/{id}/bridge.
type ClosingRate struct {
	// The day on which deals were won or lost, in UTC.
	Day string `json:"day"`
	// ISO 4217 code of the currency that was converted.
	From string `json:"from"`
	// The day of the rate.
	On string `json:"on"`
	// What one unit is worth: a decimal number.
	Rate string `json:"rate"`
	// Who says so; empty if nobody said.
	Source string `json:"source"`
}

// ClosingReason: see GET /v1/pipelines/{id}/closings.
type ClosingReason struct {
	// The reason; empty for deals with words of their own, or none.
	ReasonID string `json:"reasonId"`
	// The reason in a few words, although it was deleted; empty without a reason.
	Name string `json:"name"`
	// How many deals: as many as there are items.
	Count int `json:"count"`
	// Which part of all of them, from 0 to 1.
	Share float64 `json:"share"`
	// What they were worth then, by currency.
	Currencies []ClosingSum `json:"currencies"`
}

// ClosingSum: see GET /v1/pipelines/{id}/closings.
type ClosingSum struct {
	// ISO 4217 code; null for deals without an amount.
	Currency *string `json:"currency"`
	// How many deals.
	Deals int `json:"deals"`
	// What they are worth: a decimal number.
	Amount string `json:"amount"`
}

// Closings: see GET /v1/pipelines/{id}/closings.
type Closings struct {
	// The pipeline.
	PipelineID string `json:"pipelineId"`
	// The first day.
	From string `json:"from"`
	// The last day.
	To string `json:"to"`
	// The time zone of the days.
	TimeZone string `json:"timeZone"`
	// Whether the deals were won or lost. One of won, lost.
	Kind string `json:"kind"`
	// How many deals: as many as there are items. One that is reopened and closed anew
	// counts again.
	Count int `json:"count"`
	// What they were worth then, by currency.
	Currencies []ClosingSum `json:"currencies"`
	// The same for each reason, the most frequent first. They sum to the whole.
	Reasons []ClosingReason `json:"reasons"`
}

// CompletePasswordReset: see POST /v1/password-resets/complete.
type CompletePasswordReset struct {
	// What stands after #token= in the link.
	Token string `json:"token"`
	// The new password: at least 15 characters.
	Password string `json:"password"`
}

// ConfirmOnboardingItem: see POST /v1/onboarding/{item}/confirm.
type ConfirmOnboardingItem struct {
	// What you looked at; at most 2000 characters. Needed unless you name a file.
	Note string `json:"note,omitempty"`
	// A file that shows it.
	MediaID string `json:"mediaId,omitempty"`
	// The registration document; needed for document_uploaded. One of
	// tax_registration_certificate, certificate_of_incorporation,
	// small_enterprise_registration.
	DocumentType string `json:"documentType,omitempty"`
}

// ConfirmSession: see POST /v1/session/confirm.
type ConfirmSession struct {
	// Password of the person.
	Password string `json:"password"`
	// What the authenticator app shows. Needed after the answer second_factor_required.
	Code string `json:"code,omitempty"`
	// A recovery code, instead of code.
	RecoveryCode string `json:"recoveryCode,omitempty"`
}

// ConfirmTOTP: see POST /v1/me/totp/confirm.
type ConfirmTOTP struct {
	// What the app shows: six digits.
	Code string `json:"code"`
}

// ConnectMessagingAccount: see POST /v1/messaging-accounts.
type ConnectMessagingAccount struct {
	// The provider's identifier of the account (WABA id).
	MessagingAccountID string `json:"messagingAccountId"`
	// A System User Token with the messaging and management permissions. The service checks
	// it at the provider, stores it encrypted and never shows it again. Omit it in a test
	// workspace: the built-in sandbox uses its own token.
	SystemUserToken string `json:"systemUserToken"`
	// Secret of the app that receives this account's webhooks, if it is not the deployment's
	// own app.
	AppSecret string `json:"appSecret,omitempty"`
}

// ConsentAnswer: see GET /v1/consent-settings.
type ConsentAnswer struct {
	// Whether the confirmation is sent.
	Enabled bool `json:"enabled"`
	// Text of the confirmation.
	Text string `json:"text"`
}

// ConsentDecision: see GET /v1/contacts/{id}/consent.
type ConsentDecision struct {
	// The contact's decision; unknown if none is recorded. One of unknown, opted_in,
	// opted_out.
	State string `json:"state"`
	// When the contact decided; null if unknown.
	DecidedAt *time.Time `json:"decidedAt"`
	// Source of the decision; absent if unknown. One of message, import, api,
	// provider_preference, user.
	Source string `json:"source,omitempty"`
}

// ConsentLanguage: see GET /v1/consent-settings.
type ConsentLanguage struct {
	// Language code, such as en or pt_BR.
	Language string `json:"language"`
	// A message opts the contact out if it consists of one of these words. Spaces,
	// punctuation, emoji, case and accents do not matter.
	StopWords []string `json:"stopWords"`
	// A message opts the contact in again if it consists of one of these words.
	StartWords []string `json:"startWords"`
	// Sent once when the contact opts out.
	StopConfirmation ConsentAnswer `json:"stopConfirmation"`
	// Sent once when the contact opts in again.
	StartConfirmation ConsentAnswer `json:"startConfirmation"`
}

// ConsentProof: see POST /v1/contacts/{id}/consent.
type ConsentProof struct {
	// The message that states the decision, or that the provider refused because of it.
	MessageID string `json:"messageId,omitempty"`
	// The import that contained the decision.
	ImportID string `json:"importId,omitempty"`
	// The provider's id of the sign-up in which the contact agreed.
	SignupID string `json:"signupId,omitempty"`
	// The word that the contact wrote, the provider's text, or the caller's text.
	Detail string `json:"detail,omitempty"`
}

// ConsentRecord: see POST /v1/contacts/{id}/consent.
type ConsentRecord struct {
	// Identifier of the record; begins with cns_.
	ID string `json:"id"`
	// What the decision covers: marketing messages, or all messages except answers and
	// codes. One of marketing, all.
	Purpose string `json:"purpose"`
	// The contact's decision. One of opted_in, opted_out.
	State string `json:"state"`
	// Source of the decision. One of message, import, api, provider_preference, user.
	Source string `json:"source"`
	// Who reported the decision.
	MadeBy DoneBy `json:"madeBy"`
	// The evidence for the decision.
	Proof ConsentProof `json:"proof"`
	// When the contact decided. The newest decision counts, regardless of the order in which
	// decisions are recorded.
	DecidedAt time.Time `json:"decidedAt"`
	// When the decision was recorded here.
	RecordedAt time.Time `json:"recordedAt"`
}

// ConsentSettings: see GET /v1/consent-settings.
type ConsentSettings struct {
	// What a stop word opts out of. One of marketing, all.
	StopPurpose string `json:"stopPurpose"`
	// Words and confirmations of each language.
	Languages []ConsentLanguage `json:"languages"`
	// null while the built-in settings are used.
	UpdatedAt *time.Time `json:"updatedAt"`
}

// Contact: see POST /v1/contacts.
type Contact struct {
	// Identifier of the contact; begins with con_.
	ID string `json:"id"`
	// The phone number, as the provider last reported it or as you gave it.
	Phone string `json:"phone,omitempty"`
	// The provider's business-scoped user id.
	UserID string `json:"userId,omitempty"`
	// A user id shared by linked business portfolios.
	ParentUserID string `json:"parentUserId,omitempty"`
	// The name you gave, or the contact's profile name; empty if neither is known.
	Name string `json:"name"`
	// Sorted and without duplicates.
	Tags []string `json:"tags"`
	// Custom fields by key. Each value has the type of its field.
	Fields map[string]any `json:"fields"`
	// When the contact opted out of marketing; null if the contact did not.
	OptedOutAt *time.Time `json:"optedOutAt"`
	// When the contact was created.
	CreatedAt time.Time `json:"createdAt"`
	// When the contact last changed.
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
	// Kind of address, such as Home.
	Type string `json:"type,omitempty"`
}

// ContactCard: see GET /v1/messages/{id}.
type ContactCard struct {
	// formattedName and at least one other part of the name.
	Name ContactName `json:"name"`
	// Phone numbers.
	Phones []ContactPhone `json:"phones,omitempty"`
	// E-mail addresses.
	Emails []ContactEmail `json:"emails,omitempty"`
	// Postal addresses.
	Addresses []ContactAddress `json:"addresses,omitempty"`
	// Web addresses.
	URLs []ContactURL `json:"urls,omitempty"`
	// The person's company.
	Org *ContactOrg `json:"org,omitempty"`
	// Date as YYYY-MM-DD.
	Birthday string `json:"birthday,omitempty"`
	// contact_request if the card answers a request for contact information.
	Origin string `json:"origin,omitempty"`
	// The vCard from the contact's phone.
	Vcard string `json:"vcard,omitempty"`
}

// ContactConsent: see GET /v1/contacts/{id}/consent.
type ContactConsent struct {
	// The contact.
	ContactID string `json:"contactId"`
	// If opted_out, marketing templates are refused.
	Marketing ConsentDecision `json:"marketing"`
	// If opted_out, utility templates are refused too. Free-form answers and authentication
	// templates are allowed.
	All ConsentDecision `json:"all"`
	// The consent ledger, newest first.
	Data []ConsentRecord `json:"data"`
	// Send this as cursor to get the next page; null on the last page.
	NextCursor *string `json:"nextCursor"`
}

// ContactConsentData: see the event contact.consent_updated.
type ContactConsentData struct {
	// The contact who decided.
	ContactID string `json:"contact_id"`
	// What the decision covers. An opt-out of all leaves only answers. One of marketing,
	// all.
	Purpose string `json:"purpose"`
	// The contact's previous decision. One of unknown, opted_in, opted_out.
	FromState string `json:"from_state"`
	// The contact's current decision. One of opted_in, opted_out.
	ToState string `json:"to_state"`
	// When the contact decided, in seconds since 1970.
	DecidedAt int `json:"decided_at"`
	// Source of the decision. One of message, import, api, provider_preference, user.
	Source string `json:"source"`
	// The consent record that caused the change.
	RecordID string `json:"record_id"`
	// Who reported the decision.
	ChangedBy DoneBy `json:"changed_by"`
}

// ContactDetail: see GET /v1/contacts/{id}.
type ContactDetail struct {
	// Identifier of the contact; begins with con_.
	ID string `json:"id"`
	// The phone number, as the provider last reported it or as you gave it.
	Phone string `json:"phone,omitempty"`
	// The provider's business-scoped user id.
	UserID string `json:"userId,omitempty"`
	// A user id shared by linked business portfolios.
	ParentUserID string `json:"parentUserId,omitempty"`
	// The name you gave, or the contact's profile name; empty if neither is known.
	Name string `json:"name"`
	// Sorted and without duplicates.
	Tags []string `json:"tags"`
	// Custom fields by key. Each value has the type of its field.
	Fields map[string]any `json:"fields"`
	// When the contact opted out of marketing; null if the contact did not.
	OptedOutAt *time.Time `json:"optedOutAt"`
	// When the contact was created.
	CreatedAt time.Time `json:"createdAt"`
	// When the contact last changed.
	UpdatedAt time.Time `json:"updatedAt"`
	// Notices about the contact's identity, newest first, at most 50.
	Notices []ContactNotice `json:"notices"`
	// Merges into this contact, newest first, at most 50.
	Merges []ContactMerge `json:"merges"`
}

// ContactEmail: see GET /v1/messages/{id}.
type ContactEmail struct {
	// The address.
	Email string `json:"email"`
	// Kind of address, such as Work.
	Type string `json:"type,omitempty"`
}

// ContactErasedData: see the event contact.erased.
type ContactErasedData struct {
	// Identifier of the erasure; begins with ers_.
	ErasureID string `json:"erasure_id"`
	// The contact whose data is erased.
	ContactID string `json:"contact_id"`
	// The contacts that were merged into it. They are erased, too.
	MergedContactIDs []string `json:"merged_contact_ids"`
	// The conversations that are erased with it.
	ConversationIDs []string `json:"conversation_ids"`
	// Who asked for it.
	ErasedBy DoneBy `json:"erased_by"`
}

// ContactErasure: see GET /v1/contact-erasures/{id}.
type ContactErasure struct {
	// Identifier of the erasure; begins with ers_.
	ID string `json:"id"`
	// paused: it continues automatically. completed, canceled, failed: it has ended. One of
	// running, paused, completed, canceled, failed.
	State string `json:"state"`
	// What it does now, or did last; absent if it has only one phase. One of collecting,
	// delivering, measuring, crawling, indexing, messages, conversations, events, contacts.
	Phase string `json:"phase,omitempty"`
	// Number of items done so far.
	Done int `json:"done"`
	// Number of items in total; null while unknown.
	Total *int `json:"total"`
	// Why it is paused; absent if it is not. One of budget_used_up, ai_disabled,
	// providers_unavailable, texts_refused.
	Paused string `json:"paused,omitempty"`
	// When it continues; null if it is not paused.
	RetryAt *time.Time `json:"retryAt"`
	// Why it failed; absent if it did not.
	Error string `json:"error,omitempty"`
	// When it began.
	StartedAt time.Time `json:"startedAt"`
	// When it last made progress or was paused.
	UpdatedAt time.Time `json:"updatedAt"`
	// When it ended; null until then.
	EndedAt *time.Time `json:"endedAt"`
	// The contact. Nothing is found by this id after the end.
	ContactID string `json:"contactId"`
	// Who asked for the erasure.
	RequestedBy DoneBy `json:"requestedBy"`
	// Messages that were erased so far.
	Messages int `json:"messages"`
	// Files that were erased so far: those that nothing else uses.
	Files int `json:"files"`
	// Events of the log that were erased so far.
	Events int `json:"events"`
}

// ContactField: see POST /v1/contact-fields.
type ContactField struct {
	// Identifier of the custom field; begins with fld_.
	ID string `json:"id"`
	// Name of the field in the API.
	Key string `json:"key"`
	// Display name.
	Label string `json:"label"`
	// Type of the values. One of text, number, boolean, date, select, url.
	Type string `json:"type"`
	// The options of a select field.
	Options []string `json:"options,omitempty"`
	// When the field was defined.
	CreatedAt time.Time `json:"createdAt"`
}

// ContactFields: see GET /v1/contact-fields.
type ContactFields struct {
	// Every custom field, oldest first.
	Data []ContactField `json:"data"`
}

// ContactIdentityData: see the event contact.identity_updated.
type ContactIdentityData struct {
	// The contact. Its id does not change.
	ContactID string `json:"contact_id"`
	// The changed parts of the contact's identity; empty if only another contact was merged
	// into it.
	Changes []IdentityChange `json:"changes"`
	// A contact that was merged into this one because both are the same person; empty if
	// there is none.
	MergedContactID string `json:"merged_contact_id"`
	// What the provider reported. One of number_changed, user_id_changed.
	Reason string `json:"reason"`
	// Who reported the change: the provider.
	ChangedBy DoneBy `json:"changed_by"`
}

// ContactImport: see POST /v1/contact-imports.
type ContactImport struct {
	// Identifier of the import; begins with imp_.
	ID string `json:"id"`
	// paused: it continues automatically. completed, canceled, failed: it has ended. One of
	// running, paused, completed, canceled, failed.
	State string `json:"state"`
	// What it does now, or did last; absent if it has only one phase. One of collecting,
	// delivering, measuring, crawling, indexing, messages, conversations, events, contacts.
	Phase string `json:"phase,omitempty"`
	// Number of items done so far.
	Done int `json:"done"`
	// Number of items in total; null while unknown.
	Total *int `json:"total"`
	// Why it is paused; absent if it is not. One of budget_used_up, ai_disabled,
	// providers_unavailable, texts_refused.
	Paused string `json:"paused,omitempty"`
	// When it continues; null if it is not paused.
	RetryAt *time.Time `json:"retryAt"`
	// Why it failed; absent if it did not.
	Error string `json:"error,omitempty"`
	// When it began.
	StartedAt time.Time `json:"startedAt"`
	// When it last made progress or was paused.
	UpdatedAt time.Time `json:"updatedAt"`
	// When it ended; null until then.
	EndedAt *time.Time `json:"endedAt"`
	// File name of the table; absent if none was given.
	Filename string `json:"filename,omitempty"`
	// Character encoding, as recognised.
	Encoding string `json:"encoding"`
	// The character between two cells.
	Delimiter string `json:"delimiter"`
	// The meaning of each column, in the order of the table.
	Columns []ImportColumn `json:"columns"`
	// Rows that created a contact.
	Created int `json:"created"`
	// Rows that changed a contact.
	Updated int `json:"updated"`
	// Rows of existing contacts that changed nothing, or that onDuplicate skipped.
	Skipped int `json:"skipped"`
	// Refused rows. GET …/problems lists the reasons, at most 10,000.
	Failed int `json:"failed"`
	// Estimated rows per second while the import runs.
	RowsPerSecond float64 `json:"rowsPerSecond"`
	// Estimated seconds until the end; 0 after the end.
	SecondsLeft int `json:"secondsLeft"`
}

// ContactMerge: see GET /v1/contacts/{id}.
type ContactMerge struct {
	// Identifier of the merge; begins with mrg_. Use it to undo the merge.
	ID string `json:"id"`
	// The contact that was merged into this one. Its id still leads to this contact.
	ContactID string `json:"contactId"`
	// Why the contacts were merged: api if you asked for it, otherwise what showed that they
	// are the same person. One of api, seen_together, number_changed, user_id_changed.
	Cause string `json:"cause"`
	// Who asked for the merge; null if the contacts were merged automatically.
	MadeBy *DoneBy `json:"madeBy"`
	// When the contacts were merged.
	CreatedAt time.Time `json:"createdAt"`
	// When the merge was undone; null if it was not.
	UndoneAt *time.Time `json:"undoneAt"`
}

// ContactName: see GET /v1/messages/{id}.
type ContactName struct {
	// The full name.
	FormattedName string `json:"formattedName"`
	// Given name.
	FirstName string `json:"firstName,omitempty"`
	// Family name.
	LastName string `json:"lastName,omitempty"`
	// Middle name.
	MiddleName string `json:"middleName,omitempty"`
	// Prefix, such as Dr.
	Prefix string `json:"prefix,omitempty"`
	// Suffix, such as Jr.
	Suffix string `json:"suffix,omitempty"`
}

// ContactNotice: see GET /v1/contacts/{id}.
type ContactNotice struct {
	// Identifier of the notice; begins with ntc_.
	ID string `json:"id"`
	// What happened. One of number_reassigned, number_taken_over, number_changed,
	// user_id_changed, identity_changed.
	Kind string `json:"kind"`
	// The phone number of the notice; absent if it concerns none.
	Phone string `json:"phone,omitempty"`
	// The user id of the notice; absent if it concerns none.
	UserID string `json:"userId,omitempty"`
	// The other contact, if a phone number changed its owner.
	OtherContactID string `json:"otherContactId,omitempty"`
	// A description in one sentence.
	Detail string `json:"detail"`
	// When this was noticed.
	CreatedAt time.Time `json:"createdAt"`
}

// ContactOrg: see GET /v1/messages/{id}.
type ContactOrg struct {
	// Name of the company.
	Company string `json:"company,omitempty"`
	// Department.
	Department string `json:"department,omitempty"`
	// Job title.
	Title string `json:"title,omitempty"`
}

// ContactPhone: see GET /v1/messages/{id}.
type ContactPhone struct {
	// The phone number.
	Phone string `json:"phone"`
	// Kind of phone number, such as Work or Mobile.
	Type string `json:"type,omitempty"`
	// The WhatsApp id of the phone number (its digits). With it, the card shows a button to
	// write to the person.
	WaID string `json:"waId,omitempty"`
}

// ContactPromise: see POST /v1/conversations/{id}/promises.
type ContactPromise struct {
	// Identifier of the promise; begins with prm_.
	ID string `json:"id"`
	// The conversation in which it was made.
	ConversationID string `json:"conversationId"`
	// What was promised.
	Text string `json:"text"`
	// When it is to be kept. If it is still open then, the conversation opens.
	DueAt time.Time `json:"dueAt"`
	// proposed: an assistant found it, and nobody has confirmed it. One of proposed, open,
	// kept, withdrawn.
	Status string `json:"status"`
	// The user who keeps it; empty for nobody in particular.
	UserID string `json:"userId"`
	// The message in which it was made; empty if it is not known.
	MessageID string `json:"messageId"`
	// Who noted it.
	CreatedBy DoneBy `json:"createdBy"`
	// When it was noted.
	CreatedAt time.Time `json:"createdAt"`
	// When it opened the conversation; null for not yet.
	WokeAt *time.Time `json:"wokeAt"`
	// When it was kept or withdrawn; null for not yet.
	EndedAt *time.Time `json:"endedAt"`
	// Who kept or withdrew it; null for nobody yet.
	EndedBy *DoneBy `json:"endedBy"`
}

// ContactURL: see GET /v1/messages/{id}.
type ContactURL struct {
	// The address.
	URL string `json:"url"`
	// Kind of address, such as Work.
	Type string `json:"type,omitempty"`
}

// Context: see GET /v1/messages/{id}.
type Context struct {
	// The provider's identifier of the quoted message, even if it is not known here.
	ProviderMessageID string `json:"providerMessageId,omitempty"`
	// Sender of the quoted message, as the provider reported it.
	From string `json:"from,omitempty"`
	// Whether the message was forwarded.
	Forwarded bool `json:"forwarded,omitempty"`
	// Whether the message was forwarded more than five times.
	FrequentlyForwarded bool `json:"frequentlyForwarded,omitempty"`
	// The product of the contact's question.
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
	// The team that the conversation is assigned to; empty if there is none.
	TeamID string `json:"teamId"`
	// The user that the conversation is assigned to; empty if there is none.
	AgentID string `json:"agentId"`
	// The labels of the conversation.
	LabelIDs []string `json:"labelIds"`
	// When the contact last wrote; null if never.
	LastInboundAt *time.Time `json:"lastInboundAt"`
	// End of the customer-service window; null if the contact never wrote.
	WindowClosesAt *time.Time `json:"windowClosesAt"`
	// Who replies: an assistant or a person.
	Assistant OnDuty `json:"assistant"`
	// When the conversation began.
	CreatedAt time.Time `json:"createdAt"`
	// Name of the contact; empty if unknown.
	ContactName string `json:"contactName"`
	// open: somebody of the business must act. pending: the business waits for the contact.
	// snoozed: put aside for a while. closed: there is nothing to do. One of open, pending,
	// snoozed, closed.
	Status string `json:"status"`
	// How pressing the conversation is. One of urgent, high, normal, low.
	Priority string `json:"priority"`
	// Since when the contact waits for an answer; null if they do not.
	WaitingSince *time.Time `json:"waitingSince"`
	// When the next clock of the conversation is due, which may be past; null if none runs.
	DueAt *time.Time `json:"dueAt"`
	// When a snoozed conversation opens again; null for no time.
	SnoozedUntil *time.Time `json:"snoozedUntil"`
	// Whether a snoozed conversation opens when the contact writes.
	WakeOnReply bool `json:"wakeOnReply"`
	// The end of a snooze that the contact cut short: the conversation opens then. It stays,
	// also when it is over, until somebody acts; null for none.
	FollowUpAt *time.Time `json:"followUpAt"`
	// When the next open promise to the contact is due, also when that time is over; null
	// for none.
	PromiseDueAt *time.Time `json:"promiseDueAt"`
	// When the contact last wrote, an answer was last accepted, or the conversation was last
	// opened, handed off or closed; null if it never was open.
	ActivityAt *time.Time `json:"activityAt"`
	// The latest message of the contact, or answer to it; null if there is none.
	LastMessage *MessagePreview `json:"lastMessage"`
	// Number of messages of the contact and answers so far. It grows with each.
	Seq int `json:"seq"`
	// Number of messages of the contact that somebody may have to answer.
	InboundCount int `json:"inboundCount"`
	// How many of them you have not read. For an API key, and until you open the
	// conversation: how many nobody has read.
	UnreadCount int `json:"unreadCount"`
	// The user who saw the latest of them first; empty for nobody.
	SeenBy string `json:"seenBy"`
	// When; null for never.
	SeenAt *time.Time `json:"seenAt"`
	// In the view mentions: when a note last mentioned you; else null.
	MentionedAt *time.Time `json:"mentionedAt"`
	// The latest episode; null if there never was one.
	Episode *EpisodeRef `json:"episode"`
}

// ConversationAssignedData: see the event conversation.assigned.
type ConversationAssignedData struct {
	// The assigned conversation.
	ConversationID string `json:"conversation_id"`
	// The contact of the conversation.
	ContactID string `json:"contact_id"`
	// The previous assignee; null if there was none.
	FromAssignee *EventAssignee `json:"from_assignee"`
	// The current assignee; null if there is none.
	ToAssignee *EventAssignee `json:"to_assignee"`
	// Who assigned the conversation.
	ChangedBy DoneBy `json:"changed_by"`
	// The current team; empty if there is none.
	TeamID string `json:"team_id"`
	// The current user; empty if there is none.
	AgentID string `json:"agent_id"`
	// Why, for example agent_deactivated. More reasons may be added.
	Reason string `json:"reason"`
	// The latest episode of the conversation; empty if there never was one.
	EpisodeID string `json:"episode_id"`
	// The routing decision that assigned it; empty if none did.
	DecisionID string `json:"decision_id"`
	// The previous team; empty if there was none.
	FromTeamID string `json:"from_team_id"`
	// The previous user; empty if there was none.
	FromAgentID string `json:"from_agent_id"`
}

// ConversationButton: see GET /v1/conversations/{id}/buttons.
type ConversationButton struct {
	// Identifier of the button.
	ID string `json:"id"`
	// What people read on it.
	Label string `json:"label"`
	// open_url: open the url. post: press it here. One of open_url, post.
	Kind string `json:"kind"`
	// The URL with the values of the conversation; empty for post.
	URL string `json:"url"`
	// Placeholders of the URL that have no value here, or none that you may read. They are
	// left out.
	Missing []string `json:"missing"`
}

// ConversationClock: see GET /v1/conversations/{id}/clocks.
type ConversationClock struct {
	// Identifier of the clock; begins with clk_.
	ID string `json:"id"`
	// The episode that it measures.
	EpisodeID string `json:"episodeId"`
	// first: to the first answer of the episode. next: to the answer to a later message.
	// person: from a hand-off to the answer of a person. resolution: to the end of the
	// episode. One of first, next, person, resolution.
	Kind string `json:"kind"`
	// Which message of the episode started a clock of the kind next, which hand-off one of
	// the kind person; otherwise 1.
	No int `json:"no"`
	// met: ended in time. missed: ended too late. stopped: the episode was closed without an
	// answer, in time. canceled: it counts for nothing. One of running, paused, met, missed,
	// stopped, canceled.
	State string `json:"state"`
	// Key of the policy.
	Policy string `json:"policy"`
	// Version of the policies.
	PolicyVersion int `json:"policyVersion"`
	// The calendar in whose hours it runs; empty for always.
	CalendarID string `json:"calendarId"`
	// Version of the calendar; 0 without one.
	CalendarVersion int `json:"calendarVersion"`
	// What the policy promised, in minutes of the calendar.
	TargetMinutes int `json:"targetMinutes"`
	// When it began.
	StartedAt time.Time `json:"startedAt"`
	// When it is due. Of a clock that is paused: when it was; it moves when the clock goes
	// on.
	DueAt time.Time `json:"dueAt"`
	// From when on it is about to be late; null for never.
	WarnAt *time.Time `json:"warnAt"`
	// Since when it stands still; null if it does not.
	PausedAt *time.Time `json:"pausedAt"`
	// When it ended; null while it goes on.
	EndedAt *time.Time `json:"endedAt"`
	// How much time of the calendar it used until the last pause or its end, in
	// milliseconds.
	UsedMs int `json:"usedMs"`
	// How many steps of the policy it has run.
	StepsRun int `json:"stepsRun"`
	// From when on it was about to be late, once that was told; null if it was not told.
	WarnedAt *time.Time `json:"warnedAt"`
	// When it became late, once that was told; null if it is not late.
	BreachedAt *time.Time `json:"breachedAt"`
}

// ConversationCounts: see GET /v1/conversation-counts.
type ConversationCounts struct {
	// Not closed. The other numbers, except closed, are part of it.
	All int `json:"all"`
	// Assigned to you and not snoozed; 0 for an API key.
	Mine int `json:"mine"`
	// Assigned to nobody and not snoozed; they may have a team.
	Unassigned int `json:"unassigned"`
	// The contact waits, and the conversation is not snoozed.
	NeedsAnswer int `json:"needsAnswer"`
	// You answered and wait for the contact.
	Pending int `json:"pending"`
	// Snoozed.
	Snoozed int `json:"snoozed"`
	// Closed.
	Closed int `json:"closed"`
	// The teams that have any, by id.
	Teams []TeamCount `json:"teams"`
	// The phone numbers that have any, by id.
	PhoneNumbers []PhoneNumberCount `json:"phoneNumbers"`
}

// ConversationHandedOffData: see the event conversation.handed_off.
type ConversationHandedOffData struct {
	// The conversation that goes to people.
	ConversationID string `json:"conversation_id"`
	// The contact who waits for an answer.
	ContactID string `json:"contact_id"`
	// The provider's identifier of the last unanswered message.
	MessageID string `json:"message_id"`
	// The assistant that handed off.
	AssistantID string `json:"assistant_id"`
	// Number of the revision.
	AssistantRevision int `json:"assistant_revision"`
	// The turn of the hand-off.
	TurnID string `json:"turn_id"`
	// Reason for the hand-off. One of asked_for_person, policy_word, same_question_twice,
	// no_evidence, negative_twice, turn_limit, reply_limit, providers_unavailable,
	// media_not_understood, window_ending, budget_used_up, language_not_supported,
	// opted_out, model_asked, answer_refused, loop_detected, internal.
	Reason string `json:"reason"`
	// What the reason is based on.
	Evidence string `json:"evidence"`
	// The latest messages, as text for the person who takes over.
	Summary string `json:"summary"`
	// The knowledge found for the question.
	Passages []EventPassage `json:"passages"`
	// Id of the message that informed the contact; null if none was sent.
	AIMessageID *string `json:"ai_message_id"`
}

// ConversationLabelsData: see the event conversation.labels_updated.
type ConversationLabelsData struct {
	// The conversation with other labels.
	ConversationID string `json:"conversation_id"`
	// The contact of the conversation.
	ContactID string `json:"contact_id"`
	// The labels that it has now.
	LabelIDs []string `json:"label_ids"`
	// The labels that were put on it.
	AddedLabelIDs []string `json:"added_label_ids"`
	// The labels that were taken off it.
	RemovedLabelIDs []string `json:"removed_label_ids"`
	// Who made the change.
	ChangedBy DoneBy `json:"changed_by"`
	// Why, for example request. More reasons may be added.
	Reason string `json:"reason"`
}

// ConversationPresence: see GET /v1/conversations/{id}/presence.
type ConversationPresence struct {
	// Those who are there, by user, at most 100.
	People []PresentUser `json:"people"`
}

// ConversationRatedData: see the event conversation.rated.
type ConversationRatedData struct {
	// The conversation that the contact rated.
	ConversationID string `json:"conversation_id"`
	// The contact of the conversation.
	ContactID string `json:"contact_id"`
	// The episode that was rated.
	EpisodeID string `json:"episode_id"`
	// From 1, the worst, to 5.
	Score int `json:"score"`
	// What the contact wrote about it; empty for nothing yet.
	Comment string `json:"comment"`
	// The team that had the conversation at the end of the episode; empty if there was none.
	TeamID string `json:"team_id"`
	// The user who had it then; empty if there was none.
	AgentID string `json:"agent_id"`
	// When the contact first rated it, in seconds since 1970.
	RatedAt int `json:"rated_at"`
}

// ConversationSLABreachedData: see the event conversation.sla_breached.
type ConversationSLABreachedData struct {
	// The conversation in which a promise was not kept.
	ConversationID string `json:"conversation_id"`
	// The contact of the conversation.
	ContactID string `json:"contact_id"`
	// The clock; begins with clk_. Each one is told of once.
	ClockID string `json:"clock_id"`
	// What was promised: the first answer of an episode, the answer to a later message, the
	// answer of a person after a hand-off, or the end of the episode. One of first, next,
	// person, resolution.
	Kind string `json:"kind"`
	// The episode of the clock.
	EpisodeID string `json:"episode_id"`
	// Key of the policy.
	Policy string `json:"policy"`
	// Version of the policies.
	PolicyVersion int `json:"policy_version"`
	// What the policy promised, in minutes of its calendar.
	TargetMinutes int `json:"target_minutes"`
	// When the clock began, in seconds since 1970.
	StartedAt int `json:"started_at"`
	// When it was due, in seconds since 1970.
	DueAt int `json:"due_at"`
	// When it ended, in seconds since 1970; null if it still runs.
	EndedAt *int `json:"ended_at"`
	// The team that has the conversation; empty if there is none.
	TeamID string `json:"team_id"`
	// The user who has it; empty if there is none.
	AgentID string `json:"agent_id"`
}

// ConversationSLAWarnedData: see the event conversation.sla_warned.
type ConversationSLAWarnedData struct {
	// The conversation in which a promise is about to be broken.
	ConversationID string `json:"conversation_id"`
	// The contact of the conversation.
	ContactID string `json:"contact_id"`
	// The clock; begins with clk_. Each one warns once.
	ClockID string `json:"clock_id"`
	// What was promised: the first answer of an episode, the answer to a later message, the
	// answer of a person after a hand-off, or the end of the episode. One of first, next,
	// person, resolution.
	Kind string `json:"kind"`
	// The episode of the clock.
	EpisodeID string `json:"episode_id"`
	// Key of the policy.
	Policy string `json:"policy"`
	// Version of the policies.
	PolicyVersion int `json:"policy_version"`
	// What the policy promised, in minutes of its calendar.
	TargetMinutes int `json:"target_minutes"`
	// When the clock began, in seconds since 1970.
	StartedAt int `json:"started_at"`
	// From when on it is about to be late, in seconds since 1970.
	WarnAt int `json:"warn_at"`
	// When it is due, in seconds since 1970.
	DueAt int `json:"due_at"`
	// The team that has the conversation; empty if there is none.
	TeamID string `json:"team_id"`
	// The user who has it; empty if there is none.
	AgentID string `json:"agent_id"`
}

// ConversationStatusData: see the event conversation.status_updated.
type ConversationStatusData struct {
	// The conversation with the new status.
	ConversationID string `json:"conversation_id"`
	// The contact of the conversation.
	ContactID string `json:"contact_id"`
	// Previous status. One of open, pending, snoozed, closed.
	FromStatus string `json:"from_status"`
	// Current status. One of open, pending, snoozed, closed.
	ToStatus string `json:"to_status"`
	// When a snoozed conversation opens again, in seconds since 1970; otherwise null.
	SnoozedUntil *int `json:"snoozed_until"`
	// Who made the change.
	ChangedBy DoneBy `json:"changed_by"`
	// Why, for example contact_wrote. More reasons may be added.
	Reason string `json:"reason"`
	// The episode that is open, or that ended.
	EpisodeID string `json:"episode_id"`
	// The team that has the conversation, or had it when it was closed; empty if there is
	// none.
	TeamID string `json:"team_id"`
	// The user who has it, or had it when it was closed; empty if there is none.
	AgentID string `json:"agent_id"`
	// Why it was closed, for example resolved; empty if it was not. More reasons may be
	// added.
	CloseReason string `json:"close_reason"`
	// The category that the closing noted; empty for none.
	Category string `json:"category"`
	// The summary that the closing noted; empty for none.
	Summary string `json:"summary"`
}

// ConversationTimelineEntry: see GET /v1/conversations/{id}/timeline.
type ConversationTimelineEntry struct {
	// Identifier of the entry; begins with tle_.
	ID string `json:"id"`
	// The conversation to which it happened: the one that you asked for, or one that was
	// joined to it.
	ConversationID string `json:"conversationId"`
	// When it happened.
	At time.Time `json:"at"`
	// What happened. What changed several things at once is of the kind that comes first in
	// this list. One of merged, parted, hand_off, status, assignment, priority, follow_up,
	// labels, speaker, note, sla_breached, sla_warned, rated, window_closing,
	// routed_too_often, rating_asked, rating_not_asked, button_pressed, promise_due,
	// broadcast_answered.
	Kind string `json:"kind"`
	// Who did it.
	By DoneBy `json:"by"`
	// Why, as the events conversation.status_updated and conversation.assigned tell it, or
	// why the contact was not asked for a rating, as the rating of the episode tells it;
	// empty if there is nothing to say.
	Reason string `json:"reason"`
	// The episode that it was about; empty for none.
	EpisodeID string `json:"episodeId"`
	// What changed, by field, with the value before and after; null is none. The fields are
	// those of a conversation, and of who answers in it.
	Changes map[string]ActChange `json:"changes"`
	// The decision of routing behind it, as GET /v1/conversations/{id}/routing explains it;
	// empty for none.
	DecisionID string `json:"decisionId"`
	// The note that was written; empty for none. It may have been deleted since.
	NoteID string `json:"noteId"`
	// The clock that was late, or about to be, or that ran a step of its policy; empty for
	// none.
	ClockID string `json:"clockId"`
	// What that clock measures, first, next, person or resolution, where it was late, or
	// about to be; empty for none, and where an older version noted it.
	ClockKind string `json:"clockKind"`
	// The step of the policy that made the change: of those for the kind of the clock, in
	// the order in which they run, from 1; 0 for none.
	Step int `json:"step"`
	// The message that asked for a rating; empty for none.
	MessageID string `json:"messageId"`
	// The button that was pressed; empty for none.
	ButtonID string `json:"buttonId"`
	// The press of the button; empty for none.
	PressID string `json:"pressId"`
	// The promise that was due; empty for none.
	PromiseID string `json:"promiseId"`
	// The proposal of an assistant behind it; empty for none.
	ProposalID string `json:"proposalId"`
	// The broadcast that the contact answered, so that something was done; empty for none.
	BroadcastID string `json:"broadcastId"`
	// What that broadcast was called then; empty for none.
	BroadcastName string `json:"broadcastName"`
	// The conversation that was joined to it or parted from it; empty for none.
	OtherConversationID string `json:"otherConversationId"`
	// What the contact said of the episode, 1 to 5; 0 for nothing.
	Score int `json:"score"`
}

// ConversationTooOftenData: see the event conversation.routed_too_often.
type ConversationTooOftenData struct {
	// The conversation that went from one to the next.
	ConversationID string `json:"conversation_id"`
	// The contact of the conversation.
	ContactID string `json:"contact_id"`
	// The episode in which it was given to so many.
	EpisodeID string `json:"episode_id"`
	// The decision of routing, as GET /v1/conversations/{id}/routing explains it.
	DecisionID string `json:"decision_id"`
	// The team whose members had it one after the other; empty if there is none.
	FromTeamID string `json:"from_team_id"`
	// The team that has it now: the one of the overflow, once a day, which goes on; else the
	// same team, of which people decide. Empty if there is none.
	TeamID string `json:"team_id"`
}

// ConversationWindow: see GET /v1/conversations/{id}/window.
type ConversationWindow struct {
	// Whether any message may be sent now. It closes a minute before closesAt, for messages
	// that are on their way.
	Open bool `json:"open"`
	// End of the window; null if the contact never wrote.
	ClosesAt *time.Time `json:"closesAt"`
	// Until then, in seconds; 0 if it is not open.
	SecondsLeft int `json:"secondsLeft"`
	// Whether it ends within windowWarningMinutes of the settings of the inbox.
	EndsSoon bool `json:"endsSoon"`
	// Whether the contact waits for an answer.
	Waiting bool `json:"waiting"`
	// What one template to the contact costs when the window has closed, at list price.
	Afterwards AfterTheWindow `json:"afterwards"`
}

// ConversationWindowClosingData: see the event conversation.window_closing.
type ConversationWindowClosingData struct {
	// The conversation whose window ends.
	ConversationID string `json:"conversation_id"`
	// The contact, who waits for an answer.
	ContactID string `json:"contact_id"`
	// Your phone number.
	PhoneNumberID string `json:"phone_number_id"`
	// The open episode.
	EpisodeID string `json:"episode_id"`
	// The team that has the conversation; empty if there is none.
	TeamID string `json:"team_id"`
	// The user who has it; empty if there is none.
	AgentID string `json:"agent_id"`
	// Since when the contact waits, in seconds since 1970.
	WaitingSince int `json:"waiting_since"`
	// When the window ends, in seconds since 1970. Then only templates reach the contact.
	ClosesAt int `json:"closes_at"`
	// What one template to the contact costs then, at list price.
	TemplatePrice EventTemplatePrice `json:"template_price"`
}

// ConversationalComponents: see GET /v1/phone-numbers/{id}/conversational-components.
type ConversationalComponents struct {
	// Whether the provider tells when somebody opens the chat for the first time, so that
	// you can welcome them.
	WelcomeMessage bool `json:"welcomeMessage"`
	// What contacts may pick after they typed a slash.
	Commands []ChatCommand `json:"commands"`
	// What contacts may tap when the chat is still empty.
	Prompts []string `json:"prompts"`
}

// Conversion: see GET /v1/pipelines/{id}/conversion.
type Conversion struct {
	// The pipeline.
	PipelineID string `json:"pipelineId"`
	// The first day.
	From string `json:"from"`
	// The last day.
	To string `json:"to"`
	// The time zone of the days.
	TimeZone string `json:"timeZone"`
	// Which part of the deals that were won or lost was won, from 0 to 1; null if there were
	// none.
	WinRate *float64 `json:"winRate"`
	// The deals that were won.
	Won ClosedDeals `json:"won"`
	// The deals that were lost.
	Lost ClosedDeals `json:"lost"`
	// The stages that there were, in their order.
	Stages []StageConversion `json:"stages"`
}

// ConversionItem: see GET /v1/pipelines/{id}/conversion/items.
type ConversionItem struct {
	// When it happened.
	At time.Time `json:"at"`
	// The deal.
	DealID string `json:"dealId"`
	// What it was about then; empty for a deal that was removed.
	Title string `json:"title"`
	// Who had it then; empty for nobody.
	OwnerID string `json:"ownerId"`
	// The stage that it came onto or left; empty for deals that were won or lost.
	StageID string `json:"stageId"`
	// Where it went when it left; empty where it came.
	Part string `json:"part"`
	// How long it was on the stage, or how old it was, in milliseconds; 0 where it came.
	TookMs int `json:"tookMs"`
}

// ConversionRecordedData: see the event conversion.recorded.
type ConversionRecordedData struct {
	// Identifier of the conversion.
	ConversionID string `json:"conversion_id"`
	// The contact who did it.
	ContactID string `json:"contact_id"`
	// What the contact did, as the business calls it.
	Name string `json:"name"`
	// What it was worth; null where none was told.
	Amount *string `json:"amount"`
	// ISO 4217 code; null without an amount.
	Currency *string `json:"currency"`
	// The identifier of the business; empty where none was told.
	ExternalID string `json:"external_id"`
	// When it happened, in seconds since 1970.
	OccurredAt int `json:"occurred_at"`
	// Who told it.
	RecordedBy DoneBy `json:"recorded_by"`
}

// CreateAIProvider: see POST /v1/ai/providers.
type CreateAIProvider struct {
	// Display name.
	Name string `json:"name"`
	// Protocol of the endpoint. openai means chat completions, which most servers support.
	// One of openai, anthropic, gemini.
	Kind string `json:"kind"`
	// Base URL with the API version; defaults to the address of the kind's own provider.
	BaseURL string `json:"baseUrl,omitempty"`
	// Name of the model at the endpoint.
	Model string `json:"model"`
	// Stored encrypted and never shown.
	APIKey string `json:"apiKey,omitempty"`
	// Timeout of one call, in seconds: 1 to 20; 12 by default.
	TimeoutSeconds float64 `json:"timeoutSeconds,omitempty"`
	// Maximum number of tokens that the model accepts, if you know it. A prompt that is too
	// long for one model goes to a larger one.
	ContextTokens int `json:"contextTokens,omitempty"`
	// Your own prices, if the model is not listed or you pay a different price.
	Prices *TokenPrices `json:"prices,omitempty"`
}

// CreateAPIKey: see POST /v1/api-keys.
type CreateAPIKey struct {
	// Purpose of the key.
	Name string `json:"name"`
	// The key's scopes; * allows everything.
	Scopes []string `json:"scopes"`
	// When the key expires.
	ExpiresAt *time.Time `json:"expiresAt,omitempty"`
	// Which conversations the key can see; every one by default. You cannot grant more than
	// you reach yourself.
	Reach *APIKeyReach `json:"reach,omitempty"`
	// The networks from which the key can be used, as CIDR (IPv4 or IPv6), or single
	// addresses; empty for every network.
	Networks []string `json:"networks,omitempty"`
	// Whether the key is shown contacts' phone numbers masked, such as
	// +49••••••4567; false by default. It must be true if you see them masked
	// yourself.
	MasksPhoneNumbers *bool `json:"masksPhoneNumbers,omitempty"`
}

// CreateAction: see POST /v1/actions.
type CreateAction struct {
	// The conversations, at most 100, each once.
	ConversationIDs []string `json:"conversationIds"`
	// What is to become of each; one thing, or several.
	Change *ActionChange `json:"change,omitempty"`
}

// CreateAssistant: see POST /v1/assistants.
type CreateAssistant struct {
	// Display name within the workspace.
	Name string `json:"name"`
	// Phone numbers on which the assistant replies. A number has at most one assistant.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitempty"`
	// Instructions and rules for the replies; omitted fields use the defaults.
	Config *AssistantConfigPatch `json:"config,omitempty"`
}

// CreateBroadcast: see POST /v1/broadcasts.
type CreateBroadcast struct {
	// What people call it.
	Name string `json:"name,omitempty"`
	// The phone number to send from; by default the default number.
	PhoneNumberID string `json:"phoneNumberId,omitempty"`
	// When it begins after somebody started it, at most 90 days ahead; by default at once.
	ScheduledAt *time.Time `json:"scheduledAt,omitempty"`
	// Hard bounds; none by default.
	Limits *BroadcastLimits `json:"limits,omitempty"`
	// What it measures: a goal, who is held out, and another variant. By default nothing.
	Experiment *BroadcastExperimentFields `json:"experiment,omitempty"`
	// When nobody gets it, by the clock of each recipient: whose hours these are waits until
	// they end. By default never.
	QuietHours *BroadcastQuietHours `json:"quietHours,omitempty"`
	// By whose clock scheduledAt is. recipient: each gets it when their clock shows what
	// that of the workspace shows at scheduledAt. workspace, the default: all at this
	// moment. One of workspace, recipient.
	TimeZone string `json:"timeZone,omitempty"`
	// Who got so many messages of broadcasts is left out; by default nobody.
	FrequencyCap *BroadcastFrequency `json:"frequencyCap,omitempty"`
	// What happens with the conversation of a recipient who answers; by default nothing.
	FollowUp *BroadcastFollowUpFields `json:"followUp,omitempty"`
	// Name of the template.
	TemplateName string `json:"templateName,omitempty"`
	// Values of the template's parameters by name. For POSITIONAL templates the names are 1,
	// 2, …
	Parameters map[string]string `json:"parameters,omitempty"`
	// Language of the template; by default the workspace's, or the template's only one.
	Language string `json:"language,omitempty"`
	// Value of the variable in a text header; only for POSITIONAL templates.
	HeaderParameter string `json:"headerParameter,omitempty"`
	// The file in the template's header.
	HeaderMedia *MediaRef `json:"headerMedia,omitempty"`
	// The place in the template's header.
	HeaderLocation *Location `json:"headerLocation,omitempty"`
	// The product in the template's header.
	HeaderProduct *ProductRef `json:"headerProduct,omitempty"`
	// Values for the template's buttons.
	ButtonParameters []ButtonParameter `json:"buttonParameters,omitempty"`
	// Values for each card of a carousel template.
	Cards []CardContent `json:"cards,omitempty"`
	// End of the offer in a limited-time-offer template.
	OfferExpiresAt *time.Time `json:"offerExpiresAt,omitempty"`
	// To whom it goes: contactIds, recipients, segmentId or filter.
	Audience BroadcastAudience `json:"audience"`
}

// CreateBroadcastFromTable: see POST /v1/broadcasts/from-table.
type CreateBroadcastFromTable struct {
	// What people call it.
	Name string `json:"name,omitempty"`
	// The phone number to send from; by default the default number.
	PhoneNumberID string `json:"phoneNumberId,omitempty"`
	// When it begins after somebody started it, at most 90 days ahead; by default at once.
	ScheduledAt *time.Time `json:"scheduledAt,omitempty"`
	// Hard bounds; none by default.
	Limits *BroadcastLimits `json:"limits,omitempty"`
	// What it measures: a goal, who is held out, and another variant. By default nothing.
	Experiment *BroadcastExperimentFields `json:"experiment,omitempty"`
	// When nobody gets it, by the clock of each recipient: whose hours these are waits until
	// they end. By default never.
	QuietHours *BroadcastQuietHours `json:"quietHours,omitempty"`
	// By whose clock scheduledAt is. recipient: each gets it when their clock shows what
	// that of the workspace shows at scheduledAt. workspace, the default: all at this
	// moment. One of workspace, recipient.
	TimeZone string `json:"timeZone,omitempty"`
	// Who got so many messages of broadcasts is left out; by default nobody.
	FrequencyCap *BroadcastFrequency `json:"frequencyCap,omitempty"`
	// What happens with the conversation of a recipient who answers; by default nothing.
	FollowUp *BroadcastFollowUpFields `json:"followUp,omitempty"`
	// Name of the template.
	TemplateName string `json:"templateName,omitempty"`
	// Values of the template's parameters by name. For POSITIONAL templates the names are 1,
	// 2, …
	Parameters map[string]string `json:"parameters,omitempty"`
	// Language of the template; by default the workspace's, or the template's only one.
	Language string `json:"language,omitempty"`
	// Value of the variable in a text header; only for POSITIONAL templates.
	HeaderParameter string `json:"headerParameter,omitempty"`
	// The file in the template's header.
	HeaderMedia *MediaRef `json:"headerMedia,omitempty"`
	// The place in the template's header.
	HeaderLocation *Location `json:"headerLocation,omitempty"`
	// The product in the template's header.
	HeaderProduct *ProductRef `json:"headerProduct,omitempty"`
	// Values for the template's buttons.
	ButtonParameters []ButtonParameter `json:"buttonParameters,omitempty"`
	// Values for each card of a carousel template.
	Cards []CardContent `json:"cards,omitempty"`
	// End of the offer in a limited-time-offer template.
	OfferExpiresAt *time.Time `json:"offerExpiresAt,omitempty"`
	// Phone numbers may then be national numbers of this country.
	DefaultCountry string `json:"defaultCountry,omitempty"`
	// Character between two cells: a comma, a semicolon, a tab or a |; by default
	// recognised.
	Delimiter string `json:"delimiter,omitempty"`
	// The table, at most 1 MiB. Send larger tables as multipart/form-data.
	CSV string `json:"csv"`
	// A name of the table.
	Filename string `json:"filename,omitempty"`
}

// CreateBudget: see POST /v1/budgets.
type CreateBudget struct {
	// What people call it.
	Name string `json:"name"`
	// A calendar day or month in UTC. One of day, month.
	Period string `json:"period"`
	// The category that it is about; the whole workspace by default. One of marketing,
	// utility, authentication, service.
	Category string `json:"category,omitempty"`
	// What may be spent in each period.
	Amount string `json:"amount"`
	// Currency of the amount: that of the messaging account.
	Currency string `json:"currency"`
	// At which percentages budget.reached is told: 1 to 1000, each above the one before it.
	// None by default.
	Alerts []int `json:"alerts,omitempty"`
	// Whether templates that it covers are refused once it is used up.
	HardStop *bool `json:"hardStop,omitempty"`
}

// CreateButton: see POST /v1/action-buttons.
type CreateButton struct {
	// What people read on it.
	Label string `json:"label"`
	// open_url: whoever presses it opens the URL. post: the service calls the URL. It is so
	// for good. One of open_url, post.
	Kind string `json:"kind"`
	// Where it leads. Placeholders of open_url, behind the host: {contact.id},
	// {contact.name}, {contact.phone}, {contact.fields.<key>}, {conversation.id},
	// {agent.id}, {agent.name}.
	URL string `json:"url"`
	// The teams that it is for; everybody by default.
	TeamIDs []string `json:"teamIds,omitempty"`
}

// CreateCalendar: see POST /v1/calendars.
type CreateCalendar struct {
	// Name of the calendar; no other calendar has it, in upper or lower case.
	Name string `json:"name"`
	// The IANA time zone of all hours and days.
	TimeZone string `json:"timeZone"`
	// Hours of the week; never open if empty.
	Hours []OfficeHours `json:"hours,omitempty"`
	// Days with other hours, each day once. They replace the hours that begin on the day.
	Exceptions []CalendarException `json:"exceptions,omitempty"`
}

// CreateCannedReply: see POST /v1/canned-replies.
type CreateCannedReply struct {
	// What people type to find it: letters, digits, _ and -. Unique without regard to case.
	Shortcut string `json:"shortcut"`
	// What it is about.
	Title string `json:"title,omitempty"`
	// The text. Variables: {{contact.name}}, {{contact.firstName}}, {{contact.phone}},
	// {{contact.fields.<key>}}, {{agent.name}}, {{agent.firstName}}.
	Body string `json:"body"`
	// The team that it is for; everybody by default.
	TeamID string `json:"teamId,omitempty"`
}

// CreateContact: see POST /v1/contacts.
type CreateContact struct {
	// Phone number in international format.
	Phone string `json:"phone,omitempty"`
	// The provider's business-scoped user id; required without phone.
	UserID string `json:"userId,omitempty"`
	// Display name; overrides the contact's profile name.
	Name string `json:"name,omitempty"`
	// Tags of the new contact.
	Tags []string `json:"tags,omitempty"`
	// Custom fields by key.
	Fields map[string]any `json:"fields,omitempty"`
}

// CreateContactField: see POST /v1/contact-fields.
type CreateContactField struct {
	// Begins with a letter; at most 40 of a–z, 0–9 and _. Cannot be changed.
	Key string `json:"key"`
	// Display name.
	Label string `json:"label"`
	// Cannot be changed. One of text, number, boolean, date, select, url.
	Type string `json:"type"`
	// The options of a select field.
	Options []string `json:"options,omitempty"`
}

// CreateContactImport: see POST /v1/contact-imports.
type CreateContactImport struct {
	// What each column contains, by header: phone, userId, name, tags, ignore, or the key of
	// a custom field. Other columns are recognised automatically or ignored.
	Mapping map[string]string `json:"mapping,omitempty"`
	// Phone numbers may then be national numbers of this country.
	DefaultCountry string `json:"defaultCountry,omitempty"`
	// Tags for every contact of the table.
	Tags []string `json:"tags,omitempty"`
	// What to do if the contact exists: update (by default) or skip. Empty cells change
	// nothing. One of update, skip.
	OnDuplicate string `json:"onDuplicate,omitempty"`
	// Character between two cells: a comma, a semicolon, a tab or a |; by default
	// recognised.
	Delimiter string `json:"delimiter,omitempty"`
	// The table, at most 1 MiB. Send larger tables as multipart/form-data.
	CSV string `json:"csv"`
	// A name that helps you recognise the import.
	Filename string `json:"filename,omitempty"`
}

// CreateConversion: see POST /v1/conversions.
type CreateConversion struct {
	// The contact. Give this or to.
	ContactID string `json:"contactId,omitempty"`
	// Phone number of the contact, in international format with a leading +. Who is no
	// contact yet becomes one.
	To string `json:"to,omitempty"`
	// What the contact did, as you call it.
	Name string `json:"name"`
	// What it was worth, as a decimal number. It needs currency.
	Amount string `json:"amount,omitempty"`
	// ISO 4217 code of the amount.
	Currency string `json:"currency,omitempty"`
	// Your own identifier, such as that of an order. The same one again stores nothing and
	// answers with the first one.
	ExternalID string `json:"externalId,omitempty"`
	// When it happened, at most 365 days ago; by default now.
	OccurredAt *time.Time `json:"occurredAt,omitempty"`
}

// CreateDeal: see POST /v1/deals.
type CreateDeal struct {
	// What the deal is about.
	Title string `json:"title"`
	// The pipeline; that of the stage by default.
	PipelineID string `json:"pipelineId,omitempty"`
	// The stage on which it begins; the first open one by default.
	StageID string `json:"stageId,omitempty"`
	// A decimal number, with as many places as the currency has.
	Amount string `json:"amount,omitempty"`
	// ISO 4217 code; that of the pipeline by default.
	Currency string `json:"currency,omitempty"`
	// The member who has it; by default the person who creates it, or nobody.
	OwnerID string `json:"ownerId,omitempty"`
	// The contact; that of the conversation by default.
	ContactID string `json:"contactId,omitempty"`
	// The conversation.
	ConversationID string `json:"conversationId,omitempty"`
	// The day on which it will be won, as a date.
	ExpectedCloseOn string `json:"expectedCloseOn,omitempty"`
	// How surely it is counted on, whatever its stage: a category as stages have it; that of
	// its stage by default.
	ForecastCategory string `json:"forecastCategory,omitempty"`
	// Custom fields by key.
	Fields map[string]any `json:"fields,omitempty"`
	// Why it is lost, if it begins on a stage of the kind lost.
	LostReasonID string `json:"lostReasonId,omitempty"`
	// Why it is won, if it begins on a stage of the kind won.
	WonReasonID string `json:"wonReasonId,omitempty"`
	// The same in words.
	CloseNote string `json:"closeNote,omitempty"`
}

// CreateDealAction: see POST /v1/deal-actions.
type CreateDealAction struct {
	// The deals, at most 100, each once.
	DealIDs []string `json:"dealIds"`
	// What is to become of each.
	Move *DealActionMove `json:"move,omitempty"`
}

// CreateDealField: see POST /v1/deal-fields.
type CreateDealField struct {
	// Begins with a letter; at most 40 of a–z, 0–9 and _. Cannot be changed.
	Key string `json:"key"`
	// Display name.
	Label string `json:"label"`
	// Cannot be changed. One of text, number, boolean, date, select, url.
	Type string `json:"type"`
	// The options of a select field.
	Options []string `json:"options,omitempty"`
}

// CreateDealImport: see POST /v1/deal-imports.
type CreateDealImport struct {
	// What each column contains, by header: externalKey, title, pipeline, stage, amount,
	// currency, contactPhone, contactUserId, ownerEmail, expectedCloseOn, forecastCategory,
	// reason, closeNote, ignore, or the key of a custom field of deals. Other columns are
	// recognised automatically or ignored.
	Mapping map[string]string `json:"mapping,omitempty"`
	// The pipeline of lines that name none; by default the only one that is not archived.
	PipelineID string `json:"pipelineId,omitempty"`
	// Phone numbers may then be national numbers of this country.
	DefaultCountry string `json:"defaultCountry,omitempty"`
	// What to do if the deal exists: skip (by default) or update, by its externalKey. Empty
	// cells change nothing. One of skip, update.
	OnDuplicate string `json:"onDuplicate,omitempty"`
	// Character between two cells: a comma, a semicolon, a tab or a |; by default
	// recognised.
	Delimiter string `json:"delimiter,omitempty"`
	// The table, at most 1 MiB. Send larger tables as multipart/form-data.
	CSV string `json:"csv"`
	// A name that helps you recognise the import.
	Filename string `json:"filename,omitempty"`
}

// CreateDealNote: see POST /v1/deals/{id}/notes.
type CreateDealNote struct {
	// Text of the note.
	Body string `json:"body"`
	// Files that you uploaded with POST /v1/media, or that you see; none by default.
	MediaIDs []string `json:"mediaIds,omitempty"`
	// Users to mention, who must see the deal; none by default. They are notified.
	MentionedUserIDs []string `json:"mentionedUserIds,omitempty"`
}

// CreateDealReason: see POST /v1/deal-reasons.
type CreateDealReason struct {
	// Whether deals are won or lost for it; lost by default. One of won, lost.
	Kind string `json:"kind,omitempty"`
	// The reason in a few words. Unique within its kind without regard to case.
	Name string `json:"name"`
}

// CreateDealRule: see POST /v1/deal-rules.
type CreateDealRule struct {
	// What people call it.
	Name string `json:"name"`
	// Whether it acts; true by default.
	Enabled *bool `json:"enabled,omitempty"`
	// Its place among the rules, from 1 on; behind the others by default.
	Position int `json:"position,omitempty"`
	// What lets it act. One of label_added, button_tapped, form_answered,
	// conversation_closed.
	Trigger string `json:"trigger"`
	// What must hold, all of it. What it names must exist.
	Conditions *DealConditions `json:"conditions,omitempty"`
	// What it does.
	Act DealAct `json:"act"`
}

// CreateEvaluation: see POST /v1/assistants/{id}/evaluations.
type CreateEvaluation struct {
	// Number of the revision to evaluate; the newest by default.
	Revision int `json:"revision,omitempty"`
	// conversations: real questions that people answered. questions: the ones in questions
	// or csv. One of conversations, questions.
	Source string `json:"source"`
	// For conversations: only these phone numbers. By default the assistant's phone numbers,
	// or all if it has none.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitempty"`
	// For conversations: answers from this time on; 90 days ago by default.
	Since *time.Time `json:"since,omitempty"`
	// For conversations: answers up to this time; now by default.
	Until *time.Time `json:"until,omitempty"`
	// For conversations: number of questions, newest first; 1 to 500, 100 by default.
	Limit int `json:"limit,omitempty"`
	// At most 500.
	Questions []EvaluationQuestion `json:"questions,omitempty"`
	// A table instead of questions, at most 1 MiB. The first row names the columns:
	// question, answer, expectedFacts (separated by |), language, shouldHandOff.
	CSV string `json:"csv,omitempty"`
}

// CreateKnowledgeSource: see POST /v1/knowledge/sources.
type CreateKnowledgeSource struct {
	// article, question, page or site. Send a file as multipart/form-data. One of article,
	// question, page, site.
	Kind string `json:"kind"`
	// Required for an article. Search uses the title too.
	Title string `json:"title,omitempty"`
	// Two letters. If absent, the language of each passage is guessed.
	Language string `json:"language,omitempty"`
	// The article as Markdown, up to 512 KiB.
	Content string `json:"content,omitempty"`
	// The contact's question. Required for a question.
	Question string `json:"question,omitempty"`
	// The assistant's answer. Required for a question.
	Answer string `json:"answer,omitempty"`
	// Address of a page, or the start of a site. For a site, linked pages below the same
	// folder are read; a sitemap (.xml) lists its pages itself.
	URL string `json:"url,omitempty"`
	// Maximum number of pages of a site: at most 500; 50 by default.
	PageLimit int `json:"pageLimit,omitempty"`
	// Hours between two fetches; 0 for never.
	RecrawlHours int `json:"recrawlHours,omitempty"`
}

// CreateLabel: see POST /v1/labels.
type CreateLabel struct {
	// What people call it. Unique without regard to case.
	Name string `json:"name"`
	// # and six hexadecimal digits; a grey by default.
	Color string `json:"color,omitempty"`
}

// CreateMediaLink: see POST /v1/media/{id}/link.
type CreateMediaLink struct {
	// How long the link works, in seconds; 300 by default.
	ExpiresInSeconds int `json:"expiresInSeconds,omitempty"`
}

// CreateNote: see POST /v1/conversations/{id}/notes.
type CreateNote struct {
	// Text of the note.
	Body string `json:"body"`
	// Users to mention; none by default. They follow the conversation from then on.
	MentionedUserIDs []string `json:"mentionedUserIds,omitempty"`
}

// CreatePasskeySession: see POST /v1/session/passkey.
type CreatePasskeySession struct {
	// The ceremony of the options.
	CeremonyID string `json:"ceremonyId"`
	// What navigator.credentials.get returned, by its toJSON().
	Credential map[string]any `json:"credential"`
}

// CreatePipeline: see POST /v1/pipelines.
type CreatePipeline struct {
	// What people call it.
	Name string `json:"name"`
	// ISO 4217 code of deals that name none; none by default.
	Currency string `json:"currency,omitempty"`
	// Its stages, in their order. Won and Lost are added behind them where no stage has
	// these kinds.
	Stages []SetStage `json:"stages"`
}

// CreatePromise: see POST /v1/conversations/{id}/promises.
type CreatePromise struct {
	// What was promised.
	Text string `json:"text"`
	// When it is to be kept: in the future, within a year.
	DueAt time.Time `json:"dueAt"`
	// The user who keeps it; you by default, and nobody in particular if you use an API key.
	UserID string `json:"userId,omitempty"`
	// The message in which it was made; none by default.
	MessageID string `json:"messageId,omitempty"`
}

// CreatePushSubscription: see POST /v1/notifications/push-subscriptions.
type CreatePushSubscription struct {
	// endpoint of the PushSubscription: an https URL.
	Endpoint string `json:"endpoint"`
	// Its key p256dh, base64url.
	P256dh string `json:"p256dh"`
	// Its key auth, base64url.
	Auth string `json:"auth"`
}

// CreateQRCode: see POST /v1/phone-numbers/{id}/qr-codes.
type CreateQRCode struct {
	// The message that is written already when the chat opens: at most 140 characters.
	PrefilledMessage string `json:"prefilledMessage"`
	// Format of the picture; without it the provider draws none. One of svg, png.
	ImageFormat string `json:"imageFormat,omitempty"`
}

// CreateReconciliation: see POST /v1/charges/reconciliations.
type CreateReconciliation struct {
	// The messaging account; not needed where there is one.
	MessagingAccountID string `json:"messagingAccountId,omitempty"`
	// The first day, in UTC, for example 2026-11-01; 29 days before the last one by default.
	From string `json:"from,omitempty"`
	// The last day; today by default. A period has 92 days at most.
	To string `json:"to,omitempty"`
	// An invoice as a CSV table, to compare with it instead of asking the provider. Its
	// first line names its columns: date (a day or a month), category, volume and cost, and
	// as far as it has them country or market, type, phone_number and currency.
	Invoice string `json:"invoice,omitempty"`
}

// CreateRedelivery: see POST /v1/webhook-endpoints/{id}/redeliveries.
type CreateRedelivery struct {
	// failed: failed deliveries. missed: events while the endpoint was disabled. range:
	// undelivered events of a period. One of failed, missed, range.
	What string `json:"what"`
	// Only events at or after this time; required for range. Results of deliveries are kept
	// for 30 days, so only includeSucceeded allows an earlier time.
	Since *time.Time `json:"since,omitempty"`
	// Only events up to this time; now by default.
	Until *time.Time `json:"until,omitempty"`
	// Only these kinds: names, or prefixes such as messages.*; all by default.
	Events []string `json:"events,omitempty"`
	// For range: also deliver events that were already delivered.
	IncludeSucceeded *bool `json:"includeSucceeded,omitempty"`
}

// CreateRehearsal: see POST /v1/routing/rehearsals.
type CreateRehearsal struct {
	// Begin of the period, up to 90 days ago; 7 days before its end by default.
	From *time.Time `json:"from,omitempty"`
	// End of the period, at most 31 days after its begin; now by default.
	To *time.Time `json:"to,omitempty"`
	// How long contacts may wait for an answer, in minutes; 15 by default.
	GoalMinutes int `json:"goalMinutes,omitempty"`
	// What is to be different; nothing by default.
	Changes *RehearsalChanges `json:"changes,omitempty"`
}

// CreateRole: see POST /v1/roles.
type CreateRole struct {
	// Name of the role.
	Name string `json:"name"`
	// What people with the role may do; not *.
	Scopes []string `json:"scopes"`
	// Which conversations people with the role see. One of all, teams,
	// own_and_unassigned_of_teams, own_and_followed.
	Reach string `json:"reach"`
	// Only conversations on these phone numbers; empty for every phone number.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitempty"`
	// Whether people with the role see contacts' phone numbers masked, such as
	// +49••••••4567; false by default.
	MasksPhoneNumbers *bool `json:"masksPhoneNumbers,omitempty"`
}

// CreateRoutingRule: see POST /v1/routing-rules.
type CreateRoutingRule struct {
	// Name of the rule, for people. Its key is made from it.
	Name string `json:"name"`
	// What must hold, all of it. Every conversation meets the conditions if there are none.
	Conditions *RoutingConditions `json:"conditions,omitempty"`
	// Where the conversation goes.
	Target RoutingTarget `json:"target"`
}

// CreateSSOConnection: see POST /v1/sso-connections.
type CreateSSOConnection struct {
	// Display name.
	Name string `json:"name"`
	// Issuer of the OpenID provider, exactly as its document names it.
	Issuer string `json:"issuer"`
	// What the provider calls this service.
	ClientID string `json:"clientId"`
	// Secret of the client at the provider. Stored encrypted and never shown.
	ClientSecret string `json:"clientSecret"`
	// Domains of e-mail addresses, each to be proven.
	Domains []string `json:"domains,omitempty"`
	// Claim of the identity token that has the groups.
	GroupsClaim string `json:"groupsClaim,omitempty"`
	// Roles by group. At each sign-in the first entry whose group a person has decides.
	GroupRoles []SSOGroupRole `json:"groupRoles,omitempty"`
	// Role of new people, and of those without any of the groups; agent by default.
	DefaultRoleID string `json:"defaultRoleId,omitempty"`
	// Whether people who are not members become members by signing in; true by default.
	Provision *bool `json:"provision,omitempty"`
	// Whether people can sign in; true by default.
	Enabled *bool `json:"enabled,omitempty"`
	// Refuse every other way to sign in to people with addresses of the proven domains.
	Enforced *bool `json:"enforced,omitempty"`
	// Required with enforced: an owner with a passkey or one-time codes, who can still sign
	// in without the provider.
	BreakGlassUserID string `json:"breakGlassUserId,omitempty"`
}

// CreateSegment: see POST /v1/segments.
type CreateSegment struct {
	// What people call it.
	Name string `json:"name"`
	// What it is for.
	Description string `json:"description,omitempty"`
	// Which contacts are in it. What it names must exist.
	Filter SegmentFilter `json:"filter"`
}

// CreateSession: see POST /v1/session.
type CreateSession struct {
	// E-mail address of the person.
	Email string `json:"email"`
	// Password of the person.
	Password string `json:"password"`
	// What the authenticator app shows. Needed after the answer second_factor_required.
	Code string `json:"code,omitempty"`
	// A recovery code, instead of code.
	RecoveryCode string `json:"recoveryCode,omitempty"`
}

// CreateTeam: see POST /v1/teams.
type CreateTeam struct {
	// Name of the team.
	Name string `json:"name"`
	// How conversations of the team find a person; manual by default. One of manual,
	// round_robin, least_load.
	Method string `json:"method,omitempty"`
}

// CreateTemplate: see POST /v1/templates.
type CreateTemplate struct {
	// The messaging account that gets it; needed if you have several.
	MessagingAccountID string `json:"messagingAccountId,omitempty"`
	// Lower-case letters, digits and underscores.
	Name string `json:"name"`
	// Language code, such as en_US.
	Language string `json:"language"`
	// MARKETING, UTILITY or AUTHENTICATION. The provider may decide on another one. One of
	// MARKETING, UTILITY, AUTHENTICATION.
	Category string `json:"category,omitempty"`
	// NAMED for variables such as {{name}}; POSITIONAL, the default, for {{1}}, {{2}}. One
	// of NAMED, POSITIONAL.
	ParameterFormat string `json:"parameterFormat,omitempty"`
	// For how many seconds the provider tries to deliver a message; -1 for 30 days, and its
	// own choice by default.
	MessageTtlSeconds int `json:"messageTtlSeconds,omitempty"`
	// The parts of the template in the provider's form.
	Components []TemplateComponent `json:"components,omitempty"`
	// Whether it is submitted at once. Otherwise it is a draft, which may be incomplete.
	Submit *bool `json:"submit,omitempty"`
}

// CreateUser: see POST /v1/users.
type CreateUser struct {
	// Address of the person.
	Email string `json:"email"`
	// Name of the person.
	Name string `json:"name"`
	// Role: owner, admin, supervisor, agent, or the id of a role of the workspace.
	Role string `json:"role"`
	// Lets the person in at once, if nobody of the service has the address yet. Without it
	// they are invited.
	Password string `json:"password,omitempty"`
}

// CreateView: see POST /v1/views.
type CreateView struct {
	// What people call it.
	Name string `json:"name"`
	// Whether everybody in the workspace sees it. To share needs teams:write and the whole
	// reach.
	Shared *bool `json:"shared,omitempty"`
	// What a conversation must be, all of it. What it names must exist.
	Filter *SavedFilter `json:"filter,omitempty"`
	// activity by default: the latest activity first. waiting: who waits longest first; only
	// those who wait. One of activity, waiting.
	Order string `json:"order,omitempty"`
}

// CreateWebhookEndpoint: see POST /v1/webhook-endpoints.
type CreateWebhookEndpoint struct {
	// https URL of the receiver; the default path is /webhook.
	URL string `json:"url"`
	// Event names, prefixes such as messages.*, or *. All by default.
	Events []string `json:"events,omitempty"`
	// For events that belong to a phone number: only these phone numbers; all if empty.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitempty"`
	// For events that belong to an assistant: only these assistants; all if empty.
	AssistantIDs []string `json:"assistantIds,omitempty"`
	// For events that belong to a pipeline: only these pipelines; all if empty.
	PipelineIDs []string `json:"pipelineIds,omitempty"`
	// Your own note.
	Description string `json:"description,omitempty"`
	// true by default.
	Enabled *bool `json:"enabled,omitempty"`
	// How events are signed: with a shared secret, with a key pair, or with both. Rotate the
	// secret to change this. One of hmac, ed25519, both.
	Signature string `json:"signature,omitempty"`
	// Which events wait for each other. key: events of one conversation are delivered in
	// order; a failing event holds up later events of its conversation until it succeeds or
	// is given up. endpoint: the same for all events. none: no event waits. One of none,
	// key, endpoint.
	Ordering string `json:"ordering,omitempty"`
	// Maximum number of attempts per second.
	RateLimit *int `json:"rateLimit,omitempty"`
	// Maximum number of concurrent calls: 1 to 128.
	MaxInFlight *int `json:"maxInFlight,omitempty"`
	// Maximum number of events per call: 1 to 100. 1: the body is one event. More: the body
	// is always a JSON array of events, each with its id.
	MaxBatch *int `json:"maxBatch,omitempty"`
	// Timeout of a call in seconds, from the DNS lookup to the end of the answer: 1 to 30.
	TimeoutSeconds *int `json:"timeoutSeconds,omitempty"`
	// Pauses between the attempts of a delivery.
	RetrySchedule any `json:"retrySchedule,omitempty"`
}

// DayHours: see POST /v1/calendars.
type DayHours struct {
	// Local time of opening, HH:MM.
	From string `json:"from"`
	// Local time of closing, HH:MM. 24:00 is the end of the day; a time before from is on
	// the next day.
	To string `json:"to"`
}

// DeactivateUser: see POST /v1/users/{id}/deactivate.
type DeactivateUser struct {
	// Also revoke the API keys that the user made.
	RevokeKeys bool `json:"revokeKeys,omitempty"`
}

// DeactivatedUser: see POST /v1/users/{id}/deactivate.
type DeactivatedUser struct {
	// Identifier of the user; begins with usr_.
	ID string `json:"id"`
	// Address with which the user signs in.
	Email string `json:"email"`
	// Name of the user; null for somebody who works elsewhere and did not accept your
	// invitation yet.
	Name *string `json:"name"`
	// Role: owner, admin, supervisor, agent, or the id of a role of the workspace.
	Role string `json:"role"`
	// invited: has not accepted yet. active: may work. deactivated: may not work here any
	// more. One of invited, active, deactivated.
	State string `json:"state"`
	// When the user was let in or invited.
	CreatedAt time.Time `json:"createdAt"`
	// Who let the user in.
	CreatedBy DoneBy `json:"createdBy"`
	// When the user last asked for something here, to about a minute; null for never.
	LastSeenAt *time.Time `json:"lastSeenAt"`
	// Until when the invitation can be accepted; only where one user is shown who is
	// invited.
	InvitationExpiresAt *time.Time `json:"invitationExpiresAt,omitempty"`
	// The API keys that the user made and that were not revoked before.
	APIKeys []APIKey `json:"apiKeys"`
	// How many open conversations went back to the queue.
	RequeuedConversations int `json:"requeuedConversations"`
}

// Deal: see POST /v1/deals.
type Deal struct {
	// Identifier of the deal; begins with dl_.
	ID string `json:"id"`
	// Grows with each change, but not with another place on the same stage. It is the ETag,
	// too.
	Version int `json:"version"`
	// What the deal is about.
	Title string `json:"title"`
	// The pipeline.
	PipelineID string `json:"pipelineId"`
	// The stage on which it is.
	StageID string `json:"stageId"`
	// The kind of its stage. One of open, won, lost.
	Status string `json:"status"`
	// A decimal number; null if unknown.
	Amount *string `json:"amount"`
	// ISO 4217 code; null if there is no amount.
	Currency *string `json:"currency"`
	// manual: people or systems set the amount. lines: it is what its lines are worth
	// together. One of manual, lines.
	AmountSource string `json:"amountSource"`
	// The member who has it; empty for nobody.
	OwnerID string `json:"ownerId"`
	// The contact; empty if there is none.
	ContactID string `json:"contactId"`
	// The conversation; empty if there is none.
	ConversationID string `json:"conversationId"`
	// The day on which it will be won, as a date; null if unknown.
	ExpectedCloseOn *string `json:"expectedCloseOn"`
	// How surely it is counted on. One of omitted, pipeline, best_case, most_likely, commit,
	// closed.
	ForecastCategory string `json:"forecastCategory"`
	// stage: the category is that of its stage, and changes with it. manual: somebody set
	// it, and no move changes it. One of stage, manual.
	ForecastCategorySource string `json:"forecastCategorySource"`
	// Custom fields by key. Each value has the type of its field.
	Fields map[string]any `json:"fields"`
	// Why it was won or lost: one of the reasons of the workspace; empty for none.
	ReasonID string `json:"reasonId"`
	// Why it was won or lost, in words; empty for none.
	CloseNote string `json:"closeNote"`
	// Since when it is on its stage.
	StageSince time.Time `json:"stageSince"`
	// When it was won or lost; null while it is open.
	ClosedAt *time.Time `json:"closedAt"`
	// When it rots, or since when it does: so many days after somebody last did something
	// with it, or something happened in its conversation, as its stage says; null for never.
	RotsAt *time.Time `json:"rotsAt"`
	// Who created it.
	CreatedBy DoneBy `json:"createdBy"`
	// When it was created.
	CreatedAt time.Time `json:"createdAt"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updatedAt"`
}

// DealAct: see POST /v1/deal-rules.
type DealAct struct {
	// create_deal makes a deal of the conversation. move_deal moves the newest open deal
	// that the conversation has in the pipeline of the stage. One of create_deal, move_deal.
	Type string `json:"type"`
	// For create_deal: the pipeline; that of the stage by default.
	PipelineID string `json:"pipelineId,omitempty"`
	// The stage. move_deal needs it; create_deal takes the first open one of the pipeline by
	// default.
	StageID string `json:"stageId,omitempty"`
	// For create_deal, which needs it: what the deal is about. {{contact.name}},
	// {{contact.firstName}} and {{button.title}} stand for what they say.
	Title string `json:"title,omitempty"`
	// For create_deal: a decimal number; none by default.
	Amount string `json:"amount,omitempty"`
	// For create_deal with an amount: ISO 4217 code; that of the pipeline by default.
	Currency string `json:"currency,omitempty"`
	// For create_deal: the member who owns it; nobody by default.
	OwnerID string `json:"ownerId,omitempty"`
	// For create_deal: the member who has the conversation owns it, or nobody if nobody has
	// it.
	AssigneeOwns bool `json:"assigneeOwns,omitempty"`
	// For create_deal: makes none while the conversation has an open deal in the pipeline.
	UnlessOpen bool `json:"unlessOpen,omitempty"`
	// Why a deal is lost; a stage of the kind lost needs this or closeNote.
	LostReasonID string `json:"lostReasonId,omitempty"`
	// Why a deal is won.
	WonReasonID string `json:"wonReasonId,omitempty"`
	// Why a deal is won or lost, in words.
	CloseNote string `json:"closeNote,omitempty"`
}

// DealAction: see POST /v1/deal-actions.
type DealAction struct {
	// Identifier of the action; begins with dla_.
	ID string `json:"id"`
	// What was to become of each deal.
	Move DealActionMove `json:"move"`
	// Who did it.
	CreatedBy DoneBy `json:"createdBy"`
	// When.
	CreatedAt time.Time `json:"createdAt"`
	// The deals that it moved.
	Moved []string `json:"moved"`
	// The deals that it left as they are, and why.
	Skipped []DealSkip `json:"skipped"`
	// When it was undone; null if it was not.
	UndoneAt *time.Time `json:"undoneAt"`
	// The deals that the undoing put back.
	Undone []string `json:"undone"`
	// The deals that the undoing left as they are, and why.
	Kept []DealSkip `json:"kept"`
}

// DealActionMove: see POST /v1/deal-actions.
type DealActionMove struct {
	// The stage that the deals move to, also of another pipeline. They go to its top, in the
	// order in which you name them.
	ToStageID string `json:"toStageId"`
	// The stage on which the deals are as you saw them. Those that are on another one now
	// are skipped.
	IfStageID string `json:"ifStageId,omitempty"`
	// Why they are lost; a stage of the kind lost needs this or closeNote.
	LostReasonID string `json:"lostReasonId,omitempty"`
	// Why they are won.
	WonReasonID string `json:"wonReasonId,omitempty"`
	// Why they are won or lost, in words.
	CloseNote string `json:"closeNote,omitempty"`
}

// DealAssignedData: see the event deal.assigned.
type DealAssignedData struct {
	// Identifier of the deal.
	DealID string `json:"deal_id"`
	// Title of the deal.
	Title string `json:"title"`
	// The pipeline of the deal.
	PipelineID string `json:"pipeline_id"`
	// The user who had the deal; null if nobody had it, or if it is new.
	FromOwnerID *string `json:"from_owner_id"`
	// The user who has it now; null if nobody has it.
	OwnerID *string `json:"owner_id"`
	// The contact of the deal; null if there is none.
	ContactID *string `json:"contact_id"`
	// The conversation of the deal; null if there is none.
	ConversationID *string `json:"conversation_id"`
	// Who gave the deal to its owner.
	ChangedBy DoneBy `json:"changed_by"`
}

// DealConditions: see POST /v1/deal-rules.
type DealConditions struct {
	// For label_added, which needs it: one of these labels was added.
	LabelIDs []string `json:"labelIds,omitempty"`
	// For button_tapped: the id of the button or row is one of these; for a template's
	// button its payload.
	Payloads []string `json:"payloads,omitempty"`
	// For button_tapped: the label of the button or row is one of these, without regard to
	// case.
	Titles []string `json:"titles,omitempty"`
	// For form_answered: the message that the contact answers opened one of these forms, by
	// flowId or flowName. Forms of templates are known by their tokens.
	FlowIDs []string `json:"flowIds,omitempty"`
	// For form_answered: the token of the form is one of these.
	FlowTokens []string `json:"flowTokens,omitempty"`
	// For conversation_closed: why it was closed.
	CloseReasons []string `json:"closeReasons,omitempty"`
	// For conversation_closed: the category that the closing noted is one of these, without
	// regard to case.
	Categories []string `json:"categories,omitempty"`
	// The conversation is on one of these phone numbers.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitempty"`
}

// DealContact: see GET /v1/deals/{id}/contacts.
type DealContact struct {
	// The contact. One that was merged is the one that it is now.
	ContactID string `json:"contactId"`
	// What the contact is for the deal, in your own words; empty for nothing said.
	Role string `json:"role"`
	// Whether it is the contactId of the deal.
	IsPrimary bool `json:"isPrimary"`
}

// DealContacts: see GET /v1/deals/{id}/contacts.
type DealContacts struct {
	// The deal.
	DealID string `json:"dealId"`
	// Version of the deal. It is the ETag, too.
	Version int `json:"version"`
	// The contacts, the primary one first.
	Contacts []DealContact `json:"contacts"`
}

// DealField: see POST /v1/deal-fields.
type DealField struct {
	// Identifier of the custom field; begins with fld_.
	ID string `json:"id"`
	// Name of the field in the API.
	Key string `json:"key"`
	// Display name.
	Label string `json:"label"`
	// Type of the values. One of text, number, boolean, date, select, url.
	Type string `json:"type"`
	// The options of a select field.
	Options []string `json:"options,omitempty"`
	// When the field was defined.
	CreatedAt time.Time `json:"createdAt"`
}

// DealFields: see GET /v1/deal-fields.
type DealFields struct {
	// Every custom field of deals, oldest first.
	Data []DealField `json:"data"`
}

// DealHistoryEntry: see GET /v1/deals/{id}/history.
type DealHistoryEntry struct {
	// Counts what happened to the deal, from 1 on.
	Number int `json:"number"`
	// When it happened.
	At time.Time `json:"at"`
	// Who did it.
	By DoneBy `json:"by"`
	// What happened. One of created, moved, changed.
	Kind string `json:"kind"`
	// The stage before a move, by its name then; otherwise null.
	FromStage *EventStage `json:"fromStage"`
	// The stage that it came onto, by its name then; otherwise null.
	ToStage *EventStage `json:"toStage"`
	// open, won or lost, as it was then; null if the stage did not change.
	Status *string `json:"status"`
	// Why it was won or lost; empty for none.
	ReasonID string `json:"reasonId"`
	// The reason by its name then; empty for none.
	Reason string `json:"reason"`
	// Why, in words; empty for none.
	CloseNote string `json:"closeNote"`
	// The fields that changed, each with its value before and after.
	Changes map[string]ActChange `json:"changes"`
}

// DealImport: see POST /v1/deal-imports.
type DealImport struct {
	// Identifier of the import; begins with dli_.
	ID string `json:"id"`
	// paused: it continues automatically. completed, canceled, failed: it has ended. One of
	// running, paused, completed, canceled, failed.
	State string `json:"state"`
	// What it does now, or did last; absent if it has only one phase. One of collecting,
	// delivering, measuring, crawling, indexing, messages, conversations, events, contacts.
	Phase string `json:"phase,omitempty"`
	// Number of items done so far.
	Done int `json:"done"`
	// Number of items in total; null while unknown.
	Total *int `json:"total"`
	// Why it is paused; absent if it is not. One of budget_used_up, ai_disabled,
	// providers_unavailable, texts_refused.
	Paused string `json:"paused,omitempty"`
	// When it continues; null if it is not paused.
	RetryAt *time.Time `json:"retryAt"`
	// Why it failed; absent if it did not.
	Error string `json:"error,omitempty"`
	// When it began.
	StartedAt time.Time `json:"startedAt"`
	// When it last made progress or was paused.
	UpdatedAt time.Time `json:"updatedAt"`
	// When it ended; null until then.
	EndedAt *time.Time `json:"endedAt"`
	// File name of the table; absent if none was given.
	Filename string `json:"filename,omitempty"`
	// Character encoding, as recognised.
	Encoding string `json:"encoding"`
	// The character between two cells.
	Delimiter string `json:"delimiter"`
	// The meaning of each column, in the order of the table.
	Columns []DealImportColumn `json:"columns"`
	// Lines that made a deal.
	Created int `json:"created"`
	// Lines that changed or moved a deal.
	Updated int `json:"updated"`
	// Lines of existing deals that changed nothing.
	Skipped int `json:"skipped"`
	// Refused lines. GET …/problems lists the reasons, at most 10,000.
	Failed int `json:"failed"`
	// Estimated lines per second while the import runs.
	RowsPerSecond float64 `json:"rowsPerSecond"`
	// Estimated seconds until the end; 0 after the end.
	SecondsLeft int `json:"secondsLeft"`
}

// DealImportColumn: see POST /v1/deal-imports.
type DealImportColumn struct {
	// Header of the column.
	Header string `json:"header"`
	// What a mapping may say, or the key of a custom field of deals.
	Target string `json:"target"`
}

// DealImportOptions: see POST /v1/deal-imports.
type DealImportOptions struct {
	// What each column contains, by header: externalKey, title, pipeline, stage, amount,
	// currency, contactPhone, contactUserId, ownerEmail, expectedCloseOn, forecastCategory,
	// reason, closeNote, ignore, or the key of a custom field of deals. Other columns are
	// recognised automatically or ignored.
	Mapping map[string]string `json:"mapping,omitempty"`
	// The pipeline of lines that name none; by default the only one that is not archived.
	PipelineID string `json:"pipelineId,omitempty"`
	// Phone numbers may then be national numbers of this country.
	DefaultCountry string `json:"defaultCountry,omitempty"`
	// What to do if the deal exists: skip (by default) or update, by its externalKey. Empty
	// cells change nothing.
	OnDuplicate string `json:"onDuplicate,omitempty"`
	// Character between two cells: a comma, a semicolon, a tab or a |; by default
	// recognised.
	Delimiter string `json:"delimiter,omitempty"`
}

// DealImportPreview: see POST /v1/deal-imports/preview.
type DealImportPreview struct {
	// Character encoding, as recognised.
	Encoding string `json:"encoding"`
	// The character between two cells.
	Delimiter string `json:"delimiter"`
	// The meaning of each column, in the order of the table.
	Columns []DealImportColumn `json:"columns"`
	// The first 20 lines.
	Rows []DealPreviewRow `json:"rows"`
}

// DealLine: see GET /v1/deals/{id}/lines.
type DealLine struct {
	// What is sold.
	Name string `json:"name"`
	// How many of it: a decimal number.
	Quantity string `json:"quantity"`
	// What one of it costs: a decimal number.
	UnitAmount string `json:"unitAmount"`
	// What is taken off the line, in percent: a decimal number.
	DiscountPercent string `json:"discountPercent"`
	// What the line is worth: quantity times unitAmount, less the discount, rounded to the
	// nearest minor unit.
	Amount string `json:"amount"`
}

// DealLines: see GET /v1/deals/{id}/lines.
type DealLines struct {
	// The deal.
	DealID string `json:"dealId"`
	// Version of the deal. It is the ETag, too.
	Version int `json:"version"`
	// What the deal is worth; null if unknown.
	Amount *string `json:"amount"`
	// ISO 4217 code; null if there is no amount.
	Currency *string `json:"currency"`
	// lines: the amount is what the lines are worth together. manual: there are none. One of
	// manual, lines.
	AmountSource string `json:"amountSource"`
	// The lines, in their order.
	Lines []DealLine `json:"lines"`
}

// DealNote: see POST /v1/deals/{id}/notes.
type DealNote struct {
	// Identifier of the note; begins with dln_.
	ID string `json:"id"`
	// The deal.
	DealID string `json:"dealId"`
	// Text of the note. Contacts do not see it.
	Body string `json:"body"`
	// The files of the note. Whoever sees the deal can download them.
	MediaIDs []string `json:"mediaIds"`
	// Users that the note mentions.
	MentionedUserIDs []string `json:"mentionedUserIds"`
	// Who wrote the note.
	CreatedBy DoneBy `json:"createdBy"`
	// When the note was written.
	CreatedAt time.Time `json:"createdAt"`
	// When the note was last changed; null if never.
	EditedAt *time.Time `json:"editedAt"`
}

// DealNoteCreatedData: see the event deal.note_created.
type DealNoteCreatedData struct {
	// Identifier of the note.
	NoteID string `json:"note_id"`
	// The deal of the note.
	DealID string `json:"deal_id"`
	// The pipeline of the deal.
	PipelineID string `json:"pipeline_id"`
	// Text of the note. The contact does not see it.
	Body string `json:"body"`
	// The users that the note mentions.
	MentionedUserIDs []string `json:"mentioned_user_ids"`
	// Who wrote the note.
	CreatedBy DoneBy `json:"created_by"`
}

// DealPreviewRow: see POST /v1/deal-imports/preview.
type DealPreviewRow struct {
	// Line of the table where the row begins.
	Line int `json:"line"`
	// The deal that is known by the line already; empty for a new one.
	DealID string `json:"dealId"`
	// What the deal is about; empty, as all below, where the line is refused.
	Title string `json:"title"`
	// The pipeline.
	PipelineID string `json:"pipelineId"`
	// The stage.
	StageID string `json:"stageId"`
	// A decimal number; null if unknown.
	Amount *string `json:"amount"`
	// ISO 4217 code; null if there is no amount.
	Currency *string `json:"currency"`
	// The member who would have it; empty for nobody.
	OwnerID string `json:"ownerId"`
	// The contact; empty if there is none.
	ContactID string `json:"contactId"`
	// The day on which it will be won; null if unknown.
	ExpectedCloseOn *string `json:"expectedCloseOn"`
	// How surely it is counted on; empty for that of its stage.
	ForecastCategory string `json:"forecastCategory"`
	// Custom fields by key. Each value has the type of its field.
	Fields map[string]any `json:"fields"`
	// Why the line would be refused; empty if it would not be.
	Problems []RunProblem `json:"problems"`
}

// DealReason: see POST /v1/deal-reasons.
type DealReason struct {
	// Identifier of the reason; begins with dlr_.
	ID string `json:"id"`
	// Whether deals are won or lost for it. One of won, lost.
	Kind string `json:"kind"`
	// The reason in a few words.
	Name string `json:"name"`
	// Who created it.
	CreatedBy DoneBy `json:"createdBy"`
	// When it was created.
	CreatedAt time.Time `json:"createdAt"`
}

// DealRottedData: see the event deal.rotted.
type DealRottedData struct {
	// Identifier of the deal.
	DealID string `json:"deal_id"`
	// Title of the deal.
	Title string `json:"title"`
	// The pipeline of the deal.
	PipelineID string `json:"pipeline_id"`
	// The stage of the deal.
	Stage EventStage `json:"stage"`
	// Since when it rots, in seconds since 1970. Each time is told of once.
	RotsAt int `json:"rots_at"`
	// The user who has the deal; null if nobody has it.
	OwnerID *string `json:"owner_id"`
	// The contact of the deal; null if there is none.
	ContactID *string `json:"contact_id"`
	// The conversation of the deal; null if there is none.
	ConversationID *string `json:"conversation_id"`
}

// DealRule: see POST /v1/deal-rules.
type DealRule struct {
	// Identifier of the rule; begins with drl_.
	ID string `json:"id"`
	// Grows by one with each change.
	Version int `json:"version"`
	// What people call it.
	Name string `json:"name"`
	// Its place among the rules, from 1 on: where several act on one thing, they do so in
	// this order.
	Position int `json:"position"`
	// Whether it acts.
	Enabled bool `json:"enabled"`
	// What lets it act. One of label_added, button_tapped, form_answered,
	// conversation_closed.
	Trigger string `json:"trigger"`
	// What must hold, all of it.
	Conditions DealConditions `json:"conditions"`
	// What it does.
	Act DealAct `json:"act"`
	// Who created it.
	CreatedBy DoneBy `json:"createdBy"`
	// When it was created.
	CreatedAt time.Time `json:"createdAt"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updatedAt"`
}

// DealRuleFailedData: see the event deal_rule.failed.
type DealRuleFailedData struct {
	// The rule of deals that could not act.
	RuleID string `json:"rule_id"`
	// What people call it.
	Name string `json:"name"`
	// The version of the rule.
	RuleVersion int `json:"rule_version"`
	// The run that says the same, among those of the rule.
	RunID string `json:"run_id"`
	// What was to let it act. One of label_added, button_tapped, form_answered,
	// conversation_closed.
	Trigger string `json:"trigger"`
	// What it was to act on.
	TriggerID string `json:"trigger_id"`
	// The conversation in which it happened.
	ConversationID string `json:"conversation_id"`
	// refused: it cannot act as things are. failed: the service could not do it. One of
	// refused, failed.
	Outcome string `json:"outcome"`
	// Why, in one word.
	Code string `json:"code"`
	// Why, in words.
	Detail string `json:"detail"`
}

// DealRuleRun: see GET /v1/deal-rules/{id}/runs.
type DealRuleRun struct {
	// Identifier of the run; begins with drr_.
	ID string `json:"id"`
	// The version of the rule then.
	RuleVersion int `json:"ruleVersion"`
	// What let it act. One of label_added, button_tapped, form_answered,
	// conversation_closed.
	Trigger string `json:"trigger"`
	// What it acted on, once: the message with the button or the form, by the provider's
	// identifier, the episode that was closed, or the event of the label.
	TriggerID string `json:"triggerId"`
	// The event that told of it.
	EventID string `json:"eventId"`
	// The conversation in which it happened.
	ConversationID string `json:"conversationId"`
	// When the rule acted.
	At time.Time `json:"at"`
	// skipped: there was nothing to do. refused: it cannot act as things are. failed: the
	// service could not do it, which is told to whoever runs it. One of created, moved,
	// skipped, refused, failed.
	Outcome string `json:"outcome"`
	// The deal that it made, moved or found; null for none.
	DealID *string `json:"dealId"`
	// Why it did nothing, in one word: no_open_deal, open_deal_exists or on_stage_already if
	// it was skipped, the code of the error if it was refused or failed; null if it acted.
	Code *string `json:"code"`
	// The same in words; null if it acted.
	Detail *string `json:"detail"`
	// What the deal lacks, or is wrong of the rule; empty if nothing is.
	Errors []FieldError `json:"errors"`
}

// DealSkip: see POST /v1/deal-actions.
type DealSkip struct {
	// The deal.
	DealID string `json:"dealId"`
	// not_found: you do not reach it, or there is none. not_allowed: detail says why.
	// unchanged: it is on the stage already. changed_meanwhile: it is on another stage than
	// you saw, or was moved since the action. One of not_found, not_allowed, unchanged,
	// changed_meanwhile.
	Reason string `json:"reason"`
	// The error of a single move of the deal; empty with unchanged.
	Code string `json:"code"`
	// The reason in words.
	Detail string `json:"detail"`
}

// DealSpan: see GET /v1/deals/{id}/spans.
type DealSpan struct {
	// Number of the entry of the history with which it began.
	Number int `json:"number"`
	// The pipeline.
	PipelineID string `json:"pipelineId"`
	// The stage.
	StageID string `json:"stageId"`
	// When the deal came onto it.
	From time.Time `json:"from"`
	// When it left; null while it is there.
	To *time.Time `json:"to"`
	// Who brought it there.
	By DoneBy `json:"by"`
}

// DealStageData: see the event deal.stage_updated.
type DealStageData struct {
	// Identifier of the deal.
	DealID string `json:"deal_id"`
	// Title of the deal.
	Title string `json:"title"`
	// The pipeline of the deal.
	PipelineID string `json:"pipeline_id"`
	// The previous stage.
	FromStage EventStage `json:"from_stage"`
	// The current stage.
	ToStage EventStage `json:"to_stage"`
	// Status of the deal on its current stage. One of open, won, lost.
	Status string `json:"status"`
	// A decimal number; null if unknown.
	Amount *string `json:"amount"`
	// ISO 4217 code; null if there is no amount.
	Currency *string `json:"currency"`
	// The contact of the deal; null if there is none.
	ContactID *string `json:"contact_id"`
	// The conversation of the deal; null if there is none.
	ConversationID *string `json:"conversation_id"`
	// Who moved the deal.
	ChangedBy DoneBy `json:"changed_by"`
	// The user who has the deal; null if nobody has it.
	OwnerID *string `json:"owner_id"`
}

// Delivery: see POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver.
type Delivery struct {
	// Unique among the deliveries of one endpoint.
	ID string `json:"id"`
	// The webhook endpoint.
	EndpointID string `json:"endpointId"`
	// The webhook-id; the same for every attempt.
	EventID string `json:"eventId"`
	// Kind of the event.
	Event string `json:"event"`
	// skipped: the endpoint was disabled while the delivery was pending. One of pending,
	// succeeded, failed, skipped.
	State string `json:"state"`
	// What started the delivery last: auto for the event itself, manual for a request,
	// replay for a bulk redelivery, test for a sample. One of auto, manual, replay, test.
	Trigger string `json:"trigger"`
	// Number of attempts. The count continues when the event is delivered again.
	Attempts int `json:"attempts"`
	// Result of the last attempt.
	Class string `json:"class,omitempty"`
	// HTTP status of the last answer.
	StatusCode int `json:"statusCode,omitempty"`
	// Why the last attempt failed.
	Error string `json:"error,omitempty"`
	// Duration of the last attempt in milliseconds.
	LatencyMs int `json:"latencyMs"`
	// When the last attempt began.
	AttemptedAt *time.Time `json:"attemptedAt"`
	// When the next attempt is due, while the delivery is pending.
	NextAttemptAt *time.Time `json:"nextAttemptAt"`
	// The bulk redelivery that started the delivery last.
	RedeliveryID string `json:"redeliveryId,omitempty"`
	// When the event happened.
	EventCreatedAt time.Time `json:"eventCreatedAt"`
}

// DeliveryAttempt: see GET /v1/webhook-endpoints/{id}/deliveries/{deliveryId}.
type DeliveryAttempt struct {
	// Number of the attempt, starting at 1.
	Number int `json:"number"`
	// What caused the attempt: auto for the event itself, manual for a request, replay for a
	// bulk redelivery, test for a sample. One of auto, manual, replay, test.
	Trigger string `json:"trigger"`
	// When the call began.
	StartedAt time.Time `json:"startedAt"`
	// Duration of the call in milliseconds.
	LatencyMs int `json:"latencyMs"`
	// Result of the attempt. One of succeeded, redirect, client_error, server_error,
	// timeout, connection, dns, tls, forbidden, own_network, other.
	Class string `json:"class"`
	// HTTP status of the answer; absent if there was none.
	StatusCode int `json:"statusCode,omitempty"`
	// Why the attempt failed; absent if it succeeded.
	Error string `json:"error,omitempty"`
	// The webhook-id of the call, if it carried a batch of events; absent otherwise.
	BatchID string `json:"batchId,omitempty"`
	// The request.
	Request AttemptRequest `json:"request"`
	// The receiver's answer.
	Response AttemptResponse `json:"response"`
}

// DeliveryDetail: see GET /v1/webhook-endpoints/{id}/deliveries/{deliveryId}.
type DeliveryDetail struct {
	// Unique among the deliveries of one endpoint.
	ID string `json:"id"`
	// The webhook endpoint.
	EndpointID string `json:"endpointId"`
	// The webhook-id; the same for every attempt.
	EventID string `json:"eventId"`
	// Kind of the event.
	Event string `json:"event"`
	// skipped: the endpoint was disabled while the delivery was pending. One of pending,
	// succeeded, failed, skipped.
	State string `json:"state"`
	// What started the delivery last: auto for the event itself, manual for a request,
	// replay for a bulk redelivery, test for a sample. One of auto, manual, replay, test.
	Trigger string `json:"trigger"`
	// Number of attempts. The count continues when the event is delivered again.
	Attempts int `json:"attempts"`
	// Result of the last attempt.
	Class string `json:"class,omitempty"`
	// HTTP status of the last answer.
	StatusCode int `json:"statusCode,omitempty"`
	// Why the last attempt failed.
	Error string `json:"error,omitempty"`
	// Duration of the last attempt in milliseconds.
	LatencyMs int `json:"latencyMs"`
	// When the last attempt began.
	AttemptedAt *time.Time `json:"attemptedAt"`
	// When the next attempt is due, while the delivery is pending.
	NextAttemptAt *time.Time `json:"nextAttemptAt"`
	// The bulk redelivery that started the delivery last.
	RedeliveryID string `json:"redeliveryId,omitempty"`
	// When the event happened.
	EventCreatedAt time.Time `json:"eventCreatedAt"`
	// The event as it is posted. In a batch it is one entry of the array, with its id.
	Body string `json:"body"`
	// The attempts of the last 30 days, oldest first; at most the last 200.
	History []DeliveryAttempt `json:"history"`
	// Whether history has every attempt.
	Complete bool `json:"complete"`
}

// Deployment: see GET /v1/deployment.
type Deployment struct {
	// Release of the process that answers; dev for a build of no release.
	Version string `json:"version"`
	// The database: sqlite is the embedded file. One of sqlite, postgres.
	Engine string `json:"engine"`
	// The node that answers.
	NodeID string `json:"nodeId"`
	// When the node that answers started.
	StartedAt time.Time `json:"startedAt"`
	// When the figures were taken: up to 2 seconds ago.
	MeasuredAt time.Time `json:"measuredAt"`
	// What the node that answers needs, and whether it is there; /readyz says the same.
	Checks []DeploymentCheck `json:"checks"`
	// The processes that serve the database, by number.
	Nodes []DeploymentNode `json:"nodes"`
	// Jobs by kind. A kind without a job is left out.
	Queues []DeploymentQueue `json:"queues"`
	// false: there are more than 200,000 jobs, and the figures are the least there are.
	QueuesComplete bool `json:"queuesComplete"`
	// What follows the event logs of the workspaces, and how far it is behind.
	Readers []DeploymentReader `json:"readers"`
	// false: there are more workspaces than could be looked at within a second, and the
	// figures are the least.
	ReadersComplete bool `json:"readersComplete"`
	// Deliveries to webhook endpoints.
	Webhooks DeploymentDeliveries `json:"webhooks"`
	// Open event streams of the node that answers.
	EventStreams int `json:"eventStreams"`
}

// DeploymentBackup: see GET /v1/deployment/storage.
type DeploymentBackup struct {
	// The moment that it is of.
	MadeAt time.Time `json:"madeAt"`
	// How long it took.
	TookMs int `json:"tookMs"`
	// Bytes of the database.
	DatabaseBytes int `json:"databaseBytes"`
	// Files of messages in it.
	Files int `json:"files"`
	// Bytes of the files.
	FileBytes int `json:"fileBytes"`
}

// DeploymentCheck: see GET /v1/deployment.
type DeploymentCheck struct {
	// What is needed.
	Name string `json:"name"`
	// Whether it is there. One of ok, away.
	State string `json:"state"`
	// true: nothing is accepted without it.
	Required bool `json:"required"`
	// Since when it is away; null if it is there.
	Since *time.Time `json:"since"`
	// Why it is away; empty if it is there.
	Reason string `json:"reason"`
}

// DeploymentDeliveries: see GET /v1/deployment.
type DeploymentDeliveries struct {
	// Deliveries that wait for another attempt, counted up to 10,000.
	Pending int `json:"pending"`
	// false: there are more.
	PendingExact bool `json:"pendingExact"`
	// When the oldest event came that was not delivered, as far as the node that answers
	// knows; null for none.
	OldestAt *time.Time `json:"oldestAt"`
	// For how long that waits; 0 for none.
	LagMs int `json:"lagMs"`
	// Endpoints of the node that answers that rest, because they do not work.
	BreakersOpen int `json:"breakersOpen"`
	// Calls of the node that answers that are under way.
	CallsInFlight int `json:"callsInFlight"`
}

// DeploymentNode: see GET /v1/deployment.
type DeploymentNode struct {
	// Identifier of the node; begins with node_. A restart gives a new one.
	ID string `json:"id"`
	// Number of the node, which no other node has.
	Number int `json:"number"`
	// When it started.
	StartedAt time.Time `json:"startedAt"`
	// Until when it is believed alive. It renews this several times in that time.
	LeaseUntil time.Time `json:"leaseUntil"`
	// false: its lease has ended; another node will take over what it held.
	Alive bool `json:"alive"`
	// Jobs that it holds: they run, or are about to.
	Jobs int `json:"jobs"`
}

// DeploymentQueue: see GET /v1/deployment.
type DeploymentQueue struct {
	// Kind of the jobs.
	Kind string `json:"kind"`
	// Jobs that are due and that no node holds.
	Waiting int `json:"waiting"`
	// Jobs that are due later.
	Scheduled int `json:"scheduled"`
	// Jobs that a node holds: they run, or are about to.
	Running int `json:"running"`
	// Those among the waiting and scheduled ones that failed before. A job is never given up
	// unseen: what it is for says so, such as a message that failed.
	Retrying int `json:"retrying"`
	// Since when the oldest job is due; null if none is.
	OldestDueAt *time.Time `json:"oldestDueAt"`
	// For how long that is; 0 if none is due.
	LagMs int `json:"lagMs"`
}

// DeploymentReader: see GET /v1/deployment.
type DeploymentReader struct {
	// What it does. One of search, notifications, reports, template_statistics, broadcasts,
	// deal_rules, proposals, charges.
	Name string `json:"name"`
	// The node that does it now; null where every node does, or nobody at the moment.
	NodeID *string `json:"nodeId"`
	// How many workspaces have something that it has not read.
	WorkspacesBehind int `json:"workspacesBehind"`
	// When the first happened of what it has not read; null if it has read everything. It is
	// looked up for 200 workspaces at most.
	OldestAt *time.Time `json:"oldestAt"`
	// For how long that waits; 0 if it has read everything.
	LagMs int `json:"lagMs"`
}

// DeploymentStorage: see GET /v1/deployment/storage.
type DeploymentStorage struct {
	// The database: sqlite is the embedded file. One of sqlite, postgres.
	Engine string `json:"engine"`
	// When this was measured: up to 30 seconds ago.
	MeasuredAt time.Time `json:"measuredAt"`
	// Bytes of the database; of the embedded engine, of its file.
	DatabaseBytes int `json:"databaseBytes"`
	// Bytes of the write-ahead log; null where the database does not let this service ask.
	LogBytes *int `json:"logBytes"`
	// Bytes of the file that are free for new rows; null on PostgreSQL.
	FreeBytes *int `json:"freeBytes"`
	// The last backup that crm backup made; null for none. PostgreSQL is backed up by its
	// own means, which are not known here.
	LastBackup *DeploymentBackup `json:"lastBackup"`
	// Every table, the largest first.
	Tables []DeploymentTable `json:"tables"`
}

// DeploymentTable: see GET /v1/deployment/storage.
type DeploymentTable struct {
	// Name of the table.
	Name string `json:"name"`
	// Rows of all workspaces together; null if unknown.
	Rows *int `json:"rows"`
	// What rows is. PostgreSQL estimates; the embedded engine counts up to 5,000 (at_least:
	// there may be more), as long as there is time. One of exact, estimate, at_least,
	// unknown.
	RowsAre string `json:"rowsAre"`
	// Bytes of the table with its indexes; null on the embedded engine, which would have to
	// read the whole file.
	Bytes *int `json:"bytes"`
	// Bytes of its indexes; null if unknown.
	IndexBytes *int `json:"indexBytes"`
}

// DifferenceSide: see GET /v1/charges/reconciliations/{id}/differences.
type DifferenceSide struct {
	// The day, in UTC, or the month.
	Date string `json:"date"`
	// Your phone number; null where it is not told.
	PhoneNumberID *string `json:"phoneNumberId"`
	// Market; null where it is not told.
	Market *string `json:"market"`
	// The provider's category.
	Category string `json:"category"`
	// How it is charged, in the provider's word, such as regular; null where it is not told.
	Type *string `json:"type"`
	// Messages.
	Count int `json:"count"`
	// What they cost; null where it is not known.
	Amount *string `json:"amount"`
}

// Document: see POST /v1/messages.
type Document struct {
	// Id of a media file of the workspace.
	MediaID string `json:"mediaId,omitempty"`
	// Public URL of the file, instead of mediaId.
	Link string `json:"link,omitempty"`
	// Text below the file, at most 1024 characters.
	Caption string `json:"caption,omitempty"`
	// File name of a document.
	Filename string `json:"filename,omitempty"`
}

// DoneBy: see PATCH /v1/api-keys/{id}.
type DoneBy struct {
	// Type of the actor. operator: somebody at the command line of the service. provider and
	// system act automatically. One of contact, api_key, user, assistant, operator, import,
	// provider, system.
	Type string `json:"type"`
	// Identifier of the actor; for system that of the rule of deals that acted, if one did.
	// Empty for operator, provider and system otherwise, and for a user of the WhatsApp
	// Business app.
	ID string `json:"id"`
}

// Draft: see GET /v1/conversations/{id}/draft.
type Draft struct {
	// The conversation.
	ConversationID string `json:"conversationId"`
	// Who writes it.
	UserID string `json:"userId"`
	// Grows with each change; no version comes twice. It is the ETag, too.
	Version int `json:"version"`
	// What was written.
	Body string `json:"body"`
	// Whether everybody sees it who reaches the conversation.
	Shared bool `json:"shared"`
	// The seq of the conversation that the writer saw; null if unknown.
	BasedOnSeq *int `json:"basedOnSeq"`
	// Whether the contact was answered since; false without basedOnSeq.
	AnsweredSince bool `json:"answeredSince"`
	// When it was begun.
	CreatedAt time.Time `json:"createdAt"`
	// When it last changed.
	UpdatedAt time.Time `json:"updatedAt"`
}

// DraftSummary: see POST /v1/conversations/{id}/summary.
type DraftSummary struct {
	// Language of the summary, two letters; by default that in which the business writes.
	Language string `json:"language,omitempty"`
}

// DraftedSummary: see POST /v1/conversations/{id}/summary.
type DraftedSummary struct {
	// The summary, at most 500 characters; empty if nothing was said.
	Summary string `json:"summary"`
	// The episode that it is about; empty if there never was one.
	EpisodeID string `json:"episodeId"`
	// How many messages of the episode were read: the latest 60 at most.
	Messages int `json:"messages"`
}

// DuplicateTemplate: see POST /v1/templates/{id}/duplicate.
type DuplicateTemplate struct {
	// Name of the copy; the same by default.
	Name string `json:"name,omitempty"`
	// Language of the copy; the same by default.
	Language string `json:"language,omitempty"`
	// Messaging account of the copy; the same by default.
	MessagingAccountID string `json:"messagingAccountId,omitempty"`
}

// DutyHours: see GET /v1/assistants/{id}/revisions/{number}.
type DutyHours struct {
	// An IANA time zone.
	TimeZone string `json:"timeZone"`
	// Hours of each day; always if empty.
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
	// The provider's identifier of the edit.
	ProviderMessageID string `json:"providerMessageId,omitempty"`
	// The text of this version.
	Text string `json:"text,omitempty"`
	// The caption of this version.
	Caption string `json:"caption,omitempty"`
}

// EncryptionKey: see GET /v1/phone-numbers/{id}/encryption-key.
type EncryptionKey struct {
	// The 2048-bit RSA public key in PEM; null if none was set.
	PublicKey *string `json:"publicKey"`
	// SHA-256 of the key in DER form, in hexadecimal: compare it with that of your own.
	Fingerprint string `json:"fingerprint,omitempty"`
}

// EndingWindow: see GET /v1/reports/window.
type EndingWindow struct {
	// The conversation.
	ConversationID string `json:"conversationId"`
	// The contact.
	ContactID string `json:"contactId"`
	// Your phone number.
	PhoneNumberID string `json:"phoneNumberId"`
	// The team that has the conversation; empty if there is none.
	TeamID string `json:"teamId"`
	// The user who has it; empty if there is none.
	AgentID string `json:"agentId"`
	// Since when the contact waits.
	WaitingSince time.Time `json:"waitingSince"`
	// When the window ends.
	ClosesAt time.Time `json:"closesAt"`
	// Of the category utility; null if unknown.
	Utility *Price `json:"utility"`
	// Of the category marketing; null if unknown.
	Marketing *Price `json:"marketing"`
}

// EndpointBacklog: see GET /v1/webhook-endpoints/{id}/statistics.
type EndpointBacklog struct {
	// Events that wait for their next attempt or were not reached yet. For a busy receiver,
	// this may include events of the last few seconds.
	Waiting int `json:"waiting"`
	// true: there are more than the number shown.
	AtLeast bool `json:"atLeast"`
	// The event that has waited longest; null if none waits.
	OldestEventID *string `json:"oldestEventId"`
	// How long it has waited; null if none waits.
	OldestAgeSeconds *int `json:"oldestAgeSeconds"`
	// When the event happened; null if none waits.
	OldestCreatedAt *time.Time `json:"oldestCreatedAt"`
}

// EndpointHealth: see PUT /v1/webhook-endpoints.
type EndpointHealth struct {
	// open: too many calls failed, so no calls are made until openUntil. Deliveries wait,
	// and no attempt is counted. half_open: one call tests whether the receiver works again.
	// One of closed, open, half_open.
	State string `json:"state"`
	// null while the state is closed.
	OpenUntil *time.Time `json:"openUntil"`
	// The receiver asked for no calls until this time (429 or 503); null if it did not.
	PausedUntil *time.Time `json:"pausedUntil"`
	// Failed calls since the last successful one.
	ConsecutiveFailures int `json:"consecutiveFailures"`
	// Since when every call has failed; null if the last call succeeded.
	FailingSince *time.Time `json:"failingSince"`
	// The last error; empty if the last call succeeded.
	LastError string `json:"lastError"`
}

// EndpointNotice: see PUT /v1/webhook-endpoints.
type EndpointNotice struct {
	// failing: every call has failed for more than an hour. One of breaker_open, failing,
	// disabled.
	Kind string `json:"kind"`
	// How urgent the problem is. One of info, warning, critical.
	Severity string `json:"severity"`
	// When the problem began.
	Since time.Time `json:"since"`
	// When the problem was last seen.
	LastSeenAt time.Time `json:"lastSeenAt"`
	// The problem in one sentence.
	Detail string `json:"detail"`
	// When the problem ended; null while it lasts.
	ResolvedAt *time.Time `json:"resolvedAt"`
}

// EndpointSecret: see GET /v1/action-buttons/{id}.
type EndpointSecret struct {
	// The beginning of the SHA-256 of the secret's bytes, or of the public key's bytes.
	ID string `json:"id"`
	// hmac signs with a shared secret, ed25519 with a key pair. One of hmac, ed25519.
	Algorithm string `json:"algorithm"`
	// Verifies v1a signatures; only for ed25519.
	PublicKey string `json:"publicKey,omitempty"`
	// When the secret was created.
	CreatedAt time.Time `json:"createdAt"`
	// When a rotated secret stops signing.
	ExpiresAt *time.Time `json:"expiresAt,omitempty"`
}

// EndpointStatistics: see GET /v1/webhook-endpoints/{id}/statistics.
type EndpointStatistics struct {
	// Beginning of the first hour.
	Since time.Time `json:"since"`
	// End of the last hour.
	Until time.Time `json:"until"`
	// Total of all hours.
	Total AttemptStatistics `json:"total"`
	// Hours with attempts, oldest first.
	Hours []HourStatistics `json:"hours"`
	// The current backlog; empty if the endpoint is disabled.
	Backlog EndpointBacklog `json:"backlog"`
}

// Episode: see GET /v1/conversations/{id}/episodes.
type Episode struct {
	// Identifier of the episode; begins with eps_.
	ID string `json:"id"`
	// Number of the episode in the conversation, from 1.
	No int `json:"no"`
	// When it began.
	OpenedAt time.Time `json:"openedAt"`
	// Who opened it.
	OpenedBy DoneBy `json:"openedBy"`
	// Why, for example contact_wrote. More reasons may be added.
	OpenReason string `json:"openReason"`
	// When the contact first wrote; null for never.
	FirstInboundAt *time.Time `json:"firstInboundAt"`
	// When it was first assigned; null for never.
	FirstAssignedAt *time.Time `json:"firstAssignedAt"`
	// When the provider accepted the first answer; null for none.
	FirstAnswerAt *time.Time `json:"firstAnswerAt"`
	// Who wrote it; null for nobody.
	FirstAnswerBy *DoneBy `json:"firstAnswerBy"`
	// The same for the first answer that no assistant wrote; null for none.
	FirstPersonAnswerAt *time.Time `json:"firstPersonAnswerAt"`
	// Who wrote it; null for nobody.
	FirstPersonAnswerBy *DoneBy `json:"firstPersonAnswerBy"`
	// Number of messages of the contact.
	InboundCount int `json:"inboundCount"`
	// Number of answers.
	AnswerCount int `json:"answerCount"`
	// How often an assistant handed it off.
	HandOffCount int `json:"handOffCount"`
	// How often it went from one person to another.
	ReassignmentCount int `json:"reassignmentCount"`
	// How long the contact waited for answers, in milliseconds, without what still goes on.
	WaitedMs int `json:"waitedMs"`
	// The same by what kept them waiting.
	WaitedFor []WaitedCause `json:"waitedFor"`
	// The team, at the end or now; empty for none.
	TeamID string `json:"teamId"`
	// The user, at the end or now; empty for nobody.
	AgentID string `json:"agentId"`
	// When it was closed; null while it is open.
	ClosedAt *time.Time `json:"closedAt"`
	// Who closed it; null while it is open.
	ClosedBy *DoneBy `json:"closedBy"`
	// Why: what the request said, or for example merged. Empty while it is open.
	CloseReason string `json:"closeReason"`
	// What it was about, in your own words.
	Category string `json:"category"`
	// What came of it.
	Summary string `json:"summary"`
	// Whether the contact still waited when it was closed.
	UnansweredAtClose bool `json:"unansweredAtClose"`
	// What became of asking the contact for a rating; null if they were not to be asked.
	Rating *EpisodeRating `json:"rating"`
}

// EpisodeRating: see GET /v1/conversations/{id}/episodes.
type EpisodeRating struct {
	// pending: the contact will be asked. window_closed: they were not, because the window
	// had closed. not_sent: they were not, see reason. One of pending, asked, rated,
	// window_closed, not_sent.
	State string `json:"state"`
	// Why the question was not sent, for example contact_opted_out. Empty otherwise. More
	// reasons may be added.
	Reason string `json:"reason"`
	// The message with the question; empty if none was sent.
	MessageID string `json:"messageId"`
	// When the contact was asked; null for never.
	AskedAt *time.Time `json:"askedAt"`
	// From 1, the worst, to 5; null for no rating.
	Score *int `json:"score"`
	// What the contact wrote about it; empty for nothing, and without messages:read.
	Comment string `json:"comment"`
	// When the contact first rated; null for never.
	RatedAt *time.Time `json:"ratedAt"`
}

// EpisodeRef: see GET /v1/conversations/{id}.
type EpisodeRef struct {
	// Identifier of the episode; begins with eps_.
	ID string `json:"id"`
	// Number of the episode in the conversation, from 1.
	No int `json:"no"`
	// When it began.
	OpenedAt time.Time `json:"openedAt"`
}

// EvaluatedAnswer: see GET /v1/assistants/{id}/evaluations/{evaluationId}/items.
type EvaluatedAnswer struct {
	// Number of the revision that answered.
	Revision int `json:"revision"`
	// What the assistant would do: reply, hand the conversation off to people, or stay
	// silent. One of replied, handed_off, silent.
	State string `json:"state"`
	// Text that the contact would get.
	Text string `json:"text"`
	// Source of the text; empty if there is none. One of model, cache, approved, passage,
	// greeting, hand_off.
	Source string `json:"source"`
	// Why the assistant handed off or stayed silent; empty for a reply.
	Reason string `json:"reason"`
	// What the reason is based on.
	Evidence string `json:"evidence"`
	// Language of the question, two letters; empty if unknown.
	Language string `json:"language"`
	// The knowledge that the answer cites.
	Citations []KnowledgeCitation `json:"citations"`
	// Calls to AI providers, in order.
	Attempts []TurnAttempt `json:"attempts"`
	// Scores of the answer.
	Scores EvaluationScores `json:"scores"`
}

// Evaluation: see POST /v1/assistants/{id}/evaluations.
type Evaluation struct {
	// Identifier of the evaluation; begins with evl_.
	ID string `json:"id"`
	// The assistant.
	AssistantID string `json:"assistantId"`
	// Number of the evaluated revision: draft in the table.
	Revision int `json:"revision"`
	// Number of the revision that was live at the start: live in the table. null if the
	// evaluated revision was live itself.
	LiveRevision *int `json:"liveRevision"`
	// Source of the questions: past conversations, or the request. One of conversations,
	// questions.
	Source string `json:"source"`
	// Only conversations of these phone numbers; empty for all, or for given questions.
	PhoneNumberIDs []string `json:"phoneNumberIds"`
	// Only conversations from this time on; null for given questions.
	Since *time.Time `json:"since"`
	// Only conversations up to this time; null for given questions.
	Until *time.Time `json:"until"`
	// paused: it continues automatically. completed, canceled, failed: it has ended. One of
	// running, paused, completed, canceled, failed.
	State string `json:"state"`
	// What it does now, or did last; absent if it has only one phase. One of collecting,
	// delivering, measuring, crawling, indexing, messages, conversations, events, contacts.
	Phase string `json:"phase,omitempty"`
	// Number of items done so far.
	Done int `json:"done"`
	// Number of items in total; null while unknown.
	Total *int `json:"total"`
	// Why it is paused; absent if it is not. One of budget_used_up, ai_disabled,
	// providers_unavailable, texts_refused.
	Paused string `json:"paused,omitempty"`
	// When it continues; null if it is not paused.
	RetryAt *time.Time `json:"retryAt"`
	// Why it failed; absent if it did not.
	Error string `json:"error,omitempty"`
	// When it began.
	StartedAt time.Time `json:"startedAt"`
	// When it last made progress or was paused.
	UpdatedAt time.Time `json:"updatedAt"`
	// When it ended; null until then.
	EndedAt *time.Time `json:"endedAt"`
	// Number of questions found so far.
	Found int `json:"found"`
	// Number of questions without a result because no AI provider was available. GET
	// …/problems lists them.
	Unmeasured int `json:"unmeasured"`
	// Number of messages examined.
	Examined int `json:"examined"`
	// Questions left out: with personal data, or from contacts who opted out of all.
	LeftOut int `json:"leftOut"`
	// The results; null until completed.
	Table *EvaluationTable `json:"table"`
	// Who created the evaluation.
	MadeBy DoneBy `json:"madeBy"`
}

// EvaluationDifference: see POST /v1/assistants/{id}/evaluations.
type EvaluationDifference struct {
	// The value.
	Value float64 `json:"value"`
	// Lower end of the interval.
	Low float64 `json:"low"`
	// Upper end of the interval.
	High float64 `json:"high"`
	// Number of questions behind the value.
	Questions int `json:"questions"`
	// What the interval shows: not_distinguishable if it contains 0, too_few below 10
	// questions. One of better, worse, different, not_distinguishable, too_few.
	Verdict string `json:"verdict"`
}

// EvaluationEstimate: see POST /v1/assistants/{id}/evaluations.
type EvaluationEstimate struct {
	// The value.
	Value float64 `json:"value"`
	// Lower end of the interval.
	Low float64 `json:"low"`
	// Upper end of the interval.
	High float64 `json:"high"`
	// Number of questions behind the value.
	Questions int `json:"questions"`
}

// EvaluationItem: see GET /v1/assistants/{id}/evaluations/{evaluationId}/items.
type EvaluationItem struct {
	// Number of the question, starting at 1.
	Number int `json:"number"`
	// The question.
	Question string `json:"question"`
	// The conversation before the question, oldest first.
	Before []EvaluationMessage `json:"before"`
	// A person's answer.
	Answer string `json:"answer,omitempty"`
	// What an answer must contain; empty if nothing is expected.
	ExpectedFacts []string `json:"expectedFacts"`
	// Whether the question should be handed off to people; null if not specified.
	ShouldHandOff *bool `json:"shouldHandOff"`
	// The conversation of the question.
	ConversationID string `json:"conversationId,omitempty"`
	// The message with the person's answer.
	MessageID string `json:"messageId,omitempty"`
	// When the question was asked; null until then.
	MeasuredAt *time.Time `json:"measuredAt"`
	// Why there is no result: the class of the AI providers' failure.
	Unmeasured string `json:"unmeasured,omitempty"`
	// The answer of the evaluated revision; null if there is no result.
	Draft *EvaluatedAnswer `json:"draft"`
	// The answer of the live revision; null if there is none.
	Live *EvaluatedAnswer `json:"live"`
}

// EvaluationMessage: see GET /v1/assistants/{id}/evaluations/{evaluationId}/items.
type EvaluationMessage struct {
	// Author of the message. One of customer, assistant, person.
	From string `json:"from"`
	// Text of the message.
	Text string `json:"text"`
}

// EvaluationQuestion: see POST /v1/assistants/{id}/evaluations.
type EvaluationQuestion struct {
	// The contact's question.
	Question string `json:"question"`
	// A person's answer.
	Answer string `json:"answer,omitempty"`
	// What an answer must contain: numbers, links and words; at most 20.
	ExpectedFacts []string `json:"expectedFacts,omitempty"`
	// Language of the question, two letters; recognised automatically if absent.
	Language string `json:"language,omitempty"`
	// Whether the question should be handed off to people.
	ShouldHandOff bool `json:"shouldHandOff,omitempty"`
}

// EvaluationRow: see POST /v1/assistants/{id}/evaluations.
type EvaluationRow struct {
	// Name of the metric. One of groundedness, agreement, decision_agreement,
	// expected_facts, hand_off_rate, cost_micros, tokens, latency_p50_ms, latency_p95_ms.
	Metric string `json:"metric"`
	// Unit of the values: share and score go from 0 to 1; micros are millionths of the
	// currency. One of share, score, micros, tokens, ms.
	Unit string `json:"unit"`
	// Which direction is better. One of higher, lower, neither.
	Better string `json:"better"`
	// Value of the evaluated revision; null if there is none.
	Draft *EvaluationEstimate `json:"draft"`
	// Value of the live revision; null if there is none.
	Live *EvaluationEstimate `json:"live"`
	// Draft minus live, for questions with both values; null if there are none.
	Difference *EvaluationDifference `json:"difference"`
}

// EvaluationScores: see GET /v1/assistants/{id}/evaluations/{evaluationId}/items.
type EvaluationScores struct {
	// Whether the cited passages support the answer; null if there was no answer.
	Grounded *bool `json:"grounded"`
	// Agreement with the person's answer, from 0 to 1; null if there is none.
	Agreement *float64 `json:"agreement"`
	// Whether it answered or handed off as expected; null if nothing is expected.
	Decision *bool `json:"decision"`
	// Share of the expected facts in the answer; null if there are none.
	Facts *float64 `json:"facts"`
	// Whether it handed the question off to people.
	HandedOff bool `json:"handedOff"`
	// Tokens of all calls to AI providers.
	Tokens int `json:"tokens"`
	// Cost of the calls, in millionths of the currency; null if a price is unknown.
	CostMicros *int `json:"costMicros"`
	// Time from the question to the answer, without the burst pause.
	LatencyMs float64 `json:"latencyMs"`
}

// EvaluationTable: see POST /v1/assistants/{id}/evaluations.
type EvaluationTable struct {
	// Number of questions for the revision.
	Questions int `json:"questions"`
	// Number of questions without a result because no AI provider was available.
	Unmeasured int `json:"unmeasured"`
	// Confidence level of the intervals.
	Confidence float64 `json:"confidence"`
	// One entry per metric.
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
	// Data of the event; the fields depend on the kind.
	Data json.RawMessage `json:"data"`
	// When it happened.
	CreatedAt time.Time `json:"createdAt"`
}

// EventAssignee: see the event conversation.assigned.
type EventAssignee struct {
	// Type of the assignee: a person, a team or an assistant. One of user, team, assistant.
	Type string `json:"type"`
	// Identifier of the assignee.
	ID string `json:"id"`
}

// EventAuditContext: see the event audit.recorded.
type EventAuditContext struct {
	// Address of the caller; empty if unknown.
	IP string `json:"ip"`
	// User-Agent of the caller; empty if unknown.
	UserAgent string `json:"user_agent"`
	// The caller's session; empty for an API key.
	SessionID string `json:"session_id"`
	// Identifier of the request; empty at the command line.
	RequestID string `json:"request_id"`
}

// EventContact: see the event messages.received.
type EventContact struct {
	// Name of the person.
	Name EventContactName `json:"name"`
	// Phone numbers of the person.
	Phones []EventContactPhone `json:"phones"`
	// E-mail addresses of the person.
	Emails []EventContactEmail `json:"emails"`
	// Postal addresses of the person.
	Addresses []EventContactAddress `json:"addresses"`
	// Web addresses of the person.
	URLs []EventContactURL `json:"urls"`
	// The person's company; null if unknown.
	Org *EventContactOrg `json:"org"`
	// Date as YYYY-MM-DD; empty if unknown.
	Birthday string `json:"birthday"`
	// contact_request if the card answers a request for contact information.
	Origin string `json:"origin"`
	// The vCard from the contact's phone; empty if there is none.
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
	// Country code, such as US.
	CountryCode string `json:"country_code"`
	// Kind of address, such as Home.
	Type string `json:"type"`
}

// EventContactEmail: see the event messages.received.
type EventContactEmail struct {
	// The address.
	Email string `json:"email"`
	// Kind of entry, such as Work.
	Type string `json:"type"`
}

// EventContactName: see the event messages.received.
type EventContactName struct {
	// The full name.
	FormattedName string `json:"formatted_name"`
	// First name.
	FirstName string `json:"first_name"`
	// Last name.
	LastName string `json:"last_name"`
	// Middle name.
	MiddleName string `json:"middle_name"`
	// Prefix, such as Dr.
	Prefix string `json:"prefix"`
	// Suffix, such as Jr.
	Suffix string `json:"suffix"`
}

// EventContactOrg: see the event messages.received.
type EventContactOrg struct {
	// Name of the company.
	Company string `json:"company"`
	// Name of the department.
	Department string `json:"department"`
	// Job title.
	Title string `json:"title"`
}

// EventContactPhone: see the event messages.received.
type EventContactPhone struct {
	// The phone number.
	Phone string `json:"phone"`
	// Kind of entry, such as Work.
	Type string `json:"type"`
	// The WhatsApp id of the number (its digits); empty if it is not on WhatsApp.
	WaID string `json:"wa_id"`
}

// EventContactURL: see the event messages.received.
type EventContactURL struct {
	// The address.
	URL string `json:"url"`
	// Kind of entry, such as Work.
	Type string `json:"type"`
}

// EventContext: see the event messages.received.
type EventContext struct {
	// The provider's identifier of the quoted message; empty if there is none.
	MessageID string `json:"message_id"`
	// Whether the contact forwarded the message.
	Forwarded bool `json:"forwarded"`
	// Whether the message was forwarded many times.
	FrequentlyForwarded bool `json:"frequently_forwarded"`
	// The product of the contact's question; null if there is none.
	Product *EventProduct `json:"product"`
}

// EventError: see the event messages.status_updated.
type EventError struct {
	// Stable code of the failure.
	Code string `json:"code"`
	// Why the message failed, in one sentence.
	Detail string `json:"detail"`
	// The provider's refusal; null if the message failed for another reason.
	ProviderError *EventProviderError `json:"provider_error"`
}

// EventLocation: see the event messages.received.
type EventLocation struct {
	// Degrees, -90 to 90.
	Latitude float64 `json:"latitude"`
	// Degrees, -180 to 180.
	Longitude float64 `json:"longitude"`
	// Name of the place; empty if unknown.
	Name string `json:"name"`
	// Address of the place; empty if unknown.
	Address string `json:"address"`
	// Web page of the place; empty if unknown.
	URL string `json:"url"`
}

// EventMedia: see the event messages.received.
type EventMedia struct {
	// Id of the media file; empty until it is fetched.
	ID string `json:"id"`
	// The provider's identifier of the file.
	ProviderMediaID string `json:"provider_media_id"`
	// Type of the file, as the provider reported it.
	MIMEType string `json:"mime_type"`
	// SHA-256 of the file in hex, as the provider reported it.
	SHA256 string `json:"sha256"`
	// Name of a document; empty for other files.
	Filename string `json:"filename"`
	// Whether the audio is a voice message.
	Voice bool `json:"voice"`
	// Whether the sticker is animated.
	Animated bool `json:"animated"`
}

// EventOrder: see the event messages.received.
type EventOrder struct {
	// The provider's identifier of the catalogue.
	CatalogID string `json:"catalog_id"`
	// The contact's text with the order; empty if there is none.
	Text string `json:"text"`
	// The products.
	Items []EventOrderItem `json:"items"`
}

// EventOrderItem: see the event messages.received.
type EventOrderItem struct {
	// The product's id in the catalogue (SKU).
	ProductRetailerID string `json:"product_retailer_id"`
	// Quantity.
	Quantity int `json:"quantity"`
	// Unit price as a decimal number.
	Price string `json:"price"`
	// ISO 4217 code.
	Currency string `json:"currency"`
}

// EventPassage: see the event conversation.handed_off.
type EventPassage struct {
	// The passage.
	PassageID string `json:"passage_id"`
	// The source of the passage.
	SourceID string `json:"source_id"`
	// The headings above the passage.
	Title string `json:"title"`
}

// EventProduct: see the event messages.received.
type EventProduct struct {
	// The provider's identifier of the catalogue.
	CatalogID string `json:"catalog_id"`
	// The product's id in the catalogue (SKU).
	ProductRetailerID string `json:"product_retailer_id"`
}

// EventProviderError: see the event messages.status_updated.
type EventProviderError struct {
	// The provider's error code. Base your logic on this code only.
	Code int `json:"code"`
	// The provider's detailed code; 0 if it gave none.
	Subcode int `json:"subcode"`
	// The provider's message, possibly in another language.
	Title string `json:"title"`
	// The provider's long message; empty if it gave none.
	Details string `json:"details"`
}

// EventReaction: see the event messages.received.
type EventReaction struct {
	// The provider's identifier of the message with the reaction.
	MessageID string `json:"message_id"`
	// The emoji.
	Emoji string `json:"emoji"`
}

// EventReferral: see the event messages.received.
type EventReferral struct {
	// Address of the ad or post.
	SourceURL string `json:"source_url"`
	// The provider's identifier of the ad or post.
	SourceID string `json:"source_id"`
	// ad or post.
	SourceType string `json:"source_type"`
	// Headline of the ad or post.
	Headline string `json:"headline"`
	// Text of the ad or post.
	Body string `json:"body"`
	// image or video; empty if there is none.
	MediaType string `json:"media_type"`
	// Address of the image or video. The link expires.
	MediaURL string `json:"media_url"`
	// Address of the preview image. The link expires.
	ThumbnailURL string `json:"thumbnail_url"`
	// The provider's identifier of the click (ctwa_clid).
	ClickID string `json:"click_id"`
	// The greeting in the ad.
	WelcomeText string `json:"welcome_text"`
	// The ref parameter of the ad.
	Ref string `json:"ref"`
}

// EventReply: see the event messages.received.
type EventReply struct {
	// What the contact used. One of templateButton, button, list, flow, address,
	// callPermission, paymentMethod.
	Type string `json:"type"`
	// Id of the button or row; for a template's button its payload.
	ID string `json:"id"`
	// Label of the button or row; empty for a form.
	Title string `json:"title"`
	// Text below the label of the row; empty for others.
	Description string `json:"description"`
	// The JSON of a filled-in form; otherwise null.
	Response json.RawMessage `json:"response"`
}

// EventStage: see the event deal.rotted.
type EventStage struct {
	// Identifier of the stage.
	ID string `json:"id"`
	// Name of the stage.
	Name string `json:"name"`
}

// EventTemplatePrice: see the event conversation.window_closing.
type EventTemplatePrice struct {
	// Of the category utility: a decimal number; null if unknown.
	Utility *string `json:"utility"`
	// Of the category marketing: a decimal number; null if unknown.
	Marketing *string `json:"marketing"`
	// ISO 4217 code; null if both are unknown.
	Currency *string `json:"currency"`
	// The market of the contact's number; null if unknown.
	Market *string `json:"market"`
	// The day on which prices of the rate card last changed, for example 2026-10-01; null if
	// the market is unknown.
	RateCard *string `json:"rate_card"`
}

// EventType: see GET /v1/event-types/{name}.
type EventType struct {
	// The value of event in events of this kind.
	Name string `json:"name"`
	// Starts at 1 and rises by 1 when fields are added to the data.
	Version int `json:"version"`
	// When an event of this kind is emitted.
	Description string `json:"description"`
	// Whether this version of the service emits it. You can subscribe to every kind. The
	// data of a kind that is not emitted yet may still change.
	Emitted bool `json:"emitted"`
	// The subscription limits that apply to this kind.
	LimitedBy []string `json:"limitedBy"`
	// JSON Schema (2020-12) of the whole event, self-contained.
	Schema json.RawMessage `json:"schema"`
	// An example event, as delivered.
	Example json.RawMessage `json:"example"`
}

// EventTypes: see GET /v1/event-types.
type EventTypes struct {
	// Every kind of event.
	Data []EventType `json:"data"`
}

// EventUnsupported: see the event messages.received.
type EventUnsupported struct {
	// The provider's message type.
	Type string `json:"type"`
	// Why the message cannot be shown, as the provider reported it.
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
	// Data of the event; the fields depend on the kind.
	Data json.RawMessage `json:"data"`
	// When it happened.
	CreatedAt time.Time `json:"createdAt"`
	// Deliveries to the current webhook endpoints. There is none for an endpoint that is not
	// subscribed or missed the event.
	Deliveries []Delivery `json:"deliveries"`
}

// Evidence: see PUT /v1/onboarding/website.
type Evidence struct {
	// What was looked at, such as a phone number or a page.
	What string `json:"what"`
	// What was found.
	Found string `json:"found"`
	// Who told it: the provider, the website, or a person. One of provider, website, person.
	Source string `json:"source"`
}

// ExchangeRate: see PUT /v1/exchange-rates.
type ExchangeRate struct {
	// ISO 4217 code of the currency that is converted.
	From string `json:"from"`
	// ISO 4217 code of the currency that it is converted to.
	To string `json:"to"`
	// The day from which it holds, until there is a later one.
	On string `json:"on"`
	// What one unit of from is worth in units of to: a decimal number.
	Rate string `json:"rate"`
	// Who says so; empty if nobody said.
	Source string `json:"source"`
	// Who set it.
	SetBy DoneBy `json:"setBy"`
	// When it was set.
	SetAt time.Time `json:"setAt"`
}

// ExchangeRates: see PUT /v1/exchange-rates.
type ExchangeRates struct {
	// The rates, in the order of the request.
	Rates []ExchangeRate `json:"rates"`
}

// Factors: see GET /v1/me/factors.
type Factors struct {
	// true: signing in with the password also needs a code of an authenticator app.
	Totp bool `json:"totp"`
	// Since when; null if it does not.
	TotpSince *time.Time `json:"totpSince"`
	// How many recovery codes are not used yet.
	RecoveryCodesLeft int `json:"recoveryCodesLeft"`
	// How many passkeys there are.
	Passkeys int `json:"passkeys"`
}

// FailureCount: see GET /v1/broadcasts/{id}/failures.
type FailureCount struct {
	// Code of the failure, as in the error of a message.
	Code string `json:"code"`
	// The provider's code; null for a reason of this service.
	ProviderCode *int `json:"providerCode"`
	// How many.
	Count int `json:"count"`
	// Why, what to do next, and whether the same may be sent again; null for a code that
	// nobody knows.
	FailureReason *FailureReason `json:"failureReason"`
}

// FailureReason: see GET /v1/broadcasts/{id}/failures.
type FailureReason struct {
	// The provider's code; absent for a reason of this service.
	ProviderCode int `json:"providerCode,omitempty"`
	// The provider's name of it.
	Title string `json:"title,omitempty"`
	// Why it happens, in plain words.
	Cause string `json:"cause"`
	// What you can safely do next.
	NextAction string `json:"nextAction"`
	// Whether the same may be sent again. never: it would fail again, or bother the contact.
	// once_mended: after somebody has done what nextAction says. later: after
	// retryAfterSeconds. safe: at once. One of never, once_mended, later, safe.
	Retry string `json:"retry"`
	// After how many seconds the same may be sent again; absent where that is not known.
	RetryAfterSeconds int `json:"retryAfterSeconds,omitempty"`
}

// FailureReasons: see GET /v1/failure-reasons.
type FailureReasons struct {
	// One for each code, in the order of the codes. Some codes stand for a range.
	Data []FailureReason `json:"data"`
}

// FailureSummary: see GET /v1/failures.
type FailureSummary struct {
	// The first day, in UTC.
	From string `json:"from"`
	// The last day, in UTC.
	To string `json:"to"`
	// All of them.
	Count int `json:"count"`
	// One for each reason, most first.
	Data []FailureCount `json:"data"`
}

// FieldError: see GET /v1/events.
type FieldError struct {
	// Place of the fault: a JSON pointer into the body, or the name of a parameter or
	// header.
	Pointer string `json:"pointer"`
	// The problem in one sentence.
	Detail string `json:"detail"`
	// Stable code of the fault.
	Code string `json:"code"`
}

// File: see GET /v1/messages/{id}.
type File struct {
	// Id of a media file of the workspace.
	MediaID string `json:"mediaId,omitempty"`
	// Public URL of the file, instead of mediaId.
	Link string `json:"link,omitempty"`
}

// FillCannedReply: see POST /v1/canned-replies/{id}/fill.
type FillCannedReply struct {
	// The conversation in which you want to send it.
	ConversationID string `json:"conversationId"`
}

// FilledCannedReply: see POST /v1/canned-replies/{id}/fill.
type FilledCannedReply struct {
	// The text with its values. A variable without a value stays as it is written.
	Text string `json:"text"`
	// Variables without a value in this conversation.
	Missing []string `json:"missing"`
}

// Finding: see GET /v1/onboarding/doctor.
type Finding struct {
	// The finding, such as webhooks_not_subscribed, with the id of what it is about after a
	// dot.
	ID string `json:"id"`
	// critical: nothing is sent, or nothing is received. warning: something will go wrong.
	// info: something is left to do. One of critical, warning, info.
	Severity string `json:"severity"`
	// What is wrong.
	What string `json:"what"`
	// Why it matters.
	Why string `json:"why"`
	// What to do, in a sentence.
	DoThis string `json:"doThis"`
	// Whether the service can do it for you: POST /v1/onboarding/doctor/{finding}/fix.
	Fixable bool `json:"fixable"`
}

// Findings: see GET /v1/onboarding/doctor.
type Findings struct {
	// What is wrong, in the order in which it is to be settled; empty if nothing is.
	Findings []Finding `json:"findings"`
}

// FinishSignup: see POST /v1/onboarding/signup.
type FinishSignup struct {
	// The code of the provider's window. Send it at once: the provider takes it for 30
	// seconds, and once.
	Code string `json:"code"`
	// How the window ended, as it tells. FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING: the number
	// stays in use in the provider's app. One of FINISH, FINISH_ONLY_WABA,
	// FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING, CANCEL.
	Event string `json:"event"`
	// The provider's identifier of the account: waba_id of the window. You can omit it if
	// the business shares one account only.
	MessagingAccountID string `json:"messagingAccountId,omitempty"`
	// The provider's identifier of the number: phone_number_id of the window, if it tells
	// one.
	PhoneNumberID string `json:"phoneNumberId,omitempty"`
	// The redirect_uri with which you opened the window by its address. Omit it if the
	// provider's script opened the window.
	RedirectURL string `json:"redirectUrl,omitempty"`
}

// Flow: see GET /v1/messages/{id}.
type Flow struct {
	// The provider's id of the flow.
	FlowID string `json:"flowId,omitempty"`
	// Name of the flow, instead of flowId.
	FlowName string `json:"flowName,omitempty"`
	// Label of the button, at most 30 characters, without emoji.
	CTA string `json:"cta"`
	// You receive this token with the filled-in form.
	Token string `json:"token,omitempty"`
	// published by default. One of published, draft.
	Mode string `json:"mode,omitempty"`
	// navigate: the flow starts at a screen. dataExchange: it asks your endpoint for the
	// screen. navigate by default. One of navigate, dataExchange.
	Action string `json:"action,omitempty"`
	// The first screen; only for navigate.
	Screen string `json:"screen,omitempty"`
	// An object with data for the first screen; only for navigate.
	Data json.RawMessage `json:"data,omitempty"`
}

// Forecast: see GET /v1/pipelines/{id}/forecast.
type Forecast struct {
	// The pipeline.
	PipelineID string `json:"pipelineId"`
	// The moment that it is about.
	At time.Time `json:"at"`
	// By what the groups are made. One of stage, month, owner, category.
	GroupBy string `json:"groupBy"`
	// Whose deals they are: as you asked, or you if you reach only some deals; none for
	// nobody's, and empty for all.
	OwnerID string `json:"ownerId"`
	// How many open deals there are, those without an amount, too.
	Deals int `json:"deals"`
	// What they are worth, by currency.
	Amounts []ForecastAmount `json:"amounts"`
	// With currency: all of it in this currency.
	Converted *ForecastConverted `json:"converted,omitempty"`
	// The same for each group. They sum to the whole.
	Groups []ForecastGroup `json:"groups"`
}

// ForecastAmount: see GET /v1/pipelines/{id}/forecast.
type ForecastAmount struct {
	// ISO 4217 code; null for deals without an amount.
	Currency *string `json:"currency"`
	// How many deals it is of.
	Deals int `json:"deals"`
	// What they are worth: a decimal number.
	Amount string `json:"amount"`
	// The amount of each times the probability of its stage. It is exact, so it may have up
	// to two places more than the currency.
	WeightedAmount string `json:"weightedAmount"`
}

// ForecastConverted: see GET /v1/pipelines/{id}/forecast.
type ForecastConverted struct {
	// ISO 4217 code.
	Currency string `json:"currency"`
	// What the deals are worth: each currency converted and rounded to the nearest minor
	// unit; null if a rate is missing.
	Amount *string `json:"amount"`
	// The same of the weighted amounts; null if a rate is missing.
	WeightedAmount *string `json:"weightedAmount"`
	// The rates that were used: of each currency the last one until the day of at, in UTC.
	Rates []ForecastRate `json:"rates"`
	// The currencies without a rate until that day. Set them with PUT /v1/exchange-rates.
	MissingRates []string `json:"missingRates"`
}

// ForecastGroup: see GET /v1/pipelines/{id}/forecast.
type ForecastGroup struct {
	// The stage; the month of the expected close, such as 2026-12; the owner; or the
	// category. Empty for deals without an expected close, or without an owner.
	ID string `json:"id"`
	// How many open deals there are, those without an amount, too.
	Deals int `json:"deals"`
	// What they are worth, by currency.
	Amounts []ForecastAmount `json:"amounts"`
	// With currency: all of it in this currency.
	Converted *ForecastConverted `json:"converted,omitempty"`
}

// ForecastRate: see GET /v1/pipelines/{id}/forecast.
type ForecastRate struct {
	// ISO 4217 code of the currency that was converted.
	From string `json:"from"`
	// The day of the rate.
	On string `json:"on"`
	// What one unit is worth: a decimal number.
	Rate string `json:"rate"`
	// Who says so; empty if nobody said.
	Source string `json:"source"`
}

// FoundKnowledge: see POST /v1/knowledge/search.
type FoundKnowledge struct {
	// The passages, best first.
	Data []FoundPassage `json:"data"`
	// Whether a passage has enough confidence. If not, the question is without evidence.
	Evidence bool `json:"evidence"`
	// Passages with a confidence below this value are not evidence by their words.
	Floor float64 `json:"floor"`
	// Whether the search also used meaning.
	Meaning SearchMeaning `json:"meaning"`
}

// FoundPassage: see POST /v1/knowledge/search.
type FoundPassage struct {
	// The passage.
	Passage KnowledgePassage `json:"passage"`
	// Rank score within one search.
	Score float64 `json:"score"`
	// Share of the question that the passage covers by its words, from 0 to 1.
	Confidence float64 `json:"confidence"`
	// Rank by words, starting at 1; absent if there is none.
	WordRank int `json:"wordRank,omitempty"`
	// Rank by meaning, starting at 1; absent if there is none.
	VectorRank int `json:"vectorRank,omitempty"`
	// Cosine similarity of the passage and the question.
	Similarity float64 `json:"similarity,omitempty"`
	// How far the similarity is above the mean of all passages, from 0 to 1.
	Lift float64 `json:"lift,omitempty"`
	// Whether the passage is evidence by its meaning alone.
	ByMeaning bool `json:"byMeaning,omitempty"`
}

// GalleryTemplate: see GET /v1/template-gallery.
type GalleryTemplate struct {
	// Name of the template in the gallery, which you may use as its name.
	ID string `json:"id"`
	// The trade that it is written for. One of shop, clinic, courier, school.
	Trade string `json:"trade"`
	// The provider's category; it determines the price. One of MARKETING, UTILITY.
	Category string `json:"category"`
	// What it is for, in one sentence.
	Purpose string `json:"purpose"`
	// Its languages.
	Languages []string `json:"languages"`
	// Language of the body: the one you asked for, or English.
	Language string `json:"language"`
	// Text of the body, with its parameters.
	Body string `json:"body"`
}

// GalleryTemplateTexts: see GET /v1/template-gallery/{id}.
type GalleryTemplateTexts struct {
	// Name of the template in the gallery, which you may use as its name.
	ID string `json:"id"`
	// The trade that it is written for. One of shop, clinic, courier, school.
	Trade string `json:"trade"`
	// The provider's category; it determines the price. One of MARKETING, UTILITY.
	Category string `json:"category"`
	// What it is for, in one sentence.
	Purpose string `json:"purpose"`
	// Whether its parameters have names or numbers. One of NAMED, POSITIONAL.
	ParameterFormat string `json:"parameterFormat"`
	// The template in each language.
	Texts []GalleryText `json:"texts"`
}

// GalleryText: see GET /v1/template-gallery/{id}.
type GalleryText struct {
	// Language code, as the provider knows it.
	Language string `json:"language"`
	// The components with their samples, as the provider takes them.
	Components []json.RawMessage `json:"components"`
}

// HandOffPatch: see POST /v1/assistants.
type HandOffPatch struct {
	// Words and phrases that always go to people: legal matters, payments, complaints.
	Words []string `json:"words,omitempty"`
	// Message to the contact, sent once per hand-off, by language; null puts the built-in
	// sentence of the language back. An empty text sends nothing.
	Messages map[string]*string `json:"messages,omitempty"`
	// true: send no message to the contact.
	NoMessage bool `json:"noMessage,omitempty"`
	// Hands an open question to people when this many minutes of the customer-service window
	// remain: 0 to 1380.
	WindowMinutes int `json:"windowMinutes,omitempty"`
}

// HandOffRules: see GET /v1/assistants/{id}/revisions/{number}.
type HandOffRules struct {
	// Words and phrases that always go to people: legal matters, payments, complaints.
	Words []string `json:"words,omitempty"`
	// Message to the contact, sent once per hand-off, by language; by default a built-in
	// sentence. An empty text sends nothing.
	Messages map[string]string `json:"messages,omitempty"`
	// true: send no message to the contact.
	NoMessage bool `json:"noMessage,omitempty"`
	// Hands an open question to people when this many minutes of the customer-service window
	// remain: 0 to 1380.
	WindowMinutes int `json:"windowMinutes,omitempty"`
}

// HealthNotice: see GET /v1/phone-numbers/{id}/health.
type HealthNotice struct {
	// The problem. One of unknown_message_status, unknown_quoted_message, silence,
	// statuses_overdue, webhook_signature_failures, provider_errors, quality_drop,
	// messaging_limit_drop, display_name_rejected, account_restricted, account_disabled,
	// account_alert, security, number_disconnected, group_change_failed,
	// webhook_item_not_applied, token_refused, sending_held, payment_missing.
	Kind string `json:"kind"`
	// How urgent the problem is. One of info, warning, critical.
	Severity string `json:"severity"`
	// When the problem began.
	Since time.Time `json:"since"`
	// When the problem was last seen.
	LastSeenAt time.Time `json:"lastSeenAt"`
	// How often it was seen, or how many messages it affects.
	Count int `json:"count"`
	// A description in one sentence.
	Detail string `json:"detail"`
	// When the problem ended; null while it lasts.
	ResolvedAt *time.Time `json:"resolvedAt"`
}

// Holiday: see POST /v1/calendars/{id}/holiday-previews.
type Holiday struct {
	// The day.
	Date string `json:"date"`
	// Name of the day.
	Name string `json:"name"`
	// What the description or the categories of the entry say. One of public_holiday,
	// observance, unknown.
	Kind string `json:"kind"`
	// Whether the calendar has an exception on that day.
	Already bool `json:"already"`
	// Whether the file repeats the day by a rule that is not read. Only the first day is
	// shown then.
	RuleUnknown bool `json:"ruleUnknown"`
}

// HolidayPreview: see POST /v1/calendars/{id}/holiday-previews.
type HolidayPreview struct {
	// First day in which was looked.
	From string `json:"from"`
	// Last day in which was looked.
	To string `json:"to"`
	// The days that the file names, by date and name; at most 500.
	Holidays []Holiday `json:"holidays"`
	// Whether days were left out. Look in a shorter range then.
	More bool `json:"more"`
}

// HourStatistics: see GET /v1/webhook-endpoints/{id}/statistics.
type HourStatistics struct {
	// Beginning of the hour.
	Hour time.Time `json:"hour"`
	// Number of calls.
	Attempts int `json:"attempts"`
	// Calls that the receiver answered with 2xx.
	Succeeded int `json:"succeeded"`
	// succeeded / attempts; null if there were no attempts.
	SuccessRate *float64 `json:"successRate"`
	// Deliveries that were given up.
	DeliveriesFailed int `json:"deliveriesFailed"`
	// Median in milliseconds, estimated from ranges: 1, 2, 5, 10, 20, 50 … 30,000 ms.
	LatencyP50Ms float64 `json:"latencyP50Ms"`
	// 99th percentile in milliseconds, estimated in the same way.
	LatencyP99Ms float64 `json:"latencyP99Ms"`
	// Attempts by result: succeeded, redirect, client_error, server_error, timeout,
	// connection, dns, tls, forbidden, own_network (our DNS server or proxy), other.
	ByClass map[string]int `json:"byClass"`
}

// IdentityChange: see the event contact.identity_updated.
type IdentityChange struct {
	// What changed. One of phone, user_id, parent_user_id.
	Field string `json:"field"`
	// Previous value; empty if there was none.
	From string `json:"from"`
	// Current value.
	To string `json:"to"`
}

// Image: see POST /v1/messages.
type Image struct {
	// Id of a media file of the workspace.
	MediaID string `json:"mediaId,omitempty"`
	// Public URL of the file, instead of mediaId.
	Link string `json:"link,omitempty"`
	// Text below the file, at most 1024 characters.
	Caption string `json:"caption,omitempty"`
}

// ImportColumn: see POST /v1/contact-imports.
type ImportColumn struct {
	// Header of the column.
	Header string `json:"header"`
	// phone, userId, name, tags, ignore or the key of a custom field.
	Target string `json:"target"`
}

// ImportOptions: see POST /v1/contact-imports.
type ImportOptions struct {
	// What each column contains, by header: phone, userId, name, tags, ignore, or the key of
	// a custom field. Other columns are recognised automatically or ignored.
	Mapping map[string]string `json:"mapping,omitempty"`
	// Phone numbers may then be national numbers of this country.
	DefaultCountry string `json:"defaultCountry,omitempty"`
	// Tags for every contact of the table.
	Tags []string `json:"tags,omitempty"`
	// What to do if the contact exists: update (by default) or skip. Empty cells change
	// nothing.
	OnDuplicate string `json:"onDuplicate,omitempty"`
	// Character between two cells: a comma, a semicolon, a tab or a |; by default
	// recognised.
	Delimiter string `json:"delimiter,omitempty"`
}

// ImportPreview: see POST /v1/contact-imports/preview.
type ImportPreview struct {
	// Character encoding, as recognised.
	Encoding string `json:"encoding"`
	// The character between two cells.
	Delimiter string `json:"delimiter"`
	// The meaning of each column, in the order of the table.
	Columns []ImportColumn `json:"columns"`
	// The first 20 rows.
	Rows []PreviewRow `json:"rows"`
}

// ImportRateCard: see POST /v1/rate-cards.
type ImportRateCard struct {
	// Its name, of 100 characters at most.
	Name string `json:"name"`
	// Where the prices are from, in 200 characters at most.
	Source string `json:"source,omitempty"`
	// A CSV table with the columns valid_from, market, category, currency, above, amount.
	// above is from how many charged messages of a month on the price holds: 0 for the first
	// one. An empty amount says that the price is not known from that day on.
	Prices string `json:"prices"`
}

// InboxSettings: see GET /v1/inbox-settings.
type InboxSettings struct {
	// Whether people may answer only what is assigned to them or to nobody. API keys may
	// answer everything.
	OnlyAssigneeReplies bool `json:"onlyAssigneeReplies"`
	// Whether an open conversation that nobody has is assigned to the person who answers in
	// it.
	AssignOnAnswer bool `json:"assignOnAnswer"`
	// How long before the end of its window the event conversation.window_closing tells of a
	// contact who waits; 0 for never.
	WindowWarningMinutes int `json:"windowWarningMinutes"`
	// For how long after a closing a message of the contact goes on with the same episode,
	// with whoever had it, instead of beginning the next one; 0 for never.
	ClosingGraceMinutes int `json:"closingGraceMinutes"`
	// Whether the AI providers of the assistant on duty read what people write, and propose
	// what they promised. It costs tokens for each message.
	FindPromises bool `json:"findPromises"`
	// When the settings last changed; null if they never changed.
	UpdatedAt *time.Time `json:"updatedAt"`
}

// Interactive: see GET /v1/messages/{id}.
type Interactive struct {
	// The form of the message. One of buttons, list, ctaUrl, flow, locationRequest, product,
	// productList, catalog, carousel, callPermission, contactInfo.
	Type string `json:"type"`
	// Header above the text.
	Header *InteractiveHeader `json:"header,omitempty"`
	// The text of the message.
	Body string `json:"body,omitempty"`
	// Footer below the text, at most 60 characters.
	Footer string `json:"footer,omitempty"`
	// 1 to 3 buttons with different ids and titles.
	Buttons []ReplyButton `json:"buttons,omitempty"`
	// The list.
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
	// 2 to 10 cards with the same parts: images or videos with a link or reply buttons, or
	// products of one catalogue.
	Cards []InteractiveCard `json:"cards,omitempty"`
}

// InteractiveCard: see GET /v1/messages/{id}.
type InteractiveCard struct {
	// An image or video, by link.
	Header *CardHeader `json:"header,omitempty"`
	// At most 160 characters and two line breaks.
	Body string `json:"body,omitempty"`
	// The button that opens a page.
	CTAURL *CTAURL `json:"ctaUrl,omitempty"`
	// Reply buttons.
	Buttons []ReplyButton `json:"buttons,omitempty"`
	// The product to show.
	Product *ProductRef `json:"product,omitempty"`
}

// InteractiveHeader: see GET /v1/messages/{id}.
type InteractiveHeader struct {
	// Type of the header. One of text, document, image, video.
	Type string `json:"type"`
	// At most 60 characters.
	Text string `json:"text,omitempty"`
	// The file.
	Media *MediaRef `json:"media,omitempty"`
}

// InteractiveList: see GET /v1/messages/{id}.
type InteractiveList struct {
	// Label of the button that opens the list, at most 20 characters.
	Button string `json:"button"`
	// 1 to 10 sections with at most 10 rows in total.
	Sections []ListSection `json:"sections"`
}

// KnowledgeChoice: see GET /v1/assistants/{id}/revisions/{number}.
type KnowledgeChoice struct {
	// Only these knowledge sources; all if empty.
	SourceIDs []string `json:"sourceIds,omitempty"`
}

// KnowledgeCitation: see POST /v1/assistants/{id}/test.
type KnowledgeCitation struct {
	// The cited passage.
	PassageID string `json:"passageId"`
	// The source of the passage.
	SourceID string `json:"sourceId"`
	// The headings above the passage.
	Title string `json:"title"`
	// SHA-256 of the passage's text.
	Hash string `json:"hash"`
}

// KnowledgeEmbeddings: see GET /v1/knowledge/settings.
type KnowledgeEmbeddings struct {
	// Whether search also uses meaning.
	Enabled bool `json:"enabled"`
	// Base URL of the embeddings endpoint.
	BaseURL string `json:"baseUrl"`
	// Name of the embeddings model.
	Model string `json:"model"`
	// The last characters of the API key; empty without a key.
	APIKeyHint string `json:"apiKeyHint"`
	// Number of dimensions requested from the model; absent if the model decides.
	Dimensions int `json:"dimensions,omitempty"`
	// Longest wait for a question's vector, in milliseconds.
	TimeoutMs int `json:"timeoutMs"`
	// A passage with at least this lift is evidence by its meaning alone; 0 for never.
	EvidenceLift float64 `json:"evidenceLift"`
	// embedding: some passages have no vector yet. They are found by their words. One of
	// off, embedding, ready.
	State string `json:"state"`
	// Number of texts with a vector, including texts that the model does not accept.
	Embedded int `json:"embedded"`
	// How passages get their vectors. Its items are texts; state is ready when it has ended.
	// null while embeddings are off.
	Embedding *Run `json:"embedding"`
	// While the state is not closed, search uses only words.
	Health AIProviderHealth `json:"health"`
	// When the embeddings were set up.
	CreatedAt time.Time `json:"createdAt"`
	// When the settings last changed.
	UpdatedAt time.Time `json:"updatedAt"`
}

// KnowledgeGap: see GET /v1/knowledge/gaps/{id}.
type KnowledgeGap struct {
	// Identifier of the gap; begins with gap_.
	ID string `json:"id"`
	// open, dismissed or answered. An answered gap opens again if the question is asked
	// again without evidence. One of open, dismissed, answered.
	State string `json:"state"`
	// The first question, without phone numbers and addresses of people.
	Question string `json:"question"`
	// Language of the question, two letters; absent if unknown.
	Language string `json:"language,omitempty"`
	// How often the question was asked.
	Count int `json:"count"`
	// The knowledge source that was created from the gap.
	SourceID string `json:"sourceId,omitempty"`
	// When the question was first asked.
	FirstAt time.Time `json:"firstAt"`
	// When the question was last asked.
	LastAt time.Time `json:"lastAt"`
	// The newest questions: 3 in lists, otherwise up to 20.
	Examples []AskedExample `json:"examples"`
}

// KnowledgePage: see GET /v1/knowledge/sources/{id}/pages.
type KnowledgePage struct {
	// Address of the page.
	URL string `json:"url"`
	// map: a sitemap. A failed page keeps its previous content. One of waiting, fetched,
	// skipped, failed, map.
	State string `json:"state"`
	// Why the page was skipped or failed.
	Reason string `json:"reason,omitempty"`
	// When the page was last fetched; null if never.
	FetchedAt *time.Time `json:"fetchedAt"`
}

// KnowledgePages: see GET /v1/knowledge/sources/{id}/pages.
type KnowledgePages struct {
	// The pages of the source.
	Data []KnowledgePage `json:"data"`
}

// KnowledgePassage: see POST /v1/knowledge/search.
type KnowledgePassage struct {
	// Does not change while the passage is only edited.
	ID string `json:"id"`
	// The source of the passage.
	SourceID string `json:"sourceId"`
	// Source revision since which the passage is unchanged.
	Revision int `json:"revision"`
	// The web page of the passage.
	URL string `json:"url,omitempty"`
	// The headings above the passage.
	Title string `json:"title,omitempty"`
	// The question that the passage answers.
	Question string `json:"question,omitempty"`
	// Text of the passage.
	Text string `json:"text"`
	// Language of the passage, two letters; absent if unknown.
	Language string `json:"language,omitempty"`
	// SHA-256 of the whole passage, in hex.
	Hash string `json:"hash"`
	// Whether the passage seems to address a model instead of people, or hides characters.
	Flagged bool `json:"flagged"`
}

// KnowledgeSettings: see GET /v1/knowledge/settings.
type KnowledgeSettings struct {
	// Rises whenever the searchable knowledge changes.
	Version int `json:"version"`
	// Number of sources.
	Sources int `json:"sources"`
	// Number of searchable passages.
	Passages int `json:"passages"`
	// Groups of words or phrases with the same meaning.
	Synonyms [][]string `json:"synonyms"`
	// Settings of search by meaning; null if they were never set up.
	Embeddings *KnowledgeEmbeddings `json:"embeddings"`
}

// KnowledgeSource: see POST /v1/knowledge/gaps/{id}/answer.
type KnowledgeSource struct {
	// Identifier of the source; begins with kns_.
	ID string `json:"id"`
	// Kind of the source. One of article, question, file, page, site.
	Kind string `json:"kind"`
	// Title; empty if there is none.
	Title string `json:"title"`
	// Two letters. If absent, the language of each passage is guessed.
	Language string `json:"language,omitempty"`
	// State of the newest revision. Until it is ready, the previous revision is used. One of
	// pending, indexing, ready, failed.
	State string `json:"state"`
	// Why indexing failed, or which parts could not be read.
	Reason string `json:"reason,omitempty"`
	// How indexing of the newest revision proceeds. Its items are pages while it is
	// crawling, then passages; null if it never began.
	Indexing *Run `json:"indexing"`
	// Rises with every change.
	Revision int `json:"revision"`
	// The revision that is searched; 0 if there is none yet.
	LiveRevision int `json:"liveRevision"`
	// Markdown of an article; not in lists.
	Content string `json:"content,omitempty"`
	// Question of a source of the kind question.
	Question string `json:"question,omitempty"`
	// Answer of a source of the kind question; not in lists.
	Answer string `json:"answer,omitempty"`
	// Name of the file; only for files.
	Filename string `json:"filename,omitempty"`
	// Type of the file, by its content; only for files.
	MIMEType string `json:"mimeType,omitempty"`
	// Size of the file in bytes; only for files.
	Size int `json:"size,omitempty"`
	// Address of the page, or the start of the site; only for web sources.
	URL string `json:"url,omitempty"`
	// Maximum number of pages; only for sites.
	PageLimit int `json:"pageLimit,omitempty"`
	// Hours between two fetches; absent if the source is fetched only on request.
	RecrawlHours int `json:"recrawlHours,omitempty"`
	// When the pages were last fetched; absent if never.
	CrawledAt *time.Time `json:"crawledAt,omitempty"`
	// When the pages are fetched again; absent if they are not.
	NextCrawlAt *time.Time `json:"nextCrawlAt,omitempty"`
	// Number of web pages that were read.
	Pages int `json:"pages,omitempty"`
	// Number of passages in the live revision.
	Passages int `json:"passages"`
	// Number of passages that seem to address a model instead of people. Check them.
	Flagged int `json:"flagged"`
	// When the source was added.
	CreatedAt time.Time `json:"createdAt"`
	// When the source last changed.
	UpdatedAt time.Time `json:"updatedAt"`
	// When the live revision became ready; absent if there is none.
	ReadyAt *time.Time `json:"readyAt,omitempty"`
}

// Label: see POST /v1/labels.
type Label struct {
	// Identifier of the label; begins with lbl_.
	ID string `json:"id"`
	// What people call it.
	Name string `json:"name"`
	// Its color: # and six hexadecimal digits.
	Color string `json:"color"`
	// Who created it.
	CreatedBy DoneBy `json:"createdBy"`
	// When it was created.
	CreatedAt time.Time `json:"createdAt"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updatedAt"`
}

// LintChance: see POST /v1/templates/lint.
type LintChance struct {
	// From 0 to 1; null if fewer than 20 of your templates have a verdict, or fewer than 3
	// were approved or rejected. 0 if the provider refuses the template at once.
	Value *float64 `json:"value"`
	// Number of your templates with a verdict, of the newest 500.
	Cases int `json:"cases"`
	// Number of these that were approved.
	Approved int `json:"approved"`
	// What moved the chance, the strongest first; at most 5.
	Reasons []LintReason `json:"reasons"`
}

// LintFinding: see POST /v1/templates/lint.
type LintFinding struct {
	// Stable name of the rule.
	Rule string `json:"rule"`
	// error: the provider refuses the template at once. warning: it is taken, and may be
	// rejected or moved to another category, or not do what you meant. hint: it would be
	// better otherwise. One of error, warning, hint.
	Severity string `json:"severity"`
	// Place in the request, as a JSON pointer.
	Path string `json:"path"`
	// What is wrong, in one sentence.
	Message string `json:"message"`
	// What you can do about it.
	Fix string `json:"fix,omitempty"`
	// The section of the provider's documentation that says so, or that it is practice.
	Source string `json:"source"`
	// The code with which the provider refuses the template; absent if it does not.
	ProviderCode int `json:"providerCode,omitempty"`
	// The subcode of that; absent if there is none.
	ProviderSubcode int `json:"providerSubcode,omitempty"`
}

// LintReason: see POST /v1/templates/lint.
type LintReason struct {
	// What the template has in common with others, such as button:URL.
	Feature string `json:"feature"`
	// The same in one sentence, with the numbers.
	Message string `json:"message"`
	// Whether it raises or lowers the chance. One of raises, lowers.
	Effect string `json:"effect"`
	// Number of your templates that have it and a verdict.
	Cases int `json:"cases"`
	// Number of these that were approved.
	Approved int `json:"approved"`
}

// LintResult: see POST /v1/templates/lint.
type LintResult struct {
	// Whether the provider would take the template and review it; false if there is a
	// finding of the severity error.
	Accepted bool `json:"accepted"`
	// What will probably become of it: refused at once, rejected in review, recategorised
	// (approved as marketing), or approved. Reviewers also mind what nobody can foretell:
	// see the warnings and the chance. One of refused, rejected, recategorised, approved.
	Outcome string `json:"outcome"`
	// What was found; at most 100.
	Findings []LintFinding `json:"findings"`
	// Number of findings beyond these.
	MoreFindings int `json:"moreFindings"`
	// How likely the template is to be approved, by what became of your other templates.
	Chance LintChance `json:"chance"`
}

// LintTemplate: see POST /v1/templates/lint.
type LintTemplate struct {
	// Name of the template.
	Name string `json:"name"`
	// Language code, such as en_US.
	Language string `json:"language"`
	// The category, such as UTILITY.
	Category string `json:"category"`
	// Whether parameters have names (NAMED) or numbers (POSITIONAL, the default).
	ParameterFormat string `json:"parameterFormat,omitempty"`
	// The components with their samples, as the provider describes them.
	Components []json.RawMessage `json:"components"`
	// How long the provider tries to deliver a message, in seconds.
	MessageSendTtlSeconds int `json:"messageSendTtlSeconds,omitempty"`
	// The provider's subcategory, such as ORDER_STATUS.
	SubCategory string `json:"subCategory,omitempty"`
	// The provider's display format: ORDER_DETAILS.
	DisplayFormat string `json:"displayFormat,omitempty"`
	// The account in which it is to be created; by default it is compared with the templates
	// of all.
	MessagingAccountID string `json:"messagingAccountId,omitempty"`
	// The template that you edit: it is not compared with itself.
	TemplateID string `json:"templateId,omitempty"`
}

// ListRow: see GET /v1/messages/{id}.
type ListRow struct {
	// Id that you receive when the row is chosen, at most 200 characters.
	ID string `json:"id"`
	// At most 24 characters.
	Title string `json:"title"`
	// At most 72 characters.
	Description string `json:"description,omitempty"`
}

// ListSection: see GET /v1/messages/{id}.
type ListSection struct {
	// At most 24 characters; required if there are several sections.
	Title string `json:"title,omitempty"`
	// At least one row.
	Rows []ListRow `json:"rows"`
}

// Location: see POST /v1/broadcasts/from-table.
type Location struct {
	// Degrees, -90 to 90.
	Latitude float64 `json:"latitude"`
	// Degrees, -180 to 180.
	Longitude float64 `json:"longitude"`
	// Name of the place.
	Name string `json:"name,omitempty"`
	// Address of the place.
	Address string `json:"address,omitempty"`
	// Web page of the place; only for received places.
	URL string `json:"url,omitempty"`
}

// LostAgent: see GET /v1/conversations/{id}/routing.
type LostAgent struct {
	// The member.
	AgentID string `json:"agentId"`
	// Why they could not have it, as in reasons.
	Reason string `json:"reason"`
}

// MarkNotifications: see POST /v1/notifications/read.
type MarkNotifications struct {
	// These notifications. What is not there is left out.
	IDs []string `json:"ids,omitempty"`
	// All up to this position, in the place of ids: what came up since stays as it is.
	UpTo int `json:"upTo,omitempty"`
}

// MarkRead: see POST /v1/messages/{id}/read.
type MarkRead struct {
	// Also show a typing indicator until you answer, for at most 25 seconds.
	Typing bool `json:"typing,omitempty"`
}

// Me: see GET /v1/me.
type Me struct {
	// Type of the caller. One of api_key, user.
	Type string `json:"type"`
	// Identifier of the API key or of the person.
	ID string `json:"id"`
	// Name of the API key or of the person.
	Name string `json:"name"`
	// E-mail address of the person.
	Email string `json:"email,omitempty"`
	// The workspace of this request; empty for a person who works in several and named none.
	WorkspaceID string `json:"workspaceId"`
	// Role of the person in the workspace: owner, admin, supervisor, agent, or rol_…
	RoleID string `json:"roleId,omitempty"`
	// What the caller may do; * allows everything.
	Scopes []string `json:"scopes"`
	// Which conversations the caller may see.
	Reach Reach `json:"reach"`
	// Whether the caller sees contacts' phone numbers masked, such as
	// +49••••••4567.
	MasksPhoneNumbers bool `json:"masksPhoneNumbers"`
	// Where the person works; for an API key, its workspace.
	Workspaces []Workplace `json:"workspaces"`
	// true: the person is an operator, who may see how the whole deployment stands. Left out
	// for everybody else.
	Operator bool `json:"operator,omitempty"`
	// The person's session.
	SessionID string `json:"sessionId,omitempty"`
	// When the person last proved who they are.
	SignedInAt *time.Time `json:"signedInAt,omitempty"`
}

// Media: see GET /v1/messages/{id}.
type Media struct {
	// Id of a media file of the workspace.
	MediaID string `json:"mediaId,omitempty"`
	// Public URL of the file, instead of mediaId.
	Link string `json:"link,omitempty"`
	// Text below the file, at most 1024 characters.
	Caption string `json:"caption,omitempty"`
	// File name of a document.
	Filename string `json:"filename,omitempty"`
	// Send the audio as a voice message. The file must be Ogg with Opus, mono.
	Voice bool `json:"voice,omitempty"`
	// Whether the sticker is animated.
	Animated bool `json:"animated,omitempty"`
	// The provider's id of a received file.
	ProviderMediaID string `json:"providerMediaId,omitempty"`
	// Type of the file; only for received files.
	MIMEType string `json:"mimeType,omitempty"`
	// SHA-256 of the file in hex.
	SHA256 string `json:"sha256,omitempty"`
	// Why the file could not be fetched from the provider.
	Fault string `json:"fault,omitempty"`
}

// MediaFile: see POST /v1/media.
type MediaFile struct {
	// Identifier of the file; begins with med_.
	ID string `json:"id"`
	// Only a ready file can be downloaded and sent. fetching: a received file has not
	// arrived yet. One of ready, fetching, failed, infected.
	State string `json:"state"`
	// Type of the file, by its content.
	MIMEType string `json:"mimeType"`
	// Size in bytes.
	Size int `json:"size"`
	// SHA-256 of the content in hex.
	SHA256 string `json:"sha256"`
	// File name; empty if there is none.
	Filename string `json:"filename"`
	// Why the file failed or is infected.
	Fault string `json:"fault,omitempty"`
	// When it was uploaded or received.
	CreatedAt time.Time `json:"createdAt"`
}

// MediaLink: see POST /v1/media/{id}/link.
type MediaLink struct {
	// Address of the file until expiresAt.
	URL string `json:"url"`
	// When the link stops working.
	ExpiresAt time.Time `json:"expiresAt"`
}

// MediaRef: see POST /v1/broadcasts/from-table.
type MediaRef struct {
	// Id of a media file of the workspace.
	MediaID string `json:"mediaId,omitempty"`
	// Public URL of the file, instead of mediaId.
	Link string `json:"link,omitempty"`
	// File name of a document.
	Filename string `json:"filename,omitempty"`
}

// MergeContacts: see POST /v1/contacts/{id}/merge.
type MergeContacts struct {
	// The contact to merge. Afterwards its id leads to the remaining contact.
	ContactID string `json:"contactId"`
}

// Message: see GET /v1/messages/{id}.
type Message struct {
	// Identifier of the message; begins with msg_.
	ID string `json:"id"`
	// The conversation of the message.
	ConversationID string `json:"conversationId"`
	// The contact who sent or receives the message.
	ContactID string `json:"contactId"`
	// Your phone number.
	PhoneNumberID string `json:"phoneNumberId"`
	// outbound: from you to the contact. inbound: from the contact to you. One of outbound,
	// inbound.
	Direction string `json:"direction"`
	// Type, such as text, template or image. The field of the same name has the content.
	Type string `json:"type"`
	// Current status. A status only moves forward. One of scheduled, queued, sending,
	// accepted, sent, delivered, read, played, failed, expired, canceled, received.
	Status string `json:"status"`
	// Recipient phone number in international format; absent if the message was sent to a
	// user id.
	To string `json:"to,omitempty"`
	// Sender phone number in international format; absent if the provider does not show it.
	From string `json:"from,omitempty"`
	// The contact's business-scoped user id in this message; absent if there is none.
	UserID string `json:"userId,omitempty"`
	// The provider's identifier; absent until the provider accepts the message.
	ProviderMessageID string `json:"providerMessageId,omitempty"`
	// Id of the message that this message replies to, if it is known here.
	ReplyTo string `json:"replyTo,omitempty"`
	// Name of the template.
	TemplateName string `json:"templateName,omitempty"`
	// Values of the template's parameters by name. For POSITIONAL templates the names are 1,
	// 2, …
	Parameters map[string]string `json:"parameters,omitempty"`
	// Language of the template; by default the workspace's, or the template's only one.
	Language string `json:"language,omitempty"`
	// Value of the variable in a text header; only for POSITIONAL templates.
	HeaderParameter string `json:"headerParameter,omitempty"`
	// The file in the template's header.
	HeaderMedia *MediaRef `json:"headerMedia,omitempty"`
	// The place in the template's header.
	HeaderLocation *Location `json:"headerLocation,omitempty"`
	// The product in the template's header.
	HeaderProduct *ProductRef `json:"headerProduct,omitempty"`
	// Values for the template's buttons.
	ButtonParameters []ButtonParameter `json:"buttonParameters,omitempty"`
	// Values for each card of a carousel template.
	Cards []CardContent `json:"cards,omitempty"`
	// End of the offer in a limited-time-offer template.
	OfferExpiresAt *time.Time `json:"offerExpiresAt,omitempty"`
	// The text; only for type text.
	Text *Text `json:"text,omitempty"`
	// The image; only for type image.
	Image *Media `json:"image,omitempty"`
	// The video; only for type video.
	Video *Media `json:"video,omitempty"`
	// The audio; only for type audio.
	Audio *Media `json:"audio,omitempty"`
	// The document; only for type document.
	Document *Media `json:"document,omitempty"`
	// The sticker; only for type sticker.
	Sticker *Media `json:"sticker,omitempty"`
	// The place; only for type location.
	Location *Location `json:"location,omitempty"`
	// The contact cards; only for type contacts.
	Contacts []ContactCard `json:"contacts,omitempty"`
	// The reaction; only for type reaction.
	Reaction *Reaction `json:"reaction,omitempty"`
	// The buttons, choices or form; only for sent messages of type interactive.
	Interactive *Interactive `json:"interactive,omitempty"`
	// The contact's reply: a button, a choice or a filled-in form.
	Reply *Reply `json:"reply,omitempty"`
	// The contact's shopping cart.
	Order *Order `json:"order,omitempty"`
	// The call.
	Call *Call `json:"call,omitempty"`
	// What is known about a message that cannot be shown.
	Unsupported *Unsupported `json:"unsupported,omitempty"`
	// What the message refers to.
	Context *Context `json:"context,omitempty"`
	// The ad or post through which the contact came.
	Referral *Referral `json:"referral,omitempty"`
	// The group of the message.
	GroupID string `json:"groupId,omitempty"`
	// The assistant that wrote the message, and its sources. The contact does not see this.
	Assistant *AssistantMark `json:"assistant,omitempty"`
	// Who sent the message; absent for received messages.
	SentBy *DoneBy `json:"sentBy,omitempty"`
	// The current reactions to the message: by contacts, and by the business from here or
	// from its phone.
	Reactions []MessageReaction `json:"reactions,omitempty"`
	// true: the message is older than the connection of the phone number.
	History bool `json:"history,omitempty"`
	// Earlier versions of the message, oldest first.
	Edits []Edit `json:"edits,omitempty"`
	// When the sender deleted the message.
	RevokedAt *time.Time `json:"revokedAt,omitempty"`
	// Your own values; empty if there are none.
	Metadata map[string]string `json:"metadata"`
	// Why the message failed.
	Error *MessageError `json:"error,omitempty"`
	// The same for people: why it failed, what to do next, and whether it may be sent again.
	FailureReason *FailureReason `json:"failureReason,omitempty"`
	// Charge that the provider reported.
	Charge *Charge `json:"charge,omitempty"`
	// Status for each participant of a group message.
	Receipts []Receipt `json:"receipts,omitempty"`
	// When the message is sent; absent if it is sent at once.
	ScheduledAt *time.Time `json:"scheduledAt,omitempty"`
	// When an unsent message is given up; absent if there is no limit.
	ExpiresAt *time.Time `json:"expiresAt,omitempty"`
	// When the message was accepted or received.
	CreatedAt time.Time `json:"createdAt"`
	// Every status and its time, in order.
	Timeline []TimelineEntry `json:"timeline"`
	// Calls to the provider for this message, oldest first. If the provider refused many
	// calls, only the first and the newest of these are listed.
	Attempts []Attempt `json:"attempts"`
	// Number of refused calls that attempts does not list; absent if it lists every call.
	AttemptsOmitted int `json:"attemptsOmitted,omitempty"`
}

// MessageError: see GET /v1/messages/{id}.
type MessageError struct {
	// Stable code of the failure.
	Code string `json:"code"`
	// Why the message failed, in one sentence.
	Detail string `json:"detail"`
	// The provider's refusal; absent if the message failed for another reason.
	ProviderError *ProviderError `json:"providerError,omitempty"`
}

// MessagePreview: see GET /v1/conversations/{id}.
type MessagePreview struct {
	// Identifier of the message.
	ID string `json:"id"`
	// Its first 100 characters, or its type in brackets.
	Text string `json:"text"`
}

// MessageReaction: see GET /v1/messages/{id}.
type MessageReaction struct {
	// The emoji.
	Emoji string `json:"emoji"`
	// inbound: by the contact. outbound: by the business. One of outbound, inbound.
	Direction string `json:"direction"`
	// Phone number of the contact who reacted; empty if the provider does not give it.
	From string `json:"from,omitempty"`
	// The provider's business-scoped user id of the contact who reacted.
	UserID string `json:"userId,omitempty"`
	// The message of type reaction.
	MessageID string `json:"messageId,omitempty"`
	// When the contact or the business reacted.
	At time.Time `json:"at"`
}

// MessageReceivedData: see the event messages.received.
type MessageReceivedData struct {
	// The provider's identifier of the message.
	MessageID string `json:"message_id"`
	// Sender phone number in international format with +; empty if the provider does not
	// give it.
	From string `json:"from"`
	// The provider's business-scoped user id of the sender.
	FromUserID string `json:"from_user_id"`
	// Your phone number that received the message.
	To string `json:"to"`
	// Text, caption, or title of the chosen button or row; empty for other messages.
	Content string `json:"content"`
	// The provider's message type, or unsupported.
	Type string `json:"type"`
	// The conversation of the message.
	ConversationID string `json:"conversation_id"`
	// The contact who wrote the message.
	ContactID string `json:"contact_id"`
	// The file of an image, video, audio, document or sticker; otherwise null.
	Media *EventMedia `json:"media"`
	// The contact's reply: a button, a choice or a filled-in form; otherwise null.
	Interactive *EventReply `json:"interactive"`
	// The group of the message; empty if the message is not from a group.
	GroupID string `json:"group_id"`
	// The place; only for type location, otherwise null.
	Location *EventLocation `json:"location"`
	// The contact cards; only for type contacts, otherwise empty.
	Contacts []EventContact `json:"contacts"`
	// The shopping cart; only for type order, otherwise null.
	Order *EventOrder `json:"order"`
	// The reaction; only for type reaction, otherwise null.
	Reaction *EventReaction `json:"reaction"`
	// What the message refers to; null if nothing.
	Context *EventContext `json:"context"`
	// The ad or post through which the contact came; null if there is none.
	Referral *EventReferral `json:"referral"`
	// What is known about a message that cannot be shown; otherwise null.
	Unsupported *EventUnsupported `json:"unsupported"`
}

// MessageStatusData: see the event messages.status_updated.
type MessageStatusData struct {
	// Identifier of the message, as returned when you sent it.
	MessageID string `json:"message_id"`
	// The provider's identifier of the message; empty until the provider accepts it.
	ProviderMessageID string `json:"provider_message_id"`
	// Current status.
	Status string `json:"status"`
	// Previous status.
	PreviousStatus string `json:"previous_status"`
	// Why the message failed; null if it did not.
	Error *EventError `json:"error"`
	// Charge that the provider reported; null until then.
	Charge *Charge `json:"charge"`
	// Your own values; empty if there are none.
	Metadata map[string]string `json:"metadata"`
	// The conversation of the message.
	ConversationID string `json:"conversation_id"`
	// The contact who receives the message.
	ContactID string `json:"contact_id"`
	// Who sent the message; null where that was not recorded.
	SentBy *DoneBy `json:"sent_by"`
	// With accepted: the provider holds the message back until it has judged the template.
	// It is delivered then, or fails.
	Held bool `json:"held,omitempty"`
}

// MessageUpsertData: see the event messages.upsert.
type MessageUpsertData struct {
	// The provider's identifier of the message.
	MessageID string `json:"message_id"`
	// Sender phone number in international format with +; empty if the provider does not
	// give it.
	From string `json:"from"`
	// Text of the received message.
	Content string `json:"content"`
	// Text of the assistant's reply to this message; empty if there is none.
	AIReply string `json:"ai_reply"`
	// Number of AI tokens used; 0 for a cache hit.
	AITokensUsed int `json:"ai_tokens_used"`
	// Whether the reply came from a cache.
	CacheHit bool `json:"cache_hit"`
	// The provider's business-scoped user id of the sender; empty if there is none.
	FromUserID string `json:"from_user_id"`
	// Your phone number that received the message.
	To string `json:"to"`
	// The provider's message type, or unsupported.
	Type string `json:"type"`
	// The conversation of the message.
	ConversationID string `json:"conversation_id"`
	// The contact who wrote the message.
	ContactID string `json:"contact_id"`
	// Id of the message with the assistant's reply; null if no reply was sent.
	AIMessageID *string `json:"ai_message_id"`
	// The file of an image, video, audio, document or sticker; otherwise null.
	Media *EventMedia `json:"media"`
	// The contact's reply: a button, a choice or a filled-in form; otherwise null.
	Interactive *EventReply `json:"interactive"`
	// The group of the message; empty if the message is not from a group.
	GroupID string `json:"group_id"`
	// The later message of the same burst to which the assistant replied; null if it replied
	// to this one.
	SupersededBy *string `json:"superseded_by"`
	// The place; only for type location, otherwise null.
	Location *EventLocation `json:"location"`
	// The contact cards; only for type contacts, otherwise empty.
	Contacts []EventContact `json:"contacts"`
	// The shopping cart; only for type order, otherwise null.
	Order *EventOrder `json:"order"`
	// The reaction; only for type reaction, otherwise null.
	Reaction *EventReaction `json:"reaction"`
	// What the message refers to; null if nothing.
	Context *EventContext `json:"context"`
	// The ad or post through which the contact came; null if there is none.
	Referral *EventReferral `json:"referral"`
	// What is known about a message that cannot be shown; otherwise null.
	Unsupported *EventUnsupported `json:"unsupported"`
}

// MessagingAccount: see POST /v1/messaging-accounts.
type MessagingAccount struct {
	// Identifier of the messaging account; begins with wba_.
	ID string `json:"id"`
	// The provider's identifier of the account (WABA id).
	ProviderID string `json:"providerId"`
	// Name at the provider.
	Name string `json:"name"`
	// ISO 4217 code of the provider's billing currency.
	Currency string `json:"currency"`
	// restricted: some actions are not allowed, see restrictions. Only connected and
	// restricted accounts can send. One of connected, restricted, disabled, deleted,
	// offboarded, disconnected.
	Status string `json:"status"`
	// Why the provider disconnected it, in the provider's words.
	DisconnectReason string `json:"disconnectReason,omitempty"`
	// The last characters of the stored token.
	TokenHint string `json:"tokenHint"`
	// The account's phone numbers.
	PhoneNumbers []PhoneNumber `json:"phoneNumbers"`
	// The provider's decision in its account review. One of approved, rejected, pending,
	// deferred, unknown.
	ReviewStatus string `json:"reviewStatus,omitempty"`
	// The provider's latest decision about a ban. One of disable, schedule_for_disable,
	// reinstate, unknown.
	BanState string `json:"banState,omitempty"`
	// Date as the provider writes it.
	BanDate string `json:"banDate,omitempty"`
	// The policy that the account last violated.
	Violation string `json:"violation,omitempty"`
	// Restrictions that are in force now.
	Restrictions []AccountRestriction `json:"restrictions"`
	// Maximum number of phone numbers; absent if the provider has not reported it.
	MaxPhoneNumbers int `json:"maxPhoneNumbers,omitempty"`
	// Number of mirrored templates.
	Templates int `json:"templates"`
	// Path for this account's provider webhooks, verified with the account's own app secret.
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

// MoveDeal: see POST /v1/deals/{id}/move.
type MoveDeal struct {
	// The stage that it moves to, also of another pipeline.
	ToStageID string `json:"toStageId"`
	// Puts it right behind this deal of the stage.
	AfterDealID string `json:"afterDealId,omitempty"`
	// Puts it right before this deal of the stage. Without either it goes to the top, or
	// stays where it is on its stage.
	BeforeDealID string `json:"beforeDealId,omitempty"`
	// The stage on which it is as you saw it. The request fails if it is on another one now.
	IfStageID string `json:"ifStageId,omitempty"`
	// Why it is lost; a stage of the kind lost needs this or closeNote.
	LostReasonID string `json:"lostReasonId,omitempty"`
	// Why it is won.
	WonReasonID string `json:"wonReasonId,omitempty"`
	// Why it is won or lost, in words.
	CloseNote string `json:"closeNote,omitempty"`
}

// MovedDeal: see POST /v1/deals/{id}/move.
type MovedDeal struct {
	// Identifier of the deal; begins with dl_.
	ID string `json:"id"`
	// Grows with each change, but not with another place on the same stage. It is the ETag,
	// too.
	Version int `json:"version"`
	// What the deal is about.
	Title string `json:"title"`
	// The pipeline.
	PipelineID string `json:"pipelineId"`
	// The stage on which it is.
	StageID string `json:"stageId"`
	// The kind of its stage. One of open, won, lost.
	Status string `json:"status"`
	// A decimal number; null if unknown.
	Amount *string `json:"amount"`
	// ISO 4217 code; null if there is no amount.
	Currency *string `json:"currency"`
	// manual: people or systems set the amount. lines: it is what its lines are worth
	// together. One of manual, lines.
	AmountSource string `json:"amountSource"`
	// The member who has it; empty for nobody.
	OwnerID string `json:"ownerId"`
	// The contact; empty if there is none.
	ContactID string `json:"contactId"`
	// The conversation; empty if there is none.
	ConversationID string `json:"conversationId"`
	// The day on which it will be won, as a date; null if unknown.
	ExpectedCloseOn *string `json:"expectedCloseOn"`
	// How surely it is counted on. One of omitted, pipeline, best_case, most_likely, commit,
	// closed.
	ForecastCategory string `json:"forecastCategory"`
	// stage: the category is that of its stage, and changes with it. manual: somebody set
	// it, and no move changes it. One of stage, manual.
	ForecastCategorySource string `json:"forecastCategorySource"`
	// Custom fields by key. Each value has the type of its field.
	Fields map[string]any `json:"fields"`
	// Why it was won or lost: one of the reasons of the workspace; empty for none.
	ReasonID string `json:"reasonId"`
	// Why it was won or lost, in words; empty for none.
	CloseNote string `json:"closeNote"`
	// Since when it is on its stage.
	StageSince time.Time `json:"stageSince"`
	// When it was won or lost; null while it is open.
	ClosedAt *time.Time `json:"closedAt"`
	// When it rots, or since when it does: so many days after somebody last did something
	// with it, or something happened in its conversation, as its stage says; null for never.
	RotsAt *time.Time `json:"rotsAt"`
	// Who created it.
	CreatedBy DoneBy `json:"createdBy"`
	// When it was created.
	CreatedAt time.Time `json:"createdAt"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updatedAt"`
	// as_asked: where you asked for. nearest: the deal that you named is not on the stage
	// any more, so it was put at the top, or left where it was on its stage. One of
	// as_asked, nearest.
	Placement string `json:"placement"`
}

// NewTOTP: see POST /v1/me/totp.
type NewTOTP struct {
	// The secret in base32, for people who type it into the app. Shown only once.
	Secret string `json:"secret"`
	// The same for a barcode: otpauth://totp/… Shown only once.
	Uri string `json:"uri"`
}

// Note: see POST /v1/conversations/{id}/notes.
type Note struct {
	// Identifier of the note; begins with not_.
	ID string `json:"id"`
	// The conversation in which it was written.
	ConversationID string `json:"conversationId"`
	// Text of the note. The contact does not see it.
	Body string `json:"body"`
	// The users that the note mentions.
	MentionedUserIDs []string `json:"mentionedUserIds"`
	// Who wrote the note.
	CreatedBy DoneBy `json:"createdBy"`
	// When the note was written.
	CreatedAt time.Time `json:"createdAt"`
	// When the note was last changed; null if never.
	EditedAt *time.Time `json:"editedAt"`
}

// NoteCreatedData: see the event note.created.
type NoteCreatedData struct {
	// Identifier of the note.
	NoteID string `json:"note_id"`
	// The conversation of the note.
	ConversationID string `json:"conversation_id"`
	// The contact of the conversation.
	ContactID string `json:"contact_id"`
	// Text of the note. The contact does not see it.
	Body string `json:"body"`
	// The users that the note mentions.
	MentionedUserIDs []string `json:"mentioned_user_ids"`
	// Who wrote the note.
	CreatedBy DoneBy `json:"created_by"`
}

// Notification: see GET /v1/notifications.
type Notification struct {
	// Begins with ntf_. It stays the same when the notification comes up again.
	ID string `json:"id"`
	// Why you are told. More kinds will be added. One of assigned, mentioned, waiting,
	// warned, breached, handed_off, new_in_team, too_often, promise_due, deal, system.
	Kind string `json:"kind"`
	// Orders your notifications: it grows, also when one comes up again.
	Position int `json:"position"`
	// The conversation; empty if it is about none.
	ConversationID string `json:"conversationId"`
	// The contact of the conversation; empty if it is about none.
	ContactID string `json:"contactId"`
	// The deal, in the place of a conversation; empty if it is about none.
	DealID string `json:"dealId"`
	// What happened to the deal, for the kind deal; else empty. More will be added. One of
	// assigned, won, lost, rotted.
	Detail string `json:"detail"`
	// What it is about beside the conversation: a note of a conversation or of a deal
	// (mentioned), a clock (warned, breached), a routing decision (assigned, new_in_team,
	// too_often), a promise (promise_due), a template or a phone number (system); else
	// empty.
	SubjectID string `json:"subjectId"`
	// Who did it.
	By DoneBy `json:"by"`
	// How often it came up since you read it. Only waiting and new_in_team come up again,
	// once per conversation.
	Times int `json:"times"`
	// When it last came up.
	At time.Time `json:"at"`
	// When it was shown to you; null if it was not since.
	SeenAt *time.Time `json:"seenAt"`
	// When you read it; null if you did not since.
	ReadAt *time.Time `json:"readAt"`
}

// NotificationChannels: see GET /v1/notifications/settings.
type NotificationChannels struct {
	// The kind. Each may be named once; what is left out is as by default. One of assigned,
	// mentioned, waiting, warned, breached, handed_off, new_in_team, too_often, promise_due,
	// deal, system.
	Kind string `json:"kind"`
	// Whether there are notifications of this kind, in the list and on the live stream.
	InApp bool `json:"inApp"`
	// Whether browsers are told, too, that have a push subscription. Needs inApp.
	Push bool `json:"push"`
	// Whether the digest has them, too, while they are unread. Needs inApp and digest.
	Mail bool `json:"mail"`
}

// NotificationCount: see GET /v1/notifications/count.
type NotificationCount struct {
	// How many you have not read.
	Unread int `json:"unread"`
	// How many of them were not shown to you yet.
	Unseen int `json:"unseen"`
	// The position of the newest of them; 0 for none.
	Position int `json:"position"`
}

// NotificationDigest: see GET /v1/notifications/settings.
type NotificationDigest struct {
	// Local time of each day, HH:MM; empty with everyHours.
	At string `json:"at"`
	// How many hours are between two at least; 0 with at.
	EveryHours int `json:"everyHours"`
}

// NotificationSettings: see GET /v1/notifications/settings.
type NotificationSettings struct {
	// Each kind with its channels.
	Kinds []NotificationChannels `json:"kinds"`
	// IANA time zone of quietHours and digest.
	TimeZone string `json:"timeZone"`
	// When nothing is pushed or mailed; null for never.
	QuietHours *QuietHours `json:"quietHours"`
	// Whether pushes show what contacts and colleagues wrote, and names. They pass through
	// the maker of the browser, encrypted, and stand on a locked screen.
	ShowText bool `json:"showText"`
	// When you get a mail of what you have not read; null for never.
	Digest *NotificationDigest `json:"digest"`
}

// NumberChange: see the event phone_number.updated.
type NumberChange struct {
	// What changed. sending: whether messages go out (working), or wait for something that
	// has to be mended (held). app_history: how far the messages have come that the number
	// had in the provider's app. One of verified_name, name_status, quality_rating, status,
	// throughput, messaging_limit, username, username_status, account_status, sending,
	// app_history.
	Field string `json:"field"`
	// Previous value; empty if there was none.
	From string `json:"from"`
	// Current value; empty if there is none.
	To string `json:"to"`
}

// OfficeHours: see POST /v1/calendars.
type OfficeHours struct {
	// Day of the week on which the hours begin. One of monday, tuesday, wednesday, thursday,
	// friday, saturday, sunday.
	Day string `json:"day"`
	// Local time of opening, HH:MM.
	From string `json:"from"`
	// Local time of closing, HH:MM. 24:00 is the end of the day; a time before from is on
	// the next day.
	To string `json:"to"`
}

// OnDuty: see GET /v1/conversations/{id}.
type OnDuty struct {
	// The assistant of the phone number; empty if there is none.
	ID string `json:"id"`
	// off: no assistant replies in this conversation. One of default, off.
	Switch string `json:"switch"`
	// The active speaker. paused: another machine seems to reply. One of assistant, person,
	// paused.
	Speaker string `json:"speaker"`
	// When the active speaker last changed; null if never.
	Since *time.Time `json:"since"`
	// When the conversation returns to the assistant automatically; null for never.
	Until *time.Time `json:"until"`
	// Who took over; null if nobody did, also after a hand-off. A user without an id is a
	// person in the WhatsApp Business app.
	TakenBy *DoneBy `json:"takenBy"`
	// The person who took over, as named in the request.
	Assignee string `json:"assignee"`
	// The note from the take-over.
	Note string `json:"note"`
	// Since when a question of the contact is unanswered; null if there is none.
	OpenSince *time.Time `json:"openSince"`
}

// Onboarding: see GET /v1/onboarding.
type Onboarding struct {
	// What the provider wants of a business, in order.
	Prerequisites []OnboardingItem `json:"prerequisites"`
	// What the business does, in order.
	Steps []OnboardingItem `json:"steps"`
	// The badge beside the name of the business.
	Badge OnboardingBadge `json:"badge"`
	// The website that was named; null if none was.
	Website *OnboardingWebsite `json:"website"`
}

// OnboardingBadge: see POST /v1/onboarding/badge-request.
type OnboardingBadge struct {
	// How far it has come. One of not_eligible, eligible, requested, approved, rejected.
	State string `json:"state"`
	// Why it is so; empty if there is nothing to say.
	Reason string `json:"reason"`
	// What the service wants to see before it asks for the badge, with the figures. The
	// provider names none; they are the service's own.
	Needs []BadgeNeed `json:"needs"`
	// What counts as regular broadcasts.
	Rule BadgeRule `json:"rule"`
	// The days of the period on which templates were sent, and whether each counts.
	Days []BadgeDay `json:"days"`
	// The request for a person to submit, where the provider's API did not take it; null
	// otherwise.
	Package *BadgePackage `json:"package"`
	// When it was last requested; null if it never was.
	RequestedAt *time.Time `json:"requestedAt"`
	// When the provider last decided; null if it has not.
	DecidedAt *time.Time `json:"decidedAt"`
	// The earliest time of a new request after a refusal; null for now.
	NextTryAt *time.Time `json:"nextTryAt"`
	// When the service last looked after it; null if it has not yet.
	CheckedAt *time.Time `json:"checkedAt"`
	// What to do next, in a sentence; empty if nothing is to be done.
	NextAction string `json:"nextAction"`
}

// OnboardingData: see the event onboarding.updated.
type OnboardingData struct {
	// The checklist item, or badge. One of business_verified, dedicated_number, website,
	// payment_card, document_uploaded, messaging_account, number_verified,
	// system_user_token, badge.
	Item string `json:"item"`
	// The previous status. Those of the badge are not_eligible, eligible, requested,
	// approved and rejected. One of todo, submitted, in_review, verified, rejected,
	// not_eligible, eligible, requested, approved.
	FromStatus string `json:"from_status"`
	// Current status. One of todo, submitted, in_review, verified, rejected, not_eligible,
	// eligible, requested, approved.
	ToStatus string `json:"to_status"`
	// Why it is so, for example why the item was rejected; otherwise empty.
	Reason string `json:"reason"`
	// Who made the change.
	ChangedBy DoneBy `json:"changed_by"`
}

// OnboardingItem: see PUT /v1/onboarding/website.
type OnboardingItem struct {
	// The item. One of business_verified, dedicated_number, website, payment_card,
	// document_uploaded, messaging_account, number_verified, system_user_token.
	ID string `json:"id"`
	// How far it has come. One of todo, submitted, in_review, verified, rejected.
	State string `json:"state"`
	// Why it is so, for example why it was rejected; empty if there is nothing to say.
	Reason string `json:"reason"`
	// What the state rests on.
	Evidence []Evidence `json:"evidence"`
	// The person who last confirmed or rejected it; null if nobody did.
	ConfirmedBy *DoneBy `json:"confirmedBy"`
	// When they did.
	ConfirmedAt *time.Time `json:"confirmedAt"`
	// What they wrote.
	Note string `json:"note,omitempty"`
	// The file that they named.
	MediaID string `json:"mediaId,omitempty"`
	// The registration document that was uploaded. One of tax_registration_certificate,
	// certificate_of_incorporation, small_enterprise_registration.
	DocumentType string `json:"documentType,omitempty"`
	// When the service last looked after it; null if it has not yet.
	CheckedAt *time.Time `json:"checkedAt"`
	// Since when it waits for somebody else; null if it does not.
	SubmittedAt *time.Time `json:"submittedAt"`
	// The earliest time at which the provider decides: after 24 hours. Null if no decision
	// is awaited.
	ExpectedFrom *time.Time `json:"expectedFrom"`
	// When the provider has decided at the latest, usually: after 3 business days by your
	// first calendar, or Monday to Friday without one.
	ExpectedBy *time.Time `json:"expectedBy"`
	// When what is there ends by itself: the token. Null for never.
	EndsAt *time.Time `json:"endsAt"`
	// What to do next, in a sentence; empty if nothing is to be done.
	NextAction string `json:"nextAction"`
	// Whether a person may confirm it. The service finds out about the others by itself.
	Confirmable bool `json:"confirmable"`
}

// OnboardingWebsite: see GET /v1/onboarding.
type OnboardingWebsite struct {
	// Its first page.
	URL string `json:"url"`
	// The name of the business as it is registered.
	LegalName string `json:"legalName"`
	// The address as it is registered.
	Address string `json:"address"`
	// When this was last changed.
	ChangedAt time.Time `json:"changedAt"`
}

// Opening: see GET /v1/calendars/{id}/openings.
type Opening struct {
	// When the business opens.
	OpensAt time.Time `json:"opensAt"`
	// When it closes.
	ClosesAt time.Time `json:"closesAt"`
	// Name of the exception that these hours are from; absent for those of the week.
	Exception string `json:"exception,omitempty"`
}

// Order: see GET /v1/messages/{id}.
type Order struct {
	// The provider's identifier of the catalogue.
	CatalogID string `json:"catalogId"`
	// The contact's text with the order; absent if there is none.
	Text string `json:"text,omitempty"`
	// The products.
	Items []OrderItem `json:"items"`
}

// OrderItem: see GET /v1/messages/{id}.
type OrderItem struct {
	// The product's id in the catalogue (SKU).
	ProductRetailerID string `json:"productRetailerId"`
	// Quantity.
	Quantity int `json:"quantity"`
	// Unit price as a decimal number, as the provider reported it.
	Price string `json:"price"`
	// ISO 4217 code.
	Currency string `json:"currency"`
}

// OtherAnswer: see GET /v1/events.
type OtherAnswer struct {
	// Identifier of the message.
	MessageID string `json:"messageId"`
	// Type of the message.
	Type string `json:"type"`
	// Its words; empty if it has none.
	Text string `json:"text"`
	// Who sent it; null if unknown.
	SentBy *DoneBy `json:"sentBy"`
	// When it was accepted.
	CreatedAt time.Time `json:"createdAt"`
	// The seq of the conversation with this message: send it as expectedSeq to answer all
	// the same.
	Seq int `json:"seq"`
}

// Overlap: see POST /v1/api-keys/{id}/rotate.
type Overlap struct {
	// How long the old one works beside the new one: up to 7 days, 1 day by default.
	OverlapSeconds *int `json:"overlapSeconds,omitempty"`
}

// PartedContacts: see POST /v1/contact-merges/{id}/undo.
type PartedContacts struct {
	// The contact that remained after the merge.
	Kept Contact `json:"kept"`
	// The contact that exists again.
	Restored Contact `json:"restored"`
}

// Passkey: see POST /v1/me/passkeys.
type Passkey struct {
	// Identifier of the passkey; begins with pky_.
	ID string `json:"id"`
	// By what you recognise the device.
	Name string `json:"name"`
	// true: other devices of yours have it too.
	BackedUp bool `json:"backedUp"`
	// When the passkey was added.
	CreatedAt time.Time `json:"createdAt"`
	// When it was last used to sign in; null if never.
	LastUsedAt *time.Time `json:"lastUsedAt"`
	// When it was refused because somebody may have copied it; null if never. Then remove it
	// and make a new one.
	SuspectAt *time.Time `json:"suspectAt"`
}

// PasskeyOptions: see POST /v1/me/passkeys/options.
type PasskeyOptions struct {
	// The ceremony; send it with the answer of the browser within 5 minutes. It can be used
	// once.
	CeremonyID string `json:"ceremonyId"`
	// Options for the browser: PublicKeyCredential.parseCreationOptionsFromJSON or
	// parseRequestOptionsFromJSON reads them.
	Options map[string]any `json:"options"`
}

// Passkeys: see GET /v1/me/passkeys.
type Passkeys struct {
	// Your passkeys, oldest first.
	Data []Passkey `json:"data"`
}

// PhoneNumber: see POST /v1/phone-numbers.
type PhoneNumber struct {
	// Identifier of the phone number; begins with num_.
	ID string `json:"id"`
	// The messaging account of the phone number.
	MessagingAccountID string `json:"messagingAccountId"`
	// The provider's identifier of the phone number.
	ProviderID string `json:"providerId"`
	// The number in international format.
	Number string `json:"number"`
	// Display name that contacts see.
	VerifiedName string `json:"verifiedName"`
	// Quality rating by the provider. One of GREEN, YELLOW, RED, NA, UNKNOWN.
	QualityRating string `json:"qualityRating"`
	// The provider's status in lower case. unknown: this version does not know the status.
	// One of connected, pending, unverified, flagged, rate_limited, restricted, banned,
	// disconnected, migrated, deleted, unknown.
	Status string `json:"status"`
	// Why the provider disconnected it; nothing can be sent from it meanwhile.
	DisconnectReason string `json:"disconnectReason,omitempty"`
	// The provider's decision about requestedName. One of approved, rejected, pending,
	// deferred, unknown.
	NameStatus string `json:"nameStatus,omitempty"`
	// The display name that was last requested.
	RequestedName string `json:"requestedName,omitempty"`
	// Why the name was rejected.
	NameRejection string `json:"nameRejection,omitempty"`
	// How many people you may write to first within a day, such as TIER_2K.
	MessagingLimit string `json:"messagingLimit,omitempty"`
	// Username of the business; absent if there is none.
	Username string `json:"username,omitempty"`
	// The provider's decision about the username. One of approved, reserved, rejected,
	// deleted, unknown.
	UsernameStatus string `json:"usernameStatus,omitempty"`
	// Maximum number of messages per second that the provider accepts.
	Throughput int `json:"throughput"`
	// Whether messages without from are sent from this phone number.
	IsDefault bool `json:"isDefault"`
	// When contacts are told that their messages were read: when the assignee has seen the
	// newest one, or when an answer was accepted. One of never, when_viewed, when_answered.
	ReadReceipts string `json:"readReceipts"`
	// When it was connected.
	CreatedAt time.Time `json:"createdAt"`
}

// PhoneNumberCount: see GET /v1/conversation-counts.
type PhoneNumberCount struct {
	// The phone number.
	PhoneNumberID string `json:"phoneNumberId"`
	// Neither closed nor snoozed.
	All int `json:"all"`
	// The contact waits, and the conversation is not snoozed.
	NeedsAnswer int `json:"needsAnswer"`
}

// PhoneNumberData: see the event phone_number.updated.
type PhoneNumberData struct {
	// Identifier of the phone number; begins with num_.
	PhoneNumberID string `json:"phone_number_id"`
	// The number in international format.
	Number string `json:"number"`
	// The messaging account of the phone number.
	MessagingAccountID string `json:"messaging_account_id"`
	// The changed property, with its previous and current value.
	Changes []NumberChange `json:"changes"`
	// The provider's explanation; empty if there is none.
	Reason string `json:"reason"`
	// Who made the change.
	ChangedBy DoneBy `json:"changed_by"`
}

// PhoneNumberDisplayName: see POST /v1/phone-numbers/{id}/app-history.
type PhoneNumberDisplayName struct {
	// The name that contacts see.
	Current string `json:"current"`
	// The name that was last asked for.
	Requested string `json:"requested,omitempty"`
	// The provider's decision about it. One of approved, rejected, pending, deferred,
	// unknown.
	Status string `json:"status,omitempty"`
	// Why it was rejected, and what to do.
	Reason string `json:"reason,omitempty"`
	// The earliest time for another change; null for now. The provider takes about 10 in 30
	// days.
	NextChangeAt *time.Time `json:"nextChangeAt"`
}

// PhoneNumberHealth: see GET /v1/phone-numbers/{id}/health.
type PhoneNumberHealth struct {
	// The phone number.
	PhoneNumberID string `json:"phoneNumberId"`
	// The worst severity of the current notices. One of healthy, warning, critical.
	Status string `json:"status"`
	// When the provider last posted a webhook for this phone number; null if never.
	LastWebhookAt *time.Time `json:"lastWebhookAt"`
	// When the provider last reported a message status; null if never.
	LastStatusAt *time.Time `json:"lastStatusAt"`
	// Traffic of the last hour.
	LastHour TrafficCounters `json:"lastHour"`
	// Current notices first; at most one of each kind.
	Notices []HealthNotice `json:"notices"`
}

// PhoneNumberPIN: see POST /v1/phone-numbers/{id}/pin.
type PhoneNumberPIN struct {
	// Six digits that protect the number at the provider. Keep them: the service does not
	// store them.
	Pin string `json:"pin"`
}

// PhoneNumberSetup: see POST /v1/phone-numbers/{id}/app-history.
type PhoneNumberSetup struct {
	// Identifier of the phone number.
	PhoneNumberID string `json:"phoneNumberId"`
	// The number in international format.
	Number string `json:"number"`
	// Whether the number was verified by a code. unknown: the provider was not asked yet.
	// One of not_verified, verified, expired, unknown.
	Verification string `json:"verification"`
	// Whether the number can send.
	Registered bool `json:"registered"`
	// Whether the number is used in the provider's app on a phone, too.
	OnApp bool `json:"onApp"`
	// Whether the number has a PIN at the provider.
	HasPin bool `json:"hasPin"`
	// The provider's status in lower case. One of connected, pending, unverified, flagged,
	// rate_limited, restricted, banned, disconnected, migrated, deleted, unknown.
	Status string `json:"status"`
	// When the provider last told this; null if it was not asked yet.
	CheckedAt *time.Time `json:"checkedAt"`
	// When the latest code was sent; null if none was.
	CodeSentAt *time.Time `json:"codeSentAt"`
	// How it was sent. One of sms, voice.
	CodeMethod string `json:"codeMethod,omitempty"`
	// The earliest time for another code; null for now.
	NextCodeAt *time.Time `json:"nextCodeAt"`
	// How many wrong codes are passed on before a new one is needed.
	CodeTriesLeft int `json:"codeTriesLeft"`
	// How many requests to register or deregister the provider still takes. It takes 10 in
	// 72 hours.
	RegistrationsLeft int `json:"registrationsLeft"`
	// The earliest time for the next one; null for now.
	NextRegistrationAt *time.Time `json:"nextRegistrationAt"`
	// What has come of the contacts and messages in the provider's app; null for a number
	// that is not used there.
	AppHistory *AppHistory `json:"appHistory"`
	// The name that contacts see, and the one that was asked for.
	DisplayName PhoneNumberDisplayName `json:"displayName"`
	// What the provider is being asked at the moment. One of add, code, verify, register,
	// deregister, pin, name, badge, history.
	UnderWay string `json:"underWay,omitempty"`
	// What brings the number on, in a sentence; empty if nothing is to be done.
	NextAction string `json:"nextAction"`
}

// Pipeline: see POST /v1/pipelines.
type Pipeline struct {
	// Identifier of the pipeline; begins with pip_.
	ID string `json:"id"`
	// What people call it.
	Name string `json:"name"`
	// ISO 4217 code of deals that name none; empty for none.
	Currency string `json:"currency"`
	// Its stages, in their order.
	Stages []Stage `json:"stages"`
	// Since when no deal comes into it; null otherwise.
	ArchivedAt *time.Time `json:"archivedAt"`
	// Who created it.
	CreatedBy DoneBy `json:"createdBy"`
	// When it was created.
	CreatedAt time.Time `json:"createdAt"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updatedAt"`
}

// PresentUser: see GET /v1/conversations/{id}/presence.
type PresentUser struct {
	// The user.
	UserID string `json:"userId"`
	// What they do there. One of viewing, typing.
	State string `json:"state"`
	// When they last said so.
	At time.Time `json:"at"`
}

// Press: see POST /v1/conversations/{id}/buttons/{buttonId}/press.
type Press struct {
	// Identifier of the press; begins with prs_. Your system gets it as webhook-id.
	ID string `json:"id"`
	// The button.
	ButtonID string `json:"buttonId"`
	// The conversation in which it was pressed.
	ConversationID string `json:"conversationId"`
	// Who pressed it.
	PressedBy DoneBy `json:"pressedBy"`
	// When.
	PressedAt time.Time `json:"pressedAt"`
	// calling: under way. done: your system answered, and what is in applied took effect.
	// failed: see error; nothing took effect. unknown: your system may have been called;
	// nothing took effect. One of calling, done, failed, unknown.
	State string `json:"state"`
	// When it was done or failed; null otherwise.
	EndedAt *time.Time `json:"endedAt"`
	// Why it failed; null if it did not.
	Error *PressError `json:"error"`
	// The parts of the answer that took effect, as JSON pointers.
	Applied []string `json:"applied"`
	// The parts of the answer that did not, and why.
	Skipped []PressSkip `json:"skipped"`
	// The note that was written; empty for none.
	NoteID string `json:"noteId"`
	// What your system says to whoever pressed; empty in lists.
	Message string `json:"message"`
	// What they may answer the contact; empty in lists.
	ReplyProposal string `json:"replyProposal"`
	// Whether replyProposal became their draft.
	Drafted bool `json:"drafted"`
}

// PressError: see POST /v1/conversations/{id}/buttons/{buttonId}/press.
type PressError struct {
	// The failure in one word. not_sent: nothing was sent, for a reason of our own. One of
	// timeout, unreachable, forbidden_address, refused, bad_answer, not_sent.
	Class string `json:"class"`
	// HTTP status of the answer; absent if there was none.
	StatusCode int `json:"statusCode,omitempty"`
	// The failure in words.
	Detail string `json:"detail"`
}

// PressSkip: see POST /v1/conversations/{id}/buttons/{buttonId}/press.
type PressSkip struct {
	// The part of the answer, as a JSON pointer.
	Pointer string `json:"pointer"`
	// not_allowed: detail says why. not_found: there is no such thing. draft_exists: you
	// have a draft already. unchanged: it was so already. One of not_allowed, not_found,
	// draft_exists, unchanged.
	Reason string `json:"reason"`
	// The reason in words.
	Detail string `json:"detail"`
}

// PreviewButton: see POST /v1/templates/preview.
type PreviewButton struct {
	// The provider's type, such as URL.
	Type string `json:"type"`
	// Its label.
	Text string `json:"text"`
	// The address that it opens; empty for other types.
	URL string `json:"url"`
	// Whom it calls; empty for other types.
	PhoneNumber string `json:"phoneNumber"`
	// The code that it copies; empty for other types.
	Code string `json:"code"`
}

// PreviewCard: see POST /v1/templates/preview.
type PreviewCard struct {
	// What stands above the text; null for nothing.
	Header *PreviewHeader `json:"header"`
	// The text; empty for none.
	Body string `json:"body"`
	// The buttons, from top to bottom.
	Buttons []PreviewButton `json:"buttons"`
}

// PreviewHeader: see POST /v1/templates/preview.
type PreviewHeader struct {
	// What it is. One of text, image, video, gif, document, location, product.
	Type string `json:"type"`
	// Of a header with text.
	Text string `json:"text"`
	// Your file that is the sample; empty if there is none here.
	MediaID string `json:"mediaId"`
	// Where the provider shows its sample; empty if it does not.
	URL string `json:"url"`
}

// PreviewHolidays: see POST /v1/calendars/{id}/holiday-previews.
type PreviewHolidays struct {
	// The text of an iCalendar file (.ics).
	Ics string `json:"ics"`
	// First day; today by default.
	From string `json:"from,omitempty"`
	// Last day, at most five years later; a year after from by default.
	To string `json:"to,omitempty"`
}

// PreviewOffer: see POST /v1/templates/preview.
type PreviewOffer struct {
	// What is offered.
	Text string `json:"text"`
	// When the offer ends; null without a countdown.
	ExpiresAt *time.Time `json:"expiresAt"`
}

// PreviewRow: see POST /v1/contact-imports/preview.
type PreviewRow struct {
	// Line of the table where the row begins.
	Line int `json:"line"`
	// Phone number in international format; absent if the row has none.
	Phone string `json:"phone,omitempty"`
	// The user id; absent if the row has none.
	UserID string `json:"userId,omitempty"`
	// The name; absent if the row has none.
	Name string `json:"name,omitempty"`
	// Tags that the contact would get.
	Tags []string `json:"tags"`
	// Custom fields by key. Each value has the type of its field.
	Fields map[string]any `json:"fields"`
	// Why the row, or one of its cells, would be refused; empty if nothing would be.
	Problems []RunProblem `json:"problems"`
}

// PreviewSegment: see POST /v1/segments/preview.
type PreviewSegment struct {
	// Which contacts are asked for.
	Filter SegmentFilter `json:"filter"`
}

// PreviewTemplateDraft: see POST /v1/templates/preview.
type PreviewTemplateDraft struct {
	// Values by name, or by number for positional templates. Samples stand in for those that
	// are missing.
	Parameters map[string]string `json:"parameters,omitempty"`
	// Value of the header's variable in positional templates.
	HeaderParameter string `json:"headerParameter,omitempty"`
	// The file in the header.
	HeaderMedia *MediaRef `json:"headerMedia,omitempty"`
	// Values of the buttons.
	ButtonParameters []ButtonParameter `json:"buttonParameters,omitempty"`
	// Values of the cards of a carousel.
	Cards []CardContent `json:"cards,omitempty"`
	// When the limited-time offer ends.
	OfferExpiresAt *time.Time `json:"offerExpiresAt,omitempty"`
	// MARKETING, UTILITY or AUTHENTICATION. One of MARKETING, UTILITY, AUTHENTICATION.
	Category string `json:"category,omitempty"`
	// NAMED or POSITIONAL. One of NAMED, POSITIONAL.
	ParameterFormat string `json:"parameterFormat,omitempty"`
	// The parts of the template in the provider's form.
	Components []TemplateComponent `json:"components"`
}

// Price: see GET /v1/templates/{id}/statistics.
type Price struct {
	// A decimal number with at least two places.
	Amount string `json:"amount"`
	// ISO 4217 code.
	Currency string `json:"currency"`
}

// ProductList: see GET /v1/messages/{id}.
type ProductList struct {
	// The provider's identifier of the catalogue.
	CatalogID string `json:"catalogId"`
	// 1 to 10 sections with at most 30 products in total.
	Sections []ProductSection `json:"sections"`
}

// ProductRef: see POST /v1/broadcasts/from-table.
type ProductRef struct {
	// The provider's identifier of the catalogue.
	CatalogID string `json:"catalogId"`
	// The product's id in the catalogue (SKU).
	ProductRetailerID string `json:"productRetailerId"`
}

// ProductSection: see POST /v1/broadcasts/from-table.
type ProductSection struct {
	// At most 24 characters.
	Title string `json:"title,omitempty"`
	// The products' ids in the catalogue (SKU).
	ProductRetailerIDs []string `json:"productRetailerIds"`
}

// PromiseData: see the event promise.due.
type PromiseData struct {
	// Identifier of the promise.
	PromiseID string `json:"promise_id"`
	// The conversation of the promise.
	ConversationID string `json:"conversation_id"`
	// The contact to whom it was made.
	ContactID string `json:"contact_id"`
	// What was promised.
	Text string `json:"text"`
	// When it is to be kept, in Unix seconds.
	DueAt int `json:"due_at"`
	// The previous status; empty for a new promise.
	FromStatus string `json:"from_status"`
	// Current status. One of proposed, open, kept, withdrawn.
	ToStatus string `json:"to_status"`
	// The user who keeps it; empty for nobody in particular.
	UserID string `json:"user_id"`
	// The message in which it was made; empty if it is not known.
	MessageID string `json:"message_id"`
	// Who changed it; the system where its time has come.
	ChangedBy DoneBy `json:"changed_by"`
}

// Proposal: see GET /v1/proposals/{id}.
type Proposal struct {
	// Identifier of the proposal; begins with prp_.
	ID string `json:"id"`
	// The conversation that it is about.
	ConversationID string `json:"conversationId"`
	// The assistant that proposes it.
	AssistantID string `json:"assistantId"`
	// The message of the contact that gave rise to it. Of each kind a message has one
	// proposal.
	MessageID string `json:"messageId"`
	// label: to put a label on the conversation. team: to give it to a team. deal: to move
	// its deal to a stage, or to make one there. close: to close it. One of label, team,
	// deal, close.
	Kind string `json:"kind"`
	// open: somebody is to decide. done: the assistant did it, and nobody has judged it.
	// confirmed: people did the same, or what was done stood. refuted: people did something
	// else. expired: nobody ever judged it. One of open, done, accepted, rejected, undone,
	// confirmed, refuted, expired.
	Status string `json:"status"`
	// The label to be put on the conversation; null for other kinds.
	LabelID *string `json:"labelId"`
	// The team that is to get the conversation; null for other kinds.
	TeamID *string `json:"teamId"`
	// The stage that the deal moves to, or begins on; null for other kinds.
	StageID *string `json:"stageId"`
	// The deal that moves, or that was made; null for one yet to be made, and for other
	// kinds.
	DealID *string `json:"dealId"`
	// When it was proposed, or done.
	CreatedAt time.Time `json:"createdAt"`
	// When somebody judged it, or what people did settled it; null for not yet.
	JudgedAt *time.Time `json:"judgedAt"`
	// Who judged it, or did what settled it; null for nobody yet.
	JudgedBy *DoneBy `json:"judgedBy"`
}

// ProposalData: see the event proposal.created.
type ProposalData struct {
	// Identifier of the proposal.
	ProposalID string `json:"proposal_id"`
	// The conversation of the proposal.
	ConversationID string `json:"conversation_id"`
	// The contact of the conversation.
	ContactID string `json:"contact_id"`
	// The assistant that proposes it.
	AssistantID string `json:"assistant_id"`
	// The message of the contact that gave rise to it.
	MessageID string `json:"message_id"`
	// The kind of act. One of label, team, deal, close.
	Kind string `json:"kind"`
	// The label to be put on the conversation; empty for other kinds.
	LabelID string `json:"label_id"`
	// The team that is to get the conversation; empty for other kinds.
	TeamID string `json:"team_id"`
	// The stage that the deal moves to, or begins on; empty for other kinds.
	StageID string `json:"stage_id"`
	// The deal that moves, or that was made; empty for one yet to be made, and for other
	// kinds.
	DealID string `json:"deal_id"`
	// The previous status; empty for a new proposal.
	FromStatus string `json:"from_status"`
	// Current status. done: the assistant did it. One of open, done, accepted, rejected,
	// undone, confirmed, refuted, expired.
	ToStatus string `json:"to_status"`
	// Who changed it; the assistant for a new proposal.
	ChangedBy DoneBy `json:"changed_by"`
}

// ProposalFailedData: see the event proposal.failed.
type ProposalFailedData struct {
	// The failure, among those on record.
	FailureID string `json:"failure_id"`
	// propose: an assistant was to propose something about a message. compare: what happened
	// was to settle what an assistant proposed. One of propose, compare.
	Step string `json:"step"`
	// The message, as the provider calls it, or the event.
	TriggerID string `json:"trigger_id"`
	// The conversation in which it happened.
	ConversationID string `json:"conversation_id"`
	// The proposals that it was to settle: they wait on.
	ProposalIDs []string `json:"proposal_ids"`
	// Why, in one word.
	Code string `json:"code"`
	// Why, in words.
	Detail string `json:"detail"`
}

// ProposalFailure: see GET /v1/proposal-failures.
type ProposalFailure struct {
	// Identifier of the failure; begins with prf_.
	ID string `json:"id"`
	// propose: an assistant was to propose something about a message. compare: what happened
	// was to settle what an assistant proposed. One of propose, compare.
	Step string `json:"step"`
	// The message, as the provider calls it, or the event.
	TriggerID string `json:"triggerId"`
	// The conversation in which it happened.
	ConversationID string `json:"conversationId"`
	// The proposals that it was to settle: they wait on, for what happens next or until
	// their time is over.
	ProposalIDs []string `json:"proposalIds"`
	// Why, in one word: the code of the error.
	Code string `json:"code"`
	// Why, in words.
	Detail string `json:"detail"`
	// When it was given up.
	At time.Time `json:"at"`
}

// ProviderError: see GET /v1/messages/{id}.
type ProviderError struct {
	// HTTP status of the provider's answer; absent for errors from webhooks.
	HTTPStatus int `json:"httpStatus,omitempty"`
	// The provider's error code. Base your logic on this code only.
	Code int `json:"code"`
	// The provider's detailed code; absent if it gave none.
	Subcode int `json:"subcode,omitempty"`
	// The provider's message, possibly in another language.
	Title string `json:"title,omitempty"`
	// The provider's long message; absent if it gave none.
	Details string `json:"details,omitempty"`
	// The provider's id of the request, for its support.
	FbtraceID string `json:"fbtraceId,omitempty"`
}

// Publication: see GET /v1/assistants/{id}/revisions/{number}.
type Publication struct {
	// Identifier of the publication; begins with pub_.
	ID string `json:"id"`
	// Number of the published revision.
	Revision int `json:"revision"`
	// Number of the revision that was live before.
	Replaced int `json:"replaced"`
	// The evaluation named in the request.
	EvaluationID string `json:"evaluationId,omitempty"`
	// Table of that evaluation, kept even if the evaluation is deleted; null if none.
	Table *EvaluationTable `json:"table"`
	// Whether the revision was published without an evaluation.
	WithoutEvaluation bool `json:"withoutEvaluation"`
	// The reason given in the request; absent if there was none.
	Reason string `json:"reason,omitempty"`
	// Who published the revision.
	MadeBy DoneBy `json:"madeBy"`
	// When the revision was published.
	CreatedAt time.Time `json:"createdAt"`
}

// PublishAssistant: see POST /v1/assistants/{id}/publish.
type PublishAssistant struct {
	// Number of the revision: the draft or an earlier one.
	Revision int `json:"revision"`
	// The newest completed evaluation that compares this revision with the live one. Look at
	// its table first. Required if there is one.
	EvaluationID string `json:"evaluationId,omitempty"`
	// Publish without an evaluation; allowed only if there is none. Requires reason.
	WithoutEvaluation bool `json:"withoutEvaluation,omitempty"`
	// Stored with the publication. At most 500 characters; required without an evaluation.
	Reason string `json:"reason,omitempty"`
}

// PushKey: see GET /v1/notifications/push-key.
type PushKey struct {
	// What PushManager.subscribe takes, base64url. It stays the same.
	ApplicationServerKey string `json:"applicationServerKey"`
}

// PushSubscription: see POST /v1/notifications/push-subscriptions.
type PushSubscription struct {
	// Begins with psh_.
	ID string `json:"id"`
	// Host of the push service.
	Service string `json:"service"`
	// When the browser subscribed.
	CreatedAt time.Time `json:"createdAt"`
}

// PushSubscriptions: see GET /v1/notifications/push-subscriptions.
type PushSubscriptions struct {
	// Your browsers, the oldest first; 10 at most.
	Data []PushSubscription `json:"data"`
}

// QRCode: see POST /v1/phone-numbers/{id}/qr-codes.
type QRCode struct {
	// The provider's identifier of the QR code.
	Code string `json:"code"`
	// The message that is written already when the chat opens.
	PrefilledMessage string `json:"prefilledMessage"`
	// Short link that does the same.
	Link string `json:"link"`
	// Link to the picture at the provider. Only in the answer that makes the code: fetch the
	// picture then.
	ImageURL string `json:"imageUrl,omitempty"`
}

// QRCodes: see GET /v1/phone-numbers/{id}/qr-codes.
type QRCodes struct {
	// Every QR code of the number, as the provider lists them.
	Data []QRCode `json:"data"`
}

// QueueStand: see GET /v1/conversations/{id}/routing.
type QueueStand struct {
	// Its position, from 1; 1,000 at most.
	Position int `json:"position"`
	// true: there are more before it than the number shown.
	AtLeast bool `json:"atLeast"`
	// In how many seconds somebody gets it: four of five who stood about there in the last 7
	// days waited no longer. Left out where that cannot be said: fewer than 20 waits are
	// known, it waits for something else than that somebody has room, or of what was said in
	// the last 7 days less than 75 % or more than 90 % came true.
	EtaSeconds int `json:"etaSeconds,omitempty"`
}

// QuietHours: see GET /v1/notifications/settings.
type QuietHours struct {
	// Local time at which they begin, HH:MM.
	From string `json:"from"`
	// Local time at which they end, HH:MM; a time before from is on the next day.
	To string `json:"to"`
	// Whether notifications of the kind breached are pushed all the same.
	BreachesPass bool `json:"breachesPass"`
}

// RateCard: see POST /v1/rate-cards.
type RateCard struct {
	// Id of the rate card.
	ID string `json:"id"`
	// Its name.
	Name string `json:"name"`
	// Where the prices are from; empty if nobody said.
	Source string `json:"source"`
	// How many prices it has.
	Rows int `json:"rows"`
	// When it was imported.
	CreatedAt time.Time `json:"createdAt"`
	// Who imported it.
	CreatedBy DoneBy `json:"createdBy"`
}

// RateCardPrices: see GET /v1/rate-cards/{id}.
type RateCardPrices struct {
	// Id of the rate card.
	ID string `json:"id"`
	// Its name.
	Name string `json:"name"`
	// Where the prices are from; empty if nobody said.
	Source string `json:"source"`
	// How many prices it has.
	Rows int `json:"rows"`
	// When it was imported.
	CreatedAt time.Time `json:"createdAt"`
	// Who imported it.
	CreatedBy DoneBy `json:"createdBy"`
	// The prices as you imported them: a CSV table.
	Prices string `json:"prices"`
}

// Rating: see GET /v1/ratings.
type Rating struct {
	// The episode.
	EpisodeID string `json:"episodeId"`
	// Its conversation.
	ConversationID string `json:"conversationId"`
	// The contact of the conversation.
	ContactID string `json:"contactId"`
	// The phone number of the conversation.
	PhoneNumberID string `json:"phoneNumberId"`
	// The team that had it at the end of the episode; empty for none.
	TeamID string `json:"teamId"`
	// The user who had it then; empty for nobody.
	AgentID string `json:"agentId"`
	// When the episode ended.
	ClosedAt time.Time `json:"closedAt"`
	// The message with the question.
	MessageID string `json:"messageId"`
	// From 1, the worst, to 5.
	Score int `json:"score"`
	// What the contact wrote about it; empty for nothing, and without messages:read.
	Comment string `json:"comment"`
	// When the contact first rated.
	RatedAt time.Time `json:"ratedAt"`
}

// RatingAnswers: see GET /v1/rating-settings.
type RatingAnswers struct {
	// The button for 5.
	Good string `json:"good"`
	// The button for 3.
	Ok string `json:"ok"`
	// The button for 1.
	Bad string `json:"bad"`
}

// RatingSettings: see GET /v1/rating-settings.
type RatingSettings struct {
	// Whether contacts are asked.
	Enabled bool `json:"enabled"`
	// The text of the question.
	Question string `json:"question"`
	// buttons: three answers. list: one to five stars. One of buttons, list.
	Method string `json:"method"`
	// The buttons.
	Answers RatingAnswers `json:"answers"`
	// The button that opens the list.
	ListButton string `json:"listButton"`
	// The text that is sent after the first tap; empty for none.
	Thanks string `json:"thanks"`
	// How long after the end of an episode the contact is asked.
	DelayMinutes int `json:"delayMinutes"`
	// For how long after a tap a text of the contact is their comment; 0 for never.
	CommentMinutes int `json:"commentMinutes"`
	// Whether contacts are asked only about episodes in which people, or your systems,
	// answered.
	OnlyAnsweredByPeople bool `json:"onlyAnsweredByPeople"`
	// The phone numbers on which contacts are asked; empty for all.
	PhoneNumberIDs []string `json:"phoneNumberIds"`
	// The template that asks contacts whose window has closed; empty for none, then they are
	// not asked.
	TemplateName string `json:"templateName"`
	// The language of the template; empty for the default language of the workspace, or the
	// only one.
	TemplateLanguage string `json:"templateLanguage"`
	// When the settings last changed; null if they never changed.
	UpdatedAt *time.Time `json:"updatedAt"`
}

// Reach: see GET /v1/me.
type Reach struct {
	// all: every conversation. teams: those of the teams. own_and_unassigned_of_teams: one's
	// own, and those of the teams that nobody is assigned to. own_and_followed: one's own
	// and those that one follows. One of all, teams, own_and_unassigned_of_teams,
	// own_and_followed.
	Kind string `json:"kind"`
	// The teams.
	TeamIDs []string `json:"teamIds"`
	// Only conversations on these phone numbers; empty for all.
	PhoneNumberIDs []string `json:"phoneNumberIds"`
}

// Reaction: see GET /v1/messages/{id}.
type Reaction struct {
	// Id of the message in this conversation; at most 30 days old.
	MessageID string `json:"messageId,omitempty"`
	// The provider's identifier of the message.
	ProviderMessageID string `json:"providerMessageId,omitempty"`
	// One emoji. An empty or absent emoji removes the reaction.
	Emoji string `json:"emoji,omitempty"`
}

// ReactionRemovedData: see the event messages.reaction_removed.
type ReactionRemovedData struct {
	// The provider's identifier of the message that had the reaction.
	MessageID string `json:"message_id"`
	// Phone number of the contact who removed the reaction, in international format with +;
	// empty if the provider does not give it.
	From string `json:"from"`
	// The provider's business-scoped user id of the contact who removed the reaction.
	FromUserID string `json:"from_user_id"`
	// Your phone number.
	To string `json:"to"`
	// The removed emoji; empty if it is not known here.
	Emoji string `json:"emoji"`
	// When the reaction was removed, in seconds since 1970.
	RemovedAt int `json:"removed_at"`
	// The conversation of the message.
	ConversationID string `json:"conversation_id"`
	// The contact of the conversation.
	ContactID string `json:"contact_id"`
	// The group of the message; empty if the message is not from a group.
	GroupID string `json:"group_id"`
}

// ReadConversation: see PUT /v1/conversations/{id}/read.
type ReadConversation struct {
	// The inboundCount that the conversation was shown with.
	InboundCount int `json:"inboundCount"`
	// Marks it as unread for you instead, until you read it or answer in it: unreadCount is
	// 1 at least. Nothing counts as read by this.
	Unread bool `json:"unread,omitempty"`
}

// Receipt: see GET /v1/messages/{id}.
type Receipt struct {
	// The participant: the digits of the phone number, or the user id.
	Recipient string `json:"recipient"`
	// Current status for this participant. One of sent, delivered, read, played, failed.
	Status string `json:"status"`
	// When this status was reached.
	At time.Time `json:"at"`
	// Charge that the provider reported for this participant.
	Charge *Charge `json:"charge,omitempty"`
}

// Reconciliation: see POST /v1/charges/reconciliations.
type Reconciliation struct {
	// Identifier of the reconciliation; begins with rec_.
	ID string `json:"id"`
	// The messaging account.
	MessagingAccountID string `json:"messagingAccountId"`
	// analytics: what the provider's API says that it charged. invoice: the table that you
	// sent. One of analytics, invoice.
	Source string `json:"source"`
	// The first day, in UTC.
	From string `json:"from"`
	// The last day, in UTC.
	To string `json:"to"`
	// Currency of the messaging account; null where it is not known.
	Currency *string `json:"currency"`
	// paused: it continues automatically. completed, canceled, failed: it has ended. One of
	// running, paused, completed, canceled, failed.
	State string `json:"state"`
	// What it does now, or did last; absent if it has only one phase. One of collecting,
	// delivering, measuring, crawling, indexing, messages, conversations, events, contacts.
	Phase string `json:"phase,omitempty"`
	// Number of items done so far.
	Done int `json:"done"`
	// Number of items in total; null while unknown.
	Total *int `json:"total"`
	// Why it is paused; absent if it is not. One of budget_used_up, ai_disabled,
	// providers_unavailable, texts_refused.
	Paused string `json:"paused,omitempty"`
	// When it continues; null if it is not paused.
	RetryAt *time.Time `json:"retryAt"`
	// Why it failed; absent if it did not.
	Error string `json:"error,omitempty"`
	// When it began.
	StartedAt time.Time `json:"startedAt"`
	// When it last made progress or was paused.
	UpdatedAt time.Time `json:"updatedAt"`
	// When it ended; null until then.
	EndedAt *time.Time `json:"endedAt"`
	// What was found; null until completed.
	Result *ReconciliationResult `json:"result"`
	// Who asked for it.
	MadeBy DoneBy `json:"madeBy"`
}

// ReconciliationCause: see POST /v1/charges/reconciliations.
type ReconciliationCause struct {
	// The likely cause.
	Cause string `json:"cause"`
	// What it means.
	Means string `json:"means"`
	// What to do.
	DoThis string `json:"doThis"`
	// Messages.
	Count int `json:"count"`
	// By how much the provider charges more than the ledger has; negative for less. Amounts
	// that one side does not know are not in it.
	Amount string `json:"amount"`
	// Differences of this cause.
	Differences int `json:"differences"`
}

// ReconciliationResult: see POST /v1/charges/reconciliations.
type ReconciliationResult struct {
	// What the ledger has of the period.
	Ledger ReconciliationTotal `json:"ledger"`
	// What the provider has of it.
	Provider ReconciliationTotal `json:"provider"`
	// Messages of which both say the same.
	Agreed int `json:"agreed"`
	// Differences that were found. The first 5,000 are kept.
	Differences int `json:"differences"`
	// What the differences add up to, by their likely cause.
	Causes []ReconciliationCause `json:"causes"`
}

// ReconciliationTotal: see POST /v1/charges/reconciliations.
type ReconciliationTotal struct {
	// Messages.
	Count int `json:"count"`
	// What they cost. null: the provider does not tell you its cost.
	Amount *string `json:"amount"`
	// Messages whose amount the ledger does not know.
	Unpriced int `json:"unpriced"`
}

// RecordConsent: see POST /v1/contacts/{id}/consent.
type RecordConsent struct {
	// What the decision covers. An opt-out of all leaves only answers and codes. One of
	// marketing, all.
	Purpose string `json:"purpose"`
	// The contact's decision. One of opted_in, opted_out.
	State string `json:"state"`
	// How the contact decided, such as a form, a call or a letter.
	Proof string `json:"proof"`
	// When the contact decided; now by default.
	DecidedAt *time.Time `json:"decidedAt,omitempty"`
}

// RecordedConversion: see POST /v1/conversions.
type RecordedConversion struct {
	// Identifier of the conversion; begins with cvn_.
	ID string `json:"id"`
	// The contact, as it was then: of one that was merged since, the merged one.
	ContactID string `json:"contactId"`
	// What the contact did.
	Name string `json:"name"`
	// What it was worth; null where none was told.
	Amount *string `json:"amount"`
	// ISO 4217 code; null without an amount.
	Currency *string `json:"currency"`
	// Your own identifier; null where none was told.
	ExternalID *string `json:"externalId"`
	// When it happened.
	OccurredAt time.Time `json:"occurredAt"`
	// When it was told.
	CreatedAt time.Time `json:"createdAt"`
	// Who told it.
	CreatedBy DoneBy `json:"createdBy"`
}

// RecoveryCodes: see POST /v1/me/recovery-codes.
type RecoveryCodes struct {
	// Ten codes; each can be used once instead of a code of the app. Shown only once.
	RecoveryCodes []string `json:"recoveryCodes"`
}

// Redelivery: see POST /v1/webhook-endpoints/{id}/redeliveries.
type Redelivery struct {
	// Identifier of the bulk redelivery; begins with rdl_.
	ID string `json:"id"`
	// The webhook endpoint.
	EndpointID string `json:"endpointId"`
	// paused: it continues automatically. completed, canceled, failed: it has ended. One of
	// running, paused, completed, canceled, failed.
	State string `json:"state"`
	// What it does now, or did last; absent if it has only one phase. One of collecting,
	// delivering, measuring, crawling, indexing, messages, conversations, events, contacts.
	Phase string `json:"phase,omitempty"`
	// Number of items done so far.
	Done int `json:"done"`
	// Number of items in total; null while unknown.
	Total *int `json:"total"`
	// Why it is paused; absent if it is not. One of budget_used_up, ai_disabled,
	// providers_unavailable, texts_refused.
	Paused string `json:"paused,omitempty"`
	// When it continues; null if it is not paused.
	RetryAt *time.Time `json:"retryAt"`
	// Why it failed; absent if it did not.
	Error string `json:"error,omitempty"`
	// When it began.
	StartedAt time.Time `json:"startedAt"`
	// When it last made progress or was paused.
	UpdatedAt time.Time `json:"updatedAt"`
	// When it ended; null until then.
	EndedAt *time.Time `json:"endedAt"`
	// What is delivered again: failed deliveries, missed events, or all events of a period.
	// One of failed, missed, range.
	What string `json:"what"`
	// Only events from this time on; null if there is no limit.
	Since *time.Time `json:"since"`
	// Only events up to this time; null if there is no limit.
	Until *time.Time `json:"until"`
	// Only these kinds; all if empty.
	Events []string `json:"events"`
	// Whether delivered events are delivered again.
	IncludeSucceeded bool `json:"includeSucceeded"`
	// Number of events examined.
	Examined int `json:"examined"`
	// Number of events queued.
	Queued int `json:"queued"`
	// Number of queued events that were delivered.
	Delivered int `json:"delivered"`
	// Number of queued events that were given up. GET …/deliveries?state=failed lists
	// them.
	Failed int `json:"failed"`
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
	// image or video; absent if there is none.
	MediaType string `json:"mediaType,omitempty"`
	// Address of the image or video; absent if there is none.
	MediaURL string `json:"mediaUrl,omitempty"`
	// Address of the video's preview image; absent if there is none.
	ThumbnailURL string `json:"thumbnailUrl,omitempty"`
	// The provider's identifier of the click, for conversion tracking.
	ClickID string `json:"clickId,omitempty"`
	// The greeting in the ad.
	WelcomeText string `json:"welcomeText,omitempty"`
	// The ref parameter of the link.
	Ref string `json:"ref,omitempty"`
}

// RefusedUser: see POST /v1/phone-numbers/{id}/blocked-users.
type RefusedUser struct {
	// Phone number of the user.
	Number string `json:"number"`
	// The provider's error code.
	ProviderCode int `json:"providerCode"`
	// Why, in a sentence, with the provider's own words.
	Reason string `json:"reason"`
}

// Rehearsal: see POST /v1/routing/rehearsals.
type Rehearsal struct {
	// Identifier of the rehearsal; begins with rhs_.
	ID string `json:"id"`
	// Begin of the period.
	From time.Time `json:"from"`
	// End of the period.
	To time.Time `json:"to"`
	// How long contacts may wait for an answer, in minutes.
	GoalMinutes int `json:"goalMinutes"`
	// What is different.
	Changes RehearsalChanges `json:"changes"`
	// paused: it continues automatically. completed, canceled, failed: it has ended. One of
	// running, paused, completed, canceled, failed.
	State string `json:"state"`
	// What it does now, or did last; absent if it has only one phase. One of collecting,
	// delivering, measuring, crawling, indexing, messages, conversations, events, contacts.
	Phase string `json:"phase,omitempty"`
	// Number of items done so far.
	Done int `json:"done"`
	// Number of items in total; null while unknown.
	Total *int `json:"total"`
	// Why it is paused; absent if it is not. One of budget_used_up, ai_disabled,
	// providers_unavailable, texts_refused.
	Paused string `json:"paused,omitempty"`
	// When it continues; null if it is not paused.
	RetryAt *time.Time `json:"retryAt"`
	// Why it failed; absent if it did not.
	Error string `json:"error,omitempty"`
	// When it began.
	StartedAt time.Time `json:"startedAt"`
	// When it last made progress or was paused.
	UpdatedAt time.Time `json:"updatedAt"`
	// When it ended; null until then.
	EndedAt *time.Time `json:"endedAt"`
	// What was found; null until completed.
	Result *RehearsalResult `json:"result"`
	// Who asked for it.
	MadeBy DoneBy `json:"madeBy"`
}

// RehearsalAgent: see POST /v1/routing/rehearsals.
type RehearsalAgent struct {
	// The member.
	UserID string `json:"userId"`
	// How many conversations the member gets automatically at a time; 0 for none, as if the
	// member were absent.
	Capacity int `json:"capacity,omitempty"`
	// What the member can do.
	Skills []string `json:"skills,omitempty"`
	// When the member is online, instead of when they were.
	Hours *RehearsalHours `json:"hours,omitempty"`
}

// RehearsalCalendar: see POST /v1/routing/rehearsals.
type RehearsalCalendar struct {
	// The calendar.
	CalendarID string `json:"calendarId"`
	// IANA time zone.
	TimeZone string `json:"timeZone"`
	// Hours of the week.
	Hours []OfficeHours `json:"hours"`
	// Days with other hours; none by default.
	Exceptions []CalendarException `json:"exceptions,omitempty"`
}

// RehearsalChanges: see POST /v1/routing/rehearsals.
type RehearsalChanges struct {
	// Other rules, all of them.
	Rules *RehearsalRules `json:"rules,omitempty"`
	// Other hours of calendars, for rules and shifts.
	Calendars []RehearsalCalendar `json:"calendars,omitempty"`
	// Other settings of teams.
	Teams []RehearsalTeam `json:"teams,omitempty"`
	// Other capacity, skills or hours of members.
	Agents []RehearsalAgent `json:"agents,omitempty"`
	// People beside the members.
	Extra []RehearsalPerson `json:"extra,omitempty"`
}

// RehearsalCheck: see POST /v1/routing/rehearsals.
type RehearsalCheck struct {
	// Recorded decisions of the period: what the rules said, and who was chosen.
	Decisions int `json:"decisions"`
	// Those that could be made again.
	Compared int `json:"compared"`
	// Those that could not, by reason.
	LeftOut map[string]int `json:"leftOut"`
	// Those that come out otherwise; 0 unless the code has changed since.
	Different int `json:"different"`
	// The first 50 of them.
	Differences []RehearsalDifference `json:"differences"`
}

// RehearsalDifference: see POST /v1/routing/rehearsals.
type RehearsalDifference struct {
	// The decision.
	DecisionID string `json:"decisionId"`
	// Its conversation.
	ConversationID string `json:"conversationId"`
	// When it was made.
	At time.Time `json:"at"`
	// What differs: the rule and its target, who was chosen, why others were not, or what it
	// rested on. One of rule, agent, reasons, inputs.
	What string `json:"what"`
	// What was recorded.
	Recorded string `json:"recorded"`
	// What comes out now.
	Now string `json:"now"`
}

// RehearsalFigure: see POST /v1/routing/rehearsals.
type RehearsalFigure struct {
	// The median of the runs.
	Value float64 `json:"value"`
	// Lower end of the interval.
	Low float64 `json:"low"`
	// Upper end of the interval.
	High float64 `json:"high"`
}

// RehearsalHours: see POST /v1/routing/rehearsals.
type RehearsalHours struct {
	// IANA time zone.
	TimeZone string `json:"timeZone"`
	// Hours of the week.
	Hours []OfficeHours `json:"hours"`
}

// RehearsalLoad: see POST /v1/routing/rehearsals.
type RehearsalLoad struct {
	// The member, or the name of an extra person.
	Agent string `json:"agent"`
	// How many conversations routing gave them, on average of the runs.
	Assigned float64 `json:"assigned"`
	// What they had on average while online, in conversations. One that was answered and is
	// quiet counts as a quarter.
	AverageLoad float64 `json:"averageLoad"`
	// The most that they had at a time.
	PeakLoad float64 `json:"peakLoad"`
}

// RehearsalPerson: see POST /v1/routing/rehearsals.
type RehearsalPerson struct {
	// Name in the result; yours to choose, each once.
	Name string `json:"name"`
	// The team.
	TeamID string `json:"teamId"`
	// How many conversations the person gets automatically at a time.
	Capacity int `json:"capacity"`
	// What the person can do; nothing special by default.
	Skills []string `json:"skills,omitempty"`
	// When the person is online.
	Hours RehearsalHours `json:"hours"`
}

// RehearsalResult: see POST /v1/routing/rehearsals.
type RehearsalResult struct {
	// The recorded decisions, made again with all that they rested on.
	Check RehearsalCheck `json:"check"`
	// What happened.
	Recorded RehearsalSide `json:"recorded"`
	// The same, from the model without changes. By how much it differs from recorded says
	// how far to trust changed.
	Unchanged RehearsalSide `json:"unchanged"`
	// What the model makes of it with the changes; null without changes.
	Changed *RehearsalSide `json:"changed"`
	// How many recorded assignments the model without changes makes to the same member.
	SameAgent int `json:"sameAgent"`
	// How often the model ran; intervals have 9 of 10 runs in them.
	Seeds int `json:"seeds"`
}

// RehearsalRules: see POST /v1/routing/rehearsals.
type RehearsalRules struct {
	// The rules in order. The first that matches decides.
	Rules []RoutingRule `json:"rules,omitempty"`
	// Where conversations go that no rule matches; nowhere by default.
	Default *RoutingTarget `json:"default,omitempty"`
}

// RehearsalSide: see POST /v1/routing/rehearsals.
type RehearsalSide struct {
	// How often a conversation came to be routed.
	Conversations int `json:"conversations"`
	// Those that an assistant answers.
	ToAssistants int `json:"toAssistants"`
	// Those that no rule leads anywhere.
	Nowhere int `json:"nowhere"`
	// Those that routing gave to somebody.
	Assigned int `json:"assigned"`
	// Those that people took, closed or moved themselves.
	Left int `json:"left"`
	// Those that wait at the end of the period.
	StillWaiting int `json:"stillWaiting"`
	// Time until somebody had the conversation.
	Queue RehearsalTimes `json:"queue"`
	// Time from the oldest message without an answer to a person's answer.
	Wait RehearsalTimes `json:"wait"`
	// Conversations that waited longer than the goal for an answer.
	Missed RehearsalFigure `json:"missed"`
	// Who had how much.
	Agents []RehearsalLoad `json:"agents"`
}

// RehearsalTeam: see POST /v1/routing/rehearsals.
type RehearsalTeam struct {
	// The team.
	TeamID string `json:"teamId"`
	// How conversations find a person. One of manual, round_robin, least_load.
	Method string `json:"method,omitempty"`
	// For how many days the member who answered the contact last is preferred; 0 for never.
	StickyDays int `json:"stickyDays,omitempty"`
	// How many conversations of the team a member gets automatically at a time; 0 for as
	// many as their capacity allows.
	AgentLimit int `json:"agentLimit,omitempty"`
	// Where conversations go that wait too long.
	Overflow *RoutingOverflow `json:"overflow,omitempty"`
}

// RehearsalTimes: see POST /v1/routing/rehearsals.
type RehearsalTimes struct {
	// Number of conversations behind the times.
	Count int `json:"count"`
	// Half took at most so long, in seconds.
	P50 RehearsalFigure `json:"p50"`
	// Nine of ten took at most so long, in seconds.
	P90 RehearsalFigure `json:"p90"`
	// The longest, in seconds.
	Most RehearsalFigure `json:"most"`
}

// RejectOnboardingItem: see POST /v1/onboarding/{item}/reject.
type RejectOnboardingItem struct {
	// What is missing; at most 2000 characters.
	Reason string `json:"reason"`
}

// ReplaceDealContacts: see PUT /v1/deals/{id}/contacts.
type ReplaceDealContacts struct {
	// All contacts, each once; empty for none.
	Contacts []SetDealContact `json:"contacts"`
}

// ReplaceDealLines: see PUT /v1/deals/{id}/lines.
type ReplaceDealLines struct {
	// ISO 4217 code; that of the deal by default, or of its pipeline.
	Currency string `json:"currency,omitempty"`
	// All lines, in their order; empty for none.
	Lines []SetDealLine `json:"lines"`
}

// ReplaceRoutingRules: see PUT /v1/routing/rules.
type ReplaceRoutingRules struct {
	// The rules in order, all of them. The first that matches decides.
	Rules []RoutingRule `json:"rules"`
	// Where conversations go that no rule matches; nowhere by default.
	Default *RoutingTarget `json:"default,omitempty"`
}

// ReplaceServiceLevels: see PUT /v1/service-levels.
type ReplaceServiceLevels struct {
	// The policies in order, all of them. The first that matches holds.
	Policies []ServicePolicy `json:"policies"`
}

// Reply: see GET /v1/messages/{id}.
type Reply struct {
	// What the contact used. One of templateButton, button, list, flow, address,
	// callPermission, paymentMethod.
	Type string `json:"type"`
	// Id of the button or row; for a template's button its payload.
	ID string `json:"id,omitempty"`
	// Label of the button or row.
	Title string `json:"title,omitempty"`
	// Text below the label of the row.
	Description string `json:"description,omitempty"`
	// The JSON of a filled-in form, an address, a call permission or a payment method.
	Response json.RawMessage `json:"response,omitempty"`
}

// ReplyButton: see GET /v1/messages/{id}.
type ReplyButton struct {
	// Id that you receive when the button is pressed, at most 256 characters.
	ID string `json:"id"`
	// At most 20 characters.
	Title string `json:"title"`
}

// ReplyLimits: see GET /v1/assistants/{id}/revisions/{number}.
type ReplyLimits struct {
	// Minimum pause between two replies.
	PauseSeconds int `json:"pauseSeconds,omitempty"`
	// Maximum number of replies in ten minutes.
	PerTenMinutes int `json:"perTenMinutes,omitempty"`
	// Maximum number of replies in 24 hours.
	PerDay int `json:"perDay,omitempty"`
	// Maximum number of replies in a row before a person must look.
	TurnsWithoutPerson int `json:"turnsWithoutPerson,omitempty"`
}

// Report: see GET /v1/reports/{report}.
type Report struct {
	// What is counted. One of messages, openings, first-answers, answers, resolutions,
	// reopenings, assignments, hand-offs, ratings.
	Report string `json:"report"`
	// The first day.
	From string `json:"from"`
	// The last day.
	To string `json:"to"`
	// The time zone of the days.
	TimeZone string `json:"timeZone"`
	// Since when items are kept. Numbers of earlier days have none.
	ItemsFrom time.Time `json:"itemsFrom"`
	// How many there were: as many as there are items.
	Count int `json:"count"`
	// In first-answers, answers and resolutions: how long they took.
	Times *ReportTimes `json:"times,omitempty"`
	// The same without the time outside office hours: by the calendar of the service level,
	// or of the team's shifts.
	OfficeTimes *ReportTimes `json:"officeTimes,omitempty"`
	// In ratings: the mean score, from 1 to 5. Left out where there is none.
	AverageScore float64 `json:"averageScore,omitempty"`
	// What the count is made of, the largest first. They sum to it.
	Parts []ReportPart `json:"parts"`
	// The same for each day. The days sum to the whole.
	Days []ReportDay `json:"days"`
	// With groupBy: the same for each team, agent, label, phone number or hour that has
	// something, the largest first; hours from 0 to 23.
	Groups []ReportGroup `json:"groups,omitempty"`
}

// ReportBadge: see PUT /v1/onboarding/badge-request.
type ReportBadge struct {
	// requested: you submitted it. approved, rejected: what the provider decided. One of
	// requested, approved, rejected.
	State string `json:"state"`
	// Where you saw it, or why the provider refused; at most 2000 characters.
	Note string `json:"note"`
}

// ReportDay: see GET /v1/reports/{report}.
type ReportDay struct {
	// The day.
	Date string `json:"date"`
	// How many there were: as many as there are items.
	Count int `json:"count"`
	// In first-answers, answers and resolutions: how long they took.
	Times *ReportTimes `json:"times,omitempty"`
	// The same without the time outside office hours: by the calendar of the service level,
	// or of the team's shifts.
	OfficeTimes *ReportTimes `json:"officeTimes,omitempty"`
	// In ratings: the mean score, from 1 to 5. Left out where there is none.
	AverageScore float64 `json:"averageScore,omitempty"`
	// What the count is made of, the largest first. They sum to it.
	Parts []ReportPart `json:"parts"`
}

// ReportGroup: see GET /v1/reports/{report}.
type ReportGroup struct {
	// The team, agent, label or phone number; the hour from 0 to 23.
	ID string `json:"id"`
	// How many there were: as many as there are items.
	Count int `json:"count"`
	// In first-answers, answers and resolutions: how long they took.
	Times *ReportTimes `json:"times,omitempty"`
	// The same without the time outside office hours: by the calendar of the service level,
	// or of the team's shifts.
	OfficeTimes *ReportTimes `json:"officeTimes,omitempty"`
	// In ratings: the mean score, from 1 to 5. Left out where there is none.
	AverageScore float64 `json:"averageScore,omitempty"`
	// What the count is made of, the largest first. They sum to it.
	Parts []ReportPart `json:"parts"`
}

// ReportItem: see GET /v1/reports/{report}/items.
type ReportItem struct {
	// When it happened, and is counted.
	At time.Time `json:"at"`
	// The conversation; empty if its contact was erased.
	ConversationID string `json:"conversationId"`
	// The episode; empty where there was none.
	EpisodeID string `json:"episodeId"`
	// The message, in messages, first-answers and answers; otherwise empty.
	MessageID string `json:"messageId"`
	// Your phone number.
	PhoneNumberID string `json:"phoneNumberId"`
	// The team that had the conversation then; empty if none had it.
	TeamID string `json:"teamId"`
	// The agent whose it is; empty if it is nobody's.
	AgentID string `json:"agentId"`
	// The labels that the conversation had then.
	LabelIDs []string `json:"labelIds"`
	// The part of the count.
	Part string `json:"part"`
	// How long it took, in milliseconds; 0 in reports without times.
	TookMs int `json:"tookMs"`
	// How much of that was office time.
	OfficeMs int `json:"officeMs"`
}

// ReportPart: see GET /v1/reports/{report}.
type ReportPart struct {
	// messages: who wrote (contact, user, api_key, assistant, system). first-answers,
	// answers: who answered. resolutions: who had answered (assistant, people, both,
	// nobody). openings, reopenings, assignments: the reason. hand-offs: why. ratings: the
	// score. More parts may be added.
	Part string `json:"part"`
	// How many there were.
	Count int `json:"count"`
	// Which part of the count that is, from 0 to 1.
	Share float64 `json:"share"`
}

// ReportTimes: see GET /v1/reports/{report}.
type ReportTimes struct {
	// All together, in milliseconds.
	TotalMs int `json:"totalMs"`
	// The mean of as many as count says.
	AverageMs int `json:"averageMs"`
	// Half took at most so long. Percentiles are at most 2 % off; below one second they are
	// 500 ms.
	P50Ms int `json:"p50Ms"`
	// 90 % took at most so long.
	P90Ms int `json:"p90Ms"`
	// 95 % took at most so long.
	P95Ms int `json:"p95Ms"`
}

// RequestBadge: see POST /v1/onboarding/badge-request.
type RequestBadge struct {
	// The phone number; by default the default number.
	PhoneNumberID string `json:"phoneNumberId,omitempty"`
	// The website; by default the one of the checklist.
	Website string `json:"website,omitempty"`
	// Country in which the business mainly works, ISO 3166.
	Country string `json:"country"`
	// Main language of the business.
	Language string `json:"language"`
	// The business or brand to which this one belongs, if any.
	ParentBusiness string `json:"parentBusiness,omitempty"`
	// What else speaks for the business; at most 1000 characters.
	Note string `json:"note,omitempty"`
	// Articles about the business, at most 5.
	Links []string `json:"links,omitempty"`
}

// RequestDisplayName: see POST /v1/phone-numbers/{id}/display-name.
type RequestDisplayName struct {
	// The name that contacts are to see: 3 to 512 characters, with a letter.
	DisplayName string `json:"displayName"`
}

// RequestPasswordReset: see POST /v1/password-resets.
type RequestPasswordReset struct {
	// Address of the user.
	Email string `json:"email"`
}

// RequestVerificationCode: see POST /v1/phone-numbers/{id}/verification-code.
type RequestVerificationCode struct {
	// How the code comes to the number. One of sms, voice.
	Method string `json:"method"`
	// Language of the message or call, as the provider writes it; en_US by default.
	Language string `json:"language,omitempty"`
}

// RevisionEvaluation: see GET /v1/assistants/{id}/revisions/{number}.
type RevisionEvaluation struct {
	// Identifier of the evaluation; begins with evl_.
	ID string `json:"id"`
	// Number of the live revision; null if the evaluated revision was live itself.
	LiveRevision *int `json:"liveRevision"`
	// When the evaluation was completed.
	EndedAt time.Time `json:"endedAt"`
	// The results.
	Table EvaluationTable `json:"table"`
}

// Role: see POST /v1/roles.
type Role struct {
	// Identifier of the role: owner, admin, supervisor or agent, or rol_… for a role of
	// yours.
	ID string `json:"id"`
	// Name of the role.
	Name string `json:"name"`
	// true for a role that every workspace has and nobody can change.
	BuiltIn bool `json:"builtIn"`
	// What people with the role may do.
	Scopes []string `json:"scopes"`
	// Which conversations people with the role see. One of all, teams,
	// own_and_unassigned_of_teams, own_and_followed.
	Reach string `json:"reach"`
	// Only conversations on these phone numbers; empty for every phone number.
	PhoneNumberIDs []string `json:"phoneNumberIds"`
	// Whether people with the role see contacts' phone numbers masked, such as
	// +49••••••4567.
	MasksPhoneNumbers bool `json:"masksPhoneNumbers"`
	// When the role was created; null for a built-in role.
	CreatedAt *time.Time `json:"createdAt"`
	// When the role was last changed; null for a built-in role.
	UpdatedAt *time.Time `json:"updatedAt"`
}

// RotateButtonSecret: see POST /v1/action-buttons/{id}/rotate-secret.
type RotateButtonSecret struct {
	// How long the old secret signs beside the new one: up to 7 days, 1 day by default. 0
	// ends all earlier secrets at once.
	OverlapSeconds *int `json:"overlapSeconds,omitempty"`
}

// RotateEndpointSecret: see POST /v1/webhook-endpoints/{id}/rotate-secret.
type RotateEndpointSecret struct {
	// How long the old secret signs beside the new one: up to 7 days, 1 day by default. 0
	// ends all earlier secrets at once.
	OverlapSeconds *int `json:"overlapSeconds,omitempty"`
	// How events are signed from now on; unchanged by default. One of hmac, ed25519, both.
	Signature string `json:"signature,omitempty"`
}

// RotateToken: see POST /v1/messaging-accounts/{id}/rotate-token.
type RotateToken struct {
	// The new System User Token. It is stored encrypted and never shown again.
	SystemUserToken string `json:"systemUserToken"`
}

// RoutingAgent: see PUT /v1/routing/agents/{id}.
type RoutingAgent struct {
	// The member.
	UserID string `json:"userId"`
	// Name of the member.
	Name string `json:"name"`
	// How many conversations the member gets automatically at a time. By hand they can get
	// more.
	Capacity int `json:"capacity"`
	// The capacity that was set for the member; null for that of the workspace.
	OwnCapacity *int `json:"ownCapacity"`
	// What the member can do, by your own keys.
	Skills []string `json:"skills"`
	// When this last changed; null if nothing was ever set.
	UpdatedAt *time.Time `json:"updatedAt"`
}

// RoutingCandidate: see GET /v1/conversations/{id}/routing.
type RoutingCandidate struct {
	// The member.
	AgentID string `json:"agentId"`
	// Why the member could not get the conversation, or eligible.
	Reason string `json:"reason"`
	// The member answered the contact last, within the days that the team prefers that.
	Sticky bool `json:"sticky"`
	// How many of the preferred skills the member has.
	PreferredSkills int `json:"preferredSkills"`
	// How much the member had of the team, in conversations; with turns, who has less comes
	// first.
	Turn float64 `json:"turn"`
	// What the member had, in conversations. One that was answered and is quiet counts as a
	// quarter.
	Load float64 `json:"load"`
	// How much the member gets automatically at a time, in conversations.
	Capacity float64 `json:"capacity"`
	// When the member got a conversation last; null for never.
	LastAssignedAt *time.Time `json:"lastAssignedAt"`
}

// RoutingConditions: see POST /v1/routing-rules.
type RoutingConditions struct {
	// The phone numbers that the contact wrote to.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitempty"`
	// Languages of the conversation, such as de. A country, as in pt_BR, does not count.
	Languages []string `json:"languages,omitempty"`
	// Tags of the contact.
	Tags []string `json:"tags,omitempty"`
	// Labels of the conversation, as it has them when the rules are asked: those of earlier
	// episodes, or that somebody put on it before an assistant handed it off.
	LabelIDs []string `json:"labelIds,omitempty"`
	// Custom fields of the contact; every one of them must hold.
	ContactFields []RoutingField `json:"contactFields,omitempty"`
	// Words or phrases in what the contact wrote. Case, accents and punctuation do not
	// matter; a part of a word does not count.
	Keywords []string `json:"keywords,omitempty"`
	// Ids of the button or list row that the contact pressed.
	ReplyIDs []string `json:"replyIds,omitempty"`
	// The contact came by an ad or post.
	Referral *RoutingReferral `json:"referral,omitempty"`
	// The time is within or outside the hours of a calendar.
	Hours *RoutingHours `json:"hours,omitempty"`
}

// RoutingDecision: see GET /v1/conversations/{id}/routing.
type RoutingDecision struct {
	// Identifier of the decision. conversation.assigned has it as decision_id.
	ID string `json:"id"`
	// The episode of the conversation.
	EpisodeID string `json:"episodeId"`
	// When it was decided.
	DecidedAt time.Time `json:"decidedAt"`
	// Why the conversation was routed. One of contact_wrote, hand_off, team, returned,
	// requeued, away, woke, overflow.
	Cause string `json:"cause"`
	// What came of it. One of assigned, queued, no_rule, assistant, no_assistant, taken,
	// too_often.
	Outcome string `json:"outcome"`
	// The member who got the conversation; empty if nobody did.
	AgentID string `json:"agentId"`
	// Version of the rules; 0 if no rule was asked.
	RulesVersion int `json:"rulesVersion"`
	// Key of the rule that matched; empty for the default, or if no rule did.
	RuleKey string `json:"ruleKey"`
	// Where the conversation was to go; null for nowhere.
	Target *RoutingTarget `json:"target"`
	// Rules before it that were passed over, because what they name is not there.
	Skipped []SkippedRule `json:"skipped"`
	// How the team shared work; empty if nobody was chosen from.
	Method string `json:"method"`
	// How many members were looked at.
	CandidateCount int `json:"candidateCount"`
	// How many of them could not get the conversation, by the reason, or could.
	Reasons map[string]int `json:"reasons"`
	// Up to 20 of them: those who could get it in their order, then others.
	Top []RoutingCandidate `json:"top"`
	// Members who had the conversation in this episode and gave it back, or were away. They
	// get it again when everybody had it.
	ExcludedAgentIDs []string `json:"excludedAgentIds"`
	// The team of the overflow that got the conversation because others had it too often;
	// empty for none.
	MovedToTeamID string `json:"movedToTeamId"`
	// The member who had the conversation when its snooze was over, and why they could not
	// have it then; null for nobody.
	PreviousAgent *LostAgent `json:"previousAgent"`
	// Where the conversation stands in its queue now. Only in the decision by which it waits
	// there.
	Queue *QueueStand `json:"queue,omitempty"`
}

// RoutingField: see POST /v1/routing-rules.
type RoutingField struct {
	// Key of the custom field.
	Key string `json:"key"`
	// Values, one of which the contact has, as text.
	Values []string `json:"values"`
}

// RoutingHours: see POST /v1/routing-rules.
type RoutingHours struct {
	// The calendar.
	CalendarID string `json:"calendarId"`
	// true: while the calendar is open; false: while it is not.
	Within bool `json:"within"`
}

// RoutingOverflow: see POST /v1/routing/rehearsals.
type RoutingOverflow struct {
	// How long a conversation waits, in minutes.
	AfterMinutes int `json:"afterMinutes"`
	// The team that gets it then.
	TeamID string `json:"teamId"`
}

// RoutingReferral: see POST /v1/routing-rules.
type RoutingReferral struct {
	// The provider's ids of ads or posts; any of them if left out.
	SourceIDs []string `json:"sourceIds,omitempty"`
}

// RoutingRule: see POST /v1/routing/rehearsals.
type RoutingRule struct {
	// Your key of the rule, unique among the rules: a letter, then up to 39 of a–z, 0–9
	// and _. Decisions name it.
	Key string `json:"key"`
	// Name of the rule, for people.
	Name string `json:"name,omitempty"`
	// What must hold, all of it. Every conversation meets the conditions if there are none.
	When *RoutingConditions `json:"when,omitempty"`
	// Where the conversation goes.
	Target RoutingTarget `json:"target"`
}

// RoutingRules: see GET /v1/routing/rules.
type RoutingRules struct {
	// Counts the changes, starting at 1; 0 while no rules were set.
	Version int `json:"version"`
	// The rules in order. The first that matches decides.
	Rules []RoutingRule `json:"rules"`
	// Where conversations go that no rule matches; null for nowhere.
	Default *RoutingTarget `json:"default"`
	// Who made this version; null for version 0.
	MadeBy *DoneBy `json:"madeBy"`
	// When the version was made; null for version 0.
	CreatedAt *time.Time `json:"createdAt"`
}

// RoutingRulesVersion: see GET /v1/routing/rules/versions.
type RoutingRulesVersion struct {
	// Number of the version.
	Version int `json:"version"`
	// Who made it.
	MadeBy DoneBy `json:"madeBy"`
	// When it was made.
	CreatedAt time.Time `json:"createdAt"`
}

// RoutingSettings: see GET /v1/routing/settings.
type RoutingSettings struct {
	// How many conversations members get automatically at a time, unless their own capacity
	// says otherwise.
	Capacity int `json:"capacity"`
	// After how many minutes the open conversations of a member who is away or offline go
	// back to their teams; 0 for never.
	RequeueAfterMinutes int `json:"requeueAfterMinutes"`
	// After how many seconds without a live stream members get nothing automatically who had
	// one before; 0 for never.
	UnreachableAfterSeconds int `json:"unreachableAfterSeconds"`
	// When the settings last changed; null if they never changed.
	UpdatedAt *time.Time `json:"updatedAt"`
}

// RoutingTarget: see POST /v1/routing-rules.
type RoutingTarget struct {
	// The assistant that answers. Name exactly one of assistantId, teamId and agentId.
	AssistantID string `json:"assistantId,omitempty"`
	// The team whose members get the conversation.
	TeamID string `json:"teamId,omitempty"`
	// The user who gets the conversation.
	AgentID string `json:"agentId,omitempty"`
	// Skills that a member must have, all of them.
	RequiredSkills []string `json:"requiredSkills,omitempty"`
	// Skills by which members are preferred; who has most of them comes first.
	PreferredSkills []string `json:"preferredSkills,omitempty"`
	// How soon somebody gets the conversation; normal by default. One of urgent, high,
	// normal, low.
	Priority string `json:"priority,omitempty"`
	// Where the conversation goes if it waits too long; the team's own overflow by default.
	Overflow *RoutingOverflow `json:"overflow,omitempty"`
}

// RoutingTeam: see GET /v1/routing/teams/{id}.
type RoutingTeam struct {
	// The team.
	TeamID string `json:"teamId"`
	// How conversations find a person: people take them themselves, each in turn, or who has
	// the least to do. One of manual, round_robin, least_load.
	Method string `json:"method"`
	// For how many days the member who answered the contact last is preferred; 0 for never.
	StickyDays int `json:"stickyDays"`
	// How many conversations of the team a member gets automatically at a time; 0 for as
	// many as their capacity allows.
	AgentLimit int `json:"agentLimit"`
	// Where conversations go that wait too long; null for nowhere.
	Overflow *RoutingOverflow `json:"overflow"`
	// The calendar in whose hours the team works; empty for always.
	ShiftCalendarID string `json:"shiftCalendarId"`
	// When this last changed here; null if it never did.
	UpdatedAt *time.Time `json:"updatedAt"`
}

// Run: see POST /v1/knowledge/gaps/{id}/answer.
type Run struct {
	// paused: it continues automatically. completed, canceled, failed: it has ended. One of
	// running, paused, completed, canceled, failed.
	State string `json:"state"`
	// What it does now, or did last; absent if it has only one phase. One of collecting,
	// delivering, measuring, crawling, indexing, messages, conversations, events, contacts.
	Phase string `json:"phase,omitempty"`
	// Number of items done so far.
	Done int `json:"done"`
	// Number of items in total; null while unknown.
	Total *int `json:"total"`
	// Why it is paused; absent if it is not. One of budget_used_up, ai_disabled,
	// providers_unavailable, texts_refused.
	Paused string `json:"paused,omitempty"`
	// When it continues; null if it is not paused.
	RetryAt *time.Time `json:"retryAt"`
	// Why it failed; absent if it did not.
	Error string `json:"error,omitempty"`
	// When it began.
	StartedAt time.Time `json:"startedAt"`
	// When it last made progress or was paused.
	UpdatedAt time.Time `json:"updatedAt"`
	// When it ended; null until then.
	EndedAt *time.Time `json:"endedAt"`
}

// RunProblem: see POST /v1/deal-imports/preview.
type RunProblem struct {
	// Rises in the list. For an evaluation, the number of the question.
	Number int `json:"number"`
	// Line of the table where the row begins; absent if there is no table.
	Line int `json:"line,omitempty"`
	// What the problem is about: the address of a page; absent for the row of a table and
	// for a question.
	Item string `json:"item,omitempty"`
	// The part that has the problem, such as the header of the cell's column; absent if it
	// is the whole.
	Field string `json:"field,omitempty"`
	// The reason in one sentence.
	Reason string `json:"reason"`
}

// SSOConnection: see POST /v1/sso-connections.
type SSOConnection struct {
	// Identifier of the connection; begins with sso_.
	ID string `json:"id"`
	// Display name.
	Name string `json:"name"`
	// Issuer of the OpenID provider.
	Issuer string `json:"issuer"`
	// What the provider calls this service.
	ClientID string `json:"clientId"`
	// Redirect URI to register at the provider.
	CallbackURL string `json:"callbackUrl"`
	// Domains of e-mail addresses that the connection is for.
	Domains []SSODomain `json:"domains"`
	// Claim of the identity token that has the groups; empty for none.
	GroupsClaim string `json:"groupsClaim"`
	// Roles by group. At each sign-in the first entry whose group a person has decides.
	GroupRoles []SSOGroupRole `json:"groupRoles"`
	// Role of new people, and of those without any of the groups.
	DefaultRoleID string `json:"defaultRoleId"`
	// true: who is not a member yet becomes one by signing in.
	Provision bool `json:"provision"`
	// false: nobody signs in by the connection.
	Enabled bool `json:"enabled"`
	// true: people with addresses of the proven domains can sign in by single sign-on only.
	Enforced bool `json:"enforced"`
	// The owner who can still sign in with a second factor while enforced is true.
	BreakGlassUserID string `json:"breakGlassUserId"`
	// When the connection was created.
	CreatedAt time.Time `json:"createdAt"`
	// When the connection was last changed.
	UpdatedAt time.Time `json:"updatedAt"`
}

// SSODomain: see POST /v1/sso-connections.
type SSODomain struct {
	// The domain, in lower case.
	Domain string `json:"domain"`
	// Text of the TXT record of the domain that proves it is yours.
	Record string `json:"record"`
	// true: the domain was proven. Only people with addresses of proven domains can sign in.
	Verified bool `json:"verified"`
	// When the domain was proven; null before.
	VerifiedAt *time.Time `json:"verifiedAt"`
}

// SSOGroupRole: see POST /v1/sso-connections.
type SSOGroupRole struct {
	// Name of the group, as the provider writes it.
	Group string `json:"group"`
	// Role of its people; never owner.
	RoleID string `json:"roleId"`
}

// SavedAmount: see GET /v1/charges/savings.
type SavedAmount struct {
	// What the ledger has, as decimal text.
	Amount string `json:"amount"`
	// Currency of the messaging account; null where it is not known.
	Currency *string `json:"currency"`
}

// SavedFilter: see POST /v1/views.
type SavedFilter struct {
	// The statuses; open and pending if left out. closed stands alone.
	Status []string `json:"status,omitempty"`
	// The team that has the conversation.
	TeamID string `json:"teamId,omitempty"`
	// The user who has it; me for whoever lists it, none for nobody.
	AgentID string `json:"agentId,omitempty"`
	// The phone number.
	PhoneNumberID string `json:"phoneNumberId,omitempty"`
	// Labels, of which it has one or more.
	LabelIDs []string `json:"labelIds,omitempty"`
	// The priorities.
	Priority []string `json:"priority,omitempty"`
	// Whether the contact waits.
	NeedsAnswer bool `json:"needsAnswer,omitempty"`
	// Who answers. person: no assistant does. One of assistant, person.
	Speaker string `json:"speaker,omitempty"`
}

// SavedView: see POST /v1/views.
type SavedView struct {
	// Identifier of the view; begins with vew_.
	ID string `json:"id"`
	// What people call it.
	Name string `json:"name"`
	// Whether everybody in the workspace sees it; else only who created it.
	Shared bool `json:"shared"`
	// What a conversation must be, all of it.
	Filter SavedFilter `json:"filter"`
	// activity: the latest activity first. waiting: who waits longest first; only those who
	// wait. One of activity, waiting.
	Order string `json:"order"`
	// Who created it.
	CreatedBy DoneBy `json:"createdBy"`
	// When it was created.
	CreatedAt time.Time `json:"createdAt"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updatedAt"`
}

// SavingMessage: see GET /v1/charges/savings/{cause}/messages.
type SavingMessage struct {
	// The message.
	MessageID string `json:"messageId"`
	// Its conversation.
	ConversationID string `json:"conversationId"`
	// Whom it was sent to.
	ContactID string `json:"contactId"`
	// When the service accepted it.
	SentAt time.Time `json:"sentAt"`
	// When it arrived, as the provider says.
	BookedAt time.Time `json:"bookedAt"`
	// The provider's category of the message.
	Category string `json:"category"`
	// Template of the message; null for other messages.
	TemplateName *string `json:"templateName"`
	// What it was charged.
	Amount string `json:"amount"`
	// Currency of the messaging account; null where it is not known.
	Currency *string `json:"currency"`
}

// SavingSum: see GET /v1/charges/savings.
type SavingSum struct {
	// Why the messages could have cost nothing. One of entry_window_unused,
	// utility_outside_window, marketing_never_read, bubbles.
	Cause string `json:"cause"`
	// When a message counts to it, in a sentence.
	Rule string `json:"rule"`
	// How many messages.
	Count int `json:"count"`
	// What they were charged, one for each currency.
	Amounts []SavedAmount `json:"amounts"`
}

// SearchHit: see GET /v1/search.
type SearchHit struct {
	// What was found. One of message, note, contact, deal.
	Kind string `json:"kind"`
	// Id of the message, the note, the contact or the deal.
	ID string `json:"id"`
	// The conversation of the message, the note or the deal; absent for a contact, and for a
	// deal that has none.
	ConversationID string `json:"conversationId,omitempty"`
	// The contact of the conversation or of the deal, or the one that was found; empty for a
	// deal that has none.
	ContactID string `json:"contactId"`
	// Your phone number in the conversation; absent for a contact and a deal.
	PhoneNumberID string `json:"phoneNumberId,omitempty"`
	// Direction of a message; absent otherwise. One of inbound, outbound.
	Direction string `json:"direction,omitempty"`
	// When the message or the note was written, or the contact or the deal was created.
	At time.Time `json:"at"`
	// The part of the text in which the words are.
	Snippet SearchSnippet `json:"snippet"`
}

// SearchKnowledge: see POST /v1/knowledge/search.
type SearchKnowledge struct {
	// The contact's question.
	Question string `json:"question"`
	// Two letters. Passages in this language come first.
	Language string `json:"language,omitempty"`
	// Only search these sources.
	SourceIDs []string `json:"sourceIds,omitempty"`
	// 6 by default, the same as for an assistant.
	Limit int `json:"limit,omitempty"`
}

// SearchMark: see GET /v1/search.
type SearchMark struct {
	// First position, counted in UTF-16 units from 0, as JavaScript, Java and C# count.
	From int `json:"from"`
	// The position after the last one.
	To int `json:"to"`
}

// SearchMeaning: see POST /v1/assistants/{id}/test.
type SearchMeaning struct {
	// Whether the vector of the question was used.
	Used bool `json:"used"`
	// Why it was not used: off, embedding (no passage has a vector yet), disabled, budget,
	// circuit_open, or the class of the failed call.
	Reason string `json:"reason,omitempty"`
	// true: the vector of the question was cached, so no call was made.
	Remembered bool `json:"remembered"`
}

// SearchPage: see GET /v1/search.
type SearchPage struct {
	// The hits of this page, newest first.
	Data []SearchHit `json:"data"`
	// Send this as cursor to get the next page; null on the last page.
	NextCursor *string `json:"nextCursor"`
	// Everything up to this time can be found; what came later may not be yet. null before
	// the first item is indexed.
	IndexedUntil *time.Time `json:"indexedUntil"`
	// false while items from before an upgrade are still being indexed, contacts first, then
	// messages from the newest on, then deals.
	Complete bool `json:"complete"`
}

// SearchSnippet: see GET /v1/search.
type SearchSnippet struct {
	// Plain text, at most about 160 characters. An ellipsis shows where something is left
	// out.
	Text string `json:"text"`
	// Where the words are in text, in order.
	Marks []SearchMark `json:"marks"`
}

// Segment: see POST /v1/segments.
type Segment struct {
	// Identifier of the segment; begins with seg_.
	ID string `json:"id"`
	// What people call it.
	Name string `json:"name"`
	// What it is for; empty if nobody wrote that.
	Description string `json:"description"`
	// Which contacts are in it: those for whom this holds at the time.
	Filter SegmentFilter `json:"filter"`
	// Who created it.
	CreatedBy DoneBy `json:"createdBy"`
	// When it was created.
	CreatedAt time.Time `json:"createdAt"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updatedAt"`
}

// SegmentBought: see POST /v1/segments.
type SegmentBought struct {
	// The name of the conversion; any if there is none.
	Name string `json:"name,omitempty"`
	// It happened later than this.
	After *time.Time `json:"after,omitempty"`
	// It happened earlier than this.
	Before *time.Time `json:"before,omitempty"`
	// It happened at most this many days of 24 hours ago. It stands without after and
	// before.
	WithinDays int `json:"withinDays,omitempty"`
}

// SegmentBroadcast: see POST /v1/segments.
type SegmentBroadcast struct {
	// The broadcast; any if there is none.
	BroadcastID string `json:"broadcastId,omitempty"`
	// It happened later than this.
	After *time.Time `json:"after,omitempty"`
	// It happened earlier than this.
	Before *time.Time `json:"before,omitempty"`
	// It happened at most this many days of 24 hours ago. It stands without after and
	// before.
	WithinDays int `json:"withinDays,omitempty"`
}

// SegmentCondition: see GET /v1/segments/{id}/contacts/{contactId}/explanation.
type SegmentCondition struct {
	// Where the condition stands in the filter, as a JSON pointer.
	Path string `json:"path"`
	// What is asked for, in plain words.
	Condition string `json:"condition"`
	// What the contact has, in plain words.
	Value string `json:"value"`
	// Whether the condition holds by itself. Below not, one that holds keeps the contact
	// out.
	Matched bool `json:"matched"`
}

// SegmentConsent: see POST /v1/segments.
type SegmentConsent struct {
	// How the contact stands to marketing messages. One of opted_in, opted_out, unknown.
	Marketing string `json:"marketing,omitempty"`
	// How the contact stands to all messages. One of opted_in, opted_out, unknown.
	All string `json:"all,omitempty"`
}

// SegmentCount: see GET /v1/segments/{id}/count.
type SegmentCount struct {
	// How many of the contacts that you reach are in it.
	Count int `json:"count"`
	// Whether all contacts were looked at. If not, counting took too long, and there are at
	// least so many.
	Complete bool `json:"complete"`
}

// SegmentCountry: see POST /v1/segments.
type SegmentCountry struct {
	// Country calling codes, without +. 1 is for all of North America, 7 for Russia and
	// Kazakhstan.
	AnyOf []string `json:"anyOf"`
}

// SegmentCreated: see POST /v1/segments.
type SegmentCreated struct {
	// Later than this.
	After *time.Time `json:"after,omitempty"`
	// Earlier than this.
	Before *time.Time `json:"before,omitempty"`
	// At most this many days of 24 hours ago. It stands alone.
	WithinDays int `json:"withinDays,omitempty"`
}

// SegmentDeal: see POST /v1/segments.
type SegmentDeal struct {
	// The pipeline of the deal.
	PipelineID string `json:"pipelineId,omitempty"`
	// The stage of the deal.
	StageID string `json:"stageId,omitempty"`
	// The status of the deal. One of open, won, lost.
	Status string `json:"status,omitempty"`
}

// SegmentExplanation: see GET /v1/segments/{id}/contacts/{contactId}/explanation.
type SegmentExplanation struct {
	// The contact; of a merged one the remaining contact.
	ContactID string `json:"contactId"`
	// Whether the contact is in the segment.
	Matched bool `json:"matched"`
	// Every condition of the filter, in its order.
	Conditions []SegmentCondition `json:"conditions"`
}

// SegmentField: see POST /v1/segments.
type SegmentField struct {
	// The key of the field.
	Key string `json:"key"`
	// The value, in the type of the field and without regard to case.
	Is json.RawMessage `json:"is,omitempty"`
	// Any value but this one, or none.
	IsNot json.RawMessage `json:"isNot,omitempty"`
	// One of these values.
	AnyOf []json.RawMessage `json:"anyOf,omitempty"`
	// Whether the contact has a value.
	Exists *bool `json:"exists,omitempty"`
	// For text and url: the value has this text somewhere, without regard to case.
	Contains string `json:"contains,omitempty"`
	// For number: this number or more.
	AtLeast json.RawMessage `json:"atLeast,omitempty"`
	// For number: this number or less.
	AtMost json.RawMessage `json:"atMost,omitempty"`
	// For date: a later day.
	After string `json:"after,omitempty"`
	// For date: an earlier day.
	Before string `json:"before,omitempty"`
}

// SegmentFilter: see POST /v1/segments.
type SegmentFilter struct {
	// Every one of these filters holds.
	All []SegmentFilter `json:"all,omitempty"`
	// One or more of these filters hold.
	Any []SegmentFilter `json:"any,omitempty"`
	// This filter does not hold.
	Not *SegmentFilter `json:"not,omitempty"`
	// What a custom field has.
	Field *SegmentField `json:"field,omitempty"`
	// Which tags the contact has.
	Tag *SegmentTag `json:"tag,omitempty"`
	// How the contact stands to messages.
	Consent *SegmentConsent `json:"consent,omitempty"`
	// When the contact last wrote. It holds for no contact who never wrote.
	LastSeen *SegmentLastSeen `json:"lastSeen,omitempty"`
	// When the contact was created.
	Created *SegmentCreated `json:"created,omitempty"`
	// The contact has a deal like this, as its primary contact or beside it. It needs
	// deals:read.
	Deal *SegmentDeal `json:"deal,omitempty"`
	// The contact has a conversion like this. It needs the whole reach.
	Bought *SegmentBought `json:"bought,omitempty"`
	// The contact answered a broadcast like this. It needs messages:read.
	Answered *SegmentBroadcast `json:"answered,omitempty"`
	// The contact read the message of a broadcast like this. It needs messages:read.
	Opened *SegmentBroadcast `json:"opened,omitempty"`
	// What the contact is called.
	Name *SegmentName `json:"name,omitempty"`
	// Where the contact's phone number is from.
	Country *SegmentCountry `json:"country,omitempty"`
}

// SegmentLastSeen: see POST /v1/segments.
type SegmentLastSeen struct {
	// Later than this.
	After *time.Time `json:"after,omitempty"`
	// Earlier than this.
	Before *time.Time `json:"before,omitempty"`
	// At most this many days of 24 hours ago. It stands alone.
	WithinDays int `json:"withinDays,omitempty"`
}

// SegmentName: see POST /v1/segments.
type SegmentName struct {
	// The name has this text somewhere, without regard to case.
	Contains string `json:"contains"`
}

// SegmentPreview: see POST /v1/segments/preview.
type SegmentPreview struct {
	// How many of the contacts that you reach are in it.
	Count int `json:"count"`
	// Whether all contacts were looked at. If not, counting took too long, and there are at
	// least so many.
	Complete bool `json:"complete"`
	// The first 20 of them, the oldest first.
	Contacts []Contact `json:"contacts"`
}

// SegmentTag: see POST /v1/segments.
type SegmentTag struct {
	// The contact has one or more of these tags.
	AnyOf []string `json:"anyOf,omitempty"`
	// The contact has all of these tags.
	AllOf []string `json:"allOf,omitempty"`
	// The contact has none of these tags.
	NoneOf []string `json:"noneOf,omitempty"`
}

// SendMessage: see POST /v1/messages.
type SendMessage struct {
	// Recipient phone number in international format with a leading + and country code.
	To string `json:"to,omitempty"`
	// The provider's business-scoped user id. Use it instead of to if you do not know the
	// contact's phone number.
	UserID string `json:"userId,omitempty"`
	// The conversation to write in, from its phone number. Use it instead of to and userId.
	ConversationID string `json:"conversationId,omitempty"`
	// Type of the message. All types except template need an open customer-service window.
	// One of template, text, image, video, audio, document, sticker, location, contacts,
	// reaction, interactive.
	Type string `json:"type"`
	// Id or number of the phone number to send from; by default the default number. Leave it
	// out with conversationId.
	From string `json:"from,omitempty"`
	// Id of the message in this conversation that you reply to.
	ReplyTo string `json:"replyTo,omitempty"`
	// When to send, at most 90 days ahead. A time up to 5 minutes ago means now; an earlier
	// time is refused.
	ScheduledAt *time.Time `json:"scheduledAt,omitempty"`
	// Do not send after this time; at most 120 days ahead.
	ExpiresAt *time.Time `json:"expiresAt,omitempty"`
	// Your own values, repeated in events. At most 20.
	Metadata map[string]string `json:"metadata,omitempty"`
	// Whether a person takes over the conversation, so that the assistant stops replying.
	// true by default, except for templates, reactions and scheduled messages.
	TakeOver bool `json:"takeOver,omitempty"`
	// The seq of the conversation as you saw it. If somebody answered since, nothing is
	// sent: 409 answered_meanwhile, with the other answer.
	ExpectedSeq int `json:"expectedSeq,omitempty"`
	// Name of the template.
	TemplateName string `json:"templateName,omitempty"`
	// Values of the template's parameters by name. For POSITIONAL templates the names are 1,
	// 2, …
	Parameters map[string]string `json:"parameters,omitempty"`
	// Language of the template; by default the workspace's, or the template's only one.
	Language string `json:"language,omitempty"`
	// Value of the variable in a text header; only for POSITIONAL templates.
	HeaderParameter string `json:"headerParameter,omitempty"`
	// The file in the template's header.
	HeaderMedia *MediaRef `json:"headerMedia,omitempty"`
	// The place in the template's header.
	HeaderLocation *Location `json:"headerLocation,omitempty"`
	// Values for the template's buttons.
	ButtonParameters []ButtonParameter `json:"buttonParameters,omitempty"`
	// Values for each card of a carousel template.
	Cards []CardContent `json:"cards,omitempty"`
	// End of the offer in a limited-time-offer template.
	OfferExpiresAt *time.Time `json:"offerExpiresAt,omitempty"`
	// The text.
	Text *Text `json:"text,omitempty"`
	// JPEG or PNG, at most 5 MB.
	Image *Image `json:"image,omitempty"`
	// MP4 or 3GPP (H.264 and AAC), at most 16 MB.
	Video *Video `json:"video,omitempty"`
	// AAC, AMR, MP3, MP4 or Ogg with Opus, at most 16 MB.
	Audio *Audio `json:"audio,omitempty"`
	// Any type of file, at most 100 MB.
	Document *Document `json:"document,omitempty"`
	// WebP of 512 by 512 pixels, at most 100 KB, or 500 KB if animated.
	Sticker *Sticker `json:"sticker,omitempty"`
	// A place.
	Location *Location `json:"location,omitempty"`
	// 1 to 257 contact cards.
	Contacts []ContactCard `json:"contacts,omitempty"`
	// Adds an emoji to a message or removes it. The only status of this message is sent.
	Reaction *SentReaction `json:"reaction,omitempty"`
	// A message with buttons, a list or another form.
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

// SendResult: see POST /v1/broadcasts/{id}/test.
type SendResult struct {
	// Identifier of the created message.
	MessageID string `json:"messageId"`
	// queued: it is sent at once. scheduled: it is sent at scheduledAt. One of queued,
	// scheduled.
	Status string `json:"status"`
}

// SentReaction: see POST /v1/messages.
type SentReaction struct {
	// Id of the message in this conversation; at most 30 days old.
	MessageID string `json:"messageId"`
	// One emoji. An empty or absent emoji removes the reaction.
	Emoji string `json:"emoji,omitempty"`
}

// ServiceAction: see PUT /v1/service-levels.
type ServiceAction struct {
	// Its priority. One of urgent, high, normal, low.
	Priority string `json:"priority,omitempty"`
	// The team that gets it. Whoever had it has it no more, unless the team had it already.
	TeamID string `json:"teamId,omitempty"`
	// Labels that it gets.
	AddLabelIDs []string `json:"addLabelIds,omitempty"`
	// Whether it is taken off its agent. Its team keeps it.
	Unassign bool `json:"unassign,omitempty"`
}

// ServiceConditions: see PUT /v1/service-levels.
type ServiceConditions struct {
	// The phone numbers of the conversation.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitempty"`
	// The teams that have the conversation when the episode opens.
	TeamIDs []string `json:"teamIds,omitempty"`
	// Priorities of the conversation when the episode opens.
	Priorities []string `json:"priorities,omitempty"`
}

// ServiceLevels: see GET /v1/service-levels.
type ServiceLevels struct {
	// Counts the changes, starting at 1; 0 while no policies were set.
	Version int `json:"version"`
	// The policies in order. The first that matches when an episode opens holds for all of
	// it.
	Policies []ServicePolicy `json:"policies"`
	// Who made this version; null for version 0.
	MadeBy *DoneBy `json:"madeBy"`
	// When the version was made; null for version 0.
	CreatedAt *time.Time `json:"createdAt"`
}

// ServiceLevelsVersion: see GET /v1/service-levels/versions.
type ServiceLevelsVersion struct {
	// Number of the version.
	Version int `json:"version"`
	// Who made it.
	MadeBy DoneBy `json:"madeBy"`
	// When it was made.
	CreatedAt time.Time `json:"createdAt"`
}

// ServicePolicy: see PUT /v1/service-levels.
type ServicePolicy struct {
	// Your key of the policy, unique among the policies: a letter, then up to 39 of a–z,
	// 0–9 and _. Clocks name it.
	Key string `json:"key"`
	// Name of the policy, for people.
	Name string `json:"name,omitempty"`
	// What must hold when an episode opens, all of it. Every conversation meets the
	// conditions if there are none.
	When *ServiceConditions `json:"when,omitempty"`
	// The calendar in whose hours the clocks run; always if left out.
	CalendarID string `json:"calendarId,omitempty"`
	// What is promised, in minutes. What is left out has no clock.
	Targets *ServiceTargets `json:"targets,omitempty"`
	// How many minutes before it is due a clock warns; never by default. A clock with a
	// target that is not longer never warns.
	WarnMinutesBefore int `json:"warnMinutesBefore,omitempty"`
	// Whether an answer of an assistant counts as an answer; true by default.
	CountsAutomated bool `json:"countsAutomated,omitempty"`
	// What becomes of a conversation when so much of a clock's time is used: up to 5 steps
	// for each kind of clock, each run once for each clock.
	Steps []ServiceStep `json:"steps,omitempty"`
}

// ServiceStep: see PUT /v1/service-levels.
type ServiceStep struct {
	// The clock. The policy must have a target for it. One of first, next, person,
	// resolution.
	Kind string `json:"kind"`
	// How much of the target is used, in percent of its minutes: 100 is when the clock is
	// due.
	AtPercent int `json:"atPercent"`
	// What becomes of the conversation; one thing, or several.
	Do ServiceAction `json:"do"`
}

// ServiceTargets: see PUT /v1/service-levels.
type ServiceTargets struct {
	// From the first message of an episode to its first answer.
	First int `json:"first,omitempty"`
	// From each later message that waits to an answer.
	Next int `json:"next,omitempty"`
	// From a hand-off to the answer of a person.
	Person int `json:"person,omitempty"`
	// From the opening of an episode to its closing, without the time in which it is pending
	// or snoozed.
	Resolution int `json:"resolution,omitempty"`
}

// Session: see POST /v1/session.
type Session struct {
	// Identifier of the session; begins with ses_. This is not its secret, which only the
	// cookie has.
	ID string `json:"id"`
	// The person who signed in.
	UserID string `json:"userId"`
	// How the person proved who they are.
	Factors []string `json:"factors"`
	// When the session was created.
	CreatedAt time.Time `json:"createdAt"`
	// When the person last proved who they are in this session.
	SignedInAt time.Time `json:"signedInAt"`
	// When a request last used the session, to about a minute. A session ends after 12 hours
	// without one.
	SeenAt time.Time `json:"seenAt"`
	// When the session ends at the latest.
	EndsAt time.Time `json:"endsAt"`
	// The address from which the person signed in.
	IP string `json:"ip"`
	// What the browser calls itself.
	UserAgent string `json:"userAgent"`
	// true: the session of this request.
	Current bool `json:"current"`
}

// SetAssistantAutonomy: see PUT /v1/assistants/{id}/autonomy/{kind}.
type SetAssistantAutonomy struct {
	// Whether the assistant proposes acts of the kind; true by default. Needs an AI provider
	// in its live revision.
	Enabled bool `json:"enabled,omitempty"`
	// What the lower end of agreement must reach for a step up, 0.8 to 0.97; 0.93 by
	// default.
	Line float64 `json:"line,omitempty"`
	// Puts the assistant into this state, where its evidence begins anew; by default it
	// stays where it is. One of shadow, suggest, act.
	State string `json:"state,omitempty"`
}

// SetAvailability: see PUT /v1/users/{id}/availability.
type SetAvailability struct {
	// away: takes no new conversations for a while. offline: has finished work. One of
	// online, away, offline.
	Status string `json:"status"`
	// Why; shown to colleagues.
	Reason string `json:"reason,omitempty"`
	// When the member is online again automatically, at most 7 days ahead; for away and
	// offline only. Never by default.
	Until *time.Time `json:"until,omitempty"`
	// How many conversations the member gets automatically at a time; as before if left out.
	// Needs teams:write, also for yourself.
	Capacity int `json:"capacity,omitempty"`
}

// SetConversationLabels: see PUT /v1/conversations/{id}/labels.
type SetConversationLabels struct {
	// All labels of the conversation, at most 20; empty for none.
	LabelIDs []string `json:"labelIds"`
}

// SetConversationalComponents: see PUT /v1/phone-numbers/{id}/conversational-components.
type SetConversationalComponents struct {
	// Whether the provider tells when somebody opens the chat for the first time; false by
	// default.
	WelcomeMessage bool `json:"welcomeMessage,omitempty"`
	// At most 30, each with a name of its own. None by default.
	Commands []ChatCommand `json:"commands,omitempty"`
	// At most 4 of 80 characters. None by default.
	Prompts []string `json:"prompts,omitempty"`
}

// SetDealContact: see PUT /v1/deals/{id}/contacts.
type SetDealContact struct {
	// The contact.
	ContactID string `json:"contactId"`
	// What the contact is for the deal, in your own words.
	Role string `json:"role,omitempty"`
	// Whether it becomes the contactId of the deal. Where none is, it stays the one that it
	// is if you list it, or is the first.
	IsPrimary bool `json:"isPrimary,omitempty"`
}

// SetDealLine: see PUT /v1/deals/{id}/lines.
type SetDealLine struct {
	// What is sold.
	Name string `json:"name"`
	// How many of it: a decimal number with at most 3 places; 1 by default.
	Quantity string `json:"quantity,omitempty"`
	// What one of it costs: a decimal number, with as many places as the currency has.
	UnitAmount string `json:"unitAmount"`
	// What is taken off the line, in percent: a decimal number with at most 2 places; 0 by
	// default.
	DiscountPercent string `json:"discountPercent,omitempty"`
}

// SetDraft: see PUT /v1/conversations/{id}/draft.
type SetDraft struct {
	// What was written. To empty it, delete the draft.
	Body string `json:"body"`
	// Lets everybody see it who reaches the conversation; private by default.
	Shared bool `json:"shared,omitempty"`
	// The seq of the conversation as you saw it.
	BasedOnSeq int `json:"basedOnSeq,omitempty"`
}

// SetEncryptionKey: see PUT /v1/phone-numbers/{id}/encryption-key.
type SetEncryptionKey struct {
	// A 2048-bit RSA public key in PEM. Never send the private key.
	PublicKey string `json:"publicKey"`
}

// SetExchangeRate: see PUT /v1/exchange-rates.
type SetExchangeRate struct {
	// ISO 4217 code of the currency that is converted.
	From string `json:"from"`
	// ISO 4217 code of the currency that it is converted to.
	To string `json:"to"`
	// The day from which it holds.
	On string `json:"on"`
	// What one unit of from is worth in units of to: a decimal number.
	Rate string `json:"rate"`
	// Who says so.
	Source string `json:"source,omitempty"`
}

// SetExchangeRates: see PUT /v1/exchange-rates.
type SetExchangeRates struct {
	// The rates. Each takes the place of the one of its currencies and day.
	Rates []SetExchangeRate `json:"rates"`
}

// SetNotificationDigest: see PUT /v1/notifications/settings.
type SetNotificationDigest struct {
	// Local time of each day, HH:MM.
	At string `json:"at,omitempty"`
	// How many hours are between two at least, in the place of at.
	EveryHours int `json:"everyHours,omitempty"`
}

// SetNotificationSettings: see PUT /v1/notifications/settings.
type SetNotificationSettings struct {
	// Kinds with their channels, each once; what is left out is as by default.
	Kinds []NotificationChannels `json:"kinds,omitempty"`
	// IANA time zone of quietHours and digest; UTC by default.
	TimeZone string `json:"timeZone,omitempty"`
	// When nothing is pushed or mailed; never by default.
	QuietHours *SetQuietHours `json:"quietHours,omitempty"`
	// Lets pushes show what contacts and colleagues wrote, and names. They stand on a locked
	// screen.
	ShowText bool `json:"showText,omitempty"`
	// When you get a mail of what you have not read; never by default.
	Digest *SetNotificationDigest `json:"digest,omitempty"`
}

// SetOnboardingWebsite: see PUT /v1/onboarding/website.
type SetOnboardingWebsite struct {
	// The first page of the website, with https.
	URL string `json:"url"`
	// The name of the business as it is registered; at most 200 characters.
	LegalName string `json:"legalName"`
	// The address as it is registered; at most 500 characters.
	Address string `json:"address"`
}

// SetPresence: see PUT /v1/conversations/{id}/presence.
type SetPresence struct {
	// What you do there from now on. Say it again every 10 seconds: after 30 seconds you are
	// taken to have left. One of viewing, typing, left.
	State string `json:"state"`
}

// SetQuietHours: see PUT /v1/notifications/settings.
type SetQuietHours struct {
	// Local time at which they begin, HH:MM.
	From string `json:"from"`
	// Local time at which they end, HH:MM; a time before from is on the next day.
	To string `json:"to"`
	// Pushes notifications of the kind breached all the same.
	BreachesPass bool `json:"breachesPass,omitempty"`
}

// SetRoutingAgent: see PUT /v1/routing/agents/{id}.
type SetRoutingAgent struct {
	// How many conversations the member gets automatically at a time; that of the workspace
	// if left out.
	Capacity int `json:"capacity,omitempty"`
	// What the member can do, by your own keys: a letter, then up to 39 of a–z, 0–9 and
	// _. None if left out.
	Skills []string `json:"skills,omitempty"`
}

// SetRoutingTeam: see PUT /v1/routing/teams/{id}.
type SetRoutingTeam struct {
	// How conversations find a person. It is the method of the team itself. One of manual,
	// round_robin, least_load.
	Method string `json:"method"`
	// For how many days the member who answered the contact last is preferred; never by
	// default.
	StickyDays int `json:"stickyDays,omitempty"`
	// How many conversations of the team a member gets automatically at a time; as many as
	// their capacity allows by default.
	AgentLimit int `json:"agentLimit,omitempty"`
	// Where conversations go that wait too long; nowhere by default.
	Overflow *RoutingOverflow `json:"overflow,omitempty"`
	// The calendar in whose hours the team works; always by default.
	ShiftCalendarID string `json:"shiftCalendarId,omitempty"`
}

// SetStage: see POST /v1/pipelines.
type SetStage struct {
	// The stage that it is; leave it out for a new one.
	ID string `json:"id,omitempty"`
	// What people call it; a new stage needs one. Unique in the pipeline without regard to
	// case.
	Name string `json:"name,omitempty"`
	// What a deal on it is; a new stage is open by default. One of open, won, lost.
	Kind string `json:"kind,omitempty"`
	// How many of a hundred of its deals are won in the end. Open stages rise evenly by
	// default.
	Probability int `json:"probability,omitempty"`
	// After how many days without anything a deal on it rots; 0, the default, for never.
	RotsAfterDays int `json:"rotsAfterDays,omitempty"`
	// The fields that a deal must have to come onto it.
	Requires []string `json:"requires,omitempty"`
	// How surely its deals are counted on; pipeline, closed and omitted by default, for
	// open, won and lost. One of omitted, pipeline, best_case, most_likely, commit, closed.
	ForecastCategory string `json:"forecastCategory,omitempty"`
}

// SignupApp: see GET /v1/onboarding/signup.
type SignupApp struct {
	// Whether this server takes the provider's signup. Otherwise connect accounts with a
	// System User Token.
	Available bool `json:"available"`
	// Id of the app at the provider; empty if there is none.
	AppID string `json:"appId"`
	// Configuration of the signup; empty if there is none.
	ConfigurationID string `json:"configurationId"`
	// Version of the provider's API; empty if there is no app.
	GraphVersion string `json:"graphVersion"`
	// Address of the provider's window, without its query; empty if there is no app.
	DialogURL string `json:"dialogUrl"`
}

// SimulateMessage: see POST /v1/sandbox/messages.
type SimulateMessage struct {
	// Any phone number, with + and country code.
	From string `json:"from,omitempty"`
	// Profile name of the customer.
	Name string `json:"name,omitempty"`
	// Text of the message; at most 4096 characters.
	Text string `json:"text,omitempty"`
	// Id or number of your phone number; by default the default number.
	To string `json:"to,omitempty"`
}

// SimulatedButton: see GET /v1/sandbox/phones/{number}.
type SimulatedButton struct {
	// The provider's type of the button, such as quick_reply or url.
	Type string `json:"type"`
	// Id of the button; a press carries it.
	ID string `json:"id,omitempty"`
	// Its label.
	Text string `json:"text"`
	// Where it leads.
	URL string `json:"url,omitempty"`
}

// SimulatedClock: see POST /v1/sandbox/clock.
type SimulatedClock struct {
	// The time now.
	Now time.Time `json:"now"`
}

// SimulatedMessage: see GET /v1/sandbox/phones/{number}.
type SimulatedMessage struct {
	// The message's id at the simulated provider.
	ProviderMessageID string `json:"providerMessageId"`
	// Your phone number.
	From string `json:"from"`
	// The provider's type of the message, such as text or template.
	Type string `json:"type"`
	// The template of the message.
	TemplateName string `json:"templateName,omitempty"`
	// The text with its parameters, the caption, or a line that describes the content.
	Text string `json:"text"`
	// The line below the text.
	Footer string `json:"footer,omitempty"`
	// The buttons.
	Buttons []SimulatedButton `json:"buttons,omitempty"`
	// Current status. One of accepted, sent, delivered, read, failed.
	Status string `json:"status"`
	// When the simulated provider accepted it.
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
	// Messages from this workspace, oldest first.
	Messages []SimulatedMessage `json:"messages"`
}

// SimulatedReceipt: see POST /v1/sandbox/messages.
type SimulatedReceipt struct {
	// The message's id at the simulated provider, as in events.
	ProviderMessageID string `json:"providerMessageId"`
	// Your phone number.
	PhoneNumberID string `json:"phoneNumberId"`
}

// SingleRoutingRule: see POST /v1/routing-rules.
type SingleRoutingRule struct {
	// Key of the rule. Decisions name it as ruleKey.
	ID string `json:"id"`
	// Name of the rule, for people.
	Name string `json:"name"`
	// What must hold, all of it; it is the rule's when among all rules.
	Conditions RoutingConditions `json:"conditions"`
	// Where the conversation goes.
	Target RoutingTarget `json:"target"`
}

// SkippedRule: see GET /v1/conversations/{id}/routing.
type SkippedRule struct {
	// Key of the rule; empty for the default.
	RuleKey string `json:"ruleKey"`
	// Why it was passed over.
	Reason string `json:"reason"`
}

// Stage: see GET /v1/pipelines/{id}/board.
type Stage struct {
	// Identifier of the stage; begins with stg_.
	ID string `json:"id"`
	// What people call it.
	Name string `json:"name"`
	// What a deal on it is. One of open, won, lost.
	Kind string `json:"kind"`
	// How many of a hundred of its deals are won in the end: 100 if kind is won, 0 if it is
	// lost.
	Probability int `json:"probability"`
	// After how many days without anything a deal on it rots; 0 for never.
	RotsAfterDays int `json:"rotsAfterDays"`
	// The fields that a deal must have to come onto it.
	Requires []string `json:"requires"`
	// How surely its deals are counted on. One of omitted, pipeline, best_case, most_likely,
	// commit, closed.
	ForecastCategory string `json:"forecastCategory"`
}

// StageConversion: see GET /v1/pipelines/{id}/conversion.
type StageConversion struct {
	// The stage.
	StageID string `json:"stageId"`
	// Its name in the period.
	Name string `json:"name"`
	// What a deal on it is. One of open, won, lost.
	Kind string `json:"kind"`
	// How many deals came onto it: as many as there are items.
	Entered int `json:"entered"`
	// How many deals left it: as many as there are items.
	Left int `json:"left"`
	// Where to. They sum to left; those without anything are left out.
	Parts []StageConversionPart `json:"parts"`
	// Which part of those that left went on to a later stage or was won, from 0 to 1; null
	// if none left.
	Conversion *float64 `json:"conversion"`
	// How long those that left had been on it.
	Times ReportTimes `json:"times"`
}

// StageConversionPart: see GET /v1/pipelines/{id}/conversion.
type StageConversionPart struct {
	// advanced: to a later stage. returned: to an earlier one. won, lost. reopened: from a
	// stage of these kinds to an open one. moved_out: to another pipeline. removed: the deal
	// was deleted. One of advanced, returned, won, lost, reopened, moved_out, removed.
	Part string `json:"part"`
	// How many deals.
	Count int `json:"count"`
}

// StageTotal: see GET /v1/pipelines/{id}/board.
type StageTotal struct {
	// ISO 4217 code.
	Currency string `json:"currency"`
	// A decimal number.
	Amount string `json:"amount"`
	// How many deals it is of.
	Deals int `json:"deals"`
}

// Sticker: see POST /v1/messages.
type Sticker struct {
	// Id of a media file of the workspace.
	MediaID string `json:"mediaId,omitempty"`
	// Public URL of the file, instead of mediaId.
	Link string `json:"link,omitempty"`
}

// SyncResult: see POST /v1/templates/sync.
type SyncResult struct {
	// Number of templates at the provider.
	Templates int `json:"templates"`
	// Number of templates that changed in the mirror.
	Changed int `json:"changed"`
	// Number of templates that no longer exist at the provider.
	Deleted int `json:"deleted"`
}

// TakeOverConversation: see POST /v1/conversations/{id}/take-over.
type TakeOverConversation struct {
	// When the conversation returns to the assistant; the workspace's setting by default.
	Until *time.Time `json:"until,omitempty"`
	// A note for the people who work on the conversation; the contact does not see it.
	Note string `json:"note,omitempty"`
	// The person who replies, as named in your systems.
	Assignee string `json:"assignee,omitempty"`
}

// Team: see POST /v1/teams.
type Team struct {
	// Identifier of the team; begins with tem_.
	ID string `json:"id"`
	// Name of the team.
	Name string `json:"name"`
	// How conversations of the team find a person: people take them themselves, each in
	// turn, or who has the least to do. Assignment by rules is being built; until then
	// people take them themselves. One of manual, round_robin, least_load.
	Method string `json:"method"`
	// The user who leads the team; empty if there is none.
	LeadUserID string `json:"leadUserId"`
	// The users in the team.
	UserIDs []string `json:"userIds"`
	// The phone numbers of the team: it sees their conversations that have no team.
	PhoneNumberIDs []string `json:"phoneNumberIds"`
	// When the team was created.
	CreatedAt time.Time `json:"createdAt"`
	// When the team was last changed.
	UpdatedAt time.Time `json:"updatedAt"`
}

// TeamCount: see GET /v1/conversation-counts.
type TeamCount struct {
	// The team.
	TeamID string `json:"teamId"`
	// Neither closed nor snoozed.
	All int `json:"all"`
	// The contact waits, and the conversation is not snoozed.
	NeedsAnswer int `json:"needsAnswer"`
}

// TeamMembers: see PUT /v1/teams/{id}/members.
type TeamMembers struct {
	// The users in the team, all of them.
	UserIDs []string `json:"userIds"`
	// The user who leads the team, one of userIds; nobody by default.
	LeadUserID string `json:"leadUserId,omitempty"`
}

// TeamNumbers: see PUT /v1/teams/{id}/numbers.
type TeamNumbers struct {
	// The phone numbers of the team, all of them.
	PhoneNumberIDs []string `json:"phoneNumberIds"`
}

// Template: see POST /v1/templates.
type Template struct {
	// Identifier of the template; begins with tpl_.
	ID string `json:"id"`
	// The messaging account that it belongs to.
	MessagingAccountID string `json:"messagingAccountId"`
	// Name of the template.
	Name string `json:"name"`
	// Language code, such as en_US.
	Language string `json:"language"`
	// The provider's category; it determines the price. One of MARKETING, UTILITY,
	// AUTHENTICATION, UNKNOWN.
	Category string `json:"category"`
	// The next category, if the provider announced one. One of MARKETING, UTILITY,
	// AUTHENTICATION, UNKNOWN.
	NextCategory string `json:"nextCategory,omitempty"`
	// When nextCategory takes effect.
	NextCategoryAt *time.Time `json:"nextCategoryAt,omitempty"`
	// Only approved templates can be sent. draft: the provider does not know it. unknown:
	// this version does not know the provider's status. One of draft, approved, pending,
	// rejected, paused, disabled, in_appeal, locked, archived, deleted, unknown.
	Status string `json:"status"`
	// Why the provider rejected it.
	Reason string `json:"reason,omitempty"`
	// Quality rating by the provider; absent if there is none. One of GREEN, YELLOW, RED,
	// UNKNOWN.
	Quality string `json:"quality,omitempty"`
	// Whether parameters have names or numbers. One of NAMED, POSITIONAL.
	ParameterFormat string `json:"parameterFormat"`
	// Parameters of the body; for NAMED templates also those of the header.
	Parameters []string `json:"parameters"`
	// The template's components, as the provider describes them.
	Components []json.RawMessage `json:"components"`
	// For how many seconds the provider tries to deliver a message; 0 for its own choice.
	MessageTtlSeconds int `json:"messageTtlSeconds"`
	// Number of the newest version; 0 if it was never changed here.
	Version int `json:"version"`
	// What the provider is being asked for; absent for nothing. One of create, edit, delete,
	// archive, unarchive.
	Action string `json:"action,omitempty"`
	// Why the provider did not do what it was asked for last; absent if it did.
	Problem *TemplateProblem `json:"problem,omitempty"`
	// Who wrote it here; null if it was made at the provider.
	CreatedBy *DoneBy `json:"createdBy"`
	// When it was written here; null if it was made at the provider.
	CreatedAt *time.Time `json:"createdAt"`
	// When the template last changed here.
	UpdatedAt time.Time `json:"updatedAt"`
}

// TemplateApp: see POST /v1/templates.
type TemplateApp struct {
	// Package name of the app.
	PackageName string `json:"package_name"`
	// Hash of its signing key.
	SignatureHash string `json:"signature_hash"`
}

// TemplateButton: see POST /v1/templates.
type TemplateButton struct {
	// QUICK_REPLY, URL, PHONE_NUMBER, COPY_CODE, OTP, FLOW, CATALOG, MPM, SPM, VOICE_CALL,
	// ORDER_DETAILS or REQUEST_CONTACT_INFO; in any case. One of QUICK_REPLY, URL,
	// PHONE_NUMBER, COPY_CODE, OTP, FLOW, CATALOG, MPM, SPM, VOICE_CALL, ORDER_DETAILS,
	// REQUEST_CONTACT_INFO.
	Type string `json:"type"`
	// Label, up to 25 characters.
	Text string `json:"text,omitempty"`
	// Of URL: the address, which may end in one variable.
	URL string `json:"url,omitempty"`
	// Of PHONE_NUMBER: whom it calls, in international format.
	PhoneNumber string `json:"phone_number,omitempty"`
	// Of URL: a list with one whole sample address. Of COPY_CODE: a sample code.
	Example json.RawMessage `json:"example,omitempty"`
	// Of OTP: COPY_CODE, ONE_TAP or ZERO_TAP. One of COPY_CODE, ONE_TAP, ZERO_TAP.
	OtpType string `json:"otp_type,omitempty"`
	// Of OTP: the label for filling in the code, up to 25 characters.
	AutofillText string `json:"autofill_text,omitempty"`
	// Of OTP with ZERO_TAP: that you accept the provider's terms.
	ZeroTapTermsAccepted bool `json:"zero_tap_terms_accepted,omitempty"`
	// Of OTP with ONE_TAP or ZERO_TAP: the apps that may take the code.
	SupportedApps []TemplateApp `json:"supported_apps,omitempty"`
	// Of FLOW: its id. Give exactly one of flow_id, flow_name and flow_json.
	FlowID string `json:"flow_id,omitempty"`
	// Of FLOW: its name.
	FlowName string `json:"flow_name,omitempty"`
	// Of FLOW: the flow itself.
	FlowJSON string `json:"flow_json,omitempty"`
	// Of FLOW: navigate or data_exchange.
	FlowAction string `json:"flow_action,omitempty"`
	// Of FLOW with navigate: the first screen.
	NavigateScreen string `json:"navigate_screen,omitempty"`
	// Of FLOW: DOCUMENT, PROMOTION or REVIEW. One of DOCUMENT, PROMOTION, REVIEW.
	Icon string `json:"icon,omitempty"`
	// Of VOICE_CALL: for how long the button works.
	TtlMinutes int `json:"ttl_minutes,omitempty"`
	// Of URL, in marketing templates: the place in your app that the button opens on
	// Android.
	AppDeepLink *TemplateDeepLink `json:"app_deep_link,omitempty"`
}

// TemplateCard: see POST /v1/templates.
type TemplateCard struct {
	// HEADER, BODY and BUTTONS of the card.
	Components []TemplateCardComponent `json:"components"`
}

// TemplateCardComponent: see POST /v1/templates.
type TemplateCardComponent struct {
	// HEADER, BODY or BUTTONS; in any case. One of HEADER, BODY, BUTTONS.
	Type string `json:"type"`
	// Of a HEADER: IMAGE, VIDEO or PRODUCT. One of IMAGE, VIDEO, PRODUCT.
	Format string `json:"format,omitempty"`
	// Of a BODY.
	Text string `json:"text,omitempty"`
	// Of a HEADER with a file: the sample.
	MediaID string `json:"mediaId,omitempty"`
	// Samples of the variables.
	Example *TemplateExample `json:"example,omitempty"`
	// Of BUTTONS: 1 or 2.
	Buttons []TemplateButton `json:"buttons,omitempty"`
}

// TemplateCategoryData: see the event template.category_updated.
type TemplateCategoryData struct {
	// Identifier of the template.
	TemplateID string `json:"template_id"`
	// Name of the template.
	Name string `json:"name"`
	// Language code, such as en_US.
	Language string `json:"language"`
	// The category in force.
	Category string `json:"category"`
	// The previous category; unchanged while a change is only announced.
	PreviousCategory string `json:"previous_category"`
	// The next category that the provider announced; empty if there is none.
	NextCategory string `json:"next_category"`
	// When the announced category takes effect, in seconds since 1970; null if the provider
	// does not say.
	NextCategoryAt *int `json:"next_category_at"`
}

// TemplateComponent: see POST /v1/templates.
type TemplateComponent struct {
	// HEADER, BODY, FOOTER, BUTTONS, CAROUSEL, LIMITED_TIME_OFFER or
	// CALL_PERMISSION_REQUEST; in any case. One of HEADER, BODY, FOOTER, BUTTONS, CAROUSEL,
	// LIMITED_TIME_OFFER, CALL_PERMISSION_REQUEST.
	Type string `json:"type"`
	// Of a HEADER: TEXT, IMAGE, VIDEO, GIF, DOCUMENT, LOCATION or PRODUCT. One of TEXT,
	// IMAGE, VIDEO, GIF, DOCUMENT, LOCATION, PRODUCT.
	Format string `json:"format,omitempty"`
	// Of a HEADER with text, a BODY or a FOOTER. Variables are {{name}}, or {{1}}, {{2}} for
	// positional templates.
	Text string `json:"text,omitempty"`
	// Of a HEADER with a file: a file of yours that the provider reviews as a sample. Upload
	// it with POST /v1/media.
	MediaID string `json:"mediaId,omitempty"`
	// Samples of the variables, for the provider's review.
	Example *TemplateExample `json:"example,omitempty"`
	// Of BUTTONS: up to 10. Quick replies stand together.
	Buttons []TemplateButton `json:"buttons,omitempty"`
	// Of a CAROUSEL: 2 to 10 cards of the same form.
	Cards []TemplateCard `json:"cards,omitempty"`
	// Of a LIMITED_TIME_OFFER.
	LimitedTimeOffer *TemplateOffer `json:"limited_time_offer,omitempty"`
	// Of the BODY of an authentication template: whether it warns against sharing the code.
	AddSecurityRecommendation bool `json:"add_security_recommendation,omitempty"`
	// Of the FOOTER of an authentication template: in how many minutes the code expires, 1
	// to 90.
	CodeExpirationMinutes int `json:"code_expiration_minutes,omitempty"`
}

// TemplateDay: see GET /v1/templates/{id}/statistics.
type TemplateDay struct {
	// The day, in UTC.
	Date string `json:"date"`
	// Messages that the provider took.
	Sent int `json:"sent"`
	// Messages that reached the contact's phone; read ones among them.
	Delivered int `json:"delivered"`
	// Messages that were read. Contacts can switch this off, so there may be more.
	Read int `json:"read"`
	// Messages of which the contact tapped a quick-reply button. The provider does not tell
	// of taps on links and phone numbers.
	Tapped int `json:"tapped"`
	// Messages after which the contact wrote within 72 hours, unless another template came
	// in between.
	Answered int `json:"answered"`
	// Messages that failed.
	Failed int `json:"failed"`
	// Delivered messages that the provider bills.
	Billed int `json:"billed"`
	// Those of the billed ones whose price is not known; they are not in cost.
	Unpriced int `json:"unpriced"`
	// What the billed messages cost at list price.
	Cost Price `json:"cost"`
}

// TemplateDeepLink: see POST /v1/templates.
type TemplateDeepLink struct {
	// Id of your app at the provider.
	MetaAppID int `json:"meta_app_id"`
	// Address in the app.
	AndroidDeepLink string `json:"android_deep_link"`
	// Address of the page that opens where the app does not.
	AndroidFallbackPlaystoreURL string `json:"android_fallback_playstore_url"`
}

// TemplateDifference: see GET /v1/templates/{id}/versions.
type TemplateDifference struct {
	// What differs, such as body.text or buttons.0.url.
	Path string `json:"path"`
	// How it was; empty if it was not there.
	From string `json:"from"`
	// How it is; empty if it is not there any more.
	To string `json:"to"`
}

// TemplateExample: see POST /v1/templates.
type TemplateExample struct {
	// The sample of the header's variable, in positional templates.
	HeaderText []string `json:"header_text,omitempty"`
	// The same in templates with names.
	HeaderTextNamedParams []TemplateSample `json:"header_text_named_params,omitempty"`
	// The provider's handle of a sample file. Give mediaId instead.
	HeaderHandle []string `json:"header_handle,omitempty"`
	// One list with the samples of the body's variables in their order.
	BodyText [][]string `json:"body_text,omitempty"`
	// The same in templates with names.
	BodyTextNamedParams []TemplateSample `json:"body_text_named_params,omitempty"`
}

// TemplateOffer: see POST /v1/templates.
type TemplateOffer struct {
	// What is offered, up to 16 characters.
	Text string `json:"text"`
	// Whether the message counts down to the end.
	HasExpiration bool `json:"has_expiration,omitempty"`
}

// TemplatePreview: see POST /v1/templates/preview.
type TemplatePreview struct {
	// What stands above the text; null for nothing.
	Header *PreviewHeader `json:"header"`
	// The text, with *bold*, _italics_ and ~struck~ as the phone understands them.
	Body string `json:"body"`
	// The small text below; empty for none.
	Footer string `json:"footer"`
	// The offer that ends at a time; null for none.
	Offer *PreviewOffer `json:"offer"`
	// The buttons, from top to bottom.
	Buttons []PreviewButton `json:"buttons"`
	// The cards of a carousel.
	Cards []PreviewCard `json:"cards"`
	// Variables that have neither a value nor a sample; they are shown as they are written.
	Missing []string `json:"missing"`
	// The same as a picture, about as the chat of a phone shows it: an SVG without scripts,
	// styles and links.
	Picture string `json:"picture"`
}

// TemplateProblem: see POST /v1/templates.
type TemplateProblem struct {
	// What the provider was asked for. One of create, edit, delete, archive, unarchive.
	Action string `json:"action"`
	// Why it was not done, in one sentence.
	Detail string `json:"detail"`
	// The provider's refusal; absent if it did not answer.
	ProviderError *ProviderError `json:"providerError,omitempty"`
	// When this became known.
	At time.Time `json:"at"`
}

// TemplateQualityData: see the event template.quality_updated.
type TemplateQualityData struct {
	// Identifier of the template.
	TemplateID string `json:"template_id"`
	// Name of the template.
	Name string `json:"name"`
	// Language code, such as en_US.
	Language string `json:"language"`
	// The provider's rating now. One of GREEN, YELLOW, RED, UNKNOWN.
	Quality string `json:"quality"`
	// The previous rating; empty if there was none.
	PreviousQuality string `json:"previous_quality"`
}

// TemplateSample: see POST /v1/templates.
type TemplateSample struct {
	// Name of the variable.
	ParamName string `json:"param_name"`
	// The sample.
	Example string `json:"example"`
}

// TemplateStatistics: see GET /v1/templates/{id}/statistics.
type TemplateStatistics struct {
	// The template.
	TemplateID string `json:"templateId"`
	// The first day, in UTC.
	From string `json:"from"`
	// The last day, in UTC.
	To string `json:"to"`
	// Messages that the provider took.
	Sent int `json:"sent"`
	// Messages that reached the contact's phone; read ones among them.
	Delivered int `json:"delivered"`
	// Messages that were read. Contacts can switch this off, so there may be more.
	Read int `json:"read"`
	// Messages of which the contact tapped a quick-reply button. The provider does not tell
	// of taps on links and phone numbers.
	Tapped int `json:"tapped"`
	// Messages after which the contact wrote within 72 hours, unless another template came
	// in between.
	Answered int `json:"answered"`
	// Messages that failed.
	Failed int `json:"failed"`
	// Delivered messages that the provider bills.
	Billed int `json:"billed"`
	// Those of the billed ones whose price is not known; they are not in cost.
	Unpriced int `json:"unpriced"`
	// What the billed messages cost at list price.
	Cost Price `json:"cost"`
	// The same by day; days without a message are left out.
	Days []TemplateDay `json:"days"`
}

// TemplateStatusData: see the event template.status_updated.
type TemplateStatusData struct {
	// Identifier of the template; begins with tpl_.
	TemplateID string `json:"template_id"`
	// Name of the template.
	Name string `json:"name"`
	// Language code of the template, such as en_US.
	Language string `json:"language"`
	// Current status, such as approved, rejected or paused.
	Status string `json:"status"`
	// Previous status.
	PreviousStatus string `json:"previous_status"`
	// Why the provider rejected or paused the template, or did not take it into review;
	// empty if it gave no reason.
	Reason string `json:"reason"`
	// What the provider says beyond the reason, such as that a pause takes three hours;
	// empty for nothing.
	Detail string `json:"detail"`
	// The newest version of the template; 0 if it was never changed here.
	Version int `json:"version"`
}

// TemplateValues: see POST /v1/templates/{id}/preview.
type TemplateValues struct {
	// Values by name, or by number for positional templates. Samples stand in for those that
	// are missing.
	Parameters map[string]string `json:"parameters,omitempty"`
	// Value of the header's variable in positional templates.
	HeaderParameter string `json:"headerParameter,omitempty"`
	// The file in the header.
	HeaderMedia *MediaRef `json:"headerMedia,omitempty"`
	// Values of the buttons.
	ButtonParameters []ButtonParameter `json:"buttonParameters,omitempty"`
	// Values of the cards of a carousel.
	Cards []CardContent `json:"cards,omitempty"`
	// When the limited-time offer ends.
	OfferExpiresAt *time.Time `json:"offerExpiresAt,omitempty"`
}

// TemplateVersion: see GET /v1/templates/{id}/versions.
type TemplateVersion struct {
	// Number of the version, from 1.
	Version int `json:"version"`
	// How far it came. submitted: the provider is being asked. refused: it did not take the
	// version into review. replaced: another one came before a verdict. One of draft,
	// submitted, pending, approved, rejected, refused, replaced.
	Status string `json:"status"`
	// The provider's category.
	Category string `json:"category"`
	// NAMED or POSITIONAL.
	ParameterFormat string `json:"parameterFormat"`
	// For how many seconds the provider tries to deliver a message; 0 for its own choice.
	MessageTtlSeconds int `json:"messageTtlSeconds"`
	// The parts of the template, as they were written.
	Components []json.RawMessage `json:"components"`
	// What differs from the version before; empty for the first one.
	Changes []TemplateDifference `json:"changes"`
	// Why the provider rejected it, in its word; empty for none.
	Reason string `json:"reason"`
	// What the provider says beyond that, or why it did not take the version; empty for
	// nothing.
	Detail string `json:"detail"`
	// Who wrote it; provider if it was changed there.
	CreatedBy DoneBy `json:"createdBy"`
	// When it was written.
	CreatedAt time.Time `json:"createdAt"`
	// Who submitted it; null for nobody yet.
	SubmittedBy *DoneBy `json:"submittedBy"`
	// When it was submitted; null for not yet.
	SubmittedAt *time.Time `json:"submittedAt"`
	// When the provider decided; null for not yet.
	DecidedAt *time.Time `json:"decidedAt"`
}

// TestAnswer: see POST /v1/assistants/{id}/test.
type TestAnswer struct {
	// The action that the model chose. One of answer, clarify, handoff, ignore.
	Action string `json:"action"`
	// Text of the answer; empty for a hand-off.
	Text string `json:"text"`
	// Identifiers of the passages that the answer cites.
	Citations []string `json:"citations"`
	// Language of the answer, two letters.
	Language string `json:"language"`
	// The model's reason for this action, in its own words.
	Reason string `json:"reason"`
}

// TestAssistant: see POST /v1/assistants/{id}/test.
type TestAssistant struct {
	// The contact's message.
	Question string `json:"question"`
	// Number of the revision to test; by default the newest, even if it is a draft.
	Revision int `json:"revision,omitempty"`
	// The conversation so far, oldest first; at most 30 messages.
	Before []TestMessage `json:"before,omitempty"`
}

// TestBroadcast: see POST /v1/broadcasts/{id}/test.
type TestBroadcast struct {
	// A phone number, such as your own.
	To string `json:"to,omitempty"`
	// Or a contact.
	ContactID string `json:"contactId,omitempty"`
	// Values of parameters, beside and instead of those for all.
	Parameters map[string]string `json:"parameters,omitempty"`
	// Which variant is sent; a by default. One of a, b.
	Variant string `json:"variant,omitempty"`
}

// TestDelivery: see POST /v1/webhook-endpoints/{id}/test.
type TestDelivery struct {
	// GET /v1/webhook-endpoints/{id}/deliveries/{deliveryId} shows its result.
	DeliveryID string `json:"deliveryId"`
	// pending until the receiver answers, or while another attempt follows. One of pending,
	// succeeded, failed, skipped.
	State string `json:"state"`
	// With wait: the first attempt; null if there was none in time.
	Attempt *DeliveryAttempt `json:"attempt"`
}

// TestGate: see POST /v1/assistants/{id}/test.
type TestGate struct {
	// Name of the rule.
	Rule string `json:"rule"`
	// The part of the answer that broke the rule.
	Detail string `json:"detail"`
}

// TestMessage: see POST /v1/assistants/{id}/test.
type TestMessage struct {
	// Author of the message. One of customer, assistant.
	From string `json:"from"`
	// Text of the message.
	Text string `json:"text"`
}

// TestPassage: see POST /v1/assistants/{id}/test.
type TestPassage struct {
	// Identifier of the passage; begins with psg_.
	ID string `json:"id"`
	// The source of the passage.
	SourceID string `json:"sourceId"`
	// The headings above the passage.
	Title string `json:"title"`
	// The question that the passage answers; absent for other passages.
	Question string `json:"question,omitempty"`
	// Text of the passage.
	Text string `json:"text"`
	// Language of the passage, two letters; empty if unknown.
	Language string `json:"language"`
	// SHA-256 of the whole passage, in hex.
	Hash string `json:"hash"`
	// Rank score within one search; higher is better.
	Score float64 `json:"score"`
	// Share of the question that the passage covers, from 0 to 1.
	Confidence float64 `json:"confidence"`
	// Rank by words, starting at 1; absent if there is none.
	WordRank int `json:"wordRank,omitempty"`
	// Rank by meaning, starting at 1; absent if there is none.
	VectorRank int `json:"vectorRank,omitempty"`
	// Cosine similarity of the passage and the question.
	Similarity float64 `json:"similarity,omitempty"`
	// How far the similarity is above the mean of all passages, from 0 to 1.
	Lift float64 `json:"lift,omitempty"`
	// Whether the passage is evidence by its meaning alone.
	ByMeaning bool `json:"byMeaning,omitempty"`
	// Whether the passage seems to address a model instead of people.
	Flagged bool `json:"flagged"`
}

// TestPrompt: see POST /v1/assistants/{id}/test.
type TestPrompt struct {
	// The instructions, including the passages.
	System string `json:"system"`
	// The conversation as the model saw it, oldest first.
	Messages []TestMessage `json:"messages"`
}

// TestWebhookEndpoint: see POST /v1/webhook-endpoints/{id}/test.
type TestWebhookEndpoint struct {
	// The kind of the sample event. One of messages.upsert, messages.received,
	// messages.status_updated, template.status_updated, contact.consent_updated,
	// phone_number.updated, messages.reaction_removed, contact.identity_updated,
	// contact.erased, template.category_updated, template.quality_updated,
	// deal.stage_updated, deal.assigned, deal.rotted, deal.note_created, deal_rule.failed,
	// ai.failover_triggered, conversation.assigned, note.created,
	// conversation.status_updated, conversation.sla_breached, conversation.window_closing,
	// conversation.sla_warned, conversation.rated, conversation.handed_off,
	// broadcast.completed, broadcast.updated, budget.reached, conversion.recorded,
	// onboarding.updated, promise.updated, promise.due, conversation.routed_too_often,
	// conversation.labels_updated, proposal.created, proposal.updated, proposal.failed,
	// assistant.autonomy_changed, charge.recorded, audit.recorded.
	Event string `json:"event"`
	// Wait for the receiver's answer, up to 20 seconds.
	Wait bool `json:"wait,omitempty"`
}

// Text: see GET /v1/messages/{id}.
type Text struct {
	// 1 to 4096 characters. WhatsApp formatting applies.
	Body string `json:"body"`
	// Show a preview of the first link.
	PreviewURL bool `json:"previewUrl,omitempty"`
}

// TimelineEntry: see GET /v1/messages/{id}.
type TimelineEntry struct {
	// The status. One of scheduled, queued, sending, accepted, sent, delivered, read,
	// played, failed, expired, canceled, received.
	Status string `json:"status"`
	// When the message reached the status.
	At time.Time `json:"at"`
}

// TokenPrices: see POST /v1/ai/providers.
type TokenPrices struct {
	// US dollars per million prompt tokens.
	Input string `json:"input"`
	// US dollars per million cached prompt tokens; defaults to the input price.
	CachedInput string `json:"cachedInput,omitempty"`
	// US dollars per million tokens written to the cache; defaults to the input price.
	CacheWrite string `json:"cacheWrite,omitempty"`
	// US dollars per million tokens of the answer, including reasoning.
	Output string `json:"output"`
}

// TrafficCounters: see GET /v1/phone-numbers/{id}/health.
type TrafficCounters struct {
	// Number of accepted provider webhooks.
	Webhooks int `json:"webhooks"`
	// Number of message statuses that the provider reported.
	Statuses int `json:"statuses"`
	// Number of messages that the provider accepted.
	Sent int `json:"sent"`
	// Number of these messages with a status.
	Answered int `json:"answered"`
	// Number of these messages without a status, although enough time has passed.
	Overdue int `json:"overdue"`
}

// Turn: see GET /v1/conversations/{id}/turns.
type Turn struct {
	// Identifier of the turn; begins with trn_.
	ID string `json:"id"`
	// Number of the turn in the conversation.
	Epoch int `json:"epoch"`
	// open until decided. Then what the assistant did: reply, hand off, or stay silent. One
	// of open, replied, handed_off, silent.
	State string `json:"state"`
	// The assistant of the turn.
	AssistantID string `json:"assistantId"`
	// Revision of the assistant that decided; 0 while open.
	Revision int `json:"revision"`
	// Number of messages in the burst.
	Messages int `json:"messages"`
	// Answers that were discarded because of a newer message.
	Discarded int `json:"discarded"`
	// When the first message of the burst arrived.
	OpenedAt time.Time `json:"openedAt"`
	// When the turn was decided; null while open.
	DecidedAt *time.Time `json:"decidedAt"`
	// Why the assistant handed off or stayed silent; empty for a reply.
	Reason string `json:"reason"`
	// What the reason is based on.
	Evidence string `json:"evidence"`
	// Source of the reply; empty if there is none. One of model, cache, approved, passage,
	// greeting, hand_off.
	Source string `json:"source"`
	// Id of the sent message; empty if there is none.
	MessageID string `json:"messageId"`
	// Language of the question, two letters; empty if unknown.
	Language string `json:"language"`
	// Tokens of all calls to AI providers.
	TokensUsed int `json:"tokensUsed"`
	// Whether the reply came from the cache.
	CacheHit bool `json:"cacheHit"`
	// Whether the contact seems upset.
	Negative bool `json:"negative,omitempty"`
	// The knowledge that the reply cites.
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
	// succeeded, or the class of the failure.
	Class string `json:"class"`
	// Duration of the call in milliseconds.
	LatencyMs int `json:"latencyMs"`
	// Tokens that the call used.
	Tokens int `json:"tokens"`
}

// TurnResult: see POST /v1/assistants/{id}/test.
type TurnResult struct {
	// Why the assistant handed off or stayed silent; empty for a reply.
	Reason string `json:"reason"`
	// What the reason is based on.
	Evidence string `json:"evidence"`
	// Source of the reply; empty if there is none. One of model, cache, approved, passage,
	// greeting, hand_off.
	Source string `json:"source"`
	// Id of the sent message; empty if there is none.
	MessageID string `json:"messageId"`
	// Language of the question, two letters; empty if unknown.
	Language string `json:"language"`
	// Tokens of all calls to AI providers.
	TokensUsed int `json:"tokensUsed"`
	// Whether the reply came from the cache.
	CacheHit bool `json:"cacheHit"`
	// Whether the contact seems upset.
	Negative bool `json:"negative,omitempty"`
	// The knowledge that the reply cites.
	Citations []KnowledgeCitation `json:"citations"`
	// Calls to AI providers, in order.
	Attempts []TurnAttempt `json:"attempts"`
}

// Unsupported: see GET /v1/messages/{id}.
type Unsupported struct {
	// The provider's message type.
	Type string `json:"type,omitempty"`
	// Why the message cannot be shown, as the provider reported it.
	Errors []ProviderError `json:"errors,omitempty"`
}

// UpdateAIProvider: see PATCH /v1/ai/providers/{id}.
type UpdateAIProvider struct {
	// Display name.
	Name *string `json:"name,omitzero"`
	// Protocol of the endpoint. One of openai, anthropic, gemini.
	Kind *string `json:"kind,omitzero"`
	// Base URL of the endpoint, including the API version.
	BaseURL *string `json:"baseUrl,omitzero"`
	// Name of the model at the endpoint.
	Model *string `json:"model,omitzero"`
	// A new API key; an empty text removes the key.
	APIKey *string `json:"apiKey,omitzero"`
	// Timeout of one call, in seconds: 1 to 20.
	TimeoutSeconds *float64 `json:"timeoutSeconds,omitzero"`
	// Maximum number of tokens that the model accepts.
	ContextTokens *int `json:"contextTokens,omitzero"`
	// Your own prices, instead of the published prices of the model's maker.
	Prices *TokenPrices `json:"prices,omitzero"`
	// Return to the published prices of the model's maker.
	ListPrices *bool `json:"listPrices,omitzero"`
}

// UpdateAISettings: see PATCH /v1/ai/settings.
type UpdateAISettings struct {
	// false switches AI off for the whole workspace.
	Enabled *bool `json:"enabled,omitzero"`
	// Maximum number of tokens per day (UTC); 0 for no limit.
	DailyTokens *int `json:"dailyTokens,omitzero"`
}

// UpdateAPIKey: see PATCH /v1/api-keys/{id}.
type UpdateAPIKey struct {
	// Purpose of the key.
	Name *string `json:"name,omitzero"`
	// The networks from which the key can be used, as CIDR (IPv4 or IPv6), or single
	// addresses; an empty list allows every network.
	Networks []string `json:"networks,omitzero"`
}

// UpdateAssistant: see PATCH /v1/assistants/{id}.
type UpdateAssistant struct {
	// Display name within the workspace.
	Name *string `json:"name,omitzero"`
	// Whether the assistant replies at all.
	Enabled *bool `json:"enabled,omitzero"`
	// The complete new list of phone numbers on which the assistant replies.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitzero"`
	// Creates a new revision. It stays a draft until you publish it.
	Config *AssistantConfigPatch `json:"config,omitzero"`
}

// UpdateAssistantSettings: see PATCH /v1/assistant-settings.
type UpdateAssistantSettings struct {
	// true stops every assistant at once.
	Stopped *bool `json:"stopped,omitzero"`
	// The complete new list of phone numbers on which no assistant replies.
	StoppedPhoneNumberIDs []string `json:"stoppedPhoneNumberIds,omitzero"`
	// Seconds until a conversation returns to the assistant automatically; 0 for never.
	HandBackSeconds *int `json:"handBackSeconds,omitzero"`
}

// UpdateAutomaticMessages: see PATCH /v1/phone-numbers/{id}/automatic-messages.
type UpdateAutomaticMessages struct {
	// What contacts are greeted with whose message opens an episode.
	Greeting *AutomaticGreetingChange `json:"greeting,omitzero"`
	// What contacts are told who write while you are closed, instead of the greeting.
	OutOfHours *AutomaticOutOfHoursChange `json:"outOfHours,omitzero"`
	// What contacts are reminded with who stay silent in a pending conversation.
	Reminder *AutomaticReminderChange `json:"reminder,omitzero"`
	// When conversations with silent contacts are closed.
	Closing *AutomaticClosingChange `json:"closing,omitzero"`
}

// UpdateBroadcast: see PATCH /v1/broadcasts/{id}.
type UpdateBroadcast struct {
	// What people call it.
	Name *string `json:"name,omitzero"`
	// The phone number to send from.
	PhoneNumberID *string `json:"phoneNumberId,omitzero"`
	// To whom it goes, as a whole.
	Audience *BroadcastAudience `json:"audience,omitzero"`
	// When it begins after somebody started it.
	ScheduledAt *time.Time `json:"scheduledAt,omitzero"`
	// Hard bounds, as a whole; {} for none. They can be changed while it is paused, too.
	Limits *BroadcastLimits `json:"limits,omitzero"`
	// What it measures, as a whole; {} for nothing.
	Experiment *BroadcastExperimentFields `json:"experiment,omitzero"`
	// When nobody gets it, as a whole; {} for never.
	QuietHours *BroadcastQuietHours `json:"quietHours,omitzero"`
	// By whose clock scheduledAt is. One of workspace, recipient.
	TimeZone *string `json:"timeZone,omitzero"`
	// Who got so many messages of broadcasts is left out, as a whole; {} for nobody.
	FrequencyCap *BroadcastFrequency `json:"frequencyCap,omitzero"`
	// What happens with the conversation of a recipient who answers, as a whole; {} for
	// nothing.
	FollowUp *BroadcastFollowUpFields `json:"followUp,omitzero"`
	// Name of the template.
	TemplateName *string `json:"templateName,omitzero"`
	// Values of the template's parameters by name. For POSITIONAL templates the names are 1,
	// 2, …
	Parameters map[string]string `json:"parameters,omitzero"`
	// Language of the template; by default the workspace's, or the template's only one.
	Language *string `json:"language,omitzero"`
	// Value of the variable in a text header; only for POSITIONAL templates.
	HeaderParameter *string `json:"headerParameter,omitzero"`
	// The file in the template's header.
	HeaderMedia *MediaRef `json:"headerMedia,omitzero"`
	// The place in the template's header.
	HeaderLocation *Location `json:"headerLocation,omitzero"`
	// The product in the template's header.
	HeaderProduct *ProductRef `json:"headerProduct,omitzero"`
	// Values for the template's buttons.
	ButtonParameters []ButtonParameter `json:"buttonParameters,omitzero"`
	// Values for each card of a carousel template.
	Cards []CardContent `json:"cards,omitzero"`
	// End of the offer in a limited-time-offer template.
	OfferExpiresAt *time.Time `json:"offerExpiresAt,omitzero"`
}

// UpdateBudget: see PATCH /v1/budgets/{id}.
type UpdateBudget struct {
	// What people call it.
	Name *string `json:"name,omitzero"`
	// A calendar day or month in UTC. One of day, month.
	Period *string `json:"period,omitzero"`
	// The category that it is about; empty for the whole workspace. One of marketing,
	// utility, authentication, service.
	Category *string `json:"category,omitzero"`
	// What may be spent in each period.
	Amount *string `json:"amount,omitzero"`
	// Currency of the amount.
	Currency *string `json:"currency,omitzero"`
	// At which percentages budget.reached is told, as a whole. What was told of a period is
	// not told again.
	Alerts []int `json:"alerts,omitzero"`
	// Whether templates that it covers are refused once it is used up.
	HardStop *bool `json:"hardStop,omitzero"`
}

// UpdateBusinessProfile: see PATCH /v1/phone-numbers/{id}/profile.
type UpdateBusinessProfile struct {
	// The line below the name: 1 to 139 characters.
	About *string `json:"about,omitzero"`
	// At most 256 characters. An empty text removes it.
	Address *string `json:"address,omitzero"`
	// At most 512 characters. An empty text removes it.
	Description *string `json:"description,omitzero"`
	// At most 128 characters. An empty text removes it.
	Email *string `json:"email,omitzero"`
	// Trade of the business. One of other, auto, beauty, apparel, edu, entertain,
	// event_plan, finance, grocery, govt, hotel, health, nonprofit, prof_services, retail,
	// travel, restaurant, not_a_biz, alcohol, online_gambling, physical_gambling, otc_drugs,
	// undefined.
	Vertical *string `json:"vertical,omitzero"`
	// The complete new list: at most two addresses of 256 characters that begin with http://
	// or https://. An empty list removes them.
	Websites []string `json:"websites,omitzero"`
	// Id of a JPEG or PNG file that you uploaded, which becomes the picture.
	PictureMediaID *string `json:"pictureMediaId,omitzero"`
}

// UpdateButton: see PATCH /v1/action-buttons/{id}.
type UpdateButton struct {
	// What people read on it.
	Label *string `json:"label,omitzero"`
	// Where it leads.
	URL *string `json:"url,omitzero"`
	// The teams that it is for, all of them; empty for everybody.
	TeamIDs []string `json:"teamIds,omitzero"`
}

// UpdateCalendar: see PATCH /v1/calendars/{id}.
type UpdateCalendar struct {
	// Name of the calendar.
	Name *string `json:"name,omitzero"`
	// The IANA time zone of all hours and days.
	TimeZone *string `json:"timeZone,omitzero"`
	// The complete new hours of the week.
	Hours []OfficeHours `json:"hours,omitzero"`
	// The complete new list of days with other hours.
	Exceptions []CalendarException `json:"exceptions,omitzero"`
}

// UpdateCannedReply: see PATCH /v1/canned-replies/{id}.
type UpdateCannedReply struct {
	// What people type to find it.
	Shortcut *string `json:"shortcut,omitzero"`
	// What it is about.
	Title *string `json:"title,omitzero"`
	// The text.
	Body *string `json:"body,omitzero"`
	// The team that it is for; empty for everybody.
	TeamID *string `json:"teamId,omitzero"`
}

// UpdateConsentAnswer: see PATCH /v1/consent-settings.
type UpdateConsentAnswer struct {
	// Whether the confirmation is sent.
	Enabled *bool `json:"enabled,omitzero"`
	// Text of the confirmation.
	Text *string `json:"text,omitzero"`
}

// UpdateConsentLanguage: see PATCH /v1/consent-settings.
type UpdateConsentLanguage struct {
	// Language code, such as en or pt_BR.
	Language string `json:"language"`
	// The complete new list of stop words; an empty list switches them off.
	StopWords []string `json:"stopWords,omitzero"`
	// The complete new list of start words; an empty list switches them off.
	StartWords []string `json:"startWords,omitzero"`
	// Sent once when the contact opts out.
	StopConfirmation *UpdateConsentAnswer `json:"stopConfirmation,omitzero"`
	// Sent once when the contact opts in again.
	StartConfirmation *UpdateConsentAnswer `json:"startConfirmation,omitzero"`
}

// UpdateConsentSettings: see PATCH /v1/consent-settings.
type UpdateConsentSettings struct {
	// What a stop word opts out of; marketing by default. One of marketing, all.
	StopPurpose *string `json:"stopPurpose,omitzero"`
	// Languages to add or change. Other languages stay the same.
	Languages []UpdateConsentLanguage `json:"languages,omitzero"`
}

// UpdateContact: see PATCH /v1/contacts/{id}.
type UpdateContact struct {
	// An empty text removes it.
	Phone *string `json:"phone,omitzero"`
	// An empty text removes it.
	UserID *string `json:"userId,omitzero"`
	// An empty text restores the contact's profile name.
	Name *string `json:"name,omitzero"`
	// The complete new list of tags.
	Tags []string `json:"tags,omitzero"`
	// Custom fields to change; null removes a value.
	Fields map[string]any `json:"fields,omitzero"`
}

// UpdateContactField: see PATCH /v1/contact-fields/{id}.
type UpdateContactField struct {
	// Display name.
	Label *string `json:"label,omitzero"`
	// The complete new list of options. Stored values stay.
	Options []string `json:"options,omitzero"`
}

// UpdateConversation: see PATCH /v1/conversations/{id}.
type UpdateConversation struct {
	// off: no assistant replies in this conversation. default: the assistant of the phone
	// number replies again. One of default, off.
	Assistant *string `json:"assistant,omitzero"`
	// How pressing the conversation is. One of urgent, high, normal, low.
	Priority *string `json:"priority,omitzero"`
}

// UpdateDeal: see PATCH /v1/deals/{id}.
type UpdateDeal struct {
	// What the deal is about.
	Title *string `json:"title,omitzero"`
	// A decimal number; empty for none.
	Amount *string `json:"amount,omitzero"`
	// ISO 4217 code.
	Currency *string `json:"currency,omitzero"`
	// The member who has it; empty for nobody.
	OwnerID *string `json:"ownerId,omitzero"`
	// The contact; empty for none.
	ContactID *string `json:"contactId,omitzero"`
	// The conversation; empty for none.
	ConversationID *string `json:"conversationId,omitzero"`
	// A date; empty for none.
	ExpectedCloseOn *string `json:"expectedCloseOn,omitzero"`
	// How surely it is counted on, whatever its stage: a category as stages have it; empty
	// for that of its stage.
	ForecastCategory *string `json:"forecastCategory,omitzero"`
	// Custom fields to change; null removes a value.
	Fields map[string]any `json:"fields,omitzero"`
}

// UpdateDealField: see PATCH /v1/deal-fields/{id}.
type UpdateDealField struct {
	// Display name.
	Label *string `json:"label,omitzero"`
	// The complete new list of options. Stored values stay.
	Options []string `json:"options,omitzero"`
}

// UpdateDealNote: see PATCH /v1/deals/{id}/notes/{noteId}.
type UpdateDealNote struct {
	// Text of the note.
	Body *string `json:"body,omitzero"`
	// Files of the note, all of them.
	MediaIDs []string `json:"mediaIds,omitzero"`
	// Users that it mentions, all of them.
	MentionedUserIDs []string `json:"mentionedUserIds,omitzero"`
}

// UpdateDealRule: see PATCH /v1/deal-rules/{id}.
type UpdateDealRule struct {
	// What people call it.
	Name *string `json:"name,omitzero"`
	// Whether it acts. A rule that is enabled again acts on what happens from then on.
	Enabled *bool `json:"enabled,omitzero"`
	// Its place among the rules, from 1 on. The others move together.
	Position *int `json:"position,omitzero"`
	// What lets it act. One of label_added, button_tapped, form_answered,
	// conversation_closed.
	Trigger *string `json:"trigger,omitzero"`
	// What must hold, as a whole.
	Conditions *DealConditions `json:"conditions,omitzero"`
	// What it does, as a whole.
	Act *DealAct `json:"act,omitzero"`
}

// UpdateInboxSettings: see PATCH /v1/inbox-settings.
type UpdateInboxSettings struct {
	// Whether people may answer only what is assigned to them or to nobody.
	OnlyAssigneeReplies *bool `json:"onlyAssigneeReplies,omitzero"`
	// Whether an open conversation that nobody has is assigned to the person who answers in
	// it.
	AssignOnAnswer *bool `json:"assignOnAnswer,omitzero"`
	// How long before the end of its window the event conversation.window_closing tells of a
	// contact who waits; 0 for never, 120 at first.
	WindowWarningMinutes *int `json:"windowWarningMinutes,omitzero"`
	// For how long after a closing a message of the contact goes on with the same episode,
	// instead of beginning the next one; 0 for never, which holds at first.
	ClosingGraceMinutes *int `json:"closingGraceMinutes,omitzero"`
	// Whether the AI providers of the assistant on duty read what people write, and propose
	// what they promised; false at first.
	FindPromises *bool `json:"findPromises,omitzero"`
}

// UpdateKnowledgeEmbeddings: see PATCH /v1/knowledge/settings.
type UpdateKnowledgeEmbeddings struct {
	// true when you set them up first. false removes all vectors.
	Enabled *bool `json:"enabled,omitzero"`
	// Base URL including the API version; OpenAI by default. Any endpoint with an
	// OpenAI-compatible embeddings API works.
	BaseURL *string `json:"baseUrl,omitzero"`
	// Name of the model; required at first. With a new name all vectors are computed again.
	Model *string `json:"model,omitzero"`
	// Stored encrypted, never shown; empty removes it. Required if you change baseUrl.
	APIKey *string `json:"apiKey,omitzero"`
	// Number of dimensions to request, for models that can shorten vectors: up to 4096; 0
	// lets the model decide.
	Dimensions *int `json:"dimensions,omitzero"`
	// Longest wait for a question's vector, in milliseconds: 100 to 2000; 500 by default.
	TimeoutMs *int `json:"timeoutMs,omitzero"`
	// A passage with at least this lift is evidence for an answer by a model, by its meaning
	// alone: 0 to 1, where 0 means never; 0.5 by default.
	EvidenceLift *float64 `json:"evidenceLift,omitzero"`
}

// UpdateKnowledgeSettings: see PATCH /v1/knowledge/settings.
type UpdateKnowledgeSettings struct {
	// The complete new list of groups of words or phrases with the same meaning.
	Synonyms [][]string `json:"synonyms,omitzero"`
	// Settings of search by meaning.
	Embeddings *UpdateKnowledgeEmbeddings `json:"embeddings,omitzero"`
}

// UpdateKnowledgeSource: see PATCH /v1/knowledge/sources/{id}.
type UpdateKnowledgeSource struct {
	// Title. Search uses the title too.
	Title *string `json:"title,omitzero"`
	// Two letters. An empty text means that the language of each passage is guessed.
	Language *string `json:"language,omitzero"`
	// Markdown of an article.
	Content *string `json:"content,omitzero"`
	// Only for a source of the kind question.
	Question *string `json:"question,omitzero"`
	// Only for a source of the kind question.
	Answer *string `json:"answer,omitzero"`
	// Only for a page or site.
	URL *string `json:"url,omitzero"`
	// Only for a site.
	PageLimit *int `json:"pageLimit,omitzero"`
	// Only for a page or site.
	RecrawlHours *int `json:"recrawlHours,omitzero"`
}

// UpdateLabel: see PATCH /v1/labels/{id}.
type UpdateLabel struct {
	// What people call it.
	Name *string `json:"name,omitzero"`
	// # and six hexadecimal digits.
	Color *string `json:"color,omitzero"`
}

// UpdateMe: see PATCH /v1/me.
type UpdateMe struct {
	// Your name, as colleagues see it.
	Name string `json:"name"`
}

// UpdateNote: see PATCH /v1/conversations/{id}/notes/{noteId}.
type UpdateNote struct {
	// Text of the note.
	Body *string `json:"body,omitzero"`
	// Users to mention, all of them. New ones follow the conversation from then on.
	MentionedUserIDs []string `json:"mentionedUserIds,omitzero"`
}

// UpdatePhoneNumber: see PATCH /v1/phone-numbers/{id}.
type UpdatePhoneNumber struct {
	// When contacts are told that their messages were read: when the assignee has seen the
	// newest one, or when an answer was accepted; never at first. One of never, when_viewed,
	// when_answered.
	ReadReceipts *string `json:"readReceipts,omitzero"`
}

// UpdatePipeline: see PATCH /v1/pipelines/{id}.
type UpdatePipeline struct {
	// What people call it.
	Name *string `json:"name,omitzero"`
	// ISO 4217 code of deals that name none; empty for none.
	Currency *string `json:"currency,omitzero"`
	// true: no deal comes into it any more. false: takes it out of the archive.
	Archived *bool `json:"archived,omitzero"`
	// All stages that it has then, in their order; one that is not listed is removed. Fields
	// of a stage that you leave out stay.
	Stages []SetStage `json:"stages,omitzero"`
}

// UpdatePromise: see PATCH /v1/promises/{id}.
type UpdatePromise struct {
	// What was promised.
	Text *string `json:"text,omitzero"`
	// When it is to be kept: in the future, within a year.
	DueAt *time.Time `json:"dueAt,omitzero"`
	// open confirms a proposal, or takes back that it was kept or withdrawn. One of open,
	// kept, withdrawn.
	Status *string `json:"status,omitzero"`
	// The user who keeps it; empty for nobody in particular.
	UserID *string `json:"userId,omitzero"`
}

// UpdateQRCode: see PATCH /v1/phone-numbers/{id}/qr-codes/{code}.
type UpdateQRCode struct {
	// The message that is written already when the chat opens: at most 140 characters.
	PrefilledMessage string `json:"prefilledMessage"`
}

// UpdateRatingSettings: see PATCH /v1/rating-settings.
type UpdateRatingSettings struct {
	// Whether contacts are asked.
	Enabled *bool `json:"enabled,omitzero"`
	// The text of the question.
	Question *string `json:"question,omitzero"`
	// buttons: three answers. list: one to five stars. One of buttons, list.
	Method *string `json:"method,omitzero"`
	// The buttons, all three.
	Answers *RatingAnswers `json:"answers,omitzero"`
	// The button that opens the list.
	ListButton *string `json:"listButton,omitzero"`
	// The text that is sent after the first tap; empty for none.
	Thanks *string `json:"thanks,omitzero"`
	// How long after the end of an episode the contact is asked.
	DelayMinutes *int `json:"delayMinutes,omitzero"`
	// For how long after a tap a text of the contact is their comment; 0 for never.
	CommentMinutes *int `json:"commentMinutes,omitzero"`
	// Whether contacts are asked only about episodes in which people, or your systems,
	// answered.
	OnlyAnsweredByPeople *bool `json:"onlyAnsweredByPeople,omitzero"`
	// The phone numbers on which contacts are asked; empty for all.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitzero"`
	// The template that asks contacts whose window has closed: without variables, with 3
	// quick replies, for the scores 5, 3 and 1, or 5, for 5 to 1, in this order. Empty for
	// none.
	TemplateName *string `json:"templateName,omitzero"`
	// The language of the template; empty for the default language of the workspace, or the
	// only one.
	TemplateLanguage *string `json:"templateLanguage,omitzero"`
}

// UpdateRole: see PATCH /v1/roles/{id}.
type UpdateRole struct {
	// Name of the role.
	Name *string `json:"name,omitzero"`
	// What people with the role may do, all of it; not *.
	Scopes []string `json:"scopes,omitzero"`
	// Which conversations people with the role see. One of all, teams,
	// own_and_unassigned_of_teams, own_and_followed.
	Reach *string `json:"reach,omitzero"`
	// Only conversations on these phone numbers; an empty list is every phone number.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitzero"`
	// Whether people with the role see contacts' phone numbers masked, such as
	// +49••••••4567.
	MasksPhoneNumbers *bool `json:"masksPhoneNumbers,omitzero"`
}

// UpdateRoutingSettings: see PATCH /v1/routing/settings.
type UpdateRoutingSettings struct {
	// How many conversations members get automatically at a time; 5 at first.
	Capacity *int `json:"capacity,omitzero"`
	// After how many minutes the open conversations of a member who is away or offline go
	// back to their teams; 0 for never, which holds at first.
	RequeueAfterMinutes *int `json:"requeueAfterMinutes,omitzero"`
	// After how many seconds without a live stream members get nothing automatically, 30 or
	// more; 90 suits an inbox that people keep open. Who never had a live stream is not
	// concerned. 0 for never, which holds at first.
	UnreachableAfterSeconds *int `json:"unreachableAfterSeconds,omitzero"`
}

// UpdateSSOConnection: see PATCH /v1/sso-connections/{id}.
type UpdateSSOConnection struct {
	// Display name.
	Name *string `json:"name,omitzero"`
	// Issuer of the OpenID provider. Give clientSecret with it.
	Issuer *string `json:"issuer,omitzero"`
	// What the provider calls this service.
	ClientID *string `json:"clientId,omitzero"`
	// A new secret of the client at the provider.
	ClientSecret *string `json:"clientSecret,omitzero"`
	// All domains. Those that stay remain proven; those that you leave out are free for
	// other connections.
	Domains []string `json:"domains,omitzero"`
	// Claim of the identity token that has the groups; empty for none.
	GroupsClaim *string `json:"groupsClaim,omitzero"`
	// All roles by group.
	GroupRoles []SSOGroupRole `json:"groupRoles,omitzero"`
	// Role of new people, and of those without any of the groups.
	DefaultRoleID *string `json:"defaultRoleId,omitzero"`
	// Whether people who are not members become members by signing in.
	Provision *bool `json:"provision,omitzero"`
	// Whether people can sign in.
	Enabled *bool `json:"enabled,omitzero"`
	// Refuse every other way to sign in to people with addresses of the proven domains.
	// Their other sessions end within a second.
	Enforced *bool `json:"enforced,omitzero"`
	// The owner who can still sign in with a second factor.
	BreakGlassUserID *string `json:"breakGlassUserId,omitzero"`
}

// UpdateSegment: see PATCH /v1/segments/{id}.
type UpdateSegment struct {
	// What people call it.
	Name *string `json:"name,omitzero"`
	// What it is for.
	Description *string `json:"description,omitzero"`
	// Which contacts are in it, as a whole.
	Filter *SegmentFilter `json:"filter,omitzero"`
}

// UpdateTeam: see PATCH /v1/teams/{id}.
type UpdateTeam struct {
	// Name of the team.
	Name *string `json:"name,omitzero"`
	// How conversations of the team find a person. One of manual, round_robin, least_load.
	Method *string `json:"method,omitzero"`
}

// UpdateTemplate: see PATCH /v1/templates/{id}.
type UpdateTemplate struct {
	// Of a draft only: its name.
	Name *string `json:"name,omitzero"`
	// Of a draft only: its language.
	Language *string `json:"language,omitzero"`
	// The category. That of an approved template cannot change. One of MARKETING, UTILITY,
	// AUTHENTICATION.
	Category *string `json:"category,omitzero"`
	// NAMED or POSITIONAL. One of NAMED, POSITIONAL.
	ParameterFormat *string `json:"parameterFormat,omitzero"`
	// For how many seconds the provider tries to deliver a message.
	MessageTtlSeconds *int `json:"messageTtlSeconds,omitzero"`
	// All parts of the template. A header that has the provider's link to a sample keeps the
	// sample that it had.
	Components []TemplateComponent `json:"components,omitzero"`
	// Of a draft: whether it is submitted. Changes of other templates always are.
	Submit *bool `json:"submit,omitzero"`
}

// UpdateUser: see PATCH /v1/users/{id}.
type UpdateUser struct {
	// Name. While the person works in other workspaces too, only they change it.
	Name *string `json:"name,omitzero"`
	// Role: owner, admin, supervisor, agent, or the id of a role of the workspace.
	Role *string `json:"role,omitzero"`
}

// UpdateView: see PATCH /v1/views/{id}.
type UpdateView struct {
	// What people call it.
	Name *string `json:"name,omitzero"`
	// Whether everybody in the workspace sees it; else only who created it.
	Shared *bool `json:"shared,omitzero"`
	// What a conversation must be, as a whole.
	Filter *SavedFilter `json:"filter,omitzero"`
	// The order of the conversations. One of activity, waiting.
	Order *string `json:"order,omitzero"`
}

// UpdateWebhookEndpoint: see PATCH /v1/webhook-endpoints/{id}.
type UpdateWebhookEndpoint struct {
	// https URL of the receiver; the default path is /webhook.
	URL *string `json:"url,omitzero"`
	// Event names, prefixes such as messages.*, or *.
	Events []string `json:"events,omitzero"`
	// For events that belong to a phone number: only these phone numbers; all if empty.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitzero"`
	// For events that belong to an assistant: only these assistants; all if empty.
	AssistantIDs []string `json:"assistantIds,omitzero"`
	// For events that belong to a pipeline: only these pipelines; all if empty.
	PipelineIDs []string `json:"pipelineIds,omitzero"`
	// Your own note.
	Description *string `json:"description,omitzero"`
	// Whether events are delivered.
	Enabled *bool `json:"enabled,omitzero"`
	// Which events wait for each other. key: events of one conversation are delivered in
	// order; a failing event holds up later events of its conversation until it succeeds or
	// is given up. endpoint: the same for all events. none: no event waits. One of none,
	// key, endpoint.
	Ordering *string `json:"ordering,omitzero"`
	// Maximum number of attempts per second.
	RateLimit *int `json:"rateLimit,omitzero"`
	// Maximum number of concurrent calls: 1 to 128.
	MaxInFlight *int `json:"maxInFlight,omitzero"`
	// Maximum number of events per call: 1 to 100. 1: the body is one event. More: the body
	// is always a JSON array of events, each with its id.
	MaxBatch *int `json:"maxBatch,omitzero"`
	// Timeout of a call in seconds, from the DNS lookup to the end of the answer: 1 to 30.
	TimeoutSeconds *int `json:"timeoutSeconds,omitzero"`
	// Pauses between the attempts of a delivery.
	RetrySchedule any `json:"retrySchedule,omitzero"`
}

// UploadKnowledgeSource: see POST /v1/knowledge/sources.
type UploadKnowledgeSource struct {
	// By default the title inside the file, or its name.
	Title string `json:"title,omitempty"`
	// Two letters. If absent, the language of each passage is guessed.
	Language string `json:"language,omitempty"`
	// Id of a file source. The new file replaces its file and becomes its next revision.
	SourceID string `json:"sourceId,omitempty"`
}

// UploadMediaLink: see POST /v1/media.
type UploadMediaLink struct {
	// Public https URL of the file.
	URL string `json:"url"`
	// File name; by default the name from the web server.
	Filename string `json:"filename,omitempty"`
}

// UpsertWebhookEndpoint: see PUT /v1/webhook-endpoints.
type UpsertWebhookEndpoint struct {
	// https URL of the receiver; it identifies the endpoint. The default path is /webhook.
	// The case of the host does not matter.
	URL string `json:"url"`
	// Event names, prefixes such as messages.*, or *. All by default for a new endpoint.
	Events []string `json:"events,omitempty"`
	// For events that belong to a phone number: only these phone numbers; all if empty.
	PhoneNumberIDs []string `json:"phoneNumberIds,omitempty"`
	// For events that belong to an assistant: only these assistants; all if empty.
	AssistantIDs []string `json:"assistantIds,omitempty"`
	// For events that belong to a pipeline: only these pipelines; all if empty.
	PipelineIDs []string `json:"pipelineIds,omitempty"`
	// Your own note.
	Description string `json:"description,omitempty"`
	// true by default for a new endpoint; otherwise unchanged by default.
	Enabled bool `json:"enabled,omitempty"`
	// How events are signed; hmac by default for a new endpoint. For an existing endpoint,
	// only rotating its secret changes this. One of hmac, ed25519, both.
	Signature string `json:"signature,omitempty"`
	// Which events wait for each other. key: events of one conversation are delivered in
	// order; a failing event holds up later events of its conversation until it succeeds or
	// is given up. endpoint: the same for all events. none: no event waits. One of none,
	// key, endpoint.
	Ordering string `json:"ordering,omitempty"`
	// Maximum number of attempts per second.
	RateLimit *int `json:"rateLimit,omitempty"`
	// Maximum number of concurrent calls: 1 to 128.
	MaxInFlight *int `json:"maxInFlight,omitempty"`
	// Maximum number of events per call: 1 to 100. 1: the body is one event. More: the body
	// is always a JSON array of events, each with its id.
	MaxBatch *int `json:"maxBatch,omitempty"`
	// Timeout of a call in seconds, from the DNS lookup to the end of the answer: 1 to 30.
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
	// Subscribed kinds of events: names, prefixes such as messages.*, or *.
	Events []string `json:"events"`
	// For events that belong to a phone number: only these phone numbers; all if empty.
	PhoneNumberIDs []string `json:"phoneNumberIds"`
	// For events that belong to an assistant: only these assistants; all if empty.
	AssistantIDs []string `json:"assistantIds"`
	// For events that belong to a pipeline: only these pipelines; all if empty.
	PipelineIDs []string `json:"pipelineIds"`
	// Your own note; empty if there is none.
	Description string `json:"description"`
	// Whether events are delivered.
	Enabled bool `json:"enabled"`
	// Why it is disabled; absent while it is enabled.
	DisabledReason string `json:"disabledReason,omitempty"`
	// How events are signed (Standard Webhooks): hmac is v1, ed25519 is v1a. One of hmac,
	// ed25519, both.
	Signature string `json:"signature"`
	// The secrets that sign now, newest first, without values.
	Secrets []EndpointSecret `json:"secrets"`
	// Public address of the ed25519 keys, as a JSON Web Key Set; no API key needed. Absent
	// if no key pair signs.
	PublicKeysURL string `json:"publicKeysUrl,omitempty"`
	// Which events wait for each other: none, those of one conversation (key), or all
	// (endpoint). One of none, key, endpoint.
	Ordering string `json:"ordering"`
	// Maximum number of attempts per second; null for no limit.
	RateLimit *int `json:"rateLimit"`
	// Maximum number of concurrent calls.
	MaxInFlight int `json:"maxInFlight"`
	// Maximum number of events per call. 1: the body is one event; more: the body is a JSON
	// array of events.
	MaxBatch int `json:"maxBatch"`
	// Timeout of one call, in seconds.
	TimeoutSeconds int `json:"timeoutSeconds"`
	// When a failed event is retried: the name of a preset, or a list of pauses in seconds
	// before the second and later attempts (at most 20, each up to 7 days; an empty list
	// means one attempt). standard: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h;
	// svix: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h; fast: 1 s, 5 s, 15 s, 1 min, 5 min.
	// Each pause varies by a fifth.
	RetrySchedule any `json:"retrySchedule"`
	// Health of recent calls.
	Health EndpointHealth `json:"health"`
	// Problems of the receiver, current ones first; at most one of each kind.
	Notices []EndpointNotice `json:"notices"`
	// When the endpoint was created.
	CreatedAt time.Time `json:"createdAt"`
	// When the settings last changed.
	UpdatedAt time.Time `json:"updatedAt"`
	// The signing secret; only in the answer that created the endpoint (201).
	Secret string `json:"secret,omitempty"`
}

// User: see GET /v1/users/{id}.
type User struct {
	// Identifier of the user; begins with usr_.
	ID string `json:"id"`
	// Address with which the user signs in.
	Email string `json:"email"`
	// Name of the user; null for somebody who works elsewhere and did not accept your
	// invitation yet.
	Name *string `json:"name"`
	// Role: owner, admin, supervisor, agent, or the id of a role of the workspace.
	Role string `json:"role"`
	// invited: has not accepted yet. active: may work. deactivated: may not work here any
	// more. One of invited, active, deactivated.
	State string `json:"state"`
	// When the user was let in or invited.
	CreatedAt time.Time `json:"createdAt"`
	// Who let the user in.
	CreatedBy DoneBy `json:"createdBy"`
	// When the user last asked for something here, to about a minute; null for never.
	LastSeenAt *time.Time `json:"lastSeenAt"`
	// Until when the invitation can be accepted; only where one user is shown who is
	// invited.
	InvitationExpiresAt *time.Time `json:"invitationExpiresAt,omitempty"`
}

// UserWithInvitation: see POST /v1/users.
type UserWithInvitation struct {
	// Identifier of the user; begins with usr_.
	ID string `json:"id"`
	// Address with which the user signs in.
	Email string `json:"email"`
	// Name of the user; null for somebody who works elsewhere and did not accept your
	// invitation yet.
	Name *string `json:"name"`
	// Role: owner, admin, supervisor, agent, or the id of a role of the workspace.
	Role string `json:"role"`
	// invited: has not accepted yet. active: may work. deactivated: may not work here any
	// more. One of invited, active, deactivated.
	State string `json:"state"`
	// When the user was let in or invited.
	CreatedAt time.Time `json:"createdAt"`
	// Who let the user in.
	CreatedBy DoneBy `json:"createdBy"`
	// When the user last asked for something here, to about a minute; null for never.
	LastSeenAt *time.Time `json:"lastSeenAt"`
	// Until when the invitation can be accepted; only where one user is shown who is
	// invited.
	InvitationExpiresAt *time.Time `json:"invitationExpiresAt,omitempty"`
	// Link of the invitation, shown only once, and only where the service has no mail
	// server: hand it over yourself.
	InvitationURL string `json:"invitationUrl,omitempty"`
}

// VerifyPhoneNumber: see POST /v1/phone-numbers/{id}/verify.
type VerifyPhoneNumber struct {
	// The six digits; a hyphen between them does no harm.
	Code string `json:"code"`
}

// Video: see POST /v1/messages.
type Video struct {
	// Id of a media file of the workspace.
	MediaID string `json:"mediaId,omitempty"`
	// Public URL of the file, instead of mediaId.
	Link string `json:"link,omitempty"`
	// Text below the file, at most 1024 characters.
	Caption string `json:"caption,omitempty"`
}

// ViewCount: see GET /v1/views/{id}/count.
type ViewCount struct {
	// How many there are, up to 1,000.
	Count int `json:"count"`
	// Whether there may be more: counting ends at 1,000, and after 2,000 conversations that
	// it looks at.
	More bool `json:"more"`
}

// WaitedAgent: see GET /v1/reports/waiting.
type WaitedAgent struct {
	// The agent. Left out for the rest: agents behind the first 100, waiting from before
	// agents were kept, and more than 10 agents who could not be reached at once.
	AgentID string `json:"agentId,omitempty"`
	// For how long, in milliseconds. Where several are the reason at once, each has the same
	// part.
	WaitedMs int `json:"waitedMs"`
	// Which part of all waiting that is, from 0 to 1.
	Share float64 `json:"share"`
}

// WaitedCause: see GET /v1/reports/waiting.
type WaitedCause struct {
	// What kept them waiting. One of outside_hours, nobody_available, unreachable, all_full,
	// skill_missing, nobody_may, routing, unassigned, assigned, snoozed, assistant,
	// answer_failed, unknown.
	Cause string `json:"cause"`
	// For how long, in milliseconds.
	WaitedMs int `json:"waitedMs"`
	// Which part of all waiting that is, from 0 to 1.
	Share float64 `json:"share"`
	// In reports, with the cause skill_missing: the skills that were missing, the longest
	// first. They sum to the cause.
	Skills []WaitedSkill `json:"skills,omitempty"`
	// In reports with groupBy=agent, with the causes assigned and unreachable: the agents,
	// the longest first. They sum to the cause.
	Agents []WaitedAgent `json:"agents,omitempty"`
}

// WaitedSkill: see GET /v1/reports/waiting.
type WaitedSkill struct {
	// The skill. Left out for the rest: skills behind the first 100, and waiting from before
	// skills were kept.
	Skill string `json:"skill,omitempty"`
	// For how long, in milliseconds. Where several are the reason at once, each has the same
	// part.
	WaitedMs int `json:"waitedMs"`
	// Which part of all waiting that is, from 0 to 1.
	Share float64 `json:"share"`
}

// WaitingDay: see GET /v1/reports/waiting.
type WaitingDay struct {
	// The day.
	Date string `json:"date"`
	// How long contacts waited on the day, in milliseconds.
	WaitedMs int `json:"waitedMs"`
	// Number of waits that ended on the day.
	WaitCount int `json:"waitCount"`
	// Why, the longest first.
	Causes []WaitedCause `json:"causes"`
}

// WaitingGroup: see GET /v1/reports/waiting.
type WaitingGroup struct {
	// The team, label or phone number; the hour from 0 to 23.
	ID string `json:"id"`
	// How long contacts waited, in milliseconds.
	WaitedMs int `json:"waitedMs"`
	// Number of waits that ended.
	WaitCount int `json:"waitCount"`
	// Why, the longest first.
	Causes []WaitedCause `json:"causes"`
}

// WaitingReport: see GET /v1/reports/waiting.
type WaitingReport struct {
	// The first day.
	From string `json:"from"`
	// The last day.
	To string `json:"to"`
	// The time zone of the days.
	TimeZone string `json:"timeZone"`
	// How long contacts waited, in milliseconds. It is the sum over the causes.
	WaitedMs int `json:"waitedMs"`
	// Number of waits that ended.
	WaitCount int `json:"waitCount"`
	// Why, the longest first.
	Causes []WaitedCause `json:"causes"`
	// The same for each day.
	Days []WaitingDay `json:"days"`
	// With groupBy=team, label, phone_number or hour: the same for each, the longest first;
	// hours from 0 to 23. What no team had, and what has no label, has no group; what has
	// several labels is in the group of each.
	Groups []WaitingGroup `json:"groups,omitempty"`
}

// WebhookCheck: see POST /v1/messaging-accounts/{id}/check-webhooks.
type WebhookCheck struct {
	// Whether the provider reached this service.
	Working bool `json:"working"`
	// The URL that was checked; empty if none is set.
	CallbackURL string `json:"callbackUrl"`
	// How long the provider took, in milliseconds; 0 if it was not asked.
	TookMs int `json:"tookMs"`
	// What is wrong, in one sentence; absent if it works.
	Problem string `json:"problem,omitempty"`
	// What you can do about it; absent if it works.
	NextAction string `json:"nextAction,omitempty"`
}

// WebhookEndpoint: see GET /v1/webhook-endpoints/{id}.
type WebhookEndpoint struct {
	// Identifier of the webhook endpoint; begins with whk_.
	ID string `json:"id"`
	// Where events are posted.
	URL string `json:"url"`
	// Subscribed kinds of events: names, prefixes such as messages.*, or *.
	Events []string `json:"events"`
	// For events that belong to a phone number: only these phone numbers; all if empty.
	PhoneNumberIDs []string `json:"phoneNumberIds"`
	// For events that belong to an assistant: only these assistants; all if empty.
	AssistantIDs []string `json:"assistantIds"`
	// For events that belong to a pipeline: only these pipelines; all if empty.
	PipelineIDs []string `json:"pipelineIds"`
	// Your own note; empty if there is none.
	Description string `json:"description"`
	// Whether events are delivered.
	Enabled bool `json:"enabled"`
	// Why it is disabled; absent while it is enabled.
	DisabledReason string `json:"disabledReason,omitempty"`
	// How events are signed (Standard Webhooks): hmac is v1, ed25519 is v1a. One of hmac,
	// ed25519, both.
	Signature string `json:"signature"`
	// The secrets that sign now, newest first, without values.
	Secrets []EndpointSecret `json:"secrets"`
	// Public address of the ed25519 keys, as a JSON Web Key Set; no API key needed. Absent
	// if no key pair signs.
	PublicKeysURL string `json:"publicKeysUrl,omitempty"`
	// Which events wait for each other: none, those of one conversation (key), or all
	// (endpoint). One of none, key, endpoint.
	Ordering string `json:"ordering"`
	// Maximum number of attempts per second; null for no limit.
	RateLimit *int `json:"rateLimit"`
	// Maximum number of concurrent calls.
	MaxInFlight int `json:"maxInFlight"`
	// Maximum number of events per call. 1: the body is one event; more: the body is a JSON
	// array of events.
	MaxBatch int `json:"maxBatch"`
	// Timeout of one call, in seconds.
	TimeoutSeconds int `json:"timeoutSeconds"`
	// When a failed event is retried: the name of a preset, or a list of pauses in seconds
	// before the second and later attempts (at most 20, each up to 7 days; an empty list
	// means one attempt). standard: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h;
	// svix: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h; fast: 1 s, 5 s, 15 s, 1 min, 5 min.
	// Each pause varies by a fifth.
	RetrySchedule any `json:"retrySchedule"`
	// Health of recent calls.
	Health EndpointHealth `json:"health"`
	// Problems of the receiver, current ones first; at most one of each kind.
	Notices []EndpointNotice `json:"notices"`
	// When the endpoint was created.
	CreatedAt time.Time `json:"createdAt"`
	// When the settings last changed.
	UpdatedAt time.Time `json:"updatedAt"`
}

// WebhookEndpointWithSecret: see POST /v1/webhook-endpoints.
type WebhookEndpointWithSecret struct {
	// Identifier of the webhook endpoint; begins with whk_.
	ID string `json:"id"`
	// Where events are posted.
	URL string `json:"url"`
	// Subscribed kinds of events: names, prefixes such as messages.*, or *.
	Events []string `json:"events"`
	// For events that belong to a phone number: only these phone numbers; all if empty.
	PhoneNumberIDs []string `json:"phoneNumberIds"`
	// For events that belong to an assistant: only these assistants; all if empty.
	AssistantIDs []string `json:"assistantIds"`
	// For events that belong to a pipeline: only these pipelines; all if empty.
	PipelineIDs []string `json:"pipelineIds"`
	// Your own note; empty if there is none.
	Description string `json:"description"`
	// Whether events are delivered.
	Enabled bool `json:"enabled"`
	// Why it is disabled; absent while it is enabled.
	DisabledReason string `json:"disabledReason,omitempty"`
	// How events are signed (Standard Webhooks): hmac is v1, ed25519 is v1a. One of hmac,
	// ed25519, both.
	Signature string `json:"signature"`
	// The secrets that sign now, newest first, without values.
	Secrets []EndpointSecret `json:"secrets"`
	// Public address of the ed25519 keys, as a JSON Web Key Set; no API key needed. Absent
	// if no key pair signs.
	PublicKeysURL string `json:"publicKeysUrl,omitempty"`
	// Which events wait for each other: none, those of one conversation (key), or all
	// (endpoint). One of none, key, endpoint.
	Ordering string `json:"ordering"`
	// Maximum number of attempts per second; null for no limit.
	RateLimit *int `json:"rateLimit"`
	// Maximum number of concurrent calls.
	MaxInFlight int `json:"maxInFlight"`
	// Maximum number of events per call. 1: the body is one event; more: the body is a JSON
	// array of events.
	MaxBatch int `json:"maxBatch"`
	// Timeout of one call, in seconds.
	TimeoutSeconds int `json:"timeoutSeconds"`
	// When a failed event is retried: the name of a preset, or a list of pauses in seconds
	// before the second and later attempts (at most 20, each up to 7 days; an empty list
	// means one attempt). standard: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h;
	// svix: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h; fast: 1 s, 5 s, 15 s, 1 min, 5 min.
	// Each pause varies by a fifth.
	RetrySchedule any `json:"retrySchedule"`
	// Health of recent calls.
	Health EndpointHealth `json:"health"`
	// Problems of the receiver, current ones first; at most one of each kind.
	Notices []EndpointNotice `json:"notices"`
	// When the endpoint was created.
	CreatedAt time.Time `json:"createdAt"`
	// When the settings last changed.
	UpdatedAt time.Time `json:"updatedAt"`
	// Verifies the webhook-signature header (Standard Webhooks). Shown only once. Empty if
	// the signature is ed25519: use the public key to verify.
	Secret string `json:"secret"`
}

// WindowCost: see GET /v1/reports/window.
type WindowCost struct {
	// The sum of the prices that are known, for each currency.
	Sums []Price `json:"sums"`
	// Number of conversations whose price is not known; they are in no sum.
	Unknown int `json:"unknown"`
}

// WindowReport: see GET /v1/reports/window.
type WindowReport struct {
	// The windows end within so many minutes.
	WithinMinutes int `json:"withinMinutes"`
	// Number of conversations, at most 500.
	Count int `json:"count"`
	// Whether there may be others that were not counted.
	More bool `json:"more"`
	// The day on which prices of the rate card last changed; null if there is none.
	RateCard *string `json:"rateCard"`
	// If a template of the category utility had to reach each of them.
	Utility WindowCost `json:"utility"`
	// If a template of the category marketing had to reach each of them.
	Marketing WindowCost `json:"marketing"`
	// Up to 100 of them; whose window ends first comes first.
	Items []EndingWindow `json:"items"`
}

// Workplace: see GET /v1/me.
type Workplace struct {
	// Identifier of the workspace; send it in the header Crm-Workspace.
	ID string `json:"id"`
	// Name of the workspace.
	Name string `json:"name"`
	// false: a test workspace.
	Live bool `json:"live"`
	// Role of the person there.
	RoleID string `json:"roleId,omitempty"`
}

// Client is the service's API. Make it with NewClient.
type Client struct {
	// The language models that assistants use, their cost, and the daily budget.
	AI          *AIResource
	AIProviders *AIProvidersResource
	// API keys for your systems, each with its own scopes.
	APIKeys *APIKeysResource
	// Changes of many conversations at once, which can be undone.
	Actions *ActionsResource
	// Automated repliers, with their revisions, tests, evaluations and publications.
	Assistants *AssistantsResource
	// Every administrative act: who did what, when and from where. Nobody can change it.
	AuditLog     *AuditLogResource
	Availability *AvailabilityResource
	// One template that is sent to many: what it comes to, sending it, and what becomes of
	// it.
	Broadcasts *BroadcastsResource
	// What you mean to spend at most in a day or a month, with events when a part of it is
	// used up, and a hard stop.
	Budgets *BudgetsResource
	// Buttons of your own in conversations: they open a page of yours, or call your system.
	Buttons *ButtonsResource
	// Office hours of the business, with the days on which they differ.
	Calendars *CalendarsResource
	// Texts that people send again and again, for everybody or for a team.
	CannedReplies *CannedRepliesResource
	// What the provider charges for your messages: a ledger with one row for each that
	// arrived, and the rate cards that price them. This service adds nothing; you pay the
	// provider.
	Charges *ChargesResource
	// Opt-ins and opt-outs of contacts, with proof, and the words that contacts use for
	// them.
	Consent        *ConsentResource
	ContactFields  *ContactFieldsResource
	ContactImports *ContactImportsResource
	// The people you write to, with their phone numbers, tags and custom fields. Merge,
	// import and export them.
	Contacts *ContactsResource
	// The conversations between contacts and phone numbers, and their active speaker: an
	// assistant or a person.
	Conversations *ConversationsResource
	// What your contacts did elsewhere, such as a purchase, as you tell it. Broadcasts are
	// measured by it.
	Conversions *ConversionsResource
	DealFields  *DealFieldsResource
	DealImports *DealImportsResource
	// What makes and moves deals by itself.
	DealRules *DealRulesResource
	// What may be sold, on its way through the stages of a pipeline.
	Deals      *DealsResource
	Deliveries *DeliveriesResource
	// How the whole deployment stands, for operators: who runs it. Nothing here is content
	// or a name of a workspace.
	Deployment *DeploymentResource
	// Everything that happens in the workspace, as a list, a live stream or webhooks.
	Events  *EventsResource
	Factors *FactorsResource
	// The sources of the assistants' answers: articles, questions with answers, files and
	// web pages. Also the questions without evidence.
	Knowledge     *KnowledgeResource
	KnowledgeGaps *KnowledgeGapsResource
	// Words by which people sort conversations.
	Labels *LabelsResource
	// Files that you send or receive: images, videos, audio, documents and stickers.
	Media *MediaResource
	// Send messages of every type, alone or up to 1,000 at once, and follow each to its
	// final status.
	Messages *MessagesResource
	// Your accounts at the provider, with their phone numbers and templates.
	MessagingAccounts *MessagingAccountsResource
	// What you are told of: what became yours, who mentions you, who waits for you, what is
	// late.
	Notifications *NotificationsResource
	// What a business needs before it can send, how far it has come, and the badge beside
	// its name.
	Onboarding *OnboardingResource
	// Your phone numbers and their health.
	PhoneNumbers *PhoneNumbersResource
	// The stages that deals go through, and why deals are won and lost.
	Pipelines *PipelinesResource
	// What you promised to contacts. Each promise comes back by itself at its time.
	Promises *PromisesResource
	// What assistants would do in conversations, or did: people accept, reject or undo it.
	Proposals *ProposalsResource
	// What contacts think of the episodes of their conversations.
	Ratings      *RatingsResource
	Redeliveries *RedeliveriesResource
	// Figures of the workspace.
	Reports *ReportsResource
	// What people may do (scopes) and which conversations they see (reach).
	Roles *RolesResource
	// Where conversations go: rules, the skills and capacity of members, and how teams share
	// work.
	Routing        *RoutingResource
	SSOConnections *SSOConnectionsResource
	// The simulated customers of a test workspace. Look at their phones and let them write.
	Sandbox *SandboxResource
	// Messages, notes, contacts and deals by their words, in any language.
	Search *SearchResource
	// Groups of contacts by filters, with who is in them, how many, and why.
	Segments *SegmentsResource
	// How soon contacts are to be answered: policies, and the clocks of conversations.
	ServiceLevels *ServiceLevelsResource
	Sessions      *SessionsResource
	// Teams of people, with the phone numbers whose conversations come to them.
	Teams *TeamsResource
	// The message templates of your messaging accounts: drafts that you write here, and what
	// the provider has.
	Templates *TemplatesResource
	// The people who work here: roles, invitations, and what happens when somebody leaves.
	Users *UsersResource
	// Lists of conversations that people named.
	Views *ViewsResource
	// Where your events are delivered: subscriptions, secrets, deliveries, statistics and
	// redeliveries.
	WebhookEndpoints *WebhookEndpointsResource
}

func newClient(t *transport) *Client {
	return &Client{
		AI:                &AIResource{t},
		AIProviders:       &AIProvidersResource{t},
		APIKeys:           &APIKeysResource{t},
		Actions:           &ActionsResource{t},
		Assistants:        &AssistantsResource{t},
		AuditLog:          &AuditLogResource{t},
		Availability:      &AvailabilityResource{t},
		Broadcasts:        &BroadcastsResource{t},
		Budgets:           &BudgetsResource{t},
		Buttons:           &ButtonsResource{t},
		Calendars:         &CalendarsResource{t},
		CannedReplies:     &CannedRepliesResource{t},
		Charges:           &ChargesResource{t},
		Consent:           &ConsentResource{t},
		ContactFields:     &ContactFieldsResource{t},
		ContactImports:    &ContactImportsResource{t},
		Contacts:          &ContactsResource{t},
		Conversations:     &ConversationsResource{t},
		Conversions:       &ConversionsResource{t},
		DealFields:        &DealFieldsResource{t},
		DealImports:       &DealImportsResource{t},
		DealRules:         &DealRulesResource{t},
		Deals:             &DealsResource{t},
		Deliveries:        &DeliveriesResource{t},
		Deployment:        &DeploymentResource{t},
		Events:            &EventsResource{t},
		Factors:           &FactorsResource{t},
		Knowledge:         &KnowledgeResource{t},
		KnowledgeGaps:     &KnowledgeGapsResource{t},
		Labels:            &LabelsResource{t},
		Media:             &MediaResource{t},
		Messages:          &MessagesResource{t},
		MessagingAccounts: &MessagingAccountsResource{t},
		Notifications:     &NotificationsResource{t},
		Onboarding:        &OnboardingResource{t},
		PhoneNumbers:      &PhoneNumbersResource{t},
		Pipelines:         &PipelinesResource{t},
		Promises:          &PromisesResource{t},
		Proposals:         &ProposalsResource{t},
		Ratings:           &RatingsResource{t},
		Redeliveries:      &RedeliveriesResource{t},
		Reports:           &ReportsResource{t},
		Roles:             &RolesResource{t},
		Routing:           &RoutingResource{t},
		SSOConnections:    &SSOConnectionsResource{t},
		Sandbox:           &SandboxResource{t},
		Search:            &SearchResource{t},
		Segments:          &SegmentsResource{t},
		ServiceLevels:     &ServiceLevelsResource{t},
		Sessions:          &SessionsResource{t},
		Teams:             &TeamsResource{t},
		Templates:         &TemplatesResource{t},
		Users:             &UsersResource{t},
		Views:             &ViewsResource{t},
		WebhookEndpoints:  &WebhookEndpointsResource{t},
	}
}

// AIResource has the operations on ai.
type AIResource struct{ t *transport }

// AIProvidersResource has the operations on aiproviders.
type AIProvidersResource struct{ t *transport }

// APIKeysResource has the operations on API keys.
type APIKeysResource struct{ t *transport }

// ActionsResource has the operations on actions.
type ActionsResource struct{ t *transport }

// AssistantsResource has the operations on assistants.
type AssistantsResource struct{ t *transport }

// AuditLogResource has the operations on audit log.
type AuditLogResource struct{ t *transport }

// AvailabilityResource has the operations on availability.
type AvailabilityResource struct{ t *transport }

// BroadcastsResource has the operations on broadcasts.
type BroadcastsResource struct{ t *transport }

// BudgetsResource has the operations on budgets.
type BudgetsResource struct{ t *transport }

// ButtonsResource has the operations on buttons.
type ButtonsResource struct{ t *transport }

// CalendarsResource has the operations on calendars.
type CalendarsResource struct{ t *transport }

// CannedRepliesResource has the operations on canned replies.
type CannedRepliesResource struct{ t *transport }

// ChargesResource has the operations on charges.
type ChargesResource struct{ t *transport }

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

// ConversionsResource has the operations on conversions.
type ConversionsResource struct{ t *transport }

// DealFieldsResource has the operations on deal fields.
type DealFieldsResource struct{ t *transport }

// DealImportsResource has the operations on deal imports.
type DealImportsResource struct{ t *transport }

// DealRulesResource has the operations on deal rules.
type DealRulesResource struct{ t *transport }

// DealsResource has the operations on deals.
type DealsResource struct{ t *transport }

// DeliveriesResource has the operations on deliveries.
type DeliveriesResource struct{ t *transport }

// DeploymentResource has the operations on deployment.
type DeploymentResource struct{ t *transport }

// EventsResource has the operations on events.
type EventsResource struct{ t *transport }

// FactorsResource has the operations on factors.
type FactorsResource struct{ t *transport }

// KnowledgeResource has the operations on knowledge.
type KnowledgeResource struct{ t *transport }

// KnowledgeGapsResource has the operations on knowledge gaps.
type KnowledgeGapsResource struct{ t *transport }

// LabelsResource has the operations on labels.
type LabelsResource struct{ t *transport }

// MediaResource has the operations on media.
type MediaResource struct{ t *transport }

// MessagesResource has the operations on messages.
type MessagesResource struct{ t *transport }

// MessagingAccountsResource has the operations on messaging accounts.
type MessagingAccountsResource struct{ t *transport }

// NotificationsResource has the operations on notifications.
type NotificationsResource struct{ t *transport }

// OnboardingResource has the operations on onboarding.
type OnboardingResource struct{ t *transport }

// PhoneNumbersResource has the operations on phone numbers.
type PhoneNumbersResource struct{ t *transport }

// PipelinesResource has the operations on pipelines.
type PipelinesResource struct{ t *transport }

// PromisesResource has the operations on promises.
type PromisesResource struct{ t *transport }

// ProposalsResource has the operations on proposals.
type ProposalsResource struct{ t *transport }

// RatingsResource has the operations on ratings.
type RatingsResource struct{ t *transport }

// RedeliveriesResource has the operations on redeliveries.
type RedeliveriesResource struct{ t *transport }

// ReportsResource has the operations on reports.
type ReportsResource struct{ t *transport }

// RolesResource has the operations on roles.
type RolesResource struct{ t *transport }

// RoutingResource has the operations on routing.
type RoutingResource struct{ t *transport }

// SSOConnectionsResource has the operations on ssoconnections.
type SSOConnectionsResource struct{ t *transport }

// SandboxResource has the operations on sandbox.
type SandboxResource struct{ t *transport }

// SearchResource has the operations on search.
type SearchResource struct{ t *transport }

// SegmentsResource has the operations on segments.
type SegmentsResource struct{ t *transport }

// ServiceLevelsResource has the operations on service levels.
type ServiceLevelsResource struct{ t *transport }

// SessionsResource has the operations on sessions.
type SessionsResource struct{ t *transport }

// TeamsResource has the operations on teams.
type TeamsResource struct{ t *transport }

// TemplatesResource has the operations on templates.
type TemplatesResource struct{ t *transport }

// UsersResource has the operations on users.
type UsersResource struct{ t *transport }

// ViewsResource has the operations on views.
type ViewsResource struct{ t *transport }

// WebhookEndpointsResource has the operations on webhook endpoints.
type WebhookEndpointsResource struct{ t *transport }

// ListAICalls selects what Calls returns; all of it may be left out.
type ListAICalls struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only calls to this AI provider.
	ProviderID string
	// Only calls for this assistant.
	AssistantID string
	// Only calls for this conversation.
	ConversationID string
	// Only calls with this purpose. One of reply, test, evaluation, embedding, summary,
	// promise, proposal.
	Purpose string
	// Only failed calls.
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

// Calls calls GET /v1/ai/calls. List AI calls. Every call and every cache hit, newest
// first. They are kept for 90 days; the totals are kept longer.
func (r *AIResource) Calls(query ListAICalls, options ...CallOption) *List[AICall] {
	return list[AICall](r.t, "/v1/ai/calls", query.Cursor, query.fill, options)
}

// ListAINotices selects what Notices returns; all of it may be left out.
type ListAINotices struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
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

// Notices calls GET /v1/ai/notices. List AI notices. Budgets that are 50, 80 or 100 %
// used, and providers that are not called. Newest first.
func (r *AIResource) Notices(query ListAINotices, options ...CallOption) *List[AINotice] {
	return list[AINotice](r.t, "/v1/ai/notices", query.Cursor, query.fill, options)
}

// Settings calls GET /v1/ai/settings. Get the AI settings. The switch, the daily budget,
// and today's usage.
func (r *AIResource) Settings(ctx context.Context, options ...CallOption) (*AISettings, error) {
	c := r.t.newCall("GET", "/v1/ai/settings", options)
	out := &AISettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// UpdateSettings calls PATCH /v1/ai/settings. Change the AI settings. When the daily
// budget is used up, conversations go to people.
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
	// Last day (UTC); today by default. The period may have at most 366 days.
	To string
	// One or more of day, provider, model, assistant and purpose, separated by commas;
	// provider by default.
	GroupBy string
	// Only calls with this purpose; all by default. One of reply, test, evaluation,
	// embedding, summary, promise, proposal.
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

// Usage calls GET /v1/ai/usage. Get AI usage. Calls, failures, tokens, cost, latency and
// cache savings, by day, provider, model, assistant or purpose.
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
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
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

// List calls GET /v1/ai/providers. List AI providers. Oldest first, each with its
// health.
func (r *AIProvidersResource) List(query ListAIProviders, options ...CallOption) *List[AIProvider] {
	return list[AIProvider](r.t, "/v1/ai/providers", query.Cursor, query.fill, options)
}

// Create calls POST /v1/ai/providers. Add an AI provider. If one provider fails, the
// assistant asks the next one in its chain.
func (r *AIProvidersResource) Create(ctx context.Context, request CreateAIProvider, options ...CallOption) (*AIProvider, error) {
	c := r.t.newCall("POST", "/v1/ai/providers", options)
	c.body = request
	out := &AIProvider{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/ai/providers/{id}. Delete an AI provider. Chains continue
// without it. Its recorded usage stays.
func (r *AIProvidersResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/ai/providers/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/ai/providers/{id}. Get an AI provider. Its endpoint, model, prices
// and health.
func (r *AIProvidersResource) Get(ctx context.Context, id string, options ...CallOption) (*AIProvider, error) {
	c := r.t.newCall("GET", "/v1/ai/providers/"+segment(id), options)
	out := &AIProvider{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/ai/providers/{id}. Change an AI provider. Changes only the
// fields you send. A misconfigured provider is called again.
func (r *AIProvidersResource) Update(ctx context.Context, id string, request UpdateAIProvider, options ...CallOption) (*AIProvider, error) {
	c := r.t.newCall("PATCH", "/v1/ai/providers/"+segment(id), options)
	c.body = request
	out := &AIProvider{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Test calls POST /v1/ai/providers/{id}/test. Test an AI provider. Makes one small real
// call, for which the provider may charge. If the call succeeds, the recorded failures
// are cleared and the provider is called again.
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
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
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

// List calls GET /v1/api-keys. List API keys. Oldest first, without secrets. The list
// includes revoked and expired keys.
func (r *APIKeysResource) List(query ListAPIKeys, options ...CallOption) *List[APIKey] {
	return list[APIKey](r.t, "/v1/api-keys", query.Cursor, query.fill, options)
}

// Create calls POST /v1/api-keys. Create an API key. You cannot grant a scope that you
// do not have. The answer shows the key only once.
func (r *APIKeysResource) Create(ctx context.Context, request CreateAPIKey, options ...CallOption) (*APIKeyWithSecret, error) {
	c := r.t.newCall("POST", "/v1/api-keys", options)
	c.body = request
	out := &APIKeyWithSecret{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/api-keys/{id}. Revoke an API key. The key stops working at
// once.
func (r *APIKeysResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/api-keys/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Update calls PATCH /v1/api-keys/{id}. Change an API key. Changes only the fields you
// send. Requests from other networks are refused within a second.
func (r *APIKeysResource) Update(ctx context.Context, id string, request UpdateAPIKey, options ...CallOption) (*APIKey, error) {
	c := r.t.newCall("PATCH", "/v1/api-keys/"+segment(id), options)
	c.body = request
	out := &APIKey{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Rotate calls POST /v1/api-keys/{id}/rotate. Rotate an API key. Creates a new key with
// the same scopes. Both keys work until the overlap ends. The answer shows the new key
// only once.
func (r *APIKeysResource) Rotate(ctx context.Context, id string, request Overlap, options ...CallOption) (*APIKeyWithSecret, error) {
	c := r.t.newCall("POST", "/v1/api-keys/"+segment(id)+"/rotate", options)
	c.body = request
	out := &APIKeyWithSecret{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListActions selects what List returns; all of it may be left out.
type ListActions struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListActions) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/actions. List your actions. Newest first, for 30 days.
func (r *ActionsResource) List(query ListActions, options ...CallOption) *List[Action] {
	return list[Action](r.t, "/v1/actions", query.Cursor, query.fill, options)
}

// Create calls POST /v1/actions. Change many conversations at once. Each by the rules,
// and with the events, of a single change. What cannot be changed is skipped.
func (r *ActionsResource) Create(ctx context.Context, request CreateAction, options ...CallOption) (*Action, error) {
	c := r.t.newCall("POST", "/v1/actions", options)
	c.body = request
	out := &Action{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Get calls GET /v1/actions/{id}. Get an action. Your own; with users:write and the
// whole reach, anybody's.
func (r *ActionsResource) Get(ctx context.Context, id string, options ...CallOption) (*Action, error) {
	c := r.t.newCall("GET", "/v1/actions/"+segment(id), options)
	out := &Action{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Undo calls POST /v1/actions/{id}/undo. Undo an action. Within 24 hours, once. Sets
// back the conversations that nobody touched since.
func (r *ActionsResource) Undo(ctx context.Context, id string, options ...CallOption) (*Action, error) {
	c := r.t.newCall("POST", "/v1/actions/"+segment(id)+"/undo", options)
	out := &Action{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ClearCache calls DELETE /v1/assistant-cache. Delete all cached answers. Every
// assistant then answers from the knowledge and the models again. Use this if a cached
// answer is wrong.
func (r *AssistantsResource) ClearCache(ctx context.Context, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/assistant-cache", options)
	return r.t.do(ctx, c, nil)
}

// Cache calls GET /v1/assistant-cache. Count cached answers. See AI usage for cache hits
// and savings.
func (r *AssistantsResource) Cache(ctx context.Context, options ...CallOption) (*AssistantCache, error) {
	c := r.t.newCall("GET", "/v1/assistant-cache", options)
	out := &AssistantCache{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Settings calls GET /v1/assistant-settings. Get the assistant settings. The emergency
// stop, the phone numbers without an assistant, and the time after which a conversation
// returns to the assistant.
func (r *AssistantsResource) Settings(ctx context.Context, options ...CallOption) (*AssistantSettings, error) {
	c := r.t.newCall("GET", "/v1/assistant-settings", options)
	out := &AssistantSettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// UpdateSettings calls PATCH /v1/assistant-settings. Change the assistant settings. A
// stop takes effect at once, even for replies in progress.
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
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
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

// Create calls POST /v1/assistants. Create an assistant. The assistant replies to
// contacts on its phone numbers, using the workspace's knowledge, until a person takes
// over. Its first revision is live at once.
func (r *AssistantsResource) Create(ctx context.Context, request CreateAssistant, options ...CallOption) (*AssistantDetail, error) {
	c := r.t.newCall("POST", "/v1/assistants", options)
	c.body = request
	out := &AssistantDetail{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/assistants/{id}. Delete an assistant. The assistant stops
// replying at once. Its messages keep the numbers of its revisions. An assistant that
// the rules of routing name cannot be deleted.
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

// Update calls PATCH /v1/assistants/{id}. Change an assistant. Changes to name, phone
// numbers and enabled take effect at once. A changed configuration creates a new
// revision, which stays a draft until you publish it.
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
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
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

// Evaluations calls GET /v1/assistants/{id}/evaluations. List evaluations. Newest first.
// Ended evaluations are kept for 90 days.
func (r *AssistantsResource) Evaluations(id string, query ListAssistantEvaluations, options ...CallOption) *List[Evaluation] {
	return list[Evaluation](r.t, "/v1/assistants/"+segment(id)+"/evaluations", query.Cursor, query.fill, options)
}

// Evaluate calls POST /v1/assistants/{id}/evaluations. Evaluate a revision. Asks a
// revision and the live revision the same questions in the background. The questions
// come from past conversations with the answers of people, or from the request. Nothing
// is sent and no answer is cached. Calls to AI providers are real: they cost money and
// count toward the budget. Source conversations also needs messages:read.
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
// an evaluation. Deletes its questions and answers too. A publication based on it keeps
// the table.
func (r *AssistantsResource) DeleteEvaluation(ctx context.Context, id string, evaluationId string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/assistants/"+segment(id)+"/evaluations/"+segment(evaluationId), options)
	return r.t.do(ctx, c, nil)
}

// Evaluation calls GET /v1/assistants/{id}/evaluations/{evaluationId}. Get an
// evaluation. Its progress and, once completed, its table: the values of both revisions
// with 95 % confidence intervals, and whether the difference can be told from chance.
func (r *AssistantsResource) Evaluation(ctx context.Context, id string, evaluationId string, options ...CallOption) (*Evaluation, error) {
	c := r.t.newCall("GET", "/v1/assistants/"+segment(id)+"/evaluations/"+segment(evaluationId), options)
	out := &Evaluation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// CancelEvaluation calls POST /v1/assistants/{id}/evaluations/{evaluationId}/cancel.
// Cancel an evaluation. No more questions are asked. An ended evaluation stays.
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
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
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
// the questions of an evaluation. In order, with the answers of both revisions.
// Questions from conversations also need messages:read.
func (r *AssistantsResource) EvaluationItems(id string, evaluationId string, query ListAssistantEvaluationItems, options ...CallOption) *List[EvaluationItem] {
	return list[EvaluationItem](r.t, "/v1/assistants/"+segment(id)+"/evaluations/"+segment(evaluationId)+"/items", query.Cursor, query.fill, options)
}

// ListAssistantEvaluationProblems selects what EvaluationProblems returns; all of it may be left out.
type ListAssistantEvaluationProblems struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListAssistantEvaluationProblems) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// EvaluationProblems calls GET /v1/assistants/{id}/evaluations/{evaluationId}/problems.
// List the problems of an evaluation. Questions without a result, in order.
func (r *AssistantsResource) EvaluationProblems(id string, evaluationId string, query ListAssistantEvaluationProblems, options ...CallOption) *List[RunProblem] {
	return list[RunProblem](r.t, "/v1/assistants/"+segment(id)+"/evaluations/"+segment(evaluationId)+"/problems", query.Cursor, query.fill, options)
}

// ListAssistantPublications selects what Publications returns; all of it may be left out.
type ListAssistantPublications struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
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

// Publications calls GET /v1/assistants/{id}/publications. List publications. Which
// revision was published, when, by whom, and with which table. Newest first.
func (r *AssistantsResource) Publications(id string, query ListAssistantPublications, options ...CallOption) *List[Publication] {
	return list[Publication](r.t, "/v1/assistants/"+segment(id)+"/publications", query.Cursor, query.fill, options)
}

// Publish calls POST /v1/assistants/{id}/publish. Publish a revision. Makes the draft,
// or an earlier revision, live. It replies to messages that arrive from now on. Name the
// newest evaluation that compares this revision with the live one, or set
// withoutEvaluation and give a reason. Who published it, the time and the evaluation's
// table are recorded.
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
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
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

// Revision calls GET /v1/assistants/{id}/revisions/{number}. Get a revision of an
// assistant. Its configuration, its last publication, and its newest completed
// evaluation.
func (r *AssistantsResource) Revision(ctx context.Context, id string, number string, options ...CallOption) (*AssistantRevision, error) {
	c := r.t.newCall("GET", "/v1/assistants/"+segment(id)+"/revisions/"+segment(number), options)
	out := &AssistantRevision{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Test calls POST /v1/assistants/{id}/test. Test an assistant. Answers a question as the
// assistant would, and shows the passages, prompt, cache, calls, answer and output gate.
// Nothing is sent. Calls to AI providers are real: they cost money and count toward the
// budget.
func (r *AssistantsResource) Test(ctx context.Context, id string, request TestAssistant, options ...CallOption) (*AssistantTestResult, error) {
	c := r.t.newCall("POST", "/v1/assistants/"+segment(id)+"/test", options)
	c.body = request
	out := &AssistantTestResult{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListAuditLog selects what List returns; all of it may be left out.
type ListAuditLog struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only this action, such as api_key.created, or all of a noun, such as api_key.*.
	Action string
	// Only acts of this type of actor. One of contact, api_key, user, assistant, operator,
	// import, provider, system.
	ActorType string
	// Only acts of this actor.
	ActorID string
	// Only acts on this type of target, such as api_key.
	TargetType string
	// Only acts on this target.
	TargetID string
	// Only acts at or after this time.
	Since time.Time
	// Only acts before this time.
	Until time.Time
}

func (q ListAuditLog) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.Action != "" {
		c.query.Set("action", q.Action)
	}
	if q.ActorType != "" {
		c.query.Set("actorType", q.ActorType)
	}
	if q.ActorID != "" {
		c.query.Set("actorId", q.ActorID)
	}
	if q.TargetType != "" {
		c.query.Set("targetType", q.TargetType)
	}
	if q.TargetID != "" {
		c.query.Set("targetId", q.TargetID)
	}
	if !q.Since.IsZero() {
		c.query.Set("since", q.Since.UTC().Format(time.RFC3339Nano))
	}
	if !q.Until.IsZero() {
		c.query.Set("until", q.Until.UTC().Format(time.RFC3339Nano))
	}
}

// List calls GET /v1/audit-log. List the audit log. Newest first. Every act has the hash
// of the act before, so that a change of the stored log is found: see crm audit verify.
func (r *AuditLogResource) List(query ListAuditLog, options ...CallOption) *List[AuditAct] {
	return list[AuditAct](r.t, "/v1/audit-log", query.Cursor, query.fill, options)
}

// ListAvailability selects what List returns; all of it may be left out.
type ListAvailability struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only members of this team.
	TeamID string
}

func (q ListAvailability) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.TeamID != "" {
		c.query.Set("teamId", q.TeamID)
	}
}

// List calls GET /v1/availability. List who takes conversations. Active members with
// their availability, by user. Who sees some teams only sees their colleagues.
func (r *AvailabilityResource) List(query ListAvailability, options ...CallOption) *List[Availability] {
	return list[Availability](r.t, "/v1/availability", query.Cursor, query.fill, options)
}

// Get calls GET /v1/users/{id}/availability. Get whether a member takes conversations.
// As it is now.
func (r *AvailabilityResource) Get(ctx context.Context, id string, options ...CallOption) (*Availability, error) {
	c := r.t.newCall("GET", "/v1/users/"+segment(id)+"/availability", options)
	out := &Availability{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Set calls PUT /v1/users/{id}/availability. Say whether a member takes conversations.
// Your own, or with teams:write that of a colleague; and how many conversations they
// get. Conversations that the member has stay where they are, unless requeueAfterMinutes
// of the settings of routing says otherwise.
func (r *AvailabilityResource) Set(ctx context.Context, id string, request SetAvailability, options ...CallOption) (*Availability, error) {
	c := r.t.newCall("PUT", "/v1/users/"+segment(id)+"/availability", options)
	c.body = request
	out := &Availability{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListAvailabilityLog selects what Log returns; all of it may be left out.
type ListAvailabilityLog struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListAvailabilityLog) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Log calls GET /v1/users/{id}/availability/log. List the availability of a member over
// time. Newest first: each time when another status was said or another capacity set.
// Your own, or with users:read that of a colleague.
func (r *AvailabilityResource) Log(id string, query ListAvailabilityLog, options ...CallOption) *List[AvailabilitySpan] {
	return list[AvailabilitySpan](r.t, "/v1/users/"+segment(id)+"/availability/log", query.Cursor, query.fill, options)
}

// ListBroadcasts selects what List returns; all of it may be left out.
type ListBroadcasts struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only broadcasts with this status. One of draft, scheduled, running, paused, completed,
	// canceled.
	Status string
}

func (q ListBroadcasts) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.Status != "" {
		c.query.Set("status", q.Status)
	}
}

// List calls GET /v1/broadcasts. List broadcasts. Newest first, without why people were
// left out: read one for that.
func (r *BroadcastsResource) List(query ListBroadcasts, options ...CallOption) *List[Broadcast] {
	return list[Broadcast](r.t, "/v1/broadcasts", query.Cursor, query.fill, options)
}

// Create calls POST /v1/broadcasts. Create a broadcast. Makes a draft; nothing is sent
// until you start it. Its audience is expanded in the background: each person once, and
// who cannot or must not get it is left out with the reason.
func (r *BroadcastsResource) Create(ctx context.Context, request CreateBroadcast, options ...CallOption) (*Broadcast, error) {
	c := r.t.newCall("POST", "/v1/broadcasts", options)
	c.body = request
	out := &Broadcast{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// CreateFromTable calls POST /v1/broadcasts/from-table. Create a broadcast from a table.
// Makes a draft whose audience is a CSV table, as JSON, or as multipart/form-data with
// the parts options (JSON, first) and file, up to 512 MiB. The first row names the
// columns: to (or phone), and the parameters of the template; {{1}} is named 1. The
// table is stored and then read in the background, each row exactly once. Every row that
// gets nothing is listed among the recipients with its line and the reason.
func (r *BroadcastsResource) CreateFromTable(ctx context.Context, request CreateBroadcastFromTable, options ...CallOption) (*Broadcast, error) {
	c := r.t.newCall("POST", "/v1/broadcasts/from-table", options)
	c.body = request
	out := &Broadcast{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/broadcasts/{id}. Delete a broadcast. Only a draft can be
// deleted.
func (r *BroadcastsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/broadcasts/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/broadcasts/{id}. Get a broadcast. Its status, and what became of its
// recipients so far. A second may pass until something is counted.
func (r *BroadcastsResource) Get(ctx context.Context, id string, options ...CallOption) (*Broadcast, error) {
	c := r.t.newCall("GET", "/v1/broadcasts/"+segment(id), options)
	out := &Broadcast{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/broadcasts/{id}. Change a broadcast. Changes the fields you
// send of a draft, and prepares it anew where that matters. What fills the template is
// replaced as a whole where you send templateName. While a broadcast is paused, its
// limits can be changed.
func (r *BroadcastsResource) Update(ctx context.Context, id string, request UpdateBroadcast, options ...CallOption) (*Broadcast, error) {
	c := r.t.newCall("PATCH", "/v1/broadcasts/"+segment(id), options)
	c.body = request
	out := &Broadcast{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Cancel calls POST /v1/broadcasts/{id}/cancel. Cancel a broadcast. No message more is
// accepted, and those that wait for the phone number are canceled. What has left goes
// on.
func (r *BroadcastsResource) Cancel(ctx context.Context, id string, options ...CallOption) (*Broadcast, error) {
	c := r.t.newCall("POST", "/v1/broadcasts/"+segment(id)+"/cancel", options)
	out := &Broadcast{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Failures calls GET /v1/broadcasts/{id}/failures. List why recipients of a broadcast
// failed. How many recipients have failed now, by the reason, with what to do next and
// whether the same may be sent again: retry the broadcast for that.
func (r *BroadcastsResource) Failures(ctx context.Context, id string, options ...CallOption) (*BroadcastFailures, error) {
	c := r.t.newCall("GET", "/v1/broadcasts/"+segment(id)+"/failures", options)
	out := &BroadcastFailures{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Forecast calls GET /v1/broadcasts/{id}/forecast. Forecast a broadcast. What it comes
// to as things are now: who gets it, who is left out and why, what it costs at list
// price by market, and how long it takes. Waits up to five seconds for the audience to
// be expanded; prepared says whether it is.
func (r *BroadcastsResource) Forecast(ctx context.Context, id string, options ...CallOption) (*BroadcastForecast, error) {
	c := r.t.newCall("GET", "/v1/broadcasts/"+segment(id)+"/forecast", options)
	out := &BroadcastForecast{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Pause calls POST /v1/broadcasts/{id}/pause. Pause a broadcast. No message more is
// accepted. At most a quarter of a second's worth of messages waits for the phone
// number; these are sent all the same. One that waits for its time waits until it is
// resumed.
func (r *BroadcastsResource) Pause(ctx context.Context, id string, options ...CallOption) (*Broadcast, error) {
	c := r.t.newCall("POST", "/v1/broadcasts/"+segment(id)+"/pause", options)
	out := &Broadcast{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListBroadcastRecipients selects what Recipients returns; all of it may be left out.
type ListBroadcastRecipients struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only recipients in this state. One of excluded, queued, sending, sent, delivered,
	// read, failed, canceled, held_out, waiting_for_winner.
	State string
}

func (q ListBroadcastRecipients) fill(c *call) {
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

// Recipients calls GET /v1/broadcasts/{id}/recipients. List the recipients of a
// broadcast. In the order of the audience, each with its message, or why there is none.
// Duplicates are counted only.
func (r *BroadcastsResource) Recipients(id string, query ListBroadcastRecipients, options ...CallOption) *List[BroadcastRecipient] {
	return list[BroadcastRecipient](r.t, "/v1/broadcasts/"+segment(id)+"/recipients", query.Cursor, query.fill, options)
}

// Results calls GET /v1/broadcasts/{id}/results. Get the results of a broadcast. What
// became of each variant and of who is held out, with 95% intervals. A winner is named
// once, when every window is over, and only if the sample is full and the interval of
// the difference does not have 0. Whoever decides by a look before finds differences
// more often than there are any.
func (r *BroadcastsResource) Results(ctx context.Context, id string, options ...CallOption) (*BroadcastResults, error) {
	c := r.t.newCall("GET", "/v1/broadcasts/"+segment(id)+"/results", options)
	out := &BroadcastResults{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Resume calls POST /v1/broadcasts/{id}/resume. Resume a broadcast. It goes on where it
// stopped.
func (r *BroadcastsResource) Resume(ctx context.Context, id string, options ...CallOption) (*Broadcast, error) {
	c := r.t.newCall("POST", "/v1/broadcasts/"+segment(id)+"/resume", options)
	out := &Broadcast{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Retry calls POST /v1/broadcasts/{id}/retry. Retry a broadcast. Sends a completed
// broadcast again, once each, to the recipients whose failure's reason says that the
// same may be sent again: safe, or later if its retryAfterSeconds have passed. All
// others stay failed. Limits, budgets and consent hold as before.
func (r *BroadcastsResource) Retry(ctx context.Context, id string, options ...CallOption) (*Broadcast, error) {
	c := r.t.newCall("POST", "/v1/broadcasts/"+segment(id)+"/retry", options)
	out := &Broadcast{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Start calls POST /v1/broadcasts/{id}/start. Start a broadcast. Begins to send a draft,
// or arms it for its scheduledAt. If its audience is still expanded, it begins when that
// is done.
func (r *BroadcastsResource) Start(ctx context.Context, id string, options ...CallOption) (*Broadcast, error) {
	c := r.t.newCall("POST", "/v1/broadcasts/"+segment(id)+"/start", options)
	out := &Broadcast{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Test calls POST /v1/broadcasts/{id}/test. Send a test of a broadcast. Sends its
// template to one person, such as yourself. The message costs what any does, and counts
// nowhere in the broadcast.
func (r *BroadcastsResource) Test(ctx context.Context, id string, request TestBroadcast, options ...CallOption) (*SendResult, error) {
	c := r.t.newCall("POST", "/v1/broadcasts/"+segment(id)+"/test", options)
	c.body = request
	out := &SendResult{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListBudgets selects what List returns; all of it may be left out.
type ListBudgets struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListBudgets) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/budgets. List budgets. In the order of their creation.
func (r *BudgetsResource) List(query ListBudgets, options ...CallOption) *List[Budget] {
	return list[Budget](r.t, "/v1/budgets", query.Cursor, query.fill, options)
}

// Create calls POST /v1/budgets. Create a budget. It counts what was spent of its period
// before, too. A hard stop applies about two seconds after it is reached.
func (r *BudgetsResource) Create(ctx context.Context, request CreateBudget, options ...CallOption) (*Budget, error) {
	c := r.t.newCall("POST", "/v1/budgets", options)
	c.body = request
	out := &Budget{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/budgets/{id}. Delete a budget. A stop that it made ends.
func (r *BudgetsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/budgets/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/budgets/{id}. Get a budget. With how much of it is used up in the
// period that is now.
func (r *BudgetsResource) Get(ctx context.Context, id string, options ...CallOption) (*BudgetDetail, error) {
	c := r.t.newCall("GET", "/v1/budgets/"+segment(id), options)
	out := &BudgetDetail{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/budgets/{id}. Change a budget. Changes only the fields you
// send. A stop that it made ends, and begins again within about two seconds if the
// budget is still used up.
func (r *BudgetsResource) Update(ctx context.Context, id string, request UpdateBudget, options ...CallOption) (*Budget, error) {
	c := r.t.newCall("PATCH", "/v1/budgets/"+segment(id), options)
	c.body = request
	out := &Budget{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListButtons selects what List returns; all of it may be left out.
type ListButtons struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListButtons) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/action-buttons. List buttons. All of the workspace, oldest first.
func (r *ButtonsResource) List(query ListButtons, options ...CallOption) *List[Button] {
	return list[Button](r.t, "/v1/action-buttons", query.Cursor, query.fill, options)
}

// Create calls POST /v1/action-buttons. Create a button. The answer shows the secret of
// a post button only once.
func (r *ButtonsResource) Create(ctx context.Context, request CreateButton, options ...CallOption) (*ButtonWithSecret, error) {
	c := r.t.newCall("POST", "/v1/action-buttons", options)
	c.body = request
	out := &ButtonWithSecret{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/action-buttons/{id}. Delete a button. Its presses are listed
// no more. What they did stays.
func (r *ButtonsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/action-buttons/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/action-buttons/{id}. Get a button. With what may be told of its
// secrets.
func (r *ButtonsResource) Get(ctx context.Context, id string, options ...CallOption) (*Button, error) {
	c := r.t.newCall("GET", "/v1/action-buttons/"+segment(id), options)
	out := &Button{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/action-buttons/{id}. Change a button. Changes only the fields
// you send.
func (r *ButtonsResource) Update(ctx context.Context, id string, request UpdateButton, options ...CallOption) (*Button, error) {
	c := r.t.newCall("PATCH", "/v1/action-buttons/"+segment(id), options)
	c.body = request
	out := &Button{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListButtonPresses selects what Presses returns; all of it may be left out.
type ListButtonPresses struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListButtonPresses) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Presses calls GET /v1/action-buttons/{id}/presses. List the presses of a button.
// Newest first, for 30 days.
func (r *ButtonsResource) Presses(id string, query ListButtonPresses, options ...CallOption) *List[Press] {
	return list[Press](r.t, "/v1/action-buttons/"+segment(id)+"/presses", query.Cursor, query.fill, options)
}

// RotateSecret calls POST /v1/action-buttons/{id}/rotate-secret. Rotate the secret of a
// button. Both secrets sign until the overlap ends. The answer shows the new one only
// once.
func (r *ButtonsResource) RotateSecret(ctx context.Context, id string, request RotateButtonSecret, options ...CallOption) (*ButtonWithSecret, error) {
	c := r.t.newCall("POST", "/v1/action-buttons/"+segment(id)+"/rotate-secret", options)
	c.body = request
	out := &ButtonWithSecret{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListConversationButtons selects what OfConversation returns; all of it may be left out.
type ListConversationButtons struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListConversationButtons) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// OfConversation calls GET /v1/conversations/{id}/buttons. List the buttons of a
// conversation. Those that you may press there, oldest first. A page may be short
// although more follow.
func (r *ButtonsResource) OfConversation(id string, query ListConversationButtons, options ...CallOption) *List[ConversationButton] {
	return list[ConversationButton](r.t, "/v1/conversations/"+segment(id)+"/buttons", query.Cursor, query.fill, options)
}

// Press calls POST /v1/conversations/{id}/buttons/{buttonId}/press. Press a button.
// Calls the system behind a post button, waits up to 10 seconds, and applies its answer
// as far as you may. A call that fails is a press with an error.
func (r *ButtonsResource) Press(ctx context.Context, id string, buttonId string, options ...CallOption) (*Press, error) {
	c := r.t.newCall("POST", "/v1/conversations/"+segment(id)+"/buttons/"+segment(buttonId)+"/press", options)
	out := &Press{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListCalendars selects what List returns; all of it may be left out.
type ListCalendars struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListCalendars) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/calendars. List calendars. Oldest first.
func (r *CalendarsResource) List(query ListCalendars, options ...CallOption) *List[Calendar] {
	return list[Calendar](r.t, "/v1/calendars", query.Cursor, query.fill, options)
}

// Create calls POST /v1/calendars. Create a calendar. Office hours of the week in a time
// zone, with exceptions by day. A workspace has at most 100 calendars.
func (r *CalendarsResource) Create(ctx context.Context, request CreateCalendar, options ...CallOption) (*Calendar, error) {
	c := r.t.newCall("POST", "/v1/calendars", options)
	c.body = request
	out := &Calendar{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/calendars/{id}. Delete a calendar. With all of its versions. A
// calendar that routing names cannot be deleted.
func (r *CalendarsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/calendars/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/calendars/{id}. Get a calendar. With its hours and exceptions.
func (r *CalendarsResource) Get(ctx context.Context, id string, options ...CallOption) (*Calendar, error) {
	c := r.t.newCall("GET", "/v1/calendars/"+segment(id), options)
	out := &Calendar{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/calendars/{id}. Change a calendar. Changes only the fields you
// send; a list replaces the whole list. Each change makes a new version.
func (r *CalendarsResource) Update(ctx context.Context, id string, request UpdateCalendar, options ...CallOption) (*Calendar, error) {
	c := r.t.newCall("PATCH", "/v1/calendars/"+segment(id), options)
	c.body = request
	out := &Calendar{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// PreviewHolidays calls POST /v1/calendars/{id}/holiday-previews. Read holidays from a
// file. Returns the days of an iCalendar file and stores nothing. Public files have
// observances among the holidays, so choose the days on which you are closed and add
// them to the exceptions. Events of several days count with up to 31 days; yearly rules
// are read, other rules give the first day only.
func (r *CalendarsResource) PreviewHolidays(ctx context.Context, id string, request PreviewHolidays, options ...CallOption) (*HolidayPreview, error) {
	c := r.t.newCall("POST", "/v1/calendars/"+segment(id)+"/holiday-previews", options)
	c.body = request
	out := &HolidayPreview{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// GetCalendarOpenings selects what Openings returns; all of it may be left out.
type GetCalendarOpenings struct {
	// First day in the calendar's time zone, such as 2026-12-21; today by default.
	From string
	// Last day, at most 366 days in all; six days after from by default.
	To string
}

func (q GetCalendarOpenings) fill(c *call) {
	if q.From != "" {
		c.query.Set("from", q.From)
	}
	if q.To != "" {
		c.query.Set("to", q.To)
	}
}

// Openings calls GET /v1/calendars/{id}/openings. Get the openings of a calendar. Shows
// what the hours mean: when the business opens and closes on each day, where the clock
// changes too.
func (r *CalendarsResource) Openings(ctx context.Context, id string, query GetCalendarOpenings, options ...CallOption) (*CalendarOpenings, error) {
	c := r.t.newCall("GET", "/v1/calendars/"+segment(id)+"/openings", options)
	query.fill(c)
	out := &CalendarOpenings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListCannedReplies selects what List returns; all of it may be left out.
type ListCannedReplies struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only replies whose shortcut begins with this, in any case.
	Shortcut string
}

func (q ListCannedReplies) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.Shortcut != "" {
		c.query.Set("shortcut", q.Shortcut)
	}
}

// List calls GET /v1/canned-replies. List canned replies. Those for everybody and for
// your teams, by shortcut.
func (r *CannedRepliesResource) List(query ListCannedReplies, options ...CallOption) *List[CannedReply] {
	return list[CannedReply](r.t, "/v1/canned-replies", query.Cursor, query.fill, options)
}

// Create calls POST /v1/canned-replies. Create a canned reply. For everybody, or for a
// team. Who sees some teams only creates replies for those.
func (r *CannedRepliesResource) Create(ctx context.Context, request CreateCannedReply, options ...CallOption) (*CannedReply, error) {
	c := r.t.newCall("POST", "/v1/canned-replies", options)
	c.body = request
	out := &CannedReply{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/canned-replies/{id}. Delete a canned reply. Messages that were
// sent with it stay.
func (r *CannedRepliesResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/canned-replies/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/canned-replies/{id}. Get a canned reply. If it is for everybody or
// for your teams.
func (r *CannedRepliesResource) Get(ctx context.Context, id string, options ...CallOption) (*CannedReply, error) {
	c := r.t.newCall("GET", "/v1/canned-replies/"+segment(id), options)
	out := &CannedReply{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/canned-replies/{id}. Change a canned reply. Changes only the
// fields you send.
func (r *CannedRepliesResource) Update(ctx context.Context, id string, request UpdateCannedReply, options ...CallOption) (*CannedReply, error) {
	c := r.t.newCall("PATCH", "/v1/canned-replies/"+segment(id), options)
	c.body = request
	out := &CannedReply{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Fill calls POST /v1/canned-replies/{id}/fill. Fill in a canned reply. Shows the text
// as it reads in a conversation. Sends nothing. {{agent.…}} is the signed-in user; an
// API key has none.
func (r *CannedRepliesResource) Fill(ctx context.Context, id string, request FillCannedReply, options ...CallOption) (*FilledCannedReply, error) {
	c := r.t.newCall("POST", "/v1/canned-replies/"+segment(id)+"/fill", options)
	c.body = request
	out := &FilledCannedReply{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListCharges selects what List returns; all of it may be left out.
type ListCharges struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only charges of this message.
	MessageID string
	// Only charges from this time on, for example 2026-11-01T00:00:00Z.
	From time.Time
	// Only charges before this time.
	To time.Time
}

func (q ListCharges) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.MessageID != "" {
		c.query.Set("messageId", q.MessageID)
	}
	if !q.From.IsZero() {
		c.query.Set("from", q.From.UTC().Format(time.RFC3339Nano))
	}
	if !q.To.IsZero() {
		c.query.Set("to", q.To.UTC().Format(time.RFC3339Nano))
	}
}

// List calls GET /v1/charges. List charges. The rows of the ledger, newest first. A
// message is booked when it is delivered or read, whichever the provider tells first; a
// few seconds may pass.
func (r *ChargesResource) List(query ListCharges, options ...CallOption) *List[BookedCharge] {
	return list[BookedCharge](r.t, "/v1/charges", query.Cursor, query.fill, options)
}

// ListReconciliations selects what Reconciliations returns; all of it may be left out.
type ListReconciliations struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListReconciliations) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Reconciliations calls GET /v1/charges/reconciliations. List reconciliations. Newest
// first. They are kept for 400 days after their end.
func (r *ChargesResource) Reconciliations(query ListReconciliations, options ...CallOption) *List[Reconciliation] {
	return list[Reconciliation](r.t, "/v1/charges/reconciliations", query.Cursor, query.fill, options)
}

// Reconcile calls POST /v1/charges/reconciliations. Compare charges with the provider.
// Compares the ledger of a messaging account with what the provider says that it
// charged, in the background: by its API, or by an invoice that you send. Nothing is
// changed.
func (r *ChargesResource) Reconcile(ctx context.Context, request CreateReconciliation, options ...CallOption) (*Reconciliation, error) {
	c := r.t.newCall("POST", "/v1/charges/reconciliations", options)
	c.body = request
	out := &Reconciliation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Reconciliation calls GET /v1/charges/reconciliations/{id}. Get a reconciliation. How
// far it has come and, once completed, what both sides add up to and why they differ.
func (r *ChargesResource) Reconciliation(ctx context.Context, id string, options ...CallOption) (*Reconciliation, error) {
	c := r.t.newCall("GET", "/v1/charges/reconciliations/"+segment(id), options)
	out := &Reconciliation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListChargeDifferences selects what Differences returns; all of it may be left out.
type ListChargeDifferences struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only differences of this cause. One of status_missing, not_sent_here, not_charged,
	// not_yet_charged, category_differs, free_differs, market_differs, day_differs,
	// price_differs, volume_tier, price_unknown.
	Cause string
}

func (q ListChargeDifferences) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.Cause != "" {
		c.query.Set("cause", q.Cause)
	}
}

// Differences calls GET /v1/charges/reconciliations/{id}/differences. List differences.
// What the ledger and the provider say different things of, in the order of days, each
// with its likely cause and messages behind it.
func (r *ChargesResource) Differences(id string, query ListChargeDifferences, options ...CallOption) *List[ChargeDifference] {
	return list[ChargeDifference](r.t, "/v1/charges/reconciliations/"+segment(id)+"/differences", query.Cursor, query.fill, options)
}

// GetChargeSavings selects what Savings returns; all of it may be left out.
type GetChargeSavings struct {
	// The first day, for example 2026-11-01; 29 days before the last one by default.
	From string
	// The last day; today by default. A period has 92 days at most.
	To string
}

func (q GetChargeSavings) fill(c *call) {
	if q.From != "" {
		c.query.Set("from", q.From)
	}
	if q.To != "" {
		c.query.Set("to", q.To)
	}
}

// Savings calls GET /v1/charges/savings. Get what could have been saved. Messages of a
// period that could have cost nothing, by cause, with what the ledger has of them. The
// ledger of the period is looked at, newest first, for about 3 seconds at most.
func (r *ChargesResource) Savings(ctx context.Context, query GetChargeSavings, options ...CallOption) (*ChargeSavings, error) {
	c := r.t.newCall("GET", "/v1/charges/savings", options)
	query.fill(c)
	out := &ChargeSavings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListSavingMessages selects what SavingMessages returns; all of it may be left out.
type ListSavingMessages struct {
	// The first day, for example 2026-11-01; 29 days before the last one by default.
	From string
	// The last day; today by default. A period has 92 days at most.
	To string
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListSavingMessages) fill(c *call) {
	if q.From != "" {
		c.query.Set("from", q.From)
	}
	if q.To != "" {
		c.query.Set("to", q.To)
	}
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// SavingMessages calls GET /v1/charges/savings/{cause}/messages. List messages that
// could have cost nothing. Those of one cause, the last booked first. A page looks at
// 5,000 charges at most, so it may have fewer items than limit even if nextCursor is not
// null.
func (r *ChargesResource) SavingMessages(cause string, query ListSavingMessages, options ...CallOption) *List[SavingMessage] {
	return list[SavingMessage](r.t, "/v1/charges/savings/"+segment(cause)+"/messages", query.Cursor, query.fill, options)
}

// SummarizeCharges selects what Summarize returns; all of it may be left out.
type SummarizeCharges struct {
	// By what charges are summed up. One of day, month, category, market, phoneNumber,
	// template, broadcast, assistant, rule, label.
	GroupBy string
	// The first day, for example 2026-11-01; 29 days before the last one by default.
	From string
	// The last day; today by default. A period has 366 days at most.
	To string
}

func (q SummarizeCharges) fill(c *call) {
	if q.GroupBy != "" {
		c.query.Set("groupBy", q.GroupBy)
	}
	if q.From != "" {
		c.query.Set("from", q.From)
	}
	if q.To != "" {
		c.query.Set("to", q.To)
	}
}

// Summarize calls GET /v1/charges/summary. Summarize charges. What the charges of a
// period add up to. The sums are kept, so asking costs the same however long the ledger
// is. By label, a charge whose conversation has several labels counts with each of them.
func (r *ChargesResource) Summarize(ctx context.Context, query SummarizeCharges, options ...CallOption) (*ChargeSummary, error) {
	c := r.t.newCall("GET", "/v1/charges/summary", options)
	query.fill(c)
	out := &ChargeSummary{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListRateCards selects what RateCards returns; all of it may be left out.
type ListRateCards struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListRateCards) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// RateCards calls GET /v1/rate-cards. List rate cards. Those that you imported, newest
// first. Where several have a price, the newest counts; where none has, the card of this
// service.
func (r *ChargesResource) RateCards(query ListRateCards, options ...CallOption) *List[RateCard] {
	return list[RateCard](r.t, "/v1/rate-cards", query.Cursor, query.fill, options)
}

// ImportRateCard calls POST /v1/rate-cards. Import a rate card. Charges that are booked
// keep their prices. Those whose amount is not known get one by corrections, if the card
// has it.
func (r *ChargesResource) ImportRateCard(ctx context.Context, request ImportRateCard, options ...CallOption) (*RateCard, error) {
	c := r.t.newCall("POST", "/v1/rate-cards", options)
	c.body = request
	out := &RateCard{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// DeleteRateCard calls DELETE /v1/rate-cards/{id}. Delete a rate card. Charges that it
// priced keep their prices.
func (r *ChargesResource) DeleteRateCard(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/rate-cards/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// RateCard calls GET /v1/rate-cards/{id}. Get a rate card. With its prices, as they were
// imported.
func (r *ChargesResource) RateCard(ctx context.Context, id string, options ...CallOption) (*RateCardPrices, error) {
	c := r.t.newCall("GET", "/v1/rate-cards/"+segment(id), options)
	out := &RateCardPrices{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Settings calls GET /v1/consent-settings. Get the consent settings. The stop and start
// words of every language, their confirmations, and what a stop word opts out of.
func (r *ConsentResource) Settings(ctx context.Context, options ...CallOption) (*ConsentSettings, error) {
	c := r.t.newCall("GET", "/v1/consent-settings", options)
	out := &ConsentSettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// UpdateSettings calls PATCH /v1/consent-settings. Change the consent settings. Changes
// only the fields you send. The change applies to messages received from now on.
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
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
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

// Get calls GET /v1/contacts/{id}/consent. Get a contact's consent. The contact's
// current decisions and the consent ledger behind them.
func (r *ConsentResource) Get(ctx context.Context, id string, query GetContactConsent, options ...CallOption) (*ContactConsent, error) {
	c := r.t.newCall("GET", "/v1/contacts/"+segment(id)+"/consent", options)
	query.fill(c)
	out := &ContactConsent{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Record calls POST /v1/contacts/{id}/consent. Record a decision. Adds a decision that
// the contact made elsewhere to the consent ledger. A later decision overrides it.
func (r *ConsentResource) Record(ctx context.Context, id string, request RecordConsent, options ...CallOption) (*ConsentRecord, error) {
	c := r.t.newCall("POST", "/v1/contacts/"+segment(id)+"/consent", options)
	c.body = request
	out := &ConsentRecord{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// List calls GET /v1/contact-fields. List custom fields. All custom fields, in the order
// of their definition.
func (r *ContactFieldsResource) List(ctx context.Context, options ...CallOption) (*ContactFields, error) {
	c := r.t.newCall("GET", "/v1/contact-fields", options)
	out := &ContactFields{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Create calls POST /v1/contact-fields. Define a custom field. A workspace has at most
// 100. Contacts can be listed by every custom field.
func (r *ContactFieldsResource) Create(ctx context.Context, request CreateContactField, options ...CallOption) (*ContactField, error) {
	c := r.t.newCall("POST", "/v1/contact-fields", options)
	c.body = request
	out := &ContactField{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/contact-fields/{id}. Delete a custom field. Contacts no longer
// show its values. A new field with the same key does not bring them back.
func (r *ContactFieldsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/contact-fields/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Update calls PATCH /v1/contact-fields/{id}. Change a custom field. Changes the label
// or the options. The key and the type cannot be changed.
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
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
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

// Create calls POST /v1/contact-imports. Import contacts. Imports a table as JSON, or as
// multipart/form-data with the parts options (JSON, first) and file, up to 512 MiB. The
// first row names the columns. The table is stored and then read in the background, each
// row exactly once. Encoding and delimiter are recognised automatically.
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
// rows as an import would, and stores nothing. Takes the same input as an import; the
// beginning of the file is enough.
func (r *ContactImportsResource) Preview(ctx context.Context, request CreateContactImport, options ...CallOption) (*ImportPreview, error) {
	c := r.t.newCall("POST", "/v1/contact-imports/preview", options)
	c.body = request
	out := &ImportPreview{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Get calls GET /v1/contact-imports/{id}. Get an import. Its progress, and how many
// contacts were created, updated, skipped or refused.
func (r *ContactImportsResource) Get(ctx context.Context, id string, options ...CallOption) (*ContactImport, error) {
	c := r.t.newCall("GET", "/v1/contact-imports/"+segment(id), options)
	out := &ContactImport{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Cancel calls POST /v1/contact-imports/{id}/cancel. Cancel an import. Rows that were
// already read stay. An ended import does not change.
func (r *ContactImportsResource) Cancel(ctx context.Context, id string, options ...CallOption) (*ContactImport, error) {
	c := r.t.newCall("POST", "/v1/contact-imports/"+segment(id)+"/cancel", options)
	out := &ContactImport{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListContactImportProblems selects what Problems returns; all of it may be left out.
type ListContactImportProblems struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListContactImportProblems) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Problems calls GET /v1/contact-imports/{id}/problems. List the problems of an import.
// In the order of the table; at most the first 10,000.
func (r *ContactImportsResource) Problems(id string, query ListContactImportProblems, options ...CallOption) *List[RunProblem] {
	return list[RunProblem](r.t, "/v1/contact-imports/"+segment(id)+"/problems", query.Cursor, query.fill, options)
}

// ListContactErasures selects what ListErasures returns; all of it may be left out.
type ListContactErasures struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListContactErasures) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// ListErasures calls GET /v1/contact-erasures. List erasures. Newest first. They stay on
// record, without anything of the person.
func (r *ContactsResource) ListErasures(query ListContactErasures, options ...CallOption) *List[ContactErasure] {
	return list[ContactErasure](r.t, "/v1/contact-erasures", query.Cursor, query.fill, options)
}

// GetErasure calls GET /v1/contact-erasures/{id}. Get an erasure. How far it has come.
func (r *ContactsResource) GetErasure(ctx context.Context, id string, options ...CallOption) (*ContactErasure, error) {
	c := r.t.newCall("GET", "/v1/contact-erasures/"+segment(id), options)
	out := &ContactErasure{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// UndoMerge calls POST /v1/contact-merges/{id}/undo. Undo a merge. Restores the merged
// contact with its conversations. Messages and changes since the merge stay with the
// remaining contact. Undo later merges first.
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
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only the contact with this phone number, in any of its forms.
	Phone string
	// Only the contact with this user id.
	UserID string
	// Only contacts with this tag.
	Tag string
	// Only contacts with a name that begins with this text. If the text has digits, also
	// contacts with a phone number in international format that begins with them (that is
	// exactly them, for who sees phone numbers masked).
	Q string
	// Only contacts with this custom field value, as key:value.
	Field string
	// true: opted out of marketing; false: not opted out. One of true, false.
	OptedOut string
	// Only contacts created after this time.
	CreatedAfter time.Time
	// Only contacts changed after this time. Used alone, it lists contacts in the order of
	// their last change, so that the cursor follows new changes.
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

// List calls GET /v1/contacts. List contacts. Newest first; with q in the order of names
// or numbers. A page may have fewer items than limit even if nextCursor is not null.
func (r *ContactsResource) List(query ListContacts, options ...CallOption) *List[Contact] {
	return list[Contact](r.t, "/v1/contacts", query.Cursor, query.fill, options)
}

// Create calls POST /v1/contacts. Create a contact. People who write to you become
// contacts automatically. If the phone number or user id already belongs to a contact,
// the answer is 409 with existingId.
func (r *ContactsResource) Create(ctx context.Context, request CreateContact, options ...CallOption) (*Contact, error) {
	c := r.t.newCall("POST", "/v1/contacts", options)
	c.body = request
	out := &Contact{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Get calls GET /v1/contacts/{id}. Get a contact. With notices about its identity, and
// the merges into it.
func (r *ContactsResource) Get(ctx context.Context, id string, options ...CallOption) (*ContactDetail, error) {
	c := r.t.newCall("GET", "/v1/contacts/"+segment(id), options)
	out := &ContactDetail{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/contacts/{id}. Change a contact. Changes only the fields you
// send.
func (r *ContactsResource) Update(ctx context.Context, id string, request UpdateContact, options ...CallOption) (*Contact, error) {
	c := r.t.newCall("PATCH", "/v1/contacts/"+segment(id), options)
	c.body = request
	out := &Contact{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Erase calls POST /v1/contacts/{id}/erase. Erase a contact. Erases what is known of a
// person, for good: the contact with its tags, fields and consent; its conversations
// with messages, files, notes and drafts; and the events about them. Phone number and
// name are gone at once, the rest follows in the background. Deals stay without the
// contact. Charges and reports stay, and name nobody. Whoever writes from the number
// later is a new contact.
func (r *ContactsResource) Erase(ctx context.Context, id string, options ...CallOption) (*ContactErasure, error) {
	c := r.t.newCall("POST", "/v1/contacts/"+segment(id)+"/erase", options)
	out := &ContactErasure{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Merge calls POST /v1/contacts/{id}/merge. Merge another contact into this one. This
// contact stays. It receives the other contact's tags, and its values for missing
// fields. The conversations are joined, so lists show the messages of both. POST
// /v1/contact-merges/{id}/undo undoes the merge.
func (r *ContactsResource) Merge(ctx context.Context, id string, request MergeContacts, options ...CallOption) (*Contact, error) {
	c := r.t.newCall("POST", "/v1/contacts/"+segment(id)+"/merge", options)
	c.body = request
	out := &Contact{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// AddTags calls POST /v1/contacts/{id}/tags. Add tags to a contact. Existing tags stay.
func (r *ContactsResource) AddTags(ctx context.Context, id string, request AddContactTags, options ...CallOption) (*Contact, error) {
	c := r.t.newCall("POST", "/v1/contacts/"+segment(id)+"/tags", options)
	c.body = request
	out := &Contact{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// RemoveTag calls DELETE /v1/contacts/{id}/tags/{tag}. Remove a tag from a contact. If
// the contact does not have the tag, nothing changes.
func (r *ContactsResource) RemoveTag(ctx context.Context, id string, tag string, options ...CallOption) (*Contact, error) {
	c := r.t.newCall("DELETE", "/v1/contacts/"+segment(id)+"/tags/"+segment(tag), options)
	out := &Contact{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Counts calls GET /v1/conversation-counts. Count the conversations. How many you reach,
// by how they stand. The numbers are kept, not counted when you ask.
func (r *ConversationsResource) Counts(ctx context.Context, options ...CallOption) (*ConversationCounts, error) {
	c := r.t.newCall("GET", "/v1/conversation-counts", options)
	out := &ConversationCounts{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListConversations selects what List returns; all of it may be left out.
type ListConversations struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only conversations with this contact.
	ContactID string
	// Only conversations on this phone number.
	PhoneNumberID string
	// A list to work through. all: every conversation that is not closed. See the guide
	// Inbox. One of all, mine, unassigned, team, assistant, followed, mentions, snoozed,
	// closed, needs_answer, waiting_longest, window_closing, due_soon, follow_ups, promises.
	View string
	// The team; with view=team only.
	TeamID string
	// Only conversations with this label.
	LabelID string
	// The conversations of a saved view, in its order.
	ViewID string
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
	if q.View != "" {
		c.query.Set("view", q.View)
	}
	if q.TeamID != "" {
		c.query.Set("teamId", q.TeamID)
	}
	if q.LabelID != "" {
		c.query.Set("labelId", q.LabelID)
	}
	if q.ViewID != "" {
		c.query.Set("viewId", q.ViewID)
	}
}

// List calls GET /v1/conversations. List conversations. Newest first, or the
// conversations of a view in its order. A page may have fewer items than limit even if
// nextCursor is not null.
func (r *ConversationsResource) List(query ListConversations, options ...CallOption) *List[Conversation] {
	return list[Conversation](r.t, "/v1/conversations", query.Cursor, query.fill, options)
}

// Get calls GET /v1/conversations/{id}. Get a conversation. With its window and its
// active speaker.
func (r *ConversationsResource) Get(ctx context.Context, id string, options ...CallOption) (*Conversation, error) {
	c := r.t.newCall("GET", "/v1/conversations/"+segment(id), options)
	out := &Conversation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/conversations/{id}. Change a conversation. Changes what you
// give: whether an assistant replies, and the priority.
func (r *ConversationsResource) Update(ctx context.Context, id string, request UpdateConversation, options ...CallOption) (*Conversation, error) {
	c := r.t.newCall("PATCH", "/v1/conversations/"+segment(id), options)
	c.body = request
	out := &Conversation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Assign calls PUT /v1/conversations/{id}/assignment. Assign a conversation. To a team,
// a person, both, or nobody: what you leave out is removed. You may lose sight of the
// conversation yourself.
func (r *ConversationsResource) Assign(ctx context.Context, id string, request AssignConversation, options ...CallOption) (*Conversation, error) {
	c := r.t.newCall("PUT", "/v1/conversations/"+segment(id)+"/assignment", options)
	c.body = request
	out := &Conversation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListConversationClocks selects what Clocks returns; all of it may be left out.
type ListConversationClocks struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListConversationClocks) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Clocks calls GET /v1/conversations/{id}/clocks. List the clocks of a conversation.
// Newest first, with those of earlier episodes.
func (r *ConversationsResource) Clocks(id string, query ListConversationClocks, options ...CallOption) *List[ConversationClock] {
	return list[ConversationClock](r.t, "/v1/conversations/"+segment(id)+"/clocks", query.Cursor, query.fill, options)
}

// DeleteDraft calls DELETE /v1/conversations/{id}/draft. Delete your draft. Where you
// have none, nothing happens.
func (r *ConversationsResource) DeleteDraft(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/conversations/"+segment(id)+"/draft", options)
	return r.t.do(ctx, c, nil)
}

// Draft calls GET /v1/conversations/{id}/draft. Get your draft. What you have begun to
// write in the conversation.
func (r *ConversationsResource) Draft(ctx context.Context, id string, options ...CallOption) (*Draft, error) {
	c := r.t.newCall("GET", "/v1/conversations/"+segment(id)+"/draft", options)
	out := &Draft{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// SetDraft calls PUT /v1/conversations/{id}/draft. Keep a draft. What you have begun to
// write in the conversation. You have one there, and it replaces what you had. Send the
// ETag that you read as If-Match, so that two devices do not overwrite each other;
// without, the last one wins.
func (r *ConversationsResource) SetDraft(ctx context.Context, id string, request SetDraft, options ...CallOption) (*Draft, error) {
	c := r.t.newCall("PUT", "/v1/conversations/"+segment(id)+"/draft", options)
	c.body = request
	out := &Draft{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListConversationDrafts selects what Drafts returns; all of it may be left out.
type ListConversationDrafts struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListConversationDrafts) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Drafts calls GET /v1/conversations/{id}/drafts. List the drafts in a conversation.
// Your own and those that colleagues share, by user.
func (r *ConversationsResource) Drafts(id string, query ListConversationDrafts, options ...CallOption) *List[Draft] {
	return list[Draft](r.t, "/v1/conversations/"+segment(id)+"/drafts", query.Cursor, query.fill, options)
}

// ListConversationEpisodes selects what Episodes returns; all of it may be left out.
type ListConversationEpisodes struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListConversationEpisodes) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Episodes calls GET /v1/conversations/{id}/episodes. List the episodes of a
// conversation. The latest first. An episode is the work from when the conversation
// opened to when it was closed.
func (r *ConversationsResource) Episodes(id string, query ListConversationEpisodes, options ...CallOption) *List[Episode] {
	return list[Episode](r.t, "/v1/conversations/"+segment(id)+"/episodes", query.Cursor, query.fill, options)
}

// Unfollow calls DELETE /v1/conversations/{id}/following. Stop following a conversation.
// If you do not follow it, nothing changes.
func (r *ConversationsResource) Unfollow(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/conversations/"+segment(id)+"/following", options)
	return r.t.do(ctx, c, nil)
}

// Follow calls PUT /v1/conversations/{id}/following. Follow a conversation. For people
// who signed in. Roles with the reach own_and_followed see what their people follow.
func (r *ConversationsResource) Follow(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("PUT", "/v1/conversations/"+segment(id)+"/following", options)
	return r.t.do(ctx, c, nil)
}

// HandBack calls POST /v1/conversations/{id}/hand-back. Hand a conversation back to the
// assistant. The assistant replies to messages that arrive from now on.
func (r *ConversationsResource) HandBack(ctx context.Context, id string, options ...CallOption) (*Conversation, error) {
	c := r.t.newCall("POST", "/v1/conversations/"+segment(id)+"/hand-back", options)
	out := &Conversation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// SetLabels calls PUT /v1/conversations/{id}/labels. Label a conversation. Says all
// labels that the conversation has. The same ones again change nothing.
func (r *ConversationsResource) SetLabels(ctx context.Context, id string, request SetConversationLabels, options ...CallOption) (*Conversation, error) {
	c := r.t.newCall("PUT", "/v1/conversations/"+segment(id)+"/labels", options)
	c.body = request
	out := &Conversation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListNotes selects what Notes returns; all of it may be left out.
type ListNotes struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListNotes) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Notes calls GET /v1/conversations/{id}/notes. List the notes of a conversation. Newest
// first.
func (r *ConversationsResource) Notes(id string, query ListNotes, options ...CallOption) *List[Note] {
	return list[Note](r.t, "/v1/conversations/"+segment(id)+"/notes", query.Cursor, query.fill, options)
}

// CreateNote calls POST /v1/conversations/{id}/notes. Write a note. Only people who see
// the conversation read it. Users that you mention must be active members who may
// answer, and the phone number must be in their reach.
func (r *ConversationsResource) CreateNote(ctx context.Context, id string, request CreateNote, options ...CallOption) (*Note, error) {
	c := r.t.newCall("POST", "/v1/conversations/"+segment(id)+"/notes", options)
	c.body = request
	out := &Note{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// DeleteNote calls DELETE /v1/conversations/{id}/notes/{noteId}. Delete a note. Only who
// wrote it can, or who manages users (users:write).
func (r *ConversationsResource) DeleteNote(ctx context.Context, id string, noteId string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/conversations/"+segment(id)+"/notes/"+segment(noteId), options)
	return r.t.do(ctx, c, nil)
}

// UpdateNote calls PATCH /v1/conversations/{id}/notes/{noteId}. Change a note. Only who
// wrote it can. Changes only the fields you send.
func (r *ConversationsResource) UpdateNote(ctx context.Context, id string, noteId string, request UpdateNote, options ...CallOption) (*Note, error) {
	c := r.t.newCall("PATCH", "/v1/conversations/"+segment(id)+"/notes/"+segment(noteId), options)
	c.body = request
	out := &Note{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Presence calls GET /v1/conversations/{id}/presence. Get who is in a conversation. As
// far as the node knows that answers: on several nodes it hears of people on others
// within about two seconds.
func (r *ConversationsResource) Presence(ctx context.Context, id string, options ...CallOption) (*ConversationPresence, error) {
	c := r.t.newCall("GET", "/v1/conversations/"+segment(id)+"/presence", options)
	out := &ConversationPresence{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// SetPresence calls PUT /v1/conversations/{id}/presence. Say that you are in a
// conversation. Live streams of colleagues who reach the conversation are told (GET
// /v1/events/stream). It is stored nowhere, and webhooks are told nothing.
func (r *ConversationsResource) SetPresence(ctx context.Context, id string, request SetPresence, options ...CallOption) error {
	c := r.t.newCall("PUT", "/v1/conversations/"+segment(id)+"/presence", options)
	c.body = request
	return r.t.do(ctx, c, nil)
}

// Read calls PUT /v1/conversations/{id}/read. Say what you have read of a conversation.
// For people who signed in. It only goes forward, but for unread, which is yours alone.
// The contact is told nothing.
func (r *ConversationsResource) Read(ctx context.Context, id string, request ReadConversation, options ...CallOption) (*Conversation, error) {
	c := r.t.newCall("PUT", "/v1/conversations/"+segment(id)+"/read", options)
	c.body = request
	out := &Conversation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Requeue calls POST /v1/conversations/{id}/requeue. Give a conversation back to the
// queue. Takes an open conversation off its agent and lets another member have it. It
// goes back to the queue of its team with the time that the contact has waited, or where
// the rules say. Who gave it back gets it again only when everybody else had it.
func (r *ConversationsResource) Requeue(ctx context.Context, id string, options ...CallOption) (*Conversation, error) {
	c := r.t.newCall("POST", "/v1/conversations/"+segment(id)+"/requeue", options)
	out := &Conversation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListRoutingDecisions selects what Routing returns; all of it may be left out.
type ListRoutingDecisions struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListRoutingDecisions) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Routing calls GET /v1/conversations/{id}/routing. List why a conversation went where
// it did. The decisions of routing about it, newest first, for 90 days.
func (r *ConversationsResource) Routing(id string, query ListRoutingDecisions, options ...CallOption) *List[RoutingDecision] {
	return list[RoutingDecision](r.t, "/v1/conversations/"+segment(id)+"/routing", query.Cursor, query.fill, options)
}

// ChangeStatus calls PUT /v1/conversations/{id}/status. Open, put off, snooze or close a
// conversation. What the status is already changes nothing, except the time of a snooze.
func (r *ConversationsResource) ChangeStatus(ctx context.Context, id string, request ChangeConversationStatus, options ...CallOption) (*Conversation, error) {
	c := r.t.newCall("PUT", "/v1/conversations/"+segment(id)+"/status", options)
	c.body = request
	out := &Conversation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// DraftSummary calls POST /v1/conversations/{id}/summary. Draft a summary. An AI
// provider of the assistant on duty sums up the latest episode, for the note with which
// you close it. Needs messages:read, too. Nothing is stored. The call is real: it costs
// money and counts toward the budget.
func (r *ConversationsResource) DraftSummary(ctx context.Context, id string, request DraftSummary, options ...CallOption) (*DraftedSummary, error) {
	c := r.t.newCall("POST", "/v1/conversations/"+segment(id)+"/summary", options)
	c.body = request
	out := &DraftedSummary{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// TakeOver calls POST /v1/conversations/{id}/take-over. Take over a conversation from
// the assistant. Makes people the active speaker. Use it when a person replies, leaves a
// note, or is assigned. A reply in progress is not sent. Sending a message does the
// same; see takeOver.
func (r *ConversationsResource) TakeOver(ctx context.Context, id string, request TakeOverConversation, options ...CallOption) (*Conversation, error) {
	c := r.t.newCall("POST", "/v1/conversations/"+segment(id)+"/take-over", options)
	c.body = request
	out := &Conversation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListConversationTimeline selects what Timeline returns; all of it may be left out.
type ListConversationTimeline struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListConversationTimeline) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Timeline calls GET /v1/conversations/{id}/timeline. List what happened to a
// conversation. Newest first: who changed what, and why. Messages are not in it; GET
// /v1/messages lists them.
func (r *ConversationsResource) Timeline(id string, query ListConversationTimeline, options ...CallOption) *List[ConversationTimelineEntry] {
	return list[ConversationTimelineEntry](r.t, "/v1/conversations/"+segment(id)+"/timeline", query.Cursor, query.fill, options)
}

// ListConversationTurns selects what Turns returns; all of it may be left out.
type ListConversationTurns struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
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

// Turns calls GET /v1/conversations/{id}/turns. List the turns of a conversation. One
// turn per burst of messages, newest first: the reply or why there is none, its sources,
// the revision, and the tokens used.
func (r *ConversationsResource) Turns(id string, query ListConversationTurns, options ...CallOption) *List[Turn] {
	return list[Turn](r.t, "/v1/conversations/"+segment(id)+"/turns", query.Cursor, query.fill, options)
}

// Window calls GET /v1/conversations/{id}/window. Get the window of a conversation. How
// long any message may be sent, and what the template costs that reaches the contact
// afterwards. Ask before you close, snooze or hand on a conversation. Prices are list
// prices without volume tiers, from a card that is not confirmed by the provider.
func (r *ConversationsResource) Window(ctx context.Context, id string, options ...CallOption) (*ConversationWindow, error) {
	c := r.t.newCall("GET", "/v1/conversations/"+segment(id)+"/window", options)
	out := &ConversationWindow{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListDrafts selects what OwnDrafts returns; all of it may be left out.
type ListDrafts struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListDrafts) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// OwnDrafts calls GET /v1/drafts. List your drafts. In all conversations that you reach,
// the one that changed last first. A page may be short although more follow.
func (r *ConversationsResource) OwnDrafts(query ListDrafts, options ...CallOption) *List[Draft] {
	return list[Draft](r.t, "/v1/drafts", query.Cursor, query.fill, options)
}

// Settings calls GET /v1/inbox-settings. Get the settings of the inbox. What holds for
// everybody who answers contacts.
func (r *ConversationsResource) Settings(ctx context.Context, options ...CallOption) (*InboxSettings, error) {
	c := r.t.newCall("GET", "/v1/inbox-settings", options)
	out := &InboxSettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// UpdateSettings calls PATCH /v1/inbox-settings. Change the settings of the inbox.
// Changes only the fields you send. Other nodes know within a second.
func (r *ConversationsResource) UpdateSettings(ctx context.Context, request UpdateInboxSettings, options ...CallOption) (*InboxSettings, error) {
	c := r.t.newCall("PATCH", "/v1/inbox-settings", options)
	c.body = request
	out := &InboxSettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListConversions selects what List returns; all of it may be left out.
type ListConversions struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only of this contact, and of those that were merged into it.
	ContactID string
	// Only with this name.
	Name string
	// Only what happened from this time on, for example 2026-11-01T00:00:00Z.
	From time.Time
	// Only what happened before this time.
	To time.Time
}

func (q ListConversions) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.ContactID != "" {
		c.query.Set("contactId", q.ContactID)
	}
	if q.Name != "" {
		c.query.Set("name", q.Name)
	}
	if !q.From.IsZero() {
		c.query.Set("from", q.From.UTC().Format(time.RFC3339Nano))
	}
	if !q.To.IsZero() {
		c.query.Set("to", q.To.UTC().Format(time.RFC3339Nano))
	}
}

// List calls GET /v1/conversions. List conversions. The last that happened first.
func (r *ConversionsResource) List(query ListConversions, options ...CallOption) *List[RecordedConversion] {
	return list[RecordedConversion](r.t, "/v1/conversions", query.Cursor, query.fill, options)
}

// Create calls POST /v1/conversions. Record a conversion. Stores that a contact did
// something, and tells it by conversion.recorded. Broadcasts whose goal has this name
// count it. With an externalId you can repeat it: the first one is answered, unless it
// told something else.
func (r *ConversionsResource) Create(ctx context.Context, request CreateConversion, options ...CallOption) (*RecordedConversion, error) {
	c := r.t.newCall("POST", "/v1/conversions", options)
	c.body = request
	out := &RecordedConversion{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// List calls GET /v1/deal-fields. List custom fields of deals. All custom fields, in the
// order of their definition.
func (r *DealFieldsResource) List(ctx context.Context, options ...CallOption) (*DealFields, error) {
	c := r.t.newCall("GET", "/v1/deal-fields", options)
	out := &DealFields{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Create calls POST /v1/deal-fields. Define a custom field of deals. A workspace has at
// most 100. Deals can be listed by every custom field, and a stage may require one as
// fields.<key>.
func (r *DealFieldsResource) Create(ctx context.Context, request CreateDealField, options ...CallOption) (*DealField, error) {
	c := r.t.newCall("POST", "/v1/deal-fields", options)
	c.body = request
	out := &DealField{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/deal-fields/{id}. Delete a custom field of deals. Deals no
// longer show its values, and no stage requires it any more. A new field with the same
// key does not bring the values back.
func (r *DealFieldsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/deal-fields/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Update calls PATCH /v1/deal-fields/{id}. Change a custom field of deals. Changes the
// label or the options. The key and the type cannot be changed.
func (r *DealFieldsResource) Update(ctx context.Context, id string, request UpdateDealField, options ...CallOption) (*DealField, error) {
	c := r.t.newCall("PATCH", "/v1/deal-fields/"+segment(id), options)
	c.body = request
	out := &DealField{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListDealImports selects what List returns; all of it may be left out.
type ListDealImports struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListDealImports) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/deal-imports. List imports of deals. Newest first.
func (r *DealImportsResource) List(query ListDealImports, options ...CallOption) *List[DealImport] {
	return list[DealImport](r.t, "/v1/deal-imports", query.Cursor, query.fill, options)
}

// Create calls POST /v1/deal-imports. Import deals. Imports a table as JSON, or as
// multipart/form-data with the parts options (JSON, first) and file, up to 512 MiB. The
// first row names the columns. The table is stored and then read in the background, each
// line exactly once. A line is known again by its externalKey, or else by what it says,
// so the same table twice makes no deal twice. Encoding and delimiter are recognised
// automatically.
func (r *DealImportsResource) Create(ctx context.Context, request CreateDealImport, options ...CallOption) (*DealImport, error) {
	c := r.t.newCall("POST", "/v1/deal-imports", options)
	c.body = request
	out := &DealImport{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Preview calls POST /v1/deal-imports/preview. Preview an import of deals. Reads the
// first 20 lines as an import would, and stores nothing. Takes the same input as an
// import; the beginning of the file is enough.
func (r *DealImportsResource) Preview(ctx context.Context, request CreateDealImport, options ...CallOption) (*DealImportPreview, error) {
	c := r.t.newCall("POST", "/v1/deal-imports/preview", options)
	c.body = request
	out := &DealImportPreview{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Get calls GET /v1/deal-imports/{id}. Get an import of deals. Its progress, and how
// many deals were made, changed, skipped or refused.
func (r *DealImportsResource) Get(ctx context.Context, id string, options ...CallOption) (*DealImport, error) {
	c := r.t.newCall("GET", "/v1/deal-imports/"+segment(id), options)
	out := &DealImport{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Cancel calls POST /v1/deal-imports/{id}/cancel. Cancel an import of deals. Deals that
// were already made stay. An ended import does not change.
func (r *DealImportsResource) Cancel(ctx context.Context, id string, options ...CallOption) (*DealImport, error) {
	c := r.t.newCall("POST", "/v1/deal-imports/"+segment(id)+"/cancel", options)
	out := &DealImport{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListDealImportProblems selects what Problems returns; all of it may be left out.
type ListDealImportProblems struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListDealImportProblems) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Problems calls GET /v1/deal-imports/{id}/problems. List the problems of an import of
// deals. Each names the line, the column and the rule. In the order of the table; at
// most the first 10,000.
func (r *DealImportsResource) Problems(id string, query ListDealImportProblems, options ...CallOption) *List[RunProblem] {
	return list[RunProblem](r.t, "/v1/deal-imports/"+segment(id)+"/problems", query.Cursor, query.fill, options)
}

// ListDealRules selects what List returns; all of it may be left out.
type ListDealRules struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListDealRules) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/deal-rules. List rules of deals. In their order.
func (r *DealRulesResource) List(query ListDealRules, options ...CallOption) *List[DealRule] {
	return list[DealRule](r.t, "/v1/deal-rules", query.Cursor, query.fill, options)
}

// Create calls POST /v1/deal-rules. Create a rule of deals. It acts on what happens from
// then on: once for each label that is added, button that is tapped, form that is
// answered, or episode that is closed, and never on what a rule did.
func (r *DealRulesResource) Create(ctx context.Context, request CreateDealRule, options ...CallOption) (*DealRule, error) {
	c := r.t.newCall("POST", "/v1/deal-rules", options)
	c.body = request
	out := &DealRule{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/deal-rules/{id}. Delete a rule of deals. The deals that it
// made stay as they are.
func (r *DealRulesResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/deal-rules/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/deal-rules/{id}. Get a rule of deals. As it is now.
func (r *DealRulesResource) Get(ctx context.Context, id string, options ...CallOption) (*DealRule, error) {
	c := r.t.newCall("GET", "/v1/deal-rules/"+segment(id), options)
	out := &DealRule{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/deal-rules/{id}. Change a rule of deals. Changes only the
// fields you send. Send the ETag that you read as If-Match, so that two people do not
// overwrite each other; without, the last one wins.
func (r *DealRulesResource) Update(ctx context.Context, id string, request UpdateDealRule, options ...CallOption) (*DealRule, error) {
	c := r.t.newCall("PATCH", "/v1/deal-rules/"+segment(id), options)
	c.body = request
	out := &DealRule{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListDealRuleRuns selects what Runs returns; all of it may be left out.
type ListDealRuleRuns struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only runs with this outcome. One of created, moved, skipped, refused, failed.
	Outcome string
}

func (q ListDealRuleRuns) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.Outcome != "" {
		c.query.Set("outcome", q.Outcome)
	}
}

// Runs calls GET /v1/deal-rules/{id}/runs. List what a rule of deals did. What it made
// and moved, and why it did not, newest first. Kept for 180 days.
func (r *DealRulesResource) Runs(id string, query ListDealRuleRuns, options ...CallOption) *List[DealRuleRun] {
	return list[DealRuleRun](r.t, "/v1/deal-rules/"+segment(id)+"/runs", query.Cursor, query.fill, options)
}

// ListDealActions selects what Actions returns; all of it may be left out.
type ListDealActions struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListDealActions) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Actions calls GET /v1/deal-actions. List your moves of many deals. Newest first, for
// 30 days.
func (r *DealsResource) Actions(query ListDealActions, options ...CallOption) *List[DealAction] {
	return list[DealAction](r.t, "/v1/deal-actions", query.Cursor, query.fill, options)
}

// MoveMany calls POST /v1/deal-actions. Move many deals at once. Each by the rules, and
// with the event, of a single move. A deal that cannot be moved is skipped, and the
// others are moved.
func (r *DealsResource) MoveMany(ctx context.Context, request CreateDealAction, options ...CallOption) (*DealAction, error) {
	c := r.t.newCall("POST", "/v1/deal-actions", options)
	c.body = request
	out := &DealAction{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Action calls GET /v1/deal-actions/{id}. Get a move of many deals. Your own; with
// users:write and the whole reach, anybody's.
func (r *DealsResource) Action(ctx context.Context, id string, options ...CallOption) (*DealAction, error) {
	c := r.t.newCall("GET", "/v1/deal-actions/"+segment(id), options)
	out := &DealAction{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// UndoAction calls POST /v1/deal-actions/{id}/undo. Undo a move of many deals. Within 24
// hours, once. Puts back the deals that nobody moved since, each with the event of a
// move.
func (r *DealsResource) UndoAction(ctx context.Context, id string, options ...CallOption) (*DealAction, error) {
	c := r.t.newCall("POST", "/v1/deal-actions/"+segment(id)+"/undo", options)
	out := &DealAction{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListDeals selects what List returns; all of it may be left out.
type ListDeals struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only deals of this pipeline.
	PipelineID string
	// Only deals on this stage.
	StageID string
	// Only deals of this member.
	OwnerID string
	// Only deals of this status. One of open, won, lost.
	Status string
	// Only deals that have this contact, as the primary one or beside it.
	ContactID string
	// Only deals of this conversation.
	ConversationID string
	// Only deals that are expected to close on this day or later, in the order of these
	// days.
	ExpectedCloseFrom string
	// Only deals that are expected to close on this day or earlier, in the order of these
	// days.
	ExpectedCloseTo string
	// Only deals with this custom field value, as key:value.
	Field string
}

func (q ListDeals) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.PipelineID != "" {
		c.query.Set("pipelineId", q.PipelineID)
	}
	if q.StageID != "" {
		c.query.Set("stageId", q.StageID)
	}
	if q.OwnerID != "" {
		c.query.Set("ownerId", q.OwnerID)
	}
	if q.Status != "" {
		c.query.Set("status", q.Status)
	}
	if q.ContactID != "" {
		c.query.Set("contactId", q.ContactID)
	}
	if q.ConversationID != "" {
		c.query.Set("conversationId", q.ConversationID)
	}
	if q.ExpectedCloseFrom != "" {
		c.query.Set("expectedCloseFrom", q.ExpectedCloseFrom)
	}
	if q.ExpectedCloseTo != "" {
		c.query.Set("expectedCloseTo", q.ExpectedCloseTo)
	}
	if q.Field != "" {
		c.query.Set("field", q.Field)
	}
}

// List calls GET /v1/deals. List deals. Newest first, or by the expected close where you
// ask for days. Those that you own, and those of conversations that you reach. A page
// may be short although more follow.
func (r *DealsResource) List(query ListDeals, options ...CallOption) *List[Deal] {
	return list[Deal](r.t, "/v1/deals", query.Cursor, query.fill, options)
}

// Create calls POST /v1/deals. Create a deal. At the top of its stage.
func (r *DealsResource) Create(ctx context.Context, request CreateDeal, options ...CallOption) (*Deal, error) {
	c := r.t.newCall("POST", "/v1/deals", options)
	c.body = request
	out := &Deal{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/deals/{id}. Delete a deal. With its lines. What was told of it
// stays told, and the audit log keeps that it was deleted. A deal that came to nothing
// is lost rather than deleted.
func (r *DealsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/deals/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/deals/{id}. Get a deal. As it is now.
func (r *DealsResource) Get(ctx context.Context, id string, options ...CallOption) (*Deal, error) {
	c := r.t.newCall("GET", "/v1/deals/"+segment(id), options)
	out := &Deal{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/deals/{id}. Change a deal. Changes only the fields you send.
// Send the ETag that you read as If-Match, so that two people do not overwrite each
// other; without, the last one wins. To change the stage, move it.
func (r *DealsResource) Update(ctx context.Context, id string, request UpdateDeal, options ...CallOption) (*Deal, error) {
	c := r.t.newCall("PATCH", "/v1/deals/"+segment(id), options)
	c.body = request
	out := &Deal{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Contacts calls GET /v1/deals/{id}/contacts. Get the contacts of a deal. With their
// roles.
func (r *DealsResource) Contacts(ctx context.Context, id string, options ...CallOption) (*DealContacts, error) {
	c := r.t.newCall("GET", "/v1/deals/"+segment(id)+"/contacts", options)
	out := &DealContacts{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ReplaceContacts calls PUT /v1/deals/{id}/contacts. Replace the contacts of a deal. The
// primary one becomes its contactId. You must reach the contacts that it did not have
// before.
func (r *DealsResource) ReplaceContacts(ctx context.Context, id string, request ReplaceDealContacts, options ...CallOption) (*DealContacts, error) {
	c := r.t.newCall("PUT", "/v1/deals/"+segment(id)+"/contacts", options)
	c.body = request
	out := &DealContacts{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListDealHistory selects what History returns; all of it may be left out.
type ListDealHistory struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListDealHistory) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// History calls GET /v1/deals/{id}/history. List the history of a deal. Everything that
// happened to it, newest first. Entries never change.
func (r *DealsResource) History(id string, query ListDealHistory, options ...CallOption) *List[DealHistoryEntry] {
	return list[DealHistoryEntry](r.t, "/v1/deals/"+segment(id)+"/history", query.Cursor, query.fill, options)
}

// Lines calls GET /v1/deals/{id}/lines. Get the lines of a deal. With what they are
// worth.
func (r *DealsResource) Lines(ctx context.Context, id string, options ...CallOption) (*DealLines, error) {
	c := r.t.newCall("GET", "/v1/deals/"+segment(id)+"/lines", options)
	out := &DealLines{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ReplaceLines calls PUT /v1/deals/{id}/lines. Replace the lines of a deal. The amount
// of the deal is what they are worth together. Without lines it stays as it is, and you
// can set it again.
func (r *DealsResource) ReplaceLines(ctx context.Context, id string, request ReplaceDealLines, options ...CallOption) (*DealLines, error) {
	c := r.t.newCall("PUT", "/v1/deals/"+segment(id)+"/lines", options)
	c.body = request
	out := &DealLines{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Move calls POST /v1/deals/{id}/move. Move a deal. To a stage, and to a place there. A
// change of stage is told of as deal.stage_updated, once; another place on the same
// stage is not.
func (r *DealsResource) Move(ctx context.Context, id string, request MoveDeal, options ...CallOption) (*MovedDeal, error) {
	c := r.t.newCall("POST", "/v1/deals/"+segment(id)+"/move", options)
	c.body = request
	out := &MovedDeal{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListDealNotes selects what Notes returns; all of it may be left out.
type ListDealNotes struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListDealNotes) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Notes calls GET /v1/deals/{id}/notes. List the notes of a deal. Newest first.
func (r *DealsResource) Notes(id string, query ListDealNotes, options ...CallOption) *List[DealNote] {
	return list[DealNote](r.t, "/v1/deals/"+segment(id)+"/notes", query.Cursor, query.fill, options)
}

// CreateNote calls POST /v1/deals/{id}/notes. Write a note on a deal. Only people who
// see the deal read it, and can download its files.
func (r *DealsResource) CreateNote(ctx context.Context, id string, request CreateDealNote, options ...CallOption) (*DealNote, error) {
	c := r.t.newCall("POST", "/v1/deals/"+segment(id)+"/notes", options)
	c.body = request
	out := &DealNote{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// DeleteNote calls DELETE /v1/deals/{id}/notes/{noteId}. Delete a note of a deal. Only
// who wrote it can, or who manages users (users:write).
func (r *DealsResource) DeleteNote(ctx context.Context, id string, noteId string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/deals/"+segment(id)+"/notes/"+segment(noteId), options)
	return r.t.do(ctx, c, nil)
}

// UpdateNote calls PATCH /v1/deals/{id}/notes/{noteId}. Change a note of a deal. Only
// who wrote it can. Changes only the fields you send.
func (r *DealsResource) UpdateNote(ctx context.Context, id string, noteId string, request UpdateDealNote, options ...CallOption) (*DealNote, error) {
	c := r.t.newCall("PATCH", "/v1/deals/"+segment(id)+"/notes/"+segment(noteId), options)
	c.body = request
	out := &DealNote{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListDealSpans selects what Spans returns; all of it may be left out.
type ListDealSpans struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListDealSpans) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Spans calls GET /v1/deals/{id}/spans. List the stages of a deal. How long it was on
// which stage, the first one first.
func (r *DealsResource) Spans(id string, query ListDealSpans, options ...CallOption) *List[DealSpan] {
	return list[DealSpan](r.t, "/v1/deals/"+segment(id)+"/spans", query.Cursor, query.fill, options)
}

// ListDeliveries selects what List returns; all of it may be left out.
type ListDeliveries struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only the delivery of this event.
	EventID string
	// Only events of this kind. One of messages.upsert, messages.received,
	// messages.status_updated, template.status_updated, contact.consent_updated,
	// phone_number.updated, messages.reaction_removed, contact.identity_updated,
	// contact.erased, template.category_updated, template.quality_updated,
	// deal.stage_updated, deal.assigned, deal.rotted, deal.note_created, deal_rule.failed,
	// ai.failover_triggered, conversation.assigned, note.created,
	// conversation.status_updated, conversation.sla_breached, conversation.window_closing,
	// conversation.sla_warned, conversation.rated, conversation.handed_off,
	// broadcast.completed, broadcast.updated, budget.reached, conversion.recorded,
	// onboarding.updated, promise.updated, promise.due, conversation.routed_too_often,
	// conversation.labels_updated, proposal.created, proposal.updated, proposal.failed,
	// assistant.autonomy_changed, charge.recorded, audit.recorded.
	Event string
	// Only deliveries in this state. One of pending, succeeded, failed, skipped.
	State string
	// Only events at or after this time.
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

// List calls GET /v1/webhook-endpoints/{id}/deliveries. List deliveries. The deliveries
// of one endpoint, newest events first. With a filter, a page may have fewer items than
// limit, or none, and still have a nextCursor. Follow it to continue.
func (r *DeliveriesResource) List(id string, query ListDeliveries, options ...CallOption) *List[Delivery] {
	return list[Delivery](r.t, "/v1/webhook-endpoints/"+segment(id)+"/deliveries", query.Cursor, query.fill, options)
}

// Get calls GET /v1/webhook-endpoints/{id}/deliveries/{deliveryId}. Get a delivery. With
// the posted body and every attempt: the request, the answer and the duration.
func (r *DeliveriesResource) Get(ctx context.Context, id string, deliveryId string, options ...CallOption) (*DeliveryDetail, error) {
	c := r.t.newCall("GET", "/v1/webhook-endpoints/"+segment(id)+"/deliveries/"+segment(deliveryId), options)
	out := &DeliveryDetail{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Redeliver calls POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver.
// Deliver an event again. Delivers the event at once under the same webhook-id,
// regardless of earlier results. For an event that the endpoint missed while it was
// disabled, use the event's id with dlv_ instead of evt_. If the attempt fails, the
// retry schedule starts again.
func (r *DeliveriesResource) Redeliver(ctx context.Context, id string, deliveryId string, options ...CallOption) (*Delivery, error) {
	c := r.t.newCall("POST", "/v1/webhook-endpoints/"+segment(id)+"/deliveries/"+segment(deliveryId)+"/redeliver", options)
	out := &Delivery{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Get calls GET /v1/deployment. Get how the deployment stands. Nodes, queues and how far
// what follows the event logs is behind, over all workspaces. For operators only; they
// are made on the server with crm admin add-operator.
func (r *DeploymentResource) Get(ctx context.Context, options ...CallOption) (*Deployment, error) {
	c := r.t.newCall("GET", "/v1/deployment", options)
	out := &Deployment{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Storage calls GET /v1/deployment/storage. Get what the database takes up. Sizes of the
// database and of each table, over all workspaces. No table is counted to its end. For
// operators only.
func (r *DeploymentResource) Storage(ctx context.Context, options ...CallOption) (*DeploymentStorage, error) {
	c := r.t.newCall("GET", "/v1/deployment/storage", options)
	out := &DeploymentStorage{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Types calls GET /v1/event-types. List kinds of events. All kinds, each with its JSON
// Schema and an example. Kinds and fields are never removed.
func (r *EventsResource) Types(ctx context.Context, options ...CallOption) (*EventTypes, error) {
	c := r.t.newCall("GET", "/v1/event-types", options)
	out := &EventTypes{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Type calls GET /v1/event-types/{name}. Get a kind of event. With its JSON Schema and
// an example.
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
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only events after the event with this id, in the order of the log.
	After string
	// Only these kinds: names, or prefixes such as messages.*, separated by commas.
	Events []string
	// Only events of this kind; the same as events with one name. One of messages.upsert,
	// messages.received, messages.status_updated, template.status_updated,
	// contact.consent_updated, phone_number.updated, messages.reaction_removed,
	// contact.identity_updated, contact.erased, template.category_updated,
	// template.quality_updated, deal.stage_updated, deal.assigned, deal.rotted,
	// deal.note_created, deal_rule.failed, ai.failover_triggered, conversation.assigned,
	// note.created, conversation.status_updated, conversation.sla_breached,
	// conversation.window_closing, conversation.sla_warned, conversation.rated,
	// conversation.handed_off, broadcast.completed, broadcast.updated, budget.reached,
	// conversion.recorded, onboarding.updated, promise.updated, promise.due,
	// conversation.routed_too_often, conversation.labels_updated, proposal.created,
	// proposal.updated, proposal.failed, assistant.autonomy_changed, charge.recorded,
	// audit.recorded.
	Event string
	// For events that belong to a phone number: only this phone number.
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

// List calls GET /v1/events. List events. The workspace's event log, oldest first. New
// events always appear after events that you have already listed: send lastEventId as
// after to get all newer events. A page may have fewer events than limit even if there
// is a next page.
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

// Get calls GET /v1/me/factors. Get your second factors. What you have besides your
// password.
func (r *FactorsResource) Get(ctx context.Context, options ...CallOption) (*Factors, error) {
	c := r.t.newCall("GET", "/v1/me/factors", options)
	out := &Factors{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Passkeys calls GET /v1/me/passkeys. List your passkeys. All of them, oldest first.
func (r *FactorsResource) Passkeys(ctx context.Context, options ...CallOption) (*Passkeys, error) {
	c := r.t.newCall("GET", "/v1/me/passkeys", options)
	out := &Passkeys{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// AddPasskey calls POST /v1/me/passkeys. Add a passkey. Stores the passkey that the
// browser made. You can sign in with it instead of your password and code.
func (r *FactorsResource) AddPasskey(ctx context.Context, request AddPasskey, options ...CallOption) (*Passkey, error) {
	c := r.t.newCall("POST", "/v1/me/passkeys", options)
	c.body = request
	out := &Passkey{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// BeginPasskey calls POST /v1/me/passkeys/options. Begin with a passkey. Returns what
// the browser needs to make a passkey on your device.
func (r *FactorsResource) BeginPasskey(ctx context.Context, options ...CallOption) (*PasskeyOptions, error) {
	c := r.t.newCall("POST", "/v1/me/passkeys/options", options)
	out := &PasskeyOptions{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// RemovePasskey calls DELETE /v1/me/passkeys/{id}. Remove a passkey. It opens nothing
// from then on. Your device may still show it.
func (r *FactorsResource) RemovePasskey(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/me/passkeys/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// RenewRecoveryCodes calls POST /v1/me/recovery-codes. Renew your recovery codes. The
// old codes end. You must have signed in with a second factor within the last 10
// minutes.
func (r *FactorsResource) RenewRecoveryCodes(ctx context.Context, options ...CallOption) (*RecoveryCodes, error) {
	c := r.t.newCall("POST", "/v1/me/recovery-codes", options)
	out := &RecoveryCodes{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// RemoveTOTP calls DELETE /v1/me/totp. Remove the authenticator app. The recovery codes
// end with it. You must have signed in with a second factor within the last 10 minutes.
func (r *FactorsResource) RemoveTOTP(ctx context.Context, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/me/totp", options)
	return r.t.do(ctx, c, nil)
}

// BeginTOTP calls POST /v1/me/totp. Begin with an authenticator app. Creates a secret
// for the app. It counts once you have confirmed it with a code.
func (r *FactorsResource) BeginTOTP(ctx context.Context, options ...CallOption) (*NewTOTP, error) {
	c := r.t.newCall("POST", "/v1/me/totp", options)
	out := &NewTOTP{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ConfirmTOTP calls POST /v1/me/totp/confirm. Confirm the authenticator app. From now on
// signing in with the password also needs a code. This code is used up. The answer shows
// ten recovery codes; each stands in for a code once.
func (r *FactorsResource) ConfirmTOTP(ctx context.Context, request ConfirmTOTP, options ...CallOption) (*RecoveryCodes, error) {
	c := r.t.newCall("POST", "/v1/me/totp/confirm", options)
	c.body = request
	out := &RecoveryCodes{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListKnowledgePassages selects what Passages returns; all of it may be left out.
type ListKnowledgePassages struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only passages of this source.
	SourceID string
	// Only flagged passages.
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

// Passages calls GET /v1/knowledge/passages. List passages. All searchable passages, by
// source and in the order of the source.
func (r *KnowledgeResource) Passages(query ListKnowledgePassages, options ...CallOption) *List[KnowledgePassage] {
	return list[KnowledgePassage](r.t, "/v1/knowledge/passages", query.Cursor, query.fill, options)
}

// Search calls POST /v1/knowledge/search. Search knowledge. Finds passages as an
// assistant would, with scores.
func (r *KnowledgeResource) Search(ctx context.Context, request SearchKnowledge, options ...CallOption) (*FoundKnowledge, error) {
	c := r.t.newCall("POST", "/v1/knowledge/search", options)
	c.body = request
	out := &FoundKnowledge{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Settings calls GET /v1/knowledge/settings. Get the knowledge settings. Synonyms,
// search by meaning, and the size of the knowledge.
func (r *KnowledgeResource) Settings(ctx context.Context, options ...CallOption) (*KnowledgeSettings, error) {
	c := r.t.newCall("GET", "/v1/knowledge/settings", options)
	out := &KnowledgeSettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// UpdateSettings calls PATCH /v1/knowledge/settings. Change the knowledge settings. The
// settings apply from the next question on. Vectors are computed in the background;
// until then passages are found by their words.
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
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only sources of this kind. One of article, question, file, page, site.
	Kind string
	// Only sources in this state. One of pending, indexing, ready, failed.
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

// List calls GET /v1/knowledge/sources. List knowledge sources. Newest first, without
// content.
func (r *KnowledgeResource) List(query ListKnowledgeSources, options ...CallOption) *List[KnowledgeSource] {
	return list[KnowledgeSource](r.t, "/v1/knowledge/sources", query.Cursor, query.fill, options)
}

// Create calls POST /v1/knowledge/sources. Add knowledge. Send an article, a question
// with its answer, a web page or a website as JSON. Send a file (Markdown, text, HTML,
// PDF, DOCX, CSV; up to 32 MiB) as multipart/form-data with the parts options (JSON,
// first) and file. The source is stored and then indexed in the background; state and
// indexing show the progress.
func (r *KnowledgeResource) Create(ctx context.Context, request CreateKnowledgeSource, options ...CallOption) (*KnowledgeSource, error) {
	c := r.t.newCall("POST", "/v1/knowledge/sources", options)
	c.body = request
	out := &KnowledgeSource{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/knowledge/sources/{id}. Delete a knowledge source. Its
// passages are no longer found.
func (r *KnowledgeResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/knowledge/sources/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/knowledge/sources/{id}. Get a knowledge source. With its content and
// the progress of indexing.
func (r *KnowledgeResource) Get(ctx context.Context, id string, options ...CallOption) (*KnowledgeSource, error) {
	c := r.t.newCall("GET", "/v1/knowledge/sources/"+segment(id), options)
	out := &KnowledgeSource{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/knowledge/sources/{id}. Change a knowledge source. Creates a
// new revision. Until it is ready, the previous revision is used.
func (r *KnowledgeResource) Update(ctx context.Context, id string, request UpdateKnowledgeSource, options ...CallOption) (*KnowledgeSource, error) {
	c := r.t.newCall("PATCH", "/v1/knowledge/sources/"+segment(id), options)
	c.body = request
	out := &KnowledgeSource{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Pages calls GET /v1/knowledge/sources/{id}/pages. List the pages of a site. All pages
// of the newest crawl, in the order in which they were found, each with its result.
func (r *KnowledgeResource) Pages(ctx context.Context, id string, options ...CallOption) (*KnowledgePages, error) {
	c := r.t.newCall("GET", "/v1/knowledge/sources/"+segment(id)+"/pages", options)
	out := &KnowledgePages{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListKnowledgeSourceProblems selects what Problems returns; all of it may be left out.
type ListKnowledgeSourceProblems struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListKnowledgeSourceProblems) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Problems calls GET /v1/knowledge/sources/{id}/problems. List the problems of a source.
// Pages of the newest crawl that could not be read or were skipped, in the order in
// which they were found.
func (r *KnowledgeResource) Problems(id string, query ListKnowledgeSourceProblems, options ...CallOption) *List[RunProblem] {
	return list[RunProblem](r.t, "/v1/knowledge/sources/"+segment(id)+"/problems", query.Cursor, query.fill, options)
}

// Recrawl calls POST /v1/knowledge/sources/{id}/recrawl. Fetch a page or site again.
// Pages that report no change are not read again.
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
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only gaps in this state. One of open, dismissed, answered.
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

// List calls GET /v1/knowledge/gaps. List knowledge gaps. Questions without evidence.
// Similar questions form one gap; the most frequent gap comes first.
func (r *KnowledgeGapsResource) List(query ListKnowledgeGaps, options ...CallOption) *List[KnowledgeGap] {
	return list[KnowledgeGap](r.t, "/v1/knowledge/gaps", query.Cursor, query.fill, options)
}

// Get calls GET /v1/knowledge/gaps/{id}. Get a knowledge gap. With up to 20 of its
// questions.
func (r *KnowledgeGapsResource) Get(ctx context.Context, id string, options ...CallOption) (*KnowledgeGap, error) {
	c := r.t.newCall("GET", "/v1/knowledge/gaps/"+segment(id), options)
	out := &KnowledgeGap{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Answer calls POST /v1/knowledge/gaps/{id}/answer. Answer a knowledge gap. Creates a
// source of the kind question. Assistants use it as soon as it is indexed.
func (r *KnowledgeGapsResource) Answer(ctx context.Context, id string, request AnswerGap, options ...CallOption) (*KnowledgeSource, error) {
	c := r.t.newCall("POST", "/v1/knowledge/gaps/"+segment(id)+"/answer", options)
	c.body = request
	out := &KnowledgeSource{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Dismiss calls POST /v1/knowledge/gaps/{id}/dismiss. Dismiss a knowledge gap. The gap
// is no longer open. Its questions are still counted.
func (r *KnowledgeGapsResource) Dismiss(ctx context.Context, id string, options ...CallOption) (*KnowledgeGap, error) {
	c := r.t.newCall("POST", "/v1/knowledge/gaps/"+segment(id)+"/dismiss", options)
	out := &KnowledgeGap{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListLabels selects what List returns; all of it may be left out.
type ListLabels struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListLabels) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/labels. List labels. By name.
func (r *LabelsResource) List(query ListLabels, options ...CallOption) *List[Label] {
	return list[Label](r.t, "/v1/labels", query.Cursor, query.fill, options)
}

// Create calls POST /v1/labels. Create a label. For the whole workspace.
func (r *LabelsResource) Create(ctx context.Context, request CreateLabel, options ...CallOption) (*Label, error) {
	c := r.t.newCall("POST", "/v1/labels", options)
	c.body = request
	out := &Label{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/labels/{id}. Delete a label. The conversations that have it
// lose it, soon after. A label that the rules of routing name cannot be deleted.
func (r *LabelsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/labels/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Update calls PATCH /v1/labels/{id}. Change a label. Changes only the fields you send.
// Conversations that have it keep it.
func (r *LabelsResource) Update(ctx context.Context, id string, request UpdateLabel, options ...CallOption) (*Label, error) {
	c := r.t.newCall("PATCH", "/v1/labels/"+segment(id), options)
	c.body = request
	out := &Label{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListMedia selects what List returns; all of it may be left out.
type ListMedia struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
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

// Delete calls DELETE /v1/media/{id}. Delete a file. Deletes the file here and at the
// provider. Messages with the file keep its id but no longer show it. Messages that wait
// to be sent with it fail.
func (r *MediaResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/media/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/media/{id}/info. Get file information. Its type, size, hash, name
// and state.
func (r *MediaResource) Get(ctx context.Context, id string, options ...CallOption) (*MediaFile, error) {
	c := r.t.newCall("GET", "/v1/media/"+segment(id)+"/info", options)
	out := &MediaFile{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Link calls POST /v1/media/{id}/link. Create a download link. A signed link that works
// for a short time without an API key, for an img or video element or a download.
func (r *MediaResource) Link(ctx context.Context, id string, request CreateMediaLink, options ...CallOption) (*MediaLink, error) {
	c := r.t.newCall("POST", "/v1/media/"+segment(id)+"/link", options)
	c.body = request
	out := &MediaLink{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// FailureReasons calls GET /v1/failure-reasons. List reasons of failures. Why the
// provider refuses or does not deliver messages, in plain words: what to do next, and
// whether the same may be sent again. A message that failed has its own one as
// failureReason.
func (r *MessagesResource) FailureReasons(ctx context.Context, options ...CallOption) (*FailureReasons, error) {
	c := r.t.newCall("GET", "/v1/failure-reasons", options)
	out := &FailureReasons{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// SummarizeFailures selects what Failures returns; all of it may be left out.
type SummarizeFailures struct {
	// Only messages of this template.
	TemplateName string
	// Only messages of this phone number of yours.
	PhoneNumberID string
	// The first day, for example 2026-11-01; 29 days before the last one by default.
	From string
	// The last day; today by default. A period has 366 days at most.
	To string
}

func (q SummarizeFailures) fill(c *call) {
	if q.TemplateName != "" {
		c.query.Set("templateName", q.TemplateName)
	}
	if q.PhoneNumberID != "" {
		c.query.Set("phoneNumberId", q.PhoneNumberID)
	}
	if q.From != "" {
		c.query.Set("from", q.From)
	}
	if q.To != "" {
		c.query.Set("to", q.To)
	}
}

// Failures calls GET /v1/failures. Summarize failures. How many messages failed or
// expired on the days of a period, by the reason. A second may pass until one is
// counted. One that proves to have arrived after all stays counted.
func (r *MessagesResource) Failures(ctx context.Context, query SummarizeFailures, options ...CallOption) (*FailureSummary, error) {
	c := r.t.newCall("GET", "/v1/failures", options)
	query.fill(c)
	out := &FailureSummary{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListMessages selects what List returns; all of it may be left out.
type ListMessages struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only messages in this status. One of scheduled, queued, sending, accepted, sent,
	// delivered, read, played, failed, expired, canceled, received.
	Status string
	// Only sent messages, or only received messages. One of outbound, inbound.
	Direction string
	// Only messages to this phone number. Write + as %2B.
	To string
	// Only messages of this type. One of template, text, image, video, audio, document,
	// sticker, location, contacts, reaction, interactive, button, order, call, system,
	// request_welcome, unsupported.
	Type string
	// Only messages of this conversation.
	ConversationID string
	// Only the message with this id at the provider (message_id in events).
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

// List calls GET /v1/messages. List messages. Newest first. With status, direction, to
// or type, a page may have fewer items than limit, or none, and still have a nextCursor.
// Follow it to continue.
func (r *MessagesResource) List(query ListMessages, options ...CallOption) *List[Message] {
	return list[Message](r.t, "/v1/messages", query.Cursor, query.fill, options)
}

// Send calls POST /v1/messages. Send a message. Accepts a message of any type. You can
// send a template at any time, and other types within 24 hours after the contact's last
// message. The answer comes when the message is stored on disk; the message then always
// reaches a final status. If the request has errors, the answer lists all of them and
// nothing is stored.
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
// its own result. If one is refused, the others are still accepted.
func (r *MessagesResource) SendBatch(ctx context.Context, request SendMessageBatch, options ...CallOption) (*SendMessageBatchResult, error) {
	c := r.t.newCall("POST", "/v1/messages/batch", options)
	c.body = request
	out := &SendMessageBatchResult{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Get calls GET /v1/messages/{id}. Get a message. With its timeline and the calls to the
// provider.
func (r *MessagesResource) Get(ctx context.Context, id string, options ...CallOption) (*Message, error) {
	c := r.t.newCall("GET", "/v1/messages/"+segment(id), options)
	out := &Message{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Cancel calls POST /v1/messages/{id}/cancel. Cancel a message. Works only while the
// message is scheduled or queued.
func (r *MessagesResource) Cancel(ctx context.Context, id string, options ...CallOption) (*Message, error) {
	c := r.t.newCall("POST", "/v1/messages/"+segment(id)+"/cancel", options)
	out := &Message{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// MarkRead calls POST /v1/messages/{id}/read. Mark a message as read. Shows the contact
// that this received message and the ones before it were read. Works for 30 days after
// it was received. The provider is called at once; if it refuses, the answer is its
// refusal. Nothing is stored or retried.
func (r *MessagesResource) MarkRead(ctx context.Context, id string, request MarkRead, options ...CallOption) error {
	c := r.t.newCall("POST", "/v1/messages/"+segment(id)+"/read", options)
	c.body = request
	return r.t.do(ctx, c, nil)
}

// ListMessagingAccounts selects what List returns; all of it may be left out.
type ListMessagingAccounts struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
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
// with its phone numbers and restrictions.
func (r *MessagingAccountsResource) List(query ListMessagingAccounts, options ...CallOption) *List[MessagingAccount] {
	return list[MessagingAccount](r.t, "/v1/messaging-accounts", query.Cursor, query.fill, options)
}

// Connect calls POST /v1/messaging-accounts. Connect a messaging account. Checks the
// token at the provider, stores it encrypted, and mirrors the account's phone numbers
// and templates. Connect again to replace the token.
func (r *MessagingAccountsResource) Connect(ctx context.Context, request ConnectMessagingAccount, options ...CallOption) (*MessagingAccount, error) {
	c := r.t.newCall("POST", "/v1/messaging-accounts", options)
	c.body = request
	out := &MessagingAccount{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// CheckWebhooks calls POST /v1/messaging-accounts/{id}/check-webhooks. Check that
// webhooks arrive. Has the provider send something to the callback URL: the question
// with which it makes sure of a new one. Only this deployment knows the answer. The
// subscription is as it was afterwards.
func (r *MessagingAccountsResource) CheckWebhooks(ctx context.Context, id string, options ...CallOption) (*WebhookCheck, error) {
	c := r.t.newCall("POST", "/v1/messaging-accounts/"+segment(id)+"/check-webhooks", options)
	out := &WebhookCheck{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// RotateToken calls POST /v1/messaging-accounts/{id}/rotate-token. Exchange the System
// User Token. The new token is proved first: it is valid, has both permissions, reads
// the account and may send. Then it replaces the old one, and messages that waited for a
// working token go out. Nothing is sent to anybody for the proof. Revoke the old token
// at the provider afterwards.
func (r *MessagingAccountsResource) RotateToken(ctx context.Context, id string, request RotateToken, options ...CallOption) (*MessagingAccount, error) {
	c := r.t.newCall("POST", "/v1/messaging-accounts/"+segment(id)+"/rotate-token", options)
	c.body = request
	out := &MessagingAccount{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListNotifications selects what List returns; all of it may be left out.
type ListNotifications struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only those that you have not read.
	Unread *bool
	// Only of this kind.
	Kind string
}

func (q ListNotifications) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.Unread != nil {
		c.query.Set("unread", strconv.FormatBool(*q.Unread))
	}
	if q.Kind != "" {
		c.query.Set("kind", q.Kind)
	}
}

// List calls GET /v1/notifications. List your notifications. What came up last comes
// first. You see those of conversations that you reach by now. You have the last 1,000,
// for 30 days.
func (r *NotificationsResource) List(query ListNotifications, options ...CallOption) *List[Notification] {
	return list[Notification](r.t, "/v1/notifications", query.Cursor, query.fill, options)
}

// Count calls GET /v1/notifications/count. Count your notifications. How many you have
// not read, and not seen, of those that you reach by now.
func (r *NotificationsResource) Count(ctx context.Context, options ...CallOption) (*NotificationCount, error) {
	c := r.t.newCall("GET", "/v1/notifications/count", options)
	out := &NotificationCount{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// PushKey calls GET /v1/notifications/push-key. Get the key for push. What a browser
// subscribes to. It is the same for everybody here.
func (r *NotificationsResource) PushKey(ctx context.Context, options ...CallOption) (*PushKey, error) {
	c := r.t.newCall("GET", "/v1/notifications/push-key", options)
	out := &PushKey{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Subscriptions calls GET /v1/notifications/push-subscriptions. List your browsers.
// Those that are told of your notifications in this workspace.
func (r *NotificationsResource) Subscriptions(ctx context.Context, options ...CallOption) (*PushSubscriptions, error) {
	c := r.t.newCall("GET", "/v1/notifications/push-subscriptions", options)
	out := &PushSubscriptions{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Subscribe calls POST /v1/notifications/push-subscriptions. Subscribe a browser. Lets a
// browser of yours be told while nobody looks. The same endpoint is the same
// subscription, and belongs to whoever subscribed last. Of more than 10 the oldest end.
func (r *NotificationsResource) Subscribe(ctx context.Context, request CreatePushSubscription, options ...CallOption) (*PushSubscription, error) {
	c := r.t.newCall("POST", "/v1/notifications/push-subscriptions", options)
	c.body = request
	out := &PushSubscription{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Unsubscribe calls DELETE /v1/notifications/push-subscriptions/{id}. Unsubscribe a
// browser. It is told no more. One that its push service does not know any more goes by
// itself.
func (r *NotificationsResource) Unsubscribe(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/notifications/push-subscriptions/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Read calls POST /v1/notifications/read. Mark notifications as read. What is read is
// seen, too, and in no digest. One that comes up again is unread again.
func (r *NotificationsResource) Read(ctx context.Context, request MarkNotifications, options ...CallOption) (*NotificationCount, error) {
	c := r.t.newCall("POST", "/v1/notifications/read", options)
	c.body = request
	out := &NotificationCount{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// See calls POST /v1/notifications/seen. Mark notifications as seen. They were shown to
// you: what is seen is not pushed. One that comes up again is unseen again.
func (r *NotificationsResource) See(ctx context.Context, request MarkNotifications, options ...CallOption) (*NotificationCount, error) {
	c := r.t.newCall("POST", "/v1/notifications/seen", options)
	c.body = request
	out := &NotificationCount{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Settings calls GET /v1/notifications/settings. Get how you are told. In this
// workspace. Whoever has set nothing gets what holds by default.
func (r *NotificationsResource) Settings(ctx context.Context, options ...CallOption) (*NotificationSettings, error) {
	c := r.t.newCall("GET", "/v1/notifications/settings", options)
	out := &NotificationSettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// SetSettings calls PUT /v1/notifications/settings. Set how you are told. Replaces the
// settings, for what happens from then on. What is left out is as by default.
func (r *NotificationsResource) SetSettings(ctx context.Context, request SetNotificationSettings, options ...CallOption) (*NotificationSettings, error) {
	c := r.t.newCall("PUT", "/v1/notifications/settings", options)
	c.body = request
	out := &NotificationSettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Get calls GET /v1/onboarding. Get the onboarding checklist. What the business needs
// before it can send, with what each state rests on and what to do next. From the first
// look on, the service checks it on a schedule; onboarding.updated tells of each change.
func (r *OnboardingResource) Get(ctx context.Context, options ...CallOption) (*Onboarding, error) {
	c := r.t.newCall("GET", "/v1/onboarding", options)
	out := &Onboarding{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// RequestBadge calls POST /v1/onboarding/badge-request. Request the badge. Asks the
// provider for the badge beside the name of a phone number, once everything is there
// that it needs. After a refusal the provider takes a new request 30 days later. Where
// its API does not take the request from your app, package is what a person submits by
// hand.
func (r *OnboardingResource) RequestBadge(ctx context.Context, request RequestBadge, options ...CallOption) (*OnboardingBadge, error) {
	c := r.t.newCall("POST", "/v1/onboarding/badge-request", options)
	c.body = request
	out := &OnboardingBadge{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ReportBadge calls PUT /v1/onboarding/badge-request. Say how a request by hand stands.
// For a request that the provider's API did not take: say that you submitted it by hand,
// and later what the provider decided. Where the provider tells of its decision by its
// API, that counts.
func (r *OnboardingResource) ReportBadge(ctx context.Context, request ReportBadge, options ...CallOption) (*OnboardingBadge, error) {
	c := r.t.newCall("PUT", "/v1/onboarding/badge-request", options)
	c.body = request
	out := &OnboardingBadge{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Doctor calls GET /v1/onboarding/doctor. See what is wrong, and what to do. Asks the
// provider about token, account, webhooks and numbers, and looks at what was noticed
// here. The command crm doctor --workspace tells the same. It changes nothing.
func (r *OnboardingResource) Doctor(ctx context.Context, options ...CallOption) (*Findings, error) {
	c := r.t.newCall("GET", "/v1/onboarding/doctor", options)
	out := &Findings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Fix calls POST /v1/onboarding/doctor/{finding}/fix. Have a finding fixed. Does what
// the finding asks for, where the service can (`fixable`), and answers with what is
// wrong then.
func (r *OnboardingResource) Fix(ctx context.Context, finding string, options ...CallOption) (*Findings, error) {
	c := r.t.newCall("POST", "/v1/onboarding/doctor/"+segment(finding)+"/fix", options)
	out := &Findings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Signup calls GET /v1/onboarding/signup. Get the app of the provider's signup. With
// what a page opens the provider's signup in a window.
func (r *OnboardingResource) Signup(ctx context.Context, options ...CallOption) (*SignupApp, error) {
	c := r.t.newCall("GET", "/v1/onboarding/signup", options)
	out := &SignupApp{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// FinishSignup calls POST /v1/onboarding/signup. Finish the provider's signup. Exchanges
// the code of the provider's window for a token, connects the account with its numbers,
// and subscribes it. A number that stays in use in the provider's app is asked for its
// contacts and messages.
func (r *OnboardingResource) FinishSignup(ctx context.Context, request FinishSignup, options ...CallOption) (*MessagingAccount, error) {
	c := r.t.newCall("POST", "/v1/onboarding/signup", options)
	c.body = request
	out := &MessagingAccount{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// SetWebsite calls PUT /v1/onboarding/website. Name the website of the business. The
// service then looks at it: a valid certificate, the legal name, the address, and a
// privacy policy that is a page of its own. What a person confirmed of the website
// before does not count any more.
func (r *OnboardingResource) SetWebsite(ctx context.Context, request SetOnboardingWebsite, options ...CallOption) (*OnboardingItem, error) {
	c := r.t.newCall("PUT", "/v1/onboarding/website", options)
	c.body = request
	out := &OnboardingItem{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Check calls POST /v1/onboarding/{item}/check. Check an item now. Asks the provider, or
// looks at the website, and answers with the item as it is then. The service does this
// by itself, too: every hour while something is in review, and once a day otherwise.
func (r *OnboardingResource) Check(ctx context.Context, item string, options ...CallOption) (*OnboardingItem, error) {
	c := r.t.newCall("POST", "/v1/onboarding/"+segment(item)+"/check", options)
	out := &OnboardingItem{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Confirm calls POST /v1/onboarding/{item}/confirm. Confirm an item. A person says that
// an item is fulfilled, and what they looked at. Only for items about which the service
// cannot find out everything: document_uploaded, dedicated_number, website and
// payment_card.
func (r *OnboardingResource) Confirm(ctx context.Context, item string, request ConfirmOnboardingItem, options ...CallOption) (*OnboardingItem, error) {
	c := r.t.newCall("POST", "/v1/onboarding/"+segment(item)+"/confirm", options)
	c.body = request
	out := &OnboardingItem{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Reject calls POST /v1/onboarding/{item}/reject. Reject an item. A person says that an
// item is not fulfilled, such as when it was confirmed by mistake. It stays rejected
// until somebody confirms it.
func (r *OnboardingResource) Reject(ctx context.Context, item string, request RejectOnboardingItem, options ...CallOption) (*OnboardingItem, error) {
	c := r.t.newCall("POST", "/v1/onboarding/"+segment(item)+"/reject", options)
	c.body = request
	out := &OnboardingItem{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListPhoneNumbers selects what List returns; all of it may be left out.
type ListPhoneNumbers struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
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

// Add calls POST /v1/phone-numbers. Add a phone number. Adds a number to a messaging
// account at the provider. It must not be active in the provider's app. With `migrate`,
// a number moves here from another account or provider. Then verify and register it.
func (r *PhoneNumbersResource) Add(ctx context.Context, request AddPhoneNumber, options ...CallOption) (*PhoneNumber, error) {
	c := r.t.newCall("POST", "/v1/phone-numbers", options)
	c.body = request
	out := &PhoneNumber{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Get calls GET /v1/phone-numbers/{id}. Get a phone number. Its display name, quality
// and limits, as the provider last reported them.
func (r *PhoneNumbersResource) Get(ctx context.Context, id string, options ...CallOption) (*PhoneNumber, error) {
	c := r.t.newCall("GET", "/v1/phone-numbers/"+segment(id), options)
	out := &PhoneNumber{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/phone-numbers/{id}. Change a phone number. Changes only the
// fields you send.
func (r *PhoneNumbersResource) Update(ctx context.Context, id string, request UpdatePhoneNumber, options ...CallOption) (*PhoneNumber, error) {
	c := r.t.newCall("PATCH", "/v1/phone-numbers/"+segment(id), options)
	c.body = request
	out := &PhoneNumber{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// RequestHistory calls POST /v1/phone-numbers/{id}/app-history. Request the history of a
// number on the app. Asks for the contacts and messages that the number has in the
// provider's app. After a signup the service asks by itself. The provider shares them
// once, within 24 hours after the signup; they arrive for some minutes or hours, start
// no automation and open no window.
func (r *PhoneNumbersResource) RequestHistory(ctx context.Context, id string, options ...CallOption) (*PhoneNumberSetup, error) {
	c := r.t.newCall("POST", "/v1/phone-numbers/"+segment(id)+"/app-history", options)
	out := &PhoneNumberSetup{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// AutomaticMessages calls GET /v1/phone-numbers/{id}/automatic-messages. Get the
// automatic messages. What a phone number says by itself, and when it closes
// conversations.
func (r *PhoneNumbersResource) AutomaticMessages(ctx context.Context, id string, options ...CallOption) (*AutomaticMessages, error) {
	c := r.t.newCall("GET", "/v1/phone-numbers/"+segment(id)+"/automatic-messages", options)
	out := &AutomaticMessages{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// UpdateAutomaticMessages calls PATCH /v1/phone-numbers/{id}/automatic-messages. Change
// the automatic messages. Changes only the fields you send. Waits that go on keep their
// time; what is turned off stops at once. Other nodes know within a second. The provider
// may charge for the messages.
func (r *PhoneNumbersResource) UpdateAutomaticMessages(ctx context.Context, id string, request UpdateAutomaticMessages, options ...CallOption) (*AutomaticMessages, error) {
	c := r.t.newCall("PATCH", "/v1/phone-numbers/"+segment(id)+"/automatic-messages", options)
	c.body = request
	out := &AutomaticMessages{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListBlockedUsers selects what BlockedUsers returns; all of it may be left out.
type ListBlockedUsers struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListBlockedUsers) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// BlockedUsers calls GET /v1/phone-numbers/{id}/blocked-users. List blocked users. Whose
// messages the number does not take, as the provider has them now.
func (r *PhoneNumbersResource) BlockedUsers(id string, query ListBlockedUsers, options ...CallOption) *List[BlockedUser] {
	return list[BlockedUser](r.t, "/v1/phone-numbers/"+segment(id)+"/blocked-users", query.Cursor, query.fill, options)
}

// BlockUsers calls POST /v1/phone-numbers/{id}/blocked-users. Block users. They cannot
// write to the number any more, and it cannot write to them. Only who wrote to it in the
// last 24 hours can be blocked: others are in refused. A number blocks 64,000 users at
// most.
func (r *PhoneNumbersResource) BlockUsers(ctx context.Context, id string, request BlockUsers, options ...CallOption) (*BlockOutcome, error) {
	c := r.t.newCall("POST", "/v1/phone-numbers/"+segment(id)+"/blocked-users", options)
	c.body = request
	out := &BlockOutcome{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// UnblockUsers calls POST /v1/phone-numbers/{id}/blocked-users/unblock. Unblock users.
// They can write to the number again. It may be done at any time, also for somebody who
// is not blocked.
func (r *PhoneNumbersResource) UnblockUsers(ctx context.Context, id string, request BlockUsers, options ...CallOption) (*BlockOutcome, error) {
	c := r.t.newCall("POST", "/v1/phone-numbers/"+segment(id)+"/blocked-users/unblock", options)
	c.body = request
	out := &BlockOutcome{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Components calls GET /v1/phone-numbers/{id}/conversational-components. Get the
// conversational components. Welcome message, commands and prompts of a number, as the
// provider has them now.
func (r *PhoneNumbersResource) Components(ctx context.Context, id string, options ...CallOption) (*ConversationalComponents, error) {
	c := r.t.newCall("GET", "/v1/phone-numbers/"+segment(id)+"/conversational-components", options)
	out := &ConversationalComponents{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// SetComponents calls PUT /v1/phone-numbers/{id}/conversational-components. Set the
// conversational components. Replaces all of them at the provider: what you do not send
// is gone then. What contacts tap or pick comes as a message with its text.
func (r *PhoneNumbersResource) SetComponents(ctx context.Context, id string, request SetConversationalComponents, options ...CallOption) (*ConversationalComponents, error) {
	c := r.t.newCall("PUT", "/v1/phone-numbers/"+segment(id)+"/conversational-components", options)
	c.body = request
	out := &ConversationalComponents{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Deregister calls POST /v1/phone-numbers/{id}/deregister. Deregister a phone number.
// Nothing can be sent from the number until it is registered again. It counts like a
// registration.
func (r *PhoneNumbersResource) Deregister(ctx context.Context, id string, options ...CallOption) (*PhoneNumberSetup, error) {
	c := r.t.newCall("POST", "/v1/phone-numbers/"+segment(id)+"/deregister", options)
	out := &PhoneNumberSetup{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// RequestName calls POST /v1/phone-numbers/{id}/display-name. Request another display
// name. The provider reviews it, and contacts see the old name meanwhile.
// phone_number.updated tells of the decision.
func (r *PhoneNumbersResource) RequestName(ctx context.Context, id string, request RequestDisplayName, options ...CallOption) (*PhoneNumberSetup, error) {
	c := r.t.newCall("POST", "/v1/phone-numbers/"+segment(id)+"/display-name", options)
	c.body = request
	out := &PhoneNumberSetup{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// EncryptionKey calls GET /v1/phone-numbers/{id}/encryption-key. Get the encryption key
// of flows. The public key by which the provider encrypts what contacts enter in flows,
// as it has it now.
func (r *PhoneNumbersResource) EncryptionKey(ctx context.Context, id string, options ...CallOption) (*EncryptionKey, error) {
	c := r.t.newCall("GET", "/v1/phone-numbers/"+segment(id)+"/encryption-key", options)
	out := &EncryptionKey{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// SetEncryptionKey calls PUT /v1/phone-numbers/{id}/encryption-key. Set the encryption
// key of flows. Gives the provider your public key. The private key stays with you,
// where flows are decrypted: the service never asks for it, and refuses one that is
// sent. Whoever decrypts must have the new private key before you set its public one.
func (r *PhoneNumbersResource) SetEncryptionKey(ctx context.Context, id string, request SetEncryptionKey, options ...CallOption) (*EncryptionKey, error) {
	c := r.t.newCall("PUT", "/v1/phone-numbers/"+segment(id)+"/encryption-key", options)
	c.body = request
	out := &EncryptionKey{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Health calls GET /v1/phone-numbers/{id}/health. Get a phone number's health. Gaps in
// the provider's reports: silence, messages without a status, statuses and replies for
// unknown messages, and wrong signatures. Also what the provider reports about the phone
// number and its account.
func (r *PhoneNumbersResource) Health(ctx context.Context, id string, options ...CallOption) (*PhoneNumberHealth, error) {
	c := r.t.newCall("GET", "/v1/phone-numbers/"+segment(id)+"/health", options)
	out := &PhoneNumberHealth{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ChangePIN calls POST /v1/phone-numbers/{id}/pin. Change the PIN of a phone number. The
// next registration of the number needs it. Nobody can read it at the provider.
func (r *PhoneNumbersResource) ChangePIN(ctx context.Context, id string, request PhoneNumberPIN, options ...CallOption) (*PhoneNumberSetup, error) {
	c := r.t.newCall("POST", "/v1/phone-numbers/"+segment(id)+"/pin", options)
	c.body = request
	out := &PhoneNumberSetup{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Profile calls GET /v1/phone-numbers/{id}/profile. Get the business profile. What
// contacts see of the number besides its name, as the provider has it now.
func (r *PhoneNumbersResource) Profile(ctx context.Context, id string, options ...CallOption) (*BusinessProfile, error) {
	c := r.t.newCall("GET", "/v1/phone-numbers/"+segment(id)+"/profile", options)
	out := &BusinessProfile{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// UpdateProfile calls PATCH /v1/phone-numbers/{id}/profile. Change the business profile.
// Changes only the fields you send, at the provider, and answers with the whole profile.
// The service keeps no copy.
func (r *PhoneNumbersResource) UpdateProfile(ctx context.Context, id string, request UpdateBusinessProfile, options ...CallOption) (*BusinessProfile, error) {
	c := r.t.newCall("PATCH", "/v1/phone-numbers/"+segment(id)+"/profile", options)
	c.body = request
	out := &BusinessProfile{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// QRCodes calls GET /v1/phone-numbers/{id}/qr-codes. List QR codes. All QR codes and
// short links of a number, as the provider has them now.
func (r *PhoneNumbersResource) QRCodes(ctx context.Context, id string, options ...CallOption) (*QRCodes, error) {
	c := r.t.newCall("GET", "/v1/phone-numbers/"+segment(id)+"/qr-codes", options)
	out := &QRCodes{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// CreateQRCode calls POST /v1/phone-numbers/{id}/qr-codes. Create a QR code. Whoever
// scans it, or follows its link, is in a chat with the number, with the message written
// already.
func (r *PhoneNumbersResource) CreateQRCode(ctx context.Context, id string, request CreateQRCode, options ...CallOption) (*QRCode, error) {
	c := r.t.newCall("POST", "/v1/phone-numbers/"+segment(id)+"/qr-codes", options)
	c.body = request
	out := &QRCode{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// DeleteQRCode calls DELETE /v1/phone-numbers/{id}/qr-codes/{code}. Delete a QR code.
// The code and its link lead nowhere then, also where they are printed.
func (r *PhoneNumbersResource) DeleteQRCode(ctx context.Context, id string, code string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/phone-numbers/"+segment(id)+"/qr-codes/"+segment(code), options)
	return r.t.do(ctx, c, nil)
}

// UpdateQRCode calls PATCH /v1/phone-numbers/{id}/qr-codes/{code}. Change a QR code.
// Gives it another message. What you printed stays good.
func (r *PhoneNumbersResource) UpdateQRCode(ctx context.Context, id string, code string, request UpdateQRCode, options ...CallOption) (*QRCode, error) {
	c := r.t.newCall("PATCH", "/v1/phone-numbers/"+segment(id)+"/qr-codes/"+segment(code), options)
	c.body = request
	out := &QRCode{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Register calls POST /v1/phone-numbers/{id}/register. Register a phone number. Lets a
// verified number send. The PIN becomes its PIN, or must be the one that it has. The
// provider takes 10 requests to register or deregister a number in 72 hours; the service
// refuses more before the provider would close the number.
func (r *PhoneNumbersResource) Register(ctx context.Context, id string, request PhoneNumberPIN, options ...CallOption) (*PhoneNumberSetup, error) {
	c := r.t.newCall("POST", "/v1/phone-numbers/"+segment(id)+"/register", options)
	c.body = request
	out := &PhoneNumberSetup{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Setup calls GET /v1/phone-numbers/{id}/setup. Get how far a phone number is set up.
// Whether it is verified and registered, what the provider still takes, and what to do
// next. It shows what the provider last told.
func (r *PhoneNumbersResource) Setup(ctx context.Context, id string, options ...CallOption) (*PhoneNumberSetup, error) {
	c := r.t.newCall("GET", "/v1/phone-numbers/"+segment(id)+"/setup", options)
	out := &PhoneNumberSetup{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// RequestCode calls POST /v1/phone-numbers/{id}/verification-code. Request a
// verification code. The provider sends six digits to the number, by text message or by
// call. One code a minute at most.
func (r *PhoneNumbersResource) RequestCode(ctx context.Context, id string, request RequestVerificationCode, options ...CallOption) (*PhoneNumberSetup, error) {
	c := r.t.newCall("POST", "/v1/phone-numbers/"+segment(id)+"/verification-code", options)
	c.body = request
	out := &PhoneNumberSetup{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Verify calls POST /v1/phone-numbers/{id}/verify. Verify a phone number. Tells the
// provider the code that came to the number. After five wrong ones you need a new code.
func (r *PhoneNumbersResource) Verify(ctx context.Context, id string, request VerifyPhoneNumber, options ...CallOption) (*PhoneNumberSetup, error) {
	c := r.t.newCall("POST", "/v1/phone-numbers/"+segment(id)+"/verify", options)
	c.body = request
	out := &PhoneNumberSetup{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListDealReasons selects what Reasons returns; all of it may be left out.
type ListDealReasons struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only reasons of this kind. One of won, lost.
	Kind string
}

func (q ListDealReasons) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.Kind != "" {
		c.query.Set("kind", q.Kind)
	}
}

// Reasons calls GET /v1/deal-reasons. List reasons. Why deals are lost and won, oldest
// first.
func (r *PipelinesResource) Reasons(query ListDealReasons, options ...CallOption) *List[DealReason] {
	return list[DealReason](r.t, "/v1/deal-reasons", query.Cursor, query.fill, options)
}

// CreateReason calls POST /v1/deal-reasons. Create a reason. People choose one when they
// lose or win a deal.
func (r *PipelinesResource) CreateReason(ctx context.Context, request CreateDealReason, options ...CallOption) (*DealReason, error) {
	c := r.t.newCall("POST", "/v1/deal-reasons", options)
	c.body = request
	out := &DealReason{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// DeleteReason calls DELETE /v1/deal-reasons/{id}. Delete a reason. Deals that name it
// keep it.
func (r *PipelinesResource) DeleteReason(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/deal-reasons/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// ListExchangeRates selects what ExchangeRates returns; all of it may be left out.
type ListExchangeRates struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only rates of this currency.
	From string
	// Only rates to this currency.
	To string
}

func (q ListExchangeRates) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.From != "" {
		c.query.Set("from", q.From)
	}
	if q.To != "" {
		c.query.Set("to", q.To)
	}
}

// ExchangeRates calls GET /v1/exchange-rates. List exchange rates. Those that you set,
// by their currencies and days.
func (r *PipelinesResource) ExchangeRates(query ListExchangeRates, options ...CallOption) *List[ExchangeRate] {
	return list[ExchangeRate](r.t, "/v1/exchange-rates", query.Cursor, query.fill, options)
}

// SetExchangeRates calls PUT /v1/exchange-rates. Set exchange rates. Adds rates, or
// replaces those of the same currencies and day. All are set, or none.
func (r *PipelinesResource) SetExchangeRates(ctx context.Context, request SetExchangeRates, options ...CallOption) (*ExchangeRates, error) {
	c := r.t.newCall("PUT", "/v1/exchange-rates", options)
	c.body = request
	out := &ExchangeRates{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListPipelines selects what List returns; all of it may be left out.
type ListPipelines struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListPipelines) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/pipelines. List pipelines. All of the workspace with their stages,
// oldest first; archived ones, too.
func (r *PipelinesResource) List(query ListPipelines, options ...CallOption) *List[Pipeline] {
	return list[Pipeline](r.t, "/v1/pipelines", query.Cursor, query.fill, options)
}

// Create calls POST /v1/pipelines. Create a pipeline. A pipeline always has a stage on
// which deals are won and one on which they are lost: Won and Lost are added where you
// name none of these kinds.
func (r *PipelinesResource) Create(ctx context.Context, request CreatePipeline, options ...CallOption) (*Pipeline, error) {
	c := r.t.newCall("POST", "/v1/pipelines", options)
	c.body = request
	out := &Pipeline{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Get calls GET /v1/pipelines/{id}. Get a pipeline. With its stages.
func (r *PipelinesResource) Get(ctx context.Context, id string, options ...CallOption) (*Pipeline, error) {
	c := r.t.newCall("GET", "/v1/pipelines/"+segment(id), options)
	out := &Pipeline{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/pipelines/{id}. Change a pipeline. Changes only the fields you
// send. A stage that has deals is neither removed nor of another kind.
func (r *PipelinesResource) Update(ctx context.Context, id string, request UpdatePipeline, options ...CallOption) (*Pipeline, error) {
	c := r.t.newCall("PATCH", "/v1/pipelines/"+segment(id), options)
	c.body = request
	out := &Pipeline{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// GetBoard selects what Board returns; all of it may be left out.
type GetBoard struct {
	// Only this column.
	StageID string
	// The board as it was at this time, with the stages of then; now by default. Deals are
	// in the order of their last change until then, the latest first.
	At time.Time
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q GetBoard) fill(c *call) {
	if q.StageID != "" {
		c.query.Set("stageId", q.StageID)
	}
	if !q.At.IsZero() {
		c.query.Set("at", q.At.UTC().Format(time.RFC3339Nano))
	}
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Board calls GET /v1/pipelines/{id}/board. Get the board of a pipeline. A page of each
// column, with what the column has in all. Ask for further pages column by column. A
// page may be short although more follow.
func (r *PipelinesResource) Board(ctx context.Context, id string, query GetBoard, options ...CallOption) (*Board, error) {
	c := r.t.newCall("GET", "/v1/pipelines/"+segment(id)+"/board", options)
	query.fill(c)
	out := &Board{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// GetBridge selects what Bridge returns; all of it may be left out.
type GetBridge struct {
	// The first day, for example 2026-11-01; six days before the last one by default.
	From string
	// The last day; today by default. At most 92 days.
	To string
	// IANA time zone of the days, such as Europe/Berlin.
	TimeZone string
	// Also converts what was won and lost to this currency, by the rates of the days.
	Currency string
}

func (q GetBridge) fill(c *call) {
	if q.From != "" {
		c.query.Set("from", q.From)
	}
	if q.To != "" {
		c.query.Set("to", q.To)
	}
	if q.TimeZone != "" {
		c.query.Set("timeZone", q.TimeZone)
	}
	if q.Currency != "" {
		c.query.Set("currency", q.Currency)
	}
}

// Bridge calls GET /v1/pipelines/{id}/bridge. Bridge what a pipeline was worth. From
// what was open at the start, by what happened, to what was open at the end: to the
// minor unit, for the whole period and each day.
func (r *PipelinesResource) Bridge(ctx context.Context, id string, query GetBridge, options ...CallOption) (*Bridge, error) {
	c := r.t.newCall("GET", "/v1/pipelines/"+segment(id)+"/bridge", options)
	query.fill(c)
	out := &Bridge{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListBridgeItems selects what BridgeItems returns; all of it may be left out.
type ListBridgeItems struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// The first day, for example 2026-11-01; six days before the last one by default.
	From string
	// The last day; today by default. At most 92 days.
	To string
	// IANA time zone of the days, such as Europe/Berlin.
	TimeZone string
	// Only this part; start and end list what was open then. All that happened by default.
	// One of start, end, recorded, new, reopened, moved_in, increased, currency_in,
	// decreased, currency_out, moved_out, won, lost, removed.
	Part string
	// Only amounts in this currency; none for deals without an amount.
	Currency string
}

func (q ListBridgeItems) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.From != "" {
		c.query.Set("from", q.From)
	}
	if q.To != "" {
		c.query.Set("to", q.To)
	}
	if q.TimeZone != "" {
		c.query.Set("timeZone", q.TimeZone)
	}
	if q.Part != "" {
		c.query.Set("part", q.Part)
	}
	if q.Currency != "" {
		c.query.Set("currency", q.Currency)
	}
}

// BridgeItems calls GET /v1/pipelines/{id}/bridge/items. List what a number of a bridge
// is made of. The latest first. They sum to the number. A page of start or end may be
// short although more follow.
func (r *PipelinesResource) BridgeItems(id string, query ListBridgeItems, options ...CallOption) *List[BridgeItem] {
	return list[BridgeItem](r.t, "/v1/pipelines/"+segment(id)+"/bridge/items", query.Cursor, query.fill, options)
}

// GetClosings selects what Closings returns; all of it may be left out.
type GetClosings struct {
	// The first day, for example 2026-11-01; six days before the last one by default.
	From string
	// The last day; today by default. At most 92 days.
	To string
	// IANA time zone of the days, such as Europe/Berlin.
	TimeZone string
	// Whether deals were won or lost; lost by default. One of won, lost.
	Kind string
}

func (q GetClosings) fill(c *call) {
	if q.From != "" {
		c.query.Set("from", q.From)
	}
	if q.To != "" {
		c.query.Set("to", q.To)
	}
	if q.TimeZone != "" {
		c.query.Set("timeZone", q.TimeZone)
	}
	if q.Kind != "" {
		c.query.Set("kind", q.Kind)
	}
}

// Closings calls GET /v1/pipelines/{id}/closings. Count why deals were lost, or won. By
// the reasons that deals had at the moment when they were lost, or won, and with what
// they were worth then: a deal that is reopened or moved later stays counted, as in the
// bridge.
func (r *PipelinesResource) Closings(ctx context.Context, id string, query GetClosings, options ...CallOption) (*Closings, error) {
	c := r.t.newCall("GET", "/v1/pipelines/"+segment(id)+"/closings", options)
	query.fill(c)
	out := &Closings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListClosingItems selects what ClosingItems returns; all of it may be left out.
type ListClosingItems struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// The first day, for example 2026-11-01; six days before the last one by default.
	From string
	// The last day; today by default. At most 92 days.
	To string
	// IANA time zone of the days, such as Europe/Berlin.
	TimeZone string
	// Whether deals were won or lost; lost by default. One of won, lost.
	Kind string
	// Only those with this reason; none for words of their own, or none. All by default.
	ReasonID string
}

func (q ListClosingItems) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.From != "" {
		c.query.Set("from", q.From)
	}
	if q.To != "" {
		c.query.Set("to", q.To)
	}
	if q.TimeZone != "" {
		c.query.Set("timeZone", q.TimeZone)
	}
	if q.Kind != "" {
		c.query.Set("kind", q.Kind)
	}
	if q.ReasonID != "" {
		c.query.Set("reasonId", q.ReasonID)
	}
}

// ClosingItems calls GET /v1/pipelines/{id}/closings/items. List the deals that were
// lost, or won. The latest first: exactly as many as the number says.
func (r *PipelinesResource) ClosingItems(id string, query ListClosingItems, options ...CallOption) *List[ClosingItem] {
	return list[ClosingItem](r.t, "/v1/pipelines/"+segment(id)+"/closings/items", query.Cursor, query.fill, options)
}

// GetConversion selects what Conversion returns; all of it may be left out.
type GetConversion struct {
	// The first day, for example 2026-11-01; six days before the last one by default.
	From string
	// The last day; today by default. At most 92 days.
	To string
	// IANA time zone of the days, such as Europe/Berlin.
	TimeZone string
}

func (q GetConversion) fill(c *call) {
	if q.From != "" {
		c.query.Set("from", q.From)
	}
	if q.To != "" {
		c.query.Set("to", q.To)
	}
	if q.TimeZone != "" {
		c.query.Set("timeZone", q.TimeZone)
	}
}

// Conversion calls GET /v1/pipelines/{id}/conversion. Report the conversion of a
// pipeline. How many deals came onto each stage, how many left it, where to and after
// how long, and how many were won and lost.
func (r *PipelinesResource) Conversion(ctx context.Context, id string, query GetConversion, options ...CallOption) (*Conversion, error) {
	c := r.t.newCall("GET", "/v1/pipelines/"+segment(id)+"/conversion", options)
	query.fill(c)
	out := &Conversion{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListConversionItems selects what ConversionItems returns; all of it may be left out.
type ListConversionItems struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// The first day, for example 2026-11-01; six days before the last one by default.
	From string
	// The last day; today by default. At most 92 days.
	To string
	// IANA time zone of the days, such as Europe/Berlin.
	TimeZone string
	// The number: deals that came onto a stage, that left one, or that were won or lost. One
	// of entered, left, closed.
	Number string
	// Only those of this stage, where number is entered or left.
	StageID string
	// Only this part, where number is left or closed. One of advanced, returned, won, lost,
	// reopened, moved_out, removed.
	Part string
}

func (q ListConversionItems) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.From != "" {
		c.query.Set("from", q.From)
	}
	if q.To != "" {
		c.query.Set("to", q.To)
	}
	if q.TimeZone != "" {
		c.query.Set("timeZone", q.TimeZone)
	}
	if q.Number != "" {
		c.query.Set("number", q.Number)
	}
	if q.StageID != "" {
		c.query.Set("stageId", q.StageID)
	}
	if q.Part != "" {
		c.query.Set("part", q.Part)
	}
}

// ConversionItems calls GET /v1/pipelines/{id}/conversion/items. List what a number of
// the conversion counts. The latest first: exactly as many as the number says.
func (r *PipelinesResource) ConversionItems(id string, query ListConversionItems, options ...CallOption) *List[ConversionItem] {
	return list[ConversionItem](r.t, "/v1/pipelines/"+segment(id)+"/conversion/items", query.Cursor, query.fill, options)
}

// GetForecast selects what Forecast returns; all of it may be left out.
type GetForecast struct {
	// Only deals of this member; none for deals of nobody. Your own if you reach only some
	// deals.
	OwnerID string
	// As it was at this time, with the stages of then; now by default.
	At time.Time
	// Breaks the whole down: by stage, month of the expected close, owner, or forecast
	// category. One of stage, month, owner, category.
	GroupBy string
	// Also converts the sums to this currency, by the rates that you set.
	Currency string
}

func (q GetForecast) fill(c *call) {
	if q.OwnerID != "" {
		c.query.Set("ownerId", q.OwnerID)
	}
	if !q.At.IsZero() {
		c.query.Set("at", q.At.UTC().Format(time.RFC3339Nano))
	}
	if q.GroupBy != "" {
		c.query.Set("groupBy", q.GroupBy)
	}
	if q.Currency != "" {
		c.query.Set("currency", q.Currency)
	}
}

// Forecast calls GET /v1/pipelines/{id}/forecast. Forecast a pipeline. What its open
// deals are worth, to the minor unit, now or at any time before. It costs the same
// however many deals there are.
func (r *PipelinesResource) Forecast(ctx context.Context, id string, query GetForecast, options ...CallOption) (*Forecast, error) {
	c := r.t.newCall("GET", "/v1/pipelines/"+segment(id)+"/forecast", options)
	query.fill(c)
	out := &Forecast{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListForecastItems selects what ForecastItems returns; all of it may be left out.
type ListForecastItems struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only deals of this member; none for deals of nobody. Your own if you reach only some
	// deals.
	OwnerID string
	// As it was at this time, with the stages of then; now by default.
	At time.Time
	// Only deals that were on this stage.
	StageID string
	// Only deals that are expected to close in this month, such as 2026-12; none for those
	// without an expected close.
	Month string
	// Only deals of this category. One of omitted, pipeline, best_case, most_likely, commit,
	// closed.
	Category string
	// Only deals with an amount in this currency; none for those without an amount.
	Currency string
}

func (q ListForecastItems) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.OwnerID != "" {
		c.query.Set("ownerId", q.OwnerID)
	}
	if !q.At.IsZero() {
		c.query.Set("at", q.At.UTC().Format(time.RFC3339Nano))
	}
	if q.StageID != "" {
		c.query.Set("stageId", q.StageID)
	}
	if q.Month != "" {
		c.query.Set("month", q.Month)
	}
	if q.Category != "" {
		c.query.Set("category", q.Category)
	}
	if q.Currency != "" {
		c.query.Set("currency", q.Currency)
	}
}

// ForecastItems calls GET /v1/pipelines/{id}/forecast/items. List the deals of a
// forecast. The open deals that a number of the forecast is made of, as they were then,
// those that changed last first. A page may be short although more follow.
func (r *PipelinesResource) ForecastItems(id string, query ListForecastItems, options ...CallOption) *List[Deal] {
	return list[Deal](r.t, "/v1/pipelines/"+segment(id)+"/forecast/items", query.Cursor, query.fill, options)
}

// ListConversationPromises selects what OfConversation returns; all of it may be left out.
type ListConversationPromises struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListConversationPromises) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// OfConversation calls GET /v1/conversations/{id}/promises. List the promises of a
// conversation. Of every status, newest first.
func (r *PromisesResource) OfConversation(id string, query ListConversationPromises, options ...CallOption) *List[ContactPromise] {
	return list[ContactPromise](r.t, "/v1/conversations/"+segment(id)+"/promises", query.Cursor, query.fill, options)
}

// Create calls POST /v1/conversations/{id}/promises. Note a promise to the contact. At
// its time the conversation opens by itself, also if it is closed or snoozed then, and
// `promise.due` is told. The promise stays open until somebody keeps or withdraws it.
// The contact sees nothing of it.
func (r *PromisesResource) Create(ctx context.Context, id string, request CreatePromise, options ...CallOption) (*ContactPromise, error) {
	c := r.t.newCall("POST", "/v1/conversations/"+segment(id)+"/promises", options)
	c.body = request
	out := &ContactPromise{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListPromises selects what List returns; all of it may be left out.
type ListPromises struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only promises of this status; open by default. One of proposed, open, kept, withdrawn.
	Status string
	// Only promises that this user keeps.
	UserID string
	// Only promises that are due before this time.
	Until time.Time
}

func (q ListPromises) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.Status != "" {
		c.query.Set("status", q.Status)
	}
	if q.UserID != "" {
		c.query.Set("userId", q.UserID)
	}
	if !q.Until.IsZero() {
		c.query.Set("until", q.Until.UTC().Format(time.RFC3339Nano))
	}
}

// List calls GET /v1/promises. List promises. Those of one status in conversations that
// you reach, by when they are due. A page may have fewer items than limit even if
// nextCursor is not null.
func (r *PromisesResource) List(query ListPromises, options ...CallOption) *List[ContactPromise] {
	return list[ContactPromise](r.t, "/v1/promises", query.Cursor, query.fill, options)
}

// Get calls GET /v1/promises/{id}. Get a promise. In a conversation that you reach.
func (r *PromisesResource) Get(ctx context.Context, id string, options ...CallOption) (*ContactPromise, error) {
	c := r.t.newCall("GET", "/v1/promises/"+segment(id), options)
	out := &ContactPromise{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/promises/{id}. Keep, withdraw or change a promise. Changes only
// the fields you send. With a later `dueAt` an open promise comes back then.
func (r *PromisesResource) Update(ctx context.Context, id string, request UpdatePromise, options ...CallOption) (*ContactPromise, error) {
	c := r.t.newCall("PATCH", "/v1/promises/"+segment(id), options)
	c.body = request
	out := &ContactPromise{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Autonomy calls GET /v1/assistants/{id}/autonomy. Get what an assistant may do by
// itself. For each kind of act: the state, and the evidence that it rests on.
func (r *ProposalsResource) Autonomy(ctx context.Context, id string, options ...CallOption) (*AutonomyOfAssistant, error) {
	c := r.t.newCall("GET", "/v1/assistants/"+segment(id)+"/autonomy", options)
	out := &AutonomyOfAssistant{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListAutonomyChanges selects what AutonomyChanges returns; all of it may be left out.
type ListAutonomyChanges struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListAutonomyChanges) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// AutonomyChanges calls GET /v1/assistants/{id}/autonomy-changes. List what an assistant
// was allowed when. Every step up and back, with what it rested on, newest first.
func (r *ProposalsResource) AutonomyChanges(id string, query ListAutonomyChanges, options ...CallOption) *List[AssistantAutonomyChange] {
	return list[AssistantAutonomyChange](r.t, "/v1/assistants/"+segment(id)+"/autonomy-changes", query.Cursor, query.fill, options)
}

// SetAutonomy calls PUT /v1/assistants/{id}/autonomy/{kind}. Set what an assistant may
// do by itself. Turns a kind of act on, in the shadow at first. From there the assistant
// earns more: a step up takes 200 cases, and a lower end of agreement that reaches the
// line. You can also put it into a state yourself; it steps back by itself all the same.
func (r *ProposalsResource) SetAutonomy(ctx context.Context, id string, kind string, request SetAssistantAutonomy, options ...CallOption) (*AssistantAutonomy, error) {
	c := r.t.newCall("PUT", "/v1/assistants/"+segment(id)+"/autonomy/"+segment(kind), options)
	c.body = request
	out := &AssistantAutonomy{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListProposalFailures selects what Failures returns; all of it may be left out.
type ListProposalFailures struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListProposalFailures) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Failures calls GET /v1/proposal-failures. List what failed of proposals. What
// assistants could not propose, and what could not be compared with what they proposed,
// newest first, for 90 days. Everything else went on. What may pass is tried again and
// is not among them.
func (r *ProposalsResource) Failures(query ListProposalFailures, options ...CallOption) *List[ProposalFailure] {
	return list[ProposalFailure](r.t, "/v1/proposal-failures", query.Cursor, query.fill, options)
}

// ListProposals selects what List returns; all of it may be left out.
type ListProposals struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only proposals for this conversation, of every status unless you name one.
	ConversationID string
	// Only proposals of this status; open by default if you name no conversation. One of
	// open, done, accepted, rejected, undone, confirmed, refuted, expired.
	Status string
}

func (q ListProposals) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.ConversationID != "" {
		c.query.Set("conversationId", q.ConversationID)
	}
	if q.Status != "" {
		c.query.Set("status", q.Status)
	}
}

// List calls GET /v1/proposals. List proposals of assistants. Those of a conversation,
// or of one status in conversations that you reach, newest first. What an assistant only
// notes, in the shadow, is not among them. A page may have fewer items than limit even
// if nextCursor is not null.
func (r *ProposalsResource) List(query ListProposals, options ...CallOption) *List[Proposal] {
	return list[Proposal](r.t, "/v1/proposals", query.Cursor, query.fill, options)
}

// Get calls GET /v1/proposals/{id}. Get a proposal of an assistant. In a conversation
// that you reach.
func (r *ProposalsResource) Get(ctx context.Context, id string, options ...CallOption) (*Proposal, error) {
	c := r.t.newCall("GET", "/v1/proposals/"+segment(id), options)
	out := &Proposal{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Accept calls POST /v1/proposals/{id}/accept. Accept a proposal of an assistant. Does
// what it says, in your name: rules of deals act on it as on whatever you do. One about
// a deal needs the scope deals:write, too.
func (r *ProposalsResource) Accept(ctx context.Context, id string, options ...CallOption) (*Proposal, error) {
	c := r.t.newCall("POST", "/v1/proposals/"+segment(id)+"/accept", options)
	out := &Proposal{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Reject calls POST /v1/proposals/{id}/reject. Reject a proposal of an assistant.
// Nothing is done. The case counts against the assistant.
func (r *ProposalsResource) Reject(ctx context.Context, id string, options ...CallOption) (*Proposal, error) {
	c := r.t.newCall("POST", "/v1/proposals/"+segment(id)+"/reject", options)
	out := &Proposal{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Undo calls POST /v1/proposals/{id}/undo. Undo what an assistant did. Brings things
// back to how they stood, for 30 days and as long as nobody else changed them. The case
// counts against the assistant. One about a deal needs the scope deals:write, too.
func (r *ProposalsResource) Undo(ctx context.Context, id string, options ...CallOption) (*Proposal, error) {
	c := r.t.newCall("POST", "/v1/proposals/"+segment(id)+"/undo", options)
	out := &Proposal{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Settings calls GET /v1/rating-settings. Get the settings of ratings. Whether and how
// contacts are asked what they think of an episode that was closed.
func (r *RatingsResource) Settings(ctx context.Context, options ...CallOption) (*RatingSettings, error) {
	c := r.t.newCall("GET", "/v1/rating-settings", options)
	out := &RatingSettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// UpdateSettings calls PATCH /v1/rating-settings. Change the settings of ratings.
// Changes only the fields you send. It holds for episodes that are closed from now on;
// other nodes know within a second. The provider may charge for the questions.
func (r *RatingsResource) UpdateSettings(ctx context.Context, request UpdateRatingSettings, options ...CallOption) (*RatingSettings, error) {
	c := r.t.newCall("PATCH", "/v1/rating-settings", options)
	c.body = request
	out := &RatingSettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListRatings selects what List returns; all of it may be left out.
type ListRatings struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only ratings at or after this time.
	Since time.Time
	// Only ratings before this time.
	Until time.Time
	// Only episodes that this team had.
	TeamID string
	// Only episodes that this user had.
	AgentID string
	// Only this score.
	Score int
}

func (q ListRatings) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if !q.Since.IsZero() {
		c.query.Set("since", q.Since.UTC().Format(time.RFC3339Nano))
	}
	if !q.Until.IsZero() {
		c.query.Set("until", q.Until.UTC().Format(time.RFC3339Nano))
	}
	if q.TeamID != "" {
		c.query.Set("teamId", q.TeamID)
	}
	if q.AgentID != "" {
		c.query.Set("agentId", q.AgentID)
	}
	if q.Score != 0 {
		c.query.Set("score", strconv.Itoa(q.Score))
	}
}

// List calls GET /v1/ratings. List the ratings. What contacts said of episodes, the
// latest first, as far as you reach.
func (r *RatingsResource) List(query ListRatings, options ...CallOption) *List[Rating] {
	return list[Rating](r.t, "/v1/ratings", query.Cursor, query.fill, options)
}

// ListRedeliveries selects what List returns; all of it may be left out.
type ListRedeliveries struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
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
// first. Ended redeliveries are kept for 90 days.
func (r *RedeliveriesResource) List(id string, query ListRedeliveries, options ...CallOption) *List[Redelivery] {
	return list[Redelivery](r.t, "/v1/webhook-endpoints/"+segment(id)+"/redeliveries", query.Cursor, query.fill, options)
}

// Create calls POST /v1/webhook-endpoints/{id}/redeliveries. Deliver events again in
// bulk. Runs in the background, oldest events first, at a limited rate, so new events do
// not wait. It covers the events that are in the log now. Redeliveries of one endpoint
// run one after another; at most 20 can be open at the same time.
func (r *RedeliveriesResource) Create(ctx context.Context, id string, request CreateRedelivery, options ...CallOption) (*Redelivery, error) {
	c := r.t.newCall("POST", "/v1/webhook-endpoints/"+segment(id)+"/redeliveries", options)
	c.body = request
	out := &Redelivery{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Get calls GET /v1/webhook-endpoints/{id}/redeliveries/{redeliveryId}. Get a bulk
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
// Cancel a bulk redelivery. No more events are queued. The few events that are already
// queued are still delivered. An ended redelivery does not change.
func (r *RedeliveriesResource) Cancel(ctx context.Context, id string, redeliveryId string, options ...CallOption) (*Redelivery, error) {
	c := r.t.newCall("POST", "/v1/webhook-endpoints/"+segment(id)+"/redeliveries/"+segment(redeliveryId)+"/cancel", options)
	out := &Redelivery{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// GetWaitingReport selects what Waiting returns; all of it may be left out.
type GetWaitingReport struct {
	// The first day, for example 2026-11-01; six days before the last one by default.
	From string
	// The last day; today by default. At most 92 days.
	To string
	// IANA time zone of the days, such as Europe/Berlin.
	TimeZone string
	// Only conversations of this team.
	TeamID string
	// Only conversations of this phone number.
	PhoneNumberID string
	// Only what is due to this agent: contacts who waited for their answer (assigned), or
	// while they could not be reached (unreachable). waitCount then has the waits that ended
	// so.
	AgentID string
	// Only conversations that had this label when the wait ended, with the causes alone:
	// without skills and agents. Not together with teamId or agentId.
	LabelID string
	// Also breaks the whole down: by team, label, phone number or hour of the day (not
	// together with agentId; label also not with teamId, team not with labelId). agent: how
	// much of a cause is due to each agent. One of team, agent, label, phone_number, hour.
	GroupBy string
}

func (q GetWaitingReport) fill(c *call) {
	if q.From != "" {
		c.query.Set("from", q.From)
	}
	if q.To != "" {
		c.query.Set("to", q.To)
	}
	if q.TimeZone != "" {
		c.query.Set("timeZone", q.TimeZone)
	}
	if q.TeamID != "" {
		c.query.Set("teamId", q.TeamID)
	}
	if q.PhoneNumberID != "" {
		c.query.Set("phoneNumberId", q.PhoneNumberID)
	}
	if q.AgentID != "" {
		c.query.Set("agentId", q.AgentID)
	}
	if q.LabelID != "" {
		c.query.Set("labelId", q.LabelID)
	}
	if q.GroupBy != "" {
		c.query.Set("groupBy", q.GroupBy)
	}
}

// Waiting calls GET /v1/reports/waiting. Report why contacts waited. Every millisecond
// has exactly one cause, so the causes sum to the waiting. A wait is counted when it
// ends, within seconds, at the times at which it went on. If an answer fails after all,
// its wait is taken out again, until it ends. With a limited reach, ask for what is
// yours: agentId is you, teamId one of your teams where you reach these, phoneNumberId
// one of your numbers where you reach only some.
func (r *ReportsResource) Waiting(ctx context.Context, query GetWaitingReport, options ...CallOption) (*WaitingReport, error) {
	c := r.t.newCall("GET", "/v1/reports/waiting", options)
	query.fill(c)
	out := &WaitingReport{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// GetWindowReport selects what Window returns; all of it may be left out.
type GetWindowReport struct {
	// Windows that end within so many minutes; by default windowWarningMinutes of the
	// settings of the inbox, or 120 if that is 0.
	WithinMinutes int
	// Only conversations of this team.
	TeamID string
	// Only conversations of this user.
	AgentID string
	// Only conversations of this phone number.
	PhoneNumberID string
}

func (q GetWindowReport) fill(c *call) {
	if q.WithinMinutes != 0 {
		c.query.Set("withinMinutes", strconv.Itoa(q.WithinMinutes))
	}
	if q.TeamID != "" {
		c.query.Set("teamId", q.TeamID)
	}
	if q.AgentID != "" {
		c.query.Set("agentId", q.AgentID)
	}
	if q.PhoneNumberID != "" {
		c.query.Set("phoneNumberId", q.PhoneNumberID)
	}
}

// Window calls GET /v1/reports/window. Report which windows end while contacts wait. The
// conversations of the view window_closing that end within some time, and what it would
// cost to reach these contacts by templates instead of answering in time. With a limited
// reach, ask for what is yours: agentId is you, teamId one of your teams where you reach
// these, phoneNumberId one of your numbers where you reach only some.
func (r *ReportsResource) Window(ctx context.Context, query GetWindowReport, options ...CallOption) (*WindowReport, error) {
	c := r.t.newCall("GET", "/v1/reports/window", options)
	query.fill(c)
	out := &WindowReport{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// GetReport selects what Get returns; all of it may be left out.
type GetReport struct {
	// The first day, for example 2026-11-01; six days before the last one by default.
	From string
	// The last day; today by default. At most 92 days.
	To string
	// IANA time zone of the days, such as Europe/Berlin.
	TimeZone string
	// Only what this team had. At most one of teamId, agentId and labelId.
	TeamID string
	// Only what is this agent's.
	AgentID string
	// Only conversations that had this label.
	LabelID string
	// Only conversations of this phone number.
	PhoneNumberID string
	// Only this part of the count, such as assistant.
	Part string
	// Also break the whole down: by team, agent, label or phone number (not together with
	// teamId, agentId or labelId), or by hour of the day (31 days at most). One of team,
	// agent, label, phone_number, hour.
	GroupBy string
}

func (q GetReport) fill(c *call) {
	if q.From != "" {
		c.query.Set("from", q.From)
	}
	if q.To != "" {
		c.query.Set("to", q.To)
	}
	if q.TimeZone != "" {
		c.query.Set("timeZone", q.TimeZone)
	}
	if q.TeamID != "" {
		c.query.Set("teamId", q.TeamID)
	}
	if q.AgentID != "" {
		c.query.Set("agentId", q.AgentID)
	}
	if q.LabelID != "" {
		c.query.Set("labelId", q.LabelID)
	}
	if q.PhoneNumberID != "" {
		c.query.Set("phoneNumberId", q.PhoneNumberID)
	}
	if q.Part != "" {
		c.query.Set("part", q.Part)
	}
	if q.GroupBy != "" {
		c.query.Set("groupBy", q.GroupBy)
	}
}

// Get calls GET /v1/reports/{report}. Report how much there was. Everything is counted
// once, within seconds, with the team, agent and labels that it had then. What is taken
// back, such as an answer that fails, is taken out where it was counted. A report costs
// the same however much there was. With a limited reach, ask for what is yours: agentId
// is you, teamId one of your teams where you reach these, phoneNumberId one of your
// numbers where you reach only some.
func (r *ReportsResource) Get(ctx context.Context, report string, query GetReport, options ...CallOption) (*Report, error) {
	c := r.t.newCall("GET", "/v1/reports/"+segment(report), options)
	query.fill(c)
	out := &Report{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListReportItems selects what Items returns; all of it may be left out.
type ListReportItems struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// The first day, for example 2026-11-01; six days before the last one by default.
	From string
	// The last day; today by default. At most 92 days.
	To string
	// IANA time zone of the days, such as Europe/Berlin.
	TimeZone string
	// Only what this team had. At most one of teamId, agentId and labelId.
	TeamID string
	// Only what is this agent's.
	AgentID string
	// Only conversations that had this label.
	LabelID string
	// Only conversations of this phone number.
	PhoneNumberID string
	// Only this part of the count, such as assistant.
	Part string
}

func (q ListReportItems) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.From != "" {
		c.query.Set("from", q.From)
	}
	if q.To != "" {
		c.query.Set("to", q.To)
	}
	if q.TimeZone != "" {
		c.query.Set("timeZone", q.TimeZone)
	}
	if q.TeamID != "" {
		c.query.Set("teamId", q.TeamID)
	}
	if q.AgentID != "" {
		c.query.Set("agentId", q.AgentID)
	}
	if q.LabelID != "" {
		c.query.Set("labelId", q.LabelID)
	}
	if q.PhoneNumberID != "" {
		c.query.Set("phoneNumberId", q.PhoneNumberID)
	}
	if q.Part != "" {
		c.query.Set("part", q.Part)
	}
}

// Items calls GET /v1/reports/{report}/items. List what a number counts. The latest
// first: exactly as many as the count of the report with the same filters. Items are
// kept for 100 days.
func (r *ReportsResource) Items(report string, query ListReportItems, options ...CallOption) *List[ReportItem] {
	return list[ReportItem](r.t, "/v1/reports/"+segment(report)+"/items", query.Cursor, query.fill, options)
}

// ListRoles selects what List returns; all of it may be left out.
type ListRoles struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListRoles) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/roles. List roles. The built-in roles, then yours, oldest first.
func (r *RolesResource) List(query ListRoles, options ...CallOption) *List[Role] {
	return list[Role](r.t, "/v1/roles", query.Cursor, query.fill, options)
}

// Create calls POST /v1/roles. Create a role. You cannot grant a scope that you do not
// have, nor a wider reach than yours, nor whole phone numbers if you see them masked.
func (r *RolesResource) Create(ctx context.Context, request CreateRole, options ...CallOption) (*Role, error) {
	c := r.t.newCall("POST", "/v1/roles", options)
	c.body = request
	out := &Role{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/roles/{id}. Delete a role. A role that a member has cannot be
// deleted.
func (r *RolesResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/roles/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/roles/{id}. Get a role. What people with the role may do and see.
func (r *RolesResource) Get(ctx context.Context, id string, options ...CallOption) (*Role, error) {
	c := r.t.newCall("GET", "/v1/roles/"+segment(id), options)
	out := &Role{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/roles/{id}. Change a role. Changes only the fields you send.
// What people with the role may do changes within a second. Built-in roles cannot be
// changed.
func (r *RolesResource) Update(ctx context.Context, id string, request UpdateRole, options ...CallOption) (*Role, error) {
	c := r.t.newCall("PATCH", "/v1/roles/"+segment(id), options)
	c.body = request
	out := &Role{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListRoutingRules selects what ListRules returns; all of it may be left out.
type ListRoutingRules struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListRoutingRules) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// ListRules calls GET /v1/routing-rules. List the rules. In their order: the first that
// matches decides. The default is not among them.
func (r *RoutingResource) ListRules(query ListRoutingRules, options ...CallOption) *List[SingleRoutingRule] {
	return list[SingleRoutingRule](r.t, "/v1/routing-rules", query.Cursor, query.fill, options)
}

// CreateRule calls POST /v1/routing-rules. Add a rule. Puts it behind the others and
// makes a version. To change their order set all of them.
func (r *RoutingResource) CreateRule(ctx context.Context, request CreateRoutingRule, options ...CallOption) (*SingleRoutingRule, error) {
	c := r.t.newCall("POST", "/v1/routing-rules", options)
	c.body = request
	out := &SingleRoutingRule{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// DeleteRule calls DELETE /v1/routing-rules/{key}. Remove a rule. Makes a version
// without it.
func (r *RoutingResource) DeleteRule(ctx context.Context, key string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/routing-rules/"+segment(key), options)
	return r.t.do(ctx, c, nil)
}

// ListRoutingAgents selects what Agents returns; all of it may be left out.
type ListRoutingAgents struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only members of this team.
	TeamID string
}

func (q ListRoutingAgents) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.TeamID != "" {
		c.query.Set("teamId", q.TeamID)
	}
}

// Agents calls GET /v1/routing/agents. List skills and capacity. Of active members, by
// user. Who sees some teams only sees their colleagues.
func (r *RoutingResource) Agents(query ListRoutingAgents, options ...CallOption) *List[RoutingAgent] {
	return list[RoutingAgent](r.t, "/v1/routing/agents", query.Cursor, query.fill, options)
}

// SetAgent calls PUT /v1/routing/agents/{id}. Set the skills and capacity of a member.
// Replaces both.
func (r *RoutingResource) SetAgent(ctx context.Context, id string, request SetRoutingAgent, options ...CallOption) (*RoutingAgent, error) {
	c := r.t.newCall("PUT", "/v1/routing/agents/"+segment(id), options)
	c.body = request
	out := &RoutingAgent{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListRoutingRehearsals selects what Rehearsals returns; all of it may be left out.
type ListRoutingRehearsals struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListRoutingRehearsals) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Rehearsals calls GET /v1/routing/rehearsals. List rehearsals. Newest first. They are
// kept for 90 days after their end.
func (r *RoutingResource) Rehearsals(query ListRoutingRehearsals, options ...CallOption) *List[Rehearsal] {
	return list[Rehearsal](r.t, "/v1/routing/rehearsals", query.Cursor, query.fill, options)
}

// CreateRehearsal calls POST /v1/routing/rehearsals. Rehearse a period. Goes through a
// past period of routing again, in the background: makes the recorded decisions anew and
// compares them, and plays the period on a virtual clock, as it was and with your
// changes. Nothing is assigned.
func (r *RoutingResource) CreateRehearsal(ctx context.Context, request CreateRehearsal, options ...CallOption) (*Rehearsal, error) {
	c := r.t.newCall("POST", "/v1/routing/rehearsals", options)
	c.body = request
	out := &Rehearsal{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Rehearsal calls GET /v1/routing/rehearsals/{id}. Get a rehearsal. How far it has come
// and, once completed, what it found: the decisions that come out otherwise, and waits,
// missed goals and loads side by side.
func (r *RoutingResource) Rehearsal(ctx context.Context, id string, options ...CallOption) (*Rehearsal, error) {
	c := r.t.newCall("GET", "/v1/routing/rehearsals/"+segment(id), options)
	out := &Rehearsal{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// CancelRehearsal calls POST /v1/routing/rehearsals/{id}/cancel. Cancel a rehearsal. One
// that has ended stays as it is.
func (r *RoutingResource) CancelRehearsal(ctx context.Context, id string, options ...CallOption) (*Rehearsal, error) {
	c := r.t.newCall("POST", "/v1/routing/rehearsals/"+segment(id)+"/cancel", options)
	out := &Rehearsal{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Rules calls GET /v1/routing/rules. Get the rules. Those in force.
func (r *RoutingResource) Rules(ctx context.Context, options ...CallOption) (*RoutingRules, error) {
	c := r.t.newCall("GET", "/v1/routing/rules", options)
	out := &RoutingRules{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ReplaceRules calls PUT /v1/routing/rules. Set the rules. Replaces all of them and
// makes a version, unless nothing changes. Everything that is wrong is told at once.
// Send the ETag that you read as If-Match, so that two people do not overwrite each
// other.
func (r *RoutingResource) ReplaceRules(ctx context.Context, request ReplaceRoutingRules, options ...CallOption) (*RoutingRules, error) {
	c := r.t.newCall("PUT", "/v1/routing/rules", options)
	c.body = request
	out := &RoutingRules{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListRoutingRulesVersions selects what Versions returns; all of it may be left out.
type ListRoutingRulesVersions struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListRoutingRulesVersions) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Versions calls GET /v1/routing/rules/versions. List the versions of the rules. Newest
// first, without the rules themselves.
func (r *RoutingResource) Versions(query ListRoutingRulesVersions, options ...CallOption) *List[RoutingRulesVersion] {
	return list[RoutingRulesVersion](r.t, "/v1/routing/rules/versions", query.Cursor, query.fill, options)
}

// Version calls GET /v1/routing/rules/versions/{version}. Get a version of the rules. As
// they were. What they name may be gone.
func (r *RoutingResource) Version(ctx context.Context, version string, options ...CallOption) (*RoutingRules, error) {
	c := r.t.newCall("GET", "/v1/routing/rules/versions/"+segment(version), options)
	out := &RoutingRules{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Settings calls GET /v1/routing/settings. Get the settings of routing. What holds for
// every member.
func (r *RoutingResource) Settings(ctx context.Context, options ...CallOption) (*RoutingSettings, error) {
	c := r.t.newCall("GET", "/v1/routing/settings", options)
	out := &RoutingSettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// UpdateSettings calls PATCH /v1/routing/settings. Change the settings of routing.
// Changes only the fields you send.
func (r *RoutingResource) UpdateSettings(ctx context.Context, request UpdateRoutingSettings, options ...CallOption) (*RoutingSettings, error) {
	c := r.t.newCall("PATCH", "/v1/routing/settings", options)
	c.body = request
	out := &RoutingSettings{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Team calls GET /v1/routing/teams/{id}. Get how a team shares work. How conversations
// of the team find a person.
func (r *RoutingResource) Team(ctx context.Context, id string, options ...CallOption) (*RoutingTeam, error) {
	c := r.t.newCall("GET", "/v1/routing/teams/"+segment(id), options)
	out := &RoutingTeam{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// SetTeam calls PUT /v1/routing/teams/{id}. Set how a team shares work. Replaces all of
// it. The method is that of the team itself, so the team shows it too.
func (r *RoutingResource) SetTeam(ctx context.Context, id string, request SetRoutingTeam, options ...CallOption) (*RoutingTeam, error) {
	c := r.t.newCall("PUT", "/v1/routing/teams/"+segment(id), options)
	c.body = request
	out := &RoutingTeam{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListSsoConnections selects what List returns; all of it may be left out.
type ListSsoConnections struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListSsoConnections) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/sso-connections. List SSO connections. Oldest first, without their
// secrets.
func (r *SSOConnectionsResource) List(query ListSsoConnections, options ...CallOption) *List[SSOConnection] {
	return list[SSOConnection](r.t, "/v1/sso-connections", query.Cursor, query.fill, options)
}

// Create calls POST /v1/sso-connections. Create an SSO connection. Lets people sign in
// at an OpenID provider. Register callbackUrl there, and prove the domains of their
// addresses. Whoever controls the provider can sign in as anybody with such an address.
func (r *SSOConnectionsResource) Create(ctx context.Context, request CreateSSOConnection, options ...CallOption) (*SSOConnection, error) {
	c := r.t.newCall("POST", "/v1/sso-connections", options)
	c.body = request
	out := &SSOConnection{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/sso-connections/{id}. Delete an SSO connection. Its domains
// are free again. People stay members, and their sessions go on.
func (r *SSOConnectionsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/sso-connections/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/sso-connections/{id}. Get an SSO connection. Its provider, domains
// and roles, without its secret.
func (r *SSOConnectionsResource) Get(ctx context.Context, id string, options ...CallOption) (*SSOConnection, error) {
	c := r.t.newCall("GET", "/v1/sso-connections/"+segment(id), options)
	out := &SSOConnection{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/sso-connections/{id}. Change an SSO connection. Changes only
// the fields you send.
func (r *SSOConnectionsResource) Update(ctx context.Context, id string, request UpdateSSOConnection, options ...CallOption) (*SSOConnection, error) {
	c := r.t.newCall("PATCH", "/v1/sso-connections/"+segment(id), options)
	c.body = request
	out := &SSOConnection{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// VerifyDomain calls POST /v1/sso-connections/{id}/domains/{domain}/verify. Verify a
// domain of an SSO connection. Looks for the TXT record that the connection shows, on
// the domain itself. A domain belongs to one connection, the first that proves it.
func (r *SSOConnectionsResource) VerifyDomain(ctx context.Context, id string, domain string, options ...CallOption) (*SSOConnection, error) {
	c := r.t.newCall("POST", "/v1/sso-connections/"+segment(id)+"/domains/"+segment(domain)+"/verify", options)
	out := &SSOConnection{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// AdvanceClock calls POST /v1/sandbox/clock. Move the demo's clock forward. Only for
// test workspaces of a demo: other servers go by the wall clock and answer 409. It is
// the clock of the whole service, with every workspace and the simulator. Whatever falls
// due by it happens at once, such as the end of a customer-service window, a snooze or a
// schedule.
func (r *SandboxResource) AdvanceClock(ctx context.Context, request AdvanceClock, options ...CallOption) (*SimulatedClock, error) {
	c := r.t.newCall("POST", "/v1/sandbox/clock", options)
	c.body = request
	out := &SimulatedClock{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Write calls POST /v1/sandbox/messages. Let a simulated customer write. Only for test
// workspaces of a deployment with the provider simulator (`--sandbox`, or the demo);
// others get 409. Live workspaces get 403. The message is handled like a real one: it
// opens the customer-service window, and assistants reply to it. The answer comes when
// the message has been received, or after 5 seconds.
func (r *SandboxResource) Write(ctx context.Context, request SimulateMessage, options ...CallOption) (*SimulatedReceipt, error) {
	c := r.t.newCall("POST", "/v1/sandbox/messages", options)
	c.body = request
	out := &SimulatedReceipt{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Phone calls GET /v1/sandbox/phones/{number}. Look at a simulated customer's phone. The
// messages that a simulated customer received from this workspace. 404 until the
// customer has written to one of its phone numbers or received a message. A restart of
// the service clears the simulator.
func (r *SandboxResource) Phone(ctx context.Context, number string, options ...CallOption) (*SimulatedPhone, error) {
	c := r.t.newCall("GET", "/v1/sandbox/phones/"+segment(number), options)
	out := &SimulatedPhone{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Search selects what Query returns; all of it may be left out.
type Search struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// The words, all of which an item must have; the last one may be the beginning of a
	// word. Case and accents do not matter.
	Q string
	// Only items of this kind. message needs the scope messages:read, contact contacts:read,
	// deal deals:read. Without kind, you find what your scopes let you read. One of message,
	// note, contact, deal.
	Kind string
	// Only messages, notes and deals of this conversation.
	ConversationID string
	// Only this contact, its deals, and what was written with it.
	ContactID string
	// Only messages and notes of conversations on this phone number.
	PhoneNumberID string
	// Only messages in this direction. One of inbound, outbound.
	Direction string
	// Only items from this time on.
	From time.Time
	// Only items from before this time.
	To time.Time
}

func (q Search) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.Q != "" {
		c.query.Set("q", q.Q)
	}
	if q.Kind != "" {
		c.query.Set("kind", q.Kind)
	}
	if q.ConversationID != "" {
		c.query.Set("conversationId", q.ConversationID)
	}
	if q.ContactID != "" {
		c.query.Set("contactId", q.ContactID)
	}
	if q.PhoneNumberID != "" {
		c.query.Set("phoneNumberId", q.PhoneNumberID)
	}
	if q.Direction != "" {
		c.query.Set("direction", q.Direction)
	}
	if !q.From.IsZero() {
		c.query.Set("from", q.From.UTC().Format(time.RFC3339Nano))
	}
	if !q.To.IsZero() {
		c.query.Set("to", q.To.UTC().Format(time.RFC3339Nano))
	}
}

// Query calls GET /v1/search. Search messages, notes, contacts and deals. Newest first.
// A page may have fewer items than limit, or none, and still have a nextCursor: it ends
// after 200 milliseconds of work. Follow it to continue. A new item can be found within
// about a second; see indexedUntil.
func (r *SearchResource) Query(ctx context.Context, query Search, options ...CallOption) (*SearchPage, error) {
	c := r.t.newCall("GET", "/v1/search", options)
	query.fill(c)
	out := &SearchPage{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListSegments selects what List returns; all of it may be left out.
type ListSegments struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListSegments) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/segments. List segments. In the order of their creation.
func (r *SegmentsResource) List(query ListSegments, options ...CallOption) *List[Segment] {
	return list[Segment](r.t, "/v1/segments", query.Cursor, query.fill, options)
}

// Create calls POST /v1/segments. Create a segment. Contacts come and go by themselves:
// the filter is asked anew each time. It needs the whole reach, and deals:read if it
// asks for deals.
func (r *SegmentsResource) Create(ctx context.Context, request CreateSegment, options ...CallOption) (*Segment, error) {
	c := r.t.newCall("POST", "/v1/segments", options)
	c.body = request
	out := &Segment{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Preview calls POST /v1/segments/preview. Try a filter. Counts the contacts of a
// filter, and shows the first 20. Nothing is stored. Counting ends after about 2
// seconds.
func (r *SegmentsResource) Preview(ctx context.Context, request PreviewSegment, options ...CallOption) (*SegmentPreview, error) {
	c := r.t.newCall("POST", "/v1/segments/preview", options)
	c.body = request
	out := &SegmentPreview{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/segments/{id}. Delete a segment. Its contacts stay as they
// are. It needs the whole reach.
func (r *SegmentsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/segments/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/segments/{id}. Get a segment. Its contacts are in /contacts below
// it, how many there are in /count.
func (r *SegmentsResource) Get(ctx context.Context, id string, options ...CallOption) (*Segment, error) {
	c := r.t.newCall("GET", "/v1/segments/"+segment(id), options)
	out := &Segment{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/segments/{id}. Change a segment. Changes only the fields you
// send. It needs the whole reach.
func (r *SegmentsResource) Update(ctx context.Context, id string, request UpdateSegment, options ...CallOption) (*Segment, error) {
	c := r.t.newCall("PATCH", "/v1/segments/"+segment(id), options)
	c.body = request
	out := &Segment{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListSegmentContacts selects what Contacts returns; all of it may be left out.
type ListSegmentContacts struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListSegmentContacts) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Contacts calls GET /v1/segments/{id}/contacts. List the contacts of a segment. Those
// that you reach, the oldest first. A page may have fewer items than limit even if
// nextCursor is not null. If a custom field of the filter is gone, the answer is 422.
func (r *SegmentsResource) Contacts(id string, query ListSegmentContacts, options ...CallOption) *List[Contact] {
	return list[Contact](r.t, "/v1/segments/"+segment(id)+"/contacts", query.Cursor, query.fill, options)
}

// Explain calls GET /v1/segments/{id}/contacts/{contactId}/explanation. Explain why a
// contact is in a segment. Or why not: each condition with what the contact has.
func (r *SegmentsResource) Explain(ctx context.Context, id string, contactId string, options ...CallOption) (*SegmentExplanation, error) {
	c := r.t.newCall("GET", "/v1/segments/"+segment(id)+"/contacts/"+segment(contactId)+"/explanation", options)
	out := &SegmentExplanation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Count calls GET /v1/segments/{id}/count. Count the contacts of a segment. Those that
// you reach. Counting ends after about 2 seconds. If a custom field of the filter is
// gone, the answer is 422.
func (r *SegmentsResource) Count(ctx context.Context, id string, options ...CallOption) (*SegmentCount, error) {
	c := r.t.newCall("GET", "/v1/segments/"+segment(id)+"/count", options)
	out := &SegmentCount{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Get calls GET /v1/service-levels. Get the service levels. The policies in force.
func (r *ServiceLevelsResource) Get(ctx context.Context, options ...CallOption) (*ServiceLevels, error) {
	c := r.t.newCall("GET", "/v1/service-levels", options)
	out := &ServiceLevels{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Replace calls PUT /v1/service-levels. Set the service levels. Replaces all policies
// and makes a version, unless nothing changes. It holds for episodes that open from now
// on. Everything that is wrong is told at once. Send the ETag that you read as If-Match,
// so that two people do not overwrite each other.
func (r *ServiceLevelsResource) Replace(ctx context.Context, request ReplaceServiceLevels, options ...CallOption) (*ServiceLevels, error) {
	c := r.t.newCall("PUT", "/v1/service-levels", options)
	c.body = request
	out := &ServiceLevels{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListServiceLevelsVersions selects what Versions returns; all of it may be left out.
type ListServiceLevelsVersions struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListServiceLevelsVersions) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Versions calls GET /v1/service-levels/versions. List the versions of the service
// levels. Newest first, without the policies themselves.
func (r *ServiceLevelsResource) Versions(query ListServiceLevelsVersions, options ...CallOption) *List[ServiceLevelsVersion] {
	return list[ServiceLevelsVersion](r.t, "/v1/service-levels/versions", query.Cursor, query.fill, options)
}

// Version calls GET /v1/service-levels/versions/{version}. Get a version of the service
// levels. As they were. What they name may be gone.
func (r *ServiceLevelsResource) Version(ctx context.Context, version string, options ...CallOption) (*ServiceLevels, error) {
	c := r.t.newCall("GET", "/v1/service-levels/versions/"+segment(version), options)
	out := &ServiceLevels{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Me calls GET /v1/me. Get who you are. Your name, what you may do and see in this
// workspace, and your workspaces.
func (r *SessionsResource) Me(ctx context.Context, options ...CallOption) (*Me, error) {
	c := r.t.newCall("GET", "/v1/me", options)
	out := &Me{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// UpdateMe calls PATCH /v1/me. Change your name. Your colleagues see it within a second,
// in every workspace.
func (r *SessionsResource) UpdateMe(ctx context.Context, request UpdateMe, options ...CallOption) (*Me, error) {
	c := r.t.newCall("PATCH", "/v1/me", options)
	c.body = request
	out := &Me{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/session. Sign out. Ends the session of this request.
func (r *SessionsResource) Delete(ctx context.Context, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/session", options)
	return r.t.do(ctx, c, nil)
}

// Create calls POST /v1/session. Sign in. Sets the cookie of a session. The answer is
// the same for an unknown address and a wrong password. After 10 wrong attempts in 15
// minutes the address must wait, except in browsers where the person signed in before.
func (r *SessionsResource) Create(ctx context.Context, request CreateSession, options ...CallOption) (*Session, error) {
	c := r.t.newCall("POST", "/v1/session", options)
	c.body = request
	out := &Session{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Confirm calls POST /v1/session/confirm. Confirm who you are. For operations that need
// a sign-in within the last 10 minutes. Replaces the session; the answer sets its
// cookie.
func (r *SessionsResource) Confirm(ctx context.Context, request ConfirmSession, options ...CallOption) (*Session, error) {
	c := r.t.newCall("POST", "/v1/session/confirm", options)
	c.body = request
	out := &Session{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// CreateWithPasskey calls POST /v1/session/passkey. Sign in with a passkey. Sets the
// cookie of a session. A passkey needs no password and no code: the device has verified
// the person.
func (r *SessionsResource) CreateWithPasskey(ctx context.Context, request CreatePasskeySession, options ...CallOption) (*Session, error) {
	c := r.t.newCall("POST", "/v1/session/passkey", options)
	c.body = request
	out := &Session{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// BeginPasskey calls POST /v1/session/passkey/options. Begin to sign in with a passkey.
// Returns what the browser needs to let the person choose a passkey. It says nothing of
// anybody.
func (r *SessionsResource) BeginPasskey(ctx context.Context, options ...CallOption) (*PasskeyOptions, error) {
	c := r.t.newCall("POST", "/v1/session/passkey/options", options)
	out := &PasskeyOptions{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListSessions selects what List returns; all of it may be left out.
type ListSessions struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListSessions) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/sessions. List your sessions. The browsers and devices in which you
// signed in, oldest first.
func (r *SessionsResource) List(query ListSessions, options ...CallOption) *List[Session] {
	return list[Session](r.t, "/v1/sessions", query.Cursor, query.fill, options)
}

// EndOthers calls POST /v1/sessions/end-others. Sign out everywhere else. Ends every
// session of yours but this one.
func (r *SessionsResource) EndOthers(ctx context.Context, options ...CallOption) error {
	c := r.t.newCall("POST", "/v1/sessions/end-others", options)
	return r.t.do(ctx, c, nil)
}

// End calls DELETE /v1/sessions/{id}. Sign out elsewhere. Ends one of your sessions
// within a second; its event streams are closed.
func (r *SessionsResource) End(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/sessions/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// ListTeams selects what List returns; all of it may be left out.
type ListTeams struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListTeams) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/teams. List teams. Oldest first.
func (r *TeamsResource) List(query ListTeams, options ...CallOption) *List[Team] {
	return list[Team](r.t, "/v1/teams", query.Cursor, query.fill, options)
}

// Create calls POST /v1/teams. Create a team. Only who reaches every conversation can
// create a team. Set its people and phone numbers afterwards.
func (r *TeamsResource) Create(ctx context.Context, request CreateTeam, options ...CallOption) (*Team, error) {
	c := r.t.newCall("POST", "/v1/teams", options)
	c.body = request
	out := &Team{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/teams/{id}. Delete a team. A team that conversations, API keys
// or canned replies belong to, or that routing names, cannot be deleted.
func (r *TeamsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/teams/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/teams/{id}. Get a team. With its people and phone numbers.
func (r *TeamsResource) Get(ctx context.Context, id string, options ...CallOption) (*Team, error) {
	c := r.t.newCall("GET", "/v1/teams/"+segment(id), options)
	out := &Team{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/teams/{id}. Change a team. Changes only the fields you send.
func (r *TeamsResource) Update(ctx context.Context, id string, request UpdateTeam, options ...CallOption) (*Team, error) {
	c := r.t.newCall("PATCH", "/v1/teams/"+segment(id), options)
	c.body = request
	out := &Team{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// SetMembers calls PUT /v1/teams/{id}/members. Set the people of a team. Replaces all of
// them. What they see changes within a second.
func (r *TeamsResource) SetMembers(ctx context.Context, id string, request TeamMembers, options ...CallOption) (*Team, error) {
	c := r.t.newCall("PUT", "/v1/teams/"+segment(id)+"/members", options)
	c.body = request
	out := &Team{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// SetNumbers calls PUT /v1/teams/{id}/numbers. Set the phone numbers of a team. Replaces
// all of them. The team sees the conversations of these phone numbers that have no team.
func (r *TeamsResource) SetNumbers(ctx context.Context, id string, request TeamNumbers, options ...CallOption) (*Team, error) {
	c := r.t.newCall("PUT", "/v1/teams/"+segment(id)+"/numbers", options)
	c.body = request
	out := &Team{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListGalleryTemplates selects what Gallery returns; all of it may be left out.
type ListGalleryTemplates struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only templates for this trade. One of shop, clinic, courier, school.
	Trade string
	// Only templates of this category. One of MARKETING, UTILITY.
	Category string
	// Only templates that have this language; their bodies are in it. One of ar, de, en, es,
	// fr, hi, id, pt_BR, zh_CN.
	Language string
}

func (q ListGalleryTemplates) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.Trade != "" {
		c.query.Set("trade", q.Trade)
	}
	if q.Category != "" {
		c.query.Set("category", q.Category)
	}
	if q.Language != "" {
		c.query.Set("language", q.Language)
	}
}

// Gallery calls GET /v1/template-gallery. List templates to take over. Templates for
// shops, clinics, couriers and schools, in nine languages, that the provider's rules
// allow.
func (r *TemplatesResource) Gallery(query ListGalleryTemplates, options ...CallOption) *List[GalleryTemplate] {
	return list[GalleryTemplate](r.t, "/v1/template-gallery", query.Cursor, query.fill, options)
}

// GalleryTemplate calls GET /v1/template-gallery/{id}. Get a template to take over. In
// all its languages, with samples, as the provider takes it.
func (r *TemplatesResource) GalleryTemplate(ctx context.Context, id string, options ...CallOption) (*GalleryTemplateTexts, error) {
	c := r.t.newCall("GET", "/v1/template-gallery/"+segment(id), options)
	out := &GalleryTemplateTexts{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListTemplates selects what List returns; all of it may be left out.
type ListTemplates struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only this template, in every language.
	Name string
	// Only templates in this status. One of draft, approved, pending, rejected, paused,
	// disabled, in_appeal, locked, archived, deleted, unknown.
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

// List calls GET /v1/templates. List templates. Drafts, and templates as last mirrored
// from the provider.
func (r *TemplatesResource) List(query ListTemplates, options ...CallOption) *List[Template] {
	return list[Template](r.t, "/v1/templates", query.Cursor, query.fill, options)
}

// Create calls POST /v1/templates. Create a template. As a draft, which may be
// incomplete and which the provider does not know, or with `submit` at once put into
// review. All faults by the provider's rules are told together. What the provider
// decides comes by `template.status_updated`.
func (r *TemplatesResource) Create(ctx context.Context, request CreateTemplate, options ...CallOption) (*Template, error) {
	c := r.t.newCall("POST", "/v1/templates", options)
	c.body = request
	out := &Template{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Lint calls POST /v1/templates/lint. Check a template before it is submitted. Says what
// the provider refuses at once, what its reviewers mind, and how often templates like
// this one were approved in your workspace. Stores nothing and asks the provider
// nothing.
func (r *TemplatesResource) Lint(ctx context.Context, request LintTemplate, options ...CallOption) (*LintResult, error) {
	c := r.t.newCall("POST", "/v1/templates/lint", options)
	c.body = request
	out := &LintResult{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// PreviewDraft calls POST /v1/templates/preview. Preview what you write. Shows
// components that are not stored anywhere, as a phone would show them.
func (r *TemplatesResource) PreviewDraft(ctx context.Context, request PreviewTemplateDraft, options ...CallOption) (*TemplatePreview, error) {
	c := r.t.newCall("POST", "/v1/templates/preview", options)
	c.body = request
	out := &TemplatePreview{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Sync calls POST /v1/templates/sync. Mirror templates from the provider. Reads every
// template of the workspace's messaging accounts. Otherwise the provider's webhooks keep
// the mirror up to date.
func (r *TemplatesResource) Sync(ctx context.Context, options ...CallOption) (*SyncResult, error) {
	c := r.t.newCall("POST", "/v1/templates/sync", options)
	out := &SyncResult{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// DeleteTemplate selects what Delete returns; all of it may be left out.
type DeleteTemplate struct {
	// Whether every language of the template is deleted.
	AllLanguages *bool
}

func (q DeleteTemplate) fill(c *call) {
	if q.AllLanguages != nil {
		c.query.Set("allLanguages", strconv.FormatBool(*q.AllLanguages))
	}
}

// Delete calls DELETE /v1/templates/{id}. Delete a template. A draft is gone at once,
// any other template once the provider has deleted it. The provider keeps its name for
// 30 days, and delivers what was sent before.
func (r *TemplatesResource) Delete(ctx context.Context, id string, query DeleteTemplate, options ...CallOption) (*Template, error) {
	c := r.t.newCall("DELETE", "/v1/templates/"+segment(id), options)
	query.fill(c)
	out := &Template{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Get calls GET /v1/templates/{id}. Get a template. As a draft, or as last mirrored from
// the provider. `action` says what the provider is being asked for, and `problem` why it
// did not do that.
func (r *TemplatesResource) Get(ctx context.Context, id string, options ...CallOption) (*Template, error) {
	c := r.t.newCall("GET", "/v1/templates/"+segment(id), options)
	out := &Template{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/templates/{id}. Change a template. A draft is changed in place.
// Of an approved, rejected or paused template it makes a new version, which is put into
// review; messages are sent with the old one until the provider has taken it. The
// provider takes one edit of an approved template in 24 hours, and 10 in 30 days: the
// error says when it takes the next.
func (r *TemplatesResource) Update(ctx context.Context, id string, request UpdateTemplate, options ...CallOption) (*Template, error) {
	c := r.t.newCall("PATCH", "/v1/templates/"+segment(id), options)
	c.body = request
	out := &Template{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Archive calls POST /v1/templates/{id}/archive. Archive a template. At the provider. An
// archived template cannot be sent; the provider deletes it after 28 days.
func (r *TemplatesResource) Archive(ctx context.Context, id string, options ...CallOption) (*Template, error) {
	c := r.t.newCall("POST", "/v1/templates/"+segment(id)+"/archive", options)
	out := &Template{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Duplicate calls POST /v1/templates/{id}/duplicate. Duplicate a template. As a draft
// under another name, in another language or for another messaging account. A sample
// that only the provider has is left out.
func (r *TemplatesResource) Duplicate(ctx context.Context, id string, request DuplicateTemplate, options ...CallOption) (*Template, error) {
	c := r.t.newCall("POST", "/v1/templates/"+segment(id)+"/duplicate", options)
	c.body = request
	out := &Template{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Preview calls POST /v1/templates/{id}/preview. Preview a template. Shows the template
// with values, as a phone shows it. Nothing is sent.
func (r *TemplatesResource) Preview(ctx context.Context, id string, request TemplateValues, options ...CallOption) (*TemplatePreview, error) {
	c := r.t.newCall("POST", "/v1/templates/"+segment(id)+"/preview", options)
	c.body = request
	out := &TemplatePreview{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// GetTemplateStatistics selects what Statistics returns; all of it may be left out.
type GetTemplateStatistics struct {
	// The first day, for example 2026-11-01; 29 days before the last one by default.
	From string
	// The last day; today by default. A period has 366 days at most.
	To string
}

func (q GetTemplateStatistics) fill(c *call) {
	if q.From != "" {
		c.query.Set("from", q.From)
	}
	if q.To != "" {
		c.query.Set("to", q.To)
	}
}

// Statistics calls GET /v1/templates/{id}/statistics. Get template statistics. What
// became of the messages of a template, also by day (UTC). A message counts for the day
// on which it was due, whenever it is read or answered. A few seconds may pass until
// something is counted.
func (r *TemplatesResource) Statistics(ctx context.Context, id string, query GetTemplateStatistics, options ...CallOption) (*TemplateStatistics, error) {
	c := r.t.newCall("GET", "/v1/templates/"+segment(id)+"/statistics", options)
	query.fill(c)
	out := &TemplateStatistics{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Submit calls POST /v1/templates/{id}/submit. Submit a draft. The draft is checked by
// the provider's rules and put into review. If the provider does not take it, it is a
// draft again and `problem` says why. A name rests for 30 days after its template was
// deleted.
func (r *TemplatesResource) Submit(ctx context.Context, id string, options ...CallOption) (*Template, error) {
	c := r.t.newCall("POST", "/v1/templates/"+segment(id)+"/submit", options)
	out := &Template{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Unarchive calls POST /v1/templates/{id}/unarchive. Take a template out of the archive.
// At the provider. Its status is then what the provider says.
func (r *TemplatesResource) Unarchive(ctx context.Context, id string, options ...CallOption) (*Template, error) {
	c := r.t.newCall("POST", "/v1/templates/"+segment(id)+"/unarchive", options)
	out := &Template{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListTemplateVersions selects what Versions returns; all of it may be left out.
type ListTemplateVersions struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListTemplateVersions) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// Versions calls GET /v1/templates/{id}/versions. List the versions of a template.
// Newest first, each with who wrote it, what the provider decided, and in what it
// differs from the one before.
func (r *TemplatesResource) Versions(id string, query ListTemplateVersions, options ...CallOption) *List[TemplateVersion] {
	return list[TemplateVersion](r.t, "/v1/templates/"+segment(id)+"/versions", query.Cursor, query.fill, options)
}

// AcceptInvitation calls POST /v1/invitations/accept. Accept an invitation. The link
// works once and for 7 days. Somebody new chooses a name and a password and is signed
// in. Somebody whom the service knows is signed in already, or sends their password.
func (r *UsersResource) AcceptInvitation(ctx context.Context, request AcceptInvitation, options ...CallOption) (*AcceptedInvitation, error) {
	c := r.t.newCall("POST", "/v1/invitations/accept", options)
	c.body = request
	out := &AcceptedInvitation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ChangePassword calls POST /v1/me/password. Change your password. Ends your other
// sessions. You are told by mail.
func (r *UsersResource) ChangePassword(ctx context.Context, request ChangePassword, options ...CallOption) error {
	c := r.t.newCall("POST", "/v1/me/password", options)
	c.body = request
	return r.t.do(ctx, c, nil)
}

// RequestPasswordReset calls POST /v1/password-resets. Ask for a new password. Mails a
// link, which works once and for 30 minutes, if somebody has the address. The answer is
// the same for every address.
func (r *UsersResource) RequestPasswordReset(ctx context.Context, request RequestPasswordReset, options ...CallOption) error {
	c := r.t.newCall("POST", "/v1/password-resets", options)
	c.body = request
	return r.t.do(ctx, c, nil)
}

// CompletePasswordReset calls POST /v1/password-resets/complete. Choose a new password.
// Ends every session of the user. Second factors stay. The user is told by mail.
func (r *UsersResource) CompletePasswordReset(ctx context.Context, request CompletePasswordReset, options ...CallOption) error {
	c := r.t.newCall("POST", "/v1/password-resets/complete", options)
	c.body = request
	return r.t.do(ctx, c, nil)
}

// ListUsers selects what List returns; all of it may be left out.
type ListUsers struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
	// Only users in this state. One of invited, active, deactivated.
	State string
	// Only users with this role.
	Role string
}

func (q ListUsers) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
	if q.State != "" {
		c.query.Set("state", q.State)
	}
	if q.Role != "" {
		c.query.Set("role", q.Role)
	}
}

// List calls GET /v1/users. List users. Oldest first, in every state.
func (r *UsersResource) List(query ListUsers, options ...CallOption) *List[User] {
	return list[User](r.t, "/v1/users", query.Cursor, query.fill, options)
}

// Create calls POST /v1/users. Create or invite a user. Without a password, or if
// somebody of the service has the address already, the person gets an invitation by
// mail, which works once and for 7 days. You cannot give a role that may do or see more
// than you.
func (r *UsersResource) Create(ctx context.Context, request CreateUser, options ...CallOption) (*UserWithInvitation, error) {
	c := r.t.newCall("POST", "/v1/users", options)
	c.body = request
	out := &UserWithInvitation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Get calls GET /v1/users/{id}. Get a user. Name, role and state, and until when an open
// invitation works.
func (r *UsersResource) Get(ctx context.Context, id string, options ...CallOption) (*User, error) {
	c := r.t.newCall("GET", "/v1/users/"+segment(id), options)
	out := &User{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/users/{id}. Update a user. You cannot change users whose role
// may do or see more than yours. The last active owner stays one.
func (r *UsersResource) Update(ctx context.Context, id string, request UpdateUser, options ...CallOption) (*User, error) {
	c := r.t.newCall("PATCH", "/v1/users/"+segment(id), options)
	c.body = request
	out := &User{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Deactivate calls POST /v1/users/{id}/deactivate. Deactivate a user. Their sessions and
// live streams end within a second, an open invitation ends, and their open
// conversations go back to the queue. The answer lists the API keys that they made.
func (r *UsersResource) Deactivate(ctx context.Context, id string, request DeactivateUser, options ...CallOption) (*DeactivatedUser, error) {
	c := r.t.newCall("POST", "/v1/users/"+segment(id)+"/deactivate", options)
	c.body = request
	out := &DeactivatedUser{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// WithdrawInvitation calls DELETE /v1/users/{id}/invitation. Withdraw an invitation. The
// link stops working, and the person is no user of the workspace any more.
func (r *UsersResource) WithdrawInvitation(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/users/"+segment(id)+"/invitation", options)
	return r.t.do(ctx, c, nil)
}

// SendInvitation calls POST /v1/users/{id}/invitation. Send an invitation again. The
// earlier link stops working.
func (r *UsersResource) SendInvitation(ctx context.Context, id string, options ...CallOption) (*UserWithInvitation, error) {
	c := r.t.newCall("POST", "/v1/users/"+segment(id)+"/invitation", options)
	out := &UserWithInvitation{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Reactivate calls POST /v1/users/{id}/reactivate. Reactivate a user. Lets a deactivated
// user work again, with the role that they had. Who never accepted an invitation is
// invited: send it again.
func (r *UsersResource) Reactivate(ctx context.Context, id string, options ...CallOption) (*User, error) {
	c := r.t.newCall("POST", "/v1/users/"+segment(id)+"/reactivate", options)
	out := &User{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListViews selects what List returns; all of it may be left out.
type ListViews struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
	Cursor string
}

func (q ListViews) fill(c *call) {
	if q.Limit != 0 {
		c.query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.Cursor != "" {
		c.query.Set("cursor", q.Cursor)
	}
}

// List calls GET /v1/views. List saved views. The shared ones first, then your own; each
// in the order of their creation.
func (r *ViewsResource) List(query ListViews, options ...CallOption) *List[SavedView] {
	return list[SavedView](r.t, "/v1/views", query.Cursor, query.fill, options)
}

// Create calls POST /v1/views. Save a view. A list of conversations for yourself, or for
// everybody.
func (r *ViewsResource) Create(ctx context.Context, request CreateView, options ...CallOption) (*SavedView, error) {
	c := r.t.newCall("POST", "/v1/views", options)
	c.body = request
	out := &SavedView{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Delete calls DELETE /v1/views/{id}. Delete a saved view. Its conversations stay as
// they are. A shared one needs teams:write and the whole reach.
func (r *ViewsResource) Delete(ctx context.Context, id string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/views/"+segment(id), options)
	return r.t.do(ctx, c, nil)
}

// Get calls GET /v1/views/{id}. Get a saved view. A shared one, or your own. Its
// conversations are in GET /v1/conversations with viewId.
func (r *ViewsResource) Get(ctx context.Context, id string, options ...CallOption) (*SavedView, error) {
	c := r.t.newCall("GET", "/v1/views/"+segment(id), options)
	out := &SavedView{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/views/{id}. Change a saved view. Changes only the fields you
// send. A shared one needs teams:write and the whole reach.
func (r *ViewsResource) Update(ctx context.Context, id string, request UpdateView, options ...CallOption) (*SavedView, error) {
	c := r.t.newCall("PATCH", "/v1/views/"+segment(id), options)
	c.body = request
	out := &SavedView{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Count calls GET /v1/views/{id}/count. Count the conversations of a saved view. Those
// that you reach, up to 1,000. For an API key a view of agentId me counts 0.
func (r *ViewsResource) Count(ctx context.Context, id string, options ...CallOption) (*ViewCount, error) {
	c := r.t.newCall("GET", "/v1/views/"+segment(id)+"/count", options)
	out := &ViewCount{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// ListWebhookEndpoints selects what List returns; all of it may be left out.
type ListWebhookEndpoints struct {
	// Maximum number of items.
	Limit int
	// The nextCursor of the previous page.
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

// List calls GET /v1/webhook-endpoints. List webhook endpoints. Oldest first, with
// health but without the values of secrets.
func (r *WebhookEndpointsResource) List(query ListWebhookEndpoints, options ...CallOption) *List[WebhookEndpoint] {
	return list[WebhookEndpoint](r.t, "/v1/webhook-endpoints", query.Cursor, query.fill, options)
}

// Create calls POST /v1/webhook-endpoints. Create a webhook endpoint. The answer shows
// the signing secret only once.
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
// URL. For applications that register themselves at every start. If an endpoint with
// this URL exists, changes only the fields you send and answers 200. Otherwise creates
// it and answers 201 with the signing secret, shown only once.
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

// Get calls GET /v1/webhook-endpoints/{id}. Get a webhook endpoint. With its
// subscription, settings and health, but without the values of secrets.
func (r *WebhookEndpointsResource) Get(ctx context.Context, id string, options ...CallOption) (*WebhookEndpoint, error) {
	c := r.t.newCall("GET", "/v1/webhook-endpoints/"+segment(id), options)
	out := &WebhookEndpoint{}
	if err := r.t.do(ctx, c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Update calls PATCH /v1/webhook-endpoints/{id}. Change a webhook endpoint. Changes only
// the fields you send.
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
// secret. Both secrets sign until the overlap ends. At most 5 secrets can sign at the
// same time. The answer shows the new secret only once. It signs every attempt that
// begins after the answer.
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
// signing secret. Ends a rotated secret before its overlap is over. To end a current
// secret, rotate it.
func (r *WebhookEndpointsResource) ExpireSecret(ctx context.Context, id string, secretId string, options ...CallOption) error {
	c := r.t.newCall("DELETE", "/v1/webhook-endpoints/"+segment(id)+"/secrets/"+segment(secretId), options)
	return r.t.do(ctx, c, nil)
}

// GetWebhookEndpointStatistics selects what Statistics returns; all of it may be left out.
type GetWebhookEndpointStatistics struct {
	// Rounded down to a full hour. By default 24 hours before until; at most 90 days ago.
	Since time.Time
	// Rounded up to a full hour; now by default.
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
// statistics. The results of attempts, in total and by hour, and the current backlog.
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
// of any kind of event to this endpoint, signed like a real event. With wait, the answer
// includes the receiver's answer.
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
	EventAIFailoverTriggered        = "ai.failover_triggered"
	EventAssistantAutonomyChanged   = "assistant.autonomy_changed"
	EventAuditRecorded              = "audit.recorded"
	EventBroadcastCompleted         = "broadcast.completed"
	EventBroadcastUpdated           = "broadcast.updated"
	EventBudgetReached              = "budget.reached"
	EventChargeRecorded             = "charge.recorded"
	EventContactConsentUpdated      = "contact.consent_updated"
	EventContactErased              = "contact.erased"
	EventContactIdentityUpdated     = "contact.identity_updated"
	EventConversationAssigned       = "conversation.assigned"
	EventConversationHandedOff      = "conversation.handed_off"
	EventConversationLabelsUpdated  = "conversation.labels_updated"
	EventConversationRated          = "conversation.rated"
	EventConversationRoutedTooOften = "conversation.routed_too_often"
	EventConversationSlaBreached    = "conversation.sla_breached"
	EventConversationSlaWarned      = "conversation.sla_warned"
	EventConversationStatusUpdated  = "conversation.status_updated"
	EventConversationWindowClosing  = "conversation.window_closing"
	EventConversionRecorded         = "conversion.recorded"
	EventDealAssigned               = "deal.assigned"
	EventDealNoteCreated            = "deal.note_created"
	EventDealRotted                 = "deal.rotted"
	EventDealStageUpdated           = "deal.stage_updated"
	EventDealRuleFailed             = "deal_rule.failed"
	EventMessagesReactionRemoved    = "messages.reaction_removed"
	EventMessagesReceived           = "messages.received"
	EventMessagesStatusUpdated      = "messages.status_updated"
	EventMessagesUpsert             = "messages.upsert"
	EventNoteCreated                = "note.created"
	EventOnboardingUpdated          = "onboarding.updated"
	EventPhoneNumberUpdated         = "phone_number.updated"
	EventPromiseDue                 = "promise.due"
	EventPromiseUpdated             = "promise.updated"
	EventProposalCreated            = "proposal.created"
	EventProposalFailed             = "proposal.failed"
	EventProposalUpdated            = "proposal.updated"
	EventTemplateCategoryUpdated    = "template.category_updated"
	EventTemplateQualityUpdated     = "template.quality_updated"
	EventTemplateStatusUpdated      = "template.status_updated"
)

func decodeEvent(kind string, data json.RawMessage) (any, error) {
	var out any
	switch kind {
	case EventAIFailoverTriggered:
		out = &AIFailoverData{}
	case EventAssistantAutonomyChanged:
		out = &AutonomyData{}
	case EventAuditRecorded:
		out = &AuditData{}
	case EventBroadcastCompleted:
		out = &BroadcastCompletedData{}
	case EventBroadcastUpdated:
		out = &BroadcastUpdatedData{}
	case EventBudgetReached:
		out = &BudgetReachedData{}
	case EventChargeRecorded:
		out = &ChargeRecordedData{}
	case EventContactConsentUpdated:
		out = &ContactConsentData{}
	case EventContactErased:
		out = &ContactErasedData{}
	case EventContactIdentityUpdated:
		out = &ContactIdentityData{}
	case EventConversationAssigned:
		out = &ConversationAssignedData{}
	case EventConversationHandedOff:
		out = &ConversationHandedOffData{}
	case EventConversationLabelsUpdated:
		out = &ConversationLabelsData{}
	case EventConversationRated:
		out = &ConversationRatedData{}
	case EventConversationRoutedTooOften:
		out = &ConversationTooOftenData{}
	case EventConversationSlaBreached:
		out = &ConversationSLABreachedData{}
	case EventConversationSlaWarned:
		out = &ConversationSLAWarnedData{}
	case EventConversationStatusUpdated:
		out = &ConversationStatusData{}
	case EventConversationWindowClosing:
		out = &ConversationWindowClosingData{}
	case EventConversionRecorded:
		out = &ConversionRecordedData{}
	case EventDealAssigned:
		out = &DealAssignedData{}
	case EventDealNoteCreated:
		out = &DealNoteCreatedData{}
	case EventDealRotted:
		out = &DealRottedData{}
	case EventDealStageUpdated:
		out = &DealStageData{}
	case EventDealRuleFailed:
		out = &DealRuleFailedData{}
	case EventMessagesReactionRemoved:
		out = &ReactionRemovedData{}
	case EventMessagesReceived:
		out = &MessageReceivedData{}
	case EventMessagesStatusUpdated:
		out = &MessageStatusData{}
	case EventMessagesUpsert:
		out = &MessageUpsertData{}
	case EventNoteCreated:
		out = &NoteCreatedData{}
	case EventOnboardingUpdated:
		out = &OnboardingData{}
	case EventPhoneNumberUpdated:
		out = &PhoneNumberData{}
	case EventPromiseDue:
		out = &PromiseData{}
	case EventPromiseUpdated:
		out = &PromiseData{}
	case EventProposalCreated:
		out = &ProposalData{}
	case EventProposalFailed:
		out = &ProposalFailedData{}
	case EventProposalUpdated:
		out = &ProposalData{}
	case EventTemplateCategoryUpdated:
		out = &TemplateCategoryData{}
	case EventTemplateQualityUpdated:
		out = &TemplateQualityData{}
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
