package templatelint

import (
	"strings"
	"time"

	"service.example/crm/internal/crm"
)

const (
	nameRests   = 30 * 24 * time.Hour
	manyEnough  = 240 // templates of an account, of which unverified businesses may have 250
	alike       = 0.8 // the share of pairs of words that two texts have in common
	maxCompared = 400 // words of a text that are compared
)

// earlier judges the template beside those that the workspace has.
func (l *linter) earlier(list []past, now time.Time) {
	own := wording(l.form)
	pairs := pairsOf(own.body)
	have, similar, same := 0, "", ""
	for _, t := range list {
		if t.Status != "deleted" {
			have++
		}
		if t.Name == l.template.Name {
			l.sameName(t.Template, now)
			continue // its other languages say the same, or it is this one
		}
		other := wording(t.form)
		switch {
		case l.form.category == crm.CategoryAuthentication || own.body == "" || t.Status == "deleted":
		case same == "" && other == own:
			same = t.Name
		case similar == "" && t.Status == "rejected" && likeness(pairs, pairsOf(other.body)) >= alike:
			similar = t.Name
		}
	}
	if same != "" {
		l.find("duplicate_content", "/components", "The template %s has the same body and footer, which reviewers reject.", same).fix("Send that one, or say something else.")
	}
	if similar != "" {
		l.find("like_rejected", "/components", "The text is nearly that of %s, which was rejected.", similar).fix("Change what it was rejected for, or edit that template instead.")
	}
	if have >= manyEnough {
		l.find("template_count", "/name", "There are %d templates; a business that is not verified may have 250 in an account.", have).fix("Delete those that nobody sends.")
	}
}

// sameName judges a template of the same name.
func (l *linter) sameName(t crm.Template, now time.Time) {
	switch {
	case t.Status == "deleted":
		if rests := nameRests - now.Sub(t.UpdatedAt); rests > 0 && !l.report.Has("name_resting") {
			l.find("name_resting", "/name", "A template of this name was deleted; the name is free again in %s.", count(int(rests/(24*time.Hour))+1, "day")).fix("Choose another name.")
		}
	case t.Language == l.template.Language && !l.report.Has("name_taken"):
		l.find("name_taken", "/name", "There is a template of this name and language.").fix("Edit that one, or choose another name.")
	}
}

// said is what of a template is compared with others.
type said struct{ body, footer string }

func wording(f form) said {
	body, _ := first(f.parts, "BODY")
	footer, _ := first(f.parts, "FOOTER")
	return said{plainWords(body.text()), plainWords(footer.text())}
}

// pairsOf returns the pairs of neighbouring words of a text.
func pairsOf(text string) map[string]bool {
	words := strings.Fields(text)
	if len(words) > maxCompared {
		words = words[:maxCompared]
	}
	out := make(map[string]bool, len(words))
	for i := 1; i < len(words); i++ {
		out[words[i-1]+" "+words[i]] = true
	}
	return out
}

// likeness is the share of pairs that two texts have in common.
func likeness(a, b map[string]bool) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	common := 0
	for pair := range a {
		if b[pair] {
			common++
		}
	}
	return 2 * float64(common) / float64(len(a)+len(b))
}

// past is a template of the workspace, taken apart.
type past struct {
	crm.Template
	form form
}

func readPast(list []crm.Template) []past {
	out := make([]past, len(list))
	for i, t := range list {
		out[i] = past{t, read(Template{Category: t.Category, Format: t.Format, Components: t.Components})}
	}
	return out
}
