import { agentStoreContract } from './agent-store.contract.ts'
import { memoryDatabase } from './memory-database.ts'
import { memoryTransact } from './memory-transact.ts'

agentStoreContract('memory', async () => {
  const database = memoryDatabase({ now: () => new Date() })
  return {
    transact: memoryTransact(database),
    make: async (...agents) => agents.forEach((agent) => database.tables.agents.set(agent.id, agent)),
    close: async () => {},
  }
})
