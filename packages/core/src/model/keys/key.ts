import { displayName, type AccountId, type AccountStatus, type Role } from '../accounts/account.ts'
import type { Email } from '../accounts/email.ts'
import { isBuiltIn, type IdentitySource } from '../identities/identity.ts'
import type { Source } from '../knowledge/document.ts'
import type { Principal } from '../knowledge/principal.ts'
import type { CallWindows, KeyWindow } from './call-limits.ts'
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
  /** The Owner who took a service key over last; null when no Owner did, and for a personal key. */
  readonly takenOverBy: AccountId | null
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
 * Acts on behalf of people whose external identity of its source is linked, and for no one else. It works only while
 * the person responsible for it is an active Owner; one that the operator created works until it is revoked or expires.
 */
export type ServiceKey = AnyKey & { readonly kind: 'service'; readonly ownerId: null; readonly source: IdentitySource }

export type Key = PersonalKey | ServiceKey

/** A person as far as a key depends on them. */
export type Responsible = { readonly role: Role; readonly status: AccountStatus }

/**
 * Who is responsible for a service key at this moment: the Owner who took it over last, otherwise the person who created
 * it. `organisation`: the operator created it and no Owner took it over. `gone`: the account was deleted.
 */
export type Responsibility = Responsible | 'organisation' | 'gone'

/** The account responsible for a key: its owner, or of a service key as in `Responsibility`; null for the organisation. */
export const responsibleId = ({ ownerId, takenOverBy, createdBy }: Key): AccountId | null => ownerId ?? takenOverBy ?? createdBy

/** A service key can speak for Owners too, so only an active Owner may create one, take one over and keep one working. */
export const mayHoldServiceKeys = ({ role, status }: Responsible): boolean => role === 'Owner' && status === 'active'

/** Why a service key does not work although it is neither expired nor revoked; null when it works. */
export function serviceKeyFault({ source, responsible }: ServiceKeyState): 'built_in' | 'orphaned' | null {
  if (isBuiltIn(source)) return 'built_in'
  if (responsible === 'organisation') return null
  return responsible !== 'gone' && mayHoldServiceKeys(responsible) ? null : 'orphaned'
}

/** What `serviceKeyFault` judges by. */
type ServiceKeyState = { readonly source: IdentitySource; readonly responsible: Responsibility }

/** A key with the people it depends on: what a list reads. */
export type KeyWithPeople = Key & {
  /** Null for a service key. */
  readonly ownerEmail: Email | null
  /** Null for the organisation, and for an account that was deleted. */
  readonly responsibleEmail: Email | null
  readonly responsible: Responsibility
}

/** Which keys a list is about: those that match everything that is not null. */
export type KeyFilter = { readonly ownerId: AccountId | null; readonly responsibleId: AccountId | null }

/** The lifetimes on offer, in days; null never expires. */
export const keyLifetimesDays = [30, 90, 365, null] as const
export type KeyLifetimeDays = (typeof keyLifetimesDays)[number]

/** How long before a key expires its owner is reminded. */
export const keyReminderDays = 7

export const keyNameLengthMax = 100
export const keysPerAccountMax = 100
export const sourcesPerKeyMax = 50

/** Calls that a key may make, and the fixed window of seconds that they are counted in. */
export const keyWindow: KeyWindow = { limit: 60, windowSeconds: 60 }

/** Calls that a person may make in a minute over all keys and sessions, unless the configuration says otherwise. */
export const personLimitDefault = 600

/** The windows that calls are counted in. */
export const callWindows: CallWindows = { key: keyWindow, person: { limit: personLimitDefault, windowSeconds: 60 } }

export type KeyStatus = 'active' | 'expired' | 'revoked'

/** Expired at the very instant of `expiresAt`; revoked wins over expired. */
export const keyStatus = (key: Pick<Key, 'expiresAt' | 'revokedAt'>, now: Date): KeyStatus => {
  if (key.revokedAt !== null) return 'revoked'
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active'
}

/**
 * The status of a key as people see it. `orphaned`: a service key whose responsible person is no active Owner; it works
 * again once an Owner takes it over. `built_in`: Ken serves its platform itself, so the key never works again.
 */
export type ListedKeyStatus = KeyStatus | 'orphaned' | 'built_in'

export function listedKeyStatus(key: KeyWithPeople, now: Date): ListedKeyStatus {
  const status = keyStatus(key, now)
  if (status !== 'active' || key.kind === 'personal') return status
  return serviceKeyFault(key) ?? status
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

/** With the person who is responsible for it now. */
export type ServiceKeyHolder = AnyKeyHolder & ServiceKeyState & { readonly kind: 'service' }
