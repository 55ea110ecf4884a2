import { authenticateKey, ok, signIn } from '@ken/core'
import {
  anyAccount,
  type ExternalId,
  type IdentitySource,
  type Principal,
  type Visibility,
} from '@ken/core/ports'
import {
  aDevice,
  aKey,
  aChatPost,
  anAccount,
  anIdentity,
  anOrigin,
  aPassword,
  aPasswordHash,
  aPersonIn,
  aServiceKey,
  memoryPorts,
  newDigest,
  newId,
  newChatPostId,
} from '@ken/core/testing'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { postgresPorts, type Database } from '../index.ts'
import { noJobs } from '../testing/no-jobs.ts'
import { openServer } from '../open/server/open-server.ts'
import { searchText } from '../search/search-text.ts'
import { indexPending } from '../search/index-pending.ts'
import { isIndexComplete } from '../search/is-index-complete.ts'
import { migratedCopy } from '../testing/server-world.ts'
import { silentLog } from '../testing/silent-log.ts'

const documents = 1_400
const chunksPerDocument = 10
const people = 1_000
const turns = 10_000
const chatTables = ['chat_posts', 'conversations', 'identity_mapping', 'messages']
const everyone: Visibility = { principals: ['everyone' as Principal], sources: null }

/** Enough long passages for a plan that depends on the searched word, which one in a hundred of them contains. */
const fill = [
  `insert into documents (id, source, external_id, title, url, body, allowed)
   select gen_random_uuid(), 'wiki', n::text, 'Page ' || n, 'https://wiki.example.com/' || n, '', '{everyone}'
   from generate_series(1, ${documents}) as n`,
  `insert into document_chunks (document_id, ordinal, heading, body, words)
   select id, ordinal, '', text, text::tsvector
   from documents, generate_series(0, ${chunksPerDocument - 1}) as ordinal,
     format('word%s %s', (external_id::int + ordinal) % 100, repeat('filling ', 60)) as text`,
  `update search_state set complete = false`,
  `insert into users (id, email, name, role)
   select gen_random_uuid(), n || '@example.com', '', 'Member' from generate_series(1, ${people}) as n`,
  `insert into chat_posts (post_id, channel_id, root_id, posted_at, is_admitted)
   select n::text, (n % 100)::text, n::text, now() - n * interval '1 minute', true from generate_series(1, ${turns}) as n`,
  `insert into conversations (id, user_id, source, meta)
   select gen_random_uuid(), id, 'teamchat', jsonb_build_object('channel_id', email, 'root_id', n::text)
   from users, generate_series(1, ${turns / people}) as n`,
  `insert into messages (id, conversation_id, user_id, role, text, rests_on)
   select gen_random_uuid(), id, user_id, 'person', 'And then?', '{}' from conversations`,
  `insert into identity_mapping (id, source, external_id, user_id, created_at)
   select gen_random_uuid(), 'teamchat', email, id, now() from users`,
  `analyze documents, document_chunks, users, ${chatTables.join()}`,
]

let database: Database

beforeAll(async () => {
  const { url, close } = await migratedCopy()
  // One connection, so that the test can list its prepared statements.
  database = await openServer({ url, poolMax: 1, log: silentLog })
  for (const statement of fill) await sql.raw(statement).execute(database.withoutTimeout)
  while (!(await isIndexComplete(database.background)))
    await indexPending(database.background, documents, null)
  return async () => {
    await database.close()
    await close()
  }
})

type Connections = 'lookUp' | 'query' | 'searchQuery'

/** The database's ports, and the names of the statements that they run outside a transaction. */
function watchedPorts() {
  const asked: string[] = []
  const watched =
    (connections: Connections): Database['query'] =>
    (name, ...statement) => {
      asked.push(name)
      return database[connections](name, ...statement)
    }
  const [lookUp, query, searchQuery] = [watched('lookUp'), watched('query'), watched('searchQuery')]
  return { ...postgresPorts({ ...database, lookUp, query, searchQuery }, noJobs), asked }
}

/** How often each statement ran on these connections, prepared. */
const countPrepared = (names: readonly string[], connections: Connections = 'query') =>
  database[connections](
    'prepared',
    `select name, (generic_plans + custom_plans)::int as calls from pg_prepared_statements
     where name = any($1) order by name`,
    [names],
  )

