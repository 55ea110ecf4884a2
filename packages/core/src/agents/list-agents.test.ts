import { expect, it } from 'vitest'
import { aPersonIn, memoryPorts, newId } from '../testing/index.ts'
import type { AgentId } from '../ports/index.ts'
import { listAgents } from './list-agents.ts'

it("listAgents lists a person's own agents", async () => {
  const ports = memoryPorts()
  const [{ account, actor }, other] = [await aPersonIn(ports), await aPersonIn(ports)]
  const agents = [account, other.account].map(({ id: ownerId }) => ({
    id: newId() as AgentId,
    ownerId,
    name: 'Clerk',
    enabled: true,
  }))
  for (const agent of agents) ports.database.tables.agents.set(agent.id, agent)
  expect(await listAgents(ports, { actor })).toEqual([agents[0]])
})
