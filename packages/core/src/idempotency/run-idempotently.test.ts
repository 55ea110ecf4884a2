import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { createGroup } from '../groups/create-group.ts'
import { createKey } from '../keys/create-key.ts'
import type { GroupSlug, Transact } from '../ports/index.ts'
import { err, ok } from '../model/result.ts'
import { aPersonIn, memoryPorts, newId, type MemoryPorts } from '../testing/index.ts'
import { runIdempotently } from './run-idempotently.ts'

/** A person who creates groups with an idempotency key. */
async function creatingGroups(ports: MemoryPorts = memoryPorts()) {
  const { account } = await aPersonIn(ports)
  const create = (
    slug: string,
    change: { readonly key?: string; readonly callerId?: typeof account.id } = {},
  ) =>
    runIdempotently(ports, {
      request: { callerId: account.id, operation: 'createGroup', key: 'a-key', ...change },
      fingerprint: slug,
      act: (transact) => createGroup({ transact }, { actor: operator, slug }),
      responseOf: (group) => group.slug,
    })
  return { ports, account, create, tables: () => ports.database.tables }
}

/** Creates two groups, each in its own transaction. `between` runs between them. */
async function creatingGroupsInParts(
  between: () => Promise<unknown> = async () => {},
  given: MemoryPorts = memoryPorts(),
) {
  const { ports, account, tables } = await creatingGroups(given)
  const create = (betweenParts: () => Promise<unknown> = async () => {}) =>
    runIdempotently(ports, {
      request: { callerId: account.id, operation: 'createGroups', key: 'a-key' },
      fingerprint: '',
      isInParts: true,
      act: async (transact) => {
        for (const slug of ['one', 'two']) {
          await transact(async ({ groups, now }) =>
            ok(await groups.insert({ slug: slug as GroupSlug, createdAt: await now() })),
          )
          if (slug === 'one') await betweenParts()
        }
        return ok(['one', 'two'])
      },
      responseOf: (slugs) => slugs.join(),
    })
  return { ports, create: () => create(between), createAlone: () => create(), tables }
}

