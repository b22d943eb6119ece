package api

import (
	"fmt"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
)

// SetBodyTimeout changes how long a body may take, before any comes.
func SetBodyTimeout(s *Server, d time.Duration) { s.opt.BodyTimeout = d }

// SetWebhookWindow changes the time in which a part of a webhook must come,
// before any does.
func SetWebhookWindow(s *Server, d time.Duration) { s.webhooks.window = d }

// WebhookBytes returns what posts of the provider hold of the budget.
func WebhookBytes(s *Server) int64 {
	s.webhooks.mu.Lock()
	defer s.webhooks.mu.Unlock()
	return s.webhooks.held
}

// Operations are the typed operations, as they were registered.
func Operations(s *Server) (list []*huma.Operation) {
	for _, p := range s.huma.OpenAPI().Paths {
		for _, op := range []*huma.Operation{p.Get, p.Put, p.Post, p.Delete, p.Patch} {
			if op != nil {
				list = append(list, op)
			}
		}
	}
	return list
}

// What the tests of the page of errors look at.
var (
	ErrorPage = errorPage
	StatusOf  = statusOf
)

// WriteErrorGuide writes the codes for docs/errors.md.
func WriteErrorGuide() string {
	var out strings.Builder
	for _, chapter := range crm.ErrorGuide {
		fmt.Fprintf(&out, "\n## %s\n", chapter.Title)
		for _, e := range chapter.Entries {
			fmt.Fprintf(&out, "\n### `%s`\n\n<a id=%q></a>%s\n\n%s %s **What to do:** %s\n", e.Code, e.Code, statusLine(e), e.Happened, e.Why, e.Do)
		}
	}
	return out.String()
}
