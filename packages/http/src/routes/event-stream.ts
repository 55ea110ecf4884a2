/** Server-sent events that are written while they are read. */
export type EventStream = {
  readonly body: ReadableStream<Uint8Array>
  /** Aborts when the reader is gone, or takes nothing for too long. */
  readonly signal: AbortSignal
  /** Resolves once the reader takes the event; `json` has no line break. Rejects when `signal` aborts. */
  readonly send: (event: string, json: string) => Promise<void>
  /** Ends the stream. Idempotent. */
  readonly end: () => void
}

type Options = { readonly commentMs?: number; readonly stalledMs?: number }

/**
 * Starts a stream of server-sent events. A comment every 15 seconds keeps proxies from closing it; a reader that takes
 * nothing for 30 seconds is cut off. A stream that no one reads does not keep the process alive.
 */
export function eventStream({ commentMs = 15_000, stalledMs = 30_000 }: Options = {}): EventStream {
  const encoder = new TextEncoder()
  const [gone, over] = [new AbortController(), Promise.withResolvers<never>()]
  let wanted = Promise.withResolvers<void>()
  let isPending = false
  let isOver = false
  over.promise.catch(() => {})

  const stop = (close: () => void): void => {
    if (isOver) return
    isOver = true
    clearInterval(comments)
    over.reject(new Error('The stream is over.'))
    close()
  }
  let controller!: ReadableStreamDefaultController<Uint8Array> // Set by the constructor of the stream.
  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => void (controller = given),
      pull: () => wanted.resolve(),
      cancel: () => stop(() => gone.abort()),
    },
    { highWaterMark: 0 },
  )
  const cutOff = () =>
    stop(() => {
      gone.abort()
      controller.error(new Error('The reader took nothing for too long.'))
    })

  const write = async (text: string): Promise<void> => {
    const stalled = setTimeout(cutOff, stalledMs).unref()
    isPending = true
    try {
      await Promise.race([over.promise, wanted.promise])
      wanted = Promise.withResolvers()
      controller.enqueue(encoder.encode(text))
    } finally {
      isPending = false
      clearTimeout(stalled)
    }
  }
  const comments = setInterval(() => {
    if (!isPending) write(': waiting\n\n').catch(() => {})
  }, commentMs).unref()

  return {
    body,
    signal: gone.signal,
    send: (event, json) => write(`event: ${event}\ndata: ${json}\n\n`),
    end: () => stop(() => controller.close()),
  }
}
