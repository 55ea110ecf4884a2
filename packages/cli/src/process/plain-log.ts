import type { Config } from '@ken/composition'
import type { Log, LogFields } from '@ken/core/ports'
import { printable } from '../terminal/output.ts'
import type { World } from '../world.ts'

const quiet = () => {}

/** Log events of a command, as text on standard error. Leaves out successes. */
export function plainLog({ stderr }: Pick<World, 'stderr'>, level: Config['logLevel']): Log {
  const write =
    (word: string) =>
    (event: string, fields: LogFields = {}) =>
      void stderr.write(
        `${printable(`${word}: ${sentences[event]?.(fields) ?? plainEvent(event, fields)}`)}\n`,
      )
  return {
    info: level === 'debug' ? write('info') : quiet,
    warn: level === 'error' || level === 'silent' ? quiet : write('warning'),
    error: level === 'silent' ? quiet : write('error'),
  }
}

/** Events that a person can act on. */
const sentences: { readonly [event: string]: (fields: LogFields) => string } = {
  'breach_check.unavailable': ({ reason }) =>
    `The breach check of the password failed (${String(reason)}). KEN_BREACH_URL names another service; an empty value disables the check.`,
  'redis.away': ({ reason }) =>
    `Redis does not respond, or stores nothing (${String(reason)}), so each process counts the limits separately. Check KEN_REDIS_URL, that Redis runs, and that it is neither full nor a replica.`,
  'second_factor.secret_unreadable': ({ user_id: id }) =>
    `No entry of KEN_SECRETS decrypts the second factor of user ${String(id)}. Restore the missing entry, or remove the second factor with: ken reset-mfa`,
  'team_chat.token_unreadable': () =>
    'No entry of KEN_SECRETS decrypts the token of the team-chat bot. Restore the missing entry, or enter the token again.',
  'bot_messenger.token_unreadable': () =>
    'No entry of KEN_SECRETS decrypts the token of the bot messenger. Restore the missing entry, or enter the token again.',
  'workspace_chat.token_unreadable': () =>
    'No entry of KEN_SECRETS decrypts a token of the workspace chat. Restore the missing entry, or enter the tokens again.',
  'database.statistics_stale': ({ remedy, reason }) =>
    `The planner's statistics of the search tables are out of date, so searches may be slow. ${String(remedy ?? `They could not be updated: ${String(reason)}`)}`,
  'database.connection_lost': ({ reason }) =>
    `A connection to the database was lost (${String(reason)}).`,
}

const plainEvent = (event: string, fields: LogFields): string =>
  [event, ...Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`)].join(' ')
