import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page';
import { Sections } from '../../components/sections';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { Endpoint } from './endpoint';
import { Endpoints } from './endpoints';
import { Events } from './events';
import { Keys } from './keys';
import { Start } from './start';
import './developers.css';

/** What somebody needs whose program talks with the service. */
export default function Developers() {
  const { t } = useTranslation('developers');
  const me = useMe();
  const { parts } = usePlace();
  const sections = [
    { name: 'start', label: t('start.title') },
    ...(may(me, 'keys:read') ? [{ name: 'keys', label: t('keys.title') }] : []),
    ...(may(me, 'webhooks:read') ? [{ name: 'webhooks', label: t('webhooks.title') }] : []),
    ...(may(me, 'events:read') ? [{ name: 'events', label: t('events.title') }] : []),
  ];
  const current = sections.find((s) => s.name === parts[0])?.name ?? 'start';
  return (
    <Page title={t('title')}>
      <Sections part="developers" label={t('title')} sections={sections} current={current} />
      {current === 'start' && <Start />}
      {current === 'keys' && <Keys />}
      {current === 'webhooks' && (parts[1] ? <Endpoint id={parts[1]} deliveryId={parts[2]} /> : <Endpoints />)}
      {current === 'events' && <Events />}
    </Page>
  );
}
