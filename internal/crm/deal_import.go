package crm

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strings"
)

// Targets of the columns of an import of deals, besides the keys of custom fields.
const (
	ColumnTitle         = "title"
	ColumnPipeline      = "pipeline"
	ColumnStage         = "stage"
	ColumnContactPhone  = "contactPhone"
	ColumnContactUserID = "contactUserId"
	ColumnOwnerEmail    = "ownerEmail"
	ColumnAmount        = "amount"
	ColumnCurrency      = "currency"
	ColumnCloseOn       = "expectedCloseOn"
	ColumnForecast      = "forecastCategory"
	ColumnReason        = "reason"
	ColumnCloseNote     = "closeNote"
	ColumnExternalKey   = "externalKey"
)

// DealColumns are the columns that a table of deals has, besides those of custom fields,
// in the order in which an export writes them.
var DealColumns = []string{ColumnExternalKey, ColumnTitle, ColumnPipeline, ColumnStage, ColumnAmount, ColumnCurrency, ColumnContactPhone, ColumnContactUserID,
	ColumnOwnerEmail, ColumnCloseOn, ColumnForecast, ColumnReason, ColumnCloseNote}

// maxExternalKey is how long what another system knows a deal by may be.
const maxExternalKey = 200

var dealColumns = importTargets{
	targets: DealColumns,
	headers: map[string]string{
		"title": ColumnTitle, "deal": ColumnTitle, "dealname": ColumnTitle, "name": ColumnTitle, "opportunity": ColumnTitle, "opportunityname": ColumnTitle,
		"pipeline": ColumnPipeline, "pipelinename": ColumnPipeline, "stage": ColumnStage, "dealstage": ColumnStage, "stagename": ColumnStage,
		"contactphone": ColumnContactPhone, "phone": ColumnContactPhone, "phonenumber": ColumnContactPhone, "mobile": ColumnContactPhone, "whatsapp": ColumnContactPhone,
		"contactuserid": ColumnContactUserID, "owneremail": ColumnOwnerEmail, "owner": ColumnOwnerEmail, "dealowner": ColumnOwnerEmail,
		"amount": ColumnAmount, "value": ColumnAmount, "currency": ColumnCurrency,
		"expectedcloseon": ColumnCloseOn, "expectedclose": ColumnCloseOn, "expectedclosedate": ColumnCloseOn, "closedate": ColumnCloseOn,
		"forecastcategory": ColumnForecast, "forecast": ColumnForecast, "reason": ColumnReason, "lostreason": ColumnReason, "wonreason": ColumnReason,
		"closenote": ColumnCloseNote, "externalkey": ColumnExternalKey, "externalid": ColumnExternalKey, "id": ColumnExternalKey, "dealid": ColumnExternalKey,
	},
}

// DealImportOptions say how a table of deals is read.
type DealImportOptions struct {
	// Mapping says what a column is, by its header; columns that it does not name are
	// recognised by themselves.
	Mapping map[string]string `json:"mapping,omitempty"`
	// DefaultCountry lets numbers be national ones, such as DE.
	DefaultCountry string `json:"defaultCountry,omitempty"`
	// PipelineID is that of lines that name none.
	PipelineID  string `json:"pipelineId,omitempty"`
	OnDuplicate string `json:"onDuplicate,omitempty"`
	Delimiter   string `json:"delimiter,omitempty"`
}

// DealImport is one table of deals that is or was read in.
type DealImport struct {
	ID, WorkspaceID string
	Run
	TableFile
	Options DealImportOptions
	Columns []ImportColumn
	// Done counts the lines that were read: each counts in one of these too.
	Created, Updated, Skipped, Failed int64
	Problems                          int64 // as many are listed
}

// Validate adds the faults of the options that show without the table.
func (o *DealImportOptions) Validate(f *Faults) {
	if o.OnDuplicate == "" {
		o.OnDuplicate = DuplicateSkip
	}
	if o.OnDuplicate != DuplicateUpdate && o.OnDuplicate != DuplicateSkip {
		f.Add("/onDuplicate", CodeNotAllowed, "onDuplicate must be update or skip.")
	}
	checkDelimiter(o.Delimiter, f)
}

// Columns returns what each column of a table means, and adds what is wrong.
func (o DealImportOptions) Columns(header []string, fields []CustomField, f *Faults) []ImportColumn {
	out, taken := dealColumns.columns(header, o.Mapping, fields, f)
	if out != nil && !taken[ColumnTitle] {
		f.Add("/mapping", CodeRequired, "No column is title. Name one in mapping, such as {\"Subject\": \"title\"}.")
	}
	if o.OnDuplicate == DuplicateUpdate && out != nil && !taken[ColumnExternalKey] {
		f.Add("/onDuplicate", CodeNotAllowed, "onDuplicate update needs a column that is externalKey: by it a deal is known again.")
	}
	return out
}

