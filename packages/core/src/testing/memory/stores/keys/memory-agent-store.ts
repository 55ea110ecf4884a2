import type { AgentStore } from '../../../../ports/stores/keys/agent-store.ts'
import type { MemoryTables } from '../../memory-database.ts'

export const memoryAgentStore = ({ agents }: MemoryTables): AgentStore => ({
  listByOwner: async (ownerId) =>
    [...agents.values()]
      .filter((agent) => agent.ownerId === ownerId)
      .toSorted((left, right) =>
        (left.name === right.name ? left.id < right.id : left.name < right.name) ? -1 : 1,
      ),

  async switch(ownerId, id, enabled) {
    const agent = agents.get(id)
    if (agent?.ownerId !== ownerId) return null
    const switched = { ...agent, enabled }
    agents.set(id, switched)
    return switched
  },

  async disableAll(ownerId) {
    const running = [...agents.values()].filter(
      (agent) => agent.ownerId === ownerId && agent.enabled,
    )
    for (const agent of running) agents.set(agent.id, { ...agent, enabled: false })
    return running.length
  },
})
