package crm

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Segment is a group of contacts that somebody named: those that its filter holds for,
// whoever they are at the time.
type Segment struct {
	ID, WorkspaceID      string
	Name, Description    string
	Filter               SegmentFilter
	CreatedBy            DoneBy
	CreatedAt, UpdatedAt time.Time
}

// Bounds of segments.
const (
	MaxSegments           = 500 // of a workspace
	maxSegmentName        = 100
	maxSegmentDescription = 500
	// MaxSegmentDepth is how many groups may stand around a condition,
	// MaxSegmentConditions how many conditions a filter may have.
	MaxSegmentDepth, MaxSegmentConditions = 4, 50
	maxSegmentValues                      = 100 // of one condition
	maxSegmentDays                        = 3650
	maxSegmentText                        = 100
)

// SegmentFilter says which contacts are meant: a group of filters, or one condition. It
// has exactly one key. Its JSON is what is stored.
type SegmentFilter struct {
	All      []SegmentFilter   `json:"all,omitempty" nullable:"false" maxItems:"50" doc:"Every one of these filters holds."`
	Any      []SegmentFilter   `json:"any,omitempty" nullable:"false" maxItems:"50" doc:"One or more of these filters hold."`
	Not      *SegmentFilter    `json:"not,omitempty" doc:"This filter does not hold."`
	Field    *SegmentField     `json:"field,omitempty" doc:"What a custom field has."`
	Tag      *SegmentTag       `json:"tag,omitempty" doc:"Which tags the contact has."`
	Consent  *SegmentConsent   `json:"consent,omitempty" doc:"How the contact stands to messages."`
	LastSeen *SegmentLastSeen  `json:"lastSeen,omitempty" doc:"When the contact last wrote. It holds for no contact who never wrote."`
	Created  *SegmentCreated   `json:"created,omitempty" doc:"When the contact was created."`
	Deal     *SegmentDeal      `json:"deal,omitempty" doc:"The contact has a deal like this, as its primary contact or beside it. It needs deals:read."`
	Bought   *SegmentBought    `json:"bought,omitempty" doc:"The contact has a conversion like this. It needs the whole reach."`
	Answered *SegmentBroadcast `json:"answered,omitempty" doc:"The contact answered a broadcast like this. It needs messages:read."`
	Opened   *SegmentBroadcast `json:"opened,omitempty" doc:"The contact read the message of a broadcast like this. It needs messages:read."`
	Name     *SegmentName      `json:"name,omitempty" doc:"What the contact is called."`
	Country  *SegmentCountry   `json:"country,omitempty" doc:"Where the contact's phone number is from."`
}

// SegmentField asks for the value of a custom field, by exactly one comparison; atLeast
// and atMost may stand together, and so may after and before.
type SegmentField struct {
	Key      string `json:"key,omitempty" needed:"true" maxLength:"40" doc:"The key of the field." example:"city"`
	Is       any    `json:"is,omitempty" doc:"The value, in the type of the field and without regard to case."`
	IsNot    any    `json:"isNot,omitempty" doc:"Any value but this one, or none."`
	AnyOf    []any  `json:"anyOf,omitempty" nullable:"false" maxItems:"100" doc:"One of these values."`
	Exists   *bool  `json:"exists,omitempty" doc:"Whether the contact has a value."`
	Contains string `json:"contains,omitempty" maxLength:"100" doc:"For text and url: the value has this text somewhere, without regard to case."`
	AtLeast  any    `json:"atLeast,omitempty" doc:"For number: this number or more."`
	AtMost   any    `json:"atMost,omitempty" doc:"For number: this number or less."`
	After    string `json:"after,omitempty" maxLength:"40" doc:"For date: a later day." example:"2026-01-31"`
	Before   string `json:"before,omitempty" maxLength:"40" doc:"For date: an earlier day." example:"2026-12-31"`
}

// SegmentTag asks for tags, by one of its lists.
type SegmentTag struct {
	AnyOf  []string `json:"anyOf,omitempty" nullable:"false" maxItems:"100" doc:"The contact has one or more of these tags." example:"[\"vip\"]"`
	AllOf  []string `json:"allOf,omitempty" nullable:"false" maxItems:"100" doc:"The contact has all of these tags."`
	NoneOf []string `json:"noneOf,omitempty" nullable:"false" maxItems:"100" doc:"The contact has none of these tags."`
}

// SegmentConsent asks how a contact stands to one purpose.
type SegmentConsent struct {
	Marketing ConsentState `json:"marketing,omitempty" enum:"opted_in,opted_out,unknown" doc:"How the contact stands to marketing messages."`
	All       ConsentState `json:"all,omitempty" enum:"opted_in,opted_out,unknown" doc:"How the contact stands to all messages."`
}

