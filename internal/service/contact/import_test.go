package contact_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/app"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/testkit"
)

// manyRows writes a table of contacts as it is read.
func manyRows(n int) io.Reader {
	r, w := io.Pipe()
	go func() {
		out := bufio.NewWriterSize(w, 1<<16)
		_, _ = out.WriteString("Phone;Full name;Tier;City\n")
		for i := range n {
			// Numbers in no order, as tables have them.
			_, _ = fmt.Fprintf(out, "+1%010d;Person %d of many;gold;Town %d\n", 2_000_000_000+(i*7_919_353)%700_000_000, i, i%500)
		}
		_ = out.Flush()
		_ = w.Close()
	}()
	return r
}

func importer(t *testing.T, k *testkit.Kit) crm.Actor {
	t.Helper()
	actor, err := k.App.Service.Access.Operator(context.Background(), k.WorkspaceID)
	k.Must(err)
	_, err = k.App.Service.Contact.CreateField(context.Background(), actor, crm.CustomField{Owner: crm.OfContacts, Key: "tier", Label: "Tier", Type: crm.FieldSelect, Options: []string{"gold", "silver"}})
	k.Must(err)
	return actor
}

// IMPORT_ROWS=1000000 go test ./internal/service/contact -run TestImportOfManyRows -v
// measures a large table.
func TestImportOfManyRows(t *testing.T) {
	rows := 20_000
	if n, err := strconv.Atoi(os.Getenv("IMPORT_ROWS")); err == nil {
		rows = n
	}
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		ctx, actor := context.Background(), importer(t, k)
		began := time.Now()
		i, err := k.App.Service.Contact.CreateContactImport(ctx, actor, contact.ImportSource{Body: manyRows(rows), Filename: "people.csv",
			Options: crm.ImportOptions{Tags: []string{"imported"}}})
		k.Must(err)
		uploaded := time.Since(began)
		highest := uint64(0)
		poll := time.NewTicker(20 * time.Millisecond)
		defer poll.Stop()
		for i.State == crm.RunRunning {
			<-poll.C
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			highest = max(highest, m.HeapInuse)
			i, err = k.App.Service.Contact.ContactImport(ctx, actor, i.ID)
			k.Must(err)
		}
		took := time.Since(began) - uploaded
		t.Logf("%d rows: stored in %v, read in %v: %.0f rows/s, heap up to %d MiB, %s", rows, uploaded, took, float64(rows)/took.Seconds(), highest>>20, memory())
		if i.State != crm.RunCompleted || i.Done != int64(rows) || i.Created != int64(rows) || i.Failed != 0 {
			t.Errorf("the import is %+v", i)
		}
		if n := k.Count("contacts", "workspace_id = '"+k.WorkspaceID+"'"); n != rows {
			t.Errorf("there are %d contacts", n)
		}
		if n := k.Count("contact_tags", "tag = 'imported'"); n != rows {
			t.Errorf("%d contacts are tagged", n)
		}
	})
}

// memory is what the process takes of the machine.
func memory() string {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if strings.HasPrefix(line, "VmHWM") {
			return strings.Join(strings.Fields(line), " ")
		}
	}
	return ""
}

// However often the service is stopped meanwhile, every row is read exactly
// once.
func TestImportGoesOnAfterAStop(t *testing.T) {
	const rows = 30_000
	ctx := context.Background()
	cfg := app.DemoConfig(t.TempDir(), "127.0.0.1:0")
	start := func() *app.App {
		a, err := app.New(ctx, cfg, app.Options{Demo: true})
		noError(t, err)
		noError(t, a.Start(ctx))
		return a
	}
	a := start()
	w, _, err := a.Service.Access.CreateWorkspace(ctx, "Import", false, "en_US")
	noError(t, err)
	actor, err := a.Service.Access.Operator(ctx, w.ID)
	noError(t, err)
	i, err := a.Service.Contact.CreateContactImport(ctx, actor, contact.ImportSource{Body: manyRows(rows)})
	noError(t, err)
	stops := 0
	poll := time.NewTicker(time.Millisecond)
	defer poll.Stop()
	for at := int64(1); i.State == crm.RunRunning; {
		i, err = a.Service.Contact.ContactImport(ctx, actor, i.ID)
		noError(t, err)
		if i.State == crm.RunRunning && i.Done >= at {
			stopping, cancel := context.WithCancel(ctx)
			cancel() // nothing that runs may end in peace
			_ = a.Stop(stopping)
			a = start()
			stops++
			at = i.Done + rows/6
		}
		<-poll.C
	}
	defer func() { noError(t, a.Stop(ctx)) }()
	if stops < 2 || i.Done != rows || i.Created != rows || i.Updated+i.Skipped+i.Failed != 0 {
		t.Errorf("after %d stops the import is %+v", stops, i)
	}
	write, err := a.Service.Contact.ExportContacts(ctx, actor)
	noError(t, err)
	var out strings.Builder
	noError(t, write(&out))
	if n := strings.Count(out.String(), "\n") - 1; n != rows {
		t.Errorf("%d contacts are exported", n)
	}
}

func TestImportIsCanceled(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{StatusDelay: time.Hour}, func(t *testing.T, k *testkit.Kit) {
		ctx, actor := context.Background(), importer(t, k)
		i, err := k.App.Service.Contact.CreateContactImport(ctx, actor, contact.ImportSource{Body: manyRows(200_000)})
		k.Must(err)
		k.Eventually("rows are read", func() bool {
			i, err = k.App.Service.Contact.ContactImport(ctx, actor, i.ID)
			return err == nil && i.Done > 0
		})
		i, err = k.App.Service.Contact.CancelContactImport(ctx, actor, i.ID)
		if err != nil || i.State != crm.RunCanceled || i.Object != "" {
			t.Errorf("the canceled import is %+v (%v)", i, err)
		}
		if n := k.Count("audit_log", "action = 'contact_import.canceled'"); n != 1 {
			t.Errorf("it is recorded %d times", n)
		}
		k.Quiet()
		if n := k.Count("contacts", "workspace_id = '"+k.WorkspaceID+"'"); n != int(i.Done) || n == 200_000 {
			t.Errorf("%d rows are %d contacts", i.Done, n)
		}
	})
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
