package dealtable

import (
	"cmp"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/deal"
	"service.example/crm/internal/service/people"
)

// result is what came of a batch of lines.
type result struct {
	created, updated, skipped, failed int64
	problems                          []crm.RunProblem
}

// taker takes the lines of a table in one transaction, with what they may name as it is
// now.
type taker struct {
	*Tables
	tx    *db.Tx
	of    crm.DealImport
	actor crm.Actor
	by    crm.DoneBy

	pipelines []crm.Pipeline
	reasons   []crm.DealReason
	members   map[string]string // by address, as far as they were asked for
}

func (s *Tables) newTaker(tx *db.Tx, i crm.DealImport) (t *taker, err error) {
	t = &taker{Tables: s, tx: tx, of: i, actor: crm.Insider(i.WorkspaceID, crm.ActorSystem, false), by: crm.DoneBy{Type: crm.ActorImport, ID: i.ID}, members: map[string]string{}}
	if t.pipelines, err = deal.AllPipelines(tx, i.WorkspaceID); err == nil {
		t.reasons, err = deal.AllReasons(tx, i.WorkspaceID)
	}
	return t, err
}

// refusal is why a line is not taken: the target of the column, and the rule.
type refusal struct{ target, reason string }

func (r refusal) Error() string { return r.reason }

// line is what a line of a table says, by the identifiers of what it names.
type line struct {
	crm.DealRow
	pipeline crm.Pipeline
	stage    crm.Stage // the zero Stage where it names none
	change   crm.DealChange
	move     crm.DealMove
}

// take lets lines take effect. What is wrong with one of them stops none of the others.
func (t *taker) take(rows []crm.DealRow) (out result, err error) {
	known, err := t.known(rows)
	if err != nil {
		return out, err
	}
	if err := t.lock(rows, known); err != nil {
		return out, err
	}
	for _, row := range rows {
		d, has := known[row.Key]
		if has && (t.of.Options.OnDuplicate == crm.DuplicateSkip || !row.IsKnownElsewhere()) {
			out.skipped++
			continue
		}
		var changed bool
		l, err := t.resolve(row, d)
		switch {
		case err != nil:
		case has:
			changed, err = t.deals.ChangeAndMove(t.tx, t.actor, t.by, d.ID, l.change, l.move)
		default:
			known[row.Key], err = t.deals.CreateDeal(t.tx, t.actor, t.by, l.newDeal())
		}
		switch list, broken := t.problems(row, err); {
		case broken != nil:
			return out, broken
		case list != nil:
			out.failed++
			out.problems = append(out.problems, list...)
		case !has:
			out.created++
		case changed:
			out.updated++
		default:
			out.skipped++
		}
		if err != nil && !has {
			delete(known, row.Key)
		}
	}
	return out, nil
}

// look tells what taking a line would do.
func (t *taker) look(row crm.DealRow) (out PreviewRow, err error) {
	out.Line = row.Line
	known, err := t.known([]crm.DealRow{row})
	if err != nil {
		return out, err
	}
	if out.Deal, out.Known = known[row.Key]; out.Known {
		err = deal.NameFields(t.tx, &out.Deal)
	}
	if err != nil || out.Known && (t.of.Options.OnDuplicate == crm.DuplicateSkip || !row.IsKnownElsewhere()) {
		return out, err
	}
	l, err := t.resolve(row, out.Deal)
	if err == nil && !out.Known {
		out.Deal, err = t.deals.CheckDeal(t.tx, t.actor, t.by, l.newDeal())
	}
	out.Problems, err = t.problems(row, err)
	return out, err
}

func (t *taker) known(rows []crm.DealRow) (map[string]crm.Deal, error) {
	keys := make([]string, len(rows))
	for i, r := range rows {
		keys[i] = r.Key
	}
	return deal.Known(t.tx, t.of.WorkspaceID, keys)
}

// lock locks every pipeline that the lines may be about, in the order of all.
func (t *taker) lock(rows []crm.DealRow, known map[string]crm.Deal) error {
	var ids []string
	for _, row := range rows {
		d := known[row.Key]
		if d.ID != "" {
			ids = append(ids, d.PipelineID)
		}
		if p, err := t.pipeline(row, d); err == nil {
			ids = append(ids, p.ID)
		}
	}
	return deal.LockPipelines(t.tx, t.of.WorkspaceID, ids)
}

// problems are why a line is not taken; nil for none. What is no fault of the line is
// returned as an error.
func (t *taker) problems(row crm.DealRow, err error) ([]crm.RunProblem, error) {
	if err == nil {
		return nil, nil
	}
	if r, ok := err.(refusal); ok {
		return []crm.RunProblem{{Line: row.Line, Field: crm.HeaderOf(t.of.Columns, r.target), Reason: r.reason}}, nil
	}
	switch e := crm.AsError(err); e.Kind {
	case crm.KindInvalid, crm.KindNotFound, crm.KindConflict, crm.KindForbidden:
		return row.ImportProblems(e, t.of.Columns), nil
	}
	return nil, err
}

func (l line) newDeal() deal.NewDeal {
	n := deal.NewDeal{PipelineID: l.pipeline.ID, StageID: cmp.Or(l.stage.ID, l.pipeline.First().ID), Change: l.change, Move: l.move, ExternalKey: l.Key, AtBottom: true}
	if n.Change.Title == nil {
		n.Change.Title = new("") // so that it is missed
	}
	return n
}

