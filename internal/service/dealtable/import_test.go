package dealtable_test

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
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/dealtable"
	"service.example/crm/internal/service/people"
	"service.example/crm/internal/testkit"
)

// manyLines writes a table of deals as it is read. Every tenth is lost.
func manyLines(n int) io.Reader {
	r, w := io.Pipe()
	go func() {
		out := bufio.NewWriterSize(w, 1<<16)
		_, _ = out.WriteString("Deal name;Stage;Amount;Currency;Close date;Reason;Phone;Owner\n")
		for i := range n {
			stage, reason := "New", ""
			if i%10 == 9 {
				stage, reason = "lost", "Too dear"
			}
			_, _ = fmt.Fprintf(out, "Deal %d;%s;%d.50;EUR;2027-01-%02d;%s;+1415555%04d;anna@example.com\n", i, stage, i, 1+i%28, reason, i%100)
		}
		_ = out.Flush()
		_ = w.Close()
	}()
	return r
}

// stock makes what the lines of manyLines name.
func stock(t *testing.T, s *service.Service, actor crm.Actor) crm.Pipeline {
	t.Helper()
	ctx := context.Background()
	p, err := s.Deal.CreatePipeline(ctx, actor, crm.PipelineChange{Name: new("Sales"), Stages: &[]crm.StageSpec{{Name: new("New")}, {Name: new("Offer")}}})
	noError(t, err)
	_, err = s.Deal.CreateReason(ctx, actor, crm.StageLost, "Too dear")
	noError(t, err)
	for i := range 100 {
		_, err = s.Contact.CreateContact(ctx, actor, crm.ContactChange{Phone: new(fmt.Sprintf("+1415555%04d", i))})
		noError(t, err)
	}
	return p
}

// IMPORT_LINES=10000 go test ./internal/service/dealtable -run TestImportOfManyLines -v
// measures a large table.
func TestImportOfManyLines(t *testing.T) {
	lines := 1_000
	if n, err := strconv.Atoi(os.Getenv("IMPORT_LINES")); err == nil {
		lines = n
	}
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		ctx, s := context.Background(), k.App.Service
		actor, err := s.Access.Operator(ctx, k.WorkspaceID)
		k.Must(err)
		p := stock(t, s, actor)
		k.Must(member(k, "anna@example.com"))
		began := time.Now()
		i, err := s.DealTable.CreateImport(ctx, actor, dealtable.Source{Body: manyLines(lines), Filename: "deals.csv"})
		k.Must(err)
		highest := uint64(0)
		poll := time.NewTicker(20 * time.Millisecond)
		defer poll.Stop()
		for i.State == crm.RunRunning {
			<-poll.C
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			highest = max(highest, m.HeapInuse)
			i, err = s.DealTable.Import(ctx, actor, i.ID)
			k.Must(err)
		}
		took := time.Since(began)
		t.Logf("%d lines in %v: %.0f a second, heap up to %d MiB", lines, took, float64(lines)/took.Seconds(), highest>>20)
		if i.State != crm.RunCompleted || i.Done != int64(lines) || i.Created != int64(lines) || i.Failed != 0 {
			list, _ := s.DealTable.Problems(ctx, actor, i.ID, crm.Page{Limit: 3})
			t.Fatalf("the import is %+v: %+v", i, list.Items)
		}
		columns, err := s.Deal.Board(ctx, actor, p.ID, "", crm.Page{Limit: 3})
		k.Must(err)
		if n, _ := columns[0].Count(); n != int64(lines*9/10) || columns[0].Deals.Items[0].Title != "Deal 0" || columns[0].Deals.Items[1].Title != "Deal 1" {
			t.Errorf("the board begins with %d deals: %+v", n, columns[0].Deals.Items)
		}
		// Every deal has its past: what it is from now on, its span and its history.
		for _, table := range []string{"deals", "deal_facts", "deal_spans", "deal_history"} {
			if n := k.Count(table, "workspace_id = '"+k.WorkspaceID+"'"); n != lines {
				t.Errorf("%s has %d rows", table, n)
			}
		}
		f, err := s.Deal.Forecast(ctx, actor, crm.ForecastQuery{PipelineID: p.ID, GroupBy: crm.ForecastByStage})
		k.Must(err)
		open := int64(0)
		for i := range lines {
			if i%10 != 9 {
				open += int64(100*i + 50)
			}
		}
		if got := f.Whole.Lines[0]; got.Deals != int64(lines*9/10) || got.AmountText() != crm.FormatMinor(open, "EUR") {
			t.Errorf("the forecast has %+v, not %d", got, open)
		}
		// The same table again doubles nothing.
		again, err := s.DealTable.CreateImport(ctx, actor, dealtable.Source{Body: manyLines(lines)})
		k.Must(err)
		k.Eventually("the table is read again", func() bool {
			again, err = s.DealTable.Import(ctx, actor, again.ID)
			return err == nil && again.State == crm.RunCompleted
		})
		if again.Skipped != int64(lines) || k.Count("deals") != lines {
			t.Errorf("the second import is %+v", again)
		}
	})
}

