import { pause, type Timing } from '../timing.ts'

/** An answer that comes sooner needs no sign. */
export const typingAfterMs = 250
/** Clients hide the sign after about five seconds. */
const typingEveryMs = 4_000
const typingRepeatsMax = 75

/** Why the sign ends. To create an error with its trace for each answer would take longer than to end it. */
export const answered = new Error('The bot has answered.')

/**
 * Repeats that the bot is typing until it is stopped, for five minutes at most, or until `send` fails. Returns what stops
 * it. Most answers come before the first sign, and only start and cancel a timer.
 */
export function keepTyping(
  timing: Timing,
  send: (signal: AbortSignal) => Promise<unknown>,
): () => void {
  let stopping: AbortController | null = null
  const cancel = timing.after(typingAfterMs, () => {
    stopping = new AbortController()
    void repeat(timing, stopping.signal, send)
  })
  return () => {
    cancel()
    stopping?.abort(answered)
  }
}

async function repeat(
  timing: Timing,
  signal: AbortSignal,
  send: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  try {
    for (let times = 0; times < typingRepeatsMax && !signal.aborted; times += 1) {
      await send(signal)
      await pause(timing, typingEveryMs, signal)
    }
  } catch {
    // Optional: the answer comes without it, too.
  }
}
