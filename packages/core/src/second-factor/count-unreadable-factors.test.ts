import { expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { anEnrolledPersonIn, aPersonIn, memoryPorts } from '../testing/index.ts'
import { countUnreadableFactors } from './count-unreadable-factors.ts'

it('R29 counts the second factors that no secret decrypts, over every page, and changes nothing', async () => {
  const ports = memoryPorts()
  const people = await Promise.all(Array.from({ length: 201 }, () => anEnrolledPersonIn(ports)))
  await aPersonIn(ports)
  expect(await countUnreadableFactors(ports, { actor: operator })).toBe(0)

  const { accounts } = ports.database.tables
  for (const { account } of [people[0]!, people[200]!])
    accounts.set(account.id, { ...account, mfaSecret: 'of a lost key' })
  const before = [...accounts.values()]
  expect(await countUnreadableFactors(ports, { actor: operator })).toBe(2)
  expect([...accounts.values()]).toEqual(before)
})

it("R29 counts another account's second factor as unreadable", async () => {
  const ports = memoryPorts()
  const [ana, bob] = [await anEnrolledPersonIn(ports), await anEnrolledPersonIn(ports)]
  ports.database.tables.accounts.set(ana.account.id, {
    ...ana.account,
    mfaSecret: bob.account.mfaSecret,
  })
  expect(await countUnreadableFactors(ports, { actor: operator })).toBe(1)
})