// member lets a person work in the workspace, by an address.
func member(k *testkit.Kit, address string) error {
	actor, err := k.App.Service.Access.Operator(context.Background(), k.WorkspaceID)
	if err == nil {
		_, err = k.App.Service.People.Enrol(context.Background(), actor, people.NewPerson{Email: address, Name: "Anna", RoleID: crm.RoleAgent, Password: testkit.Password})
	}
	return err
}

// However often the service is stopped meanwhile, every line is read exactly once.
func TestImportGoesOnAfterAStop(t *testing.T) {
	const lines = 3_000
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
	stock(t, a.Service, actor)
	i, err := a.Service.DealTable.CreateImport(ctx, actor, dealtable.Source{Body: strings.NewReader(table(lines))})
	noError(t, err)
	stops := 0
	poll := time.NewTicker(time.Millisecond)
	defer poll.Stop()
	for at := int64(1); i.State == crm.RunRunning; {
		i, err = a.Service.DealTable.Import(ctx, actor, i.ID)
		noError(t, err)
		if i.State == crm.RunRunning && i.Done >= at {
			stopping, cancel := context.WithCancel(ctx)
			cancel() // nothing that runs may end in peace
			_ = a.Stop(stopping)
			a = start()
			stops++
			at = i.Done + lines/6
		}
		<-poll.C
	}
	defer func() { noError(t, a.Stop(ctx)) }()
	if stops < 2 || i.Done != lines || i.Created != lines || i.Updated+i.Skipped+i.Failed != 0 {
		t.Errorf("after %d stops the import is %+v", stops, i)
	}
	write, err := a.Service.DealTable.Export(ctx, actor, crm.DealFilter{}, nil)
	noError(t, err)
	var out strings.Builder
	noError(t, write(&out))
	if n := strings.Count(out.String(), "\n") - 1; n != lines {
		t.Errorf("%d deals are exported", n)
	}
}

// table is a table of deals with nothing but titles, by which their lines are known.
func table(lines int) string {
	var out strings.Builder
	out.WriteString("title\n")
	for i := range lines {
		fmt.Fprintf(&out, "Deal %d\n", i)
	}
	return out.String()
}

func TestImportIsCanceled(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		ctx, s := context.Background(), k.App.Service
		actor, err := s.Access.Operator(ctx, k.WorkspaceID)
		k.Must(err)
		stock(t, s, actor)
		i, err := s.DealTable.CreateImport(ctx, actor, dealtable.Source{Body: strings.NewReader(table(50_000))})
		k.Must(err)
		k.Eventually("lines are read", func() bool {
			i, err = s.DealTable.Import(ctx, actor, i.ID)
			return err == nil && i.Done > 0
		})
		i, err = s.DealTable.CancelImport(ctx, actor, i.ID)
		if err != nil || i.State != crm.RunCanceled || i.Object != "" {
			t.Errorf("the canceled import is %+v (%v)", i, err)
		}
		if n := k.Count("audit_log", "action = 'deal_import.canceled'"); n != 1 {
			t.Errorf("it is recorded %d times", n)
		}
		k.Quiet()
		if n := k.Count("deals"); n != int(i.Done) || n == 50_000 {
			t.Errorf("%d lines are %d deals", i.Done, n)
		}
	})
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
