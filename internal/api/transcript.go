package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
)

type transcriptInput struct {
	raw
	ConversationInput
	TimeZone string `query:"timeZone" maxLength:"64" default:"UTC" doc:"IANA time zone of the times, such as Europe/Berlin."`
}

func transcriptRoutes(s *Server) {
	register(s, operation{id: "export-conversation", method: http.MethodGet, path: "/v1/conversations/{id}/transcript", tag: conversationsTag, scope: crm.ScopeMessagesRead, errors: []int{404},
		summary: "Export a conversation", description: "Streams the messages as text, oldest first, one to a line; further lines of a message are indented. Notes are not in it. Names of contacts and users need contacts:read and users:read.",
		answers: map[int]huma.Response{200: {Description: "The transcript.", Content: map[string]*huma.MediaType{"text/plain": {Schema: &huma.Schema{Type: huma.TypeString}}}}}},
		func(ctx context.Context, a crm.Actor, in *transcriptInput) (*huma.StreamResponse, error) {
			if !crm.IsZone(in.TimeZone) {
				var f crm.Faults
				f.Add("timeZone", crm.CodeParameterInvalid, "timeZone must be an IANA time zone such as Europe/Berlin.")
				return nil, f.Err()
			}
			zone, err := time.LoadLocation(in.TimeZone)
			if err != nil {
				return nil, err
			}
			write, err := s.svc.Message.Transcript(ctx, a, in.ID, zone)
			if err != nil {
				return nil, err
			}
			return &huma.StreamResponse{Body: func(huma.Context) {
				h := in.writer.Header()
				h.Set("Content-Type", "text/plain; charset=utf-8")
				h.Set("Content-Disposition", `attachment; filename="conversation.txt"`)
				if err := write(in.writer); err != nil {
					panic(http.ErrAbortHandler) // the reader must not take what it has for the whole
				}
			}}, nil
		})
}
