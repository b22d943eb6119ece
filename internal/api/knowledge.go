package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
)

var knowledgeTag = tag{"Knowledge", "What assistants answer from: articles, questions with answers, files and web pages; and the questions that found no evidence."}

const sourcesPath = "/v1/knowledge/sources"

// KnowledgeSource is something that assistants answer from.
type KnowledgeSource struct {
	ID           string          `json:"id" doc:"Identifier of the source; begins with kns_."`
	Kind         crm.SourceKind  `json:"kind" enum:"article,question,file,page,site" doc:"What it is."`
	Title        string          `json:"title" doc:"Its title; empty if it has none."`
	Language     string          `json:"language,omitempty" doc:"Two letters; without it that of each passage is guessed." example:"en"`
	State        crm.SourceState `json:"state" enum:"pending,indexing,ready,failed" doc:"Of the newest revision; the one before is found until this one is ready."`
	Reason       string          `json:"reason,omitempty" doc:"Why it failed, or what of it could not be read."`
	Progress     float64         `json:"progress" doc:"How much of the newest revision is indexed, from 0 to 1."`
	Revision     int64           `json:"revision" doc:"Rises with every change."`
	LiveRevision int64           `json:"liveRevision" doc:"The revision whose passages are found; 0 while there is none."`
	Content      string          `json:"content,omitempty" doc:"The Markdown of an article; lists leave it out."`
	Question     string          `json:"question,omitempty" doc:"The question; only of a question with its answer."`
	Answer       string          `json:"answer,omitempty" doc:"Lists leave it out."`
	Filename     string          `json:"filename,omitempty" doc:"Name of the file; only of a file."`
	MIMEType     string          `json:"mimeType,omitempty" doc:"Type of the file, by its content; only of a file."`
	Size         int64           `json:"size,omitempty" doc:"Of a file, in bytes."`
	URL          string          `json:"url,omitempty" doc:"Address of the page, or where the site begins; only of web sources."`
	PageLimit    int             `json:"pageLimit,omitempty" doc:"Most pages that are read; only of a site."`
	RecrawlHours int             `json:"recrawlHours,omitempty" doc:"Hours between two fetches; absent if it is fetched only when asked."`
	CrawledAt    *time.Time      `json:"crawledAt,omitempty" doc:"When its pages were fetched last; absent if they never were."`
	NextCrawlAt  *time.Time      `json:"nextCrawlAt,omitempty" doc:"When they are fetched again; absent if they are not."`
	Pages        int64           `json:"pages,omitempty" doc:"Pages of the web that were read."`
	Passages     int64           `json:"passages" doc:"Of the live revision."`
	Flagged      int64           `json:"flagged" doc:"Passages that speak to a model rather than to people: have a look at them."`
	CreatedAt    time.Time       `json:"createdAt" doc:"When it was added."`
	UpdatedAt    time.Time       `json:"updatedAt" doc:"When it changed last."`
	ReadyAt      *time.Time      `json:"readyAt,omitempty" doc:"When the live revision became ready; absent while there is none."`
}

// CreateKnowledgeSource is a new article, question or web source.
type CreateKnowledgeSource struct {
	Kind         crm.SourceKind `json:"kind" needed:"true" doc:"article, question, page or site; a file comes as multipart/form-data."`
	Title        string         `json:"title,omitempty" doc:"Required of an article. Passages are found by it too." example:"Delivery"`
	Language     string         `json:"language,omitempty" doc:"Two letters; without it that of each passage is guessed." example:"en"`
	Content      string         `json:"content,omitempty" doc:"The article as Markdown, up to 512 KiB."`
	Question     string         `json:"question,omitempty" doc:"Required of a question: what a customer would ask." example:"When are you open?"`
	Answer       string         `json:"answer,omitempty" doc:"Required of a question: what the assistant says." example:"Monday to Friday from 9 to 18."`
	URL          string         `json:"url,omitempty" doc:"A page; or where a site begins: pages below its folder that it links to are read. A site map (.xml) lists them itself." example:"https://example.com/help/"`
	PageLimit    int            `json:"pageLimit,omitempty" doc:"How many pages of a site are read at most, up to 500; 50 by default."`
	RecrawlHours int            `json:"recrawlHours,omitempty" doc:"How often pages are fetched again; 0 for never."`
}

