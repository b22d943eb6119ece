package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/people"
)

var usersTag = tag{"Users", "The people who work here: roles, invitations, and what happens when somebody leaves."}

// User is a person in the workspace.
type User struct {
	ID          string          `json:"id" doc:"Identifier of the user; begins with usr_." example:"usr_01jd5k3v6rf0w8m2a4t9x7bq1e"`
	Email       string          `json:"email" doc:"Address with which the user signs in." example:"amelie@example.com"`
	Name        *string         `json:"name" doc:"Name of the user; null for somebody who works elsewhere and did not accept your invitation yet." example:"Amélie Bernard"`
	Role        string          `json:"role" doc:"Role: owner, admin, supervisor, agent, or the id of a role of the workspace." example:"agent"`
	State       crm.MemberState `json:"state" doc:"invited: has not accepted yet. active: may work. deactivated: may not work here any more."`
	CreatedAt   time.Time       `json:"createdAt" doc:"When the user was let in or invited."`
	CreatedBy   crm.DoneBy      `json:"createdBy" doc:"Who let the user in."`
	LastSeenAt  *time.Time      `json:"lastSeenAt" doc:"When the user last asked for something here, to about a minute; null for never."`
	InvitedTill *time.Time      `json:"invitationExpiresAt,omitempty" doc:"Until when the invitation can be accepted; only where one user is shown who is invited."`
}

// FieldValues lists the values of fields, for the document.
func (User) FieldValues() map[string]any { return map[string]any{"state": crm.MemberStates} }

// UserWithInvitation is a user with the link of the invitation, if it is not
// mailed.
type UserWithInvitation struct {
	User
	InvitationURL string `json:"invitationUrl,omitempty" doc:"Link of the invitation, shown only once, and only where the service has no mail server: hand it over yourself."`
}

// CreateUser is what a caller chooses of a new user.
type CreateUser struct {
	Email    string `json:"email,omitempty" needed:"true" doc:"Address of the person." example:"amelie@example.com"`
	Name     string `json:"name,omitempty" needed:"true" doc:"Name of the person." example:"Amélie Bernard"`
	Role     string `json:"role,omitempty" needed:"true" doc:"Role: owner, admin, supervisor, agent, or the id of a role of the workspace." example:"agent"`
	Password string `json:"password,omitempty" doc:"Lets the person in at once, if nobody of the service has the address yet. Without it they are invited."`
}

// UpdateUser is what a caller changes of a user.
type UpdateUser struct {
	Name *string `json:"name,omitempty" doc:"Name. While the person works in other workspaces too, only they change it."`
	Role *string `json:"role,omitempty" doc:"Role: owner, admin, supervisor, agent, or the id of a role of the workspace." example:"supervisor"`
}

// DeactivateUser is what a caller chooses of a deactivation.
type DeactivateUser struct {
	RevokeKeys bool `json:"revokeKeys,omitempty" doc:"Also revoke the API keys that the user made."`
}

// DeactivatedUser is what came of a deactivation.
type DeactivatedUser struct {
	User
	APIKeys  []APIKey `json:"apiKeys" nullable:"false" doc:"The API keys that the user made and that were not revoked before."`
	Requeued int      `json:"requeuedConversations" doc:"How many open conversations went back to the queue."`
}

type (
	// UserInput names a user in the path.
	UserInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the user."`
	}
	createUserInput struct{ Body CreateUser }
	updateUserInput struct {
		UserInput
		Body UpdateUser
	}
	deactivateUserInput struct {
		UserInput
		Body *DeactivateUser
	}
	listUsersInput struct {
		PageInput
		State string `query:"state" enum:"invited,active,deactivated" doc:"Only users in this state."`
		Role  string `query:"role" maxLength:"64" doc:"Only users with this role."`
	}
	userOutput            struct{ Body User }
	invitedUserOutput     struct{ Body UserWithInvitation }
	deactivatedUserOutput struct{ Body DeactivatedUser }
)

