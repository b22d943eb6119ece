package main

import (
	"encoding/json"
	"fmt"
	"io"
)

// object is a JSON object that remembers the order of its members.
type object struct {
	keys    []string
	members map[string]any
}

func (o *object) get(key string) any {
	if o == nil {
		return nil
	}
	return o.members[key]
}

func (o *object) object(key string) *object { v, _ := o.get(key).(*object); return v }
func (o *object) list(key string) []any     { v, _ := o.get(key).([]any); return v }
func (o *object) text(key string) string    { v, _ := o.get(key).(string); return v }

func (o *object) has(key string) bool { return o.get(key) != nil }

func (o *object) requires(field string) bool {
	for _, f := range o.list("required") {
		if f == field {
			return true
		}
	}
	return false
}

func parse(r io.Reader) (*object, error) {
	d := json.NewDecoder(r)
	v, err := value(d)
	if err != nil {
		return nil, err
	}
	o, ok := v.(*object)
	if !ok {
		return nil, fmt.Errorf("the document is not an object")
	}
	return o, nil
}

func value(d *json.Decoder) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('{'):
		o := &object{members: map[string]any{}}
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			k := key.(string)
			if o.members[k], err = value(d); err != nil {
				return nil, err
			}
			o.keys = append(o.keys, k)
		}
		_, err = d.Token()
		return o, err
	case json.Delim('['):
		list := []any{}
		for d.More() {
			v, err := value(d)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = d.Token()
		return list, err
	}
	return t, nil
}
