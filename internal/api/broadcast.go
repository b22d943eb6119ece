package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/broadcast"
)

var broadcastsTag = tag{"Broadcasts", "One template that is sent to many: what it comes to, sending it, and what becomes of it."}

// BroadcastAudience is to whom a broadcast goes: exactly one of these.
type BroadcastAudience struct {
	ContactIDs []string           `json:"contactIds,omitempty" maxItems:"100000" doc:"Contacts, at most 100,000."`
	Recipients []BroadcastAddress `json:"recipients,omitempty" maxItems:"100000" doc:"Phone numbers, each with what fills the template for it, at most 100,000."`
	SegmentID  string             `json:"segmentId,omitempty" maxLength:"64" doc:"A segment: the contacts that are in it by the filter that it has now."`
	Filter     *crm.SegmentFilter `json:"filter,omitempty" doc:"A filter of contacts, as segments have it."`
}

// BroadcastAddress is a phone number with what fills the template for it.
type BroadcastAddress struct {
	To         string            `json:"to,omitempty" needed:"true" maxLength:"64" doc:"Phone number in international format with a leading +. One that is no such number is left out." example:"+14155550123"`
	Parameters map[string]string `json:"parameters,omitempty" doc:"Values of parameters for this recipient, beside and instead of those for all."`
}

// BroadcastLimits are hard bounds: the broadcast pauses before it passes one.
type BroadcastLimits struct {
	Amount   string `json:"amount,omitempty" maxLength:"16" doc:"What the messages may cost at list price, as a decimal number. Who has no known price is left out then." example:"250.00"`
	Currency string `json:"currency,omitempty" maxLength:"3" doc:"That of the messaging account, which is the default." example:"USD"`
	Messages *int64 `json:"messages,omitempty" minimum:"1" doc:"How many messages may be sent. One that fails counts no more."`
}

// BroadcastQuietHours are hours of each day.
type BroadcastQuietHours struct {
	From string `json:"from,omitempty" needed:"true" maxLength:"5" doc:"Local time at which they begin, HH:MM." example:"20:00"`
	To   string `json:"to,omitempty" needed:"true" maxLength:"5" doc:"Local time at which they end, HH:MM; a time before from is on the next day." example:"08:00"`
}

// BroadcastFrequency is how many messages somebody gets at most.
type BroadcastFrequency struct {
	Messages int64 `json:"messages,omitempty" needed:"true" minimum:"1" maximum:"20" doc:"How many messages of broadcasts that did not fail." example:"2"`
	Days     int64 `json:"days,omitempty" needed:"true" minimum:"1" maximum:"30" doc:"In the last how many days of 24 hours." example:"7"`
}

// BroadcastFields is what people say of a broadcast, but for its audience.
type BroadcastFields struct {
	Name          string                     `json:"name,omitempty" needed:"true" maxLength:"100" doc:"What people call it." example:"Spring sale"`
	PhoneNumberID string                     `json:"phoneNumberId,omitempty" maxLength:"64" doc:"The phone number to send from; by default the default number."`
	ScheduledAt   *time.Time                 `json:"scheduledAt,omitempty" doc:"When it begins after somebody started it, at most 90 days ahead; by default at once."`
	Limits        *BroadcastLimits           `json:"limits,omitempty" doc:"Hard bounds; none by default."`
	Experiment    *BroadcastExperimentFields `json:"experiment,omitempty" doc:"What it measures: a goal, who is held out, and another variant. By default nothing."`
	QuietHours    *BroadcastQuietHours       `json:"quietHours,omitempty" doc:"When nobody gets it, by the clock of each recipient: whose hours these are waits until they end. By default never."`
	TimeZone      string                     `json:"timeZone,omitempty" enum:"workspace,recipient" doc:"By whose clock scheduledAt is. recipient: each gets it when their clock shows what that of the workspace shows at scheduledAt. workspace, the default: all at this moment."`
	FrequencyCap  *BroadcastFrequency        `json:"frequencyCap,omitempty" doc:"Who got so many messages of broadcasts is left out; by default nobody."`
	FollowUp      *BroadcastFollowUpFields   `json:"followUp,omitempty" doc:"What happens with the conversation of a recipient who answers; by default nothing."`
	TemplateFields
}

