package storefront

import (
	"context"
	"errors"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/media"
	"service.example/crm/internal/whatsapp"
)

// Profile returns the business profile of a number.
func (s *Storefronts) Profile(ctx context.Context, actor crm.Actor, numberID string) (crm.BusinessProfile, error) {
	return read(ctx, s, actor, crm.ScopeNumbersRead, numberID, func(ctx context.Context, p provider) (crm.BusinessProfile, error) {
		return p.client.Profile(ctx, p.token, p.id())
	})
}

// UpdateProfile changes what is given of the business profile of a number, and returns
// the whole of it.
func (s *Storefronts) UpdateProfile(ctx context.Context, actor crm.Actor, numberID string, c crm.BusinessProfileChange) (crm.BusinessProfile, error) {
	var f crm.Faults
	c.Check(&f)
	var picture crm.File
	if c.PictureMediaID != nil && *c.PictureMediaID != "" {
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { picture, err = checkPicture(tx, actor, *c.PictureMediaID, &f); return err })
		if err != nil {
			return crm.BusinessProfile{}, err
		}
	}
	return change(ctx, s, actor, crm.ScopeAccountsWrite, numberID, &f, func(ctx context.Context, p provider) (out crm.BusinessProfile, _ *crm.Act, err error) {
		before, err := p.client.Profile(ctx, p.token, p.id())
		if err != nil || !c.Changes(before) {
			return before, nil, err
		}
		handle := ""
		if picture.ID != "" {
			if handle, err = s.uploadPicture(ctx, p, picture); err != nil {
				return out, nil, err
			}
		}
		if err := p.client.SetProfile(ctx, p.token, p.id(), c, handle); err != nil {
			return out, nil, err
		}
		out, err = p.client.Profile(ctx, p.token, p.id())
		if err != nil { // it is changed all the same
			out = c.Apply(before)
		}
		act := crm.Act{Action: "business_profile.updated", Changes: crm.ActDiff(before, c.Apply(before), "pictureUrl")}
		if picture.ID != "" {
			act.Changes = act.Changes.Set("pictureMediaId", nil, picture.ID)
		}
		return out, &act, nil
	})
}

// checkPicture returns the file of a picture, and records a fault where there is none
// that the provider would take.
func checkPicture(tx *db.Tx, actor crm.Actor, id string, f *crm.Faults) (crm.File, error) {
	const pointer = "/pictureMediaId"
	file, err := media.FileFor(tx, actor, id)
	switch {
	case crm.CodeOf(err) == crm.CodeNotFound:
		f.Add(pointer, crm.CodeNotFound, "There is no file %q in this workspace.", id)
		return file, nil
	case err != nil:
		return file, err
	case file.State != crm.FileReady:
		f.Add(pointer, crm.CodeMediaNotReady, "The file %s is not there: its state is %s.", id, file.State)
	case !slices.Contains(crm.ProfilePictureTypes, file.MIMEType):
		f.Add(pointer, crm.CodeMediaType, "The file is %s; a picture is %s.", file.MIMEType, strings.Join(crm.ProfilePictureTypes, " or "))
	}
	return file, nil
}

// uploadPicture gives the provider a picture and returns its handle. Doing so again
// changes nothing there.
func (s *Storefronts) uploadPicture(ctx context.Context, p provider, file crm.File) (string, error) {
	app, err := p.client.AppOf(ctx, p.token)
	if err != nil {
		return "", err
	}
	content, err := s.media.FileContent(ctx, file)
	if err != nil {
		return "", err
	}
	handle, err := p.client.UploadSample(ctx, p.token, app, whatsapp.Sample{Body: content, Size: file.Size, MIMEType: file.MIMEType, Filename: file.Filename})
	return handle, errors.Join(err, content.Err(), content.Close())
}
