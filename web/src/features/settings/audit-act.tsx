import { Button, Drawer, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AuditAct } from '@service/sdk';
import { Copy } from '../../components/copy';
import { LabelledValue } from '../../components/labelled-value';
import { dateTime, number } from '../../lib/format';
import type { Search } from '../../lib/place';
import { deviceOf } from './device';

const shown = (value: unknown): string => (value === null || value === '' ? '–' : typeof value === 'string' ? value : JSON.stringify(value, null, 1));

/** One act: who did it from where, to what, what changed, and what proves it. */
export function ActDetails({ value, close, narrow }: { value: AuditAct; close: () => void; narrow: (change: Search) => void }) {
  const { t } = useTranslation('settings');
  const { actor, context, targets, changes } = value;
  const id = (text: string) => <><bdi className="mono">{text}</bdi><Copy value={text} /></>;
  return (
    <Drawer opened onClose={close} position="right" size="lg" title={<span className="mono">{value.action}</span>}>
      <LabelledValue label={t('audit.at')}>{dateTime(value.occurredAt)}</LabelledValue>
      <LabelledValue label={t('audit.actor')}><span dir="auto">{actor.name}</span> <span className="quiet">{t(`actor.${actor.type}`)}</span></LabelledValue>
      {actor.id && <LabelledValue label={t('audit.actorId')}>{id(actor.id)}</LabelledValue>}
      {context.ip && <LabelledValue label={t('audit.ip')}><bdi className="mono">{context.ip}</bdi></LabelledValue>}
      {context.userAgent && <LabelledValue label={t('audit.device')}><bdi title={context.userAgent}>{deviceOf(context.userAgent)}</bdi></LabelledValue>}
      {context.sessionId && <LabelledValue label={t('audit.session')}>{id(context.sessionId)}</LabelledValue>}
      {context.requestId && <LabelledValue label={t('audit.request')}>{id(context.requestId)}</LabelledValue>}
      {targets.length > 0 && <h3 className="subhead">{t('audit.target')}</h3>}
      {targets.map((target) => (
        <div key={target.id} className="line">
          <div>
            <Text size="sm"><span className="quiet mono">{target.type}</span> <bdi>{target.name}</bdi></Text>
            <Text size="xs" className="mono quiet">{target.id}</Text>
          </div>
          <Button size="compact-sm" variant="subtle" onClick={() => narrow({ target: target.id, action: undefined, by: undefined, actor: undefined })}>{t('audit.allOf')}</Button>
        </div>
      ))}
      {Object.keys(changes).length > 0 && (
        <>
          <h3 className="subhead">{t('audit.changes')}</h3>
          <div className="framed" tabIndex={0}>
            <Table className="plain">
              <Table.Thead><Table.Tr><Table.Th>{t('audit.field')}</Table.Th><Table.Th>{t('audit.before')}</Table.Th><Table.Th>{t('audit.after')}</Table.Th></Table.Tr></Table.Thead>
              <Table.Tbody>
                {Object.entries(changes).map(([field, { from, to }]) => (
                  <Table.Tr key={field}><Table.Td className="mono">{field}</Table.Td><Table.Td className="from-to"><bdi>{shown(from)}</bdi></Table.Td><Table.Td className="from-to"><bdi>{shown(to)}</bdi></Table.Td></Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        </>
      )}
      <h3 className="subhead">{t('audit.proof')}</h3>
      <Text size="xs" className="quiet">{t('audit.proofHint')}</Text>
      <LabelledValue label={t('audit.seq')}>{number(value.seq)}</LabelledValue>
      <LabelledValue label={t('audit.hash')}><bdi className="mono">{value.hash}</bdi></LabelledValue>
      <LabelledValue label={t('audit.prevHash')}><bdi className="mono">{value.prevHash || '–'}</bdi></LabelledValue>
    </Drawer>
  );
}
