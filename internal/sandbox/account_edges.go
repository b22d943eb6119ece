package sandbox

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// emptyAccountFields are fields of an account that have no value here.
var emptyAccountFields = []string{"on_behalf_of_business_info", "purchase_order_number", "linked_commerce_account", "auth_international_rate_eligibility",
	"marketing_messages_lite_api_status", "disable_marketing_messages_on_cloud_api", "creation_time"}

// accountEdges are the edges and computed fields that a call for an account can
// ask for among its fields.
func (c *call) accountEdges(a *account) map[string]edge {
	analytics := func(name string) edge {
		return func(f field) (any, *graphError) {
			if f.args.Get("start") == "" || f.args.Get("end") == "" || f.args.Get("granularity") == "" {
				return nil, invalid("%s needs start, end and granularity.", name)
			}
			if name == "analytics" {
				return object{{"granularity", f.args.Get("granularity")}, {"data_points", []object{}}}, nil
			}
			return object{{"data", []object{{{"data_points", []object{}}}}}}, nil
		}
	}
	empty := func(field) (any, *graphError) { return object{{"data", []object{}}}, nil }
	return map[string]edge{
		"analytics": analytics("analytics"), "conversation_analytics": analytics("conversation_analytics"), "pricing_analytics": a.pricingAnalytics,
		"flows": empty, "assigned_users": empty, "activities": empty, "solutions": empty, "schedules": empty, "product_catalogs": empty,
		"phone_numbers": func(f field) (any, *graphError) {
			list := a.list()
			return c.pageOf(len(list), f.query(), func(i int) (object, *graphError) { return c.phoneNode(list[i]).pick(f.sub) })
		},
		"message_templates": func(f field) (any, *graphError) {
			list := a.templateList()
			return c.pageOf(len(list), f.query(), func(i int) (object, *graphError) { return list[i].node().pick(f.sub) })
		},
		"subscribed_apps": func(field) (any, *graphError) { return object{{"data", c.subscription(a)}}, nil },
	}
}

func (a *account) templateList() []*template {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return slices.Clone(a.templates)
}

// addNumber is POST /{waba}/phone_numbers: the number must be verified and
// registered before it can send.
func (c *call) addNumber(a *account) *graphError {
	p, e := c.params()
	if e != nil {
		return e
	}
	number, ok := digits(p.str("cc") + p.str("phone_number"))
	switch {
	case p.str("cc") == "" || p.str("phone_number") == "" || !ok:
		return invalid("The parameters cc and phone_number must be a phone number.")
	case p.str("verified_name") == "" && !p.flag("migrate_phone_number"):
		return invalid("The parameter verified_name is required.")
	case p.flag("migrate_phone_number") && c.book.phone(number) != nil && c.book.phone(number).account != a:
		return moveNumber(c, a, c.book.phone(number))
	case c.book.phone(number) != nil:
		return templateError(2388012, "Phone number already exists", "The phone number has been added already.")
	case len(a.list()) >= a.maxNumbers():
		return invalid("The account has as many phone numbers as it may have: %d.", a.maxNumbers())
	}
	added := c.addPhone(a, Phone{Number: "+" + number, Name: p.str("verified_name"), Unverified: true, Unreviewed: true})
	c.effect = "added number " + added.id
	return c.ok(object{{"id", added.id}})
}

// moveNumber takes a number out of another account: it is verified and registered anew here,
// and keeps its name (outbound.md 5.6).
func moveNumber(c *call, a *account, old *phone) *graphError {
	old.mu.Lock()
	locked := old.pin != ""
	old.mu.Unlock()
	if locked {
		return templateError(2388001, "Two-step verification is on", "Turn off two-step verification of the number in the account that it moves from.")
	}
	from := old.account
	from.mu.Lock()
	from.phones = slices.DeleteFunc(from.phones, func(p *phone) bool { return p == old })
	from.mu.Unlock()
	c.book.remove(old.id)
	added := c.addPhone(a, Phone{Number: "+" + old.number, Name: old.name, Unverified: true})
	c.effect = "moved number " + added.id
	return c.ok(object{{"id", added.id}})
}

