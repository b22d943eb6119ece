package personexport

import (
	"errors"
	"io"
	"path"
	"regexp"

	"service.example/crm/internal/blob"
	"service.example/crm/internal/crm"
)

// meet remembers a file of a message, of those that are kept here.
func (e *export) meet(id string) {
	if crm.ValidID(crm.PrefixFile, id) && !e.met[id] {
		e.met[id] = true
		e.files = append(e.files, id)
	}
}

// writeFiles writes the files of the messages, then those that are not there.
func (e *export) writeFiles() error {
	type gone struct{ id, why string }
	var missing []gone
	for _, id := range e.files {
		why, err := e.writeFile(id)
		if err != nil {
			return err
		}
		if why != "" {
			missing = append(missing, gone{id, why})
		}
	}
	for _, m := range missing {
		if err := e.add("missing.txt", []byte(m.id+"  "+m.why+"\n")); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes one file, or says why it is missing. What cannot be read now, though it
// should be there, fails.
func (e *export) writeFile(id string) (missing string, err error) {
	f, err := e.Media.File(e.ctx, e.actor, id)
	if crm.CodeOf(err) == crm.CodeNotFound {
		return "It was deleted.", nil
	}
	if err != nil {
		return "", err
	}
	switch f.State {
	case crm.FileFetching:
		return "It has not arrived yet. Make the export again later.", nil
	case crm.FileFailed:
		return "It could not be fetched: " + f.Fault, nil
	case crm.FileInfected:
		return "It is held back: " + f.Fault, nil
	}
	content, err := e.Media.FileContent(e.ctx, f)
	if err != nil {
		return "", err
	}
	defer content.Close()
	// The entry begins when its first bytes are there: an object may be lost.
	first := make([]byte, 32<<10)
	n, err := io.ReadFull(content, first)
	switch {
	case errors.Is(err, blob.ErrNotFound):
		return "Its content is lost.", nil
	case errors.Is(err, blob.ErrDamaged):
		return "Its content is damaged.", nil
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return "", err
	}
	if err := e.begin("files/"+f.ID+extensionOf(f), methodFor(f.MIMEType)); err != nil {
		return "", err
	}
	if _, err := e.out.Write(first[:n]); err != nil {
		return "", err
	}
	_, err = io.Copy(e.out, content)
	if errors.Is(content.Err(), blob.ErrDamaged) {
		return "Its content is damaged: what is here is not all of it.", nil
	}
	return "", err
}

// extensions are those of the formats that the provider takes.
var extensions = map[string]string{"image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp", "video/mp4": ".mp4", "video/3gpp": ".3gp", "audio/aac": ".aac", "audio/amr": ".amr",
	"audio/mpeg": ".mp3", "audio/mp4": ".m4a", "audio/ogg": ".ogg", "application/pdf": ".pdf", "text/plain": ".txt", "text/csv": ".csv", "application/json": ".json"}

var plainExtension = regexp.MustCompile(`^\.[A-Za-z0-9]{1,10}$`)

// extensionOf is how the name of a file ends: as its sender named it, or by its type.
func extensionOf(f crm.File) string {
	if ext := path.Ext(f.Filename); plainExtension.MatchString(ext) {
		return ext
	}
	return extensions[f.MIMEType]
}
