package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/contact"
)

var consentTag = tag{"Consent", "Opt-ins and opt-outs of contacts, with proof, and the words that contacts use for them."}

// ConsentDecision is how a contact stands to one purpose.
type ConsentDecision struct {
	State     crm.ConsentState  `json:"state" enum:"unknown,opted_in,opted_out" doc:"The contact's decision; unknown if none is recorded."`
	DecidedAt *time.Time        `json:"decidedAt" doc:"When the contact decided; null if unknown."`
	Source    crm.ConsentSource `json:"source,omitempty" enum:"message,import,api,provider_preference,user" doc:"Source of the decision; absent if unknown."`
}

// ConsentProof is the evidence of a record.
type ConsentProof struct {
	MessageID string `json:"messageId,omitempty" doc:"The message that states the decision, or that the provider refused because of it."`
	ImportID  string `json:"importId,omitempty" doc:"The import that contained the decision."`
	SignupID  string `json:"signupId,omitempty" doc:"The provider's id of the sign-up in which the contact agreed."`
	Detail    string `json:"detail,omitempty" doc:"The word that the contact wrote, the provider's text, or the caller's text."`
}

// ConsentRecord is one fact of a contact's ledger, which is never changed.
type ConsentRecord struct {
	ID         string             `json:"id" doc:"Identifier of the record; begins with cns_."`
	Purpose    crm.ConsentPurpose `json:"purpose" enum:"marketing,all" doc:"What the decision covers: marketing messages, or all messages except answers and codes."`
	State      crm.ConsentState   `json:"state" enum:"opted_in,opted_out" doc:"The contact's decision."`
	Source     crm.ConsentSource  `json:"source" enum:"message,import,api,provider_preference,user" doc:"Source of the decision."`
	MadeBy     crm.DoneBy         `json:"madeBy" doc:"Who reported the decision."`
	Proof      ConsentProof       `json:"proof" doc:"The evidence for the decision."`
	DecidedAt  time.Time          `json:"decidedAt" doc:"When the contact decided. The newest decision counts, regardless of the order in which decisions are recorded."`
	RecordedAt time.Time          `json:"recordedAt" doc:"When the decision was recorded here."`
}

// ContactConsent is how a contact stands now and a page of its ledger.
type ContactConsent struct {
	ContactID  string          `json:"contactId" doc:"The contact."`
	Marketing  ConsentDecision `json:"marketing" doc:"If opted_out, marketing templates are refused."`
	All        ConsentDecision `json:"all" doc:"If opted_out, utility templates are refused too. Free-form answers and authentication templates are allowed."`
	Data       []ConsentRecord `json:"data" nullable:"false" doc:"The consent ledger, newest first."`
	NextCursor *string         `json:"nextCursor" doc:"Send this as cursor to get the next page; null on the last page."`
}

// RecordConsent reports a decision of a contact.
type RecordConsent struct {
	Purpose   crm.ConsentPurpose `json:"purpose,omitempty" needed:"true" doc:"What the decision covers. An opt-out of all leaves only answers and codes."`
	State     crm.ConsentState   `json:"state,omitempty" needed:"true" doc:"The contact's decision."`
	Proof     string             `json:"proof,omitempty" needed:"true" doc:"How the contact decided, such as a form, a call or a letter." example:"Newsletter form, 203.0.113.7"`
	DecidedAt *time.Time         `json:"decidedAt,omitempty" doc:"When the contact decided; now by default."`
}

// FieldValues lists the values of fields, for the document.
func (RecordConsent) FieldValues() map[string]any {
	return map[string]any{"purpose": crm.ConsentPurposes, "state": []crm.ConsentState{crm.ConsentOptedIn, crm.ConsentOptedOut}}
}

// ConsentAnswer confirms a word to the contact that wrote it.
type ConsentAnswer struct {
	Enabled bool   `json:"enabled" doc:"Whether the confirmation is sent."`
	Text    string `json:"text" doc:"Text of the confirmation."`
}

// ConsentLanguage holds the words of one language and the answers to them.
type ConsentLanguage struct {
	Language          string        `json:"language" doc:"Language code, such as en or pt_BR."`
	StopWords         []string      `json:"stopWords" nullable:"false" doc:"A message opts the contact out if it consists of one of these words. Spaces, punctuation, emoji, case and accents do not matter."`
	StartWords        []string      `json:"startWords" nullable:"false" doc:"A message opts the contact in again if it consists of one of these words."`
	StopConfirmation  ConsentAnswer `json:"stopConfirmation" doc:"Sent once when the contact opts out."`
	StartConfirmation ConsentAnswer `json:"startConfirmation" doc:"Sent once when the contact opts in again."`
}

// ConsentSettings are the words of the workspace and what they do.
type ConsentSettings struct {
	StopPurpose crm.ConsentPurpose `json:"stopPurpose" enum:"marketing,all" doc:"What a stop word opts out of."`
	Languages   []ConsentLanguage  `json:"languages" nullable:"false" doc:"Words and confirmations of each language."`
	UpdatedAt   *time.Time         `json:"updatedAt" doc:"null while the built-in settings are used."`
}

