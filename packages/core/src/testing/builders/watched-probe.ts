import type { ChatProbe, TeamChatServer } from '../../ports/index.ts'
import { memoryPorts, type MemoryPorts } from '../memory/memory-ports.ts'
import { withTeamChat } from './team-chats.ts'

/** Ports that run `before` in each probe of a server, and the servers that were probed. */
export function watchedProbe(before: (ports: MemoryPorts) => unknown = () => {}) {
  const ports = memoryPorts()
  const probed: TeamChatServer[] = []
  const probe: ChatProbe<'teamchat'>['probe'] = async (server) => {
    probed.push(server)
    await before(ports)
    return ports.chatPlatforms.teamchat.probe.probe(server)
  }
  return { ports: withTeamChat(ports, { probe: { probe } }), probed }
}
