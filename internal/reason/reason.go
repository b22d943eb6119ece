// Package reason explains to people why the provider refuses or does not deliver a
// message. It has words for every row of the table of codes, and decides by it alone.
package reason

import (
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/whatsapp"
)

// Of explains a code: in plain words, with what to do, and whether the same may be sent
// again. It returns false for a code that the provider is not known to use.
func Of(code int) (crm.FailureReason, bool) {
	row, known := whatsapp.Describe(code)
	if !known {
		return crm.FailureReason{}, false
	}
	r := explain(row)
	r.ProviderCode = code
	return r, true
}

// All explains every code.
func All() (out []crm.FailureReason) {
	for _, row := range whatsapp.Codes() {
		out = append(out, explain(row))
	}
	return out
}

func explain(row whatsapp.Row) crm.FailureReason {
	words := explained[row.Code]
	out := crm.FailureReason{ProviderCode: row.Code, Title: row.Title, Cause: words.cause, NextAction: words.next, Retry: retryOf[row.Class]}
	if row.Class == whatsapp.ClassLater {
		out.RetryAfterSeconds = int(row.Wait / time.Second)
	}
	return out
}

var retryOf = map[whatsapp.Class]crm.RetryAdvice{whatsapp.ClassRetry: crm.RetrySafe, whatsapp.ClassLater: crm.RetryLater, whatsapp.ClassRefused: crm.RetryNever, whatsapp.ClassFix: crm.RetryMended, whatsapp.ClassUnknown: crm.RetryNever}
