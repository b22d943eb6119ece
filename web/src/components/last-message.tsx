import { IconAddressBook, IconFile, IconMapPin, IconMicrophone, IconPhone, IconPhoto, IconShoppingCart, IconSticker, IconVideo } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const signs: Record<string, typeof IconPhoto> = { image: IconPhoto, video: IconVideo, audio: IconMicrophone, document: IconFile, sticker: IconSticker, location: IconMapPin, contacts: IconAddressBook, order: IconShoppingCart, call: IconPhone };

/** The latest message of a conversation on one line. Without words it is named by its type, which the API puts in brackets. */
export function LastMessage({ text, none }: { text: string | undefined; none: string }) {
  const { t, i18n } = useTranslation();
  const type = /^\[([a-z_]+)\]$/.exec(text ?? '')?.[1] ?? '';
  if (!type || !i18n.exists(`wordless.${type}`)) return text || none;
  const Sign = signs[type];
  return <>{Sign && <Sign size={14} aria-hidden className="message-sign" />}{t(`wordless.${type}`)}</>;
}
