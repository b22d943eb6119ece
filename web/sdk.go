package web

import (
	"bytes"
	"encoding/json"
	"html/template"
	"io/fs"
	"net/http"
)

// goModule is the path of the Go client library.
const goModule = "service.example/crm/sdk/go"

// sdkHost is what the pages of the client libraries need of the server.
type sdkHost struct {
	address func(*http.Request) string
	missing func(w http.ResponseWriter, r *http.Request, detail string)
}

// SDK returns the handler of /sdk and the files under it: the client libraries
// that fit this build, and how to install them. /sdk/typescript.tgz is a
// package for npm; /sdk/go is a module proxy that has one module. Mount it at
// both "/sdk" and "/sdk/". address says where clients reach the service, without
// a slash at its end; missing answers that a file is not there, and why.
func SDK(address func(*http.Request) string, missing func(http.ResponseWriter, *http.Request, string)) http.Handler {
	return newSDK(static, dist, sdkHost{address, missing})
}

// newSDK builds the handler from the given files, so that tests can choose
// whether the libraries are there.
func newSDK(pages, built fs.FS, host sdkHost) http.Handler {
	mux := http.NewServeMux()
	page := template.Must(template.New("sdk").Parse(string(mustRead(pages, "static/sdk.html"))))
	mux.HandleFunc("GET /sdk", func(w http.ResponseWriter, r *http.Request) {
		var out bytes.Buffer
		if err := page.Execute(&out, map[string]string{"Address": host.address(r), "Module": goModule}); err != nil {
			panic("web: embedded page does not render: " + err.Error())
		}
		htmlPage(out.Bytes(), http.StatusOK).ServeHTTP(w, r)
	})
	mux.Handle("GET /sdk/{$}", http.RedirectHandler("/sdk", http.StatusPermanentRedirect))

	if tarball, err := fs.ReadFile(built, "dist/sdk-typescript.tgz"); err == nil {
		mux.Handle("GET /sdk/typescript.tgz", newAsset("application/gzip", tarball))
	} else {
		mux.HandleFunc("GET /sdk/typescript.tgz", func(w http.ResponseWriter, r *http.Request) {
			host.missing(w, r, "The TypeScript library is not in this build: install Node.js 20 or later, run make build, and start the service again.")
		})
	}
	goProxy(mux, built, host)
	mux.HandleFunc("/sdk/", func(w http.ResponseWriter, r *http.Request) {
		host.missing(w, r, "There is no such file; GET /sdk says how to install the client libraries.")
	})
	return secured(mux)
}

// goProxy serves the Go library as a module proxy does (go help goproxy).
func goProxy(mux *http.ServeMux, built fs.FS, host sdkHost) {
	const root = "GET /sdk/go/" + goModule
	var about struct{ Version string }
	text, err := fs.ReadFile(built, "dist/sdk.json")
	if err == nil {
		err = json.Unmarshal(text, &about)
	}
	var archive []byte
	if err == nil {
		archive, err = fs.ReadFile(built, "dist/sdk-go.zip")
	}
	var module []byte
	if err == nil {
		module, err = fromZip(archive, goModule+"@v"+about.Version+"/go.mod")
	}
	if err != nil {
		mux.HandleFunc(root+"/", func(w http.ResponseWriter, r *http.Request) {
			host.missing(w, r, "The Go library is not in this build: run make build, and start the service again.")
		})
		return
	}
	version := "v" + about.Version
	info := newAsset("application/json", []byte(`{"Version":"`+version+`"}`))
	mux.Handle(root+"/@latest", info)
	mux.Handle(root+"/@v/list", newAsset("text/plain; charset=utf-8", []byte(version+"\n")))
	mux.Handle(root+"/@v/"+version+".info", info)
	mux.Handle(root+"/@v/"+version+".mod", newAsset("text/plain; charset=utf-8", module))
	mux.Handle(root+"/@v/"+version+".zip", newAsset("application/zip", archive))
}
