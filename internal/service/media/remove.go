package media

import (
	"context"
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/whatsapp"
)

// removal is the work of jobRemoveFile: what a file leaves outside the
// database.
type removal struct {
	Object  string           `json:"object,omitempty"`
	Uploads []crm.FileUpload `json:"uploads,omitempty"`
}

// DeleteFile removes a file from the workspace at once; its bytes here and its
// copies at the provider follow.
func (s *Media) DeleteFile(ctx context.Context, actor crm.Actor, id string) error {
	if err := actor.Require(crm.ScopeMediaWrite); err != nil {
		return err
	}
	return s.db.Update(ctx, id, func(tx *db.Tx) error {
		f, err := FileFor(tx, actor, id)
		if err != nil {
			return err
		}
		uploads, err := deleteFile(tx, actor.WorkspaceID, id)
		if err != nil {
			return err
		}
		if err := EnqueueRemoval(tx, f, uploads); err != nil {
			return err
		}
		return audit.Record(tx, actor, crm.Act{Action: "media.deleted", Targets: []crm.ActTarget{{Type: "media", ID: id, Name: f.Filename}}})
	})
}

// EnqueueRemoval makes the job that removes a file.
func EnqueueRemoval(tx *db.Tx, f crm.File, uploads []crm.FileUpload) error {
	payload, err := json.Marshal(removal{f.Object, uploads})
	jobs.EnqueueJob(tx, jobs.Job{WorkspaceID: f.WorkspaceID, Kind: jobRemoveFile, Queue: f.WorkspaceID, Payload: string(payload)})
	return err
}

// removeFile does the work of one jobRemoveFile. Only what fails for a reason
// that may pass is tried again.
func (s *Media) removeFile(ctx context.Context, j jobs.Job) error {
	var r removal
	if err := json.Unmarshal([]byte(j.Payload), &r); err != nil {
		return err
	}
	// A restored copy leaves alone what the original may still use.
	if r.Object != "" && s.opt.Deployment.Owns(r.Object) {
		if err := s.opt.Media.Delete(ctx, r.Object); err != nil {
			return err
		}
	}
	for _, u := range r.Uploads {
		number, err := s.account.Number(ctx, &crm.Message{WorkspaceID: j.WorkspaceID, PhoneNumberID: u.PhoneNumberID})
		if err != nil || s.now().After(u.ExpiresAt) {
			continue // nobody can ask for it any more
		}
		client, token, err := s.account.Credentials(ctx, j.WorkspaceID, number.MessagingAccountID)
		if err != nil {
			return err
		}
		if err := client.DeleteMedia(ctx, token, number.ProviderID, u.ProviderMediaID); err != nil && passes(err) {
			return err
		}
	}
	return s.db.Update(ctx, j.WorkspaceID, func(tx *db.Tx) error { jobs.FinishJob(tx, j); return nil })
}

// passes reports whether a failed call may succeed later.
func passes(err error) bool {
	c := whatsapp.Classify(err)
	return c == whatsapp.ClassRetry || c == whatsapp.ClassLater || c == whatsapp.ClassUnknown
}

// expireBatch bounds what one round of ExpireFiles removes.
const expireBatch = 200

// ExpireFiles removes files that no message has and that were not used for the
// retention, a batch of the oldest.
func (s *Media) ExpireFiles(ctx context.Context, retention time.Duration) error {
	before := s.now().Add(-retention)
	var list []crm.File
	err := s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = unusedFiles(tx, before, expireBatch); return err })
	for _, f := range list {
		if err != nil {
			return err
		}
		err = s.db.Update(ctx, f.ID, func(tx *db.Tx) error {
			uploads, gone, err := deleteUnusedFile(tx, f.WorkspaceID, f.ID, before)
			if err != nil || !gone {
				return err
			}
			return EnqueueRemoval(tx, f, uploads)
		})
	}
	return err
}

// orphanAge is how old an object must be before it counts as left behind: far
// more than it takes to store a file.
const orphanAge = 24 * time.Hour

// NewObject returns the name of a new object.
func (s *Media) NewObject() string {
	return s.opt.Deployment.ObjectName(s.db.Source().NewID(crm.PrefixObject))
}

// RenewDeployment gives a restored copy of a database an identifier of its own
// and returns it, so that neither the copy nor the original removes objects of
// the other. It is for the operator of the deployment.
func (s *Media) RenewDeployment(ctx context.Context) (string, error) {
	d, err := s.db.RenewDeployment(ctx)
	return d.ID, err
}

// SweepObjects removes the objects of this deployment that no file has: what a
// crash left between the storing of an object and of its row, or in the middle
// of either.
func (s *Media) SweepObjects(ctx context.Context) error {
	if s.opt.Media == nil {
		return nil
	}
	young := crm.LowestID(crm.PrefixObject, s.now().Add(-orphanAge))
	return s.opt.Media.List(ctx, s.opt.Deployment.ID, func(object string) error {
		id, own := s.opt.Deployment.ObjectID(object)
		if !own || id >= young {
			return nil
		}
		known := false
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { known, err = objectKnown(tx, object); return err })
		if err != nil || known {
			return err
		}
		s.log.Info("removing an object that belongs to no file", "object", object)
		return s.opt.Media.Delete(ctx, object)
	})
}