const transact = () => expect.unreachable('opened a transaction')

/** For the connection that runs transactions. */
const flushStatistics = () => sql`select pg_stat_force_next_flush()`.execute(database.kysely)

async function countFetchedPeople(): Promise<number> {
  const text = `select (idx_tup_fetch + seq_tup_read)::int as rows from pg_stat_user_tables
    where relid = 'users'::regclass`
  const [row] = await database.query<{ rows: number }>('count_fetched_people', text, [])
  return row!.rows
}

describe('the hot paths', () => {
  it('send one statement per call, prepared once', async () => {
    const { asked, keyHolders, searchIndex, ...ports } = watchedPorts()
    const [owner, digest] = [anAccount(), newDigest()]
    await ports.transact(async ({ accounts, keys }) => {
      await accounts.insert(owner)
      return ok(await keys.insert(aKey(owner), digest))
    })
    for (let call = 0; call < 3; call += 1) {
      expect(await keyHolders.findByDigest(digest)).toMatchObject({ ownerId: owner.id })
      expect(await searchIndex.searchText('word7', everyone, 10)).toHaveLength(10)
    }
    // Asked until the index is complete once.
    expect(asked.filter((name) => name !== 'has_complete_index')).toEqual(
      Array.from({ length: 3 }, () => ['find_key_holder', 'search_text']).flat(),
    )
    expect(asked.indexOf('has_complete_index')).toBe(asked.lastIndexOf('has_complete_index'))
    expect(await countPrepared(['find_key_holder'], 'lookUp')).toEqual([
      { name: 'find_key_holder', calls: 3 },
    ])
    expect(await countPrepared(['search_text'], 'searchQuery')).toEqual([
      { name: 'search_text', calls: 3 },
    ])
  })

  it('send one more for a service key on behalf of a person, and write nothing', async () => {
    const { asked, ...ports } = watchedPorts()
    const [person, { plain, digest }] = [anAccount(), memoryPorts().apiKeys.newApiKey()]
    const identity = anIdentity(person, { source: 'bot_gateway' as IdentitySource })
    await ports.transact(async ({ accounts, identities, keys }) => {
      await accounts.insert(person)
      await identities.insert(identity)
      return ok(await keys.insert(aServiceKey(), digest))
    })
    const asking = { presented: plain, onBehalfOf: identity.externalId, origin: anOrigin }
    for (let call = 0; call < 3; call += 1) {
      const caller = await authenticateKey(memoryPorts({ ...ports, transact }), asking)
      expect(caller).toMatchObject({ ok: true, value: { actor: { userId: person.id } } })
    }
    const names = ['find_identity_holder', 'find_key_holder']
    expect(asked).toEqual(Array.from({ length: 3 }, () => names.toReversed()).flat())
    expect((await countPrepared(names, 'lookUp'))[0]).toMatchObject({
      name: 'find_identity_holder',
      calls: 3,
    })
  })

  it('send two for a sign-in by password, and open no transaction', async () => {
    const { asked, ...ports } = watchedPorts()
    for (let call = 0; call < 3; call += 1) {
      const { account } = await aPersonIn(ports, { passwordHash: aPasswordHash })
      const command = { ...aDevice, email: account.email, password: aPassword, rememberMe: false }
      expect(await signIn(memoryPorts({ ...ports, transact }), command)).toMatchObject({ ok: true })
    }
    expect(asked).toEqual(Array.from({ length: 3 }, () => ['begin_sign_in', 'open_session']).flat())
    expect(await countPrepared(['begin_sign_in', 'open_session'])).toMatchObject([
      { calls: 3 },
      { calls: 3 },
    ])
  })

  it('plan a search for its values every time, and a look-up by key once for any', async () => {
    const { keyHolders, searchIndex } = postgresPorts(database, noJobs)
    for (let call = 0; call < 8; call += 1) {
      await keyHolders.findByDigest(newDigest())
      await searchIndex.searchText('word7', everyone, 10)
    }
    const plans = `select generic_plans > 0 as generic from pg_prepared_statements where name = $1`
    expect(await database.lookUp('plans', plans, ['find_key_holder'])).toEqual([{ generic: true }])
    expect(await database.searchQuery('plans', plans, ['search_text'])).toEqual([
      { generic: false },
    ])
  })

  it.each(['force_custom_plan', 'force_generic_plan'])(
    'find passages through the keyword index (%s)',
    async (mode) => {
      await database.query(`set_${mode}`, `set plan_cache_mode = ${mode}`, [])
      const plan = await database.query(`explain_${mode}`, `explain ${searchText}`, [
        'word7',
        ['everyone'],
        null,
        10,
      ])
      const lines = JSON.stringify(plan)
      expect(lines).toContain('Bitmap Index Scan on document_chunks_words')
      expect(lines).not.toContain('Seq Scan on document_chunks')
    },
  )

  it('plan what reads around a message once for any number of messages', async () => {
    const ports = postgresPorts(database, noJobs)
    for (let call = 0; call < 8; call += 1)
      await ports.transact(async ({ chatPosts, identities }) => {
        await chatPosts.listAround([{ channelId: '7', moment: new Date() }], 60)
        const ids = ['7@example.com' as ExternalId]
        return ok(await identities.findLinked('teamchat' as IdentitySource, ids))
      })
    const plans = sql`select name, generic_plans > 0 as generic from pg_prepared_statements
      where name in ('find_linked', 'list_posts_around') order by name`
    expect((await plans.execute(database.kysely)).rows).toEqual([
      { name: 'find_linked', generic: true },
      { name: 'list_posts_around', generic: true },
    ])
  })

  it('store and reply to a chat post without a scan of earlier posts', async () => {
    const walks = async () => {
      await database.query('tell_statistics', 'select pg_stat_force_next_flush()', [])
      const text =
        'select relname, seq_scan from pg_stat_user_tables where relname = any($1) and schemaname = current_schema()'
      return database.query('walks', `${text} order by relname`, [chatTables])
    }
    const ports = postgresPorts(database, noJobs)
    const { account } = await aPersonIn(memoryPorts(ports))
    const before = await walks()
    expect(before).toHaveLength(chatTables.length)
    const [postId, channelId, postedAt] = [newChatPostId(), newChatPostId(), new Date()]
    const key = { source: 'teamchat' as IdentitySource, channelId, rootId: postId }
    await ports.transact(async ({ chatPosts, identities }) => {
      await chatPosts.lockChannels([channelId])
      await chatPosts.listAround([{ channelId, moment: postedAt }], 60)
      await identities.findLinked(key.source, ['U1' as ExternalId])
      await chatPosts.insert([aChatPost({ postId, channelId, rootId: postId, postedAt })])
      return ok(null)
    })
    await ports.chatPosts.find(postId)
    await ports.chatPosts.storeAnswer(
      postId,
      { parts: ['Thirty days.'], basedOn: [], answerFor: account.id },
      { key, userId: account.id, messages: [said('How much leave?')], newId },
      null,
    )
    await ports.chatPosts.notePlaced(postId, 0, newChatPostId())
    await ports.transact(async ({ conversations }) => {
      await conversations.append(key, account.id, [said('And then?')], newId)
      expect(await conversations.listMessages(key, account.id, 20)).toHaveLength(2)
      return ok(null)
    })
    await ports.chatPosts.close(postId, 'answered')
    expect(await walks()).toEqual(before)
  })

  it.each([
    { filter: { role: 'Admin' as const } },
    { filter: { status: 'deactivated' as const } },
    { filter: { role: 'Admin' as const, status: 'deactivated' as const } },
    { filter: { mfa: 'enabled' as const } },
  ])('find the few people of $filter without reading others', async ({ filter }) => {
    await flushStatistics()
    const before = await countFetchedPeople()
    const ports = watchedPorts()
    await ports.transact(async ({ accounts }) =>
      ok(await accounts.list({ ...anyAccount, ...filter }, { after: null, limit: 26 })),
    )
    await flushStatistics()
    const after = await countFetchedPeople()
    expect(after - before).toBeLessThanOrEqual(26 * 3)
  })
})

const said = (text: string) => ({ role: 'person' as const, text, basedOn: [] })
