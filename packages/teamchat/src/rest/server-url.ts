import { parseServerAddress } from '@ken/core/ports'
import type { OutboundGuard } from '@ken/outbound'
import { TeamChatFailure, teamChatFailure } from './team-chat-failure.ts'

/** The URL of a path on a server. Throws `TeamChatFailure` for an invalid address. */
export function serverUrl(address: string, path: string): URL {
  const base = parseServerAddress(address)
  if (base === null) throw new TeamChatFailure('address_invalid')
  return new URL(`${base}${path}`)
}

/** The same, for a connection that does not go through `boundedFetch`, which checks the address itself. */
export function guardedServerUrl(guard: OutboundGuard, address: string, path: string): URL {
  const url = serverUrl(address, path)
  try {
    guard.checkUrl(url)
  } catch (error) {
    throw teamChatFailure(error)
  }
  return url
}
