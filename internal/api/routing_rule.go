package api

import (
	"context"
	"net/http"
	"slices"

	"service.example/crm/internal/crm"
)

// SingleRoutingRule is one of the rules.
type SingleRoutingRule struct {
	ID         string                `json:"id" doc:"Key of the rule. Decisions name it as ruleKey."`
	Name       string                `json:"name" doc:"Name of the rule, for people."`
	Conditions crm.RoutingConditions `json:"conditions" doc:"What must hold, all of it; it is the rule's when among all rules."`
	Target     crm.RoutingTarget     `json:"target" doc:"Where the conversation goes."`
}

// CreateRoutingRule is a new rule.
type CreateRoutingRule struct {
	Name       string                `json:"name,omitempty" needed:"true" minLength:"1" maxLength:"100" doc:"Name of the rule, for people. Its key is made from it." example:"Refunds in German"`
	Conditions crm.RoutingConditions `json:"conditions,omitempty" required:"false" doc:"What must hold, all of it. Every conversation meets the conditions if there are none."`
	Target     crm.RoutingTarget     `json:"target,omitempty" needed:"true" doc:"Where the conversation goes."`
}

type (
	createRoutingRuleInput  struct{ Body CreateRoutingRule }
	createRoutingRuleOutput struct{ Body SingleRoutingRule }
	routingRuleInput        struct {
		Key string `path:"key" maxLength:"64" doc:"Key of the rule."`
	}
)

func routingRuleRoutes(s *Server) {
	const path = "/v1/routing-rules"
	register(s, operation{id: "create-routing-rule", method: http.MethodPost, path: path, tag: routingTag, status: http.StatusCreated, whole: true,
		scope: crm.ScopeTeamsWrite, act: "routing_rules.updated", summary: "Add a rule", description: "Puts it behind the others and makes a version. To change their order set all of them.",
		example: CreateRoutingRule{Name: "Refunds", Conditions: crm.RoutingConditions{Keywords: []string{"refund"}}, Target: crm.RoutingTarget{TeamID: "tem_01jd5k3v6rf0w8m2a4t9x7bq1d"}}},
		func(ctx context.Context, a crm.Actor, in *createRoutingRuleInput) (*createRoutingRuleOutput, error) {
			r, _, err := s.svc.Routing.AddRule(ctx, a, crm.RoutingRule{Name: in.Body.Name, When: in.Body.Conditions, Target: in.Body.Target})
			return &createRoutingRuleOutput{renderRoutingRule(r)}, err
		})
	register(s, operation{id: "list-routing-rules", method: http.MethodGet, path: path, tag: routingTag,
		scope: crm.ScopeTeamsRead, summary: "List the rules", description: "In their order: the first that matches decides. The default is not among them."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[SingleRoutingRule], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			all, err := s.svc.Routing.Rules(ctx, a)
			at := slices.IndexFunc(all.Rules, func(r crm.RoutingRule) bool { return r.Key == p.After })
			if err == nil && p.After != "" && at < 0 {
				var f crm.Faults
				f.Add("cursor", crm.CodeParameterInvalid, "cursor is not from this list, or its rule was removed.")
				return nil, f.Err()
			}
			rest := all.Rules[min(at+1, len(all.Rules)):]
			page := crm.CutPage(rest[:min(len(rest), p.Limit+1)], p.Limit, func(r crm.RoutingRule) string { return r.Key })
			return answerPage(page, renderRoutingRule), err
		})
	register(s, operation{id: "delete-routing-rule", method: http.MethodDelete, path: path + "/{key}", tag: routingTag, status: http.StatusNoContent, errors: []int{404}, whole: true,
		scope: crm.ScopeTeamsWrite, act: "routing_rules.updated", summary: "Remove a rule", description: "Makes a version without it."},
		func(ctx context.Context, a crm.Actor, in *routingRuleInput) (*struct{}, error) {
			return nil, s.svc.Routing.RemoveRule(ctx, a, in.Key)
		})
}

func renderRoutingRule(r crm.RoutingRule) SingleRoutingRule {
	return SingleRoutingRule{ID: r.Key, Name: r.Name, Conditions: r.When, Target: r.Target}
}
