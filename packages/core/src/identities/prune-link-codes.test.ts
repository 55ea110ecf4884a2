import { expect, it } from 'vitest'
import { aPersonIn, memoryPorts, valueOf } from '../testing/index.ts'
import { createLinkCode } from './create-link-code.ts'
import { linkCodeLifetimeSeconds } from '../model/identities/identity.ts'
import { pruneLinkCodes } from './prune-link-codes.ts'

it('deletes every expired link code, and no valid one', async () => {
  const ports = memoryPorts()
  for (const _ of [1, 2, 3]) await createLinkCode(ports, await aPersonIn(ports))
  ports.clock.advance(linkCodeLifetimeSeconds * 1_000)
  const { code } = valueOf(await createLinkCode(ports, await aPersonIn(ports)))
  expect(await pruneLinkCodes(ports)).toBe(3)
  const digests = [...ports.database.tables.linkCodes.values()].map(({ digest }) => digest)
  expect(digests).toEqual([ports.linkCodeSource.digest(code)])
  expect(await pruneLinkCodes(ports)).toBe(0)
})
