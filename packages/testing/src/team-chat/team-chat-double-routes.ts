import {
  createPost,
  deletePost,
  DoubleRefusal,
  editPost,
  listChannelPosts,
  listThread,
  type PendingPosts,
  type PostDraft,
} from './team-chat-double-posts.ts'
import {
  directChannel,
  emit,
  type DoubleChannel,
  type DoublePost,
  type DoubleUser,
  type DoubleWorld,
} from './team-chat-double-world.ts'

/** A request that found its route. `saving` is how long its effect takes. */
export type DoubleRequest = {
  readonly world: DoubleWorld
  readonly pending: PendingPosts
  readonly user: DoubleUser
  readonly ids: readonly string[]
  readonly query: URLSearchParams
  readonly body: unknown
  readonly saving: Promise<void>
}
/** `text` is for responses that are not valid JSON. */
export type DoubleReply = {
  readonly status: number
  readonly json?: unknown
  readonly text?: string
}
export type DoubleRoute = {
  readonly name: string
  readonly pattern: RegExp
  readonly answer: (request: DoubleRequest) => DoubleReply | Promise<DoubleReply>
}

const found = (json: unknown): DoubleReply => ({ status: 200, json })
const route = (name: string, answer: DoubleRoute['answer']): DoubleRoute => ({
  name,
  pattern: new RegExp(`^${name.replaceAll('{id}', '([a-z0-9]+)')}$`),
  answer,
})

/** The v4 subset, most particular first. */
export const doubleRoutes: readonly DoubleRoute[] = [
  route('GET /users/me', ({ user }) => found(profile(user, true))),
  route('GET /users/me/channels', listChannels),
  route('GET /users/{id}', ({ world, ids }) => found(profile(known(world.users, ids[0]), false))),
  route('POST /users/{id}/typing', ({ world, user, body }) => {
    const { channel_id, parent_id = '' } = body as { channel_id: string; parent_id?: string }
    memberOf(world, channel_id, user)
    emit(world, 'typing', { parent_id, user_id: user.id }, { channel_id, omitUserId: user.id })
    return found({ status: 'OK' })
  }),
  route('POST /channels/direct', ({ world, body }) => {
    const [one = '', other = ''] = body as readonly string[]
    return {
      status: 201,
      json: view(directChannel(world, known(world.users, one).id, known(world.users, other).id)),
    }
  }),
  route('GET /channels/{id}', ({ world, user, ids }) =>
    found(view(memberOf(world, ids[0] ?? '', user))),
  ),
  route('GET /channels/{id}/posts', ({ world, user, ids, query }) =>
    found(listChannelPosts(world, memberOf(world, ids[0] ?? '', user).id, query)),
  ),
  route('POST /posts', async ({ world, pending, user, body, saving }) => ({
    status: 201,
    json: await createPost(world, pending, { author: user, draft: body as PostDraft, saving }),
  })),
  route('GET /posts/{id}', (request) => found(readable(request))),
  route('GET /posts/{id}/thread', (request) =>
    found(listThread(request.world, readable(request), request.query)),
  ),
  route('PUT /posts/{id}/patch', (request) => {
    const { message } = request.body as { message: string }
    return found(editPost(request.world, readable(request), message))
  }),
  route('DELETE /posts/{id}', (request) => {
    deletePost(request.world, readable(request))
    return found({ status: 'OK' })
  }),
]

/** A user without a channel gets the beginning of a list and then an error, which together are no JSON. */
function listChannels({ world, user }: DoubleRequest): DoubleReply {
  const channels = [...world.channels.values()].filter(({ members }) => members.includes(user.id))
  if (channels.length > 0) return found(channels.map(view))
  const error = {
    id: 'app.channel.get_channels.not_found.app_error',
    message: 'No channels were found.',
    status_code: 404,
  }
  return { status: 200, text: `[${JSON.stringify(error)}` }
}

function readable({ world, user, ids }: DoubleRequest): DoublePost {
  const post = known(world.posts, ids[0])
  memberOf(world, post.channel_id, user)
  if (post.delete_at !== 0) throw new DoubleRefusal(404, 'app.post.get.app_error')
  return post
}

function memberOf(world: DoubleWorld, channelId: string, user: DoubleUser): DoubleChannel {
  const channel = known(world.channels, channelId)
  if (!channel.members.includes(user.id))
    throw new DoubleRefusal(403, 'api.context.permissions.app_error')
  return channel
}

function known<Thing>(things: ReadonlyMap<string, Thing>, id = ''): Thing {
  const thing = things.get(id)
  if (thing === undefined) throw new DoubleRefusal(404, 'store.sql.not_found.app_error')
  return thing
}

const view = (channel: DoubleChannel) => ({
  ...channel,
  members: undefined,
  header: '',
  purpose: '',
  creator_id: '',
})

/** A bot's own profile shows more than another user's; `is_bot` is there for bots only. */
const profile = ({ id, username, isBot }: DoubleUser, isOwn: boolean) => ({
  id,
  create_at: 1_763_600_000_000,
  update_at: 1_763_600_000_000,
  delete_at: 0,
  username,
  auth_service: '',
  ...(isOwn && { email: `${username}@localhost`, notify_props: { email: 'true' } }),
  nickname: '',
  roles: 'system_user',
  locale: 'en',
  ...(isBot && { is_bot: true, bot_description: '' }),
})
