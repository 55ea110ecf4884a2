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
  it.for([
    ['in a comment', '// A motor car.', 'motor car'],
    ['in capitals', "it('Wireless', () => {})", 'Wireless'],
    ['in camel case', 'const oldMotorCar = 1', 'Motor Car'],
    ['in kebab case', "import './motor-car.ts'", 'motor-car'],
    ['as the start of a word', '/* perchances */', 'perchances'],
    ['over two lines of a comment', '/** A motor\n * car. */', 'motor * car'],
  ] as const)('sees a phrase %s', ([, text, phrase]) => {
    const instead = phrase.startsWith('perchance') ? 'perhaps' : 'car; radio'
    expect(faultsOf(text)).toEqual([`a.ts:1 "${phrase}": write ${instead}`])
  })

  it.for([
    ['other words that contain it', 'motor carriage, wirelessly, aperchance'],
    ['an exception', 'The wireless network.'],
    ['an exception in quotes', "run('carload')"],
    ['names of the database and the wire', 'select motor_car from perchance_log'],
    ['codes of the contract', "'perchance.created'"],
    ['words that the table does not quote', 'carriage'],
  ] as const)('passes over %s', ([, text]) => {
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
