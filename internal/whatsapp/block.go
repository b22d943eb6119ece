package whatsapp

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"service.example/crm/internal/crm"
)

// CodeBlockedPartly is the provider's code of a request to block or unblock of which only
// a part was done; CodeBlockListChanged is that of a list that changed at the same moment.
const (
	CodeBlockedPartly    = 139100
	CodeBlockListChanged = 139102
)

func blockPath(phoneID string) string { return "/" + url.PathEscape(phoneID) + "/block_users" }

// BlockedUsers reads a page of those whom a number has blocked (outbound.md 5.3). Next is
// the provider's cursor.
func (c *Client) BlockedUsers(ctx context.Context, token, phoneID string, p crm.Page) (out crm.List[crm.BlockedUser], err error) {
	query := url.Values{"limit": {strconv.Itoa(p.Limit)}}
	if p.After != "" {
		query.Set("after", p.After)
	}
	var answer page[struct {
		ID string `json:"wa_id"`
	}]
	if err := c.do(ctx, token, http.MethodGet, blockPath(phoneID), query, nil, &answer); err != nil {
		return out, err
	}
	for _, user := range answer.Data {
		out.Items = append(out.Items, crm.BlockedUser{Number: firstOf(E164(user.ID), user.ID)})
	}
	if answer.Paging.Next != "" {
		out.Next = answer.Paging.Cursors.After
	}
	return out, nil
}

// blockAnswer has what was done and what was not, also beside an error.
type blockAnswer struct {
	Lists struct {
		Added   []blockedUser `json:"added_users"`
		Removed []blockedUser `json:"removed_users"`
		Failed  []blockedUser `json:"failed_users"`
	} `json:"block_users"`
}

type blockedUser struct {
	Input  string `json:"input"`
	Errors []struct {
		Message string          `json:"message"`
		Code    number          `json:"code"`
		Data    json.RawMessage `json:"error_data"`
	} `json:"errors"`
}

func (a *blockAnswer) readRefusal(raw []byte) { _ = json.Unmarshal(raw, a) } // the error counts

// Block blocks users of a number, or unblocks them. That only a part was done is no
// error. Asking again changes nothing more.
func (c *Client) Block(ctx context.Context, token, phoneID string, numbers []string, block bool) (crm.BlockOutcome, error) {
	users := make([]map[string]string, len(numbers))
	for i, n := range numbers {
		users[i] = map[string]string{"user": n}
	}
	body, err := json.Marshal(map[string]any{"messaging_product": "whatsapp", "block_users": users})
	if err != nil {
		return crm.BlockOutcome{}, err
	}
	method := http.MethodPost
	if !block {
		method = http.MethodDelete
	}
	var answer blockAnswer
	err = c.do(ctx, token, method, blockPath(phoneID), nil, body, &answer)
	var refusal *APIError
	if partly := errors.As(err, &refusal) && refusal.Code == CodeBlockedPartly && len(answer.Lists.Failed) > 0; err != nil && !partly {
		return crm.BlockOutcome{}, err
	}
	return answer.outcome(token), nil
}

func (a *blockAnswer) outcome(token string) crm.BlockOutcome {
	out := crm.BlockOutcome{Done: []string{}, Refused: []crm.BlockRefusal{}}
	for _, list := range [][]blockedUser{a.Lists.Added, a.Lists.Removed} {
		for _, u := range list {
			out.Done = append(out.Done, u.Input)
		}
	}
	for _, u := range a.Lists.Failed {
		r := crm.BlockRefusal{Number: u.Input, Code: CodeBlockedPartly}
		if len(u.Errors) > 0 {
			e := u.Errors[0]
			if e.Code.set {
				r.Code = e.Code.value
			}
			r.Reason = without(token, firstOf(details(e.Data), e.Message))
		}
		out.Refused = append(out.Refused, r)
	}
	return out
}
