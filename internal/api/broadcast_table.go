package api

import (
	"context"
	"net/http"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/broadcast"
)

// BroadcastTableOptions is a broadcast to those of a table, and how to read it.
type BroadcastTableOptions struct {
	BroadcastFields
	DefaultCountry string `json:"defaultCountry,omitempty" maxLength:"2" doc:"Phone numbers may then be national numbers of this country." example:"DE"`
	Delimiter      string `json:"delimiter,omitempty" maxLength:"1" doc:"Character between two cells: a comma, a semicolon, a tab or a |; by default recognised."`
}

// CreateBroadcastFromTable is a small table with its broadcast; larger ones come as a form.
type CreateBroadcastFromTable struct {
	BroadcastTableOptions
	CSV      string `json:"csv" minLength:"1" doc:"The table, at most 1 MiB. Send larger tables as multipart/form-data." example:"to,name\n+14155550123,Ada"`
	Filename string `json:"filename,omitempty" maxLength:"240" doc:"A name of the table."`
}

type broadcastTableInput struct{ raw }

const broadcastTablePath = broadcastsPath + "/from-table"

func broadcastTableRoutes(s *Server) {
	register(s, operation{id: "create-broadcast-from-table", method: http.MethodPost, path: broadcastTablePath, tag: broadcastsTag, status: http.StatusCreated, errors: []int{413, 415, 503}, whole: true, numbers: true,
		scope: crm.ScopeMessagesWrite, act: "broadcast.created", summary: "Create a broadcast from a table",
		description: "Makes a draft whose audience is a CSV table, as JSON, or as multipart/form-data with the parts options (JSON, first) and file, up to 512 MiB. The first row names the columns: to (or phone), and the parameters of the template; {{1}} is named 1. The table is stored and then read in the background, each row exactly once. Every row that gets nothing is listed among the recipients with its line and the reason.",
		example: CreateBroadcastFromTable{CSV: "to,name\n+14155550123,Ada\n+14155550124,Alan",
			BroadcastTableOptions: BroadcastTableOptions{BroadcastFields: BroadcastFields{Name: "Hello", TemplateFields: TemplateFields{TemplateName: "hello_world", Language: "en_US"}}}},
		form: &broadcastTableForm},
		func(ctx context.Context, a crm.Actor, in *broadcastTableInput) (*broadcastOutput, error) {
			defer drain(in.request)
			body, src, err := broadcastTable(s, in.raw)
			if err != nil {
				return nil, err
			}
			return answerBroadcast(ctx, s)(s.svc.Broadcast.CreateFromTable(ctx, a, body, src))
		})
}

// broadcastTableForm is what a broadcast from a table takes.
var broadcastTableForm = fileForm{maxBytes: crm.MaxImportSize, schema: "BroadcastTableForm", options: BroadcastTableOptions{}, optionsText: "The broadcast, and how to read the table. The first part of the form.",
	file: "The table. The last part of the form."}

// broadcastTable reads the form of a broadcast up to its file, or its JSON.
func broadcastTable(s *Server, in raw) (body crm.BroadcastBody, src broadcast.TableSource, err error) {
	var o BroadcastTableOptions
	if isForm(in.request) {
		src.Body, src.Filename, err = tableForm(in, &o)
	} else {
		var all CreateBroadcastFromTable
		err = s.decode(in, &all)
		o, src.Body, src.Filename = all.BroadcastTableOptions, strings.NewReader(all.CSV), all.Filename
	}
	if err != nil {
		return body, src, err
	}
	src.Country, src.Delimiter = o.DefaultCountry, o.Delimiter
	return o.body(), src, nil
}
