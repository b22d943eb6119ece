/** What somebody types, as the provider takes names: small letters, digits and underscores. */
export const asName = (typed: string): string => typed.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[^a-z0-9_]+/g, '_').slice(0, 512);
