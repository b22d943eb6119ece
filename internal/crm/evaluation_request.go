package crm

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// EvaluationQuestion is a question with what is expected of an answer.
type EvaluationQuestion struct {
	Question string `json:"question"`
	// Answer is what a person answered, "" where nobody did.
	Answer        string   `json:"answer,omitempty"`
	ExpectedFacts []string `json:"expectedFacts,omitempty"`
	Language      string   `json:"language,omitempty"`
	// ShouldHandOff says whether people should get it; nil where nobody said.
	ShouldHandOff *bool `json:"shouldHandOff,omitempty"`
}

// Expected is whether the question should go to people, as far as that is
// known: who gives an answer or facts expects an answer.
func (q EvaluationQuestion) Expected() (handsOff, known bool) {
	if q.ShouldHandOff != nil {
		return *q.ShouldHandOff, true
	}
	return false, q.Answer != "" || len(q.ExpectedFacts) > 0
}

// EvaluationRequest asks for an evaluation of a revision; 0 is the newest.
type EvaluationRequest struct {
	Revision int              `json:"-"`
	Source   EvaluationSource `json:"source"`
	// These select conversations.
	PhoneNumberIDs []string   `json:"phoneNumberIds,omitempty"`
	Since          *time.Time `json:"since,omitempty"`
	Until          *time.Time `json:"until,omitempty"`
	Limit          int        `json:"limit,omitempty"`

	Questions []EvaluationQuestion `json:"-"`
}

// Validate records what is wrong with the request.
func (r *EvaluationRequest) Validate(now time.Time, f *Faults) {
	switch r.Source {
	case FromConversations:
		r.validateConversations(now, f)
	case FromQuestions:
		r.validateQuestions(f)
	case "":
		f.Add("/source", CodeRequired, "source is required: conversations or questions.")
	default:
		f.Add("/source", CodeNotAllowed, "source must be conversations or questions.")
	}
}

func (r *EvaluationRequest) validateConversations(now time.Time, f *Faults) {
	if len(r.Questions) > 0 {
		f.Add("/questions", CodeNotAllowed, "questions and csv are allowed only with source questions.")
	}
	if r.Limit == 0 {
		r.Limit = DefaultEvaluationItems
	}
	if r.Limit < 0 || r.Limit > MaxEvaluationItems {
		f.Add("/limit", CodeOutOfRange, "limit must be from 1 to %d.", MaxEvaluationItems)
	}
	if r.Since != nil && (r.Since.Before(FirstTime) || inFuture(*r.Since, now)) {
		f.Add("/since", CodeOutOfRange, "since must be between 1970 and now.")
	}
	if r.Until != nil && r.Until.After(LastTime) {
		f.Add("/until", CodeOutOfRange, "until must not be after the year 9998.")
	}
	if r.Since != nil && r.Until != nil && !r.Since.Before(*r.Until) {
		f.Add("/until", CodeOutOfRange, "until must be after since.")
	}
}

func (r *EvaluationRequest) validateQuestions(f *Faults) {
	if len(r.PhoneNumberIDs) > 0 {
		f.Add("/phoneNumberIds", CodeNotAllowed, "phoneNumberIds is allowed only with source conversations.")
	}
	if r.Since != nil {
		f.Add("/since", CodeNotAllowed, "since is allowed only with source conversations.")
	}
	if r.Until != nil {
		f.Add("/until", CodeNotAllowed, "until is allowed only with source conversations.")
	}
	if r.Limit != 0 {
		f.Add("/limit", CodeNotAllowed, "limit is allowed only with source conversations.")
	}
	if n := len(r.Questions); n == 0 {
		f.Add("/questions", CodeRequired, "questions are required: 1 to %d of them, or a csv.", MaxEvaluationItems)
	} else if n > MaxEvaluationItems {
		f.Add("/questions", CodeOutOfRange, "There are %d questions; an evaluation may have at most %d.", n, MaxEvaluationItems)
		return
	}
	for i := range r.Questions {
		r.Questions[i].validate(Pointer("questions", i), f)
	}
}

