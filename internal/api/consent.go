package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
)

var consentTag = tag{"Consent", "Who wants messages of which kind, with proof, and the words by which contacts opt out and in again."}

// ConsentDecision is how a contact stands to one purpose.
type ConsentDecision struct {
	State     crm.ConsentState  `json:"state" enum:"unknown,opted_in,opted_out" doc:"Where the contact stands; unknown until a decision is on record."`
	DecidedAt *time.Time        `json:"decidedAt" doc:"When the contact decided; null while unknown."`
	Source    crm.ConsentSource `json:"source,omitempty" enum:"message,import,api,provider_preference,agent" doc:"How the decision became known; absent while unknown."`
}

// ConsentProof is the evidence of a record.
type ConsentProof struct {
	MessageID string `json:"messageId,omitempty" doc:"The message that says it, or that the provider refused for it."`
	APIKeyID  string `json:"apiKeyId,omitempty" doc:"The key whose call reported it."`
	ImportID  string `json:"importId,omitempty" doc:"The import that brought it."`
	AgentID   string `json:"agentId,omitempty" doc:"The person who recorded it."`
	SignupID  string `json:"signupId,omitempty" doc:"The provider's id of the sign-up by which the contact agreed."`
	Detail    string `json:"detail,omitempty" doc:"The word that was written, the provider's own text, or what the caller gave."`
}

// ConsentRecord is one fact of a contact's ledger, which is never changed.
type ConsentRecord struct {
	ID         string             `json:"id" doc:"Identifier of the record; begins with cns_."`
	Purpose    crm.ConsentPurpose `json:"purpose" enum:"marketing,all" doc:"What the decision is about: marketing messages, or all messages except answers and codes."`
	State      crm.ConsentState   `json:"state" enum:"opted_in,opted_out" doc:"What the contact decided."`
	Source     crm.ConsentSource  `json:"source" enum:"message,import,api,provider_preference,agent" doc:"What proves it."`
	Proof      ConsentProof       `json:"proof" doc:"The evidence."`
	DecidedAt  time.Time          `json:"decidedAt" doc:"When the contact decided. The newest decision counts, in whatever order they become known."`
	RecordedAt time.Time          `json:"recordedAt" doc:"When it became known here."`
}

// ContactConsent is how a contact stands now and a page of its ledger.
type ContactConsent struct {
	ContactID  string          `json:"contactId" doc:"The contact."`
	Marketing  ConsentDecision `json:"marketing" doc:"Opted out: marketing templates are refused."`
	All        ConsentDecision `json:"all" doc:"Opted out: utility templates are refused too. Free-form answers and authentication templates are not."`
	Data       []ConsentRecord `json:"data" nullable:"false" doc:"The ledger, newest entry first."`
	NextCursor *string         `json:"nextCursor" doc:"Give it as cursor to get the next page; null at the end."`
}

// RecordConsent reports a decision of a contact.
type RecordConsent struct {
	Purpose   crm.ConsentPurpose `json:"purpose,omitempty" needed:"true" doc:"What the contact agrees to or refuses; all leaves answers and codes only."`
	State     crm.ConsentState   `json:"state,omitempty" needed:"true" doc:"What the contact decided."`
	Proof     string             `json:"proof,omitempty" needed:"true" doc:"How the contact decided: the form, the call, the paper." example:"Newsletter form, 203.0.113.7"`
	DecidedAt *time.Time         `json:"decidedAt,omitempty" doc:"When the contact decided; now by default."`
}

// FieldValues lists the values of fields, for the document.
func (RecordConsent) FieldValues() map[string]any {
	return map[string]any{"purpose": crm.ConsentPurposes, "state": []crm.ConsentState{crm.ConsentOptedIn, crm.ConsentOptedOut}}
}

// ConsentAnswer confirms a word to the contact that wrote it.
type ConsentAnswer struct {
	Enabled bool   `json:"enabled" doc:"Whether it is sent."`
	Text    string `json:"text" doc:"What it says."`
}

