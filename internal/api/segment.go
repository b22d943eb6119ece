package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/segment"
)

var segmentsTag = tag{"Segments", "Groups of contacts by filters, with who is in them, how many, and why."}

// Segment is a group of contacts.
type Segment struct {
	ID          string            `json:"id" doc:"Identifier of the segment; begins with seg_."`
	Name        string            `json:"name" doc:"What people call it."`
	Description string            `json:"description" doc:"What it is for; empty if nobody wrote that."`
	Filter      crm.SegmentFilter `json:"filter" doc:"Which contacts are in it: those for whom this holds at the time."`
	CreatedBy   crm.DoneBy        `json:"createdBy" doc:"Who created it."`
	CreatedAt   time.Time         `json:"createdAt" doc:"When it was created."`
	UpdatedAt   time.Time         `json:"updatedAt" doc:"When it was last changed."`
}

// CreateSegment is a new segment.
type CreateSegment struct {
	Name        string             `json:"name,omitempty" needed:"true" maxLength:"100" doc:"What people call it." example:"Berlin, agreed"`
	Description string             `json:"description,omitempty" maxLength:"500" doc:"What it is for."`
	Filter      *crm.SegmentFilter `json:"filter,omitempty" needed:"true" doc:"Which contacts are in it. What it names must exist."`
}

// UpdateSegment changes what is given.
type UpdateSegment struct {
	Name        *string            `json:"name,omitempty" maxLength:"100" doc:"What people call it."`
	Description *string            `json:"description,omitempty" maxLength:"500" doc:"What it is for."`
	Filter      *crm.SegmentFilter `json:"filter,omitempty" doc:"Which contacts are in it, as a whole."`
}

// PreviewSegment is a filter that is tried.
type PreviewSegment struct {
	Filter *crm.SegmentFilter `json:"filter,omitempty" needed:"true" doc:"Which contacts are asked for."`
}

// SegmentCount is how many contacts a filter holds for.
type SegmentCount struct {
	Count    int64 `json:"count" doc:"How many of the contacts that you reach are in it."`
	Complete bool  `json:"complete" doc:"Whether all contacts were looked at. If not, counting took too long, and there are at least so many."`
}

// SegmentPreview is what a filter finds.
type SegmentPreview struct {
	SegmentCount
	Contacts []Contact `json:"contacts" nullable:"false" doc:"The first 20 of them, the oldest first."`
}

// SegmentExplanation says whether a contact is in a segment, and why.
type SegmentExplanation struct {
	ContactID  string             `json:"contactId" doc:"The contact; of a merged one the remaining contact."`
	Matched    bool               `json:"matched" doc:"Whether the contact is in the segment."`
	Conditions []SegmentCondition `json:"conditions" nullable:"false" doc:"Every condition of the filter, in its order."`
}

// SegmentCondition is what became of one condition.
type SegmentCondition struct {
	Path      string `json:"path" doc:"Where the condition stands in the filter, as a JSON pointer." example:"/all/0/field"`
	Condition string `json:"condition" doc:"What is asked for, in plain words." example:"city is Berlin"`
	Value     string `json:"value" doc:"What the contact has, in plain words." example:"Hamburg"`
	Matched   bool   `json:"matched" doc:"Whether the condition holds by itself. Below not, one that holds keeps the contact out."`
}

type (
	// SegmentInput names a segment in the path.
	SegmentInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the segment."`
	}
	createSegmentInput struct{ Body CreateSegment }
	updateSegmentInput struct {
		SegmentInput
		Body UpdateSegment
	}
	previewSegmentInput  struct{ Body PreviewSegment }
	segmentContactsInput struct {
		SegmentInput
		PageInput
	}
	explainSegmentInput struct {
		SegmentInput
		ContactID string `path:"contactId" maxLength:"64" doc:"Id of the contact. The id of a merged one leads to the remaining one."`
	}
	segmentOutput            struct{ Body Segment }
	segmentCountOutput       struct{ Body SegmentCount }
	segmentPreviewOutput     struct{ Body SegmentPreview }
	segmentExplanationOutput struct{ Body SegmentExplanation }
)

const segmentsPath = "/v1/segments"

func segmentRoutes(s *Server) {
	register(s, operation{id: "create-segment", method: http.MethodPost, path: segmentsPath, tag: segmentsTag, status: http.StatusCreated, errors: []int{409},
		scope: crm.ScopeContactsWrite, whole: true, summary: "Create a segment",
		description: "Contacts come and go by themselves: the filter is asked anew each time. It needs the whole reach, and deals:read if it asks for deals.",
		example:     CreateSegment{Name: "Berlin, agreed", Filter: exampleSegment()}},
		func(ctx context.Context, a crm.Actor, in *createSegmentInput) (*segmentOutput, error) {
			b := in.Body
			return answerSegment(s.svc.Segment.Create(ctx, a, crm.SegmentChange{Name: &b.Name, Description: &b.Description, Filter: filterOf(b.Filter)}))
		})
	register(s, operation{id: "list-segments", method: http.MethodGet, path: segmentsPath, tag: segmentsTag,
		scope: crm.ScopeContactsRead, summary: "List segments", description: "In the order of their creation."},
		func(ctx context.Context, a crm.Actor, in *PageInput) (*pageOutput[Segment], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Segment.Segments(ctx, a, p)
			return answerPage(list, renderSegment), err
		})
	register(s, operation{id: "get-segment", method: http.MethodGet, path: segmentsPath + "/{id}", tag: segmentsTag, errors: []int{404},
		scope: crm.ScopeContactsRead, summary: "Get a segment", description: "Its contacts are in /contacts below it, how many there are in /count."},
		func(ctx context.Context, a crm.Actor, in *SegmentInput) (*segmentOutput, error) {
			return answerSegment(s.svc.Segment.Segment(ctx, a, in.ID))
		})
	register(s, operation{id: "update-segment", method: http.MethodPatch, path: segmentsPath + "/{id}", tag: segmentsTag, errors: []int{404},
		scope: crm.ScopeContactsWrite, whole: true, summary: "Change a segment", description: "Changes only the fields you send. It needs the whole reach.",
		example: UpdateSegment{Name: ptr("Berlin")}},
		func(ctx context.Context, a crm.Actor, in *updateSegmentInput) (*segmentOutput, error) {
			return answerSegment(s.svc.Segment.Update(ctx, a, in.ID, crm.SegmentChange(in.Body)))
		})
	register(s, operation{id: "delete-segment", method: http.MethodDelete, path: segmentsPath + "/{id}", tag: segmentsTag, status: http.StatusNoContent, errors: []int{404},
		scope: crm.ScopeContactsWrite, whole: true, summary: "Delete a segment", description: "Its contacts stay as they are. It needs the whole reach."},
		func(ctx context.Context, a crm.Actor, in *SegmentInput) (*struct{}, error) {
			return nil, s.svc.Segment.Delete(ctx, a, in.ID)
		})
	segmentMemberRoutes(s)
}

