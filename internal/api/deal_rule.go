package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
)

var dealRulesTag = tag{"Deal rules", "What makes and moves deals by itself."}

// DealRule makes or moves a deal when something happens in a conversation.
type DealRule struct {
	ID         string             `json:"id" doc:"Identifier of the rule; begins with drl_."`
	Version    int64              `json:"version" doc:"Grows by one with each change."`
	Name       string             `json:"name" doc:"What people call it."`
	Position   int64              `json:"position" doc:"Its place among the rules, from 1 on: where several act on one thing, they do so in this order."`
	Enabled    bool               `json:"enabled" doc:"Whether it acts."`
	Trigger    crm.DealTrigger    `json:"trigger" enum:"label_added,button_tapped,form_answered,conversation_closed" doc:"What lets it act."`
	Conditions crm.DealConditions `json:"conditions" doc:"What must hold, all of it."`
	Act        crm.DealAct        `json:"act" doc:"What it does."`
	CreatedBy  crm.DoneBy         `json:"createdBy" doc:"Who created it."`
	CreatedAt  time.Time          `json:"createdAt" doc:"When it was created."`
	UpdatedAt  time.Time          `json:"updatedAt" doc:"When it was last changed."`
}

// CreateDealRule is a new rule.
type CreateDealRule struct {
	Name       string             `json:"name,omitempty" needed:"true" maxLength:"100" doc:"What people call it." example:"Offers asked for"`
	Enabled    *bool              `json:"enabled,omitempty" doc:"Whether it acts; true by default."`
	Position   *int64             `json:"position,omitempty" minimum:"1" doc:"Its place among the rules, from 1 on; behind the others by default."`
	Trigger    crm.DealTrigger    `json:"trigger,omitempty" needed:"true" enum:"label_added,button_tapped,form_answered,conversation_closed" doc:"What lets it act."`
	Conditions crm.DealConditions `json:"conditions" required:"false" doc:"What must hold, all of it. What it names must exist."`
	Act        crm.DealAct        `json:"act" needed:"true" required:"false" doc:"What it does."`
}

// UpdateDealRule changes what is given.
type UpdateDealRule struct {
	Name       *string             `json:"name,omitempty" maxLength:"100" doc:"What people call it."`
	Enabled    *bool               `json:"enabled,omitempty" doc:"Whether it acts. A rule that is enabled again acts on what happens from then on."`
	Position   *int64              `json:"position,omitempty" minimum:"1" doc:"Its place among the rules, from 1 on. The others move together."`
	Trigger    *crm.DealTrigger    `json:"trigger,omitempty" enum:"label_added,button_tapped,form_answered,conversation_closed" doc:"What lets it act."`
	Conditions *crm.DealConditions `json:"conditions,omitempty" doc:"What must hold, as a whole."`
	Act        *crm.DealAct        `json:"act,omitempty" doc:"What it does, as a whole."`
}

// DealRuleRun is what a rule did when it was to act.
type DealRuleRun struct {
	ID             string             `json:"id" doc:"Identifier of the run; begins with drr_."`
	RuleVersion    int64              `json:"ruleVersion" doc:"The version of the rule then."`
	Trigger        crm.DealTrigger    `json:"trigger" enum:"label_added,button_tapped,form_answered,conversation_closed" doc:"What let it act."`
	TriggerID      string             `json:"triggerId" doc:"What it acted on, once: the message with the button or the form, by the provider's identifier, the episode that was closed, or the event of the label."`
	EventID        string             `json:"eventId" doc:"The event that told of it."`
	ConversationID string             `json:"conversationId" doc:"The conversation in which it happened."`
	At             time.Time          `json:"at" doc:"When the rule acted."`
	Outcome        crm.DealRunOutcome `json:"outcome" enum:"created,moved,skipped,refused,failed" doc:"skipped: there was nothing to do. refused: it cannot act as things are. failed: the service could not do it, which is told to whoever runs it."`
	DealID         *string            `json:"dealId" doc:"The deal that it made, moved or found; null for none."`
	Code           *string            `json:"code" doc:"Why it did nothing, in one word: no_open_deal, open_deal_exists or on_stage_already if it was skipped, the code of the error if it was refused or failed; null if it acted."`
	Detail         *string            `json:"detail" doc:"The same in words; null if it acted."`
	Errors         []crm.FieldError   `json:"errors" nullable:"false" doc:"What the deal lacks, or is wrong of the rule; empty if nothing is."`
}

type (
	// DealRuleInput names a rule in the path.
	DealRuleInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the rule."`
	}
	createDealRuleInput struct{ Body CreateDealRule }
	updateDealRuleInput struct {
		DealRuleInput
		IfMatch string `header:"If-Match" maxLength:"200" doc:"The ETag of the rule that you changed. The request fails if it is another one now."`
		Body    UpdateDealRule
	}
	dealRuleRunsInput struct {
		DealRuleInput
		PageInput
		Outcome string `query:"outcome" enum:"created,moved,skipped,refused,failed" doc:"Only runs with this outcome."`
	}
	dealRuleOutput struct {
		ETag string `header:"ETag" doc:"Stands for the version; send it as If-Match with your change."`
		Body DealRule
	}
)

