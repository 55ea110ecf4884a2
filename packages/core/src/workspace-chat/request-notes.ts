import { ok } from '../model/result.ts'
import type { ChatRequests, Ports, Transacts } from '../ports/index.ts'

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

type Owed = Pick<ChatRequests, 'missedAt' | 'limitedAt'>

/**
 * Records what the requests of a platform show about delivery. Never throws: what could not be stored is stored with the
 * next write.
 */
export function requestNotes({
  clock,
  log,
  transact,
}: Pick<Ports, 'clock' | 'log'> & Transacts<'chatMarks'>) {
  let notedMs = -Infinity
  let missedMs = -Infinity
  let limitedMs = -Infinity
  let owed: Owed = { missedAt: null, limitedAt: null }
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
        missedAt: isMissing ? now : owed.missedAt,
        limitedAt: isLimited ? now : owed.limitedAt,
      }
      owed = { missedAt: null, limitedAt: null }
      await transact(async ({ chatMarks }) =>
        ok(await chatMarks.noteRequests(botId, requests)),
      ).catch(() => {
        owed = {
          missedAt: owed.missedAt ?? requests.missedAt,
          limitedAt: owed.limitedAt ?? requests.limitedAt,
        }
        log.warn('workspace_chat.note_failed')
      })
    },
  }
}

/** A clock that was set back must not make the wait longer. */
const isDue = (lastMs: number, nowMs: number, seconds: number): boolean =>
  nowMs < lastMs || nowMs >= lastMs + seconds * 1_000
