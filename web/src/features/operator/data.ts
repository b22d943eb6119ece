import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { api } from '../../lib/api';
import { number } from '../../lib/format';

/** How often the figures are asked for again. */
const again = 10_000;

export const useStanding = () => useQuery({ queryKey: ['deployment'], queryFn: ({ signal }) => api.deployment.get({ signal }), refetchInterval: again, retry: false });

export const useStorage = () => useQuery({ queryKey: ['deployment', 'storage'], queryFn: ({ signal }) => api.deployment.storage({ signal }), refetchInterval: again, retry: false });

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Bytes in the unit in which they are easily read. */
export function bytes(n: number): string {
  let unit = 0;
  for (; n >= 1000 && unit < units.length - 1; unit++) n /= 1000;
  return new Intl.NumberFormat(i18next.language, { style: 'unit', unit: units[unit], unitDisplay: 'short', maximumFractionDigits: n < 10 && unit > 0 ? 1 : 0 }).format(n);
}

/** At least so many, where more were not counted. */
export const atLeast = (n: number, whole: boolean): string => (whole ? number(n) : `≥ ${number(n)}`);
