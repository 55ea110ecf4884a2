import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { jsonOf } from './call-ken.ts'
import { CommandFailed } from './command-failed.ts'
import { refusalOf, sendQuestion } from './send-question.ts'

/** The last event of an answer, unchanged. */
export type Answer = {
  readonly answer: string
  readonly outcome: string
  readonly reason: string | null
  readonly degraded: boolean
  readonly conversation_id: string | null
  readonly sources: readonly {
    readonly number: number
    readonly title: string
    readonly url: string
    readonly source: string
    readonly snippet: string
    readonly cited: boolean
  }[]
}

type Asked = {
  readonly question: string
  readonly sources: readonly string[] | undefined
  readonly conversation_id: string | undefined
  readonly remember: boolean | undefined
}

const patienceMs = 15_000

/** Calls `POST /public/v1/ask`, and passes on its words as they come. Any failure ends the command with advice. */
export async function askKen(
  url: string,
  key: string,
  asked: Asked,
  onText: (delta: string) => void,
): Promise<Answer> {
  const response = await sendQuestion(url, key, {
    operation: 'ask',
    body: { ...asked, stream: true },
    patienceMs,
    isStream: true,
  })
  const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')
  if (response.status === 404 && asked.conversation_id !== undefined)
    throw new CommandFailed(
      `At ${url} the owner of this key has no conversation ${asked.conversation_id}. Omit --conversation to begin a new one.`,
    )
  if (!response.ok || !isStream || response.body === null)
    throw refusalOf(url, response, await jsonOf(url, response))
  const received: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => void received.push(message) })
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body) {
      parser.feed(decoder.decode(chunk, { stream: true }))
      for (const { event, data } of received.splice(0)) {
        const body: unknown = JSON.parse(data)
        if (event === 'text') onText((body as { readonly delta: string }).delta)
        if (event === 'done') return body as Answer // The server guarantees its shape.
        if (event === 'error') throw refusalOf(url, statusOf(body), body)
      }
    }
  } catch (error) {
    if (error instanceof CommandFailed) throw error
  }
  throw new CommandFailed('The answer is unfinished: the connection ended. Ask again.', {
    code: 'unavailable',
  })
}

/** A problem in a stream as the response that it would have been. */
const statusOf = (problem: unknown): Response =>
  new Response(null, { status: (problem as { readonly status: number }).status })
