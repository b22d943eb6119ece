import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page';
import { Sections } from '../../components/sections';
import { usePlace } from '../../lib/place';
import { Standing } from './standing';
import { Storage } from './storage';
import './operator.css';

const sections = ['standing', 'storage'] as const;

/** How the whole deployment stands, for who runs it. */
export default function Operator() {
  const { t } = useTranslation('operator');
  const { parts } = usePlace();
  const current = sections.find((s) => s === parts[0]) ?? 'standing';
  return (
    <Page title={t('title')}>
      <Sections part="operator" label={t('title')} sections={sections.map((name) => ({ name, label: t(`section.${name}`) }))} current={current} />
      {current === 'storage' ? <Storage /> : <Standing />}
    </Page>
  );
}
