package api

import (
	"context"
	"net/http"

	"service.example/crm/internal/crm"
)

// Findings are what is wrong with how a workspace sends and receives.
type Findings struct {
	Findings []crm.Finding `json:"findings" nullable:"false" doc:"What is wrong, in the order in which it is to be settled; empty if nothing is."`
}

type (
	findingsOutput struct{ Body Findings }
	FindingInput   struct {
		Finding string `path:"finding" maxLength:"120" doc:"Id of the finding."`
	}
)

func renderFindings(list []crm.Finding) *findingsOutput {
	if list == nil {
		list = []crm.Finding{}
	}
	return &findingsOutput{Findings{list}}
}

func doctorRoutes(s *Server) {
	register(s, operation{id: "get-onboarding-doctor", method: http.MethodGet, path: "/v1/onboarding/doctor", tag: onboardingTag, errors: []int{502, 503}, whole: true,
		scope: crm.ScopeNumbersRead, summary: "See what is wrong, and what to do", description: "Asks the provider about token, account, webhooks and numbers, and looks at what was noticed here. The command crm doctor --workspace tells the same. It changes nothing."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*findingsOutput, error) {
			list, err := s.svc.Checklist.Examine(ctx, a)
			return renderFindings(list), err
		})
	register(s, operation{id: "fix-onboarding-finding", method: http.MethodPost, path: "/v1/onboarding/doctor/{finding}/fix", tag: onboardingTag, errors: []int{404, 409, 502, 503}, whole: true,
		scope: crm.ScopeAccountsWrite, act: "onboarding_finding.fixed", summary: "Have a finding fixed", description: "Does what the finding asks for, where the service can (`fixable`), and answers with what is wrong then."},
		func(ctx context.Context, a crm.Actor, in *FindingInput) (*findingsOutput, error) {
			list, err := s.svc.Checklist.Fix(ctx, a, in.Finding)
			return renderFindings(list), err
		})
	deploymentRoutes(s)
}
