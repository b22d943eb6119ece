package knowledge

import "strings"

// kindred are words that customers use for each other, by language: one group a
// line. They are the common words of shops and services, no business's own;
// those are the workspace's synonyms. They count for less than the word itself.
var kindredLists = map[string]string{
	"en": `delivery shipping shipment dispatch
parcel package
cost price charge fee
refund reimbursement money
invoice bill receipt
broken defective faulty damaged broke fail
warranty guarantee
pay payment
instalment installment monthly
shop store
open opening hours close closed
address location directions
voucher coupon
exchange swap replace
appointment booking reservation book reserve
child kid children kids
picture photo
buy purchase bought
insurance insure cover covered
abroad international overseas foreign country
courier carrier
earphone headphone earbud
fridge refrigerator
send ship
late delay delayed
stolen theft
change edit modify update
collect pickup pick
sign login log
phone mobile telephone`,
	"es": `envio entrega despacho
precio coste costo cuesta vale tarifa cobrar
cita hora turno consulta
reservar pedir solicitar
anular cancelar
cambiar modificar
medico doctor
niño hijo infantil pediatria
factura recibo
devolver devolucion reembolso
roto averiado estropeado
contraseña clave
movil telefono celular
aparcamiento parking estacionamiento aparcar
horario hora abierto
video videoconsulta online videollamada
analisis analitica
gratis gratuito
embarazo embarazada
operacion cirugia operar
retraso tarde retrasar
carnet carne permiso
certificado justificante
seguro aseguradora`,
	"pt": `entrega frete envio
preço custo tarifa taxa valor
cancelar encerrar fechar encerramento
perder perda perdi
roubo roubar roubaram furto
golpe fraude golpista
celular telefone aparelho
emprestimo emprestado
imovel casa apartamento
divida devendo debito
exterior internacional pais
dinheiro grana
mandar enviar transferir
financiar financiamento
render rendimento rendendo
aumentar aumento
compra cobrança
renegociar acordo renegociação`,
	"id": `ongkir ongkos biaya harga tarif
kirim pengiriman ekspedisi kurir
paket barang pesanan order orderan
batal cancel
tukar tuker ganti ubah
rusak cacat
uang dana duit
refund kembali pengembalian balik
alamat lokasi
kado hadiah
restok stok
kosong habis
diskon potongan promo
voucher kupon
pakai pake gunakan
minimal minimum mulai
ukuran size
kadaluarsa hangus`,
	"hi": `शुल्क चार्ज
पैसा रुपये रकम
रिफंड वापसी वापस लौटाना
रद्द कैंसल
भुगतान पेमेंट
नकद कैश
सदस्यता मेंबरशिप
देर लेट देरी
खराब सड़ी
इलाका एरिया
जैविक ऑर्गेनिक
ग्राहक कस्टमर
सेवा केयर सर्विस
पता एड्रेस
सामान आइटम चीज़
रेफर रेफरल बुलाएं
मुफ्त फ्री`,
	//lint:ignore ST1018 A word of this list is written with a joiner.
	"ar": `سعر تكلفة ثمن
افطار فطور
انترنت واي واي‌فاي
نساء سيدات
موقف مواقف كراج
توصيل نقل
نقدا كاش
استرداد استرجاع
تغيير تعديل تبديل
وثائق اوراق مستندات
جيم رياضي
نسيت مفقودات منسية تركت
افراح زفاف عرس
دخول وصول
خروج مغادرة
طفل اطفال
وقت ساعة`,
	"zh": `价格 费用 价钱 收费
退款 退钱
优惠 折扣 打折
暂停 停卡
转让 转给
营业 开门 关门
孩子 小孩 儿童 儿子
教练 私教
洗澡 淋浴
过年 春节
朋友 访客 他人
锻炼 健身 运动
吃饭 进食
过期 到期 有效
办理 办卡`,
}

// kindredShare is what a kindred word counts for, beside the word itself.
const kindredShare = 0.75

// kindred are the groups of a word, by language and stem.
var kindred = func() map[string]map[string][][]string {
	out := map[string]map[string][][]string{}
	for language, list := range kindredLists {
		byStem := map[string][][]string{}
		for line := range strings.SplitSeq(list, "\n") {
			var group []string
			for _, w := range strings.Fields(Fold(line)) {
				group = append(group, stem(w, language))
			}
			for _, w := range group {
				byStem[w] = append(byStem[w], group)
			}
		}
		out[language] = byStem
	}
	return out
}()
