import { answerModelDouble } from '@ken/testing'
import { expect, it } from 'vitest'
import { distributedWorld, ownerEmail } from '../support/distributed.ts'
import { kenHere, startKenHere } from '../support/ken-here.ts'
import { bearer } from '../support/session.ts'

const abandonedCount = 200
const keysCount = 21
const asksPerKey = 10

it(
  'R234 two hundred questions whose callers go leave no connection to the model and no row, and the next is answered',
  { timeout: 120_000 },
  async () => {
    await using started = new AsyncDisposableStack()
    const model = started.adopt(await answerModelDouble(), ({ close }) => close())
    const world = started.use(await distributedWorld())
    const page = { source: 'wiki', external_id: 'printer', title: 'Printer', body: 'On floor two.' }
    const input = JSON.stringify({ ...page, allowed: ['everyone'] })
    const imported = await kenHere(['import', '-'], { ...world, input })
    expect(imported.code).toBe(0)
    const env = { ...world.env, KEN_MODEL_URL: model.url, KEN_MODEL: 'words' }
    const server = started.use(await startKenHere(['http'], { ...world, env }))
    const keys: string[] = []
    for (let place = 0; place < keysCount; place += 1)
      keys.push((await world.createKey(ownerEmail)).key)
    const ask = (key: string, signal: AbortSignal | null = null) =>
      fetch(`${server.url}/public/v1/ask`, {
        method: 'POST',
        headers: { ...bearer(key), 'content-type': 'application/json' },
        body: '{"question":"Where is the printer?","stream":true,"remember":true}',
        signal,
      })
    model.behave('forever')
    const abandon = async (position: number) => {
      const ending = new AbortController()
      const response = await ask(keys[Math.floor(position / asksPerKey)]!, ending.signal)
      expect(response.status).toBe(200)
      const reader = response.body!.getReader()
      for (let reads = 0; reads < position % 4; reads += 1) await reader.read()
      ending.abort()
    }
    for (let position = 0; position < abandonedCount; position += 4)
      await Promise.all([0, 1, 2, 3].map((more) => abandon(position + more)))
    await expect.poll(model.inFlight, { timeout: 1_000 }).toBe(0)
    expect(await world.sql('select id from conversations')).toEqual([])

    model.behave({ says: 'On floor two [1].' })
    const text = await (await ask(keys.at(-1)!)).text()
    expect(text).toContain('"outcome":"answered"')
    expect(await world.sql('select id from conversations')).toHaveLength(1)
  },
)
