import { ok } from '@ken/core'
import type { IdentitySource, SessionId } from '@ken/core/ports'
import { aKey, anAccount, anIdentity, newDigest, newId } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { postgresPorts } from '../../index.ts'
import { noJobs } from '../../testing/no-jobs.ts'
import { migratedDatabase, openFor } from '../../testing/server-world.ts'
import { withinRequest } from '../request-scope.ts'

const platform = 'bot_gateway' as IdentitySource

/** A database with one connection for transactions, and people with a key and an identity. */
async function world() {
  const database = await openFor((await migratedDatabase()).url, { poolMax: 2 })
  const ports = postgresPorts(database, noJobs)
  const person = async () => {
    const [account, digest] = [anAccount(), newDigest()]
    const identity = anIdentity(account, { source: platform })
    await ports.transact(async ({ accounts, identities, keys }) => {
      await accounts.insert(account)
      await identities.insert(identity)
      return ok(await keys.insert(aKey(account), digest))
    })
    return { account, digest, externalId: identity.externalId }
  }
  return { ...ports, person }
}
type World = Awaited<ReturnType<typeof world>>
type Person = Awaited<ReturnType<World['person']>>

const lookUps: readonly (readonly [string, (world: World, person: Person) => Promise<unknown>])[] =
  [
    [
      'session',
      (ports, { account }) => ports.accountHolders.findById(account.id, newId() as SessionId),
    ],
    ['key', (ports, { digest }) => ports.keyHolders.findByDigest(digest)],
    [
      'service key on their behalf',
      (ports, { externalId }) => ports.identityHolders.findByExternalId(platform, externalId),
    ],
  ]

it.each(lookUps)(
  'R12 the acts of one person delay those of another by one at most, by %s',
  async (_, lookUp) => {
    const opened = await world()
    const { transact, person } = opened
    const [ada, grace] = [await person(), await person()]
    const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = transact(async () => {
      held.resolve()
      await end.promise
      return ok(null)
    })
    await held.promise
    const [waiting, order]: readonly [Person[], Person[]] = [[], []]
    const act = async (actor: Person) => {
      await lookUp(opened, actor)
      waiting.push(actor)
      await transact(async () => ok(order.push(actor)))
    }
    const begin = (actor: Person) => withinRequest(new AbortController().signal, () => act(actor))
    const all = Array.from({ length: 6 }, () => begin(ada))
    await expect.poll(() => waiting.length).toBe(6)
    all.push(begin(grace))
    await expect.poll(() => waiting.length).toBe(7)
    end.resolve()
    await Promise.all([holding, ...all])
    expect(order.indexOf(grace)).toBe(1)
  },
)
