package main

import "maps"

func init() { maps.Copy(names, accountNames) }

// accountNames says what the library calls the operations about accounts and numbers.
var accountNames = map[string]method{
	"list-phone-numbers":        {group: "PhoneNumbers", name: "List"},
	"update-phone-number":       {group: "PhoneNumbers", name: "Update"},
	"get-automatic-messages":    {group: "PhoneNumbers", name: "AutomaticMessages"},
	"update-automatic-messages": {group: "PhoneNumbers", name: "UpdateAutomaticMessages"},
	"get-phone-number":          {group: "PhoneNumbers", name: "Get"},
	"list-messaging-accounts":   {group: "MessagingAccounts", name: "List"},
	"get-phone-number-health":   {group: "PhoneNumbers", name: "Health"},
	"connect-messaging-account": {group: "MessagingAccounts", name: "Connect"},
	"check-account-webhooks":    {group: "MessagingAccounts", name: "CheckWebhooks"},
	"rotate-account-token":      {group: "MessagingAccounts", name: "RotateToken"},

	"add-phone-number":          {group: "PhoneNumbers", name: "Add"},
	"get-phone-number-setup":    {group: "PhoneNumbers", name: "Setup"},
	"request-verification-code": {group: "PhoneNumbers", name: "RequestCode"},
	"verify-phone-number":       {group: "PhoneNumbers", name: "Verify"},
	"register-phone-number":     {group: "PhoneNumbers", name: "Register"},
	"deregister-phone-number":   {group: "PhoneNumbers", name: "Deregister"},
	"change-phone-number-pin":   {group: "PhoneNumbers", name: "ChangePIN"},
	"request-display-name":      {group: "PhoneNumbers", name: "RequestName"},
	"request-app-history":       {group: "PhoneNumbers", name: "RequestHistory"},

	"get-business-profile":          {group: "PhoneNumbers", name: "Profile"},
	"update-business-profile":       {group: "PhoneNumbers", name: "UpdateProfile"},
	"get-conversational-components": {group: "PhoneNumbers", name: "Components"},
	"set-conversational-components": {group: "PhoneNumbers", name: "SetComponents"},
	"list-qr-codes":                 {group: "PhoneNumbers", name: "QRCodes"},
	"create-qr-code":                {group: "PhoneNumbers", name: "CreateQRCode"},
	"update-qr-code":                {group: "PhoneNumbers", name: "UpdateQRCode"},
	"delete-qr-code":                {group: "PhoneNumbers", name: "DeleteQRCode"},
	"list-blocked-users":            {group: "PhoneNumbers", name: "BlockedUsers"},
	"block-users":                   {group: "PhoneNumbers", name: "BlockUsers"},
	"unblock-users":                 {group: "PhoneNumbers", name: "UnblockUsers"},
	"get-encryption-key":            {group: "PhoneNumbers", name: "EncryptionKey"},
	"set-encryption-key":            {group: "PhoneNumbers", name: "SetEncryptionKey"},

	"get-onboarding":          {group: "Onboarding", name: "Get"},
	"set-onboarding-website":  {group: "Onboarding", name: "SetWebsite"},
	"check-onboarding-item":   {group: "Onboarding", name: "Check"},
	"confirm-onboarding-item": {group: "Onboarding", name: "Confirm"},
	"reject-onboarding-item":  {group: "Onboarding", name: "Reject"},
	"request-badge":           {group: "Onboarding", name: "RequestBadge"},
	"report-badge":            {group: "Onboarding", name: "ReportBadge"},
	"get-onboarding-doctor":   {group: "Onboarding", name: "Doctor"},
	"fix-onboarding-finding":  {group: "Onboarding", name: "Fix"},
	"get-signup":              {group: "Onboarding", name: "Signup"},
	"finish-signup":           {group: "Onboarding", name: "FinishSignup"},
}
