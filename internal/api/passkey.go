package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/people"
)

// Passkey is a credential of a person's device.
type Passkey struct {
	ID         string     `json:"id" doc:"Identifier of the passkey; begins with pky_."`
	Name       string     `json:"name" doc:"By what you recognise the device."`
	BackedUp   bool       `json:"backedUp" doc:"true: other devices of yours have it too."`
	CreatedAt  time.Time  `json:"createdAt" doc:"When the passkey was added."`
	LastUsedAt *time.Time `json:"lastUsedAt" doc:"When it was last used to sign in; null if never."`
	SuspectAt  *time.Time `json:"suspectAt" doc:"When it was refused because somebody may have copied it; null if never. Then remove it and make a new one."`
}

// PasskeyOptions are what a browser is asked for.
type PasskeyOptions struct {
	CeremonyID string         `json:"ceremonyId" doc:"The ceremony; send it with the answer of the browser within 5 minutes. It can be used once."`
	Options    map[string]any `json:"options" doc:"Options for the browser: PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON reads them."`
}

// AddPasskey is the passkey that a browser made.
type AddPasskey struct {
	CeremonyID string         `json:"ceremonyId,omitempty" needed:"true" maxLength:"64" doc:"The ceremony of the options." example:"cer_01jd5k3v6rf0w8m2a4t9x7bq1e"`
	Name       string         `json:"name,omitempty" needed:"true" doc:"By what you recognise the device." example:"My laptop"`
	Credential map[string]any `json:"credential,omitempty" needed:"true" doc:"What navigator.credentials.create returned, by its toJSON()."`
}

// CreatePasskeySession is the passkey that a browser used.
type CreatePasskeySession struct {
	CeremonyID string         `json:"ceremonyId,omitempty" needed:"true" maxLength:"64" doc:"The ceremony of the options." example:"cer_01jd5k3v6rf0w8m2a4t9x7bq1e"`
	Credential map[string]any `json:"credential,omitempty" needed:"true" doc:"What navigator.credentials.get returned, by its toJSON()."`
}

type (
	// PasskeyInput names a passkey in the path.
	PasskeyInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the passkey."`
	}
	addPasskeyInput      struct{ Body AddPasskey }
	passkeySessionInput  struct{ Body CreatePasskeySession }
	passkeyOptionsOutput struct{ Body PasskeyOptions }
	passkeyOutput        struct{ Body Passkey }
	passkeysOutput       struct{ Body Passkeys }
)

// Passkeys are all that a person has: 20 at most.
type Passkeys struct {
	Data []Passkey `json:"data" nullable:"false" doc:"Your passkeys, oldest first."`
}

var exampleCeremony = "cer_01jd5k3v6rf0w8m2a4t9x7bq1e"

func exampleCredential(response map[string]any) map[string]any {
	return map[string]any{"id": "dGhlIG5hbWUgb2YgaXQ", "rawId": "dGhlIG5hbWUgb2YgaXQ", "type": "public-key", "response": response}
}

func passkeyRoutes(s *Server) {
	const path = "/v1/me/passkeys"
	register(s, operation{id: "list-passkeys", method: http.MethodGet, path: path, tag: factorsTag, access: accessUser,
		summary: "List your passkeys", description: "All of them, oldest first."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*passkeysOutput, error) {
			list, err := s.svc.People.Passkeys(ctx, a)
			out := &passkeysOutput{Passkeys{Data: make([]Passkey, len(list))}}
			for i, p := range list {
				out.Body.Data[i] = renderPasskey(p)
			}
			return out, err
		})
	register(s, operation{id: "begin-passkey", method: http.MethodPost, path: path + "/options", tag: factorsTag, status: http.StatusCreated, access: accessUser, recent: true, errors: []int{409},
		summary: "Begin with a passkey", description: "Returns what the browser needs to make a passkey on your device."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*passkeyOptionsOutput, error) {
			return answerPasskeyOptions(s.svc.People.BeginPasskey(ctx, a))
		})
	register(s, operation{id: "add-passkey", method: http.MethodPost, path: path, tag: factorsTag, status: http.StatusCreated, access: accessUser, act: "passkey.added", errors: []int{409},
		summary: "Add a passkey", description: "Stores the passkey that the browser made. You can sign in with it instead of your password and code.",
		example: AddPasskey{exampleCeremony, "My laptop", exampleCredential(map[string]any{"clientDataJSON": "e30", "attestationObject": "oA"})}},
		func(ctx context.Context, a crm.Actor, in *addPasskeyInput) (*passkeyOutput, error) {
			p, err := s.svc.People.AddPasskey(ctx, a, passkeyAnswer(in.Body.CeremonyID, in.Body.Credential), in.Body.Name)
			return &passkeyOutput{renderPasskey(p)}, err
		})
	register(s, operation{id: "remove-passkey", method: http.MethodDelete, path: path + "/{id}", tag: factorsTag, status: http.StatusNoContent, access: accessUser, recent: true, act: "passkey.removed", errors: []int{404},
		summary: "Remove a passkey", description: "It opens nothing from then on. Your device may still show it."},
		func(ctx context.Context, a crm.Actor, in *PasskeyInput) (*struct{}, error) {
			return nil, s.svc.People.RemovePasskey(ctx, a, in.ID)
		})
	register(s, operation{id: "begin-passkey-session", method: http.MethodPost, path: "/v1/session/passkey/options", tag: sessionsTag, status: http.StatusCreated, access: accessPublic, errors: []int{409},
		summary: "Begin to sign in with a passkey", description: "Returns what the browser needs to let the person choose a passkey. It says nothing of anybody."},
		func(ctx context.Context, _ crm.Actor, _ *struct{}) (*passkeyOptionsOutput, error) {
			return answerPasskeyOptions(s.svc.People.BeginPasskeySignIn(ctx))
		})
	register(s, operation{id: "create-passkey-session", method: http.MethodPost, path: "/v1/session/passkey", tag: sessionsTag, status: http.StatusCreated, access: accessPublic, errors: []int{409},
		summary: "Sign in with a passkey", description: "Sets the cookie of a session. A passkey needs no password and no code: the device has verified the person.",
		example: CreatePasskeySession{exampleCeremony, exampleCredential(map[string]any{"clientDataJSON": "e30", "authenticatorData": "AA", "signature": "AA", "userHandle": "AA"})}},
		func(ctx context.Context, _ crm.Actor, in *passkeySessionInput) (*sessionOutput, error) {
			info := requestOf(ctx)
			return answerSignIn(ctx, s)(s.svc.People.SignInWithPasskey(ctx, passkeyAnswer(in.Body.CeremonyID, in.Body.Credential), info.device, info.origin))
		})
}

func answerPasskeyOptions(b people.BegunPasskey, err error) (*passkeyOptionsOutput, error) {
	if err != nil {
		return nil, err
	}
	out := &passkeyOptionsOutput{PasskeyOptions{CeremonyID: b.CeremonyID}}
	return out, json.Unmarshal(b.Options, &out.Body.Options)
}

func passkeyAnswer(ceremonyID string, credential map[string]any) people.PasskeyAnswer {
	out := people.PasskeyAnswer{CeremonyID: ceremonyID}
	if len(credential) > 0 {
		out.Credential, _ = json.Marshal(credential) // it was read from JSON
	}
	return out
}

func renderPasskey(p crm.Passkey) Passkey {
	return Passkey{ID: p.ID, Name: p.Name, BackedUp: p.BackedUp, CreatedAt: p.CreatedAt, LastUsedAt: p.LastUsedAt, SuspectAt: p.SuspectAt}
}
