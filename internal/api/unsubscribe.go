package api

import (
	"html/template"
	"net/http"
)

// maxToken is how long a token of a link is at most.
const maxToken = 1000

var unsubscribePage = template.Must(template.New("unsubscribe").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Digests</title></head>
<body style="font-family:sans-serif;max-width:36em;margin:3em auto;padding:0 1em">
{{if .Done}}<p>You get no more mails of what you have not read. You can turn them on again in your settings.</p>
{{else}}<p>Do you want no more mails of what you have not read?</p>
<form method="post"><button>No more mails</button></form>
{{end}}</body></html>
`))

// askUnsubscribe shows a page that asks: whoever opens a link, or looks what is behind
// it, changes nothing.
func askUnsubscribe(w http.ResponseWriter, _ *http.Request) { showUnsubscribe(w, false) }

// unsubscribe ends the digests of a member: mail programs post it with one click
// (RFC 8058), or the page does.
func unsubscribe(s *Server) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token := r.URL.Query().Get("token")
		if len(token) > maxToken {
			token = ""
		}
		if err := s.svc.Notification.Unmail(r.Context(), token); err != nil {
			s.writeProblem(w, r, err)
			return
		}
		showUnsubscribe(w, true)
	}
}

func showUnsubscribe(w http.ResponseWriter, done bool) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'")
	_ = unsubscribePage.Execute(w, struct{ Done bool }{done})
}
