package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

const calendarsPath = "/v1/calendars"

func supportCalendar(name string) map[string]any {
	return map[string]any{"name": name, "timeZone": "Europe/Berlin",
		"hours":      []any{map[string]any{"day": "saturday", "from": "22:00", "to": "06:00"}},
		"exceptions": []any{map[string]any{"date": "2026-12-26", "name": "Boxing Day"}}}
}

// Every change of a calendar is a version that is kept; what changes nothing is none.
func TestVersionsOfCalendarsAreKept(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		made := k.Do(http.MethodPost, calendarsPath, k.Key, supportCalendar("Support"))
		id := made.Text("id")
		if made.Status != http.StatusCreated || !strings.HasPrefix(id, "cal_") {
			t.Fatalf("%d %s", made.Status, made.Body)
		}
		agent, supervisor := k.NewPerson(k.WorkspaceID, "agent"), k.NewPerson(k.WorkspaceID, "supervisor")
		for _, change := range []map[string]any{{"name": "Help"}, {"name": " Help "}, {}, {"exceptions": []any{}}, {"timeZone": "Asia/Kathmandu", "hours": []any{}}} {
			if r := k.Do(http.MethodPatch, calendarsPath+"/"+id, supervisor.Key, change); r.Status != http.StatusOK {
				t.Errorf("%v: %d %s", change, r.Status, r.Body)
			}
		}
		rows := k.Rows("SELECT version, body, made_by FROM calendar_versions WHERE calendar_id = '%s' ORDER BY version", id)
		if len(rows) != 4 || !strings.Contains(fmt.Sprint(rows[0]["body"]), `"Support"`) || !strings.Contains(fmt.Sprint(rows[3]["body"]), "Kathmandu") || !strings.Contains(fmt.Sprint(rows[3]["made_by"]), supervisor.ID) {
			t.Errorf("%v", rows)
		}
		got := k.Do(http.MethodGet, calendarsPath+"/"+id, agent.Key, nil)
		if got.Status != http.StatusOK || got.JSON()["version"] != 4.0 || fmt.Sprint(got.JSON()["hours"]) != "[]" {
			t.Errorf("%d %s", got.Status, got.Body)
		}
		if n := k.Count("audit_log", "action = 'calendar.updated'"); n != 3 {
			t.Errorf("the audit log has %d changes", n)
		}
		if r := k.Do(http.MethodDelete, calendarsPath+"/"+id, agent.Key, nil); r.Status != http.StatusForbidden {
			t.Errorf("an agent: %d %s", r.Status, r.Body)
		}
		if r := k.Do(http.MethodDelete, calendarsPath+"/"+id, k.Key, nil); r.Status != http.StatusNoContent || k.Count("calendar_versions", "1 = 1") != 0 {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	})
}

// A name is taken in whatever case, also by requests at the same moment, and a
// workspace has no more calendars than it may.
func TestNamesAndNumberOfCalendars(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		create := func(name string) testkit.Response {
			return k.Do(http.MethodPost, calendarsPath, k.Key, supportCalendar(name))
		}
		names := []string{"Zürich", "ZÜRICH", "zürich"}
		next := make(chan string, 9)
		for i := range 9 {
			next <- names[i%3]
		}
		if got := atOnce(9, func() int { return create(<-next).Status }); got[http.StatusCreated] != 1 || got[http.StatusUnprocessableEntity] != 8 {
			t.Errorf("%v", got)
		}
		var last string
		for i := 2; i <= 100; i++ {
			r := create(fmt.Sprint("Calendar ", i))
			if last = r.Text("id"); r.Status != http.StatusCreated {
				t.Fatalf("%d: %d %s", i, r.Status, r.Body)
			}
		}
		if r := create("One too many"); r.Status != http.StatusConflict {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if r := k.Do(http.MethodPatch, calendarsPath+"/"+last, k.Key, map[string]any{"name": "zÜrich"}); r.Status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Body), `"/name"`) {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		first := k.Do(http.MethodGet, calendarsPath+"?limit=60", k.Key, nil)
		second := k.Do(http.MethodGet, calendarsPath+"?limit=60&cursor="+first.Text("nextCursor"), k.Key, nil)
		if n := len(first.JSON()["data"].([]any)) + len(second.JSON()["data"].([]any)); n != 100 || second.Text("nextCursor") != "" {
			t.Errorf("the pages have %d calendars", n)
		}
		if other := k.Do(http.MethodGet, calendarsPath, k.Other.Key, nil); len(other.JSON()["data"].([]any)) != 0 {
			t.Errorf("another workspace: %s", other.Body)
		}
	})
}

