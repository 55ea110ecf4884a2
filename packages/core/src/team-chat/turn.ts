import type { ServiceSurface } from '../model/actor.ts'
import type { DocumentId } from '../model/knowledge/document.ts'
import type { ChatPostProgress, JobOf, JobOutcome, Ports, Stores, TeamChatBot } from '../ports/index.ts'
import { Unavailable } from '../ports/platform/unavailable.ts'
import { err, ok } from '../model/result.ts'
import type { ChatPostOutcome } from '../model/team-chat/chat-post.ts'
import { isAvailable, teamChatSource, type TeamChatSettings } from '../model/team-chat/team-chat-settings.ts'
import { botOf } from '../credentials/bot-token.ts'

/** What a turn is about, whichever of its two jobs has it. */
export type TurnJob = JobOf<'answer_chat_post'> | JobOf<'admit_chat_sender'>
export type TurnPorts = Pick<Ports, 'cipher' | 'log' | 'teamChatThreads' | 'transact'>

/** A turn that is still to be taken. */
export type Turn = {
  readonly bot: TeamChatBot
  readonly surface: ServiceSurface
  readonly text: string
  /** What a former try was about to post. */
  readonly kept: ChatPostProgress['answer']
  /** The documents that this may tell something of. */
  readonly restsOn: ChatPostProgress['restsOn']
}

/** The built-in surface of the team chat: it takes the path that every surface takes. */
const surfaceOf = (job: TurnJob): ServiceSurface => ({
  kind: 'surface',
  via: 'chat',
  keyId: null,
  source: teamChatSource,
  address: null,
  requestId: job.postId,
})

/**
 * What is left of a turn: null when nothing is, because the post was closed or the bot is off or another by now, which
 * closes it. Throws while it cannot be told.
 */
export async function openTurn(ports: TurnPorts, job: TurnJob): Promise<Turn | null> {
  const { value } = await ports.transact(async (stores) =>
    ok({ settings: await stores.teamChatSettings.read(), post: await stores.chatPosts.find(job.postId) }),
  )
  const { settings, post } = value
  if (post === null || post.closed !== null) return null
  const bot = botOf(ports, settings)
  if (bot === null && isSame(settings, job))
    throw new Error('The token of the bot cannot be read. Put the lost entry of KEN_SECRETS back, or enter the token again.')
  if (bot === null || !isSame(settings, job)) {
    await closeTurn(ports, job, 'dropped')
    return null
  }
  const text = ports.cipher.decrypt(job.sealedText, { purpose: 'chat_text', ownerId: job.postId })
  // In a rotation, a worker that was restarted already can read it.
  if (text === null) throw new Error('A message cannot be read. Put the lost entry of KEN_SECRETS back, in every worker.')
  return { bot, surface: surfaceOf(job), text, kept: post.answer, restsOn: post.restsOn }
}

/** Whether the bot that was written to is still there and on. */
const isSame = (settings: TeamChatSettings, job: TurnJob): boolean => isAvailable(settings) && settings.botUserId === job.botId

export const closeTurn = (ports: Pick<Ports, 'transact'>, { postId }: TurnJob, outcome: ChatPostOutcome) =>
  ports.transact(async ({ chatPosts }) => ok(await chatPosts.close(postId, outcome)))

/** What a turn ends with. */
export type Ending = {
  /** What a former try kept is posted instead, unless this try found it, and gives it or something else for it. */
  readonly parts: readonly string[]
  readonly restsOn: readonly DocumentId[]
  readonly outcome: ChatPostOutcome
  /** Done together with keeping the answer, for the first who keeps one. */
  readonly together: (stores: Stores) => Promise<unknown>
}

/**
 * Posts the answer and closes the turn: kept before it is posted, so that every try posts the same, of however many at once.
 * A bot that was turned off meanwhile says nothing.
 */
export async function endTurn(ports: TurnPorts, job: TurnJob, turn: Turn, ending: Ending): Promise<JobOutcome> {
  const { postId, channelId, rootId } = job
  const { value: kept } = await ports.transact(async (stores) => {
    if (!isSame(await stores.teamChatSettings.read(), job)) {
      await stores.chatPosts.close(postId, 'dropped')
      return ok(null)
    }
    const answer = await stores.chatPosts.keepAnswer(postId, ending.parts, ending.restsOn)
    if (answer?.isNew) await ending.together(stores)
    return ok(answer)
  })
  if (kept === null) return ok(null)
  try {
    const replyTo = { postId, postedAt: new Date(job.postedAt) }
    const parts = turn.kept === null ? kept.parts : ending.parts
    const answer = { thread: { channelId, rootId }, replyTo, parts, isNew: kept.isNew }
    const posted = await ports.teamChatThreads.answer(turn.bot, answer)
    await closeTurn(ports, job, posted === 'posted' ? ending.outcome : 'undeliverable')
    return ok(null)
  } catch (error) {
    if (!(error instanceof Unavailable) || error.dependency !== 'team-chat') throw error
    return err({ code: 'chat.deferred', reason: error.message })
  }
}
