import { Anchor, Button, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFile, IconMapPin, IconPhone, IconPhoto, IconPlayerPlay, IconShoppingCart, IconUser } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MediaContent, Message } from '@service/sdk';
import { api } from '../../lib/api';
import { duration } from '../../lib/format';
import { WhatsAppText } from './whatsapp-text';

/** What a message says, by its type. What the provider does not pass on says so. */
export function Content({ message: m }: { message: Message }) {
  const { t } = useTranslation('inbox');
  const media = m.image ?? m.sticker ?? m.video ?? m.audio ?? m.document;
  if (m.text) return <WhatsAppText text={m.text.body} />;
  if (m.type === 'template') return <TemplateContent message={m} />;
  if (media) return <><MediaView media={media} type={m.type} />{media.caption && <WhatsAppText text={media.caption} />}</>;
  if (m.location) return <Place place={m.location} />;
  if (m.contacts) return <>{m.contacts.map((c, i) => <div key={i} className="bubble-card"><IconUser size={18} aria-hidden /><span><bdi>{c.name.formattedName}</bdi><br /><bdi className="quiet">{c.phones?.[0]?.phone}</bdi></span></div>)}</>;
  if (m.interactive) return <Interactive message={m} />;
  if (m.reply) return <ReplyView message={m} />;
  if (m.order) return <div className="bubble-card"><IconShoppingCart size={18} aria-hidden /><span>{t('order', { count: m.order.items.length })}{m.order.text && <><br /><span dir="auto">{m.order.text}</span></>}</span></div>;
  if (m.call) return <div className="bubble-card"><IconPhone size={18} aria-hidden /><span>{t(`call.${m.call.state}`)}{m.call.duration ? ` · ${duration(m.call.duration)}` : ''}</span></div>;
  return <Text size="sm" fs="italic" className="quiet">{t('unsupported', { type: m.unsupported?.type ?? m.type })}</Text>;
}

/** A message in one line, for quotes. */
export function summaryOf(m: Message, t: TFunction): string {
  const media = m.image ?? m.video ?? m.audio ?? m.document ?? m.sticker;
  return m.text?.body ?? media?.caption ?? m.reply?.title ?? m.templateName ?? t(`inbox:type.${m.type}`, { defaultValue: m.type });
}

/** The words that a template had when it was sent. */
function TemplateContent({ message: m }: { message: Message }) {
  const templates = useQuery({
    queryKey: ['template', m.templateName, m.language],
    queryFn: async () => (await api.templates.list({ name: m.templateName, limit: 50 }).page()).data.find((x) => x.language === m.language) ?? null,
    staleTime: 600_000,
  });
  const body = (templates.data?.components as { type: string; text?: string }[] | undefined)?.find((c) => c.type === 'BODY')?.text;
  if (!body) return <Text size="sm" className="quiet">{Object.values(m.parameters ?? {}).join(' · ')}</Text>;
  return <WhatsAppText text={body.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (whole, name: string) => m.parameters?.[name] ?? whole)} />;
}

function MediaView({ media, type }: { media: MediaContent; type: string }) {
  const { t } = useTranslation('inbox');
  const [wanted, setWanted] = useState(type === 'image' || type === 'sticker');
  const file = useFile(wanted ? media.mediaId : undefined);
  if (media.fault) return <Text size="sm" className="quiet">{t('mediaFault', { why: media.fault })}</Text>;
  if (!media.mediaId) return media.link ? <Anchor href={media.link} target="_blank" rel="noopener noreferrer">{media.filename ?? media.link}</Anchor> : null;
  if (file.error) return <Text size="sm" className="quiet">{t('mediaGone')}</Text>;
  if (type === 'image' || type === 'sticker') {
    return file.data ? <a href={file.data} target="_blank" rel="noreferrer"><img className={type} src={file.data} alt={media.caption || t(`type.${type}`)} /></a> : <div className="media-place"><IconPhoto size={28} aria-hidden /></div>;
  }
  if (type === 'audio' && file.data) return <audio controls autoPlay src={file.data} />;
  if (type === 'video' && file.data) return <video controls autoPlay src={file.data} />;
  if (type === 'document' && file.data) return <Anchor href={file.data} download={media.filename ?? 'file'} className="bubble-card"><IconFile size={20} aria-hidden /><bdi>{media.filename ?? t('type.document')}</bdi></Anchor>;
  return (
    <Button variant="light" color="gray" size="sm" leftSection={file.isFetching ? <Loader size={14} /> : type === 'document' ? <IconFile size={18} /> : <IconPlayerPlay size={18} />} onClick={() => setWanted(true)}>
      <bdi>{media.filename ?? t(`type.${media.voice ? 'voice' : type}`)}</bdi>
    </Button>
  );
}

