package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

const tablePath = "/v1/broadcasts/from-table"

// A table of some megabytes is an audience, each row with what fills the template for it.
// Every row that gets nothing is listed with its line and the reason.
func TestBroadcastFromATable(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Millisecond}, func(t *testing.T, k *testkit.Kit) {
		w := broadcasting{k, t}
		options := `{"name":"Shipped","templateName":"order_shipped","language":"en_US","parameters":{"name":"friend","eta":"on Friday"},"defaultCountry":"US"}`
		var table strings.Builder
		table.WriteString("Phone;order_number;name;\n")
		table.WriteString("+14155570000;A0;Ada;a note\n")       // 2
		table.WriteString("12;A1;Alan;\n")                      // 3
		table.WriteString("(415) 555-7001;\"A\n2\";;\n")        // 4 and 5: a line break, which no parameter may have
		table.WriteString("4155557002;A3;;\n")                  // 6
		table.WriteString("+14155570000;A4;Again;\n")           // 7
		table.WriteString(";A5;Nobody;\n")                      // 8
		table.WriteString("+14155570004;;No order;\n")          // 9
		table.WriteString("12;A7;Twice the same bad number;\n") // 10
		table.WriteString("\"+14155570005;A9;Never closed;\n")  // 11
		const more = 1200
		for i := range more {
			fmt.Fprintf(&table, "+1415558%04d;B%d;;%s\n", i, i, strings.Repeat("x", 1000))
		}
		request := tableForm(k, tablePath, options, table.String())
		request.Header["Idempotency-Key"] = "table-1"
		first, second := k.Send(request), k.Send(request)
		id := first.Text("id")
		if first.Status != http.StatusCreated || second.Header.Get("Idempotent-Replayed") != "true" || second.Text("id") != id {
			t.Fatalf("the answers are %d %s, %d %s", first.Status, first.Body, second.Status, second.Body)
		}
		w.prepared(id)
		var bad []string
		page := k.Do(http.MethodGet, "/v1/broadcasts/"+id+"/recipients?state=excluded", k.Key, nil)
		for _, one := range page.JSON()["data"].([]any) {
			r := one.(map[string]any)
			bad = append(bad, fmt.Sprint(r["line"], " ", r["reason"], " ", r["detail"] != ""))
		}
		want := "3 invalid_number true, 4 parameters_invalid true, 7 duplicate false, 8 invalid_number true, 9 parameters_missing true, 10 invalid_number true, 11 row_unreadable true"
		if got := strings.Join(bad, ", "); got != want {
			t.Errorf("left out:\n%s\n%s", got, page.Body)
		}
		if got := fmt.Sprint(w.get(id).JSON()["preparation"]); got != fmt.Sprintf("map[done:%d state:completed total:%[1]d]", more+9) {
			t.Errorf("the preparation: %s", got)
		}
		if r := w.get(id); fmt.Sprint(r.JSON()["counts"].(map[string]any)["queued"]) != fmt.Sprint(more+2) {
			t.Errorf("who gets it: %s", r.Body)
		}
		list := k.Do(http.MethodGet, "/v1/broadcasts/"+id+"/recipients?state=queued&limit=2", k.Key, nil)
		if list.Text("data", "0", "parameters", "name") != "Ada" || list.Text("data", "1", "to") != "+14155557002" || fmt.Sprint(list.JSON()["data"].([]any)[1].(map[string]any)["parameters"]) != "map[order_number:A3]" {
			t.Errorf("the first: %s", list.Body)
		}
		// What is expanded anew comes from what was read: the table is gone.
		k.Quiet()
		if n := k.Count("broadcasts", `audience LIKE '%"Object":"media%' OR audience LIKE '%"Key":"%'`); n != 0 {
			t.Error("the table is still kept")
		}
		if r := k.Do(http.MethodPatch, "/v1/broadcasts/"+id, k.Key, map[string]any{"frequencyCap": map[string]any{"messages": 1, "days": 1}}); r.Status != http.StatusOK {
			t.Fatalf("change: %d %s", r.Status, r.Body)
		}
		w.prepared(id)
		if n := fmt.Sprint(w.get(id).JSON()["counts"].(map[string]any)["queued"]); n != fmt.Sprint(more+2) {
			t.Errorf("expanded anew: %s", n)
		}
		export := k.Do(http.MethodGet, "/v1/broadcasts/"+id+"/recipients/export?state=excluded", k.Key, nil)
		if !strings.Contains(string(export.Body), ",11,") || strings.Count(string(export.Body), "\n") != 8 {
			t.Errorf("the export: %s", export.Body)
		}
		// A small one is sent.
		small := k.Do(http.MethodPost, tablePath, k.Key, map[string]any{"name": "Small", "templateName": "order_shipped", "language": "en_US", "parameters": map[string]any{"name": "you", "eta": "on Friday"},
			"csv": "to,order_number,name\n+14155570101,1,Ada\n+14155570102,2,\n+14155570101,3,\nx,4,\n"})
		if small.Status != http.StatusCreated {
			t.Fatalf("small: %d %s", small.Status, small.Body)
		}
		w.act(small.Text("id"), "start")
		w.completed(small.Text("id"), "2 0 0 2 2 0 0 0 0")
		w.agrees()
		if r := k.Do(http.MethodDelete, "/v1/broadcasts/"+id, k.Key, nil); r.Status != http.StatusNoContent {
			t.Errorf("delete: %d %s", r.Status, r.Body)
		}
	})
}

// A table that is no audience is refused, and leaves nothing.
func TestBroadcastFromATableFaults(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		options := `{"name":"x","templateName":"hello_world","language":"en_US"}`
		for name, request := range map[string]testkit.Request{
			"no numbers":      tableForm(k, tablePath, options, "name\nAda\n"),
			"twice":           tableForm(k, tablePath, options, "to,phone\n+14155570001,+14155570002\n"),
			"empty":           tableForm(k, tablePath, options, ""),
			"no template":     tableForm(k, tablePath, `{"name":"x"}`, "to\n+14155570001\n"),
			"unknown option":  tableForm(k, tablePath, `{"name":"x","templateName":"hello_world","audience":{}}`, "to\n+14155570001\n"),
			"a wrong country": tableForm(k, tablePath, `{"name":"x","templateName":"hello_world","defaultCountry":"XX"}`, "to\n+14155570001\n"),
		} {
			if r := k.Send(request); r.Status != http.StatusUnprocessableEntity {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
		if n := k.Count("broadcasts"); n != 0 {
			t.Errorf("%d broadcasts were made", n)
		}
	})
}
