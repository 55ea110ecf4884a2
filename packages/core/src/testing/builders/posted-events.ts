import type { PostId } from '../../model/team-chat/post-id.ts'

const alphabet = 'ybndrfg8ejkmcpqxot1uwisza345h769'

/** A new id as team-chat servers make them. */
export const newPostId = (): PostId =>
  // The last character carries three bits: every fourth letter has no others.
  Array.from({ length: 26 }, (_, place) =>
    alphabet.charAt(place === 25 ? 4 * Math.floor(Math.random() * 8) : Math.floor(Math.random() * 32)),
  ).join('') as PostId

export type PostFields = { readonly [field: string]: unknown }
/** The two in a direct channel, and what the post has other than an ordinary one. */
export type PostedEvent = {
  readonly botId: string
  readonly authorId: string
  readonly channelId: string
  readonly post?: PostFields
}

/** A post as the v4 API shows it. */
export const aPost = ({ authorId, channelId, post }: Omit<PostedEvent, 'botId'>) => ({
  id: newPostId(),
  create_at: 1_763_600_000_000,
  update_at: 1_763_600_000_000,
  edit_at: 0,
  delete_at: 0,
  is_pinned: false,
  user_id: authorId,
  channel_id: channelId,
  root_id: '',
  original_id: '',
  message: 'Where is the printer?',
  type: '',
  props: {},
  hashtags: '',
  file_ids: [],
  pending_post_id: `${authorId}:1763600000000`,
  remote_id: '',
  reply_count: 0,
  last_reply_at: 0,
  participants: null,
  metadata: {},
  ...post,
})

/** The event by which a team-chat server tells a bot of a post in their direct channel, as it comes over the wire. */
export function aPostedEvent(posted: PostedEvent) {
  const { botId, authorId, channelId } = posted
  return {
    event: 'posted',
    data: {
      channel_display_name: '@alice',
      channel_name: [authorId, botId].toSorted().join('__'),
      channel_type: 'D',
      mentions: JSON.stringify([botId]),
      post: JSON.stringify(aPost(posted)),
      sender_name: '@alice',
      set_online: true,
      team_id: '',
    },
    broadcast: { omit_users: null, user_id: '', channel_id: channelId, team_id: '', connection_id: '', omit_connection_id: '' },
    seq: 7,
  }
}
