package templatelint

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Chance is how likely a template is to be approved, by what became of the
// workspace's others.
type Chance struct {
	Known    bool    // false where there are too few cases to say anything
	Value    float64 // 0 to 1
	Cases    int     // templates with a verdict
	Approved int     // of these
	Reasons  []Reason
}

// Reason is something that moved the chance.
type Reason struct {
	Feature         string
	Message         string
	Raises          bool
	Cases, Approved int // of the templates that have the feature
	weight          float64
}

const (
	// minCases is how many verdicts it takes at least, and minEach how many of
	// either kind: where nothing was ever rejected there is nothing to learn.
	minCases = 20
	minEach  = 3
	// maxReasons is how many reasons are told.
	maxReasons = 5
	// worthTelling is how much a feature must change the odds to be a reason.
	worthTelling = 0.2
)

// verdict says what became of a template: 1 approved, -1 rejected, 0 unknown. One
// that was paused or disabled had been approved before.
func verdict(status string) int {
	switch status {
	case "approved", "paused", "disabled", "archived", "locked":
		return 1
	case "rejected":
		return -1
	}
	return 0
}

// counted is how often a feature was there.
type counted struct{ approved, rejected int }

// chance weighs the features of a template by how often those of the others
// that have them were approved. It counts one more of each than there are, so
// that few cases say little.
func chance(l *linter, list []past) Chance {
	var out Chance
	var all counted
	counts := map[string]counted{}
	for _, t := range list {
		v := verdict(t.Status)
		if v == 0 {
			continue
		}
		all = all.add(v)
		for feature := range features(t.Language, t.form) {
			counts[feature] = counts[feature].add(v)
		}
	}
	out.Cases, out.Approved = all.approved+all.rejected, all.approved
	if l.report.Refused() {
		out.Known, out.Reasons = true, []Reason{{Feature: "refused", Message: "The provider refuses it at once."}}
		return out
	}
	if out.Cases < minCases || all.approved < minEach || all.rejected < minEach {
		return out
	}
	odds := math.Log(float64(all.approved+1) / float64(all.rejected+1))
	has := features(l.template.Language, l.form)
	for _, feature := range sorted(has) {
		n := counts[feature]
		weight := math.Log(share(n.approved, all.approved) / share(n.rejected, all.rejected))
		odds += weight
		if math.Abs(weight) >= worthTelling && n.approved+n.rejected > 0 {
			out.Reasons = append(out.Reasons, Reason{Feature: feature, Raises: weight > 0, Cases: n.approved + n.rejected, Approved: n.approved, weight: weight,
				Message: fmt.Sprintf("Of %s %s, %d were approved.", count(n.approved+n.rejected, "template"), has[feature], n.approved)})
		}
	}
	// Features go together, so their sum is surer than it should be; so many cases
	// cannot say more than this.
	least := 1 / float64(out.Cases+2)
	out.Known, out.Value = true, min(max(1/(1+math.Exp(-odds)), least), 1-least)
	slices.SortStableFunc(out.Reasons, func(a, b Reason) int {
		switch x, y := math.Abs(a.weight), math.Abs(b.weight); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	out.Reasons = out.Reasons[:min(len(out.Reasons), maxReasons)]
	return out
}

func (c counted) add(verdict int) counted {
	if verdict > 0 {
		c.approved++
	} else {
		c.rejected++
	}
	return c
}

// share is how many of all have a feature, as if there were one more with it
// and one more without it.
func share(with, all int) float64 { return float64(with+1) / float64(all+2) }

// features are what a template has, each with the words that say it after
// "templates".
func features(language string, f form) map[string]string {
	base, _, _ := strings.Cut(language, "_")
	out := map[string]string{
		"category:" + f.category: "of the category " + f.category,
		"language:" + base:       "in the language " + base,
	}
	if header, ok := first(f.parts, "HEADER"); ok {
		format := header.word("format")
		if format == "" {
			format = "TEXT"
		}
		out["header:"+format] = "with a header of the format " + format
	} else {
		out["header:none"] = "without a header"
	}
	buttons := f.buttons()
	if len(buttons) == 0 {
		out["button:none"] = "without buttons"
	}
	for _, b := range buttons {
		kind := b.word("type")
		out["button:"+kind] = "with a button of the type " + kind
	}
	body, _ := first(f.parts, "BODY")
	text := body.text()
	switch n := len(parametersOf(text)); {
	case n > 5:
		out["parameters:many"] = "with more than five parameters"
	case n == 0:
		out["parameters:none"] = "without parameters"
	}
	if chars(text) > 500 {
		out["body:long"] = "with more than 500 characters"
	}
	if links.MatchString(parameter.ReplaceAllString(text, "")) && strings.Contains(text, "://") {
		out["body:link"] = "with a link in the text"
	}
	if len(promotes(base, text)) > 0 {
		out["body:promotion"] = "that read like promotion"
	}
	if strings.IndexFunc(text, isEmoji) >= 0 {
		out["body:emoji"] = "with an emoji in the text"
	}
	return out
}

func sorted(m map[string]string) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
