package crm

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

//go:embed consent_words.json
var consentWordsFile []byte

// builtInConsent is what a workspace starts with. Words that often mean
// something else in a service conversation (cancel, end, quit) are left out on
// purpose; a workspace may add them.
var builtInConsent = mustReadConsentWords(consentWordsFile)

// BuiltInConsentSettings are those of a workspace that changed nothing.
func BuiltInConsentSettings() ConsentSettings {
	return ConsentSettings{StopPurpose: PurposeMarketing, Languages: slices.Clone(builtInConsent)}
}

func mustReadConsentWords(text []byte) []ConsentLanguage {
	list, err := readConsentWords(text)
	if err != nil {
		panic("crm: consent_words.json: " + err.Error()) // the file is part of the binary
	}
	return list
}

// readConsentWords holds the file against the rules for settings that callers
// send, and each language must have both kinds of words.
func readConsentWords(text []byte) (list []ConsentLanguage, err error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&list); err != nil {
		return nil, err
	}
	if decoder.More() {
		return nil, errors.New("there is text after the list")
	}
	for i, l := range list {
		if !languageCode.MatchString(l.Language) || slices.ContainsFunc(list[:i], func(o ConsentLanguage) bool { return o.Language == l.Language }) {
			return nil, fmt.Errorf("language %q is no code or is listed twice", l.Language)
		}
		for _, words := range [][]string{l.StopWords, l.StartWords} {
			if len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return strings.TrimSpace(w) == "" }) {
				return nil, fmt.Errorf("language %q: a list of words is empty or has an empty word", l.Language)
			}
		}
		var f Faults
		ConsentLanguageChange{StopWords: l.StopWords, StartWords: l.StartWords}.check(Pointer(l.Language), &f)
		l.check(Pointer(l.Language), &f)
		if err := f.Err(); err != nil {
			return nil, fmt.Errorf("language %q: %w", l.Language, err)
		}
	}
	return list, nil
}
