import { Button, Center, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Template, TemplateVersion } from '@service/sdk';
import { DoneByName } from '../../components/done-by';
import { Moment } from '../../components/moment';
import { Empty, Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { diffWords } from './diff';
import type { Component } from './form';
import { useReason, VersionStatus } from './status';

/** How a template came to what it says now, the newest version first. */
export function Versions({ template: x }: { template: Template }) {
  const { t } = useTranslation('templates');
  const versions = useInfiniteQuery({
    queryKey: ['templates', 'versions', x.id, x.updatedAt],
    queryFn: ({ pageParam }) => api.templates.versions(x.id, { limit: 20, cursor: pageParam }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  if (versions.error) return <Trouble error={versions.error} retry={() => void versions.refetch()} />;
  if (!versions.data) return <Loading />;
  const rows = versions.data.pages.flatMap((p) => p.data);
  if (rows.length === 0) return <Empty icon={IconHistory} title={t('versions.none')}>{t('versions.noneHint')}</Empty>;
  return (
    <>
      <ol className="tp-versions">{rows.map((v) => <Version key={v.version} value={v} />)}</ol>
      {versions.hasNextPage && <Center><Button variant="default" loading={versions.isFetchingNextPage} onClick={() => void versions.fetchNextPage()}>{t('app:state.more')}</Button></Center>}
    </>
  );
}

function Version({ value: v }: { value: TemplateVersion }) {
  const { t } = useTranslation('templates');
  const reason = useReason();
  const body = (v.components as Component[]).find((p) => p.type === 'BODY')?.text;
  return (
    <li className="card">
      <Group justify="space-between" mb="xs">
        <Group gap="xs"><h2 className="tp-heading">{t('versions.number', { number: v.version })}</h2><VersionStatus status={v.status} /></Group>
        <Text size="sm" className="quiet"><DoneByName by={v.createdBy} /> · <Moment at={v.createdAt} whole /></Text>
      </Group>
      {v.changes.length === 0 && body && <Text size="sm" dir="auto" className="tp-text">{body}</Text>}
      {v.changes.length > 0 && (
        <dl className="tp-changes">
          {v.changes.map((c) => (
            <div key={c.path}>
              <dt><bdi>{c.path}</bdi></dt>
              <dd className="tp-text" dir="auto"><Difference from={c.from} to={c.to} /></dd>
            </div>
          ))}
        </dl>
      )}
      {(v.reason || v.detail) && <Text size="sm" mt="xs" c="var(--warn-text)">{reason(v.reason)} {v.detail}</Text>}
      {v.submittedBy && v.submittedAt && <Text size="xs" className="quiet" mt="xs">{t('versions.submitted')} <DoneByName by={v.submittedBy} /> · <Moment at={v.submittedAt} whole /></Text>}
      {v.decidedAt && <Text size="xs" className="quiet">{t('versions.decided')} <Moment at={v.decidedAt} whole /></Text>}
    </li>
  );
}

/** What went in red and what came in green, word by word. */
function Difference({ from, to }: { from: string; to: string }) {
  return diffWords(from, to).map(({ kind, text }, i) => {
    if (kind === 'gone') return <del key={i}>{text}</del>;
    return kind === 'new' ? <ins key={i}>{text}</ins> : <span key={i}>{text}</span>;
  });
}
