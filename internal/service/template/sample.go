package template

import (
	"context"
	"errors"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/media"
	"service.example/crm/internal/whatsapp"
)

// sampleTypes are the types of files that the provider takes as samples, by the
// format of the header (outbound.md 4.4).
var sampleTypes = map[string][]string{"IMAGE": {"image/jpeg", "image/png"}, "VIDEO": {"video/mp4"}, "GIF": {"video/mp4"}, "DOCUMENT": {"application/pdf"}}

// maxGIF is how large the film of a GIF header may be (outbound.md 3.2).
const maxGIF = 3_500_000

// maxVersions is how many versions of a template that is gone are gone through.
const maxVersions = 1000

// checkSamples records a fault for every sample that is no file of the workspace, or
// one that the provider would not take.
func (s *Templates) checkSamples(tx *db.Tx, actor crm.Actor, d *crm.TemplateDraft, f *crm.Faults) (err error) {
	crm.SampleFiles(d.Components, func(pointer, format string, id *string, _ **crm.TemplateExample) {
		file, e := media.FileFor(tx, actor, *id)
		switch {
		case crm.CodeOf(e) == crm.CodeNotFound:
			f.Add(pointer, crm.CodeNotFound, "There is no file %q in this workspace.", *id)
		case e != nil:
			err = e
		case file.State != crm.FileReady:
			f.Add(pointer, crm.CodeMediaNotReady, "The file %s is not there: its state is %s.", *id, file.State)
		case sampleTypes[format] != nil && !slices.Contains(sampleTypes[format], file.MIMEType):
			f.Add(pointer, crm.CodeMediaType, "The file is %s; a header of format %s takes %s.", file.MIMEType, format, sampleTypes[format][0])
		case format == "GIF" && file.Size > maxGIF:
			f.Add(pointer, crm.CodeMediaTooLarge, "The file of a GIF header may have at most 3.5 MB.")
		}
	})
	return err
}

// useSamples keeps the files of a draft from being removed as unused.
func (s *Templates) useSamples(tx *db.Tx, t crm.Template, d crm.TemplateDraft) {
	crm.SampleFiles(d.Components, func(pointer, _ string, id *string, _ **crm.TemplateExample) {
		media.UseFileAt(tx, t.WorkspaceID, t.ID, *id, pointer)
	})
}

// releaseSamples lets go of the files that useSamples kept.
func (s *Templates) releaseSamples(tx *db.Tx, t crm.Template, d crm.TemplateDraft) {
	crm.SampleFiles(d.Components, func(_, _ string, id *string, _ **crm.TemplateExample) {
		media.ReleaseFile(tx, t.WorkspaceID, *id)
		media.LeavePlace(tx, t.WorkspaceID, t.ID, *id)
	})
}

// gone lets go of the samples of a template that was removed.
func (s *Templates) gone(tx *db.Tx, t crm.Template) error {
	if t.Version == 0 {
		return nil
	}
	list, err := versions(tx, t.WorkspaceID, t.ID, t.Version+1, maxVersions)
	for _, v := range list {
		d, err := v.Draft(&t)
		if err != nil {
			return err
		}
		s.releaseSamples(tx, t, d)
	}
	return err
}

// uploadSamples gives the provider the files of a draft and puts its handles in their
// place. Doing so again changes nothing there and counts against no limit.
func (s *Templates) uploadSamples(ctx context.Context, p provider, workspaceID string, d *crm.TemplateDraft) error {
	var failed error
	app, handles := "", map[string]string{}
	crm.SampleFiles(d.Components, func(_, _ string, id *string, example **crm.TemplateExample) {
		if failed != nil {
			return
		}
		if app == "" {
			if app, failed = p.client.AppOf(ctx, p.token); failed != nil {
				return
			}
		}
		if handles[*id] == "" {
			if handles[*id], failed = s.uploadSample(ctx, p, app, workspaceID, *id); failed != nil {
				return
			}
		}
		*example, *id = &crm.TemplateExample{HeaderHandle: []string{handles[*id]}}, ""
	})
	if failed == nil {
		return nil
	}
	return &whatsapp.PreparationError{Err: failed}
}

func (s *Templates) uploadSample(ctx context.Context, p provider, app, workspaceID, id string) (string, error) {
	var file crm.File
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { file, err = media.File(tx, workspaceID, id); return err })
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
