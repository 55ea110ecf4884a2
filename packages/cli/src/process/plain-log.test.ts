import type { LogFields } from '@ken/core/ports'
import { describe, expect, it } from 'vitest'
import { plainLog } from './plain-log.ts'
import { testWorld } from '../test-world.ts'

const logged = (
  level: 'debug' | 'info' | 'error',
  write: (log: ReturnType<typeof plainLog>) => void,
): string => {
  const world = testWorld()
  write(plainLog(world, level))
  return world.written.stderr
}

describe('plainLog', () => {
  it('describes in a sentence what a person can fix', () => {
    const words = logged('info', (log) =>
      log.warn('breach_check.unavailable', { reason: 'no connection' }),
    )
    expect(words).toMatch(
      /^warning: The breach check of the password .* \(no connection\)\. KEN_BREACH_URL/,
    )
    expect(logged('info', (log) => log.warn('redis.away', { reason: 'refused' }))).toContain(
      'Check KEN_REDIS_URL',
    )
    const stale = (fields: LogFields) =>
      logged('info', (log) => log.warn('database.statistics_stale', fields))
    expect(stale({ remedy: 'Run this: analyze documents' })).toMatch(
      /^warning: The planner's statistics .* may be slow\. Run this: analyze documents\n$/,
    )
    expect(stale({ reason: 'disk full' })).toContain('could not be updated: disk full')
    const unreadable = logged('info', (log) =>
      log.error('second_factor.secret_unreadable', { user_id: 'u-1' }),
    )
    expect(unreadable).toMatch(
      /^error: No entry of KEN_SECRETS decrypts the second factor of user u-1\. Restore .* ken reset-mfa\n$/,
    )
    expect(logged('info', (log) => log.error('team_chat.token_unreadable'))).toMatch(
      /team-chat bot\. Restore .* enter the token again/,
    )
  })

  it('writes any other event with its fields, according to the log level', () => {
    expect(logged('info', (log) => log.error('odd', { count: 2, name: 'a\u001b' }))).toBe(
      'error: odd count=2 name=a\ufffd\n',
    )
    expect(logged('error', (log) => log.warn('odd'))).toBe('')
    expect(logged('info', (log) => log.info('odd'))).toBe('')
    expect(logged('debug', (log) => log.info('odd'))).toBe('info: odd\n')
  })
})
