package app

import (
	"context"
	"fmt"
	"io"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/broadcast"
	"service.example/crm/internal/service/charge"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/report"
	"service.example/crm/internal/service/templatestats"
)

// DoctorCounters compares the counts that are kept of conversations and templates, and the
// sums of reports and charges, with a recount, workspace by workspace, and prints each difference. With repair it sets them right,
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
	templates := templatestats.New(core.Parts{DB: base})
	err = templates.Compare(ctx, repair, func(d templatestats.Difference) {
		wrong++
		fmt.Fprintf(out, "%s  template %s on %s: counted %d sent, %d delivered, %d read, %d failed, there are %d, %d, %d, %d\n", d.WorkspaceID, d.TemplateID, d.Date,
			d.Kept.Sent, d.Kept.Delivered, d.Kept.Read, d.Kept.Failed, d.There.Sent, d.There.Delivered, d.There.Read, d.There.Failed)
	})
	if err == nil {
		err = charge.New(core.Parts{DB: base}).Compare(ctx, repair, func(d charge.Difference) {
			wrong++
			fmt.Fprintf(out, "%s  charges of %s: kept %d with %s, the ledger has %d with %s (wrong sums: %d)\n", d.WorkspaceID, d.Date,
				d.Kept.Count, crm.FormatMicros(d.Kept.Micros), d.There.Count, crm.FormatMicros(d.There.Micros), d.Keys)
		})
	}
	if err != nil {
		return err
	}
	broadcasts := broadcast.New(core.Parts{DB: base}, nil, nil, nil, nil, nil, nil, nil, broadcast.After{})
	err = broadcasts.Compare(ctx, repair, func(d broadcast.Difference) {
		wrong++
		fmt.Fprintf(out, "%s  broadcast %s: counted %+v, there are %+v; by arms %+v, there are %+v\n", d.WorkspaceID, d.BroadcastID, d.Kept, d.There, d.KeptArms, d.ThereArms)
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
