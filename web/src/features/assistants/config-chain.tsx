import { ActionIcon, Anchor, Group, Select, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/sections';
import type { ConfigProps } from './config';
import { useProviders } from './data';
import { Standing } from './standing';

/** The AI providers that are asked one after the other. If one fails, the next is asked. */
export function ChainCard({ value, put, fault, disabled }: ConfigProps) {
  const { t } = useTranslation('assistants');
  const { t: shared } = useTranslation();
  const providers = useProviders().data ?? [];
  const chain = value.providerIds ?? [];
  const set = (providerIds: string[]) => put({ providerIds });
  const move = (at: number, to: number) => {
    const next = [...chain];
    next.splice(to, 0, ...next.splice(at, 1));
    set(next);
  };
  const others = providers.filter((p) => !chain.includes(p.id));
  return (
    <Card title={t('chain.title')} actions={<Anchor component={Link} to={'/assistants/providers' as never} size="sm">{t('chain.open')}</Anchor>}>
      <Stack gap="sm">
        <Text size="sm" className="quiet">{t(chain.length > 0 ? 'chain.hint' : 'chain.none')}</Text>
        <ol className="as-chain">
          {chain.map((id, at) => {
            const p = providers.find((one) => one.id === id);
            const name = p?.name ?? id;
            return (
              <li key={id}>
                <span className="as-number" aria-hidden>{at + 1}</span>
                <div className="as-grow">
                  <Text size="sm" fw={500}><bdi>{name}</bdi></Text>
                  {p && <Text size="xs" className="quiet"><bdi>{p.model}</bdi> · {t(`kind.${p.kind}`)}</Text>}
                </div>
                {p && <Standing health={p.health} />}
                {!disabled && (
                  <Group gap={0} wrap="nowrap">
                    <ActionIcon variant="subtle" color="gray" disabled={at === 0} aria-label={t('chain.up', { name })} onClick={() => move(at, at - 1)}><IconArrowUp size={16} /></ActionIcon>
                    <ActionIcon variant="subtle" color="gray" disabled={at === chain.length - 1} aria-label={t('chain.down', { name })} onClick={() => move(at, at + 1)}><IconArrowDown size={16} /></ActionIcon>
                    <ActionIcon variant="subtle" color="gray" aria-label={`${shared('action.delete')}: ${name}`} onClick={() => set(chain.filter((one) => one !== id))}><IconX size={16} /></ActionIcon>
                  </Group>
                )}
              </li>
            );
          })}
        </ol>
        {!disabled && others.length > 0 && (
          <Select aria-label={t('chain.add')} placeholder={t('chain.add')} value={null} data={others.map((p) => ({ value: p.id, label: `${p.name} · ${p.model}` }))} onChange={(id) => id && set([...chain, id])} error={fault('/providerIds')} />
        )}
      </Stack>
    </Card>
  );
}
