import { secretsFile, type Config, type Ken } from '@ken/composition'
import { ok } from '@ken/core'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { plural } from './output.ts'
import type { Connection } from './world.ts'

/** One thing that was looked at, and what to do about it. */
export type Check = { readonly name: string; readonly state: 'ok' | 'warn' | 'fail'; readonly detail: string }

const passed = (name: string, detail: string): Check => ({ name, state: 'ok', detail })
const warn = (name: string, detail: string): Check => ({ name, state: 'warn', detail })
export const fail = (name: string, detail: string): Check => ({ name, state: 'fail', detail })

/** Whether the embedded database can be written; nothing to check with a database server. */
export function checkDataDirectory({ databaseUrl, dataDirectory }: Config): readonly Check[] {
  if (databaseUrl !== null) return []
  let place = dataDirectory
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place)
  try {
    accessSync(place, constants.W_OK | constants.X_OK)
  } catch {
    return [fail('data directory', `${place} cannot be written. Set KEN_DATA_DIR to a directory that this user may write to.`)]
  }
  return [passed('data directory', place === dataDirectory ? dataDirectory : `${dataDirectory} is made at the first start.`)]
}

/** Whether the generated secrets are for their owner alone; their content is judged when Ken is put together. */
export function checkSecrets(config: Config): readonly Check[] {
  if (config.secrets !== null) return [passed('secrets', 'Given by KEN_SECRETS.')]
  const file = secretsFile(config)
  if (!existsSync(file)) return [passed('secrets', 'Made at the first start.')]
  const mode = statSync(file).mode & 0o777
  if ((mode & 0o077) === 0 || process.platform === 'win32') return [passed('secrets', file)]
  return [fail('secrets', `${file} can be read by others (mode ${mode.toString(8)}). Run: chmod 600 '${file}'`)]
}

/** What only a working database can tell. */
export async function checkConnection({ own, config }: Connection): Promise<readonly Check[]> {
  if (own === null) {
    const detail = `The Ken that runs on ${config.dataDirectory} has it and answers. Stop that one to check the rest.`
    return [passed('database', detail)]
  }
  const { parts } = await own.health()
  return [
    ...parts.map((part) => (part.state === 'ok' ? passed(part.part, workingDetail(part.part, own)) : awayCheck(part))),
    ...(config.redisUrl === null ? [passed('redis', 'Not set: this process counts the limits itself.')] : []),
    await checkVectors(own),
    await checkEmbedder(own),
    await checkClock(own),
  ]
}

function workingDetail(part: 'database' | 'redis', { applied, config }: Ken): string {
  if (part === 'redis') return 'Answers.'
  const name = config.databaseUrl === null ? 'The embedded database' : 'The PostgreSQL server'
  const news = applied.length === 0 ? '' : `; ${plural(applied.length, 'migration')} applied just now`
  return `${name} answers and is up to date${news}.`
}

const awayCheck = ({ part, reason }: { readonly part: string; readonly reason: string }): Check =>
  part === 'database'
    ? fail(part, `${reason} Check KEN_DATABASE_URL and that PostgreSQL runs.`)
    : fail(part, `${reason} Check KEN_REDIS_URL and that Redis runs. Until then each process counts the limits alone.`)

async function checkVectors({ ports, config }: Ken): Promise<Check> {
  if (await ports.searchIndex.supportsVectors()) return passed('vectors', 'pgvector is there.')
  const detail = 'The database has no pgvector, so search goes by words alone. Install it and restart Ken.'
  return config.embedder === null ? passed('vectors', 'No pgvector, and no embedder that needs it.') : warn('vectors', detail)
}

async function checkEmbedder({ ports: { embedder } }: Ken): Promise<Check> {
  if (embedder === null) return passed('embedder', 'Not set: search goes by words.')
  try {
    const [vector] = await embedder.embedTexts(['ken'])
    return passed('embedder', `${embedder.model} answers, with ${vector?.length ?? 0} dimensions.`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return warn('embedder', `${reason} Search goes by words until it answers. Check the KEN_EMBEDDER_ settings.`)
  }
}

const skewSecondsMax = 5

async function checkClock({ ports: { clock, transact } }: Ken): Promise<Check> {
  const before = clock.now().getTime()
  const { value: now } = await transact(async (stores) => ok(await stores.now()))
  const skewSeconds = Math.abs(now.getTime() - (before + clock.now().getTime()) / 2) / 1_000
  if (skewSeconds <= skewSecondsMax) return passed('clock', 'Database and this machine agree.')
  return warn(
    'clock',
    `Database and this machine are ${Math.round(skewSeconds)} s apart. Expiries go by the database; one-time codes need both right: set up NTP.`,
  )
}
