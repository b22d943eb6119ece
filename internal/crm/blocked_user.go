package crm

// MaxBlockUsers is how many users one request blocks or unblocks.
const MaxBlockUsers = 100

// BlockedUser is somebody whose messages a number does not take.
type BlockedUser struct{ Number string }

// BlockOutcome is what became of users who were to be blocked or unblocked.
type BlockOutcome struct {
	Done    []string
	Refused []BlockRefusal
}

// BlockRefusal is a user of whom the provider did not do it.
type BlockRefusal struct {
	Number string
	// Code is the provider's.
	Code   int
	Reason string
}

// CheckBlockUsers returns the numbers as they are told to the provider, and every fault.
func CheckBlockUsers(users []string, f *Faults) []string {
	switch {
	case len(users) == 0:
		f.Add("/users", CodeRequired, "users is required: 1 to %d phone numbers.", MaxBlockUsers)
	case len(users) > MaxBlockUsers:
		f.Add("/users", CodeOutOfRange, "users has at most %d phone numbers.", MaxBlockUsers)
	}
	out, seen := make([]string, len(users)), map[string]bool{}
	for i, user := range users {
		pointer := Pointer("users", i)
		read := withPlus(user)
		switch key := LookupKey(read); {
		case !ValidPhone(read):
			f.Add(pointer, CodePhoneNumberInvalid, "A user must be a phone number in international format, such as +14155550123.")
		case seen[key]:
			f.Add(pointer, CodeParameterInvalid, "This number is in the list twice.")
		default:
			seen[key] = true
		}
		out[i] = read
	}
	return out
}
