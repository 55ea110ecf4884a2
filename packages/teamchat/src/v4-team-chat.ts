import type { Clock, Log, Ports } from '@ken/core/ports'
import { outboundGuard } from '@ken/outbound'
import { systemTiming } from './timing.ts'
import type { Transport } from './rest/v4-request.ts'
import { v4TeamChatListener } from './listener/v4-team-chat-listener.ts'
import { v4TeamChatProbe } from './v4-team-chat-probe.ts'
import { v4TeamChatThreads } from './v4-team-chat-threads.ts'

export type V4TeamChatOptions = {
  readonly clock: Clock
  readonly log: Log
  /** Whether a team-chat server may run on this machine. */
  readonly allowLoopback: boolean
}

/** The ports of team chat for servers with the v4 API. Opens no connection by itself. */
export function v4TeamChat({
  clock,
  log,
  allowLoopback,
}: V4TeamChatOptions): Pick<Ports, 'teamChatListener' | 'teamChatProbe' | 'teamChatThreads'> {
  const transport: Transport = { guard: outboundGuard({ allowLoopback }), timing: systemTiming }
  return {
    teamChatListener: v4TeamChatListener(transport, { clock, log }),
    teamChatProbe: v4TeamChatProbe(transport),
    teamChatThreads: v4TeamChatThreads(transport, { clock, log }),
  }
}
