package testoidc

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// serveVariable makes a test binary the provider.
const serveVariable = "CRM_TEST_OPENID_PROVIDER"

// Provider is a process that ends with the test.
type Provider struct {
	// URL is its issuer.
	URL string

	t   testing.TB
	cmd *exec.Cmd
	in  io.Closer
}

// Start starts a provider: this test binary once more, which serves only.
func Start(t testing.TB) *Provider {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &Provider{t: t, cmd: exec.Command(self)}
	p.cmd.Env = append(os.Environ(), serveVariable+"=yes")
	p.cmd.Stderr = os.Stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	p.in = in
	t.Cleanup(p.Stop)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal("the OpenID provider did not start: ", err)
	}
	p.URL = strings.TrimSpace(line)
	return p
}

// Stop ends the process, as an outage does.
func (p *Provider) Stop() {
	if p.cmd == nil {
		return
	}
	_ = p.in.Close()
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
	p.cmd = nil
}

// Behave sets whom the provider signs in, and what it does wrong.
func (p *Provider) Behave(b Behaviour) {
	p.t.Helper()
	body, err := json.Marshal(b)
	if err != nil {
		p.t.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodPut, p.URL+"/behaviour", bytes.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		p.t.Fatal("the OpenID provider does not behave: ", answer.Status)
	}
}

// UsedCode returns a code that was exchanged already.
func (p *Provider) UsedCode() string {
	p.t.Helper()
	answer, err := http.Get(p.URL + "/used")
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	var list []string
	if err := json.NewDecoder(answer.Body).Decode(&list); err != nil || len(list) == 0 {
		p.t.Fatal("no code was exchanged: ", err)
	}
	return list[len(list)-1]
}
