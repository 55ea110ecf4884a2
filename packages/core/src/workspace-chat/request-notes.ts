import { ok } from '../model/result.ts'
import type { Ports, Transacts } from '../ports/index.ts'

/**
 * A request that was accepted: whether it says that the platform withholds others, and when its message was posted;
 * null if it is not a message.
 */
export type TakenRequest = { readonly isLimited: boolean; readonly postedAt: Date | null }

/**
 * How often a process records that requests arrive, and that the platform withholds some: many requests cost few
 * writes.
 */
const notedEverySeconds = 10
/**
 * The platform repeats a refused request after a minute. A message that arrives this late is probably not the only one.
 */
const lateAfterSeconds = 30
/** Missing messages are read back, which takes some time. */
const missedEverySeconds = 300

/**
 * Records what the requests of a platform show about delivery. Never throws, because messages that are missed are read
 * back later anyway.
 */
export function requestNotes({
  clock,
  log,
  transact,
}: Pick<Ports, 'clock' | 'log'> & Transacts<'chatMarks'>) {
  let notedMs = -Infinity
  let missedMs = -Infinity
  let limitedMs = -Infinity
  return {
    async note(botId: string, { isLimited: isNotice, postedAt }: TakenRequest): Promise<void> {
      const now = clock.now()
      const nowMs = now.getTime()
      const isLate = postedAt !== null && nowMs - postedAt.getTime() > lateAfterSeconds * 1_000
      const isLimited = isNotice && isDue(limitedMs, nowMs, notedEverySeconds)
      const isMissing = isLimited || (isLate && isDue(missedMs, nowMs, missedEverySeconds))
      if (!isMissing && !isDue(notedMs, nowMs, notedEverySeconds)) return
      notedMs = nowMs
      if (isMissing) missedMs = nowMs
      if (isLimited) {
        limitedMs = nowMs
        log.warn('workspace_chat.events_limited')
      }
      const requests = {
        lastAt: now,
        missedAt: isMissing ? now : null,
        limitedAt: isLimited ? now : null,
      }
      await transact(async ({ chatMarks }) =>
        ok(await chatMarks.noteRequests(botId, requests)),
      ).catch(() => log.warn('workspace_chat.note_failed'))
    },
  }
}

const isDue = (lastMs: number, nowMs: number, seconds: number): boolean =>
  nowMs >= lastMs + seconds * 1_000
