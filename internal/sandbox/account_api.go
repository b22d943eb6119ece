package sandbox

import "cmp"

// getAccount is GET /{waba}.
func (c *call) getAccount(a *account) *graphError { return c.okNode(c.accountNode(a)) }

func (c *call) accountNode(a *account) node {
	namespace := "58e6d318_b627_4112_b9c7_2961197553ea"
	defaults := object{
		{"id", a.id}, {"name", a.name}, {"currency", cmp.Or(a.bill.currency, "USD")}, {"timezone_id", "1"},
		{"message_template_namespace", namespace},
	}
	all := append(object{}, defaults...)
	all = append(all,
		member{"country", "US"}, member{"ownership_type", "SELF"},
		member{"primary_business_location", "US"}, member{"is_enabled_for_insights", true},
		member{"owner_business_info", object{{"id", businessID}, {"name", a.name}}},
		member{"marketing_messages_onboarding_status", "ONBOARDED"},
	)
	a.mu.RLock()
	all = append(all, a.business.members()...)
	all = append(all, member{"status", a.business.status()}, member{"whatsapp_business_manager_messaging_limit", a.business.limit()},
		member{"health_status", health("WABA", a.id, !a.business.banned)})
	a.mu.RUnlock()
	return node{all: all, defaults: defaults, empty: emptyAccountFields, edges: c.accountEdges(a)}
}

// getSubscription is GET /{waba}/subscribed_apps.
func (c *call) getSubscription(a *account) *graphError {
	return c.ok(object{{"data", c.subscription(a)}})
}

func (c *call) subscription(a *account) []object {
	a.mu.RLock()
	defer a.mu.RUnlock()
	list := []object{}
	if a.subscribed {
		app := object{{"whatsapp_business_api_data", object{
			{"id", c.cfg.AppID}, {"link", "https://www.facebook.com/games/?app_id=" + c.cfg.AppID}, {"name", "Sandbox app"},
		}}}
		if a.override != "" {
			app = append(app, member{"override_callback_uri", a.override})
		}
		list = append(list, app)
	}
	return list
}

// subscribe is POST /{waba}/subscribed_apps; without an override it clears one.
func (c *call) subscribe(a *account) *graphError {
	params, e := c.params()
	if e != nil {
		return e
	}
	override, e := c.checkOverride(params)
	if e != nil {
		return e
	}
	a.mu.Lock()
	a.subscribed, a.override = true, override
	a.mu.Unlock()
	return c.success()
}

func (c *call) unsubscribe(a *account) *graphError {
	a.mu.Lock()
	a.subscribed, a.override = false, ""
	a.mu.Unlock()
	return c.success()
}

// debugToken is GET /debug_token: what the wizard of an app shows of a token.
func (c *call) debugToken() *graphError {
	state, known := knownToken(c.Server, c.r.URL.Query().Get("input_token"))
	if !known || !state.good(c.Now()) {
		return c.ok(object{{"data", object{
			{"error", object{{"code", 190}, {"message", "Invalid OAuth access token."}, {"subcode", 467}}},
			{"is_valid", false}, {"scopes", []object{}},
		}}})
	}
	targets := []string{}
	for _, a := range c.book.all() {
		targets = append(targets, a.id)
	}
	kind, scopes, expires := state.about()
	granular := []object{}
	for _, s := range scopes {
		granular = append(granular, object{{"scope", s}, {"target_ids", targets}})
	}
	return c.ok(object{{"data", object{
		{"app_id", c.cfg.AppID}, {"type", kind}, {"application", "Sandbox app"},
		{"data_access_expires_at", 0}, {"expires_at", expires}, {"is_valid", true},
		{"issued_at", 1712099387}, {"scopes", scopes}, {"granular_scopes", granular},
		{"user_id", "600000000000001"},
	}}})
}

func (c *call) me() *graphError {
	return c.ok(object{{"name", "Sandbox system user"}, {"id", "600000000000001"}})
}

func (c *call) getApp() *graphError {
	return c.ok(object{{"name", "Sandbox app"}, {"id", c.cfg.AppID}})
}
