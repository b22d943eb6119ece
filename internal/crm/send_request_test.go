package crm

import (
	"strings"
	"testing"
	"time"
)

func TestValidPhone(t *testing.T) {
	for number, want := range map[string]bool{"+14155550123": true, "+1234567": true, "+123456789012345": true, "+919555501250": true,
		"14155550123": false, "+123456": false, "+1234567890123456": false, "+04155550123": false, "+1 4155550123": false, "": false,
		"+": false, "+14155550123\n": false, " +14155550123": false, "+١٤١٥٥٥٥٠١٢٣": false, "＋14155550123": false, "+1-415-555-0123": false} {
		if ValidPhone(number) != want {
			t.Errorf("%q: %v", number, !want)
		}
	}
}

// Validate tells every fault at once, in the same order each time.
func TestSendRequestTellsAllFaults(t *testing.T) {
	past, far := noon.Add(-time.Hour), noon.Add(MaxScheduleAhead+time.Second)
	many := map[string]string{}
	for _, k := range []string{"z", "y", "x"} {
		many[strings.Repeat(k, MaxMetadataKey+1)] = strings.Repeat("v", MaxMetadataValue+1)
	}
	r := SendRequest{To: "123", Type: "template", ScheduledAt: &far, ExpiresAt: &past, Metadata: many, Text: &Text{Body: "x"},
		Template: &TemplateContent{Name: strings.Repeat("n", 513), Parameters: map[string]string{"b": strings.Repeat("v", 4097), "a": strings.Repeat("v", 4097)}}}
	want := ""
	for range 20 {
		var f Faults
		r.Validate(noon, &f)
		got := f.Err().Error()
		if want == "" {
			want = got
		}
		if len(f.list) != 13 || got != want {
			t.Fatalf("there are %d faults: %s", len(f.list), got)
		}
	}
}

func TestSendRequestBounds(t *testing.T) {
	last, first := noon.Add(MaxScheduleAhead), noon.Add(time.Millisecond)
	full := map[string]string{}
	for i := range MaxMetadataKeys {
		full[strings.Repeat("é", MaxMetadataKey-1)+string(rune('a'+i))] = strings.Repeat("🙂", MaxMetadataValue)
	}
	for name, r := range map[string]SendRequest{
		"the longest text":      {To: "+14155550123", Type: "text", Text: &Text{Body: strings.Repeat("é", MaxTextBody)}},
		"the last moment":       {To: "+14155550123", Type: "template", Template: &TemplateContent{Name: "n"}, ScheduledAt: &last},
		"the next moment":       {To: "+14155550123", Type: "template", Template: &TemplateContent{Name: "n"}, ExpiresAt: &first},
		"all metadata":          {To: "+14155550123", Type: "template", Template: &TemplateContent{Name: "n"}, Metadata: full},
		"a user id":             {UserID: "US.13491208655302741918", Type: "template", Template: &TemplateContent{Name: "n"}},
		"the longest name":      {To: "+14155550123", Type: "template", Template: &TemplateContent{Name: strings.Repeat("n", 512)}},
		"a moment that is past": {To: "+14155550123", Type: "template", Template: &TemplateContent{Name: "n"}, ScheduledAt: &noon},
	} {
		var f Faults
		if r.Validate(noon, &f); !f.Empty() {
			t.Errorf("%s: %v", name, f.list)
		}
	}
}

func TestTextBody(t *testing.T) {
	for body, want := range map[string]Code{"": CodeRequired, " \n\t": CodeRequired, strings.Repeat("é", MaxTextBody+1): CodeTooLong, "a\xff": CodeParameterInvalid, "ok": ""} {
		var f Faults
		(&SendRequest{To: "+14155550123", Type: "text", Text: &Text{Body: body}}).Validate(noon, &f)
		if CodeOf(f.Err()) != want {
			t.Errorf("%.10q: %v", body, f.Err())
		}
	}
}

func TestClip(t *testing.T) {
	if got := clip(strings.Repeat("é", 100)); got != strings.Repeat("é", 40)+"…" {
		t.Error(got)
	}
	if got := clip("short"); got != "short" {
		t.Error(got)
	}
}
