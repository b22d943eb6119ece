package report_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/report"
)

var zones = []string{"Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe"}

// Whatever happens over days, with clocks that change by half an hour: every number is
// as many as its items, in every zone and by whatever it is broken down, the sums are
// what the facts add up to, and messages are as many as were written.
func TestNumbersAreTheirItems(t *testing.T) {
	onBoth(t, func(s *shop) {
		for i := range 600 {
			s.act()
			s.pass(36 * time.Minute) // a week; Lord Howe changes its clock in it
			if i%90 == 0 {
				s.count()
			}
		}
		s.count()
		s.holds()
		for _, zone := range zones {
			s.holdMessages(zone)
			for _, m := range crm.Metrics {
				s.holdReport(crm.ReportQuery{Metric: m, Zone: zone, From: "2026-09-27", To: "2026-10-09"})
			}
		}
		// A number that is wrong, or a fact that is lost, is found.
		for _, m := range []crm.Metric{crm.MetricMessages, crm.MetricResolutions} {
			s.update(func(tx *db.Tx) error { _, err := tx.Exec(spoilSumSQL, "w", string(m)); return err })
		}
		if list := s.verify(); len(list) != 2 {
			s.t.Errorf("two numbers are spoilt, %d found: %+v", len(list), list)
		}
		// They are set right, also one that is lost, and one of which there is nothing.
		s.update(func(tx *db.Tx) error {
			_, err := tx.Exec(loseSumSQL, "w", string(crm.MetricMessages))
			if err == nil {
				_, err = tx.Exec(strangeSumSQL, "w", string(crm.MetricMessages), s.clock.Load()/3_600_000*3_600_000)
			}
			return err
		})
		for _, want := range []int{4, 0} {
			right := 0
			if err := s.report.Compare(context.Background(), true, func(report.Difference) { right++ }); err != nil {
				s.t.Fatal(err)
			}
			if right != want {
				s.t.Errorf("%d sums are set right, want %d", right, want)
			}
		}
		s.holds()
	})
}

func (s *shop) verify() []report.Difference {
	s.t.Helper()
	list, err := s.report.Verify(context.Background(), "w")
	if err != nil {
		s.t.Fatal(err)
	}
	return list
}

// holds wants the sums to be what the facts add up to.
func (s *shop) holds() {
	s.t.Helper()
	for _, d := range s.verify() {
		s.t.Errorf("%s: %+v is kept, the facts are %+v", d.Where, d.Kept, d.Facts)
	}
}

