import {
  modelSlotLimits,
  perPersonMax,
  type ModelSlotLimits,
} from '../../../model/answers/answer-limits.ts'
import type { AnswerLimiter, ModelUser } from '../../../ports/knowledge/answer-limiter.ts'
import { Unavailable } from '../../../ports/platform/unavailable.ts'

type Entry = { readonly user: ModelUser; state: 'waiting' | 'running' | 'over'; start: () => void }

/** Keeps all slots and places in one list. */
export function memoryAnswerLimiter(limits: Partial<ModelSlotLimits> = {}): AnswerLimiter {
  const all = { ...modelSlotLimits, ...limits }
  const { runningMax, waitingMax, waitMs, perCallerMax } = all
  let begun: { readonly personId: string; readonly keyId: string | null }[] = []
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
    begin(personId, keyId) {
      const own = begun.filter((each) => each.personId === personId)
      if (own.length >= perPersonMax(all)) return null
      const same = keyId === null ? own : begun
      if (same.filter((each) => each.keyId === keyId).length >= perCallerMax) return null
      const question = { personId, keyId }
      begun.push(question)
      return () => void (begun = begun.filter((each) => each !== question))
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
