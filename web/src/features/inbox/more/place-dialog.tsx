import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/dialogs';
import { pointIn, type DialogProps } from './content';

/** Sends a place on the map. */
export default function PlaceDialog({ send, close }: DialogProps) {
  const { t } = useTranslation(['inbox/more', 'inbox']);
  const [where, setWhere] = useState('');
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [tried, setTried] = useState(false);
  const point = pointIn(where);
  const save = () => {
    if (!point) return setTried(true);
    send({ type: 'location', location: { ...point, ...(name.trim() && { name: name.trim() }), ...(address.trim() && { address: address.trim() }) } }, `📍 ${name.trim() || `${point.latitude}, ${point.longitude}`}`);
    close();
  };
  return (
    <FormDialog title={t('place.open')} label={t('inbox:send')} close={close} save={save} pending={false}>
      <TextInput label={t('place.where')} description={t('place.hint')} value={where} onChange={(e) => { setWhere(e.currentTarget.value); setTried(false); }} required data-autofocus dir="ltr" maxLength={2000} error={tried && t('place.fault')} />
      <Text size="sm" className="quiet" role="status">{point ? <>{t('place.found')} <bdi dir="ltr">{point.latitude}, {point.longitude}</bdi></> : ' '}</Text>
      <TextInput label={t('place.placeName')} value={name} onChange={(e) => setName(e.currentTarget.value)} dir="auto" maxLength={1000} />
      <TextInput label={t('place.address')} value={address} onChange={(e) => setAddress(e.currentTarget.value)} dir="auto" maxLength={1000} />
    </FormDialog>
  );
}
