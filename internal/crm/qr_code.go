package crm

import "slices"

// QRImageFormats are the formats in which the provider draws a QR code.
var QRImageFormats = []string{"svg", "png"}

// maxQRMessage bounds the message of a QR code, in characters (outbound.md 5.3).
const maxQRMessage = 140

// QRCode opens a chat with a number, with a message that is written already. Its link
// does the same.
type QRCode struct {
	Code    string
	Message string
	Link    string
	// ImageURL leads to the picture at the provider; the provider tells it once, for a
	// code that is made with one.
	ImageURL string
}

// CheckQRMessage adds the fault of the message of a QR code.
func CheckQRMessage(message string, f *Faults) {
	checkShown("/prefilledMessage", message, maxQRMessage, f)
}

// CheckQRImage adds the fault of the format of a picture; "" asks for none.
func CheckQRImage(format string, f *Faults) {
	if format != "" && !slices.Contains(QRImageFormats, format) {
		f.Add("/imageFormat", CodeNotAllowed, "imageFormat is svg or png.")
	}
}
