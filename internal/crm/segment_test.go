package crm

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

var segmentFields = []CustomField{
	{Number: 1, Key: "city", Type: FieldText}, {Number: 2, Key: "score", Type: FieldNumber}, {Number: 3, Key: "since", Type: FieldDate},
	{Number: 4, Key: "active", Type: FieldBoolean}, {Number: 5, Key: "tier", Type: FieldSelect, Options: []string{"gold", "silver"}}, {Number: 6, Key: "site", Type: FieldURL},
}

var segmentNow = time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)

func readSegment(t *testing.T, text string) (*SegmentMatcher, error) {
	t.Helper()
	var f SegmentFilter
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return f.Matcher(segmentFields, segmentNow)
}

// Each condition holds for whom it says, and for nobody else.
func TestSegmentConditions(t *testing.T) {
	at := func(hours int) time.Time { return segmentNow.Add(time.Duration(hours) * time.Hour) }
	said := func(hours int) *time.Time { when := at(hours); return &when }
	ada := SegmentFacts{Contact: Contact{Name: "Ada Lovelace", Phone: "+4915112345678", Tags: []string{"news", "vip"}, CreatedAt: at(-48), OptedOutAt: said(-1),
		Values: map[int]string{1: "Berlin", 2: "9.5", 3: "2026-03-01", 4: "true", 5: "gold", 6: "https://ada.example/Shop"}},
		Asked: map[ConsentPurpose]bool{PurposeMarketing: true}, LastSeen: at(-24), Deals: []SegmentDeal{{"pip_1", "stg_1", StageOpen}, {"pip_2", "stg_2", StageWon}}}
	bob := SegmentFacts{Contact: Contact{UserID: "US.1", CreatedAt: at(-24 * 100)}, Asked: map[ConsentPurpose]bool{PurposeAll: true}}
	pip := PrefixPipeline + "_01jd5k3v6rf0w8m2a4t9x7bq1b"
	eve := SegmentFacts{Contact: Contact{Name: "Eve", CreatedAt: at(-24 * 10), Phone: "+14155550123", Values: map[int]string{2: "-3"}, RefusesAllAt: said(-1), OptedOutAt: said(-1)}, Deals: []SegmentDeal{{PipelineID: pip, Status: StageLost}}}
	people := map[string]*SegmentFacts{"ada": &ada, "bob": &bob, "eve": &eve}
	for filter, want := range map[string]string{
		`{"field":{"key":"city","is":"BERLIN"}}`: "ada", `{"field":{"key":"city","isNot":"berlin"}}`: "bob eve", `{"field":{"key":"city","anyOf":["Rome","berlin"]}}`: "ada",
		`{"field":{"key":"city","exists":true}}`: "ada", `{"field":{"key":"city","exists":false}}`: "bob eve", `{"field":{"key":"city","contains":"ERL"}}`: "ada", `{"field":{"key":"site","contains":"shop"}}`: "ada",
		`{"field":{"key":"score","is":9.50}}`: "ada", `{"field":{"key":"score","atLeast":-3}}`: "ada eve", `{"field":{"key":"score","atMost":9.4}}`: "eve", `{"field":{"key":"score","atLeast":9.5,"atMost":9.5}}`: "ada",
		`{"field":{"key":"since","after":"2026-02-28"}}`: "ada", `{"field":{"key":"since","after":"2026-03-01"}}`: "", `{"field":{"key":"since","after":"2026-01-01","before":"2026-03-02"}}`: "ada",
		`{"field":{"key":"active","is":true}}`: "ada", `{"field":{"key":"active","is":false}}`: "", `{"field":{"key":"tier","is":"Gold"}}`: "ada",
		`{"tag":{"anyOf":["vip","x"]}}`: "ada", `{"tag":{"allOf":["vip","x"]}}`: "", `{"tag":{"allOf":["vip","news"]}}`: "ada", `{"tag":{"noneOf":["vip"]}}`: "bob eve",
		`{"consent":{"marketing":"opted_out"}}`: "ada eve", `{"consent":{"marketing":"opted_in"}}`: "bob", `{"consent":{"marketing":"unknown"}}`: "",
		`{"consent":{"all":"opted_out"}}`: "eve", `{"consent":{"all":"opted_in"}}`: "bob", `{"consent":{"all":"unknown"}}`: "ada",
		`{"lastSeen":{"withinDays":1}}`: "ada", `{"lastSeen":{"after":"2026-06-14T12:00:00Z"}}`: "", `{"lastSeen":{"before":"2026-06-14T12:00:01Z","after":"2026-06-14T11:59:59Z"}}`: "ada", `{"not":{"lastSeen":{"withinDays":1}}}`: "bob eve",
		`{"created":{"withinDays":2}}`: "ada", `{"created":{"withinDays":1}}`: "", `{"created":{"before":"2026-06-01T00:00:00Z"}}`: "bob",
		`{"deal":{"status":"won"}}`: "ada", `{"deal":{"pipelineId":"` + pip + `"}}`: "eve", `{"deal":{"pipelineId":"` + pip + `","status":"won"}}`: "",
		`{"name":{"contains":"LOVE"}}`: "ada", `{"country":{"anyOf":["49"]}}`: "ada", `{"country":{"anyOf":["1","49"]}}`: "ada eve", `{"not":{"country":{"anyOf":["1","49"]}}}`: "bob",
		`{"all":[{"tag":{"anyOf":["vip"]}},{"country":{"anyOf":["1"]}}]}`: "", `{"any":[{"tag":{"anyOf":["vip"]}},{"country":{"anyOf":["1"]}}]}`: "ada eve",
		`{"all":[{"not":{"any":[{"tag":{"anyOf":["vip"]}},{"name":{"contains":"eve"}}]}}]}`: "bob",
	} {
		m, err := readSegment(t, filter)
		if err != nil {
			t.Errorf("%s: %v", filter, err)
			continue
		}
		var got []string
		for name, f := range people {
			if m.Match(f) {
				got = append(got, name)
			}
			if parts := m.Explain(f); len(parts) == 0 || parts[0].Condition == "" || parts[0].Value == "" || !strings.HasPrefix(parts[0].Path, "/") {
				t.Errorf("%s is explained by %+v", filter, parts)
			}
			merged := *f
			merged.Contact.MergedInto = "con_1"
			if m.Match(&merged) {
				t.Errorf("%s holds for %s, who was merged into somebody", filter, name)
			}
		}
		if slices.Sort(got); strings.Join(got, " ") != want {
			t.Errorf("%s holds for %v, want %q", filter, got, want)
		}
	}
}

