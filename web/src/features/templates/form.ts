import type { CreateTemplateRequest, MessagingAccount, Template } from '@service/sdk';

export type Component = NonNullable<CreateTemplateRequest['components']>[number];
export type Button = NonNullable<Component['buttons']>[number];
export type App = NonNullable<Button['supported_apps']>[number];
export type DeepLink = NonNullable<Button['app_deep_link']>;
export type Category = NonNullable<CreateTemplateRequest['category']>;
export type HeaderFormat = NonNullable<Component['format']>;
export type Account = MessagingAccount;

/** A template as the editor has it. */
export interface Form {
  accountId: string;
  name: string;
  language: string;
  category: Category;
  /** Named or numbered parameters, as long as no text has any that tells. */
  format: Template['parameterFormat'];
  header: { format: HeaderFormat | ''; text: string; mediaId: string; example?: Component['example'] };
  headerSample: string;
  body: string;
  footer: string;
  samples: Record<string, string>;
  buttons: Button[];
  /** Of a template with a code to sign in. */
  code: { warns: boolean; minutes: number | '' };
  /** Parts that the editor leaves as they are: carousels, offers. */
  kept: Component[];
}

/** What a form can be filled with: a template of the workspace, or one of the gallery. */
export interface Source {
  name: string;
  language: string;
  category: Template['category'];
  parameterFormat: Template['parameterFormat'];
  components: readonly unknown[];
  messagingAccountId?: string;
}

/** The names of the parameters in a text, each once, in their order. */
export const parametersIn = (text = ''): string[] => [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((m) => m[1]!))];

export const emptyForm = (language: string): Form => ({
  accountId: '', name: '', language, category: 'UTILITY', format: 'NAMED', header: { format: '', text: '', mediaId: '' }, headerSample: '',
  body: '', footer: '', samples: {}, buttons: [], code: { warns: true, minutes: 10 }, kept: [],
});

export function formOf(source: Source): Form {
  const parts = source.components as Component[];
  const of = (type: Component['type']) => parts.find((p) => p.type === type);
  const [header, body, footer] = [of('HEADER'), of('BODY'), of('FOOTER')];
  const named = source.parameterFormat === 'NAMED';
  const inBody = parametersIn(body?.text);
  const samples = named
    ? Object.fromEntries((body?.example?.body_text_named_params ?? []).map((s) => [s.param_name, s.example]))
    : Object.fromEntries((body?.example?.body_text?.[0] ?? []).map((s, i) => [numbered(inBody)[i] ?? String(i + 1), s]));
  return {
    accountId: source.messagingAccountId ?? '', name: source.name, language: source.language, format: source.parameterFormat,
    category: source.category === 'UNKNOWN' ? 'UTILITY' : source.category,
    header: { format: header ? header.format ?? 'TEXT' : '', text: header?.text ?? '', mediaId: header?.mediaId ?? '', example: header?.example },
    headerSample: header?.example?.header_text?.[0] ?? header?.example?.header_text_named_params?.[0]?.example ?? '',
    body: body?.text ?? '', footer: footer?.text ?? '', samples, buttons: of('BUTTONS')?.buttons ?? [],
    code: { warns: body?.add_security_recommendation ?? false, minutes: footer?.code_expiration_minutes ?? '' },
    kept: parts.filter((p) => !['HEADER', 'BODY', 'FOOTER', 'BUTTONS'].includes(p.type)),
  };
}

const numbered = (names: string[]) => names.toSorted((a, b) => Number(a) - Number(b));

/** Parameters are numbered where the texts have numbers only. */
export function formatOf({ header, body, format }: Form): Template['parameterFormat'] {
  const names = parametersIn(`${header.format === 'TEXT' ? header.text : ''} ${body}`);
  if (names.length === 0) return format;
  return names.every((n) => /^\d+$/.test(n)) ? 'POSITIONAL' : 'NAMED';
}

/** The parts in the provider's form. */
export function componentsOf(form: Form): Component[] {
  const named = formatOf(form) === 'NAMED';
  if (form.category === 'AUTHENTICATION') return codeParts(form);
  const buttons = form.buttons.filter((b) => b.type !== 'OTP').map(withSample);
  const offer = form.kept.filter((p) => p.type === 'LIMITED_TIME_OFFER');
  return [
    ...headerOf(form, named), ...offer, { type: 'BODY', text: form.body, example: bodySamples(form, named) },
    ...(form.footer ? [{ type: 'FOOTER' as const, text: form.footer }] : []),
    ...(buttons.length > 0 ? [{ type: 'BUTTONS' as const, buttons }] : []),
    ...form.kept.filter((p) => !offer.includes(p)),
  ];
}

