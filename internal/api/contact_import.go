package api

import (
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/contact"
)

const (
	importPath  = "/v1/contact-imports"
	previewPath = importPath + "/preview"
	// maxOptions is how long the part of a form with the options may be.
	maxOptions = 64 << 10
)

// ImportOptions say how a table of contacts is read.
type ImportOptions struct {
	Mapping        map[string]string `json:"mapping,omitempty" doc:"What each column contains, by header: phone, userId, name, tags, ignore, or the key of a custom field. Other columns are recognised automatically or ignored."`
	DefaultCountry string            `json:"defaultCountry,omitempty" maxLength:"2" doc:"Phone numbers may then be national numbers of this country." example:"DE"`
	Tags           []string          `json:"tags,omitempty" nullable:"false" doc:"Tags for every contact of the table."`
	OnDuplicate    string            `json:"onDuplicate,omitempty" doc:"What to do if the contact exists: update (by default) or skip. Empty cells change nothing."`
	Delimiter      string            `json:"delimiter,omitempty" maxLength:"1" doc:"Character between two cells: a comma, a semicolon, a tab or a |; by default recognised."`
}

// CreateContactImport is a small table with its options; larger ones come as a
// form.
type CreateContactImport struct {
	ImportOptions
	CSV      string `json:"csv" minLength:"1" doc:"The table, at most 1 MiB. Send larger tables as multipart/form-data." example:"phone,name\n+14155550123,Ada"`
	Filename string `json:"filename,omitempty" maxLength:"240" doc:"A name that helps you recognise the import."`
}

// FieldValues lists the values of fields, for the document.
func (CreateContactImport) FieldValues() map[string]any {
	return map[string]any{"onDuplicate": []string{crm.DuplicateUpdate, crm.DuplicateSkip}}
}

// ContactImport is a table of contacts that is or was read in. Its items are
// rows.
type ContactImport struct {
	ID string `json:"id" doc:"Identifier of the import; begins with imp_."`
	Run
	Filename  string         `json:"filename,omitempty" doc:"File name of the table; absent if none was given."`
	Encoding  string         `json:"encoding" doc:"Character encoding, as recognised." example:"utf-8"`
	Delimiter string         `json:"delimiter" doc:"The character between two cells."`
	Columns   []ImportColumn `json:"columns" nullable:"false" doc:"The meaning of each column, in the order of the table."`
	Created   int64          `json:"created" doc:"Rows that created a contact."`
	Updated   int64          `json:"updated" doc:"Rows that changed a contact."`
	Skipped   int64          `json:"skipped" doc:"Rows of existing contacts that changed nothing, or that onDuplicate skipped."`
	Failed    int64          `json:"failed" doc:"Refused rows. GET …/problems lists the reasons, at most 10,000."`
	// RowsPerSecond and SecondsLeft are estimates while it runs.
	RowsPerSecond float64 `json:"rowsPerSecond" doc:"Estimated rows per second while the import runs."`
	SecondsLeft   int64   `json:"secondsLeft" doc:"Estimated seconds until the end; 0 after the end."`
}

// ImportColumn is what a column of a table means.
type ImportColumn struct {
	Header string `json:"header" doc:"Header of the column."`
	Target string `json:"target" doc:"phone, userId, name, tags, ignore or the key of a custom field."`
}

// ImportPreview is how the first rows of a table would be read.
type ImportPreview struct {
	Encoding  string         `json:"encoding" doc:"Character encoding, as recognised."`
	Delimiter string         `json:"delimiter" doc:"The character between two cells."`
	Columns   []ImportColumn `json:"columns" nullable:"false" doc:"The meaning of each column, in the order of the table."`
	Rows      []PreviewRow   `json:"rows" nullable:"false" doc:"The first 20 rows."`
}

// PreviewRow is a row as it would be read, or why it would not be taken.
type PreviewRow struct {
	Line     int64             `json:"line" doc:"Line of the table where the row begins."`
	Phone    crm.ContactNumber `json:"phone,omitempty" doc:"Phone number in international format; absent if the row has none."`
	UserID   string            `json:"userId,omitempty" doc:"The user id; absent if the row has none."`
	Name     string            `json:"name,omitempty" doc:"The name; absent if the row has none."`
	Tags     []string          `json:"tags" nullable:"false" doc:"Tags that the contact would get."`
	Fields   map[string]any    `json:"fields" doc:"Custom fields by key. Each value has the type of its field."`
	Problems []RunProblem      `json:"problems" nullable:"false" doc:"Why the row, or one of its cells, would be refused; empty if nothing would be."`
}

