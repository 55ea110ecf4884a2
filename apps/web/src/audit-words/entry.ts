import type { Contract } from '../contract/contract.ts'

export type Entry = Contract['ListedAuditEntry']
export type Action = Entry['action']
/** The part of an action before the dot. */
export type Area = Action extends `${infer Name}.${string}` ? Name : never

/** Acts whose target is the actor, or the only one of its kind. */
type WithoutTarget =
  | 'account.set_up'
  | 'agent.switch'
  | 'audit.export'
  | 'identity.create_link_code'
  | 'identity.guesses_exhausted'
  | 'invitation.import'
  | 'knowledge.reindex'
  | 'mail.test'
  | 'queue.drop'
  | 'queue.retry'
  | 'second_factor.enable'
  | 'second_factor.disable'
  | 'second_factor.renew_recovery_codes'
  | 'secrets.reencrypt'
  | 'session.end'
  | 'session.end_all'
  | 'session.sign_out'
  | 'settings.change'
  | 'sign_in.succeed'
  | 'bot_messenger.change'
  | 'bot_messenger.probe'
  | 'team_chat.change'
  | 'team_chat.probe'
  | 'workspace_chat.change'
  | 'workspace_chat.probe'

/** What was done to what; `member` is the person who joined or left a group. */
export type Sentences = {
  readonly [Name in Exclude<Action, WithoutTarget>]: (target: string, member: string) => string
}

/** Acts that are recorded when they are refused, too. */
type Refusable =
  | 'bot_messenger.change'
  | 'bot_messenger.probe'
  | 'password.change'
  | 'password.reset'
  | 'second_factor.disable'
  | 'second_factor.enable'
  | 'second_factor.renew_recovery_codes'
  | 'team_chat.change'
  | 'team_chat.probe'
  | 'workspace_chat.change'
  | 'workspace_chat.probe'

/** What was tried, and refused; `isOwn`, if the target is the actor. */
export type Attempts = {
  readonly [Name in Refusable]: (target: string, isOwn: boolean) => string
}
