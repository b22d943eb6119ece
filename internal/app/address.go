package app

import "strings"

// publicURL is where clients reach the service, as far as the callback URL says
// it; empty where it leads somewhere else first.
func publicURL(callback string) string {
	base, ok := strings.CutSuffix(strings.TrimRight(callback, "/"), "/provider/webhook")
	if !ok {
		return ""
	}
	return base
}
