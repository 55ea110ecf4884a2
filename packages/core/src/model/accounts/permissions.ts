import type { AccountId, Role } from './account.ts'

/** Every act of one person on another person's account. */
export const accountActs = [
  'invite',
  'deactivate',
  'reactivate',
  'delete',
  'change_role',
  'change_email',
  'reset_password',
  'reset_second_factor',
  'end_sessions',
  'issue_key',
  'revoke_key',
  'remove_identity',
] as const
export type AccountAct = (typeof accountActs)[number]

/** Acts that nobody performs on their own account. Own keys, sessions and passwords have use cases of their own. */
const neverOnSelf: readonly AccountAct[] = [
  'deactivate',
  'reactivate',
  'reset_password',
  'reset_second_factor',
  'change_email',
  'invite',
]

/** Acts that everybody performs on their own account. */
const onSelf: readonly AccountAct[] = ['end_sessions', 'issue_key', 'revoke_key', 'remove_identity']

/** Acts that an Admin performs on Members only; everything an Admin may do to anybody else is below. */
const adminOnMember: readonly AccountAct[] = [
  'invite',
  'deactivate',
  'reactivate',
  'change_email',
  'reset_password',
  'reset_second_factor',
  'end_sessions',
  'issue_key',
  'remove_identity',
]

/** Acts that an Admin performs on everybody: oversight of keys. */
const adminOnAnybody: readonly AccountAct[] = ['revoke_key']

/** What somebody acts as, or would be: `id` is null for the operator and for an account that does not exist yet. */
export type Standing = { readonly id: AccountId | null; readonly role: Role }

/**
 * The permission matrix, the only one. It does not know how many Owners there are: the use case
 * guards the last one.
 */
export function mayActOn(actor: Standing, act: AccountAct, target: Standing): boolean {
  const self = actor.id !== null && actor.id === target.id
  if (self && neverOnSelf.includes(act)) return false
  if (self && onSelf.includes(act)) return true
  if (actor.role === 'Owner') return true
  if (actor.role === 'Admin') return adminOnAnybody.includes(act) || (target.role === 'Member' && adminOnMember.includes(act))
  return false
}

/** Whether somebody may invite people to a role. */
export const mayInvite = (actor: Standing, role: Role): boolean => mayActOn(actor, 'invite', { id: null, role })
