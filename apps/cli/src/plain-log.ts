import type { Config } from '@ken/composition'
import type { Log, LogFields } from '@ken/core/ports'
import { printable } from './output.ts'
import type { World } from './world.ts'

const quiet = () => {}

/** What happens underneath a command, as words on standard error. Nobody asked a command to tell of its successes. */
export function plainLog({ stderr }: Pick<World, 'stderr'>, level: Config['logLevel']): Log {
  const write =
    (word: string) =>
    (event: string, fields: LogFields = {}) =>
      void stderr.write(`${printable(`${word}: ${sentences[event]?.(String(fields['reason'])) ?? plainEvent(event, fields)}`)}\n`)
  return {
    info: level === 'debug' ? write('info') : quiet,
    warn: level === 'error' || level === 'silent' ? quiet : write('warning'),
    error: level === 'silent' ? quiet : write('error'),
  }
}

/** Events that a person can do something about, by their reason. */
const sentences: { readonly [event: string]: (reason: string) => string } = {
  breach_check_unavailable: (reason) =>
    `Whether the password is known from a breach could not be checked (${reason}). KEN_BREACH_URL names another service; empty, it switches the check off.`,
  'redis.away': (reason) =>
    `Redis does not answer (${reason}), so each process counts the limits alone. Check KEN_REDIS_URL and that Redis runs.`,
  'database.connection_lost': (reason) => `A connection to the database was lost (${reason}).`,
}

const plainEvent = (event: string, fields: LogFields): string =>
  [event, ...Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`)].join(' ')
