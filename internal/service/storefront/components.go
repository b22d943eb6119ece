package storefront

import (
	"context"

	"service.example/crm/internal/crm"
)

// Components returns the conversational components of a number.
func (s *Storefronts) Components(ctx context.Context, actor crm.Actor, numberID string) (crm.ConversationalComponents, error) {
	return read(ctx, s, actor, crm.ScopeNumbersRead, numberID, func(ctx context.Context, p provider) (crm.ConversationalComponents, error) {
		return p.client.Components(ctx, p.token, p.id())
	})
}

// SetComponents replaces the conversational components of a number.
func (s *Storefronts) SetComponents(ctx context.Context, actor crm.Actor, numberID string, to crm.ConversationalComponents) (crm.ConversationalComponents, error) {
	var f crm.Faults
	to.Check(&f)
	to.Commands, to.Prompts = append([]crm.ChatCommand{}, to.Commands...), append([]string{}, to.Prompts...) // lists also where none came
	return change(ctx, s, actor, crm.ScopeAccountsWrite, numberID, &f, func(ctx context.Context, p provider) (crm.ConversationalComponents, *crm.Act, error) {
		before, err := p.client.Components(ctx, p.token, p.id())
		if err != nil {
			return before, nil, err
		}
		changes := crm.ActDiff(before, to)
		if len(changes) == 0 {
			return before, nil, nil
		}
		if err := p.client.SetComponents(ctx, p.token, p.id(), to); err != nil {
			return before, nil, err
		}
		return to, &crm.Act{Action: "conversational_components.set", Changes: changes}, nil
	})
}
