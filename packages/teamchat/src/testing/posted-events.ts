import { newChatPostId } from '@ken/core/testing'

export type PostFields = { readonly [field: string]: unknown }
/** The two members of a direct channel, and how the post differs from an ordinary one. */
export type PostedEventOptions = {
  readonly botId: string
  readonly authorId: string
  readonly channelId: string
  readonly post?: PostFields
}

/** The `posted` event of a post in a direct channel with the bot, as the v4 API sends it. */
export const aPostedEvent = ({ botId, authorId, channelId, post = {} }: PostedEventOptions) => ({
  event: 'posted',
  data: {
    channel_display_name: '@alice',
    channel_name: [authorId, botId].toSorted().join('__'),
    channel_type: 'D',
    mentions: JSON.stringify([botId]),
    post: JSON.stringify({ ...ordinaryPost(authorId, channelId), ...post }),
    sender_name: '@alice',
    set_online: true,
    team_id: '',
  },
  broadcast: {
    omit_users: null,
    user_id: '',
    channel_id: channelId,
    team_id: '',
    connection_id: '',
    omit_connection_id: '',
  },
  seq: 7,
})

const ordinaryPost = (authorId: string, channelId: string) => ({
  id: newChatPostId(),
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
})