// CreateBroadcast is a new broadcast.
type CreateBroadcast struct {
	BroadcastFields
	Audience BroadcastAudience `json:"audience" needed:"true" required:"false" doc:"To whom it goes: contactIds, recipients, segmentId or filter."`
}

// UpdateBroadcast changes what is given.
type UpdateBroadcast struct {
	Name          *string                    `json:"name,omitempty" maxLength:"100" doc:"What people call it."`
	PhoneNumberID *string                    `json:"phoneNumberId,omitempty" maxLength:"64" doc:"The phone number to send from."`
	Audience      *BroadcastAudience         `json:"audience,omitempty" doc:"To whom it goes, as a whole."`
	ScheduledAt   *time.Time                 `json:"scheduledAt,omitempty" doc:"When it begins after somebody started it."`
	Limits        *BroadcastLimits           `json:"limits,omitempty" doc:"Hard bounds, as a whole; {} for none. They can be changed while it is paused, too."`
	Experiment    *BroadcastExperimentFields `json:"experiment,omitempty" doc:"What it measures, as a whole; {} for nothing."`
	QuietHours    *BroadcastQuietHours       `json:"quietHours,omitempty" doc:"When nobody gets it, as a whole; {} for never."`
	TimeZone      *string                    `json:"timeZone,omitempty" enum:"workspace,recipient" doc:"By whose clock scheduledAt is."`
	FrequencyCap  *BroadcastFrequency        `json:"frequencyCap,omitempty" doc:"Who got so many messages of broadcasts is left out, as a whole; {} for nobody."`
	FollowUp      *BroadcastFollowUpFields   `json:"followUp,omitempty" doc:"What happens with the conversation of a recipient who answers, as a whole; {} for nothing."`
	TemplateFields
}

// TestBroadcast is to whom a test goes.
type TestBroadcast struct {
	To         string            `json:"to,omitempty" maxLength:"64" doc:"A phone number, such as your own." example:"+14155550123"`
	ContactID  string            `json:"contactId,omitempty" maxLength:"64" doc:"Or a contact."`
	Parameters map[string]string `json:"parameters,omitempty" doc:"Values of parameters, beside and instead of those for all."`
	Variant    crm.BroadcastArm  `json:"variant,omitempty" enum:"a,b" doc:"Which variant is sent; a by default."`
}

type (
	// BroadcastInput names a broadcast in the path.
	BroadcastInput struct {
		ID string `path:"id" maxLength:"64" doc:"Id of the broadcast."`
	}
	createBroadcastInput struct{ Body CreateBroadcast }
	updateBroadcastInput struct {
		BroadcastInput
		Body UpdateBroadcast
	}
	testBroadcastInput struct {
		BroadcastInput
		Body TestBroadcast
	}
	listBroadcastsInput struct {
		PageInput
		Status crm.BroadcastStatus `query:"status" enum:"draft,scheduled,running,paused,completed,canceled" doc:"Only broadcasts with this status."`
	}
	broadcastRecipientsInput struct {
		BroadcastInput
		PageInput
		State crm.RecipientState `query:"state" enum:"excluded,queued,sending,sent,delivered,read,failed,canceled,held_out,waiting_for_winner" doc:"Only recipients in this state."`
	}
	exportBroadcastInput struct {
		raw
		BroadcastInput
		State crm.RecipientState `query:"state" enum:"excluded,queued,sending,sent,delivered,read,failed,canceled,held_out,waiting_for_winner" doc:"Only recipients in this state."`
	}
	broadcastOutput         struct{ Body Broadcast }
	broadcastForecastOutput struct{ Body BroadcastForecast }
)

const broadcastsPath = "/v1/broadcasts"