// ConsentLanguage holds the words of one language and the answers to them.
type ConsentLanguage struct {
	Language          string        `json:"language" doc:"Code of the language, such as en or pt_BR."`
	StopWords         []string      `json:"stopWords" nullable:"false" doc:"A message that is one of these, and nothing else but blanks, punctuation and emoji, opts out. Case and accents do not matter."`
	StartWords        []string      `json:"startWords" nullable:"false" doc:"A message that is one of these opts in again."`
	StopConfirmation  ConsentAnswer `json:"stopConfirmation" doc:"Sent once when the contact opts out."`
	StartConfirmation ConsentAnswer `json:"startConfirmation" doc:"Sent once when the contact opts in again."`
}

// ConsentSettings are the words of the workspace and what they do.
type ConsentSettings struct {
	StopPurpose crm.ConsentPurpose `json:"stopPurpose" enum:"marketing,all" doc:"What a stop word refuses."`
	Languages   []ConsentLanguage  `json:"languages" nullable:"false" doc:"The words and confirmations of each language."`
	UpdatedAt   *time.Time         `json:"updatedAt" doc:"null while everything is as built in."`
}

// UpdateConsentSettings changes what is given and leaves the rest.
type UpdateConsentSettings struct {
	StopPurpose *crm.ConsentPurpose     `json:"stopPurpose,omitempty" doc:"What a stop word refuses; marketing unless changed."`
	Languages   []UpdateConsentLanguage `json:"languages,omitempty" nullable:"false" doc:"Languages to change or to add; the others stay."`
}

// FieldValues lists the values of fields, for the document.
func (UpdateConsentSettings) FieldValues() map[string]any {
	return map[string]any{"stopPurpose": crm.ConsentPurposes}
}

// UpdateConsentLanguage changes one language; a list that is given replaces
// the words, an empty one switches them off.
type UpdateConsentLanguage struct {
	Language          string               `json:"language" doc:"A code such as en or pt_BR." example:"en"`
	StopWords         []string             `json:"stopWords,omitempty" nullable:"false" doc:"All stop words from now on; an empty list switches them off."`
	StartWords        []string             `json:"startWords,omitempty" nullable:"false" doc:"All start words from now on; an empty list switches them off."`
	StopConfirmation  *UpdateConsentAnswer `json:"stopConfirmation,omitempty" doc:"Sent once when the contact opts out."`
	StartConfirmation *UpdateConsentAnswer `json:"startConfirmation,omitempty" doc:"Sent once when the contact opts in again."`
}

// UpdateConsentAnswer changes what is given of an answer.
type UpdateConsentAnswer struct {
	Enabled *bool   `json:"enabled,omitempty" doc:"Whether it is sent."`
	Text    *string `json:"text,omitempty" doc:"What it says."`
}

type (
	consentInput struct {
		PageInput
		ID string `path:"id" maxLength:"64" doc:"Id of the contact."`
	}
	recordConsentInput struct {
		ID   string `path:"id" maxLength:"64" doc:"Id of the contact."`
		Body RecordConsent
	}
	updateConsentSettingsInput struct{ Body UpdateConsentSettings }
	contactConsentOutput       struct{ Body ContactConsent }
	consentRecordOutput        struct{ Body ConsentRecord }
	consentSettingsOutput      struct{ Body ConsentSettings }
)

func (o *contactConsentOutput) bindCursor(mark string) { bindCursor(o.Body.NextCursor, mark) }

