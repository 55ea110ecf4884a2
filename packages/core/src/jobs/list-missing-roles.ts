import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerStandingOf } from '../authorization/standing.ts'
import type { Actor } from '../model/actor.ts'
import type { BackgroundRole } from '../ports/platform/background-heartbeats.ts'
import type { Ports } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { missingRoles } from './missing-roles.ts'

export type ListMissingRoles = { readonly actor: Actor }

/** The background roles that no process has had for a minute. For Owner, Admin and operator. */
export async function listMissingRoles(
  ports: Pick<Ports, 'backgroundHeartbeats' | 'transact'>,
  { actor }: ListMissingRoles,
): Promise<Result<readonly BackgroundRole[], Forbidden>> {
  const allowed = await ports.transact(async (stores) => ok(isAdministrator(await readerStandingOf(stores, actor))))
  if (!allowed.value) return err({ code: 'account.forbidden' })
  return ok(missingRoles(await ports.backgroundHeartbeats.listRunning()))
}
