import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import type { BackgroundRole } from '../ports/platform/background-heartbeats.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import { missingRoles } from './missing-roles.ts'

export type ListMissingRoles = { readonly actor: Actor }

/** Lists the background roles without a heartbeat in the last minute. For Owner, Admin and operator. */
export async function listMissingRoles(
  ports: Pick<Ports, 'backgroundHeartbeats'> & Transacts<'accounts'>,
  { actor }: ListMissingRoles,
): Promise<Result<readonly BackgroundRole[], Forbidden>> {
  const allowed = await ports.transact(async (stores) =>
    ok(isAdministrator(await readerEffectiveRoleOf(stores, actor))),
  )
  if (!allowed.value) return err({ code: 'account.forbidden' })
  return ok(missingRoles(await ports.backgroundHeartbeats.listRunning()))
}