// FieldValues lists the values of fields, for the document.
func (CreateKnowledgeSource) FieldValues() map[string]any {
	return map[string]any{"kind": []crm.SourceKind{crm.SourceArticle, crm.SourceQuestion, crm.SourcePage, crm.SourceSite}}
}

// UploadKnowledgeSource goes with a file.
type UploadKnowledgeSource struct {
	Title    string `json:"title,omitempty" doc:"By default what the file calls itself, or its name."`
	Language string `json:"language,omitempty" doc:"Two letters; without it that of each passage is guessed." example:"en"`
	SourceID string `json:"sourceId,omitempty" doc:"A file source whose file this one replaces, as its next revision."`
}

// UpdateKnowledgeSource changes what is given and leaves the rest.
type UpdateKnowledgeSource struct {
	Title        *string `json:"title,omitempty" doc:"Its title. Passages are found by it too."`
	Language     *string `json:"language,omitempty" doc:"Two letters; empty lets that of each passage be guessed."`
	Content      *string `json:"content,omitempty" doc:"Of an article."`
	Question     *string `json:"question,omitempty" doc:"Of a question."`
	Answer       *string `json:"answer,omitempty" doc:"Of a question." example:"Monday to Saturday from 9 to 18."`
	URL          *string `json:"url,omitempty" doc:"Of a page or site."`
	PageLimit    *int    `json:"pageLimit,omitempty" doc:"Of a site."`
	RecrawlHours *int    `json:"recrawlHours,omitempty" doc:"Of a page or site."`
}

// KnowledgePage is a page of a web source.
type KnowledgePage struct {
	URL       string        `json:"url" doc:"Address of the page."`
	State     crm.PageState `json:"state" enum:"waiting,fetched,skipped,failed,map" doc:"map is a site map. A page that failed keeps what it said before."`
	Reason    string        `json:"reason,omitempty" doc:"Why it was skipped or failed."`
	FetchedAt *time.Time    `json:"fetchedAt" doc:"When it was fetched last; null if it was not."`
}

// KnowledgePages are the pages of a web source.
type KnowledgePages struct {
	Data []KnowledgePage `json:"data" nullable:"false" doc:"The pages of the source."`
}

type (
	createSourceInput struct{ raw }
	// KnowledgeSourceInput names a source in the path.
	KnowledgeSourceInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the source."`
	}
	sourcesInput struct {
		PageInput
		Kind  crm.SourceKind  `query:"kind" enum:"article,question,file,page,site" doc:"Sources of this kind only."`
		State crm.SourceState `query:"state" enum:"pending,indexing,ready,failed" doc:"Sources in this state only."`
	}
	updateSourceInput struct {
		KnowledgeSourceInput
		Body UpdateKnowledgeSource
	}
	sourceOutput         struct{ Body KnowledgeSource }
	knowledgePagesOutput struct{ Body KnowledgePages }
)