// previewTexts are the fixed texts of authentication templates.
var previewTexts = map[string]struct{ body, advice, footer, copyLabel, fillLabel string }{
	"en_US": {"*{{1}}* is your verification code.", " For your security, do not share this code.", "This code expires in %d minutes.", "Copy code", "Autofill"},
	"es_ES": {"Tu codigo de verificacion es *{{1}}*.", " Por tu seguridad, no lo compartas.", "Este codigo caduca en %d minutos.", "Copiar codigo", "Autocompletar"},
}

// previewTemplates is GET /{waba}/message_template_previews. Languages without
// texts of their own are shown in English.
func (c *call) previewTemplates(*account) *graphError {
	q := c.r.URL.Query()
	if !strings.EqualFold(q.Get("category"), "AUTHENTICATION") {
		return invalid("Param category must be AUTHENTICATION.")
	}
	languages := strings.Split(q.Get("languages"), ",")
	if q.Get("languages") == "" {
		languages = []string{"en_US"}
	}
	list := []object{}
	for _, language := range languages {
		if !slices.Contains(languageCodes, language) {
			return invalid("Param languages must be supported language codes.")
		}
		list = append(list, preview(language, q))
	}
	return c.ok(object{{"data", list}})
}

func preview(language string, q url.Values) object {
	texts, ok := previewTexts[language]
	if !ok {
		texts = previewTexts["en_US"]
	}
	body := texts.body
	if q.Get("add_security_recommendation") == "true" {
		body += texts.advice
	}
	o := object{{"body", body}}
	if strings.Contains(q.Get("button_types"), "OTP") {
		o = append(o, member{"buttons", []object{{{"autofill_text", texts.fillLabel}, {"text", texts.copyLabel}}}})
	}
	if minutes := q.Get("code_expiration_minutes"); minutes != "" {
		o = append(o, member{"footer", strings.Replace(texts.footer, "%d", minutes, 1)})
	}
	return append(o, member{"language", language})
}

// templateAnalytics is GET /{waba}/template_analytics and the same of groups:
// nothing is counted here.
func (c *call) templateAnalytics(ids string) func() *graphError {
	return func() *graphError {
		q := c.r.URL.Query()
		for _, key := range []string{"start", "end", "granularity", ids} {
			if q.Get(key) == "" {
				return invalid("The parameter %s is required.", key)
			}
		}
		if strings.Count(q.Get(ids), ",") > 9 {
			return invalid("Param %s must have at most 10 entries.", ids)
		}
		if q.Get("granularity") != "DAILY" {
			return invalid(`Param granularity must be DAILY - got "%s".`, q.Get("granularity"))
		}
		group := object{{"granularity", "DAILY"}, {"data_points", []object{}}}
		if ids == "template_ids" {
			group = object{{"granularity", "DAILY"}, {"product_type", "cloud_api"}, {"data_points", []object{}}}
		}
		return c.ok(object{{"data", []object{group}}})
	}
}

// postAccount is POST /{waba}: insights are on already.
func (c *call) postAccount(a *account) *graphError {
	p, e := c.params()
	if e != nil {
		return e
	}
	if p.has("is_enabled_for_insights") && !p.flag("is_enabled_for_insights") {
		return templateError(200006, "Insights can't be disabled", "Template insights cannot be disabled once they are enabled.")
	}
	return c.ok(object{{"id", a.id}})
}

// assignedUsers is GET, POST and DELETE /{waba}/assigned_users.
func (c *call) assignedUsers(a *account) *graphError {
	p, e := c.params()
	if e != nil {
		return e
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	user := p.str("user")
	switch c.r.Method {
	case http.MethodGet:
		list := []object{}
		for _, u := range a.users {
			list = append(list, object{{"id", u.id}, {"name", "Sandbox user"}, {"tasks", u.tasks}})
		}
		return c.ok(object{{"data", list}})
	case http.MethodPost:
		if user == "" || len(p.list("tasks")) == 0 {
			return invalid("The parameters user and tasks are required.")
		}
		a.users = append(slices.DeleteFunc(a.users, func(u assignedUser) bool { return u.id == user }), assignedUser{user, p.list("tasks")})
	default:
		a.users = slices.DeleteFunc(a.users, func(u assignedUser) bool { return u.id == user })
	}
	return c.success()
}

type assignedUser struct {
	id    string
	tasks []any
}

// unavailable refuses what the simulator knows of but does not play.
func (c *call) unavailable() *graphError {
	return refuse(10, "This feature is not available to the account.")
}
