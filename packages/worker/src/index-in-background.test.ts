import type { DocumentId } from '@ken/core/ports'
import { memoryPorts, recordingLog } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { indexInBackground } from './index-in-background.ts'

/** An index with this number of pending documents, whose first calls fail. */
function pendingIndex(pending: number, failures: number) {
  const documents = Array.from({ length: pending }, (_, position) => `${position}` as DocumentId)
  const calls: (DocumentId | null)[] = []
  const searchIndex = {
    ...memoryPorts().searchIndex,
    indexProgress: async () => ({
      indexed: pending - documents.length,
      documents: pending,
      reindexed: null,
    }),
    indexPending: async (limit: number, after: DocumentId | null) => {
      calls.push(after)
      if (calls.length <= failures) throw new Error('The database is unavailable.')
      return documents.splice(0, limit).at(-1) ?? null
    },
  }
  return { searchIndex, calls }
}

describe('indexInBackground', () => {
  it('adds all pending documents batch by batch, starts over once, and logs start and end', async () => {
    const { searchIndex, calls } = pendingIndex(120, 0)
    const log = recordingLog()
    await indexInBackground(
      { searchIndex },
      { log, signal: new AbortController().signal, pauseMs: 0 },
    )
    expect(calls).toEqual([null, '49', '99', '119', null])
    expect(log.lines).toEqual([
      {
        level: 'info',
        event: 'search_index.started',
        fields: { indexed: 50, documents: 120, reindexed: null },
      },
      {
        level: 'info',
        event: 'search_index.complete',
        fields: { indexed: 120, documents: 120, reindexed: null },
      },
    ])
  })

  it('retries after a failure, and logs it once', async () => {
    const { searchIndex } = pendingIndex(10, 3)
    const log = recordingLog()
    await indexInBackground(
      { searchIndex },
      { log, signal: new AbortController().signal, pauseMs: 0 },
    )
    expect(log.lines.map(({ event }) => event)).toEqual([
      'search_index.failed',
      'search_index.started',
      'search_index.complete',
    ])
  })

  it('logs nothing if nothing is pending, and ends with its signal', async () => {
    const log = recordingLog()
    await indexInBackground(memoryPorts(), { log, signal: new AbortController().signal })
    await indexInBackground(pendingIndex(10, 0), { log, signal: AbortSignal.abort() })
    expect(log.lines).toEqual([])
  })
})
