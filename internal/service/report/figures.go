package report

import (
	"context"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
)

// Report returns the figures of a report, as far as the actor reaches.
func (s *Reports) Report(ctx context.Context, actor crm.Actor, q crm.ReportQuery) (out crm.Report, err error) {
	if err := allow(actor, q.TeamID, q.AgentID, q.PhoneNumberID); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		now := tx.Now()
		p, slice, err := q.Period(now)
		if err != nil {
			return err
		}
		out = crm.NewReport(p)
		out.ItemsFrom = now.Add(-crm.FactLife)
		return readReport(tx, actor.WorkspaceID, q, slice, quartersFrom(now), &out)
	})
	return out, err
}

// quartersFrom is since when days may begin at any quarter of an hour: what is older may
// have been forgotten.
func quartersFrom(now time.Time) int64 { return db.Ms(now.Add(time.Hour - crm.QuarterLife)) }

// readReport adds the figures to a report: its days, and then the groups by the longest
// spans of time that there are.
func readReport(tx *db.Tx, workspaceID string, q crm.ReportQuery, s crm.Slice, quarters int64, out *crm.Report) error {
	byHour := q.GroupBy == crm.GroupHour
	days, bounds := stretchesOf(out.ReportPeriod, quarters, byHour)
	groups := map[string]*crm.Figure{}
	if byHour {
		for h := range 24 {
			groups[strconv.Itoa(h)] = crm.NewFigure()
		}
	}
	err := readSums(tx, workspaceID, q.Metric, s, crm.GroupNone, days, func(s *storedSum) error {
		if q.Part != "" && s.part != q.Part {
			return nil
		}
		if byHour {
			if err := s.addTo(groups[strconv.Itoa(db.At(s.at).In(out.Zone).Hour())]); err != nil {
				return err
			}
		}
		return s.addTo(out.Days[crm.Day(bounds, s.at)])
	})
	for _, day := range out.Days {
		out.Whole.Add(day)
	}
	if err != nil || q.GroupBy == crm.GroupNone {
		return err
	}
	if !byHour {
		whole := crm.CoverTime(bounds[0], bounds[len(bounds)-1], crm.SpanDay, quarters)
		err = readSums(tx, workspaceID, q.Metric, crm.Slice{PhoneNumberID: q.PhoneNumberID}, q.GroupBy, whole, func(s *storedSum) error {
			if q.Part != "" && s.part != q.Part {
				return nil
			}
			if groups[s.of] == nil {
				groups[s.of] = crm.NewFigure()
			}
			return s.addTo(groups[s.of])
		})
	}
	out.Group(q.GroupBy, groups)
	return err
}

// stretchesOf are the stretches of time that make the days of a period, those beside
// each other as one, and where the days begin and end. Hours of a zone that is off by a
// part of an hour are read by quarters.
func stretchesOf(p crm.ReportPeriod, quarters int64, byHour bool) (out []crm.Stretch, bounds []int64) {
	for i, b := range p.Bounds {
		at := db.Ms(b)
		if i == len(p.Bounds)-1 {
			break
		}
		most := crm.SpanSixHours
		if _, offset := b.In(p.Zone).Zone(); byHour && offset%3600 != 0 && at >= quarters {
			most = crm.SpanQuarter
		} else if byHour {
			most = crm.SpanHour
		}
		day := crm.CoverTime(at, db.Ms(p.Bounds[i+1]), most, quarters)
		for _, s := range day {
			if n := len(out); n > 0 && out[n-1].Span == s.Span && out[n-1].To == s.From {
				out[n-1].To = s.To
				continue
			}
			out = append(out, s)
		}
		bounds = append(bounds, crm.RoundTime(at, quarters))
	}
	return out, append(bounds, crm.RoundTime(db.Ms(p.Bounds[len(p.Bounds)-1]), quarters))
}

// Item is a fact that a number counts.
type Item struct {
	crm.Fact
	Number int64
}

// Items returns a page of what a report counts, the latest first: as many as its number
// says, as far as the actor reaches.
func (s *Reports) Items(ctx context.Context, actor crm.Actor, q crm.ReportQuery, p crm.Page) (out crm.List[Item], err error) {
	if err := allow(actor, q.TeamID, q.AgentID, q.PhoneNumberID); err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		now := tx.Now()
		period, slice, err := q.Period(now)
		if err != nil {
			return err
		}
		before, err := readCursor(p.After)
		if err != nil {
			return err
		}
		quarters := quartersFrom(now)
		from, to := crm.RoundTime(db.Ms(period.Bounds[0]), quarters), crm.RoundTime(db.Ms(period.Bounds[len(period.Bounds)-1]), quarters)
		list, err := itemsOf(tx, actor.WorkspaceID, q, slice, from, to, before, p.Limit+1)
		out = crm.CutPage(list, p.Limit, Item.cursor)
		if err != nil {
			return err
		}
		return hideErased(tx, actor.WorkspaceID, out.Items)
	})
	return out, err
}

// hideErased takes from items what led to people who were erased. They count as before.
func hideErased(tx *db.Tx, workspaceID string, list []Item) error {
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ConversationID
	}
	there, err := contact.Existing(tx, workspaceID, ids)
	for i := range list {
		if f := &list[i]; !there[f.ConversationID] {
			f.ConversationID, f.EpisodeID, f.MessageID = "", "", ""
		}
	}
	return err
}
