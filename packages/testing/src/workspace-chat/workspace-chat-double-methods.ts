import { WorkspaceRefusal } from './workspace-chat-double-answers.ts'
import {
  addWorkspaceMessage,
  directChannel,
  type WorkspaceChannel,
  type WorkspaceMessage,
  type WorkspaceUser,
  type WorkspaceWorld,
} from './workspace-chat-double-world.ts'
import {
  arePrompts,
  contentOf,
  isHomeView,
  structureOf,
  type Fields,
} from './workspace-chat-double-content.ts'

export type MethodCall = {
  readonly world: WorkspaceWorld
  readonly fields: Fields
  /** Makes the address of a new socket. */
  readonly openSocket: () => string
}
type Method = {
  /** What the token must be allowed; null for the app token. */
  readonly scope: string | null
  readonly answer: (call: MethodCall) => object
}

const pageLengthDefault = 100

const method = (scope: string | null, answer: Method['answer']): Method => ({ scope, answer })

/** The methods of the Web API that the double knows. */
export const workspaceMethods: ReadonlyMap<string, Method> = new Map([
  ['apps.connections.open', method(null, ({ openSocket }) => ({ url: openSocket() }))],
  ['auth.test', method('', ({ world }) => identity(world))],
  [
    'auth.teams.list',
    method('', ({ world, fields }) => {
      const { slice, response_metadata } = cut(
        world.organization?.teamIds ?? [world.teamId],
        fields,
      )
      return { teams: slice.map((id) => ({ id, name: `Workspace ${id}` })), response_metadata }
    }),
  ],
  [
    'bots.info',
    method('users:read', ({ world, fields }) => {
      checkWorkspace(world, fields)
      if (fields['bot'] !== world.botId) throw new WorkspaceRefusal('bot_not_found')
      const { botId: id, appId: app_id, botUser } = world
      return { bot: { id, app_id, user_id: botUser.id, name: botUser.name, deleted: false } }
    }),
  ],
  ['chat.postMessage', method('chat:write', postMessage)],
  ['chat.update', method('chat:write', updateMessage)],
  [
    'chat.delete',
    method('chat:write', ({ world, fields }) => {
      const { messages, id } = writableChannel(world, fields)
      const ts = messageOf(messages, fields['ts']).ts
      messages.splice(
        messages.findIndex((message) => message.ts === ts),
        1,
      )
      return { channel: id, ts }
    }),
  ],
  [
    'conversations.open',
    method('im:write', ({ world, fields }) => {
      const user = world.users.get(String(fields['users']))
      if (user === undefined) throw new WorkspaceRefusal('user_not_found')
      return { channel: { id: directChannel(world, user.id).id } }
    }),
  ],
  ['conversations.history', method('im:history', listHistory)],
  ['conversations.replies', method('im:history', listReplies)],
  ['users.conversations', method('im:read', listChannels)],
  [
    'users.info',
    method('users:read', ({ world, fields }) => {
      const user = world.users.get(String(fields['user']))
      if (user === undefined) throw new WorkspaceRefusal('user_not_found')
      return { user: profile(world, user) }
    }),
  ],
  [
    'views.publish',
    method('', ({ world, fields }) => {
      const [view, user] = [structureOf(fields['view']), world.users.get(String(fields['user_id']))]
      if (user === undefined) throw new WorkspaceRefusal('user_not_found')
      if (!isHomeView(view)) throw new WorkspaceRefusal('invalid_arguments')
      world.homes.set(user.id, view)
      return { view: { id: 'V1', type: 'home' } }
    }),
  ],
  [
    'assistant.threads.setStatus',
    method('assistant:write', ({ world, fields }) => {
      channelOf(world, fields['channel_id']).status = String(fields['status'])
      return {}
    }),
  ],
  [
    'assistant.threads.setSuggestedPrompts',
    method('assistant:write', ({ world, fields }) => {
      const [channel, prompts] = [
        channelOf(world, fields['channel_id']),
        structureOf(fields['prompts']),
      ]
      if (!arePrompts(prompts)) throw new WorkspaceRefusal('invalid_arguments')
      world.prompts.set(channel.id, prompts)
      return {}
    }),
  ],
])

function postMessage({ world, fields }: MethodCall): object {
  const channel = writableChannel(world, fields)
  const { thread_ts: threadTs } = fields
  // Below a message that was deleted, the platform posts into the conversation itself.
  const root = channel.messages.find(({ ts }) => ts === threadTs)
  if (root?.thread_ts !== undefined && root.thread_ts !== root.ts)
    throw new WorkspaceRefusal('cannot_reply_to_message')
  const { botUser, botId, appId } = world
  const message = addWorkspaceMessage(world, channel, {
    ...contentOf(fields),
    user: botUser.id,
    bot_id: botId,
    app_id: appId,
    bot_profile: { id: botId, app_id: appId, name: botUser.name },
    ...(root !== undefined && { thread_ts: root.ts }),
  })
  channel.status = ''
  return { channel: channel.id, ts: message.ts, message }
}

function updateMessage({ world, fields }: MethodCall): object {
  const { messages, id } = writableChannel(world, fields)
  const message = messageOf(messages, fields['ts'])
  if (message.user !== world.botUser.id) throw new WorkspaceRefusal('cant_update_message')
  Object.assign(message, contentOf(fields), { edited: { user: message.user, ts: message.ts } })
  return { channel: id, ts: message.ts, text: message.text, message }
}

