import { Alert, Anchor, Button, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddPasskeyRequest, Passkey, PasskeyOptions } from '@service/sdk';
import { FormDialog, Sure } from '../../components/dialogs';
import { Card } from '../../components/sections';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { faultOf, isAtFields } from '../../lib/faults';
import { day } from '../../lib/format';
import { byName, hasPasskeys } from '../../lib/passkeys';
import { withRecentSignIn } from '../../lib/recent-sign-in';
import { deviceOf } from './device';

/** Lets the browser make a passkey. */
async function makePasskey({ ceremonyId, options }: PasskeyOptions, name: string): Promise<AddPasskeyRequest> {
  const wanted = (options.publicKey ?? options) as PublicKeyCredentialCreationOptionsJSON;
  const made = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(wanted) });
  if (!made) throw new Error('the browser made no passkey');
  return { ceremonyId, name, credential: (made as PublicKeyCredential).toJSON() as unknown as Record<string, unknown> };
}

/** What one signs in with instead of the password. */
export function Passkeys() {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const passkeys = useQuery({ queryKey: ['passkeys'], queryFn: async () => (await api.factors.passkeys()).data });
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey>();
  const able = hasPasskeys();
  const named = byName();
  const again = () => {
    void queries.invalidateQueries({ queryKey: ['passkeys'] });
    void queries.invalidateQueries({ queryKey: ['factors'] });
  };
  return (
    <Card title={t('passkeys.title')} actions={able && <Button size="xs" variant="default" onClick={() => setAdding(true)}>{t('passkeys.add')}</Button>}>
      <Text size="sm" className="quiet" mb="xs">
        {able ? t('passkeys.hint') : named ? <>{t('passkeys.byName')} <Anchor inherit href={named} dir="ltr">{new URL(named).origin}</Anchor></> : t('passkeys.unable')}
      </Text>
      {passkeys.error ? <Trouble error={passkeys.error} retry={again} /> : !passkeys.data ? <Loading lines={2} /> : passkeys.data.map((key) => (
        <div key={key.id} className="line">
          <div>
            <Text size="sm" fw={500} dir="auto">{key.name}</Text>
            <Text size="xs" className="quiet">{t('since', { at: day(key.createdAt) })} · {key.lastUsedAt ? t('passkeys.used', { at: day(key.lastUsedAt) }) : t('passkeys.unused')}{key.backedUp && ` · ${t('passkeys.backedUp')}`}</Text>
            {key.suspectAt && <Alert color="red" mt={4} p="xs">{t('passkeys.suspect', { at: day(key.suspectAt) })}</Alert>}
          </div>
          <Button size="xs" variant="subtle" color="red" aria-label={t('removeOf', { name: key.name })} onClick={() => setRemoved(key)}>{t('remove')}</Button>
        </div>
      ))}
      {adding && <AddPasskey close={() => setAdding(false)} done={() => { again(); setAdding(false); }} />}
      {removed && (
        <Sure title={t('passkeys.removeTitle', { name: removed.name })} label={t('remove')} close={() => setRemoved(undefined)} done={again} run={() => api.factors.removePasskey(removed.id)}>{t('passkeys.removeHint')}</Sure>
      )}
    </Card>
  );
}

function AddPasskey({ close, done }: { close: () => void; done: () => void }) {
  const { t } = useTranslation('settings');
  const [name, setName] = useState(() => deviceOf(navigator.userAgent));
  const add = useMutation({
    mutationFn: async () => api.factors.addPasskey(await makePasskey(await withRecentSignIn(() => api.factors.beginPasskey()), name)),
    onSuccess: done,
  });
  const refused = add.error instanceof DOMException;
  return (
    <FormDialog title={t('passkeys.add')} label={t('passkeys.go')} close={close} pending={add.isPending} save={() => add.mutate()} error={refused || isAtFields(add.error, ['/name']) ? undefined : add.error}>
      <Text size="sm">{t('passkeys.addHint')}</Text>
      {refused && <Alert color="orange" role="alert">{t(add.error?.name === 'InvalidStateError' ? 'passkeys.already' : 'passkeys.refused')}</Alert>}
      <TextInput label={t('passkeys.name')} dir="auto" required data-autofocus value={name} onChange={(e) => setName(e.currentTarget.value)} error={faultOf(add.error, '/name')} />
    </FormDialog>
  );
}
