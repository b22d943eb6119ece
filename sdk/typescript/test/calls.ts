import type { ServiceClient } from '@service/sdk';
import type { operations, paths } from '../src/openapi.gen.js';

/** The operations of the document; those that describe webhooks are the receiver's, not ours. */
export type OperationId = Exclude<keyof operations, `on-${string}`>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Where the document has an operation: `"post /v1/messages"`. */
type Place<Id extends OperationId> = {
  [Path in keyof paths]: {
    [M in Method]: NonNullable<paths[Path][M]> extends never
      ? never
      : operations[Id] extends NonNullable<paths[Path][M]>
        ? `${M} ${Path & string}`
        : never;
  }[Method];
}[keyof paths];

/** How each operation is called: where the document has it, and by which method. */
export type Calls = { [Id in OperationId]: [Place<Id>, (client: ServiceClient) => unknown] };
