import type { CreateBroadcastRequest, CreateTemplateRequest, Template } from '@service/sdk';

export type Component = NonNullable<CreateTemplateRequest['components']>[number];
export type Button = NonNullable<Component['buttons']>[number];

/** What fills a template for everybody. */
export type Fill = Pick<CreateBroadcastRequest, 'parameters' | 'headerParameter' | 'headerMedia' | 'headerLocation' | 'headerProduct' | 'buttonParameters' | 'cards' | 'offerExpiresAt'>;

/** What a template leaves open, beside the variables of its text. */
export interface Slots {
  headerText: boolean;
  headerMedia?: 'IMAGE' | 'VIDEO' | 'GIF' | 'DOCUMENT';
  headerLocation: boolean;
  headerProduct: boolean;
  offer: boolean;
  buttons: { index: number; kind: 'urlSuffix' | 'couponCode'; text: string; url: string }[];
  /** Buttons that show products of the catalogue: a selection for all of them but CATALOG. */
  products: { index: number; text: string; selection: boolean }[];
  cards: { media?: 'IMAGE' | 'VIDEO'; product: boolean; variables: string[]; buttons: Slots['buttons'] }[];
}

export const componentsOf = (template: Template): Component[] => template.components as Component[];

const variablesIn = (text = ''): string[] => [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((m) => m[1]!))];

function buttonsOf(buttons: Button[] = []): Slots['buttons'] {
  return buttons.flatMap((b, index): Slots['buttons'] => {
    const url = b.url ?? '';
    if (b.type === 'URL' && url.includes('{{')) return [{ index, kind: 'urlSuffix' as const, text: b.text ?? '', url }];
    if (b.type === 'COPY_CODE') return [{ index, kind: 'couponCode' as const, text: b.text ?? '', url: '' }];
    return [];
  });
}

function productsOf(buttons: Button[] = []): Slots['products'] {
  return buttons.flatMap((b, index) => (b.type === 'MPM' || b.type === 'CATALOG' ? [{ index, text: b.text ?? '', selection: b.type === 'MPM' }] : []));
}

export function slotsOf(template: Template): Slots {
  const slots: Slots = { headerText: false, headerLocation: false, headerProduct: false, offer: false, buttons: [], products: [], cards: [] };
  for (const part of componentsOf(template)) {
    if (part.type === 'HEADER') {
      if (part.format === 'LOCATION') slots.headerLocation = true;
      else if (part.format === 'TEXT') slots.headerText = template.parameterFormat === 'POSITIONAL' && variablesIn(part.text).length > 0;
      else if (part.format === 'PRODUCT') slots.headerProduct = true;
      else slots.headerMedia = part.format;
    }
    if (part.type === 'LIMITED_TIME_OFFER') slots.offer = part.limited_time_offer?.has_expiration ?? false;
    if (part.type === 'BUTTONS') {
      slots.buttons = buttonsOf(part.buttons);
      slots.products = productsOf(part.buttons);
    }
    if (part.type === 'CAROUSEL') slots.cards = (part.cards ?? []).map(({ components }) => cardOf(components as Component[]));
  }
  return slots;
}

function cardOf(parts: Component[]): Slots['cards'][number] {
  const header = parts.find((p) => p.type === 'HEADER');
  return {
    media: header?.format === 'IMAGE' || header?.format === 'VIDEO' ? header.format : undefined,
    product: header?.format === 'PRODUCT',
    variables: variablesIn(parts.find((p) => p.type === 'BODY')?.text),
    buttons: buttonsOf(parts.find((p) => p.type === 'BUTTONS')?.buttons),
  };
}

/** The values with one of a button's put in. */
export function withButton(all: Fill['buttonParameters'], index: number, kind: 'urlSuffix' | 'couponCode', value: string): Fill['buttonParameters'] {
  const others = (all ?? []).filter((b) => b.index !== index);
  return value ? [...others, { index, [kind]: value }].sort((a, b) => a.index - b.index) : others;
}

type ButtonValue = NonNullable<Fill['buttonParameters']>[number];

/** The values with the products of a button put in. */
export function withProducts(all: Fill['buttonParameters'], index: number, products: Pick<ButtonValue, 'thumbnailProductRetailerId' | 'sections'>): Fill['buttonParameters'] {
  const others = (all ?? []).filter((b) => b.index !== index);
  return products.thumbnailProductRetailerId || products.sections ? [...others, { index, ...products }].sort((a, b) => a.index - b.index) : others;
}

/** What a person wrote, a product on each line; a line that ends with a colon begins a section. */
export function sectionsIn(text: string): ButtonValue['sections'] {
  const sections: NonNullable<ButtonValue['sections']> = [];
  for (const line of text.split('\n').map((one) => one.trim()).filter(Boolean)) {
    if (line.endsWith(':')) sections.push({ title: line.slice(0, -1).trim(), productRetailerIds: [] });
    else if (sections.length) sections.at(-1)!.productRetailerIds.push(line);
    else sections.push({ productRetailerIds: [line] });
  }
  return sections.length ? sections : undefined;
}

/** The values without empty ones, which the service would take for values. */
export function trim(fill: Fill): Fill {
  const parameters = Object.fromEntries(Object.entries(fill.parameters ?? {}).filter(([, v]) => v !== ''));
  return {
    ...fill,
    parameters,
    headerParameter: fill.headerParameter || undefined,
    buttonParameters: fill.buttonParameters?.length ? fill.buttonParameters : undefined,
    cards: fill.cards?.length ? fill.cards : undefined,
  };
}
