import { expect, it } from 'vitest'
import { ok } from '../model/result.ts'
import { aPersonIn, aSessionIn, memoryPorts, newId } from '../testing/index.ts'
import type { AgentId } from '../ports/index.ts'
import { switchAgent } from './switch-agent.ts'

it("switchAgent switches a person's own agent, audited, and no one else's", async () => {
  const ports = memoryPorts()
  const [{ account, actor }, other] = [await aPersonIn(ports), await aPersonIn(ports)]
  const agent = { id: newId() as AgentId, ownerId: account.id, name: 'Clerk', enabled: false }
  ports.database.tables.agents.set(agent.id, agent)
  const request = { agentId: agent.id, enabled: true }
  const unknown = { ok: false, error: { code: 'agent.not_found' } }
  expect(await switchAgent(ports, { ...request, actor: other.actor })).toEqual(unknown)
  expect(await switchAgent(ports, { ...request, actor, agentId: newId() as AgentId })).toEqual(
    unknown,
  )
  expect(await switchAgent(ports, { ...request, actor })).toEqual({
    ok: true,
    value: { ...agent, enabled: true },
  })
  const entry = { action: 'agent.switch', target: `agent:${agent.id}`, meta: { enabled: true } }
  expect([...ports.database.tables.audit.values()]).toMatchObject([entry])
})

it('R147 switchAgent switches none once the session has ended', async () => {
  const ports = memoryPorts()
  const { account } = await aPersonIn(ports)
  const { actor, session } = await aSessionIn(ports, account)
  const agent = { id: newId() as AgentId, ownerId: account.id, name: 'Clerk', enabled: false }
  ports.database.tables.agents.set(agent.id, agent)
  await ports.transact(async ({ sessions }) => ok(await sessions.end(account.id, session.id)))
  expect(await switchAgent(ports, { actor, agentId: agent.id, enabled: true })).toEqual({
    ok: false,
    error: { code: 'account.forbidden' },
  })
  expect(ports.database.tables.agents.get(agent.id)).toEqual(agent)
})