func broadcastRoutes(s *Server) {
	const path = broadcastsPath
	register(s, operation{id: "create-broadcast", method: http.MethodPost, path: path, tag: broadcastsTag, status: http.StatusCreated, whole: true, numbers: true,
		scope: crm.ScopeMessagesWrite, act: "broadcast.created", summary: "Create a broadcast",
		description: "Makes a draft; nothing is sent until you start it. Its audience is expanded in the background: each person once, and who cannot or must not get it is left out with the reason.",
		example: CreateBroadcast{BroadcastFields: BroadcastFields{Name: "Hello", TemplateFields: TemplateFields{TemplateName: "hello_world", Language: "en_US"}},
			Audience: BroadcastAudience{Recipients: []BroadcastAddress{{To: "+14155550123"}, {To: "+14155550124"}}}}},
		func(ctx context.Context, a crm.Actor, in *createBroadcastInput) (*broadcastOutput, error) {
			return answerBroadcast(ctx, s)(s.svc.Broadcast.Create(ctx, a, in.Body.body()))
		})
	broadcastTableRoutes(s)
	register(s, operation{id: "list-broadcasts", method: http.MethodGet, path: path, tag: broadcastsTag, whole: true,
		scope: crm.ScopeMessagesRead, summary: "List broadcasts", description: "Newest first, without why people were left out: read one for that."},
		func(ctx context.Context, a crm.Actor, in *listBroadcastsInput) (*pageOutput[Broadcast], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Broadcast.List(ctx, a, in.Status, p)
			return answerPage(list, func(b crm.Broadcast) Broadcast { return renderBroadcast(b, nil) }), err
		})
	register(s, operation{id: "get-broadcast", method: http.MethodGet, path: path + "/{id}", tag: broadcastsTag, errors: []int{404}, whole: true,
		scope: crm.ScopeMessagesRead, summary: "Get a broadcast", description: "Its status, and what became of its recipients so far. A second may pass until something is counted."},
		func(ctx context.Context, a crm.Actor, in *BroadcastInput) (*broadcastOutput, error) {
			return answerBroadcast(ctx, s)(s.svc.Broadcast.Broadcast(ctx, a, in.ID))
		})
	register(s, operation{id: "update-broadcast", method: http.MethodPatch, path: path + "/{id}", tag: broadcastsTag, errors: []int{404, 409}, whole: true, numbers: true,
		scope: crm.ScopeMessagesWrite, act: "broadcast.updated", summary: "Change a broadcast", description: "Changes the fields you send of a draft, and prepares it anew where that matters. What fills the template is replaced as a whole where you send templateName. While a broadcast is paused, its limits can be changed.",
		example: UpdateBroadcast{Name: ptr("Spring sale, second part")}},
		func(ctx context.Context, a crm.Actor, in *updateBroadcastInput) (*broadcastOutput, error) {
			ch, err := in.Body.change()
			if err != nil {
				return nil, err
			}
			return answerBroadcast(ctx, s)(s.svc.Broadcast.Update(ctx, a, in.ID, ch))
		})
	register(s, operation{id: "delete-broadcast", method: http.MethodDelete, path: path + "/{id}", tag: broadcastsTag, status: http.StatusNoContent, errors: []int{404, 409}, whole: true,
		scope: crm.ScopeMessagesWrite, act: "broadcast.deleted", summary: "Delete a broadcast", description: "Only a draft can be deleted."},
		func(ctx context.Context, a crm.Actor, in *BroadcastInput) (*struct{}, error) {
			return nil, s.svc.Broadcast.Delete(ctx, a, in.ID)
		})
	register(s, operation{id: "forecast-broadcast", method: http.MethodGet, path: path + "/{id}/forecast", tag: broadcastsTag, errors: []int{404}, whole: true,
		scope: crm.ScopeMessagesRead, summary: "Forecast a broadcast", description: "What it comes to as things are now: who gets it, who is left out and why, what it costs at list price by market, and how long it takes. Waits up to five seconds for the audience to be expanded; prepared says whether it is."},
		func(ctx context.Context, a crm.Actor, in *BroadcastInput) (*broadcastForecastOutput, error) {
			f, err := s.svc.Broadcast.Forecast(ctx, a, in.ID)
			return &broadcastForecastOutput{renderBroadcastForecast(f)}, err
		})
	broadcastActRoutes(s)
	broadcastResultRoutes(s)
	recordedConversionRoutes(s)
	broadcastRecipientRoutes(s)
	broadcastFailureRoutes(s)
}

