import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import type { ChainState, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'

export type ShowAuditChain = { readonly actor: Actor }

/** Returns the chain of the audit log, as the scheduler last found it. For Owner, Admin and operator. */
export async function showAuditChain(
  ports: Transacts<'accounts' | 'auditChain'>,
  { actor }: ShowAuditChain,
): Promise<Result<ChainState, Forbidden>> {
  return ports.transact(async (stores) =>
    isAdministrator(await readerEffectiveRoleOf(stores, actor))
      ? ok(await stores.auditChain.readState())
      : err({ code: 'account.forbidden' }),
  )
}
