package checklist

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/service/media"
)

const (
	legalName = "Lucky Shrub Ltd"
	address   = "1 Hacker Way, Menlo Park, CA 94025"
	english   = "We sell shrubs and trees to everybody who wants them, and they are the best that you can buy in the state. "
	german    = "Wir verkaufen Sträucher und Bäume an alle, die sie haben wollen, und sie sind die besten, die es im Lande gibt. "
)

func policyOf(title, sentence string) string {
	return "<h1>" + title + "</h1><p>" + strings.Repeat(sentence, 12)
}

func home(links, footer string) string {
	return "<html lang=en><title>Shrubs</title><p>" + english + english + "</p>" + links + "<footer>" + footer + "</footer>"
}

const policyLink = `<a href="privacy">Privacy policy</a>`

// sites are websites by the first part of their path: what they show, and what is to be
// said of them.
var sites = map[string]struct {
	pages            map[string]string // by the rest of the path
	problem, evident string            // parts of the problem, and of the evidence
}{
	"good":         {map[string]string{"": home(policyLink, "© Lucky Shrub Ltd, "+address), "privacy": policyOf("Privacy policy", english)}, "", "100 % alike"},
	"nearly":       {map[string]string{"": home(policyLink, "© LUCKY SHRUBS Limited, "+address), "privacy": policyOf("Privacy policy", english)}, "", "lucky shrubs"},
	"imprint":      {map[string]string{"": home(policyLink+`<a href=contact>Contact</a>`, ""), "contact": "<p>Lucky Shrub Ltd<br>" + address, "privacy": policyOf("Privacy policy", english)}, "", "contact"},
	"wrong-name":   {map[string]string{"": home(policyLink, "© Lucky Shop Inc, "+address), "privacy": policyOf("Privacy policy", english)}, "does not show the legal name", "lucky shop"},
	"no-name":      {map[string]string{"": home(policyLink, address), "privacy": policyOf("Privacy policy", english)}, "does not show the legal name", "not found"},
	"picture":      {map[string]string{"": home(policyLink+`<img alt="Lucky Shrub Ltd" src=x>`, address), "privacy": policyOf("Privacy policy", english)}, "only in a picture", "picture"},
	"script":       {map[string]string{"": "<html lang=ru><p>" + strings.Repeat("Мы продаём кусты и деревья. ", 10) + `<a href="privacy">Политика конфиденциальности</a><footer>ООО «Счастливый куст», ` + address, "privacy": "x"}, "written in Latin, and the website in Cyrillic", "Cyrillic"},
	"no-address":   {map[string]string{"": home(policyLink, "Lucky Shrub Ltd, Menlo Park"), "privacy": policyOf("Privacy policy", english)}, "does not show the address", "address"},
	"no-policy":    {map[string]string{"": home("", "Lucky Shrub Ltd, "+address)}, "links to no privacy policy", "no link"},
	"elsewhere":    {map[string]string{"": home(`<a href="https://privacy.other.example/us">Privacy</a>`, "Lucky Shrub Ltd, "+address)}, "on another domain", "other.example"},
	"leads-away":   {map[string]string{"": home(policyLink, "Lucky Shrub Ltd, "+address), "privacy": "→https://127.0.0.1:PORT/good/privacy"}, "on another domain", "127.0.0.1"},
	"anchor":       {map[string]string{"": home(`<a href="#privacy">Privacy</a><p id=privacy>`+english, "Lucky Shrub Ltd, "+address)}, "no page of its own", "first page itself"},
	"same-page":    {map[string]string{"": home(policyLink, "Lucky Shrub Ltd, "+address), "*": home(policyLink, "Lucky Shrub Ltd, "+address)}, "no page of its own", "same as the first page"},
	"hard-404":     {map[string]string{"": home(policyLink, "Lucky Shrub Ltd, "+address)}, "could not be read", "404"},
	"soft-404":     {map[string]string{"": home(`<a href="/soft/privacy">Privacy</a>`, "Lucky Shrub Ltd, "+address)}, "not there", "does not exist"},
	"short":        {map[string]string{"": home(policyLink, "Lucky Shrub Ltd, "+address), "privacy": "<h1>Privacy</h1>Coming soon."}, "says nearly nothing", "letters"},
	"else":         {map[string]string{"": home(policyLink, "Lucky Shrub Ltd, "+address), "privacy": policyOf("Our trees", english)}, "about something else", "does not speak"},
	"language":     {map[string]string{"": home(policyLink, "Lucky Shrub Ltd, "+address), "privacy": policyOf("Datenschutz", german)}, "not in the language", "de"},
	"hidden":       {map[string]string{"": home(policyLink, "<span style='display:none'>Lucky Shrub Ltd</span>"+address), "privacy": policyOf("Privacy policy", english)}, "does not show the legal name", "not found"},
	"loop":         {map[string]string{"": "→https://localhost:PORT/loop/"}, "without end", "without end"},
	"error":        {map[string]string{"": "500"}, "status 500", "500"},
	"pdf":          {map[string]string{"": "pdf"}, "no HTML", "pdf"},
	"huge":         {map[string]string{"": home(policyLink, "Lucky Shrub Ltd, "+address) + "huge", "privacy": policyOf("Privacy policy", english)}, "", "2 MB"},
	"huge-but-not": {map[string]string{"": "huge"}, "does not show the legal name", "2 MB"},
	"slow":         {map[string]string{"": "slow"}, "within 15 seconds", "15 seconds"},
	"leaves-https": {map[string]string{"": "→http://localhost:PLAIN/"}, "away from https", "leads to"},
}

