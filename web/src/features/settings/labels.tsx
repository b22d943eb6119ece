import { ActionIcon, Button, ColorInput, Group, Menu, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDots, IconPencil, IconPlus, IconTag, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Label } from '@service/sdk';
import { FormDialog, Sure } from '../../components/dialogs';
import { Moment } from '../../components/moment';
import { Empty, Loading, Trouble } from '../../components/states';
import { all } from '../../lib/all';
import { api } from '../../lib/api';
import { useOffer } from '../../lib/commands';
import { faultOf, isAtFields } from '../../lib/faults';
import { may, useMe } from '../../lib/session';
import { reachesAll } from './data';
import { Head } from './section';

type Act = { what: 'create' } | { what: 'edit' | 'delete'; label: Label };

/** The words by which people sort conversations. */
export function Labels() {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const me = useMe();
  const writes = may(me, 'teams:write') && reachesAll(me);
  const [act, setAct] = useState<Act>();
  const labels = useQuery({ queryKey: ['labels', 'all'], queryFn: () => all(api.labels.list({ limit: 200 })) });
  const again = () => void queries.invalidateQueries({ queryKey: ['labels'] });
  const close = () => setAct(undefined);
  useOffer(writes ? [{ label: t('labels.create'), keys: 'N', run: () => setAct({ what: 'create' }) }] : []);
  return (
    <>
      <Head title={t('labels.title')} hint={t('labels.hint')}>
        {writes && <Button leftSection={<IconPlus size={16} />} onClick={() => setAct({ what: 'create' })}>{t('labels.create')}</Button>}
      </Head>
      {labels.error ? <Trouble error={labels.error} retry={again} /> : !labels.data ? <Loading /> : labels.data.length === 0 ? <Empty icon={IconTag} title={t('labels.none')}>{t('labels.noneHint')}</Empty> : (
        <div className="framed">
          <Table className="plain">
            <Table.Thead><Table.Tr><Table.Th>{t('name')}</Table.Th><Table.Th>{t('changed')}</Table.Th>{writes && <Table.Th aria-label={t('acts')} />}</Table.Tr></Table.Thead>
            <Table.Tbody>
              {labels.data.map((label) => (
                <Table.Tr key={label.id}>
                  <Table.Td><Group gap="xs" wrap="nowrap"><Dot color={label.color} /><Text size="sm" fw={500} dir="auto">{label.name}</Text></Group></Table.Td>
                  <Table.Td className="quiet"><Moment at={label.updatedAt} /></Table.Td>
                  {writes && (
                    <Table.Td ta="end">
                      <Menu position="bottom-end">
                        <Menu.Target><ActionIcon variant="subtle" color="gray" aria-label={t('actsOf', { name: label.name })}><IconDots size={18} /></ActionIcon></Menu.Target>
                        <Menu.Dropdown>
                          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setAct({ what: 'edit', label })}>{t('edit')}</Menu.Item>
                          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setAct({ what: 'delete', label })}>{t('delete')}</Menu.Item>
                        </Menu.Dropdown>
                      </Menu>
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {act && act.what !== 'delete' && <LabelForm value={act.what === 'edit' ? act.label : undefined} close={close} done={() => { again(); close(); }} />}
      {act?.what === 'delete' && <Sure title={t('labels.deleteTitle', { name: act.label.name })} label={t('delete')} close={close} done={again} run={() => api.labels.delete(act.label.id)}>{t('labels.deleteHint')}</Sure>}
    </>
  );
}

const Dot = ({ color }: { color: string }) => <span className="label-dot" aria-hidden style={{ background: color }} />;

const colors = ['#6b7280', '#dc2626', '#d97706', '#ca8a04', '#16a34a', '#0d9488', '#2563eb', '#7c3aed', '#c026d3', '#db2777'];

function LabelForm({ value, close, done }: { value?: Label; close: () => void; done: () => void }) {
  const { t } = useTranslation('settings');
  const [name, setName] = useState(value?.name ?? '');
  const [color, setColor] = useState(value?.color ?? colors[0]!);
  const save = useMutation({ mutationFn: () => (value ? api.labels.update(value.id, { name, color }) : api.labels.create({ name, color })), onSuccess: done });
  return (
    <FormDialog title={t(value ? 'labels.edit' : 'labels.create')} label={value ? undefined : t('labels.create')} close={close} pending={save.isPending} save={() => save.mutate()} error={isAtFields(save.error, ['/name', '/color']) ? undefined : save.error}>
      <TextInput label={t('name')} dir="auto" maxLength={60} required data-autofocus value={name} onChange={(e) => setName(e.currentTarget.value)} error={faultOf(save.error, '/name')} />
      <ColorInput label={t('labels.color')} format="hex" swatches={colors} withEyeDropper={false} value={color} onChange={setColor} error={faultOf(save.error, '/color')} />
    </FormDialog>
  );
}
