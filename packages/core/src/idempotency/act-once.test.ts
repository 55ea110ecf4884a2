import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { createGroup } from '../groups/create-group.ts'
import { createKey } from '../keys/create-key.ts'
import type { GroupSlug, Transact } from '../ports/index.ts'
import { err, ok } from '../model/result.ts'
import { aPersonIn, memoryPorts, newId, type MemoryPorts } from '../testing/index.ts'
import { actOnce } from './act-once.ts'

/** Somebody who creates groups under a key. */
async function aWorld(ports: MemoryPorts = memoryPorts()) {
  const { account } = await aPersonIn(ports)
  const create = (slug: string, change: { readonly key?: string; readonly callerId?: typeof account.id } = {}) =>
    actOnce(ports, {
      request: { callerId: account.id, operation: 'createGroup', key: 'a-key', ...change },
      fingerprint: slug,
      act: (transact) => createGroup({ transact }, { actor: operator, slug }),
      answerOf: (group) => group.slug,
    })
  return { ports, account, create, tables: () => ports.database.tables }
}

/** Two groups, each in a transaction of its own. `between` runs in between. */
async function aWorldInParts(between: () => Promise<unknown> = async () => {}, given: MemoryPorts = memoryPorts()) {
  const { ports, account, tables } = await aWorld(given)
  const create = (betweenParts: () => Promise<unknown> = async () => {}) =>
    actOnce(ports, {
      request: { callerId: account.id, operation: 'createGroups', key: 'a-key' },
      fingerprint: '',
      isInParts: true,
      act: async (transact) => {
        for (const slug of ['one', 'two']) {
          await transact(async ({ groups, now }) => ok(await groups.insert({ slug: slug as GroupSlug, createdAt: await now() })))
          if (slug === 'one') await betweenParts()
        }
        return ok(['one', 'two'])
      },
      answerOf: (slugs) => slugs.join(),
    })
  return { ports, create: () => create(between), createAlone: () => create(), tables }
}

