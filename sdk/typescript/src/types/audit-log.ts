import type { ListParams } from '../list.js';
import type { Optional, Schemas } from './shared.js';

/** One act of the audit log. */
export type AuditAct = Schemas['AuditAct'];

/** Which acts of the audit log to export. */
export interface AuditLogFilter
  extends Optional<{
    /** Only this action, such as `api_key.created`, or all of a noun, such as `api_key.*`. */
    action: string;
    /** Only acts of this type of actor. */
    actorType: AuditAct['actor']['type'];
    /** Only acts of this actor. */
    actorId: string;
    /** Only acts on this type of target, such as `api_key`. */
    targetType: string;
    /** Only acts on this target. */
    targetId: string;
    /** Only acts at or after this time. */
    since: Date | string;
    /** Only acts before this time. */
    until: Date | string;
  }> {}

/** Which acts of the audit log to list. */
export interface ListAuditLogParams extends ListParams, AuditLogFilter {}
