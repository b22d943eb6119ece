package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
)

var rolesTag = tag{"Roles", "What people may do (scopes) and which conversations they see (reach)."}

// Role is a named set of scopes with a reach.
type Role struct {
	ID             string        `json:"id" doc:"Identifier of the role: owner, admin, supervisor or agent, or rol_… for a role of yours."`
	Name           string        `json:"name" doc:"Name of the role."`
	BuiltIn        bool          `json:"builtIn" doc:"true for a role that every workspace has and nobody can change."`
	Scopes         []crm.Scope   `json:"scopes" nullable:"false" doc:"What people with the role may do."`
	Reach          crm.ReachKind `json:"reach" enum:"all,teams,own_and_unassigned_of_teams,own_and_followed" doc:"Which conversations people with the role see."`
	PhoneNumberIDs []string      `json:"phoneNumberIds" nullable:"false" doc:"Only conversations on these phone numbers; empty for every phone number."`

	MasksPhoneNumbers bool `json:"masksPhoneNumbers" doc:"Whether people with the role see contacts' phone numbers masked, such as +49••••••4567."`

	CreatedAt *time.Time `json:"createdAt" doc:"When the role was created; null for a built-in role."`
	UpdatedAt *time.Time `json:"updatedAt" doc:"When the role was last changed; null for a built-in role."`
}

// CreateRole is what a caller chooses of a new role.
type CreateRole struct {
	Name           string        `json:"name,omitempty" needed:"true" maxLength:"100" doc:"Name of the role." example:"Night shift"`
	Scopes         []crm.Scope   `json:"scopes,omitempty" needed:"true" nullable:"false" doc:"What people with the role may do; not *." example:"[\"messages:read\"]"`
	Reach          crm.ReachKind `json:"reach,omitempty" needed:"true" enum:"all,teams,own_and_unassigned_of_teams,own_and_followed" doc:"Which conversations people with the role see."`
	PhoneNumberIDs []string      `json:"phoneNumberIds,omitempty" nullable:"false" maxItems:"100" doc:"Only conversations on these phone numbers; empty for every phone number."`

	MasksPhoneNumbers bool `json:"masksPhoneNumbers,omitempty" doc:"Whether people with the role see contacts' phone numbers masked, such as +49••••••4567; false by default."`
}

// UpdateRole changes what is given.
type UpdateRole struct {
	Name           *string        `json:"name,omitempty" maxLength:"100" doc:"Name of the role."`
	Scopes         []crm.Scope    `json:"scopes,omitempty" nullable:"false" doc:"What people with the role may do, all of it; not *."`
	Reach          *crm.ReachKind `json:"reach,omitempty" enum:"all,teams,own_and_unassigned_of_teams,own_and_followed" doc:"Which conversations people with the role see."`
	PhoneNumberIDs *[]string      `json:"phoneNumberIds,omitempty" nullable:"false" maxItems:"100" doc:"Only conversations on these phone numbers; an empty list is every phone number."`

	MasksPhoneNumbers *bool `json:"masksPhoneNumbers,omitempty" doc:"Whether people with the role see contacts' phone numbers masked, such as +49••••••4567."`
}

// FieldValues lists the values of fields, for the document.
func (CreateRole) FieldValues() map[string]any { return map[string]any{"scopes": crm.Scopes} }

// FieldValues lists the values of fields, for the document.
func (UpdateRole) FieldValues() map[string]any { return map[string]any{"scopes": crm.Scopes} }

type (
	// RoleInput names a role in the path.
	RoleInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the role."`
	}
	createRoleInput struct{ Body CreateRole }
	updateRoleInput struct {
		RoleInput
		Body UpdateRole
	}
	roleOutput struct{ Body Role }
)

func roleRoutes(s *Server) {
	const path = "/v1/roles"
	register(s, operation{id: "create-role", method: http.MethodPost, path: path, tag: rolesTag, status: http.StatusCreated, errors: []int{409}, recent: true,
		scope: crm.ScopeRolesWrite, act: "role.created", summary: "Create a role", description: "You cannot grant a scope that you do not have, nor a wider reach than yours, nor whole phone numbers if you see them masked.",
		example: CreateRole{Name: "Night shift", Scopes: []crm.Scope{crm.ScopeMessagesRead, crm.ScopeMessagesWrite, crm.ScopeConversationsRead}, Reach: crm.ReachOwnAndFollowed}},
		func(ctx context.Context, a crm.Actor, in *createRoleInput) (*roleOutput, error) {
			b := in.Body
			return answerRole(s.svc.Teams.CreateRole(ctx, a, crm.RoleChange{Name: &b.Name, Scopes: b.Scopes, Reach: &b.Reach, PhoneNumberIDs: &b.PhoneNumberIDs, MasksPhoneNumbers: &b.MasksPhoneNumbers}))
		})
	register(s, operation{id: "list-roles", method: http.MethodGet, path: path, tag: rolesTag,
		scope: crm.ScopeRolesRead, summary: "List roles", description: "The built-in roles, then yours, oldest first."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[Role], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Teams.Roles(ctx, a, p)
			return answerPage(list, renderRole), err
		})
	register(s, operation{id: "get-role", method: http.MethodGet, path: path + "/{id}", tag: rolesTag, errors: []int{404},
		scope: crm.ScopeRolesRead, summary: "Get a role", description: "What people with the role may do and see."},
		func(ctx context.Context, a crm.Actor, in *RoleInput) (*roleOutput, error) {
			return answerRole(s.svc.Teams.Role(ctx, a, in.ID))
		})
	register(s, operation{id: "update-role", method: http.MethodPatch, path: path + "/{id}", tag: rolesTag, errors: []int{404, 409}, recent: true,
		scope: crm.ScopeRolesWrite, act: "role.updated", summary: "Change a role", description: "Changes only the fields you send. What people with the role may do changes within a second. Built-in roles cannot be changed.",
		example: UpdateRole{Reach: ptr(crm.ReachTeams)}},
		func(ctx context.Context, a crm.Actor, in *updateRoleInput) (*roleOutput, error) {
			return answerRole(s.svc.Teams.UpdateRole(ctx, a, in.ID, crm.RoleChange(in.Body)))
		})
	register(s, operation{id: "delete-role", method: http.MethodDelete, path: path + "/{id}", tag: rolesTag, status: http.StatusNoContent, errors: []int{404, 409}, recent: true,
		scope: crm.ScopeRolesWrite, act: "role.deleted", summary: "Delete a role", description: "A role that a member has cannot be deleted."},
		func(ctx context.Context, a crm.Actor, in *RoleInput) (*struct{}, error) {
			return nil, s.svc.Teams.DeleteRole(ctx, a, in.ID)
		})
}

func renderRole(r crm.Role) Role {
	out := Role{ID: r.ID, Name: r.Name, BuiltIn: r.BuiltIn, Scopes: r.Scopes, Reach: r.Reach, PhoneNumberIDs: append([]string{}, r.PhoneNumberIDs...),
		MasksPhoneNumbers: r.MasksPhoneNumbers}
	if !r.BuiltIn {
		out.CreatedAt, out.UpdatedAt = &r.CreatedAt, &r.UpdatedAt
	}
	return out
}

func answerRole(r crm.Role, err error) (*roleOutput, error) {
	if err != nil {
		return nil, err
	}
	return &roleOutput{renderRole(r)}, nil
}
