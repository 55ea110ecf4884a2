import type { Transaction } from 'kysely'
import { postgresAuditChainStore } from '../stores/audit/postgres-audit-chain-store.ts'
import type { Tables } from '../tables.ts'

/** What a chain of the audit log is compared by. */
export type ChainState = {
  readonly checked: number
  readonly broken: number
  readonly head: string | null
}

const linksPerRead = 10_000

/** Verifies the whole chain of the audit log. */
export async function verifyChain(transaction: Transaction<Tables>): Promise<ChainState> {
  const store = postgresAuditChainStore(transaction)
  const { head } = await store.readState()
  let [checked, broken, after] = [0, 0, 0]
  for (;;) {
    const links = await store.verify(after, linksPerRead)
    checked += links.checked
    broken += links.broken
    after = links.last
    if (links.checked < linksPerRead) return { checked, broken, head: head?.hash ?? null }
  }
}
