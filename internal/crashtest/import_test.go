package crashtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Every row of a table takes effect exactly once, however often the process is
// killed while it is read.
func TestImportsSurviveKills(t *testing.T) {
	const rows = 60_000
	d := newKeeper(t, build(t))
	table := d.importOnce(t, "contact", rows, func(w io.Writer) {
		fmt.Fprintln(w, "phone,name,tags")
		for i := range rows {
			fmt.Fprintf(w, "+1%010d,Person %d,a;b\n", 2_000_000_000+(i*7_919_353)%700_000_000, i)
		}
	})
	if n := strings.Count(table, ",a|b,"); n != rows {
		t.Errorf("%d contacts are exported: %.300s", n, table)
	}
}

// Of deals, too, although their lines have no key.
func TestImportsOfDealsSurviveKills(t *testing.T) {
	const rows = 6_000
	d := newKeeper(t, build(t))
	res, err := d.do(http.MethodPost, "/v1/pipelines", "application/json", strings.NewReader(`{"name": "Sales", "currency": "EUR", "stages": [{"name": "New"}]}`))
	if err != nil || res.StatusCode != http.StatusCreated {
		t.Fatalf("no pipeline: %v %v", res, err)
	}
	_ = res.Body.Close()
	table := d.importOnce(t, "deal", rows, func(w io.Writer) {
		fmt.Fprintln(w, "title,amount,expected close")
		for i := range rows {
			fmt.Fprintf(w, "Deal %d,%d.25,2027-01-31\n", i, i)
		}
	})
	for i := range rows {
		if n := strings.Count(table, fmt.Sprintf(",Deal %d,Sales,", i)); n != 1 {
			t.Fatalf("line %d is %d deals: %.300s", i, n, table)
		}
	}
}

// importOnce imports a table, kills the process meanwhile again and again, and returns
// what is exported afterwards.
func (d *keeper) importOnce(t *testing.T, noun string, rows int, write func(io.Writer)) string {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", noun+"s.csv")
	if err != nil {
		t.Fatal(err)
	}
	write(part)
	_ = form.Close()
	path := "/v1/" + noun + "-imports"
	res, err := d.do(http.MethodPost, path, form.FormDataContentType(), &body)
	if err != nil {
		t.Fatal(err)
	}
	var job struct {
		ID, State                               string
		Done, Created, Updated, Skipped, Failed int
	}
	read := func(res *http.Response, err error) bool {
		if err != nil {
			return false
		}
		defer res.Body.Close()
		return json.NewDecoder(res.Body).Decode(&job) == nil
	}
	if !read(res, err) || job.ID == "" {
		t.Fatalf("the table was not taken: %d", res.StatusCode)
	}
	kills, next := 0, 1
	deadline := time.Now().Add(3 * time.Minute)
	pace := time.NewTicker(5 * time.Millisecond) // within the rate limit
	defer pace.Stop()
	for job.State == "running" && time.Now().Before(deadline) {
		<-pace.C
		if !read(d.do(http.MethodGet, path+"/"+job.ID, "", nil)) {
			continue
		}
		if job.State == "running" && job.Done >= next {
			next = job.Done + rows/8
			d.kill()
			d.start(t)
			kills++
		}
	}
	if kills < 3 || job.State != "completed" || job.Done != rows || job.Created != rows || job.Updated+job.Skipped+job.Failed != 0 {
		t.Errorf("after %d kills the import is %+v", kills, job)
	}
	out, err := d.do(http.MethodGet, "/v1/"+noun+"s/export", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Body.Close()
	var table bytes.Buffer
	if _, err := table.ReadFrom(out.Body); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d rows, %d kills", rows, kills)
	return table.String()
}
