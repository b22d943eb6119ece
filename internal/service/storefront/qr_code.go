package storefront

import (
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/whatsapp"
)

// QRCodes returns the QR codes of a number.
func (s *Storefronts) QRCodes(ctx context.Context, actor crm.Actor, numberID string) ([]crm.QRCode, error) {
	return read(ctx, s, actor, crm.ScopeNumbersRead, numberID, func(ctx context.Context, p provider) ([]crm.QRCode, error) {
		return p.client.QRCodes(ctx, p.token, p.id())
	})
}

// CreateQRCode makes a QR code with a message; format is that of its picture, or "" for
// none.
func (s *Storefronts) CreateQRCode(ctx context.Context, actor crm.Actor, numberID, message, format string) (crm.QRCode, error) {
	var f crm.Faults
	crm.CheckQRMessage(message, &f)
	crm.CheckQRImage(format, &f)
	return change(ctx, s, actor, crm.ScopeAccountsWrite, numberID, &f, func(ctx context.Context, p provider) (crm.QRCode, *crm.Act, error) {
		before, err := p.client.QRCodes(ctx, p.token, p.id())
		if err != nil {
			return crm.QRCode{}, nil, err
		}
		made, err := p.client.CreateQRCode(ctx, p.token, p.id(), message, format)
		if err != nil && whatsapp.Classify(err) == whatsapp.ClassUnknown {
			made, err = findMade(ctx, p, before, message, err)
		}
		if err != nil {
			return crm.QRCode{}, nil, err
		}
		act := actOn(made, "qr_code.created")
		act.Changes = act.Changes.Set("prefilledMessage", nil, message)
		return made, &act, nil
	})
}

// findMade looks for the code that was made although its answer was lost, so that
// whoever asks again makes no second one. Without one it returns the failure.
func findMade(ctx context.Context, p provider, before []crm.QRCode, message string, failure error) (crm.QRCode, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callLimit)
	defer cancel()
	now, err := p.client.QRCodes(ctx, p.token, p.id())
	if err != nil {
		return crm.QRCode{}, failure
	}
	for _, q := range now {
		if q.Message == message && find(before, q.Code) < 0 {
			return q, nil
		}
	}
	return crm.QRCode{}, failure
}

// UpdateQRCode gives a QR code another message. What was printed stays good.
func (s *Storefronts) UpdateQRCode(ctx context.Context, actor crm.Actor, numberID, code, message string) (crm.QRCode, error) {
	var f crm.Faults
	crm.CheckQRMessage(message, &f)
	return change(ctx, s, actor, crm.ScopeAccountsWrite, numberID, &f, func(ctx context.Context, p provider) (crm.QRCode, *crm.Act, error) {
		before, err := qrCodeOf(ctx, p, code)
		if err != nil || before.Message == message {
			return before, nil, err
		}
		after, err := p.client.UpdateQRCode(ctx, p.token, p.id(), code, message)
		if err != nil {
			return after, nil, err
		}
		act := actOn(after, "qr_code.updated")
		act.Changes = act.Changes.Set("prefilledMessage", before.Message, message)
		return after, &act, nil
	})
}

// DeleteQRCode removes a QR code: it leads nowhere then.
func (s *Storefronts) DeleteQRCode(ctx context.Context, actor crm.Actor, numberID, code string) error {
	_, err := change(ctx, s, actor, crm.ScopeAccountsWrite, numberID, new(crm.Faults), func(ctx context.Context, p provider) (crm.QRCode, *crm.Act, error) {
		before, err := qrCodeOf(ctx, p, code)
		if err == nil {
			err = p.client.DeleteQRCode(ctx, p.token, p.id(), code)
		}
		act := actOn(before, "qr_code.deleted")
		act.Changes = act.Changes.Set("prefilledMessage", before.Message, nil)
		return before, &act, err
	})
	return err
}

// qrCodeOf returns a QR code of a number, or a KindNotFound error.
func qrCodeOf(ctx context.Context, p provider, code string) (crm.QRCode, error) {
	list, err := p.client.QRCodes(ctx, p.token, p.id())
	if err != nil {
		return crm.QRCode{}, err
	}
	i := find(list, code)
	if i < 0 {
		return crm.QRCode{}, crm.Errorf(crm.KindNotFound, crm.CodeNotFound, "The phone number has no QR code %q.", code)
	}
	return list[i], nil
}

func find(list []crm.QRCode, code string) int {
	return slices.IndexFunc(list, func(q crm.QRCode) bool { return q.Code == code })
}

func actOn(q crm.QRCode, action string) crm.Act {
	return crm.Act{Action: action, Targets: []crm.ActTarget{{Type: "qr_code", ID: q.Code, Name: q.Message}}}
}
