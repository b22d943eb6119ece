package api_test

import (
	"encoding/json"
)

// factorStep has a person do something with a second factor, and saves what the
// case needs of it: app and passkey leave one; begin app, make and use go only as
// far as the request that ends them.
func (w *world) factorStep(as, do string) {
	key := w.keyOf(as)
	switch do {
	case "begin app":
		w.saved["code"] = begunApp(w.k, key).code()
	case "app":
		newApp(w.k, key)
	case "passkey":
		w.device = newDevice(w.k)
		w.saved["passkey"] = w.device.add(w.t, key)
	case "make":
		w.device = newDevice(w.k)
		w.save(w.device.made(key))
	case "use":
		w.save(w.device.used())
	default:
		w.t.Fatalf("nobody knows how to do %q", do)
	}
	w.k.Quiet()
}

// save keeps what a device answered, part by part.
func (w *world) save(body map[string]any) {
	var c struct {
		ID       string
		Response struct{ ClientDataJSON, AttestationObject, AuthenticatorData, Signature, UserHandle string }
	}
	w.k.Must(json.Unmarshal(body["credential"].(json.RawMessage), &c))
	w.saved["ceremony"] = body["ceremonyId"].(string)
	w.saved["credential"], w.saved["client"], w.saved["attestation"] = c.ID, c.Response.ClientDataJSON, c.Response.AttestationObject
	w.saved["authenticator"], w.saved["signature"], w.saved["handle"] = c.Response.AuthenticatorData, c.Response.Signature, c.Response.UserHandle
}
