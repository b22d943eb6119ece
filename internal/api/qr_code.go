package api

import (
	"context"
	"net/http"

	"service.example/crm/internal/crm"
)

// QRCode opens a chat with a phone number.
type QRCode struct {
	Code             string `json:"code" doc:"The provider's identifier of the QR code."`
	PrefilledMessage string `json:"prefilledMessage" doc:"The message that is written already when the chat opens."`
	Link             string `json:"link" doc:"Short link that does the same."`
	ImageURL         string `json:"imageUrl,omitempty" doc:"Link to the picture at the provider. Only in the answer that makes the code: fetch the picture then."`
}

// QRCodes are all of a phone number.
type QRCodes struct {
	Data []QRCode `json:"data" nullable:"false" doc:"Every QR code of the number, as the provider lists them."`
}

// CreateQRCode is a new QR code.
type CreateQRCode struct {
	PrefilledMessage string `json:"prefilledMessage,omitempty" needed:"true" doc:"The message that is written already when the chat opens: at most 140 characters." example:"Cyber Monday"`
	ImageFormat      string `json:"imageFormat,omitempty" enum:"svg,png" doc:"Format of the picture; without it the provider draws none."`
}

// UpdateQRCode gives a QR code another message.
type UpdateQRCode struct {
	PrefilledMessage string `json:"prefilledMessage,omitempty" needed:"true" doc:"The message that is written already when the chat opens: at most 140 characters." example:"Cyber Tuesday"`
}

type (
	// QRCodeInput names a QR code in the path.
	QRCodeInput struct {
		NumberInput
		Code string `path:"code" maxLength:"64" doc:"The provider's identifier of the QR code."`
	}
	createQRCodeInput struct {
		NumberInput
		Body CreateQRCode
	}
	updateQRCodeInput struct {
		QRCodeInput
		Body UpdateQRCode
	}
	qrCodeOutput  struct{ Body QRCode }
	qrCodesOutput struct{ Body QRCodes }
)

func renderQRCode(q crm.QRCode) QRCode {
	return QRCode{Code: q.Code, PrefilledMessage: q.Message, Link: q.Link, ImageURL: q.ImageURL}
}

func qrCodeRoutes(s *Server) {
	const path = "/v1/phone-numbers/{id}/qr-codes"
	register(s, operation{id: "list-qr-codes", method: http.MethodGet, path: path, tag: numbersTag, errors: setupCalls,
		scope: crm.ScopeNumbersRead, summary: "List QR codes", description: "All QR codes and short links of a number, as the provider has them now."},
		func(ctx context.Context, a crm.Actor, in *NumberInput) (*qrCodesOutput, error) {
			list, err := s.svc.Storefront.QRCodes(ctx, a, in.ID)
			out := &qrCodesOutput{QRCodes{Data: make([]QRCode, 0, len(list))}}
			for _, q := range list {
				out.Body.Data = append(out.Body.Data, renderQRCode(q))
			}
			return out, err
		})
	register(s, operation{id: "create-qr-code", method: http.MethodPost, path: path, tag: numbersTag, status: http.StatusCreated, errors: setupCalls, whole: true,
		scope: crm.ScopeAccountsWrite, act: "qr_code.created", summary: "Create a QR code", description: "Whoever scans it, or follows its link, is in a chat with the number, with the message written already.",
		example: CreateQRCode{PrefilledMessage: "Cyber Monday", ImageFormat: "svg"}},
		func(ctx context.Context, a crm.Actor, in *createQRCodeInput) (*qrCodeOutput, error) {
			out, err := s.svc.Storefront.CreateQRCode(ctx, a, in.ID, in.Body.PrefilledMessage, in.Body.ImageFormat)
			return &qrCodeOutput{renderQRCode(out)}, err
		})
	register(s, operation{id: "update-qr-code", method: http.MethodPatch, path: path + "/{code}", tag: numbersTag, errors: setupCalls, whole: true,
		scope: crm.ScopeAccountsWrite, act: "qr_code.updated", summary: "Change a QR code", description: "Gives it another message. What you printed stays good.",
		example: UpdateQRCode{PrefilledMessage: "Cyber Tuesday"}},
		func(ctx context.Context, a crm.Actor, in *updateQRCodeInput) (*qrCodeOutput, error) {
			out, err := s.svc.Storefront.UpdateQRCode(ctx, a, in.ID, in.Code, in.Body.PrefilledMessage)
			return &qrCodeOutput{renderQRCode(out)}, err
		})
	register(s, operation{id: "delete-qr-code", method: http.MethodDelete, path: path + "/{code}", tag: numbersTag, status: http.StatusNoContent, errors: setupCalls, whole: true,
		scope: crm.ScopeAccountsWrite, act: "qr_code.deleted", summary: "Delete a QR code", description: "The code and its link lead nowhere then, also where they are printed."},
		func(ctx context.Context, a crm.Actor, in *QRCodeInput) (*struct{}, error) {
			return nil, s.svc.Storefront.DeleteQRCode(ctx, a, in.ID, in.Code)
		})
}
