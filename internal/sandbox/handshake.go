package sandbox

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
)

// Handshake makes the GET with which the provider verifies a callback URL. It
// returns nil if the callback answers 200 with exactly the challenge.
func (s *Server) Handshake(ctx context.Context) error {
	set := s.settings.Load()
	return s.handshake(ctx, set.callbackURL, set.verifyToken)
}

func (s *Server) handshake(ctx context.Context, callback, token string) error {
	ctx, cancel := context.WithTimeout(ctx, s.settings.Load().timeout)
	defer cancel()
	target, err := url.Parse(callback)
	if err != nil || target.Host == "" {
		return fmt.Errorf("%q is not a URL", callback)
	}
	challenge := strconv.FormatUint(s.ids.traces.next()%4e9, 10)
	q := target.Query()
	q.Set("hub.mode", "subscribe")
	q.Set("hub.challenge", challenge)
	q.Set("hub.verify_token", token)
	target.RawQuery = q.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return err
	}
	res, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(res.Body, 1024))
	if res.StatusCode != http.StatusOK || string(body) != challenge {
		return fmt.Errorf("the callback answered %d %q instead of the challenge", res.StatusCode, body)
	}
	return nil
}
