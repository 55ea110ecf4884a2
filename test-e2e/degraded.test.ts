import { embedderDouble } from '@ken/testing'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyHome, ken, kenJson, startKen } from './support/ken-program.ts'
import { search } from './support/surface.ts'

describe('search with an embedder', () => {
  it('R7 R87 merges meaning with words, and keeps budget and permissions when the embedder is away', async () => {
    const home = emptyHome()
    const embedder = await embedderDouble()
    const options = {
      cwd: home.path,
      env: { KEN_EMBEDDER_URL: embedder.url, KEN_EMBEDDER_MODEL: 'double', KEN_EMBEDDER_BUDGET_MS: '300' },
    }
    const lines = [
      { external_id: 'a', title: 'Parking', body: 'Garage level two is for bicycles.', allowed: ['everyone'] },
      { external_id: 'b', title: 'Parking of the board', body: 'Garage level one is for the board.', allowed: ['group:board'] },
    ].map((line) => JSON.stringify({ source: 'wiki', url: `https://e.example/${line.external_id}`, ...line }))
    writeFileSync(join(home.path, 'wiki.jsonl'), lines.join('\n'))

    await ken(['init-owner', '--email', 'a@example.com', '--password', 'seven quiet herons over the harbour'], options)
    expect(await kenJson(['import', 'wiki.jsonl'], options)).toMatchObject({ created: 2 })
    const { key } = await kenJson<{ key: string }>(['keys', 'create', '--email', 'a@example.com', '--name', 'x'], options)
    const server = await startKen(['start'], options)

    const whole = await search(server.url, key, 'garage for bicycles')
    expect(whole.degraded).toBe(false)
    expect(whole.results.map(({ title }) => title)).toEqual(['Parking'])

    embedder.behave('hang')
    const started = performance.now()
    const alone = await search(server.url, key, 'garage for bicycles')
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(alone.degraded).toBe(true)
    expect(alone.results.map(({ title }) => title)).toEqual(['Parking'])

    await server.stop()
    await embedder.close()
    home.remove()
  })
})
