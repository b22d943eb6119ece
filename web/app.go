package web

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

// appPath is where the app lives; vite.config.ts says the same.
const appPath = "/app/"

// App returns the handler of /app, the app for people, and of the files under it.
// Mount it at "/app" and "/app/". Every path without a file is a page of the app,
// which finds out itself what to show. missing answers programs that a file is not
// there, and why.
func App(missing func(http.ResponseWriter, *http.Request, string)) http.Handler {
	return newApp(static, dist, missing)
}

// HasApp reports whether this build has the app. Without it /app says how to build it.
func HasApp() bool {
	_, err := fs.Stat(dist, "dist/app/index.html")
	return err == nil
}

// newApp makes the handler from the given files, so that tests can choose whether the
// app is there.
func newApp(pages, built fs.FS, missing func(http.ResponseWriter, *http.Request, string)) http.Handler {
	page, err := fs.ReadFile(built, "dist/app/index.html")
	if err != nil {
		return secured(htmlPage(missingPage(pages, map[string]string{"What": "The app", "Target": "app", "Reference": "is there",
			"Why": "The pages for people are made"}), http.StatusServiceUnavailable))
	}
	files := loadFiles(built, "dist/app")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "This path does not accept "+r.Method+".", http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(r.URL.Path, appPath)
		if file := files[name]; file != nil {
			secureApp(w, "")
			kept := checked
			if strings.HasPrefix(name, "assets/") {
				kept = forever
			} else if path.Ext(name) == ".svg" {
				kept = aDay // a browser asks for the icon at each change of address
			}
			file.serve(w, r, kept)
			return
		}
		if path.Ext(name) != "" {
			secureApp(w, "")
			missing(w, r, "There is nothing at "+r.URL.Path+". The app is at /app.")
			return
		}
		nonce := newNonce()
		secureApp(w, nonce)
		htmlPage(bytes.ReplaceAll(page, []byte("CSP_NONCE"), []byte(nonce)), http.StatusOK).ServeHTTP(w, r)
	})
}

// newNonce returns what an answer's styles and scripts must name to be taken.
func newNonce() string {
	var b [18]byte
	_, _ = rand.Read(b[:]) // it does not fail
	return base64.StdEncoding.EncodeToString(b[:])
}

// secureApp lets the app talk to its own origin only. Styles that scripts make
// need the nonce. Media come from blobs that the app read with the session's cookie.
func secureApp(w http.ResponseWriter, nonce string) {
	style := "'self'"
	if nonce != "" {
		style += fmt.Sprintf(" 'nonce-%s'", nonce)
	}
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src "+style+"; "+
		"img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "+
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups") // the provider's signup tells its opener what was chosen
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(self)")
}

// loadFiles reads the files of a folder by their names in it. A file that was
// compressed beforehand stands there as NAME.br and NAME.gz, too.
func loadFiles(built fs.FS, dir string) map[string]*asset {
	files := map[string]*asset{}
	_ = fs.WalkDir(built, dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") || path.Base(name) == "index.html" {
			return err
		}
		file := newAsset(contentType(name), mustRead(built, name))
		for coding, ending := range map[string]string{"br": ".br", "gzip": ".gz"} {
			if body, err := fs.ReadFile(built, name+ending); err == nil {
				file.coded[coding] = body
			}
		}
		files[strings.TrimPrefix(name, dir+"/")] = file
		return nil
	})
	return files
}

// contentType goes by the ending alone, as tables of the machine differ.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".webmanifest":
		return "application/manifest+json"
	case ".woff2":
		return "font/woff2"
	}
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	return "application/octet-stream"
}