func (s *shop) get(q crm.ReportQuery) crm.Report {
	s.t.Helper()
	r, err := s.report.Report(context.Background(), owner(), q)
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

func (s *shop) items(q crm.ReportQuery) (out []report.Item) {
	s.t.Helper()
	q.GroupBy = ""
	for p := (crm.Page{Limit: 37}); ; {
		list, err := s.report.Items(context.Background(), owner(), q, p)
		if err != nil {
			s.t.Fatal(err)
		}
		out = append(out, list.Items...)
		if p.After = list.Next; p.After == "" {
			return out
		}
	}
}

// holdMessages wants each day to have the messages that the test wrote.
func (s *shop) holdMessages(zone string) {
	s.t.Helper()
	at, _ := time.LoadLocation(zone)
	r := s.get(crm.ReportQuery{Metric: crm.MetricMessages, Zone: zone, From: "2026-09-27", To: "2026-10-09"})
	for i, date := range r.Dates {
		want := map[string]int64{}
		for _, m := range s.wrote {
			if m.at.In(at).Format("2006-01-02") == date {
				want[m.part]++
			}
		}
		if got := r.Days[i].Parts; fmt.Sprint(got) != fmt.Sprint(want) {
			s.t.Errorf("%s %s: %v, were written %v", zone, date, got, want)
		}
	}
	if r.Whole.Count != int64(len(s.wrote)) || len(s.wrote) < 100 {
		s.t.Errorf("%s: %d messages, %d were written", zone, r.Whole.Count, len(s.wrote))
	}
}

// holdReport wants the numbers of a report to be as many as their items.
func (s *shop) holdReport(q crm.ReportQuery) {
	s.t.Helper()
	whole := s.holdNumber(q)
	if whole.Whole.Count == 0 {
		s.t.Errorf("%s: nothing happened", q.Metric)
	}
	sum := crm.NewFigure()
	for i, f := range whole.Days {
		sum.Add(f)
		day := q
		day.From, day.To = whole.Dates[i], whole.Dates[i]
		if n := len(s.items(day)); int64(n) != f.Count {
			s.t.Errorf("%s %s %s: %d, %d items", q.Metric, q.Zone, day.From, f.Count, n)
		}
	}
	if !sum.Equal(whole.Whole) {
		s.t.Errorf("%s %s: the days are not the whole", q.Metric, q.Zone)
	}
	groups := map[crm.ReportGroup]func(*crm.ReportQuery, string){
		crm.GroupTeam: func(q *crm.ReportQuery, id string) { q.TeamID = id }, crm.GroupAgent: func(q *crm.ReportQuery, id string) { q.AgentID = id },
		crm.GroupLabel: func(q *crm.ReportQuery, id string) { q.LabelID = id }, crm.GroupNumber: func(q *crm.ReportQuery, id string) { q.PhoneNumberID = id }}
	for by, narrow := range groups {
		of := q
		of.GroupBy = by
		for _, g := range s.get(of).Groups {
			one := q
			narrow(&one, g.Of)
			if r := s.holdNumber(one); !r.Whole.Equal(g.Figure) {
				s.t.Errorf("%s %s %s: %+v as a group, %+v by itself", q.Metric, by, g.Of, g.Figure, r.Whole)
			}
			if by != crm.GroupNumber { // with a number and a part as well
				one.PhoneNumberID, one.Part = "num_1", anyPart(g.Figure)
				s.holdNumber(one)
				both := of
				both.PhoneNumberID, one.Part = "num_1", ""
				for _, n := range s.get(both).Groups {
					if narrow(&one, n.Of); !s.get(one).Whole.Equal(n.Figure) {
						s.t.Errorf("%s %s %s of a number is not what it is by itself", q.Metric, by, n.Of)
					}
				}
			}
		}
	}
	s.holdHours(q, whole)
}

func anyPart(f *crm.Figure) string {
	for part := range f.Parts {
		return part
	}
	return ""
}

// holdHours wants the hours of the day to be the whole, each of its items.
func (s *shop) holdHours(q crm.ReportQuery, whole crm.Report) {
	s.t.Helper()
	q.GroupBy = crm.GroupHour
	at, _ := time.LoadLocation(q.Zone)
	want := map[string]int64{}
	for _, i := range s.items(q) {
		want[strconv.Itoa(time.UnixMilli(i.At).In(at).Hour())]++
	}
	sum := crm.NewFigure()
	for _, g := range s.get(q).Groups {
		if sum.Add(g.Figure); g.Count != want[g.Of] {
			s.t.Errorf("%s %s at %s: %d, %d items", q.Metric, q.Zone, g.Of, g.Count, want[g.Of])
		}
	}
	if !sum.Equal(whole.Whole) {
		s.t.Errorf("%s %s: the hours are not the whole", q.Metric, q.Zone)
	}
}

// holdNumber wants a number to be as many as its items, and its percentiles to be
// theirs.
func (s *shop) holdNumber(q crm.ReportQuery) crm.Report {
	s.t.Helper()
	r, list := s.get(q), s.items(q)
	var total int64
	var times []int64
	parts := map[string]int64{}
	for _, i := range list {
		total += i.Wall
		times = append(times, i.Wall)
		parts[i.Part]++
	}
	if r.Whole.Count != int64(len(list)) || fmt.Sprint(parts) != fmt.Sprint(r.Whole.Parts) || q.Metric.HasTimes() && r.Whole.Wall != total {
		s.t.Errorf("%+v: %+v, but %d items: %v, %d ms", q, r.Whole, len(list), parts, total)
	}
	if slices.Sort(times); q.Metric.HasTimes() && len(times) > 0 {
		want, got := times[(len(times)+1)/2-1], r.Whole.Walls.Percentile(0.5)
		if want >= 1000 && math.Abs(float64(got-want)) > crm.TimesError*float64(want)+1 {
			s.t.Errorf("%+v: half took %d, said were %d", q, want, got)
		}
	}
	return r
}

// However often the log is followed from an early position, by however many at once, and
// wherever they were stopped, everything is counted once.
func TestEverythingIsCountedOnce(t *testing.T) {
	onBoth(t, func(s *shop) {
		for range 300 {
			s.act()
			s.pass(10 * time.Minute)
		}
		for range 40 { // each is stopped somewhere
			ctx, stop := context.WithTimeout(context.Background(), time.Duration(s.r.IntN(4000))*time.Microsecond)
			_ = s.report.CountFacts(ctx)
			stop()
		}
		var nodes sync.WaitGroup
		for range 3 {
			room := report.New(core.Parts{DB: s.base, Calls: core.NewCalls(s.base, nil)})
			nodes.Go(func() {
				for range 3 {
					if err := room.CountFacts(context.Background()); err != nil {
						s.t.Error(err)
					}
				}
			})
		}
		nodes.Wait()
		s.count()
		s.holds()
		s.holdMessages("UTC")
		s.update(func(tx *db.Tx) error { _, err := tx.Exec(rewindSQL, "w"); return err })
		s.count()
		s.holds()
		s.holdMessages("UTC")
	})
}

// What a wait, a first answer and an episode took is what they took; an answer that fails
// was none.
func TestTimesOfAnswers(t *testing.T) {
	onBoth(t, func(s *shop) {
		v, at := s.list[1], func(d time.Duration) { s.clock.Add(d.Milliseconds()) }
		assistant, user := crm.Sender{Type: crm.ActorAssistant, ID: "ast_1"}, crm.Sender{Type: crm.ActorUser, ID: "usr_1"}
		s.write(v)
		at(10 * time.Minute)
		s.answer(v, assistant)
		at(time.Minute)
		s.count()
		s.update(func(tx *db.Tx) error { return conversation.AnswerFailed(tx, s.answered[0]) })
		at(4 * time.Minute)
		s.answer(v, user) // after 15 minutes
		at(45 * time.Minute)
		s.status(v, crm.ConversationClosed)
		s.count()
		day := crm.ReportQuery{Zone: "UTC", From: "2026-09-28", To: "2026-09-28"}
		for m, want := range map[crm.Metric]struct {
			wall time.Duration
			part string
		}{crm.MetricFirstAnswers: {15 * time.Minute, "user"}, crm.MetricAnswers: {15 * time.Minute, "user"}, crm.MetricResolutions: {time.Hour, "people"}} {
			day.Metric = m
			f := s.get(day).Whole
			if f.Count != 1 || f.Wall != want.wall.Milliseconds() || f.Parts[want.part] != 1 || f.Office != f.Wall {
				s.t.Errorf("%s: %+v", m, f)
			}
		}
		// The contact goes on within the grace: it had not ended.
		at(5 * time.Minute)
		s.write(v)
		s.count()
		day.Metric = crm.MetricResolutions
		if f := s.get(day).Whole; f.Count != 0 || f.Wall != 0 || len(f.Walls) != 0 || len(s.items(day)) != 0 {
			s.t.Errorf("the end was taken back: %+v", f)
		}
		day.Metric = crm.MetricReopenings
		if f := s.get(day).Whole; f.Count != 1 || f.Parts["contact_wrote"] != 1 {
			s.t.Errorf("reopenings: %+v", f)
		}
		s.holds()
	})
}
