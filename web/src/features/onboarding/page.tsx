import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page';
import { Sections } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { usePlace } from '../../lib/place';
import { Accounts } from './accounts';
import { Badge } from './badge';
import { Checklist } from './checklist';
import { useChecklist, useRefresh } from './data';
import { Doctor } from './doctor';
import { Numbers } from './numbers';
import './onboarding.css';

const sections = ['checklist', 'numbers', 'accounts', 'doctor', 'badge'] as const;

/** What a business does until it can send, and what is wrong when it cannot. */
export default function GoingLive() {
  const { t } = useTranslation('onboarding');
  const { parts } = usePlace();
  const list = useChecklist();
  const refresh = useRefresh();
  const current = sections.find((s) => s === parts[0]) ?? 'checklist';
  return (
    <Page title={t('title')}>
      <Sections part="onboarding" label={t('title')} sections={sections.map((name) => ({ name, label: t(`section.${name}`) }))} current={current} />
      {current === 'numbers' && <Numbers chosen={parts[1]} />}
      {current === 'accounts' && <Accounts />}
      {current === 'doctor' && <Doctor />}
      {(current === 'checklist' || current === 'badge') && (
        list.error ? <Trouble error={list.error} retry={refresh} /> : !list.data ? <Loading /> : current === 'badge' ? <Badge list={list.data} refresh={refresh} /> : <Checklist list={list.data} chosen={parts[1]} />
      )}
    </Page>
  );
}
