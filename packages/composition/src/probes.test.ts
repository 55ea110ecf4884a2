import { generateSecrets } from '@ken/crypto'
import { embedderDouble, testRedis } from '@ken/testing'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { probeEmbedder, probeRedis, probeSecrets } from './probes.ts'

it('asks the embedder for a vector, and throws what is wrong with it', async () => {
  const embedder = await embedderDouble(8)
  onTestFinished(embedder.close)
  const settings = { url: embedder.url, model: 'small', key: null, budgetMs: 800 }
  expect(await probeEmbedder(settings)).toBe(8)
  embedder.behave({ status: 401 })
  await expect(probeEmbedder(settings)).rejects.toThrow('401')
})

it('tells in time whether Redis answers', async () => {
  const start = performance.now()
  expect(await probeRedis('redis://127.0.0.1:1')).toBe(false)
  expect(performance.now() - start).toBeLessThan(3_000)
  const { url } = await testRedis()
  expect(url === null || (await probeRedis(url))).toBe(true)
})

it('R83 judges the secrets that are given, else those that are kept, and makes none', () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'ken-'))
  onTestFinished(() => rmSync(dataDirectory, { recursive: true }))
  expect(() => probeSecrets({ dataDirectory, secrets: null })).toThrow('ENOENT')
  expect(readdirSync(dataDirectory)).toEqual([])
  expect(() => probeSecrets({ dataDirectory, secrets: 'a:c2hvcnQ=' })).toThrow('Entry 1')
  expect(() => probeSecrets({ dataDirectory, secrets: generateSecrets() })).not.toThrow()
  writeFileSync(join(dataDirectory, 'secrets'), `${generateSecrets()}\n`)
  expect(() => probeSecrets({ dataDirectory, secrets: null })).not.toThrow()
})
