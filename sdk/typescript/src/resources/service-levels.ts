import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import type { RequestOptions } from '../transport.js';
import type {
  ReplaceServiceLevelsOptions,
  ReplaceServiceLevelsRequest,
  ServiceLevels as Levels,
  ServiceLevelsVersion,
} from '../types.js';
import { Resource } from './resource.js';

/** How soon contacts are to be answered: policies, each change of which makes a version. */
export class ServiceLevels extends Resource {
  /** Gets the policies in force. */
  get(options?: RequestOptions): APIPromise<Levels> {
    return this.transport.request({ method: 'GET', path: '/v1/service-levels', options });
  }

  /** Sets the policies, all of them. */
  replace(
    request: ReplaceServiceLevelsRequest,
    { ifVersion, ...options }: ReplaceServiceLevelsOptions = {},
  ): APIPromise<Levels> {
    const headers = { ...options.headers };
    if (ifVersion !== undefined) headers['If-Match'] = `"${ifVersion}"`;
    return this.transport.request({
      method: 'PUT',
      path: '/v1/service-levels',
      body: request,
      options: { ...options, headers },
    });
  }

  /** Lists the versions of the policies, newest first. */
  versions(params?: ListParams, options?: RequestOptions): List<ServiceLevelsVersion> {
    return this.listOf('/v1/service-levels/versions', params, options);
  }

  /** Gets a version of the policies. */
  version(version: number, options?: RequestOptions): APIPromise<Levels> {
    return this.transport.request({ method: 'GET', path: `/v1/service-levels/versions/${version}`, options });
  }
}
