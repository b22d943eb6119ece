import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page';
import { Sections } from '../../components/sections';
import { usePlace } from '../../lib/place';
import { may, reachesAll, useMe } from '../../lib/session';
import { Calendars } from './calendars';
import { People } from './people';
import { Rehearsal } from './rehearsal';
import { RehearsalForm } from './rehearsal-form';
import { Rehearsals } from './rehearsals';
import './routing.css';
import { Rules } from './rules';
import { Teams } from './teams';
import { Waiting } from './waiting';

/** Where conversations go, who gets them, and why contacts wait. */
export default function Routing() {
  const { t } = useTranslation('routing');
  const me = useMe();
  const { parts: [section, id] } = usePlace();
  const whole = reachesAll(me);
  const sections = [
    { name: 'rules', label: t('rules.title') }, { name: 'teams', label: t('teams.title') }, { name: 'people', label: t('people.title') }, { name: 'hours', label: t('hours.title') },
    ...(whole && may(me, 'conversations:read') ? [{ name: 'waiting', label: t('waiting.title') }] : []),
    ...(whole ? [{ name: 'rehearsals', label: t('rehearsals.title') }] : []),
  ];
  const current = sections.find((s) => s.name === section)?.name ?? 'rules';
  return (
    <Page title={t('title')}>
      <Sections part="routing" label={t('title')} sections={sections} current={current} />
      {current === 'rules' && <Rules />}
      {current === 'teams' && <Teams />}
      {current === 'people' && <People />}
      {current === 'hours' && <Calendars />}
      {current === 'waiting' && <Waiting />}
      {current === 'rehearsals' && (!id ? <Rehearsals /> : id === 'new' ? <RehearsalForm /> : <Rehearsal key={id} id={id} />)}
    </Page>
  );
}
