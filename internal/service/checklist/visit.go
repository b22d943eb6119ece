package checklist

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/egress"
	"service.example/crm/internal/service/media"
	"service.example/crm/internal/website"
)

const (
	// visitLimit bounds the fetching of one page, and pageLimit what is read of it: what a
	// business says of itself stands before that.
	visitLimit   = 15 * time.Second
	pageLimit    = 2 << 20
	furtherPages = 3
	visitAgent   = "crm-website-check"
)

// fetched is a page that came, or why it did not.
type fetched struct {
	page  website.Page
	fault string // in words; empty for a page
	next  string
	cut   bool
}

// visit looks at the website of a business through a client that is guarded, and judges
// it.
func visit(ctx context.Context, client *http.Client, site crm.Website) (f crm.WebsiteFacts) {
	at, err := url.Parse(site.URL)
	if err != nil {
		f.Problem, f.NextAction = "The address of the website is no URL.", "Correct it: PUT /v1/onboarding/website."
		return f
	}
	home := visitPage(ctx, client, at)
	see := func(what, found string) {
		f.Evidence = append(f.Evidence, crm.Evidence{What: what, Found: found, Source: "website"})
	}
	switch {
	case home.fault != "":
		see(site.URL, home.fault)
		f.Problem, f.NextAction = home.fault, home.next
		return f
	case home.page.URL.Scheme != "https" && at.Scheme == "https":
		see(site.URL, "leads to "+home.page.URL.String())
		f.Problem, f.NextAction = "The website leads away from https.", "Serve it by https throughout."
		return f
	}
	f.Reachable = true
	see(site.URL, "answered: "+home.page.URL.String())
	if home.cut {
		see(site.URL, "only its first 2 MB were read")
	}
	v := website.Judge(website.Business{LegalName: site.LegalName, Address: site.Address}, gather(ctx, client, home.page))
	f.Problem, f.NextAction = v.Problem, v.NextAction
	for _, one := range v.Findings {
		see(one.What, one.Found)
	}
	return f
}

// gather fetches what else of a website is to be looked at.
func gather(ctx context.Context, client *http.Client, home website.Page) website.Site {
	s := website.Site{Home: home}
	for _, u := range home.FurtherPages(furtherPages) {
		if p := visitPage(ctx, client, u); p.fault == "" {
			s.Others = append(s.Others, p.page)
		}
	}
	link, ok := home.PolicyLink()
	if !ok || !website.SameDomain(link.URL, home.URL) {
		return s
	}
	policy := visitPage(ctx, client, link.URL)
	if policy.fault != "" {
		s.PolicyFault = policy.fault
		return s
	}
	s.Policy = &policy.page
	if nowhere, err := home.URL.Parse("/" + strings.ToLower(rand.Text())); err == nil {
		if p := visitPage(ctx, client, nowhere); p.fault == "" {
			s.Nowhere = &p.page
		}
	}
	return s
}

// visitPage fetches a page through the guard, and reads its first part.
func visitPage(ctx context.Context, client *http.Client, at *url.URL) (f fetched) {
	ctx, cancel := context.WithTimeout(ctx, visitLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return fetched{fault: "The address is no URL.", next: "Correct it: PUT /v1/onboarding/website."}
	}
	req.Header.Set("User-Agent", visitAgent)
	req.Header.Set("Accept", "text/html,application/xhtml+xml;q=0.9")
	res, err := client.Do(req)
	if err != nil {
		return unreachable(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fetched{fault: fmt.Sprintf("The page answers with the status %d.", res.StatusCode), next: "Make the page public: it must answer everybody with the status 200, without a sign-in."}
	}
	kind := res.Header.Get("Content-Type")
	if kind != "" && !strings.Contains(kind, "html") && !strings.Contains(kind, "text/plain") {
		return fetched{fault: "The page is no HTML: its type is " + kind + ".", next: "Name the first page of the website."}
	}
	raw, err := io.ReadAll(io.LimitReader(res.Body, pageLimit+1))
	if err != nil && len(raw) == 0 || ctx.Err() != nil {
		return unreachable(errors.Join(err, ctx.Err()))
	}
	if f.cut = len(raw) > pageLimit; f.cut {
		raw = raw[:pageLimit]
	}
	f.page = website.Read(res.Request.URL, kind, raw)
	return f
}

// unreachable says in words why a page did not come, without what our network looks like.
func unreachable(err error) fetched {
	const back = "Make the website reachable from everywhere, then have it checked again."
	switch {
	case errors.Is(err, egress.ErrTLS):
		return fetched{fault: "The certificate of the website is not valid: it has expired, or is for another name, or nobody vouches for it.", next: "Renew the certificate, then have the website checked again."}
	case errors.Is(err, media.ErrRedirects):
		return fetched{fault: "The website leads from one address to the next without end.", next: "Correct its redirects, then have it checked again."}
	case errors.Is(err, context.DeadlineExceeded):
		return fetched{fault: "The website did not answer within 15 seconds.", next: back}
	case errors.Is(err, egress.ErrForbidden):
		return fetched{fault: "The website is at an address that is not public.", next: back}
	case errors.Is(err, egress.ErrName):
		return fetched{fault: "The host of the website is not known.", next: "Correct the address: PUT /v1/onboarding/website."}
	}
	return fetched{fault: "The website cannot be reached.", next: back}
}
