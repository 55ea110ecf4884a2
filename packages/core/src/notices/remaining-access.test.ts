import { expect, it } from 'vitest'
import { ok } from '../model/result.ts'
import {
  aDate,
  aKeyIn,
  anIdentityIn,
  aPersonIn,
  memoryPorts,
  type MemoryPorts,
} from '../testing/index.ts'
import { remainingAccess } from './remaining-access.ts'

const shown = async (
  ports: MemoryPorts,
  { id }: Awaited<ReturnType<typeof aPersonIn>>['account'],
) => (await ports.transact(async (stores) => ok(await remainingAccess(stores, id)))).value

it('R147 lists the active keys and linked chats of the person only', async () => {
  const ports = memoryPorts()
  const [{ account }, { account: other }] = [await aPersonIn(ports), await aPersonIn(ports)]
  expect(await shown(ports, account)).toEqual({})
  const key = await aKeyIn(ports, account, { name: 'laptop', expiresAt: null })
  await aKeyIn(ports, account, { revokedAt: aDate })
  await aKeyIn(ports, other)
  await anIdentityIn(ports, account)
  await anIdentityIn(ports, other)
  const keys = [{ name: 'laptop', prefix: key.prefix }]
  expect(await shown(ports, account)).toEqual({
    access: { keys, links: [{ source: 'teamchat' }], more: 0 },
  })
})

it('R147 finds active keys after hundreds of revoked ones, lists the newest ten and counts the others', async () => {
  const ports = memoryPorts()
  const { account } = await aPersonIn(ports)
  for (let count = 0; count < 12; count += 1)
    await aKeyIn(ports, account, { name: `key ${count}`, expiresAt: null })
  for (let count = 0; count < 230; count += 1) await aKeyIn(ports, account, { revokedAt: aDate })
  const { access } = await shown(ports, account)
  expect([access?.keys.length, access?.keys[0]?.name, access?.more]).toEqual([10, 'key 11', 2])
})
