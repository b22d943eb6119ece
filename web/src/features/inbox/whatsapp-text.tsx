import { Fragment, type ReactNode } from 'react';

const marks = { '*': 'strong', _: 'em', '~': 's' } as const;
const inline = /```([\s\S]+?)```|`([^`\n]+)`|(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]+?)(?<=\S)\3(?![\p{L}\p{N}])|(https?:\/\/[^\s<>]+[^\s<>.,;:!?)\]'"])/gu;

/** What stands where a {{value}} is missing. */
type Blank = (name: string) => string;

/** The text of a message as a phone shows it: *bold*, _italic_, ~struck~, `code` and links. */
export function WhatsAppText({ text, blank }: { text: string; blank?: Blank | undefined }) {
  return <span dir="auto" className="message-text">{parse(text, blank)}</span>;
}

/** Splits a text into what is shown. Marks inside marks are read, too; the depth is that of the text. */
export function parse(text: string, blank?: Blank): ReactNode[] {
  const out: ReactNode[] = [];
  const plain = (part: string, at: number) => out.push(...(blank ? withBlanks(part, blank, at) : [part]));
  let done = 0;
  for (const m of text.matchAll(inline)) {
    if (m.index > done) plain(text.slice(done, m.index), done);
    done = m.index + m[0].length;
    const [, block, code, mark, inner, link] = m;
    const key = m.index;
    if (block !== undefined) out.push(<pre key={key}>{block}</pre>);
    else if (code !== undefined) out.push(<code key={key}>{code}</code>);
    else if (link !== undefined) out.push(<a key={key} href={link} target="_blank" rel="noopener noreferrer nofollow">{link}</a>);
    else {
      const Tag = marks[mark as keyof typeof marks];
      out.push(<Tag key={key}>{parse(inner!, blank).map((part, i) => <Fragment key={i}>{part}</Fragment>)}</Tag>);
    }
  }
  if (done < text.length) plain(text.slice(done), done);
  return out;
}

const withBlanks = (text: string, blank: Blank, at: number): ReactNode[] =>
  text.split(/\{\{([\w.]+)\}\}/).map((part, i) => (i % 2 ? <mark key={`${at} ${i}`} className="blank">{blank(part)}</mark> : part));
