import type { LoadedConfig } from '@ken/composition'
import { outputOf, type Output } from './terminal/output.ts'
import { wrongUsage } from './command-failed.ts'
import { webAddressOf } from './options.ts'
import { plainLog } from './process/plain-log.ts'
import { shownMigrations } from './terminal/migration-progress.ts'
import type { Access, CommonOptions, Connection, World } from './world.ts'

/** The settings of this environment. Throws `ConfigError`. */
export async function settingsOf({ env }: Pick<World, 'env'>): Promise<LoadedConfig> {
  const { loadConfig } = await import('@ken/composition')
  // What clients read, such as `ken search` and `ken mcp`, are not settings of the service.
  const { KEN_API_KEY: _key, KEN_API_KEY_FILE: _file, KEN_URL: _url, ...settings } = env
  return loadConfig(settings)
}

/** The base URL of the server, even if other settings are invalid. Throws `ConfigError`. */
export async function baseUrlOf({ env }: Pick<World, 'env'>): Promise<string> {
  const { loadConfig } = await import('@ken/composition')
  const names = ['KEN_BASE_URL', 'KEN_HOST', 'KEN_PORT'].flatMap((name) => [name, `${name}_FILE`])
  return loadConfig(Object.fromEntries(names.map((name) => [name, env[name]]))).config.baseUrl
}

/**
 * The address of the Ken that a client calls: the given one, or else `KEN_URL`, or else the base URL. Throws `ConfigError`.
 */
export async function clientUrlOf(world: Pick<World, 'env'>, given?: string): Promise<string> {
  const { KEN_URL: url = '' } = world.env
  if (given !== undefined) return given
  if (url === '') return baseUrlOf(world)
  const address = webAddressOf(url)
  if (address !== null) return address
  throw wrongUsage(
    'KEN_URL must be an address such as http://localhost:8080, without query, fragment, name or password.',
  )
}

/**
 * Ken for one command: the running server that has the embedded database, otherwise Ken in this
 * process.
 */
export async function connect(
  world: World,
  options: CommonOptions,
  { mayCreate, reportsWarnings = false }: Access,
): Promise<Connection> {
  const { config, warnings } = await settingsOf(world)
  if (!reportsWarnings) for (const warning of warnings) outputOf(world, options).warn(warning)
  const { connectKen } = await import('@ken/composition')
  const logLevel = options.verbose === true ? 'debug' : config.logLevel
  const progress = shownMigrations(world, options)
  try {
    const connection = await connectKen(config, {
      log: plainLog(world, logLevel),
      mayCreate,
      migrationWatch: progress,
    })
    return { config, ...connection }
  } finally {
    await progress.stop()
  }
}

type Work<Outcome> = (connection: Connection, out: Output) => Promise<Outcome>

/** Runs a command on an existing, up-to-date database; otherwise fails and creates nothing. */
export const withKen = <Outcome>(
  world: World,
  options: CommonOptions,
  work: Work<Outcome>,
): Promise<Outcome> => connected(world, options, { mayCreate: false }, work)

/** The same for a command that reports the warnings about the settings itself, or has reported them. */
export const withExaminedKen = <Outcome>(
  world: World,
  options: CommonOptions,
  work: Work<Outcome>,
): Promise<Outcome> => connected(world, options, { mayCreate: false, reportsWarnings: true }, work)

/** Runs a command on a database that is created and migrated first if needed. */
export const withMigratedKen = <Outcome>(
  world: World,
  options: CommonOptions,
  work: Work<Outcome>,
): Promise<Outcome> => connected(world, options, { mayCreate: true }, work)

async function connected<Outcome>(
  world: World,
  options: CommonOptions,
  access: Access,
  work: Work<Outcome>,
): Promise<Outcome> {
  const connection = await world.connect(world, options, access)
  try {
    return await work(connection, outputOf(world, options))
  } finally {
    await connection.close()
  }
}
