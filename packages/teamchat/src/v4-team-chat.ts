import type { Clock, Log, Ports } from '@ken/core/ports'
import { outboundGuard } from './outbound-guard.ts'
import { systemTiming } from './timing.ts'
import type { Connecting } from './v4-request.ts'
import { v4TeamChatListener } from './v4-team-chat-listener.ts'
import { v4TeamChatProbe } from './v4-team-chat-probe.ts'
import { v4TeamChatThreads } from './v4-team-chat-threads.ts'

export type V4TeamChatOptions = {
  readonly clock: Clock
  readonly log: Log
  /** Whether a team-chat server may run on this machine. */
  readonly allowLoopback: boolean
}

/** The ports of team chat on servers with the v4 API. Opens nothing before it is asked to. */
export function v4TeamChat({
  clock,
  log,
  allowLoopback,
}: V4TeamChatOptions): Pick<Ports, 'teamChatListener' | 'teamChatProbe' | 'teamChatThreads'> {
  const connecting: Connecting = { guard: outboundGuard({ allowLoopback }), timing: systemTiming }
  return {
    teamChatListener: v4TeamChatListener(connecting, { clock, log }),
    teamChatProbe: v4TeamChatProbe(connecting),
    teamChatThreads: v4TeamChatThreads(connecting, { clock, log }),
  }
}
