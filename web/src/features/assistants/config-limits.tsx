import { NumberInput, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/sections';
import { ownTimeZone, TimeZoneInput, WeekHoursInput } from '../../components/week-hours';
import type { ConfigProps } from './config';

/** When an assistant answers, how fast, and how often. */
export function LimitsCard({ value, put, fault, disabled }: ConfigProps) {
  const { t } = useTranslation('assistants');
  const limits = value.limits ?? {};
  const limit = (name: keyof typeof limits, from: number, to: number) => (
    <NumberInput label={t(`limits.${name}`)} min={from} max={to} disabled={disabled} value={limits[name] ?? ''} onChange={(n) => put({ limits: { ...limits, [name]: Number(n) } })} error={fault(`/limits/${name}`)} />
  );
  return (
    <Card title={t('limits.title')}>
      <Stack gap="sm">
        <Switch label={t('limits.always')} disabled={disabled} checked={!value.hours} onChange={(e) => put({ hours: e.currentTarget.checked ? undefined : { timeZone: ownTimeZone(), weekly: [] } })} />
        {value.hours && !disabled && (
          <>
            <TimeZoneInput value={value.hours.timeZone} onChange={(timeZone) => put({ hours: { weekly: [], ...value.hours, timeZone } })} error={fault('/hours/timeZone')} />
            <WeekHoursInput value={value.hours.weekly} onChange={(weekly) => put({ hours: { timeZone: ownTimeZone(), ...value.hours, weekly } })} error={fault('/hours/weekly')} />
            {value.hours.weekly.length === 0 && <Text size="xs" className="quiet">{t('limits.noHours')}</Text>}
          </>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" className="as-even">
          {limit('pauseSeconds', 0, 3600)}
          {limit('perTenMinutes', 1, 100)}
          {limit('perDay', 1, 1000)}
          {limit('turnsWithoutPerson', 1, 100)}
          <NumberInput label={t('limits.burst')} min={0} max={8} step={0.5} decimalScale={1} disabled={disabled} value={(value.burstPauseMs ?? 2000) / 1000} onChange={(n) => put({ burstPauseMs: Math.round(Number(n) * 1000) })} error={fault('/burstPauseMs')} />
          <NumberInput label={t('limits.cache')} min={0} max={720} disabled={disabled} value={(value.cacheSeconds ?? 86400) / 3600} onChange={(n) => put({ cacheSeconds: Math.round(Number(n) * 3600) })} error={fault('/cacheSeconds')} />
        </SimpleGrid>
      </Stack>
    </Card>
  );
}
