import type { IncomingMessage, ServerResponse } from 'node:http'
import { doubleBehaviours } from '../double-behaviours.ts'
import { loopbackServer } from '../loopback-server.ts'
import {
  answerInstead,
  sendReply,
  WorkspaceRefusal,
  type WorkspaceChatBehaviour,
} from './workspace-chat-double-answers.ts'
import type { Fields } from './workspace-chat-double-content.ts'
import { personalIdentity, workspaceMethods } from './workspace-chat-double-methods.ts'
import {
  workspaceRequests,
  type RequestUrls,
  type SentRequest,
  type SignedRequestOptions,
} from './workspace-chat-double-requests.ts'
import { workspaceSockets, type WorkspaceSockets } from './workspace-chat-double-sockets.ts'
import {
  addWorkspaceChannel,
  addWorkspaceMessage,
  addWorkspaceUser,
  directChannel,
  sendCommand,
  sendEvent,
  tokensRevoked,
  workspaceWorld,
  type WorkspaceEventFields,
  type WorkspaceMessage,
  type WorkspaceUser,
  type WorkspaceWorld,
} from './workspace-chat-double-world.ts'

/** One call as the double saw it. */
export type WorkspaceChatCall = {
  readonly method: string
  readonly token: string | null
  readonly fields: Fields
}

/** A workspace of Slack on loopback, with one app in it. */
export type WorkspaceChatDouble = {
  /** The address of the Web API; the methods are below. */
  readonly apiUrl: string
  readonly world: WorkspaceWorld
  readonly calls: readonly WorkspaceChatCall[]
  readonly sockets: WorkspaceSockets
  /** The requests of the Events API. */
  readonly requests: readonly SentRequest[]
  readonly subscribe: (urls: RequestUrls) => Promise<string>
  /** Posts any body, signed as an event is, or as the options say. */
  readonly post: (url: string, body: string, options?: SignedRequestOptions) => Promise<SentRequest>
  /** Sets how a method answers; `*` is every method that has no behaviour of its own. */
  readonly behave: (method: string, behaviour: WorkspaceChatBehaviour) => void
  /** The same, for the next call alone; a second call is for the one after it. */
  readonly behaveOnce: (method: string, behaviour: WorkspaceChatBehaviour) => void
  readonly addPerson: (name: string, fields?: Fields) => WorkspaceUser
  /** Writes to the app, or into any channel; `fields` are as the server has them. */
  readonly say: (
    author: WorkspaceUser,
    text: string,
    options?: WorkspaceSayOptions,
  ) => WorkspaceMessage
  /** Types a command, in the direct channel with the app if no other is named. */
  readonly command: (
    user: WorkspaceUser,
    text: string,
    options?: Pick<WorkspaceSayOptions, 'channelId' | 'fields'>,
  ) => void
  readonly openHome: (user: WorkspaceUser, tab: 'home' | 'messages') => void
  readonly addChannel: () => string
  /** What is in the direct channel of a person, oldest first. */
  readonly messages: (person: WorkspaceUser) => readonly WorkspaceMessage[]
  readonly channelOf: (person: WorkspaceUser) => string
  /**
   * Makes a token fail with an error such as `token_revoked`. Sends no event: a real server sends one of most revocations.
   */
  readonly revoke: (token: string, error?: string) => void
  readonly restore: (token: string) => void
  /** Revokes the token of the bot, and sends the event. */
  readonly revokeBot: () => void
  /** Uninstalls the app, and sends the event. */
  readonly uninstall: () => void
  /** Sends any event; `fields` of its payload replace others. */
  readonly sendEvent: (event: WorkspaceEventFields, fields?: Fields) => void
  readonly close: () => Promise<void>
}
export type WorkspaceSayOptions = {
  readonly channelId?: string
  readonly fields?: Fields
  /** It is stored, and no event is sent. */
  readonly isLost?: boolean
}
export type WorkspaceChatDoubleOptions = {
  readonly now?: () => number
  /** How long an event may stay without acknowledgement; three seconds on a real server. */
  readonly ackMs?: number
  /** Between two requests of the Events API. */
  readonly retryMs?: number
  /** Where an address is reached; there if absent. */
  readonly reach?: (url: string) => string
}

/** Starts the double. */
export async function workspaceChatDouble({
  now = Date.now,
  ackMs = 3_000,
  retryMs = 20,
  reach = (url) => url,
}: WorkspaceChatDoubleOptions = {}): Promise<WorkspaceChatDouble> {
  const world = workspaceWorld(now)
  const sockets = workspaceSockets(world, ackMs)
  const requests = workspaceRequests(world, { retryMs, reach })
  /** At the host that was called, which may be a gateway before the double. */
  const openSocket = (host: string) =>
    `ws://${host}/link/?ticket=${sockets.newTicket()}&app_id=${world.appId}`
  const api = doubleApi(world, openSocket)
  const server = await loopbackServer({ serve: api.serve, upgrade: sockets.upgrade })

  return {
    apiUrl: `http://127.0.0.1:${server.port}/api/`,
    world,
    ...api,
    sockets: sockets.controls,
    requests: requests.sent,
    subscribe: requests.subscribe,
    post: (url, body, options) => requests.post(url, body, options),
    ...peopleOf(world, `http://127.0.0.1:${server.port}`),
    revoke: (token, error = 'token_revoked') => void world.revoked.set(token, error),
    restore: (token) => void world.revoked.delete(token),
    revokeBot: () => {
      world.revoked.set(world.botToken, 'token_revoked')
      sendEvent(world, tokensRevoked(world))
    },
    uninstall: () => {
      world.revoked.set(world.botToken, 'account_inactive')
      sendEvent(world, { type: 'app_uninstalled' })
    },
    sendEvent: (event, fields) => sendEvent(world, event, fields),
    close: async () => {
      requests.stop()
      sockets.stop()
      await server.close()
    },
  }
}

