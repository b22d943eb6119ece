package crm

import (
	"encoding/json"
	"time"
)

// TemplateDraftStatus is the status of a template that the provider has not been
// asked about.
const TemplateDraftStatus = "draft"

// TemplateAction is what the provider is asked for about a template; "" for
// nothing.
type TemplateAction string

// The actions.
const (
	TemplateCreate    TemplateAction = "create"
	TemplateEdit      TemplateAction = "edit"
	TemplateDelete    TemplateAction = "delete"
	TemplateArchive   TemplateAction = "archive"
	TemplateUnarchive TemplateAction = "unarchive"
)

// TemplateProblem is why the provider did not do what it was asked for.
type TemplateProblem struct {
	Action        TemplateAction `json:"action" enum:"create,edit,delete,archive,unarchive" doc:"What the provider was asked for."`
	Detail        string         `json:"detail" doc:"Why it was not done, in one sentence."`
	ProviderError *ProviderError `json:"providerError,omitempty" doc:"The provider's refusal; absent if it did not answer."`
	At            time.Time      `json:"at" doc:"When this became known."`
}

// TemplateVersionStatus says how far a version of a template has come.
type TemplateVersionStatus string

// The statuses of versions. A refused one never got into review; a replaced one
// made way for the next before a verdict.
const (
	VersionDraft     TemplateVersionStatus = "draft"
	VersionSubmitted TemplateVersionStatus = "submitted"
	VersionPending   TemplateVersionStatus = "pending"
	VersionApproved  TemplateVersionStatus = "approved"
	VersionRejected  TemplateVersionStatus = "rejected"
	VersionRefused   TemplateVersionStatus = "refused"
	VersionReplaced  TemplateVersionStatus = "replaced"
)

// TemplateVersion is what a template said from one change to the next.
type TemplateVersion struct {
	WorkspaceID, TemplateID string
	Number                  int
	Status                  TemplateVersionStatus
	// Action is create or edit; "" where it was not made here.
	Action     TemplateAction
	Category   string
	Format     string
	Components json.RawMessage
	TTL        int
	Reason     string // of a rejection, in the provider's word
	Detail     string // what the provider says beyond that
	CreatedBy  DoneBy
	CreatedAt  time.Time
	// SubmittedBy had it submitted.
	SubmittedBy DoneBy
	SubmittedAt *time.Time
	// AskedAt is when the provider was asked, while it is not known what became of
	// that.
	AskedAt *time.Time
	// TakenAt is when the provider took it into review; ReadAt when what it lists for
	// the version was read.
	TakenAt, ReadAt *time.Time
	DecidedAt       *time.Time
}

// Open reports whether there is no verdict yet on a version that was submitted.
func (v *TemplateVersion) Open() bool {
	return v.Status == VersionSubmitted || v.Status == VersionPending
}

// Draft is the version as somebody wrote it.
func (v *TemplateVersion) Draft(t *Template) (TemplateDraft, error) {
	list, err := ParseComponents(v.Components)
	return TemplateDraft{MessagingAccountID: t.MessagingAccountID, Name: t.Name, Language: t.Language, Category: v.Category, Format: v.Format, TTL: v.TTL, Components: list}, err
}
