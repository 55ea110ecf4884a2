import type { AccountId, AccountStatus, Role } from '../accounts/account.ts'
import type { Source } from '../knowledge/document.ts'
import type { Principal } from '../knowledge/principal.ts'

declare const keyIdBrand: unique symbol

/** UUID version 7. */
export type KeyId = string & { readonly [keyIdBrand]: true }

/** A long-lived credential that a person hands to a program. Only its digest and leading part are kept. */
export type Key = {
  readonly id: KeyId
  readonly ownerId: AccountId
  readonly name: string
  /** The first 12 characters, to recognise the key by. */
  readonly prefix: string
  /** Sources the key is narrowed to; null for all that its owner may see. */
  readonly sources: readonly Source[] | null
  readonly createdAt: Date
  /** Null for a key that never expires. */
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

/** The lifetimes on offer, in days; null never expires (SPEC 2.4). */
export const keyLifetimesDays = [30, 90, 365, null] as const
export type KeyLifetimeDays = (typeof keyLifetimesDays)[number]

export const keyNameLengthMax = 100
export const keysPerAccountMax = 100
export const sourcesPerKeyMax = 50

export type KeyState = 'active' | 'expired' | 'revoked'

/** Expired at the very instant of `expiresAt`; revoked wins over expired. */
export const keyState = (key: Pick<Key, 'expiresAt' | 'revokedAt'>, now: Date): KeyState => {
  if (key.revokedAt !== null) return 'revoked'
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active'
}

const millisecondsPerDay = 86_400_000

export const keyExpiry = (createdAt: Date, lifetimeDays: KeyLifetimeDays): Date | null =>
  lifetimeDays === null ? null : new Date(createdAt.getTime() + lifetimeDays * millisecondsPerDay)

/** A key as the database knows it at this moment, with the live rights of its owner. */
export type KeyHolder = {
  readonly keyId: KeyId
  readonly state: KeyState
  readonly ownerId: AccountId
  readonly ownerStatus: AccountStatus
  /** A temporary password waits to be replaced: until then the owner's keys stand still too. */
  readonly ownerMustChangePassword: boolean
  readonly role: Role
  readonly principals: readonly Principal[]
  readonly sources: readonly Source[] | null
}
