/** How long servers want nothing to be sent to each of their channels. */
export type Pauses = {
  /** The rest of the pause; zero without one. */
  readonly msOf: (channel: string) => number
  /** Begins a pause if the failure asks for one. */
  readonly note: (channel: string, failure: { readonly retryAfterSeconds: number | null }) => void
}

export function pauses(clock: { readonly now: () => Date }): Pauses {
  const paused = new Map<string, { readonly fromMs: number; readonly untilMs: number }>()
  return {
    msOf: (channel) => {
      const nowMs = clock.now().getTime()
      const { fromMs, untilMs } = paused.get(channel) ?? { fromMs: 0, untilMs: 0 }
      // A clock that was set back must not extend the pause.
      const isPaused = fromMs <= nowMs && nowMs < untilMs
      if (!isPaused) paused.delete(channel)
      return isPaused ? untilMs - nowMs : 0
    },
    note: (channel, { retryAfterSeconds }) => {
      const fromMs = clock.now().getTime()
      if (retryAfterSeconds !== null)
        paused.set(channel, { fromMs, untilMs: fromMs + retryAfterSeconds * 1_000 })
    },
  }
}
