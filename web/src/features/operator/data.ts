import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api';
import { number } from '../../lib/format';

/** How often the figures are asked for again. */
const again = 10_000;

export const useStanding = () => useQuery({ queryKey: ['deployment'], queryFn: ({ signal }) => api.deployment.get({ signal }), refetchInterval: again, retry: false });

export const useStorage = () => useQuery({ queryKey: ['deployment', 'storage'], queryFn: ({ signal }) => api.deployment.storage({ signal }), refetchInterval: again, retry: false });

/** At least so many, where more were not counted. */
export const atLeast = (n: number, whole: boolean): string => (whole ? number(n) : `≥ ${number(n)}`);
