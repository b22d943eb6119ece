package crm

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Assistant is the automated replier of a workspace. What it says and when is
// in its revisions; which phone numbers it is on duty for is its own.
type Assistant struct {
	ID          string
	WorkspaceID string
	Name        string
	Enabled     bool
	// PhoneNumberIDs are those that it is on duty for; a number has one at most.
	PhoneNumberIDs []string
	// Live is the number of the revision that answers, Latest that of the
	// newest one: a draft while it is higher.
	Live, Latest int
	CreatedAt    time.Time
	UpdatedAt    time.Time
}

// AssistantRevision is one immutable form of an assistant.
type AssistantRevision struct {
	ID          string
	AssistantID string
	Number      int
	Config      AssistantConfig
	MadeBy      DoneBy
	CreatedAt   time.Time
	// LiveAt is when it was made live last; nil for a draft.
	LiveAt *time.Time
}

// AssistantConfig is all that decides what an assistant says. Its JSON is what
// is stored and what the API takes and shows.
type AssistantConfig struct {
	Instructions string          `json:"instructions" doc:"Purpose of the assistant and rules for its replies. At most 8,000 characters." example:"You answer customers of Lucky Shop." required:"false"`
	Tone         string          `json:"tone,omitempty" doc:"Tone of the replies, in a few words." example:"friendly and brief"`
	Languages    []string        `json:"languages" nullable:"false" doc:"Languages of the replies; any if empty. Questions in other languages go to people." required:"false"`
	Knowledge    KnowledgeChoice `json:"knowledge" doc:"The knowledge that the assistant uses." required:"false"`
	ProviderIDs  []string        `json:"providerIds" nullable:"false" doc:"Ids of the AI providers, in the order in which they are asked. If empty, the assistant replies only with approved answers." required:"false"`
	Hours        *DutyHours      `json:"hours,omitempty" doc:"When the assistant replies; always if absent."`
	HandOff      HandOffRules    `json:"handOff" doc:"When a conversation goes to people." required:"false"`
	Limits       ReplyLimits     `json:"limits" doc:"Limits on replies to one contact." required:"false"`
	BurstPauseMs int             `json:"burstPauseMs" doc:"How long to wait for the next message of a burst, in milliseconds: 0 to 8000." example:"2000" required:"false"`
	CacheSeconds int             `json:"cacheSeconds" doc:"How long an answer is cached for the same question and the same evidence; 0 switches the cache off, 30 days is the maximum." example:"86400" required:"false"`
	Allowed      []string        `json:"allowed" nullable:"false" doc:"Links, phone numbers, e-mail addresses and prices that replies may contain even if no knowledge contains them." required:"false"`
	MaxReply     int             `json:"maxReplyCharacters" doc:"Maximum length of a reply in characters: 50 to 4096." example:"1000" required:"false"`
}

// KnowledgeChoice selects what an assistant answers from.
type KnowledgeChoice struct {
	SourceIDs []string `json:"sourceIds" nullable:"false" doc:"Only these knowledge sources; all if empty." required:"false"`
}

// DutyHours are the hours of a week in which an assistant is on duty.
type DutyHours struct {
	TimeZone string      `json:"timeZone" doc:"An IANA time zone." example:"Europe/Berlin"`
	Weekly   []DutyShift `json:"weekly" nullable:"false" doc:"Hours of each day; always if empty."`
}

// DutyShift is a stretch of one day, to its end excluded. One that ends before
// it begins goes on into the next day.
type DutyShift struct {
	Day  string `json:"day" doc:"monday to sunday" example:"monday"`
	From string `json:"from" doc:"HH:MM" example:"18:00"`
	To   string `json:"to" doc:"HH:MM; 24:00 is the end of the day." example:"24:00"`
}

// HandOffRules say when a conversation goes to people.
type HandOffRules struct {
	Words      []string          `json:"words" nullable:"false" doc:"Words and phrases that always go to people: legal matters, payments, complaints." required:"false"`
	Messages   map[string]string `json:"messages,omitempty" doc:"Message to the contact, sent once per hand-off, by language; by default a built-in sentence. An empty text sends nothing."`
	NoMessage  bool              `json:"noMessage,omitempty" doc:"true: send no message to the contact."`
	WindowEnds int               `json:"windowMinutes" doc:"Hands an open question to people when this many minutes of the customer-service window remain: 0 to 1380." example:"30" required:"false"`
}