func broadcastActRoutes(s *Server) {
	for _, act := range []struct {
		id, verb, act, summary, description string
		do                                  func(s *broadcast.Broadcasts, ctx context.Context, a crm.Actor, id string) (crm.Broadcast, error)
	}{
		{"start-broadcast", "start", "broadcast.started", "Start a broadcast", "Begins to send a draft, or arms it for its scheduledAt. If its audience is still expanded, it begins when that is done.", (*broadcast.Broadcasts).Start},
		{"pause-broadcast", "pause", "broadcast.paused", "Pause a broadcast", "No message more is accepted. At most a quarter of a second's worth of messages waits for the phone number; these are sent all the same. One that waits for its time waits until it is resumed.", (*broadcast.Broadcasts).Pause},
		{"resume-broadcast", "resume", "broadcast.resumed", "Resume a broadcast", "It goes on where it stopped.", (*broadcast.Broadcasts).Resume},
		{"cancel-broadcast", "cancel", "broadcast.canceled", "Cancel a broadcast", "No message more is accepted, and those that wait for the phone number are canceled. What has left goes on.", (*broadcast.Broadcasts).Cancel},
		{"retry-broadcast", "retry", "broadcast.retried", "Retry a broadcast", "Sends a completed broadcast again, once each, to the recipients whose failure's reason says that the same may be sent again: safe, or later if its retryAfterSeconds have passed. All others stay failed. Limits, budgets and consent hold as before.", (*broadcast.Broadcasts).Retry},
	} {
		register(s, operation{id: act.id, method: http.MethodPost, path: broadcastsPath + "/{id}/" + act.verb, tag: broadcastsTag, errors: []int{404, 409}, whole: true,
			scope: crm.ScopeMessagesWrite, act: act.act, summary: act.summary, description: act.description},
			func(ctx context.Context, a crm.Actor, in *BroadcastInput) (*broadcastOutput, error) {
				return answerBroadcast(ctx, s)(act.do(s.svc.Broadcast, ctx, a, in.ID))
			})
	}
	register(s, operation{id: "test-broadcast", method: http.MethodPost, path: broadcastsPath + "/{id}/test", tag: broadcastsTag, status: http.StatusAccepted, errors: []int{404, 409}, whole: true, numbers: true,
		scope: crm.ScopeMessagesWrite, summary: "Send a test of a broadcast", description: "Sends its template to one person, such as yourself. The message costs what any does, and counts nowhere in the broadcast.",
		example: TestBroadcast{To: customer}},
		func(ctx context.Context, a crm.Actor, in *testBroadcastInput) (*sendOutput, error) {
			r, err := s.svc.Broadcast.Test(ctx, a, in.ID, crm.BroadcastRecipient{To: in.Body.To, ContactID: in.Body.ContactID, Parameters: in.Body.Parameters, Arm: in.Body.Variant})
			return &sendOutput{SendResult(r)}, err
		})
}

func broadcastRecipientRoutes(s *Server) {
	const path = broadcastsPath + "/{id}/recipients"
	register(s, operation{id: "list-broadcast-recipients", method: http.MethodGet, path: path, tag: broadcastsTag, errors: []int{404}, whole: true,
		scope: crm.ScopeMessagesRead, summary: "List the recipients of a broadcast", description: "In the order of the audience, each with its message, or why there is none. Duplicates are counted only."},
		func(ctx context.Context, a crm.Actor, in *broadcastRecipientsInput) (*pageOutput[BroadcastRecipient], error) {
			p, err := in.page()
			if err != nil {
				return nil, err
			}
			list, err := s.svc.Broadcast.Recipients(ctx, a, in.ID, in.State, p)
			return answerPage(list, renderBroadcastRecipient), err
		})
	register(s, operation{id: "export-broadcast-recipients", method: http.MethodGet, path: path + "/export", tag: broadcastsTag, errors: []int{404}, whole: true, recent: true,
		scope: crm.ScopeMessagesRead, act: "broadcast.exported", summary: "Export the recipients of a broadcast", description: "Streams them as a CSV table: number, contactId, to, userId, state, reason, messageId, sentAt, answered, variant, tapped, goalReached, line, detail.", answers: tableAnswers},
		func(ctx context.Context, a crm.Actor, in *exportBroadcastInput) (*huma.StreamResponse, error) {
			write, err := s.svc.Broadcast.Export(ctx, a, in.ID, in.State)
			if err != nil {
				return nil, err
			}
			return table(&in.raw, "recipients", write), nil
		})
}

