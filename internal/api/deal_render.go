package api

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/deal"
)

// textOrNull is nil for an empty text.
func textOrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func renderDeal(d crm.Deal) Deal {
	category, manual := d.Category()
	return Deal{ID: d.ID, Version: d.Version, Title: d.Title, PipelineID: d.PipelineID, StageID: d.StageID, Status: d.Status, Amount: d.AmountText(), Currency: textOrNull(d.Currency), AmountSource: map[bool]string{true: "lines", false: "manual"}[d.FromLines], ForecastCategory: category, ForecastCategorySource: map[bool]string{true: "manual", false: "stage"}[manual],
		OwnerID: d.OwnerID, ContactID: d.ContactID, ConversationID: d.ConversationID, ExpectedCloseOn: textOrNull(d.ExpectedCloseOn), Fields: crm.FieldValues(d.Fields), ReasonID: d.ReasonID, CloseNote: d.Note,
		StageSince: d.StageSince, ClosedAt: d.ClosedAt, RotsAt: d.RotsAt, CreatedBy: d.CreatedBy, CreatedAt: d.CreatedAt, UpdatedAt: d.UpdatedAt}
}

func renderDealHistory(e crm.DealHistoryEntry) DealHistoryEntry {
	out := DealHistoryEntry{Number: e.Number, At: e.At, By: e.By, Kind: e.Kind, FromStage: e.FromStage, ToStage: e.ToStage, ReasonID: e.ReasonID, Reason: e.Reason, CloseNote: e.Note, Changes: e.Changes}
	if e.Status != "" {
		out.Status = &e.Status
	}
	if out.Changes == nil {
		out.Changes = crm.ActChanges{}
	}
	return out
}

func renderDealSpan(s crm.DealSpan) DealSpan {
	return DealSpan{Number: s.Number, PipelineID: s.PipelineID, StageID: s.StageID, From: s.From, To: s.To, By: s.By}
}

func renderBoard(list []crm.BoardColumn) Board {
	out := Board{Columns: make([]BoardColumn, len(list))}
	for i, c := range list {
		page := answerPage(c.Deals, renderDeal)
		column := BoardColumn{Stage: renderStage(c.Stage), Deals: page.Body.Data, NextCursor: page.Body.NextCursor}
		if n, known := c.Count(); known {
			column.Count, column.Totals = &n, []StageTotal{}
		}
		for _, t := range c.Totals {
			if t.Currency != "" {
				column.Totals = append(column.Totals, StageTotal{Currency: t.Currency, Amount: crm.FormatMinor(t.Minor, t.Currency), Deals: t.Deals})
			}
		}
		out.Columns[i] = column
	}
	return out
}

func answerDeal(d crm.Deal, err error) (*dealOutput, error) {
	if err != nil {
		return nil, err
	}
	return &dealOutput{ETag: deal.ETag(d), Body: renderDeal(d)}, nil
}
