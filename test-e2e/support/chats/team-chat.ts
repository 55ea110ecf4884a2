import { outageProxy, teamChatDouble, type OutageProxy, type TeamChatDouble } from '@ken/testing'
import { randomUUID } from 'node:crypto'
import { distributedWorld, type World } from '../distributed.ts'
import { startKenHere } from '../ken-here.ts'
import { startInBackground, type Environment, type Running, type Server } from '../ken-program.ts'
import { bearer, cookieOf, enrolOwner, refresh, stepOf } from '../session.ts'

/** A world whose bot is on, at a double of a team-chat server. */
export type TeamChatWorld = World & {
  readonly chat: TeamChatDouble
  /** The connection from Ken to the double. */
  readonly way: OutageProxy
  readonly server: Server
  /** With a new access token of the Owner's session: each is valid for a quarter of an hour. */
  readonly ownerHeaders: () => Promise<{ readonly authorization: string }>
  readonly changeTeamChat: (changes: object) => Promise<TeamChatStatus>
  readonly showTeamChat: () => Promise<TeamChatStatus>
  /** Links a person of the team-chat server to an account. */
  readonly link: (externalId: string, accountId: string) => Promise<void>
  /** Starts one more process, which ends with the world at the latest. */
  readonly start: (role: 'worker' | 'scheduler') => Promise<Running>
}

export type TeamChatStatus = {
  readonly enabled: boolean
  readonly delivery: {
    readonly state: string
    readonly reason: string | null
    readonly dropped: { readonly [reason: string]: number }
  }
}

export type TeamChatOptions = { readonly redis?: boolean; readonly env?: Environment }

export async function teamChatWorld({
  env: settings = {},
  ...options
}: TeamChatOptions = {}): Promise<TeamChatWorld> {
  await using opened = new AsyncDisposableStack()
  const chat = opened.adopt(await teamChatDouble(), ({ close }) => close())
  const way = opened.adopt(await outageProxy(chat.url), ({ close }) => close())
  const { env, ...rest } = opened.use(await distributedWorld(options))
  const world = { ...rest, env: { ...env, KEN_TEAMCHAT_LOOPBACK: 'allow', ...settings } }
  const server = opened.use(await startKenHere(['http'], world))
  const { confirmed, step } = await enrolOwner(world, server)
  const headers = { 'content-type': 'application/json', ...bearer(step.access_token) }
  let cookie = cookieOf(confirmed)
  const ownerHeaders = async () => {
    const refreshed = await refresh(server, cookie)
    cookie = cookieOf(refreshed)
    return bearer((await stepOf(refreshed)).access_token)
  }
  const path = `${server.url}/api/v1/admin/teamchat`
  const changeTeamChat = async (changes: object) => {
    const response = await fetch(path, { method: 'PUT', headers, body: JSON.stringify(changes) })
    if (!response.ok) throw new Error(`team chat was not changed: ${await response.text()}`)
    return (await response.json()) as TeamChatStatus
  }
  await changeTeamChat({
    base_url: way.url.replace(/\/$/, ''),
    bot_token: chat.bot.token,
    enabled: true,
  })
  const kept = opened.move()
  const close = () => kept.disposeAsync()
  return {
    ...world,
    chat,
    way,
    server,
    ownerHeaders,
    changeTeamChat,
    showTeamChat: async () => (await (await fetch(path, { headers })).json()) as TeamChatStatus,
    link: async (externalId, accountId) => {
      const mapping =
        'insert into identity_mapping (id, source, external_id, user_id, created_at) values ($1, $2, $3, $4, now())'
      await world.sql(mapping, [randomUUID(), 'teamchat', externalId, accountId])
    },
    start: async (role) => kept.use(await startInBackground(role, world)),
    close,
    [Symbol.asyncDispose]: close,
  }
}
