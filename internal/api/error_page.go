package api

import (
	"fmt"
	"html/template"
	"net/http"
	"regexp"
	"strings"

	"service.example/crm/internal/crm"
)

// errorsPath is where the page of errors is served; the anchors of its codes
// are what a problem's type names.
const errorsPath = "/docs/errors"

// statusLine names the statuses of a code in words.
func statusLine(e crm.ErrorEntry) string {
	if len(e.Statuses) == 0 {
		return "*The error of a message*"
	}
	names := make([]string, len(e.Statuses))
	for i, status := range e.Statuses {
		names[i] = fmt.Sprintf("%d %s", status, http.StatusText(status))
	}
	return "*" + strings.Join(names, ", ") + "*"
}

// errorPage serves the codes as a page, rendered once. It needs no script and
// no file beside it, so it is there in every build.
func errorPage() http.Handler {
	var page strings.Builder
	marks := regexp.MustCompile("`([^`]+)`|\\[([^\\]]+)\\]\\([^)]*\\)|\\*([^*]+)\\*")
	text := func(s string) template.HTML {
		escaped := template.HTMLEscapeString(s)
		return template.HTML(marks.ReplaceAllStringFunc(escaped, func(m string) string { //nolint:gosec // escaped above
			part := marks.FindStringSubmatch(m)
			switch {
			case part[1] != "":
				return "<code>" + part[1] + "</code>"
			case part[2] != "":
				return part[2]
			}
			return "<em>" + part[3] + "</em>"
		}))
	}
	funcs := template.FuncMap{"text": text, "status": func(e crm.ErrorEntry) template.HTML { return text(statusLine(e)) }}
	if err := template.Must(template.New("errors").Funcs(funcs).Parse(errorPageHTML)).Execute(&page, crm.ErrorGuide); err != nil {
		panic("api: the page of errors does not render: " + err.Error())
	}
	body := []byte(page.String())
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Cache-Control", "no-cache")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("Referrer-Policy", "no-referrer")
		_, _ = w.Write(body) // the client went away; nobody is left to tell
	})
}

const errorPageHTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Errors</title>
<style>
:root { --ink: #1c2321; --soft: #56625f; --line: #d9dfdd; --paper: #fff; --shade: #f4f6f5; --brand: #0f766e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8edeb; --soft: #a3b0ac; --line: #36403d; --paper: #161b19; --shade: #1f2624; --brand: #5eead4; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
.page { display: grid; grid-template-columns: 16rem minmax(0, 46rem); gap: 3rem; max-width: 70rem; margin: 0 auto; padding: 2rem 1.25rem 6rem; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: .5rem 0 2rem; font-size: .875rem; }
nav p { margin: 1rem 0 .25rem; font-weight: 600; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: .15rem 0; color: var(--soft); text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { color: var(--brand); text-decoration: underline; }
h1 { margin: 0 0 .5rem; font-size: 2rem; line-height: 1.2; }
h2 { margin: 3rem 0 1rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); font-size: 1.25rem; }
section { padding: .75rem 1rem; margin: 0 -1rem 1rem; border-radius: .75rem; scroll-margin-top: 1rem; }
section:target { background: var(--shade); outline: 2px solid var(--brand); }
h3 { margin: 0; font: 600 1.0625rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
section p { margin: .25rem 0 0; }
.status { color: var(--soft); font-size: .875rem; }
code { padding: .1em .3em; background: var(--shade); border: 1px solid var(--line); border-radius: .3em; font: .875em ui-monospace, monospace; overflow-wrap: anywhere; }
a { color: var(--brand); }
@media (max-width: 52rem) { .page { grid-template-columns: minmax(0, 1fr); gap: 1rem; } nav { position: static; max-height: 14rem; padding: 0 1rem; border: 1px solid var(--line); border-radius: .75rem; } }
</style>
</head>
<body>
<div class="page">
<nav aria-label="Codes">
{{range .}}<p>{{.Title}}</p><ul>{{range .Entries}}<li><a href="#{{.Code}}">{{.Code}}</a></li>{{end}}</ul>
{{end}}</nav>
<main>
<h1>Errors</h1>
<p>Every error has a stable <code>code</code>: act on the code, show the <code>detail</code>, and keep the <code>requestId</code> for the log. <code>errors</code> lists every fault of a request at once. <a href="/docs">API reference</a></p>
{{range .}}<h2>{{.Title}}</h2>
{{range .Entries}}<section id="{{.Code}}">
<h3><a href="#{{.Code}}">{{.Code}}</a></h3>
<p class="status">{{status .}}</p>
<p>{{text .Happened}} {{text .Why}}</p>
<p><strong>What to do:</strong> {{text .Do}}</p>
</section>
{{end}}{{end}}</main>
</div>
</body>
</html>
`
