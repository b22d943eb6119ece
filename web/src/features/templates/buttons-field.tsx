import { ActionIcon, Button as PushButton, Group, Menu, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/sections';
import { ButtonInputs } from './button-inputs';
import type { FieldsProps } from './editor';
import { newButton, type Button } from './form';

/** What the editor can make, and how many of each the provider takes. */
const kinds = { QUICK_REPLY: 10, URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1, FLOW: 1, VOICE_CALL: 1, ORDER_DETAILS: 1, CATALOG: 1, MPM: 1, SPM: 1, REQUEST_CONTACT_INFO: 1 } as const;
const most = 10;

/** The buttons below the text, in their order. */
export function ButtonsField({ form, change, fault }: FieldsProps) {
  const { t } = useTranslation('templates');
  const { buttons } = form;
  const set = (next: Button[]) => change({ buttons: next });
  const add = (type: keyof typeof kinds) => set(type === 'QUICK_REPLY' ? withReply(buttons) : [...buttons, newButton(type)]);
  const swap = (i: number, j: number) => set(buttons.map((b, k) => (k === i ? buttons[j]! : k === j ? buttons[i]! : b)));
  return (
    <Card title={t('buttons.title')} actions={(
      <Menu position="bottom-end">
        <Menu.Target><PushButton size="xs" variant="default" leftSection={<IconPlus size={14} />} disabled={buttons.length >= most}>{t('buttons.add')}</PushButton></Menu.Target>
        <Menu.Dropdown>
          {(Object.keys(kinds) as (keyof typeof kinds)[]).map((type) => (
            <Menu.Item key={type} disabled={buttons.filter((b) => b.type === type).length >= kinds[type]} onClick={() => add(type)}>{t(`button.${type}`)}</Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    )}>
      {buttons.length === 0 && <Text size="sm" className="quiet" id="field-buttons" tabIndex={-1}>{t('buttons.none')}</Text>}
      <Stack gap="sm" id={buttons.length > 0 ? 'field-buttons' : undefined} tabIndex={-1}>
        {buttons.map((b, i) => (
          <fieldset key={i} className="tp-button">
            <legend>{t(`button.${b.type}`, { defaultValue: b.type })}</legend>
            <ButtonInputs value={b} index={i} marketing={form.category === 'MARKETING'} faultOf={(part) => fault(part ? `button-${i}-${part}` : `button-${i}`)} set={(one) => set(buttons.map((was, k) => (k === i ? one : was)))} />
            <Group gap={4} mt={6} justify="end">
              <ActionIcon variant="subtle" color="gray" aria-label={t('buttons.up', { number: i + 1 })} disabled={i === 0} onClick={() => swap(i, i - 1)}><IconArrowUp size={16} /></ActionIcon>
              <ActionIcon variant="subtle" color="gray" aria-label={t('buttons.down', { number: i + 1 })} disabled={i === buttons.length - 1} onClick={() => swap(i, i + 1)}><IconArrowDown size={16} /></ActionIcon>
              <ActionIcon variant="subtle" color="red" aria-label={t('buttons.remove', { number: i + 1 })} onClick={() => set(buttons.filter((_, k) => k !== i))}><IconTrash size={16} /></ActionIcon>
            </Group>
          </fieldset>
        ))}
      </Stack>
      {fault('buttons') && <Text size="xs" c="var(--mantine-color-error)" role="alert" mt={4}>{fault('buttons')}</Text>}
    </Card>
  );
}

/** Quick replies stand together: a new one goes behind the last of them. */
function withReply(buttons: Button[]): Button[] {
  const at = buttons.findLastIndex((b) => b.type === 'QUICK_REPLY') + 1;
  const place = at === 0 ? buttons.length : at;
  return [...buttons.slice(0, place), { type: 'QUICK_REPLY', text: '' }, ...buttons.slice(place)];
}
