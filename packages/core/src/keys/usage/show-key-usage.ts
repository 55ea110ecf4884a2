import { readerEffectiveRoleOf } from '../../authorization/effective-role.ts'
import type { Actor } from '../../model/actor.ts'
import type { Transacts } from '../../ports/index.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { KeyNotFound } from '../../model/keys/key-errors.ts'
import type { KeyId } from '../../model/keys/key.ts'
import { findManagedKey, type KeyScope } from '../find-managed-key.ts'
import {
  addUsage,
  noUsage,
  usageDaysDefault,
  usageDaysMax,
  type UsageCounts,
  type UsageHour,
} from '../../model/keys/usage.ts'

export type ShowKeyUsage = {
  readonly actor: Actor
  readonly keyId: KeyId
  readonly scope: KeyScope
  /** The number of past days to report, from 1 to `usageDaysMax`. */
  readonly days?: number | undefined
}
export type KeyUsageReport = {
  readonly lastUsedAt: Date | null
  /** The start of the reported period, a whole hour. */
  readonly since: Date
  /** The sum over the period. */
  readonly totals: UsageCounts
  /** The hours in which there were calls, newest first. */
  readonly hours: readonly UsageHour[]
}

const millisecondsPerHour = 3_600_000

/** Returns the usage of a key by hour, for its owner and for those who manage all keys. */
export async function showKeyUsage(
  ports: Transacts<'accounts' | 'keys' | 'keyUsage' | 'now'>,
  { days = usageDaysDefault, ...command }: ShowKeyUsage,
): Promise<Result<KeyUsageReport, KeyNotFound>> {
  return ports.transact(async (stores) => {
    const managed = await findManagedKey(
      stores,
      await readerEffectiveRoleOf(stores, command.actor),
      command,
    )
    if (managed === null) return err({ code: 'key.not_found' })
    const hoursShown = 24 * Math.min(days, usageDaysMax)
    const thisHour = Math.floor((await stores.now()).getTime() / millisecondsPerHour)
    const since = new Date((thisHour - hoursShown + 1) * millisecondsPerHour)
    const hours = await stores.keyUsage.listHours(command.keyId, since)
    return ok({
      lastUsedAt: managed.key.lastUsedAt,
      since,
      totals: hours.reduce<UsageCounts>(addUsage, noUsage),
      hours,
    })
  })
}
