package whatsapp

// ParseStatus reads one status that was kept as it came (StatusUpdate.Raw).
func ParseStatus(raw []byte) (*StatusUpdate, bool) {
	if len(raw) == 0 || raw[0] != '{' {
		return nil, false
	}
	item, _ := status(Head{Raw: raw})
	u, ok := item.(*StatusUpdate)
	return u, ok
}
