import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconArrowLeft, IconArrowRight, IconCheck, IconRefresh, IconX } from '@tabler/icons-react';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { Onboarding, OnboardingItem } from '@service/sdk';
import { DoneByName } from '../../components/done-by';
import { LabelledValue } from '../../components/labelled-value';
import { Moment } from '../../components/moment';
import { api } from '../../lib/api';
import { download } from '../../lib/download';
import { explain, tellError } from '../../lib/errors';
import { dateTime, day } from '../../lib/format';
import { may, useMe } from '../../lib/session';
import { AccountTool } from './accounts';
import { Confirm, Reject } from './confirm';
import { isDone, plainly, useItemAct } from './data';
import { NumberTool } from './numbers';
import { State } from './state';
import { WebsiteTool } from './website';

/** What can be done about an item right here. */
const tools: Partial<Record<OnboardingItem['id'], ComponentType<{ list: Onboarding }>>> = {
  website: WebsiteTool, dedicated_number: NumberTool, number_verified: NumberTool, messaging_account: AccountTool, system_user_token: AccountTool,
};

/** One item: how it stands and why, what to do next, and the tools for it. */
export function Item({ item, list, looking, next }: { item: OnboardingItem; list: Onboarding; looking: boolean; next?: () => void }) {
  const { t } = useTranslation('onboarding');
  const writes = may(useMe(), 'accounts:write');
  const [act, setAct] = useState<'confirm' | 'reject'>();
  const check = useItemAct(() => api.onboarding.check(item.id));
  const Tool = tools[item.id];
  const close = () => setAct(undefined);
  return (
    <section className="card ob-item" aria-labelledby="item-title">
      <Anchor component={Link} to={'/onboarding/checklist' as never} size="sm" className="ob-back"><IconArrowLeft size={14} className="turn" aria-hidden /> {t('section.checklist')}</Anchor>
      <div className="card-head"><h2 id="item-title">{t(`item.${item.id}`)}</h2><State state={looking ? 'looking' : item.state} /></div>
      <Text size="sm" className="quiet" mb="sm">{t(`itemHint.${item.id}`)}</Text>
      {item.reason && <Alert color={item.state === 'rejected' ? 'red' : 'orange'} mb="sm" dir="auto">{plainly(item.reason)}</Alert>}
      {item.nextAction && !looking && <div className="ob-next"><Text size="xs" fw={600} className="quiet">{t('next')}</Text><Text size="sm" dir="auto">{plainly(item.nextAction)}</Text></div>}
      {check.error && <Alert color="red" role="alert" mb="sm">{explain(check.error)}</Alert>}
      {Tool && <Tool list={list} />}
      <Facts item={item} />
      <Group mt="md" gap="xs">
        {writes && item.confirmable && (!isDone(item) || !item.confirmedBy) && <Button leftSection={<IconCheck size={16} />} variant={isDone(item) || Tool ? 'default' : 'filled'} onClick={() => setAct('confirm')}>{t('confirm.button')}</Button>}
        {writes && <Button variant="default" leftSection={<IconRefresh size={16} />} loading={check.isPending} onClick={() => check.mutate(undefined)}>{t('check')}</Button>}
        {writes && item.confirmable && item.state !== 'todo' && item.state !== 'rejected' && <Button variant="default" leftSection={<IconX size={16} />} onClick={() => setAct('reject')}>{t('reject.button')}</Button>}
        {next && <Button ms="auto" variant={isDone(item) ? 'filled' : 'subtle'} rightSection={<IconArrowRight size={16} className="turn" />} onClick={next}>{t('toNext')}</Button>}
      </Group>
      {act === 'confirm' && <Confirm item={item} close={close} />}
      {act === 'reject' && <Reject item={item} close={close} />}
    </section>
  );
}

function Facts({ item }: { item: OnboardingItem }) {
  const { t } = useTranslation('onboarding');
  return (
    <>
      {item.evidence.length > 0 && (
        <>
          <h3 className="ob-heading">{t('evidence')}</h3>
          <ul className="ob-evidence">
            {item.evidence.map((e) => (
              <li key={`${e.what} ${e.found}`}>
                <Text size="sm"><bdi className="ob-what">{e.what}</bdi> <span dir="auto">{e.found}</span></Text>
                <Text size="xs" className="quiet">{t(`source.${e.source}`)}</Text>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="ob-facts">
        <LabelledValue label={t('takes')}>{item.expectedFrom && item.expectedBy ? t('expected', { from: day(item.expectedFrom), by: day(item.expectedBy) }) : t(`itemTakes.${item.id}`)}</LabelledValue>
        {item.submittedAt && <LabelledValue label={t('waitsSince')}>{dateTime(item.submittedAt)}</LabelledValue>}
        {item.endsAt && <LabelledValue label={t('endsAt')}>{dateTime(item.endsAt)}</LabelledValue>}
        {item.confirmedBy && item.confirmedAt && <LabelledValue label={t('confirmedBy')}><DoneByName by={item.confirmedBy} /> · <Moment at={item.confirmedAt} whole /></LabelledValue>}
        {item.documentType && <LabelledValue label={t('document.type')}>{t(`document.${item.documentType}`)}</LabelledValue>}
        {item.note && !item.evidence.some((e) => e.found === item.note) && <LabelledValue label={t('note')}><span dir="auto">{item.note}</span></LabelledValue>}
        {item.mediaId && <LabelledValue label={t('file')}><FileLink id={item.mediaId} /></LabelledValue>}
        <LabelledValue label={t('checkedAt')}>{item.checkedAt ? <Moment at={item.checkedAt} whole /> : t('never')}</LabelledValue>
      </div>
    </>
  );
}

/** A file of the workspace, for who may read files. */
function FileLink({ id }: { id: string }) {
  const { t } = useTranslation('onboarding');
  const reads = may(useMe(), 'media:read');
  if (!reads) return <bdi>{id}</bdi>;
  return <Anchor component="button" type="button" size="sm" onClick={() => void download(api.media.download(id), id).catch(tellError)}>{t('openFile')}</Anchor>;
}
