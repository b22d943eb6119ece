import { dateTime, when } from '../lib/format';

/** A time: the hour of today or the day; the whole of it when pointed at. */
export function Moment({ at, whole }: { at: string; whole?: boolean }) {
  return <time dateTime={at} title={dateTime(at)}>{whole ? dateTime(at) : when(at)}</time>;
}
