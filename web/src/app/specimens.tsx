import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { APIConnectionError, APIError } from '@service/sdk';
import { Copy, ShownOnce, Snippet } from '../components/copy';
import { FormDialog, Sure } from '../components/dialogs';
import { Face } from '../components/face';
import { Figure } from '../components/figure';
import { LabelledValue } from '../components/labelled-value';
import { Moment } from '../components/moment';
import { Page } from '../components/page';
import { Phone } from '../components/phone';
import { Card, Sections } from '../components/sections';
import { Empty, Loading, Trouble } from '../components/states';

const problem = (status: number, detail: string) => new APIError(status, { detail, code: 'specimen' }, new Headers());
const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 120"><rect x="16" y="16" width="230" height="70" rx="10" fill="#fff"/><text x="30" y="56" font-size="15" font-family="sans-serif">Your order is ready.</text></svg>';

/**
 * Every shared component in every state, at /app/specimens, for those who change the
 * app and for pictures of it. It is in no menu, and in English only.
 */
export default function Specimens() {
  const [open, setOpen] = useState<'form' | 'fault' | 'sure' | 'once'>();
  const close = () => setOpen(undefined);
  const waits = () => new Promise((r) => setTimeout(r, 800));
  return (
    <Page title="Specimens" actions={<Button>Main action</Button>}>
      <Sections part="specimens" label="Sections" current="one" sections={[{ name: 'one', label: 'Chosen' }, { name: 'two', label: 'Another' }, { name: 'three', label: 'A third one' }]} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Specimen title="Nothing there"><Empty icon={IconInbox} title="Nothing is here">Something appears once somebody writes.</Empty></Specimen>
        <Specimen title="Loading"><Loading lines={4} /></Specimen>
        <Specimen title="Trouble"><Trouble error={problem(500, 'The service failed. Its log says why.')} retry={close} /></Specimen>
        <Specimen title="Invalid"><Trouble error={problem(422, 'name is required.')} /></Specimen>
        <Specimen title="Not allowed"><Trouble error={problem(403, 'This needs the scope deals:read.')} /></Specimen>
        <Specimen title="Gone"><Trouble error={problem(404, 'There is no such deal.')} /></Specimen>
        <Specimen title="Offline"><Trouble error={new APIConnectionError('no connection')} retry={close} /></Specimen>
        <Specimen title="Figures">
          <SimpleGrid cols={2}><Figure label="Delivered" value="98.2 %" hint="of 12,400" /><Figure label="Charges" value="$41.07" /></SimpleGrid>
        </Specimen>
        <Specimen title="Values">
          <LabelledValue label="Created"><Moment at="2026-01-31T09:30:00Z" whole /></LabelledValue>
          <LabelledValue label="A long one">A value that is too long for its place goes on in the next line, at the end of it</LabelledValue>
          <LabelledValue label="Id"><Group gap={4}><bdi>cnv_01jd5k3v6rf0w8m2a4t9x7bq1e</bdi><Copy value="cnv_01jd5k3v6rf0w8m2a4t9x7bq1e" /></Group></LabelledValue>
        </Specimen>
        <Specimen title="People"><Group>{['Ada Lovelace', 'مها', 'आशा राव', '+1 415', ''].map((name) => <Face key={name} name={name} id={name} />)}</Group></Specimen>
        <Specimen title="Code"><Snippet label="A call" text={'curl https://crm.example/v1/messages \\\n  -H "Authorization: Bearer $SERVICE_API_KEY"'} /></Specimen>
        <Specimen title="Dialogs">
          <Group>
            <Button variant="default" onClick={() => setOpen('form')}>Form</Button>
            <Button variant="default" onClick={() => setOpen('fault')}>Form that was refused</Button>
            <Button variant="default" onClick={() => setOpen('sure')}>Question</Button>
            <Button variant="default" onClick={() => setOpen('once')}>Shown once</Button>
          </Group>
        </Specimen>
        <Specimen title="Phone"><Group align="start"><Phone picture={picture} text="Your order is ready." label="On a phone" /><Phone label="While it is drawn" fresh={false} /></Group></Specimen>
      </SimpleGrid>
      {(open === 'form' || open === 'fault') && <FormDialog title="Change something" close={close} save={close} pending={false} error={open === 'fault' ? problem(409, 'Somebody changed it meanwhile.') : undefined}><Text size="sm">Fields stand here.</Text></FormDialog>}
      {open === 'sure' && <Sure title="Delete this?" label="Delete" run={waits} close={close}>This cannot be undone.</Sure>}
      {open === 'once' && <ShownOnce title="Your new key" value="sk_test_0000000000000000000000000000" close={close} />}
    </Page>
  );
}

const Specimen = ({ title, children }: { title: string; children: ReactNode }) => <Card title={title}><Stack gap="xs">{children}</Stack></Card>;
