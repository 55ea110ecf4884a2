import { randomBytes } from 'node:crypto'

/** A member of the workspace; `fields` are what `users.info` shows of them. */
export type WorkspaceUser = {
  readonly id: string
  readonly name: string
  readonly isBot: boolean
  readonly fields: { [field: string]: unknown }
}
/** A message as `conversations.history` has it. */
export type WorkspaceMessage = {
  readonly type: 'message'
  readonly ts: string
  readonly user: string
  text: string
  readonly thread_ts?: string
  readonly [field: string]: unknown
}
export type WorkspaceChannel = {
  readonly id: string
  readonly isDirect: boolean
  /** The person of a direct channel. */
  readonly user: string
  readonly messages: WorkspaceMessage[]
  isArchived: boolean
  /** What the app shows as its state below the last message; empty for none. */
  status: string
}
/** What the app is sent: the kind of envelope, and its payload. */
export type WorkspaceEvent = {
  readonly type: 'events_api' | 'slash_commands'
  readonly payload: { readonly [field: string]: unknown }
}
export type WorkspacePrompt = { readonly title: string; readonly message: string }
export type WorkspaceWorld = {
  /** Milliseconds. */
  readonly now: () => number
  readonly teamId: string
  /** Set when the app is installed for an organization, with the workspaces that it may act in. */
  organization: { readonly id: string; readonly teamIds: readonly string[] } | null
  readonly appId: string
  readonly botId: string
  readonly botUser: WorkspaceUser
  readonly botToken: string
  readonly appToken: string
  /** The token of a person, which only `auth.test` knows. */
  readonly personToken: string
  readonly signingSecret: string
  readonly users: Map<string, WorkspaceUser>
  readonly channels: Map<string, WorkspaceChannel>
  readonly scopes: Set<string>
  readonly homes: Map<string, unknown>
  /** What is suggested in a channel. */
  readonly prompts: Map<string, readonly WorkspacePrompt[]>
  /** The error that each revoked token gets. */
  readonly revoked: Map<string, string>
  readonly listeners: Set<(event: WorkspaceEvent) => void>
}

export const defaultScopes = [
  'chat:write',
  'im:history',
  'im:read',
  'im:write',
  'users:read',
  'commands',
] as const

const newId = (kind: string): string =>
  `${kind}${randomBytes(6).toString('hex').toUpperCase()}`.slice(0, 11)
const newSecret = (): string => randomBytes(16).toString('hex')

export function workspaceWorld(now: () => number): WorkspaceWorld {
  const botUser: WorkspaceUser = { id: newId('U'), name: 'ken', isBot: true, fields: {} }
  const appId = newId('A')
  return {
    now,
    teamId: newId('T'),
    organization: null,
    appId,
    botId: newId('B'),
    botUser,
    botToken: `xoxb-${newSecret()}`,
    appToken: `xapp-1-${appId}-${newSecret()}`,
    personToken: `xoxp-${newSecret()}`,
    signingSecret: newSecret(),
    users: new Map([[botUser.id, botUser]]),
    channels: new Map(),
    scopes: new Set(defaultScopes),
    homes: new Map(),
    prompts: new Map(),
    revoked: new Map(),
    listeners: new Set(),
  }
}

export function addWorkspaceUser(
  world: WorkspaceWorld,
  name: string,
  fields: { readonly [field: string]: unknown } = {},
): WorkspaceUser {
  const user = { id: newId('U'), name, isBot: false, fields: { ...fields } }
  world.users.set(user.id, user)
  return user
}

/** The direct channel of a person with the app, made when there is none. */
export function directChannel(world: WorkspaceWorld, user: string): WorkspaceChannel {
  const existing = [...world.channels.values()].find(
    (channel) => channel.isDirect && channel.user === user,
  )
  return existing ?? addWorkspaceChannel(world, user)
}