// SegmentLastSeen asks when a contact last wrote.
type SegmentLastSeen struct {
	After      *time.Time `json:"after,omitempty" doc:"Later than this."`
	Before     *time.Time `json:"before,omitempty" doc:"Earlier than this."`
	WithinDays *int       `json:"withinDays,omitempty" minimum:"1" maximum:"3650" doc:"At most this many days of 24 hours ago. It stands alone."`
}

// SegmentCreated asks when a contact was created.
type SegmentCreated struct {
	After      *time.Time `json:"after,omitempty" doc:"Later than this."`
	Before     *time.Time `json:"before,omitempty" doc:"Earlier than this."`
	WithinDays *int       `json:"withinDays,omitempty" minimum:"1" maximum:"3650" doc:"At most this many days of 24 hours ago. It stands alone."`
}

// SegmentDeal asks for a deal of a contact. What is given of it holds for one deal.
type SegmentDeal struct {
	PipelineID string    `json:"pipelineId,omitempty" maxLength:"64" doc:"The pipeline of the deal."`
	StageID    string    `json:"stageId,omitempty" maxLength:"64" doc:"The stage of the deal."`
	Status     StageKind `json:"status,omitempty" enum:"open,won,lost" doc:"The status of the deal."`
}

// SegmentName asks for the name of a contact.
type SegmentName struct {
	Contains string `json:"contains,omitempty" needed:"true" maxLength:"100" doc:"The name has this text somewhere, without regard to case." example:"ada"`
}

// SegmentCountry asks for the country code of a number.
type SegmentCountry struct {
	AnyOf []string `json:"anyOf,omitempty" nullable:"false" needed:"true" maxItems:"100" doc:"Country calling codes, without +. 1 is for all of North America, 7 for Russia and Kazakhstan." example:"[\"49\",\"1\"]"`
}

// SegmentChange changes what is given of a segment; Filter as a whole.
type SegmentChange struct {
	Name, Description *string
	Filter            *SegmentFilter
}

// Apply returns the segment as it becomes, or every fault that can be seen without
// looking at deals.
func (ch SegmentChange) Apply(s Segment, fields []CustomField, now time.Time) (Segment, error) {
	var f Faults
	if ch.Name != nil {
		s.Name = strings.Join(strings.Fields(*ch.Name), " ")
	}
	if ch.Description != nil {
		s.Description = strings.TrimSpace(*ch.Description)
	}
	switch {
	case s.Name == "":
		f.Add("/name", CodeRequired, "name is required: what people call the segment.")
	case utf8.RuneCountInString(s.Name) > maxSegmentName:
		f.Add("/name", CodeTooLong, "name may have at most %d characters.", maxSegmentName)
	}
	if utf8.RuneCountInString(s.Description) > maxSegmentDescription {
		f.Add("/description", CodeTooLong, "description may have at most %d characters.", maxSegmentDescription)
	}
	if ch.Filter != nil {
		s.Filter = *ch.Filter
		_, err := s.Filter.Matcher(fields, now)
		if err := f.Join(err); err != nil {
			return s, err
		}
	}
	return s, f.Err()
}

// NeedsDeals reports whether the filter asks for deals.
func (s SegmentFilter) NeedsDeals() bool {
	return s.has(func(c SegmentFilter) bool { return c.Deal != nil })
}

// each tells of the filter and of those in it, each with its pointer.
func (s SegmentFilter) each(at string, depth int, tell func(at string, s SegmentFilter)) {
	if depth > MaxSegmentDepth {
		return
	}
	tell(at, s)
	for i, one := range s.All {
		one.each(at+Pointer("all", i), depth+1, tell)
	}
	for i, one := range s.Any {
		one.each(at+Pointer("any", i), depth+1, tell)
	}
	if s.Not != nil {
		s.Not.each(at+"/not", depth+1, tell)
	}
}

// CheckDeals returns the faults of the pipelines and stages that the filter names.
func (s SegmentFilter) CheckDeals(pipelines []Pipeline) error {
	var f Faults
	s.each("/filter", 0, func(at string, c SegmentFilter) {
		if c.Deal == nil {
			return
		}
		at, d := at+"/deal", *c.Deal
		i := slices.IndexFunc(pipelines, func(p Pipeline) bool { return p.ID == d.PipelineID })
		if d.PipelineID != "" && i < 0 {
			f.Add(at+"/pipelineId", CodeNotFound, "There is no pipeline %q in this workspace.", clip(d.PipelineID))
			return
		}
		if d.StageID == "" {
			return
		}
		of := slices.IndexFunc(pipelines, func(p Pipeline) bool { _, has := p.Stage(d.StageID); return has })
		switch {
		case of < 0:
			f.Add(at+"/stageId", CodeNotFound, "There is no stage %q in this workspace.", clip(d.StageID))
		case i >= 0 && i != of:
			f.Add(at+"/stageId", CodeNotAllowed, "stageId is of another pipeline.")
		}
	})
	return f.Err()
}
