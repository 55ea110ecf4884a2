import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayName, nameLengthMax, roleMeant, roles } from './account.ts'

describe('displayName', () => {
  it('takes out control and format characters and collapses blanks', () => {
    expect(displayName('  Ada\t \r\nLovelace\u0000\u001b[31m ')).toBe('Ada Lovelace [31m')
    expect(displayName('Ada\u202eecalevoL\u200b')).toBe('Ada ecalevoL')
    expect(displayName('张伟 🙂')).toBe('张伟 🙂')
  })

  it('is null when nothing is left, when it is too long, and for halves of characters', () => {
    for (const input of ['', ' \t\n', '\u200b\u202e', 'x'.repeat(nameLengthMax + 1), 'a\ud800'])
      expect(displayName(input)).toBeNull()
    expect(displayName(` ${'x'.repeat(nameLengthMax)} `)).toHaveLength(nameLengthMax)
  })

  it('R55 never carries a line break, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (input) => {
        const name = displayName(input)
        if (name === null) return
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}]|\p{Zl}|\p{Zp}/u)
        expect(displayName(name)).toBe(name)
      }),
    )
  })
})

describe('roleMeant', () => {
  it('R53 knows a role in any case and with blanks around it, so that no spelling hides one', () => {
    for (const role of roles)
      for (const spelling of [role, role.toLowerCase(), role.toUpperCase(), ` ${role}\t\r\n`, `\u00a0${role}`])
        expect(roleMeant(spelling)).toBe(role)
  })

  it('means none by anything else', () => {
    for (const input of ['', 'Own er', 'Owner,Member', '["Owner"]', 'Root', 'constructor', '\u212aember'])
      expect(roleMeant(input)).toBeNull()
  })
})
