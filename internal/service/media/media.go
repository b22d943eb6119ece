package media

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core"
)

// UploadFile stores a file, or finds the workspace's file of the same bytes.
func (s *Media) UploadFile(ctx context.Context, actor crm.Actor, src FileSource) (crm.File, error) {
	if err := actor.Require(crm.ScopeMediaWrite); err != nil {
		return crm.File{}, err
	}
	f, err := s.KeepFile(ctx, actor.WorkspaceID, src, fromCaller)
	if err != nil {
		return crm.File{}, err
	}
	// What was asked for is known only now that it was read.
	if idem, _ := ctx.Value(core.IdempotencyContext{}).(*core.Idempotency); idem != nil {
		sum := sha256.Sum256([]byte("POST /v1/media\n" + f.SHA256 + "\n" + f.Filename + "\n" + src.Declared))
		idem.RequestHash = hex.EncodeToString(sum[:])
	}
	out := crm.File{}
	if actor, err = s.access.Recheck(ctx, actor, crm.ScopeMediaWrite); err == nil {
		out, err = core.Once(ctx, s.calls, actor, func(save core.Saver[crm.File]) (crm.File, error) { return s.addFile(ctx, actor, f, src, save) })
	}
	if (err != nil || out.Object != f.Object) && f.State == crm.FileReady {
		s.DropObject(ctx, f.Object)
	}
	return out, err
}

// addFile makes a kept file one of the workspace.
func (s *Media) addFile(ctx context.Context, actor crm.Actor, f crm.File, src FileSource, save core.Saver[crm.File]) (out crm.File, err error) {
	if f.State == crm.FileInfected {
		return out, FileFault(crm.KindInvalid, crm.CodeMediaInfected, src, f.Fault)
	}
	err = s.db.Update(ctx, f.WorkspaceID, func(tx *db.Tx) (err error) {
		if out, err = AddFile(tx, f); err != nil {
			return err
		}
		if out.State == crm.FileInfected {
			return FileFault(crm.KindInvalid, crm.CodeMediaInfected, src, out.Fault)
		}
		noteUploader(tx, actor, out.ID)
		return save(tx, out)
	})
	return out, err
}

// File returns what is known of a file.
func (s *Media) File(ctx context.Context, actor crm.Actor, id string) (f crm.File, err error) {
	if err := actor.Require(crm.ScopeMediaRead); err != nil {
		return f, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { f, err = FileFor(tx, actor, id); return err })
	return f, err
}

// Files returns a page of the workspace's files, newest first.
func (s *Media) Files(ctx context.Context, actor crm.Actor, p crm.Page) (list crm.List[crm.File], err error) {
	if err := actor.Require(crm.ScopeMediaRead); err != nil {
		return list, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { list, err = files(tx, actor.WorkspaceID, actor.Reach, p); return err })
	return list, err
}

// FileContent reads the bytes of a file from anywhere; whoever got it closes it.
type FileContent interface {
	io.ReadSeekCloser
	// Err is why reading failed, nil while it did not.
	Err() error
}

// OpenFile returns a file and its content.
func (s *Media) OpenFile(ctx context.Context, actor crm.Actor, id string) (crm.File, FileContent, error) {
	if err := actor.Require(crm.ScopeMediaRead); err != nil {
		return crm.File{}, nil, err
	}
	if !actor.Reach.IsWhole() {
		if _, err := s.File(ctx, actor, id); err != nil {
			return crm.File{}, nil, err
		}
	}
	return s.openFile(ctx, actor.WorkspaceID, id)
}

// fetchPatience is how long a reader waits for a file that is being fetched.
const fetchPatience = 5 * time.Second

func (s *Media) openFile(ctx context.Context, workspaceID, id string) (f crm.File, content FileContent, err error) {
	deadline := time.Now().Add(fetchPatience)
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, 500*time.Millisecond) {
		err = s.db.View(ctx, func(tx *db.Tx) (err error) { f, err = File(tx, workspaceID, id); return err })
		if err != nil || f.State != crm.FileFetching || time.Now().After(deadline) {
			break
		}
		select {
		case <-ctx.Done():
			return f, nil, ctx.Err()
		case <-time.After(pause):
		}
	}
	if err == nil {
		err = unserved(f)
	}
	if err != nil {
		return f, nil, err
	}
	content, err = s.FileContent(ctx, f)
	return f, content, err
}

