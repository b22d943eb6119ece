package whatsapp

import (
	"context"
	"encoding/json"
	"iter"
	"net/url"
	"strings"

	"service.example/crm/internal/crm"
)

const templateFields = "id,name,language,status,category,components,parameter_format,quality_score,rejected_reason,message_send_ttl_seconds"

// Templates yields every template of an account as the provider has it now
// (outbound.md 3.3), without ids of ours and without a form. The first error
// ends the sequence, so a mirror may only drop what is absent from a sequence
// that ended without one.
func (c *Client) Templates(ctx context.Context, token, wabaID string) iter.Seq2[crm.Template, error] {
	return func(yield func(crm.Template, error) bool) {
		path := "/" + url.PathEscape(wabaID) + "/message_templates"
		for t, err := range list[template](ctx, c, token, path, templateFields) {
			if err != nil {
				yield(crm.Template{}, err)
				return
			}
			if !yield(t.template(), nil) {
				return
			}
		}
	}
}

type template struct {
	ID         string          `json:"id"`
	Name       string          `json:"name"`
	Language   string          `json:"language"`
	Status     string          `json:"status"`
	Category   string          `json:"category"`
	Components json.RawMessage `json:"components"`
	Format     string          `json:"parameter_format"`
	Reason     string          `json:"rejected_reason"`
	TTL        number          `json:"message_send_ttl_seconds"`
	Quality    struct {
		Score string `json:"score"`
	} `json:"quality_score"`
}

func (t *template) template() crm.Template {
	return crm.Template{
		ProviderID: t.ID,
		Name:       t.Name,
		Language:   t.Language,
		Category:   strings.ToUpper(t.Category),
		Status:     TemplateStatus(t.Status),
		Reason:     reason(t.Reason),
		Quality:    strings.ToUpper(t.Quality.Score),
		Format:     firstOf(strings.ToUpper(t.Format), "POSITIONAL"),
		Components: t.Components,
		TTL:        t.TTL.value,
	}
}

// ourStatus holds what is not simply the provider's word in lower case. A
// flagged template can still be sent; the others came back to life.
var ourStatus = map[string]string{
	"PENDING_DELETION": "deleted",
	"LIMIT_EXCEEDED":   "disabled",
	"FLAGGED":          "approved",
	"REINSTATED":       "approved",
	"UNARCHIVED":       "approved",
}

// TemplateStatus returns our word for a status or a status event of the
// provider (outbound.md 3.6): approved, pending, rejected, paused, disabled,
// in_appeal, locked, archived or deleted; unknown for one that is new here, ""
// for none.
func TemplateStatus(status string) string {
	status = strings.ToUpper(status)
	if ours, ok := ourStatus[status]; ok {
		return ours
	}
	return crm.KnownWordIfAny(crm.TemplateStatuses, strings.ToLower(status))
}

// reason drops the provider's word for none.
func reason(s string) string {
	if strings.EqualFold(s, "NONE") {
		return ""
	}
	return s
}