function listHistory({ world, fields }: MethodCall): object {
  const { messages } = channelOf(world, fields['channel'])
  const listed = messages.filter(
    ({ ts, thread_ts, subtype }) =>
      thread_ts === undefined || thread_ts === ts || subtype === 'thread_broadcast',
  )
  const shown = within(listed, fields).map((root) => {
    const replies = messages.filter(({ ts, thread_ts }) => thread_ts === root.ts && ts !== root.ts)
    const latest = replies.at(-1)?.ts
    return latest === undefined
      ? root
      : { ...root, thread_ts: root.ts, reply_count: replies.length, latest_reply: latest }
  })
  return pageOf(shown.toReversed(), fields)
}

function listReplies({ world, fields }: MethodCall): object {
  const { messages } = channelOf(world, fields['channel'])
  const root = messages.find(({ ts }) => ts === fields['ts'])
  if (root === undefined) throw new WorkspaceRefusal('thread_not_found')
  const replies = messages.filter(({ ts, thread_ts }) => thread_ts === root.ts && ts !== root.ts)
  return pageOf([root, ...within(replies, fields)], fields)
}

/** Times are texts of one length until the year 2286. */
function within(messages: readonly WorkspaceMessage[], fields: Fields) {
  const { oldest = '0', latest = '9' } = fields
  const isInclusive = String(fields['inclusive']) === 'true'
  const [from, to] = [String(oldest), String(latest)]
  return messages.filter(({ ts }) => (isInclusive ? ts >= from && ts <= to : ts > from && ts < to))
}

/** A page by a cursor, which is a position; metadata only if it is asked for. */
function pageOf(messages: readonly WorkspaceMessage[], fields: Fields): object {
  const { slice, response_metadata } = cut(messages, fields)
  const isWithMetadata = String(fields['include_all_metadata']) === 'true'
  return {
    messages: slice.map(({ metadata, ...message }) =>
      isWithMetadata && metadata !== undefined ? { ...message, metadata } : message,
    ),
    has_more: response_metadata.next_cursor !== '',
    response_metadata,
  }
}

function cut<Item>(items: readonly Item[], { cursor, limit }: Fields) {
  const from = cursor === undefined || cursor === '' ? 0 : Number(cursor)
  const to = from + Number(limit ?? pageLengthDefault)
  const next_cursor = to < items.length ? String(to) : ''
  return { slice: items.slice(from, to), response_metadata: { next_cursor } }
}

/** The token of an organization names no workspace. */
function checkWorkspace({ organization }: WorkspaceWorld, { team_id: teamId }: Fields): void {
  if (organization === null) return
  if (teamId === undefined) throw new WorkspaceRefusal('missing_argument')
  if (!organization.teamIds.some((id) => id === teamId))
    throw new WorkspaceRefusal('team_access_not_granted')
}

function listChannels({ world, fields }: MethodCall): object {
  checkWorkspace(world, fields)
  const direct = [...world.channels.values()].filter(({ isDirect }) => isDirect)
  const { slice, response_metadata } = cut(direct, fields)
  return {
    channels: slice.map(({ id, user }) => ({ id, user, is_im: true, is_org_shared: false })),
    response_metadata,
  }
}

function channelOf(world: WorkspaceWorld, id: unknown): WorkspaceChannel {
  const channel = world.channels.get(String(id))
  if (channel === undefined) throw new WorkspaceRefusal('channel_not_found')
  return channel
}

/** A message to a person goes to the direct channel. */
function writableChannel(world: WorkspaceWorld, { channel: id }: Fields): WorkspaceChannel {
  const channel = world.users.has(String(id))
    ? directChannel(world, String(id))
    : channelOf(world, id)
  if (channel.isArchived) throw new WorkspaceRefusal('is_archived')
  return channel
}

function messageOf(messages: readonly WorkspaceMessage[], ts: unknown): WorkspaceMessage {
  const message = messages.find((other) => other.ts === ts)
  if (message === undefined) throw new WorkspaceRefusal('message_not_found')
  return message
}

const identity = (world: WorkspaceWorld): object => ({
  url: 'https://workspace.slack.test/',
  team: 'Workspace',
  user: world.botUser.name,
  team_id: world.organization?.id ?? world.teamId,
  ...(world.organization !== null && { enterprise_id: world.organization.id }),
  user_id: world.botUser.id,
  bot_id: world.botId,
  is_enterprise_install: world.organization !== null,
})

/** The same for the token of a person, who is no bot. */
export function personalIdentity(world: WorkspaceWorld): object {
  const [person] = [...world.users.values()].filter(({ isBot }) => !isBot)
  return {
    url: 'https://workspace.slack.test/',
    team: 'Workspace',
    user: person?.name ?? 'owner',
    team_id: world.teamId,
    user_id: person?.id ?? 'U0OWNER',
    is_enterprise_install: false,
  }
}

const profile = (world: WorkspaceWorld, { id, name, isBot, fields }: WorkspaceUser): object => ({
  id,
  team_id: world.teamId,
  name,
  deleted: false,
  is_bot: isBot,
  is_restricted: false,
  is_ultra_restricted: false,
  is_email_confirmed: true,
  profile: {
    real_name: name,
    ...(world.scopes.has('users:read.email') && { email: `${name}@example.com` }),
  },
  ...fields,
})
