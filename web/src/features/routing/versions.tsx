import { Button, Center, Drawer, Group, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoutingRules } from '@service/sdk';
import { Moment } from '../../components/moment';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { useDoer } from './data';
import { RuleCard } from './rule-card';

/** Earlier rules, to look at and to use again. */
export function Versions({ current, close, use }: { current: number; close: () => void; use?: (rules: RoutingRules) => void }) {
  const { t } = useTranslation('routing');
  const { t: shared } = useTranslation();
  const doer = useDoer();
  const [chosen, setChosen] = useState<number>();
  const list = useInfiniteQuery({
    queryKey: ['routing', 'versions'], initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => api.routing.versions({ limit: 20, cursor }).page(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const version = useQuery({ queryKey: ['routing', 'version', chosen], queryFn: () => api.routing.version(chosen!), enabled: chosen !== undefined });
  return (
    <Drawer opened onClose={close} position="right" size="lg" title={t('rules.versions')} transitionProps={{ duration: 0 }}>
      {list.error && <Trouble error={list.error} />}
      {!list.data && !list.error && <Loading />}
      {list.data?.pages.flatMap((p) => p.data).map((v) => (
        <div key={v.version} className="ro-version">
          <Group justify="space-between">
            <div><Text size="sm" fw={600}>{t('rules.version', { version: v.version })}{v.version === current && ` · ${t('rules.inForce')}`}</Text><Text size="xs" className="quiet"><bdi>{doer(v.madeBy)}</bdi> · <Moment at={v.createdAt} whole /></Text></div>
            <Button size="xs" variant="default" aria-expanded={chosen === v.version} aria-label={`${t('rules.show')}: ${t('rules.version', { version: v.version })}`} onClick={() => setChosen(chosen === v.version ? undefined : v.version)}>{t(chosen === v.version ? 'rules.hide' : 'rules.show')}</Button>
          </Group>
          {chosen === v.version && (version.error ? <Trouble error={version.error} /> : !version.data ? <Loading lines={3} /> : (
            <>
              <ol className="ro-rules">{version.data.rules.map((rule, at) => <RuleCard key={rule.key} value={rule} at={at} />)}<RuleCard value={version.data.default && { key: '', target: version.data.default }} /></ol>
              {use && v.version !== current && <Button size="xs" onClick={() => use(version.data)}>{t('rules.useAgain')}</Button>}
            </>
          ))}
        </div>
      ))}
      {list.hasNextPage && <Center mt="sm"><Button size="xs" variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{shared('state.more')}</Button></Center>}
    </Drawer>
  );
}
