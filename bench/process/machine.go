package process

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ticksPerSecond is the unit of /proc/…/stat on Linux, whatever the kernel's own.
const ticksPerSecond = 100

// CPUSeconds returns the processor time that a process has used; 0 where the
// system does not tell.
func CPUSeconds(pid int) float64 {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name in parentheses may hold blanks: the fields are counted after it.
	fields := strings.Fields(string(raw[bytes.LastIndexByte(raw, ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.ParseFloat(fields[11], 64)
	system, _ := strconv.ParseFloat(fields[12], 64)
	return (user + system) / ticksPerSecond
}

// Memory returns the resident memory of a process in MB (10^6 bytes).
func Memory(pid int) float64 {
	raw, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(raw)) {
		if value, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, _ := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 64)
			return kib * 1024 / 1e6
		}
	}
	return 0
}

// MachineSeconds returns the processor time that all processes have used, or 0
// where it cannot be compared with this process's cores.
func MachineSeconds() float64 {
	raw, _ := os.ReadFile("/proc/stat")
	line, _, _ := strings.Cut(string(raw), "\n")
	fields := strings.Fields(line)
	if len(fields) < 9 {
		return 0
	}
	var sum float64
	for _, i := range []int{1, 2, 3, 6, 7, 8} { // user, nice, system, irq, softirq, steal
		n, _ := strconv.ParseFloat(fields[i], 64)
		sum += n
	}
	return sum / ticksPerSecond
}

// Naming returns the processes whose command line holds the text:
// PostgreSQL's back ends carry the name of their database there.
func Naming(text string) (pids []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil || !bytes.HasPrefix(raw, []byte("postgres:")) || !bytes.Contains(raw, []byte(text)) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(f))); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// Written returns how much a process has written to disks, in MB.
func Written(pid int) float64 {
	raw, _ := os.ReadFile(fmt.Sprintf("/proc/%d/io", pid))
	for line := range strings.Lines(string(raw)) {
		if value, ok := strings.CutPrefix(line, "write_bytes:"); ok {
			n, _ := strconv.ParseFloat(strings.TrimSpace(value), 64)
			return n / 1e6
		}
	}
	return 0
}

// FsyncMillis measures how long a durable append of 4 KiB takes in a folder:
// the median of a hundred.
func FsyncMillis(dir string) (float64, error) {
	f, err := os.CreateTemp(dir, "fsync-")
	if err != nil {
		return 0, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	var list []time.Duration
	page := make([]byte, 4096)
	for range 100 {
		began := time.Now()
		if _, err := f.Write(page); err != nil {
			return 0, err
		}
		if err := f.Sync(); err != nil {
			return 0, err
		}
		list = append(list, time.Since(began))
	}
	slices.Sort(list)
	return list[len(list)/2].Seconds() * 1000, nil
}

// LoadAverage is the machine's load of the last minute, 0 where it is not told.
func LoadAverage() (load float64) {
	raw, _ := os.ReadFile("/proc/loadavg")
	_, _ = fmt.Sscan(string(raw), &load)
	return load
}