func userRoutes(s *Server) {
	const path = "/v1/users"
	register(s, operation{id: "create-user", method: http.MethodPost, path: path, tag: usersTag, status: http.StatusCreated, errors: []int{409}, recent: true, act: "user.invited user.created",
		scope: crm.ScopeUsersWrite, summary: "Create or invite a user", description: "Without a password, or if somebody of the service has the address already, the person gets an invitation by mail, which works once and for 7 days. You cannot give a role that may do or see more than you.",
		example: CreateUser{Email: "amelie@example.com", Name: "Amélie Bernard", Role: crm.RoleAgent}},
		func(ctx context.Context, a crm.Actor, in *createUserInput) (*invitedUserOutput, error) {
			return answerInvited(s.svc.Members.CreateUser(ctx, a, crm.NewUser{Email: in.Body.Email, Name: in.Body.Name, RoleID: in.Body.Role, Password: in.Body.Password}))
		})
	register(s, operation{id: "list-users", method: http.MethodGet, path: path, tag: usersTag,
		scope: crm.ScopeUsersRead, summary: "List users", description: "Oldest first, in every state."},
		func(ctx context.Context, a crm.Actor, in *listUsersInput) (*pageOutput[User], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Members.Users(ctx, a, crm.MemberFilter{State: crm.MemberState(in.State), RoleID: in.Role}, p)
			return answerPage(list, func(m crm.Member) User { return renderUser(people.MemberDetail{Member: m}) }), err
		})
	register(s, operation{id: "get-user", method: http.MethodGet, path: path + "/{id}", tag: usersTag, errors: []int{404},
		scope: crm.ScopeUsersRead, summary: "Get a user", description: "Name, role and state, and until when an open invitation works."},
		func(ctx context.Context, a crm.Actor, in *UserInput) (*userOutput, error) {
			return answerUser(s.svc.Members.User(ctx, a, in.ID))
		})
	register(s, operation{id: "update-user", method: http.MethodPatch, path: path + "/{id}", tag: usersTag, errors: []int{404, 409}, recent: true, act: "user.updated",
		scope: crm.ScopeUsersWrite, summary: "Update a user", description: "You cannot change users whose role may do or see more than yours. The last active owner stays one.",
		example: UpdateUser{Role: ptr(crm.RoleSupervisor)}},
		func(ctx context.Context, a crm.Actor, in *updateUserInput) (*userOutput, error) {
			return answerUser(s.svc.Members.UpdateUser(ctx, a, in.ID, crm.UserChange{Name: in.Body.Name, RoleID: in.Body.Role}))
		})
	register(s, operation{id: "deactivate-user", method: http.MethodPost, path: path + "/{id}/deactivate", tag: usersTag, errors: []int{404, 409}, recent: true, act: "user.deactivated",
		scope: crm.ScopeUsersWrite, summary: "Deactivate a user", description: "Their sessions and live streams end within a second, an open invitation ends, and their open conversations go back to the queue. The answer lists the API keys that they made.",
		example: DeactivateUser{RevokeKeys: true}},
		func(ctx context.Context, a crm.Actor, in *deactivateUserInput) (*deactivatedUserOutput, error) {
			d, err := s.svc.Members.DeactivateUser(ctx, a, in.ID, in.Body != nil && in.Body.RevokeKeys)
			out := DeactivatedUser{User: renderUser(d.Detail), APIKeys: []APIKey{}, Requeued: d.Requeued}
			for _, k := range d.Keys {
				out.APIKeys = append(out.APIKeys, renderKey(k))
			}
			return &deactivatedUserOutput{out}, err
		})
	register(s, operation{id: "reactivate-user", method: http.MethodPost, path: path + "/{id}/reactivate", tag: usersTag, errors: []int{404}, recent: true, act: "user.reactivated",
		scope: crm.ScopeUsersWrite, summary: "Reactivate a user", description: "Lets a deactivated user work again, with the role that they had. Who never accepted an invitation is invited: send it again."},
		func(ctx context.Context, a crm.Actor, in *UserInput) (*userOutput, error) {
			return answerUser(s.svc.Members.ReactivateUser(ctx, a, in.ID))
		})
	register(s, operation{id: "send-invitation", method: http.MethodPost, path: path + "/{id}/invitation", tag: usersTag, errors: []int{404, 409}, recent: true, act: "invitation.sent",
		scope: crm.ScopeUsersWrite, summary: "Send an invitation again", description: "The earlier link stops working."},
		func(ctx context.Context, a crm.Actor, in *UserInput) (*invitedUserOutput, error) {
			return answerInvited(s.svc.Members.SendInvitation(ctx, a, in.ID))
		})
	register(s, operation{id: "withdraw-invitation", method: http.MethodDelete, path: path + "/{id}/invitation", tag: usersTag, status: http.StatusNoContent, errors: []int{404, 409}, recent: true, act: "invitation.withdrawn",
		scope: crm.ScopeUsersWrite, summary: "Withdraw an invitation", description: "The link stops working, and the person is no user of the workspace any more."},
		func(ctx context.Context, a crm.Actor, in *UserInput) (*struct{}, error) {
			return nil, s.svc.Members.WithdrawInvitation(ctx, a, in.ID)
		})
}

func renderUser(d people.MemberDetail) User {
	m := d.Member
	out := User{ID: m.User.ID, Email: m.User.Email, Name: &m.User.Name, Role: m.RoleID, State: m.State, CreatedAt: m.CreatedAt, CreatedBy: m.CreatedBy,
		LastSeenAt: m.LastSeenAt, InvitedTill: d.InvitationEnds}
	if m.State == crm.MemberInvited && m.User.CreatedAt.Before(m.CreatedAt) {
		out.Name = nil // what the person is called elsewhere is not told before they agree
	}
	return out
}

func answerUser(d people.MemberDetail, err error) (*userOutput, error) {
	return &userOutput{renderUser(d)}, err
}

func answerInvited(d people.MemberDetail, err error) (*invitedUserOutput, error) {
	return &invitedUserOutput{UserWithInvitation{renderUser(d), d.InvitationURL}}, err
}
