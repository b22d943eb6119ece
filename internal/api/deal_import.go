package api

import (
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/dealtable"
)

// DealImportOptions say how a table of deals is read.
type DealImportOptions struct {
	Mapping        map[string]string `json:"mapping,omitempty" doc:"What each column contains, by header: externalKey, title, pipeline, stage, amount, currency, contactPhone, contactUserId, ownerEmail, expectedCloseOn, forecastCategory, reason, closeNote, ignore, or the key of a custom field of deals. Other columns are recognised automatically or ignored."`
	PipelineID     string            `json:"pipelineId,omitempty" maxLength:"64" doc:"The pipeline of lines that name none; by default the only one that is not archived."`
	DefaultCountry string            `json:"defaultCountry,omitempty" maxLength:"2" doc:"Phone numbers may then be national numbers of this country." example:"DE"`
	OnDuplicate    string            `json:"onDuplicate,omitempty" doc:"What to do if the deal exists: skip (by default) or update, by its externalKey. Empty cells change nothing."`
	Delimiter      string            `json:"delimiter,omitempty" maxLength:"1" doc:"Character between two cells: a comma, a semicolon, a tab or a |; by default recognised."`
}

// CreateDealImport is a small table with its options; larger ones come as a form.
type CreateDealImport struct {
	DealImportOptions
	CSV      string `json:"csv" minLength:"1" doc:"The table, at most 1 MiB. Send larger tables as multipart/form-data." example:"title,amount\nForty chairs,4800.00"`
	Filename string `json:"filename,omitempty" maxLength:"240" doc:"A name that helps you recognise the import."`
}

// FieldValues lists the values of fields, for the document.
func (CreateDealImport) FieldValues() map[string]any {
	return map[string]any{"onDuplicate": []string{crm.DuplicateSkip, crm.DuplicateUpdate}}
}

// DealImport is a table of deals that is or was read in. Its items are lines.
type DealImport struct {
	ID string `json:"id" doc:"Identifier of the import; begins with dli_."`
	Run
	Filename  string             `json:"filename,omitempty" doc:"File name of the table; absent if none was given."`
	Encoding  string             `json:"encoding" doc:"Character encoding, as recognised." example:"utf-8"`
	Delimiter string             `json:"delimiter" doc:"The character between two cells."`
	Columns   []DealImportColumn `json:"columns" nullable:"false" doc:"The meaning of each column, in the order of the table."`
	Created   int64              `json:"created" doc:"Lines that made a deal."`
	Updated   int64              `json:"updated" doc:"Lines that changed or moved a deal."`
	Skipped   int64              `json:"skipped" doc:"Lines of existing deals that changed nothing."`
	Failed    int64              `json:"failed" doc:"Refused lines. GET …/problems lists the reasons, at most 10,000."`
	// RowsPerSecond and SecondsLeft are estimates while it runs.
	RowsPerSecond float64 `json:"rowsPerSecond" doc:"Estimated lines per second while the import runs."`
	SecondsLeft   int64   `json:"secondsLeft" doc:"Estimated seconds until the end; 0 after the end."`
}

// DealImportColumn is what a column of a table means.
type DealImportColumn struct {
	Header string `json:"header" doc:"Header of the column."`
	Target string `json:"target" doc:"What a mapping may say, or the key of a custom field of deals."`
}

// DealImportPreview is how the first lines of a table would be read.
type DealImportPreview struct {
	Encoding  string             `json:"encoding" doc:"Character encoding, as recognised."`
	Delimiter string             `json:"delimiter" doc:"The character between two cells."`
	Columns   []DealImportColumn `json:"columns" nullable:"false" doc:"The meaning of each column, in the order of the table."`
	Rows      []DealPreviewRow   `json:"rows" nullable:"false" doc:"The first 20 lines."`
}

// DealPreviewRow is a line as it would be read, or why it would not be taken.
type DealPreviewRow struct {
	Line             int64          `json:"line" doc:"Line of the table where the row begins."`
	DealID           string         `json:"dealId" doc:"The deal that is known by the line already; empty for a new one."`
	Title            string         `json:"title" doc:"What the deal is about; empty, as all below, where the line is refused."`
	PipelineID       string         `json:"pipelineId" doc:"The pipeline."`
	StageID          string         `json:"stageId" doc:"The stage."`
	Amount           *string        `json:"amount" doc:"A decimal number; null if unknown."`
	Currency         *string        `json:"currency" doc:"ISO 4217 code; null if there is no amount."`
	OwnerID          string         `json:"ownerId" doc:"The member who would have it; empty for nobody."`
	ContactID        string         `json:"contactId" doc:"The contact; empty if there is none."`
	ExpectedCloseOn  *string        `json:"expectedCloseOn" doc:"The day on which it will be won; null if unknown."`
	ForecastCategory string         `json:"forecastCategory" doc:"How surely it is counted on; empty for that of its stage."`
	Fields           map[string]any `json:"fields" doc:"Custom fields by key. Each value has the type of its field."`
	Problems         []RunProblem   `json:"problems" nullable:"false" doc:"Why the line would be refused; empty if it would not be."`
}

