package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
)

// imported imports a table of deals and waits for its end.
func imported(t *testing.T, k *testkit.Kit, key string, body map[string]any) testkit.Response {
	t.Helper()
	r := k.Do(http.MethodPost, "/v1/deal-imports", key, body)
	if r.Status != http.StatusAccepted {
		t.Fatalf("the import is answered with %d %s", r.Status, r.Body)
	}
	path := "/v1/deal-imports/" + r.Text("id")
	k.Eventually("the table is read", func() bool {
		r = k.Do(http.MethodGet, path, key, nil)
		return r.Text("state") == "completed"
	})
	return r
}

func counts(r testkit.Response) string {
	n := r.JSON()
	return fmt.Sprint(n["created"], n["updated"], n["skipped"], n["failed"])
}

func dealsPipeline(k *testkit.Kit, key string) testkit.Response {
	return k.Do(http.MethodPost, "/v1/pipelines", key, map[string]any{"name": "Sales", "currency": "EUR", "stages": []any{map[string]any{"name": "New"}, map[string]any{"name": "Offer", "requires": []string{"amount"}}}})
}

// Good lines are imported, each bad one is told of with its line, its column and the
// rule, and the same table twice doubles nothing.
func TestImportOfDeals(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		pipeline := dealsPipeline(k, k.Key)
		anna := k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		k.Do(http.MethodPost, "/v1/deal-fields", k.Key, map[string]any{"key": "chairs", "label": "Chairs", "type": "number"})
		k.Do(http.MethodPost, "/v1/deal-reasons", k.Key, map[string]any{"name": "Too dear"})
		contact := k.Do(http.MethodPost, "/v1/contacts", k.Key, map[string]any{"phone": "+4915123456789", "name": "Zoë"}).Text("id")
		table := strings.Join([]string{
			"Deal name;ID;Pipeline;Stage;Value;Mobile;Owner;Close date;Forecast;Chairs;Lost reason;Close note;Other",
			"Forty chairs;a1;sales;OFFER;4800.00;0151 23456789;" + strings.ToUpper(anna.Email) + ";2027-01-31;Best case;40;;;x",
			"'=Twelve benches;a2;;lost;;;;;;;too dear;They said so;",
			";a3;;;12;;;;;;;;",                        // 4: no title
			"No such stage;a4;Sales;Maybe;12;;;;;;;;", // 5
			"No such day;a5;;;;;;31.01.2027;;;;;",     // 6
			"No such number;a6;;;;0151 9;;;;;;;",      // 7
			"Nobody;a7;;;;0151 23456780;;;;;;;",       // 8
			"No owner;a8;;;;;x@example.com;;;;;;",     // 9
			"No offer;a9;;Offer;;;;;;;;;",             // 10: the stage requires an amount
			"Not lost;a10;;Lost;;;;;;;;;",             // 11: no reason
			"Too many;a11;;;;;;;;many;;;",             // 12: the field is a number
			"Too dear;a12;;;12.345;;;;;;;;",           // 13: cents
			"\"open",                                  // 14
			"A last one;a13;;;;;;;;;;;",
		}, "\n")
		options := map[string]any{"csv": table, "defaultCountry": "DE", "filename": "deals.csv"}
		preview := k.Do(http.MethodPost, "/v1/deal-imports/preview", k.Key, options)
		if preview.Text("rows", "0", "title") != "Forty chairs" || preview.Text("rows", "0", "contactId") != contact || preview.Text("rows", "0", "ownerId") != anna.ID ||
			preview.Text("rows", "1", "title") != "=Twelve benches" || !strings.Contains(preview.Text("rows", "2", "problems", "0", "reason"), "title is required") {
			t.Fatalf("the preview is %d %s", preview.Status, preview.Body)
		}
		if n := k.Count("deals"); n != 0 {
			t.Fatalf("a preview makes %d deals", n)
		}
		first := imported(t, k, k.Key, options)
		if counts(first) != "3 0 0 11" {
			t.Errorf("the import is %s", first.Body)
		}
		path := "/v1/deal-imports/" + first.Text("id") + "/problems"
		var problems []string
		for _, p := range k.Do(http.MethodGet, path, k.Key, nil).JSON()["data"].([]any) {
			p := p.(map[string]any)
			problems = append(problems, fmt.Sprint(p["line"], " ", p["field"], ": ", p["reason"]))
		}
		for i, want := range []string{"7 Mobile: ", "14 <nil>: ", "4 Deal name: title is required", "5 Stage: The pipeline Sales has no stage", "6 Close date: expectedCloseOn is a date", "8 Mobile: There is no contact",
			"9 Owner: There is no active member", "10 Value: The stage Offer requires amount", "11 Lost reason: lostReasonId is required", "12 Chairs: chairs is a number", "13 Value: amount has"} {
			if i >= len(problems) || !strings.HasPrefix(problems[i], want) {
				t.Errorf("problem %d is not %q", i, want)
			}
		}
		if t.Failed() {
			t.Log(strings.Join(problems, "\n"))
		}
		file := k.Do(http.MethodGet, path+"/export", k.Key, nil)
		if lines := strings.Split(strings.TrimSpace(string(file.Body)), "\n"); len(lines) != 12 || lines[0] != "line,column,reason" || !strings.HasPrefix(lines[1], "7,Mobile,") {
			t.Errorf("the file of problems is %s", file.Body)
		}
		deal := k.Do(http.MethodGet, "/v1/deals?contactId="+contact, k.Key, nil)
		for place, want := range map[string]string{"title": "Forty chairs", "stageId": pipeline.Text("stages", "1", "id"), "amount": "4800.00", "currency": "EUR", "ownerId": anna.ID, "expectedCloseOn": "2027-01-31",
			"forecastCategory": "best_case", "forecastCategorySource": "manual"} {
			if got := deal.Text("data", "0", place); got != want {
				t.Errorf("%s is %q, not %q", place, got, want)
			}
		}
		by := deal.JSON()["data"].([]any)[0].(map[string]any)["createdBy"].(map[string]any)
		if by["type"] != "import" || by["id"] != first.Text("id") {
			t.Errorf("it was made by %v", by)
		}
		lost := k.Do(http.MethodGet, "/v1/deals?status=lost", k.Key, nil)
		if lost.Text("data", "0", "title") != "=Twelve benches" || lost.Text("data", "0", "closeNote") != "They said so" || lost.Text("data", "0", "reasonId") == "" {
			t.Errorf("the lost deal is %s", lost.Body)
		}
		if again := imported(t, k, k.Key, options); counts(again) != "0 0 3 11" || k.Count("deals") != 3 {
			t.Errorf("the table again: %s", again.Body)
		}
		// Known by its key, a deal is changed and moved, or neither.
		update := map[string]any{"csv": "id,title,stage,value,closenote\na1,,lost,5200.00,\na13,,Offer,70,\na2,Benches,,,\na99,New one,,,\n", "onDuplicate": "update"}
		if r := imported(t, k, k.Key, update); counts(r) != "1 2 0 1" {
			t.Errorf("the update is %s", r.Body)
		}
		deal = k.Do(http.MethodGet, "/v1/deals?contactId="+contact, k.Key, nil)
		if deal.Text("data", "0", "status") != "open" || deal.Text("data", "0", "amount") != "4800.00" {
			t.Errorf("a refused line changed the deal: %s", deal.Body)
		}
		moved := k.Do(http.MethodGet, "/v1/deals?stageId="+pipeline.Text("stages", "1", "id"), k.Key, nil)
		if moved.Text("data", "0", "title") != "A last one" || moved.Text("data", "0", "amount") != "70.00" {
			t.Errorf("the moved deal is %s", moved.Body)
		}
		k.Quiet()
		told := k.Rows("SELECT id FROM events WHERE workspace_id = '%s' AND kind = 'deal.stage_updated'", k.WorkspaceID)
		if len(told) != 1 {
			t.Errorf("events tell %v", told)
		}
	})
}

