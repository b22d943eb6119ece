package decide

// The phrases of the product's languages: English, Spanish, Portuguese, French,
// German, Hindi, Arabic, Indonesian and Chinese. They are looked for without
// accents and case, see fold. What they miss, the model is asked for.

// wantsPerson asks for a human being.
var wantsPerson = compile(
	[]string{"speak to a human", "talk to a human", "human please", "a human being", "real person", "real human", "speak to someone", "talk to someone", "talk to a person",
		"speak to a person", "speak with a person", "talk with a person", "speak with a human", "speak to an agent", "talk to an agent", "live agent", "human agent", "customer service representative",
		"speak to a representative", "talk to a representative", "speak with someone", "talk with someone", "i want a human", "i need a human", "connect me to a person", "connect me with a person",
		"transfer me to", "are you a bot i want", "stop the bot", "no bot", "operator please", "speak to your manager", "speak to a manager", "talk to a manager", "speak to the manager", "talk to your manager", "call me back", "agent please"},
	[]string{"hablar con una persona", "hablar con alguien", "hablar con un agente", "hablar con un humano", "persona real", "agente humano", "quiero un humano", "un ser humano", "hablar con un asesor", "hablar con un operador",
		"atencion humana", "pasame con", "paseme con", "comunicame con", "comuniqueme con", "con una persona por favor", "hablar con el gerente", "hablar con el encargado"},
	[]string{"falar com uma pessoa", "falar com alguem", "falar com um atendente", "falar com atendente", "falar com um humano", "pessoa real", "atendente humano", "quero um atendente", "quero falar com", "um ser humano",
		"atendimento humano", "me passa para", "transferir para um atendente", "falar com o gerente"},
	[]string{"parler a quelquun", "parler a une personne", "parler a un humain", "parler avec un humain", "parler avec une personne", "vraie personne", "un etre humain", "parler a un conseiller", "parler avec un conseiller", "parler a un agent", "un conseiller svp",
		"parler au responsable", "service client humain", "passez moi quelquun"},
	[]string{"mit einem menschen", "mit einer person sprechen", "mit jemandem sprechen", "echte person", "echter mensch", "echten menschen", "mitarbeiter sprechen", "mit einem mitarbeiter", "mit einer mitarbeiterin", "ansprechpartner",
		"menschlichen", "mit dem chef", "kein bot", "berater sprechen"},
	[]string{"इंसान से बात", "व्यक्ति से बात", "किसी से बात", "एजेंट से बात", "असली इंसान", "मैनेजर से बात", "आदमी से बात", "कस्टमर केयर से बात", "insaan se baat", "kisi se baat", "agent se baat"},
	[]string{"التحدث مع شخص", "التحدث الى شخص", "اتحدث مع شخص", "اريد التحدث مع", "اتكلم مع شخص", "اكلم موظف", "التحدث مع موظف", "موظف حقيقي", "شخص حقيقي", "انسان حقيقي", "خدمة العملاء من فضلك", "اكلم حد", "التحدث مع المدير", "التحدث مع انسان"},
	[]string{"bicara dengan orang", "bicara dengan manusia", "bicara dengan agen", "bicara dengan cs", "bicara dengan petugas", "bicara sama orang", "ngobrol dengan orang", "orang asli", "manusia asli", "hubungkan saya dengan", "sambungkan ke", "minta cs", "operator manusia", "bicara dengan admin"},
	[]string{"转人工", "人工客服", "人工服务", "真人", "找人工", "轉人工", "人工客服", "跟人说话", "和人说话", "客服人员", "找客服", "要投诉经理", "接人工", "真人客服"},
)