type (
	dealImportInput struct{ raw }
	// DealImportInput names an import in the path.
	DealImportInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the import."`
	}
	dealImportProblemsInput struct {
		DealImportInput
		PageInput
	}
	exportDealImportProblemsInput struct {
		raw
		DealImportInput
	}
	exportDealsInput struct {
		raw
		DealFilterInput
	}
	dealImportOutput  struct{ Body DealImport }
	dealPreviewOutput struct{ Body DealImportPreview }
)

func dealImportRoutes(s *Server) {
	const path = "/v1/deal-imports"
	register(s, operation{id: "create-deal-import", method: http.MethodPost, path: path, tag: dealsTag, status: http.StatusAccepted, errors: []int{413, 415, 503},
		scope: crm.ScopeDealsWrite, whole: true, numbers: true, act: "deal_import.created", summary: "Import deals",
		description: "Imports a table as JSON, or as multipart/form-data with the parts options (JSON, first) and file, up to 512 MiB. The first row names the columns. The table is stored and then read in the background, each line exactly once. A line is known again by its externalKey, or else by what it says, so the same table twice makes no deal twice. Encoding and delimiter are recognised automatically.",
		example:     CreateDealImport{CSV: "Title;Stage;Amount\nForty chairs;New;4800.00\nTwelve benches;New;1200.00", DealImportOptions: DealImportOptions{Delimiter: ";"}},
		form:        &dealImportForm},
		func(ctx context.Context, a crm.Actor, in *dealImportInput) (*dealImportOutput, error) {
			defer drain(in.request)
			src, err := dealImportSource(s, in.raw)
			if err != nil {
				return nil, err
			}
			i, err := s.svc.DealTable.CreateImport(ctx, a, src)
			return &dealImportOutput{renderDealImport(i)}, err
		})
	register(s, operation{id: "preview-deal-import", method: http.MethodPost, path: path + "/preview", tag: dealsTag, errors: []int{413, 415},
		scope: crm.ScopeDealsWrite, whole: true, numbers: true, summary: "Preview an import of deals", description: "Reads the first 20 lines as an import would, and stores nothing. Takes the same input as an import; the beginning of the file is enough.",
		example: CreateDealImport{CSV: "Title;Stage;Amount\nForty chairs;New;4800.00"},
		form:    &dealImportForm},
		func(ctx context.Context, a crm.Actor, in *dealImportInput) (*dealPreviewOutput, error) {
			defer drain(in.request)
			src, err := dealImportSource(s, in.raw)
			if err != nil {
				return nil, err
			}
			p, err := s.svc.DealTable.PreviewImport(ctx, a, src)
			if err == nil {
				err = refusedEnd(src.Body)
			}
			return &dealPreviewOutput{renderDealPreview(p)}, err
		})
	dealImportReadRoutes(s, path)
}

