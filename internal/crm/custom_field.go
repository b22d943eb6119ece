package crm

import (
	"math/big"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// FieldType is what a custom field holds.
type FieldType string

// The types of custom fields.
const (
	FieldText    FieldType = "text"
	FieldNumber  FieldType = "number"
	FieldBoolean FieldType = "boolean"
	FieldDate    FieldType = "date"
	FieldSelect  FieldType = "select"
	FieldURL     FieldType = "url"
)

// FieldTypes lists every type.
var FieldTypes = []FieldType{FieldText, FieldNumber, FieldBoolean, FieldDate, FieldSelect, FieldURL}

// Bounds of custom fields.
const (
	MaxCustomFields = 100
	MaxFieldOptions = 200
	maxFieldText    = 1000
	maxFieldLabel   = 100
	shownOptions    = 10 // by a fault, of which an import may have many
)

// CustomField defines a custom field of the contacts of a workspace, or of its deals.
type CustomField struct {
	ID          string
	WorkspaceID string
	Owner       FieldOwner
	// Number is the definition's own for good; values are stored under it.
	Number    int
	Key       string
	Label     string
	Type      FieldType
	Options   []string // of a select
	CreatedAt time.Time
}

var fieldKey = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// Validate adds every fault of the definition.
func (d CustomField) Validate(f *Faults) {
	if !fieldKey.MatchString(d.Key) {
		f.Add("/key", CodeParameterInvalid, "key must begin with a letter and have at most 40 characters from a–z, 0–9 and _.")
	}
	if !slices.Contains(FieldTypes, d.Type) {
		f.Add("/type", CodeNotAllowed, "type must be text, number, boolean, date, select or url.")
	}
	d.ValidateLabel(f)
	d.ValidateOptions(f)
}

// ValidateLabel adds the faults of the label.
func (d CustomField) ValidateLabel(f *Faults) {
	if strings.TrimSpace(d.Label) == "" {
		f.Add("/label", CodeRequired, "label is required: a display name for people.")
	} else if utf8.RuneCountInString(d.Label) > maxFieldLabel {
		f.Add("/label", CodeTooLong, "label may have at most %d characters.", maxFieldLabel)
	}
}

// ValidateOptions adds the faults of the options.
func (d CustomField) ValidateOptions(f *Faults) {
	switch {
	case d.Type != FieldSelect && len(d.Options) > 0:
		f.Add("/options", CodeNotAllowed, "Only a field of type select may have options.")
	case d.Type == FieldSelect && (len(d.Options) == 0 || len(d.Options) > MaxFieldOptions):
		f.Add("/options", CodeOutOfRange, "A select field must have 1 to %d options.", MaxFieldOptions)
	}
	if len(d.Options) > MaxFieldOptions {
		return // each is held against all before it
	}
	for i, o := range d.Options {
		if strings.TrimSpace(o) == "" || utf8.RuneCountInString(o) > maxFieldLabel || slices.Contains(d.Options[:i], o) {
			f.Add(Pointer("options", i), CodeParameterInvalid, "An option must have 1 to %d characters and be listed only once.", maxFieldLabel)
		}
	}
}

// Parse reads a value in the form in which people and files write it and
// returns it in the one form in which it is stored. reason says what is wrong.
func (d CustomField) Parse(text string) (value, reason string) {
	text = strings.TrimSpace(text)
	switch d.Type {
	case FieldNumber:
		return parseNumber(text)
	case FieldBoolean:
		switch strings.ToLower(text) {
		case "true", "yes", "1":
			return "true", ""
		case "false", "no", "0":
			return "false", ""
		}
		return "", "is true or false"
	case FieldDate:
		day, _, _ := strings.Cut(text, "T")
		if _, err := time.Parse(time.DateOnly, day); err != nil {
			return "", "is a date such as 2026-01-31"
		}
		return day, ""
	case FieldSelect:
		for _, o := range d.Options {
			if strings.EqualFold(o, text) {
				return o, ""
			}
		}
		if len(d.Options) > shownOptions {
			return "", "is one of " + strings.Join(d.Options[:shownOptions], ", ") + ", …"
		}
		return "", "is one of " + strings.Join(d.Options, ", ")
	case FieldURL:
		if u, err := url.Parse(text); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return "", "is an http or https address"
		}
	}
	if utf8.RuneCountInString(text) > maxFieldText {
		return "", "has at most 1000 characters"
	}
	return text, ""
}

var plainNumber = regexp.MustCompile(`^-?[0-9]{1,20}(\.[0-9]{1,10})?$`)

// parseNumber keeps every digit that counts: 1.50 is 1.5, and no float rounds.
func parseNumber(text string) (value, reason string) {
	if !plainNumber.MatchString(text) {
		return "", "is a number such as 12 or -3.5"
	}
	r, _ := new(big.Rat).SetString(text)
	value = r.FloatString(10)
	value = strings.TrimSuffix(strings.TrimRight(value, "0"), ".")
	if value == "-0" || value == "" {
		value = "0"
	}
	return value, ""
}
