package sandbox

import (
	"bytes"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"fmt"
	html "html/template"
	"net/http"
	"net/url"
)

//go:embed signup_window.html
var signupWindowHTML string

var signupWindow = html.Must(html.New("").Parse(signupWindowHTML))

// signupOnAppFeature is the featureType that asks for a number that stays on the app
// (outbound.md 5.6).
const signupOnAppFeature = "whatsapp_business_app_onboarding"

// signupPage is what the window shows: what is wrong with its address, the form, or the
// way back.
type signupPage struct {
	Problem             string
	Fault               string // of the form
	Name, Number, Event string
	Choices             []signupChoice
	// Return is to where the window goes; before, it posts Message to who opened it, if
	// that is of Origin.
	Return, Origin, Message string
	Nonce                   string
}

type signupChoice struct{ Event, Text string }

// serveSignupWindow is the window of the embedded signup, which a page opens by its address:
// GET shows it, POST ends it. It tells the page what was chosen, as the provider does
// (outbound.md 6.5), and takes the browser to redirect_uri with the code.
func serveSignupWindow(s *Server) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxJSONBody)
		query := r.URL.Query()
		page := signupPage{Name: "Lucky Shrub", Number: freeNumber(s), Event: signupFinish, Nonce: rand.Text(),
			Choices: []signupChoice{{signupFinish, "An account with this number"}, {signupAccountOnly, "An account without a number"}}}
		if wantsApp(query.Get("extras")) {
			page.Event, page.Choices = signupOnApp, []signupChoice{{signupOnApp, "The number stays in use in the app on the phone"}}
		}
		back, problem := checkDialog(s, query)
		switch {
		case problem != "":
			page.Problem = problem
		case r.Method == http.MethodPost:
			page.end(s, r, back)
		}
		showSignup(w, page)
	}
}

// end does what the form says, and has the page lead back, or say what is wrong.
func (p *signupPage) end(s *Server, r *http.Request, back *url.URL) {
	in := signupInput{Event: r.PostFormValue("event"), Name: r.PostFormValue("name"), Number: r.PostFormValue("number")}
	p.Name, p.Number, p.Event = in.Name, in.Number, in.Event
	if r.PostFormValue("leave") != "" {
		in.Event = signupCanceled
	}
	end, bad := endSignup(s, in, r.URL.Query().Get("redirect_uri"))
	if bad != nil {
		p.Fault = bad.Error()
		return
	}
	told, _ := json.Marshal(map[string]any{"type": "WA_EMBEDDED_SIGNUP", "event": end.Event, "data": end.Data}) // plain values
	query := back.Query()
	query.Set("state", r.URL.Query().Get("state"))
	if end.Code != "" {
		query.Set("code", end.Code)
	} else {
		query.Set("error", "access_denied")
		query.Set("error_code", "200")
		query.Set("error_description", "Permissions error")
		query.Set("error_reason", "user_denied")
	}
	p.Origin, p.Message = back.Scheme+"://"+back.Host, string(told)
	back.RawQuery = query.Encode()
	p.Return = back.String()
}

// checkDialog returns to where the window goes back, or what is wrong with its address.
func checkDialog(s *Server, query url.Values) (back *url.URL, problem string) {
	back, err := url.Parse(query.Get("redirect_uri"))
	switch {
	case query.Get("client_id") != s.cfg.AppID:
		problem = "client_id is not the id of the app, which is " + s.cfg.AppID + "."
	case query.Get("config_id") != SignupConfig:
		problem = "config_id is not the configuration of the signup, which is " + SignupConfig + "."
	case query.Get("response_type") != "code" || query.Get("override_default_response_type") != "true":
		problem = "response_type must be code, and override_default_response_type true: otherwise no code is given."
	case err != nil || back.Host == "" || back.Scheme != "https" && back.Scheme != "http":
		problem = "redirect_uri must be the address of the page to which this window returns."
	}
	return back, problem
}

// wantsApp says whether the extras of a window's address ask for a number on the app.
func wantsApp(extras string) bool {
	var asked struct {
		FeatureType string `json:"featureType"`
	}
	return json.Unmarshal([]byte(extras), &asked) == nil && asked.FeatureType == signupOnAppFeature
}

// freeNumber proposes a number that is in no account; "" if those for it are used up.
func freeNumber(s *Server) string {
	for n := range maxSignups {
		if number := fmt.Sprintf("1415555%04d", 2000+n); s.book.phone(number) == nil {
			return "+" + number
		}
	}
	return ""
}

func showSignup(w http.ResponseWriter, page signupPage) {
	var out bytes.Buffer
	if err := signupWindow.Execute(&out, page); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", fmt.Sprintf("default-src 'none'; style-src 'nonce-%[1]s'; script-src 'nonce-%[1]s'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'", page.Nonce))
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	if page.Problem != "" {
		w.WriteHeader(http.StatusBadRequest)
	}
	_, _ = w.Write(out.Bytes())
}
