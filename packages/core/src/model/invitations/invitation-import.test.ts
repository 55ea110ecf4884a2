import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Email } from '../accounts/email.ts'
import {
  countVerdicts,
  deliverySecondsOf,
  forbiddenLines,
  validateLine,
  verdictsOn,
  type InvitationLine,
} from './invitation-import.ts'

const aLine = (email: string, role = 'Member', line = 2): InvitationLine => ({
  line,
  fields: { email, role },
})
const noAddresses = {
  taken: new Set<Email>(),
  pending: new Set<Email>(),
  own: new Set<Email>(),
  earlier: [],
}
const owner = { id: null, role: 'Owner' } as const
const admin = { id: null, role: 'Admin' } as const

describe('validateLine', () => {
  it('R56 reads the canonical address, and a role in any case', () => {
    for (const { email, role } of [
      { email: 'ada@example.com', role: 'Admin' },
      { email: ' Ada@Example.COM ', role: ' admin\t' },
      { email: 'ADA@example.com', role: 'ADMIN' },
      { email: 'Lovelace, Ada <Ada@example.com> ', role: 'Admin' },
      { email: '<ada@example.com>', role: 'Admin' },
      { email: 'ada@example.com <Ada@example.com>', role: 'Admin' },
      { email: '"ada@example.com" <ada@example.com>', role: 'Admin' },
      { email: "'Ada@example.com' <ada@example.com>", role: 'Admin' },
    ] as const)
      expect(validateLine(aLine(email, role))).toEqual({
        line: 2,
        fault: null,
        email: 'ada@example.com',
        role: 'Admin',
      })
  })

  it('R54 names the fault of each line', () => {
    expect(validateLine({ line: 7, fields: null })).toEqual({
      line: 7,
      fault: 'columns',
      email: null,
    })
    for (const email of [
      '',
      'ada',
      '=1+1',
      'a@b,c@d',
      'ada@example.com\0',
      '\u212aen@example.com',
      'Zoë <>',
      'a@b <ada@example.com>',
      'a@b ada@example.com <ada@example.com>',
      '"ada@example.com <ada@example.com>',
      'a@b <>',
      'Ada <ada@example.com> <bob@example.com>',
      'Ada <ada@example.com> Lovelace',
    ])
      expect(validateLine(aLine(email))).toMatchObject({ fault: 'email', email: null })
    for (const role of ['', 'Root', 'Owner;Admin', '["Owner"]'])
      expect(validateLine(aLine('ada@example.com', role))).toMatchObject({
        fault: 'role',
        email: 'ada@example.com',
      })
  })
})

describe('forbiddenLines', () => {
  it('R53 returns the lines above Member for an Admin only, in any spelling and with any address', () => {
    const lines = ['Owner', 'Member', ' owner', 'ADMIN', 'nonsense'].map((role, line) =>
      aLine(line === 3 ? '' : 'a@b', role, line),
    )
    expect(forbiddenLines([...lines, { line: 9, fields: null }], admin)).toEqual([0, 2, 3])
    expect(forbiddenLines(lines, owner)).toEqual([])
  })
})

describe('verdictsOn', () => {
  it('separates users, invited addresses, repetitions and faults from the lines that invite', () => {
    const known = {
      ...noAddresses,
      taken: new Set(['user@example.com' as Email]),
      pending: new Set(['guest@example.com' as Email]),
    }
    const emails = [
      'new@example.com',
      'user@example.com',
      'guest@example.com',
      'NEW@example.com',
      'nonsense',
    ]
    const verdicts = verdictsOn(
      emails.map((email, line) => validateLine(aLine(email, 'Member', line))),
      known,
    )
    expect(verdicts.map(({ line, verdict }) => [line, verdict])).toEqual([
      [0, 'created'],
      [1, 'already_a_user'],
      [2, 'already_invited'],
      [3, 'already_invited'],
      [4, 'invalid'],
    ])
    expect(countVerdicts(verdicts)).toEqual({
      created: 1,
      already_invited: 2,
      already_a_user: 1,
      invalid: 1,
    })
  })

  it('R54 creates each address once, and nothing if the same lines come again', () => {
    const emails = fc.constantFrom(
      'a@example.com',
      'A@Example.com',
      'b@example.com',
      ' c@example.com',
      'nonsense',
      '',
    )
    const roles = fc.constantFrom('Member', 'admin', 'Owner ', 'Root')
    fc.assert(
      fc.property(fc.array(fc.tuple(emails, roles)), (rows) => {
        const verdicts = rows.map(([email, role], line) => validateLine(aLine(email, role, line)))
        const first = verdictsOn(verdicts, noAddresses)
        const created = first.flatMap(({ email, verdict }) =>
          verdict === 'created' && email !== null ? [email] : [],
        )
        expect(new Set(created).size).toBe(created.length)
        const again = verdictsOn(verdicts, { ...noAddresses, pending: new Set(created) })
        expect(countVerdicts(again)).toEqual({
          ...countVerdicts(first),
          created: 0,
          already_invited: countVerdicts(first).already_invited + created.length,
        })
        expect(first.map(({ line }) => line)).toEqual(rows.map((_, line) => line))
      }),
    )
  })
})

it('R54 knows how long sending takes at a pace', () => {
  const seconds = [0, 1, 2, 3, 9_412].map((emails) => deliverySecondsOf(emails, 2))
  expect(seconds).toEqual([0, 1, 1, 2, 4_706])
})
