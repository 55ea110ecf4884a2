import { pause, type Timing } from './timing.ts'

/** An answer that comes sooner needs no sign. */
export const typingAfterMs = 250
/** Clients hide the sign after about five seconds. */
const typingEveryMs = 4_000
const typingRepeatsMax = 75

/** Why the sign ends. To create an error with its trace for each answer would take longer than to end it. */
export const answered = new Error('The bot has answered.')

/** Repeats that the bot is typing, until the signal, five minutes at most, or until `send` fails. Never rejects. */
export async function keepTyping(
  timing: Timing,
  signal: AbortSignal,
  send: () => Promise<unknown>,
): Promise<void> {
  try {
    await pause(timing, typingAfterMs, signal)
    for (let times = 0; times < typingRepeatsMax && !signal.aborted; times += 1) {
      await send()
      await pause(timing, typingEveryMs, signal)
    }
  } catch {
    // Optional: the answer comes without it, too.
  }
}
