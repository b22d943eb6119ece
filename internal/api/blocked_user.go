package api

import (
	"context"
	"net/http"

	"service.example/crm/internal/crm"
)

// BlockedUser is somebody whose messages a phone number does not take.
type BlockedUser struct {
	Number crm.ContactNumber `json:"number" doc:"Phone number of the user." example:"+14155550123"`
}

// BlockUsers names whom to block or unblock.
type BlockUsers struct {
	Users []string `json:"users,omitempty" nullable:"false" needed:"true" doc:"Phone numbers in international format, at most 100, each once." example:"[\"+14155550123\"]"`
}

// BlockOutcome is what became of each user.
type BlockOutcome struct {
	Users   []BlockedUser `json:"users" nullable:"false" doc:"Those of whom the provider did it, or had done it before."`
	Refused []RefusedUser `json:"refused" nullable:"false" doc:"Those of whom it did not, and why."`
}

// RefusedUser is a user of whom the provider did not do it.
type RefusedUser struct {
	Number       crm.ContactNumber `json:"number" doc:"Phone number of the user." example:"+14155550123"`
	ProviderCode int               `json:"providerCode" doc:"The provider's error code."`
	Reason       string            `json:"reason" doc:"Why, in a sentence, with the provider's own words."`
}

// Masked is the refusal without the numbers that its sentence names.
func (r RefusedUser) Masked() any {
	r.Reason = crm.MaskNumbers(r.Reason)
	return r
}

type (
	blockedUsersInput struct {
		NumberInput
		PageInput
	}
	blockInput struct {
		NumberInput
		Body BlockUsers
	}
	blockOutput struct{ Body BlockOutcome }
)

func renderBlocked(u crm.BlockedUser) BlockedUser { return BlockedUser{crm.ContactNumber(u.Number)} }

func answerBlock(o crm.BlockOutcome, err error) (*blockOutput, error) {
	out := &blockOutput{BlockOutcome{Users: make([]BlockedUser, 0, len(o.Done)), Refused: make([]RefusedUser, 0, len(o.Refused))}}
	for _, n := range o.Done {
		out.Body.Users = append(out.Body.Users, BlockedUser{crm.ContactNumber(n)})
	}
	for _, r := range o.Refused {
		out.Body.Refused = append(out.Body.Refused, RefusedUser{crm.ContactNumber(r.Number), r.Code, r.Reason})
	}
	return out, err
}

func blockedUserRoutes(s *Server) {
	const path = "/v1/phone-numbers/{id}/blocked-users"
	register(s, operation{id: "list-blocked-users", method: http.MethodGet, path: path, tag: numbersTag, errors: setupCalls, whole: true,
		scope: crm.ScopeContactsRead, summary: "List blocked users", description: "Whose messages the number does not take, as the provider has them now."},
		func(ctx context.Context, a crm.Actor, in *blockedUsersInput) (*pageOutput[BlockedUser], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Storefront.BlockedUsers(ctx, a, in.ID, p)
			return answerPage(list, renderBlocked), err
		})
	register(s, operation{id: "block-users", method: http.MethodPost, path: path, tag: numbersTag, errors: setupCalls, whole: true,
		scope: crm.ScopeContactsWrite, act: "blocked_users.added", summary: "Block users",
		description: "They cannot write to the number any more, and it cannot write to them. Only who wrote to it in the last 24 hours can be blocked: others are in refused. A number blocks 64,000 users at most.",
		example:     BlockUsers{Users: []string{"+14155550123"}}},
		func(ctx context.Context, a crm.Actor, in *blockInput) (*blockOutput, error) {
			return answerBlock(s.svc.Storefront.BlockUsers(ctx, a, in.ID, in.Body.Users))
		})
	register(s, operation{id: "unblock-users", method: http.MethodPost, path: path + "/unblock", tag: numbersTag, errors: setupCalls, whole: true,
		scope: crm.ScopeContactsWrite, act: "blocked_users.removed", summary: "Unblock users", description: "They can write to the number again. It may be done at any time, also for somebody who is not blocked.",
		example: BlockUsers{Users: []string{"+14155550123"}}},
		func(ctx context.Context, a crm.Actor, in *blockInput) (*blockOutput, error) {
			return answerBlock(s.svc.Storefront.UnblockUsers(ctx, a, in.ID, in.Body.Users))
		})
}
