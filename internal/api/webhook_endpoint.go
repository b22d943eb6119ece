package api

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/event"
)

var endpointsTag = tag{"Webhook endpoints", "Where your events are delivered: subscriptions, secrets, deliveries, statistics and redeliveries."}

// WebhookEndpoint is a registered receiver of events.
type WebhookEndpoint struct {
	ID             string             `json:"id" doc:"Identifier of the webhook endpoint; begins with whk_."`
	URL            string             `json:"url" doc:"Where events are posted."`
	Events         []crm.EventPattern `json:"events" nullable:"false" doc:"Subscribed kinds of events: names, prefixes such as messages.*, or *."`
	PhoneNumberIDs []string           `json:"phoneNumberIds" nullable:"false" doc:"For events that belong to a phone number: only these phone numbers; all if empty."`
	AssistantIDs   []string           `json:"assistantIds" nullable:"false" doc:"For events that belong to an assistant: only these assistants; all if empty."`
	PipelineIDs    []string           `json:"pipelineIds" nullable:"false" doc:"For events that belong to a pipeline: only these pipelines; all if empty."`
	Description    string             `json:"description" doc:"Your own note; empty if there is none."`
	Enabled        bool               `json:"enabled" doc:"Whether events are delivered."`
	DisabledReason string             `json:"disabledReason,omitempty" doc:"Why it is disabled; absent while it is enabled."`
	Signature      crm.Signature      `json:"signature" enum:"hmac,ed25519,both" doc:"How events are signed (Standard Webhooks): hmac is v1, ed25519 is v1a."`
	Secrets        []EndpointSecret   `json:"secrets" nullable:"false" doc:"The secrets that sign now, newest first, without values."`
	PublicKeysURL  string             `json:"publicKeysUrl,omitempty" format:"uri" doc:"Public address of the ed25519 keys, as a JSON Web Key Set; no API key needed. Absent if no key pair signs." example:"https://service.example/webhook-keys/wsp_01jd5k3v6rf0w8m2a4t9x7bq1e/whk_01jd5k3v6rf0w8m2a4t9x7bq1e"`
	Ordering       crm.Ordering       `json:"ordering" enum:"none,key,endpoint" doc:"Which events wait for each other: none, those of one conversation (key), or all (endpoint)."`
	RateLimit      *int               `json:"rateLimit" doc:"Maximum number of attempts per second; null for no limit."`
	MaxInFlight    int                `json:"maxInFlight" doc:"Maximum number of concurrent calls."`
	MaxBatch       int                `json:"maxBatch" doc:"Maximum number of events per call. 1: the body is one event; more: the body is a JSON array of events."`
	TimeoutSeconds int                `json:"timeoutSeconds" doc:"Timeout of one call, in seconds."`
	RetrySchedule  RetrySchedule      `json:"retrySchedule"`
	Health         EndpointHealth     `json:"health" doc:"Health of recent calls."`
	Notices        []EndpointNotice   `json:"notices" nullable:"false" doc:"Problems of the receiver, current ones first; at most one of each kind."`
	CreatedAt      time.Time          `json:"createdAt" doc:"When the endpoint was created."`
	UpdatedAt      time.Time          `json:"updatedAt" doc:"When the settings last changed."`
}

// WebhookEndpointWithSecret is an endpoint with its newest signing secret,
// which is shown this once.
type WebhookEndpointWithSecret struct {
	WebhookEndpoint
	Secret string `json:"secret" doc:"Verifies the webhook-signature header (Standard Webhooks). Shown only once. Empty if the signature is ed25519: use the public key to verify." example:"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"`
}

// CreateWebhookEndpoint registers a receiver.
type CreateWebhookEndpoint struct {
	URL            string             `json:"url,omitempty" needed:"true" doc:"https URL of the receiver; the default path is /webhook." example:"https://example.com/webhook"`
	Events         []crm.EventPattern `json:"events,omitempty" nullable:"false" doc:"Event names, prefixes such as messages.*, or *. All by default." example:"[\"messages.*\"]"`
	PhoneNumberIDs []string           `json:"phoneNumberIds,omitempty" nullable:"false" doc:"For events that belong to a phone number: only these phone numbers; all if empty."`
	AssistantIDs   []string           `json:"assistantIds,omitempty" nullable:"false" doc:"For events that belong to an assistant: only these assistants; all if empty."`
	PipelineIDs    []string           `json:"pipelineIds,omitempty" nullable:"false" doc:"For events that belong to a pipeline: only these pipelines; all if empty."`
	Description    string             `json:"description,omitempty" doc:"Your own note."`
	Enabled        *bool              `json:"enabled,omitempty" doc:"true by default."`
	Signature      crm.Signature      `json:"signature,omitempty" enum:"hmac,ed25519,both" default:"hmac" doc:"How events are signed: with a shared secret, with a key pair, or with both. Rotate the secret to change this."`
	EndpointSettings
}