// upset are words of people who are dissatisfied.
var upset = compile(
	[]string{"useless", "terrible", "awful", "horrible", "worst", "ridiculous", "unacceptable", "not helpful", "doesnt help", "does not help", "didnt help", "you dont understand", "thats wrong", "that is wrong", "angry", "disappointed",
		"frustrated", "frustrating", "waste of time", "stupid", "scam", "disgusting", "fed up", "this is a joke", "not what i asked"},
	[]string{"inutil", "pesimo", "horrible", "terrible", "ridiculo", "inaceptable", "no me sirve", "no ayuda", "no entiendes", "no me entiende", "estoy harto", "estoy harta", "decepcionado", "decepcionada", "estafa", "enojado", "enojada", "perdida de tiempo", "que asco"},
	[]string{"pessimo", "horrivel", "terrivel", "ridiculo", "inaceitavel", "nao ajuda", "nao ajudou", "nao entende", "voce nao entendeu", "decepcionado", "decepcionada", "golpe", "irritado", "irritada", "perda de tempo", "absurdo", "palhacada"},
	[]string{"inutile", "horrible", "nul", "ridicule", "inacceptable", "naide pas", "ne comprenez pas", "vous ne comprenez rien", "decu", "decue", "arnaque", "en colere", "perte de temps", "scandaleux", "jen ai marre"},
	[]string{"nutzlos", "schrecklich", "furchtbar", "lacherlich", "inakzeptabel", "hilft nicht", "hilft mir nicht", "verstehst nicht", "verstehen nicht", "enttauscht", "betrug", "wutend", "zeitverschwendung", "frechheit", "unverschamt", "schlecht"},
	[]string{"बेकार", "घटिया", "बकवास", "बहुत बुरा", "नाराज़", "नाराज", "गुस्सा", "धोखा", "मदद नहीं", "समझ नहीं", "समय की बर्बादी", "bakwas", "bekar"},
	[]string{"سيء جدا", "سيئ", "فاشل", "زفت", "غير مقبول", "لا يفيد", "لم تفهم", "لا تفهم", "غاضب", "محبط", "احتيال", "نصب", "مضيعه للوقت", "اسوا"},
	[]string{"tidak berguna", "gak guna", "nggak guna", "payah", "parah", "mengecewakan", "kecewa", "buruk", "tidak membantu", "gak membantu", "tidak mengerti", "marah", "penipuan", "buang waktu", "konyol"},
	[]string{"没用", "垃圾", "太差", "差劲", "不满意", "生气", "失望", "骗子", "骗人", "听不懂", "浪费时间", "不是我问的", "糟糕", "沒用"},
)

// greetingWords are whole messages that only say hello.
var greetingWords = map[string]phrases{
	"en": compile([]string{"hi", "hello", "hey", "hi there", "hello there", "hey there", "good morning", "good afternoon", "good evening", "greetings", "hiya"}),
	"es": compile([]string{"hola", "buenas", "buenos dias", "buenas tardes", "buenas noches", "hola buenas", "hola buenos dias", "hola buenas tardes", "que tal"}),
	"pt": compile([]string{"ola", "oi", "bom dia", "boa tarde", "boa noite", "oi tudo bem", "ola tudo bem", "oi bom dia"}),
	"fr": compile([]string{"bonjour", "salut", "bonsoir", "coucou", "bonjour a vous"}),
	"de": compile([]string{"hallo", "guten tag", "guten morgen", "guten abend", "moin", "servus", "gruss gott"}),
	"hi": compile([]string{"नमस्ते", "नमस्कार", "हैलो", "हेलो", "namaste", "namaskar"}),
	"ar": compile([]string{"مرحبا", "السلام عليكم", "اهلا", "صباح الخير", "مساء الخير", "سلام", "هلا"}),
	"id": compile([]string{"halo", "hai", "selamat pagi", "selamat siang", "selamat sore", "selamat malam", "assalamualaikum", "permisi"}),
	"zh": compile([]string{"你好", "您好", "嗨", "早上好", "下午好", "晚上好", "在吗", "哈喽"}),
}

