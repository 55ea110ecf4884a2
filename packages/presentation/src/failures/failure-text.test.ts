import type { KenError } from '@ken/core'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { failedField, failureText, failureTextWithHint } from './failure-text.ts'

const ofCommands: readonly KenError[] = [
  { code: 'account.already_set_up' },
  { code: 'account.email_invalid' },
  { code: 'account.name_invalid' },
  { code: 'account.not_found', identifier: 'ana@example.com' },
  { code: 'account.forbidden' },
  { code: 'password.rejected', reasons: ['too_short'] },
  { code: 'group.slug_invalid', slug: 'A B' },
  { code: 'group.exists', slug: 'finance' },
  { code: 'group.not_found', slug: 'finance' },
  { code: 'group.in_use', slug: 'finance', documents: 2 },
  { code: 'key.not_found' },
  { code: 'key.limit_reached', limit: 100 },
  { code: 'key.creations_exhausted', retryAfterSeconds: 600 },
  { code: 'key.name_invalid' },
  { code: 'key.sources_invalid', unknown: ['wki'] },
  { code: 'key.sources_invalid', unknown: [] },
  { code: 'key.refused' },
  { code: 'key.rate_limited', limit: 60, resetSeconds: 12 },
  { code: 'search.invalid', field: 'limit', detail: 'must be a whole number from 1 to 50' },
]
/** Of requests alone: a command that is refused for it says what the server said. */
const ofRequests: readonly KenError[] = [
  { code: 'account.changes_exhausted', kind: 'administered_changes', retryAfterSeconds: 600 },
  { code: 'account.changes_exhausted', kind: 'own_changes', retryAfterSeconds: 600 },
  { code: 'account.changes_exhausted', kind: 'sent_invitations', retryAfterSeconds: 600 },
  {
    code: 'account.rate_limited',
    key: null,
    person: { allowed: false, limit: 600, remaining: 0, resetSeconds: 12 },
  },
]

const page = readFileSync(new URL('../../../../docs/command-line.md', import.meta.url), 'utf8')

describe('failureText', () => {
  it.each([...ofCommands, ...ofRequests])('says $code in a sentence', (error) => {
    const text = failureTextWithHint(error)
    expect(text).toMatch(/^["A-Z0-9].{20,}$/)
    expect(text).not.toContain('undefined')
    expect(text.startsWith(failureText(error))).toBe(true)
  })

  it.each(ofCommands)('has $code in docs/command-line.md', ({ code }) => {
    expect(page).toContain(`\`${code}\``)
  })

  it('names what was given, so that a typing error is visible', () => {
    expect(failureText({ code: 'account.not_found', identifier: 'anna@example.com' })).toContain(
      'anna@example.com',
    )
    expect(failureText({ code: 'key.sources_invalid', unknown: ['wki', 'tiket'] })).toContain(
      'wki, tiket',
    )
  })

  it.each([
    { retryAfterSeconds: 20, wait: 'a minute' },
    { retryAfterSeconds: 61, wait: '2 minutes' },
  ])('says how long to wait: $wait', ({ retryAfterSeconds, wait }) => {
    expect(failureText({ code: 'mail.tests_exhausted', retryAfterSeconds })).toContain(
      `Try again in ${wait}.`,
    )
  })

  it('names every reason for which a password was refused', () => {
    const text = failureText({
      code: 'password.rejected',
      reasons: ['too_short', 'too_weak', 'breached'],
    })
    expect(text).toContain('at least 8 characters')
    expect(text).toContain('too easy to guess')
    expect(text).toContain('known from a data breach')
  })

  it('adds a command for the command line only', () => {
    const error = { code: 'group.not_found', slug: 'finance' } as const
    expect(failureText(error)).toBe('No group finance.')
    expect(failureTextWithHint(error)).toBe(
      'No group finance. See all groups with: ken groups list',
    )
  })
})

describe('failedField', () => {
  it('names the field of a request and its rule, which the sentence repeats', () => {
    const error = {
      code: 'search.invalid',
      field: 'limit',
      detail: 'must be from 1 to 50',
    } as const
    expect(failedField(error)).toEqual({ field: 'limit', rule: 'must be from 1 to 50' })
    expect(failureText(error)).toBe('The limit must be from 1 to 50.')
    expect(failedField({ code: 'key.not_found' })).toBeNull()
  })
})
