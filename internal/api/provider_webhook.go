package api

import (
	"io"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/service/inbound"
)

// maxProviderBody is what the provider may post: 3 MB by its word, and a margin.
const maxProviderBody = 4 << 20

// RealmSecret is an app secret of the deployment and the workspaces whose
// webhooks it vouches for.
type RealmSecret struct {
	Realm  account.Realm
	Secret string
}

// providerHandshake answers the provider's check of the callback URL with the
// challenge, as text and nothing else.
func (s *Server) providerHandshake(w http.ResponseWriter, r *http.Request) {
	challenge, ok := inbound.VerifyHandshake(r.URL.Query(), s.opt.VerifyToken, s.svc.DB().Source().Now())
	if !ok {
		s.writeProblem(w, r, crm.Errorf(crm.KindForbidden, crm.CodeVerifyTokenInvalid, "The verify token is wrong."))
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, challenge)
}

// providerWebhook stores what the provider posts and answers 200 only when it
// is on disk. The signature is checked over the bytes as they came. What cannot
// be genuine, and what finds no room, is refused before it is read.
func (s *Server) providerWebhook(w http.ResponseWriter, r *http.Request) {
	secrets, err := s.secretsFor(r)
	share := s.webhooks.share(w, r, s.opt.BodyTimeout)
	if err == nil && !s.webhooks.room(share.source, max(r.ContentLength, 0)) {
		err = s.refuseFull(share.source)
	}
	if err != nil {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.opt.BodyTimeout))
		w.Header().Set("Connection", "close") // the body may still come
		s.writeProblem(w, r, err)
		return
	}
	defer share.release()
	r.Body = share
	body, err := s.readBody(w, r, maxProviderBody, "4 MiB")
	switch {
	case share.refused:
		w.Header().Set("Connection", "close")
		err = s.refuseFull(share.source)
	case err != nil && isLate(err):
		err = share.slow(err)
	}
	if err == nil {
		err = s.takeProviderWebhook(r, secrets, body)
	}
	if err != nil {
		s.writeProblem(w, r, err)
	}
}

func (s *Server) refuseFull(source webhookSource) error {
	s.svc.Inbound.NoteRefusedWebhook()
	return s.webhooks.full(s.log, source, time.Now())
}

func (s *Server) takeProviderWebhook(r *http.Request, secrets []RealmSecret, body []byte) error {
	signature := r.Header.Get(signatureHeader)
	for _, rs := range secrets {
		if inbound.VerifySignature(rs.Secret, signature, body) {
			return s.svc.Inbound.StoreProviderWebhook(r.Context(), rs.Realm, body)
		}
	}
	s.svc.Account.NoteSignatureFailure(r.PathValue("account"), body)
	return errWrongSignature()
}

const signatureHeader = "X-Hub-Signature-256"

func errWrongSignature() error {
	return crm.Errorf(crm.KindUnauthorized, crm.CodeSignatureInvalid, "X-Hub-Signature-256 does not match the body.")
}

// secretsFor returns the secrets that may have signed a post. It is an error when
// none can have: there is none, or the header is no signature.
func (s *Server) secretsFor(r *http.Request) (secrets []RealmSecret, err error) {
	account := r.PathValue("account")
	if inbound.IsSignature(r.Header.Get(signatureHeader)) {
		secrets = s.opt.Secrets
		if account != "" {
			secrets, err = s.secretOf(r, account)
		}
	}
	if err == nil && len(secrets) == 0 {
		s.svc.Account.NoteSignatureFailure(account, nil)
		err = errWrongSignature()
	}
	return secrets, err
}

func (s *Server) secretOf(r *http.Request, acc string) ([]RealmSecret, error) {
	secret, found, err := s.svc.Account.AppSecret(r.Context(), acc)
	if err != nil || !found {
		return nil, err
	}
	return []RealmSecret{{Realm: account.AccountRealm(acc), Secret: secret}}, nil
}
