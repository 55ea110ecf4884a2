import type { Transacts } from '../../ports/index.ts'
import { pruneInBatches } from '../../pruning/prune-in-batches.ts'

/**
 * Deletes posts that are too old to be answered, even if they came again, and returns their number. A scheduled job.
 */
export async function pruneChatPosts(ports: Transacts<'chatPosts'>): Promise<number> {
  return pruneInBatches(ports, ({ chatPosts }, countMax) => chatPosts.prune(countMax))
}
