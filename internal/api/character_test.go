package api

import (
	"net/url"
	"testing"
)

func TestCheckAddress(t *testing.T) {
	for address, ok := range map[string]bool{"/v1/messages?to=%2B1": true, "/v1/messages/%ff": false, "/v1/messages/a%00": false,
		"/v1/messages?to=%00": false, "/v1/messages?%fe=1": false, "/v1/messages/%C3%A9?x=%E2%80%AE": true} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkAddress(u); (err == nil) != ok {
			t.Errorf("%s: %v", address, err)
		}
	}
}
