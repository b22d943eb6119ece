package crm_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

type actSettings struct {
	MaxInFlight int
	Timeout     time.Duration
}

type actThing struct {
	URL            string
	PhoneNumberIDs []string
	Enabled        bool
	actSettings
	Key     string `json:"apiKey"`
	EndsAt  *time.Time
	OpenAI  string
	Ignored string
}

func TestActDiffTellsWhatDiffers(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	from := actThing{URL: "https://a.example", actSettings: actSettings{MaxInFlight: 3, Timeout: time.Second}, Key: "old", OpenAI: "same", Ignored: "x"}
	to := actThing{URL: "https://b.example", PhoneNumberIDs: []string{"num_1"}, Enabled: true, actSettings: actSettings{MaxInFlight: 0, Timeout: time.Minute}, Key: "new", EndsAt: &at, OpenAI: "same", Ignored: "y"}
	got, err := json.Marshal(crm.ActDiff(from, to, "apiKey", "ignored").Secret("apiKey"))
	want := `{"apiKey":{"from":null,"to":"changed"},"enabled":{"from":false,"to":true},"endsAt":{"from":null,"to":"2026-01-02T03:04:05Z"},` +
		`"maxInFlight":{"from":3,"to":0},"phoneNumberIds":{"from":null,"to":["num_1"]},"timeout":{"from":"1s","to":"1m0s"},` +
		`"url":{"from":"https://a.example","to":"https://b.example"}}`
	if err != nil || string(got) != want {
		t.Errorf("%v\nhave %s\nwant %s", err, got, want)
	}
	if same := crm.ActDiff(from, from); same != nil {
		t.Errorf("of two alike: %v", same)
	}
}

func TestActDiffClipsLongTexts(t *testing.T) {
	long := crm.ActDiff(actThing{}, actThing{URL: strings.Repeat("ü", 600)})["url"].To.(string)
	begin := strings.Repeat("x", 600)
	if c := crm.ActDiff(actThing{URL: begin + "1"}, actThing{URL: begin + "2"})["url"]; c.From != nil || c.To != "changed" {
		t.Errorf("what differs at the end is %v", c)
	}
	if n := len([]rune(long)); n != 501 || !strings.HasSuffix(long, "…") {
		t.Errorf("%d characters", n)
	}
}

func TestAuditFilterSelectsActions(t *testing.T) {
	for filter, want := range map[string]string{"": "api_key.created api_key.createdness api_keys.made", "api_key.created": "api_key.created", "api_key.*": "api_key.created api_key.createdness"} {
		from, to := crm.AuditFilter{Action: filter}.Actions()
		var got []string
		for _, a := range []string{"api_key.created", "api_key.createdness", "api_keys.made"} {
			if a >= from && a < to {
				got = append(got, a)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q selects %v", filter, got)
		}
	}
	for _, bad := range []string{"created", "Api.x", "*", "api_key*", ".created", "a.b.c"} {
		var f crm.Faults
		crm.AuditFilter{Action: bad}.Check(&f)
		if f.Err() == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
