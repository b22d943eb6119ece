package api

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"service.example/crm/internal/crm"
)

// checkAddress refuses bytes in path and query that are no text, and the null
// character: not every database can store or compare them.
func checkAddress(u *url.URL) error {
	ok := isText(u.Path)
	for name, values := range u.Query() {
		ok = ok && isText(name) && !slices.ContainsFunc(values, func(v string) bool { return !isText(v) })
	}
	if ok {
		return nil
	}
	return crm.Errorf(crm.KindMalformed, crm.CodeMalformed, "The URL contains a null character or bytes that are not UTF-8.")
}

func isText(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }
