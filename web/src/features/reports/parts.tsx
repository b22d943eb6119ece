import { Table, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FiguresReport } from '@service/sdk';
import { Card } from '../../components/sections';
import { number, percent } from '../../lib/format';
import { usePartName } from './data';

/** What a count is made of, each with what it counts. */
export function Parts({ report, open }: { report: FiguresReport; open: (part: string) => void }) {
  const { t } = useTranslation('reports');
  const partName = usePartName(report.report);
  if (report.parts.length === 0) return null;
  return (
    <Card title={t(`parts.${report.report}`)}>
      <Table.ScrollContainer minWidth={320}>
        <Table verticalSpacing={6} aria-label={t(`parts.${report.report}`)}>
          <Table.Thead><Table.Tr><Table.Th>{t('part')}</Table.Th><Table.Th ta="end">{t('count')}</Table.Th><Table.Th w="45%">{t('share')}</Table.Th></Table.Tr></Table.Thead>
          <Table.Tbody>
            {report.parts.map((p) => (
              <Table.Tr key={p.part}>
                <Table.Th scope="row" fw={500}>{partName(p.part)}</Table.Th>
                <Table.Td ta="end"><Count n={p.count} label={partName(p.part)} open={() => open(p.part)} /></Table.Td>
                <Table.Td><Share share={p.share} /></Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}

export function Share({ share }: { share: number }) {
  return <><span className="quiet amount">{percent(share)}</span><span className="rp-share" aria-hidden><i style={{ width: `${share * 100}%` }} /></span></>;
}

/** A number that opens what it counts. */
export function Count({ n, label, size = 'sm', open }: { n: number; label: string; size?: 'sm' | 'inherit'; open?: () => void }) {
  const { t } = useTranslation('reports');
  if (!open || n === 0) return <span className="amount">{number(n)}</span>;
  return <UnstyledButton className="rp-link amount" fz={size} fw="inherit" onClick={open} aria-label={t('openCount', { n: number(n), of: label })}>{number(n)}</UnstyledButton>;
}
