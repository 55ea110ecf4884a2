import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overHttp, overStdio, type Assistant } from '../support/assistant.ts'
import { distributedWorld, ownerEmail, type World } from '../support/distributed.ts'
import { kenJson, main, startKen, type Server } from '../support/ken-program.ts'

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

const people = [ownerEmail, 'grace@example.com'] as const
const expected = {
  [ownerEmail]: ['Flights of the board', 'Flights of all'],
  'grace@example.com': ['Flights of all', 'Flights of Grace'],
}

/** The titles and texts that an assistant finds and then reads. */
async function readBy(assistant: Assistant) {
  const found = await assistant.call('search', { query: 'flights' })
  const { results } = found.structuredContent as {
    readonly results: readonly { readonly id: string; readonly title: string }[]
  }
  for (const { id, title } of results) {
    const read = await assistant.call('fetch', { id })
    expect(read.structuredContent).toMatchObject({ id, title, text: `The text of ${title}.` })
  }
  await assistant.close()
  return results.map(({ title }) => title).toSorted()
}

describe('assistants of two people', () => {
  let world: World
  let server: Server
  const keys = new Map<string, string>()

  beforeAll(async () => {
    world = started.use(await distributedWorld())
    const graceId = await world.addMember('grace@example.com')
    const lines = [
      { external_id: 'all', title: 'Flights of all', allowed: ['everyone'] },
      { external_id: 'board', title: 'Flights of the board', allowed: ['role:Owner'] },
      { external_id: 'grace', title: 'Flights of Grace', allowed: [`user:${graceId}`] },
    ].map((line) =>
      JSON.stringify({
        source: 'wiki',
        url: `https://wiki.example.com/${line.external_id}`,
        body: `The text of ${line.title}.`,
        ...line,
      }),
    )
    writeFileSync(join(world.cwd, 'flights.jsonl'), lines.join('\n'))
    await kenJson(['import', 'flights.jsonl'], world)
    for (const email of people) keys.set(email, (await world.createKey(email)).key)
    server = started.use(await startKen(['http'], world))
  })

  const kenMcp = () => ({ command: process.execPath, args: [main, 'mcp'], cwd: world.cwd })
  const kenOf = (email: string) => ({ url: server.url, key: keys.get(email)! })

  it.for(people)(
    'find and read what each of them may see, over HTTP and stdio: %s',
    async (email) => {
      const titles = expected[email].toSorted()
      for (const connect of [overHttp.current, overHttp.earlier])
        expect(await readBy(await connect(kenOf(email)))).toEqual(titles)
      for (const connect of [overStdio.current, overStdio.earlier])
        expect(await readBy(await connect(kenOf(email), kenMcp()))).toEqual(titles)
    },
  )

  it('learn from each tool what to do about a refused key', async () => {
    const { url } = server
    const assistant = await overStdio.current({ url, key: `ken_${'x'.repeat(50)}` }, kenMcp())
    expect(await assistant.call('search', { query: 'flights' })).toMatchObject({
      isError: true,
      content: [{ text: `Ken refused the API key: create a new one at ${url}.` }],
    })
    await assistant.close()
  })
})
