import { Skeleton, Text } from '@mantine/core';
import './phone.css';

/** A message as a phone shows it, drawn by the service. While a newer one is drawn, the last one stays. */
export function Phone({ picture, text, label, fresh = true }: { picture?: string; text?: string; label: string; fresh?: boolean }) {
  return (
    <figure className="phone" aria-label={label} aria-busy={!fresh}>
      <div className="phone-screen">
        {picture ? (
          <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`} alt={text ?? label} />
        ) : (
          !fresh && <Skeleton height={140} m="md" width="auto" className="phone-soon" />
        )}
      </div>
      <Text component="figcaption" size="xs" className="quiet" ta="center" mt={6}>{label}</Text>
    </figure>
  );
}