type (
	importInput struct{ raw }
	// ContactImportInput names an import in the path.
	ContactImportInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the import."`
	}
	importProblemsInput struct {
		ContactImportInput
		PageInput
	}
	importOutput  struct{ Body ContactImport }
	previewOutput struct{ Body ImportPreview }
	exportInput   struct{ raw }
)

func contactImportRoutes(s *Server) {
	register(s, operation{id: "create-contact-import", method: http.MethodPost, path: importPath, tag: contactsTag, status: http.StatusAccepted, errors: []int{413, 415, 503},
		scope: crm.ScopeContactsWrite, whole: true, numbers: true, act: "contact_import.created", summary: "Import contacts",
		description: "Imports a table as JSON, or as multipart/form-data with the parts options (JSON, first) and file, up to 512 MiB. The first row names the columns. The table is stored and then read in the background, each row exactly once. Encoding and delimiter are recognised automatically.",
		example:     CreateContactImport{CSV: "Phone;Full name\n+14155550141;Ada Lovelace\n+14155550142;Alan Turing", ImportOptions: ImportOptions{Tags: []string{"fair"}}},
		form:        &importForm},
		func(ctx context.Context, a crm.Actor, in *importInput) (*importOutput, error) {
			defer drain(in.request)
			src, err := s.importSource(in.raw)
			if err != nil {
				return nil, err
			}
			i, err := s.svc.Contact.CreateContactImport(ctx, a, src)
			return &importOutput{renderImport(i)}, err
		})
	register(s, operation{id: "preview-contact-import", method: http.MethodPost, path: previewPath, tag: contactsTag, errors: []int{413, 415},
		scope: crm.ScopeContactsWrite, whole: true, summary: "Preview an import", description: "Reads the first 20 rows as an import would, and stores nothing. Takes the same input as an import; the beginning of the file is enough.",
		example: CreateContactImport{CSV: "Phone;Full name\n0151 23456789;Ada Lovelace", ImportOptions: ImportOptions{DefaultCountry: "DE"}},
		form:    &importForm},
		func(ctx context.Context, a crm.Actor, in *importInput) (*previewOutput, error) {
			defer drain(in.request)
			src, err := s.importSource(in.raw)
			if err != nil {
				return nil, err
			}
			p, err := s.svc.Contact.PreviewContactImport(ctx, a, src)
			if err == nil {
				err = refusedEnd(src.Body)
			}
			return &previewOutput{renderPreview(p)}, err
		})
	register(s, operation{id: "list-contact-imports", method: http.MethodGet, path: importPath, tag: contactsTag,
		scope: crm.ScopeContactsRead, whole: true, summary: "List imports", description: "Newest first."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[ContactImport], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Contact.ContactImports(ctx, a, p)
			return answerPage(list, renderImport), err
		})
	register(s, operation{id: "get-contact-import", method: http.MethodGet, path: importPath + "/{id}", tag: contactsTag, errors: []int{404},
		scope: crm.ScopeContactsRead, whole: true, summary: "Get an import", description: "Its progress, and how many contacts were created, updated, skipped or refused."},
		func(ctx context.Context, a crm.Actor, in *ContactImportInput) (*importOutput, error) {
			i, err := s.svc.Contact.ContactImport(ctx, a, in.ID)
			return &importOutput{renderImport(i)}, err
		})
	register(s, operation{id: "list-contact-import-problems", method: http.MethodGet, path: importPath + "/{id}/problems", tag: contactsTag, errors: []int{404},
		scope: crm.ScopeContactsRead, whole: true, summary: "List the problems of an import", description: "In the order of the table; at most the first 10,000."},
		func(ctx context.Context, a crm.Actor, in *importProblemsInput) (*pageOutput[RunProblem], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Contact.ContactImportProblems(ctx, a, in.ID, p)
			return answerPage(list, renderRunProblem), err
		})
	register(s, operation{id: "cancel-contact-import", method: http.MethodPost, path: importPath + "/{id}/cancel", tag: contactsTag, errors: []int{404},
		scope: crm.ScopeContactsWrite, whole: true, act: "contact_import.canceled", summary: "Cancel an import", description: "Rows that were already read stay. An ended import does not change."},
		func(ctx context.Context, a crm.Actor, in *ContactImportInput) (*importOutput, error) {
			i, err := s.svc.Contact.CancelContactImport(ctx, a, in.ID)
			return &importOutput{renderImport(i)}, err
		})
	register(s, operation{id: "export-contacts", method: http.MethodGet, path: "/v1/contacts/export", tag: contactsTag,
		scope: crm.ScopeContactsRead, recent: true, act: "contact.exported", summary: "Export contacts", description: "Streams every contact as a CSV table, with one column per custom field. Cells that a spreadsheet would treat as formulas begin with an apostrophe; an import removes it again.",
		answers: tableAnswers}, s.exportContacts)
}

