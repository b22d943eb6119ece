import type { InteractiveContent } from '@service/sdk';

/** A message with something to press, as a form has it. */
export interface Choices {
  kind: 'buttons' | 'list' | 'ctaUrl' | 'locationRequest';
  header: string;
  body: string;
  footer: string;
  options: { title: string; description: string }[];
  /** What opens the list, or the page. */
  label: string;
  url: string;
}

export const none: Choices = { kind: 'buttons', header: '', body: '', footer: '', options: [{ title: '', description: '' }], label: '', url: '' };

/** How many options the provider takes. */
export const most = { buttons: 3, list: 10, ctaUrl: 0, locationRequest: 0 } as const;

/** The options that say something. */
export const said = (c: Choices) => c.options.map((o) => ({ title: o.title.trim(), description: o.description.trim() })).filter((o) => o.title).slice(0, most[c.kind]);

/** Whether two options read the same: whoever presses one could not tell which. */
export function repeated(c: Choices): boolean {
  const titles = said(c).map((o) => o.title.toLocaleLowerCase());
  return new Set(titles).size < titles.length;
}

/** The message of a form. What contacts press comes back as `option_1`, `option_2`, … */
export function contentOf(c: Choices): InteractiveContent {
  const [header, footer] = [c.header.trim(), c.footer.trim()];
  const body = c.body.trim();
  if (c.kind === 'locationRequest') return { type: 'locationRequest', body };
  const around = { body, ...(header && { header: { type: 'text' as const, text: header } }), ...(footer && { footer }) };
  if (c.kind === 'ctaUrl') return { type: 'ctaUrl', ...around, ctaUrl: { displayText: c.label.trim(), url: c.url.trim() } };
  const options = said(c).map((o, i) => ({ id: `option_${i + 1}`, ...o }));
  if (c.kind === 'buttons') return { type: 'buttons', ...around, buttons: options.map(({ id, title }) => ({ id, title })) };
  return { type: 'list', ...around, list: { button: c.label.trim(), sections: [{ rows: options.map(({ id, title, description }) => ({ id, title, ...(description && { description }) })) }] } };
}