// ReplyLimits bound what an assistant says to one contact on one number.
type ReplyLimits struct {
	PauseSeconds  int `json:"pauseSeconds" doc:"Minimum pause between two replies." example:"6" required:"false"`
	TenMinutes    int `json:"perTenMinutes" doc:"Maximum number of replies in ten minutes." example:"8" required:"false"`
	Day           int `json:"perDay" doc:"Maximum number of replies in 24 hours." example:"40" required:"false"`
	WithoutPerson int `json:"turnsWithoutPerson" doc:"Maximum number of replies in a row before a person must look." example:"12" required:"false"`
}

// Bounds of assistants.
const (
	MaxAssistants        = 100
	maxInstructions      = 8000
	maxTone              = 200
	maxListed            = 100
	maxHandOffWord       = 100
	maxHandOffMessage    = 1000
	MaxBurstPause        = 8 * time.Second
	maxAssistantName     = 100
	defaultBurstPauseMs  = 2000
	defaultCacheSeconds  = 24 * 3600
	defaultMaxReply      = 1000
	defaultWindowMinutes = 30
)

// DefaultAssistantConfig is what a new assistant has where nothing is said.
func DefaultAssistantConfig() AssistantConfig {
	return AssistantConfig{Languages: []string{}, Knowledge: KnowledgeChoice{SourceIDs: []string{}}, ProviderIDs: []string{}, Allowed: []string{},
		HandOff: HandOffRules{Words: []string{}, WindowEnds: defaultWindowMinutes},
		Limits:  ReplyLimits{PauseSeconds: 6, TenMinutes: 8, Day: 40, WithoutPerson: 12}, BurstPauseMs: defaultBurstPauseMs, CacheSeconds: defaultCacheSeconds, MaxReply: defaultMaxReply}
}

var languageTag = regexp.MustCompile(`^[a-z]{2,3}$`)

// Validate adds every fault of the configuration, below a pointer.
func (c AssistantConfig) Validate(f *Faults) {
	if utf8.RuneCountInString(c.Instructions) > maxInstructions {
		f.Add("/instructions", CodeTooLong, "instructions may have at most %d characters.", maxInstructions)
	}
	if utf8.RuneCountInString(c.Tone) > maxTone {
		f.Add("/tone", CodeTooLong, "tone may have at most %d characters.", maxTone)
	}
	c.validateLists(f)
	c.Hours.validate(f)
	c.HandOff.validate(f)
	number := func(pointer string, n, from, to int) {
		if n < from || n > to {
			f.Add(pointer, CodeOutOfRange, "%s must be a number from %d to %d.", pointer[strings.LastIndexByte(pointer, '/')+1:], from, to)
		}
	}
	number("/burstPauseMs", c.BurstPauseMs, 0, int(MaxBurstPause/time.Millisecond))
	number("/cacheSeconds", c.CacheSeconds, 0, 30*24*3600)
	number("/maxReplyCharacters", c.MaxReply, 50, MaxTextBody)
	number("/handOff/windowMinutes", c.HandOff.WindowEnds, 0, 23*60)
	number("/limits/pauseSeconds", c.Limits.PauseSeconds, 0, 3600)
	number("/limits/perTenMinutes", c.Limits.TenMinutes, 1, 100)
	number("/limits/perDay", c.Limits.Day, 1, 1000)
	number("/limits/turnsWithoutPerson", c.Limits.WithoutPerson, 1, 100)
}

func (c AssistantConfig) validateLists(f *Faults) {
	for name, list := range map[string][]string{"languages": c.Languages, "providerIds": c.ProviderIDs, "allowed": c.Allowed} {
		if len(list) > maxListed {
			f.Add(Pointer(name), CodeOutOfRange, "%s may have at most %d entries.", name, maxListed)
			continue
		}
		for i, s := range list {
			switch {
			case strings.TrimSpace(s) == "" || utf8.RuneCountInString(s) > 500:
				f.Add(Pointer(name, i), CodeParameterInvalid, "An entry must have 1 to 500 characters.")
			case slices.Contains(list[:i], s):
				f.Add(Pointer(name, i), CodeParameterInvalid, "%q is listed twice.", clip(s))
			case name == "languages" && !languageTag.MatchString(s):
				f.Add(Pointer(name, i), CodeParameterInvalid, "A language must be two or three lower-case letters, such as en, pt or hi.")
			}
		}
	}
	if len(c.Knowledge.SourceIDs) > maxListed {
		f.Add("/knowledge/sourceIds", CodeOutOfRange, "sourceIds may have at most %d entries.", maxListed)
	}
}

