import { Anchor, SimpleGrid, Text } from '@mantine/core';
import { IconBook, IconBroadcast, IconPackage, IconPlugConnected, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Snippet } from '../../components/copy';
import { Card } from '../../components/sections';

const links: { name: string; href: string; icon: Icon }[] = [
  { name: 'reference', href: '/docs', icon: IconBook },
  { name: 'description', href: '/openapi.json', icon: IconPlugConnected },
  { name: 'sdk', href: '/sdk', icon: IconPackage },
];

/** Where to begin. */
export function Start() {
  const { t } = useTranslation('developers');
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} mb="md">
        {links.map(({ name, href, icon: Sign }) => (
          <a key={name} className="card start-link" href={href} target="_blank" rel="noreferrer">
            <Sign size={22} stroke={1.6} aria-hidden />
            <span className="start-name">{t(`start.${name}`)}</span>
            <Text size="sm" className="quiet">{t(`start.${name}Hint`)}</Text>
          </a>
        ))}
      </SimpleGrid>
      <Card title={t('start.send')}>
        <Text size="sm" className="quiet" mb="sm">{t('start.sendHint')}</Text>
        <Snippet label={t('start.send')} text={`curl ${location.origin}/v1/messages \\
  -H "Authorization: Bearer $SERVICE_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"to":"+14155550123","type":"text","text":{"body":"Hello!"}}'`} />
      </Card>
      <Listen />
    </>
  );
}

/** How a program on one's own machine hears of events. */
export function Listen() {
  const { t } = useTranslation('developers');
  return (
    <Card title={t('listen.title')}>
      <Text size="sm" className="quiet" mb="sm">
        <IconBroadcast size={15} aria-hidden className="inline-icon" /> {t('listen.hint')}{' '}
        <Anchor href="/docs" target="_blank" size="sm">{t('listen.more')}</Anchor>
      </Text>
      <Snippet label={t('listen.title')} text={`crm listen --url ${location.origin} --api-key "$SERVICE_API_KEY" \\\n  --forward-to http://localhost:3000/webhook`} />
    </Card>
  );
}
