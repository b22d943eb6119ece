import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page';
import { Sections } from '../../components/sections';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import './assistants.css';
import { AssistantPage } from './detail';
import { Gaps } from './gaps';
import { Knowledge } from './knowledge';
import { AssistantList } from './list';
import { Proposals } from './proposals';
import { Providers } from './providers';
import { SourcePage } from './source';
import { Usage } from './usage';

/** What answers contacts by itself: assistants, what they know, and the models behind them. */
export default function Assistants() {
  const { t } = useTranslation('assistants');
  const me = useMe();
  const { parts: [section, id] } = usePlace();
  const sections = [
    { name: 'all', label: t('title') },
    ...(may(me, 'knowledge:read') ? [{ name: 'knowledge', label: t('knowledge.title') }, { name: 'gaps', label: t('gaps.title') }] : []),
    ...(may(me, 'conversations:read') ? [{ name: 'proposals', label: t('proposals.title') }] : []),
    ...(may(me, 'ai:read') ? [{ name: 'providers', label: t('providers.title') }, { name: 'usage', label: t('usage.title') }] : []),
  ];
  const current = sections.find((s) => s.name === section)?.name ?? 'all';
  return (
    <Page title={t('title')}>
      <Sections part="assistants" label={t('title')} sections={sections} current={current} />
      {current === 'all' && (id ? <AssistantPage key={id} id={id} /> : <AssistantList />)}
      {current === 'knowledge' && (id ? <SourcePage key={id} id={id} /> : <Knowledge />)}
      {current === 'gaps' && <Gaps />}
      {current === 'proposals' && <Proposals />}
      {current === 'providers' && <Providers />}
      {current === 'usage' && <Usage />}
    </Page>
  );
}
