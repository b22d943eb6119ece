package crm

import (
	"crypto/rand"
	"strings"
)

// Deployment tells one database from others that keep their objects in the
// same bucket or directory. Its identifier is in front of the names of its
// objects, and it removes none but those.
type Deployment struct {
	ID string
	// Plain is set where objects without an identifier are this deployment's:
	// they are of a time before there was one.
	Plain bool
}

// NewDeploymentID returns a random identifier.
func NewDeploymentID() string { return "d" + strings.ToLower(rand.Text()[:15]) }

// ObjectName returns the name of an object by its identifier.
func (d Deployment) ObjectName(id string) string {
	if d.ID == "" {
		return id
	}
	return d.ID + "_" + id
}

// ObjectID returns the identifier of an object that has this deployment's
// identifier in front of its name.
func (d Deployment) ObjectID(name string) (id string, ok bool) {
	id, ok = strings.CutPrefix(name, d.ID+"_")
	return id, ok && d.ID != "" && ValidID(PrefixObject, id)
}

// Owns reports whether an object is this deployment's to remove.
func (d Deployment) Owns(name string) bool {
	_, own := d.ObjectID(name)
	return own || (d.Plain || d.ID == "") && ValidID(PrefixObject, name)
}
