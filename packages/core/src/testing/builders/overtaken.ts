import type { Stores, Transact } from '../../ports/stores/transact.ts'

type Lock = 'lockAccount' | 'lockBootstrap' | 'lockOwners'

/**
 * A `Transact` in which another transaction commits just before a lock is granted, as if it had
 * held the lock.
 */
export const overtakenAt =
  (transact: Transact, lock: Lock, commit: (stores: Stores) => Promise<unknown>): Transact =>
  (work) =>
    transact((stores) => {
      const granted = stores[lock] as (...asked: unknown[]) => Promise<unknown>
      const overtaken = async (...asked: unknown[]) => {
        await commit(stores)
        return granted(...asked)
      }
      return work({ ...stores, [lock]: overtaken })
    })
