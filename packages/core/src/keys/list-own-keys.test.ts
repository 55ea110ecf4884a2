import { expect, it } from 'vitest'
import { aDate, aKeyIn, aPersonIn, memoryPorts, valueOf } from '../testing/index.ts'
import { listOwnKeys } from './list-own-keys.ts'

const page = { after: null, limit: 2 }

it('R8 lists the keys that work or those that have ended, and counts all of them', async () => {
  const ports = memoryPorts()
  const [ada, bob] = [await aPersonIn(ports), await aPersonIn(ports)]
  const active = await aKeyIn(ports, ada.account)
  const ended = [
    await aKeyIn(ports, ada.account, { revokedAt: aDate }),
    await aKeyIn(ports, ada.account, { expiresAt: aDate }),
    await aKeyIn(ports, ada.account, { revokedAt: aDate }),
  ]
  await aKeyIn(ports, bob.account)
  const list = async (status: 'active' | 'ended' | null) => {
    const { items, next, counts } = valueOf(
      await listOwnKeys(ports, { actor: ada.actor, status, page }),
    )
    return { ids: items.map(({ id }) => id), hasMore: next !== null, counts }
  }
  const counts = { active: 1, ended: 3 }
  const [first, second, third] = ended
    .map(({ id }) => id)
    .toSorted()
    .toReversed()
  expect(await list('active')).toEqual({ ids: [active.id], hasMore: false, counts })
  expect(await list('ended')).toEqual({ ids: [first, second], hasMore: true, counts })
  expect(third).toBeDefined()
  expect((await list(null)).ids).toHaveLength(2)
})

it('R48 refuses a person who was deactivated since', async () => {
  const ports = memoryPorts()
  const { actor } = await aPersonIn(ports, { status: 'deactivated' })
  expect(await listOwnKeys(ports, { actor, status: null, page })).toEqual({
    ok: false,
    error: { code: 'account.forbidden' },
  })
})
