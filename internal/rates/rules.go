package rates

import (
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"service.example/crm/internal/crm"
)

// Rules say which rule prices a message.
type Rules struct{ rules map[ruleKey][]rule }

type ruleKey struct{ model, kind, category string }

type rule struct {
	from time.Time
	name crm.ChargeRule
	as   string // category of the card; "*" for that of the message, "" for free
}

// Current are the rules that come with the service: see rules.csv.
var Current = sync.OnceValue(func() *Rules {
	file, err := files.Open("rules.csv")
	if err != nil {
		panic(err)
	}
	r, err := readRules(file)
	if err != nil {
		panic(err)
	}
	return r
})

func readRules(file io.Reader) (*Rules, error) {
	r := &Rules{map[ruleKey][]rule{}}
	err := table(file, []string{"valid_from", "model", "type", "category", "rule", "priced_as"}, func(from time.Time, row []string) error {
		key := ruleKey{row[1], row[2], row[3]}
		r.rules[key] = append(r.rules[key], rule{from, crm.ChargeRule(row[4]), row[5]})
		return nil
	})
	for _, list := range r.rules {
		slices.SortFunc(list, func(a, b rule) int { return a.from.Compare(b.from) })
	}
	return r, err
}

// Of returns the rule that prices a message of which a status says this, at a time, and
// the category of the rate card that it is priced as: "" where it costs nothing. What the
// provider does not bill costs nothing by whatever rule; what no rule knows has none.
func (r *Rules) Of(c crm.Charge, at time.Time) (name crm.ChargeRule, as string) {
	category := CardCategory(c.Category)
	for _, key := range []ruleKey{{c.Model, c.Type, category}, {c.Model, c.Type, "*"}, {c.Model, "*", category}, {c.Model, "*", "*"}} {
		list := r.rules[key]
		i := lastFrom(list, at, func(one rule) time.Time { return one.from })
		if i < 0 {
			continue
		}
		if as = list[i].as; as == "*" {
			as = category
		}
		if !c.Billable {
			as = ""
		}
		return list[i].name, as
	}
	if !c.Billable {
		return crm.ChargeNotBilled, ""
	}
	return crm.ChargeUnknownRule, string(crm.ChargeUnknownRule) // no card has it
}

// CardCategory is the category of a rate card for one of a status: a group's messages cost
// what others do, and hyphens are written as in the card.
func CardCategory(category string) string {
	return strings.TrimPrefix(strings.ReplaceAll(category, "-", "_"), "group_")
}
