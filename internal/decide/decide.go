package decide

import (
	"fmt"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/knowledge"
)

// Said is one message of a conversation as a turn sees it.
type Said struct {
	ID         string // ours
	ProviderID string
	Inbound    bool
	Type       string
	Text       string
	At         time.Time // when it was stored
	Revoked    bool
	// Machine says that an assistant wrote it.
	Machine bool
}

// Facts are all that the decision about a turn rests on.
type Facts struct {
	Now           time.Time
	Config        crm.AssistantConfig
	Conversation  crm.Conversation
	ActiveSpeaker crm.ActiveSpeaker
	// From is who writes; OwnNumbers are those of the workspace.
	From       string
	OwnNumbers []string
	// Stopped says that somebody switched the assistants off.
	Stopped  bool
	OpenedAt time.Time  // when the burst began
	Burst    []Said     // oldest first
	Before   []Said     // the conversation before it, oldest first
	Turns    []crm.Turn // those decided before, newest first
	// Echoes is how many of the contact's last messages, in a row, say word for
	// word what an assistant said lately, to whomever.
	Echoes int
}

// Act is what is done about a turn.
type Act string

// The acts.
const (
	ActAnswer  Act = "answer"   // look for an answer
	ActGreet   Act = "greet"    // say hello, without a model
	ActSilent  Act = "silent"   // nothing is to be said
	ActHandOff Act = "hand_off" // people answer
	ActWait    Act = "wait"     // decide again at Until
	ActPause   Act = "pause"    // a machine writes: silent until Until
)

// Decision is what is done and why.
type Decision struct {
	Act      Act
	Reason   string
	Evidence string // what the reason rests on, for people
	Until    time.Time
	// Tell says whether the customer hears of a hand-off.
	Tell bool
	// Question is what is to be answered, Language the language of it.
	Question, Language string
	Negative           bool
}

// Why nothing is said.
const (
	SilentOffDuty   = "off_duty"
	SilentOwnNumber = "own_number"
	SilentNothing   = "nothing_to_answer"
	SilentClosing   = "closing_words"
	SilentRevoked   = "taken_back"
	SilentPerson    = "person_speaks"
)

// Decide says what is done about a burst before anything is looked up.
func Decide(f Facts) Decision {
	d := Decision{Question: Question(f.Burst)}
	folded := fold(d.Question)
	d.Language = f.language(d.Question)
	d.Negative = upset.in(folded) != ""
	for _, rule := range []func(Facts, *Decision, string) bool{anotherSpeaks, nobodyToAnswer, loops, cannotSpeak, paces, asksForPeople, isNoQuestion} {
		if rule(f, &d, folded) {
			return d
		}
	}
	d.Act = ActAnswer
	return d
}

func (d *Decision) silent(reason string) bool {
	d.Act, d.Reason = ActSilent, reason
	return true
}

func (d *Decision) handOff(reason crm.HandOffReason, tell bool, evidence string, args ...any) bool {
	d.Act, d.Reason, d.Tell, d.Evidence = ActHandOff, string(reason), tell, fmt.Sprintf(evidence, args...)
	return true
}

// anotherSpeaks: an assistant speaks only while nobody else does.
func anotherSpeaks(f Facts, d *Decision, _ string) bool {
	switch {
	case f.ActiveSpeaker.SpeakerAt(f.Now) == crm.SpeakerPerson:
		return d.silent(SilentPerson)
	case f.Stopped || !f.ActiveSpeaker.AssistantSpeaks(f.Now):
		return d.silent(SilentOffDuty)
	}
	return false
}

// nobodyToAnswer: our own numbers, and messages that were taken back.
func nobodyToAnswer(f Facts, d *Decision, _ string) bool {
	for _, n := range f.OwnNumbers {
		if n == f.From {
			return d.silent(SilentOwnNumber)
		}
	}
	for _, s := range f.Burst {
		if !s.Revoked {
			return false
		}
	}
	return d.silent(SilentRevoked)
}

// cannotSpeak: what must not be sent, or not by a machine any more.
func cannotSpeak(f Facts, d *Decision, _ string) bool {
	c := f.Conversation
	if c.RefusesAllAt != nil || c.OptedOutAt != nil && !c.OptedOutAt.Before(f.OpenedAt) {
		return d.handOff(crm.HandOffOptedOut, false, "The contact has opted out.")
	}
	if err := c.CheckWindow(f.Now); err != nil {
		return d.handOff(crm.HandOffWindow, false, "%s", crm.AsError(err).Message)
	}
	if closes := c.WindowClosesAt(); f.Config.HandOff.WindowEnds > 0 && closes.Sub(f.Now) < time.Duration(f.Config.HandOff.WindowEnds)*time.Minute {
		return d.handOff(crm.HandOffWindow, true, "The customer-service window closes at %s.", closes.UTC().Format(time.RFC3339))
	}
	return false
}

