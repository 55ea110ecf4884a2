import type { IncomingMessage, ServerResponse } from 'node:http'
import { doubleBehaviours } from '../double-behaviours.ts'
import { loopbackServer } from '../loopback-server.ts'
import {
  answerInstead,
  refusalReply,
  sendPage,
  sendReply,
  type TeamChatBehaviour,
} from './team-chat-double-answers.ts'
import { addPost, DoubleRefusal, type PendingPosts } from './team-chat-double-posts.ts'
import { doubleRoutes } from './team-chat-double-routes.ts'
import { doubleSockets, type DoubleSockets } from './team-chat-double-sockets.ts'
import {
  addChannel,
  addUser,
  directChannel,
  doubleWorld,
  userOfToken,
  type DoublePost,
  type DoubleUser,
  type DoubleWorld,
} from './team-chat-double-world.ts'

/** One request as the double saw it. */
export type TeamChatRequest = {
  readonly route: string
  readonly url: string
  readonly authorization: string | null
  readonly body: unknown
}

/** A team-chat server with the v4 API on loopback; a bot and its token are there from the start. */
export type TeamChatDouble = {
  readonly url: string
  readonly bot: DoubleUser
  readonly world: DoubleWorld
  readonly requests: readonly TeamChatRequest[]
  readonly sockets: DoubleSockets
  /** Sets how a route, by its name such as `POST /posts`, answers; `*` is every route that has no behaviour of its own. */
  readonly behave: (route: string, behaviour: TeamChatBehaviour) => void
  /** The same, for the next request alone; a second call is for the one after it. */
  readonly behaveOnce: (route: string, behaviour: TeamChatBehaviour) => void
  /** Forgets which posts were sent lately, as after half a minute, or on another node. */
  readonly forgetPending: () => void
  readonly addPerson: (username: string) => DoubleUser
  readonly addBot: (username: string) => DoubleUser
  readonly addChannel: (type: 'O' | 'G', members: readonly DoubleUser[]) => string
  /** Posts into the direct channel of the author with the bot, or into any other; `overrides` are fields as the server has them. */
  readonly say: (author: DoubleUser, message: string, options?: SayOptions) => DoublePost
  /** What is in a channel and not deleted, oldest first. */
  readonly posts: (channelId: string) => readonly DoublePost[]
  /** Ends a token, as an administrator does: sockets stay open. */
  readonly revoke: (user: DoubleUser) => void
  readonly restore: (user: DoubleUser) => void
  readonly close: () => Promise<void>
}
export type SayOptions = {
  readonly rootId?: string
  readonly channelId?: string
  readonly overrides?: Partial<DoublePost>
  /** It is stored, and the event that would tell of it is lost. */
  readonly isLost?: boolean
}
export type TeamChatDoubleOptions = {
  readonly now?: () => number
  /** When a socket without a good token is dropped; 5 s on a real server. */
  readonly authCheckMs?: number
}

/** Starts the double. */
export async function teamChatDouble({
  now = Date.now,
  authCheckMs = 5_000,
}: TeamChatDoubleOptions = {}): Promise<TeamChatDouble> {
  const world = doubleWorld(now)
  const bot = addUser(world, 'ken', true)
  const { upgrade, controls } = doubleSockets(world, authCheckMs)
  const { serve, requests, behave, behaveOnce, forgetPending } = doubleApi(world)
  const server = await loopbackServer({ serve, upgrade })

  return {
    url: `http://127.0.0.1:${server.port}`,
    bot,
    world,
    requests,
    sockets: controls,
    behave,
    behaveOnce,
    forgetPending,
    addPerson: (username) => addUser(world, username, false),
    addBot: (username) => addUser(world, username, true),
    addChannel: (type, members) =>
      addChannel(world, {
        type,
        name: `channel-${world.channels.size}`,
        members: members.map(({ id }) => id),
      }).id,
    say: (author, message, { rootId = '', channelId, overrides, isLost } = {}) => {
      const channel_id = channelId ?? directChannel(world, author.id, bot.id).id
      return addPost(world, author, { channel_id, message, root_id: rootId }, overrides, isLost)
    },
    posts: (channelId) =>
      [...world.posts.values()].filter(
        (post) => post.channel_id === channelId && post.delete_at === 0,
      ),
    revoke: ({ token }) => void world.revokedTokens.add(token),
    restore: ({ token }) => void world.revokedTokens.delete(token),
    close: async () => {
      controls.drop()
      await server.close()
    },
  }
}

/** The REST side: finds the route, checks the token, and answers as the route or its behaviour says. */
function doubleApi(world: DoubleWorld) {
  const { take, ...setting } = doubleBehaviours<TeamChatBehaviour>()
  const requests: TeamChatRequest[] = []
  const pending: PendingPosts = new Map()

  async function serve(
    request: IncomingMessage,
    text: string,
    response: ServerResponse,
  ): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://double')
    const called = `${request.method} ${pathname.replace(/^\/api\/v4/, '')}`
    const route = pathname.startsWith('/api/v4/')
      ? doubleRoutes.find(({ pattern }) => pattern.test(called))
      : undefined
    const { authorization = null, 'accept-language': language = '' } = request.headers
    const body = parseJson(text)
    requests.push({ route: route?.name ?? called, url: request.url ?? '', authorization, body })
    if (route === undefined) return sendPage(response, 404)
    const behaviour = take(route.name)
    if (answerInstead(response, behaviour, language)) return

    const user = userOfToken(world, authorization?.replace(/^(Bearer|token) /i, '') ?? null)
    const saving = takeTime(behaviour)
    const ids = route.pattern.exec(called)?.slice(1) ?? []
    const answer = async () => {
      if (user === null) throw new DoubleRefusal(401, 'api.context.session_expired.app_error')
      return route.answer({ world, pending, user, ids, query: searchParams, body, saving })
    }
    const reply = await answer().catch((error: unknown) => refusalReply(error, language))
    await saving
    sendReply(response, behaviour, reply, language)
  }
  return {
    serve,
    requests,
    ...setting,
    forgetPending: () => pending.clear(),
  }
}

async function takeTime(behaviour: TeamChatBehaviour): Promise<void> {
  if (typeof behaviour !== 'object' || !('slowMs' in behaviour)) return
  await new Promise((resolve) => setTimeout(resolve, behaviour.slowMs))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
