// A custom surface: a chat whose messages are lines of standard input, `thread sender: text`. People ask with their
// own permissions, and each thread is a conversation. A person sends `link <code>`, with a code from Ken, first.
//
//   ken keys create-service --source bot_gateway --name my-chat
//   KEN_URL=http://localhost:8080 KEN_SERVICE_KEY=ken_… node chat-surface.ts
//
// The platform, not the sender, must name the sender: Ken trusts the id in a request with a service key.
import { createSurfaceClient, KenBusy, KenNotLinked, KenProblem } from '@ken/client/surface'
import { createInterface } from 'node:readline/promises'

const { KEN_URL: baseUrl = 'http://localhost:8080', KEN_SERVICE_KEY: serviceKey = '' } = process.env

const ken = createSurfaceClient({ baseUrl, serviceKey })

/** The conversation of a thread and sender. A real surface keeps them in its database. */
const conversations = new Map<string, string>()

async function ask(thread: string, sender: string, question: string): Promise<string> {
  const place = `${thread} ${sender}`
  const conversation = conversations.get(place)
  const kept = conversation === undefined ? { remember: true } : { conversation_id: conversation }
  try {
    const asked = await ken.ask(sender, { question, ...kept })
    if (asked.conversation_id !== null) conversations.set(place, asked.conversation_id)
    const sources = asked.sources.filter(({ cited }) => cited)
    return [asked.answer, ...sources.map(({ number, url }) => `[${number}] ${url}`)].join('\n')
  } catch (error) {
    if (conversation === undefined || !isUnknown(error)) throw error
    conversations.delete(place)
    return ask(thread, sender, question)
  }
}

/** Whether a conversation was forgotten elsewhere, or belongs to an account that the sender was linked to before. */
const isUnknown = (error: unknown): boolean =>
  error instanceof KenProblem && error.code === 'NOT_FOUND'

async function forget(thread: string, sender: string): Promise<string> {
  const conversation = conversations.get(`${thread} ${sender}`)
  if (conversation === undefined) return 'There is nothing to forget.'
  await ken.forgetConversation(sender, conversation).catch((error: unknown) => {
    if (!isUnknown(error)) throw error
  })
  conversations.delete(`${thread} ${sender}`)
  return 'I have forgotten this conversation.'
}

async function reply(thread: string, sender: string, text: string): Promise<string> {
  if (text === 'who am I') return `You are ${(await ken.resolve(sender)).account}.`
  if (text === 'forget') return forget(thread, sender)
  if (!text.startsWith('link ')) return ask(thread, sender, text)
  const { account } = await ken.link(sender, { code: text.slice(5) })
  return `You are ${account} now. Ask me anything.`
}

/** The message for people. It is the same for all who are not linked, known to Ken or not. */
function apology(error: unknown): string {
  if (error instanceof KenNotLinked)
    return 'I do not know you. Create a link code in Ken and send me: link <code>'
  if (error instanceof KenBusy)
    return `I am busy. Please ask again in ${error.retryAfterSeconds} seconds.`
  // For the operator of the surface: no connection, a revoked service key, or a bug in this program.
  console.error(error)
  if (!(error instanceof KenProblem)) return 'I cannot reach Ken. Please ask again later.'
  return 'Something went wrong. My operator has been notified.'
}

for await (const message of createInterface({ input: process.stdin })) {
  const [, thread, sender, text] = /^(\S+) ([!-~]+): (.+)$/.exec(message) ?? []
  if (thread === undefined || sender === undefined || text === undefined) continue
  console.log(`to ${sender}: ${await reply(thread, sender, text).catch(apology)}`)
}
