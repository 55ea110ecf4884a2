import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import type { ChainBreak, ChainCheck, ChainHead, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'

export type VerifyAuditChain = { readonly actor: Actor }
export type VerifiedAuditChain = {
  /** The number of links, broken ones included. */
  readonly checked: number
  readonly broken: number
  /** The number of entries that should have a link by now and have none. */
  readonly unlinked: number
  /** The head to compare with an earlier one. */
  readonly head: ChainHead | null
  readonly firstBreak: ChainBreak | null
}

const linksPerRead = 10_000

/**
 * Verifies the whole chain of the audit log, counts its breaks and the entries without a link, and
 * returns the first break. For Owner, Admin and operator.
 */
export async function verifyAuditChain(
  ports: Transacts<'accounts' | 'auditChain'>,
  { actor }: VerifyAuditChain,
): Promise<Result<VerifiedAuditChain, Forbidden>> {
  const permitted = await ports.transact(async (stores) =>
    isAdministrator(await effectiveRoleOf(stores, actor))
      ? ok({
          head: (await stores.auditChain.readState()).head,
          unlinked: await stores.auditChain.countUnlinked(),
        })
      : err({ code: 'account.forbidden' }),
  )
  if (!permitted.ok) return permitted
  let last = 0
  let checked = 0
  let broken = 0
  let firstBreak: ChainBreak | null = null
  let part: ChainCheck
  do {
    const after = last
    part = (
      await ports.transact(async ({ auditChain }) =>
        ok(await auditChain.verify(after, linksPerRead)),
      )
    ).value
    last = part.last
    checked += part.checked
    broken += part.broken
    firstBreak ??= part.firstBreak
  } while (part.checked === linksPerRead)
  return ok({ ...permitted.value, checked, broken, firstBreak })
}
