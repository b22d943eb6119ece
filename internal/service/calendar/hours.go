package calendar

import (
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/office"
)

// guards are asked before a calendar is deleted.
var guards []func(tx *db.Tx, workspaceID, id string) error

// OnDelete registers what a later room may refuse the deletion of a calendar with.
func OnDelete(may func(tx *db.Tx, workspaceID, id string) error) struct{} {
	guards = append(guards, may)
	return struct{}{}
}

// HoursNow returns the hours of a calendar as they are now, with their version; a
// KindNotFound error if there is no such calendar.
func HoursNow(tx *db.Tx, workspaceID, id string) (version int, hours *office.Calendar, err error) {
	c, err := Calendar(tx, workspaceID, id)
	if err == nil {
		hours, err = Compile(c.CalendarBody)
	}
	return c.Version, hours, err
}

// HoursOf returns the hours of a version of a calendar; nil if it was deleted.
func HoursOf(tx *db.Tx, workspaceID, id string, version int) (*office.Calendar, error) {
	body, found, err := bodyOf(tx, workspaceID, id, version)
	if err != nil || !found {
		return nil, err
	}
	return Compile(body)
}

// First returns the hours of the first calendar of the workspace; nil where it has none.
func First(tx *db.Tx, workspaceID string) (*office.Calendar, error) {
	list, err := calendars(tx, workspaceID, crm.Page{Limit: 1})
	if err != nil || len(list.Items) == 0 {
		return nil, err
	}
	return Compile(list.Items[0].CalendarBody)
}