describe('runIdempotently', () => {
  it('runs a request once, and returns its response to a retry, with one audit entry', async () => {
    const { create, tables } = await creatingGroups()
    expect(await create('finance')).toMatchObject(
      ok({ isReplay: false, value: { slug: 'finance' } }),
    )
    const entries = tables().audit.size
    for (const _ of [1, 2])
      expect(await create('finance')).toEqual(ok({ isReplay: true, response: 'finance' }))
    expect([tables().groups.size, tables().audit.size]).toEqual([1, entries])
  })

  it('refuses a different request with the same key, and does not run it', async () => {
    const { create, tables } = await creatingGroups()
    await create('finance')
    expect(await create('sales')).toEqual(err({ code: 'idempotency.key_reused' }))
    expect([...tables().groups.keys()]).toEqual(['finance'])
  })

  it('identifies a request by caller, operation and key', async () => {
    const { ports, create } = await creatingGroups()
    const other = (await aPersonIn(ports)).account
    await create('finance')
    expect(await create('sales', { callerId: other.id })).toMatchObject({
      value: { isReplay: false },
    })
    expect(await create('support', { key: 'another' })).toMatchObject({
      value: { isReplay: false },
    })
  })

  it('stores no refusal, so that a corrected request may use the key', async () => {
    const { create, tables } = await creatingGroups()
    expect(await create('Not a slug')).toMatchObject({
      ok: false,
      error: { code: 'group.slug_invalid' },
    })
    expect(tables().responses.size).toBe(0)
    expect(await create('finance')).toMatchObject({ value: { isReplay: false } })
  })

  it('runs the request again after 24 hours', async () => {
    const { ports, create } = await creatingGroups()
    await create('finance')
    ports.clock.advance(86_400_000 - 1)
    expect(await create('finance')).toMatchObject({ value: { isReplay: true } })
    ports.clock.advance(1)
    expect(await create('finance')).toMatchObject({ ok: false, error: { code: 'group.exists' } })
  })

  it('reports a request as in progress while another transaction holds its claim', async () => {
    const memory = memoryPorts()
    const transact: Transact = (work) =>
      memory.transact((stores) =>
        work({ ...stores, idempotency: { ...stores.idempotency, claim: async () => false } }),
      )
    const { create, tables } = await creatingGroups({ ...memory, transact })
    expect(await create('finance')).toEqual(inProgressFor(1))
    expect(tables().groups.size).toBe(0)
  })

  it('stores the response in the transaction of the act', async () => {
    const memory = memoryPorts()
    const isCut = { afterCommit: false }
    const transact: Transact = async (work) => {
      const outcome = await memory.transact(work)
      if (isCut.afterCommit) throw new Error('The reply to the commit is lost.')
      return outcome
    }
    const { create, tables } = await creatingGroups({ ...memory, transact })
    isCut.afterCommit = true
    await expect(create('finance')).rejects.toThrow('lost')
    isCut.afterCommit = false
    expect(await create('finance')).toEqual(ok({ isReplay: true, response: 'finance' }))
    expect(tables().groups.size).toBe(1)
  })

  describe('with an act in parts', () => {
    it('runs all parts, and stores the response after the last', async () => {
      const { create, tables } = await creatingGroupsInParts()
      expect(await create()).toEqual(ok({ isReplay: false, value: ['one', 'two'] }))
      expect(await create()).toEqual(ok({ isReplay: true, response: 'one,two' }))
      expect(tables().groups.size).toBe(2)
    })

    it('reports an interrupted act as in progress for a minute, with what is left of it, then continues it', async () => {
      const { ports, create, createAlone, tables } = await creatingGroupsInParts(() =>
        Promise.reject(new Error('fault')),
      )
      await expect(create()).rejects.toThrow('fault')
      expect([tables().groups.size, [...tables().responses.values()]]).toMatchObject([
        1,
        [{ response: null }],
      ])
      expect(await createAlone()).toEqual(inProgressFor(60))
      ports.clock.advance(20_500)
      expect(await createAlone()).toEqual(inProgressFor(40))
      ports.clock.advance(39_499)
      expect(await createAlone()).toEqual(inProgressFor(1))
      ports.clock.advance(1)
      expect(await createAlone()).toEqual(ok({ isReplay: false, value: ['one', 'two'] }))
      expect(await createAlone()).toMatchObject(ok({ isReplay: true }))
    })

    it('lets the first request finish, while a retry is refused as in progress', async () => {
      const world: { createAlone: () => Promise<unknown> } = { createAlone: async () => {} }
      const between: unknown[] = []
      const { create, createAlone, tables } = await creatingGroupsInParts(async () =>
        between.push(await world.createAlone()),
      )
      world.createAlone = createAlone
      expect(await create()).toEqual(ok({ isReplay: false, value: ['one', 'two'] }))
      expect(between).toEqual([inProgressFor(60)])
      expect(await createAlone()).toEqual(ok({ isReplay: true, response: 'one,two' }))
      expect(tables().groups.size).toBe(2)
    })

    it('needs no claim for a further part, because a retry may hold it', async () => {
      const memory = memoryPorts()
      const isTaken = { claim: false }
      const transact: Transact = (work) =>
        memory.transact((stores) =>
          work({
            ...stores,
            idempotency: { ...stores.idempotency, claim: async () => !isTaken.claim },
          }),
        )
      const { create } = await creatingGroupsInParts(
        async () => {
          isTaken.claim = true
        },
        { ...memory, transact },
      )
      expect(await create()).toEqual(ok({ isReplay: false, value: ['one', 'two'] }))
    })

    it('returns the response of the retry that continued it after a stall', async () => {
      const world: { createAlone: () => Promise<unknown> } = { createAlone: async () => {} }
      const { ports, create, createAlone, tables } = await creatingGroupsInParts(() => {
        ports.clock.advance(60_000)
        return world.createAlone()
      })
      world.createAlone = createAlone
      expect(await create()).toEqual(ok({ isReplay: true, response: 'one,two' }))
      expect(tables().responses.size).toBe(1)
    })

    it('continues after a stall without a retry', async () => {
      const { ports, create } = await creatingGroupsInParts(async () => ports.clock.advance(90_000))
      expect(await create()).toEqual(ok({ isReplay: false, value: ['one', 'two'] }))
    })

    it('stores nothing when the first part is refused', async () => {
      const { ports, account, tables } = await creatingGroups()
      const refused = await runIdempotently(ports, {
        request: { callerId: account.id, operation: 'createGroups', key: 'a-key' },
        fingerprint: '',
        isInParts: true,
        act: (transact) => createGroup({ transact }, { actor: operator, slug: 'Not a slug' }),
        responseOf: ({ slug }) => slug,
      })
      expect(refused).toMatchObject({ ok: false, error: { code: 'group.slug_invalid' } })
      expect(tables().responses.size).toBe(0)
    })
  })

  it('throws the error of the act, and stores nothing', async () => {
    const { ports, account, tables } = await creatingGroups()
    const failing = runIdempotently(ports, {
      request: { callerId: account.id, operation: 'fail', key: 'a-key' },
      fingerprint: '',
      act: (transact) => transact(() => Promise.reject<typeof nothing>(new Error('fault'))),
      responseOf: () => '',
    })
    await expect(failing).rejects.toThrow('fault')
    expect(tables().responses.size).toBe(0)
  })

  it('R3 stores the given response, and no secret', async () => {
    const { ports, account, tables } = await creatingGroups()
    const created = await runIdempotently(ports, {
      request: { callerId: account.id, operation: 'createKey', key: newId() },
      fingerprint: '',
      act: (transact) =>
        createKey(
          { ...ports, transact },
          { actor: operator, ownerId: account.id, name: 'laptop', lifetimeDays: 30, sources: null },
        ),
      responseOf: ({ key }) => key.id,
    })
    if (!created.ok || created.value.isReplay) throw new Error('no key')
    const { key, plain } = created.value.value
    const kept = [...tables().responses.values()]
    expect(kept).toMatchObject([{ response: key.id }])
    expect(JSON.stringify(kept)).not.toContain(plain)
  })
})

const nothing = ok(null)
const inProgressFor = (retryAfterSeconds: number) =>
  err({ code: 'idempotency.in_progress', retryAfterSeconds })