func dealImportReadRoutes(s *Server, path string) {
	register(s, operation{id: "list-deal-imports", method: http.MethodGet, path: path, tag: dealsTag,
		scope: crm.ScopeDealsRead, whole: true, summary: "List imports of deals", description: "Newest first."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[DealImport], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.DealTable.Imports(ctx, a, p)
			return answerPage(list, renderDealImport), err
		})
	register(s, operation{id: "get-deal-import", method: http.MethodGet, path: path + "/{id}", tag: dealsTag, errors: []int{404},
		scope: crm.ScopeDealsRead, whole: true, summary: "Get an import of deals", description: "Its progress, and how many deals were made, changed, skipped or refused."},
		func(ctx context.Context, a crm.Actor, in *DealImportInput) (*dealImportOutput, error) {
			i, err := s.svc.DealTable.Import(ctx, a, in.ID)
			return &dealImportOutput{renderDealImport(i)}, err
		})
	register(s, operation{id: "list-deal-import-problems", method: http.MethodGet, path: path + "/{id}/problems", tag: dealsTag, errors: []int{404},
		scope: crm.ScopeDealsRead, whole: true, summary: "List the problems of an import of deals", description: "Each names the line, the column and the rule. In the order of the table; at most the first 10,000."},
		func(ctx context.Context, a crm.Actor, in *dealImportProblemsInput) (*pageOutput[RunProblem], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.DealTable.Problems(ctx, a, in.ID, p)
			return answerPage(list, renderRunProblem), err
		})
	register(s, operation{id: "export-deal-import-problems", method: http.MethodGet, path: path + "/{id}/problems/export", tag: dealsTag, errors: []int{404},
		scope: crm.ScopeDealsRead, whole: true, summary: "Export the problems of an import of deals", description: "As a CSV table: line, column, reason.", answers: tableAnswers},
		func(ctx context.Context, a crm.Actor, in *exportDealImportProblemsInput) (*huma.StreamResponse, error) {
			write, err := s.svc.DealTable.WriteProblems(ctx, a, in.ID)
			if err != nil {
				return nil, err
			}
			return table(&in.raw, "problems", write), nil
		})
	register(s, operation{id: "cancel-deal-import", method: http.MethodPost, path: path + "/{id}/cancel", tag: dealsTag, errors: []int{404},
		scope: crm.ScopeDealsWrite, whole: true, act: "deal_import.canceled", summary: "Cancel an import of deals", description: "Deals that were already made stay. An ended import does not change."},
		func(ctx context.Context, a crm.Actor, in *DealImportInput) (*dealImportOutput, error) {
			i, err := s.svc.DealTable.CancelImport(ctx, a, in.ID)
			return &dealImportOutput{renderDealImport(i)}, err
		})
	register(s, operation{id: "export-deals", method: http.MethodGet, path: "/v1/deals/export", tag: dealsTag,
		scope: crm.ScopeDealsRead, recent: true, act: "deal.exported", summary: "Export deals", description: "Streams the deals of a filter that you reach as a CSV table that an import reads again, with one column per custom field. Phone numbers of contacts are there for who may read contacts, addresses of owners for who may read users. Cells that a spreadsheet would treat as formulas begin with an apostrophe; an import removes it again.",
		answers: tableAnswers},
		func(ctx context.Context, a crm.Actor, in *exportDealsInput) (*huma.StreamResponse, error) {
			fields, err := fieldFilter(in.Field)
			if err != nil {
				return nil, err
			}
			write, err := s.svc.DealTable.Export(ctx, a, in.filter(), fields)
			if err != nil {
				return nil, err
			}
			return table(&in.raw, "deals", write), nil
		})
}

// dealImportSource reads the form of an import up to its file, or its JSON.
func dealImportSource(s *Server, in raw) (src dealtable.Source, err error) {
	if !isForm(in.request) {
		var body CreateDealImport
		if err := s.decode(in, &body); err != nil {
			return src, err
		}
		return dealtable.Source{Body: io.Reader(strings.NewReader(body.CSV)), Filename: body.Filename, Options: body.options()}, nil
	}
	var o DealImportOptions
	src.Body, src.Filename, err = tableForm(in, &o)
	src.Options = o.options()
	return src, err
}

func (o DealImportOptions) options() crm.DealImportOptions {
	return crm.DealImportOptions{Mapping: o.Mapping, PipelineID: o.PipelineID, DefaultCountry: o.DefaultCountry, OnDuplicate: o.OnDuplicate, Delimiter: o.Delimiter}
}

// dealImportForm is what both an import and its preview take.
var dealImportForm = fileForm{maxBytes: crm.MaxImportSize, schema: "DealImportForm", options: DealImportOptions{}, optionsText: "How to read the table. The first part of the form.",
	file: "The table. The last part of the form."}

func renderDealImport(i crm.DealImport) DealImport {
	out := DealImport{ID: i.ID, Run: renderRun(i.Run), Filename: i.Filename, Encoding: i.Encoding, Delimiter: string(rune(i.Delimiter)), Columns: renderDealColumns(i.Columns),
		Created: i.Created, Updated: i.Updated, Skipped: i.Skipped, Failed: i.Failed}
	out.RowsPerSecond, out.SecondsLeft = estimate(i.Run)
	return out
}

func renderDealColumns(list []crm.ImportColumn) []DealImportColumn {
	out := make([]DealImportColumn, 0, len(list))
	for _, c := range list {
		out = append(out, DealImportColumn{c.Header, c.Target})
	}
	return out
}

func renderDealPreview(p dealtable.Preview) DealImportPreview {
	out := DealImportPreview{Encoding: p.Encoding, Delimiter: p.Delimiter, Columns: renderDealColumns(p.Columns), Rows: []DealPreviewRow{}}
	for _, r := range p.Rows {
		d := r.Deal
		row := DealPreviewRow{Line: r.Line, Fields: map[string]any{}, Problems: []RunProblem{}}
		if r.Known {
			row.DealID = d.ID
		}
		if len(r.Problems) == 0 {
			row.Title, row.PipelineID, row.StageID, row.Amount, row.Currency, row.OwnerID = d.Title, d.PipelineID, d.StageID, d.AmountText(), textOrNull(d.Currency), d.OwnerID
			row.ContactID, row.ExpectedCloseOn, row.ForecastCategory, row.Fields = d.ContactID, textOrNull(d.ExpectedCloseOn), string(d.Forecast), crm.FieldValues(d.Fields)
		}
		for n, problem := range r.Problems {
			problem.Number = int64(n + 1)
			row.Problems = append(row.Problems, renderRunProblem(problem))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}
