import type { ChatMessage } from '../../model/chat/chat-message.ts'
import { Unavailable } from '../../ports/index.ts'

/** At most this many messages share a transaction: their locks are held together. */
const batchMax = 100

type Waiting<Outcome> = {
  readonly message: ChatMessage
  /** Whether its sender is linked; null until that is looked up. */
  isLinked: boolean | null
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/** Ingests a batch of messages, no two of the same channel, and returns their outcomes in order. */
type IngestBatch<Outcome> = (messages: readonly ChatMessage[]) => Promise<readonly Outcome[]>

/** Tells which of the messages are by linked people. */
type FindLinked = (messages: readonly ChatMessage[]) => Promise<(message: ChatMessage) => boolean>

/**
 * Ingests messages in batches: those that arrive together share one, and those that arrive during it share the next. When more wait than fit into a batch, every
 * second batch is for linked people alone, so that hundreds of strangers who write at the same instant delay them little.
 * Messages of one channel keep their order. A message that fails its batch does not fail the others: each of them is tried
 * alone, unless the database is unavailable.
 */
export function ingestQueue<Outcome>(
  ingestAll: IngestBatch<Outcome>,
  findLinked: FindLinked,
): (message: ChatMessage) => Promise<Outcome> {
  let waiting: Waiting<Outcome>[] = []
  let isRunning = false
  let isTurnOfLinked = true

  async function markLinked(): Promise<void> {
    const unknown = waiting.filter(({ isLinked }) => isLinked === null)
    if (unknown.length === 0) return
    // Without an answer they keep the order of their arrival.
    const isLinked = await findLinked(unknown.map(({ message }) => message)).catch(
      () => () => false,
    )
    for (const one of unknown) one.isLinked = isLinked(one.message)
  }
  /** The oldest messages of channels, as many as fit into a batch. */
  function oldest(): readonly Waiting<Outcome>[] {
    const first = new Map<string, Waiting<Outcome>>()
    for (const one of waiting)
      if (!first.has(one.message.channelId)) first.set(one.message.channelId, one)
    const linked = isTurnOfLinked ? [...first.values()].filter(({ isLinked }) => isLinked) : []
    isTurnOfLinked = linked.length === 0
    return (linked.length > 0 ? linked : [...first.values()]).slice(0, batchMax)
  }
  function nextBatch(): readonly Waiting<Outcome>[] {
    const batch = new Set(oldest())
    waiting = waiting.filter((one) => !batch.has(one))
    return [...batch]
  }
  async function ingest(batch: readonly Waiting<Outcome>[]): Promise<void> {
    try {
      const outcomes = await ingestAll(batch.map(({ message }) => message))
      for (const [place, { resolve }] of batch.entries()) resolve(outcomes[place]!)
    } catch (error) {
      // Then no message caused the failure, and each attempt would wait for the database.
      if (batch.length === 1 || error instanceof Unavailable)
        for (const { reject } of batch) reject(error)
      else for (const one of batch) await ingest([one])
    }
  }
  async function run(): Promise<void> {
    isRunning = true
    // What one response of a platform brings is handed over in the same turn, and shares the first batch.
    await Promise.resolve()
    while (waiting.length > 0) {
      if (waiting.length > batchMax) await markLinked()
      await ingest(nextBatch())
    }
    isRunning = false
  }
  return (message) =>
    new Promise<Outcome>((resolve, reject) => {
      waiting.push({ message, isLinked: null, resolve, reject })
      if (!isRunning) void run()
    })
}
