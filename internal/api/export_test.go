package api

import (
	"time"

	"github.com/danielgtaylor/huma/v2"
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
	ErrorPage       = errorPage
	WriteErrorGuide = writeErrorGuide
	StatusOf        = statusOf
)
