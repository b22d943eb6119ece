package sandbox

import "strconv"

// appendPost builds the body of one webhook: one entry, with a change for each
// run of items of the same kind.
func (b *batch) appendPost(dst []byte, enc encoder, now int64) []byte {
	dst = append(dst, `{"object":"whatsapp_business_account","entry":[{"id":`...)
	dst = enc.str(dst, b.lane.account.id)
	if b.lane.phone == nil {
		dst = append(dst, `,"time":`...)
		dst = strconv.AppendInt(dst, now, 10)
	}
	dst = append(dst, `,"changes":[`...)
	for i := 0; i < len(b.items); {
		end := i + 1
		for kind := b.items[i].is(); kind != itemAccount && end < len(b.items) && b.items[end].is() == kind; {
			end++
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = b.lane.appendChange(dst, enc, b.items[i:end])
		i = end
	}
	return append(dst, `]}]}`...)
}

// appendChange appends one change that tells of all the items of a run.
func (l *lane) appendChange(dst []byte, enc encoder, run []item) []byte {
	if run[0].is() == itemAccount {
		dst = append(dst, `{"value":`...)
		dst = append(dst, run[0].body...)
		dst = append(dst, `,"field":`...)
		return append(enc.str(dst, run[0].kind), '}')
	}
	dst = append(dst, `{"value":{"messaging_product":"whatsapp","metadata":`...)
	dst = append(dst, l.phone.metadata...)
	dst = appendContacts(dst, run)
	key := `,"messages":[`
	if run[0].step != nil {
		key = `,"statuses":[`
	}
	dst = append(dst, key...)
	for i := range run {
		if i > 0 {
			dst = append(dst, ',')
		}
		if run[i].step != nil {
			dst = run[i].appendStatus(dst, enc)
		} else {
			dst = append(dst, run[i].body...)
		}
	}
	return append(dst, `]},"field":"messages"}`...)
}

// appendContacts appends the customers of a run, each once. Failed statuses
// bring none, as the provider has it.
func appendContacts(dst []byte, run []item) []byte {
	n, seen := len(dst), map[*customer]bool(nil)
	for i := range run {
		who := run[i].customer()
		if len(run[i].contact) == 0 || seen[who] {
			continue
		}
		if len(run) > 1 {
			if seen == nil {
				seen = make(map[*customer]bool, len(run))
			}
			seen[who] = true
		}
		if len(dst) == n {
			dst = append(dst, `,"contacts":[`...)
		} else {
			dst = append(dst, ',')
		}
		dst = append(dst, run[i].contact...)
	}
	if len(dst) > n {
		dst = append(dst, ']')
	}
	return dst
}

// appendStatus appends one entry of statuses.
func (it *item) appendStatus(dst []byte, enc encoder) []byte {
	m := it.step.message
	dst = append(dst, `{"id":`...)
	dst = enc.str(dst, m.id)
	dst = append(dst, `,"status":"`...)
	dst = append(dst, it.step.status.String()...)
	dst = append(dst, `","timestamp":"`...)
	dst = strconv.AppendInt(dst, it.stamp, 10)
	dst = append(dst, '"')
	if number := m.to.shown(); number != "" {
		dst = append(dst, `,"recipient_id":`...)
		dst = enc.str(dst, number)
	}
	if m.group {
		dst = it.appendGroup(dst, enc)
	} else {
		dst = append(dst, `,"recipient_user_id":`...)
		dst = enc.str(dst, m.to.userID)
	}
	if m.callback != nil {
		dst = append(dst, `,"biz_opaque_callback_data":`...)
		dst = enc.str(dst, *m.callback)
	}
	switch {
	case it.step.status == failed:
		dst = m.failure.append(dst, enc)
	case it.priced() && it.of == "":
		dst = m.price.append(dst, enc, m.to.userID, it.step.status == sent)
	}
	return append(dst, '}')
}

// priced tells whether the status carries the price: sent does, and one of
// delivered and read; the sandbox never skips delivered.
func (it *item) priced() bool { return it.step.status == sent || it.step.status == delivered }

const errorHelp = "https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/"

func (f *failure) append(dst []byte, enc encoder) []byte {
	dst = append(dst, `,"errors":[{"code":`...)
	dst = strconv.AppendInt(dst, int64(f.code), 10)
	dst = append(dst, `,"title":`...)
	dst = enc.str(dst, f.title)
	dst = append(dst, `,"message":`...)
	dst = enc.str(dst, f.title)
	dst = append(dst, `,"error_data":{"details":`...)
	dst = enc.str(dst, f.details)
	dst = append(dst, `},"href":`...)
	dst = enc.str(dst, errorHelp)
	return append(dst, `}]`...)
}

// append appends conversation, which the provider only still sends for free
// entry points, and pricing.
func (p *price) append(dst []byte, enc encoder, customer string, first bool) []byte {
	if !p.entryPoint.IsZero() {
		dst = append(dst, `,"conversation":{"id":`...)
		dst = enc.str(dst, conversationID(p, customer))
		if first {
			dst = append(dst, `,"expiration_timestamp":"`...)
			dst = strconv.AppendInt(dst, p.entryPoint.Unix(), 10)
			dst = append(dst, '"')
		}
		dst = append(dst, `,"origin":{"type":"referral_conversion"}}`...)
	}
	return p.appendPricing(dst)
}

func (p *price) appendPricing(dst []byte) []byte {
	dst = append(dst, `,"pricing":{"billable":`...)
	dst = strconv.AppendBool(dst, p.billable)
	dst = append(dst, `,"pricing_model":"`...)
	dst = append(append(dst, p.model...), '"')
	if p.kind != "" {
		dst = append(dst, `,"type":"`...)
		dst = append(append(dst, p.kind...), '"')
	}
	dst = append(dst, `,"category":"`...)
	dst = append(dst, p.category...)
	return append(dst, `"}`...)
}
