import type { ChatPlatform, Clock, Log } from '@ken/core/ports'
import { outboundGuard, systemTiming } from '@ken/outbound'
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

/** Team chat on servers with the v4 API. Opens no connection by itself. */
export function v4TeamChat({
  clock,
  log,
  allowLoopback,
}: V4TeamChatOptions): ChatPlatform<'teamchat'> {
  const transport: Transport = { guard: outboundGuard({ allowLoopback }), timing: systemTiming }
  return {
    listener: v4TeamChatListener(transport, { clock, log }),
    probe: v4TeamChatProbe(transport),
    threads: v4TeamChatThreads(transport, { clock, log }),
  }
}
