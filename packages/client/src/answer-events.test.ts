import { expect, it } from 'vitest'
import { createKenClient } from './ken-client.ts'
import { KenProblem } from './ken-problem.ts'
import type { AnswerEvent } from './wire.ts'

const encoder = new TextEncoder()
const answer = { answer: 'Yes [1].', outcome: 'answered', sources: [] }
const events = [
  ': waiting\n\n',
  'event: sources\ndata: {"sources":[],"degraded":false}\n\n',
  'event: later\ndata: {}\n\n',
  'event: text\ndata: {"delta":"Yés"}\n\n',
  `event: done\ndata: ${JSON.stringify(answer)}\n\n`,
].join('')

/** A client of a server that sends a text in pieces of some bytes, and what it was sent. */
function clientOf(text: string, pieceLength = 7) {
  const sent: { readonly url: string; readonly body: unknown }[] = []
  let isCancelled = false
  const bytes = encoder.encode(text)
  const fetch: typeof globalThis.fetch = async (url, init) => {
    sent.push({
      url: url as string,
      body: JSON.parse(init?.body as string),
    })
    let at = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(at, (at += pieceLength)))
      },
      cancel: () => void (isCancelled = true),
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  const client = createKenClient({ baseUrl: 'http://ken', fetch })
  return { client, sent, isCancelled: () => isCancelled }
}

async function collected(stream: AsyncIterable<AnswerEvent>) {
  const all: AnswerEvent[] = []
  for await (const event of stream) all.push(event)
  return all
}

it.for([1, 7, 10_000])('returns the events of an answer in pieces of %i bytes', async (length) => {
  const { client, sent } = clientOf(events, length)
  expect(await collected(client.askStream({ question: 'Why?' }))).toEqual([
    { type: 'sources', sources: [], degraded: false },
    { type: 'text', delta: 'Yés' },
    { type: 'done', answer },
  ])
  expect(sent).toEqual([
    { url: 'http://ken/public/v1/ask', body: { question: 'Why?', stream: true } },
  ])
})

it('throws the problem that ends an answer, and an error when the connection ends first', async () => {
  const problem = JSON.stringify({ status: 409, code: 'ACCESS_CHANGED', detail: 'Ask again.' })
  const changed = clientOf(`event: error\ndata: ${problem}\n\n`)
  const error: unknown = await collected(changed.client.askStream({ question: 'Why?' })).catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(KenProblem)
  expect(error).toMatchObject({ status: 409, code: 'ACCESS_CHANGED' })
  const cut = clientOf(events.slice(0, -20))
  await expect(collected(cut.client.askStream({ question: 'Why?' }))).rejects.toThrow('Ask again')
})

it('ends the request when the loop ends', async () => {
  const { client, isCancelled } = clientOf(events)
  for await (const event of client.askStream({ question: 'Why?' })) {
    expect(event.type).toBe('sources')
    break
  }
  expect(isCancelled()).toBe(true)
})
