import { describe, expect, it } from 'vitest'
import { checkWords } from './check-words.ts'

const glossary = [
  '# Glossary',
  '## Words to avoid',
  '| instead of | write | except in |',
  '|---|---|---|',
  '| `motor car`, `wireless` | car; radio | `wireless network` |',
  '| `perchance*` | perhaps | |',
  "| `carload` | load | `'carload'` |",
  '| carriage | is not in quotes, and not checked | |',
].join('\n')

const faultsOf = (text: string, path = 'a.ts') =>
  checkWords({ glossary, files: new Map([[path, text]]) })

describe('the check of words', () => {
  it.each([
    { place: 'in a comment', text: '// A motor car.', phrase: 'motor car' },
    { place: 'in capitals', text: "it('Wireless', () => {})", phrase: 'Wireless' },
    { place: 'in camel case', text: 'const oldMotorCar = 1', phrase: 'Motor Car' },
    { place: 'in kebab case', text: "import './motor-car.ts'", phrase: 'motor-car' },
    { place: 'as the start of a word', text: '/* perchances */', phrase: 'perchances' },
    {
      place: 'over two lines of a comment',
      text: '/** A motor\n * car. */',
      phrase: 'motor * car',
    },
  ])('sees a phrase $place', ({ text, phrase }) => {
    const instead = phrase.startsWith('perchance') ? 'perhaps' : 'car; radio'
    expect(faultsOf(text)).toEqual([`a.ts:1 "${phrase}": write ${instead}`])
  })

  it.each([
    { what: 'other words that contain it', text: 'motor carriage, wirelessly, aperchance' },
    { what: 'an exception', text: 'The wireless network.' },
    { what: 'an exception in quotes', text: "run('carload')" },
    { what: 'names of the database and the wire', text: 'select motor_car from perchance_log' },
    { what: 'codes of the contract', text: "'perchance.created'" },
    { what: 'words that the table does not quote', text: 'carriage' },
  ])('passes over $what', ({ text }) => {
    expect(faultsOf(text)).toEqual([])
  })

  it('counts lines, and sees a phrase in a path', () => {
    expect(faultsOf('one\ntwo perchance', 'b/wireless.ts')).toEqual([
      'b/wireless.ts:0 "wireless": write car; radio',
      'b/wireless.ts:2 "perchance": write perhaps',
    ])
  })

  it('does not check the table itself, and does check the text above it', () => {
    expect(faultsOf(glossary, 'docs/glossary.md')).toEqual([])
    expect(faultsOf(`perchance\n${glossary}`, 'docs/glossary.md')).toHaveLength(1)
  })
})
