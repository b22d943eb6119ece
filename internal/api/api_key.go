package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/access"
)

var keysTag = tag{"API keys", "API keys for your systems, each with its own scopes."}

// APIKey is a credential, without its secret.
type APIKey struct {
	ID         string      `json:"id" doc:"Identifier of the key; begins with key_. This is not the secret."`
	Name       string      `json:"name" doc:"Name of the key."`
	LastFour   string      `json:"lastFour" doc:"The last four characters of the key."`
	Scopes     []crm.Scope `json:"scopes" nullable:"false" doc:"The key's scopes; * allows everything."`
	CreatedAt  time.Time   `json:"createdAt" doc:"When the key was created."`
	ExpiresAt  *time.Time  `json:"expiresAt" doc:"When the key expires; null if it does not expire."`
	RevokedAt  *time.Time  `json:"revokedAt" doc:"When the key was revoked; null if it was not."`
	LastUsedAt *time.Time  `json:"lastUsedAt" doc:"When a request last used the key, to about a minute; null if none did."`
	RotatedTo  string      `json:"rotatedTo,omitempty" doc:"The key that replaces this one."`

	LastUsedFrom string      `json:"lastUsedFrom" doc:"The address from which a request last used the key; empty if unknown."`
	Reach        APIKeyReach `json:"reach" doc:"Which conversations the key can see."`
	Networks     []string    `json:"networks" nullable:"false" doc:"The networks from which the key can be used, as CIDR; empty for every network."`
	CreatedBy    *crm.DoneBy `json:"createdBy" doc:"Who created the key; null if unknown."`

	MasksPhoneNumbers bool `json:"masksPhoneNumbers" doc:"Whether the key is shown contacts' phone numbers masked, such as +49••••••4567."`
}

// APIKeyReach is which conversations a key can see.
type APIKeyReach struct {
	Kind           crm.ReachKind `json:"kind,omitempty" enum:"all,teams" doc:"all: every conversation. teams: the conversations of the teams, and those without a team on a phone number of the teams."`
	TeamIDs        []string      `json:"teamIds,omitempty" nullable:"false" maxItems:"100" doc:"The teams, for the kind teams."`
	PhoneNumberIDs []string      `json:"phoneNumberIds,omitempty" nullable:"false" maxItems:"100" doc:"Only conversations on these phone numbers; empty for every phone number."`
}

// UpdateAPIKey changes what is given.
type UpdateAPIKey struct {
	Name     *string   `json:"name,omitempty" doc:"Purpose of the key."`
	Networks *[]string `json:"networks,omitempty" nullable:"false" maxItems:"50" doc:"The networks from which the key can be used, as CIDR (IPv4 or IPv6), or single addresses; an empty list allows every network."`
}

// APIKeyWithSecret is a new key, whose secret is shown this once.
type APIKeyWithSecret struct {
	APIKey
	Key string `json:"key" doc:"The secret key. Shown only once." example:"sk_test_…"`
}

// CreateAPIKey is what a caller chooses of a new key.
type CreateAPIKey struct {
	Name      string      `json:"name,omitempty" needed:"true" doc:"Purpose of the key." example:"Order service"`
	Scopes    []crm.Scope `json:"scopes,omitempty" needed:"true" nullable:"false" doc:"The key's scopes; * allows everything." example:"[\"messages:write\"]"`
	ExpiresAt *time.Time  `json:"expiresAt,omitempty" doc:"When the key expires."`

	Reach    *APIKeyReach `json:"reach,omitempty" doc:"Which conversations the key can see; every one by default. You cannot grant more than you reach yourself."`
	Networks []string     `json:"networks,omitempty" nullable:"false" maxItems:"50" doc:"The networks from which the key can be used, as CIDR (IPv4 or IPv6), or single addresses; empty for every network." example:"[\"203.0.113.0/24\"]"`

	MasksPhoneNumbers bool `json:"masksPhoneNumbers,omitempty" doc:"Whether the key is shown contacts' phone numbers masked, such as +49••••••4567; false by default. It must be true if you see them masked yourself."`
}

func (b CreateAPIKey) request() crm.NewAPIKeyRequest {
	out := crm.NewAPIKeyRequest{Name: b.Name, Scopes: b.Scopes, ExpiresAt: b.ExpiresAt, Networks: b.Networks, MasksPhoneNumbers: b.MasksPhoneNumbers}
	if b.Reach != nil {
		out.Reach = crm.KeyReach(*b.Reach)
	}
	return out
}

