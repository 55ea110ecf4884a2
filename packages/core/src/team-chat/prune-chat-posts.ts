import type { Ports } from '../ports/index.ts'
import { pruneInBatches } from '../pruning/prune-in-batches.ts'

/** Forgets all posts that are too old to be answered even if they came again; answers how many. For a schedule. */
export async function pruneChatPosts(ports: Pick<Ports, 'transact'>): Promise<number> {
  return pruneInBatches(ports, ({ chatPosts }, countMax) => chatPosts.prune(countMax))
}
