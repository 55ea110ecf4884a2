import { displayName, type AccountId, type AccountStatus, type Role } from '../accounts/account.ts'
import type { Email } from '../accounts/email.ts'
import { matchesByEmail, type IdentitySource } from '../identities/identity.ts'
import type { Source } from '../knowledge/document.ts'
import type { Principal } from '../knowledge/principal.ts'
import type { KeyWindow } from '../ports/key-limiter.ts'
import { err, ok, type Result } from '../result.ts'
import type { KeySourcesInvalid } from './key-errors.ts'

declare const keyIdBrand: unique symbol

/** UUID version 7. */
export type KeyId = string & { readonly [keyIdBrand]: true }

/** A long-lived credential for a program. Only its digest and leading part are kept. */
type AnyKey = {
  readonly id: KeyId
  readonly name: string
  /** The first 12 characters, to recognise the key by. */
  readonly prefix: string
  /** Sources the key is narrowed to; null for all that the person may see whom it acts as. */
  readonly sources: readonly Source[] | null
  /** Null when the operator created it. */
  readonly createdBy: AccountId | null
  readonly createdAt: Date
  /** Null for a key that never expires. */
  readonly expiresAt: Date | null
  /** When it last let a call in, to about a second; null for never. */
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

/** Acts as its owner. */
export type PersonalKey = AnyKey & { readonly kind: 'personal'; readonly ownerId: AccountId; readonly source: null }

/**
 * Acts on behalf of people whose external identity of its source is linked, and for nobody else. It belongs to the
 * organisation, so it lives on when whoever created it leaves.
 */
export type ServiceKey = AnyKey & { readonly kind: 'service'; readonly ownerId: null; readonly source: IdentitySource }

export type Key = PersonalKey | ServiceKey

/**
 * Who makes the service keys of a platform: Owner and Admin. A key that vouches for addresses can speak for anybody, and
 * an Admin may issue keys for Members only (R2): that one is an Owner's to make.
 */
export const makesServiceKeys = (role: Role, source: IdentitySource): boolean =>
  role === 'Owner' || (role === 'Admin' && !matchesByEmail(source))

/** A key beside the address of its owner, if it has one: what a list reads. */
export type KeyWithOwner = Key & { readonly ownerEmail: Email | null }

/** The lifetimes on offer, in days; null never expires (SPEC 2.4). */
export const keyLifetimesDays = [30, 90, 365, null] as const
export type KeyLifetimeDays = (typeof keyLifetimesDays)[number]

/** How long before a key expires its owner is reminded (SPEC 2.4). */
export const keyReminderDays = 7

export const keyNameLengthMax = 100
export const keysPerAccountMax = 100
export const sourcesPerKeyMax = 50

/** Calls that a key may make, and the fixed window of seconds that they are counted in (SPEC 5.7.4). */
export const keyWindow: KeyWindow = { limit: 60, windowSeconds: 60 }

export type KeyStatus = 'active' | 'expired' | 'revoked'

/** Expired at the very instant of `expiresAt`; revoked wins over expired. */
export const keyStatus = (key: Pick<Key, 'expiresAt' | 'revokedAt'>, now: Date): KeyStatus => {
  if (key.revokedAt !== null) return 'revoked'
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active'
}

/** The name of a key as it is kept; null when nothing is left of it or it is too long. */
export function keyName(input: string): string | null {
  const name = displayName(input)
  return name !== null && name.length <= keyNameLengthMax ? name : null
}

/** The sources that a key is narrowed to, each once; null for no narrowing. */
export function narrowedTo(
  named: readonly string[] | null,
  known: readonly Source[],
): Result<readonly Source[] | null, KeySourcesInvalid> {
  if (named === null) return ok(null)
  const unknown = named.filter((source) => !known.some((other) => other === source))
  if (unknown.length > 0 || named.length === 0 || named.length > sourcesPerKeyMax)
    return err({ code: 'key.sources_invalid', unknown })
  return ok([...new Set(named)] as Source[])
}

const millisecondsPerDay = 86_400_000

export const keyExpiry = (createdAt: Date, lifetimeDays: KeyLifetimeDays): Date | null =>
  lifetimeDays === null ? null : new Date(createdAt.getTime() + lifetimeDays * millisecondsPerDay)

/** A key as the database knows it at this moment. */
export type KeyHolder = PersonalKeyHolder | ServiceKeyHolder

type AnyKeyHolder = {
  readonly keyId: KeyId
  readonly status: KeyStatus
  readonly sources: readonly Source[] | null
}

/** With the live rights of the owner. */
export type PersonalKeyHolder = AnyKeyHolder & {
  readonly kind: 'personal'
  readonly ownerId: AccountId
  readonly ownerStatus: AccountStatus
  /** A temporary password waits to be replaced: until then the owner's keys stand still too. */
  readonly ownerMustChangePassword: boolean
  readonly role: Role
  readonly principals: readonly Principal[]
}

export type ServiceKeyHolder = AnyKeyHolder & { readonly kind: 'service'; readonly source: IdentitySource }