func (a *BroadcastAudience) audience() crm.BroadcastAudience {
	out := crm.BroadcastAudience{ContactIDs: a.ContactIDs, SegmentID: a.SegmentID, Filter: a.Filter}
	if a.Recipients != nil {
		out.Recipients = make([]crm.BroadcastRecipient, 0, len(a.Recipients))
	}
	for _, r := range a.Recipients {
		out.Recipients = append(out.Recipients, crm.BroadcastRecipient{To: r.To, Parameters: r.Parameters})
	}
	return out
}

func (l *BroadcastLimits) limits() (out crm.BroadcastLimits) {
	if l == nil {
		return out
	}
	if l.Messages != nil {
		out.Messages = *l.Messages
	}
	if l.Amount != "" {
		n, ok := crm.ParseMicros(l.Amount)
		if !ok || n == 0 {
			n = crm.NoLimitAmount
		}
		out.Micros, out.Currency = n, l.Currency
	}
	return out
}

func (t *TemplateFields) content() crm.TemplateContent {
	return crm.TemplateContent{Name: t.TemplateName, Language: t.Language, Parameters: t.Parameters, HeaderParameter: t.HeaderParameter, HeaderMedia: t.HeaderMedia,
		HeaderLocation: t.HeaderLocation, HeaderProduct: t.HeaderProduct, Buttons: t.ButtonParameters, Cards: t.Cards, OfferExpiresAt: t.OfferExpiresAt}
}

func (c *CreateBroadcast) body() crm.BroadcastBody {
	out := c.BroadcastFields.body()
	out.Audience = c.Audience.audience()
	return out
}

func (c *BroadcastFields) body() crm.BroadcastBody {
	return crm.BroadcastBody{Name: c.Name, Template: c.content(), PhoneNumberID: c.PhoneNumberID, Limits: c.Limits.limits(), ScheduledAt: c.ScheduledAt, Experiment: c.Experiment.experiment(),
		Delivery: crm.BroadcastDelivery{Quiet: (*crm.BroadcastQuiet)(c.QuietHours), TimeZone: c.TimeZone, Cap: (*crm.FrequencyCap)(c.FrequencyCap)},
		FollowUp: c.FollowUp.followUp()}
}

func (c *UpdateBroadcast) change() (out broadcast.Change, err error) {
	var f crm.Faults
	out = broadcast.Change{Name: c.Name, PhoneNumberID: c.PhoneNumberID, ScheduledAt: c.ScheduledAt, QuietHours: (*crm.BroadcastQuiet)(c.QuietHours), TimeZone: c.TimeZone, FrequencyCap: (*crm.FrequencyCap)(c.FrequencyCap), FollowUp: c.FollowUp.followUp()}
	if c.fillsTemplate() {
		out.Template = ptr(c.content())
		if c.TemplateName == "" {
			f.Add("/templateName", crm.CodeRequired, "templateName is required with what fills the template: both are replaced together.")
		}
	}
	if c.Audience != nil {
		out.Audience = ptr(c.Audience.audience())
	}
	if c.Experiment != nil {
		out.Experiment = ptr(c.Experiment.experiment())
	}
	if c.Limits != nil {
		out.Limits = ptr(c.Limits.limits())
	}
	return out, f.Err()
}
