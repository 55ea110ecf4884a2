import {
  keyStatus,
  listedKeyStatus,
  responsibleId,
  type Key,
  type KeyFilter,
  type KeyWithPeople,
  type ServiceKey,
} from '../../../../model/keys/key.ts'
import type { KeyStore } from '../../../../ports/stores/keys/key-store.ts'
import type { MemoryTables } from '../../memory-database.ts'
import { responsibilityFor } from '../../credentials/memory-key-holders.ts'

const millisecondsPerDay = 86_400_000

export const memoryKeyStore = (
  { accounts, keys, keysReminded, keyUsage }: MemoryTables,
  now: Date,
): KeyStore => {
  const withUse = (key: Key): Key => ({
    ...key,
    lastUsedAt: keyUsage.get(key.id)?.lastUsedAt ?? key.lastUsedAt,
  })
  const withPeople = (key: Key): KeyWithPeople => {
    const id = responsibleId(key)
    const responsibleEmail = (id === null ? null : accounts.get(id)?.email) ?? null
    const ownerEmail = key.kind === 'personal' ? responsibleEmail : null
    const responsible = responsibilityFor(key, accounts)
    return { ...withUse(key), ownerEmail, responsibleEmail, responsible }
  }
  const isMatch = (key: KeyWithPeople, filter: KeyFilter): boolean => {
    const { text, expiresWithinDays, unusedForDays, neverExpires } = filter
    const person = accounts.get(responsibleId(key)!)
    const texts = [key.name, key.prefix, person?.email ?? '', person?.name ?? '']
    const isLive = keyStatus(key, now) === 'active'
    const daysAgo = (days: number) => new Date(now.getTime() - days * millisecondsPerDay)
    return (
      (filter.ownerId === null || key.ownerId === filter.ownerId) &&
      (filter.responsibleId === null || responsibleId(key) === filter.responsibleId) &&
      (text === null || texts.some((one) => one.toLowerCase().includes(text.toLowerCase()))) &&
      (filter.kind === null || key.kind === filter.kind) &&
      (filter.status === null || statusesOf(key, now).includes(filter.status)) &&
      (expiresWithinDays === null ||
        (isLive && key.expiresAt !== null && key.expiresAt <= daysAgo(-expiresWithinDays))) &&
      (unusedForDays === null ||
        (isLive && (key.lastUsedAt ?? key.createdAt) <= daysAgo(unusedForDays))) &&
      (neverExpires === null || (isLive && key.expiresAt === null))
    )
  }
  return {
    async insert(key, digest) {
      if (key.ownerId !== null && !accounts.has(key.ownerId))
        throw new Error(`account ${key.ownerId} is missing`)
      if (keys.has(key.id)) throw new Error(`key ${key.id} exists`)
      if ([...keys.values()].some((row) => row.digest === digest))
        throw new Error('a key with this digest exists')
      keys.set(key.id, { key, digest })
    },

    async find(id) {
      const key = keys.get(id)?.key
      return key === undefined ? null : withUse(key)
    },

    async revoke(id) {
      const row = keys.get(id)
      if (row === undefined || row.key.revokedAt !== null) return false
      keys.set(id, { ...row, key: { ...row.key, revokedAt: now } })
      return true
    },

    async revokeAll(ownerId) {
      const revoked = [...keys.values()].filter(
        ({ key }) => key.ownerId === ownerId && key.revokedAt === null,
      )
      for (const row of revoked)
        keys.set(row.key.id, { ...row, key: { ...row.key, revokedAt: now } })
      return revoked.length
    },

    async revokeServiceKeys(id) {
      const revoked = [...keys.values()].flatMap(({ key }): ServiceKey[] =>
        key.kind === 'service' && responsibleId(key) === id && key.revokedAt === null
          ? [{ ...key, revokedAt: now }]
          : [],
      )
      for (const key of revoked) keys.set(key.id, { ...keys.get(key.id)!, key })
      return revoked.toSorted((left, right) => (left.id < right.id ? -1 : 1))
    },

    async takeOver(id, by) {
      const row = keys.get(id)
      if (row?.key.kind !== 'service' || keyStatus(row.key, now) !== 'active') return false
      keys.set(id, { ...row, key: { ...row.key, takenOverBy: by } })
      return true
    },

    async listServedSources(countMax) {
      const sources = [...keys.values()].flatMap(({ key }) =>
        key.kind === 'service' && keyStatus(key, now) === 'active' ? [key.source] : [],
      )
      return [...new Set(sources)].toSorted().slice(0, countMax)
    },

    async list(filter, { after, limit }) {
      return [...keys.values()]
        .map(({ key }) => withPeople(key))
        .filter((key) => isMatch(key, filter) && (after === null || key.id < after))
        .toSorted((left, right) => (left.id > right.id ? -1 : 1))
        .slice(0, limit)
    },

    async countActive(ownerId) {
      return [...keys.values()].filter(
        ({ key }) => key.ownerId === ownerId && keyStatus(key, now) === 'active',
      ).length
    },

    async createdAtPlace(ownerId, place) {
      const newestFirst = [...keys.values()]
        .filter(({ key }) => key.ownerId === ownerId)
        .toSorted((left, right) => (left.key.id > right.key.id ? -1 : 1))
      return newestFirst[place - 1]?.key.createdAt ?? null
    },

    async countEnded(ownerId) {
      return [...keys.values()].filter(
        ({ key }) => key.ownerId === ownerId && keyStatus(key, now) !== 'active',
      ).length
    },

    async claimExpiring(withinDays, countMax) {
      const until = now.getTime() + withinDays * millisecondsPerDay
      const due = [...keys.values()]
        .map(({ key }) => key)
        .filter((key) => keyStatus(key, now) === 'active' && !keysReminded.has(key.id))
        .filter(({ expiresAt }) => expiresAt !== null && expiresAt.getTime() <= until)
        .toSorted((left, right) => left.expiresAt!.getTime() - right.expiresAt!.getTime())
        .slice(0, countMax)
      for (const { id } of due) keysReminded.add(id)
      return due.map(withUse)
    },
  }
}

/** Every status that a filter finds the key by. */
const statusesOf = (key: KeyWithPeople, now: Date): readonly KeyFilter['status'][] => [
  listedKeyStatus(key, now),
  ...(keyStatus(key, now) === 'active' ? [] : (['ended'] as const)),
]
