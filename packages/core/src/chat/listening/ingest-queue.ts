import type { ChatMessage } from '../../model/chat/chat-message.ts'
import { Unavailable } from '../../ports/index.ts'

/** At most this many messages share a transaction: their locks are held together. */
const batchMax = 100

type Waiting<Outcome> = {
  readonly message: ChatMessage
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/** Ingests a batch of messages, no two of the same channel, and returns their outcomes in order. */
type IngestBatch<Outcome> = (messages: readonly ChatMessage[]) => Promise<readonly Outcome[]>

/**
 * Ingests messages in batches: those that arrive during one share the next, so that hundreds who write at the same instant
 * delay the others little. Messages of one channel keep their order. A message that fails its batch does not fail the
 * others: each of them is tried alone, unless the database is unavailable.
 */
export function ingestQueue<Outcome>(
  ingestAll: IngestBatch<Outcome>,
): (message: ChatMessage) => Promise<Outcome> {
  let waiting: Waiting<Outcome>[] = []
  let isRunning = false

  function nextBatch(): readonly Waiting<Outcome>[] {
    const channels = new Set<string>()
    const batch: Waiting<Outcome>[] = []
    const rest: Waiting<Outcome>[] = []
    for (const one of waiting) {
      const { channelId } = one.message
      const isNext = batch.length < batchMax && !channels.has(channelId)
      channels.add(channelId)
      if (isNext) batch.push(one)
      else rest.push(one)
    }
    waiting = rest
    return batch
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
    while (waiting.length > 0) await ingest(nextBatch())
    isRunning = false
  }
  return (message) =>
    new Promise<Outcome>((resolve, reject) => {
      waiting.push({ message, resolve, reject })
      if (!isRunning) void run()
    })
}
