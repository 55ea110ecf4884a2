import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../testing/builders/any-character.ts'
import { displayName, nameLengthMax, parseRole, roles } from './account.ts'

const tags = (text: string) =>
  text.replaceAll(/./g, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))

describe('displayName', () => {
  it('removes control and format characters and collapses white space', () => {
    expect(displayName('  Ada\t \r\nLovelace\u0000\u001b[31m ')).toBe('Ada Lovelace [31m')
    expect(displayName('Ada\u202eecalevoL\u200b')).toBe('Ada ecalevoL')
    expect(displayName('张伟 🙂')).toBe('张伟 🙂')
  })

  it('keeps the joiners that names in some scripts and emoji need, and no others', () => {
    for (const name of [
      'علی\u200cرضا',
      'علی\u064e\u200cرضا',
      'ශ්\u200dරී',
      'മോഹന്\u200d ലാല്\u200d',
      'র\u200d্যাচেল',
      '👩\u200d🔬',
      '👩🏽\u200d⚕\ufe0f',
      '❤\ufe0f\u200d🔥',
    ])
      expect(displayName(` \u200d${name} \u200d`)).toBe(name)
    for (const [first, second] of ['Ad', '张伟', '김민', 'דו', 'สม', 'عل'])
      expect(displayName(`${first}\u200d${second}`)).toBe(`${first} ${second}`)
    expect(displayName('Zoe\u0301\u200dx, علی\u200c\u200dرضا')).toBe('Zoe\u0301 x, علی رضا')
  })

  it('keeps the flags that are made of tag characters, and no other text in tag characters', () => {
    const end = '\u{e007f}'
    for (const country of ['gbeng', 'gbsct', 'gbwls'])
      expect(displayName(`Ada \u{1f3f4}${tags(country)}${end}!`)).toBe(
        `Ada \u{1f3f4}${tags(country)}${end}!`,
      )
    for (const hidden of [tags('gbeng'), tags('gbengx') + end, tags('evil') + end, tags('gbsct')])
      expect(displayName(`Ada \u{1f3f4}${hidden} B`)).toBe('Ada \u{1f3f4} B')
    expect(displayName(`Ada${tags('gbeng')}${end}`)).toBe('Ada')
  })

  it('is null for an empty name, a name that is too long, and a lone surrogate', () => {
    for (const input of ['', ' \t\n', '\u200b\u202e', 'x'.repeat(nameLengthMax + 1), 'a\ud800'])
      expect(displayName(input)).toBeNull()
    for (const character of ['x', '🙂'])
      expect(displayName(` ${character.repeat(nameLengthMax)} `)).toBe(
        character.repeat(nameLengthMax),
      )
    expect(displayName('🙂'.repeat(nameLengthMax + 1))).toBeNull()
  })

  it('is null for an input that is far too long, also if little would be left of it, so that it takes no time', () => {
    expect(displayName(`Ada${' '.repeat(3_990)}Lovelace`)).toBeNull()
    expect(displayName(`Ada${' '.repeat(3_980)}Lovelace`)).toBe('Ada Lovelace')
  })

  it('is null for a name of which nothing is visible', () => {
    const invisible = ['\u3164', '\u115f\u1160', '\uffa0', '\u2800', '\ufe0f', '\u034f', '\u0301']
    for (const input of [...invisible, invisible.join(' '), '\u{e0100}', '\u180b'])
      expect(displayName(input)).toBeNull()
    for (const name of ['\u3164Ada', '김\u3164', '❤\ufe0f', '—', '7'])
      expect(displayName(name)).toBe(name)
  })

  it('R55 never contains a line break, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (input) => {
        const name = displayName(input)
        if (name === null) return
        expect(name.replaceAll(/\u{1f3f4}[\u{e0020}-\u{e007f}]{6}/gu, '')).not.toMatch(
          /(?![\u200c\u200d])[\p{Cc}\p{Cf}]|\p{Zl}|\p{Zp}/u,
        )
        expect(displayName(name)).toBe(name)
      }),
    )
  })
})

describe('parseRole', () => {
  it('R53 accepts a role in any case and with white space around it, so that no spelling hides one', () => {
    for (const role of roles)
      for (const spelling of [
        role,
        role.toLowerCase(),
        role.toUpperCase(),
        ` ${role}\t\r\n`,
        `\u00a0${role}`,
      ])
        expect(parseRole(spelling)).toBe(role)
  })

  it('is null for anything else', () => {
    for (const input of [
      '',
      'Own er',
      'Owner,Member',
      '["Owner"]',
      'Root',
      'constructor',
      '\u212aember',
    ])
      expect(parseRole(input)).toBeNull()
  })
})
