package crm

// ErrorEntry explains one code to the people who meet it. docs/errors.md and
// the page behind a problem's type are made of these.
type ErrorEntry struct {
	Code Code
	// Statuses are the HTTP statuses that carry the code; 422 covers the faults in
	// a problem's errors too. Empty: the code stands in a message's error only.
	Statuses []int
	// Happened, Why and Do are sentences in Markdown: what happened, the usual
	// causes, and what to do about it.
	Happened, Why, Do string
}

// ErrorChapter is a group of codes under one heading.
type ErrorChapter struct {
	Title   string
	Entries []ErrorEntry
}

// ErrorGuide explains every code, in the order of the documentation.
var ErrorGuide = []ErrorChapter{
	{"Access", accessErrors},
	{"The request", requestErrors},
	{"Sending", sendErrors},
	{"After the message was accepted", outcomeErrors},
	{"Files", fileErrors},
	{"Contacts and conversations", contactErrors},
	{"Events and webhook endpoints", eventErrors},
	{"Assistants, AI providers and knowledge", assistantErrors},
	{"Connecting to the provider", providerErrors},
	{"The service itself", serviceErrors},
}

var accessErrors = []ErrorEntry{
	{CodeUnauthorized, []int{401},
		"The request has no valid API key.",
		"The `Authorization` header is missing, has another form, or holds a key that was revoked or never existed.",
		"Send `Authorization: Bearer sk_live_…` (or `sk_test_…` for a test workspace). Check for a truncated key or stray quotes."},
	{CodeKeyExpired, []int{401},
		"The API key has expired.",
		"The key was made with `expiresAt`, or it was rotated and its overlap has ended.",
		"Use the new key, or make one with `POST /v1/api-keys`."},
	{CodeForbidden, []int{403, 422},
		"The API key is valid but lacks the scope that the operation needs.",
		"Each operation names its scope in the API reference. A key cannot grant a scope that it does not have.",
		"Use a key with the scope that the answer names. `GET /v1/api-keys` shows the scopes of each key."},
	{CodeTestOnly, []int{403},
		"A live workspace asked for something that only test workspaces have.",
		"Simulated customers belong to the provider simulator, which live workspaces never reach.",
		"Use an API key of a test workspace."},
	{CodeNoSimulator, []int{409},
		"This server runs no provider simulator.",
		"`crm serve` runs it only with `--sandbox` (`CRM_SANDBOX=true`). Test workspaces need it to connect an account, and so does every operation below `/v1/sandbox/`.",
		"Start the server with `--sandbox`, or run the demo, which has a simulator: `make run` (`crm demo`)."},
	{CodeRateLimited, []int{429},
		"The key made more requests in one second than it may.",
		"The limit is 1,000 requests per second and key by default (`--rate-limit`).",
		"Wait for the seconds in `Retry-After`, then try again. The SDKs do that. Send many messages at once with `POST /v1/messages/batch`."},
	{CodeLinkInvalid, []int{403},
		"A download link does not work.",
		"Its signature is wrong, or its time has run out.",
		"Make a new one with `POST /v1/media/{id}/link`."},
}

var requestErrors = []ErrorEntry{
	{CodeInvalid, []int{422},
		"The request has several faults.",
		"`errors` lists every one with the place (`pointer`), a sentence and a code of its own.",
		"Fix all of them, then try again. Nothing was changed."},
	{CodeMalformed, []int{400},
		"The request cannot be read.",
		"The body is not valid JSON, an id has no valid form, a cursor was altered, or a header is wrong. `detail` names the place.",
		"Build JSON with a library rather than by hand, and pass ids and cursors on unchanged."},
	{CodeRequired, []int{422},
		"A field that the operation needs is missing or empty.",
		"`pointer` names it. Some fields are required only beside another value, such as `templateName` for `type: template`.",
		"Add the field."},
	{CodeUnknownField, []int{422},
		"The request has a field, query parameter or custom field that the operation does not know.",
		"A typing error, a field of another operation, or a field of a newer version. Unknown fields are refused because a misspelt one would otherwise be ignored without notice.",
		"Correct the name; the sentence suggests the nearest one. Custom fields are made with `POST /v1/contact-fields`."},
	{CodeWrongType, []int{422},
		"A value has the wrong JSON type.",
		"For example a number where a string is expected: phone numbers are strings.",
		"Send the type that the sentence names."},
	{CodeNotAllowed, []int{422, 409},
		"A value is not one of those that are allowed, or not allowed here.",
		"The sentence lists the allowed values, or says what rules this one out.",
		"Choose one of the values that the sentence lists."},
	{CodeOutOfRange, []int{422, 416},
		"A number, a list or a time is too small or too large; or a download asks for bytes beyond the end of the file (416).",
		"The sentence states both limits. They are all listed on [Limits](limits.md).",
		"Stay within the limits, or split the request."},
	{CodeTooLong, []int{422, 500},
		"A text is longer than allowed.",
		"Lengths count characters (code points), not bytes.",
		"Shorten the text to the length that the sentence states."},
	{CodeURLInvalid, []int{422},
		"A URL cannot be used.",
		"It has no scheme or host, has credentials in it, or is too long.",
		"Send a complete `https://` URL."},
	{CodeURLForbidden, []int{422},
		"A URL leads to a place that the service must not call.",
		"The host is private, on this machine, or not `https`. This keeps the service from being used to reach your internal network.",
		"Use a public `https` address. For your own network start the service with `--allow-networks`, for development on one machine with `--allow-loopback-receivers`."},
	{CodeURLUnreachable, []int{422},
		"A URL did not give what it should.",
		"The host is unknown, did not answer in time, or answered with an error.",
		"Open the URL yourself from another network, then try again."},
	{CodeTooLarge, []int{413},
		"The body is too large.",
		"A JSON body may have 1 MiB. Files have limits of their own (`media_too_large`).",
		"Split the request. Upload files with `POST /v1/media` as multipart/form-data."},
	{CodeTooSlow, []int{408},
		"The body did not come to its end in time.",
		"A body other than a file may take 30 seconds; a file may stand still for as long. The connection is closed.",
		"Try again on a new connection. Check the network in between, and that `Content-Length` is not larger than the body."},
	{CodeUnsupportedMedia, []int{415},
		"The body has a format that the operation does not take.",
		"`Content-Type` is missing or names another type.",
		"Send `Content-Type: application/json`, or `multipart/form-data` for uploads. Text is UTF-8."},
	{CodeIdempotencyReused, []int{422},
		"The `Idempotency-Key` was used before with another request.",
		"A key stands for one request for 24 hours; this one differs from the first.",
		"Use a new key for a new request. Repeat a request only with the very same content."},
	{CodeIdempotencyRunning, []int{409},
		"The first request with this `Idempotency-Key` has not ended.",
		"Two attempts overlap, usually after a time-out on your side.",
		"Wait a second and try again with the same key; you will get the first answer."},
	{CodeNotFound, []int{404},
		"There is no such thing in this workspace, or no such path.",
		"The id is wrong, the thing was deleted, or it belongs to another workspace. Live and test workspaces are separate.",
		"Check the id, and that the key belongs to the same workspace."},
	{CodeMethodNotAllowed, []int{405},
		"The path exists but not with this method.",
		"The `Allow` header lists the methods that do.",
		"Use one of these."},
}
