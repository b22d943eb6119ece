import { useImperativeHandle, useState, type ComponentType, type KeyboardEvent, type Ref } from 'react';

export interface SuggestionsHandle {
  /** Takes a key of the text box; reports whether it was for the list. */
  key: (e: KeyboardEvent) => boolean;
}

interface Props<T> {
  label: string;
  found: readonly T[];
  use: (one: T) => void;
  Line: ComponentType<{ one: T }>;
  ref: Ref<SuggestionsHandle>;
}

/** What fits the word that is being written, to be chosen by keys or the mouse. */
export function Suggestions<T extends { id: string }>({ label, found, use, Line, ref }: Props<T>) {
  const [at, setAt] = useState(0);
  const [off, setOff] = useState(false);
  const chosen = found[Math.min(at, found.length - 1)];
  useImperativeHandle(ref, () => ({
    key(e) {
      if (off || found.length === 0) return false;
      const moves: Record<string, () => void> = {
        ArrowDown: () => setAt((at + 1) % found.length),
        ArrowUp: () => setAt((at + found.length - 1) % found.length),
        Enter: () => chosen && use(chosen),
        Tab: () => chosen && use(chosen),
        Escape: () => setOff(true),
      };
      const move = moves[e.key];
      if (!move) return false;
      e.preventDefault();
      move();
      return true;
    },
  }));
  if (off || found.length === 0) return null;
  return (
    <div className="canned" role="listbox" aria-label={label}>
      {found.map((one, i) => (
        <div key={one.id} role="option" aria-selected={one === chosen} className="canned-line" onMouseDown={(e) => { e.preventDefault(); use(one); }} onMouseMove={() => setAt(i)} tabIndex={-1}>
          <Line one={one} />
        </div>
      ))}
    </div>
  );
}
