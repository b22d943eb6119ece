package service

import (
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/knowledge"
)

// score scores what a revision made of a question, but for tokens, cost and
// latency.
func score(item crm.EvaluationItem, o outcome, trace *AnswerTrace) (out crm.EvaluationScores) {
	replied := o.state == crm.TurnReplied
	out.HandedOff = o.state == crm.TurnHandedOff
	out.Grounded = grounded(o, trace)
	if handsOff, known := item.Expected(); known {
		as := out.HandedOff == handsOff && (handsOff || replied)
		out.Decision = &as
	}
	if item.Answer != "" {
		if !replied {
			out.Agreement = new(float64) // the person answered
		} else if v, ok := decide.Agreement(o.text, item.Answer); ok {
			out.Agreement = &v
		}
	}
	if len(item.ExpectedFacts) > 0 {
		out.Facts = new(float64)
		if replied {
			*out.Facts = decide.Covered(o.text, item.ExpectedFacts)
		}
	}
	return out
}

// grounded reports whether the answer that was written is said by what it
// cites; nil where none was: a greeting and a question back say nothing. What
// the output gate refused was written, and is not.
func grounded(o outcome, trace *AnswerTrace) *bool {
	is := false
	switch {
	case o.result.Reason == string(crm.HandOffAnswerRefused):
	case o.state != crm.TurnReplied || o.result.Source == crm.ReplyFromGreeting:
		return nil
	case o.result.Source == crm.ReplyFromModel && trace.Answer != nil && trace.Answer.Action == decide.Clarify:
		return nil
	default:
		var cited []knowledge.Passage
		for _, c := range o.result.Citations {
			if p, ok := trace.passage(c.PassageID); ok {
				cited = append(cited, p)
			}
		}
		is = len(cited) == len(o.result.Citations) && decide.Grounded(o.text, o.result.Language, cited)
	}
	return &is
}

// passage returns a passage that was found.
func (t *AnswerTrace) passage(id string) (knowledge.Passage, bool) {
	if i := slices.IndexFunc(t.Passages, func(p knowledge.Passage) bool { return p.ID == id }); i >= 0 {
		return t.Passages[i], true
	}
	if i := slices.IndexFunc(t.Approved, func(a decide.Approved) bool { return a.Passage.ID == id }); i >= 0 {
		return t.Approved[i].Passage, true
	}
	return knowledge.Passage{}, false
}
