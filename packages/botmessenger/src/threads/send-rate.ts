import { pauses, type Timing } from '@ken/outbound'

/** A server takes about 30 messages a second of a bot, in all chats together. Some take more: it says when it was too many. */
const perSecondMax = 25
/** Of these, refusals: strangers who write at the same time must leave room for linked people. */
const refusalsPerSecondMax = 12
/** How long a server that wanted fewer messages gets no more than these. */
const limitedForSeconds = 600

const secondMs = 1_000

export type SendRate = {
  /** Sends a message once it is its turn: those of a kind in order, and refusals after all others. */
  readonly send: <Value>(isRefusal: boolean, call: () => Promise<Value>) => Promise<Value>
  /** The server has asked for fewer messages. */
  readonly limit: () => void
}

/**
 * Keeps the messages of a process below what a server takes: refusals always, and all others once it has asked for fewer.
 * A message counts until a second after its response: it may have arrived until then.
 */
export function sendRate(
  { after }: Pick<Timing, 'after'>,
  clock: { readonly now: () => Date },
): SendRate {
  const limited = pauses(clock)
  const answers: (() => void)[] = []
  const refusals: (() => void)[] = []
  let count = 0
  let refusalCount = 0

  function beginNext(): void {
    for (;;) {
      const isRefusal = answers.length === 0
      if (limited.msOf('all') > 0 && count >= perSecondMax) return
      if (isRefusal && refusalCount >= refusalsPerSecondMax) return
      const begin = (isRefusal ? refusals : answers).shift()
      if (begin === undefined) return
      add(isRefusal, 1)
      begin()
    }
  }
  function add(isRefusal: boolean, change: 1 | -1): void {
    count += change
    if (isRefusal) refusalCount += change
  }
  return {
    limit: () => limited.note('all', { retryAfterSeconds: limitedForSeconds }),
    async send(isRefusal, call) {
      await new Promise<void>((begin) => {
        const waiting = isRefusal ? refusals : answers
        waiting.push(begin)
        beginNext()
      })
      try {
        return await call()
      } finally {
        after(secondMs, () => {
          add(isRefusal, -1)
          beginNext()
        })
      }
    },
  }
}
