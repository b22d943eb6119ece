import { ActionIcon, Menu } from '@mantine/core';
import { IconAddressBook, IconCarouselHorizontal, IconForms, IconListDetails, IconMapPin, IconPlus, IconShoppingBag } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOffer } from '../../../lib/commands';
import { later } from '../../../lib/later';
import type { Send } from './content';

const dialogs = {
  place: later(() => import('./place-dialog')),
  card: later(() => import('./card-dialog')),
  choices: later(() => import('./choices-dialog')),
  products: later(() => import('./products-dialog')),
  cards: later(() => import('./cards-dialog')),
  flow: later(() => import('./flow-dialog')),
};
const signs = { place: IconMapPin, card: IconAddressBook, choices: IconListDetails, products: IconShoppingBag, cards: IconCarouselHorizontal, flow: IconForms };
type Kind = keyof typeof dialogs;
const kinds = Object.keys(dialogs) as Kind[];

/** What else can be sent than words and files. */
export default function More({ send }: { send: Send }) {
  const { t } = useTranslation('inbox/more');
  const [kind, setKind] = useState<Kind>();
  useOffer(kinds.map((k) => ({ label: t(`${k}.open`), run: () => setKind(k) })));
  const Dialog = kind && dialogs[kind];
  return (
    <>
      <Menu position="top-start">
        <Menu.Target><ActionIcon variant="subtle" color="gray" size={36} aria-label={t('more')} title={t('more')}><IconPlus size={20} /></ActionIcon></Menu.Target>
        <Menu.Dropdown>
          {kinds.map((k) => {
            const Sign = signs[k];
            return <Menu.Item key={k} leftSection={<Sign size={16} aria-hidden />} onClick={() => setKind(k)}>{t(`${k}.name`)}</Menu.Item>;
          })}
        </Menu.Dropdown>
      </Menu>
      {Dialog && <Suspense><Dialog send={send} close={() => setKind(undefined)} /></Suspense>}
    </>
  );
}
