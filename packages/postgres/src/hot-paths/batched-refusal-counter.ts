import {
  ok,
  type Log,
  type RefusalCounter,
  type RefusalTarget,
  type Transact,
} from '@ken/core/ports'
import { batchedCounts, type BatchedCounts } from './batched-counts.ts'

/** Counts refusals in memory and stores them once a second: one statement for all targets. */
export function batchedRefusalCounter(
  { transact, log }: { readonly transact: Transact; readonly log: Log },
  closeMs?: number,
): RefusalCounter & Pick<BatchedCounts<RefusalTarget, number>, 'flush' | 'close'> {
  const { add, flush, close } = batchedCounts<RefusalTarget, number>({
    sum: (count, more) => count + more,
    store: async (batch) =>
      void (await transact(async ({ refusals }) => ok(await refusals.countBatch(batch)))),
    onWaiting: () => log.warn('refusals.waiting'),
    onLost: (targets) => log.error('refusals.lost', { targets }),
    ...(closeMs !== undefined && { closeMs }),
  })
  return { count: (target) => add(target, 1), flush, close }
}
