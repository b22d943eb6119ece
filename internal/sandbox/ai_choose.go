package sandbox

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// choices are what a prompt lets a model choose from, by word: lines such as
//
//	label L2: "Refund"
type choices struct {
	options  map[string][]option
	mistaken bool // it chooses wrong
}

type option struct{ key, name string }

var choiceLine = regexp.MustCompile(`(?m)^(label|team|stage) ([A-Z]\d+): (".*")$`)

// choicesIn reads the choices of a prompt.
func choicesIn(text string) (c choices) {
	c.options = map[string][]option{}
	for _, m := range choiceLine.FindAllStringSubmatch(text, -1) {
		var name string
		if json.Unmarshal([]byte(m[3]), &name) == nil {
			c.options[m[1]] = append(c.options[m[1]], option{m[2], name})
		}
	}
	return c
}

// answer chooses for a property of an answer: the option whose last word the question has,
// the first of several, or none. The conversation is at its end if the question says bye. One
// who is mistaken takes the next option, the first instead of none, and the end for its
// contrary.
func (c choices) answer(name, question string) (any, bool) {
	said := words(question)
	if name == "close" {
		return said["bye"] != c.mistaken, true
	}
	list := c.options[name]
	if len(list) == 0 {
		return nil, false
	}
	chosen := slices.IndexFunc(list, func(o option) bool {
		for w := range words(o.name[strings.LastIndexByte(o.name, ' ')+1:]) {
			return said[w]
		}
		return false
	})
	if c.mistaken {
		chosen = (chosen + 1) % len(list)
	}
	if chosen < 0 {
		return "", true
	}
	return list[chosen].key, true
}
