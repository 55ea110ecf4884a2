import type { Email } from '@ken/core'
import { generateSecrets } from '@ken/crypto'
import { answerModelDouble, embedderDouble, outageProxy, smtpSink, testRedis } from '@ken/testing'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { AnswerModelConfig } from '../config/config.ts'
import { probeAnswerModel, probeEmbedder, probeMail, probeRedis, probeSecrets } from './probes.ts'

it('asks the embedder for a vector, and throws its error', async () => {
  const embedder = await embedderDouble(8)
  onTestFinished(embedder.close)
  const settings = { url: embedder.url, model: 'small', key: null, budgetMs: 800 }
  expect(await probeEmbedder(settings)).toBe(8)
  embedder.behave({ status: 401 })
  await expect(probeEmbedder(settings)).rejects.toThrow('401')
})

it('asks the answer model for a word, and throws its error', async () => {
  const model = await answerModelDouble()
  onTestFinished(model.close)
  const settings: AnswerModelConfig = {
    provider: 'openai-compatible',
    url: model.url,
    model: 'large',
    key: null,
    budgetMs: 5_000,
    promptTokensMax: 1_000,
    answerTokensMax: 100,
    concurrencyMax: 1,
  }
  expect(await probeAnswerModel(settings)).toMatchObject({ firstWordMs: expect.any(Number) })
  model.behave({ status: 401 })
  await expect(probeAnswerModel(settings)).rejects.toThrow('401')
})

it('returns in time whether Redis responds, or what to check', async () => {
  const start = performance.now()
  expect(await probeRedis('redis://127.0.0.1:1')).toContain('Nothing listens there.')
  expect(performance.now() - start).toBeLessThan(3_000)
  const { url } = await testRedis()
  expect(url === null || (await probeRedis(url)) === null).toBe(true)
})

it('waits for a Redis whose first reply comes late, and says which one stays silent', async ({
  skip,
}) => {
  const { url, ...absent } = await testRedis()
  if (url === null) skip('reason' in absent ? absent.reason : '')
  const proxy = await outageProxy(url!) // The test has ended if there is none.
  onTestFinished(proxy.close)
  proxy.freeze()
  const late = probeRedis(proxy.url)
  setTimeout(() => void proxy.heal(), 3_000)
  expect(await late).toBe(null)
  proxy.freeze()
  expect(await probeRedis(proxy.url)).toContain('It does not respond.')
})

it('checks the mail server, sends a test email only to a given recipient, and throws its error', async () => {
  const sink = await smtpSink()
  onTestFinished(sink.close)
  const mail = {
    smtpUrl: sink.url,
    from: { name: 'Ken', address: 'ken@example.com' as Email },
    language: 'en' as const,
  }
  const probe = (to: Email | null) => probeMail(mail, 'https://ken.example.com', to)
  await probe(null)
  expect(sink.emails).toEqual([])
  await probe('ada@example.com' as Email)
  expect(sink.emailsTo('ada@example.com')).toHaveLength(1)
  sink.behave({ code: 550 })
  await expect(probe('ada@example.com' as Email)).rejects.toThrow(
    'The mail server did not take the test email: it refuses the recipient',
  )
  await sink.stop()
  await expect(probe(null)).rejects.toThrow('The mail server failed: nothing listens')
})

it('R83 checks the configured secrets, otherwise the stored ones, and creates none', () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'ken-'))
  onTestFinished(() => rmSync(dataDirectory, { recursive: true }))
  expect(() => probeSecrets({ dataDirectory, secrets: null })).toThrow('ENOENT')
  expect(readdirSync(dataDirectory)).toEqual([])
  expect(() => probeSecrets({ dataDirectory, secrets: 'a:c2hvcnQ=' })).toThrow('Entry 1')
  expect(() => probeSecrets({ dataDirectory, secrets: generateSecrets() })).not.toThrow()
  writeFileSync(join(dataDirectory, 'secrets'), `${generateSecrets()}\n`)
  expect(() => probeSecrets({ dataDirectory, secrets: null })).not.toThrow()
})