describe('actOnce', () => {
  it('carries out a request, and returns what it came to when it comes again, with one audit entry', async () => {
    const { create, tables } = await aWorld()
    expect(await create('finance')).toMatchObject(ok({ isReplay: false, value: { slug: 'finance' } }))
    const entries = tables().audit.size
    for (const _ of [1, 2]) expect(await create('finance')).toEqual(ok({ isReplay: true, answer: 'finance' }))
    expect([tables().groups.size, tables().audit.size]).toEqual([1, entries])
  })

  it('refuses another request under the same key, and carries out neither', async () => {
    const { create, tables } = await aWorld()
    await create('finance')
    expect(await create('sales')).toEqual(err({ code: 'idempotency.key_reused' }))
    expect([...tables().groups.keys()]).toEqual(['finance'])
  })

  it('knows a request by caller, operation and key', async () => {
    const { ports, create } = await aWorld()
    const other = (await aPersonIn(ports)).account
    await create('finance')
    expect(await create('sales', { callerId: other.id })).toMatchObject({ value: { isReplay: false } })
    expect(await create('support', { key: 'another' })).toMatchObject({ value: { isReplay: false } })
  })

  it('keeps no refusal: a corrected request may use the key', async () => {
    const { create, tables } = await aWorld()
    expect(await create('Not a slug')).toMatchObject({ ok: false, error: { code: 'group.slug_invalid' } })
    expect(tables().answers.size).toBe(0)
    expect(await create('finance')).toMatchObject({ value: { isReplay: false } })
  })

  it('carries the request out again after 24 hours', async () => {
    const { ports, create } = await aWorld()
    await create('finance')
    ports.clock.advance(86_400_000 - 1)
    expect(await create('finance')).toMatchObject({ value: { isReplay: true } })
    ports.clock.advance(1)
    expect(await create('finance')).toMatchObject({ ok: false, error: { code: 'group.exists' } })
  })

  it('says that a request is in progress while another transaction holds its claim', async () => {
    const memory = memoryPorts()
    const transact: Transact = (work) =>
      memory.transact((stores) => work({ ...stores, idempotency: { ...stores.idempotency, claim: async () => false } }))
    const { create, tables } = await aWorld({ ...memory, transact })
    expect(await create('finance')).toEqual(err({ code: 'idempotency.in_progress', retryAfterSeconds: 1 }))
    expect(tables().groups.size).toBe(0)
  })

  it('keeps the answer in the transaction of the act: neither is there without the other', async () => {
    const memory = memoryPorts()
    const isCut = { afterCommit: false }
    const transact: Transact = async (work) => {
      const outcome = await memory.transact(work)
      if (isCut.afterCommit) throw new Error('The reply to the commit is lost.')
      return outcome
    }
    const { create, tables } = await aWorld({ ...memory, transact })
    isCut.afterCommit = true
    await expect(create('finance')).rejects.toThrow('lost')
    isCut.afterCommit = false
    expect(await create('finance')).toEqual(ok({ isReplay: true, answer: 'finance' }))
    expect(tables().groups.size).toBe(1)
  })

  describe('an act in parts', () => {
    it('is carried out whole, and its answer kept after the last', async () => {
      const { create, tables } = await aWorldInParts()
      expect(await create()).toEqual(ok({ isReplay: false, value: ['one', 'two'] }))
      expect(await create()).toEqual(ok({ isReplay: true, answer: 'one,two' }))
      expect(tables().groups.size).toBe(2)
    })

    it('is in progress for a minute after its latest part, and then continued, when a part is missing', async () => {
      const { ports, create, createAlone, tables } = await aWorldInParts(() => Promise.reject(new Error('fault')))
      await expect(create()).rejects.toThrow('fault')
      expect([tables().groups.size, [...tables().answers.values()]]).toMatchObject([1, [{ answer: null }]])
      ports.clock.advance(59_999)
      expect(await createAlone()).toEqual(inProgress)
      ports.clock.advance(1)
      expect(await createAlone()).toEqual(ok({ isReplay: false, value: ['one', 'two'] }))
      expect(await createAlone()).toMatchObject(ok({ isReplay: true }))
    })

    it('is carried out to its end by the request that began it, while a repetition learns that it is in progress', async () => {
      const world: { createAlone: () => Promise<unknown> } = { createAlone: async () => {} }
      const between: unknown[] = []
      const { create, createAlone, tables } = await aWorldInParts(async () => between.push(await world.createAlone()))
      world.createAlone = createAlone
      expect(await create()).toEqual(ok({ isReplay: false, value: ['one', 'two'] }))
      expect(between).toEqual([inProgress])
      expect(await createAlone()).toEqual(ok({ isReplay: true, answer: 'one,two' }))
      expect(tables().groups.size).toBe(2)
    })

    it('needs no claim for a further part, which a repetition that looks may hold', async () => {
      const memory = memoryPorts()
      const isTaken = { claim: false }
      const transact: Transact = (work) =>
        memory.transact((stores) =>
          work({ ...stores, idempotency: { ...stores.idempotency, claim: async () => !isTaken.claim } }),
        )
      const { create } = await aWorldInParts(
        async () => {
          isTaken.claim = true
        },
        { ...memory, transact },
      )
      expect(await create()).toEqual(ok({ isReplay: false, value: ['one', 'two'] }))
    })

    it('ends with the answer of the repetition that continued it after a stall', async () => {
      const world: { createAlone: () => Promise<unknown> } = { createAlone: async () => {} }
      const { ports, create, createAlone, tables } = await aWorldInParts(() => {
        ports.clock.advance(60_000)
        return world.createAlone()
      })
      world.createAlone = createAlone
      expect(await create()).toEqual(ok({ isReplay: true, answer: 'one,two' }))
      expect(tables().answers.size).toBe(1)
    })

    it('goes on after a stall that no repetition used', async () => {
      const { ports, create } = await aWorldInParts(async () => ports.clock.advance(90_000))
      expect(await create()).toEqual(ok({ isReplay: false, value: ['one', 'two'] }))
    })

    it('keeps nothing when its first part is refused', async () => {
      const { ports, account, tables } = await aWorld()
      const refused = await actOnce(ports, {
        request: { callerId: account.id, operation: 'createGroups', key: 'a-key' },
        fingerprint: '',
        isInParts: true,
        act: (transact) => createGroup({ transact }, { actor: operator, slug: 'Not a slug' }),
        answerOf: ({ slug }) => slug,
      })
      expect(refused).toMatchObject({ ok: false, error: { code: 'group.slug_invalid' } })
      expect(tables().answers.size).toBe(0)
    })
  })

  it('throws what the act throws, and keeps nothing', async () => {
    const { ports, account, tables } = await aWorld()
    const failing = actOnce(ports, {
      request: { callerId: account.id, operation: 'fail', key: 'a-key' },
      fingerprint: '',
      act: (transact) => transact(() => Promise.reject<typeof nothing>(new Error('fault'))),
      answerOf: () => '',
    })
    await expect(failing).rejects.toThrow('fault')
    expect(tables().answers.size).toBe(0)
  })

  it('R3 stores what it is told to keep of the outcome, and no secret', async () => {
    const { ports, account, tables } = await aWorld()
    const created = await actOnce(ports, {
      request: { callerId: account.id, operation: 'createKey', key: newId() },
      fingerprint: '',
      act: (transact) =>
        createKey(
          { ...ports, transact },
          { actor: operator, ownerId: account.id, name: 'laptop', lifetimeDays: 30, sources: null },
        ),
      answerOf: ({ key }) => key.id,
    })
    if (!created.ok || created.value.isReplay) throw new Error('no key')
    const { key, plain } = created.value.value
    const kept = [...tables().answers.values()]
    expect(kept).toMatchObject([{ answer: key.id }])
    expect(JSON.stringify(kept)).not.toContain(plain)
  })
})

const nothing = ok(null)
const inProgress = err({ code: 'idempotency.in_progress', retryAfterSeconds: 1 })
