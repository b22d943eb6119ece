package api

import (
	"errors"
	"io"
	"net/http"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
)

// maxProviderBody is what the provider may post: 3 MB by its word, and a margin.
const maxProviderBody = 4 << 20

// RealmSecret is an app secret of the deployment and the workspaces whose
// webhooks it vouches for.
type RealmSecret struct {
	Realm  service.Realm
	Secret string
}

// providerHandshake answers the provider's check of the callback URL with the
// challenge, as text and nothing else.
func (s *Server) providerHandshake(w http.ResponseWriter, r *http.Request) {
	challenge, ok := service.VerifyHandshake(r.URL.Query(), s.opt.VerifyToken)
	if !ok {
		s.writeProblem(w, r, crm.Errorf(crm.KindForbidden, crm.CodeVerifyTokenInvalid, "The verify token is not the one of this service."))
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, challenge)
}

// providerWebhook stores what the provider posts and answers 200 only when it
// is on disk. The signature is checked over the bytes as they came.
func (s *Server) providerWebhook(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxProviderBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		err = crm.Errorf(crm.KindTooLarge, crm.CodeTooLarge, "The body has more than 4 MiB.")
	case err != nil:
		err = crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "The body could not be read to its end.").Because(err)
	default:
		err = s.takeProviderWebhook(r, body)
	}
	if err != nil {
		s.writeProblem(w, r, err)
	}
}

func (s *Server) takeProviderWebhook(r *http.Request, body []byte) error {
	signature := r.Header.Get("X-Hub-Signature-256")
	realm, err := s.verify(r, signature, body)
	if crm.CodeOf(err) == crm.CodeSignatureInvalid {
		s.svc.NoteSignatureFailure(r.PathValue("account"), body)
	}
	if err != nil {
		return err
	}
	return s.svc.StoreProviderWebhook(r.Context(), realm, body)
}

func (s *Server) verify(r *http.Request, signature string, body []byte) (service.Realm, error) {
	wrong := crm.Errorf(crm.KindUnauthorized, crm.CodeSignatureInvalid, "X-Hub-Signature-256 does not match the body.")
	if account := r.PathValue("account"); account != "" {
		secret, found, err := s.svc.AppSecret(r.Context(), account)
		if err != nil {
			return "", err
		}
		if found && service.VerifySignature(secret, signature, body) {
			return service.AccountRealm(account), nil
		}
		return "", wrong
	}
	for _, rs := range s.opt.Secrets {
		if service.VerifySignature(rs.Secret, signature, body) {
			return rs.Realm, nil
		}
	}
	return "", wrong
}
