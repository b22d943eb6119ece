import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type {
  Button,
  ButtonWithSecret,
  ConversationButton,
  CreateButtonRequest,
  Press,
  RotateButtonSecretRequest,
  UpdateButtonRequest,
} from '../types.js';
import { Resource } from './resource.js';

/** Buttons of your own in conversations: they open a page of yours, or call your system. */
export class Buttons extends Resource {
  /** Lists all buttons, oldest first. */
  list(params?: ListParams, options?: RequestOptions): List<Button> {
    return this.listOf('/v1/action-buttons', params, options);
  }

  /** Creates a button. The answer shows its secret only once. */
  create(request: CreateButtonRequest, options?: RequestOptions): APIPromise<ButtonWithSecret> {
    return this.transport.request({ method: 'POST', path: '/v1/action-buttons', body: request, options });
  }

  /** Returns a button. */
  get(id: string, options?: RequestOptions): APIPromise<Button> {
    return this.transport.request({ method: 'GET', path: `/v1/action-buttons/${segment(id)}`, options });
  }

  /** Changes a button. */
  update(id: string, request: UpdateButtonRequest, options?: RequestOptions): APIPromise<Button> {
    return this.transport.request({
      method: 'PATCH',
      path: `/v1/action-buttons/${segment(id)}`,
      body: request,
      options,
    });
  }

  /** Deletes a button. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/action-buttons/${segment(id)}`, options });
  }

  /** Creates a new secret, which is shown only once. The old one signs beside it for a day by default. */
  rotateSecret(
    id: string,
    request: RotateButtonSecretRequest = {},
    options?: RequestOptions,
  ): APIPromise<ButtonWithSecret> {
    const path = `/v1/action-buttons/${segment(id)}/rotate-secret`;
    return this.transport.request({ method: 'POST', path, body: request, options });
  }

  /** Lists the presses of a button, newest first. */
  presses(id: string, params?: ListParams, options?: RequestOptions): List<Press> {
    return this.listOf(`/v1/action-buttons/${segment(id)}/presses`, params, options);
  }

  /** Lists the buttons that you may press in a conversation. */
  ofConversation(conversationId: string, params?: ListParams, options?: RequestOptions): List<ConversationButton> {
    return this.listOf(`/v1/conversations/${segment(conversationId)}/buttons`, params, options);
  }

  /** Presses a button that calls your system. */
  press(conversationId: string, id: string, options?: RequestOptions): APIPromise<Press> {
    const path = `/v1/conversations/${segment(conversationId)}/buttons/${segment(id)}/press`;
    return this.transport.request({ method: 'POST', path, options });
  }
}
