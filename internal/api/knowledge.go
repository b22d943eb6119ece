package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/library"
)

var knowledgeTag = tag{"Knowledge", "The sources of the assistants' answers: articles, questions with answers, files and web pages. Also the questions without evidence."}

const sourcesPath = "/v1/knowledge/sources"

// KnowledgeSource is something that assistants answer from.
type KnowledgeSource struct {
	ID           string          `json:"id" doc:"Identifier of the source; begins with kns_."`
	Kind         crm.SourceKind  `json:"kind" enum:"article,question,file,page,site" doc:"Kind of the source."`
	Title        string          `json:"title" doc:"Title; empty if there is none."`
	Language     string          `json:"language,omitempty" doc:"Two letters. If absent, the language of each passage is guessed." example:"en"`
	State        crm.SourceState `json:"state" enum:"pending,indexing,ready,failed" doc:"State of the newest revision. Until it is ready, the previous revision is used."`
	Reason       string          `json:"reason,omitempty" doc:"Why indexing failed, or which parts could not be read."`
	Indexing     *Run            `json:"indexing" doc:"How indexing of the newest revision proceeds. Its items are pages while it is crawling, then passages; null if it never began."`
	Revision     int64           `json:"revision" doc:"Rises with every change."`
	LiveRevision int64           `json:"liveRevision" doc:"The revision that is searched; 0 if there is none yet."`
	Content      string          `json:"content,omitempty" doc:"Markdown of an article; not in lists."`
	Question     string          `json:"question,omitempty" doc:"Question of a source of the kind question."`
	Answer       string          `json:"answer,omitempty" doc:"Answer of a source of the kind question; not in lists."`
	Filename     string          `json:"filename,omitempty" doc:"Name of the file; only for files."`
	MIMEType     string          `json:"mimeType,omitempty" doc:"Type of the file, by its content; only for files."`
	Size         int64           `json:"size,omitempty" doc:"Size of the file in bytes; only for files."`
	URL          string          `json:"url,omitempty" doc:"Address of the page, or the start of the site; only for web sources."`
	PageLimit    int             `json:"pageLimit,omitempty" doc:"Maximum number of pages; only for sites."`
	RecrawlHours int             `json:"recrawlHours,omitempty" doc:"Hours between two fetches; absent if the source is fetched only on request."`
	CrawledAt    *time.Time      `json:"crawledAt,omitempty" doc:"When the pages were last fetched; absent if never."`
	NextCrawlAt  *time.Time      `json:"nextCrawlAt,omitempty" doc:"When the pages are fetched again; absent if they are not."`
	Pages        int64           `json:"pages,omitempty" doc:"Number of web pages that were read."`
	Passages     int64           `json:"passages" doc:"Number of passages in the live revision."`
	Flagged      int64           `json:"flagged" doc:"Number of passages that seem to address a model instead of people. Check them."`
	CreatedAt    time.Time       `json:"createdAt" doc:"When the source was added."`
	UpdatedAt    time.Time       `json:"updatedAt" doc:"When the source last changed."`
	ReadyAt      *time.Time      `json:"readyAt,omitempty" doc:"When the live revision became ready; absent if there is none."`
}

// CreateKnowledgeSource is a new article, question or web source.
type CreateKnowledgeSource struct {
	Kind         crm.SourceKind `json:"kind" needed:"true" doc:"article, question, page or site. Send a file as multipart/form-data."`
	Title        string         `json:"title,omitempty" doc:"Required for an article. Search uses the title too." example:"Delivery"`
	Language     string         `json:"language,omitempty" doc:"Two letters. If absent, the language of each passage is guessed." example:"en"`
	Content      string         `json:"content,omitempty" doc:"The article as Markdown, up to 512 KiB."`
	Question     string         `json:"question,omitempty" doc:"The contact's question. Required for a question." example:"When are you open?"`
	Answer       string         `json:"answer,omitempty" doc:"The assistant's answer. Required for a question." example:"Monday to Friday from 9 to 18."`
	URL          string         `json:"url,omitempty" doc:"Address of a page, or the start of a site. For a site, linked pages below the same folder are read; a sitemap (.xml) lists its pages itself." example:"https://example.com/help/"`
	PageLimit    int            `json:"pageLimit,omitempty" doc:"Maximum number of pages of a site: at most 500; 50 by default."`
	RecrawlHours int            `json:"recrawlHours,omitempty" doc:"Hours between two fetches; 0 for never."`
}