// UpdateConsentSettings changes what is given and leaves the rest.
type UpdateConsentSettings struct {
	StopPurpose *crm.ConsentPurpose     `json:"stopPurpose,omitempty" doc:"What a stop word opts out of; marketing by default."`
	Languages   []UpdateConsentLanguage `json:"languages,omitempty" nullable:"false" doc:"Languages to add or change. Other languages stay the same."`
}

// FieldValues lists the values of fields, for the document.
func (UpdateConsentSettings) FieldValues() map[string]any {
	return map[string]any{"stopPurpose": crm.ConsentPurposes}
}

// UpdateConsentLanguage changes one language; a list that is given replaces
// the words, an empty one switches them off.
type UpdateConsentLanguage struct {
	Language          string               `json:"language" doc:"Language code, such as en or pt_BR." example:"en"`
	StopWords         []string             `json:"stopWords,omitempty" nullable:"false" doc:"The complete new list of stop words; an empty list switches them off."`
	StartWords        []string             `json:"startWords,omitempty" nullable:"false" doc:"The complete new list of start words; an empty list switches them off."`
	StopConfirmation  *UpdateConsentAnswer `json:"stopConfirmation,omitempty" doc:"Sent once when the contact opts out."`
	StartConfirmation *UpdateConsentAnswer `json:"startConfirmation,omitempty" doc:"Sent once when the contact opts in again."`
}

// UpdateConsentAnswer changes what is given of an answer.
type UpdateConsentAnswer struct {
	Enabled *bool   `json:"enabled,omitempty" doc:"Whether the confirmation is sent."`
	Text    *string `json:"text,omitempty" doc:"Text of the confirmation."`
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

func consentRoutes(s *Server) {
	const path, settings = "/v1/contacts/{id}/consent", "/v1/consent-settings"
	register(s, operation{id: "get-contact-consent", method: http.MethodGet, path: path, tag: consentTag, errors: []int{404},
		scope: crm.ScopeContactsRead, summary: "Get a contact's consent", description: "The contact's current decisions and the consent ledger behind them."},
		func(ctx context.Context, a crm.Actor, in *consentInput) (*contactConsentOutput, error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			c, err := s.svc.Contact.Consent(ctx, a, in.ID, p)
			return &contactConsentOutput{renderContactConsent(c)}, err
		})
	register(s, operation{id: "record-contact-consent", method: http.MethodPost, path: path, tag: consentTag, status: http.StatusCreated, errors: []int{404, 409},
		scope: crm.ScopeContactsWrite, summary: "Record a decision",
		description: "Adds a decision that the contact made elsewhere to the consent ledger. A later decision overrides it.",
		example:     RecordConsent{Purpose: crm.PurposeMarketing, State: crm.ConsentOptedIn, Proof: "Newsletter form, 203.0.113.7"}},
		func(ctx context.Context, a crm.Actor, in *recordConsentInput) (*consentRecordOutput, error) {
			b := in.Body
			r, err := s.svc.Contact.RecordConsent(ctx, a, in.ID, crm.ConsentRequest{Purpose: b.Purpose, State: b.State, Proof: b.Proof, At: b.DecidedAt})
			return &consentRecordOutput{renderConsentRecord(r)}, err
		})
	register(s, operation{id: "get-consent-settings", method: http.MethodGet, path: settings, tag: consentTag,
		scope: crm.ScopeContactsRead, summary: "Get the consent settings", description: "The stop and start words of every language, their confirmations, and what a stop word opts out of."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*consentSettingsOutput, error) {
			c, err := s.svc.Contact.ConsentSettings(ctx, a)
			return &consentSettingsOutput{renderConsentSettings(c)}, err
		})
	register(s, operation{id: "update-consent-settings", method: http.MethodPatch, path: settings, tag: consentTag,
		scope: crm.ScopeContactsWrite, act: "consent_settings.updated", summary: "Change the consent settings",
		description: "Changes only the fields you send. The change applies to messages received from now on.",
		example: UpdateConsentSettings{Languages: []UpdateConsentLanguage{{Language: "en", StopWords: []string{"STOP", "UNSUBSCRIBE", "CANCEL"},
			StopConfirmation: &UpdateConsentAnswer{Text: ptr("You will not hear from us again.")}}}}},
		func(ctx context.Context, a crm.Actor, in *updateConsentSettingsInput) (*consentSettingsOutput, error) {
			c, err := s.svc.Contact.UpdateConsentSettings(ctx, a, in.Body.change())
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

func renderContactConsent(c contact.ContactConsent) ContactConsent {
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
	return ConsentRecord{ID: r.ID, Purpose: r.Purpose, State: r.State, Source: r.Source, MadeBy: r.MadeBy, Proof: ConsentProof(r.Proof),
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
