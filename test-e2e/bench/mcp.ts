import { overStdio } from '../support/assistant.ts'
import { distributedWorld, ownerEmail } from '../support/distributed.ts'
import { main, startKen } from '../support/ken-program.ts'
import { keepAliveClient } from './keep-alive-client.ts'
import { processorMicroseconds } from './request/processor-time.ts'

const rounds = 20
/** Until then, compiling its code takes much of the processor. */
const warmUpRounds = 40
/** A key may send 60 requests a minute. */
const callsPerRound = 50
const query = 'nothingmatchesthis'
const accept = 'application/json, text/event-stream'

/** The message of a client of 2025, and the message of one of 2026 with its headers. */
const message = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search', arguments: { query } },
}
const version = '2026-07-28'
const currentMessage = {
  ...message,
  params: {
    ...message.params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
}
const currentHeaders = {
  'mcp-protocol-version': version,
  'mcp-method': 'tools/call',
  'mcp-name': 'search',
}

const kinds = {
  http: { path: '/public/v1/search', body: JSON.stringify({ query }), headers: {} },
  earlier: { path: '/mcp', body: JSON.stringify(message), headers: {} },
  current: { path: '/mcp', body: JSON.stringify(currentMessage), headers: currentHeaders },
}
type Kind = keyof typeof kinds

/**
 * What a search costs as a tool call beyond the same search over HTTP, in processor time of the server and in
 * milliseconds (p50), one call at a time, and what a round trip over stdio adds. Ratios and differences count.
 */
export async function mcp(): Promise<unknown> {
  await using world = await distributedWorld({ redis: true })
  await using ken = await startKen(['http'], {
    ...world,
    env: { ...world.env, KEN_PERSON_LIMIT: '1000000' },
  })
  const url = ken.url.replace('localhost', '127.0.0.1')
  const client = keepAliveClient(url, 1)
  const samples: { [Name in Kind]: { milliseconds: number[]; microseconds: number[] } } = {
    http: { milliseconds: [], microseconds: [] },
    earlier: { milliseconds: [], microseconds: [] },
    current: { milliseconds: [], microseconds: [] },
  }
  for (let round = -warmUpRounds; round < rounds; round += 1)
    for (const [kind, { path, body, headers }] of Object.entries(kinds)) {
      const { key } = await world.createKey(ownerEmail)
      const authorization = `Bearer ${key}`
      const before = processorMicroseconds(ken.child.pid!)
      const milliseconds: number[] = []
      for (let call = 0; call < callsPerRound; call += 1) {
        const begun = performance.now()
        const { status, body: text } = await client.post(
          path,
          { authorization, accept, ...headers },
          body,
        )
        milliseconds.push(performance.now() - begun)
        if (status !== 200 || !text.includes('degraded'))
          throw new Error(`${kind}: ${status} ${text}`)
      }
      if (round < 0) continue
      const sample = samples[kind as Kind]
      sample.milliseconds.push(...milliseconds)
      sample.microseconds.push((processorMicroseconds(ken.child.pid!) - before) / callsPerRound)
    }
  client.close()
  const program = { command: process.execPath, args: [main, 'mcp'], cwd: world.cwd }
  const { key } = await world.createKey(ownerEmail)
  const begun = performance.now()
  const assistant = await overStdio.current({ url, key }, program)
  const stdio: number[] = []
  let startMilliseconds = 0
  for (let call = 0; call < callsPerRound; call += 1) {
    const called = performance.now()
    await assistant.call('search', { query })
    if (call === 0) startMilliseconds = performance.now() - begun
    else stdio.push(performance.now() - called)
  }
  await assistant.close()
  const figures = Object.fromEntries(
    Object.entries(samples).map(([kind, { milliseconds, microseconds }]) => [
      kind,
      { p50Milliseconds: median(milliseconds), serverMicroseconds: median(microseconds) },
    ]),
  )
  return { ...figures, stdio: { p50Milliseconds: median(stdio), startMilliseconds } }
}

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((one, other) => one - other)[values.length >> 1]! * 1_000) / 1_000