// FieldValues lists the values of fields, for the document.
func (CreateKnowledgeSource) FieldValues() map[string]any {
	return map[string]any{"kind": []crm.SourceKind{crm.SourceArticle, crm.SourceQuestion, crm.SourcePage, crm.SourceSite}}
}

// UploadKnowledgeSource goes with a file.
type UploadKnowledgeSource struct {
	Title    string `json:"title,omitempty" doc:"By default the title inside the file, or its name."`
	Language string `json:"language,omitempty" doc:"Two letters. If absent, the language of each passage is guessed." example:"en"`
	SourceID string `json:"sourceId,omitempty" doc:"Id of a file source. The new file replaces its file and becomes its next revision."`
}

// UpdateKnowledgeSource changes what is given and leaves the rest.
type UpdateKnowledgeSource struct {
	Title        *string `json:"title,omitempty" doc:"Title. Search uses the title too."`
	Language     *string `json:"language,omitempty" doc:"Two letters. An empty text means that the language of each passage is guessed."`
	Content      *string `json:"content,omitempty" doc:"Markdown of an article."`
	Question     *string `json:"question,omitempty" doc:"Only for a source of the kind question."`
	Answer       *string `json:"answer,omitempty" doc:"Only for a source of the kind question." example:"Monday to Saturday from 9 to 18."`
	URL          *string `json:"url,omitempty" doc:"Only for a page or site."`
	PageLimit    *int    `json:"pageLimit,omitempty" doc:"Only for a site."`
	RecrawlHours *int    `json:"recrawlHours,omitempty" doc:"Only for a page or site."`
}

// KnowledgePage is a page of a web source.
type KnowledgePage struct {
	URL       string        `json:"url" doc:"Address of the page."`
	State     crm.PageState `json:"state" enum:"waiting,fetched,skipped,failed,map" doc:"map: a sitemap. A failed page keeps its previous content."`
	Reason    string        `json:"reason,omitempty" doc:"Why the page was skipped or failed."`
	FetchedAt *time.Time    `json:"fetchedAt" doc:"When the page was last fetched; null if never."`
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
		Kind  crm.SourceKind  `query:"kind" enum:"article,question,file,page,site" doc:"Only sources of this kind."`
		State crm.SourceState `query:"state" enum:"pending,indexing,ready,failed" doc:"Only sources in this state."`
	}
	sourceProblemsInput struct {
		KnowledgeSourceInput
		PageInput
	}
	updateSourceInput struct {
		KnowledgeSourceInput
		Body UpdateKnowledgeSource
	}
	sourceOutput         struct{ Body KnowledgeSource }
	knowledgePagesOutput struct{ Body KnowledgePages }
)

