package api_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"service.example/crm/internal/testkit"
)

// tableForm is the form of an import.
func tableForm(k *testkit.Kit, path, options, table string) testkit.Request {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if options != "" {
		k.Must(form.WriteField("options", options))
	}
	part, err := form.CreateFormFile("file", "people.csv")
	k.Must(err)
	_, err = part.Write([]byte(table))
	k.Must(err)
	k.Must(form.Close())
	return testkit.Request{Method: http.MethodPost, Path: path, Key: k.Key, Body: body.Bytes(),
		Header: map[string]string{"Content-Type": form.FormDataContentType()}}
}

// A file of several megabytes, in an old encoding, goes in as a form; what comes
// out again is the same.
func TestImportOfAFile(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		var table strings.Builder
		table.WriteString("Nombre\tTel\xe9fono\tEtiquetas\n")
		const rows = 40_000
		for i := range rows {
			fmt.Fprintf(&table, "Mu\xf1oz %d %s\t+1415%07d\ta|b\n", i, strings.Repeat("x", 40), i)
		}
		request := tableForm(k, "/v1/contact-imports/preview", `{"tags":["fair"]}`, table.String())
		if r := k.Send(request); r.Status != http.StatusOK || r.Text("encoding") != "windows-1252" || r.Text("delimiter") != "\t" ||
			!strings.HasPrefix(r.Text("rows", "19", "name"), "Muñoz 19 ") || r.Text("rows", "0", "tags", "2") != "fair" {
			t.Fatalf("the preview is %d %.300s", r.Status, r.Body)
		}
		request = tableForm(k, "/v1/contact-imports", `{"tags":["fair"]}`, table.String())
		request.Header["Idempotency-Key"] = "table-1"
		first, second := k.Send(request), k.Send(request)
		if first.Status != http.StatusAccepted || second.Header.Get("Idempotent-Replayed") != "true" || first.Text("id") != second.Text("id") {
			t.Fatalf("the answers are %d %s, %d %s", first.Status, first.Body, second.Status, second.Body)
		}
		k.Eventually("the table is read", func() bool {
			return k.Do(http.MethodGet, "/v1/contact-imports/"+first.Text("id"), k.Key, nil).Text("state") == "completed"
		})
		if n := k.Count("contacts", "workspace_id = '"+k.WorkspaceID+"'"); n != rows {
			t.Errorf("there are %d contacts", n)
		}
		r := k.Do(http.MethodGet, "/v1/contacts/export", k.Key, nil)
		if lines := strings.Count(string(r.Body), "\n"); lines != rows+1 || !strings.Contains(string(r.Body), "Muñoz 7 x") {
			t.Errorf("the export has %d lines: %.200s", lines, r.Body)
		}
		k.Quiet()
		if n := k.Count("contact_imports", "object <> ''"); n != 0 {
			t.Error("the table is still kept")
		}
		for name, request := range map[string]testkit.Request{
			"no file":      tableForm(k, "/v1/contact-imports", "{", "phone\n"),
			"empty":        tableForm(k, "/v1/contact-imports", "", ""),
			"unknown part": {Method: http.MethodPost, Path: "/v1/contact-imports", Key: k.Key, Body: []byte("--x\r\ncontent-disposition: form-data; name=\"what\"\r\n\r\n1\r\n--x--\r\n"), Header: map[string]string{"Content-Type": "multipart/form-data; boundary=x"}},
		} {
			if r := k.Send(request); r.Status != http.StatusUnprocessableEntity {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
	})
}

// A file is stored while it is read, so what follows it in its form is refused: it is
// never dropped without a word.
func TestNothingFollowsTheFileOfAForm(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		for path, table := range map[string]string{"/v1/contact-imports": "phone,name\n+14155551221,Ada\n", "/v1/contact-imports/preview": "phone,name\n+14155551221,Ada\n" + strings.Repeat("+14155551222,Alan\n", 200_000),
			"/v1/deal-imports": "title\nForty chairs\n", "/v1/deal-imports/preview": "title\nForty chairs\n", "/v1/knowledge/sources": "We open at nine.", "/v1/media": "We open at nine."} {
			for name, last := range map[string]string{"options": `{"tags":["fair"]}`, "file": "phone\n+14155551223\n"} {
				var body bytes.Buffer
				form := multipart.NewWriter(&body)
				part, err := form.CreateFormFile("file", "people.txt")
				k.Must(err)
				_, err = part.Write([]byte(table))
				k.Must(err)
				k.Must(form.WriteField(name, last))
				k.Must(form.Close())
				r := k.Send(testkit.Request{Method: http.MethodPost, Path: path, Key: k.Key, Body: body.Bytes(), Header: map[string]string{"Content-Type": form.FormDataContentType()}})
				if r.Status != http.StatusUnprocessableEntity || r.Code() != "unknown_field" || r.Text("errors", "0", "pointer") != "/"+name {
					t.Errorf("%s with %s at the end: %d %s", path, name, r.Status, r.Body)
				}
			}
		}
		for _, rows := range []string{"contact_imports", "deal_imports", "media", "knowledge_sources"} {
			if n := k.Count(rows); n != 0 {
				t.Errorf("%d %s are stored", n, rows)
			}
		}
	})
}

// A row that says more than there are columns is a fault: its values may have been shifted
// by a delimiter without quotation marks. Empty cells at its end are none.
func TestRowsWithMoreCellsThanColumns(t *testing.T) {
	const table = "phone,name,size\n+14155551231,Doe, John,M\n+14155551232,\"Doe, Jane\",L,,\n"
	testkit.OnBoth(t, testkit.Options{}, func(t *testing.T, k *testkit.Kit) {
		preview := k.Do(http.MethodPost, "/v1/contact-imports/preview", k.Key, map[string]any{"csv": table, "mapping": map[string]string{"size": "ignore"}})
		if preview.Text("rows", "0", "problems", "0", "reason") == "" || preview.Text("rows", "1", "name") != "Doe, Jane" {
			t.Errorf("the preview is %d %s", preview.Status, preview.Body)
		}
		preview = k.Do(http.MethodPost, "/v1/deal-imports/preview", k.Key, map[string]any{"csv": "title,amount,currency\nForty chairs, black,4800,EUR\n"})
		if preview.Status == http.StatusOK && !strings.Contains(string(preview.Body), "names 3 columns") {
			t.Errorf("the preview is %d %s", preview.Status, preview.Body)
		}
		made := k.Do(http.MethodPost, "/v1/broadcasts/from-table", k.Key, map[string]any{"name": "x", "templateName": "hello_world", "language": "en_US", "csv": strings.ReplaceAll(table, ",size", ",")})
		path := "/v1/broadcasts/" + made.Text("id")
		k.Eventually("it is prepared", func() bool { return k.Do(http.MethodGet, path, k.Key, nil).Text("preparation", "state") == "completed" })
		left := k.Do(http.MethodGet, path+"/recipients?state=excluded", k.Key, nil)
		if !strings.Contains(left.Text("data", "0", "detail"), "names 3 columns") || left.Text("data", "0", "reason") != "row_unreadable" {
			t.Errorf("the row is taken: %s", left.Body)
		}
	})
}
