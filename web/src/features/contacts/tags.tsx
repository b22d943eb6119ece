import { Badge, Group, TagsInput, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Contact } from '@service/sdk';
import { tellError } from '../../lib/errors';
import { useChangeTags } from './data';
import { useKnownTags } from './filters';

/** The tags of a contact, added and taken away where they stand. */
export function Tags({ contact, writes }: { contact: Contact; writes: boolean }) {
  const { t } = useTranslation('contacts');
  const known = useKnownTags();
  const change = useChangeTags(contact);
  if (writes) {
    return (
      <TagsInput size="sm" aria-label={t('field.tags')} placeholder={t('addTag')} data={known} value={contact.tags}
        onChange={(tags) => change.mutate(tags, { onError: tellError })} />
    );
  }
  if (contact.tags.length === 0) return <Text size="sm" className="quiet">–</Text>;
  return <Group gap={4}>{contact.tags.map((tag) => <Badge key={tag} variant="light" color="gray" tt="none"><bdi>{tag}</bdi></Badge>)}</Group>;
}