// closings are whole messages that want no answer.
var closings = compile(
	[]string{"thanks", "thank you", "thank you very much", "thanks a lot", "many thanks", "ok", "okay", "ok thanks", "ok thank you", "great thanks", "perfect", "perfect thanks", "great", "got it", "bye", "goodbye", "cheers", "thx", "ty", "cool", "alright", "fine", "understood"},
	[]string{"gracias", "muchas gracias", "ok gracias", "vale", "vale gracias", "perfecto", "perfecto gracias", "adios", "hasta luego", "genial", "de acuerdo", "entendido", "listo"},
	[]string{"obrigado", "obrigada", "muito obrigado", "muito obrigada", "ok obrigado", "ok obrigada", "valeu", "perfeito", "tchau", "certo", "entendi", "beleza", "ta bom"},
	[]string{"merci", "merci beaucoup", "ok merci", "parfait", "parfait merci", "au revoir", "daccord", "super merci", "tres bien", "bonne journee"},
	[]string{"danke", "vielen dank", "danke schon", "dankeschon", "ok danke", "super danke", "perfekt", "alles klar", "tschuss", "auf wiedersehen", "in ordnung", "passt"},
	[]string{"धन्यवाद", "शुक्रिया", "बहुत धन्यवाद", "ठीक है", "अच्छा", "dhanyavaad", "shukriya", "theek hai"},
	[]string{"شكرا", "شكرا جزيلا", "شكرا لك", "تمام", "حسنا", "مع السلامه", "اوكي", "طيب", "تمام شكرا"},
	[]string{"terima kasih", "makasih", "ok terima kasih", "oke", "oke makasih", "sip", "baik", "siap", "baik terima kasih", "mantap"},
	[]string{"谢谢", "多谢", "感谢", "好的", "好的谢谢", "好", "明白", "明白了", "再见", "知道了", "謝謝", "收到", "行", "嗯"},
)

// machines are what other machines answer with.
var machines = compile(
	[]string{"this is an automated", "this is an automatic", "automated message", "automatic reply", "auto reply", "autoreply", "automated response", "do not reply to this message", "out of office", "we will get back to you", "thank you for contacting", "thanks for contacting", "thank you for your message", "thanks for your message", "i am a virtual assistant", "im a virtual assistant", "our office is closed"},
	[]string{"respuesta automatica", "mensaje automatico", "gracias por comunicarte", "gracias por contactarnos", "gracias por contactar", "gracias por escribirnos", "te responderemos", "le responderemos", "fuera de la oficina", "asistente virtual"},
	[]string{"resposta automatica", "mensagem automatica", "obrigado por entrar em contato", "agradecemos seu contato", "agradecemos o seu contato", "retornaremos", "responderemos em breve", "fora do escritorio", "assistente virtual"},
	[]string{"reponse automatique", "message automatique", "merci de nous avoir contacte", "merci de votre message", "merci pour votre message", "nous vous repondrons", "absent du bureau", "assistant virtuel"},
	[]string{"automatische antwort", "automatische nachricht", "danke fur ihre nachricht", "vielen dank fur ihre nachricht", "danke fur deine nachricht", "wir melden uns", "abwesenheitsnotiz", "nicht im buro", "virtueller assistent"},
	[]string{"स्वचालित संदेश", "स्वचालित उत्तर", "संपर्क करने के लिए धन्यवाद", "हम जल्द ही आपसे संपर्क"},
	[]string{"رساله اليه", "رد الي", "رد تلقائي", "رساله تلقائيه", "شكرا لتواصلك", "شكرا لتواصلكم", "سنرد عليك", "سوف نقوم بالرد"},
	[]string{"balasan otomatis", "pesan otomatis", "terima kasih telah menghubungi", "terima kasih sudah menghubungi", "kami akan segera membalas", "kami akan membalas"},
	[]string{"自动回复", "自動回覆", "感谢您的来信", "感谢您的咨询", "我们会尽快回复", "稍后回复您", "系统消息"},
)

