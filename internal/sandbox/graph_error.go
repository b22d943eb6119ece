package sandbox

import (
	"fmt"
	"net/http"
	"strconv"
)

// graphError is a refusal in the provider's words.
type graphError struct {
	status        int
	code, subcode int
	kind          string // "type" of the body; OAuthException when empty
	message       string
	details       string
	userTitle     string
	userMsg       string
	transient     bool
}

// refuse returns the error of a code with its usual status and title.
func refuse(code int, details string, args ...any) *graphError {
	known := knownCode(code)
	if len(args) > 0 {
		details = fmt.Sprintf(details, args...)
	}
	return &graphError{
		status: known.status, code: code, details: details,
		message: fmt.Sprintf("(#%d) %s", code, known.title),
	}
}

// invalid is code 100 with a message of its own, as Graph words bad parameters.
func invalid(message string, args ...any) *graphError {
	return &graphError{status: http.StatusBadRequest, code: 100, message: "(#100) " + fmt.Sprintf(message, args...)}
}

func errUnknownObject(method, id string) *graphError {
	return &graphError{
		status: http.StatusBadRequest, code: 100, subcode: 33, kind: "GraphMethodException",
		message: "Unsupported " + lowerMethod(method) + " request. Object with ID '" + id + "' does not exist, " +
			"cannot be loaded due to missing permissions, or does not support this operation. " +
			"Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api",
	}
}

func errUnknownPath(path string) *graphError {
	return &graphError{
		status: http.StatusBadRequest, code: 2500,
		message: "Unknown path components: " + path,
	}
}

func lowerMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead:
		return "get"
	case http.MethodDelete:
		return "delete"
	}
	return "post"
}

// body renders the error; key order as the provider's messaging errors have it.
func (e *graphError) body(enc encoder, trace string) []byte {
	return enc.value(nil, object{{"error", e.object(trace)}})
}

func (e *graphError) object(trace string) object {
	kind := e.kind
	if kind == "" {
		kind = "OAuthException"
	}
	o := object{{"message", e.message}, {"type", kind}, {"code", e.code}}
	if e.details != "" {
		o = append(o, member{"error_data", object{{"messaging_product", "whatsapp"}, {"details", e.details}}})
	}
	if e.subcode != 0 {
		o = append(o, member{"error_subcode", e.subcode})
	}
	if e.transient {
		o = append(o, member{"is_transient", true})
	}
	if e.userTitle != "" {
		o = append(o, member{"error_user_title", e.userTitle}, member{"error_user_msg", e.userMsg})
	}
	return append(o, member{"fbtrace_id", trace})
}

// challenge is the WWW-Authenticate header that comes with the error.
func (e *graphError) challenge() string {
	reason := "invalid_request"
	if e.code == 190 || e.code == 104 || e.code == 0 {
		reason = "invalid_token"
	}
	return `OAuth "Facebook Platform" "` + reason + `" ` + strconv.QuoteToASCII(e.message)
}

// failureOf returns what a failed status says about a code.
func failureOf(code int, details string) *failure {
	known := knownCode(code)
	if details == "" {
		details = known.details
	}
	if details == "" {
		details = known.title
	}
	return &failure{code: code, title: known.title, details: details}
}

type codeInfo struct {
	status         int
	title, details string
}

func knownCode(code int) codeInfo {
	if c, ok := codes[code]; ok {
		return c
	}
	if code >= 200 && code < 300 {
		return codeInfo{403, "API Permission", ""}
	}
	return codeInfo{400, "Something went wrong", ""}
}
