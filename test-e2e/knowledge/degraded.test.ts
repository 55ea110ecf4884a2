import { embedderDouble } from '@ken/testing'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ownerEmail } from '../support/distributed.ts'
import { homeWithOwner } from '../support/embedded.ts'
import { kenJson, startKen } from '../support/ken-program.ts'
import { search } from '../support/surface.ts'

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

const budgetMs = 2_000
/** What a machine under load may add; without a budget the embedder would hang for ever. */
const loadMs = 10_000

describe('search with an embedder', () => {
  it('R7 R87 merges semantic and keyword search, and keeps time limit and permissions while the embedder is unavailable', async () => {
    const home = started.use(await homeWithOwner())
    const embedder = started.adopt(await embedderDouble(), ({ close }) => close())
    const options = {
      cwd: home.path,
      env: {
        KEN_EMBEDDER_URL: embedder.url,
        KEN_EMBEDDER_MODEL: 'double',
        KEN_EMBEDDER_BUDGET_MS: String(budgetMs),
      },
    }
    const lines = [
      {
        external_id: 'a',
        title: 'Parking',
        body: 'Garage level two is for bicycles.',
        allowed: ['everyone'],
      },
      {
        external_id: 'b',
        title: 'Parking of the board',
        body: 'Garage level one is for the board.',
        allowed: ['group:board'],
      },
    ].map((line) =>
      JSON.stringify({ source: 'wiki', url: `https://e.example/${line.external_id}`, ...line }),
    )
    writeFileSync(join(home.path, 'wiki.jsonl'), lines.join('\n'))

    const server = started.use(await startKen(['start'], options))
    expect(await kenJson(['import', 'wiki.jsonl'], options)).toMatchObject({ created: 2 })
    const { key } = await kenJson<{ key: string }>(
      ['keys', 'create', '--email', ownerEmail, '--name', 'x'],
      options,
    )

    const whole = await search(server.url, key, 'garage for bicycles')
    expect(whole.degraded).toBe(false)
    expect(whole.results.map(({ title }) => title)).toEqual(['Parking'])

    embedder.behave('hang')
    const askedAt = performance.now()
    const alone = await search(server.url, key, 'garage for bicycles')
    expect(performance.now() - askedAt).toBeLessThan(budgetMs + loadMs)
    expect(alone.degraded).toBe(true)
    expect(alone.results.map(({ title }) => title)).toEqual(['Parking'])

    embedder.behave({ status: 500 })
    expect(await search(server.url, key, 'garage for bicycles')).toMatchObject({
      degraded: true,
      results: [{ title: 'Parking' }],
    })
    const { checks } = await kenJson<{ checks: readonly { name: string }[] }>(['doctor'], options)
    expect(checks.find(({ name }) => name === 'embedder')).toMatchObject({
      state: 'warn',
      detail: expect.stringContaining('it responded with status 500'),
    })
  })
})
