import type { AccountId, Role } from './account.ts'

/** Every act of one person on the account of another. */
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

/**
 * Never permitted on one's own account. Own keys, sessions and passwords have separate use cases.
 */
const neverOnSelf: readonly AccountAct[] = [
  'deactivate',
  'reactivate',
  'reset_password',
  'reset_second_factor',
  'change_email',
  'invite',
]

/** Always permitted on one's own account. */
const onSelf: readonly AccountAct[] = ['end_sessions', 'issue_key', 'revoke_key', 'remove_identity']

/** Permitted to an Admin on Members only. */
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

/** Permitted to an Admin on everyone: Admins may revoke every key. */
const adminOnEveryone: readonly AccountAct[] = ['revoke_key']

/**
 * The role that someone acts with, or would get. `id` is null for the operator and for a new
 * account.
 */
export type EffectiveRole = { readonly id: AccountId | null; readonly role: Role }

/** The only permission matrix. It does not count Owners: each use case protects the last one. */
export function mayActOn(actor: EffectiveRole, act: AccountAct, target: EffectiveRole): boolean {
  const self = actor.id !== null && actor.id === target.id
  if (self && neverOnSelf.includes(act)) return false
  if (self && onSelf.includes(act)) return true
  if (actor.role === 'Owner') return true
  if (actor.role === 'Admin')
    return (
      adminOnEveryone.includes(act) || (target.role === 'Member' && adminOnMember.includes(act))
    )
  return false
}

/** Whether the actor may invite people to this role. */
export const mayInvite = (actor: EffectiveRole, role: Role): boolean =>
  mayActOn(actor, 'invite', { id: null, role })
