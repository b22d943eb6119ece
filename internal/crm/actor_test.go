package crm

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// What is stored of who did something comes back as it was.
func FuzzDoneBy(f *testing.F) {
	for _, text := range []string{"", "api_key:key_01jd5k3v6rf0w8m2a4t9x7bq1e", "user:", "system:", "operator", ":", "import:a:b", "robot:1", "key_1", "echo"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		by, err := ParseDoneBy(text)
		if err != nil {
			return
		}
		if again, err := ParseDoneBy(by.String()); again != by || err != nil {
			t.Errorf("%q comes back as %q, %v", by, again, err)
		}
		if former := !strings.Contains(text, ":"); !former && by.String() != text {
			t.Errorf("%q is stored as %q", text, by)
		}
		if by.IsZero() != (text == "") || !by.IsZero() && !slices.Contains(ActorKinds, by.Type) {
			t.Errorf("%q is read as %+v", text, by)
		}
	})
}

// Every kind of actor can be stored, and nothing else is read.
func TestDoneBy(t *testing.T) {
	for _, kind := range ActorKinds {
		for _, id := range []string{"", "usr_01jd5k3v6rf0w8m2a4t9x7bq1n", "a:b"} {
			by := Actor{Kind: kind, ID: id}.By()
			if got, err := ParseDoneBy(by.String()); got != by || err != nil {
				t.Errorf("%q is read as %+v, %v", by, got, err)
			}
		}
	}
	for _, text := range []string{"01jd5k3v6rf0w8m2a4t9x7bq1e", "key", "agent:usr_1", ":key_1", "API_KEY:key_1"} {
		if by, err := ParseDoneBy(text); err == nil {
			t.Errorf("%q is read as %+v", text, by)
		}
	}
	field, _ := reflect.TypeFor[DoneBy]().FieldByName("Type")
	if want := string(ActorKinds[0]); !strings.HasPrefix(field.Tag.Get("enum"), want) || len(strings.Split(field.Tag.Get("enum"), ",")) != len(ActorKinds) {
		t.Errorf("the document lists %s, the kinds are %v", field.Tag.Get("enum"), ActorKinds)
	}
}

// What earlier versions stored is read: the id of a key, and echo.
func TestFormerDoneBy(t *testing.T) {
	for text, want := range map[string]DoneBy{"key_01jd5k3v6rf0w8m2a4t9x7bq1e": {ActorKey, "key_01jd5k3v6rf0w8m2a4t9x7bq1e"}, "echo": {Type: ActorUser}, "": {}} {
		if by, err := ParseDoneBy(text); by != want || err != nil {
			t.Errorf("%q is read as %+v, %v", text, by, err)
		}
		var result struct{ By DoneBy }
		if err := json.Unmarshal([]byte(`{"By":"`+text+`"}`), &result); result.By != want || err != nil {
			t.Errorf("%q in JSON is read as %+v, %v", text, result.By, err)
		}
		written, err := json.Marshal(result)
		if err == nil {
			result.By = DoneBy{}
			err = json.Unmarshal(written, &result)
		}
		if result.By != want || err != nil {
			t.Errorf("%s is read as %+v, %v", written, result.By, err)
		}
	}
	if err := json.Unmarshal([]byte(`"robot"`), &DoneBy{}); err == nil {
		t.Error("a robot is read")
	}
}

// A refusal speaks to whoever asks.
func TestRequireSpeaksToTheActor(t *testing.T) {
	for kind, want := range map[ActorKind]string{ActorKey: "This API key lacks the scope contacts:write.", ActorUser: "You lack the scope contacts:write.", ActorOperator: "You lack the scope contacts:write."} {
		if err := (Actor{Kind: kind}).Require(ScopeContactsWrite); err == nil || err.Error() != want {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
