package crm

import (
	"encoding/json"
	"testing"
	"time"
)

func TestDutyHours(t *testing.T) {
	h := &DutyHours{TimeZone: "America/New_York", Weekly: []DutyShift{{Day: "friday", From: "18:00", To: "02:00"}, {Day: "monday", From: "09:00", To: "24:00"}}}
	for moment, want := range map[string]bool{
		"2026-03-06T22:59:00Z": false, "2026-03-06T23:00:00Z": true, "2026-03-07T06:59:00Z": true, "2026-03-07T07:00:00Z": false, // Friday night, UTC-5
		"2026-03-09T12:59:00Z": false, "2026-03-09T13:00:00Z": true, // Monday, UTC-4 by then
		"2026-03-10T03:59:00Z": true, "2026-03-10T04:00:00Z": false,
	} {
		at, err := time.Parse(time.RFC3339, moment)
		if err != nil {
			t.Fatal(err)
		}
		if h.OnDuty(at) != want {
			t.Errorf("at %s: %v, want %v", moment, !want, want)
		}
	}
	if !(*DutyHours)(nil).OnDuty(time.Now()) || !(&DutyHours{TimeZone: "UTC"}).OnDuty(time.Now()) {
		t.Error("without hours it is always on duty")
	}
}

func TestAssistantPatch(t *testing.T) {
	c, err := DefaultAssistantConfig().Patch(json.RawMessage(`{"tone":"formal","limits":{"perDay":5},"languages":["en"]}`))
	if err != nil || c.Tone != "formal" || c.Limits.Day != 5 || c.Limits.TenMinutes != 8 || c.BurstPauseMs != 2000 {
		t.Errorf("%+v, %v", c, err)
	}
	c, err = c.Patch(json.RawMessage(`{"limits":null,"languages":null,"burstPauseMs":0}`))
	if err != nil || c.Limits.Day != 40 || len(c.Languages) != 0 || c.BurstPauseMs != 0 || c.Tone != "formal" {
		t.Errorf("%+v, %v", c, err)
	}
	for _, bad := range []string{`{"unknown":1}`, `[]`, `{"limits":{"perDay":"many"}}`} {
		if _, err := c.Patch(json.RawMessage(bad)); CodeOf(err) != CodeWrongType {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestAssistantConfigTellsEveryFault(t *testing.T) {
	c := DefaultAssistantConfig()
	c.BurstPauseMs, c.CacheSeconds, c.MaxReply = 9000, -1, 5000
	c.Languages, c.HandOff.Words = []string{"english", "en", "en"}, []string{" "}
	c.Hours = &DutyHours{TimeZone: "Mars/Olympus", Weekly: []DutyShift{{Day: "someday", From: "9:00", To: "25:00"}}}
	c.Limits = ReplyLimits{PauseSeconds: -1}
	var f Faults
	c.Validate(&f)
	have := map[string]bool{}
	for _, e := range AsError(f.Err()).Fields {
		have[e.Pointer] = true
	}
	for _, want := range []string{"/burstPauseMs", "/cacheSeconds", "/maxReplyCharacters", "/languages/0", "/languages/2", "/handOff/words/0", "/hours/timeZone",
		"/hours/weekly/0/day", "/hours/weekly/0/from", "/hours/weekly/0/to", "/limits/pauseSeconds", "/limits/perTenMinutes", "/limits/perDay", "/limits/turnsWithoutPerson"} {
		if !have[want] {
			t.Errorf("no fault at %s", want)
		}
	}
	f = Faults{}
	DefaultAssistantConfig().Validate(&f)
	if err := f.Err(); err != nil {
		t.Error(err)
	}
}

func TestActiveSpeaker(t *testing.T) {
	now := time.Now()
	later := now.Add(time.Hour)
	for _, c := range []struct {
		active ActiveSpeaker
		speaks bool
	}{
		{ActiveSpeaker{}, true}, {ActiveSpeaker{Speaker: SpeakerAssistant}, true}, {ActiveSpeaker{Speaker: SpeakerPerson}, false}, {ActiveSpeaker{Speaker: SpeakerPerson, Until: &later}, false},
		{ActiveSpeaker{Speaker: SpeakerPerson, Until: &now}, true}, {ActiveSpeaker{Speaker: SpeakerPaused, Until: &later}, false}, {ActiveSpeaker{Switch: SwitchOff}, false},
	} {
		if c.active.AssistantSpeaks(now) != c.speaks {
			t.Errorf("%+v: %v", c.active, !c.speaks)
		}
	}
}
