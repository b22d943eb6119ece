import { Fragment, type ReactNode } from 'react';

const marks = { '*': 'strong', _: 'em', '~': 's' } as const;
const inline = /```([\s\S]+?)```|`([^`\n]+)`|(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]+?)(?<=\S)\3(?![\p{L}\p{N}])|(https?:\/\/[^\s<>]+[^\s<>.,;:!?)\]'"])/gu;

/** The text of a message as a phone shows it: *bold*, _italic_, ~struck~, `code` and links. */
export function WhatsAppText({ text }: { text: string }) {
  return <span dir="auto" className="message-text">{parse(text)}</span>;
}

/** Splits a text into what is shown. Marks inside marks are read, too; the depth is that of the text. */
export function parse(text: string): ReactNode[] {
  const out: ReactNode[] = [];
  let done = 0;
  for (const m of text.matchAll(inline)) {
    if (m.index > done) out.push(text.slice(done, m.index));
    done = m.index + m[0].length;
    const [, block, code, mark, inner, link] = m;
    const key = m.index;
    if (block !== undefined) out.push(<pre key={key}>{block}</pre>);
    else if (code !== undefined) out.push(<code key={key}>{code}</code>);
    else if (link !== undefined) out.push(<a key={key} href={link} target="_blank" rel="noopener noreferrer nofollow">{link}</a>);
    else {
      const Tag = marks[mark as keyof typeof marks];
      out.push(<Tag key={key}>{parse(inner!).map((part, i) => <Fragment key={i}>{part}</Fragment>)}</Tag>);
    }
  }
  if (done < text.length) out.push(text.slice(done));
  return out;
}