// Every fault is found, each where it is.
func TestSegmentFaults(t *testing.T) {
	many := `{"any":[` + strings.TrimSuffix(strings.Repeat(`{"name":{"contains":"a"}},`, 26), ",") + `]}`
	for filter, want := range map[string]string{
		`{}`: "/filter", `{"all":[]}`: "/filter/all", `{"any":[{}]}`: "/filter/any/0", `{"not":{"all":[{"name":{}}]}}`: "/filter/not/all/0/name/contains",
		`{"tag":{"anyOf":["a"]},"name":{"contains":"a"}}`: "/filter", `{"all":[{"name":{"contains":"a"}}],"not":{"name":{"contains":"a"}}}`: "/filter",
		`{"not":{"not":{"not":{"not":{"not":{"name":{"contains":"a"}}}}}}}`: "/filter/not/not/not/not", `{"all":[` + many + `,` + many + `]}`: "/filter",
		`{"field":{}}`: "/filter/field/key", `{"field":{"key":"no","is":1}}`: "/filter/field/key", `{"field":{"key":"city"}}`: "/filter/field", `{"field":{"key":"city","is":"a","exists":true}}`: "/filter/field",
		`{"field":{"key":"city","is":1}}`: "/filter/field/is", `{"field":{"key":"city","is":""}}`: "/filter/field/is", `{"field":{"key":"tier","is":"iron"}}`: "/filter/field/is", `{"field":{"key":"score","isNot":"a"}}`: "/filter/field/isNot",
		`{"field":{"key":"score","anyOf":[1,"a",true]}}`: "/filter/field/anyOf/1 /filter/field/anyOf/2", `{"field":{"key":"score","anyOf":[]}}`: "/filter/field/anyOf", `{"field":{"key":"score","contains":"1"}}`: "/filter/field/contains",
		`{"field":{"key":"city","atLeast":1}}`: "/filter/field/atLeast", `{"field":{"key":"score","atLeast":2,"atMost":1}}`: "/filter/field/atMost", `{"field":{"key":"score","after":"2026-01-01"}}`: "/filter/field/after",
		`{"field":{"key":"since","after":"soon","before":"later"}}`: "/filter/field/after /filter/field/before", `{"field":{"key":"since","after":"2026-01-02","before":"2026-01-01"}}`: "/filter/field/before",
		`{"tag":{}}`: "/filter/tag", `{"tag":{"anyOf":["a"],"noneOf":["b"]}}`: "/filter/tag", `{"tag":{"allOf":["a",""]}}`: "/filter/tag/allOf/1", `{"tag":{"noneOf":[]}}`: "/filter/tag/noneOf",
		`{"consent":{}}`: "/filter/consent", `{"consent":{"marketing":"granted"}}`: "/filter/consent/marketing", `{"consent":{"all":"x"}}`: "/filter/consent/all",
		`{"lastSeen":{}}`: "/filter/lastSeen", `{"lastSeen":{"withinDays":0}}`: "/filter/lastSeen/withinDays", `{"lastSeen":{"withinDays":99999999}}`: "/filter/lastSeen/withinDays", `{"created":{"withinDays":1,"after":"2026-01-01T00:00:00Z"}}`: "/filter/created/withinDays",
		`{"created":{"after":"2026-01-01T00:00:00Z","before":"2026-01-01T00:00:00Z"}}`: "/filter/created/before",
		`{"deal":{}}`: "/filter/deal", `{"deal":{"status":"gone","stageId":"x","pipelineId":"y"}}`: "/filter/deal/pipelineId /filter/deal/stageId /filter/deal/status",
		`{"bought":{"name":" "}}`: "/filter/bought/name", `{"bought":{"withinDays":0}}`: "/filter/bought/withinDays", `{"bought":{"withinDays":1,"before":"2026-01-01T00:00:00Z"}}`: "/filter/bought/withinDays",
		`{"answered":{"broadcastId":"bct_1"}}`: "/filter/answered/broadcastId", `{"opened":{"after":"2026-01-02T00:00:00Z","before":"2026-01-01T00:00:00Z"}}`: "/filter/opened/before", `{"bought":{},"opened":{}}`: "/filter",
		`{"name":{"contains":" "}}`: "/filter/name/contains", `{"country":{}}`: "/filter/country/anyOf", `{"country":{"anyOf":["+49","491","4","49",""]}}`: "/filter/country/anyOf/0 /filter/country/anyOf/1 /filter/country/anyOf/2 /filter/country/anyOf/4",
	} {
		_, err := readSegment(t, filter)
		var got []string
		if e := AsError(err); err != nil {
			for _, f := range e.Fields {
				got = append(got, f.Pointer)
			}
		}
		if slices.Sort(got); strings.Join(got, " ") != want {
			t.Errorf("%s has faults at %v, want %s", filter, got, want)
		}
	}
}