/** What people do. */
const peopleOf = (world: WorkspaceWorld, origin: string) => ({
  addPerson: (name: string, fields?: Fields) => addWorkspaceUser(world, name, fields),
  say(
    author: WorkspaceUser,
    text: string,
    { channelId, fields, isLost }: WorkspaceSayOptions = {},
  ): WorkspaceMessage {
    const channel =
      channelId === undefined ? directChannel(world, author.id) : world.channels.get(channelId)
    if (channel === undefined) throw new Error('There is no such channel.')
    return addWorkspaceMessage(world, channel, { user: author.id, text, ...fields }, isLost)
  },
  command: (user: WorkspaceUser, text: string, { channelId, fields }: WorkspaceSayOptions = {}) =>
    sendCommand(world, user, {
      command: '/ken',
      text,
      channelId: channelId ?? directChannel(world, user.id).id,
      responseUrl: `${origin}/api/commands.respond`,
      ...(fields && { fields }),
    }),
  openHome: (user: WorkspaceUser, tab: 'home' | 'messages') =>
    sendEvent(world, {
      type: 'app_home_opened',
      user: user.id,
      channel: directChannel(world, user.id).id,
      tab,
    }),
  addChannel: () => addWorkspaceChannel(world, '').id,
  messages: (person: WorkspaceUser) => directChannel(world, person.id).messages,
  channelOf: (person: WorkspaceUser) => directChannel(world, person.id).id,
})

type Request = { readonly fields: Fields; readonly host: string }

/** Finds the method, checks the token, and answers as the method or its behaviour says. */
function doubleApi(world: WorkspaceWorld, openSocket: (host: string) => string) {
  const { take, ...setting } = doubleBehaviours<WorkspaceChatBehaviour>()
  const calls: WorkspaceChatCall[] = []

  function call(name: string, token: string | null, { fields, host }: Request): object {
    // An address that needs no token, as the payload of a command has.
    if (name === 'commands.respond') return { ok: true }
    const method = workspaceMethods.get(name)
    if (method === undefined) throw new WorkspaceRefusal('unknown_method')
    if (token === null) throw new WorkspaceRefusal('not_authed')
    if (token !== null && token === world.personToken && name === 'auth.test')
      return { ok: true, ...personalIdentity(world) }
    if (token !== world.botToken && token !== world.appToken)
      throw new WorkspaceRefusal('invalid_auth')
    const revoked = world.revoked.get(token)
    if (revoked !== undefined) throw new WorkspaceRefusal(revoked)
    if ((method.scope === null) !== (token === world.appToken))
      throw new WorkspaceRefusal('not_allowed_token_type')
    if (method.scope !== null && method.scope !== '' && !world.scopes.has(method.scope))
      throw new WorkspaceRefusal('missing_scope', {
        needed: method.scope,
        provided: [...world.scopes].join(),
      })
    return { ok: true, ...method.answer({ world, fields, openSocket: () => openSocket(host) }) }
  }

  async function serve(
    request: IncomingMessage,
    text: string,
    response: ServerResponse,
  ): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://double')
    const name = /^\/api\/([\w.]+)$/.exec(pathname)?.[1]
    if (name === undefined) return void response.writeHead(404).end('Not found')
    const { authorization, host = '', 'content-type': type = '' } = request.headers
    const form = type.startsWith('application/json')
      ? (JSON.parse(text || '{}') as Fields)
      : Object.fromEntries(new URLSearchParams(text))
    const fields: Fields = { ...Object.fromEntries(searchParams), ...form }
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? null
    calls.push({ method: name, token, fields })
    const behaviour = take(name)
    if (answerInstead(response, behaviour)) return
    if (typeof behaviour === 'object' && 'slowMs' in behaviour)
      await new Promise((resolve) => setTimeout(resolve, behaviour.slowMs))
    const scopes = token === world.appToken ? 'connections:write' : [...world.scopes].join()
    sendReply(
      response,
      behaviour,
      outcomeOf(() => call(name, token, { fields, host })),
      {
        'x-oauth-scopes': scopes,
      },
    )
  }
  return {
    serve,
    calls,
    ...setting,
  }
}

/** Errors have status 200, too. */
function outcomeOf(answer: () => object): object {
  try {
    return answer()
  } catch (error) {
    if (!(error instanceof WorkspaceRefusal)) return { ok: false, error: 'fatal_error' }
    return { ok: false, error: error.message, ...error.fields }
  }
}
