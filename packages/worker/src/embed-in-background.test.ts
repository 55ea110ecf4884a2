import { importDocuments, operator, Unavailable, type Ports } from '@ken/core'
import { aDocument, memoryPorts, recordingLog } from '@ken/core/testing'
import { describe, expect, it, vi } from 'vitest'
import { embedInBackground } from './embed-in-background.ts'

type EmbedTexts = NonNullable<Ports['embedder']>['embedTexts']

async function portsWithOneDocument(embedTexts: EmbedTexts) {
  const ports = memoryPorts({ embedder: { model: 'm', embedQuery: async () => null, embedTexts } })
  await importDocuments(ports, { actor: operator, documents: [aDocument({ body: 'words' })] })
  return ports
}

describe('embedInBackground', () => {
  it('retries after a pause, and logs the start and the end of an outage once', async () => {
    let calls = 0
    const ports = await portsWithOneDocument(async (texts) => {
      calls += 1
      if (calls < 4) throw new Unavailable('embedder', 'The embedder is down.')
      return texts.map(() => [1])
    })
    const controller = new AbortController()
    const { lines, ...log } = recordingLog()
    const info: typeof log.info = (event, fields) => {
      log.info(event, fields)
      if (event === 'embedding.recovered') controller.abort()
    }
    await embedInBackground(ports, { log: { ...log, info }, signal: controller.signal, pauseMs: 1 })
    expect(lines).toEqual([
      { level: 'warn', event: 'embedding.failed', fields: { reason: 'The embedder is down.' } },
      { level: 'info', event: 'embedding.done', fields: { passages: 1 } },
      { level: 'info', event: 'embedding.recovered', fields: {} },
    ])
  })

  it('logs how many passages the embedder refuses, once until they are retried', async () => {
    const controller = new AbortController()
    const ports = await portsWithOneDocument(async (texts) => texts.map(() => null))
    let rounds = 0
    const claimUnembedded: typeof ports.searchIndex.claimUnembedded = (...claim) => {
      rounds += 1
      if (rounds > 4) controller.abort()
      return ports.searchIndex.claimUnembedded(...claim)
    }
    const log = recordingLog()
    const searchIndex = { ...ports.searchIndex, claimUnembedded }
    await embedInBackground(
      { ...ports, searchIndex },
      { log, signal: controller.signal, pauseMs: 1 },
    )
    expect(log.lines).toEqual([
      { level: 'warn', event: 'embedding.refused', fields: { passages: 1 } },
    ])
  })

  it('ends at the signal although the embedder does not respond, and begins nothing else', async () => {
    const controller = new AbortController()
    const ports = await portsWithOneDocument(() => {
      queueMicrotask(() => controller.abort())
      return new Promise<never>(() => {})
    })
    const log = recordingLog()
    const prepareVectorSearch = vi.spyOn(ports.searchIndex, 'prepareVectorSearch')
    await embedInBackground(ports, { log, signal: controller.signal, pauseMs: 1 })
    expect(log.lines).toEqual([])
    expect(prepareVectorSearch).not.toHaveBeenCalled()
  })

  it('does nothing without an embedder', async () => {
    const log = recordingLog()
    await embedInBackground(memoryPorts(), { log, signal: new AbortController().signal })
    expect(log.lines).toEqual([])
  })
})
