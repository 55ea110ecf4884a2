import type { Database } from '@ken/postgres'

type Query = Pick<Database, 'query'>

/** Changes to the rows that a new database has, by table. */
const changes: { readonly [table: string]: string } = {
  audit_chain_state: 'verified_to = 2',
  bot_messenger_settings: `bot_token_enc = 'sealed'`,
  org_settings: `organisation_name = 'Acme'`,
  search_state: 'passages = 2.5',
  teamchat_settings: `bot_token_enc = 'sealed', enabled = true`,
  workspace_chat_settings: `scopes = '{a,"b c"}'`,
}

/** Values that a constraint asks for, by the table or for all tables. `#` is the number of the row. */
const wanted: { readonly [column: string]: string | null } = {
  'api_keys.kind': 'personal',
  'api_keys.source': null,
  'api_keys.taken_over_by': null,
  'chat_posts.answer': null,
  'chat_posts.outcome': 'answered',
  'document_chunks.body': 'a\tb\n\\N "ü" \\. NULL',
  'documents.title': '',
  'invitation_import_lines.verdict': 'created',
  'invitations.state': 'sent',
  'messages.role': 'person',
  'queue.dead_letter': null,
  'queue.table_name': 'job_common',
  'schedule.kind': 'cron',
  'server_outages.ended_at': '2027-01-01T00:00:00Z',
  email: 'n#@example.com',
  key_hash: `${'0'.repeat(63)}#`,
  outcome: 'success',
  role: 'Member',
  stage: 'second_factor',
  status: 'active',
  token_hash: `${'0'.repeat(63)}#`,
}

const ofType: { readonly [type: string]: string } = {
  bytea: String.raw`\x00ff0#`,
  boolean: 'true',
  jsonb: '{"a": null, "b": 12345678901234567890.5}',
  'timestamp with time zone': '2026-01-0#T01:02:03.456789Z',
  'timestamp without time zone': '2026-01-0#T01:02:03.456789',
  'integer[]': '{1,-#}',
  'text[]': '{all,"b \\"c\\"",NULL}',
  'timestamp with time zone[]': '{2026-01-0#T01:02:03.456789Z}',
  'uuid[]': '{01980000-0000-7000-8000-00000000000#}',
  uuid: '01980000-0000-7000-8000-00000000000#',
  tsvector: `'w':#`,
  vector: '[1.5,-#]',
  'pgboss.job_state': 'created',
  text: 'text-#',
}

/** Tables that each database has rows of its own in. */
const own = ['ken_migrations', 'version', 'bam', 'queue_stats']

const columnsOf = `
select nspname as schema, relname as table, array_agg(attname::text order by attnum) as names,
  array_agg(format_type(atttypid, null) order by attnum) as types
from pg_class as c join pg_namespace as n on n.oid = relnamespace join pg_attribute on attrelid = c.oid
where nspname in ('public', 'pgboss') and relkind in ('r', 'p') and not relispartition
  and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
group by 1, 2 order by 1, 2
`

type Columns = {
  readonly schema: string
  readonly table: string
  readonly names: readonly string[]
  readonly types: readonly string[]
}

/** Puts rows into every table, also of later migrations, so that no copy can forget one. */
export async function putRowsEverywhere({ query }: Query): Promise<void> {
  const tables = await query<Columns>('columns', columnsOf, [])
  let count = 0
  const run = (text: string) => query(`put ${++count}`, text, [])
  // Every row of a number refers to those of the same number.
  await run(`set session_replication_role = replica`)
  for (const table of tables) {
    const change = changes[table.table]
    if (change !== undefined) await run(`update ${table.table} set ${change}`)
    else if (table.table !== 'audit_chain' && !own.includes(table.table))
      for (const number of [1, 2]) await run(rowOf(table, number))
  }
  await run(`update pgboss.queue set dead_letter = 'text-2' where name = 'text-1'`)
  await run(`update pgboss.job set data = 'null' where name = 'text-2'`)
  await run(`set session_replication_role = origin`)
  await run(`select ken_extend_audit_chain(0, 10)`)
}

function rowOf({ schema, table, names, types }: Columns, number: number): string {
  const values = names.map((name, place) => {
    const key = [`${table}.${name}`, name].find((entry) => Object.hasOwn(wanted, entry))
    const value = key === undefined ? (ofType[types[place]!] ?? '#') : wanted[key]!
    return value === null ? 'null' : `'${value.replaceAll('#', `${number}`).replaceAll("'", "''")}'`
  })
  return `insert into ${schema}.${table} (${names.map((name) => `"${name}"`).join()}) values (${values.join()}) on conflict do nothing`
}

/** The rows of every table as text, by table, without those that belong to each database. */
export async function allRows({ query }: Query): Promise<{ readonly [table: string]: unknown }> {
  const tables = await query<Columns>('columns', columnsOf, [])
  const rows: { [table: string]: unknown } = {}
  for (const { schema, table } of tables) {
    if (own.includes(table)) continue
    const text = `select row_to_json(t)::text as row from ${schema}.${table} as t order by 1`
    rows[table] = (await query<{ row: string }>(`rows of ${table}`, text, [])).map(({ row }) => row)
  }
  return rows
}