func dealRuleRoutes(s *Server) {
	const path = "/v1/deal-rules"
	register(s, operation{id: "create-deal-rule", method: http.MethodPost, path: path, tag: dealRulesTag, status: http.StatusCreated, errors: []int{409}, whole: true,
		scope: crm.ScopePipelinesWrite, act: "deal_rule.created", summary: "Create a rule of deals", description: "It acts on what happens from then on: once for each label that is added, button that is tapped, form that is answered, or episode that is closed, and never on what a rule did.",
		example: CreateDealRule{Name: "Offers asked for", Trigger: crm.DealOnButton, Conditions: crm.DealConditions{Payloads: []string{"offer"}},
			Act: crm.DealAct{Type: crm.DealActCreate, PipelineID: "pip_01jd5k3v6rf0w8m2a4t9x7bq1q", Title: "Offer for {{contact.name}}", AssigneeOwns: true}}},
		func(ctx context.Context, a crm.Actor, in *createDealRuleInput) (*dealRuleOutput, error) {
			b := in.Body
			return answerDealRule(s.svc.DealRule.Create(ctx, a, crm.DealRuleChange{Name: &b.Name, Enabled: b.Enabled, Rank: b.Position, Trigger: &b.Trigger, When: &b.Conditions, Act: &b.Act}))
		})
	register(s, operation{id: "list-deal-rules", method: http.MethodGet, path: path, tag: dealRulesTag,
		scope: crm.ScopeDealsRead, summary: "List rules of deals", description: "In their order."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[DealRule], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.DealRule.List(ctx, a, p)
			return answerPage(list, renderDealRule), err
		})
	register(s, operation{id: "get-deal-rule", method: http.MethodGet, path: path + "/{id}", tag: dealRulesTag, errors: []int{404},
		scope: crm.ScopeDealsRead, summary: "Get a rule of deals", description: "As it is now."},
		func(ctx context.Context, a crm.Actor, in *DealRuleInput) (*dealRuleOutput, error) {
			return answerDealRule(s.svc.DealRule.Rule(ctx, a, in.ID))
		})
	register(s, operation{id: "update-deal-rule", method: http.MethodPatch, path: path + "/{id}", tag: dealRulesTag, errors: []int{404, 412}, whole: true,
		scope: crm.ScopePipelinesWrite, act: "deal_rule.updated", summary: "Change a rule of deals", description: "Changes only the fields you send. Send the ETag that you read as If-Match, so that two people do not overwrite each other; without, the last one wins.",
		example: UpdateDealRule{Enabled: ptr(false)}},
		func(ctx context.Context, a crm.Actor, in *updateDealRuleInput) (*dealRuleOutput, error) {
			b := in.Body
			return answerDealRule(s.svc.DealRule.Update(ctx, a, in.ID, crm.DealRuleChange{Name: b.Name, Enabled: b.Enabled, Rank: b.Position, Trigger: b.Trigger, When: b.Conditions, Act: b.Act}, in.IfMatch))
		})
	register(s, operation{id: "delete-deal-rule", method: http.MethodDelete, path: path + "/{id}", tag: dealRulesTag, status: http.StatusNoContent, errors: []int{404}, whole: true,
		scope: crm.ScopePipelinesWrite, act: "deal_rule.deleted", summary: "Delete a rule of deals", description: "The deals that it made stay as they are."},
		func(ctx context.Context, a crm.Actor, in *DealRuleInput) (*struct{}, error) {
			return nil, s.svc.DealRule.Delete(ctx, a, in.ID)
		})
	register(s, operation{id: "list-deal-rule-runs", method: http.MethodGet, path: path + "/{id}/runs", tag: dealRulesTag, errors: []int{404}, whole: true,
		scope: crm.ScopeDealsRead, summary: "List what a rule of deals did", description: "What it made and moved, and why it did not, newest first. Kept for 180 days."},
		func(ctx context.Context, a crm.Actor, in *dealRuleRunsInput) (*pageOutput[DealRuleRun], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.DealRule.Runs(ctx, a, in.ID, crm.DealRunOutcome(in.Outcome), p)
			return answerPage(list, renderDealRuleRun), err
		})
}

func renderDealRule(r crm.DealRule) DealRule {
	return DealRule{ID: r.ID, Version: r.Version, Name: r.Name, Position: r.Rank, Enabled: r.Enabled, Trigger: r.Trigger, Conditions: r.When, Act: r.Act,
		CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt}
}

func renderDealRuleRun(r crm.DealRun) DealRuleRun {
	return DealRuleRun{ID: r.ID, RuleVersion: r.Version, Trigger: r.Trigger, TriggerID: r.TriggerID, EventID: r.EventID, ConversationID: r.ConversationID, At: r.At, Outcome: r.Outcome,
		DealID: textOrNull(r.DealID), Code: textOrNull(r.Code), Detail: textOrNull(r.Detail), Errors: append([]crm.FieldError{}, r.Faults...)}
}

func answerDealRule(r crm.DealRule, err error) (*dealRuleOutput, error) {
	if err != nil {
		return nil, err
	}
	return &dealRuleOutput{ETag: strconv.Quote(strconv.FormatInt(r.Version, 10)), Body: renderDealRule(r)}, nil
}
