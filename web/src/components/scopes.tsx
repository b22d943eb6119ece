import { Checkbox, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { subjects, type Scope } from '../lib/scopes';
import { may, useMe } from '../lib/session';

/** Chooses what somebody may read and change. What one may not do oneself cannot be given. */
export function ScopePicker({ value, onChange, error }: { value: readonly Scope[]; onChange: (scopes: Scope[]) => void; error?: string }) {
  const { t } = useTranslation();
  const me = useMe();
  const flip = (scope: Scope) => onChange(value.includes(scope) ? value.filter((s) => s !== scope) : [...value, scope]);
  const all = subjects.flatMap((s) => [s.read, s.write]).filter((s) => s !== undefined).filter((s) => may(me, s));
  const cell = (scope: Scope | undefined, name: string) =>
    scope && <Checkbox checked={value.includes(scope)} disabled={!may(me, scope)} onChange={() => flip(scope)} aria-label={name} title={scope} />;
  return (
    <div>
      <div className="framed scope-table" tabIndex={0}>
        <Table verticalSpacing={5} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <Checkbox size="xs" label={t('scope.all')} checked={value.length === all.length} indeterminate={value.length > 0 && value.length < all.length}
                  onChange={() => onChange(value.length === all.length ? [] : all)} />
              </Table.Th>
              <Table.Th>{t('scope.read')}</Table.Th>
              <Table.Th>{t('scope.write')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {subjects.map(({ name, read, write }) => (
              <Table.Tr key={name}>
                <Table.Td>{t(`scope.${name}`)}</Table.Td>
                <Table.Td>{cell(read, `${t(`scope.${name}`)}: ${t('scope.read')}`)}</Table.Td>
                <Table.Td>{cell(write, `${t(`scope.${name}`)}: ${t('scope.write')}`)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {error && <Text size="xs" c="red.8" role="alert" mt={4}>{error}</Text>}
    </div>
  );
}
