import { answerModelDouble } from '@ken/testing'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median } from 'simple-statistics'
import { distributedWorld, ownerEmail } from '../support/distributed.ts'
import { ken, startKen } from '../support/ken-program.ts'

const rounds = Number(process.env['KEN_BENCH_ROUNDS'] ?? 100)
const asksPerKey = 10
const firstWordMs = 100
const text = 'The printer is on floor two and jams when it is cold outside [1]. '.repeat(4).trim()

/**
 * The time that Ken adds to a model with a fixed pace: until the sources, from the model's first
 * word to the first text, from its last to the answer, and from an abort to the closed connection
 * of the model. Medians and 95th percentiles in milliseconds. KEN_BENCH_ROUNDS sets the questions.
 */
export async function ask(): Promise<unknown> {
  await using started = new AsyncDisposableStack()
  const model = started.adopt(await answerModelDouble(), ({ close }) => close())
  const world = started.use(await distributedWorld())
  const page = { source: 'wiki', external_id: 'printer', title: 'Printer', body: 'On floor two.' }
  writeFileSync(join(world.cwd, 'pages.jsonl'), JSON.stringify({ ...page, allowed: ['everyone'] }))
  await ken(['import', 'pages.jsonl'], world)
  const env = { ...world.env, KEN_MODEL_URL: model.url, KEN_MODEL: 'words' }
  const server = started.use(await startKen(['http'], { ...world, env }))
  const send = (key: string, path: string, body: object, signal: AbortSignal | null = null) =>
    fetch(`${server.url}/public/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
  const question = { question: 'Where is the printer?', stream: true }
  const times = new Map<string, number[]>()
  const note = (name: string, milliseconds: number) =>
    times.set(name, [...(times.get(name) ?? []), milliseconds])

  let key = ''
  for (let round = 0; round < rounds + 5; round += 1) {
    if (round % (asksPerKey / 2) === 0) ({ key } = await world.createKey(ownerEmail))
    const searched = performance.now()
    await (await send(key, 'search', { query: question.question, limit: 5 })).text()
    const searchMs = performance.now() - searched

    model.behave({ says: text, firstMs: firstWordMs })
    const seen = await timed(await sendTimed(() => send(key, 'ask', question)))
    model.behave('forever')
    const ending = new AbortController()
    const response = await send(key, 'ask', question, ending.signal)
    const reader = response.body!.getReader()
    await reader.read()
    await reader.read()
    const abortedAt = performance.now()
    ending.abort()
    await reader.cancel().catch(() => {})
    while (model.inFlight() > 0) await new Promise((resolve) => setTimeout(resolve, 1))
    if (round < 5) continue // Everything is loaded and compiled now.
    note('search', searchMs)
    note('sources', seen.sourcesMs)
    note('firstTextAfterFirstWord', seen.textMs - seen.sourcesMs - firstWordMs)
    note('doneAfterFirstText', seen.doneMs - seen.textMs)
    note('abortToClosed', performance.now() - abortedAt)
  }
  return Object.fromEntries(Array.from(times, ([name, all]) => [name, summary(all)]))
}

async function sendTimed(send: () => Promise<Response>) {
  const startMs = performance.now()
  return { startMs, response: await send() }
}

/** When each kind of event came first, in milliseconds since the request. */
async function timed({
  startMs,
  response,
}: {
  readonly startMs: number
  readonly response: Response
}) {
  const seen = { sourcesMs: 0, textMs: 0, doneMs: 0 }
  const decoder = new TextDecoder()
  for await (const chunk of response.body!) {
    const part = decoder.decode(chunk)
    const now = performance.now() - startMs
    if (part.includes('event: sources')) seen.sourcesMs = now
    if (part.includes('event: text') && seen.textMs === 0) seen.textMs = now
    if (part.includes('event: done')) seen.doneMs = now
  }
  return seen
}

const rounded = (value: number): number => Math.round(value * 10) / 10

function summary(values: readonly number[]) {
  const sorted = values.toSorted((one, other) => one - other)
  return { p50: rounded(median(sorted)), p95: rounded(sorted[Math.floor(sorted.length * 0.95)]!) }
}
