package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

const liveSecret = "the-live-apps-secret"

// hook is what the provider of live workspaces does: it hands everything on to
// the simulator and, before it gives the answer to a send, calls before with
// the identifier that the provider gave the message.
type hook struct {
	target string
	before func(wamid string)
}

var provider atomic.Pointer[hook]

// liveOptions is a service with a provider for live workspaces, whose third
// account no workspace has yet.
func liveOptions(t *testing.T) testkit.Options {
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			target, _ := url.Parse(provider.Load().target)
			r.SetURL(target)
		},
		ModifyResponse: func(res *http.Response) error {
			if !strings.HasSuffix(res.Request.URL.Path, "/messages") || provider.Load().before == nil {
				return nil
			}
			raw, err := io.ReadAll(res.Body)
			res.Body = io.NopCloser(bytes.NewReader(raw))
			var answer struct{ Messages []struct{ ID string } }
			if json.Unmarshal(raw, &answer) == nil && len(answer.Messages) == 1 {
				provider.Load().before(answer.Messages[0].ID)
			}
			return err
		},
	}
	server := httptest.NewServer(proxy)
	t.Cleanup(server.Close)
	return testkit.Options{OneByOne: true, StatusDelay: time.Hour, Sandbox: manyAccounts(3), Config: func(c *config.Serve) {
		c.ProviderURL, c.AppSecret, c.VerifyToken = server.URL, liveSecret, sandbox.DefaultVerifyToken
	}}
}
