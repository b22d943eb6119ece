import type { APIPromise } from '../api-promise.js';
import type { RequestOptions } from '../transport.js';
import type { DeploymentStanding, DeploymentStorage } from '../types.js';
import { Resource } from './resource.js';

/** How the whole deployment stands, for operators who signed in. On the service's own pages. */
export class Deployment extends Resource {
  /** Returns nodes, queues and how far what follows the event logs is behind. */
  get(options?: RequestOptions): APIPromise<DeploymentStanding> {
    return this.transport.request({ method: 'GET', path: '/v1/deployment', options });
  }

  /** Returns what the database and its tables take up. */
  storage(options?: RequestOptions): APIPromise<DeploymentStorage> {
    return this.transport.request({ method: 'GET', path: '/v1/deployment/storage', options });
  }
}
