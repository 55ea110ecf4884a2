import type { Config, LoadedConfig } from '@ken/composition'
import type { Log, LogFields } from '@ken/core/ports'
import { outputOf, printable, type Output } from './output.ts'
import type { CommonOptions, Connection, World } from './world.ts'

/** The settings of this environment. Throws `ConfigError`. */
export async function settingsOf({ env }: Pick<World, 'env'>): Promise<LoadedConfig> {
  const { loadConfig } = await import('@ken/composition')
  // The key of `ken search` is no setting of the service.
  const { KEN_API_KEY: _, ...settings } = env
  return loadConfig(settings)
}

/** Ken for one command: the running server that has the embedded database, else Ken in this process. */
export async function connect(world: World, options: CommonOptions): Promise<Connection> {
  const { config, warnings } = await settingsOf(world)
  for (const warning of warnings) outputOf(world, options).warn(warning)
  const { connectKen } = await import('@ken/composition')
  const logLevel = options.verbose === true ? 'debug' : config.logLevel
  return { config, ...(await connectKen(config, { log: plainLog(world, logLevel) })) }
}

/** Does the work of one command and gives everything back. */
export async function withKen<Outcome>(
  world: World,
  options: CommonOptions,
  work: (connection: Connection, out: Output) => Promise<Outcome>,
): Promise<Outcome> {
  const connection = await world.connect(world, options)
  try {
    return await work(connection, outputOf(world, options))
  } finally {
    await connection.close()
  }
}

const quiet = () => {}

/** What happens underneath a command, as words on standard error. Nobody asked a command to tell of its successes. */
function plainLog({ stderr }: World, level: Config['logLevel']): Log {
  const write =
    (word: string) =>
    (event: string, fields: LogFields = {}) => {
      const details = Object.entries(fields).map(([name, value]) => ` ${name}=${String(value)}`)
      stderr.write(`${printable(`${word}: ${event}${details.join('')}`)}\n`)
    }
  return {
    info: level === 'debug' ? write('info') : quiet,
    warn: level === 'error' || level === 'silent' ? quiet : write('warning'),
    error: level === 'silent' ? quiet : write('error'),
  }
}
