package api

import (
	"net/http"
	"net/url"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/signon"
)

// Single sign-on leads a browser through redirects. These two paths are no
// operations of the document: no program calls them.
const (
	ssoPath         = "/v1/session/sso"
	ssoCallbackPath = "/v1/session/sso/callback"
	// The cookie binds a sign-in to the browser that began it.
	ssoCookie      = "__Host-crm-sso"
	plainSSOCookie = "crm-sso"
	// signInPage is where the app lets people sign in. It says why somebody was refused.
	signInPage = "/app/sign-in"
)

func ssoSignInRoutes(s *Server) {
	for path, handle := range map[string]http.HandlerFunc{ssoPath: beginSSO(s), ssoCallbackPath: finishSSO(s)} {
		s.mux.HandleFunc("GET "+path, handle)
		s.door.public["GET "+path] = true
	}
}

// beginSSO sends a browser to the provider.
func beginSSO(s *Server) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		start, err := s.svc.SignOn.Begin(r.Context(), signon.StartRequest{Email: q.Get("email"), ConnectionID: q.Get("connection"), ReturnTo: q.Get("returnTo"),
			CallbackURL: s.address(r) + ssoCallbackPath})
		if err != nil {
			refuseSSO(s, w, r, err)
			return
		}
		w.Header().Add("Set-Cookie", s.door.cookie(r.Context(), ssoCookie, plainSSOCookie, start.Ticket, int(signon.FlowLife.Seconds())))
		leave(w, start.Address)
	}
}

// finishSSO takes a browser back in. Whatever comes of it, its ticket is used up.
func finishSSO(s *Server) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		info, q := requestOf(r.Context()), r.URL.Query()
		w.Header().Add("Set-Cookie", s.door.cookie(r.Context(), ssoCookie, plainSSOCookie, "", 0))
		session, returnTo, err := s.svc.SignOn.Finish(r.Context(), signon.Return{Ticket: s.door.cookieOf(r, ssoCookie, plainSSOCookie),
			State: q.Get("state"), Code: q.Get("code"), Issuer: q.Get("iss"), Error: q.Get("error"), CallbackURL: s.address(r) + ssoCallbackPath}, info.origin)
		if err != nil {
			refuseSSO(s, w, r, err)
			return
		}
		w.Header().Add("Set-Cookie", s.door.cookie(r.Context(), sessionCookie, plainSessionCookie, session.Secret, int(crm.SessionLife.Seconds())))
		leave(w, returnTo)
	}
}

// refuseSSO sends a person back to where people sign in, with the code of the error: the
// words are the app's. Whoever reads no pages gets the error itself.
func refuseSSO(s *Server, w http.ResponseWriter, r *http.Request, err error) {
	if s.opt.App != nil && strings.Contains(r.Header.Get("Accept"), "text/html") {
		leave(w, signInPage+"?"+url.Values{"refused": {string(crm.AsError(err).Code)}}.Encode())
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	s.writeProblem(w, r, err)
}

// leave sends a browser on. What it did here is nobody's business there.
func leave(w http.ResponseWriter, address string) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("Location", address)
	w.WriteHeader(http.StatusFound)
}
