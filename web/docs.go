package web

import (
	"bytes"
	"html/template"
	"io/fs"
	"net/http"
	"strings"
)

// contentSecurityPolicy lets the playground talk to its own origin only.
// Scalar writes style elements, hence 'unsafe-inline' for styles; scripts come
// from files. It is also the safety net should a later bundle call elsewhere.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; " +
	"style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
	"font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Docs returns the handler of /docs, the API reference and playground, and of
// the files under it. Mount it at both "/docs" and "/docs/". The page reads
// the OpenAPI document from /openapi.json on the same origin. missing answers
// programs that a file is not there, and why; browsers get a page.
func Docs(missing func(http.ResponseWriter, *http.Request, string)) http.Handler {
	return newDocs(static, dist, missing)
}

// HasPlayground reports whether this build has the page of /docs. Without it
// /docs says how to build it.
func HasPlayground() bool {
	_, err := loadBundle(dist)
	return err == nil
}

// newDocs builds the handler from the given files, so that tests can choose
// whether the bundle is there.
func newDocs(pages, built fs.FS, missing func(http.ResponseWriter, *http.Request, string)) http.Handler {
	mux := http.NewServeMux()
	lost := htmlPage(mustRead(pages, "static/lost.html"), http.StatusNotFound)
	mux.HandleFunc("GET /docs/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Vary", "Accept")
		if strings.Contains(r.Header.Get("Accept"), "text/html") {
			lost.ServeHTTP(w, r)
			return
		}
		missing(w, r, "There is nothing at "+r.URL.Path+". The API reference is at /docs.")
	})
	mux.Handle("GET /docs/{$}", http.RedirectHandler("/docs", http.StatusPermanentRedirect))

	bundle, err := loadBundle(built)
	if err != nil {
		mux.Handle("GET /docs", htmlPage(missingPage(pages, map[string]string{"What": "The API reference", "Target": "docs",
			"Why": "This page needs one file that is fetched"}), http.StatusServiceUnavailable))
		return secured(mux)
	}

	init := newAsset("text/javascript; charset=utf-8", mustRead(pages, "static/init.js"))
	style := newAsset("text/css; charset=utf-8", mustRead(pages, "static/style.css"))
	page := render(mustRead(pages, "static/docs.html"), map[string]string{
		"Scalar": bundle.version, "Init": init.version, "Style": style.version,
	})
	mux.Handle("GET /docs", htmlPage(page, http.StatusOK))
	mux.Handle("GET /docs/scalar.js", bundle)
	mux.Handle("GET /docs/init.js", init)
	mux.Handle("GET /docs/style.css", style)
	if licence, err := fs.ReadFile(built, "dist/scalar.LICENSE"); err == nil {
		mux.Handle("GET /docs/scalar.LICENSE", newAsset("text/plain; charset=utf-8", licence))
	}
	return secured(mux)
}

// secured adds the security headers to every answer of next.
func secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", contentSecurityPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}

// htmlPage serves a page that is asked for anew each time; it is small, and it
// names the versions of everything else.
func htmlPage(body []byte, status int) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "no-cache")
		w.WriteHeader(status)
		if r.Method != http.MethodHead {
			_, _ = w.Write(body) // the client went away; nobody is left to tell
		}
	})
}

// render fills the page's version marks.
func render(page []byte, versions map[string]string) []byte {
	var out bytes.Buffer
	if err := template.Must(template.New("docs").Parse(string(page))).Execute(&out, versions); err != nil {
		panic("web: embedded page does not render: " + err.Error())
	}
	return out.Bytes()
}

// missingPage says what this build lacks, and how to get it.
func missingPage(pages fs.FS, words map[string]string) []byte {
	return render(mustRead(pages, "static/missing.html"), words)
}

// mustRead reads an embedded file, which is there or the build is broken.
func mustRead(files fs.FS, name string) []byte {
	b, err := fs.ReadFile(files, name)
	if err != nil {
		panic("web: " + err.Error())
	}
	return b
}