// What contacts did is looked up as it is asked for; an explanation looks at other times, too.
func TestSegmentDeeds(t *testing.T) {
	day := segmentNow.Add(-24 * time.Hour).UnixMilli()
	bct := PrefixBroadcast + "_01jd5k3v6rf0w8m2a4t9x7bq1b"
	for filter, want := range map[string]SegmentDeed{
		`{"bought":{}}`: {DeedBought, "", 0, math.MaxInt64}, `{"bought":{"name":" purchase "}}`: {DeedBought, "purchase", 0, math.MaxInt64},
		`{"bought":{"withinDays":1}}`:                                       {DeedBought, "", day - 1, math.MaxInt64}, // a day ago is within it
		`{"answered":{"after":"2026-06-14T12:00:00Z"}}`:                     {DeedAnswered, "", day, math.MaxInt64},
		`{"opened":{"before":"2026-06-14T12:00:00Z"}}`:                      {DeedOpened, "", 0, day},
		`{"opened":{"before":"2026-06-14T12:00:00.0001Z"}}`:                 {DeedOpened, "", 0, day + 1},
		`{"not":{"answered":{"broadcastId":"` + bct + `"}}}`:                {DeedAnswered, bct, 0, math.MaxInt64},
		`{"any":[{"opened":{"withinDays":1}},{"opened":{"withinDays":1}}]}`: {DeedOpened, "", day - 1, math.MaxInt64},
	} {
		m, err := readSegment(t, filter)
		if err != nil {
			t.Fatalf("%s: %v", filter, err)
		}
		if got := m.Needs().Deeds; !slices.Equal(got, []SegmentDeed{want}) {
			t.Errorf("%s looks for %+v, want %+v", filter, got, want)
		}
		all := m.NeedsToExplain().Deeds
		if !slices.Contains(all, want) || !slices.Contains(all, want.ever()) || len(all) > 2 {
			t.Errorf("%s is explained by %+v", filter, all)
		}
		did, past := &SegmentFacts{Did: map[SegmentDeed]time.Time{want: segmentNow}}, &SegmentFacts{Did: map[SegmentDeed]time.Time{want.ever(): segmentNow.Add(-48 * time.Hour)}}
		if not := strings.Contains(filter, "not"); m.Match(did) == not || m.Match(&SegmentFacts{}) != not {
			t.Errorf("%s does not tell who did it", filter)
		}
		for facts, shown := range map[*SegmentFacts]string{did: "2026-06-15T12:00:00Z", past: "2026-06-13T12:00:00Z", {}: "never"} {
			if got := m.Explain(facts)[0].Value; got != shown {
				t.Errorf("%s shows %s, want %s", filter, got, shown)
			}
		}
	}
}

