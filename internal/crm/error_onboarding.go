package crm

// The codes about setting numbers up, and about the onboarding checklist.
const (
	CodeSetupUnderWay      Code = "setup_under_way"
	CodeSetupUncertain     Code = "setup_outcome_unknown"
	CodeNumberExists       Code = "phone_number_exists"
	CodeNumberLimit        Code = "phone_number_limit_reached"
	CodeVerificationWrong  Code = "verification_code_wrong"
	CodeVerificationTries  Code = "verification_code_tries_reached"
	CodeVerificationEarly  Code = "verification_code_too_early"
	CodeNotVerified        Code = "phone_number_not_verified"
	CodeNotRegistered      Code = "phone_number_not_registered"
	CodePINWrong           Code = "pin_wrong"
	CodePINLocked          Code = "pin_locked"
	CodeRegistrationLimit  Code = "registration_limit_reached"
	CodeNameLimit          Code = "display_name_limit_reached"
	CodeNumberNotMovable   Code = "phone_number_not_movable"
	CodeProviderThrottled  Code = "provider_throttled"
	CodeProviderBlocked    Code = "provider_blocked"
	CodeItemAutomatic      Code = "onboarding_item_automatic"
	CodeWebsiteMissing     Code = "onboarding_website_missing"
	CodeBadgeNotEligible   Code = "badge_not_eligible"
	CodeBadgeRequested     Code = "badge_requested_already"
	CodeBadgeTooEarly      Code = "badge_too_early"
	CodeBadgeNotByHand     Code = "badge_not_by_hand"
	CodeBlockListFull      Code = "block_list_full"
	CodePrivateKey         Code = "private_key_not_wanted"
	CodeNoMessagingAccount Code = "no_messaging_account"
	CodeFindingByHand      Code = "finding_not_fixable"
	CodeSignupUnavailable  Code = "signup_unavailable"
	CodeSignupCode         Code = "signup_code_invalid"
	CodeNumberOnApp        Code = "phone_number_on_app"
	CodeNumberNotOnApp     Code = "phone_number_not_on_app"
	CodeHistoryClosed      Code = "app_history_closed"
)

