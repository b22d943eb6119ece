package crm

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// SourceKind is what a source of knowledge is made from.
type SourceKind string

// The kinds of source.
const (
	SourceArticle  SourceKind = "article"
	SourceQuestion SourceKind = "question" // a question with its answer
	SourceFile     SourceKind = "file"
	SourcePage     SourceKind = "page" // one page of the web
	SourceSite     SourceKind = "site" // the pages below a URL, or of a site map
)

// SourceKinds lists every kind of source.
var SourceKinds = []SourceKind{SourceArticle, SourceQuestion, SourceFile, SourcePage, SourceSite}

// Web reports whether sources of the kind are fetched.
func (k SourceKind) Web() bool { return k == SourcePage || k == SourceSite }

// SourceState is how far the newest revision of a source has come, as its run
// says. Passages of the revision before are found until it is ready.
type SourceState string

// The states of a source.
const (
	SourcePending  SourceState = "pending"
	SourceIndexing SourceState = "indexing"
	SourceReady    SourceState = "ready"
	SourceFailed   SourceState = "failed"
)

// SourceStateOf is the state of a source by the run that indexes it.
func SourceStateOf(r Run) SourceState {
	switch {
	case r.State == RunCompleted:
		return SourceReady
	case r.Ended():
		return SourceFailed
	case r.Phase == "":
		return SourcePending
	}
	return SourceIndexing
}

// Bounds of knowledge.
const (
	MaxKnowledgeSources  = 5000
	MaxKnowledgePassages = 100_000 // of a workspace
	MaxSourcePassages    = 20_000
	MaxArticle           = 512 << 10 // bytes
	MaxKnowledgeFile     = 32 << 20  // bytes
	MaxSitePages         = 500
	DefaultSitePages     = 50
	MaxSiteMaps          = 50 // that one crawl of a site reads
	MaxRecrawlHours      = 24 * 365
	maxSourceTitle       = 200
	maxQuestion          = 500
	maxAnswer            = 10_000
	MaxSynonymGroups     = 1000
	MaxGaps              = 1000 // of a workspace: the one asked longest ago makes room
	MaxGapExamples       = 20
	GapExamplesListed    = 3
	maxSynonyms          = 20
	maxSynonym           = 60
)

// KnowledgeSource is something that a workspace's assistants answer from.
type KnowledgeSource struct {
	ID          string
	WorkspaceID string
	Kind        SourceKind
	Title       string
	// Language has two letters; "" lets that of each passage be guessed.
	Language string
	State    SourceState
	Reason   string // why it failed, or what of it could not be read
	// Revision is the newest one, LiveRevision that whose passages are found; 0
	// while there is none.
	Revision, LiveRevision int64
	// Content is the Markdown of an article or an answer.
	Content  string
	Question string
	// Filename, MIMEType, Size, Object and Key are of a file.
	Filename, MIMEType, Object string
	Size                       int64
	Key                        []byte
	// URL is that of a page, or where a site begins; PageLimit bounds a site.
	URL          string
	PageLimit    int
	RecrawlHours int // 0 for never
	CrawledAt    *time.Time
	NextCrawlAt  *time.Time
	// Indexing is the run that makes passages of the newest revision. Its items
	// are pages, then passages.
	Indexing                 Run
	Pages, Passages, Flagged int64
	CreatedAt, UpdatedAt     time.Time
	ReadyAt                  *time.Time
}

var twoLetters = regexp.MustCompile(`^[a-z]{2}$`)

// Validate checks what people give of a source and adds what is wrong. The URL
// is checked by CheckURL.
func (s *KnowledgeSource) Validate(f *Faults) {
	s.Title = strings.Join(strings.Fields(s.Title), " ")
	if utf8.RuneCountInString(s.Title) > maxSourceTitle {
		f.Add("/title", CodeTooLong, "title may have at most %d characters.", maxSourceTitle)
	}
	checkLanguage(f, s.Language)
	switch s.Kind {
	case SourceArticle:
		if s.Title == "" {
			f.Add("/title", CodeRequired, "title is required; search uses it too.")
		}
		if strings.TrimSpace(s.Content) == "" {
			f.Add("/content", CodeRequired, "content is required: the article as Markdown.")
		}
		if len(s.Content) > MaxArticle {
			f.Add("/content", CodeTooLong, "content may have at most %d KiB; send a larger text as a file.", MaxArticle>>10)
		}
	case SourceQuestion:
		s.validatePair(f)
	case SourcePage, SourceSite:
		if s.PageLimit == 0 && s.Kind == SourceSite {
			s.PageLimit = DefaultSitePages
		}
		if s.PageLimit < 0 || s.PageLimit > MaxSitePages {
			f.Add("/pageLimit", CodeOutOfRange, "pageLimit must be from 1 to %d.", MaxSitePages)
		}
		if s.Kind == SourcePage {
			s.PageLimit = 1
		}
		if s.RecrawlHours < 0 || s.RecrawlHours > MaxRecrawlHours {
			f.Add("/recrawlHours", CodeOutOfRange, "recrawlHours must be from 0 (never) to %d.", MaxRecrawlHours)
		}
	}
}

