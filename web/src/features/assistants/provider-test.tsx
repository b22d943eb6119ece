import { Alert, Badge, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AIProvider } from '@service/sdk';
import { FormDialog } from '../../components/dialogs';
import { api } from '../../lib/api';
import { money, number } from '../../lib/format';

/** Makes one small call to an AI provider. If it works, the provider is called again. */
export function ProviderTest({ value, close, done }: { value: AIProvider; close: () => void; done: () => void }) {
  const { t } = useTranslation('assistants');
  const test = useMutation({ mutationFn: () => api.ai.providers.test(value.id, { timeout: 60_000 }), onSettled: done });
  return (
    <FormDialog title={t('providers.testOf', { name: value.name })} label={t('providers.testDo')} close={close} pending={test.isPending} save={() => test.mutate()} error={test.error}>
      <Text size="sm">{t('providers.testHint')}</Text>
      {test.data && (
        <Alert role="status" color={test.data.ok ? 'brand' : 'red'} title={t(test.data.ok ? 'providers.works' : 'providers.fails')}>
          {test.data.calls.map((c, i) => (
            <Group key={c.id ?? i} gap="xs">
              <Badge variant="light" tt="none" color={c.ok ? 'brand' : 'red'}>{c.ok ? t('class.succeeded') : t(`class.${c.class}`, { defaultValue: c.class ?? '' })}</Badge>
              <Text size="sm" className="amount">{number(c.latencyMs)} ms · {t('test.tokens', { n: number(c.tokens.total) })}{c.cost && ` · ${money(c.cost.amount, c.cost.currency)}`}</Text>
              {c.detail && <Text size="sm" dir="auto">{c.detail}</Text>}
            </Group>
          ))}
        </Alert>
      )}
    </FormDialog>
  );
}
