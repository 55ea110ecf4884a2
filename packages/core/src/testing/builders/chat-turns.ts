import type { Job, JobOf } from '../../ports/stores/platform/job-store.ts'
import { ok } from '../../model/result.ts'
import type { TeamChatSettings } from '../../model/team-chat/team-chat-settings.ts'
import { encryptToken } from '../../credentials/bot-token.ts'
import type { ServerAddress } from '../../model/team-chat/server-address.ts'
import type { MemoryPorts } from '../memory/memory-ports.ts'
import type { MemoryPost } from '../memory/chat/memory-chat.ts'

/** Sets up the bot of the chat and turns it on, or applies the given changes. */
export async function setUpBot(
  ports: MemoryPorts,
  overrides: Partial<TeamChatSettings> = {},
): Promise<void> {
  const { baseUrl: url, token, botId } = ports.teamChat.bot
  // The double's address is one.
  const baseUrl = url as ServerAddress
  const botTokenEnc = encryptToken(ports, token, baseUrl)
  const bot = {
    baseUrl,
    botTokenEnc,
    botUserId: botId,
    botUsername: 'ken',
    enabled: true,
    lastTestOk: true,
    lastTestAt: null,
  }
  await ports.transact(async ({ teamChatSettings }) =>
    ok(await teamChatSettings.update({ ...bot, ...overrides })),
  )
}

/** Stores a post and returns its job, as the listener does. */
export async function jobFor(
  ports: MemoryPorts,
  { id: postId, channelId, rootId, authorId, postedAt, text }: MemoryPost,
  isAdmitted = true,
): Promise<JobOf<'answer_chat_post'>> {
  const post = {
    source: 'teamchat',
    postId,
    channelId,
    rootId,
    authorId,
    postedAt,
    isAdmitted,
  } as const
  await ports.transact(async ({ chatPosts }) => ok(await chatPosts.insert([post])))
  const sealedText = ports.cipher.encrypt(text, { purpose: 'chat_text', ownerId: postId })
  const { botId } = ports.teamChat.bot
  return {
    kind: 'answer_chat_post',
    ...post,
    botId,
    sealedText,
    postedAt: postedAt.toISOString(),
    arrivedAt: ports.clock.now().toISOString(),
  }
}

/** The waiting jobs of a kind, oldest first. */
export const waitingJobs = <Kind extends Job['kind']>(
  { database }: MemoryPorts,
  kind: Kind,
): readonly JobOf<Kind>[] =>
  [...database.tables.jobs.values()].filter((job): job is Job & JobOf<Kind> => job.kind === kind)

/** What the bot wrote into the thread of a post. */
export const answersIn = ({ teamChat }: MemoryPorts, { rootId }: MemoryPost): readonly string[] =>
  teamChat.posts
    .filter((post) => post.rootId === rootId && post.authorId === teamChat.bot.botId)
    .map(({ text }) => text)

/** The outcome of a post. */
export const outcomeOf = ({ database }: MemoryPorts, { id }: MemoryPost) =>
  database.tables.chatPosts.get(id)?.closed?.outcome
