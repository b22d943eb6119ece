package sandbox

import (
	"maps"
	"slices"
	"strings"
)

// libraryTemplate is a template that the provider has written and approved.
const libraryTemplate = `{"name":"low_balance_warning_1","language":"en_US","category":"UTILITY","topic":"PAYMENTS","usecase":"LOW_BALANCE_WARNING",
	"industry":["FINANCIAL_SERVICES"],"header":"Your account balance is low",
	"body":"Hi {{1}},\nThe balance of your {{2}} account ending in {{3}} is below your limit of {{4}}.\nClick the button to deposit more money.",
	"body_params":["Jim","checking","1234","$75.00"],
	"buttons":[{"type":"URL","text":"Make a deposit","url":"https://www.example.com/"},{"type":"PHONE_NUMBER","text":"Call us","phone_number":"+18005551234"}],
	"id":"7147013345418927"}`

// templateLibrary is GET /message_template_library.
func (c *call) templateLibrary() *graphError {
	item, e := parseFields([]byte(libraryTemplate))
	if e != nil {
		return e
	}
	q := c.r.URL.Query()
	holds := strings.Contains(strings.ToLower(item.str("name")+" "+item.str("body")), strings.ToLower(q.Get("search")))
	for _, key := range []string{"topic", "usecase", "language"} {
		holds = holds && (q.Get(key) == "" || strings.EqualFold(q.Get(key), item.str(key)))
	}
	industry, _ := text(item.list("industry")[0])
	list := []object{}
	if holds && (q.Get("industry") == "" || strings.Contains(strings.ToUpper(q.Get("industry")), industry)) {
		list = append(list, sortedObject(item))
	}
	return c.ok(object{{"data", list}})
}

// fromLibrary gives a create call the content of the library's template.
func fromLibrary(p fields) *graphError {
	item, e := parseFields([]byte(libraryTemplate))
	if e != nil {
		return e
	}
	if p.str("library_template_name") != item.str("name") || p.str("language") != item.str("language") {
		return invalid("There is no template %s in the library.", p.str("library_template_name"))
	}
	buttons := slices.Clone(item.list("buttons"))
	p["components"] = []any{
		map[string]any{"type": "HEADER", "format": "TEXT", "text": item["header"]},
		map[string]any{"type": "BODY", "text": item["body"], "example": map[string]any{"body_text": []any{item["body_params"]}}},
		map[string]any{"type": "BUTTONS", "buttons": buttons},
	}
	return nil
}

// upsertTemplates is POST /{waba}/upsert_message_templates: an authentication
// template in many languages.
func (c *call) upsertTemplates(a *account) *graphError {
	p, e := c.params()
	if e != nil {
		return e
	}
	if !strings.EqualFold(p.str("category"), "AUTHENTICATION") || len(p.list("languages")) == 0 {
		return invalid("Param category must be AUTHENTICATION, and languages a list of language codes.")
	}
	var made []*template
	for _, v := range p.list("languages") {
		one := maps.Clone(p)
		one["language"], one["status"] = v, "APPROVED"
		delete(one, "id")
		delete(one, "languages")
		t, e := c.checkCreate(one)
		if e != nil {
			return e
		}
		made = append(made, t)
	}
	list := []object{}
	for _, t := range made {
		if known := a.template(t.name, t.language); known != nil {
			t.id = known.id
		} else {
			t.id = c.ids.nodeID()
			c.book.add(t.id, &templateNode{a, t.id})
		}
		a.save(t)
		list = append(list, object{{"id", t.id}, {"status", t.status}, {"language", t.language}})
	}
	return c.ok(object{{"data", list}})
}

// unpause is POST /{template}/unpause.
func (c *call) unpause(n *templateNode) *graphError {
	t := n.account.templateByID(n.id)
	if t == nil {
		return errUnknownObject(c.r.Method, n.id)
	}
	if t.status == "PAUSED" {
		c.changeTemplate(n.account, t, "APPROVED", "NONE")
	}
	return c.success()
}

// migrateTemplates is POST /{waba}/migrate_message_templates: the approved
// templates of another account come over, unless the name is taken.
func (c *call) migrateTemplates(a *account) *graphError {
	p, e := c.params()
	if e != nil {
		return e
	}
	source, ok := c.book.node(p.str("source_waba_id")).(*account)
	if !ok || source == a {
		return invalid("Param source_waba_id must be the id of another account.")
	}
	moved, failed := []string{}, fields{}
	for _, t := range source.templateList() {
		if t.status != "APPROVED" {
			continue
		}
		if a.template(t.name, t.language) != nil {
			failed[t.id] = "Duplicate template"
			continue
		}
		next := *t
		next.id = c.ids.nodeID()
		a.save(&next)
		c.book.add(next.id, &templateNode{a, next.id})
		moved = append(moved, t.id)
	}
	return c.ok(object{{"migrated_templates", moved}, {"failed_templates", failed}})
}
