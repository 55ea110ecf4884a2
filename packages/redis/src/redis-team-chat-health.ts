import { listenerReportSeconds, type ListenerReport, type TeamChatHealth } from '@ken/core/ports'
import type { RedisConnection } from './redis-connection.ts'

/** Keeps how a listener is in Redis. While that is away nobody knows, which is as good as not connected. */
export function redisTeamChatHealth(
  { client, attempt }: RedisConnection,
  { keyPrefix = 'ken:' }: { readonly keyPrefix?: string } = {},
): TeamChatHealth {
  const keyOf = (botId: string) => `${keyPrefix}team_chat:${botId}`
  return {
    async beat(botId, { state, since, ...rest }) {
      const report = JSON.stringify({ state, since: since.getTime(), ...rest })
      await attempt<unknown>(
        () => client.set(keyOf(botId), report, 'EX', listenerReportSeconds),
        async () => null,
      )
    },

    async forget(botId) {
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
  // Nothing else is ever written there.
  const { since, ...report } = JSON.parse(text) as Omit<ListenerReport, 'since'> & { readonly since: number }
  return { ...report, since: new Date(since) } as ListenerReport
}