func (s *Server) knowledgeRoutes() {
	register(s, operation{id: "create-knowledge-source", method: http.MethodPost, path: sourcesPath, tag: knowledgeTag, status: http.StatusAccepted, errors: []int{404, 409, 413, 415, 503},
		scope: crm.ScopeKnowledgeWrite, summary: "Add knowledge",
		description: "An article, a question with its answer, a page or a site of the web as JSON; a file (Markdown, text, HTML, PDF, DOCX, CSV; up to 32 MiB) as multipart/form-data with the parts options (JSON, first) and file. It is stored and then indexed in the background: follow its state.",
		example:     CreateKnowledgeSource{Kind: crm.SourceQuestion, Question: "When are you open?", Answer: "Monday to Friday from 9 to 18."},
		form: &fileForm{maxBytes: crm.MaxKnowledgeFile + 2*maxFormHead, options: UploadKnowledgeSource{}, optionsText: "What the file is. The first part of the form.",
			file: "Markdown, text, HTML, PDF, DOCX or CSV. The last part of the form."}},
		s.createKnowledgeSource)
	register(s, operation{id: "list-knowledge-sources", method: http.MethodGet, path: sourcesPath, tag: knowledgeTag,
		scope: crm.ScopeKnowledgeRead, summary: "List sources of knowledge", description: "Newest first, without their texts."},
		func(ctx context.Context, a crm.Actor, in *sourcesInput) (*pageOutput[KnowledgeSource], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.KnowledgeSources(ctx, a, store.SourceFilter{Kind: in.Kind, State: in.State}, p)
			return answerPage(list, renderSource), err
		})
	register(s, operation{id: "get-knowledge-source", method: http.MethodGet, path: sourcesPath + "/{id}", tag: knowledgeTag, errors: []int{404},
		scope: crm.ScopeKnowledgeRead, summary: "Get a source of knowledge", description: "With its whole content, and how far it is indexed."},
		func(ctx context.Context, a crm.Actor, in *KnowledgeSourceInput) (*sourceOutput, error) {
			return answerSource(s.svc.KnowledgeSource(ctx, a, in.ID))
		})
	register(s, operation{id: "update-knowledge-source", method: http.MethodPatch, path: sourcesPath + "/{id}", tag: knowledgeTag, errors: []int{404, 409},
		scope: crm.ScopeKnowledgeWrite, summary: "Change a source of knowledge", description: "Makes a new revision. The one before is found until the new one is ready.",
		example: UpdateKnowledgeSource{Answer: ptr("Monday to Saturday from 9 to 18.")}},
		func(ctx context.Context, a crm.Actor, in *updateSourceInput) (*sourceOutput, error) {
			b := in.Body
			ch := service.KnowledgeSourceChange{Title: b.Title, Language: b.Language, Content: b.Content, Answer: b.Answer, Question: b.Question, URL: b.URL, PageLimit: b.PageLimit, RecrawlHours: b.RecrawlHours}
			return answerSource(s.svc.UpdateKnowledgeSource(ctx, a, in.ID, ch))
		})
	register(s, operation{id: "delete-knowledge-source", method: http.MethodDelete, path: sourcesPath + "/{id}", tag: knowledgeTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopeKnowledgeWrite, summary: "Remove a source of knowledge", description: "Its passages are found no more from then on."},
		func(ctx context.Context, a crm.Actor, in *KnowledgeSourceInput) (*struct{}, error) {
			return nil, s.svc.DeleteKnowledgeSource(ctx, a, in.ID)
		})
	register(s, operation{id: "recrawl-knowledge-source", method: http.MethodPost, path: sourcesPath + "/{id}/recrawl", tag: knowledgeTag, status: http.StatusAccepted, errors: []int{404, 409},
		scope: crm.ScopeKnowledgeWrite, summary: "Fetch a page or site again", description: "Pages that say that they have not changed are not read again."},
		func(ctx context.Context, a crm.Actor, in *KnowledgeSourceInput) (*sourceOutput, error) {
			return answerSource(s.svc.RecrawlKnowledgeSource(ctx, a, in.ID))
		})
	register(s, operation{id: "list-knowledge-pages", method: http.MethodGet, path: sourcesPath + "/{id}/pages", tag: knowledgeTag, errors: []int{404},
		scope: crm.ScopeKnowledgeRead, summary: "List the pages of a site", description: "All that the newest crawl found, in that order, with what came of each."},
		func(ctx context.Context, a crm.Actor, in *KnowledgeSourceInput) (*knowledgePagesOutput, error) {
			list, err := s.svc.KnowledgePages(ctx, a, in.ID)
			out := &knowledgePagesOutput{KnowledgePages{Data: make([]KnowledgePage, 0, len(list))}}
			for _, p := range list {
				out.Body.Data = append(out.Body.Data, KnowledgePage{URL: p.URL, State: p.State, Reason: p.Reason, FetchedAt: p.FetchedAt})
			}
			return out, err
		})
}

func renderSource(k crm.KnowledgeSource) KnowledgeSource {
	out := KnowledgeSource{ID: k.ID, Kind: k.Kind, Title: k.Title, Language: k.Language, State: k.State, Reason: k.Reason, Progress: k.Progress(), Revision: k.Revision,
		LiveRevision: k.LiveRevision, Content: k.Content, Question: k.Question, Filename: k.Filename, MIMEType: k.MIMEType, Size: k.Size, URL: k.URL,
		PageLimit: k.PageLimit, RecrawlHours: k.RecrawlHours, CrawledAt: k.CrawledAt, NextCrawlAt: k.NextCrawlAt, Pages: k.Pages, Passages: k.Passages, Flagged: k.Flagged,
		CreatedAt: k.CreatedAt, UpdatedAt: k.UpdatedAt, ReadyAt: k.ReadyAt}
	if k.Kind == crm.SourceQuestion {
		out.Content, out.Answer = "", k.Content
	}
	return out
}

func answerSource(k crm.KnowledgeSource, err error) (*sourceOutput, error) {
	return &sourceOutput{renderSource(k)}, err
}
