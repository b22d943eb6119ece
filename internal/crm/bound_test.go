package crm

import (
	"fmt"
	"strings"
	"testing"
)

// A list that is too long is one fault and is not looked into: what a request
// costs must not grow with the square of it, nor its answer with its length.
func TestLongListsAreOneFault(t *testing.T) {
	const many = 1000
	words := make([]string, many)
	fields := map[string]any{}
	languages := make([]ConsentLanguageChange, many)
	for i := range words {
		words[i] = ""
		fields[fmt.Sprint("unknown", i)] = i
		languages[i] = ConsentLanguageChange{Language: "?"}
	}
	var options, tags Faults
	CustomField{Type: FieldSelect, Options: words}.ValidateOptions(&options)
	CheckTags(words, &tags)
	_, contact := ContactChange{Fields: fields}.Apply(Contact{Phone: "+14155550123"}, nil)
	_, language := BuiltInConsentSettings().Apply(ConsentSettingsChange{Languages: languages})
	long := make([]string, many)
	for i := range long {
		long[i] = fmt.Sprintf("%0*d", MaxConsentWord+1, i)
	}
	_, word := BuiltInConsentSettings().Apply(ConsentSettingsChange{Languages: []ConsentLanguageChange{{Language: "en", StopWords: long}}})
	for name, err := range map[string]error{"options": options.Err(), "tags": tags.Err(), "fields": contact, "languages": language, "words": word} {
		if err == nil || len(AsError(err).Fields) != 1 {
			t.Errorf("%s: %.200v", name, err)
		}
	}
}

// What is told of every cell that an import does not take must be short.
func TestFaultsOfAnImportAreShort(t *testing.T) {
	wide := make([]string, 60_000)
	for i := range wide {
		wide[i] = "x"
	}
	var f Faults
	if list := (ImportOptions{}).Columns(wide, nil, &f); len(list) != 0 || f.Empty() || AsError(f.Err()).Fields[0].Pointer != "/file" {
		t.Errorf("%d columns: %.200v", len(list), f.Err())
	}
	long := strings.Repeat("x", 60_000)
	f = Faults{}
	list := ImportOptions{Mapping: map[string]string{long: ColumnName}}.Columns([]string{"phone", long}, nil, &f)
	if !f.Empty() || len(list) != 2 || list[1].Target != ColumnName || len(list[1].Header) > 1000 {
		t.Errorf("%.200v: %.200v", list, f.Err())
	}
	d := CustomField{Type: FieldSelect}
	for i := range MaxFieldOptions {
		d.Options = append(d.Options, fmt.Sprintf("%0100d", i))
	}
	if _, reason := d.Parse("nothing"); len(reason) > 2000 {
		t.Errorf("a fault has %d bytes", len(reason))
	}
}
