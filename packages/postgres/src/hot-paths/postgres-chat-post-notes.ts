import type {
  ChatPostId,
  ChatPostNotes,
  ChatPostProgress,
  ChatSource,
  StoredAnswer,
} from '@ken/core/ports'
import type { Selectable } from 'kysely'
import { leaveForEnd } from '../connections/statements/end-together.ts'
import type { JoinedQuery, Query } from '../database.ts'
import type { Tables } from '../tables.ts'

export const postgresChatPostNotes = (
  lookUp: Query,
  query: Query,
  unflushedQuery: JoinedQuery,
): ChatPostNotes => ({
  async find(postId) {
    const [row] = await lookUp<Row>('find_chat_post', findChatPost, [postId])
    return row === undefined ? null : fromRow(row)
  },

  async storeAnswer(postId, { parts, basedOn, answerFor }, exchange, bot) {
    const said = exchange?.messages.map(({ role, text, basedOn: restsOn }) => ({
      id: exchange.newId(),
      role,
      text,
      rests_on: restsOn,
    }))
    const text = bot === null ? storeAnyAnswer : storeAnswerOf[bot.source]
    const [row] = await query<StoredRow>(`store_${bot?.source ?? 'any'}_answer`, text, [
      postId,
      parts,
      basedOn,
      answerFor,
      exchange?.newId() ?? null,
      exchange?.userId ?? null,
      exchange?.key.source ?? null,
      exchange?.key.channelId ?? null,
      exchange?.key.rootId ?? null,
      JSON.stringify(said ?? []),
      ...(bot === null ? [] : [bot.botId]),
    ])
    const { isOn, ...stored } = row!
    if (!isOn) return 'bot_off'
    return stored.isNew === null ? null : { ...stored, parts: stored.parts ?? parts }
  },

  async notePlaced(postId, part, messageId) {
    const [row] = await query<{ noted: ChatPostId }>('note_placed', notePlaced, [
      postId,
      part,
      messageId,
    ])
    return row?.noted ?? messageId
  },

  // If a crash of the database undoes it, the next attempt finds the stored answer in the chat.
  close: (postId, outcome) =>
    leaveForEnd(unflushedQuery, {
      name: 'close_chat_post',
      text: closeChatPost,
      values: [postId, outcome],
    }),
})

type Row = Selectable<Tables['chat_posts']>

/** The driver takes long to read a list of long texts, so an answer that was just sent does not come back. */
type StoredRow = { readonly isOn: boolean } & (
  | (Omit<StoredAnswer, 'parts'> & { readonly parts: StoredAnswer['parts'] | null })
  | { readonly isNew: null }
)

// It names its columns: a migration may add some while it is prepared.
const findChatPost = `
select post_id, source, channel_id, root_id, author_id, posted_at, is_admitted, received_at, answer, rests_on,
  answer_for, placed, outcome, answered_at
from chat_posts where post_id = $1
`

// Deleting an account locks it before its conversations, too: the other order would deadlock.
const storeAnswer = (isOn: string): string => `
with before as (
  select post_id, answer as kept from chat_posts where post_id = $1 and outcome is null and ${isOn} for update
),
stored as (
  update chat_posts set answer = coalesce(kept, $2::text[]),
    rests_on = case when kept is null then $3::uuid[] else rests_on end,
    answer_for = case when kept is null then $4::uuid else answer_for end
  from before
  where chat_posts.post_id = before.post_id
  returning kept as parts, answer_for as "answerFor", kept is null as "isNew", placed
),
person as materialized (select from users where id = $6::uuid for key share),
conversation as (
  insert into conversations (id, user_id, source, meta)
  select $5::uuid, $6::uuid, $7::text, jsonb_build_object('channel_id', $8::text, 'root_id', $9::text)
  from stored, (select count(*) from person) as locked
  where "isNew" and $6::uuid is not null
  on conflict (source, (meta ->> 'channel_id'), (meta ->> 'root_id')) do update set updated_at = now()
  returning id
),
said as (
  insert into messages (id, conversation_id, user_id, role, text, rests_on)
  select added.id, conversation.id, $6::uuid, added.role, added.text, added.rests_on
  from conversation, jsonb_to_recordset($10::jsonb) as added (id uuid, role text, text text, rests_on uuid[])
)
select bot.is_on as "isOn", stored.* from (select ${isOn} as is_on) as bot left join stored on true
`

/** $11 the id of the bot. A bot is on under the same conditions as in core. */
const isSetUp = 'enabled and bot_token_enc is not null and bot_user_id = $11'
const storeAnswerOf: { readonly [Source in ChatSource]: string } = {
  teamchat: storeAnswer(
    `exists (select from teamchat_settings where ${isSetUp} and base_url is not null)`,
  ),
  bot_messenger: storeAnswer(`exists (select from bot_messenger_settings where ${isSetUp})`),
  workspace_chat: storeAnswer(`exists (
    select from workspace_chat_settings where ${isSetUp} and app_id is not null and workspace_id is not null
      and case transport when 'socket' then app_token_enc else signing_secret_enc end is not null
  )`),
}
const storeAnyAnswer = storeAnswer('true')

const notePlaced = `
update chat_posts set placed = case
  when placed[$2::int + 1] is not null then placed
  when cardinality(placed) > $2::int then placed[:$2::int] || $3::text || placed[$2::int + 2:]
  else placed || array_fill(null::text, array[$2::int - cardinality(placed)]) || $3::text
end
where post_id = $1 returning placed[$2::int + 1] as noted
`

const closeChatPost = `
update chat_posts set outcome = $2, answered_at = date_trunc('milliseconds', now()), answer = null, rests_on = '{}', answer_for = null
where post_id = $1 and outcome is null
`

const fromRow = (row: Row): ChatPostProgress => ({
  source: row.source,
  postId: row.post_id,
  channelId: row.channel_id,
  rootId: row.root_id,
  authorId: row.author_id,
  placed: row.placed,
  postedAt: row.posted_at,
  isAdmitted: row.is_admitted,
  receivedAt: row.received_at,
  answer: row.answer,
  basedOn: row.rests_on,
  answerFor: row.answer_for,
  closed:
    row.outcome === null || row.answered_at === null
      ? null
      : { outcome: row.outcome, at: row.answered_at },
})
