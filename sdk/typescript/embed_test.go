package typescript

import (
	"strings"
	"testing"
)

func TestSample(t *testing.T) {
	source, ok := Sample("send-message")
	if !ok || !strings.Contains(source, "client.messages.send(") || strings.HasSuffix(source, "\n") {
		t.Errorf("Sample(send-message) = %q, %v", source, ok)
	}
	for _, id := range []string{"", "none", "../package"} {
		if _, ok := Sample(id); ok {
			t.Errorf("Sample(%q) is there", id)
		}
	}
}
