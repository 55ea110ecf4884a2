import { describe, expect } from 'vitest'
import type { Agent, AgentId } from '../../../../model/agent.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import type { Transact } from '../../../../ports/stores/transact.ts'
import { anAccount, newId } from '../../../builders/builders.ts'
import { committed, testIn, type Closable } from '../../contract-suite.ts'

export type AgentStoreWorld = Closable & {
  readonly transact: Transact
  /** Creates agents, as another program does. */
  readonly make: (...agents: readonly Agent[]) => Promise<void>
}

const anAgent = (owner: Account, name: string, enabled = true): Agent => ({
  id: newId() as AgentId,
  ownerId: owner.id,
  name,
  enabled,
})

const people = async ({ transact }: AgentStoreWorld) => {
  const [ada, bob] = [anAccount(), anAccount()]
  await committed(transact, async ({ accounts }) => {
    for (const account of [ada, bob]) await accounts.insert(account)
  })
  return { ada, bob }
}
const listOf = ({ transact }: AgentStoreWorld, { id }: Account) =>
  committed(transact, ({ agents }) => agents.listByOwner(id))

/** What every `AgentStore` must do. `open` returns a fresh, empty world for each test. */
export function agentStoreContract(name: string, open: () => Promise<AgentStoreWorld>): void {
  const test = testIn(open)
  describe(`AgentStore contract: ${name}`, () => {
    test("lists an owner's agents by name, and no one else's", async (world) => {
      const { ada, bob } = await people(world)
      const [writer, clerk] = [anAgent(ada, 'Writer'), anAgent(ada, 'Clerk "Zoë" 🙂', false)]
      await world.make(writer, clerk, anAgent(bob, 'Spy'))
      expect(await listOf(world, ada)).toEqual([clerk, writer])
    })

    test("switches an owner's agent and no other", async (world) => {
      const { ada, bob } = await people(world)
      const [clerk, writer] = [anAgent(ada, 'Clerk'), anAgent(ada, 'Writer')]
      await world.make(clerk, writer)
      const flip = (owner: Account, id: AgentId) =>
        committed(world.transact, ({ agents }) => agents.switch(owner.id, id, false))
      expect(await flip(ada, clerk.id)).toEqual({ ...clerk, enabled: false })
      expect([await flip(bob, writer.id), await flip(ada, newId() as AgentId)]).toEqual([
        null,
        null,
      ])
      expect(await listOf(world, ada)).toEqual([{ ...clerk, enabled: false }, writer])
    })

    test('disables all agents of an owner, and returns how many were enabled', async (world) => {
      const { ada, bob } = await people(world)
      await world.make(
        anAgent(ada, 'a'),
        anAgent(ada, 'b'),
        anAgent(ada, 'c', false),
        anAgent(bob, 'd'),
      )
      expect(await committed(world.transact, ({ agents }) => agents.disableAll(ada.id))).toBe(2)
      expect((await listOf(world, ada)).map(({ enabled }) => enabled)).toEqual([
        false,
        false,
        false,
      ])
      expect((await listOf(world, bob)).map(({ enabled }) => enabled)).toEqual([true])
    })
  })
}