// FieldValues lists the values of fields, for the document.
func (CreateWebhookEndpoint) FieldValues() map[string]any {
	return map[string]any{"events": crm.EventPatterns()}
}

// UpsertWebhookEndpoint names an endpoint by its URL and says how it should be.
type UpsertWebhookEndpoint struct {
	URL            string             `json:"url,omitempty" needed:"true" doc:"https URL of the receiver; it identifies the endpoint. The default path is /webhook. The case of the host does not matter." example:"https://example.com/webhook"`
	Events         []crm.EventPattern `json:"events,omitempty" nullable:"false" doc:"Event names, prefixes such as messages.*, or *. All by default for a new endpoint." example:"[\"messages.*\"]"`
	PhoneNumberIDs []string           `json:"phoneNumberIds,omitempty" nullable:"false" doc:"For events that belong to a phone number: only these phone numbers; all if empty."`
	AssistantIDs   []string           `json:"assistantIds,omitempty" nullable:"false" doc:"For events that belong to an assistant: only these assistants; all if empty."`
	PipelineIDs    []string           `json:"pipelineIds,omitempty" nullable:"false" doc:"For events that belong to a pipeline: only these pipelines; all if empty."`
	Description    *string            `json:"description,omitempty" doc:"Your own note."`
	Enabled        *bool              `json:"enabled,omitempty" doc:"true by default for a new endpoint; otherwise unchanged by default."`
	Signature      crm.Signature      `json:"signature,omitempty" enum:"hmac,ed25519,both" doc:"How events are signed; hmac by default for a new endpoint. For an existing endpoint, only rotating its secret changes this."`
	EndpointSettings
}

// FieldValues lists the values of fields, for the document.
func (UpsertWebhookEndpoint) FieldValues() map[string]any {
	return map[string]any{"events": crm.EventPatterns()}
}

// UpsertedWebhookEndpoint is an endpoint after an upsert.
type UpsertedWebhookEndpoint struct {
	WebhookEndpoint
	Secret string `json:"secret,omitempty" doc:"The signing secret; only in the answer that created the endpoint (201)." example:"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"`
}

// UpdateWebhookEndpoint changes what is given and leaves the rest.
type UpdateWebhookEndpoint struct {
	URL            *string            `json:"url,omitempty" doc:"https URL of the receiver; the default path is /webhook."`
	Events         []crm.EventPattern `json:"events,omitempty" nullable:"false" doc:"Event names, prefixes such as messages.*, or *."`
	PhoneNumberIDs []string           `json:"phoneNumberIds,omitempty" nullable:"false" doc:"For events that belong to a phone number: only these phone numbers; all if empty."`
	AssistantIDs   []string           `json:"assistantIds,omitempty" nullable:"false" doc:"For events that belong to an assistant: only these assistants; all if empty."`
	PipelineIDs    []string           `json:"pipelineIds,omitempty" nullable:"false" doc:"For events that belong to a pipeline: only these pipelines; all if empty."`
	Description    *string            `json:"description,omitempty" doc:"Your own note."`
	Enabled        *bool              `json:"enabled,omitempty" doc:"Whether events are delivered."`
	EndpointSettings
}

// FieldValues lists the values of fields, for the document.
func (UpdateWebhookEndpoint) FieldValues() map[string]any {
	return map[string]any{"events": crm.EventPatterns()}
}

// Overlap says how long the old secret or key works beside the new one.
type Overlap struct {
	OverlapSeconds *int `json:"overlapSeconds,omitempty" minimum:"0" maximum:"604800" default:"86400" doc:"How long the old one works beside the new one: up to 7 days, 1 day by default."`
}

func (o *Overlap) duration() time.Duration {
	if o == nil || o.OverlapSeconds == nil {
		return crm.SecretOverlap
	}
	return time.Duration(*o.OverlapSeconds) * time.Second
}

// TestWebhookEndpoint asks for a sample event.
type TestWebhookEndpoint struct {
	Event crm.EventKind `json:"event" doc:"The kind of the sample event." example:"messages.upsert"`
	Wait  bool          `json:"wait,omitempty" doc:"Wait for the receiver's answer, up to 20 seconds."`
}

// FieldValues lists the values of fields, for the document.
func (TestWebhookEndpoint) FieldValues() map[string]any {
	return map[string]any{"event": crm.EventKinds}
}

// testWait is how long a caller who wants to waits for what comes of a sample:
// longer than an attempt may take.
const testWait = 20 * time.Second