/** A template with a code: the provider words it, and it has the one button. */
function codeParts({ code, buttons }: Form): Component[] {
  const copies = buttons.filter((b) => b.type === 'OTP');
  return [
    { type: 'BODY', add_security_recommendation: code.warns },
    ...(code.minutes === '' ? [] : [{ type: 'FOOTER' as const, code_expiration_minutes: code.minutes }]),
    { type: 'BUTTONS', buttons: copies.length > 0 ? copies : [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
  ];
}

function headerOf({ header, headerSample }: Form, named: boolean): Component[] {
  const { format, text, mediaId, example } = header;
  if (format === '') return [];
  if (format !== 'TEXT') return [{ type: 'HEADER', format, ...(mediaId ? { mediaId } : { example: example?.header_handle ? { header_handle: example.header_handle } : undefined }) }];
  const [name] = parametersIn(text);
  if (!name || !headerSample) return [{ type: 'HEADER', format, text }];
  return [{ type: 'HEADER', format, text, example: named ? { header_text_named_params: [{ param_name: name, example: headerSample }] } : { header_text: [headerSample] } }];
}

function bodySamples({ body, samples }: Form, named: boolean): Component['example'] {
  const names = parametersIn(body).filter((n) => samples[n]);
  if (names.length === 0) return undefined;
  if (named) return { body_text_named_params: names.map((n) => ({ param_name: n, example: samples[n]! })) };
  return { body_text: [numbered(parametersIn(body)).map((n) => samples[n] ?? '')] };
}

/** A link has a sample only where its address ends in a parameter; a flow has only what is filled in. */
function withSample(b: Button): Button {
  if (b.type === 'URL') return parametersIn(b.url).length === 0 ? { ...b, example: undefined } : b;
  return b.type === 'FLOW' ? (Object.fromEntries(Object.entries(b).filter(([, v]) => v !== '' && v !== undefined)) as unknown as Button) : b;
}

/** What the provider calls the buttons whose label it prescribes. */
export const fixedLabels: Partial<Record<Button['type'], string>> = { CATALOG: 'View catalog', MPM: 'View items', SPM: 'View' };

export const isLabelled = (type: Button['type']): boolean => type !== 'COPY_CODE' && !(type in fixedLabels);

export const otpTypes = ['COPY_CODE', 'ONE_TAP', 'ZERO_TAP'] as const satisfies readonly Button['otp_type'][];
export const flowKeys = ['flow_id', 'flow_name', 'flow_json'] as const;

/** By what a flow is named. */
export const flowKeyOf = (b: Button): (typeof flowKeys)[number] => flowKeys.find((k) => b[k]) ?? 'flow_id';

/** A button of a type as it is added. */
export function newButton(type: Button['type']): Button {
  if (type === 'COPY_CODE') return { type };
  const button: Button = { type, text: fixedLabels[type] ?? '' };
  return type === 'FLOW' ? { ...button, flow_action: 'navigate' } : button;
}

/** The sample of a button: a text, or a list with one. */
export const sampleOf = (b: Button): string => String((Array.isArray(b.example) ? b.example[0] : b.example) ?? '');

/** The parts for the linter, which asks for the provider's handle of a sample: ours gets one when it is submitted. */
export const lintable = (parts: Component[]): unknown[] =>
  parts.map(({ mediaId, cards, ...p }) => ({
    ...p, ...(cards && { cards: cards.map((c) => ({ components: lintable(c.components as Component[]) })) }),
    ...(p.type === 'HEADER' && (mediaId || p.example?.header_handle?.[0]) && { example: { header_handle: ['4::sample'] } }),
  }));

/** What of a button has an input of its own, besides its label, by its type. */
const ownInputs: Record<string, string[]> = { URL: ['url', 'example'], PHONE_NUMBER: ['phone_number'], VOICE_CALL: ['ttl_minutes'] };

/** The field of the editor at which a JSON pointer points. */
export function fieldOf(pointer: string, parts: Component[]): string {
  const [, first = '', index, inner, n, part = ''] = pointer.split('/');
  if (first !== 'components') return first;
  switch (parts[Number(index)]?.type) {
    case 'HEADER': return 'header';
    case 'FOOTER': return 'footer';
    case 'BUTTONS': {
      if (inner !== 'buttons' || n === undefined) return 'buttons';
      const type = parts[Number(index)]?.buttons?.[Number(n)]?.type ?? '';
      return ownInputs[type]?.includes(part) ? `button-${n}-${part}` : `button-${n}`;
    }
    case 'BODY': return inner === 'example' ? 'samples' : 'body';
    default: return index === undefined ? 'body' : 'kept';
  }
}
