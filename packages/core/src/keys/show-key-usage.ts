import { readerStandingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { KeyNotFound } from '../model/keys/key-errors.ts'
import type { KeyId } from '../model/keys/key.ts'
import { overseenKey, type KeyScope } from './oversight.ts'
import { addUsage, noUsage, usageDaysDefault, usageDaysMax, type UsageCounts, type UsageHour } from '../model/keys/usage.ts'

export type ShowKeyUsage = {
  readonly actor: Actor
  readonly keyId: KeyId
  readonly scope: KeyScope
  /** How far back, 1 to `usageDaysMax`. */
  readonly days?: number | undefined
}
export type KeyUsageReport = {
  readonly lastUsedAt: Date | null
  /** The beginning of the time that is reported, a whole hour. */
  readonly since: Date
  /** Over that time. */
  readonly totals: UsageCounts
  /** The hours in which there were calls, newest first. */
  readonly hours: readonly UsageHour[]
}

const millisecondsPerHour = 3_600_000

/** What the calls with a key came to, by hour: for its owner, and for those who oversee all keys. */
export async function showKeyUsage(
  ports: Pick<Ports, 'transact'>,
  { days = usageDaysDefault, ...command }: ShowKeyUsage,
): Promise<Result<KeyUsageReport, KeyNotFound>> {
  return ports.transact(async (stores) => {
    const overseen = await overseenKey(stores, await readerStandingOf(stores, command.actor), command)
    if (overseen === null) return err({ code: 'key.not_found' })
    const hoursShown = 24 * Math.min(days, usageDaysMax)
    const thisHour = Math.floor((await stores.now()).getTime() / millisecondsPerHour)
    const since = new Date((thisHour - hoursShown + 1) * millisecondsPerHour)
    const hours = await stores.keys.listUsage(command.keyId, since)
    return ok({ lastUsedAt: overseen.key.lastUsedAt, since, totals: hours.reduce<UsageCounts>(addUsage, noUsage), hours })
  })
}
