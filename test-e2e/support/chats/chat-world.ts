import { distributedWorld, type World } from '../distributed.ts'
import { importDocuments } from '../documents.ts'
import { startKenHere } from '../ken-here.ts'
import type { Environment, Server } from '../ken-program.ts'
import { addMemberWithPassword, member } from '../member.ts'
import { bearer, enrolOwner } from '../session.ts'

type Source = 'teamchat' | 'bot_messenger' | 'workspace_chat'

/** The one reply to every account that is not linked, to any text. */
export const refusal =
  'I cannot answer this. If you were given a code, send it alone, as it is written.'

const documents = [
  {
    source: 'wiki',
    external_id: 'leave',
    url: 'https://wiki.example.com/leave',
    title: 'Annual leave',
    body: 'Everybody has thirty days of leave.',
    allowed: ['everyone'],
  },
  {
    source: 'wiki',
    external_id: 'board',
    url: 'https://wiki.example.com/board',
    title: 'Salaries',
    body: 'The board earns millions of leave.',
    allowed: ['role:Owner'],
  },
]

/** A database with an Owner, a Member and two documents, and an HTTP process for the bot of a chat. */
export async function chatWorld(
  source: Source,
  environment: Environment = {},
  { redis: hasRedis = false }: { readonly redis?: boolean } = {},
) {
  await using opened = new AsyncDisposableStack()
  const { env, ...rest } = opened.use(await distributedWorld({ redis: hasRedis }))
  const world: World = {
    ...rest,
    env: { ...env, KEN_TEAMCHAT_LOOPBACK: 'allow', ...environment },
  }
  const server = opened.use(await startKenHere(['http'], world))
  const ownerHeaders = bearer((await enrolOwner(world, server)).step.access_token)
  await importDocuments(server, ownerHeaders, documents)
  await addMemberWithPassword(world)
  const kept = opened.move()
  return {
    world,
    server,
    ownerHeaders,
    ...chatSettings(source, server, ownerHeaders),
    ...chatRows(source, world),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** The settings of a bot, as an Owner sees and changes them. */
export function chatSettings(
  source: Source,
  { url: serverUrl }: Server,
  headers: Readonly<Record<string, string>>,
) {
  const url = `${serverUrl}/api/v1/admin/${source.replace('_', '-')}`
  /** Whether messages to the bot arrive, and if not, why. */
  const delivery = async () => {
    const shown = (await (await fetch(url, { headers })).json()) as {
      delivery: { state: string; reason: string | null }
    }
    return shown.delivery
  }
  return {
    change: async (json: object) => {
      const response = await fetch(url, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(json),
      })
      return {
        status: response.status,
        body: (await response.json()) as Readonly<Record<string, unknown>>,
      }
    },
    delivery,
    deliveryState: async () => (await delivery()).state,
  }
}

/** What the database holds for a chat. */
export const chatRows = (source: Source, { sql }: World) => ({
  conversations: () => sql('select 1 from conversations where source = $1', [source]),
  /** Links a chat account to the Member. */
  link: (externalId: string) =>
    sql(
      `insert into identity_mapping (id, source, external_id, user_id, created_at)
       select gen_random_uuid(), $1, $2, id, now() from users where email = $3`,
      [source, externalId, member.email],
    ),
  /** The outcome of a message, once it has one. */
  outcomeOf: async (postId: string): Promise<unknown> => {
    const [row] = await sql('select outcome from chat_posts where post_id = $1', [postId])
    return row?.['outcome']
  },
})
