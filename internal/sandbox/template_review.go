package sandbox

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Ways in which created and edited templates are reviewed.
const (
	reviewApprove = "approve"
	reviewReject  = "reject"
	reviewManual  = "manual" // stay PENDING until the control API decides
	// reviewContent: by what they say, see reviewed.
	reviewContent = "content"
)

var reviewVerdicts = []string{reviewApprove, reviewReject, reviewManual}

// reviewRule says how templates of a name or with a text are reviewed. The first that
// fits decides.
type reviewRule struct {
	Name     string `json:"name,omitempty"`     // "*" at its end stands for anything
	Contains string `json:"contains,omitempty"` // in the body
	Category string `json:"category,omitempty"`
	Verdict  string `json:"verdict"`          // approve, reject or manual
	Reason   string `json:"reason,omitempty"` // of a rejection
	DelayMs  *int   `json:"delayMs,omitempty"`
}

func (r *reviewRule) fits(t *template) bool {
	prefix, open := strings.CutSuffix(r.Name, "*")
	return (r.Name == "" || t.name == r.Name || open && strings.HasPrefix(t.name, prefix)) &&
		strings.Contains(strings.ToLower(t.layout.body.text), strings.ToLower(r.Contains)) &&
		(r.Category == "" || strings.EqualFold(r.Category, t.category))
}

// decision is what becomes of a template in review, and after how long.
func (v *settings) decision(t *template) (verdict, reason string, wait time.Duration) {
	verdict, reason, wait = v.templateReview, "INVALID_FORMAT", v.statusDelay
	if v.templateReviewDelay > 0 {
		wait = v.templateReviewDelay
	}
	for i := range v.templateRules {
		r := &v.templateRules[i]
		if !r.fits(t) {
			continue
		}
		if verdict = r.Verdict; r.Reason != "" {
			reason = strings.ToUpper(r.Reason)
		}
		if r.DelayMs != nil {
			wait = time.Duration(*r.DelayMs) * time.Millisecond
		}
		break
	}
	return verdict, reason, max(wait, time.Millisecond)
}

// review decides on a template after a while, as the settings say.
func (s *Server) review(a *account, t *template) {
	verdict, reason, wait := s.settings.Load().decision(t)
	if verdict == reviewContent {
		verdict, reason = reviewed(a, t)
	}
	status := "REJECTED"
	switch verdict {
	case reviewManual:
		return
	case reviewApprove:
		status, reason = "APPROVED", "NONE"
	}
	s.pending.add(1)
	s.timers.after(wait, taskFunc(func() {
		defer s.pending.done(1)
		if now := a.templateByID(t.id); now != nil && now.status == "PENDING" && len(now.edits) == len(t.edits) { // no later edit
			s.changeTemplate(a, now, status, reason)
		}
	}))
}

func checkReviewRules(list []reviewRule) *badInput {
	for i, r := range list {
		field := "templateRules." + strconv.Itoa(i)
		if !slices.Contains(reviewVerdicts, r.Verdict) {
			return &badInput{field + ".verdict", "must be approve, reject or manual"}
		}
		if r.DelayMs != nil && *r.DelayMs < 0 {
			return &badInput{field + ".delayMs", "must not be negative"}
		}
	}
	return nil
}

// archiveTemplates is POST /{waba}/message_templates/archive and …/unarchive.
func archiveTemplates(c *call, a *account, archive bool) func() *graphError {
	return func() *graphError {
		p, e := c.params()
		if e != nil {
			return e
		}
		moved, failed := []string{}, object{}
		for _, id := range strings.Split(p.str("hsm_ids"), ",") {
			id = strings.TrimSpace(id)
			t := a.templateByID(id)
			switch {
			case t == nil:
				failed = append(failed, member{id, "There is no such message template."})
			case archive && t.status != "ARCHIVED":
				c.changeTemplate(a, t, "ARCHIVED", "NONE")
				moved = append(moved, id)
			case !archive && t.status == "ARCHIVED":
				a.save(t.with("APPROVED", "NONE"))
				c.postTemplate(a, t, "UNARCHIVED", "NONE")
				moved = append(moved, id)
			default:
				moved = append(moved, id)
			}
		}
		word := "unarchived_templates"
		if archive {
			word = "archived_templates"
		}
		return c.ok(object{{word, moved}, {"failed_templates", failed}})
	}
}

// templateChange is what POST /_sandbox/templates/{name} changes.
type templateChange struct {
	Status   string `json:"status"`
	Language string `json:"language"`
	Reason   string `json:"reason"`
	Quality  string `json:"quality"`
	Category string `json:"category"`
	// NextCategory is announced for a day later.
	NextCategory string `json:"nextCategory"`
}

// controlTemplate is POST /_sandbox/templates/{name}: a template changes.
func (s *Server) controlTemplate(r *http.Request) (any, *badInput) {
	var in templateChange
	if bad := readBody(r, &in); bad != nil {
		return nil, bad
	}
	for _, word := range []*string{&in.Status, &in.Reason, &in.Quality, &in.Category, &in.NextCategory} {
		*word = strings.ToUpper(*word)
	}
	other := in.Quality != "" || in.Category != "" || in.NextCategory != ""
	if !slices.Contains(templateStatuses, in.Status) && (in.Status != "" || !other) {
		return nil, &badInput{"status", "must be one of " + strings.Join(templateStatuses, ", ")}
	}
	n := changeTemplates(s, r.PathValue("name"), &in)
	if n == 0 {
		return nil, &badInput{"name", "there is no such template in that language"}
	}
	return map[string]any{"changed": n, "status": in.Status}, nil
}

var templateStatuses = []string{
	"PENDING", "APPROVED", "REJECTED", "PAUSED", "DISABLED", "IN_APPEAL",
	"PENDING_DELETION", "LIMIT_EXCEEDED", "ARCHIVED",
}

// SetTemplateStatus changes all languages of a template, or one if language is
// not empty, and posts a webhook for each. It returns how many it changed.
func (s *Server) SetTemplateStatus(name, language, status, reason string) int {
	return changeTemplates(s, name, &templateChange{Status: strings.ToUpper(status), Language: language, Reason: reason})
}

func changeTemplates(s *Server, name string, change *templateChange) int {
	n := 0
	for _, a := range s.book.all() {
		for _, t := range a.templateList() {
			if t.name == name && (change.Language == "" || t.language == change.Language) {
				applyChange(s, a, t, change)
				n++
			}
		}
	}
	return n
}

func applyChange(s *Server, a *account, t *template, change *templateChange) {
	id, _ := strconv.ParseInt(t.id, 10, 64)
	about := func(more ...member) object {
		return append(object{{"message_template_id", id}, {"message_template_name", t.name}, {"message_template_language", t.language}}, more...)
	}
	next := *t
	if change.Quality != "" {
		next.quality = change.Quality
		s.postAccount(a, "message_template_quality_update", about(member{"previous_quality_score", t.quality}, member{"new_quality_score", change.Quality}))
	}
	if change.NextCategory != "" { // new_category is the one in force while a change is only announced
		s.postAccount(a, "template_category_update", about(member{"new_category", t.category}, member{"correct_category", change.NextCategory},
			member{"category_update_timestamp", s.Now().Add(24 * time.Hour).Unix()}))
	}
	if change.Category != "" {
		next.category = change.Category
		s.postAccount(a, "template_category_update", about(member{"previous_category", t.category}, member{"new_category", change.Category}))
	}
	a.save(&next)
	if change.Status != "" {
		reason := change.Reason
		orString(&reason, "NONE")
		s.changeTemplate(a, &next, change.Status, reason)
	}
}
