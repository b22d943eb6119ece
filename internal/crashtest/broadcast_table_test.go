package crashtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/db"
)

// Each row of the table of a broadcast becomes one recipient, or is left out once, though
// processes are killed while it is read; on PostgreSQL there are two nodes, and each of
// them is killed.
func TestTablesOfBroadcastsSurviveKills(t *testing.T) {
	const rows = 20_000
	eachEngine(t, func(t *testing.T, bin, database string) {
		n := 1
		if db.IsPostgres(database) {
			n = 2
		}
		w := newWorld(t, bin, database, n)
		var csv strings.Builder
		csv.WriteString("to;order_number\n")
		good, bad, twice := 0, 0, 0
		for i := range rows {
			switch {
			case i%50 == 10:
				bad++
				fmt.Fprintf(&csv, "4155;A%d\n", i)
			case i%20 == 5:
				twice++
				fmt.Fprintf(&csv, "+1646%07d;A%d\n", 2000000+i-1, i)
			default:
				good++
				fmt.Fprintf(&csv, "+1646%07d;A%d\n", 2000000+i, i)
			}
		}
		base := w.nodes[n-1].url
		var b struct {
			ID          string
			Preparation struct {
				State string
				Done  int
			}
			Counts struct{ Recipients, Excluded int }
		}
		w.api(base, "POST", "/v1/broadcasts/from-table", map[string]any{"csv": csv.String(), "name": "Shipped", "templateName": "order_shipped", "language": "en_US", "parameters": map[string]any{"name": "you", "eta": "on Friday"}}, &b)
		kills, next := 0, 1
		awaitUntil(t, 3*time.Minute, "the table is read", func() (bool, string) {
			status, answer, err := w.try(base, "GET", "/v1/broadcasts/"+b.ID, "", nil)
			if err == nil && status == http.StatusOK {
				err = json.Unmarshal(answer, &b)
			}
			if err == nil && b.Preparation.State == "running" && b.Preparation.Done >= next {
				next = b.Preparation.Done + rows/4
				dies := w.nodes[kills%n]
				dies.p.kill()
				w.logs()
				w.start(dies)
				kills++
			}
			return err == nil && b.Preparation.State == "completed", fmt.Sprintf("%+v %v", b, err)
		})
		if kills < 2 || b.Counts.Recipients != good || b.Counts.Excluded != bad+twice {
			t.Errorf("after %d kills: %+v, and %d are good, %d bad and %d there twice", kills, b, good, bad, twice)
		}
		seen, reasons := map[string]string{}, map[string]int{}
		path := "/v1/broadcasts/" + b.ID + "/recipients"
		w.pages(base, path, func(item json.RawMessage) {
			var r struct {
				To, State, Reason string
				Line              int
				Parameters        map[string]string
			}
			if err := json.Unmarshal(item, &r); err != nil {
				t.Fatal(err)
			}
			if r.State == "excluded" {
				reasons[r.Reason]++
				return
			}
			if want := fmt.Sprintf("+1646%07d A%d", 2000000+r.Line-2, r.Line-2); seen[r.To] != "" || r.To+" "+r.Parameters["order_number"] != want {
				t.Errorf("%s is to be %s", item, want)
			}
			seen[r.To] = r.State
		})
		if len(seen) != good || reasons["duplicate"] != twice || reasons["duplicate"]+reasons["invalid_number"] != twice+bad {
			t.Errorf("there are %d recipients, and others are left out for %v", len(seen), reasons)
		}
		w.logs()
		t.Logf("%d rows were read once each over %d kills", rows, kills)
	})
}
