import './charges.css';
import { Button } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page';
import { Sections } from '../../components/sections';
import { useOffer } from '../../lib/commands';
import { usePlace } from '../../lib/place';
import { Budgets } from './budgets';
import { Ledger } from './ledger';
import { Overview } from './overview';
import { RateCards } from './rate-cards';
import { Reconciliation } from './reconciliation';
import { Reconciliations } from './reconciliations';
import { Savings } from './savings';
import { Statement } from './statement';

const names = ['overview', 'ledger', 'savings', 'reconciliations', 'budgets', 'rate-cards'] as const;

/** What the provider charges, whether its bill agrees, and what may be spent. */
export default function Charges() {
  const { t } = useTranslation('charges');
  const { parts: [part, id], search: { from, to }, go } = usePlace();
  const [statement, setStatement] = useState(false);
  const current = names.find((n) => n === part) ?? 'overview';
  useOffer([
    { label: t('statement.title'), run: () => setStatement(true) },
    ...names.map((n) => ({ label: `${t('title')}: ${t(`section.${n}`)}`, run: () => go({ part: 'charges', parts: [n] }) })),
  ]);
  return (
    <Page title={t('title')} actions={<Button variant="default" leftSection={<IconFileInvoice size={16} />} onClick={() => setStatement(true)}>{t('statement.title')}</Button>}>
      <Sections part="charges" label={t('title')} sections={names.map((name) => ({ name, label: t(`section.${name}`) }))} current={current} search={from && to ? { from, to } : {}} />
      {current === 'overview' && <Overview />}
      {current === 'ledger' && <Ledger chosen={id} />}
      {current === 'savings' && <Savings />}
      {current === 'reconciliations' && (id ? <Reconciliation key={id} id={id} /> : <Reconciliations />)}
      {current === 'budgets' && <Budgets />}
      {current === 'rate-cards' && <RateCards chosen={id} />}
      <Statement opened={statement} close={() => setStatement(false)} />
    </Page>
  );
}
