// A custom surface on the Chat SDK: the same bot in each chat that the SDK has an adapter for. People ask in direct
// messages with their own permissions, and each thread is a conversation. A person sends `link <code>` first, with a
// code from Ken. `main.ts` runs it in Microsoft Teams.
import { createMemoryState } from '@chat-adapter/state-memory'
import { KenBusy, KenNotLinked, KenProblem, type SurfaceClient } from '@ken/client/surface'
import { Chat, type Adapter, type Thread } from 'chat'

/** What the SDK keeps of a thread. */
type Kept = { readonly conversation?: string | null }

/**
 * A bot in the chats of these adapters. An adapter verifies that a message comes from its platform, which names the
 * sender: Ken trusts the id in a request with a service key.
 */
export function surfaceOf<Adapters extends Record<string, Adapter>>(
  ken: SurfaceClient,
  adapters: Adapters,
): Chat<Adapters, Kept> {
  const chat = new Chat<Adapters, Kept>({
    userName: 'ken',
    adapters,
    // It forgets with the process; several processes share the SDK's state for Redis or PostgreSQL.
    state: createMemoryState(),
    // A second question does not wait for the answer to the first, and is not dropped.
    concurrency: 'concurrent',
    logger: 'warn',
  })
  chat.onDirectMessage(async (thread, { author, text }) => {
    await thread.startTyping()
    await thread.post({ markdown: await reply(ken, thread, author.userId, text).catch(apology) })
  })
  return chat
}

async function reply(
  ken: SurfaceClient,
  thread: Thread<Kept>,
  sender: string,
  text: string,
): Promise<string> {
  if (!text.startsWith('link ')) return ask(ken, thread, sender, text)
  const { account } = await ken.link(sender, { code: text.slice(5).trim() })
  return `You are ${account} now. Ask me anything.`
}

async function ask(
  ken: SurfaceClient,
  thread: Thread<Kept>,
  sender: string,
  question: string,
): Promise<string> {
  const { conversation = null } = (await thread.state) ?? {}
  const kept = conversation === null ? { remember: true } : { conversation_id: conversation }
  try {
    const asked = await ken.ask(sender, { question, ...kept })
    if (asked.conversation_id !== null)
      await thread.setState({ conversation: asked.conversation_id })
    const sources = asked.sources.filter(({ cited }) => cited)
    const links = sources.map(({ number, title, url }) => `[${number}] ${title} ${url ?? ''}`)
    return [asked.answer, ...links].join('\n\n')
  } catch (error) {
    // The conversation was forgotten elsewhere, or is another person's.
    const isUnknown = error instanceof KenProblem && error.code === 'NOT_FOUND'
    if (conversation === null || !isUnknown) throw error
    await thread.setState({ conversation: null })
    return ask(ken, thread, sender, question)
  }
}

/** The message for people. It is the same for all who are not linked, known to Ken or not. */
function apology(error: unknown): string {
  if (error instanceof KenNotLinked)
    return 'I do not know you. Create a link code in Ken and send me: link <code>'
  if (error instanceof KenBusy)
    return `I am busy. Please ask again in ${error.retryAfterSeconds} seconds.`
  // For the operator of the surface: no connection, a revoked service key, or a bug in this program.
  console.error(error)
  return 'I cannot answer now. Please ask again later.'
}
