import {
  emit,
  newDoubleId,
  type DoubleChannel,
  type DoubleEvent,
  type DoublePost,
  type DoubleUser,
  type DoubleWorld,
} from './team-chat-double-world.ts'

/** What a client sends; `world` fills in the rest. */
export type PostDraft = {
  readonly channel_id: string
  readonly message: string
  readonly root_id?: string
  readonly pending_post_id?: string
  readonly props?: Readonly<Record<string, unknown>>
}

/** A request that the server refuses, by the id of its error. */
export class DoubleRefusal extends Error {
  readonly status: number
  readonly id: string

  constructor(status: number, id: string) {
    super(id)
    this.status = status
    this.id = id
  }
}

const messageCodePointsMax = 16_383
const pendingForMs = 30_000

/** Remembers the pending ids of posts for 30 s, in memory, as one node of the server does. */
export type PendingPosts = Map<string, { readonly postId: string | null; readonly until: number }>

/**
 * Saves a post as the server does for a request; `saving` is how long the database takes. The event goes out before the
 * answer can.
 */
export async function createPost(
  world: DoubleWorld,
  pending: PendingPosts,
  {
    author,
    draft,
    saving,
  }: { readonly author: DoubleUser; readonly draft: PostDraft; readonly saving: Promise<void> },
): Promise<DoublePost> {
  const channel = world.channels.get(draft.channel_id)
  if (channel === undefined || !channel.members.includes(author.id))
    throw new DoubleRefusal(403, 'api.context.permissions.app_error')
  if (channel.delete_at !== 0)
    throw new DoubleRefusal(400, 'api.post.create_post.can_not_post_to_deleted.error')
  const pendingId = draft.pending_post_id ?? ''
  const seen = pending.get(pendingId)
  if (seen !== undefined && seen.until > world.now()) {
    const first = world.posts.get(seen.postId ?? '')
    if (first === undefined)
      throw new DoubleRefusal(500, 'api.post.deduplicate_create_post.pending')
    return { ...first, pending_post_id: '' }
  }
  const remember = (postId: string | null) =>
    pending.set(pendingId, { postId, until: world.now() + pendingForMs })
  if (pendingId !== '') remember(null)
  try {
    await saving
    refuseInvalid(world, channel, draft)
  } catch (error) {
    pending.delete(pendingId)
    throw error
  }
  const post = addPost(
    world,
    author,
    draft,
    author.isBot ? { props: { ...draft.props, from_bot: 'true' } } : {},
  )
  if (pendingId !== '') remember(post.id)
  return { ...post, pending_post_id: pendingId }
}

function refuseInvalid(world: DoubleWorld, channel: DoubleChannel, draft: PostDraft): void {
  const root = world.posts.get(draft.root_id ?? '')
  if (draft.root_id && (root === undefined || root.delete_at !== 0 || root.root_id !== ''))
    throw new DoubleRefusal(400, 'api.post.create_post.root_id.app_error')
  if (root !== undefined && root.channel_id !== channel.id)
    throw new DoubleRefusal(400, 'api.post.create_post.channel_root_id.app_error')
  if (Array.from(draft.message).length > messageCodePointsMax)
    throw new DoubleRefusal(400, 'model.post.is_valid.message_length.app_error')
}

/** Saves any post and notifies the members of its channel: also posts that only servers or their plugins make. */
export function addPost(
  world: DoubleWorld,
  author: DoubleUser,
  draft: PostDraft,
  overrides: Partial<DoublePost> = {},
  isLost = false,
): DoublePost {
  const channel = world.channels.get(draft.channel_id)
  if (channel === undefined) throw new Error(`There is no channel ${draft.channel_id}.`)
  const at = world.now()
  const post: DoublePost = {
    id: newDoubleId(),
    create_at: at,
    update_at: at,
    edit_at: 0,
    delete_at: 0,
    is_pinned: false,
    user_id: author.id,
    channel_id: channel.id,
    root_id: draft.root_id ?? '',
    original_id: '',
    message: draft.message,
    type: '',
    props: { ...draft.props },
    hashtags: '',
    file_ids: [],
    pending_post_id: '',
    remote_id: '',
    reply_count: 0,
    last_reply_at: 0,
    participants: null,
    metadata: {} as DoublePost['metadata'],
    ...overrides,
  }
  world.posts.set(post.id, post)
  channel.last_post_at = post.create_at
  const root = world.posts.get(post.root_id)
  if (root !== undefined) root.update_at = post.create_at
  const { event, data, broadcast } = postedEvent(channel, author, post, draft.pending_post_id)
  if (!isLost) emit(world, event, data, broadcast)
  return post
}

/** The event by which the server tells of a post. */
export function postedEvent(
  channel: DoubleChannel,
  author: DoubleUser,
  post: DoublePost,
  pendingPostId = '',
): DoubleEvent {
  const receivers = channel.members.filter((id) => id !== author.id)
  return {
    event: 'posted',
    data: {
      channel_display_name: `@${author.username}`,
      channel_name: channel.name,
      channel_type: channel.type,
      mentions: JSON.stringify(receivers),
      post: JSON.stringify({ ...post, pending_post_id: pendingPostId }),
      sender_name: `@${author.username}`,
      set_online: true,
      team_id: channel.team_id,
    },
    broadcast: { channel_id: channel.id },
  }
}

