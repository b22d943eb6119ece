package knowledge

import "strings"

// stopWords are, by language, the words that say nothing about what is asked:
// of grammar, of politeness and of asking. They are folded as texts are. Words
// of negation are among them only for retrieval; Normalise keeps all.
var stopWords = func() map[string]map[string]bool {
	out := make(map[string]map[string]bool, len(stopLists))
	for language, list := range stopLists {
		set := map[string]bool{}
		for _, w := range strings.Fields(list) {
			words(Fold(w), func(word string, _ bool) { set[word] = true })
		}
		out[language] = set
	}
	return out
}()

var stopLists = map[string]string{
	"en": `a an the this that these those there here and or but if so than then as at by for from in into of off on onto out over to under up with without within about
		i im ive id me my mine we us our ours you your yours u ur he him his she her hers it its they them their theirs who whom whose which what when where why how whats hows
		am is are was were be been being do does did doing done have has had having will would shall should can could may might must wont cant dont doesnt didnt isnt arent not no nor
		hi hello hey please pls plz thanks thank thx ok okay sorry just also too very really actually any some all both each such only own same s t d ll m o re ve
		want wanna need like know tell ask wondering wonder let get got going go gonna possible possibly able question help much many long see anyone somebody someone something anything`,
	"es": `el la los las un una unos unas lo al del de a ante con contra desde en entre hacia hasta para por segun sin sobre tras y e o u ni que pero si no mas muy ya tambien
		yo me mi mis tu te ti tus usted ustedes vosotros nos nosotros nuestro nuestra su sus se le les ellos ella ellas esto esta este estos estas eso esa ese esos esas aquello
		es son soy eres era eran fue fueron ser sido estar estoy estan estais hay haber he ha han hemos habia tener tengo tiene tienen tienes puedo puede pueden podria podrian puedes podeis
		que quien quienes cual cuales como cuando donde cuanto cuanta cuantos cuantas porque hola buenas buenos gracias favor porfa perdon disculpe disculpa saludos
		quiero quisiera queria necesito saber decir decirme dime gustaria hacer hago hace algo alguien alguna alguno algun duda pregunta quieres ustd xfa q k pues entonces`,
	"pt": `o a os as um uma uns umas ao aos do da dos das no na nos nas num numa de em por pelo pela para pra pro com sem sob sobre entre ate desde e ou mas que se nao nem mais muito ja tambem
		eu me mim meu minha meus minhas tu te ti teu tua voce voces vc vcs nos nosso nossa ele ela eles elas lhe seu sua seus suas isso isto esse essa esses essas este esta estes estas aquilo
		e sao sou era eram foi foram ser sido estar estou esta estao ha haver tem tenho tinha ter posso pode podem podia poderia consigo consegue
		quem qual quais como quando onde quanto quanta quantos quantas porque oi ola bom boa obrigado obrigada favor desculpe desculpa gostaria quero queria preciso saber dizer
		fazer faz faco algo alguem alguma algum duvida pergunta entao ai la so`,
	"fr": `le la les l un une des du de d a au aux en dans par pour sur sous avec sans entre et ou mais donc or ni car que qu qui quoi dont si ne pas plus tres deja aussi
		je j me m mon ma mes tu te t ton ta tes il elle on nous vous ils elles lui leur leurs se s son sa ses notre votre nos vos ce c cet cette ces cela ca y
		est sont suis es etes sommes etait etaient ete etre ai as a avons avez ont avoir peux peut pouvez puis pourrais faire fait faut
		quel quelle quels quelles comment quand ou pourquoi combien bonjour bonsoir salut merci plait svp pardon veux voudrais besoin savoir dire question quelque`,
	"de": `der die das den dem des ein eine einen einem einer eines und oder aber wenn als an auf aus bei bis durch fur gegen in im ins mit nach ohne seit um unter von vom vor zu zum zur uber
		ich mich mir mein meine meinen meiner du dich dir dein deine er ihn ihm sie ihr ihre ihnen es wir uns unser unsere euch euer man sich dies diese dieser dieses das dass nicht kein keine nur auch sehr schon noch
		bin bist ist sind seid war waren sein gewesen habe hast hat haben hatte werde wird werden wurde kann kannst konnen konnte muss mussen soll darf mochte will gibt geht
		wer was wann wo wie warum welche welcher welches wieviel hallo guten tag morgen abend bitte danke frage wissen sagen`,
	"it": `il lo la i gli le l un uno una di a da in con su per tra fra del dello della dei degli delle al allo alla ai agli alle dal dalla nel nella sul sulla e o ma se che non piu molto gia anche
		io mi me mio mia miei mie tu ti te tuo tua lui lei noi ci nostro nostra voi vi vostro vostra loro si suo sua questo questa quello quella
		e sono sei siamo era stato essere ho hai ha abbiamo avete hanno avere posso puo puoi possono potrei fare fa
		chi cosa quale quali come quando dove perche quanto quanta quanti ciao buongiorno buonasera salve grazie favore prego scusi vorrei voglio devo sapere dire domanda`,
	"id": `yang dan atau tetapi tapi jika kalau kalo bila di ke dari pada untuk buat dengan tanpa oleh dalam atas bawah sebagai seperti ini itu tersebut
		saya aku gue gw kami kita anda kamu kak kakak min admin mas mbak pak bu bapak ibu dia ia mereka nya ya yah dong sih deh kok nih loh lah kah pun
		adalah ialah ada apa apakah siapa kapan mana dimana kemana bagaimana gimana kenapa mengapa berapa bisa boleh dapat mau ingin akan sudah telah belum sedang masih juga saja aja lagi hanya
		harus perlu tolong mohon maaf halo hai selamat pagi siang sore malam terima kasih makasih tanya bertanya tahu tau tidak tak gak nggak ga bukan jadi karena agar supaya sangat lebih`,
	"hi": `का के की को से में पर ने तक और या लेकिन अगर तो कि जो वह यह ये वे वो इस उस इन उन इसे उसे मैं मुझे मेरा मेरी मेरे मैंने हम हमें हमारा हमारी हमारे आप आपका आपकी आपके आपको अपना अपनी अपने तुम तुम्हारा
		है हैं हूं हूँ हो था थे थी होना होता होती होते होगा होगी होंगे रहा रही रहे कर करना करने करता करते करती करें करूं करूँ किया सकता सकते सकती चाहिए चाहता चाहती चाहते गया गई गए जाता जाती जाते जा जाए
		क्या कौन कब कहां कहाँ कैसे क्यों कितना कितनी कितने किस किसी कुछ कोई भी ही न नहीं मत बहुत अभी अब एक लिए साथ द्वारा बारे नमस्ते नमस्कार हेलो कृपया धन्यवाद शुक्रिया जी बताइए बताएं बताओ जानना प्लीज वाला वाली वाले`,
	"ar": `في من الى إلى على عن مع بدون بين حتى منذ خلال عند عندما او أو و ثم لكن اذا إذا لو ان أن إن انه أنه لان كل بعض اي أي هذا هذه ذلك تلك هؤلاء الذي التي الذين
		انا أنا انت أنت نحن هو هي هم انتم لي لك له لها لنا لكم لهم عندي عندك عندكم لديكم لدي لديك بي بك
		ما ماذا من متى اين أين كيف لماذا ليش كم هل ايش شو وين لا لم لن ليس غير قد سوف كان كانت يكون تكون يمكن يمكنني ممكن استطيع أستطيع اقدر أقدر يجب اريد أريد ابغى اود أود احتاج أحتاج
		مرحبا السلام عليكم اهلا أهلا شكرا فضلك لطفا سمحت رجاء عفوا سؤال اعرف أعرف معرفة تخبرني اخبرني ايضا أيضا جدا فقط هناك يوجد توجد`,
}

// asking are phrases, in scripts without spaces, that say nothing about what is
// asked. They are longest first, and cut runs of a question in two.
var asking = strings.NewReplacer(func() (pairs []string) {
	for _, w := range strings.Fields(`请问一下 想问一下 想请问 可不可以 能不能 有没有 是不是 要不要 为什么 怎么办 怎么样 怎样 多少 请问 请教 怎么 如何 什么 哪里 哪些 哪个 哪儿 是否 可以 能够 需要 想要 我想 你们 我们 您们
		他们 你好 您好 谢谢 麻烦 一下 告诉 知道 这个 那个 如果 的话 还是 或者 因为 所以 但是 应该 关于 吗 呢 吧 啊 呀 嘛 了 的 我 你 您 他 她 它 们 是 在 有 和 与 就 都 也 要 会 能 想 请 把 被 给 让 向 从 对 为`) {
		pairs = append(pairs, w, " ")
	}
	return pairs
}()...)