// What is exported is imported into another workspace as the same deals; a role that
// masks numbers sees no number, and who reaches some deals exports these.
func TestExportOfDeals(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		p := dealsPipeline(k, k.Key)
		anna, ben := k.NewPerson(k.WorkspaceID, crm.RoleAgent), k.NewPerson(k.WorkspaceID, crm.RoleAgent)
		for _, key := range []string{k.Key, k.Other.Key} {
			k.Do(http.MethodPost, "/v1/deal-fields", key, map[string]any{"key": "chairs", "label": "Chairs", "type": "number"})
			k.Do(http.MethodPost, "/v1/deal-reasons", key, map[string]any{"name": "Too dear"})
			k.Do(http.MethodPost, "/v1/contacts", key, map[string]any{"phone": "+4917683920571", "name": "Zoë"})
		}
		dealsPipeline(k, k.Other.Key)
		reason := k.Do(http.MethodGet, "/v1/deal-reasons", k.Key, nil).Text("data", "0", "id")
		contact := k.Do(http.MethodGet, "/v1/contacts", k.Key, nil).Text("data", "0", "id")
		stage := func(n string) string { return p.Text("stages", n, "id") }
		for _, deal := range []map[string]any{
			{"title": "=HYPERLINK(\"http://evil\")", "pipelineId": p.Text("id"), "ownerId": anna.ID},
			{"title": "Forty \"chairs\", oak", "stageId": stage("1"), "amount": "4800.00", "contactId": contact, "expectedCloseOn": "2027-01-31", "forecastCategory": "commit", "fields": map[string]any{"chairs": -40}, "ownerId": ben.ID},
			{"title": "Lost", "stageId": stage("3"), "lostReasonId": reason, "closeNote": "@ once", "amount": "7", "currency": "JPY"},
			{"title": "Won", "stageId": stage("2"), "amount": "0"},
		} {
			if r := k.Do(http.MethodPost, "/v1/deals", k.Key, deal); r.Status != http.StatusCreated {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
		}
		export := func(key, query string) string {
			r := k.Do(http.MethodGet, "/v1/deals/export"+query, key, nil)
			if r.Status != http.StatusOK || r.Header.Get("Content-Type") != "text/csv; charset=utf-8" {
				t.Fatalf("the export is %d %s", r.Status, r.Body)
			}
			return string(r.Body)
		}
		table := export(k.Key, "")
		if !strings.Contains(table, `"'=HYPERLINK(`) || !strings.Contains(table, ",'@ once,") || !strings.Contains(table, ",+4917683920571,") || !strings.Contains(table, ","+ben.Email+",") || !strings.HasSuffix(strings.SplitN(table, "\n", 2)[0], ",closeNote,chairs") {
			t.Errorf("the export is\n%s", table)
		}
		if n := strings.Count(export(k.Key, "?status=open&stageId="+stage("1")), "\n"); n != 2 {
			t.Errorf("a filter exports %d lines", n)
		}
		if n := k.Count("audit_log", "action = 'deal.exported'"); n != 2 {
			t.Errorf("%d exports are on record", n)
		}
		// An agent exports what they reach, without the addresses of others.
		if own := export(anna.Key, ""); strings.Count(own, "\n") != 2 || !strings.Contains(own, anna.Email) {
			t.Errorf("the agent exports\n%s", own)
		}
		k.Do(http.MethodPatch, "/v1/deals/"+k.Do(http.MethodGet, "/v1/deals?status=won", k.Key, nil).Text("data", "0", "id"), k.Key, map[string]any{"contactId": contact, "ownerId": anna.ID})
		if own := export(anna.Key, "?status=won"); strings.Contains(own, "+49") {
			t.Errorf("the agent sees the number of a contact beyond the reach:\n%s", own)
		}
		masks := k.Do(http.MethodPost, "/v1/roles", k.Key, map[string]any{"name": "Masks", "scopes": []string{"deals:read", "contacts:read"}, "reach": "all", "masksPhoneNumbers": true}).Text("id")
		if seen := export(k.NewPerson(k.WorkspaceID, masks).Key, ""); strings.Contains(seen, "83920571") || !strings.Contains(seen, "0571") || strings.Contains(seen, ben.Email) {
			t.Errorf("numbers are masked as\n%s", seen)
		}
		// Again into the same workspace it doubles nothing.
		if r := imported(t, k, k.Key, map[string]any{"csv": export(k.Key, "")}); counts(r) != "0 0 4 0" {
			t.Errorf("the export comes back as %s", r.Body)
		}
		// In another workspace it makes the same deals.
		k.NewPerson(k.Other.WorkspaceID, crm.RoleAgent)
		table = strings.NewReplacer(anna.Email, "", ben.Email, "").Replace(export(k.Key, ""))
		if r := imported(t, k, k.Other.Key, map[string]any{"csv": table}); counts(r) != "4 0 0 0" {
			t.Fatalf("the other import is %s %s", r.Body, k.Do(http.MethodGet, "/v1/deal-imports/"+r.Text("id")+"/problems", k.Other.Key, nil).Body)
		}
		other := string(k.Do(http.MethodGet, "/v1/deals/export", k.Other.Key, nil).Body)
		if sorted(other) != sorted(table) {
			t.Errorf("the other workspace has\n%s\nnot\n%s", other, table)
		}
	})
}

func sorted(table string) string {
	lines := strings.Split(table, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
