import type { TeamChatServer } from '../../ports/index.ts'
import { memoryPorts, type MemoryPorts } from '../memory/memory-ports.ts'

/** Ports that run `before` in each probe of a server, and the servers that were probed. */
export function watchedProbe(before: (ports: MemoryPorts) => unknown = () => {}) {
  const ports = memoryPorts()
  const probed: TeamChatServer[] = []
  const probe: typeof ports.teamChatProbe.probe = async (server) => {
    probed.push(server)
    await before(ports)
    return ports.teamChatProbe.probe(server)
  }
  return { ports: { ...ports, teamChatProbe: { probe } }, probed }
}
