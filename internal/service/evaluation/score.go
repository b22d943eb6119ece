package evaluation

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/decide"
	"service.example/crm/internal/knowledge"
	"service.example/crm/internal/service/reply"
)

// score scores what a revision made of a question, but for tokens, cost and
// latency.
func score(item crm.EvaluationItem, o reply.Proposal, trace *reply.AnswerTrace) (out crm.EvaluationScores) {
	replied := o.State == crm.TurnReplied
	out.HandedOff = o.State == crm.TurnHandedOff
	out.Grounded = grounded(o, trace)
	if handsOff, known := item.Expected(); known {
		as := out.HandedOff == handsOff && (handsOff || replied)
		out.Decision = &as
	}
	if item.Answer != "" {
		if !replied {
			out.Agreement = new(float64) // the person answered
		} else if v, ok := decide.Agreement(o.Text, item.Answer); ok {
			out.Agreement = &v
		}
	}
	if len(item.ExpectedFacts) > 0 {
		out.Facts = new(float64)
		if replied {
			*out.Facts = decide.Covered(o.Text, item.ExpectedFacts)
		}
	}
	return out
}

// grounded reports whether the answer that was written is said by what it
// cites; nil where none was: a greeting and a question back say nothing. What
// the output gate refused was written, and is not.
func grounded(o reply.Proposal, trace *reply.AnswerTrace) *bool {
	is := false
	switch {
	case o.Result.Reason == string(crm.HandOffAnswerRefused):
	case o.State != crm.TurnReplied || o.Result.Source == crm.ReplyFromGreeting:
		return nil
	case o.Result.Source == crm.ReplyFromModel && trace.Answer != nil && trace.Answer.Action == decide.Clarify:
		return nil
	default:
		var cited []knowledge.Passage
		for _, c := range o.Result.Citations {
			if p, ok := trace.Passage(c.PassageID); ok {
				cited = append(cited, p)
			}
		}
		is = len(cited) == len(o.Result.Citations) && decide.Grounded(o.Text, o.Result.Language, cited)
	}
	return &is
}
