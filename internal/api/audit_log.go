package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
)

var auditTag = tag{"Audit log", "Every administrative act: who did what, when and from where. Nobody can change it."}

// AuditAct is one act of the audit log.
type AuditAct struct {
	ID         string           `json:"id" doc:"Identifier of the act; begins with act_."`
	Seq        int64            `json:"seq" doc:"Number of the act in the workspace, from 1 without a gap."`
	Action     string           `json:"action" doc:"What was done." example:"api_key.created"`
	Version    int              `json:"version" doc:"Version of the form of the act."`
	OccurredAt time.Time        `json:"occurredAt" doc:"When it was done."`
	Actor      crm.AuditActor   `json:"actor" doc:"Who did it."`
	Targets    []crm.ActTarget  `json:"targets" nullable:"false" doc:"What it was done to."`
	Context    AuditContext     `json:"context" doc:"From where it was done."`
	Changes    crm.ActChanges   `json:"changes" doc:"What changed, by field. Secrets show only that they changed."`
	Outcome    crm.AuditOutcome `json:"outcome" enum:"succeeded" doc:"How it ended."`
	PrevHash   string           `json:"prevHash" doc:"Hash of the act before; empty for the first one."`
	Hash       string           `json:"hash" doc:"SHA-256 of this act, which covers the hash of the act before."`
}

// AuditContext says from where an act was done.
type AuditContext struct {
	IP        string `json:"ip" doc:"Address of the caller; empty if unknown." example:"198.51.100.7"`
	UserAgent string `json:"userAgent" doc:"User-Agent of the caller; empty if unknown."`
	SessionID string `json:"sessionId" doc:"The caller's session; empty for an API key."`
	RequestID string `json:"requestId" doc:"Identifier of the request; empty at the command line."`
}

// AuditQuery narrows the audit log.
type AuditQuery struct {
	Action     string        `query:"action" maxLength:"100" doc:"Only this action, such as api_key.created, or all of a noun, such as api_key.*."`
	ActorType  crm.ActorKind `query:"actorType" enum:"contact,api_key,user,assistant,operator,import,provider,system" doc:"Only acts of this type of actor."`
	ActorID    string        `query:"actorId" maxLength:"64" doc:"Only acts of this actor."`
	TargetType string        `query:"targetType" maxLength:"64" doc:"Only acts on this type of target, such as api_key."`
	TargetID   string        `query:"targetId" maxLength:"64" doc:"Only acts on this target."`
	Since      time.Time     `query:"since" doc:"Only acts at or after this time."`
	Until      time.Time     `query:"until" doc:"Only acts before this time."`
}

type (
	auditInput struct {
		PageInput
		AuditQuery
	}
	auditExportInput struct {
		raw
		AuditQuery
	}
)

// filter is what the query selects, or its faults.
func (q AuditQuery) filter() (crm.AuditFilter, error) {
	f := crm.AuditFilter{Action: q.Action, ActorType: q.ActorType, ActorID: q.ActorID, TargetType: q.TargetType, TargetID: q.TargetID}
	if !q.Since.IsZero() {
		f.Since = &q.Since
	}
	if !q.Until.IsZero() {
		f.Until = &q.Until
	}
	var faults crm.Faults
	f.Check(&faults)
	return f, faults.Err()
}

func auditRoutes(s *Server) {
	register(s, operation{id: "list-audit-log", method: http.MethodGet, path: "/v1/audit-log", tag: auditTag, scope: crm.ScopeAuditRead,
		summary: "List the audit log", description: "Newest first. Every act has the hash of the act before, so that a change of the stored log is found: see crm audit verify."},
		func(ctx context.Context, a crm.Actor, in *auditInput) (*pageOutput[AuditAct], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			f, err := in.filter()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Audit.Entries(ctx, a, f, p)
			return answerPage(list, renderAct), err
		})
	register(s, operation{id: "export-audit-log", method: http.MethodGet, path: "/v1/audit-log/export", tag: auditTag, scope: crm.ScopeAuditRead, recent: true, act: "audit_log.exported",
		summary: "Export the audit log", description: "Streams the acts that the filters select as a CSV table, newest first. The export is an act itself. Cells that a spreadsheet would treat as formulas begin with an apostrophe.",
		answers: map[int]huma.Response{200: {Description: "The table.", Content: map[string]*huma.MediaType{"text/csv": {Schema: &huma.Schema{Type: huma.TypeString}}}}}},
		func(ctx context.Context, a crm.Actor, in *auditExportInput) (*huma.StreamResponse, error) {
			return exportAuditLog(ctx, s, a, in)
		})
}

func exportAuditLog(ctx context.Context, s *Server, a crm.Actor, in *auditExportInput) (*huma.StreamResponse, error) {
	f, err := in.filter()
	if err != nil {
		return nil, err
	}
	write, err := s.svc.Audit.Export(ctx, a, f)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(huma.Context) {
		h := in.writer.Header()
		h.Set("Content-Type", "text/csv; charset=utf-8")
		h.Set("Content-Disposition", `attachment; filename="audit-log.csv"`)
		if err := write(in.writer); err != nil {
			panic(http.ErrAbortHandler) // the reader must not take what it has for the whole
		}
	}}, nil
}

func renderAct(e crm.AuditEntry) AuditAct {
	return AuditAct{ID: e.ID, Seq: e.Seq, Action: e.Action, Version: e.Version, OccurredAt: e.OccurredAt, Actor: e.Actor, Targets: e.Targets,
		Context: AuditContext{e.IP, e.UserAgent, e.SessionID, e.RequestID}, Changes: e.Changes, Outcome: e.Outcome, PrevHash: e.PrevHash, Hash: e.Hash}
}