// resolve looks up what a line names. d is the deal that is known by it; the zero Deal
// for none.
func (t *taker) resolve(row crm.DealRow, d crm.Deal) (l line, err error) {
	l.DealRow = row
	if l.pipeline, err = t.pipeline(row, d); err != nil {
		return l, err
	}
	if text := row.Cells[crm.ColumnStage]; text != "" {
		if l.stage, err = stageNamed(l.pipeline, text); err != nil {
			return l, err
		}
	} else if d.ID != "" && l.pipeline.ID != d.PipelineID {
		l.stage = l.pipeline.First()
	}
	contactID, err := t.contact(row)
	if err != nil {
		return l, err
	}
	ownerID, err := t.owner(row.Cells[crm.ColumnOwnerEmail])
	if err != nil {
		return l, err
	}
	l.change = row.Change(contactID, ownerID)
	l.move, err = t.ending(row, l.stage)
	return l, err
}

// pipeline is the one that a line names, that of the deal, that of the options, or the
// only one that deals may come into.
func (t *taker) pipeline(row crm.DealRow, d crm.Deal) (p crm.Pipeline, err error) {
	text := row.Cells[crm.ColumnPipeline]
	if text == "" {
		text = cmp.Or(d.PipelineID, t.of.Options.PipelineID)
	}
	var found []crm.Pipeline
	for _, p := range t.pipelines {
		switch {
		case p.ID == text:
			return p, nil
		case text != "" && sameName(p.Name, text), text == "" && p.ArchivedAt == nil:
			found = append(found, p)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case text == "":
		return p, refusal{crm.ColumnPipeline, "pipeline is required: name one, or say the pipelineId of lines that name none."}
	case len(found) == 0:
		return p, refusal{crm.ColumnPipeline, "There is no pipeline of this name or identifier."}
	}
	return p, refusal{crm.ColumnPipeline, "Several pipelines have this name: write the identifier."}
}

func stageNamed(p crm.Pipeline, text string) (crm.Stage, error) {
	for _, s := range p.Stages {
		if s.ID == text || sameName(s.Name, text) {
			return s, nil
		}
	}
	return crm.Stage{}, refusal{crm.ColumnStage, "The pipeline " + p.Name + " has no stage of this name or identifier."}
}

func sameName(a, b string) bool { return strings.EqualFold(a, strings.Join(strings.Fields(b), " ")) }

// contact is the one that a line names; "" where it names none.
func (t *taker) contact(row crm.DealRow) (id string, err error) {
	phone, userID := row.Cells[crm.ColumnContactPhone], row.Cells[crm.ColumnContactUserID]
	if phone != "" {
		c, found, err := contact.ContactByPhone(t.tx, t.of.WorkspaceID, phone)
		if err != nil {
			return "", err
		}
		if !found {
			return "", refusal{crm.ColumnContactPhone, "There is no contact with this phone. Create it, or import contacts first."}
		}
		id = c.ID
	}
	if userID == "" {
		return id, nil
	}
	c, found, err := contact.ContactByUserID(t.tx, t.of.WorkspaceID, userID)
	switch {
	case err != nil:
		return "", err
	case !found:
		return "", refusal{crm.ColumnContactUserID, "There is no contact with this user id. Create it, or import contacts first."}
	case id != "" && id != c.ID:
		return "", refusal{crm.ColumnContactUserID, "The phone and the user id belong to two contacts."}
	}
	return c.ID, nil
}

// owner is the member with an address; "" for no address.
func (t *taker) owner(address string) (id string, err error) {
	if address == "" {
		return "", nil
	}
	id, asked := t.members[address]
	if !asked {
		if id, err = people.MemberByAddress(t.tx, t.of.WorkspaceID, address); err == nil && id != "" {
			var ok bool
			if _, ok, err = people.Assignable(t.tx, t.of.WorkspaceID, id); !ok {
				id = ""
			}
		}
		if err != nil {
			return "", err
		}
		t.members[address] = id
	}
	if id == "" {
		return "", refusal{crm.ColumnOwnerEmail, "There is no active member with this address who may answer in this workspace."}
	}
	return id, nil
}

// ending is why the deal of a line is won or lost. A reason is one of the workspace, by
// its name or identifier.
func (t *taker) ending(row crm.DealRow, stage crm.Stage) (m crm.DealMove, err error) {
	m = crm.DealMove{ToStageID: stage.ID, Note: row.Cells[crm.ColumnCloseNote]}
	text := row.Cells[crm.ColumnReason]
	if text == "" {
		return m, nil
	}
	if stage.Kind != crm.StageWon && stage.Kind != crm.StageLost {
		return m, refusal{crm.ColumnReason, "reason is for a stage of the kind won or lost."}
	}
	for _, r := range t.reasons {
		if r.Kind != stage.Kind || r.ID != text && !sameName(r.Name, text) {
			continue
		}
		if m.LostReasonID = r.ID; r.Kind == crm.StageWon {
			m.LostReasonID, m.WonReasonID = "", r.ID
		}
		return m, nil
	}
	return m, refusal{crm.ColumnReason, "There is no reason of this name or identifier why deals are " + string(stage.Kind) + "."}
}

// checkPipeline adds a fault where the pipeline of the options is none.
func checkPipeline(tx *db.Tx, workspaceID, id string, f *crm.Faults) error {
	if id == "" {
		return nil
	}
	list, err := deal.AllPipelines(tx, workspaceID)
	for _, p := range list {
		if p.ID == id {
			return nil
		}
	}
	f.Add("/pipelineId", crm.CodeNotFound, "There is no pipeline %q in this workspace.", id)
	return err
}
