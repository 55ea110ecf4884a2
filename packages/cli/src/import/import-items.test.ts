import { memoryPorts } from '@ken/core/testing'
import { runHere, type Run } from '@ken/composition'
import type { ReadItem } from '@ken/files'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { importItems } from './import-items.ts'
import { emptyTally, type ImportObserver } from './import-tally.ts'

const document = (externalId: string, body = 'words'): ReadItem => ({
  kind: 'document',
  position: externalId,
  bytes: body.length,
  document: {
    source: 'wiki',
    externalId,
    title: externalId,
    url: `https://wiki.example.com/${externalId}`,
    body,
    allowed: ['everyone'],
    updatedAt: null,
    fingerprint: null,
  },
})
const documents = (count: number) =>
  Array.from({ length: count }, (_, index) => document(`page-${index}`))

async function* stream(items: readonly ReadItem[]): AsyncGenerator<ReadItem> {
  for (const item of items) yield item
}

/** Runs use cases in memory; a test can pause them and count the running ones. */
function observedRun() {
  const ports = memoryPorts()
  const seen = { sizes: [] as number[], underWay: 0, underWayMax: 0 }
  const gate = { hold: null as Promise<void> | null }
  const run: Run = async (useCase, command): Promise<never> => {
    seen.sizes.push((command as { documents: unknown[] }).documents.length)
    seen.underWay += 1
    seen.underWayMax = Math.max(seen.underWayMax, seen.underWay)
    try {
      await gate.hold
      return (await runHere(ports)(useCase, command)) as never // The outcome of this use case.
    } finally {
      seen.underWay -= 1
    }
  }
  return { ports, run, seen, gate }
}

function recordingObserver() {
  const failed: string[] = []
  const progress = { documents: 0, bytes: 0 }
  const observer: ImportObserver = {
    failed: (position, reason) => void failed.push(`${position}: ${reason}`),
    skipped: () => {},
    contained: () => {},
    stored: (documentsMore, bytes) => {
      progress.documents += documentsMore
      progress.bytes += bytes
    },
  }
  return { failed, progress, observer }
}

const signal = new AbortController().signal

describe('importItems', () => {
  it('stores batches of 100 documents, and the rest last', async () => {
    const { run, seen, ports } = observedRun()
    const tally = emptyTally()
    const { observer, progress } = recordingObserver()
    await importItems(run, stream(documents(250)), { tally, observer, importId: 'one', signal })
    expect(seen.sizes).toEqual([100, 100, 50])
    expect(tally.created).toBe(250)
    expect(progress).toEqual({ documents: 250, bytes: 250 * 'words'.length })
    expect(ports.database.tables.documents.size).toBe(250)
  })

  it('limits batches to 4 MiB; a larger document is alone', async () => {
    const { run, seen } = observedRun()
    const large = (name: string) => document(name, '€'.repeat(700_000))
    const items = [large('a'), large('b'), document('c', '€'.repeat(1_500_000)), large('d')]
    await importItems(run, stream(items), {
      tally: emptyTally(),
      observer: recordingObserver().observer,
      importId: 'one',
      signal,
    })
    expect(seen.sizes).toEqual([1, 1, 1, 1])
  })

  it('reads ahead while two batches are being stored, and no further', async () => {
    const { run, seen, gate } = observedRun()
    const held = Promise.withResolvers<void>()
    gate.hold = held.promise
    let read = 0
    async function* counted() {
      for (const item of documents(1_000)) {
        read += 1
        yield item
      }
    }
    const done = importItems(run, counted(), {
      tally: emptyTally(),
      observer: recordingObserver().observer,
      importId: 'one',
      signal,
    })
    for (let turn = 0; turn < 2_000; turn += 1) await setImmediate()
    expect(seen.underWay).toBe(2)
    expect(read).toBe(301)
    held.resolve()
    await done
    expect(seen.underWayMax).toBe(2)
  })

  it('keeps the later of two documents with the same name, in any batches', async () => {
    const { run, seen, ports } = observedRun()
    const again = { ...document('page-0', 'later') }
    const tally = emptyTally()
    await importItems(run, stream([...documents(100), again]), {
      tally,
      observer: recordingObserver().observer,
      importId: 'one',
      signal,
    })
    expect(seen.underWayMax).toBe(1)
    expect(tally).toMatchObject({ created: 100, updated: 1 })
    expect(
      [...ports.database.tables.documents.values()].find(
        ({ externalId }) => externalId === 'page-0',
      )?.body,
    ).toBe('later')
  })

  it('counts and names unreadable items and invalid documents, and stores the rest', async () => {
    const { run } = observedRun()
    const { observer, failed, progress } = recordingObserver()
    const tally = emptyTally()
    const illegal = document('x')
    if (illegal.kind === 'document')
      Object.assign(illegal.document, { url: 'javascript:alert(1)', externalId: '' })
    const items: ReadItem[] = [
      { kind: 'failed', position: 'a.md', bytes: 3, reason: 'no permission to read it' },
      { kind: 'skipped', position: 'b.png', bytes: 0, reason: 'not text' },
      illegal,
      document('c'),
    ]
    await importItems(run, stream(items), { tally, observer, importId: 'one', signal })
    expect(tally).toEqual({ ...emptyTally(), created: 1, skipped: 1, failed: 2 })
    expect(failed).toEqual([
      'a.md: no permission to read it',
      'x: external_id: must have 1 to 512 characters; url: must be an absolute http or https URL without user name or password; omit it if there is none',
    ])
    expect(progress).toEqual({ documents: 1, bytes: 13 })
  })

  it('stops at the signal although it waits for input, and stores what it has read', async () => {
    const { run, ports } = observedRun()
    const controller = new AbortController()
    const waiting = Promise.withResolvers<void>()
    async function* endless() {
      yield* documents(150)
      waiting.resolve()
      await new Promise(() => {})
    }
    const tally = emptyTally()
    const done = importItems(run, endless(), {
      tally,
      observer: recordingObserver().observer,
      importId: 'one',
      signal: controller.signal,
    })
    await waiting.promise
    controller.abort()
    await done
    expect(tally.created).toBe(100)
    expect(ports.database.tables.documents.size).toBe(100)
  })

  it('throws when the database becomes unavailable, with the counts of what is stored', async () => {
    const ports = memoryPorts()
    let calls = 0
    const run: Run = (useCase, command) => {
      calls += 1
      return calls === 2
        ? Promise.reject(new Error('The database cannot be reached.'))
        : runHere(ports)(useCase, command)
    }
    const tally = emptyTally()
    const importing = importItems(run, stream(documents(1_000)), {
      tally,
      observer: recordingObserver().observer,
      importId: 'one',
      signal,
    })
    await expect(importing).rejects.toThrow('The database cannot be reached.')
    expect(tally.created).toBe(ports.database.tables.documents.size)
  })
})