func (s *KnowledgeSource) validatePair(f *Faults) {
	s.Question = strings.TrimSpace(s.Question)
	if s.Question == "" {
		f.Add("/question", CodeRequired, "question is required.")
	}
	if utf8.RuneCountInString(s.Question) > maxQuestion {
		f.Add("/question", CodeTooLong, "question may have at most %d characters.", maxQuestion)
	}
	if strings.TrimSpace(s.Content) == "" {
		f.Add("/answer", CodeRequired, "answer is required.")
	}
	if utf8.RuneCountInString(s.Content) > maxAnswer {
		f.Add("/answer", CodeTooLong, "answer may have at most %d characters.", maxAnswer)
	}
}

// KnowledgePassage is a passage as it is stored.
type KnowledgePassage struct {
	ID, SourceID string
	Revision     int64 // of the source since which it is as it is
	Number       int64 // its place in the source
	URL          string
	Title        string
	Question     string
	Text         string
	Language     string
	Hash         []byte
	Flagged      bool
}

// PageState is what came of a page of the web.
type PageState string

// The states of a page.
const (
	PageWaiting PageState = "waiting"
	PageFetched PageState = "fetched"
	PageSkipped PageState = "skipped" // robots.txt, or it is no text
	PageFailed  PageState = "failed"
	PageMap     PageState = "map" // a site map: it lists pages and has no text
)

// KnowledgePage is a page of a web source.
type KnowledgePage struct {
	URL            string
	Number         int64
	Crawl          int64 // the revision of the source that looked at it last
	State          PageState
	Listed         bool // it waits, and a site map lists it as a site map
	Reason         string
	ETag, Modified string // for asking whether it changed
	Document       string // what it says, as JSON
	Links          []string
	FetchedAt      *time.Time
}

// KnowledgeSettings are of a workspace as a whole.
type KnowledgeSettings struct {
	// Version rises with every change of what is found.
	Version           int64
	Sources, Passages int64
	// Synonyms are groups of words or phrases that stand for each other.
	Synonyms [][]string
	// VectorSpace and VectorVersion are those of the embeddings; 0 while these
	// are off.
	VectorSpace, VectorVersion int64
	// Embedding is the run that follows a change of the embeddings; nil without one.
	Embedding *Run
}

// ValidateSynonyms checks groups of synonyms and adds what is wrong.
func ValidateSynonyms(groups [][]string, f *Faults) {
	if len(groups) > MaxSynonymGroups {
		f.Add("/synonyms", CodeOutOfRange, "synonyms may have at most %d groups.", MaxSynonymGroups)
		return
	}
	for i, g := range groups {
		if len(g) < 2 || len(g) > maxSynonyms {
			f.Add(Pointer("synonyms", i), CodeOutOfRange, "A group must have 2 to %d words or phrases.", maxSynonyms)
		}
		for j, w := range g {
			if n := utf8.RuneCountInString(strings.TrimSpace(w)); n == 0 || n > maxSynonym {
				f.Add(Pointer("synonyms", i, j), CodeTooLong, "A word or phrase must have 1 to %d characters.", maxSynonym)
			}
		}
	}
}

// GapState is what people made of a gap.
type GapState string

// The states of a gap.
const (
	GapOpen      GapState = "open"
	GapDismissed GapState = "dismissed"
	GapAnswered  GapState = "answered"
)

// GapStates lists every state of a gap.
var GapStates = []GapState{GapOpen, GapDismissed, GapAnswered}

// Gap is a group of questions that found no evidence and are alike.
type Gap struct {
	ID, WorkspaceID string
	State           GapState
	Question        string // the first one
	Language        string
	Count           int64
	SourceID        string // that answers it
	FirstAt, LastAt time.Time
	Examples        []GapQuestion
}

// GapQuestion is a question that found no evidence. It names nobody.
type GapQuestion struct {
	Question       string
	ConversationID string
	AskedAt        time.Time
}

var personal = regexp.MustCompile(`[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+|https?://\S+|\+?\d[\d\s().-]{5,}\d`)

// Impersonal returns a question without e-mail addresses, links and long
// numbers, and no longer than is kept.
func Impersonal(question string) string {
	return clipTo(strings.TrimSpace(personal.ReplaceAllString(question, "…")), maxQuestion)
}

// CheckLanguage returns nil for two letters and for "", which is any language.
func CheckLanguage(language string) error {
	var f Faults
	checkLanguage(&f, language)
	return f.Err()
}

func checkLanguage(f *Faults, language string) {
	if language != "" && !twoLetters.MatchString(language) {
		f.Add("/language", CodeNotAllowed, "language must be a code of two letters, such as en.")
	}
}
