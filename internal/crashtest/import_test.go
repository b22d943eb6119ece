package crashtest

import (
	"bytes"
	"encoding/json"
	"fmt"
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
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "people.csv")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(part, "phone,name,tags")
	for i := range rows {
		fmt.Fprintf(part, "+1%010d,Person %d,a;b\n", 2_000_000_000+(i*7_919_353)%700_000_000, i)
	}
	_ = form.Close()
	res, err := d.do(http.MethodPost, "/v1/contact-imports", form.FormDataContentType(), &body)
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
		if !read(d.do(http.MethodGet, "/v1/contact-imports/"+job.ID, "", nil)) {
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
	out, err := d.do(http.MethodGet, "/v1/contacts/export", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Body.Close()
	var table bytes.Buffer
	if _, err := table.ReadFrom(out.Body); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(table.String(), ",a|b,"); n != rows {
		t.Errorf("%d contacts are exported: %.300s", n, table.String())
	}
	t.Logf("%d rows, %d kills", rows, kills)
}