// TestDelivery is the delivery that carries a sample.
type TestDelivery struct {
	DeliveryID string            `json:"deliveryId" doc:"GET /v1/webhook-endpoints/{id}/deliveries/{deliveryId} shows its result."`
	State      crm.DeliveryState `json:"state" enum:"pending,succeeded,failed,skipped" doc:"pending until the receiver answers, or while another attempt follows."`
	Attempt    *DeliveryAttempt  `json:"attempt" doc:"With wait: the first attempt; null if there was none in time."`
}

type (
	// EndpointInput names an endpoint in the path.
	EndpointInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the endpoint."`
	}
	createEndpointInput struct{ Body CreateWebhookEndpoint }
	upsertEndpointInput struct{ Body UpsertWebhookEndpoint }
	updateEndpointInput struct {
		EndpointInput
		Body UpdateWebhookEndpoint
	}
	rotateSecretInput struct {
		EndpointInput
		Body *RotateEndpointSecret
	}
	testEndpointInput struct {
		EndpointInput
		Body TestWebhookEndpoint
	}
	endpointOutput       struct{ Body WebhookEndpoint }
	secretEndpointOutput struct{ Body WebhookEndpointWithSecret }
	testEndpointOutput   struct{ Body TestDelivery }
	upsertEndpointOutput struct {
		Status int
		Body   UpsertedWebhookEndpoint
	}
)

func endpointRoutes(s *Server) {
	const path = "/v1/webhook-endpoints"
	register(s, operation{id: "create-webhook-endpoint", method: http.MethodPost, path: path, tag: endpointsTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopeWebhooksWrite, whole: true, act: "webhook_endpoint.created", summary: "Create a webhook endpoint", description: "The answer shows the signing secret only once.",
		example: CreateWebhookEndpoint{URL: "https://example.com/webhook", Events: []crm.EventPattern{"*"}}},
		func(ctx context.Context, a crm.Actor, in *createEndpointInput) (*secretEndpointOutput, error) {
			b := in.Body
			return s.answerSecret(ctx)(s.svc.Event.CreateWebhookEndpoint(ctx, a, b.change(event.EndpointChange{URL: &b.URL, Events: b.Events, PhoneNumberIDs: b.PhoneNumberIDs,
				AssistantIDs: b.AssistantIDs, PipelineIDs: b.PipelineIDs, Description: &b.Description, Enabled: b.Enabled}), cmp.Or(b.Signature, crm.SignatureHMAC)))
		})
	register(s, operation{id: "upsert-webhook-endpoint", method: http.MethodPut, path: path, tag: endpointsTag, errors: []int{409},
		scope: crm.ScopeWebhooksWrite, whole: true, act: "webhook_endpoint.created webhook_endpoint.updated", summary: "Create or change a webhook endpoint by its URL",
		description: "For applications that register themselves at every start. If an endpoint with this URL exists, changes only the fields you send and answers 200. Otherwise creates it and answers 201 with the signing secret, shown only once.",
		example:     UpsertWebhookEndpoint{URL: "https://example.com/webhook", Events: []crm.EventPattern{"messages.*"}}, creates: true},
		func(ctx context.Context, a crm.Actor, in *upsertEndpointInput) (*upsertEndpointOutput, error) {
			b := in.Body
			e, err := s.svc.Event.UpsertWebhookEndpoint(ctx, a, b.change(event.EndpointChange{URL: &b.URL, Events: b.Events, PhoneNumberIDs: b.PhoneNumberIDs,
				AssistantIDs: b.AssistantIDs, PipelineIDs: b.PipelineIDs, Description: b.Description, Enabled: b.Enabled}), b.Signature)
			out := &upsertEndpointOutput{http.StatusOK, UpsertedWebhookEndpoint{s.renderEndpoint(ctx, e.Endpoint), e.Secret}}
			if e.Created {
				out.Status = http.StatusCreated
			}
			return out, err
		})
	register(s, operation{id: "list-webhook-endpoints", method: http.MethodGet, path: path, tag: endpointsTag,
		scope: crm.ScopeWebhooksRead, whole: true, summary: "List webhook endpoints", description: "Oldest first, with health but without the values of secrets."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[WebhookEndpoint], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Event.WebhookEndpoints(ctx, a, p)
			return answerPage(list, func(e crm.WebhookEndpoint) WebhookEndpoint { return s.renderEndpoint(ctx, e) }), err
		})
	register(s, operation{id: "get-webhook-endpoint", method: http.MethodGet, path: path + "/{id}", tag: endpointsTag, errors: []int{404},
		scope: crm.ScopeWebhooksRead, whole: true, summary: "Get a webhook endpoint", description: "With its subscription, settings and health, but without the values of secrets."},
		func(ctx context.Context, a crm.Actor, in *EndpointInput) (*endpointOutput, error) {
			return s.answerEndpoint(ctx)(s.svc.Event.WebhookEndpoint(ctx, a, in.ID))
		})
	register(s, operation{id: "update-webhook-endpoint", method: http.MethodPatch, path: path + "/{id}", tag: endpointsTag, errors: []int{404},
		scope: crm.ScopeWebhooksWrite, whole: true, act: "webhook_endpoint.updated", summary: "Change a webhook endpoint", description: "Changes only the fields you send.",
		example: UpdateWebhookEndpoint{Enabled: ptr(false)}},
		func(ctx context.Context, a crm.Actor, in *updateEndpointInput) (*endpointOutput, error) {
			b := in.Body
			return s.answerEndpoint(ctx)(s.svc.Event.UpdateWebhookEndpoint(ctx, a, in.ID, b.change(event.EndpointChange{URL: b.URL, Events: b.Events, PhoneNumberIDs: b.PhoneNumberIDs,
				AssistantIDs: b.AssistantIDs, PipelineIDs: b.PipelineIDs, Description: b.Description, Enabled: b.Enabled})))
		})
	register(s, operation{id: "delete-webhook-endpoint", method: http.MethodDelete, path: path + "/{id}", tag: endpointsTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopeWebhooksWrite, whole: true, act: "webhook_endpoint.deleted", summary: "Delete a webhook endpoint", description: "It receives no further events."},
		func(ctx context.Context, a crm.Actor, in *EndpointInput) (*struct{}, error) {
			return nil, s.svc.Event.DeleteWebhookEndpoint(ctx, a, in.ID)
		})
	endpointSecretRoutes(s, path)
	register(s, operation{id: "test-webhook-endpoint", method: http.MethodPost, path: path + "/{id}/test", tag: endpointsTag, status: http.StatusAccepted, errors: []int{404},
		scope: crm.ScopeWebhooksWrite, whole: true, summary: "Send a sample event", description: "Sends a sample of any kind of event to this endpoint, signed like a real event. With wait, the answer includes the receiver's answer.",
		example: TestWebhookEndpoint{Event: crm.EventMessagesUpsert, Wait: true}},
		func(ctx context.Context, a crm.Actor, in *testEndpointInput) (*testEndpointOutput, error) {
			wait := time.Duration(0)
			if in.Body.Wait {
				wait = testWait
			}
			d, err := s.svc.Event.TestWebhookEndpoint(ctx, a, in.ID, in.Body.Event, wait)
			out := &testEndpointOutput{TestDelivery{DeliveryID: d.ID(), State: d.State}}
			if len(d.List) > 0 {
				attempt := renderAttempt(d.List[0])
				out.Body.Attempt = &attempt
			}
			return out, err
		})
}

