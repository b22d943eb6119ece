package app

import (
	"context"
	"fmt"
	"io"

	"service.example/crm/internal/config"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/report"
)

// DoctorCounters compares the counts that are kept of conversations, and the sums of
// reports, with a recount,
// workspace by workspace, and prints each difference. With repair it sets them right,
// while a service may run on the database. Without, it returns an error where
// something is wrong, and changes nothing.
func DoctorCounters(ctx context.Context, d config.Database, repair bool, out io.Writer) (err error) {
	key, err := MasterKey(d, false)
	if err != nil {
		return err
	}
	base, err := schema.Connect(ctx, db.Options{URL: d.Database, Key: key.DatabaseKey()})
	if err != nil {
		return err
	}
	defer func() {
		if failed := base.Close(); err == nil {
			err = failed
		}
	}()
	have, known, err := base.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	if have != known {
		return fmt.Errorf("the schema has version %d and this program needs %d; see crm doctor", have, known)
	}
	workspaces, wrong, last := 0, 0, ""
	room := conversation.New(core.Parts{DB: base}, nil, conversation.Metrics{})
	err = room.CompareCounts(ctx, "", repair, func(c conversation.Compared) {
		if c.WorkspaceID != last {
			workspaces, last = workspaces+1, c.WorkspaceID
		}
		wrong += len(c.Wrong)
		for _, w := range c.Wrong {
			fmt.Fprintf(out, "%s  %s\n", c.WorkspaceID, difference(w))
		}
	})
	if err != nil {
		return err
	}
	reports := report.New(core.Parts{DB: base})
	err = reports.Compare(ctx, repair, func(d report.Difference) {
		wrong++
		fmt.Fprintf(out, "%s  %s: counted %d, there are %d\n", d.WorkspaceID, d.Where, d.Kept.Count, d.Facts.Count)
	})
	if err != nil {
		return err
	}
	switch {
	case wrong == 0:
		fmt.Fprintf(out, "Workspaces compared: %d. Every count is right.\n", workspaces)
	case repair:
		fmt.Fprintf(out, "Workspaces compared: %d. Counts set right: %d.\n", workspaces, wrong)
	default:
		return fmt.Errorf("workspaces compared: %d, wrong counts: %d; set them right with crm doctor counters --repair", workspaces, wrong)
	}
	return nil
}

// difference is a wrong count in a line. What a count goes by and is not there is left
// out.
func difference(w conversation.WrongCount) string {
	text := "status " + string(w.Status)
	for _, of := range []struct{ name, id string }{{"number", w.PhoneNumberID}, {"team", w.TeamID}, {"agent", w.AgentID}} {
		if of.id != "" {
			text += ", " + of.name + " " + of.id
		}
	}
	if w.Waiting {
		text += ", waiting for an answer"
	}
	return fmt.Sprintf("%s: counted %d, there are %d", text, w.Kept, w.There)
}