// asksForPeople are the triggers that no model decides about.
func asksForPeople(f Facts, d *Decision, folded string) bool {
	if phrase := wantsPerson.in(folded); phrase != "" {
		return d.handOff(crm.HandOffAsked, true, "The customer wrote %q.", phrase)
	}
	if word := compile(f.Config.HandOff.Words).in(folded); word != "" {
		return d.handOff(crm.HandOffPolicy, true, "The customer wrote %q.", word)
	}
	if d.Negative && upsetBefore(f) {
		return d.handOff(crm.HandOffNegative, true, "The customer is dissatisfied for the second time.")
	}
	if strings.TrimSpace(d.Question) == "" && wordless(f.Burst) != "" {
		return d.handOff(crm.HandOffMedia, true, "The customer sent %s without words.", wordless(f.Burst))
	}
	if asked := askedBefore(f, d.Question); asked {
		return d.handOff(crm.HandOffRepeated, true, "The customer asked the same within %s.", repeatSoon)
	}
	if !allowed(f.Config.Languages, d.Language) {
		return d.handOff(crm.HandOffLanguage, true, "The customer writes in %q.", d.Language)
	}
	return false
}

func allowed(list []string, language string) bool {
	if len(list) == 0 || language == "" {
		return true
	}
	for _, l := range list {
		if l == language {
			return true
		}
	}
	return false
}

func upsetBefore(f Facts) bool {
	for _, t := range f.Turns {
		if t.State == crm.TurnHandedOff {
			return false
		}
		if t.Result.Negative && t.DecidedAt != nil && f.Now.Sub(*t.DecidedAt) < negativeFor {
			return true
		}
	}
	return false
}

// askedBefore reports whether the question was asked, and answered by an
// assistant, shortly before.
func askedBefore(f Facts, question string) bool {
	want := knowledge.Normalise(question)
	if want == "" || greeted(fold(question)) != "" || closings.is(fold(question)) {
		return false
	}
	for i := len(f.Before) - 1; i >= 0; i-- {
		s := f.Before[i]
		if f.Now.Sub(s.At) > repeatSoon {
			return false
		}
		if s.Inbound && knowledge.Normalise(s.Text) == want {
			return answered(f.Before[i+1:])
		}
	}
	return false
}

func answered(after []Said) bool {
	for _, s := range after {
		if !s.Inbound {
			return s.Machine
		}
	}
	return false
}

// isNoQuestion: hello, thanks, or nothing that could be answered.
func isNoQuestion(_ Facts, d *Decision, folded string) bool {
	switch {
	case strings.TrimSpace(d.Question) == "":
		return d.silent(SilentNothing)
	case greeted(folded) != "":
		d.Act = ActGreet
		return true
	case closings.is(folded) || strings.TrimSpace(folded) == "":
		return d.silent(SilentClosing)
	}
	return false
}

// Asks reports whether a message to people wants an answer: all do but thanks,
// good-byes and signs.
func Asks(text string) bool {
	if strings.TrimSpace(text) == "" {
		return true // an image, a voice message
	}
	folded := fold(text)
	return strings.TrimSpace(folded) != "" && !closings.is(folded)
}

func greeted(folded string) string {
	for language, list := range greetingWords {
		if list.is(folded) {
			return language
		}
	}
	return ""
}

// Question is what a burst says, its messages joined in their order.
func Question(burst []Said) string {
	var lines []string
	for _, s := range burst {
		if text := strings.TrimSpace(s.Text); text != "" && !s.Revoked {
			lines = append(lines, text)
		}
	}
	return strings.Join(lines, "\n")
}

// Answerable are the types of message that a turn is opened for. Stickers,
// reactions, notices and what is not understood at all are for people to see.
func Answerable(kind string) bool {
	switch kind {
	case "text", "image", "video", "audio", "document", "location", "contacts", "button", "interactive", "order":
		return true
	}
	return false
}

// wordless names the type of a message that says nothing in words.
func wordless(burst []Said) string {
	for _, s := range burst {
		if !s.Revoked && strings.TrimSpace(s.Text) == "" {
			return s.Type
		}
	}
	return ""
}

// language is that of the question, else the conversation's so far.
func (f Facts) language(question string) string {
	if l := Language(question); l != "" {
		return l
	}
	for _, t := range f.Turns {
		if t.Result.Language != "" {
			return t.Result.Language
		}
	}
	for i := len(f.Before) - 1; i >= 0; i-- {
		if l := Language(f.Before[i].Text); f.Before[i].Inbound && l != "" {
			return l
		}
	}
	if len(f.Config.Languages) > 0 {
		return f.Config.Languages[0]
	}
	return ""
}

// Recheck looks again at what may have changed while an answer was written: who
// is the active speaker, the switches, the window, and whether the contact wants to hear
// anything. When the answer does not stand, the decision says what is done
// instead.
func Recheck(f Facts) (d Decision, stands bool) {
	for _, rule := range []func(Facts, *Decision, string) bool{anotherSpeaks, cannotSpeak} {
		if rule(f, &d, "") {
			return d, false
		}
	}
	return d, true
}