// unserved is why the bytes of a file are not given out.
func unserved(f crm.File) error {
	switch f.State {
	case crm.FileFetching:
		e := crm.Errorf(crm.KindConflict, crm.CodeMediaNotReady, "The file is still being fetched from the provider.")
		e.RetryAfter = fetchPatience
		return e
	case crm.FileFailed:
		return crm.Errorf(crm.KindNotFound, crm.CodeMediaUnavailable, "The file could not be fetched from the provider: %s", f.Fault)
	case crm.FileInfected:
		return crm.Errorf(crm.KindForbidden, crm.CodeMediaInfected, "%s", f.Fault)
	}
	return nil
}

// FileContent opens the bytes of a file.
func (s *Media) FileContent(ctx context.Context, f crm.File) (FileContent, error) {
	if s.opt.Media == nil {
		return nil, crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "This process has no store of media.")
	}
	key, err := s.box.Open(f.Key, ObjectContext(f.WorkspaceID, f.Object))
	if err != nil {
		return nil, err
	}
	return s.opt.Media.Reader(ctx, f.Object, key, f.Size), nil
}

// How long a link to a file works.
const (
	defaultLinkLife = 5 * time.Minute
	maxLinkLife     = time.Hour
)

// FileLink is a way to a file that needs no API key until ExpiresAt.
type FileLink struct {
	Path      string
	ExpiresAt time.Time
}

// LinkFile returns a link to a file for a browser. life 0 means the default.
func (s *Media) LinkFile(ctx context.Context, actor crm.Actor, id string, life time.Duration) (FileLink, error) {
	if err := actor.Require(crm.ScopeMediaRead); err != nil {
		return FileLink{}, err
	}
	if life == 0 {
		life = defaultLinkLife
	}
	if life < time.Second || life > maxLinkLife {
		var f crm.Faults
		f.Add("/expiresInSeconds", crm.CodeOutOfRange, "expiresInSeconds is 1 to %d.", int(maxLinkLife.Seconds()))
		return FileLink{}, f.Err()
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[FileLink]) (out FileLink, err error) {
		err = s.db.Update(ctx, id, func(tx *db.Tx) error {
			if _, err := FileFor(tx, actor, id); err != nil {
				return err
			}
			expires := tx.Now().Add(life).Truncate(time.Second)
			token, err := s.box.Seal([]byte(fmt.Sprint(actor.WorkspaceID, " ", expires.Unix())), linkContext(id))
			if err != nil {
				return err
			}
			out = FileLink{Path: "/media/" + id + "?token=" + base64.RawURLEncoding.EncodeToString(token), ExpiresAt: expires}
			return save(tx, out)
		})
		return out, err
	})
}

func linkContext(id string) string { return "media link/" + id }

// OpenLink is OpenFile for whoever has a link.
func (s *Media) OpenLink(ctx context.Context, id, token string) (crm.File, FileContent, error) {
	wrong := crm.Errorf(crm.KindForbidden, crm.CodeLinkInvalid, "The link is not valid, or its time is over.")
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return crm.File{}, nil, wrong
	}
	plain, err := s.box.Open(sealed, linkContext(id))
	if err != nil {
		return crm.File{}, nil, wrong
	}
	workspaceID, expires, _ := strings.Cut(string(plain), " ")
	seconds, err := strconv.ParseInt(expires, 10, 64)
	if err != nil || s.now().Unix() > seconds {
		return crm.File{}, nil, wrong
	}
	return s.openFile(ctx, workspaceID, id)
}

// CheckMedia writes, reads and deletes in the store of media.
func (s *Media) CheckMedia(ctx context.Context) error { return s.opt.Media.Check(ctx) }
