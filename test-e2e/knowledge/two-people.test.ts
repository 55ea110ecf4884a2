import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { distributedWorld, ownerEmail, type World } from '../support/distributed.ts'
import { kenHere, kenJsonHere, startKenHere } from '../support/ken-here.ts'
import type { Server } from '../support/ken-program.ts'
import { search } from '../support/surface.ts'

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

const canary = 'zanzibarcanary'

describe('two people and one knowledge base', () => {
  let world: World
  let server: Server
  let ownerKey = ''
  let memberKey = ''

  beforeAll(async () => {
    world = started.use(await distributedWorld())
    const memberId = await world.addMember('grace@example.com')
    const lines = [
      {
        external_id: 'ticket',
        source: 'ticket',
        title: 'Travel budget ticket',
        body: 'More?',
        allowed: ['everyone'],
      },
      {
        external_id: 'open',
        title: 'Travel budget',
        body: 'Book trains early.',
        allowed: ['everyone'],
      },
      {
        external_id: 'board',
        title: 'Travel budget of the board',
        body: 'Secret flights.',
        allowed: ['role:Owner'],
      },
      {
        external_id: 'grace',
        title: 'My travel budget',
        body: 'A note to myself.',
        allowed: [`user:${memberId}`],
      },
      {
        external_id: 'team',
        title: 'Travel budget of the team',
        body: 'Shared rooms.',
        allowed: ['group:team'],
      },
    ].map((line) =>
      JSON.stringify({
        source: 'wiki',
        url: `https://wiki.example.com/${line.external_id}`,
        ...line,
      }),
    )
    const input = lines.join('\n')
    const imported = await kenHere(['import', '-'], { ...world, input })
    if (imported.code !== 0) throw new Error(imported.stderr)
    server = started.use(
      await startKenHere(['http'], { ...world, env: { ...world.env, KEN_LOG_LEVEL: 'debug' } }),
    )
    const keys = await Promise.all([
      world.createKey(ownerEmail),
      world.createKey('grace@example.com'),
    ])
    ;[ownerKey, memberKey] = [keys[0].key, keys[1].key]
  })

  const titles = async (key: string) =>
    (await search(server.url, key, 'travel budget', 50)).results
      .map(({ title }) => title)
      .toSorted()

  it('R7 shows each person what they may see and nothing else', async () => {
    expect(await titles(ownerKey)).toEqual([
      'Travel budget',
      'Travel budget of the board',
      'Travel budget ticket',
    ])
    expect(await titles(memberKey)).toEqual([
      'My travel budget',
      'Travel budget',
      'Travel budget ticket',
    ])
  })

  it('R7 does not mix up the results of concurrent searches', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, position) =>
        titles(position % 2 === 0 ? ownerKey : memberKey),
      ),
    )
    for (const [position, answer] of answers.entries()) {
      expect(answer).toContain(
        position % 2 === 0 ? 'Travel budget of the board' : 'My travel budget',
      )
      expect(answer).not.toContain(
        position % 2 === 0 ? 'My travel budget' : 'Travel budget of the board',
      )
    }
  })

  it('R6 narrows a key to its sources', async () => {
    const options = ['--email', 'grace@example.com', '--name', 'x', '--sources']
    const createKey = (sources: string) => ['keys', 'create', ...options, sources]
    const { key } = await kenJsonHere<{ key: string }>(createKey('ticket'), world)
    expect(await titles(key)).toEqual(['Travel budget ticket'])
    const unknown = await kenHere(createKey('ticket,nosuch'), world)
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toContain('nosuch')
  })

  it('R10 stores no word of a query', async () => {
    await search(server.url, memberKey, `travel ${canary}`)
    await fetch(`${server.url}/public/v1/search?q=${canary}`, {
      method: 'POST',
      body: canary,
      headers: { authorization: `Bearer ${memberKey}` },
    })
    expect(server.output.stdout + server.output.stderr).not.toContain(canary)
    expect(server.output.stderr).toContain('http.request')
    const tables = await world.sql(`select tablename from pg_tables where schemaname = 'public'`)
    for (const { tablename } of tables) {
      expect(
        await world.sql(
          `select 1 from "${String(tablename)}" as t where t::text like '%${canary}%'`,
        ),
      ).toEqual([])
    }
  })

  it('R3 stores no key in the database or the log', async () => {
    const tables = await world.sql(`select tablename from pg_tables where schemaname = 'public'`)
    for (const { tablename } of tables) {
      expect(
        await world.sql(`select 1 from "${String(tablename)}" as t where t::text like $1`, [
          `%${memberKey}%`,
        ]),
      ).toEqual([])
    }
    expect(server.output.stdout + server.output.stderr).not.toContain(memberKey)
  })
})
