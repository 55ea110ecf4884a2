import { modelSlotLimits, type ModelSlotLimits } from '../../../model/answers/answer-limits.ts'
import type { AnswerLimiter, ModelUser } from '../../../ports/knowledge/answer-limiter.ts'
import { Unavailable } from '../../../ports/platform/unavailable.ts'

type Entry = { readonly user: ModelUser; state: 'waiting' | 'running' | 'over'; start: () => void }

/** Keeps all slots and places in one list. */
export function memoryAnswerLimiter(limits: Partial<ModelSlotLimits> = {}): AnswerLimiter {
  const { runningMax, waitingMax, waitMs, perCallerMax } = { ...modelSlotLimits, ...limits }
  const callers: string[] = []
  let entries: readonly Entry[] = []
  const of = (state: Entry['state'], user?: ModelUser) =>
    entries.filter((entry) => entry.state === state && (user ?? entry.user) === entry.user)
  const fill = () => {
    const waiting = of('waiting')
    if (of('running').length >= runningMax || waiting.length === 0) return
    const [next] = waiting.toSorted(
      (one, other) => of('running', one.user).length - of('running', other.user).length,
    )
    next!.state = 'running'
    next!.start()
  }
  return {
    begin(callerId) {
      if (callers.filter((id) => id === callerId).length >= perCallerMax) return null
      callers.push(callerId)
      let isOver = false
      return () => {
        if (!isOver) callers.splice(callers.indexOf(callerId), 1)
        isOver = true
      }
    },
    queue(user) {
      const isFull =
        of('running').length >= runningMax &&
        of('waiting').length >= waitingMax &&
        of('waiting', user).length >= waitingMax / 2
      if (isFull) return null
      const started = Promise.withResolvers<void>()
      const entry: Entry = { user, state: 'waiting', start: started.resolve }
      entries = [...entries, entry]
      fill()
      const release = () => {
        entry.state = 'over'
        entries = entries.filter((other) => other !== entry)
        fill()
      }
      const granted = async (signal: AbortSignal) => {
        const ended = new Unavailable('request', 'The request ended.')
        if (signal.aborted) throw ended
        const late = new Unavailable('answer model', 'Waited too long for the model.')
        const timer = setTimeout(() => started.reject(late), waitMs)
        signal.addEventListener('abort', () => started.reject(ended), { once: true })
        await started.promise.finally(() => clearTimeout(timer))
      }
      return { granted, release }
    },
  }
}
