package sandbox

import "net/http"

// businessID is the one business portfolio, which owns all accounts.
const businessID = "400000000000001"

func (c *call) businessEdge(edge string) *graphError {
	wabas := func() *graphError {
		list := c.book.all()
		return c.page(len(list), c.r.URL.Query(), func(i int) (object, *graphError) { return c.accountNode(list[i]).pick(c.r.URL.Query().Get("fields")) }, nil)
	}
	return c.serveEdge(edge, edges{
		"GET ":                                  func() *graphError { return c.ok(object{{"id", businessID}, {"name", "Sandbox business"}}) },
		"GET owned_whatsapp_business_accounts":  wabas,
		"GET client_whatsapp_business_accounts": c.emptyData,
		"GET extendedcredits":                   c.emptyData,
	})
}

// exchangeCode is GET /oauth/access_token: the code of an embedded signup for a
// token, which is always the same.
func (c *call) exchangeCode() *graphError {
	p, e := c.params()
	if e != nil {
		return e
	}
	if p.str("client_id") != c.cfg.AppID || p.str("client_secret") != c.cfg.AppSecret {
		return &graphError{status: http.StatusBadRequest, code: 101, message: "Error validating client secret."}
	}
	if p.str("code") == "" && p.str("grant_type") != "client_credentials" {
		return invalid("The parameter code is required.")
	}
	token := c.cfg.Token
	if p.str("code") == "" {
		token = c.cfg.AppID + "|" + c.cfg.AppSecret
	} else if e := c.signups.take(p.str("code"), p.str("redirect_uri"), c.Now()); e != nil {
		return e
	}
	return c.ok(object{{"access_token", token}, {"token_type", "bearer"}})
}
