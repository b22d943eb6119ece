import { ActionIcon, Alert, TextInput, UnstyledButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconCheck, IconChecks, IconSend2 } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message, SimulatedMessage } from '@service/sdk';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { explain } from '../../lib/errors';
import { time } from '../../lib/format';
import { Clock } from './clock';
import type { Talk } from './use-talk';

/** The phone of a simulated customer, on which one writes as the customer. */
export function Customer({ number, talk, chosen, choose }: { number: string; talk: Talk; chosen?: string; choose: (id: string) => void }) {
  const { t } = useTranslation('playground');
  const [text, setText] = useState('');
  const end = useRef<HTMLDivElement>(null);
  const write = useMutation({
    mutationFn: () => api.sandbox.write({ from: number, text }),
    onSuccess: () => {
      setText('');
      talk.refresh();
    },
  });
  const newest = talk.messages.at(-1)?.id;
  useEffect(() => {
    const screen = end.current?.parentElement;
    if (screen) screen.scrollTop = screen.scrollHeight;
  }, [newest]);
  return (
    <section className="customer" aria-label={t('phone', { number })}>
      <header className="customer-head"><bdi>{number}</bdi></header>
      <div className="customer-screen" role="log" aria-label={t('messages')} tabIndex={0}>
        {talk.loading && <Loading lines={4} />}
        {Boolean(talk.error) && <Trouble error={talk.error} retry={talk.refresh} />}
        {!talk.loading && talk.messages.length === 0 && <p className="quiet customer-none">{t('empty')}</p>}
        {talk.messages.map((m) => <Line key={m.id} message={m} shown={talk.shown.get(m.providerMessageId ?? '')} chosen={m.id === chosen} choose={() => choose(m.id)} />)}
        <div ref={end} />
      </div>
      {write.error && <Alert color="red" role="alert" p="xs">{explain(write.error)}</Alert>}
      <form className="customer-write" onSubmit={(e) => { e.preventDefault(); if (text.trim() && !write.isPending) write.mutate(); }}>
        <TextInput flex={1} radius="xl" value={text} onChange={(e) => setText(e.currentTarget.value)} placeholder={t('writeAs')} aria-label={t('writeAs')} dir="auto" maxLength={4096} />
        <ActionIcon type="submit" size={36} radius="xl" variant="filled" loading={write.isPending} disabled={!text.trim()} aria-label={t('write')}><IconSend2 size={18} className="turn" /></ActionIcon>
      </form>
      <Clock />
    </section>
  );
}

function Line({ message: m, shown, chosen, choose }: { message: Message; shown?: SimulatedMessage; chosen: boolean; choose: () => void }) {
  const { t } = useTranslation('playground');
  const own = m.direction === 'inbound'; // written on this phone
  return (
    <UnstyledButton className="customer-line" data-own={own || undefined} aria-pressed={chosen} onClick={choose}>
      <span className="customer-bubble" dir="auto">
        {shown?.text || m.text?.body || t('kind', { type: m.templateName ?? m.type })}
        {shown?.footer && <small className="quiet">{shown.footer}</small>}
        {shown?.buttons?.map((b) => <span key={b.text} className="customer-offer">{b.text}</span>)}
        <small className="customer-foot" dir="auto">{time(m.createdAt)} {!own && <Status status={m.status} />}</small>
      </span>
    </UnstyledButton>
  );
}

function Status({ status }: { status: Message['status'] }) {
  const { t } = useTranslation('playground');
  return (
    <span data-status={status}>
      {status === 'read' || status === 'delivered' ? <IconChecks size={14} aria-hidden /> : status === 'sent' && <IconCheck size={14} aria-hidden />} {t(`status.${status}`)}
    </span>
  );
}
