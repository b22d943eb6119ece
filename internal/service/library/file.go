package library

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/extract"
	"service.example/crm/internal/knowledge"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/media"
)

// fileFormats are the formats that are read, by how a file's name ends.
var fileFormats = map[string]extract.Format{".md": extract.Markdown, ".markdown": extract.Markdown, ".txt": extract.Text, ".text": extract.Text, ".html": extract.HTML,
	".htm": extract.HTML, ".xhtml": extract.HTML, ".pdf": extract.PDF, ".docx": extract.DOCX, ".csv": extract.CSV, ".tsv": extract.CSV}

// formatTypes are what the formats are called elsewhere.
var formatTypes = map[extract.Format]string{extract.Markdown: "text/markdown", extract.Text: "text/plain", extract.HTML: "text/html", extract.PDF: "application/pdf",
	extract.DOCX: "application/vnd.openxmlformats-officedocument.wordprocessingml.document", extract.CSV: "text/csv"}

// fileFormat tells the format of a file by its content, and of texts by its
// name; "" when it is not one that is read.
func fileFormat(filename string, head []byte) extract.Format {
	named := fileFormats[strings.ToLower(path.Ext(filename))]
	for m := mimetype.Detect(head); m != nil; m = m.Parent() {
		switch {
		case m.Is("application/pdf"):
			return extract.PDF
		case m.Is("application/zip"):
			if named == extract.DOCX || named == "" {
				return extract.DOCX
			}
			return ""
		case m.Is("text/html") && named != extract.Markdown && named != extract.CSV && named != extract.Text:
			return extract.HTML
		case m.Is("text/plain"):
			if named == extract.PDF || named == extract.DOCX {
				return ""
			}
			if named == "" {
				named = extract.Text
			}
			return named
		}
	}
	return ""
}

// UploadKnowledgeFile stores a file as a source, or as the next revision of the
// file source named by id, and lets it be indexed.
func (s *Library) UploadKnowledgeFile(ctx context.Context, actor crm.Actor, src crm.KnowledgeSource, file media.FileSource) (crm.KnowledgeSource, error) {
	if err := actor.Require(crm.ScopeKnowledgeWrite); err != nil {
		return src, err
	}
	src.Kind = crm.SourceFile
	if err := s.checkSource(&src); err != nil {
		return src, err
	}
	sum, err := s.keepKnowledgeFile(ctx, actor.WorkspaceID, &src, file)
	if err != nil {
		return src, err
	}
	if idem, _ := ctx.Value(core.IdempotencyContext{}).(*core.Idempotency); idem != nil {
		all := sha256.Sum256([]byte("POST /v1/knowledge/sources\n" + strings.Join([]string{src.ID, src.Title, src.Language, src.Filename, sum}, "\n")))
		idem.RequestHash = hex.EncodeToString(all[:])
	}
	out := crm.KnowledgeSource{}
	if actor, err = s.access.Recheck(ctx, actor, crm.ScopeKnowledgeWrite); err == nil {
		out, err = s.storeFile(ctx, actor, src)
	}
	if err != nil || out.Object != src.Object {
		s.media.DropObject(ctx, src.Object)
	}
	return out, err
}

// storeFile stores a file that was kept as a source, or as the next revision of one.
func (s *Library) storeFile(ctx context.Context, actor crm.Actor, src crm.KnowledgeSource) (crm.KnowledgeSource, error) {
	return core.Once(ctx, s.calls, actor, func(save core.Saver[crm.KnowledgeSource]) (out crm.KnowledgeSource, err error) {
		err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
			action := "knowledge_source.updated"
			if src.ID == "" {
				action = "knowledge_source.created"
				out, err = s.addSource(tx, actor.WorkspaceID, src)
			} else {
				out, err = s.replaceFile(tx, actor.WorkspaceID, src)
			}
			if err != nil {
				return err
			}
			if err := save(tx, out); err != nil {
				return err
			}
			return recordSource(tx, actor, action, out, nil)
		})
		return out, err
	})
}