// Openings are instants: the night on which the clock is set forward is shorter.
func TestOpeningsOfACalendar(t *testing.T) {
	k := testkit.New(t, testkit.Options{NoAccount: true})
	id := k.Do(http.MethodPost, calendarsPath, k.Key, supportCalendar("Support")).Text("id")
	lengths := func(query string) (out []string) {
		r := k.Do(http.MethodGet, calendarsPath+"/"+id+"/openings?"+query, k.Key, nil)
		list, _ := r.JSON()["openings"].([]any)
		for i := range list {
			from, err := time.Parse(time.RFC3339, r.Text("openings", fmt.Sprint(i), "opensAt"))
			k.Must(err)
			to, err := time.Parse(time.RFC3339, r.Text("openings", fmt.Sprint(i), "closesAt"))
			k.Must(err)
			out = append(out, from.Format("01-02T15 ")+to.Sub(from).String())
		}
		return append(out, r.Text("closed", "0", "name"))
	}
	for query, want := range map[string]string{
		"from=2026-03-28&to=2026-03-28": "[03-28T21 7h0m0s ]",
		"from=2026-10-24&to=2026-10-31": "[10-24T20 9h0m0s 10-31T21 8h0m0s ]",
		"from=2026-12-20&to=2026-12-27": "[Boxing Day]",
	} {
		if got := fmt.Sprint(lengths(query)); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	now := k.Do(http.MethodGet, calendarsPath+"/"+id+"/openings", k.Key, nil)
	next, err := time.Parse(time.RFC3339, now.Text("nextChangeAt"))
	if err != nil || !next.After(k.Now()) || now.JSON()["openNow"] == nil {
		t.Errorf("%s", now.Body)
	}
	for _, path := range []string{"", "/openings", "/holiday-previews"} {
		method, body := http.MethodGet, any(nil)
		if path == "/holiday-previews" {
			method, body = http.MethodPost, map[string]any{"ics": "BEGIN:VCALENDAR\nEND:VCALENDAR\n"}
		}
		if r := k.Do(method, calendarsPath+"/"+id+path, k.Other.Key, body); r.Status != http.StatusNotFound {
			t.Errorf("another workspace at %s: %d %s", path, r.Status, r.Body)
		}
	}
}

// Everything that is wrong of a calendar, and of a file, is told at once.
func TestFaultsOfACalendar(t *testing.T) {
	k := testkit.New(t, testkit.Options{NoAccount: true})
	r := k.Do(http.MethodPost, calendarsPath, k.Key, map[string]any{"name": strings.Repeat("x", 101), "timeZone": "Berlin",
		"hours":      []any{map[string]any{"day": "Monday", "from": "9:00", "to": "17:00"}, map[string]any{"day": "monday", "from": "24:00", "to": "17:60"}, map[string]any{"day": "monday", "from": "09:00", "to": "09:00"}},
		"exceptions": []any{map[string]any{"date": "25.12.2026", "name": "Christmas"}, map[string]any{"date": "2026-12-25"}, map[string]any{"date": "2026-12-25", "name": "Twice", "hours": []any{map[string]any{"from": "x", "to": "y"}}}}})
	for _, pointer := range []string{"/name", "/timeZone", "/hours/0/day", "/hours/0/from", "/hours/1/from", "/hours/1/to", "/hours/2/to", "/exceptions/0/date", "/exceptions/1/name", "/exceptions/2/date", "/exceptions/2/hours/0/from", "/exceptions/2/hours/0/to"} {
		if !strings.Contains(string(r.Body), `"`+pointer+`"`) {
			t.Errorf("%s is not told: %d %s", pointer, r.Status, r.Body)
		}
	}
	id := k.Do(http.MethodPost, calendarsPath, k.Key, supportCalendar("Support")).Text("id")
	r = k.Do(http.MethodPost, calendarsPath+"/"+id+"/holiday-previews", k.Key, map[string]any{"ics": "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY\n", "from": "soon"})
	if r.Status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Body), `"/ics"`) || !strings.Contains(string(r.Body), "Line 3") || !strings.Contains(string(r.Body), `"/from"`) {
		t.Errorf("%d %s", r.Status, r.Body)
	}
}

// A file has proposals only: nothing is stored, and what the calendar has is marked.
func TestHolidaysOfAFile(t *testing.T) {
	k := testkit.New(t, testkit.Options{NoAccount: true})
	id := k.Do(http.MethodPost, calendarsPath, k.Key, supportCalendar("Support")).Text("id")
	before := fmt.Sprint(k.Rows("SELECT * FROM calendars"), k.Rows("SELECT * FROM calendar_versions"))
	ics := "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20201226\r\nRRULE:FREQ=YEARLY\r\nSUMMARY:Boxing Day\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
	r := k.Do(http.MethodPost, calendarsPath+"/"+id+"/holiday-previews", k.Key, map[string]any{"ics": ics, "from": "2026-01-01", "to": "2027-12-31"})
	if got := fmt.Sprint(r.JSON()["holidays"]); !strings.Contains(got, "already:true date:2026-12-26") || !strings.Contains(got, "already:false date:2027-12-26") {
		t.Errorf("%d %s", r.Status, r.Body)
	}
	if after := fmt.Sprint(k.Rows("SELECT * FROM calendars"), k.Rows("SELECT * FROM calendar_versions")); after != before {
		t.Error("something was stored")
	}
}