/** Changes a text: the old one stays as a deleted row of its own with `original_id`. */
export function editPost(world: DoubleWorld, post: DoublePost, message: string): DoublePost {
  const at = world.now()
  const id = newDoubleId()
  world.posts.set(id, {
    ...post,
    id,
    original_id: post.id,
    message: '',
    update_at: at,
    delete_at: at,
  })
  Object.assign(post, { message, edit_at: at, update_at: at })
  touchChannel(world, post, at)
  emit(world, 'post_edited', { post: JSON.stringify(post) }, { channel_id: post.channel_id })
  return post
}

/** Deletes a post, and a root with its replies. */
export function deletePost(world: DoubleWorld, post: DoublePost): void {
  const at = world.now()
  for (const each of world.posts.values()) {
    if (each.id === post.id || each.root_id === post.id)
      Object.assign(each, { delete_at: at, update_at: at })
  }
  emit(world, 'post_deleted', { post: JSON.stringify(post) }, { channel_id: post.channel_id })
}

function touchChannel(world: DoubleWorld, post: DoublePost, at: number): void {
  const channel = world.channels.get(post.channel_id)
  if (channel !== undefined) channel.last_post_at = at
}

/** A page of posts as every listing gives it: in `order`, and with them the rest of their threads. */
export function postList(
  posts: readonly DoublePost[],
  others: readonly DoublePost[] = [],
  hasNext?: boolean,
) {
  return {
    order: posts.map(({ id }) => id),
    posts: Object.fromEntries([...others, ...posts].map((post) => [post.id, post])),
    next_post_id: '',
    prev_post_id: '',
    first_inaccessible_post_time: 0,
    ...(hasNext !== undefined && { has_next: hasNext }),
  }
}

/** GET /channels/{id}/posts. */
export function listChannelPosts(world: DoubleWorld, channelId: string, query: URLSearchParams) {
  const all = [...world.posts.values()]
    .filter((post) => post.channel_id === channelId)
    .toSorted(byTime)
    .toReversed()
  const living = all.filter((post) => post.delete_at === 0)
  const since = Number(query.get('since') ?? 0)
  // Deleted posts, old texts and roots of new replies come too, and the order is no promise.
  if (since > 0) return postList(all.filter((post) => post.update_at > since).slice(0, 1_000))
  const perPage = Math.min(Number(query.get('per_page') ?? 60), 200)
  const from = Number(query.get('page') ?? 0) * perPage
  const anchor = world.posts.get(query.get('after') ?? query.get('before') ?? '')
  if (query.has('after')) {
    const after = living
      .filter((post) => anchor !== undefined && post.create_at > anchor.create_at)
      .toReversed()
    return postList(after.slice(from, from + perPage).toReversed())
  }
  const before = query.has('before')
    ? living.filter((post) => anchor !== undefined && post.create_at < anchor.create_at)
    : living
  const page = before.slice(from, from + perPage)
  const skipsThreads = query.get('skipFetchThreads') === 'true'
  const roots = new Set(page.map((post) => post.root_id || post.id))
  return postList(
    page,
    skipsThreads ? [] : living.filter((post) => roots.has(post.root_id || post.id)),
  )
}

/** GET /posts/{id}/thread, of any post of the thread. */
export function listThread(world: DoubleWorld, asked: DoublePost, query: URLSearchParams) {
  const rootId = asked.root_id || asked.id
  const isUp = query.get('direction') !== 'down'
  const fromCreateAt = Number(query.get('fromCreateAt') ?? 0)
  const fromPost = query.get('fromPost')
  const perPage = Number(query.get('perPage') ?? 0)
  if (perPage > 200 || (fromPost !== null && fromCreateAt === 0))
    throw new DoubleRefusal(400, 'api.context.invalid_param.app_error')
  const isBeyond = (post: DoublePost) =>
    post.create_at === fromCreateAt
      ? fromPost !== null && (isUp ? post.id < fromPost : post.id > fromPost)
      : isUp === post.create_at < fromCreateAt
  const matching = [...world.posts.values()]
    .filter((post) => post.delete_at === 0 && (post.id === rootId || post.root_id === rootId))
    .filter((post) => fromCreateAt === 0 || isBeyond(post))
    .toSorted(byTime)
  const sorted = isUp && query.has('direction') ? matching.toReversed() : matching
  const page = perPage === 0 ? sorted : sorted.slice(0, perPage)
  // The requested post comes first on every page.
  return postList(
    [asked, ...page.filter((post) => post.id !== asked.id)],
    [],
    perPage !== 0 && sorted.length > perPage,
  )
}

const byTime = (one: DoublePost, other: DoublePost): number =>
  one.create_at - other.create_at || (one.id < other.id ? -1 : 1)