// promises are what an assistant cannot keep: that people, or it, will do
// something, or that something was done.
var promises = compile(
	[]string{"i will call", "ill call you", "we will call", "well call you", "will call you", "i will refund", "we will refund", "will be refunded", "i have refunded", "we have refunded", "your refund has been", "i have cancelled", "i have canceled", "has been cancelled for you", "i cancelled", "i canceled",
		"i have booked", "i booked", "i have ordered", "i have changed your", "i have updated your", "i will transfer", "i am transferring", "transferring you", "i will connect you", "connecting you", "i will send you", "we will send you", "i have sent", "i will email", "we will email", "i will forward", "i have forwarded", "someone will contact", "will contact you",
		"will get back to you", "get back to you", "a colleague will", "an agent will", "our team will", "i will check with", "let me check with", "i have noted your", "i have reserved", "i have applied a discount", "i have escalated", "i will escalate", "i will make sure", "i promise", "i guarantee", "we guarantee you",
		"ill refund", "ill cancel", "ill transfer", "ill connect you", "ill forward", "ill email", "ill send you", "ill escalate", "well refund", "well contact you", "well email you", "ive cancelled", "ive canceled", "ive refunded", "ive booked", "ive sent", "ive updated your",
		"weve refunded", "weve cancelled", "im transferring", "im connecting you", "i am going to call", "im going to call", "i am sending you", "expect a call", "you will receive a call", "my colleague", "i have arranged", "ive arranged", "i have processed", "ive processed", "i have issued", "has been processed for you"},
	[]string{"te llamare", "le llamare", "te llamaremos", "le llamaremos", "te reembolsare", "le reembolsaremos", "te reembolsaremos", "he reembolsado", "hemos reembolsado", "he cancelado", "hemos cancelado", "he reservado", "te transfiero", "le transfiero", "te transferire", "te conecto", "te enviare", "le enviaremos", "te enviaremos", "he enviado", "se pondra en contacto", "se pondran en contacto",
		"nos pondremos en contacto", "un agente te", "un companero", "te contactaremos", "le contactaremos", "te prometo", "le prometo", "te garantizo",
		"voy a llamar", "vamos a llamar", "voy a reembolsar", "voy a cancelar", "voy a transferir", "voy a enviarte", "te voy a enviar", "te voy a llamar", "te devolveremos", "le devolveremos", "recibiras una llamada", "recibira una llamada", "mi colega", "he procesado", "le transferire", "lo he escalado"},
	[]string{"vou ligar", "vamos ligar", "iremos ligar", "vou reembolsar", "vamos reembolsar", "reembolsei", "cancelei", "reservei", "vou transferir", "estou transferindo", "vou encaminhar", "encaminhei", "vou enviar", "vamos enviar", "enviei", "entraremos em contato", "entrara em contato", "vai entrar em contato", "um atendente vai", "retornaremos o contato", "prometo", "garanto",
		"te ligarei", "ligaremos para", "voce recebera uma ligacao", "estou encaminhando", "estou cancelando", "vou cancelar", "meu colega", "um colega vai", "processei", "ja reembolsamos", "vamos devolver"},
	[]string{"je vais appeler", "je vous appellerai", "nous vous appellerons", "je vais rembourser", "nous vous rembourserons", "jai rembourse", "jai annule", "jai reserve", "je vous transfere", "je vais transferer", "je vous mets en relation", "je vous enverrai", "nous vous enverrons", "jai envoye", "vous contactera", "vous contacterons", "vous recontactera", "un collegue", "un conseiller vous", "je vous promets", "je vous garantis",
		"je vais vous appeler", "je vais vous rembourser", "je vais annuler", "je vous rappelle", "je vous rappellerai", "nous vous rappellerons", "vous recevrez un appel", "mon collegue", "je transmets", "jai transmis", "jai traite"},
	[]string{"ich rufe sie", "ich rufe dich", "wir rufen", "ich werde anrufen", "ich erstatte", "wir erstatten ihnen", "habe erstattet", "ich habe storniert", "ich habe gebucht", "ich habe reserviert", "ich verbinde sie", "ich verbinde dich", "ich leite", "ich sende ihnen", "wir senden ihnen", "ich habe gesendet", "meldet sich bei", "wird sich bei", "wir melden uns", "ein kollege", "ein mitarbeiter wird", "ich verspreche", "ich garantiere", "ich kummere mich",
		"ich rufe zuruck", "rufe ich sie", "rufen wir sie", "ich werde stornieren", "ich werde erstatten", "ich werde ihnen", "ich habe erstattet", "ich habe weitergeleitet", "ich habe veranlasst", "sie erhalten einen anruf", "mein kollege", "meine kollegin", "eine kollegin"},
	[]string{"मैं आपको कॉल", "हम आपको कॉल", "रिफंड कर दिया", "रद्द कर दिया", "बुक कर दिया", "आपसे संपर्क करेंगे", "आपसे संपर्क करेगा", "ट्रांसफर कर रहा", "भेज दूंगा", "भेज देंगे", "वादा करता",
		"कॉल करूंगा", "कॉल करूँगा", "कॉल करेंगे", "कॉल करूंगी", "रिफंड कर दूंगा", "रिफंड कर देंगे", "रद्द कर दूंगा", "संपर्क करूंगा", "ट्रांसफर कर दूंगा"},
	[]string{"ساتصل بك", "سنتصل بك", "سوف نتصل", "ساقوم بتحويل", "ساحولك", "تم استرداد", "قمت بالغاء", "لقد الغيت", "لقد حجزت", "سارسل لك", "سنرسل لك", "سيتواصل معك", "سيتصل بك", "سنتواصل معك", "اعدك", "اضمن لك",
		"ساتواصل معك", "سوف اتصل", "سوف يتصل", "ستتلقى مكالمه", "قمت باسترداد", "ساقوم بالغاء", "قمت بارسال", "سوف نرسل", "زميلي"},
	[]string{"saya akan menelepon", "kami akan menelepon", "akan menghubungi anda", "akan kami hubungi", "saya sudah membatalkan", "sudah saya batalkan", "sudah saya refund", "saya akan refund", "saya sudah memesan", "saya akan mengirim", "kami akan mengirim", "saya akan menyambungkan", "saya hubungkan", "saya teruskan", "rekan saya", "tim kami akan", "saya janji", "saya jamin",
		"saya akan telepon", "kami akan telepon", "saya akan menghubungi", "kami akan menghubungi", "saya akan membatalkan", "sudah saya kirim", "sudah saya proses", "saya akan proses", "saya akan meneruskan"},
	[]string{"我会给您打电话", "我们会给您打电话", "会给你打电话", "我会联系", "我们会联系", "会与您联系", "会联系您", "已经退款", "已为您退款", "我已取消", "已为您取消", "已为您预订", "我帮您转接", "为您转接", "我会发送", "我们会发送", "同事会", "我保证", "我承诺",
		"给您回电", "给你回电", "我会打电话", "我们会打电话", "我会为您退款", "我会退款", "我们会退款", "我来为您取消", "帮您取消了", "已经帮您", "已帮您", "我会转接", "我这就为您转", "我会安排", "已经安排"},
)

// negationWords turn a question around; they are counted, not understood.
var negationWords = compile(
	[]string{"not", "no", "never", "without", "none", "dont", "doesnt", "didnt", "cant", "cannot", "wont", "isnt", "arent", "wasnt", "shouldnt", "couldnt", "wouldnt", "havent", "hasnt", "hadnt", "werent", "mustnt", "neednt", "nothing", "nobody", "neither", "except", "unless", "nor"},
	[]string{"nunca", "sin", "ningun", "ninguna", "tampoco", "excepto"},
	[]string{"nao", "nem", "sem", "nenhum", "nenhuma", "exceto"},
	[]string{"pas", "ne", "jamais", "sans", "aucun", "aucune", "sauf"},
	[]string{"nicht", "kein", "keine", "keinen", "keinem", "keiner", "nie", "ohne", "ausser"},
	[]string{"नहीं", "मत", "बिना", "ना", "न", "कभी नहीं"},
	[]string{" لا ", "ليس", "لم ", "لن ", "بدون", "غير ", "ما عدا"},
	[]string{"tidak", "bukan", "jangan", "belum", "tanpa", "gak", "nggak", "kecuali"},
	[]string{"不", "没", "沒", "无", "別", "别", "非", "未", "除了"},
)