// FieldValues lists the values of fields, for the document.
func (CreateAPIKey) FieldValues() map[string]any {
	return map[string]any{"scopes": crm.Scopes}
}

type (
	// KeyInput names a key in the path.
	KeyInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the key."`
	}
	createKeyInput struct{ Body CreateAPIKey }
	updateKeyInput struct {
		KeyInput
		Body UpdateAPIKey
	}
	keyOutput      struct{ Body APIKey }
	rotateKeyInput struct {
		KeyInput
		Body *Overlap
	}
	secretKeyOutput struct{ Body APIKeyWithSecret }
)

func keyRoutes(s *Server) {
	const path = "/v1/api-keys"
	register(s, operation{id: "create-api-key", method: http.MethodPost, path: path, tag: keysTag, status: http.StatusCreated,
		scope: crm.ScopeKeysWrite, recent: true, act: "api_key.created", summary: "Create an API key", description: "You cannot grant a scope that you do not have. The answer shows the key only once.",
		example: CreateAPIKey{Name: "Order service", Scopes: []crm.Scope{crm.ScopeMessagesWrite, crm.ScopeMessagesRead}}},
		func(ctx context.Context, a crm.Actor, in *createKeyInput) (*secretKeyOutput, error) {
			return answerKey(s.svc.Access.CreateAPIKey(ctx, a, in.Body.request()))
		})
	register(s, operation{id: "list-api-keys", method: http.MethodGet, path: path, tag: keysTag,
		scope: crm.ScopeKeysRead, summary: "List API keys", description: "Oldest first, without secrets. The list includes revoked and expired keys."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[APIKey], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Access.APIKeys(ctx, a, p)
			return answerPage(list, renderKey), err
		})
	register(s, operation{id: "update-api-key", method: http.MethodPatch, path: path + "/{id}", tag: keysTag, errors: []int{404, 409}, recent: true,
		scope: crm.ScopeKeysWrite, act: "api_key.updated", summary: "Change an API key", description: "Changes only the fields you send. Requests from other networks are refused within a second.",
		example: UpdateAPIKey{Networks: &[]string{"203.0.113.0/24"}}},
		func(ctx context.Context, a crm.Actor, in *updateKeyInput) (*keyOutput, error) {
			k, err := s.svc.Access.UpdateAPIKey(ctx, a, in.ID, crm.APIKeyChange(in.Body))
			return &keyOutput{renderKey(k)}, err
		})
	register(s, operation{id: "delete-api-key", method: http.MethodDelete, path: path + "/{id}", tag: keysTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopeKeysWrite, recent: true, act: "api_key.revoked", summary: "Revoke an API key", description: "The key stops working at once."},
		func(ctx context.Context, a crm.Actor, in *KeyInput) (*struct{}, error) {
			return nil, s.svc.Access.RevokeAPIKey(ctx, a, in.ID)
		})
	register(s, operation{id: "rotate-api-key", method: http.MethodPost, path: path + "/{id}/rotate", tag: keysTag, status: http.StatusCreated, errors: []int{404, 409},
		scope: crm.ScopeKeysWrite, recent: true, act: "api_key.rotated", summary: "Rotate an API key", description: "Creates a new key with the same scopes. Both keys work until the overlap ends. The answer shows the new key only once.",
		example: Overlap{ptr(86400)}},
		func(ctx context.Context, a crm.Actor, in *rotateKeyInput) (*secretKeyOutput, error) {
			return answerKey(s.svc.Access.RotateAPIKey(ctx, a, in.ID, in.Body.duration()))
		})
}

func renderKey(k crm.APIKey) APIKey {
	networks := append([]string{}, k.Networks...)
	return APIKey{LastUsedFrom: k.LastUsedFrom, Reach: APIKeyReach(k.Reach), Networks: networks, CreatedBy: orNobody(k.CreatedBy),
		ID: k.ID, Name: k.Name, LastFour: k.LastFour, Scopes: k.Scopes, CreatedAt: k.CreatedAt, ExpiresAt: k.ExpiresAt,
		RevokedAt: k.RevokedAt, LastUsedAt: k.LastUsedAt, RotatedTo: k.RotatedTo, MasksPhoneNumbers: k.MasksPhoneNumbers}
}

func answerKey(k access.NewAPIKey, err error) (*secretKeyOutput, error) {
	return &secretKeyOutput{APIKeyWithSecret{renderKey(k.Key), k.Secret}}, err
}
