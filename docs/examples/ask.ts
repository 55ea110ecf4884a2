// Asks a question and prints the answer while it is written, with its sources. Ctrl+C ends the request and the model.
//
//   KEN_URL=http://localhost:8080 KEN_API_KEY=ken_… node ask.ts how do I rotate a key
import type { Answer, Problem } from '@ken/client'

const { KEN_URL: url = 'http://localhost:8080', KEN_API_KEY: key = '' } = process.env

type ServerSentEvent = { readonly name: string; readonly data: string }

/** The events of a response. Ken writes the data of an event on one line. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const bytes of body) {
      const events = (text + decoder.decode(bytes, { stream: true })).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const [, name] = /^event: (.*)$/m.exec(event) ?? []
        const [, data] = /^data: (.*)$/m.exec(event) ?? []
        // The others are comments, which keep the connection open.
        if (name !== undefined && data !== undefined) yield { name, data }
      }
    }
  } catch {
    // The connection broke: there are no further events.
  }
}

/** Prints the text of an answer as it comes, and returns the whole answer. */
async function ask(question: string): Promise<Answer> {
  const response = await fetch(`${url}/public/v1/ask`, {
    method: 'POST',
    redirect: 'error',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ question, stream: true }),
  })
  if (!response.ok || response.body === null) throw new Error(await reasonOf(response))
  let printed = ''
  for await (const { name, data } of eventsOf(response.body)) {
    if (name === 'text') {
      const { delta } = JSON.parse(data) as { readonly delta: string }
      process.stdout.write(delta)
      printed += delta
    }
    if (name === 'error') throw new Error(`\nUnfinished: ${(JSON.parse(data) as Problem).detail}`)
    if (name !== 'done') continue
    const answer = JSON.parse(data) as Answer
    // A model that failed has written a beginning: the answer replaces it.
    const isComplete = printed === answer.answer
    process.stdout.write(isComplete ? '\n' : `${printed && '\n\n'}${answer.answer}\n`)
    return answer
  }
  throw new Error('\nUnfinished: the connection ended. Ask again.')
}

async function reasonOf(response: Response): Promise<string> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
  if (isProblem !== true) return `${url} returned ${response.status}. Check that it is Ken.`
  const { code, detail, errors = [] } = (await response.json()) as Problem
  // A pointer such as `#/question` names a field of the body.
  const faults = errors.map((field) => `\n  ${field.pointer} ${field.detail}`)
  return `${code}: ${detail}${faults.join('')}`
}

try {
  const { sources } = await ask(process.argv.slice(2).join(' '))
  for (const { number, title, url: address, cited } of sources)
    if (cited) console.log(`[${number}] ${title} ${address}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
