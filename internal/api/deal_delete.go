package api

import (
	"context"
	"net/http"

	"service.example/crm/internal/crm"
)

type deleteDealInput struct {
	DealInput
	IfMatch string `header:"If-Match" maxLength:"200" doc:"The ETag of the deal that you saw. The request fails if it is another one now."`
}

func dealDeleteRoutes(s *Server, path string) {
	register(s, operation{id: "delete-deal", method: http.MethodDelete, path: path + "/{id}", tag: dealsTag, status: http.StatusNoContent, errors: []int{404, 412},
		scope: crm.ScopeDealsWrite, act: "deal.deleted", summary: "Delete a deal", description: "With its lines. What was told of it stays told, and the audit log keeps that it was deleted. A deal that came to nothing is lost rather than deleted."},
		func(ctx context.Context, a crm.Actor, in *deleteDealInput) (*struct{}, error) {
			return nil, s.svc.Deal.Delete(ctx, a, in.ID, in.IfMatch)
		})
}
