import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export type Search = Record<string, string | undefined>;

export interface Place {
  /** What follows the part's name in the path: for /app/inbox/cnv_1 it is ["cnv_1"]. */
  parts: string[];
  search: Search;
  /** Goes somewhere within the part, or with an empty name to another part. Search values that are undefined are left out. */
  go: (to: { part: string; parts?: string[]; search?: Search; replace?: boolean }) => void;
}

/** Where the page is. The address holds what is chosen and filtered, so that it can be shared and gone back to. */
export function usePlace(): Place {
  const { _splat: splat = '' } = useParams({ strict: false }) as { _splat?: string };
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const go: Place['go'] = useCallback(
    ({ part, parts = [], search = {}, replace = false }) =>
      void navigate({ to: `/${[part, ...parts.map(encodeURIComponent)].join('/')}`, search: kept(search) as never, replace }),
    [navigate],
  );
  return { parts: splat.split('/').filter(Boolean), search, go };
}

const kept = (search: Search): Search => Object.fromEntries(Object.entries(search).filter(([, v]) => v !== undefined && v !== ''));
