import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overHttp, overStdio, type Assistant } from '../support/assistant.ts'
import { distributedWorld, ownerEmail, type World } from '../support/distributed.ts'
import { kenJsonHere, startKenHere } from '../support/ken-here.ts'
import { ken, main, type Server } from '../support/ken-program.ts'

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

const people = [ownerEmail, 'grace@example.com'] as const
const expected = {
  [ownerEmail]: ['Flights of the board', 'Flights of all'],
  'grace@example.com': ['Flights of all', 'Flights of Grace'],
}

const searchMessage = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search', arguments: { query: 'flights' } },
})

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
    await kenJsonHere(['import', '-'], { ...world, input: lines.join('\n') })
    for (const email of people) keys.set(email, (await world.createKey(email)).key)
    server = started.use(await startKenHere(['http'], world))
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

  it('S7 get the last answer from a program whose input has ended, and never show the key', async () => {
    const key = keys.get(ownerEmail)!
    const env = { KEN_URL: server.url, KEN_API_KEY: key }
    const assistant = await overStdio.current({ url: server.url, key }, kenMcp())
    const { stdout: processes } = await promisify(execFile)('ps', ['-A', '-o', 'args='])
    await assistant.close()
    const ended = await ken(['mcp'], { env, cwd: world.cwd, input: `not JSON\n${searchMessage}\n` })
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toContain('Flights of the board')
    expect(processes).toMatch(/main\.\w+ mcp$/m)
    const seen = [processes, ended.stdout, server.output.stdout, server.output.stderr].join('\n')
    expect(seen).toContain('"route":"/mcp"')
    expect(seen).not.toContain(key)
    expect(seen).not.toContain(key.slice('ken_'.length, 30))
  })

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
