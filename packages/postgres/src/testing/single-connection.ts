import type { Pool } from 'pg'
import { bulkhead, type Bulkhead, type BulkheadOptions } from '../connections/bulkheads/bulkhead.ts'
import { connectionLosses } from '../connections/bulkheads/connection-losses.ts'
import { connectionSlots } from '../connections/bulkheads/connection-slots.ts'
import { diskWatch } from '../connections/disk-watch.ts'
import { silentLog } from './silent-log.ts'

/** The one connection of a pool. */
export const singleConnection = (pool: Pool, options: Partial<BulkheadOptions> = {}): Bulkhead =>
  bulkhead({
    pool,
    slots: connectionSlots(1, { requestsMax: 1, requestMs: 1_000, otherMs: 1_000 }),
    losses: connectionLosses(),
    disk: diskWatch({ probe: async () => false }),
    cancel: null,
    log: silentLog,
    ...options,
  })
