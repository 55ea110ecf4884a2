import type { ChainBreak, ChainState, Ports, Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'

const linksPerTransaction = 1_000
/** Links verified per run. A run each minute verifies a million in under two hours. */
const linksPerCheck = 10_000

/**
 * Links new entries of the audit log, verifies the next part of the chain, and starts over at its end, where it also
 * links entries of any age. A break does not stop this. Every run verifies it again, and logs an error until it is
 * fixed. A new head of the chain is written to the log, where the database cannot change it. Returns the number of new
 * links.
 */
export async function maintainAuditChain(
  ports: Pick<Ports, 'log'> & Transacts<'auditChain'>,
): Promise<number> {
  let linked = 0
  let check: Check
  try {
    linked += await linkEntries(ports, false)
  } finally {
    // Runs even if adding links failed, because a broken link can be the reason.
    check = await checkNextPart(ports)
    reportBreak(ports, check)
  }
  if (check.isAtEnd) linked += await linkEntries(ports, true)
  if (linked > 0 && check.firstBreak === null) await anchorHead(ports)
  return linked
}

async function linkEntries(ports: Transacts<'auditChain'>, isThorough: boolean): Promise<number> {
  let linked = 0
  for (;;) {
    const { value: added } = await ports.transact(async ({ auditChain }) =>
      ok(await auditChain.extend(linksPerTransaction, isThorough)),
    )
    linked += added
    if (added < linksPerTransaction) return linked
  }
}

type Check = Pick<ChainState, 'head' | 'firstBreak'> & { readonly isAtEnd: boolean }

async function checkNextPart(ports: Transacts<'auditChain'>): Promise<Check> {
  const { value } = await ports.transact(async ({ auditChain }) => {
    const { head, verifiedTo, firstBreak } = await auditChain.readState()
    const known = firstBreak && (await auditChain.verify(firstBreak.position - 1, 1)).firstBreak
    const part = await auditChain.verify(verifiedTo, linksPerCheck)
    const isAtEnd = part.checked < linksPerCheck
    const first = earlierOf(known, part.firstBreak)
    await auditChain.recordCheck(isAtEnd ? 0 : part.last, first)
    return ok({ head, firstBreak: first, isAtEnd })
  })
  return value
}

const earlierOf = (one: ChainBreak | null, other: ChainBreak | null): ChainBreak | null =>
  one === null || (other !== null && other.position < one.position) ? other : one

function reportBreak({ log }: Pick<Ports, 'log'>, { head, firstBreak, isAtEnd }: Check): void {
  if (firstBreak === null) return
  log.error('audit.chain_broken', {
    entry: firstBreak.id,
    at: firstBreak.at?.toISOString() ?? null,
    link: firstBreak.position,
    ...(isAtEnd && head !== null && anchorOf(head)),
  })
}

async function anchorHead({ log, transact }: Parameters<typeof maintainAuditChain>[0]) {
  const { value: head } = await transact(async ({ auditChain }) =>
    ok((await auditChain.readState()).head),
  )
  if (head !== null) log.info('audit.chain_verified', anchorOf(head))
}

const anchorOf = ({ position, hash }: NonNullable<ChainState['head']>) => ({ position, hash })
