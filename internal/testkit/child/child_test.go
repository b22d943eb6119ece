package child_test

import (
	"os/exec"
	"runtime"
	"testing"

	"service.example/crm/internal/testkit/child"
)

// A process lives as long as this one, though threads end: the one of whoever started it,
// too.
func TestAProcessOutlivesTheThreadThatAskedForIt(t *testing.T) {
	cmd := exec.Command("cat")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends
		ended <- child.Start(cmd)
	}()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	for range 100 { // threads that end, among them the one that asked
		go func() {
			runtime.LockOSThread()
			ended <- nil
		}()
		<-ended
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal("it was ended: ", err)
	}
}
