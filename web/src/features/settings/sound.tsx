import { Button, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/sections';
import { soundIsOn, switchSound } from '../../lib/sound';

/** Whether this device makes a sound when something is for somebody. */
export function Sound() {
  const { t } = useTranslation('settings');
  const [on, setOn] = useState(soundIsOn);
  const listen = () => void import('../../lib/tone').then((m) => m.tone());
  return (
    <Card title={t('sound.title')} actions={<Button size="xs" variant="default" onClick={listen}>{t('sound.listen')}</Button>}>
      <Switch label={t('sound.on')} checked={on} onChange={(e) => {
        const next = e.currentTarget.checked;
        switchSound(next);
        setOn(next);
        if (next) listen();
      }} />
      <Text size="sm" className="quiet" mt="xs">{t('sound.hint')}</Text>
    </Card>
  );
}
