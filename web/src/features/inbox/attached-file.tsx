import { ActionIcon, Loader } from '@mantine/core';
import { IconFile, IconMicrophone, IconVideo, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytes } from '../../lib/format';
import { kindOf, type Attached } from './attached';

const signs = { image: IconFile, video: IconVideo, audio: IconMicrophone, document: IconFile };

/** A file before it is sent: a picture is seen, a recording can be heard, and it can be taken away. */
export function AttachedFile({ attached: { file, sending }, remove }: { attached: Attached; remove: () => void }) {
  const { t } = useTranslation('inbox');
  const address = useAddress(file);
  const [broken, setBroken] = useState<File>(); // the browser cannot draw it
  const kind = kindOf(file);
  const Sign = signs[kind];
  return (
    <div className="attached" role="group" aria-label={t('attached.label')} onKeyDown={(e) => { if (e.key === 'Escape' && !sending) remove(); }}>
      {kind === 'image' && address && broken !== file ? <img src={address} alt="" onError={() => setBroken(file)} /> : <Sign size={28} aria-hidden />}
      <span className="attached-words" role="status">
        <bdi title={file.name}>{file.name}</bdi>
        <span className="quiet">{bytes(file.size)} · {t(sending ? 'attached.sending' : 'attached.waits')}</span>
      </span>
      {kind === 'audio' && address && <audio controls src={address} aria-label={file.name} />}
      {sending ? <Loader size={18} /> : <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('attached.remove')} title={t('attached.remove')} onClick={remove}><IconX size={18} /></ActionIcon>}
    </div>
  );
}

/** A file of this device as an address that the page may show. */
function useAddress(file: File): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
