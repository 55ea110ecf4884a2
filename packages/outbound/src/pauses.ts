/** How long servers want nothing to be sent to each of their channels. */
export type Pauses = {
  /** The rest of the pause; zero without one. */
  readonly msOf: (channel: string) => number
  /** Begins a pause if the failure asks for one. */
  readonly note: (channel: string, failure: { readonly retryAfterSeconds: number | null }) => void
}

export function pauses(clock: { readonly now: () => Date }): Pauses {
  const untilMs = new Map<string, number>()
  return {
    msOf: (channel) => {
      const restMs = (untilMs.get(channel) ?? 0) - clock.now().getTime()
      if (restMs <= 0) untilMs.delete(channel)
      return Math.max(0, restMs)
    },
    note: (channel, { retryAfterSeconds }) => {
      if (retryAfterSeconds !== null)
        untilMs.set(channel, clock.now().getTime() + retryAfterSeconds * 1_000)
    },
  }
}
