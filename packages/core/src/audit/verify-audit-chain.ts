import type { Forbidden } from '../model/accounts/account-errors.ts'
import { isAdministrator, effectiveRoleOf } from '../authorization/effective-role.ts'
import type { Actor } from '../model/actor.ts'
import type { ChainBreak, ChainHead, Stores, Transacts } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'

export type VerifyAuditChain = {
  readonly actor: Actor
  /** Verifies at most `linksMax` links, after those of an earlier call; otherwise the whole chain. */
  readonly part?: { readonly linksMax: number; readonly earlier: VerifiedAuditChain | null }
}
export type VerifiedAuditChain = {
  /** The number of links, broken ones included. */
  readonly checked: number
  readonly broken: number
  /** The number of entries that should have a link by now and have none. */
  readonly unlinked: number
  /** The head to compare with an earlier one. */
  readonly head: ChainHead | null
  readonly firstBreak: ChainBreak | null
  /** The position after which the rest of the chain begins; null when all of it is verified. */
  readonly next: number | null
}

const linksPerRead = 10_000

/**
 * Verifies the whole chain of the audit log, counts its breaks and the entries without a link, and
 * returns the first break. Part by part, each result includes the earlier ones. For Owner, Admin and
 * operator.
 */
export async function verifyAuditChain(
  ports: Transacts<'accounts' | 'auditChain'>,
  { actor, part }: VerifyAuditChain,
): Promise<Result<VerifiedAuditChain, Forbidden>> {
  const begun = await ports.transact(async (stores) =>
    isAdministrator(await effectiveRoleOf(stores, actor))
      ? ok(part?.earlier ?? (await beginning(stores)))
      : err({ code: 'account.forbidden' }),
  )
  if (!begun.ok) return begun
  let { checked, broken, firstBreak, next } = begun.value
  const checkedMax = checked + (part?.linksMax ?? Infinity)
  while (next !== null && checked < checkedMax) {
    const after = next
    const count = Math.min(linksPerRead, checkedMax - checked)
    const { value: links } = await ports.transact(async ({ auditChain }) =>
      ok(await auditChain.verify(after, count)),
    )
    checked += links.checked
    broken += links.broken
    firstBreak ??= links.firstBreak
    next = links.checked === count ? links.last : null
  }
  return ok({ ...begun.value, checked, broken, firstBreak, next })
}

/** The result before any link is verified. */
async function beginning({ auditChain }: Pick<Stores, 'auditChain'>): Promise<VerifiedAuditChain> {
  const { head } = await auditChain.readState()
  const unlinked = await auditChain.countUnlinked()
  return { checked: 0, broken: 0, unlinked, head, firstBreak: null, next: 0 }
}
