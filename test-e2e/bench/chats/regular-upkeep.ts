import { setTimeout as sleep } from 'node:timers/promises'
import type { AnsweringWorld } from '../../support/chats/answering.ts'

const everyMs = 5_000

/**
 * Vacuums and analyses the database every five seconds until it is disposed of. A server for tests may do neither.
 * PostgreSQL would then read all jobs of a queue to find the next one, and a version that runs later would take longer.
 */
export function regularUpkeep({ sql }: Pick<AnsweringWorld, 'sql'>): AsyncDisposable {
  const ending = new AbortController()
  const { signal } = ending
  const upkeep = async () => {
    while (!signal.aborted) {
      await sql('vacuum (analyze)')
      await sleep(everyMs, undefined, { signal }).catch(() => {})
    }
  }
  const running = upkeep()
  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await running
    },
  }
}
