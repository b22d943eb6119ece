package decide

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"service.example/crm/internal/ai"
	"service.example/crm/internal/crm"
)

// What a model may want done. Nothing else is ever done for it.
const (
	Answers  = "answer"
	Clarify  = "clarify"
	HandsOff = "handoff"
	Ignores  = "ignore"
)

// Answer is a model's answer, read but not believed.
type Answer struct {
	Action    string   `json:"action"`
	Text      string   `json:"text"`
	Citations []string `json:"citations"`
	Language  string   `json:"language"`
	Reason    string   `json:"reason"`
}

// Parse reads an answer. An error says what a model can do better.
func Parse(text string) (a Answer, err error) {
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return a, errors.New("the answer is no JSON object of the schema")
	}
	a.Text = strings.TrimSpace(ai.Printable(a.Text))
	a.Reason = ai.Printable(a.Reason)
	if !slices.Contains(crm.ModelActions, a.Action) {
		return a, errors.New(`"action" is one of answer, clarify, handoff, ignore`)
	}
	if a.Text == "" && (a.Action == Answers || a.Action == Clarify) {
		return a, errors.New(`"text" is empty`)
	}
	if !languageForm(a.Language) {
		a.Language = ""
	}
	return a, nil
}

func languageForm(s string) bool {
	return len(s) == 2 && s[0] >= 'a' && s[0] <= 'z' && s[1] >= 'a' && s[1] <= 'z'
}