func (s *Server) exportContacts(ctx context.Context, a crm.Actor, in *exportInput) (*huma.StreamResponse, error) {
	write, err := s.svc.Contact.ExportContacts(ctx, a)
	if err != nil {
		return nil, err
	}
	return table(&in.raw, "contacts", write), nil
}

// importSource reads the form of an import up to its file, or its JSON.
func (s *Server) importSource(in raw) (src contact.ImportSource, err error) {
	if !isForm(in.request) {
		var body CreateContactImport
		if err := s.decode(in, &body); err != nil {
			return src, err
		}
		return contact.ImportSource{Body: strings.NewReader(body.CSV), Filename: body.Filename, Options: crm.ImportOptions(body.ImportOptions)}, nil
	}
	var o ImportOptions
	src.Body, src.Filename, err = tableForm(in, &o)
	src.Options = crm.ImportOptions(o)
	return src, err
}

// tableForm reads a form with a table up to the file, and its options.
func tableForm(in raw, options any) (file io.Reader, name string, err error) {
	form, err := in.request.MultipartReader()
	if err != nil {
		return nil, "", crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "The form cannot be read: %v.", err)
	}
	var faults crm.Faults
	for faults.Empty() {
		part, err := form.NextPart()
		switch {
		case isEnd(err):
			faults.Add("/"+filePart, crm.CodeRequired, "file is required: the table, as the last part of the form.")
		case err != nil:
			return nil, "", crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "The form cannot be read: %v.", err)
		case part.FormName() == "options":
			if err := decodeOptions(in, part, options, &faults); err != nil {
				return nil, "", err
			}
		case part.FormName() == filePart:
			fileBegins(in.request)
			return &lastPart{form: form, part: part, parts: optionsAndFile}, part.FileName(), nil
		default:
			faults.Add(crm.Pointer(part.FormName()), crm.CodeUnknownField, optionsAndFile)
		}
	}
	return nil, "", faults.Err()
}

// importForm is what both an import and its preview take.
var importForm = fileForm{maxBytes: crm.MaxImportSize, schema: "ContactImportForm", options: ImportOptions{}, optionsText: "How to read the table. The first part of the form.",
	file: "The table. The last part of the form."}

func renderImport(i crm.ContactImport) ContactImport {
	out := ContactImport{ID: i.ID, Run: renderRun(i.Run), Filename: i.Filename, Encoding: i.Encoding, Delimiter: string(rune(i.Delimiter)), Columns: renderColumns(i.Columns),
		Created: i.Created, Updated: i.Updated, Skipped: i.Skipped, Failed: i.Failed}
	out.RowsPerSecond, out.SecondsLeft = estimate(i.Run)
	return out
}

// estimate is how many items a run does in a second, and in how many seconds it ends.
func estimate(r crm.Run) (perSecond float64, left int64) {
	took := r.UpdatedAt.Sub(r.StartedAt).Seconds()
	if took <= 0 {
		return 0, 0
	}
	if perSecond = float64(r.Done) / took; r.Total != nil && !r.Ended() && r.Done > 0 {
		left = int64(float64(*r.Total-r.Done)/perSecond + 1)
	}
	return perSecond, left
}

func renderColumns(list []crm.ImportColumn) []ImportColumn {
	out := make([]ImportColumn, 0, len(list))
	for _, c := range list {
		out = append(out, ImportColumn{c.Header, c.Target})
	}
	return out
}

func renderPreview(p contact.ImportPreview) ImportPreview {
	out := ImportPreview{Encoding: p.Encoding, Delimiter: p.Delimiter, Columns: renderColumns(p.Columns), Rows: []PreviewRow{}}
	for _, r := range p.Rows {
		c := renderContact(crm.Contact{Tags: r.Row.Tags, Values: r.Row.Values}, p.Fields)
		row := PreviewRow{Line: r.Line, Phone: crm.ContactNumber(r.Row.Phone), UserID: r.Row.UserID, Name: r.Row.Name, Tags: c.Tags, Fields: c.Fields, Problems: []RunProblem{}}
		for n, p := range r.Problems {
			p.Number = int64(n + 1)
			row.Problems = append(row.Problems, renderRunProblem(p))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}
