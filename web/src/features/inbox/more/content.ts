import type { ContactCard, InteractiveContent, LocationContent } from '@service/sdk';

/** What is sent beside words, files and templates. */
export type Content = { type: 'location'; location: LocationContent } | { type: 'contacts'; contacts: ContactCard[] } | { type: 'interactive'; interactive: InteractiveContent };

/** Puts it out; the text stands for it until the service has it. */
export type Send = (content: Content, text: string) => void;

export interface DialogProps {
  send: Send;
  close: () => void;
}

/** Finds a point in what somebody pasted: two numbers, or the link of a map. */
export function pointIn(text: string): { latitude: number; longitude: number } | undefined {
  const number = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
  const forms = [
    new RegExp(String.raw`^\s*${number}\s*[,;\s]\s*${number}\s*$`), // 52.52, 13.405
    new RegExp(String.raw`!3d${number}!4d${number}`), // the place itself, in a long link
    new RegExp(String.raw`[?&](?:q|query|ll|destination|daddr)=(?:loc:)?${number}(?:,|%2C)\s*${number}`, 'i'),
    new RegExp(String.raw`[?&]mlat=${number}&mlon=${number}`),
    new RegExp(String.raw`@${number},${number}`), // what the map shows
    new RegExp(String.raw`#map=\d+/${number}/${number}`),
    new RegExp(String.raw`^geo:${number},${number}`),
  ];
  for (const form of forms) {
    const found = form.exec(text);
    if (!found) continue;
    const [latitude, longitude] = [Number(found[1]), Number(found[2])];
    if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  }
  return undefined;
}

/** A card from what a form has; no part without a value. */
export function cardOf(f: { firstName: string; lastName: string; phone: string; email: string; company: string }): ContactCard {
  const of = (s: string) => s.trim();
  const name = [f.firstName, f.lastName].map(of).filter(Boolean);
  const digits = f.phone.replace(/\D/g, '');
  return {
    name: { formattedName: name.join(' '), ...(of(f.firstName) && { firstName: of(f.firstName) }), ...(of(f.lastName) && { lastName: of(f.lastName) }) },
    ...(of(f.phone) && { phones: [{ phone: of(f.phone), ...(of(f.phone).startsWith('+') && { waId: digits }) }] }),
    ...(of(f.email) && { emails: [{ email: of(f.email) }] }),
    ...(of(f.company) && { org: { company: of(f.company) } }),
  };
}
