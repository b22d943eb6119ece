package whatsapp

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// trialLife is how long the verify token of a trial is taken.
const trialLife = time.Minute

// NewTrialToken makes a verify token that every node with the deployment's own one takes
// for a minute: what is subscribed with it proves that the provider reaches this service,
// and no other one that took over its address.
func NewTrialToken(verifyToken string, now time.Time) string {
	text := strconv.FormatInt(now.Add(trialLife).Unix(), 10) + "." + strings.ToLower(rand.Text())
	return "trial." + text + "." + trialDigest(verifyToken, text)
}

// isTrialToken reports whether a verify token was made by NewTrialToken less than a minute
// ago.
func isTrialToken(verifyToken, given string, now time.Time) bool {
	rest, is := strings.CutPrefix(given, "trial.")
	text, digest, cut := lastCut(rest)
	if !is || !cut || !equalSecrets(digest, trialDigest(verifyToken, text)) {
		return false
	}
	until, _, _ := strings.Cut(text, ".")
	at, err := strconv.ParseInt(until, 10, 64)
	left := time.Unix(at, 0).Sub(now)
	return err == nil && left > 0 && left <= trialLife+time.Second
}

func lastCut(text string) (before, after string, found bool) {
	i := strings.LastIndexByte(text, '.')
	if i < 0 {
		return "", "", false
	}
	return text[:i], text[i+1:], true
}

func trialDigest(verifyToken, text string) string {
	return hex.EncodeToString(mac(verifyToken, []byte("trial of the callback|"+text)))
}

// SubscribeAt has the webhooks of an account posted to a URL instead of the app's own. The
// provider asks it for the verify token before it answers (outbound.md 6.2).
func (c *Client) SubscribeAt(ctx context.Context, token, wabaID, callback, verifyToken string) error {
	body, err := json.Marshal(map[string]string{"override_callback_uri": callback, "verify_token": verifyToken})
	if err != nil {
		return err
	}
	return c.subscribeWith(ctx, token, wabaID, body)
}

func (c *Client) subscribeWith(ctx context.Context, token, wabaID string, body []byte) error {
	var answer struct {
		Success bool `json:"success"`
	}
	call := &CallError{Method: http.MethodPost, Path: "/" + url.PathEscape(wabaID) + "/subscribed_apps",
		HTTPStatus: http.StatusOK, Written: true}
	if err := c.do(ctx, token, call.Method, call.Path, nil, body, &answer); err != nil {
		return err
	}
	if !answer.Success {
		return call.because(errors.New("the answer is not success"))
	}
	return nil
}
