import { createKey, importDocuments, operator } from '@ken/core'
import { aDocument, memoryAnswerModel, valueOf } from '@ken/core/testing'
import { runMcp } from '@ken/mcp-tools/stdio'
import { PassThrough } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { httpWorld } from '../testing/http-world.ts'
import { keyHolderIn } from '../testing/key-holder.ts'
import { postMessage, toolCall } from '../testing/mcp-clients.ts'
import { serve, type Served } from '../testing/served.ts'

/** Everything that the tools write over standard output for these messages. */
async function stdioText({ url, key }: Pick<Served, 'url' | 'key'>, messages: readonly object[]) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const running = runMcp({ env: { KEN_URL: url, KEN_API_KEY: key }, stdin, stdout })
  stdin.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
  await running
  stdout.end()
  return textOf(stdout)
}

const broken = () => {
  throw new Error('canary at /srv/canary, select canary, http://canary.internal')
}

it.for([
  ['searchIndex', 'searchText'],
  ['documentReader', 'findVisible'],
  ['askLimiter', 'take'],
  ['keyLimiter', 'take'],
  ['keyHolders', 'findByDigest'],
  ['searchLimiter', 'run'],
  ['answerLimiter', 'begin'],
  ['answerModel', 'write'],
] as const)(
  'S3 says nothing of an exception of a dependency, over HTTP and stdio: %s',
  async ([port, method]) => {
    const answerModel = memoryAnswerModel()
    const world = await serve({}, { ports: { answerModel } })
    const [id] = world.ports.database.tables.documents.keys()
    Object.assign(world.ken.ports, { [port]: { ...world.ken.ports[port], [method]: broken } })
    const calls = [
      toolCall('search', { query: 'printer' }, 2),
      toolCall('fetch', { id }, 3),
      toolCall('ask', { question: 'printer' }, 4),
      { jsonrpc: '2.0', id: 5, method: 'resources/read', params: { uri: `ken://documents/${id}` } },
    ]
    const overHttp = await Promise.all(
      calls.map(async (call) => (await postMessage(world.app, call, world.key)).text()),
    )
    const overStdio = await stdioText(world, calls)
    for (const seen of [overHttp.join('\n'), overStdio]) {
      expect(seen).not.toMatch(/canary|srv|select/)
      expect(seen).toMatch(/Something went wrong|Ken does not respond|"status":500|"result"/)
    }
    expect(overHttp.join('\n') + overStdio).toMatch(/Something went wrong|"status":500/)
  },
)

describe('a document that the caller may not see', () => {
  it('S6 gets the same as a deleted, narrowed away or invented one, as a tool, a resource and an operation', async () => {
    const world = await httpWorld()
    const { actor, account, plain } = await keyHolderIn(world)
    await importDocuments(world.ports, {
      actor: operator,
      documents: [
        aDocument({ source: 'wiki', title: 'open' }),
        aDocument({ source: 'ticket', title: 'other' }),
        aDocument({ source: 'wiki', title: 'hidden', allowed: ['role:Owner'] }),
        aDocument({ source: 'wiki', title: 'deleted' }),
      ],
    })
    const narrow = valueOf(
      await createKey(world.ports, {
        actor,
        ownerId: account.id,
        name: 'tickets only',
        lifetimeDays: 30,
        sources: ['ticket'],
      }),
    )
    const { documents } = world.ports.database.tables
    const idOf = (title: string) =>
      documents.entries().find(([, document]) => document.title === title)![0]
    const unseen = [
      { key: plain, id: idOf('hidden') },
      { key: plain, id: idOf('deleted') },
      { key: narrow.plain, id: idOf('open') },
      { key: plain, id: '0198c0de-6a5b-7c3d-8e4f-1a2b3c4d5e6f' },
    ]
    documents.delete(idOf('deleted'))
    const seen = await Promise.all(
      unseen.map(async ({ key, id }) => {
        const read = { jsonrpc: '2.0', id: 1, method: 'resources/read' }
        const responses = [
          await postMessage(world.app, toolCall('fetch', { id }), key),
          await postMessage(world.app, { ...read, params: { uri: `ken://documents/${id}` } }, key),
          await world.app.request(`/public/v1/documents/${id}`, {
            headers: { authorization: `Bearer ${key}` },
          }),
        ]
        const texts = await Promise.all(responses.map((response) => response.text()))
        return texts.map((text) => text.replaceAll(id, 'ID').replace(/"request_id":"[^"]*"/, ''))
      }),
    )
    expect(new Set(seen.map((texts) => texts.join('\n'))).size).toBe(1)
    expect(seen[0]![0]).toContain('There is no such document. Pass the id of a search result.')
    expect(seen[0]![1]).toContain('-32602')
    const open = await postMessage(world.app, toolCall('fetch', { id: idOf('open') }), plain)
    expect(await open.text()).toContain('structuredContent')
  })
})
