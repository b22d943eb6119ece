package whatsapp

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"service.example/crm/internal/crm"
)

// What a business shows of itself on a number (outbound.md 5.3). phoneID is the
// provider's identifier of the number.

const profileFields = "about,address,description,email,profile_picture_url,websites,vertical"

func profilePath(phoneID string) string {
	return "/" + url.PathEscape(phoneID) + "/whatsapp_business_profile"
}

// Profile reads the business profile of a number.
func (c *Client) Profile(ctx context.Context, token, phoneID string) (crm.BusinessProfile, error) {
	var answer struct {
		Data []struct {
			About       string   `json:"about"`
			Address     string   `json:"address"`
			Description string   `json:"description"`
			Email       string   `json:"email"`
			Picture     string   `json:"profile_picture_url"`
			Websites    []string `json:"websites"`
			Vertical    string   `json:"vertical"`
		} `json:"data"`
	}
	if err := c.do(ctx, token, http.MethodGet, profilePath(phoneID), url.Values{"fields": {profileFields}}, nil, &answer); err != nil {
		return crm.BusinessProfile{}, err
	}
	if len(answer.Data) == 0 { // nothing was set yet
		return crm.BusinessProfile{}, nil
	}
	p := answer.Data[0]
	return crm.BusinessProfile{About: p.About, Address: p.Address, Description: p.Description, Email: p.Email, PictureURL: p.Picture, Websites: p.Websites,
		Vertical: crm.KnownWordIfAny(crm.ProfileVerticals, strings.ToLower(p.Vertical))}, nil
}

// SetProfile changes what is given of the business profile of a number. picture is the
// handle of an upload, or "" for the picture that it has.
func (c *Client) SetProfile(ctx context.Context, token, phoneID string, change crm.BusinessProfileChange, picture string) error {
	body := map[string]any{"messaging_product": "whatsapp"}
	for name, text := range map[string]*string{"about": change.About, "address": change.Address, "description": change.Description, "email": change.Email} {
		if text != nil {
			body[name] = *text
		}
	}
	if change.Vertical != nil {
		body["vertical"] = strings.ToUpper(*change.Vertical)
	}
	if change.Websites != nil {
		body["websites"] = change.Websites
	}
	if picture != "" {
		body["profile_picture_handle"] = picture
	}
	return c.order(ctx, token, profilePath(phoneID), nil, body)
}

// components are those of a chat, as the provider has them.
type components struct {
	Welcome  bool      `json:"enable_welcome_message"`
	Commands []command `json:"commands"`
	Prompts  []string  `json:"prompts"`
}

type command struct {
	Name        string `json:"command_name"`
	Description string `json:"command_description"`
}

// Components reads the conversational components of a number.
func (c *Client) Components(ctx context.Context, token, phoneID string) (crm.ConversationalComponents, error) {
	var answer struct {
		Has components `json:"conversational_automation"`
	}
	if err := c.do(ctx, token, http.MethodGet, "/"+url.PathEscape(phoneID), url.Values{"fields": {"conversational_automation"}}, nil, &answer); err != nil {
		return crm.ConversationalComponents{}, err
	}
	out := crm.ConversationalComponents{WelcomeMessage: answer.Has.Welcome, Commands: []crm.ChatCommand{}, Prompts: append([]string{}, answer.Has.Prompts...)}
	for _, one := range answer.Has.Commands {
		out.Commands = append(out.Commands, crm.ChatCommand(one))
	}
	return out, nil
}

// SetComponents replaces the conversational components of a number.
func (c *Client) SetComponents(ctx context.Context, token, phoneID string, to crm.ConversationalComponents) error {
	commands := make([]command, 0, len(to.Commands))
	for _, one := range to.Commands {
		commands = append(commands, command(one))
	}
	return c.order(ctx, token, "/"+url.PathEscape(phoneID)+"/conversational_automation", nil,
		map[string]any{"enable_welcome_message": to.WelcomeMessage, "commands": commands, "prompts": append([]string{}, to.Prompts...)})
}

// qrCode is a QR code as the provider has it.
type qrCode struct {
	Code    string `json:"code"`
	Message string `json:"prefilled_message"`
	Link    string `json:"deep_link_url"`
	Image   string `json:"qr_image_url"`
}

func (q qrCode) read() crm.QRCode {
	return crm.QRCode{Code: q.Code, Message: q.Message, Link: q.Link, ImageURL: q.Image}
}

func qrPath(phoneID string) string { return "/" + url.PathEscape(phoneID) + "/message_qrdls" }

// QRCodes reads the QR codes of a number.
func (c *Client) QRCodes(ctx context.Context, token, phoneID string) ([]crm.QRCode, error) {
	out := []crm.QRCode{}
	for q, err := range listWhere[qrCode](ctx, c, token, qrPath(phoneID), url.Values{}) {
		if err != nil {
			return nil, err
		}
		out = append(out, q.read())
	}
	return out, nil
}

// CreateQRCode makes a QR code; format is that of its picture, or "" for none.
func (c *Client) CreateQRCode(ctx context.Context, token, phoneID, message, format string) (crm.QRCode, error) {
	body := map[string]any{"prefilled_message": message}
	if format != "" {
		body["generate_qr_image"] = strings.ToUpper(format)
	}
	return c.writeQRCode(ctx, token, phoneID, body)
}

// UpdateQRCode gives a QR code another message.
func (c *Client) UpdateQRCode(ctx context.Context, token, phoneID, code, message string) (crm.QRCode, error) {
	return c.writeQRCode(ctx, token, phoneID, map[string]any{"code": code, "prefilled_message": message})
}

func (c *Client) writeQRCode(ctx context.Context, token, phoneID string, body map[string]any) (crm.QRCode, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return crm.QRCode{}, err
	}
	var answer qrCode
	if err := c.do(ctx, token, http.MethodPost, qrPath(phoneID), nil, raw, &answer); err != nil {
		return crm.QRCode{}, err
	}
	if answer.Code == "" {
		return crm.QRCode{}, unanswered(http.MethodPost, qrPath(phoneID), "the answer has no code")
	}
	return answer.read(), nil
}

// DeleteQRCode removes a QR code: it leads nowhere then.
func (c *Client) DeleteQRCode(ctx context.Context, token, phoneID, code string) error {
	return c.succeed(ctx, token, http.MethodDelete, qrPath(phoneID)+"/"+url.PathEscape(code), nil, nil)
}

func keyPath(phoneID string) string {
	return "/" + url.PathEscape(phoneID) + "/whatsapp_business_encryption"
}

// EncryptionKey reads the public key of the flows of a number.
func (c *Client) EncryptionKey(ctx context.Context, token, phoneID string) (crm.EncryptionKey, error) {
	var answer struct {
		Data []struct {
			Key string `json:"business_public_key"`
		} `json:"data"`
	}
	err := c.do(ctx, token, http.MethodGet, keyPath(phoneID), nil, nil, &answer)
	if err != nil || len(answer.Data) == 0 || answer.Data[0].Key == "" {
		return crm.EncryptionKey{}, err
	}
	return crm.ShownEncryptionKey(answer.Data[0].Key), nil
}

// SetEncryptionKey sets the public key of the flows of a number.
func (c *Client) SetEncryptionKey(ctx context.Context, token, phoneID string, key crm.EncryptionKey) error {
	return c.order(ctx, token, keyPath(phoneID), nil, map[string]any{"business_public_key": key.PEM})
}