var onboardingErrors = []ErrorEntry{
	{CodeNoMessagingAccount, []int{409},
		"The workspace has no messaging account, or several and none was named.",
		"Numbers belong to an account at the provider.",
		"Connect a messaging account, or name one in `messagingAccountId`."},
	{CodeFindingByHand, []int{409},
		"The service cannot settle this finding by itself.",
		"It needs something that only people have or may do, such as a PIN, a card or a new token.",
		"Do what `doThis` of the finding says."},
	{CodeSignupUnavailable, []int{409},
		"This server cannot take the provider's signup.",
		"The signup needs an app at the provider, and the server does not know it.",
		"Start the server with `CRM_APP_ID`, `CRM_APP_SECRET` and `CRM_SIGNUP_CONFIG`, or connect the account with a System User Token: `POST /v1/messaging-accounts`."},
	{CodeSignupCode, []int{422},
		"The provider does not take the code of the signup.",
		"A code is taken once, within 30 seconds after the window closed, and by the app that opened it.",
		"Open the signup again, and send the new code at once."},
	{CodeNumberOnApp, []int{409},
		"The phone number stays in use in the provider's app.",
		"Such a number is registered and deregistered by the app alone.",
		"End the connection in the app on the phone, in its settings under business tools."},
	{CodeNumberNotOnApp, []int{409},
		"The phone number is not used in the provider's app.",
		"Only the app has contacts and messages from before to share.",
		"Nothing needs to be done. To keep the app beside this service, connect the number by the signup: `POST /v1/onboarding/signup`."},
	{CodeHistoryClosed, []int{409},
		"The provider does not share the contacts and messages of the app (any more).",
		"It does so once, and within 24 hours after the signup.",
		"Go through the signup again if you need them: the business ends the connection in the app first."},
	{CodeSetupUnderWay, []int{409},
		"Another request is setting up the same phone number.",
		"Somebody else asked the provider a moment ago, and it has not answered yet.",
		"Wait for the seconds in `Retry-After`, then look at `GET /v1/phone-numbers/{id}/setup`."},
	{CodeSetupUncertain, []int{502},
		"The provider did not answer, so it is not known whether it did what you asked for.",
		"The connection broke after the request was sent. The service looks at the provider before it asks again.",
		"Look at `GET /v1/phone-numbers/{id}/setup` in two minutes, or send the request again: nothing that counts is asked for twice."},
	{CodeNumberExists, []int{409},
		"The provider has the phone number already.",
		"It belongs to this account or to another one, maybe of another service.",
		"Use it from there, or remove it there first: in the provider's business settings, by an administrator."},
	{CodeNumberLimit, []int{409},
		"The account has as many phone numbers as the provider allows.",
		"A business that is not verified has two numbers at most, others 20.",
		"Have the business verified, or remove a number in the provider's business settings."},
	{CodeNumberNotMovable, []int{409},
		"The provider does not let the phone number move to this account.",
		"It is in use elsewhere with two-step verification, or its owner did not agree.",
		"Switch two-step verification off where the number is used now, or delete the number from the app, then try again."},
	{CodeVerificationWrong, []int{422},
		"The verification code is not correct, or it is not valid any more.",
		"Digits were mixed up, or a newer code was sent since.",
		"Enter the newest code. The answer says how many tries are left."},
	{CodeVerificationTries, []int{409},
		"Too many wrong verification codes were entered.",
		"Five wrong codes end a code.",
		"Ask for a new code: `POST /v1/phone-numbers/{id}/verification-code`."},
	{CodeVerificationEarly, []int{429},
		"A new verification code cannot be sent yet.",
		"A code was sent a moment ago, or the provider sent too many of them.",
		"Wait for the seconds in `Retry-After`. Should the code not come, ask for it by `voice`."},
	{CodeNotVerified, []int{409},
		"The phone number must be verified first.",
		"It never was, or its verification expired.",
		"Ask for a code: `POST /v1/phone-numbers/{id}/verification-code`."},
	{CodeNotRegistered, []int{409},
		"The phone number is not registered.",
		"It never was, or its registration ended.",
		"Register it: `POST /v1/phone-numbers/{id}/register`."},
	{CodePINWrong, []int{422},
		"The PIN is not the one that the phone number has.",
		"The number was registered before, with another PIN.",
		"Enter the PIN of the number. Do not guess: the provider locks it. A forgotten PIN is removed in the provider's business settings."},
	{CodePINLocked, []int{429},
		"The provider takes no PIN for this phone number at the moment.",
		"Too many wrong PINs were tried.",
		"Wait for the seconds in `Retry-After`, and find out the PIN meanwhile."},
	{CodeRegistrationLimit, []int{429},
		"The phone number cannot be registered or deregistered for now.",
		"The provider takes ten such requests of a number in 72 hours, and one more would close it for 72 hours.",
		"Wait for the seconds in `Retry-After`. The error says when that is."},
	{CodeNameLimit, []int{429},
		"The display name of the phone number was changed too often.",
		"The provider takes about ten changes in 30 days.",
		"Wait for the seconds in `Retry-After`."},
	{CodeProviderThrottled, []int{429},
		"The provider takes no more requests of this kind for now.",
		"The account or the app asked too much.",
		"Wait for the seconds in `Retry-After`."},
	{CodeProviderBlocked, []int{409},
		"The provider does not allow this to the account.",
		"It is locked, or blocked for breaking the provider's rules, or the business lacks something. The error says what.",
		"Look at the account in the provider's business settings, and settle what it names there."},
	{CodeBlockListFull, []int{409},
		"The block list of the phone number is full.",
		"The provider keeps 64,000 blocked users for each number.",
		"Unblock users: `POST /v1/phone-numbers/{id}/blocked-users/unblock`."},
	{CodePrivateKey, []int{422},
		"A private key was sent where a public one belongs. Nothing of it was stored.",
		"Both keys are often in one file, or have similar names.",
		"Send the public key: `openssl rsa -in private.pem -pubout`. Whoever holds the private key reads what contacts enter in flows: if it went through other hands, make a new pair."},
	{CodeItemAutomatic, []int{409},
		"Nobody can confirm this item of the checklist: the service finds it out by itself.",
		"The provider or the website tells how it stands.",
		"Do what `nextAction` of the item says, then have it checked."},
	{CodeWebsiteMissing, []int{409},
		"The checklist knows no website of the business.",
		"None was named yet.",
		"Name it: `PUT /v1/onboarding/website`."},
	{CodeBadgeNotEligible, []int{409},
		"The badge cannot be requested yet.",
		"Something that it needs is missing. `badge.needs` of `GET /v1/onboarding` says what, with the figures.",
		"Do what is missing, then try again."},
	{CodeBadgeRequested, []int{409},
		"The badge was requested already, or the business has it.",
		"The provider decides once for a request.",
		"Wait for its decision: `badge.state` of `GET /v1/onboarding`."},
	{CodeBadgeTooEarly, []int{429},
		"The badge cannot be requested again yet.",
		"The provider takes a new request 30 days after a refusal.",
		"Wait for the seconds in `Retry-After`; `badge.nextTryAt` says when."},
	{CodeBadgeNotByHand, []int{409},
		"No request for the badge waits for what you report.",
		"You can report that a request was submitted once the service has prepared one for a person (`badge.package`), and a decision once it was submitted. What the provider tells by its API needs no report.",
		"Look at `badge` of `GET /v1/onboarding`; request the badge first: `POST /v1/onboarding/badge-request`."},
}
