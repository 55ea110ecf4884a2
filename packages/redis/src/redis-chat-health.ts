import { listenerReportSeconds, type ListenerReport, type ChatHealth } from '@ken/core/ports'
import type { RedisConnection } from './redis-connection.ts'

/**
 * Keeps the state of the chat listener in Redis. While Redis is unavailable, the listener counts as
 * not connected.
 */
export function redisChatHealth(
  { client, attempt }: RedisConnection,
  { keyPrefix = 'ken:' }: { readonly keyPrefix?: string } = {},
): ChatHealth {
  const keyOf = (botId: string) => `${keyPrefix}team_chat:${botId}`
  return {
    async beat(botId, { state, since, ...rest }) {
      const report = JSON.stringify({ state, since: since.getTime(), ...rest })
      await attempt<unknown>(
        () => client.set(keyOf(botId), report, 'EX', listenerReportSeconds),
        async () => null,
      )
    },

    async remove(botId) {
      await attempt<unknown>(
        () => client.del(keyOf(botId)),
        async () => null,
      )
    },

    async read(botId) {
      const report = await attempt(
        () => client.get(keyOf(botId)),
        async () => null,
      )
      return report === null ? null : reportOf(report)
    },
  }
}

function reportOf(text: string): ListenerReport {
  // Only this adapter writes there.
  const { since, ...report } = JSON.parse(text) as Omit<ListenerReport, 'since'> & {
    readonly since: number
  }
  return { ...report, since: new Date(since) } as ListenerReport
}
