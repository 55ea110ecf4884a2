import type { AgentId } from '@ken/core'
import { expect, it } from 'vitest'
import { accountOf, consoleWorld, memberEmail } from '../testing/console-world.ts'
import { visit } from '../testing/visit.ts'

const id = '00000000-0000-4000-8000-000000000001' as AgentId

/** The Member has one agent, which is off. */
async function worldWithAgent() {
  const world = await consoleWorld()
  const { id: ownerId } = await accountOf(world, memberEmail)
  const { database } = world.ports
  database.tables.agents.set(id, { id, ownerId, name: 'digest <b>', enabled: false })
  return { world, isOn: () => database.tables.agents.get(id)?.enabled }
}

it('turns personal agents on and off', async () => {
  const { world, isOn } = await worldWithAgent()
  using seen = await visit(world, '/me/agents', memberEmail)
  await seen.reads('agents are off until you turn them on again')
  await seen.press('Turn on: digest <b>')
  await seen.find('button', 'Turn off: digest <b>')
  expect(isOn()).toBe(true)
  await seen.reads('Turned on: digest <b>')
  await seen.press('Undo')
  await seen.reads('Turned off: digest <b>')
  expect(isOn()).toBe(false)
})

it('says on the next screen that an Undo failed', async () => {
  const { world, isOn } = await worldWithAgent()
  using seen = await visit(world, '/me/agents', memberEmail)
  await seen.press('Turn on: digest <b>')
  await seen.reads('Turned on: digest <b>')
  await seen.click('link', 'Linked chats')
  await seen.find('heading', 'Linked chats')
  seen.server.on(/^PUT .*\/me\/agents\//, async () => Response.json({}, { status: 503 }))
  await seen.press('Undo')
  await seen.reads('An earlier action failed. Ken is busy. Try again in a moment.')
  expect(isOn()).toBe(true)
})