// DealRow is one line of a table of deals, as it is written there. "" is for what it does
// not say.
type DealRow struct {
	Line int64
	// Key is how an import knows the line again: what another system knows the deal by, or
	// a hash of the line that begins with #.
	Key string
	// Cells are the texts by target, Fields those of custom fields by key.
	Cells  map[string]string
	Fields map[string]any
}

// IsKnownElsewhere reports whether the line has a key of another system.
func (r DealRow) IsKnownElsewhere() bool { return !strings.HasPrefix(r.Key, "#") }

// Row reads the cells of a record. phone turns a number as people write it into the
// international form, or says why it cannot.
func (o DealImportOptions) Row(cells []string, columns []ImportColumn, fields map[int]CustomField, phone func(string) (string, string)) (r DealRow, faults []RunProblem) {
	r = DealRow{Cells: map[string]string{}, Fields: map[string]any{}}
	fault := func(c ImportColumn, reason string) {
		faults = append(faults, RunProblem{Field: c.Header, Reason: reason})
	}
	for i, c := range columns {
		if i >= len(cells) || c.Target == ColumnIgnore {
			continue
		}
		text := strings.TrimSpace(cells[i])
		if text == "" {
			continue
		}
		if c.Field != 0 {
			if d, there := fields[c.Field]; there { // else it was deleted meanwhile
				r.Fields[d.Key] = WrittenValue(text)
			}
			continue
		}
		switch c.Target {
		case ColumnContactPhone:
			number, reason := phone(text)
			if text = number; reason != "" {
				fault(c, reason)
			}
		case ColumnCurrency:
			text = strings.ToUpper(text)
		case ColumnForecast:
			text = strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(text))
		case ColumnOwnerEmail:
			key, ok := AddressKey(text)
			if text = key; !ok {
				fault(c, "This is no e-mail address.")
			}
		case ColumnExternalKey:
			if len(text) > maxExternalKey || strings.HasPrefix(text, "#") {
				fault(c, fmt.Sprintf("externalKey may have at most %d bytes and must not begin with #.", maxExternalKey))
			}
		}
		r.Cells[c.Target] = text
	}
	if r.Key = r.Cells[ColumnExternalKey]; r.Key == "" {
		r.Key = o.hash(r)
	}
	return r, faults
}

// hash is the same for lines that say the same.
func (o DealImportOptions) hash(r DealRow) string {
	var all []string
	for target, text := range r.Cells {
		all = append(all, target+"\x00"+text)
	}
	for key, text := range r.Fields {
		all = append(all, "fields."+key+"\x00"+string(text.(WrittenValue)))
	}
	if r.Cells[ColumnPipeline] == "" {
		all = append(all, ColumnPipeline+"\x00"+o.PipelineID)
	}
	slices.Sort(all)
	sum := sha256.Sum256([]byte(strings.Join(all, "\x01")))
	return "#" + strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:20]))
}

// Change is what the line says of a deal, by the identifiers of those it names; "" leaves
// these as they are.
func (r DealRow) Change(contactID, ownerID string) DealChange {
	ch := DealChange{Fields: r.Fields}
	for _, v := range []struct {
		text string
		into **string
	}{{r.Cells[ColumnTitle], &ch.Title}, {r.Cells[ColumnAmount], &ch.Amount}, {r.Cells[ColumnCurrency], &ch.Currency}, {r.Cells[ColumnCloseOn], &ch.ExpectedCloseOn},
		{r.Cells[ColumnForecast], &ch.ForecastCategory}, {contactID, &ch.ContactID}, {ownerID, &ch.OwnerID}} {
		if v.text != "" {
			*v.into = &v.text
		}
	}
	return ch
}

// dealPointers are the targets that faults of a deal are about, by pointer.
var dealPointers = map[string]string{"/pipelineId": ColumnPipeline, "/stageId": ColumnStage, "/toStageId": ColumnStage, "/contactId": ColumnContactPhone, "/ownerId": ColumnOwnerEmail,
	"/lostReasonId": ColumnReason, "/wonReasonId": ColumnReason}

// ImportProblems are the faults of a deal as those of a line: each names the column.
func (r DealRow) ImportProblems(err *Error, columns []ImportColumn) (out []RunProblem) {
	for _, f := range err.Fields {
		target, named := dealPointers[f.Pointer]
		if !named {
			target = strings.TrimPrefix(strings.TrimPrefix(f.Pointer, "/"), "fields/")
		}
		out = append(out, RunProblem{Line: r.Line, Field: HeaderOf(columns, target), Reason: f.Detail})
	}
	if len(out) == 0 {
		out = append(out, RunProblem{Line: r.Line, Reason: err.Message})
	}
	return out
}

// HeaderOf is the header of the column that is for a target; the target where the table
// has none.
func HeaderOf(columns []ImportColumn, target string) string {
	i := slices.IndexFunc(columns, func(c ImportColumn) bool { return c.Target == target })
	if i < 0 {
		return target
	}
	return columns[i].Header
}
