package crm

import "slices"

// builtInConsent is what a workspace starts with. Words that often mean
// something else in a service conversation (cancel, end, quit) are left out on
// purpose; a workspace may add them.
var builtInConsent = []ConsentLanguage{
	{Language: "en",
		StopWords:         []string{"STOP", "STOP ALL", "STOPALL", "UNSUBSCRIBE", "OPT OUT", "OPT-OUT", "OPTOUT", "STOP PROMOTIONS"},
		StartWords:        []string{"START", "UNSTOP", "SUBSCRIBE", "OPT IN", "OPT-IN", "OPTIN"},
		StopConfirmation:  ConsentAnswer{true, "You are unsubscribed and will not get promotions from us any more. Reply START to get them again."},
		StartConfirmation: ConsentAnswer{true, "You are subscribed again. Reply STOP to unsubscribe."}},
	{Language: "es",
		StopWords:         []string{"BAJA", "PARAR", "DETENER", "DARME DE BAJA", "CANCELAR SUSCRIPCIÓN", "DETENER PROMOCIONES"},
		StartWords:        []string{"ALTA", "INICIAR", "COMENZAR", "SUSCRIBIR", "SUSCRIBIRME"},
		StopConfirmation:  ConsentAnswer{true, "Se ha dado de baja y ya no recibirá nuestras promociones. Responda ALTA para volver a recibirlas."},
		StartConfirmation: ConsentAnswer{true, "Se ha suscrito de nuevo. Responda BAJA para darse de baja."}},
	{Language: "pt",
		StopWords:         []string{"PARAR", "PARE", "SAIR", "DESCADASTRAR", "CANCELAR INSCRIÇÃO", "PARAR PROMOÇÕES"},
		StartWords:        []string{"INICIAR", "COMEÇAR", "CADASTRAR", "INSCREVER"},
		StopConfirmation:  ConsentAnswer{true, "Sua inscrição foi cancelada e você não receberá mais nossas promoções. Responda INICIAR para voltar a recebê-las."},
		StartConfirmation: ConsentAnswer{true, "Sua inscrição está ativa novamente. Responda PARAR para cancelar."}},
	{Language: "fr",
		StopWords:         []string{"ARRÊT", "ARRÊTER", "STOP", "DÉSABONNER", "ME DÉSABONNER", "DÉSINSCRIPTION", "ARRÊTER LES PROMOTIONS"},
		StartWords:        []string{"DÉMARRER", "COMMENCER", "ABONNER", "S'ABONNER", "M'ABONNER"},
		StopConfirmation:  ConsentAnswer{true, "Vous êtes désabonné et ne recevrez plus nos promotions. Répondez DÉMARRER pour les recevoir de nouveau."},
		StartConfirmation: ConsentAnswer{true, "Vous êtes de nouveau abonné. Répondez ARRÊT pour vous désabonner."}},
	{Language: "de",
		StopWords:         []string{"STOPP", "STOP", "ABMELDEN", "ABBESTELLEN", "KEINE WERBUNG"},
		StartWords:        []string{"START", "ANMELDEN", "ABONNIEREN"},
		StopConfirmation:  ConsentAnswer{true, "Sie sind abgemeldet und erhalten keine Werbung mehr von uns. Antworten Sie mit START, um sie wieder zu erhalten."},
		StartConfirmation: ConsentAnswer{true, "Sie sind wieder angemeldet. Antworten Sie mit STOPP, um sich abzumelden."}},
	{Language: "hi",
		StopWords:         []string{"रोकें", "रोको", "बंद करें", "बंद करो", "बंद", "ROKO", "BAND KARO"},
		StartWords:        []string{"शुरू", "शुरू करें", "शुरू करो", "चालू करें", "SHURU", "SHURU KARO"},
		StopConfirmation:  ConsentAnswer{true, "आपकी सदस्यता समाप्त कर दी गई है। अब आपको हमारे प्रचार संदेश नहीं मिलेंगे। फिर से पाने के लिए शुरू लिखकर भेजें।"},
		StartConfirmation: ConsentAnswer{true, "आपकी सदस्यता फिर से शुरू हो गई है। रोकने के लिए रोकें लिखकर भेजें।"}},
	{Language: "ar",
		StopWords:         []string{"إيقاف", "توقف", "أوقف", "إلغاء الاشتراك", "إيقاف العروض"},
		StartWords:        []string{"ابدأ", "بدء", "اشتراك", "اشترك"},
		StopConfirmation:  ConsentAnswer{true, "تم إلغاء اشتراكك ولن تصلك عروضنا بعد الآن. أرسل ابدأ لتلقيها من جديد."},
		StartConfirmation: ConsentAnswer{true, "تم تفعيل اشتراكك من جديد. أرسل إيقاف لإلغاء الاشتراك."}},
	{Language: "id",
		StopWords:         []string{"BERHENTI", "STOP", "HENTIKAN", "BERHENTI BERLANGGANAN"},
		StartWords:        []string{"MULAI", "BERLANGGANAN"},
		StopConfirmation:  ConsentAnswer{true, "Anda telah berhenti berlangganan dan tidak akan menerima promosi dari kami lagi. Balas MULAI untuk menerimanya kembali."},
		StartConfirmation: ConsentAnswer{true, "Anda berlangganan lagi. Balas BERHENTI untuk berhenti berlangganan."}},
}

// BuiltInConsentSettings are those of a workspace that changed nothing.
func BuiltInConsentSettings() ConsentSettings {
	return ConsentSettings{StopPurpose: PurposeMarketing, Languages: slices.Clone(builtInConsent)}
}
