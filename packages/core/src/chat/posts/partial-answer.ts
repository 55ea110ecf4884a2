import type { Ports, Typing } from '../../ports/index.ts'

/** A model that writes for less time needs no partial text. */
const showAfterMs = 2_000
const showEveryMs = 1_000

/** Whether the person may still be answered, by a bot that is on. */
type MayShow = () => Promise<boolean>

/**
 * Shows what a model has written so far, once it writes for more than two seconds, and once a second at most. Each time
 * `mayShow` decides first. Neither waits nor throws: the answer comes without it, too.
 */
export function partialAnswer(
  { clock }: Pick<Ports, 'clock'>,
  { write }: Typing,
  mayShow: MayShow,
): (text: string) => void {
  let nextMs = clock.now().getTime() + showAfterMs
  let isDeciding = false

  async function show(text: string): Promise<void> {
    isDeciding = true
    try {
      if (await mayShow()) write?.(text)
    } catch {
      // The next text is tried again.
    } finally {
      isDeciding = false
    }
  }
  return (text) => {
    const nowMs = clock.now().getTime()
    if (write === null || isDeciding || nowMs < nextMs) return
    nextMs = nowMs + showEveryMs
    void show(text)
  }
}
