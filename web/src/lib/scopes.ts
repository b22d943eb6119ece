import type { CreateAPIKeyRequest } from '@service/sdk';

export type Scope = CreateAPIKeyRequest['scopes'][number];
type SubjectOf<S> = S extends `${infer Name}:${string}` ? Name : never;

export interface Subject {
  name: string;
  read?: Scope;
  write?: Scope;
}

const both = <N extends SubjectOf<Scope>>(name: N & (`${N}:read` extends Scope ? (`${N}:write` extends Scope ? N : never) : never)): Subject =>
  ({ name, read: `${name}:read` as Scope, write: `${name}:write` as Scope });

/** What may be read and changed, by subject, in the order of the documentation. */
export const subjects: readonly Subject[] = [
  both('messages'), both('media'), both('conversations'), both('contacts'), both('deals'),
  { name: 'pipelines', write: 'pipelines:write' },
  both('templates'), both('knowledge'), both('assistants'), both('ai'), both('charges'),
  { name: 'numbers', read: 'numbers:read', write: 'accounts:write' },
  { name: 'events', read: 'events:read' },
  both('webhooks'), both('keys'), both('users'), both('teams'), both('roles'), both('security'),
  { name: 'audit', read: 'audit:read' },
  both('sandbox'),
];
