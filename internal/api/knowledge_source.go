package api

import (
	"context"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/media"
)

// createKnowledgeSource takes JSON, or a form with a file.
func (s *Server) createKnowledgeSource(ctx context.Context, a crm.Actor, in *createSourceInput) (*sourceOutput, error) {
	defer drain(in.request)
	if !isForm(in.request) {
		var b CreateKnowledgeSource
		if err := s.decode(in.raw, &b); err != nil {
			return nil, err
		}
		src := crm.KnowledgeSource{Kind: b.Kind, Title: b.Title, Language: b.Language, Content: b.Content, Question: b.Question, URL: b.URL, PageLimit: b.PageLimit, RecrawlHours: b.RecrawlHours}
		if err := b.check(&src); err != nil {
			return nil, err
		}
		return answerSource(s.svc.Library.CreateKnowledgeSource(ctx, a, src))
	}
	src, file, err := s.knowledgeFile(in.raw)
	if err != nil {
		return nil, err
	}
	return answerSource(s.svc.Library.UploadKnowledgeFile(ctx, a, src, file))
}

// check tells which fields do not go together, and puts the answer where it
// belongs.
func (b CreateKnowledgeSource) check(src *crm.KnowledgeSource) error {
	var f crm.Faults
	given := func(pointer, value string, kinds ...crm.SourceKind) {
		if value == "" {
			return
		}
		for _, k := range kinds {
			if k == b.Kind {
				return
			}
		}
		f.Add(pointer, crm.CodeSourceKind, "A source of the kind %s cannot have %s.", b.Kind, pointer[1:])
	}
	switch b.Kind {
	case crm.SourceArticle, crm.SourceQuestion, crm.SourcePage, crm.SourceSite:
		given("/content", b.Content, crm.SourceArticle)
		given("/question", b.Question, crm.SourceQuestion)
		given("/answer", b.Answer, crm.SourceQuestion)
		given("/url", b.URL, crm.SourcePage, crm.SourceSite)
		if !b.Kind.Web() && b.PageLimit != 0 {
			given("/pageLimit", "given", crm.SourcePage, crm.SourceSite)
		}
		if !b.Kind.Web() && b.RecrawlHours != 0 {
			given("/recrawlHours", "given", crm.SourcePage, crm.SourceSite)
		}
	case crm.SourceFile:
		f.Add("/kind", crm.CodeNotAllowed, "Send a file as multipart/form-data with the parts options and file.")
	default:
		f.Add("/kind", crm.CodeNotAllowed, "kind must be article, question, page or site.")
	}
	if b.Kind == crm.SourceQuestion {
		src.Content = b.Answer
	}
	return f.Err()
}

// knowledgeFile reads the form of a file up to its content.
func (s *Server) knowledgeFile(in raw) (src crm.KnowledgeSource, file media.FileSource, err error) {
	form, err := in.request.MultipartReader()
	if err != nil {
		return src, file, crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "The form cannot be read: %v.", err)
	}
	var faults crm.Faults
	for faults.Empty() {
		part, err := form.NextPart()
		switch {
		case isEnd(err):
			faults.Add("/"+filePart, crm.CodeRequired, "file is required: the last part of the form.")
		case err != nil:
			return src, file, crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "The form cannot be read: %v.", err)
		case part.FormName() == "options":
			var o UploadKnowledgeSource
			if err := decodeOptions(in, part, &o, &faults); err != nil {
				return src, file, err
			}
			src.ID, src.Title, src.Language = o.SourceID, o.Title, o.Language
		case part.FormName() == filePart:
			fileBegins(in.request)
			return src, media.FileSource{Body: &lastPart{form: form, part: part, parts: optionsAndFile}, Filename: part.FileName(), Declared: part.Header.Get("Content-Type"), Pointer: "/" + filePart}, nil
		default:
			faults.Add(crm.Pointer(part.FormName()), crm.CodeUnknownField, optionsAndFile)
		}
	}
	return src, file, faults.Err()
}
