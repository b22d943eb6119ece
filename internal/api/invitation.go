package api

import (
	"context"
	"net/http"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/people"
)

// AcceptInvitation is what somebody sends who was invited.
type AcceptInvitation struct {
	Token    string `json:"token,omitempty" needed:"true" doc:"What stands after #token= in the link." example:"pX0v…"`
	Name     string `json:"name,omitempty" doc:"Name of the person; needed from somebody new if the invitation has none." example:"Amélie Bernard"`
	Password string `json:"password,omitempty" doc:"From somebody new: the password that they choose. From somebody whom the service knows: their password, unless they are signed in."`
}

// AcceptedInvitation is what came of it.
type AcceptedInvitation struct {
	UserID        string `json:"userId" doc:"Identifier of the user."`
	WorkspaceID   string `json:"workspaceId" doc:"Identifier of the workspace, for the header Crm-Workspace."`
	WorkspaceName string `json:"workspaceName" doc:"Name of the workspace."`
	SignedIn      bool   `json:"signedIn" doc:"Whether the answer signs the person in, by a cookie. If not, and nobody is signed in, sign in with POST /v1/session."`
}

// RequestPasswordReset names the address of somebody who forgot a password.
type RequestPasswordReset struct {
	Email string `json:"email,omitempty" needed:"true" doc:"Address of the user." example:"amelie@example.com"`
}

// CompletePasswordReset is a new password with the token that was mailed.
type CompletePasswordReset struct {
	Token    string `json:"token,omitempty" needed:"true" doc:"What stands after #token= in the link." example:"pX0v…"`
	Password string `json:"password,omitempty" needed:"true" doc:"The new password: at least 15 characters."`
}

// ChangePassword is the caller's new password.
type ChangePassword struct {
	CurrentPassword string `json:"currentPassword,omitempty" doc:"The password until now; needed if there is one."`
	NewPassword     string `json:"newPassword,omitempty" needed:"true" doc:"The new password: at least 15 characters."`
}

type (
	acceptInvitationInput  struct{ Body AcceptInvitation }
	acceptInvitationOutput struct {
		SetCookie string `header:"Set-Cookie" doc:"The session of somebody who is signed in by it."`
		Body      AcceptedInvitation
	}
	requestResetInput   struct{ Body RequestPasswordReset }
	completeResetInput  struct{ Body CompletePasswordReset }
	changePasswordInput struct{ Body ChangePassword }
)

func invitationRoutes(s *Server) {
	register(s, operation{id: "accept-invitation", method: http.MethodPost, path: "/v1/invitations/accept", tag: usersTag, access: accessPublic, errors: []int{429, 503}, act: "invitation.accepted",
		summary: "Accept an invitation", description: "The link works once and for 7 days. Somebody new chooses a name and a password and is signed in. Somebody whom the service knows is signed in already, or sends their password.",
		example: AcceptInvitation{Token: "pX0vq1x6yM2c4n5b6v7c8x9z0a1s2d3f4g5h6j7k8l9", Name: "Amélie Bernard", Password: "turnips fly south"}},
		func(ctx context.Context, a crm.Actor, in *acceptInvitationInput) (*acceptInvitationOutput, error) {
			a.Origin = requestOf(ctx).origin
			accepted, err := s.svc.Members.AcceptInvitation(ctx, a, people.Acceptance(in.Body))
			if err != nil {
				return nil, err
			}
			out := &acceptInvitationOutput{Body: AcceptedInvitation{UserID: accepted.User.ID, WorkspaceID: accepted.Workspace.ID, WorkspaceName: accepted.Workspace.Name,
				SignedIn: accepted.Session.Secret != ""}}
			if out.Body.SignedIn {
				out.SetCookie = s.door.cookie(ctx, sessionCookie, plainSessionCookie, accepted.Session.Secret, int(crm.SessionLife.Seconds()))
			}
			return out, nil
		})
	register(s, operation{id: "request-password-reset", method: http.MethodPost, path: "/v1/password-resets", tag: usersTag, access: accessPublic, status: http.StatusAccepted, errors: []int{429},
		summary: "Ask for a new password", description: "Mails a link, which works once and for 30 minutes, if somebody has the address. The answer is the same for every address.",
		example: RequestPasswordReset{Email: "amelie@example.com"}},
		func(ctx context.Context, _ crm.Actor, in *requestResetInput) (*struct{}, error) {
			return nil, s.svc.Members.RequestReset(ctx, requestOf(ctx).origin, in.Body.Email)
		})
	register(s, operation{id: "complete-password-reset", method: http.MethodPost, path: "/v1/password-resets/complete", tag: usersTag, access: accessPublic, status: http.StatusNoContent, errors: []int{429, 503}, act: "password.reset",
		summary: "Choose a new password", description: "Ends every session of the user. Second factors stay. The user is told by mail.",
		example: CompletePasswordReset{Token: "pX0vq1x6yM2c4n5b6v7c8x9z0a1s2d3f4g5h6j7k8l9", Password: "turnips fly south"}},
		func(ctx context.Context, _ crm.Actor, in *completeResetInput) (*struct{}, error) {
			return nil, s.svc.Members.CompleteReset(ctx, requestOf(ctx).origin, in.Body.Token, in.Body.Password)
		})
	register(s, operation{id: "change-password", method: http.MethodPost, path: "/v1/me/password", tag: usersTag, access: accessUser, recent: true, status: http.StatusNoContent, errors: []int{429, 503}, act: "password.changed",
		summary: "Change your password", description: "Ends your other sessions. You are told by mail.",
		example: ChangePassword{CurrentPassword: "turnips fly south", NewPassword: "parsnips stay at home"}},
		func(ctx context.Context, a crm.Actor, in *changePasswordInput) (*struct{}, error) {
			return nil, s.svc.Members.ChangePassword(ctx, a, in.Body.CurrentPassword, in.Body.NewPassword)
		})
}
