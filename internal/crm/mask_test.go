package crm

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestMaskPhone(t *testing.T) {
	for number, want := range map[string]string{
		"":                "",
		"+491701234567":   "+49••••••4567",
		"+14155550123":    "+1••••••0123",
		"14155550123":     "1••••••0123",
		"+79161234567":    "+7••••••4567",
		"+35312345678":    "+353••••5678",
		"+37261234":       "+372•••34",
		"+2901234":        "+290••34",
		"+372123456":      "+372••3456",
		"00491701234567":  "004•••••••4567", // it is no international form
		"+49 170 1234567": "+49••••••4567",
		"12345":           "1••45",
		"12":              "••",
		"US.1349120865":   "US.1349120865",
		"no digits":       "no digits",
	} {
		if got := MaskPhone(number); got != want {
			t.Errorf("%q is shown as %q, want %q", number, got, want)
		}
	}
}

// Whatever the text, no more of its digits is shown than its country code and its
// last four, at least two are not, and a mask is masked no further.
func FuzzMaskPhone(f *testing.F) {
	for _, number := range []string{"", "+491701234567", "14155550123", "+2901234", "US.1", "+1", "٣", "+49••••••4567", "a1b2c3d4e5f6a7"} {
		f.Add(number)
	}
	f.Fuzz(func(t *testing.T, number string) {
		masked := MaskPhone(number)
		if ValidUserID(number) || digits(number) == "" {
			if masked != number {
				t.Fatalf("%q became %q", number, masked)
			}
			return
		}
		all, shown := digits(number), digits(masked)
		if len(shown) > 7 || len(all) > 1 && len(all)-len(shown) < 2 || len(all) == 1 && shown != "" {
			t.Fatalf("%q is shown as %q", number, masked)
		}
		if ValidPhone(number) && (!strings.HasPrefix(masked, "+") || strings.Count(masked, maskDot) != len(all)-len(shown)) {
			t.Fatalf("%q is shown as %q", number, masked)
		}
		if ValidPhone(masked) || masked == number {
			t.Fatalf("%q is shown as %q", number, masked)
		}
	})
}

func TestMaskNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"Message failed to send to +491701234567 (131026).":                       "Message failed to send to +49••••••4567 (131026).",
		"User A changed from 14155550123 to 14155550124":                          "User A changed from 1••••••0123 to 1••••••0124",
		"+491701234567,+491701234568":                                             "+49••••••4567,+49••••••4568",
		"Call +49 170 1234567!":                                                   "Call +49••••••4567!",
		"There is no message msg_01jd5k3v6rf0123456789":                           "There is no message msg_01jd5k3v6rf0123456789",
		"at most 1048 at 2026-11-24T03:00:00.000Z":                                "at most 1048 at 2026-11-24T03:00:00.000Z",
		"/v1/sandbox/phones/+491701234567":                                        "/v1/sandbox/phones/+49••••••4567",
		"Never seen here, the last one " + sampleMessage + ". Ask +491701234567.": "Never seen here, the last one " + MaskProviderID(sampleMessage) + ". Ask +49••••••4567.",
		"/v1/messages/wamid.HBgN%2FMTQx":                                          "/v1/messages/" + MaskProviderID("wamid.HBgN%2FMTQx"),
		"It is no wamid.":                                                         "It is no wamid.",
	} {
		if got := MaskNumbers(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// Whatever the sentence, it has no identifier of the provider but masked ones, and no
// number that stands alone.
func FuzzMaskNumbers(f *testing.F) {
	for _, text := range []string{"", sampleMessage, "wamid.wamid.HBgN", "No " + sampleMessage + ", wacid.HBg=.", "wamid.masked.HBgNMTQxNTU1NTAxMjM=", "+49 170 1234567,14155550123,14155550124", "x.14155550123\nwamid.%2F"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		masked := MaskNumbers(text)
		for _, id := range providerIDInText.FindAllString(masked, -1) {
			if !maskedProviderID.MatchString(id) {
				t.Fatalf("%q is shown as %q", text, masked)
			}
		}
		for _, word := range strings.Fields(masked) {
			if ValidPhone(word) {
				t.Fatalf("%q is shown as %q", text, masked)
			}
		}
	})
}

func TestMaskProviderID(t *testing.T) {
	masked := MaskProviderID(sampleMessage)
	if masked == MaskProviderID(sampleMessage+"x") || masked != MaskProviderID(masked) || masked != MaskProviderID(sampleMessage) || strings.Contains(masked, "MTQxNTU1NTAxMjM") || len(masked) != len("wamid.masked.")+20 {
		t.Errorf("it is shown as %q", masked)
	}
}

// Of every kind the bodies have the same form as before, and nothing else changed.
func TestMaskedEvents(t *testing.T) {
	for _, e := range EventTypes {
		body, err := EventBody(e.Kind, time.Unix(1767225600, 0), e.Sample)
		if err != nil {
			t.Fatal(err)
		}
		masked := string(MaskEvent(e.Kind, body))
		for _, whole := range []string{"+14155550123", "14155550123", "MTQxNTU1NTAxMjM"} {
			if strings.Contains(masked, whole) {
				t.Errorf("%s has %s: %s", e.Kind, whole, masked)
			}
		}
		if back := strings.NewReplacer("+1••••••0123", "+14155550123", MaskProviderID(sampleMessage), sampleMessage).Replace(masked); back != string(body) {
			t.Errorf("%s was %s and became %s", e.Kind, body, masked)
		}
		fresh := reflect.New(reflect.TypeOf(e.Sample)).Interface()
		if err := json.Unmarshal(MaskEventData(e.Kind, dataOf(t, body)), fresh); err != nil {
			t.Errorf("%s: %v", e.Kind, err)
		}
	}
	changed, _ := EventBody(EventContactIdentityUpdated, time.Unix(1767225600, 0), ContactIdentityData{ContactID: sampleContact,
		Changes: []IdentityChange{{"phone", "+14155550123", "+14155550124"}, {"user_id", "US.13491208655302741918", ""}}})
	if got := string(MaskEvent(EventContactIdentityUpdated, changed)); !strings.Contains(got, `"from":"+1••••••0123","to":"+1••••••0124"`) || !strings.Contains(got, "US.13491208655302741918") {
		t.Errorf("a change of identity is shown as %s", got)
	}
	failed, _ := EventBody(EventMessagesStatusUpdated, time.Unix(1767225600, 0), MessageStatusData{Error: &EventError{Detail: "No <b> for +14155550123",
		ProviderError: &EventProviderError{Title: "14155550123 is not there", Details: "Ask 14155550123"}}})
	if got := string(MaskEvent(EventMessagesStatusUpdated, failed)); strings.Contains(got, "14155550123") {
		t.Errorf("a failure is shown as %s", got)
	}
	if got := string(MaskEventData("of.another_version", []byte(` {"a": [{"phone": "+14155550123", "n": 1e999}], "b":"x"}`))); got != ` {"a": [{"phone": "+1••••••0123", "n": 1e999}], "b":"x"}` {
		t.Errorf("an unknown kind is shown as %s", got)
	}
	if got := string(MaskEventData(EventMessagesReceived, []byte(`{"from": "+14155550123`))); got != "null" {
		t.Errorf("what is no JSON is shown as %s", got)
	}
}

// Whatever the log has, what is shown of it is JSON, and its number is masked.
func FuzzMaskEventData(f *testing.F) {
	for _, e := range EventTypes {
		data, err := json.Marshal(e.Sample)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(e.Kind), data)
		f.Add("of.another_version", data)
	}
	f.Add("messages.received", []byte(` {"from":"\u002b14155550123", "from" : ["+14155550123",{"from":"wamid.x"}]} x`))
	f.Fuzz(func(t *testing.T, kind string, data []byte) {
		masked := MaskEventData(EventKind(kind), data)
		if json.Valid(data) && !json.Valid(masked) {
			t.Fatalf("%s became %s", data, masked)
		}
		var out map[string]any
		if EventKind(kind) == EventMessagesReceived && json.Valid(data) && json.Unmarshal(masked, &out) == nil {
			if from, _ := out["from"].(string); ValidPhone(from) {
				t.Fatalf("%s became %s", data, masked)
			}
		}
	})
}

func dataOf(t *testing.T, body []byte) []byte {
	var out struct{ Data json.RawMessage }
	if err := json.Unmarshal(body, &out); err != nil {
		t.Fatal(err)
	}
	return out.Data
}

// Whoever sees numbers masked gives nobody a role or a key that shows them whole.
func TestNobodyGrantsWholeNumbers(t *testing.T) {
	masked := Insider("wsp", ActorKey, true)
	masked.MasksPhoneNumbers = true
	role := Role{Name: "Night", Scopes: []Scope{ScopeMessagesRead}, Reach: ReachTeams}
	yes, no := true, false
	if _, err := (RoleChange{}).Apply(role, masked); err == nil {
		t.Error("a role without the mask is allowed")
	}
	if _, err := (RoleChange{MasksPhoneNumbers: &yes}).Apply(role, masked); err != nil {
		t.Error(err)
	}
	role.MasksPhoneNumbers = true
	if _, err := (RoleChange{MasksPhoneNumbers: &no}).Apply(role, masked); err == nil {
		t.Error("the mask can be taken off")
	}
	if masked.Masters(role) != nil || masked.Masters(BuiltInRoles()[3]) == nil {
		t.Error("the wrong roles can be given")
	}
	if masked.MastersKey(APIKey{MasksPhoneNumbers: true}) != nil || masked.MastersKey(APIKey{}) == nil {
		t.Error("the wrong keys can be rotated")
	}
	for _, masks := range []bool{true, false} {
		if err := (NewAPIKeyRequest{Name: "x", Scopes: []Scope{ScopeAll}, MasksPhoneNumbers: masks}).Validate(masked, time.Now()); (err == nil) != masks {
			t.Errorf("a key with %v: %v", masks, err)
		}
	}
}