func (q *EvaluationQuestion) validate(at string, f *Faults) {
	if n := utf8.RuneCountInString(q.Question); strings.TrimSpace(q.Question) == "" || n > MaxTextBody {
		f.Add(at+"/question", CodeRequired, "question must have 1 to %d characters.", MaxTextBody)
	}
	if utf8.RuneCountInString(q.Answer) > maxAnswerExpected {
		f.Add(at+"/answer", CodeTooLong, "answer may have at most %d characters.", maxAnswerExpected)
	}
	if len(q.ExpectedFacts) > maxExpectedFacts {
		f.Add(at+"/expectedFacts", CodeOutOfRange, "A question may have at most %d expected facts.", maxExpectedFacts)
	}
	for i, fact := range q.ExpectedFacts {
		if n := utf8.RuneCountInString(fact); !hasWords(fact) || n > maxExpectedFact {
			f.Add(at+Pointer("expectedFacts", i), CodeOutOfRange, "An expected fact must have 1 to %d characters, including a letter or a digit.", maxExpectedFact)
		}
	}
	if q.Language != "" && !twoLetters.MatchString(q.Language) {
		f.Add(at+"/language", CodeNotAllowed, "language must be two lower-case letters, such as en.")
	}
	if q.ShouldHandOff != nil && *q.ShouldHandOff && (q.Answer != "" || len(q.ExpectedFacts) > 0) {
		f.Add(at+"/shouldHandOff", CodeNotAllowed, "A question with shouldHandOff may not have expected facts or an answer.")
	}
}

// PublishRequest asks for a revision to be made live.
type PublishRequest struct {
	Revision          int
	EvaluationID      string
	WithoutEvaluation bool
	Reason            string
}

// Validate records what is wrong with the request. usable is the newest
// completed evaluation that shows the revision beside the one that is live,
// newest any completed one of it; nil without.
func (r PublishRequest) Validate(usable, newest *Evaluation, f *Faults) {
	if n := utf8.RuneCountInString(r.Reason); n > maxPublishReason {
		f.Add("/reason", CodeTooLong, "reason may have at most %d characters.", maxPublishReason)
	}
	switch {
	case r.EvaluationID != "" && r.WithoutEvaluation:
		f.Add("/withoutEvaluation", CodeNotAllowed, "withoutEvaluation and evaluationId exclude each other.")
	case r.WithoutEvaluation && usable != nil:
		f.Add("/withoutEvaluation", CodeNotAllowed, "There is an evaluation of revision %d. Look at its table and send its id, %q, as evaluationId.", r.Revision, usable.ID)
	case r.WithoutEvaluation && !hasWords(r.Reason):
		f.Add("/reason", CodeRequired, "reason is required without an evaluation; it is stored with the publication.")
	case r.WithoutEvaluation:
	case r.EvaluationID == "" && usable != nil:
		f.Add("/evaluationId", CodeRequired, "evaluationId is required. Look at the table of %q, the newest evaluation of revision %d, and send its id.", usable.ID, r.Revision)
	case r.EvaluationID == "":
		f.Add("/evaluationId", CodeRequired, "evaluationId is required. Evaluate revision %d, look at the table and send its id, or set withoutEvaluation with a reason.", r.Revision)
	case usable == nil && newest != nil && r.EvaluationID == newest.ID:
		f.Add("/evaluationId", CodeNotAllowed, "The evaluation does not compare revision %d with the revision that is live now. Evaluate it again.", r.Revision)
	case usable == nil || usable.ID != r.EvaluationID:
		f.Add("/evaluationId", CodeNotAllowed, "evaluationId must be the newest completed evaluation of revision %d with a result.", r.Revision)
	}
}

// hasWords reports whether a text has a letter or a digit.
func hasWords(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}
