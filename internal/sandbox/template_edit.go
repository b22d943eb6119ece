package sandbox

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// createTemplate is POST /{waba}/message_templates.
func (c *call) createTemplate(a *account) *graphError {
	p, e := c.params()
	if e != nil {
		return e
	}
	p["status"] = "PENDING"
	delete(p, "id")
	if p.has("library_template_name") {
		if e := fromLibrary(p); e != nil {
			return e
		}
	}
	t, e := c.checkCreate(p)
	if e != nil {
		return e
	}
	if known := a.template(t.name, t.language); known != nil {
		return templateError(2388024, "Content in this language already exists",
			"There is already "+t.language+" content for this template. You can create a new template and try again.")
	}
	if a.isNameBlocked(t.name, c.Now()) {
		return templateError(2388023, "Message template name is being deleted",
			"The name of a deleted template can be used again after 30 days. Choose another name.")
	}
	if e := a.admitTemplate(c.Now()); e != nil {
		return e
	}
	t.id = c.ids.nodeID()
	if c.settings.Load().templateReview == reviewContent {
		t.category = recategorised(t)
	}
	if t.category == "AUTHENTICATION" || p.has("library_template_name") {
		t.status = "APPROVED"
	}
	a.save(t)
	c.book.add(t.id, &templateNode{a, t.id})
	c.effect = "created template " + t.id
	if t.status == "PENDING" {
		c.review(a, t)
	}
	return c.ok(object{{"id", t.id}, {"status", t.status}, {"category", t.category}})
}

// templateError is code 100 with a subcode and a text for people.
func templateError(subcode int, title, text string) *graphError {
	return &graphError{
		status: http.StatusBadRequest, code: 100, subcode: subcode,
		message: "Invalid parameter", userTitle: title, userMsg: text,
	}
}

// changeTemplate gives a template a status and tells of it by webhook.
func (s *Server) changeTemplate(a *account, t *template, status, reason string) {
	a.save(t.with(status, reason))
	s.postTemplate(a, t, status, reason)
}

func (s *Server) postTemplate(a *account, t *template, event, reason string) {
	id, _ := strconv.ParseInt(t.id, 10, 64)
	value := object{
		{"event", event}, {"message_template_id", id}, {"message_template_name", t.name},
		{"message_template_language", t.language}, {"reason", reason}, {"message_template_category", t.category},
	}
	switch {
	case event == "APPROVED" && t.status == "PAUSED":
		value = append(value, member{"other_info", object{{"title", "UNPAUSE"}, {"description", "Your WhatsApp message template has been unpaused."}}})
	case event == "PAUSED":
		value = append(value, member{"other_info", object{{"title", "FIRST_PAUSE"}, {"description", "Your WhatsApp message template has been paused for 3 hours."}}})
	case event == "REJECTED" && reason == "INVALID_FORMAT":
		value = append(value, member{"rejection_info", object{{"reason", "The format of the template is not valid."}, {"recommendation", "Check the placement of the variables."}}})
	case event == "DISABLED":
		value = append(value, member{"disable_info", object{{"disable_date", s.Now().UTC().Format("January 2, 2006")}}})
	}
	s.postAccount(a, "message_template_status_update", value)
}

// editTemplate is POST /{template}.
func (c *call) editTemplate(n *templateNode) *graphError {
	t := n.account.templateByID(n.id)
	p, e := c.params()
	if e != nil {
		return e
	}
	if t == nil {
		return errUnknownObject(c.r.Method, n.id)
	}
	if !slices.Contains([]string{"APPROVED", "REJECTED", "PAUSED"}, t.status) {
		return templateError(2388039, "Template can't be edited", "Only approved, rejected and paused templates can be edited.")
	}
	if category := p.str("category"); t.status == "APPROVED" && category != "" && !strings.EqualFold(category, t.category) {
		return templateError(2388039, "Category can't be edited", "The category of an approved template can't be changed.")
	}
	edited := fields{}
	for k, v := range t.source {
		edited[k] = v
	}
	for _, k := range []string{"category", "components", "parameter_format", "message_send_ttl_seconds", "cta_url_link_tracking_opted_out"} {
		if p.has(k) {
			edited[k] = p[k]
		}
	}
	edited["status"] = "PENDING"
	next, e := c.checkEdit(edited, p.has("components"))
	if e != nil {
		return e
	}
	if next.edits, e = t.admitEdit(c.Now()); e != nil {
		return e
	}
	next.id = t.id
	if c.settings.Load().templateReview == reviewContent {
		next.category = recategorised(next)
	}
	n.account.save(next)
	c.review(n.account, next)
	return c.success()
}

// deleteTemplates is DELETE /{waba}/message_templates.
func (c *call) deleteTemplates(a *account) *graphError {
	p, e := c.params()
	if e != nil {
		return e
	}
	name, ids := p.str("name"), []string{}
	for _, v := range p.list("hsm_ids") {
		id, _ := text(v)
		ids = append(ids, id)
	}
	if id := p.str("hsm_id"); id != "" {
		ids = append(ids, id)
	}
	if name == "" && len(ids) == 0 {
		return invalid("The parameter name is required.")
	}
	meant := func(t *template) bool {
		return (name == "" || t.name == name) && (len(ids) == 0 || slices.Contains(ids, t.id))
	}
	if slices.ContainsFunc(a.templateList(), func(t *template) bool { return meant(t) && t.status == "DISABLED" }) {
		return templateError(2388039, "Template can't be deleted", "A disabled message template can't be deleted.")
	}
	removed := a.remove(meant)
	if len(removed) == 0 {
		return templateError(2593002, "Message template not found", "There is no such message template.")
	}
	for _, t := range removed {
		c.book.remove(t.id)
		a.blockName(t.name, c.Now())
		c.postTemplate(a, t, "DELETED", "NONE")
	}
	return c.success()
}

// remove deletes the templates that match and returns them.
func (a *account) remove(match func(*template) bool) []*template {
	a.mu.Lock()
	defer a.mu.Unlock()
	var removed, kept []*template
	for _, t := range a.templates {
		if !match(t) {
			kept = append(kept, t)
			continue
		}
		removed = append(removed, t)
		delete(a.byName, templateKey{t.name, t.language})
	}
	a.templates = kept
	return removed
}
