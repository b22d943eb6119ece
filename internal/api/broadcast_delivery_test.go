package api_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"service.example/crm/internal/service/broadcast"
	"service.example/crm/internal/testkit"
)

// clock is what a clock of a place shows in so many hours.
func (w broadcasting) clock(zone string, hours int) string {
	w.t.Helper()
	place, err := time.LoadLocation(zone)
	if err != nil {
		w.t.Fatal(err)
	}
	return w.Now().Add(time.Duration(hours) * time.Hour).In(place).Format("15:04")
}

// inTime is Eventually while time goes on: a job that has just been put back for later when
// the clock was set forward is not late by as much.
func (w broadcasting) inTime(what string, is func() bool) {
	w.t.Helper()
	w.Eventually(what, func() bool { w.Advance(10 * time.Second); return is() })
}

func (w broadcasting) got(number string) int { return len(w.Sandbox().Phone(number)) }

// Whose quiet hours it is waits until they end, by the zone of the contact, else by that of
// the number; the others do not wait for them.
func TestBroadcastQuietHours(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		if r := k.Do(http.MethodPost, "/v1/contact-fields", k.Key, map[string]any{"key": "time_zone", "label": "Time zone", "type": "text"}); r.Status != http.StatusCreated {
			t.Fatalf("the field: %d %s", r.Status, r.Body)
		}
		for phone, zone := range map[string]string{"+14155570001": "Asia/Tokyo", "+14155570002": "no zone"} {
			if r := k.Do(http.MethodPost, "/v1/contacts", k.Key, map[string]any{"phone": phone, "fields": map[string]any{"time_zone": zone}}); r.Status != http.StatusCreated {
				t.Fatalf("the contact: %d %s", r.Status, r.Body)
			}
		}
		ends := k.Now().Add(3 * time.Hour).UTC().Format("15:04") // a minute may pass until it is looked at
		quiet := map[string]any{"from": w.clock("America/Los_Angeles", -1), "to": w.clock("America/Los_Angeles", 3)}
		audience := numbers(1, 30)
		audience["recipients"] = append(audience["recipients"].([]any), map[string]any{"to": "+4915155570001"})
		id := w.create(audience, map[string]any{"quietHours": quiet})
		w.prepared(id)
		f := k.Do(http.MethodGet, "/v1/broadcasts/"+id+"/forecast", k.Key, nil)
		last, err := time.Parse(time.RFC3339, f.Text("lastSentAt"))
		if s := f.JSON()["secondsToFinish"].(float64); fmt.Sprint(f.JSON()["waiting"]) != "29" || err != nil || s < 10_700 || s > 10_810 || last.Sub(k.Now()).Abs() > 3*time.Hour+time.Minute {
			t.Errorf("the forecast: %s", f.Body)
		}
		if r := w.act(id, "start"); r.Text("status") != "running" {
			t.Fatalf("start: %d %s", r.Status, r.Body)
		}
		k.Eventually("who is awake got it", func() bool { return w.counts(id) == "0 29 0 2 2 0 0 0 0" })
		if w.got("+14155570001") != 1 || w.got("+4915155570001") != 1 || w.got("+14155570002") != 0 {
			t.Error("others got it than who is awake")
		}
		k.Eventually("the others wait", func() bool {
			r := k.Do(http.MethodGet, "/v1/broadcasts/"+id+"/recipients?state=queued", k.Key, nil)
			until, _ := time.Parse(time.RFC3339, r.Text("data", "0", "waitsUntil"))
			return r.Text("data", "0", "timeZone") == "America/Los_Angeles" && until.Format("15:04") == ends
		})
		w.act(id, "pause")
		if r := w.act(id, "resume"); r.Text("status") != "running" {
			t.Fatalf("resume: %s", r.Body)
		}
		k.Advance(2 * time.Hour)
		k.CustomerWrites("+4915155570001", "Thanks!")
		k.Eventually("an answer is counted", func() bool { return w.counts(id) == "0 29 0 2 2 0 0 0 1" })
		k.Advance(time.Hour + time.Minute)
		w.inTime("their hours end", func() bool { return w.get(id).Text("status") == "completed" })
		k.Eventually("and all is delivered", func() bool { return w.counts(id) == "0 0 0 31 31 0 0 0 1" })
		for i := 1; i <= 30; i++ {
			if n := w.got(fmt.Sprintf("+1415557%04d", i)); n != 1 {
				t.Errorf("number %d got %d messages", i, n)
			}
		}
		w.Must(w.App.Service.Broadcast.Compare(t.Context(), false, func(d broadcast.Difference) { t.Errorf("wrong: %+v", d) }))
	})
}

