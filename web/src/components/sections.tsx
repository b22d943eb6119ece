import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Search } from '../lib/place';
import './sections.css';

export interface Section {
  name: string;
  label: string;
}

/** The sections of a part of the app, as links in a row. Search values are those that all of them keep. */
export function Sections({ part, label, sections, current, search }: { part: string; label: string; sections: readonly Section[]; current: string; search?: Search }) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav className="sections" aria-label={label} ref={row}>
      {sections.map((s) => (
        <Link key={s.name} to={`/${part}/${s.name}` as never} search={search as never} className="section-link" aria-current={s.name === current ? 'page' : undefined}>{s.label}</Link>
      ))}
    </nav>
  );
}

/** Something with a heading and what can be done about it, in a frame. */
export function Card({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="card">
      <div className="card-head"><h2>{title}</h2>{actions}</div>
      {children}
    </section>
  );
}
