import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Phone } from '../../components/phone';
import { Loading, Trouble } from '../../components/states';
import { api } from '../../lib/api';
import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import type { Component } from './form';
import { languageName } from './languages';

/** A template of the gallery on the phone, in any of its languages. */
export function GalleryDialog({ id, language, close }: { id: string; language: string; close: () => void }) {
  const { t, i18n } = useTranslation('templates');
  const { go } = usePlace();
  const writes = may(useMe(), 'templates:write');
  const [wanted, setWanted] = useState(language);
  const found = useQuery({ queryKey: ['template-gallery', id], queryFn: () => api.templates.galleryTemplate(id), staleTime: Infinity });
  const text = found.data?.texts.find((x) => x.language === wanted) ?? found.data?.texts[0];
  const preview = useQuery({
    queryKey: ['template-preview', 'gallery', id, text?.language], enabled: Boolean(text), placeholderData: keepPreviousData, staleTime: Infinity,
    queryFn: () => api.templates.previewDraft({ category: found.data!.category, parameterFormat: found.data!.parameterFormat, components: text!.components as Component[] }),
  });
  return (
    <Modal opened onClose={close} size="lg" title={found.data?.purpose ?? id} transitionProps={{ duration: 0 }}>
      {found.error && <Trouble error={found.error} />}
      {!found.data && !found.error && <Loading />}
      {found.data && text && (
        <div className="tp-look">
          <Phone picture={preview.data?.picture} text={preview.data?.body} label={t('preview')} fresh={!preview.isFetching} />
          <Stack gap="sm">
            <Text size="sm" className="quiet">{t(`categoryHint.${found.data.category}`)}</Text>
            <Select label={t('column.language')} allowDeselect={false} value={text.language} onChange={(v) => v && setWanted(v)} data={found.data.texts.map((x) => ({ value: x.language, label: languageName(x.language, i18n.language) }))} />
            <Text size="sm" className="quiet">{t('gallery.domain')}</Text>
            <Group>
              {writes && <Button data-autofocus onClick={() => go({ part: 'templates', parts: ['new'], search: { from: id, language: text.language } })}>{t('gallery.use')}</Button>}
              <Button variant="default" onClick={close}>{t('app:action.close')}</Button>
            </Group>
          </Stack>
        </div>
      )}
    </Modal>
  );
}
