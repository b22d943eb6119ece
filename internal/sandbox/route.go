package sandbox

import (
	"net/http"
	"strings"
)

// route finds the node that the path names and calls its edge. Checks come in
// the order: token, object, faults, then whatever the edge checks.
func (c *call) route() *graphError {
	if len(c.path) == 0 || c.path[0] == "" {
		return &graphError{
			status: http.StatusBadRequest, code: 100, kind: "GraphMethodException",
			message: "Unsupported " + lowerMethod(c.r.Method) + " request.",
		}
	}
	id, edge := c.path[0], strings.Join(c.path[1:], "/")
	if id == "oauth" && edge == "access_token" {
		return c.plain(c.exchangeCode)
	}
	if e := c.authorise(); e != nil {
		return e
	}
	c.learnURL(c.r) // of nobody else: clients take their token to where it leads
	switch id {
	case businessID:
		return c.businessEdge(edge)
	case "message_template_library":
		return c.plain(c.templateLibrary)
	case "debug_token":
		return c.plain(c.debugToken)
	case "me":
		return c.plain(c.me)
	}
	if strings.HasPrefix(id, "upload:") {
		return c.plain(c.uploadPart)
	}
	if id == c.cfg.AppID {
		return c.appEdge(edge)
	}
	switch node := c.book.node(id).(type) {
	case *phone:
		return c.phoneEdge(node, edge)
	case *account:
		return c.accountEdge(node, edge)
	case *templateNode:
		return c.templateEdge(node, edge)
	}
	if m := c.media.find(id, c.Now()); m != nil && edge == "" {
		return c.plain(func() *graphError { return c.mediaNode(m) })
	}
	return errUnknownObject(c.r.Method, id)
}

// edges maps "METHOD edge" to what serves it.
type edges map[string]func() *graphError

func (c *call) serveEdge(edge string, table edges) *graphError {
	serve, ok := table[c.r.Method+" "+edge]
	if ok {
		return c.plain(serve)
	}
	for known := range table {
		if _, name, _ := strings.Cut(known, " "); name == edge {
			return errUnknownObject(c.r.Method, c.path[0])
		}
	}
	return errUnknownPath("/" + edge)
}

// plain applies faults to a call that sends no message, then serves it.
func (c *call) plain(serve func() *graphError) *graphError {
	if e, answered := c.inject("management", ""); answered {
		return e
	}
	return serve()
}

func (c *call) phoneEdge(p *phone, edge string) *graphError {
	// The hot path, and the ones whose faults depend on the body.
	if c.r.Method == http.MethodPost {
		switch edge {
		case "messages":
			return c.countRefusal(c.postMessage(p, false))
		case "marketing_messages":
			return c.countRefusal(c.postMessage(p, true))
		case "media":
			return c.postMedia(p)
		}
	}
	if code, ok := strings.CutPrefix(edge, "message_qrdls/"); ok {
		return c.plain(onRegistered(c, p, func() *graphError { return c.qrCodes(p, code) }))
	}
	of := func(serve func(*phone) *graphError) func() *graphError { return func() *graphError { return serve(p) } }
	shown := func(serve func(*phone) *graphError) func() *graphError { return onRegistered(c, p, of(serve)) }
	codes := onRegistered(c, p, func() *graphError { return c.qrCodes(p, "") })
	return c.serveEdge(edge, edges{
		"GET block_users": of(c.blockUsers), "POST block_users": shown(c.blockUsers), "DELETE block_users": shown(c.blockUsers),
		"GET message_qrdls": codes, "POST message_qrdls": codes,
		"GET call_permissions": of(c.callPermissions), "POST calls": of(c.postCall),
		"GET groups": c.emptyData, "POST groups": c.unavailable,
		"POST smb_app_data": func() *graphError { return postAppData(c, p) },
		"GET username":      of(c.username), "POST username": of(c.username), "DELETE username": of(c.username),
		"POST official_business_account":    of(c.postOBA),
		"GET whatsapp_business_encryption":  of(c.publicKey),
		"POST whatsapp_business_encryption": shown(c.publicKey),

		"GET ":                            func() *graphError { return c.getPhone(p) },
		"POST ":                           func() *graphError { return c.postPhone(p) },
		"POST register":                   func() *graphError { return c.register(p) },
		"POST deregister":                 func() *graphError { return c.deregister(p) },
		"POST request_code":               of(c.requestCode),
		"POST verify_code":                func() *graphError { return c.verifyCode(p) },
		"GET whatsapp_business_profile":   func() *graphError { return c.getProfile(p) },
		"POST whatsapp_business_profile":  shown(c.postProfile),
		"GET settings":                    of(c.getPhoneSettings),
		"POST settings":                   of(c.postPhoneSettings),
		"GET whatsapp_commerce_settings":  of(c.commerce),
		"POST whatsapp_commerce_settings": of(c.commerce),
		"GET conversational_automation":   of(c.getAutomation),
		"POST conversational_automation":  shown(c.postAutomation),
	})
}

// onRegistered serves what changes a number only while it is registered.
func onRegistered(c *call, p *phone, serve func() *graphError) func() *graphError {
	return func() *graphError {
		if c.r.Method != http.MethodGet && !p.registered.Load() {
			return refuse(133010, "The account is not registered.")
		}
		return serve()
	}
}

func (c *call) accountEdge(a *account, edge string) *graphError {
	of := func(serve func(*account) *graphError) func() *graphError {
		return func() *graphError { return serve(a) }
	}
	return c.serveEdge(edge, edges{
		"GET flows": c.emptyData, "POST flows": c.unavailable, "POST phone_numbers": of(c.addNumber),
		"GET message_template_previews": of(c.previewTemplates), "POST upsert_message_templates": of(c.upsertTemplates),
		"GET message_template_library":   c.templateLibrary,
		"POST message_templates/archive": archiveTemplates(c, a, true), "POST message_templates/unarchive": archiveTemplates(c, a, false),
		"GET template_analytics": c.templateAnalytics("template_ids"), "GET template_group_analytics": c.templateAnalytics("template_group_ids"),
		"GET assigned_users": of(c.assignedUsers), "POST assigned_users": of(c.assignedUsers), "DELETE assigned_users": of(c.assignedUsers),
		"POST ": of(c.postAccount), "POST migrate_message_templates": of(c.migrateTemplates),

		"GET ":                     func() *graphError { return c.getAccount(a) },
		"GET phone_numbers":        func() *graphError { return c.listPhones(a) },
		"GET message_templates":    func() *graphError { return c.listTemplates(a) },
		"POST message_templates":   func() *graphError { return c.createTemplate(a) },
		"DELETE message_templates": func() *graphError { return c.deleteTemplates(a) },
		"GET subscribed_apps":      func() *graphError { return c.getSubscription(a) },
		"POST subscribed_apps":     func() *graphError { return c.subscribe(a) },
		"DELETE subscribed_apps":   func() *graphError { return c.unsubscribe(a) },
	})
}

func (c *call) templateEdge(n *templateNode, edge string) *graphError {
	return c.serveEdge(edge, edges{
		"GET ":  func() *graphError { return c.getTemplate(n) },
		"POST ": func() *graphError { return c.editTemplate(n) },

		"POST unpause": func() *graphError { return c.unpause(n) },
	})
}

func (c *call) appEdge(edge string) *graphError {
	return c.serveEdge(edge, edges{
		"GET ":         c.getApp,
		"POST uploads": c.startUpload,
	})
}
