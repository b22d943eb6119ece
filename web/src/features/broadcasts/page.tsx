import { usePlace } from '../../lib/place';
import './broadcasts.css';
import { Detail } from './detail';
import { BroadcastList } from './list';
import { Wizard } from './wizard';

export default function Broadcasts() {
  const { parts, search } = usePlace();
  const [id] = parts;
  if (!id) return <BroadcastList />;
  // One wizard for both, so that what was filled in stays when the draft gets its id.
  if (id === 'new' || search.step) return <Wizard id={id === 'new' ? undefined : id} />;
  return <Detail key={id} id={id} />;
}
