// A custom surface in one file: a chat whose messages are lines of standard input, `sender: text`.
// A person who sends `link <code>`, with a code from Ken's pages, gets results under their own permissions from then on.
//
//   ken keys create-service --source bot_messenger --name my-chat
//   KEN_URL=http://localhost:8080 KEN_SERVICE_KEY=ken_… node chat-surface.js
//
// The platform, not the sender, must identify the sender: Ken trusts the external id in a request with a service key.
import { createInterface } from 'node:readline/promises'

const { KEN_URL: url = 'http://localhost:8080', KEN_SERVICE_KEY: key = '' } = process.env

/** Calls Ken. Returns `{ answer }` on success, otherwise `{ problem }`. */
async function call(path, body, headers = {}) {
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const isProblem =
    response.headers.get('content-type')?.startsWith('application/problem+json') === true
  if (!response.ok && !isProblem)
    throw new Error(`${url} returned ${response.status}. Check that it is Ken.`)
  const json = await response.json()
  return response.ok
    ? { answer: json }
    : { problem: json, retryAfter: response.headers.get('retry-after') }
}

/** The message for people. It is the same for all who are not linked, known to Ken or not. */
function apology({ problem, retryAfter }) {
  if (problem.code === 'IDENTITY_NOT_LINKED')
    return 'I do not know you. Create a link code in Ken and send me: link <code>'
  if (retryAfter !== null) return `I am busy. Please ask again in ${retryAfter} seconds.`
  // For the operator of the surface: a revoked service key, or a bug in this program.
  console.error(problem.code, problem.detail, problem.request_id)
  return 'Something went wrong. My operator has been notified.'
}

async function link(sender, code) {
  const linked = await call('/api/v1/surfaces/link', { external_id: sender, code })
  return linked.answer ? `You are ${linked.answer.account} now. Ask me anything.` : apology(linked)
}

async function whoAmI(sender) {
  const resolved = await call('/api/v1/surfaces/resolve', { external_id: sender })
  return resolved.answer ? `You are ${resolved.answer.account}.` : apology(resolved)
}

async function search(sender, query) {
  const found = await call('/public/v1/search', { query, limit: 3 }, { 'ken-on-behalf-of': sender })
  if (!found.answer) return apology(found)
  const { results } = found.answer
  return results.length === 0
    ? 'I found nothing.'
    : results.map((result) => `${result.title} ${result.url}`).join(' | ')
}

function reply(sender, text) {
  if (text === 'who am I') return whoAmI(sender)
  return text.startsWith('link ') ? link(sender, text.slice(5)) : search(sender, text)
}

for await (const message of createInterface({ input: process.stdin })) {
  const [, sender, text] = /^(\S+): (.+)$/.exec(message) ?? []
  if (sender === undefined) continue
  const answer = await reply(sender, text).catch((error) => {
    console.error(error.message, error.cause?.code ?? '')
    return 'I cannot reach Ken. Please ask again later.'
  })
  console.log(`to ${sender}: ${answer}`)
}
