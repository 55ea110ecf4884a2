import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { authenticateSurface } from '../../keys/authentication/authenticate-surface.ts'
import { takeOverKey } from '../../keys/take-over-key.ts'
import { ok } from '../../model/result.ts'
import {
  anOrigin,
  aPersonIn,
  aServiceKey,
  memoryPorts,
  noticesTo,
  type MemoryPorts,
} from '../../testing/index.ts'
import type { AccountId, Role } from '../../model/accounts/account.ts'
import { changeRole } from './change-role.ts'
import { deactivateAccount } from './deactivate-account.ts'
import { deleteAccount } from './delete-account.ts'
import { reactivateAccount } from './reactivate-account.ts'

type Act = (ports: MemoryPorts, userId: AccountId) => Promise<{ readonly ok: boolean }>
const to =
  (role: Role): Act =>
  (ports, userId) =>
    changeRole(ports, { actor: operator, userId, role })
const deactivate: Act = (ports, userId) => deactivateAccount(ports, { actor: operator, userId })
const reactivate: Act = (ports, userId) => reactivateAccount(ports, { actor: operator, userId })
const departures: readonly { readonly change: string; readonly leave: Act }[] = [
  { change: 'deactivated', leave: deactivate },
  {
    change: 'deleted',
    leave: (ports, userId) => deleteAccount(ports, { actor: operator, userId }),
  },
  { change: 'demoted to Admin', leave: to('Admin') },
  { change: 'demoted to Member', leave: to('Member') },
]

/** An Owner with a service key, and another Owner. */
async function twoOwners(creator: Parameters<typeof aPersonIn>[1] = { role: 'Owner' }) {
  const ports = memoryPorts()
  const [{ account }, other] = [
    await aPersonIn(ports, creator),
    await aPersonIn(ports, { role: 'Owner' }),
  ]
  const { plain, digest } = ports.apiKeys.newApiKey()
  const key = aServiceKey({ createdBy: account.id })
  await ports.transact(async ({ keys }) => ok(await keys.insert(key, digest)))
  const works = async () =>
    (await authenticateSurface(ports, { presented: plain, origin: anOrigin })).ok
  const auditedKeys = () =>
    [...ports.database.tables.audit.values()].map(({ meta }) => meta['service_keys'])
  return { ports, account, other, key, works, auditedKeys }
}

describe('endServiceKeys', () => {
  it.each(departures)(
    'R148 revokes the service keys of a person who is $change, and notifies the other Owners',
    async ({ leave }) => {
      const { ports, account, other, key, works, auditedKeys } = await twoOwners()
      expect(await works()).toBe(true)
      expect((await leave(ports, account.id)).ok).toBe(true)
      expect([await works(), auditedKeys()]).toEqual([false, [1]])
      expect(ports.database.tables.keys.get(key.id)?.key.revokedAt).toEqual(ports.clock.now())
      const keys = [{ keyName: key.name, keyPrefix: key.prefix, source: key.source }]
      expect(noticesTo(ports, other.account)).toEqual([
        { kind: 'service_keys_ended', responsible: account.email, keys },
      ])
      expect(noticesTo(ports, account)).toEqual([])
    },
  )

  it.each(departures)(
    'R148 keeps a service key that an Owner took over before its creator is $change',
    async ({ leave }) => {
      const { ports, account, other, key, works, auditedKeys } = await twoOwners()
      await takeOverKey(ports, { actor: other.actor, keyId: key.id, ownerId: other.account.id })
      expect((await leave(ports, account.id)).ok).toBe(true)
      expect([await works(), auditedKeys().at(-1)]).toEqual([true, 0])
    },
  )

  it('R148 revokes a key with the Owner who took it over, although its creator stays', async () => {
    const { ports, other, key, works } = await twoOwners()
    await takeOverKey(ports, { actor: other.actor, keyId: key.id, ownerId: other.account.id })
    await deactivate(ports, other.account.id)
    expect(await works()).toBe(false)
  })

  it.for([
    { name: 'an Admin who becomes an Owner', creator: { role: 'Admin' }, act: to('Owner') },
    {
      name: 'an Owner who is reactivated',
      creator: { role: 'Owner', status: 'deactivated' },
      act: reactivate,
    },
  ] as const)(
    'R148 never reactivates a key of an earlier version by itself: $name',
    async ({ creator, act }) => {
      const { ports, account, works } = await twoOwners(creator)
      expect(await works()).toBe(false)
      expect((await act(ports, account.id)).ok).toBe(true)
      expect(await works()).toBe(false)
    },
  )

  it('sends no notice if the person is responsible for no service key', async () => {
    const ports = memoryPorts()
    const [{ account }, other] = [await aPersonIn(ports), await aPersonIn(ports, { role: 'Owner' })]
    await deactivate(ports, account.id)
    expect(noticesTo(ports, other.account)).toEqual([])
  })
})
