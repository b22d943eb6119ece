import './reports.css';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page';
import { Sections } from '../../components/sections';
import { useOffer } from '../../lib/commands';
import { usePlace } from '../../lib/place';
import { kept, sections, type SectionName } from './data';
import { Overview } from './overview';
import { Report } from './report';
import { Waiting } from './waiting';
import { Windows } from './windows';

/** How much there was, how long it took, and what it is made of. */
export default function Reports() {
  const { t } = useTranslation('reports');
  const { parts: [part], search, go } = usePlace();
  const names = Object.keys(sections) as SectionName[];
  const current = names.find((n) => n === part) ?? 'overview';
  const report = sections[current].find((r) => r === search.report) ?? sections[current][0];
  useOffer(names.map((n) => ({ label: `${t('title')}: ${t(`section.${n}`)}`, run: () => go({ part: 'reports', parts: [n], search: kept(search) }) })));
  return (
    <Page title={t('title')}>
      <Sections part="reports" label={t('title')} sections={names.map((name) => ({ name, label: t(`section.${name}`) }))} current={current} search={kept(search)} />
      {current === 'overview' && <Overview />}
      {report && <Report key={report} section={current} report={report} />}
      {current === 'waiting' && <Waiting />}
      {current === 'windows' && <Windows />}
    </Page>
  );
}