func (s *Library) replaceFile(tx *db.Tx, workspaceID string, src crm.KnowledgeSource) (out crm.KnowledgeSource, err error) {
	if out, err = lockKnowledgeSource(tx, workspaceID, src.ID); err != nil {
		return out, err
	}
	if out.Kind != crm.SourceFile {
		return out, crm.Errorf(crm.KindConflict, crm.CodeSourceKind, "A source of the kind %s has no file.", out.Kind)
	}
	if err := media.EnqueueRemoval(tx, crm.File{WorkspaceID: workspaceID, Object: out.Object}, nil); err != nil {
		return out, err
	}
	out.Filename, out.MIMEType, out.Object, out.Size, out.Key = src.Filename, src.MIMEType, src.Object, src.Size, src.Key
	if src.Title != "" {
		out.Title = src.Title
	}
	if src.Language != "" {
		out.Language = src.Language
	}
	s.reviseSource(tx, &out)
	return out, nil
}

// keepKnowledgeFile puts a file into the store and returns its digest.
func (s *Library) keepKnowledgeFile(ctx context.Context, workspaceID string, src *crm.KnowledgeSource, file media.FileSource) (sum string, err error) {
	if s.opt.Media == nil {
		return "", crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "This process has no store of files.")
	}
	body := &media.Incoming{R: file.Body, Limit: crm.MaxKnowledgeFile}
	head := make([]byte, media.Sniffed)
	n, err := io.ReadFull(body, head)
	if body.Broken != nil {
		return "", body.Failure(err, file)
	}
	if n == 0 {
		return "", media.FileFault(crm.KindInvalid, crm.CodeRequired, file, "The file is empty.")
	}
	src.Filename = crm.CleanFilename(file.Filename)
	format := fileFormat(src.Filename, head[:n])
	if format == "" {
		return "", media.FileFault(crm.KindUnsupported, crm.CodeMediaType, file, "Knowledge is read from Markdown, text, HTML, PDF, DOCX and CSV files; this is none of them.")
	}
	src.MIMEType, src.Object = formatTypes[format], s.media.NewObject()
	hash := sha256.New()
	key, err := s.opt.Media.Put(ctx, src.Object, io.TeeReader(io.MultiReader(bytes.NewReader(head[:n]), body), hash))
	if errors.Is(err, media.ErrFileTooLarge) {
		return "", media.FileFault(crm.KindTooLarge, crm.CodeMediaTooLarge, file, "A file of knowledge has at most "+media.ByteText(crm.MaxKnowledgeFile)+".")
	}
	if err != nil {
		return "", body.Failure(err, file)
	}
	src.Size = body.N
	f := crm.File{WorkspaceID: workspaceID, Object: src.Object, Size: src.Size, State: crm.FileReady}
	if err = s.media.ScanFile(ctx, &f, key); err == nil && f.State == crm.FileInfected {
		err = media.FileFault(crm.KindInvalid, crm.CodeMediaInfected, file, f.Fault)
	}
	if err == nil {
		src.Key, err = s.box.Seal(key, media.ObjectContext(workspaceID, src.Object))
	}
	if err != nil {
		s.media.DropObject(ctx, src.Object)
	}
	return hex.EncodeToString(hash.Sum(nil)), err
}

// cutFile reads a stored file and cuts it.
func (s *Library) cutFile(ctx context.Context, src *crm.KnowledgeSource) ([]cut, error) {
	content, err := s.media.FileContent(ctx, crm.File{WorkspaceID: src.WorkspaceID, Object: src.Object, Key: src.Key, Size: src.Size})
	if err != nil {
		return nil, err
	}
	defer content.Close()
	format := extract.Text
	for f, name := range formatTypes {
		if name == src.MIMEType {
			format = f
		}
	}
	r, err := s.extract(ctx, format, content)
	if content.Err() != nil {
		return nil, content.Err()
	}
	if err != nil {
		return nil, err
	}
	if src.Title == "" {
		src.Title = fileTitle(r.Document, src.Filename)
	}
	return cutDocument(r.Document, src)
}

// fileTitle is what a file calls itself, or its name.
func fileTitle(d knowledge.Document, filename string) string {
	title := strings.TrimSpace(d.Title)
	if title == "" {
		title = strings.TrimSuffix(filename, path.Ext(filename))
	}
	if rs := []rune(title); len(rs) > 200 {
		title = string(rs[:200])
	}
	return title
}