// What narrows a walk is what every contact of the segment has.
func TestSegmentNarrowest(t *testing.T) {
	for filter, want := range map[string]SegmentNarrow{
		`{"tag":{"anyOf":["vip"]}}`: {Tag: "vip"}, `{"tag":{"anyOf":["vip","x"]}}`: {}, `{"tag":{"noneOf":["vip"]}}`: {}, `{"not":{"tag":{"anyOf":["vip"]}}}`: {}, `{"any":[{"tag":{"anyOf":["vip"]}}]}`: {},
		`{"all":[{"name":{"contains":"a"}},{"tag":{"allOf":["vip","x"]}}]}`: {Tag: "vip"}, `{"all":[{"tag":{"anyOf":["vip"]}},{"field":{"key":"city","is":"Berlin"}}]}`: {Number: 1, Value: "berlin"},
		`{"field":{"key":"score","is":9.50}}`: {Number: 2, Value: "9.5"}, `{"field":{"key":"city","isNot":"Berlin"}}`: {},
	} {
		m, err := readSegment(t, filter)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Narrowest(); got != want {
			t.Errorf("%s is narrowed by %+v, want %+v", filter, got, want)
		}
	}
}

// Whatever is sent as a filter is refused, or can be stored, read and asked again with the
// same outcome.
func FuzzSegmentFilter(f *testing.F) {
	for _, text := range []string{`{}`, `{"all":[{"tag":{"anyOf":["vip"]}},{"not":{"country":{"anyOf":["49"]}}}]}`, `{"field":{"key":"score","atLeast":1e30}}`, `{"field":{"key":"city","is":{"a":[1]}}}`,
		`{"any":[{"lastSeen":{"withinDays":3}},{"consent":{"all":"unknown"}},{"created":{"before":"2026-01-01T00:00:00Z"}},{"name":{"contains":"a"}},{"deal":{"status":"won"}}]}`} {
		f.Add(text)
	}
	facts := []SegmentFacts{{}, {Contact: Contact{Name: "Ada", Phone: "+4915112345678", Tags: []string{"vip"}, CreatedAt: segmentNow, Values: map[int]string{1: "Berlin", 2: "3", 3: "2026-01-01"}}, LastSeen: segmentNow}}
	f.Fuzz(func(t *testing.T, text string) {
		var filter, again SegmentFilter
		if json.Unmarshal([]byte(text), &filter) != nil {
			return
		}
		m, err := filter.Matcher(segmentFields, segmentNow)
		if err != nil {
			return
		}
		stored, err := json.Marshal(filter)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(stored, &again); err != nil {
			t.Fatal(err)
		}
		other, err := again.Matcher(segmentFields, segmentNow)
		if err != nil {
			t.Fatalf("%s is refused where %s is not: %v", stored, text, err)
		}
		for i := range facts {
			if m.Match(&facts[i]) != other.Match(&facts[i]) || !reflect.DeepEqual(m.Explain(&facts[i]), other.Explain(&facts[i])) {
				t.Errorf("%s and %s differ", text, stored)
			}
		}
		filter.NeedsDeals()
		_ = filter.CheckDeals(nil)
	})
}
