import {
  modelSlotLimits,
  perPersonMax,
  Unavailable,
  type AnswerLimiter,
  type ModelSlot,
  type ModelSlotLimits,
  type ModelUser,
} from '@ken/core/ports'

type Waiting = { readonly grant: () => void }
type Line = { running: number; readonly waiting: Waiting[] }

/** Limits the answers of this process: each takes memory and a connection here, and a slot of the model's server. */
export function inProcessAnswerLimiter(limits: ModelSlotLimits = modelSlotLimits): AnswerLimiter {
  const { runningMax, waitingMax, waitMs, perCallerMax } = limits
  const callers = runningCounts(perCallerMax)
  const people = runningCounts(perPersonMax(limits))
  const lines: { readonly [User in ModelUser]: Line } = {
    chat: { running: 0, waiting: [] },
    ask: { running: 0, waiting: [] },
  }
  const areAllTaken = () => lines.chat.running + lines.ask.running >= runningMax

  /** Gives a free slot to the kind of users that has fewer, if some of them wait. */
  const grantNext = () => {
    const [first, second] =
      lines.chat.running <= lines.ask.running ? [lines.chat, lines.ask] : [lines.ask, lines.chat]
    const line = first.waiting.length > 0 ? first : second
    const next = line.waiting.shift()
    if (next === undefined) return
    line.running += 1
    next.grant()
  }

  const leave = (line: Line) => {
    line.running -= 1
    grantNext()
  }

  const runningSlot = (line: Line): ModelSlot => ({
    granted: async (signal) => {
      if (signal.aborted) throw requestEnded()
    },
    release: once(() => leave(line)),
  })

  const waitingSlot = (line: Line): ModelSlot => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting: Waiting = { grant: resolve }
    line.waiting.push(waiting)
    return {
      granted: (signal) => waitFor(promise, signal, waitMs),
      release: once(() => {
        const place = line.waiting.indexOf(waiting)
        if (place >= 0) line.waiting.splice(place, 1)
        else leave(line)
      }),
    }
  }

  return {
    begin(personId, keyId) {
      const callerId = keyId ?? personId
      if (callers.isFull(callerId) || people.isFull(personId)) return null
      callers.add(callerId, 1)
      people.add(personId, 1)
      return once(() => {
        callers.add(callerId, -1)
        people.add(personId, -1)
      })
    },
    queue(user) {
      const line = lines[user]
      if (!areAllTaken()) {
        line.running += 1
        return runningSlot(line)
      }
      const waiting = lines.chat.waiting.length + lines.ask.waiting.length
      const isFull = waiting >= waitingMax && line.waiting.length >= waitingMax / 2
      return isFull ? null : waitingSlot(line)
    },
  }
}

/** Counts what runs for each id. */
function runningCounts(max: number) {
  const counts = new Map<string, number>()
  return {
    isFull: (id: string) => (counts.get(id) ?? 0) >= max,
    add(id: string, change: 1 | -1) {
      const count = (counts.get(id) ?? 0) + change
      if (count === 0) counts.delete(id)
      else counts.set(id, count)
    },
  }
}

async function waitFor(promise: Promise<void>, signal: AbortSignal, waitMs: number): Promise<void> {
  if (signal.aborted) throw requestEnded()
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Unavailable('answer model', 'Waited too long for the answer model.')),
    waitMs,
  )
  const abort = () => reject(requestEnded())
  signal.addEventListener('abort', abort)
  try {
    await Promise.race([promise, ended])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

const requestEnded = () =>
  new Unavailable('request', 'The request ended before the model was free.')

function once(work: () => void): () => void {
  let isOver = false
  return () => {
    if (!isOver) work()
    isOver = true
  }
}
