import type { Account, AccountId, Role } from './account.ts'

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

/** Why the permission matrix refuses an act. */
type MatrixRefusal = 'own_account' | 'role'

/**
 * Why an act on an account would be refused or would change nothing. `own_account`: not on one's
 * own account. `role`: the role of the actor does not permit it. `last_owner`: it would leave no
 * active Owner.
 */
export const actRefusals = [
  'own_account',
  'role',
  'last_owner',
  'account_active',
  'account_deactivated',
] as const
export type ActRefusal = (typeof actRefusals)[number]

/** The only permission matrix; null if it permits the act. It does not count Owners. */
function matrixRefusal(
  actor: EffectiveRole,
  act: AccountAct,
  target: EffectiveRole,
): MatrixRefusal | null {
  const self = actor.id !== null && actor.id === target.id
  if (self && neverOnSelf.includes(act)) return 'own_account'
  if (self && onSelf.includes(act)) return null
  if (actor.role === 'Owner') return null
  const isPermitted =
    actor.role === 'Admin' &&
    (adminOnEveryone.includes(act) || (target.role === 'Member' && adminOnMember.includes(act)))
  return isPermitted ? null : 'role'
}

/** Whether the permission matrix permits the act. Each use case protects the last Owner. */
export const mayActOn = (actor: EffectiveRole, act: AccountAct, target: EffectiveRole): boolean =>
  matrixRefusal(actor, act, target) === null

/** Whether the actor may invite people to this role. */
export const mayInvite = (actor: EffectiveRole, role: Role): boolean =>
  mayActOn(actor, 'invite', { id: null, role })

/** Whether only Owners may invite people with this role. */
export const isGivenByOwners = (role: Role): boolean =>
  !mayInvite({ id: null, role: 'Admin' }, role)

/** Whether the account is the only active Owner, who must remain. */
export const isLastOwner = (
  { role, status }: Pick<Account, 'role' | 'status'>,
  activeOwners: number,
): boolean => role === 'Owner' && status === 'active' && activeOwners <= 1

/** The acts on an account that exists. */
export type ActOnAccount = Exclude<AccountAct, 'invite'>
export const actsOnAccount = accountActs.filter((act): act is ActOnAccount => act !== 'invite')

const removals: readonly AccountAct[] = ['deactivate', 'delete', 'change_role']
const needActiveAccount: readonly AccountAct[] = ['deactivate', 'issue_key', 'reset_password']

/**
 * Why an act on an account would be refused, or would change nothing; null if it is possible.
 * `activeOwners` is the number of active Owners.
 */
export function refusalOf(
  actor: EffectiveRole,
  act: ActOnAccount,
  account: Pick<Account, 'id' | 'role' | 'status'>,
  activeOwners: number,
): ActRefusal | null {
  const refusal = matrixRefusal(actor, act, account)
  if (refusal !== null) return refusal
  if (removals.includes(act) && isLastOwner(account, activeOwners)) return 'last_owner'
  if (account.status === 'active') return act === 'reactivate' ? 'account_active' : null
  return needActiveAccount.includes(act) ? 'account_deactivated' : null
}

/** The acts that are possible on an account, in the order of `accountActs`. */
export const possibleActs = (
  actor: EffectiveRole,
  account: Pick<Account, 'id' | 'role' | 'status'>,
  activeOwners: number,
): readonly ActOnAccount[] =>
  actsOnAccount.filter((act) => refusalOf(actor, act, account, activeOwners) === null)

/** Whether the role administers Ken: Owner or Admin. */
export const administers = ({ role }: EffectiveRole): boolean => role !== 'Member'

/** What a person may do apart from acts on accounts. */
export const capabilities = [
  'people.read',
  'groups.change',
  'invitations.read',
  'invite.Owner',
  'invite.Admin',
  'invite.Member',
  'keys.read',
  'service_keys.create',
  'knowledge.change',
  'team_chat.change',
  'audit.read',
  'settings.read',
  'settings.change',
  'system.read',
] as const
export type Capability = (typeof capabilities)[number]

const invited: Readonly<Partial<Record<Capability, Role>>> = {
  'invite.Owner': 'Owner',
  'invite.Admin': 'Admin',
  'invite.Member': 'Member',
}
const onlyOwners: readonly Capability[] = ['service_keys.create', 'settings.change']

/** Whether a role has a capability. All of them are for administrators, and some for Owners. */
export function mayDo(actor: EffectiveRole, capability: Capability): boolean {
  const role = invited[capability]
  if (role !== undefined) return mayInvite(actor, role)
  return onlyOwners.includes(capability) ? actor.role === 'Owner' : administers(actor)
}