/** A direct channel of this person; for an empty name, a channel of many. */
export function addWorkspaceChannel(world: WorkspaceWorld, user: string): WorkspaceChannel {
  const isDirect = user !== ''
  const channel: WorkspaceChannel = {
    id: newId(isDirect ? 'D' : 'C'),
    isDirect,
    user,
    messages: [],
    isArchived: false,
    status: '',
  }
  world.channels.set(channel.id, channel)
  return channel
}

const lastTsOf = new WeakMap<WorkspaceWorld, number>()
/** Seconds with six digits, which are unique in a world. */
export function nextTs(world: WorkspaceWorld): string {
  const lastTs = Math.max((lastTsOf.get(world) ?? 0) + 1, Math.floor(world.now() * 1_000))
  lastTsOf.set(world, lastTs)
  return `${Math.floor(lastTs / 1_000_000)}.${String(lastTs % 1_000_000).padStart(6, '0')}`
}

/** Adds a message, and sends its event unless it is lost. */
export function addWorkspaceMessage(
  world: WorkspaceWorld,
  channel: WorkspaceChannel,
  fields: { readonly user: string; readonly text: string; readonly [field: string]: unknown },
  isLost = false,
): WorkspaceMessage {
  const message: WorkspaceMessage = {
    type: 'message',
    ts: nextTs(world),
    team: world.teamId,
    ...fields,
  }
  channel.messages.push(message)
  if (!isLost) {
    const { metadata: _, ...shown } = message
    sendEvent(world, {
      ...shown,
      channel: channel.id,
      channel_type: channel.isDirect ? 'im' : 'channel',
      event_ts: message.ts,
    })
  }
  return message
}

export type WorkspaceEventFields = { readonly type: string; readonly [field: string]: unknown }

/** The event of a revoked bot token, which is named by its user. */
export const tokensRevoked = ({ botUser }: WorkspaceWorld): WorkspaceEventFields => ({
  type: 'tokens_revoked',
  tokens: { oauth: [], bot: [botUser.id] },
})

/** Sends an event of the Events API; `fields` replace those of its payload. */
export function sendEvent(
  world: WorkspaceWorld,
  event: WorkspaceEventFields,
  fields: { readonly [field: string]: unknown } = {},
): void {
  const { teamId: team_id, appId: api_app_id, organization } = world
  const enterprise_id = organization?.id ?? null
  const payload = {
    token: 'not-used',
    team_id,
    ...(organization !== null && { enterprise_id }),
    context_team_id: team_id,
    context_enterprise_id: enterprise_id,
    api_app_id,
    event,
    type: 'event_callback',
    event_id: newId('Ev'),
    event_time: Math.floor(world.now() / 1_000),
    authorizations: [
      {
        enterprise_id,
        team_id,
        user_id: world.botUser.id,
        is_bot: true,
        is_enterprise_install: organization !== null,
      },
    ],
    is_ext_shared_channel: false,
    event_context: newSecret(),
    ...fields,
  }
  for (const listener of world.listeners) listener({ type: 'events_api', payload })
}

export type TypedCommand = {
  readonly command: string
  readonly text: string
  readonly channelId: string
  /** Takes replies to the command for half an hour on a real server. */
  readonly responseUrl: string
  readonly fields?: { readonly [field: string]: unknown }
}

/** Sends a command that a person typed in a channel. */
export function sendCommand(
  world: WorkspaceWorld,
  user: WorkspaceUser,
  { command, text, channelId, responseUrl, fields }: TypedCommand,
): void {
  const payload = {
    token: 'not-used',
    team_id: world.teamId,
    team_domain: 'workspace',
    ...(world.organization !== null && {
      enterprise_id: world.organization.id,
      enterprise_name: 'Organization',
    }),
    channel_id: channelId,
    channel_name: 'directmessage',
    user_id: user.id,
    user_name: user.name,
    command,
    text,
    api_app_id: world.appId,
    is_enterprise_install: String(world.organization !== null),
    response_url: responseUrl,
    trigger_id: `${Math.floor(world.now())}.${Math.floor(Math.random() * 1e9)}.${newSecret()}`,
    ...fields,
  }
  for (const listener of world.listeners) listener({ type: 'slash_commands', payload })
}
