package main

import (
	"os"
	"time"

	"service.example/crm/bench/process"
)

// usage is the processor time of everything that took part, in seconds, and
// what serve wrote to disk, in MB.
type usage struct {
	At       time.Time `json:"-"`
	Seconds  float64   `json:"seconds"`
	Serve    float64   `json:"serve"`
	Sandbox  float64   `json:"sandbox"`
	Bench    float64   `json:"bench"`
	Database float64   `json:"database"`
	Machine  float64   `json:"machine"`
	DiskMB   float64   `json:"serveWroteMB"`
}

// use reads the processor time so far.
func (e *environment) use() usage {
	u := usage{At: time.Now(), Serve: process.CPUSeconds(e.serve.PID()), Sandbox: process.CPUSeconds(e.sandbox.PID()),
		Bench: process.CPUSeconds(os.Getpid()), Machine: process.MachineSeconds(), DiskMB: process.Written(e.serve.PID())}
	if e.db.name != "" {
		for _, pid := range process.Naming(e.db.name) {
			u.Database += process.CPUSeconds(pid)
		}
	}
	return u
}

// since returns what was used between two readings.
func (u usage) since(v usage) usage {
	return usage{Seconds: u.At.Sub(v.At).Seconds(), Serve: u.Serve - v.Serve, Sandbox: u.Sandbox - v.Sandbox,
		Bench: u.Bench - v.Bench, Database: u.Database - v.Database, Machine: u.Machine - v.Machine, DiskMB: u.DiskMB - v.DiskMB}
}

// others is what processes used that have nothing to do with the measurement,
// and the kernel and the database's own helpers.
func (u usage) others() float64 {
	return max(0, u.Machine-u.Serve-u.Sandbox-u.Bench-u.Database)
}
