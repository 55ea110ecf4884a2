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
      void stderr.write(`${printable(`${word}: ${sentences[event]?.(fields) ?? plainEvent(event, fields)}`)}\n`)
  return {
    info: level === 'debug' ? write('info') : quiet,
    warn: level === 'error' || level === 'silent' ? quiet : write('warning'),
    error: level === 'silent' ? quiet : write('error'),
  }
}

/** Events that a person can do something about. */
const sentences: { readonly [event: string]: (fields: LogFields) => string } = {
  breach_check_unavailable: ({ reason }) =>
    `Whether the password is known from a breach could not be checked (${String(reason)}). KEN_BREACH_URL names another service; empty, it switches the check off.`,
  'redis.away': ({ reason }) =>
    `Redis does not answer (${String(reason)}), so each process counts the limits alone. Check KEN_REDIS_URL and that Redis runs.`,
  'second_factor.secret_unreadable': ({ user_id: id }) =>
    `No entry of KEN_SECRETS reads the second factor of user ${String(id)}. Put the entry that is missing back, or take the factor away with: ken reset-mfa`,
  'team_chat.token_unreadable': () =>
    'No entry of KEN_SECRETS reads the token of the team-chat bot. Put the entry that is missing back, or enter the token again.',
  'database.connection_lost': ({ reason }) => `A connection to the database was lost (${String(reason)}).`,
}

const plainEvent = (event: string, fields: LogFields): string =>
  [event, ...Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`)].join(' ')
