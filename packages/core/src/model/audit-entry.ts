import type { AccountId } from './accounts/account.ts'
import type { Email } from './accounts/email.ts'
import type { Actor, Background } from './actor.ts'

/** `<area>.<verb>`. Every audited act is listed here. */
export const auditActions = [
  'account.change_name',
  'account.change_role',
  'account.deactivate',
  'account.delete',
  'account.end_sessions',
  'account.reactivate',
  'account.set_up',
  'agent.switch',
  'audit.export',
  'group.create',
  'group.delete',
  'group.add_member',
  'group.remove_member',
  'identity.create_link_code',
  'identity.guesses_exhausted',
  'identity.link',
  'identity.remove',
  'invitation.accept',
  'invitation.create',
  'invitation.import',
  'invitation.resend',
  'invitation.revoke',
  'key.create',
  'key.revoke',
  'key.take_over',
  'knowledge.import',
  'knowledge.prune',
  'knowledge.reindex',
  'knowledge.remove',
  'knowledge.remove_source',
  'mail.test',
  'password.change',
  'password.issue_reset',
  'password.request_reset',
  'password.reset',
  'queue.drop',
  'queue.retry',
  'second_factor.enrol',
  'second_factor.enable',
  'second_factor.disable',
  'second_factor.reset',
  'second_factor.renew_recovery_codes',
  'second_factor.use_recovery_code',
  'secrets.reencrypt',
  'session.end',
  'session.end_all',
  'session.reuse',
  'session.sign_out',
  'settings.change',
  'sign_in.advance',
  'sign_in.succeed',
  'sign_in.fail',
  'sign_in.guesses_exhausted',
  'bot_messenger.change',
  'bot_messenger.probe',
  'team_chat.change',
  'team_chat.probe',
  'user.email_change',
  'workspace_chat.change',
  'workspace_chat.probe',
] as const
export type AuditAction = (typeof auditActions)[number]

/**
 * What was done, by whom, and with which outcome. Never contains a secret or the text of a request.
 */
export type AuditEntry = {
  readonly actorId: AccountId | null
  readonly via: AuditVia
  readonly action: AuditAction
  /** `<kind>:<id>` of the object of the act. */
  readonly target: string
  readonly outcome: 'success' | 'failure'
  readonly sessionId: string | null
  readonly keyId: string | null
  readonly address: string | null
  readonly requestId: string | null
  readonly meta: { readonly [name: string]: string | number | boolean | null }
}

type AuditVia = (Actor | Background)['via']

/** How an act can come in. */
export const auditVias = [
  'web',
  'api_key',
  'service_key',
  'chat',
  'portal',
  'cli',
  'worker',
] as const satisfies readonly AuditVia[]

/** A stored entry. Ids count upwards. */
export type AuditRecord = AuditEntry & {
  readonly id: string
  /** The database's time of the act. */
  readonly at: Date
  /** The actor's current address; null if the actor is not a person or their account was deleted. */
  readonly actorEmail: Email | null
}

/** An entry for a successful act of `actor`. */
export const auditEntry = (
  actor: Actor | Background,
  action: AuditAction,
  target: string,
  meta: AuditEntry['meta'] = {},
): AuditEntry => ({
  actorId: actor.kind === 'person' ? actor.userId : null,
  via: actor.via,
  action,
  target,
  outcome: 'success',
  sessionId: actor.kind === 'person' ? actor.sessionId : null,
  keyId: actor.kind === 'person' || actor.kind === 'surface' ? actor.keyId : null,
  address: actor.address,
  requestId: actor.requestId,
  meta,
})

/** The same act, refused. */
export const failed = (entry: AuditEntry): AuditEntry => ({ ...entry, outcome: 'failure' })