// soft has the host answer 200 for whatever is not there.
var soft atomic.Bool

// host serves the sites by https, and the last one by http.
func host(t *testing.T, certificate tls.Certificate) *httptest.Server {
	t.Helper()
	plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, home("", legalName)) }))
	t.Cleanup(plain.Close)
	plainURL, _ := url.Parse(plain.URL)
	var s *httptest.Server
	s = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		at, _ := url.Parse(s.URL)
		body, there := sites[name].pages[rest]
		if !there && rest != "" {
			body, there = sites[name].pages["*"]
		}
		if !there && soft.Load() { // whatever nobody made
			body, there = "<h1>Oops</h1><p>"+strings.Repeat(english, 10)+"This page cannot be found, but the privacy of our visitors matters to us.", true
		}
		body = strings.NewReplacer("PORT", at.Port(), "PLAIN", plainURL.Port()).Replace(body)
		switch to, moved := strings.CutPrefix(body, "→"); {
		case !there:
			http.NotFound(w, r)
		case moved:
			http.Redirect(w, r, to, http.StatusFound)
		case body == "500":
			w.WriteHeader(http.StatusInternalServerError)
		case body == "pdf":
			w.Header().Set("Content-Type", "application/pdf")
		case body == "slow":
			select {
			case <-r.Context().Done():
			case <-time.After(30 * time.Second):
			}
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			text, huge := strings.CutSuffix(body, "huge")
			fmt.Fprint(w, text)
			for i := 0; huge && i < 50; i++ { // 50 MB
				if _, err := w.Write([]byte(strings.Repeat("<p>x</p>\n", 1<<20/9))); err != nil {
					return
				}
			}
		}
	}))
	s.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

// certify makes a certificate that is good until a time.
func certify(t *testing.T, until time.Time) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: until.Add(-48 * time.Hour), NotAfter: until, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature}
	der, err := x509.CreateCertificate(rand.Reader, form, form, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}, pool
}

func visitAt(t *testing.T, at string, roots *x509.CertPool) crm.WebsiteFacts {
	t.Helper()
	guard := &egress.Guard{Rules: crm.EndpointRules{AllowLoopback: true}, Roots: roots}
	return visit(context.Background(), media.NewFetcher(guard), crm.Website{URL: at, LegalName: legalName, Address: address})
}

// Each of many websites gets the verdict that people would give, with what it rests on.
func TestWebsites(t *testing.T) {
	certificate, roots := certify(t, time.Now().Add(24*time.Hour))
	s := host(t, certificate)
	base := strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
	for name, site := range sites {
		t.Run(name, func(t *testing.T) {
			soft.Store(name == "soft-404")
			f := visitAt(t, base+"/"+name+"/", roots)
			if site.problem == "" && f.Problem != "" || !strings.Contains(f.Problem, site.problem) {
				t.Errorf("problem %q, want %q; %+v", f.Problem, site.problem, f.Evidence)
			}
			if !strings.Contains(fmt.Sprint(f.Evidence), site.evident) {
				t.Errorf("evidence %+v, want %q", f.Evidence, site.evident)
			}
			if f.Problem != "" && f.NextAction == "" {
				t.Errorf("%q without anything to do", f.Problem)
			}
		})
	}
}

// A website that nobody can reach safely is none.
func TestWebsitesThatDoNotAnswer(t *testing.T) {
	expired, roots := certify(t, time.Now().Add(-time.Hour))
	for _, c := range []struct{ at, problem string }{
		{strings.Replace(host(t, expired).URL, "127.0.0.1", "localhost", 1), "certificate"},
		{"https://localhost:1/", "cannot be reached"},
		{"https://10.1.2.3/", "not public"},
		{"https://shop.invalid/", "not known"},
	} {
		if f := visitAt(t, c.at, roots); !strings.Contains(f.Problem, c.problem) || f.NextAction == "" || f.Reachable {
			t.Errorf("%s: %+v, want %q", c.at, f, c.problem)
		}
	}
}
