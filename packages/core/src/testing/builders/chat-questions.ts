import { anIdentityIn, aPersonIn } from './people.ts'
import { memoryPorts, type MemoryPorts } from '../memory/memory-ports.ts'
import type { MemoryPost } from '../memory/chat/memory-chat.ts'
import { jobFor, setUpBot } from './chat-turns.ts'
import { indexAll } from './search-world.ts'

/** The documents in a chat. */
export const documents = [
  {
    externalId: 'leave',
    title: 'Annual leave',
    url: 'https://wiki.example.com/leave',
    body: 'Everyone has thirty days of leave.',
  },
  {
    externalId: 'board',
    title: 'Salaries',
    body: 'The board earns millions of leave.',
    allowed: ['role:Owner'],
  },
]

/** A chat about two documents: everyone may see `leave`, only Owners may see `board`. */
export async function openChat(overrides: Partial<MemoryPorts> = {}) {
  const ports = memoryPorts(overrides)
  await setUpBot(ports)
  await indexAll(ports.transact, documents)
  const { account, actor } = await aPersonIn(ports)
  /** Posts as the linked person. */
  const say = (text: string, thread?: MemoryPost) => ports.teamChat.say(text, thread)
  const link = async ({ authorId }: MemoryPost) =>
    anIdentityIn(ports, account, { externalId: authorId })
  /** Posts as the linked person, and returns the post and its job. */
  const ask = async (text: string, thread?: MemoryPost) => {
    const post = say(text, thread)
    if (thread === undefined) await link(post)
    return { post, job: await jobFor(ports, post) }
  }
  return { ports, account, actor, say, link, ask }
}

/** The ports, and the number of searches. */
export const searched = (ports: MemoryPorts) => {
  let searches = 0
  const searchIndex = { ...ports.searchIndex, searchText: async () => ((searches += 1), []) }
  return { ports: { ...ports, searchIndex }, count: () => searches }
}
