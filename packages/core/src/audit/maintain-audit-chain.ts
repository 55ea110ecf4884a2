import type { ChainState, Ports, Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'

const linksPerTransaction = 1_000
/** Links verified per run. A run each minute verifies a million in under two hours. */
const linksPerCheck = 10_000

/**
 * Links new entries of the audit log, verifies the next part of the chain, and starts over at its end. Writes the head of
 * the chain to the log after every pass, where the database cannot change it, and an error for the first break. Returns
 * the number of new links.
 */
export async function maintainAuditChain(
  ports: Pick<Ports, 'log'> & Transacts<'auditChain'>,
): Promise<number> {
  let linked = 0
  for (;;) {
    const { value: added } = await ports.transact(async ({ auditChain }) =>
      ok(await auditChain.extend(linksPerTransaction, false)),
    )
    linked += added
    if (added < linksPerTransaction) break
  }
  const { value } = await ports.transact(async ({ auditChain }) => {
    const state = await auditChain.readState()
    const check = await auditChain.verify(state.verifiedTo, linksPerCheck)
    const isAtEnd = check.firstBreak === null && check.checked < linksPerCheck
    // A break stays the first one until the entry fits again.
    const verifiedTo = isAtEnd ? 0 : check.last
    await auditChain.recordCheck(verifiedTo, check.firstBreak)
    if (isAtEnd) await auditChain.extend(linksPerTransaction, true)
    return ok({ state, check, isAtEnd })
  })
  report(ports, value)
  return linked
}

function report(
  { log }: Pick<Ports, 'log'>,
  {
    state,
    check,
    isAtEnd,
  }: {
    readonly state: ChainState
    readonly check: { readonly firstBreak: ChainState['firstBreak'] }
    readonly isAtEnd: boolean
  },
): void {
  if (check.firstBreak !== null)
    log.error('audit chain broken', {
      entry: check.firstBreak.id,
      at: check.firstBreak.at.toISOString(),
    })
  else if (isAtEnd && state.head !== null)
    log.info('audit chain verified', { position: state.head.position, hash: state.head.hash })
}
