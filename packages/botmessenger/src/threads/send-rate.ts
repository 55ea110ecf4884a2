import { pauses, type Timing } from '@ken/outbound'

/** The platform accepts about 30 messages a second from a bot, in all chats together. */
const perSecondMax = 25
/** The share of refusals, which leaves room for answers when many strangers write at the same time. */
const refusalsPerSecondMax = 12
/** How long answers are limited, too, after the server has asked for fewer messages. */
const limitedForSeconds = 600

const secondMs = 1_000

export type SendRate = {
  /** Sends a message when the limits allow it. Answers go before refusals, and both keep their order. */
  readonly send: <Value>(isRefusal: boolean, call: () => Promise<Value>) => Promise<Value>
  /** The server has asked for fewer messages. */
  readonly limit: () => void
}

/**
 * Limits how many messages a process sends in a second. Refusals are always limited. Answers are limited only after the
 * server has asked for fewer messages, because some servers accept more. A message counts until a second after its
 * response: the server may have received it just before.
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
        const end = () => {
          add(isRefusal, -1)
          beginNext()
        }
        after(secondMs, end, { unref: true })
      }
    },
  }
}