/** A file of the service as an address that the page may show. It is let go with the component. */
function useFile(id: string | undefined) {
  const file = useQuery({
    queryKey: ['media', id],
    queryFn: async ({ signal }) => URL.createObjectURL(await (await api.media.download(id!, { signal })).blob()),
    enabled: id !== undefined, staleTime: Infinity, gcTime: 60_000,
  });
  const { data } = file;
  useEffect(() => () => { if (data) setTimeout(() => URL.revokeObjectURL(data), 120_000); }, [data]);
  return file;
}

function Place({ place }: { place: NonNullable<Message['location']> }) {
  const where = `${place.latitude}, ${place.longitude}`;
  return <div className="bubble-card"><IconMapPin size={20} aria-hidden /><span><bdi>{place.name ?? where}</bdi>{place.address && <><br /><span className="quiet" dir="auto">{place.address}</span></>}<br /><bdi className="quiet">{where}</bdi></span></div>;
}

interface Loose { body?: string | { text?: string }; footer?: string | { text?: string }; header?: { text?: string }; buttons?: { title?: string; id?: string }[]; list?: { button?: string; sections?: { title?: string; rows?: { title?: string }[] }[] }; button?: string; ctaUrl?: { displayText?: string }; product?: { productRetailerId: string }; productList?: { sections: { productRetailerIds: string[] }[] }; flow?: { cta?: string }; cards?: { header?: { media?: { link?: string } }; body?: string; ctaUrl?: { displayText?: string }; buttons?: { title?: string }[]; product?: { productRetailerId: string } }[] }

const words = (x: string | { text?: string } | undefined) => (typeof x === 'string' ? x : x?.text);

/** What was offered: the words, and what could be pressed. */
function Interactive({ message: m }: { message: Message }) {
  const i = m.interactive as unknown as Loose;
  const products = i.product ? [i.product.productRetailerId] : i.productList?.sections.flatMap((s) => s.productRetailerIds) ?? [];
  const rows = i.list?.sections?.flatMap((s) => s.rows ?? []) ?? [];
  return (
    <>
      {i.header?.text && <Text fw={700} size="sm" dir="auto">{i.header.text}</Text>}
      {words(i.body) && <WhatsAppText text={words(i.body)!} />}
      {products.map((p) => <div key={p} className="bubble-card"><IconShoppingCart size={16} aria-hidden /><bdi>{p}</bdi></div>)}
      {words(i.footer) && <Text size="xs" className="quiet" dir="auto">{words(i.footer)}</Text>}
      {(i.buttons ?? []).map((b, n) => <div key={n} className="offered" dir="auto">{b.title ?? b.id}</div>)}
      {rows.map((r, n) => <div key={n} className="offered" dir="auto">{r.title}</div>)}
      {i.ctaUrl?.displayText && <div className="offered" dir="auto">{i.ctaUrl.displayText}</div>}
      {i.flow?.cta && <div className="offered" dir="auto">{i.flow.cta}</div>}
      {(i.cards ?? []).map((c, n) => (
        <div key={n} className="bubble-card">
          {c.product ? <IconShoppingCart size={16} aria-hidden /> : <IconPhoto size={16} aria-hidden />}
          <span dir="auto">{c.body ?? c.product?.productRetailerId ?? <bdi className="quiet">{c.header?.media?.link}</bdi>}{[c.ctaUrl?.displayText, ...(c.buttons ?? []).map((b) => b.title)].filter(Boolean).map((label) => <div key={label} className="offered">{label}</div>)}</span>
        </div>
      ))}
    </>
  );
}

/** What the contact chose, or filled in. */
function ReplyView({ message: m }: { message: Message }) {
  const r = m.reply!;
  const fields = r.response && typeof r.response === 'object' ? Object.entries(r.response as Record<string, unknown>).filter(([k]) => k !== 'flow_token') : [];
  return (
    <>
      {r.title && <WhatsAppText text={r.title} />}
      {r.description && <Text size="sm" className="quiet" dir="auto">{r.description}</Text>}
      {fields.length > 0 && <dl className="fields">{fields.map(([k, v]) => <div key={k}><dt>{k}</dt><dd dir="auto">{typeof v === 'string' ? v : JSON.stringify(v)}</dd></div>)}</dl>}
    </>
  );
}