func (h HandOffRules) validate(f *Faults) {
	if len(h.Words) > maxListed {
		f.Add("/handOff/words", CodeOutOfRange, "words may have at most %d entries.", maxListed)
		return
	}
	for i, w := range h.Words {
		if strings.TrimSpace(w) == "" || utf8.RuneCountInString(w) > maxHandOffWord {
			f.Add(Pointer("handOff", "words", i), CodeParameterInvalid, "A word or phrase must have 1 to %d characters.", maxHandOffWord)
		}
	}
	for language, text := range h.Messages {
		if !languageTag.MatchString(language) {
			f.Add(Pointer("handOff", "messages", language), CodeParameterInvalid, "A language must be two or three lower-case letters, such as en, pt or hi.")
		}
		if utf8.RuneCountInString(text) > maxHandOffMessage {
			f.Add(Pointer("handOff", "messages", language), CodeTooLong, "A message may have at most %d characters.", maxHandOffMessage)
		}
	}
}

// ValidateAssistantName adds the faults of an assistant's name.
func ValidateAssistantName(name string, f *Faults) {
	if n := utf8.RuneCountInString(name); strings.TrimSpace(name) == "" {
		f.Add("/name", CodeRequired, "name is required: a display name for the assistant.")
	} else if n > maxAssistantName {
		f.Add("/name", CodeTooLong, "name has at most %d characters.", maxAssistantName)
	}
}

// AssistantMark says which revision wrote a message and from what; people see
// it, the contact does not.
type AssistantMark struct {
	AssistantID string              `json:"assistantId" doc:"The assistant that wrote the message."`
	Revision    int                 `json:"revision" doc:"Number of the revision."`
	TurnID      string              `json:"turnId" doc:"The turn of the message."`
	Source      string              `json:"source" doc:"Source of the text."`
	Citations   []KnowledgeCitation `json:"citations" nullable:"false" doc:"The knowledge that the answer cites."`
}

// FieldValues lists the values of fields, for the document.
func (AssistantMark) FieldValues() map[string]any {
	return map[string]any{"source": ReplySources}
}

// KnowledgeCitation names a passage as it was when it was cited.
type KnowledgeCitation struct {
	PassageID string `json:"passageId" doc:"The cited passage."`
	SourceID  string `json:"sourceId" doc:"The source of the passage."`
	Title     string `json:"title" doc:"The headings above the passage."`
	Hash      string `json:"hash" doc:"SHA-256 of the passage's text."`
}

// ParseAssistantConfig reads a stored configuration.
func ParseAssistantConfig(text string) (c AssistantConfig, err error) {
	c = DefaultAssistantConfig()
	err = json.Unmarshal([]byte(text), &c)
	return c, err
}

// Patch returns the configuration with a merge patch (RFC 7396) applied; null
// puts the default back. Its errors are faults of the request.
func (c AssistantConfig) Patch(patch json.RawMessage) (AssistantConfig, error) {
	if len(patch) == 0 {
		return c, nil
	}
	var f Faults
	var change map[string]any
	if err := json.Unmarshal(patch, &change); err != nil {
		f.Add("/", CodeWrongType, "The configuration must be an object.")
		return c, f.Err()
	}
	merged := mergePatch(plain(c), change).(map[string]any)
	for name, v := range plain(DefaultAssistantConfig()).(map[string]any) {
		if _, there := merged[name]; !there {
			merged[name] = v
		}
	}
	out := DefaultAssistantConfig() // also for what is left out within a part
	text, _ := json.Marshal(merged) // plain values
	dec := json.NewDecoder(strings.NewReader(string(text)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&out); err != nil {
		f.Add("/", CodeWrongType, "A value in the configuration has the wrong type.")
		return c, f.Err()
	}
	return out.complete(), nil
}

// complete replaces lists that are missing by empty ones.
func (c AssistantConfig) complete() AssistantConfig {
	for _, list := range []*[]string{&c.Languages, &c.Knowledge.SourceIDs, &c.ProviderIDs, &c.HandOff.Words, &c.Allowed} {
		if *list == nil {
			*list = []string{}
		}
	}
	return c
}

// Equal reports whether two configurations say the same.
func (c AssistantConfig) Equal(o AssistantConfig) bool {
	a, _ := json.Marshal(c.complete()) // plain values
	b, _ := json.Marshal(o.complete())
	return string(a) == string(b)
}

func plain(c AssistantConfig) (out any) {
	text, _ := json.Marshal(c) // plain values
	_ = json.Unmarshal(text, &out)
	return out
}

func mergePatch(target, patch any) any {
	change, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	into, ok := target.(map[string]any)
	if !ok {
		into = map[string]any{}
	}
	for name, v := range change {
		if v == nil {
			delete(into, name)
			continue
		}
		into[name] = mergePatch(into[name], v)
	}
	return into
}
