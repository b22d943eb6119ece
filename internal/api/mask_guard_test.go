package api

import (
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/input"
	"service.example/crm/internal/service"
)

// numberField is the name of a field that may be a contact's number.
var numberField = regexp.MustCompile(`(?i)^(from|to|.*(phone|recipient|number|wa_?id))$`)

// noMask are texts with such names that are written as they are, and why.
var noMask = map[string]string{
	"AssistantAutonomyChange.from": "what an assistant might do",
	"AssistantAutonomyChange.to":   "what an assistant may do",
	"ForecastRate.from":            "a currency",
	"ExchangeRate.from":            "a currency",
	"ExchangeRate.to":              "a currency",
	"BadgePackage.number":          "the business's own number",
	"Bridge.from":                  "a day",
	"Reconciliation.from":          "a day",
	"Reconciliation.to":            "a day",
	"TemplateStatistics.from":      "a day",
	"ChargeSummary.from":           "a day",
	"ChargeSavings.from":           "a day",
	"ChargeSavings.to":             "a day",
	"FailureSummary.from":          "a day",
	"FailureSummary.to":            "a day",
	"ChargeSummary.to":             "a day",
	"TemplateStatistics.to":        "a day",
	"Bridge.to":                    "a day",
	"Conversion.from":              "a day",
	"Conversion.to":                "a day",
	"Closings.from":                "a day",
	"Closings.to":                  "a day",
	"Message.to":                   "masked by direction",
	"Message.from":                 "masked by direction",
	"PhoneNumber.number":           "the business's own",
	"PhoneNumberSetup.number":      "the business's own",
	"PreviewButton.phoneNumber":    "of a template: content",
	"TemplateDifference.from":      "what stood in a template",
	"TemplateDifference.to":        "what stands in a template",
	"SimulatedMessage.from":        "the business's own",
	"PhoneNumberData.number":       "the business's own",
	"MessageReceivedData.to":       "the business's own",
	"MessageUpsertData.to":         "the business's own",
	"ReactionRemovedData.to":       "the business's own",
	"NumberChange.from":            "a fact of the business's own number",
	"NumberChange.to":              "a fact of the business's own number",
	"OfficeHours.from":             "a time of day",
	"OfficeHours.to":               "a time of day",
	"DayHours.from":                "a time of day",
	"DayHours.to":                  "a time of day",
	"CalendarOpenings.from":        "a day",
	"CalendarOpenings.to":          "a day",
	"HolidayPreview.from":          "a day",
	"HolidayPreview.to":            "a day",
	"BroadcastQuietTime.from":      "a time of day",
	"BroadcastQuietTime.to":        "a time of day",
	"QuietHours.from":              "a time of day",
	"QuietHours.to":                "a time of day",
	"DutyShift.from":               "a time of day",
	"DutyShift.to":                 "a time of day",
	"WaitingReport.from":           "a day",
	"WaitingReport.to":             "a day",
	"Report.from":                  "a day",
	"Report.to":                    "a day",
	"TestMessage.from":             "customer or assistant",
	"EvaluationMessage.from":       "customer or assistant",
	"ContactPhone.phone":           "of a card: content",
	"ContactPhone.waId":            "of a card: content",
	"EventContactPhone.phone":      "of a card: content",
	"EventContactPhone.wa_id":      "of a card: content",
}

// Every text of an answer or an event that is called like a number is one that is
// masked, or stands above with a reason.
func TestEveryNumberIsMasked(t *testing.T) {
	s := &Server{svc: new(service.Service), mux: http.NewServeMux(), shapes: map[string]*input.Shape{}, uploads: map[string]int64{}, door: &door{public: map[string]bool{}}}
	s.huma = humago.New(s.mux, humaConfig())
	s.registerRoutes()
	seen, met := map[reflect.Type]bool{}, map[string]bool{}
	masker := reflect.TypeFor[crm.Masker]()
	var walk func(reflect.Type)
	walk = func(of reflect.Type) {
		if seen[of] {
			return
		}
		seen[of] = true
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			walk(of.Elem())
		case reflect.Struct:
			if of.Implements(masker) {
				if got := reflect.TypeOf(reflect.Zero(of).Interface().(crm.Masker).Masked()); got != of && got.Kind() == reflect.Struct {
					t.Errorf("%v is masked as %v: the method of what it embeds", of, got)
				}
			}
			for i := range of.NumField() {
				f := of.Field(i)
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				if where := of.Name() + "." + name; f.IsExported() && f.Type.Kind() == reflect.String && f.Type != reflect.TypeFor[crm.ContactNumber]() && numberField.MatchString(name) {
					if met[where] = true; noMask[where] == "" {
						t.Errorf("%s may be a contact's number: make it a crm.ContactNumber, or say in noMask why it is none", where)
					}
				}
				walk(f.Type)
			}
		}
	}
	if len(s.operations) < 100 {
		t.Fatal("there are few operations")
	}
	for _, op := range s.operations {
		if op.answer.Kind() == reflect.Struct { // also one that has no body
			walk(op.answer)
		}
	}
	walk(reflect.TypeFor[Problem]())
	for _, e := range crm.EventTypes {
		walk(reflect.TypeOf(e.Sample))
	}
	for where := range maps.Keys(noMask) {
		if !met[where] {
			t.Errorf("noMask has %s, which no answer has", where)
		}
	}
}

// What is no JSON is written by a room itself. Whoever adds such an answer says here
// that it shows numbers by crm.Actor.Shown, or has none.
func TestAnswersThatRoomsWrite(t *testing.T) {
	s := &Server{svc: new(service.Service), mux: http.NewServeMux(), shapes: map[string]*input.Shape{}, uploads: map[string]int64{}, door: &door{public: map[string]bool{}}}
	s.huma = humago.New(s.mux, humaConfig())
	s.registerRoutes()
	var list []string
	for _, op := range s.operations {
		if op.streams {
			list = append(list, op.id)
		}
	}
	slices.Sort(list)
	want := []string{
		"download-media",              // content
		"export-audit-log",            // names no contact
		"export-bridge",               // names no contact
		"export-broadcast-recipients", // crm.Actor.Shown
		"export-charges",              // names no contact
		"export-closings",             // names no contact
		"export-contact",              // answers, masked, and crm.Actor.Shown
		"export-contacts",             // crm.Actor.Shown
		"export-conversation",         // crm.Actor.Shown
		"export-conversion",           // names no contact
		"export-deal-import-problems", // names no contact
		"export-deals",                // crm.Actor.Shown
		"export-forecast",             // names no contact
		"export-report",               // names no contact
		"get-charge-statement",        // names no contact
		"stream-events",               // crm.MaskEvent
	}
	if !slices.Equal(list, want) {
		t.Errorf("rooms write %q, known are %q", list, want)
	}
}
