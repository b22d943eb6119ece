import './reports.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page';
import { Sections } from '../../components/sections';
import { Loading } from '../../components/states';
import { useOffer } from '../../lib/commands';
import { usePlace } from '../../lib/place';
import { may, reachesAll, useMe } from '../../lib/session';
import { kept, sections, type SectionName } from './data';
import { DealsReports } from './deals';
import { Overview } from './overview';
import { insteadOf } from './reach';
import { Report } from './report';
import { Waiting } from './waiting';
import { Windows } from './windows';

/** How much there was, how long it took, and what it is made of. */
export default function Reports() {
  const { t } = useTranslation('reports');
  const { parts: [part], search, go } = usePlace();
  const me = useMe();
  const names = (Object.keys(sections) as SectionName[]).filter((n) => n !== 'deals' || (may(me, 'deals:read') && reachesAll(me)));
  const current = names.find((n) => n === part) ?? 'overview';
  const report = sections[current].find((r) => r === search.report) ?? sections[current][0];
  useOffer(names.map((n) => ({ label: `${t('title')}: ${t(`section.${n}`)}`, run: () => go({ part: 'reports', parts: [n], search: kept(search) }) })));
  const instead = current === 'deals' ? undefined : insteadOf(me, search);
  useEffect(() => {
    if (instead) go({ part: 'reports', parts: [current], search: instead, replace: true });
  });
  if (instead) return <Page title={t('title')}><Loading /></Page>;
  return (
    <Page title={t('title')}>
      <Sections part="reports" label={t('title')} sections={names.map((name) => ({ name, label: t(`section.${name}`) }))} current={current} search={kept(search)} />
      {current === 'overview' && <Overview />}
      {report && <Report key={report} section={current} report={report} />}
      {current === 'waiting' && <Waiting />}
      {current === 'windows' && <Windows />}
      {current === 'deals' && <DealsReports />}
    </Page>
  );
}