func segmentMemberRoutes(s *Server) {
	register(s, operation{id: "preview-segment", method: http.MethodPost, path: segmentsPath + "/preview", tag: segmentsTag,
		scope: crm.ScopeContactsRead, summary: "Try a filter", description: "Counts the contacts of a filter, and shows the first 20. Nothing is stored. Counting ends after about 2 seconds.",
		example: PreviewSegment{exampleSegment()}},
		func(ctx context.Context, a crm.Actor, in *previewSegmentInput) (*segmentPreviewOutput, error) {
			first, n, err := s.svc.Segment.Preview(ctx, a, *filterOf(in.Body.Filter))
			if err != nil {
				return nil, err
			}
			fields, err := s.svc.Contact.FieldsOf(ctx, a)
			out := SegmentPreview{renderCount(n), []Contact{}}
			for _, c := range first {
				out.Contacts = append(out.Contacts, renderContact(c, fields))
			}
			return &segmentPreviewOutput{out}, err
		})
	register(s, operation{id: "count-segment", method: http.MethodGet, path: segmentsPath + "/{id}/count", tag: segmentsTag, errors: []int{404},
		scope: crm.ScopeContactsRead, summary: "Count the contacts of a segment", description: "Those that you reach. Counting ends after about 2 seconds. If a custom field of the filter is gone, the answer is 422."},
		func(ctx context.Context, a crm.Actor, in *SegmentInput) (*segmentCountOutput, error) {
			n, err := s.svc.Segment.Count(ctx, a, in.ID)
			return &segmentCountOutput{renderCount(n)}, err
		})
	register(s, operation{id: "list-segment-contacts", method: http.MethodGet, path: segmentsPath + "/{id}/contacts", tag: segmentsTag, errors: []int{404},
		scope: crm.ScopeContactsRead, summary: "List the contacts of a segment", description: "Those that you reach, the oldest first. A page may have fewer items than limit even if nextCursor is not null. If a custom field of the filter is gone, the answer is 422."},
		func(ctx context.Context, a crm.Actor, in *segmentContactsInput) (*pageOutput[Contact], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Segment.Members(ctx, a, in.ID, p)
			if err != nil {
				return nil, err
			}
			fields, err := s.svc.Contact.FieldsOf(ctx, a)
			return answerPage(list, func(c crm.Contact) Contact { return renderContact(c, fields) }), err
		})
	register(s, operation{id: "explain-segment-contact", method: http.MethodGet, path: segmentsPath + "/{id}/contacts/{contactId}/explanation", tag: segmentsTag, errors: []int{404},
		scope: crm.ScopeContactsRead, summary: "Explain why a contact is in a segment", description: "Or why not: each condition with what the contact has."},
		func(ctx context.Context, a crm.Actor, in *explainSegmentInput) (*segmentExplanationOutput, error) {
			e, err := s.svc.Segment.Explain(ctx, a, in.ID, in.ContactID)
			out := SegmentExplanation{ContactID: e.ContactID, Matched: e.Matched, Conditions: []SegmentCondition{}}
			for _, p := range e.Parts {
				out.Conditions = append(out.Conditions, SegmentCondition{p.Path, p.Condition, p.Value, p.Matched})
			}
			return &segmentExplanationOutput{out}, err
		})
}

// filterOf is the filter of a body; one that has none has an empty one, which is a fault.
func filterOf(f *crm.SegmentFilter) *crm.SegmentFilter {
	if f == nil {
		return &crm.SegmentFilter{}
	}
	return f
}

func exampleSegment() *crm.SegmentFilter {
	return &crm.SegmentFilter{All: []crm.SegmentFilter{
		{Tag: &crm.SegmentTag{AnyOf: []string{"vip"}}},
		{Consent: &crm.SegmentConsent{Marketing: crm.ConsentOptedIn}},
		{LastSeen: &crm.SegmentLastSeen{WithinDays: ptr(30)}},
	}}
}

func renderCount(n segment.Count) SegmentCount { return SegmentCount{n.Contacts, n.Complete} }

func renderSegment(g crm.Segment) Segment {
	return Segment{ID: g.ID, Name: g.Name, Description: g.Description, Filter: g.Filter, CreatedBy: g.CreatedBy, CreatedAt: g.CreatedAt, UpdatedAt: g.UpdatedAt}
}

func answerSegment(g crm.Segment, err error) (*segmentOutput, error) {
	if err != nil {
		return nil, err
	}
	return &segmentOutput{renderSegment(g)}, nil
}