func (s *Server) consentRoutes() {
	const path, settings = "/v1/contacts/{id}/consent", "/v1/consent-settings"
	register(s, operation{id: "get-contact-consent", method: http.MethodGet, path: path, tag: consentTag, errors: []int{404},
		scope: crm.ScopeContactsRead, summary: "Get a contact's consent", description: "How the contact stands, and the ledger that says why."},
		func(ctx context.Context, a crm.Actor, in *consentInput) (*contactConsentOutput, error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			c, err := s.svc.Consent(ctx, a, in.ID, p)
			return &contactConsentOutput{renderContactConsent(c)}, err
		})
	register(s, operation{id: "record-contact-consent", method: http.MethodPost, path: path, tag: consentTag, status: http.StatusCreated, errors: []int{404, 409},
		scope: crm.ScopeContactsWrite, summary: "Record a decision",
		description: "Adds what a contact decided elsewhere to its ledger. It counts unless the contact decided otherwise later.",
		example:     RecordConsent{Purpose: crm.PurposeMarketing, State: crm.ConsentOptedIn, Proof: "Newsletter form, 203.0.113.7"}},
		func(ctx context.Context, a crm.Actor, in *recordConsentInput) (*consentRecordOutput, error) {
			b := in.Body
			r, err := s.svc.RecordConsent(ctx, a, in.ID, crm.ConsentRequest{Purpose: b.Purpose, State: b.State, Proof: b.Proof, At: b.DecidedAt})
			return &consentRecordOutput{renderConsentRecord(r)}, err
		})
	register(s, operation{id: "get-consent-settings", method: http.MethodGet, path: settings, tag: consentTag,
		scope: crm.ScopeContactsRead, summary: "Get the stop and start words", description: "The words of every language, the confirmations, and what a stop word refuses."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*consentSettingsOutput, error) {
			c, err := s.svc.ConsentSettings(ctx, a)
			return &consentSettingsOutput{renderConsentSettings(c)}, err
		})
	register(s, operation{id: "update-consent-settings", method: http.MethodPatch, path: settings, tag: consentTag,
		scope: crm.ScopeContactsWrite, summary: "Change the stop and start words",
		description: "Changes what is given and leaves the rest. It decides about messages that come from now on.",
		example: UpdateConsentSettings{Languages: []UpdateConsentLanguage{{Language: "en", StopWords: []string{"STOP", "UNSUBSCRIBE", "CANCEL"},
			StopConfirmation: &UpdateConsentAnswer{Text: ptr("You will not hear from us again.")}}}}},
		func(ctx context.Context, a crm.Actor, in *updateConsentSettingsInput) (*consentSettingsOutput, error) {
			c, err := s.svc.UpdateConsentSettings(ctx, a, in.Body.change())
			return &consentSettingsOutput{renderConsentSettings(c)}, err
		})
}

func (u UpdateConsentSettings) change() crm.ConsentSettingsChange {
	c := crm.ConsentSettingsChange{StopPurpose: u.StopPurpose}
	for _, l := range u.Languages {
		c.Languages = append(c.Languages, crm.ConsentLanguageChange{Language: l.Language, StopWords: l.StopWords, StartWords: l.StartWords,
			StopConfirmation: (*crm.ConsentAnswerChange)(l.StopConfirmation), StartConfirmation: (*crm.ConsentAnswerChange)(l.StartConfirmation)})
	}
	return c
}

func renderContactConsent(c service.ContactConsent) ContactConsent {
	page := answerPage(c.Records, renderConsentRecord).Body
	return ContactConsent{ContactID: c.ContactID, Marketing: renderDecision(c.Now.Marketing), All: renderDecision(c.Now.All),
		Data: page.Data, NextCursor: page.NextCursor}
}

func renderDecision(d crm.ConsentDecision) ConsentDecision {
	out := ConsentDecision{State: d.State, Source: d.Source}
	if !d.At.IsZero() {
		out.DecidedAt = &d.At
	}
	return out
}

func renderConsentRecord(r crm.ConsentRecord) ConsentRecord {
	return ConsentRecord{ID: r.ID, Purpose: r.Purpose, State: r.State, Source: r.Source, Proof: ConsentProof(r.Proof),
		DecidedAt: r.At, RecordedAt: r.RecordedAt}
}

func renderConsentSettings(s crm.ConsentSettings) ConsentSettings {
	out := ConsentSettings{StopPurpose: s.StopPurpose, UpdatedAt: s.UpdatedAt, Languages: []ConsentLanguage{}}
	for _, l := range s.Languages {
		out.Languages = append(out.Languages, ConsentLanguage{Language: l.Language, StopWords: l.StopWords, StartWords: l.StartWords,
			StopConfirmation: ConsentAnswer(l.StopConfirmation), StartConfirmation: ConsentAnswer(l.StartConfirmation)})
	}
	return out
}
