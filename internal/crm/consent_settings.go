package crm

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// ConsentSettings say by which words a contact stops and starts, what a stop
// refuses, and what is answered.
type ConsentSettings struct {
	// StopPurpose is what a stop word refuses.
	StopPurpose ConsentPurpose
	// Languages are the built-in ones and the workspace's own, by code.
	Languages []ConsentLanguage
	UpdatedAt *time.Time // nil while everything is built in
}

// ConsentLanguage holds the words of one language and the answers to them.
type ConsentLanguage struct {
	Language          string        `json:"language"`
	StopWords         []string      `json:"stopWords"`
	StartWords        []string      `json:"startWords"`
	StopConfirmation  ConsentAnswer `json:"stopConfirmation"`
	StartConfirmation ConsentAnswer `json:"startConfirmation"`
}

// ConsentAnswer confirms a word to the contact that wrote it.
type ConsentAnswer struct {
	Enabled bool   `json:"enabled"`
	Text    string `json:"text"`
}

// ConsentSettingsChange is what to change; nil leaves as it is, a language
// that is new is added.
type ConsentSettingsChange struct {
	StopPurpose *ConsentPurpose
	Languages   []ConsentLanguageChange
}

// ConsentLanguageChange is what to change of one language.
type ConsentLanguageChange struct {
	Language                            string
	StopWords, StartWords               []string
	StopConfirmation, StartConfirmation *ConsentAnswerChange
}

// ConsentAnswerChange is what to change of an answer.
type ConsentAnswerChange struct {
	Enabled *bool
	Text    *string
}

// Limits of the settings.
const (
	maxConsentLanguages = 40
	maxConsentWords     = 50
	MaxConsentWord      = 64
	maxConsentAnswer    = 1024
)

var languageCode = regexp.MustCompile(`^[a-z]{2,3}(_[A-Z]{2})?$`)

// Apply returns the settings with the change made, or every fault of it.
// Whether a word both stops and starts is for the matcher to say.
func (s ConsentSettings) Apply(c ConsentSettingsChange) (ConsentSettings, error) {
	var f Faults
	if c.StopPurpose != nil {
		if s.StopPurpose = *c.StopPurpose; !slices.Contains(ConsentPurposes, s.StopPurpose) {
			f.Add("/stopPurpose", CodeNotAllowed, "stopPurpose %q is not supported: use marketing or all.", clip(string(s.StopPurpose)))
		}
	}
	if len(c.Languages) > maxConsentLanguages {
		f.Add("/languages", CodeTooLong, "languages may have at most %d entries.", maxConsentLanguages)
		return s, f.Err()
	}
	s.Languages = slices.Clone(s.Languages)
	for i, change := range c.Languages {
		at := Pointer("languages", i)
		if !languageCode.MatchString(change.Language) {
			f.Add(at+"/language", CodeParameterInvalid, "language must be a code such as en or pt_BR.")
			continue
		}
		change.check(at, &f)
		n := slices.IndexFunc(s.Languages, func(l ConsentLanguage) bool { return l.Language == change.Language })
		if n < 0 {
			n = len(s.Languages)
			s.Languages = append(s.Languages, ConsentLanguage{Language: change.Language, StopWords: []string{}, StartWords: []string{}})
		}
		s.Languages[n] = s.Languages[n].with(change)
		s.Languages[n].check(at, &f)
	}
	if len(s.Languages) > maxConsentLanguages {
		f.Add("/languages", CodeTooLong, "languages may have at most %d entries.", maxConsentLanguages)
	}
	return s, f.Err()
}

func (l ConsentLanguage) with(c ConsentLanguageChange) ConsentLanguage {
	if c.StopWords != nil {
		l.StopWords = c.StopWords
	}
	if c.StartWords != nil {
		l.StartWords = c.StartWords
	}
	l.StopConfirmation = l.StopConfirmation.with(c.StopConfirmation)
	l.StartConfirmation = l.StartConfirmation.with(c.StartConfirmation)
	return l
}

func (a ConsentAnswer) with(c *ConsentAnswerChange) ConsentAnswer {
	if c != nil && c.Enabled != nil {
		a.Enabled = *c.Enabled
	}
	if c != nil && c.Text != nil {
		a.Text = *c.Text
	}
	return a
}

func (c ConsentLanguageChange) check(at string, f *Faults) {
	for _, list := range []struct {
		name  string
		words []string
	}{{"stopWords", c.StopWords}, {"startWords", c.StartWords}} {
		if len(list.words) > maxConsentWords {
			f.Add(at+"/"+list.name, CodeTooLong, "%s may have at most %d words.", list.name, maxConsentWords)
			continue
		}
		for i, w := range list.words {
			if n := utf8.RuneCountInString(w); n > MaxConsentWord {
				f.Add(at+Pointer(list.name, i), CodeTooLong, "A word may have at most %d characters.", MaxConsentWord)
			}
		}
	}
}

func (l ConsentLanguage) check(at string, f *Faults) {
	for _, a := range []struct {
		name   string
		answer ConsentAnswer
	}{{"stopConfirmation", l.StopConfirmation}, {"startConfirmation", l.StartConfirmation}} {
		if a.answer.Enabled && strings.TrimSpace(a.answer.Text) == "" {
			f.Add(at+"/"+a.name+"/text", CodeRequired, "An enabled confirmation needs a text.")
		}
		if utf8.RuneCountInString(a.answer.Text) > maxConsentAnswer {
			f.Add(at+"/"+a.name+"/text", CodeTooLong, "text may have at most %d characters.", maxConsentAnswer)
		}
	}
}

// Changed returns the languages that are not as they are built in.
func (s ConsentSettings) Changed() []ConsentLanguage {
	return slices.DeleteFunc(slices.Clone(s.Languages), func(l ConsentLanguage) bool {
		return slices.ContainsFunc(builtInConsent, func(b ConsentLanguage) bool { return reflect.DeepEqual(b, l) })
	})
}

// Replace puts languages in the place of those with the same code, others at
// the end.
func (s *ConsentSettings) Replace(list []ConsentLanguage) {
	for _, l := range list {
		if i := slices.IndexFunc(s.Languages, func(have ConsentLanguage) bool { return have.Language == l.Language }); i >= 0 {
			s.Languages[i] = l
		} else {
			s.Languages = append(s.Languages, l)
		}
	}
}
