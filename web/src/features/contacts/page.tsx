import './contacts.css';
import { usePlace } from '../../lib/place';
import { ContactsList } from './list';
import { ImportPage } from './import';
import { ImportRun } from './import-run';
import { SegmentPage } from './segment';
import { SegmentsPage } from './segments';

/** Contacts: the table with the pane beside it, imports and segments. */
export default function Contacts() {
  const { parts: [first = '', second = ''] } = usePlace();
  if (first === 'import') return second ? <ImportRun id={second} /> : <ImportPage />;
  if (first === 'segments') return second ? <SegmentPage key={second} id={second} /> : <SegmentsPage />;
  return <ContactsList chosen={first} />;
}
