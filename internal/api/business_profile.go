package api

import (
	"context"
	"net/http"

	"service.example/crm/internal/crm"
)

// BusinessProfile is what contacts see of a phone number.
type BusinessProfile struct {
	About       string   `json:"about" doc:"The line below the name." example:"Succulent specialists!"`
	Address     string   `json:"address" doc:"Address of the business; empty if none is shown."`
	Description string   `json:"description" doc:"What the business does; empty if nothing is shown."`
	Email       string   `json:"email" doc:"Email address of the business; empty if none is shown."`
	Vertical    string   `json:"vertical,omitempty" doc:"Trade of the business, as the provider knows it; absent if none was set."`
	Websites    []string `json:"websites" nullable:"false" doc:"Websites of the business, at most two."`
	PictureURL  string   `json:"pictureUrl,omitempty" doc:"Link to the picture at the provider, which works for a while; absent if there is none."`
}

// UpdateBusinessProfile changes what is given and leaves the rest.
type UpdateBusinessProfile struct {
	About          *string  `json:"about,omitempty" doc:"The line below the name: 1 to 139 characters." example:"Succulent specialists!"`
	Address        *string  `json:"address,omitempty" doc:"At most 256 characters. An empty text removes it."`
	Description    *string  `json:"description,omitempty" doc:"At most 512 characters. An empty text removes it."`
	Email          *string  `json:"email,omitempty" doc:"At most 128 characters. An empty text removes it." example:"hello@luckyshrub.example"`
	Vertical       *string  `json:"vertical,omitempty" doc:"Trade of the business."`
	Websites       []string `json:"websites,omitempty" nullable:"false" doc:"The complete new list: at most two addresses of 256 characters that begin with http:// or https://. An empty list removes them."`
	PictureMediaID *string  `json:"pictureMediaId,omitempty" maxLength:"64" doc:"Id of a JPEG or PNG file that you uploaded, which becomes the picture."`
}

// FieldValues lists the values of fields, for the document.
func (BusinessProfile) FieldValues() map[string]any {
	return map[string]any{"vertical": crm.ProfileVerticals}
}

// FieldValues lists the values of fields, for the document.
func (UpdateBusinessProfile) FieldValues() map[string]any {
	return map[string]any{"vertical": crm.ProfileVerticals}
}

type (
	updateProfileInput struct {
		NumberInput
		Body UpdateBusinessProfile
	}
	profileOutput struct{ Body BusinessProfile }
)

func renderProfile(p crm.BusinessProfile) BusinessProfile {
	return BusinessProfile{About: p.About, Address: p.Address, Description: p.Description, Email: p.Email, Vertical: p.Vertical, Websites: append([]string{}, p.Websites...), PictureURL: p.PictureURL}
}

// storefrontRoutes are what a business shows of itself on a phone number.
func storefrontRoutes(s *Server) {
	businessProfileRoutes(s)
	conversationalRoutes(s)
	qrCodeRoutes(s)
	blockedUserRoutes(s)
	encryptionKeyRoutes(s)
}

func businessProfileRoutes(s *Server) {
	const path = "/v1/phone-numbers/{id}/profile"
	register(s, operation{id: "get-business-profile", method: http.MethodGet, path: path, tag: numbersTag, errors: setupCalls,
		scope: crm.ScopeNumbersRead, summary: "Get the business profile", description: "What contacts see of the number besides its name, as the provider has it now."},
		func(ctx context.Context, a crm.Actor, in *NumberInput) (*profileOutput, error) {
			out, err := s.svc.Storefront.Profile(ctx, a, in.ID)
			return &profileOutput{renderProfile(out)}, err
		})
	register(s, operation{id: "update-business-profile", method: http.MethodPatch, path: path, tag: numbersTag, errors: setupCalls, whole: true,
		scope: crm.ScopeAccountsWrite, act: "business_profile.updated", summary: "Change the business profile",
		description: "Changes only the fields you send, at the provider, and answers with the whole profile. The service keeps no copy.",
		example:     UpdateBusinessProfile{About: ptr("Succulent specialists!"), Email: ptr("hello@luckyshrub.example"), Websites: []string{"https://www.luckyshrub.example/"}, Vertical: ptr("retail")}},
		func(ctx context.Context, a crm.Actor, in *updateProfileInput) (*profileOutput, error) {
			out, err := s.svc.Storefront.UpdateProfile(ctx, a, in.ID, crm.BusinessProfileChange(in.Body))
			return &profileOutput{renderProfile(out)}, err
		})
}
