import { usePlace } from '../../lib/place';
import { may, useMe } from '../../lib/session';
import { Detail } from './detail';
import { Editor } from './editor';
import { Gallery } from './gallery';
import { TemplateList } from './list';
import './templates.css';

/** The message templates: what there is, one of them, the editor, and the gallery to start from. */
export default function Templates() {
  const { parts: [id, act], search } = usePlace();
  const writes = may(useMe(), 'templates:write');
  if (!id) return <TemplateList />;
  if (id === 'gallery') return <Gallery chosen={act} />;
  if (id === 'new' && writes) return <Editor key={`${search.from} ${search.language}`} from={search.from} language={search.language} />;
  if (act === 'edit' && writes) return <Editor key={id} id={id} />;
  return <Detail key={id} id={id} />;
}
