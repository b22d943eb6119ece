package crm

import (
	"strings"
	"testing"
)

func TestFileType(t *testing.T) {
	for _, c := range []struct {
		found, declared, want string
		ok                    bool
	}{
		{"image/jpeg", "", "image/jpeg", true},
		{"image/jpeg", "application/octet-stream", "image/jpeg", true},
		{"image/jpeg", "image/jpg", "image/jpeg", true},
		{"image/jpeg", "image/jpeg; q=1", "image/jpeg", true},
		{"image/jpeg", "image/png", "image/jpeg", false},
		{"image/jpeg", "application/pdf", "image/jpeg", false},
		{"application/pdf", "image/jpeg", "application/pdf", false},
		{"application/x-msdownload", "application/pdf", "application/x-msdownload", false},
		{"text/html text/plain", "text/plain", "text/plain", true},
		{"text/html text/plain", "application/pdf", "text/html", false},
		{"text/plain", "text/csv", "text/csv", true},
		{"text/plain", "image/png", "text/plain", false},
		{"application/octet-stream", "application/vnd.ms-excel", "application/vnd.ms-excel", true},
		{"application/octet-stream", "video/mp4", "application/octet-stream", false},
		{"application/zip", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", true},
		{"video/mp4", "audio/mp4", "audio/mp4", true},
		{"audio/x-m4a", "audio/mp4", "audio/mp4", true},
		{"application/ogg", "audio/ogg; codecs=opus", "audio/ogg", true},
		{"audio/mpeg", "audio/mp3", "audio/mpeg", true},
		{"image/png", "not a type", "image/png", true},
	} {
		got, ok := FileType(strings.Fields(c.found), c.declared)
		if got != c.want || ok != c.ok {
			t.Errorf("%s declared as %q is %s, %v, want %s, %v", c.found, c.declared, got, ok, c.want, c.ok)
		}
	}
}

func TestFileLimit(t *testing.T) {
	for mimeType, want := range map[string]int64{"image/jpeg": 5 << 20, "image/png": 5 << 20, "video/mp4": 16 << 20, "audio/ogg": 16 << 20,
		"image/webp": 100 << 10, "application/pdf": 100 << 20, "text/csv": 100 << 20} {
		if got := FileLimit(mimeType, false); got != want {
			t.Errorf("%s: %d, want %d", mimeType, got, want)
		}
	}
	if FileLimit("image/webp", true) != 500<<10 {
		t.Error("an animated sticker has another limit")
	}
}

func TestSendableType(t *testing.T) {
	for mimeType, want := range map[string]bool{"image/jpeg": true, "image/gif": false, "image/svg+xml": false, "video/webm": false,
		"audio/wav": false, "application/pdf": true, "text/plain": true, "application/x-anything": true} {
		if SendableType(mimeType) != want {
			t.Errorf("%s: %v", mimeType, !want)
		}
	}
}

func TestCheckSend(t *testing.T) {
	jpeg := File{ID: "med_1", State: FileReady, MIMEType: "image/jpeg", Size: 5 << 20}
	large, voice, fetching := jpeg, jpeg, jpeg
	large.Size++
	voice.MIMEType = "audio/mpeg"
	fetching.State = FileFetching
	for _, c := range []struct {
		file  File
		kind  string
		voice bool
		want  Code
	}{
		{jpeg, "image", false, ""}, {jpeg, "document", false, ""}, {jpeg, "video", false, CodeMediaType}, {jpeg, "sticker", false, CodeMediaType},
		{large, "image", false, CodeMediaTooLarge}, {voice, "audio", false, ""}, {voice, "audio", true, CodeMediaType}, {fetching, "image", false, CodeMediaNotReady},
	} {
		var f Faults
		c.file.CheckSend(c.kind, c.voice, "/image/mediaId", &f)
		if got := CodeOf(f.Err()); got != c.want {
			t.Errorf("%s as %s: %q, want %q", c.file.MIMEType, c.kind, got, c.want)
		}
	}
}

func TestCleanFilename(t *testing.T) {
	for name, want := range map[string]string{"": "", "report.pdf": "report.pdf", "../../etc/passwd": "passwd", `C:\temp\x.doc`: "x.doc", "/": "", "..": "",
		"a\x00b\r\n.pdf": "ab.pdf", "Ré sumé.pdf": "Ré sumé.pdf", "\xffx": "x", "evil\u202efdp.exe": "evilfdp.exe", strings.Repeat("é", 200): strings.Repeat("é", 120)} {
		if got := CleanFilename(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}
