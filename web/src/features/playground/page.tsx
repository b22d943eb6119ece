import { Button, TextInput } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page';
import { Empty } from '../../components/states';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { Customer } from './customer';
import { Journey } from './journey';
import { Send } from './send';
import { useEvents } from './use-events';
import { useTalk } from './use-talk';
import './playground.css';

const firstCustomer = '+14155550123';

/** A simulated customer's phone beside the API: what each side does, and the way of every message. */
export default function Playground() {
  const { t } = useTranslation('playground');
  const me = useMe();
  const { search } = usePlace();
  const number = search.number ?? firstCustomer;
  const live = me.workspaces.find((w) => w.id === me.workspaceId)?.live ?? false;
  return (
    <Page title={t('title')} actions={<Button component="a" href="/docs" target="_blank" variant="default">{t('reference')}</Button>}>
      {live || !may(me, 'sandbox:write') ? <Empty icon={IconDeviceMobile} title={t('onlyTest')}>{t('onlyTestHint')}</Empty> : <Table key={number} number={number} />}
    </Page>
  );
}

function Table({ number }: { number: string }) {
  const { t } = useTranslation('playground');
  const { search, go } = usePlace();
  const events = useEvents();
  const talk = useTalk(number, events.length);
  const [other, setOther] = useState(number);
  const chosen = talk.messages.find((m) => m.id === search.message) ?? talk.messages.at(-1);
  return (
    <>
      <form className="customer-choice" onSubmit={(e) => { e.preventDefault(); go({ part: 'playground', search: { number: other.replaceAll(/[\s()-]/g, '') } }); }}>
        <TextInput label={t('number')} description={t('numberHint')} value={other} onChange={(e) => setOther(e.currentTarget.value)} inputMode="tel" dir="ltr" />
        <Button type="submit" variant="default" disabled={other === number}>{t('take')}</Button>
      </form>
      <div className="playground">
        <Customer number={number} talk={talk} chosen={chosen?.id} choose={(id) => go({ part: 'playground', search: { ...search, message: id }, replace: true })} />
        <div className="playground-side">
          <Send number={number} sent={(id) => { talk.refresh(); go({ part: 'playground', search: { ...search, message: id }, replace: true }); }} />
          {chosen ? <Journey key={chosen.id} message={chosen} events={events} /> : <Empty icon={IconDeviceMobile} title={t('nothing')}>{t('nothingHint')}</Empty>}
        </div>
      </div>
    </>
  );
}