func knowledgeRoutes(s *Server) {
	register(s, operation{id: "create-knowledge-source", method: http.MethodPost, path: sourcesPath, tag: knowledgeTag, status: http.StatusAccepted, errors: []int{404, 409, 413, 415, 503},
		scope: crm.ScopeKnowledgeWrite, act: "knowledge_source.created knowledge_source.updated", summary: "Add knowledge",
		description: "Send an article, a question with its answer, a web page or a website as JSON. Send a file (Markdown, text, HTML, PDF, DOCX, CSV; up to 32 MiB) as multipart/form-data with the parts options (JSON, first) and file. The source is stored and then indexed in the background; state and indexing show the progress.",
		example:     CreateKnowledgeSource{Kind: crm.SourceQuestion, Question: "When are you open?", Answer: "Monday to Friday from 9 to 18."},
		form: &fileForm{maxBytes: crm.MaxKnowledgeFile + 2*maxFormHead, options: UploadKnowledgeSource{}, optionsText: "About the file. The first part of the form.",
			file: "Markdown, text, HTML, PDF, DOCX or CSV. The last part of the form."}},
		s.createKnowledgeSource)
	register(s, operation{id: "list-knowledge-sources", method: http.MethodGet, path: sourcesPath, tag: knowledgeTag,
		scope: crm.ScopeKnowledgeRead, summary: "List knowledge sources", description: "Newest first, without content."},
		func(ctx context.Context, a crm.Actor, in *sourcesInput) (*pageOutput[KnowledgeSource], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Library.KnowledgeSources(ctx, a, library.SourceFilter{Kind: in.Kind, State: in.State}, p)
			return answerPage(list, renderSource), err
		})
	register(s, operation{id: "get-knowledge-source", method: http.MethodGet, path: sourcesPath + "/{id}", tag: knowledgeTag, errors: []int{404},
		scope: crm.ScopeKnowledgeRead, summary: "Get a knowledge source", description: "With its content and the progress of indexing."},
		func(ctx context.Context, a crm.Actor, in *KnowledgeSourceInput) (*sourceOutput, error) {
			return answerSource(s.svc.Library.KnowledgeSource(ctx, a, in.ID))
		})
	register(s, operation{id: "update-knowledge-source", method: http.MethodPatch, path: sourcesPath + "/{id}", tag: knowledgeTag, errors: []int{404, 409},
		scope: crm.ScopeKnowledgeWrite, act: "knowledge_source.updated", summary: "Change a knowledge source", description: "Creates a new revision. Until it is ready, the previous revision is used.",
		example: UpdateKnowledgeSource{Answer: ptr("Monday to Saturday from 9 to 18.")}},
		func(ctx context.Context, a crm.Actor, in *updateSourceInput) (*sourceOutput, error) {
			b := in.Body
			ch := library.KnowledgeSourceChange{Title: b.Title, Language: b.Language, Content: b.Content, Answer: b.Answer, Question: b.Question, URL: b.URL, PageLimit: b.PageLimit, RecrawlHours: b.RecrawlHours}
			return answerSource(s.svc.Library.UpdateKnowledgeSource(ctx, a, in.ID, ch))
		})
	register(s, operation{id: "delete-knowledge-source", method: http.MethodDelete, path: sourcesPath + "/{id}", tag: knowledgeTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopeKnowledgeWrite, act: "knowledge_source.deleted", summary: "Delete a knowledge source", description: "Its passages are no longer found."},
		func(ctx context.Context, a crm.Actor, in *KnowledgeSourceInput) (*struct{}, error) {
			return nil, s.svc.Library.DeleteKnowledgeSource(ctx, a, in.ID)
		})
	register(s, operation{id: "recrawl-knowledge-source", method: http.MethodPost, path: sourcesPath + "/{id}/recrawl", tag: knowledgeTag, status: http.StatusAccepted, errors: []int{404, 409},
		scope: crm.ScopeKnowledgeWrite, act: "knowledge_source.recrawled", summary: "Fetch a page or site again", description: "Pages that report no change are not read again."},
		func(ctx context.Context, a crm.Actor, in *KnowledgeSourceInput) (*sourceOutput, error) {
			return answerSource(s.svc.Library.RecrawlKnowledgeSource(ctx, a, in.ID))
		})
	register(s, operation{id: "list-knowledge-pages", method: http.MethodGet, path: sourcesPath + "/{id}/pages", tag: knowledgeTag, errors: []int{404},
		scope: crm.ScopeKnowledgeRead, summary: "List the pages of a site", description: "All pages of the newest crawl, in the order in which they were found, each with its result."},
		func(ctx context.Context, a crm.Actor, in *KnowledgeSourceInput) (*knowledgePagesOutput, error) {
			list, err := s.svc.Library.KnowledgePages(ctx, a, in.ID)
			out := &knowledgePagesOutput{KnowledgePages{Data: make([]KnowledgePage, 0, len(list))}}
			for _, p := range list {
				out.Body.Data = append(out.Body.Data, KnowledgePage{URL: p.URL, State: p.State, Reason: p.Reason, FetchedAt: p.FetchedAt})
			}
			return out, err
		})
	register(s, operation{id: "list-knowledge-source-problems", method: http.MethodGet, path: sourcesPath + "/{id}/problems", tag: knowledgeTag, errors: []int{404},
		scope: crm.ScopeKnowledgeRead, summary: "List the problems of a source", description: "Pages of the newest crawl that could not be read or were skipped, in the order in which they were found."},
		func(ctx context.Context, a crm.Actor, in *sourceProblemsInput) (*pageOutput[RunProblem], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Library.KnowledgeProblems(ctx, a, in.ID, p)
			return answerPage(list, renderRunProblem), err
		})
}

func renderSource(k crm.KnowledgeSource) KnowledgeSource {
	out := KnowledgeSource{ID: k.ID, Kind: k.Kind, Title: k.Title, Language: k.Language, State: k.State, Reason: k.Reason, Indexing: renderStarted(k.Indexing), Revision: k.Revision,
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
