package jobs_test

import (
	"path/filepath"
	"testing"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/testkit/testpg"
)

// What is due soon waits in memory, already held; what is due later, in the table.
func TestAJobWaitsInMemoryForItsTime(t *testing.T) {
	eachEngine(t, func(t *testing.T, url string) {
		base := open(t, url)
		var ran record
		soon := simple(base, 4, func(j jobs.Job) {
			if early := time.Until(j.RunAt); early > 0 {
				ran.add("%s was %s early", j.Payload, early)
			}
			ran.add("%s", j.Payload)
		})
		soon.Ahead = time.Hour
		e := start(t, base, soon)
		due := time.Now().Add(400 * time.Millisecond)
		// They are stored in the order in which they must run.
		for _, j := range []jobs.Job{
			{Kind: kindOne, Queue: "q", Key: "k", RunAt: due, Payload: "first"},
			{Kind: kindOne, Queue: "q", Key: "k", Payload: "second"},
			{Kind: kindOne, Queue: "q", Key: "k", RunAt: due.Add(-200 * time.Millisecond), Payload: "third"},
		} {
			enqueue(t, base, j)
		}
		enqueue(t, base, jobs.Job{Kind: kindOne, Queue: "q", RunAt: time.Now().Add(2 * time.Hour), Payload: "tomorrow"})
		await(t, time.Minute, "those that are due soon are done", func() bool { return left(t, base) == 1 })
		if got := ran.all(); len(got) != 3 || got[0] != "first" || got[1] != "second" || got[2] != "third" {
			t.Errorf("they ran as %v", got)
		}
		await(t, time.Minute, "none is held in memory; what is due later waits in the table", func() bool { return e.Hold(kindOne) == 0 })
	})
}

// A job that waits in memory is run by another process after a crash. Where
// a process is not dead before the job is due, the next one has more time.
func TestAJobThatWaitsInMemorySurvivesACrash(t *testing.T) {
	eachEngine(t, func(t *testing.T, url string) {
		for lead := 300 * time.Millisecond; !diesBefore(t, url, lead); lead *= 8 {
			if lead > time.Minute {
				t.Fatalf("a process does not die within %s", lead)
			}
			if db.IsPostgres(url) {
				url = testpg.New(t)
			} else {
				url = filepath.Join(t.TempDir(), "crm.db")
			}
		}
	})
}

// diesBefore lets a process die that holds a job that is due after the time. It
// reports whether it died before the job was due, and fails the test unless
// another process does so then.
func diesBefore(t *testing.T, url string, lead time.Duration) bool {
	t.Helper()
	base := open(t, url)
	kind := func(ran chan<- string, name string) jobs.Kind {
		k := simple(base, 4, func(jobs.Job) { ran <- name })
		k.Ahead = time.Hour
		return k
	}
	ran := make(chan string, 2)
	first := begin(t, base, kind(ran, "first"))
	enqueue(t, base, jobs.Job{Kind: kindOne, Queue: "q", Key: "later", RunAt: time.Now().Add(30 * time.Minute), Payload: "later"})
	if n := first.Hold(kindOne); n != 1 {
		t.Fatalf("%d jobs are held, want 1", n)
	}
	due := time.Now().Add(lead)
	enqueue(t, base, jobs.Job{Kind: kindOne, Queue: "q", Key: "k", RunAt: due, Payload: "p"})
	first.Crash()
	t.Cleanup(func() { checkStop(t, first.End) })
	if !time.Now().Before(due) {
		return false // it may have begun the job
	}
	if n := first.Hold(kindOne); n != 0 {
		t.Fatalf("%d jobs are held after a crash", n)
	}
	owner := first.Owner()
	if db.IsPostgres(url) {
		expire(t, url, owner)
	}
	second := start(t, base, kind(ran, "second"))
	second.Renew() // frees what the dead one held
	select {
	case name := <-ran:
		if name != "second" {
			t.Errorf("the %s process ran it", name)
		}
	case <-time.After(lead + time.Minute):
		t.Fatal("the job did not run")
	}
	await(t, time.Minute, "only the later job is left", func() bool { return left(t, base) == 1 })
	return true
}
