import {
  displayName,
  isNameUpTo,
  type AccountId,
  type AccountStatus,
  type Role,
} from '../accounts/account.ts'
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

/** A long-lived credential for a program. Only its digest and its first characters are stored. */
type AnyKey = {
  readonly id: KeyId
  readonly name: string
  /** The first 12 characters, by which people recognise the key. */
  readonly prefix: string
  /** The sources that the key is restricted to; null for everything its principal may see. */
  readonly sources: readonly Source[] | null
  /** Null when the operator created it. */
  readonly createdBy: AccountId | null
  /** The Owner who last took over a service key; null if none did, and for a personal key. */
  readonly takenOverBy: AccountId | null
  readonly createdAt: Date
  /** Null for a key that never expires. */
  readonly expiresAt: Date | null
  /** Time of the last admitted call, to about a second; null for never. */
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

/** Acts as its owner. */
export type PersonalKey = AnyKey & {
  readonly kind: 'personal'
  readonly ownerId: AccountId
  readonly source: null
}

/**
 * Acts for people whose external identity of its source is linked, and for no one else. Works only
 * while the responsible person is an active Owner. If the operator created it, it works until it is
 * revoked or expires.
 */
export type ServiceKey = AnyKey & {
  readonly kind: 'service'
  readonly ownerId: null
  readonly source: IdentitySource
}

export type Key = PersonalKey | ServiceKey

/** The state of a new key. */
export const neverUsed = { takenOverBy: null, lastUsedAt: null, revokedAt: null } as const

/** The properties of a person that decide whether their key works. */
export type ResponsiblePerson = { readonly role: Role; readonly status: AccountStatus }

/**
 * Who is responsible for a service key: the Owner who last took it over, otherwise its creator.
 * `organisation`: the operator created it and no Owner took it over. `gone`: the account was
 * deleted.
 */
export type Responsibility = ResponsiblePerson | 'organisation' | 'gone'

/**
 * The account responsible for a key: the owner of a personal key, or as in `Responsibility`; null
 * for the organisation.
 */
export const responsibleId = ({ ownerId, takenOverBy, createdBy }: Key): AccountId | null =>
  ownerId ?? takenOverBy ?? createdBy

/**
 * Only an active Owner may create a service key, take one over, or keep one working: it can act for
 * Owners.
 */
export const mayHoldServiceKeys = ({ role, status }: ResponsiblePerson): boolean =>
  role === 'Owner' && status === 'active'

/** Whether an Owner may take the key over: a service key for a platform that Ken does not serve itself. */
export const isTransferable = (key: Key): key is ServiceKey =>
  key.kind === 'service' && !isBuiltIn(key.source)

/** Why a service key does not work although it is neither expired nor revoked; null if it works. */
export function serviceKeyFault({
  source,
  responsible,
}: ServiceKeyState): 'built_in' | 'orphaned' | null {
  if (isBuiltIn(source)) return 'built_in'
  if (responsible === 'organisation') return null
  return responsible !== 'gone' && mayHoldServiceKeys(responsible) ? null : 'orphaned'
}

type ServiceKeyState = { readonly source: IdentitySource; readonly responsible: Responsibility }

/** A key with the people it depends on, for lists. */
export type KeyWithPeople = Key & {
  /** Null for a service key. */
  readonly ownerEmail: Email | null
  /** Null for the organisation, and if the account was deleted. */
  readonly responsibleEmail: Email | null
  readonly responsible: Responsibility
}

/** A key matches if it matches every field that is not null. */
export type KeyFilter = {
  readonly ownerId: AccountId | null
  readonly responsibleId: AccountId | null
  /** Part of the name, of the prefix, or of the address or name of the responsible person, in any case. */
  readonly text: string | null
  readonly kind: Key['kind'] | null
  /** `ended` is expired or revoked. */
  readonly status: ListedKeyStatus | 'ended' | null
  /** Only keys that are neither revoked nor expired match any of these. */
  readonly expiresWithinDays: number | null
  /** Created, and last used, at least this number of days ago. */
  readonly unusedForDays: number | null
  /** True for keys without an expiry. */
  readonly neverExpires: true | null
}

/** Matches every key. */
export const anyKey: KeyFilter = {
  ownerId: null,
  responsibleId: null,
  text: null,
  kind: null,
  status: null,
  expiresWithinDays: null,
  unusedForDays: null,
  neverExpires: null,
}

/** The selectable lifetimes in days; null for no expiry. */
export const keyLifetimesDays = [30, 90, 365, null] as const
export type KeyLifetimeDays = (typeof keyLifetimesDays)[number]

/** How many days before expiry the owner is reminded. */
export const keyReminderDays = 7

export const keyNameLengthMax = 100
export const keysPerAccountMax = 100
/** Enough to create and to replace every key of an account within an hour. */
export const newKeysPerHourMax = 2 * keysPerAccountMax
export const sourcesPerKeyMax = 50

/** The calls allowed per key in a fixed window. */
export const keyWindow: KeyWindow = { limit: 60, windowSeconds: 60 }

/** The default number of calls per person and minute, over all keys and sessions. */
export const personLimitDefault = 600

export const callWindows: CallWindows = {
  key: keyWindow,
  person: { limit: personLimitDefault, windowSeconds: 60 },
}

/** For messages that call nothing, such as the handshakes of the Model Context Protocol. */
export const messageWindows: CallWindows = {
  key: { limit: 300, windowSeconds: 60 },
  person: { limit: 600, windowSeconds: 60 },
}

export type KeyStatus = 'active' | 'expired' | 'revoked'

/** Expires at the exact instant `expiresAt`. Revoked takes precedence over expired. */
export const keyStatus = (key: Pick<Key, 'expiresAt' | 'revokedAt'>, now: Date): KeyStatus => {
  if (key.revokedAt !== null) return 'revoked'
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active'
}

/**
 * The status shown to people. `orphaned`: the person responsible for a service key is no longer an
 * active Owner; an Owner can take it over. `built_in`: Ken serves the platform itself, so the key
 * never works again.
 */
export const listedKeyStatuses = ['active', 'expired', 'revoked', 'orphaned', 'built_in'] as const
export type ListedKeyStatus = (typeof listedKeyStatuses)[number]

/** The status of a key at a point in time, as shown to people. */
export function listedKeyStatus(key: KeyWithPeople, now: Date): ListedKeyStatus {
  const status = keyStatus(key, now)
  if (status !== 'active' || key.kind === 'personal') return status
  return serviceKeyFault(key) ?? status
}

/** The stored form of a key's name; null if it is empty or too long. */
export function keyName(input: string): string | null {
  const name = displayName(input)
  return name !== null && isNameUpTo(keyNameLengthMax, name) ? name : null
}

/** The sources that a key is restricted to, without duplicates; null for no restriction. */
export function keySources(
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

/** When a key expires; null for never. */
export const keyExpiry = (createdAt: Date, lifetimeDays: KeyLifetimeDays): Date | null =>
  lifetimeDays === null ? null : new Date(createdAt.getTime() + lifetimeDays * millisecondsPerDay)

/** A key with its current state in the database. */
export type KeyHolder = PersonalKeyHolder | ServiceKeyHolder

type AnyKeyHolder = {
  readonly keyId: KeyId
  readonly status: KeyStatus
  readonly sources: readonly Source[] | null
}

/** With the current role, status and groups of the owner. */
export type PersonalKeyHolder = AnyKeyHolder & {
  readonly kind: 'personal'
  readonly ownerId: AccountId
  readonly ownerStatus: AccountStatus
  /** While the owner has a temporary password, their keys do not work either. */
  readonly ownerMustChangePassword: boolean
  readonly role: Role
  readonly principals: readonly Principal[]
}

/** With the person who is responsible for it now. */
export type ServiceKeyHolder = AnyKeyHolder & ServiceKeyState & { readonly kind: 'service' }