func (s *Server) renderEndpoint(ctx context.Context, e crm.WebhookEndpoint) WebhookEndpoint {
	now := s.svc.DB().Source().Now()
	out := WebhookEndpoint{ID: e.ID, URL: e.URL, Events: e.Events, PhoneNumberIDs: append([]string{}, e.PhoneNumberIDs...),
		AssistantIDs: append([]string{}, e.AssistantIDs...), PipelineIDs: append([]string{}, e.PipelineIDs...), Description: e.Description, Enabled: e.Enabled,
		DisabledReason: e.DisabledReason, Signature: e.Signature(), Secrets: renderSecrets(e.Secrets), PublicKeysURL: publicKeysURL(requestOf(ctx).address, &e),
		Ordering: e.Ordering, MaxInFlight: e.MaxInFlight, MaxBatch: e.MaxBatch, TimeoutSeconds: int(e.Timeout / time.Second),
		RetrySchedule: RetrySchedule{e.Retry}, Health: renderEndpointHealth(&e.Health, now), Notices: renderEndpointNotices(e.Notices),
		CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt}
	if e.RateLimit > 0 {
		out.RateLimit = &e.RateLimit
	}
	return out
}

func (s *Server) answerEndpoint(ctx context.Context) func(crm.WebhookEndpoint, error) (*endpointOutput, error) {
	return func(e crm.WebhookEndpoint, err error) (*endpointOutput, error) {
		return &endpointOutput{s.renderEndpoint(ctx, e)}, err
	}
}

func (s *Server) answerSecret(ctx context.Context) func(event.SecretEndpoint, error) (*secretEndpointOutput, error) {
	return func(e event.SecretEndpoint, err error) (*secretEndpointOutput, error) {
		return &secretEndpointOutput{WebhookEndpointWithSecret{s.renderEndpoint(ctx, e.Endpoint), e.Secret}}, err
	}
}
