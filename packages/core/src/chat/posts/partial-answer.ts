import type { ChatPostId } from '../../model/chat/chat-post.ts'
import type { DocumentId } from '../../model/knowledge/document.ts'
import type { Ports, Typing } from '../../ports/index.ts'

/** A model that writes for less time needs no partial text. */
const showAfterMs = 2_000
const showEveryMs = 1_000

/** Whether the person may still be answered from these documents, by a bot that is on. */
type MayShow = (basedOn: readonly DocumentId[]) => Promise<boolean>

type PartialAnswerOptions = { readonly postId: ChatPostId; readonly mayShow: MayShow }

export type PartialAnswer = {
  /** Neither waits nor throws: the answer comes without it, too. */
  readonly show: (text: string, basedOn: readonly DocumentId[]) => void
  /** Shows nothing more from now on, and resolves once no request to the platform is in progress. */
  readonly close: () => Promise<void>
}

/**
 * Shows what a model has written so far, once it writes for more than two seconds, and once a second at most. Each time
 * `mayShow` decides first.
 */
export function partialAnswer(
  { clock }: Pick<Ports, 'clock'>,
  { write }: Typing,
  { postId, mayShow }: PartialAnswerOptions,
): PartialAnswer {
  let sinceMs = clock.now().getTime()
  let waitMs = showAfterMs
  let isShowing = false
  let isClosed = false
  let writing = Promise.resolve()

  async function showIfAllowed(text: string, basedOn: readonly DocumentId[]): Promise<void> {
    isShowing = true
    try {
      const isAllowed = await mayShow(basedOn)
      // A decision may take longer than the model.
      if (!isAllowed || isClosed || write === null) return
      writing = write(text, postId)
      await writing
    } catch {
      // The next text is tried again.
    } finally {
      isShowing = false
    }
  }
  return {
    show: (text, basedOn) => {
      const nowMs = clock.now().getTime()
      // A clock that was set back must not make the wait longer.
      sinceMs = Math.min(sinceMs, nowMs)
      if (write === null || isClosed || isShowing || nowMs < sinceMs + waitMs) return
      sinceMs = nowMs
      waitMs = showEveryMs
      void showIfAllowed(text, basedOn)
    },
    close: async () => {
      isClosed = true
      await writing.catch(() => {})
    },
  }
}
