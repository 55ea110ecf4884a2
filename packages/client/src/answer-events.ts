import type { EventSourceMessage } from 'eventsource-parser'
import { KenProblem, type Problem } from './ken-problem.ts'
import type { Answer, AnswerEvent } from './wire.ts'

/**
 * The events of an answer that is being written. Throws `KenProblem` when the server ends it with a problem, and an
 * error when the connection ends before the answer does. Ending the loop ends the request.
 */
export async function* answerEvents(response: Response): AsyncGenerator<AnswerEvent, void> {
  // Pages that ask nothing do not load it.
  const { createParser } = await import('eventsource-parser')
  const received: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => void received.push(message) })
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  if (reader === undefined) throw unfinished()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) throw unfinished()
      parser.feed(decoder.decode(value, { stream: true }))
      for (const message of received.splice(0)) {
        const event = eventOf(message)
        if (event === null) continue
        yield event
        if (event.type === 'done') return
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const unfinished = () => new Error('The connection ended before the answer did. Ask again.')

/** Null for an event of a later version. The server guarantees the shape of the others. */
function eventOf({ event, data }: EventSourceMessage): AnswerEvent | null {
  if (event === 'sources')
    return { type: 'sources', ...(JSON.parse(data) as Omit<SourcesEvent, 'type'>) }
  if (event === 'text') return { type: 'text', ...(JSON.parse(data) as { readonly delta: string }) }
  if (event === 'done') return { type: 'done', answer: JSON.parse(data) as Answer }
  if (event !== 'error') return null
  const problem = JSON.parse(data) as Problem
  throw new KenProblem(problem.status, problem, problem.retry_after_seconds ?? null)
}

type SourcesEvent = Extract<AnswerEvent, { readonly type: 'sources' }>