// A broadcast begins for each by their own clock, and who is held out has their turn then.
func TestBroadcastByTheClocksOfRecipients(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		list := []any{map[string]any{"to": "+5511955570001"}}
		for i := range 40 {
			list = append(list, map[string]any{"to": fmt.Sprintf("+44751557%04d", i)}, map[string]any{"to": fmt.Sprintf("+81805557%04d", i)})
		}
		at := k.Now().Add(24 * time.Hour) // by a clock of UTC
		id := w.create(map[string]any{"recipients": list}, map[string]any{"timeZone": "recipient", "scheduledAt": at, "experiment": map[string]any{"goal": map[string]any{"event": "answered"}, "holdout": 50}})
		w.prepared(id)
		f := k.Do(http.MethodGet, "/v1/broadcasts/"+id+"/forecast", k.Key, nil)
		if fmt.Sprint(f.JSON()["waiting"]) == "0" {
			t.Errorf("the forecast: %s", f.Body)
		}
		if r := w.act(id, "start"); r.Text("status") != "scheduled" {
			t.Fatalf("start: %d %s", r.Status, r.Body)
		}
		k.Advance(15*time.Hour + time.Minute)
		w.inTime("Japan begins", func() bool { return w.get(id).Text("status") == "running" })
		holdout := func(what string) string { return fmt.Sprint(w.results(id).JSON()["holdout"].(map[string]any)[what]) }
		held := func() string { return holdout("counted") }
		var before string
		k.Eventually("and ends there", func() bool {
			c := w.get(id).JSON()["counts"].(map[string]any)
			before = held()
			return c["sent"].(float64) > 0 && c["sending"].(float64) == 0 && before != "0"
		})
		k.Advance(8*time.Hour + 50*time.Minute)
		if got := w.got("+447515570001") + w.got("+447515570002") + w.got("+447515570003"); got != 0 {
			t.Errorf("it came to Britain too early")
		}
		k.Advance(10 * time.Minute)
		all := holdout("recipients")
		w.inTime("Britain has its turn", func() bool { n := held(); return n != before })
		if w.got("+5511955570001") != 0 {
			t.Error("it came to Brazil too early")
		}
		k.Advance(3 * time.Hour)
		w.inTime("it ends", func() bool { return w.get(id).Text("status") == "completed" })
		if n := held(); n != all {
			t.Errorf("the turn of %s of %s has come", n, all)
		}
		k.Eventually("and all is delivered", func() bool {
			c := w.get(id).JSON()["counts"].(map[string]any)
			return c["delivered"] == c["recipients"]
		})
		w.Must(w.App.Service.Broadcast.Compare(t.Context(), false, func(d broadcast.Difference) { t.Errorf("wrong: %+v", d) }))
	})
}

// Faults are told by field, and quiet hours of a draft can be changed.
func TestBroadcastDeliveryFaults(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		for _, c := range []struct {
			more    map[string]any
			pointer string
		}{
			{map[string]any{"quietHours": map[string]any{"from": "25:00", "to": "08:00"}}, "/quietHours/from"},
			{map[string]any{"quietHours": map[string]any{"from": "21:00"}}, "/quietHours/to"},
			{map[string]any{"quietHours": map[string]any{"from": "21:00", "to": "21:00"}}, "/quietHours/to"},
			{map[string]any{"timeZone": "Europe/Berlin"}, "/timeZone"},
		} {
			body := map[string]any{"name": "Hello", "templateName": "hello_world", "language": "en_US", "audience": numbers(0, 1)}
			for name, value := range c.more {
				body[name] = value
			}
			r := k.Do(http.MethodPost, "/v1/broadcasts", k.Key, body)
			if r.Status != http.StatusUnprocessableEntity || r.Text("errors", "0", "pointer") != c.pointer {
				t.Errorf("%v: %d %s", c.more, r.Status, r.Body)
			}
		}
		id := w.create(numbers(0, 3), nil)
		w.prepared(id)
		r := k.Do(http.MethodPatch, "/v1/broadcasts/"+id, k.Key, map[string]any{"quietHours": map[string]any{"from": w.clock("America/Los_Angeles", -1), "to": w.clock("America/Los_Angeles", 1)}})
		if r.Status != http.StatusOK || r.Text("preparation", "state") != "running" {
			t.Errorf("quiet hours: %d %s", r.Status, r.Body)
		}
		w.prepared(id)
		if f := k.Do(http.MethodGet, "/v1/broadcasts/"+id+"/forecast", k.Key, nil); fmt.Sprint(f.JSON()["waiting"]) != "3" {
			t.Errorf("the forecast: %s", f.Body)
		}
		if r := k.Do(http.MethodPatch, "/v1/broadcasts/"+id, k.Key, map[string]any{"quietHours": map[string]any{}}); r.JSON()["quietHours"] != nil {
			t.Errorf("no quiet hours: %s", r.Body)
		}
	})
}
