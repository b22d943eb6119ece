package api

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
)

// operation is all that is known of a typed operation but its types.
type operation struct {
	id, method, path string
	tag              tag
	scope            crm.Scope // what who may ask needs; accessScope has one
	// access says who may ask; recent, that people must have signed in lately; act
	// names what the audit log has of an administrative operation; whole, that it
	// shows or takes what belongs to every conversation; numbers, that it shows whole
	// phone numbers in a form that is not masked.
	access               audience
	recent               bool
	operator             bool // only operators of the deployment
	whole, numbers       bool
	act                  string
	summary, description string
	status               int   // of success; 0 means 200
	errors               []int // that it may answer beside those of every operation
	// example is a request that works against the demo, of the type of the body.
	// Its program is sdk/typescript/samples/<id>.ts.
	example any
	// form is set where a file may be sent instead of the JSON of the example.
	form *fileForm
	// apart is the list of the body whose items are judged one by one, such as
	// /messages.
	apart string
	// creates: it also answers 201, with what it answers otherwise.
	creates bool
	// answers are what the types do not say of answers, by status.
	answers map[int]huma.Response
	// answer is the type of the answer, and streams says that the use case writes it.
	answer  reflect.Type
	streams bool
}

// fileForm is a body with a file, multipart/form-data.
type fileForm struct {
	maxBytes int64
	file     string // what the file is
	// options is a value of the type of the part before the file; nil for none.
	options     any
	optionsText string
	// schema is the name of the form's schema; empty for none.
	schema string
	// first shows the form before JSON: generators that know one kind of body per
	// operation take the first. Elsewhere JSON says what only it can say, such as
	// the text of an article.
	first bool
}

// register adds a typed operation: handle gets who asks and the decoded input.
func register[I, O any](s *Server, op operation, handle func(context.Context, crm.Actor, *I) (*O, error)) {
	if op.status == 0 {
		op.status = http.StatusOK
	}
	op.answer, op.streams = reflect.TypeFor[O](), isStream[O]()
	if _, binds := any(new(O)).(lister); isList[I]() && !binds {
		panic("api: the answer of " + op.id + " does not bind its cursor to its list")
	}
	if takes := bodyOf[I](); takes != nil && takes != reflect.TypeOf(op.example) {
		panic("api: the example of " + op.id + " is not of the type " + takes.String())
	}
	huma.Register(s.huma, huma.Operation{
		OperationID: op.id, Method: op.method, Path: op.path, Tags: []string{op.tag.name}, Summary: op.summary, Description: op.description,
		DefaultStatus: op.status, Errors: errorsOf(op),
		Security:     op.security(),
		Extensions:   op.extensions(),
		MaxBodyBytes: maxBody, BodyReadTimeout: -1, // it has been read; see letRead
		// judge does it, in words of ours and in one go with the use case.
		SkipValidateBody: true, SkipValidateParams: true, Middlewares: huma.Middlewares{s.judge},
	}, func(ctx context.Context, in *I) (*O, error) {
		if isStream[O]() && len(requestOf(ctx).faults) > 0 {
			return nil, s.problem(ctx, crm.Invalid(requestOf(ctx).faults, 0))
		}
		out, err := handle(ctx, actorOf(ctx), in)
		err = withFaults(ctx, err)
		var shaped *Problem
		if errors.As(err, &shaped) {
			return nil, shaped
		}
		if err != nil {
			return nil, s.problem(ctx, err)
		}
		if list, ok := any(out).(lister); ok {
			list.bindCursor(requestOf(ctx).contract.list)
		}
		return out, nil
	})
	s.operations = append(s.operations, op)
	if op.access == accessPublic {
		s.door.public[op.method+" "+op.path] = true
	}
	s.describeBody(op)
	s.describeAnswers(op)
}

// bodyOf is the type of the body that an operation takes; nil for none, or for
// one that it reads itself.
func bodyOf[I any]() reflect.Type {
	t := reflect.TypeFor[I]()
	body, ok := t.FieldByName("Body")
	switch {
	case !ok:
		return nil
	case body.Type.Kind() == reflect.Pointer:
		return body.Type.Elem()
	}
	return body.Type
}

// errorsOf are the statuses that an operation may refuse with.
func errorsOf(op operation) []int {
	list := append([]int{400, 401, 403, 422, 429, 500}, op.errors...)
	if op.method == http.MethodPost || op.method == http.MethodPut || op.method == http.MethodPatch {
		list = append(list, 408, 413, 415)
	}
	return list
}

// documented is the operation in the document.
func (s *Server) documented(op operation) *huma.Operation {
	item := s.huma.OpenAPI().Paths[op.path]
	for _, d := range operationsOf(item) {
		if d.Method == op.method {
			return d
		}
	}
	panic("api: " + op.id + " is not in the document") // it was just registered
}

// describeBody shows the example of a body, and the form with a file where the
// operation takes one.
func (s *Server) describeBody(op operation) {
	d := s.documented(op)
	if f := op.form; f != nil {
		s.uploads[op.path] = f.maxBytes
		fields := map[string]*huma.Schema{filePart: {Type: huma.TypeString, Format: "binary", Description: f.file}}
		if f.options != nil {
			fields["options"] = s.described(f.options, f.optionsText)
		}
		d.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
			"application/json":    {Schema: s.schema(op.example)},
			"multipart/form-data": {Schema: &huma.Schema{Type: huma.TypeObject, Required: []string{filePart}, Properties: fields}},
		}}
	}
	if op.example != nil {
		d.RequestBody.Content["application/json"].Example = op.example
	}
}

func (s *Server) describeAnswers(op operation) {
	responses := s.documented(op).Responses
	for status, says := range op.answers {
		answer := responses[strconv.Itoa(status)]
		if answer == nil {
			answer = &huma.Response{}
			responses[strconv.Itoa(status)] = answer
		}
		answer.Description = says.Description
		if says.Content != nil {
			answer.Content = maps.Clone(says.Content)
		}
	}
	if op.creates {
		responses["201"] = &huma.Response{Description: "Created", Content: responses["200"].Content}
	}
}
