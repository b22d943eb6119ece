package sandbox

import (
	"encoding/base64"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// listing renders a template with all that the provider lists by default.
func (t *template) listing() object {
	format := "POSITIONAL"
	if t.named {
		format = "NAMED"
	}
	o := object{
		{"name", t.name}, {"parameter_format", format}, {"components", t.components},
		{"language", t.language}, {"status", t.status}, {"category", t.category},
	}
	for _, key := range []string{"sub_category", "message_send_ttl_seconds", "previous_category"} {
		if t.source.has(key) {
			o = append(o, member{key, t.source[key]})
		}
	}
	return append(o, member{"id", t.id})
}

// node is the template as a node of the graph.
func (t *template) node() node {
	return node{all: t.all(), defaults: t.listing(), empty: []string{"sub_category", "previous_category", "message_send_ttl_seconds",
		"cta_url_link_tracking_opted_out", "degrees_of_freedom_spec", "library_template_name", "source", "display_format",
		"ad_id", "ad_adset_id", "ad_campaign_id", "ad_account_id"}}
}

// all renders the template with the fields that must be asked for.
func (t *template) all() object {
	return append(t.listing(),
		member{"quality_score", object{{"score", t.quality}, {"date", 0}}},
		member{"rejected_reason", t.rejected},
		member{"correct_category", t.category},
		member{"health_status", object{{"can_send_message", map[bool]string{true: "AVAILABLE", false: "BLOCKED"}[t.status == "APPROVED"]}}},
	)
}

const (
	defaultPage = 25
	maxPage     = 1000
)

// listTemplates is GET /{waba}/message_templates.
func (c *call) listTemplates(a *account) *graphError {
	q := c.r.URL.Query()
	a.mu.RLock()
	all := slices.Clone(a.templates)
	a.mu.RUnlock()
	all = slices.DeleteFunc(all, func(t *template) bool { return !t.matches(q) })
	return c.page(len(all), q, func(i int) (object, *graphError) { return all[i].node().pick(q.Get("fields")) },
		object{{"total_count", len(all)}, {"message_template_count", len(all)}, {"message_template_limit", 6000}, {"are_translations_complete", false}})
}

// matches applies the filters of a list call.
func (t *template) matches(q url.Values) bool {
	is := func(key, value string) bool {
		want := q.Get(key)
		return want == "" || slices.ContainsFunc(strings.Split(strings.Trim(want, `[]`), ","), func(w string) bool {
			return strings.EqualFold(strings.Trim(w, `" `), value)
		})
	}
	holds := func(key, value string) bool {
		return strings.Contains(strings.ToLower(value), strings.ToLower(q.Get(key)))
	}
	return holds("name", t.name) && is("status", t.status) && is("language", t.language) &&
		is("category", t.category) && is("quality_score", t.quality) &&
		holds("content", t.layout.body.text) && holds("name_or_content", t.name+"\n"+t.layout.body.text) &&
		!strings.EqualFold(q.Get("source"), "AUTO_GENERATED")
}

// page answers with one page of a list; cursors are positions.
func (c *call) page(total int, q url.Values, entry func(int) (object, *graphError), summary object) *graphError {
	answer, e := c.pageOf(total, q, entry)
	if e != nil {
		return e
	}
	if q.Get("summary") != "" && summary != nil {
		some, e := node{all: summary, defaults: summary}.pick(q.Get("summary"))
		if e != nil {
			return e
		}
		answer = append(answer, member{"summary", some})
	}
	return c.ok(answer)
}

// pageOf is one page of a list, for an answer of its own or inside another.
func (c *call) pageOf(total int, q url.Values, entry func(int) (object, *graphError)) (object, *graphError) {
	limit := defaultPage
	if n, err := strconv.Atoi(q.Get("limit")); err == nil && n > 0 {
		limit = min(n, maxPage)
	}
	start := cursor(q.Get("after"), 0)
	if q.Get("before") != "" {
		start = max(cursor(q.Get("before"), 0)-limit, 0)
	}
	start = min(start, total)
	end := min(start+limit, total)
	data := []object{}
	for i := start; i < end; i++ {
		one, e := entry(i)
		if e != nil {
			return nil, e
		}
		data = append(data, one)
	}
	answer := object{{"data", data}}
	if len(data) > 0 {
		answer = append(answer, member{"paging", c.paging(start, end, total, q)})
	}
	return answer, nil
}

func (c *call) paging(start, end, total int, q url.Values) object {
	paging := object{{"cursors", object{{"before", cursorAt(start)}, {"after", cursorAt(end)}}}}
	link := func(key string, at int) string {
		next := url.Values{}
		for k, v := range q {
			if k != "after" && k != "before" && k != "access_token" {
				next[k] = v
			}
		}
		next.Set(key, cursorAt(at))
		return c.learnURL(c.r) + "/" + c.version + "/" + strings.Join(c.path, "/") + "?" + next.Encode()
	}
	if end < total {
		paging = append(paging, member{"next", link("after", end)})
	}
	if start > 0 {
		paging = append(paging, member{"previous", link("before", start)})
	}
	return paging
}

func cursorAt(n int) string {
	return base64.RawURLEncoding.EncodeToString([]byte("at:" + strconv.Itoa(n)))
}

func cursor(s string, fallback int) int {
	raw, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil {
		return fallback
	}
	n, err := strconv.Atoi(strings.TrimPrefix(string(raw), "at:"))
	if err != nil || n < 0 {
		return fallback
	}
	return n
}

// getTemplate is GET /{template}.
func (c *call) getTemplate(n *templateNode) *graphError {
	t := n.account.templateByID(n.id)
	if t == nil {
		return errUnknownObject(c.r.Method, n.id)
	}
	return c.okNode(t.node())
}

// templateName is what the provider takes as a template's name.
var templateName = regexp.MustCompile(`^[a-z0-9_]{1,512}$`)
