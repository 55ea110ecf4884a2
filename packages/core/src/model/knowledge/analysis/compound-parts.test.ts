import { expect, test } from 'vitest'
import { compoundParts } from './compound-parts.ts'

test('a compound has its nouns and the shorter compounds at its start', () => {
  for (const [word, parts] of [
    ['urlaubsantrage', 'urlaubs antrage'],
    ['nachtschichtzuschlag', 'nacht schicht nachtschicht zuschlag'],
    ['dienstwagenregelung', 'dienst wagen dienstwagen regelung'],
    ['lohnabrechnung', 'lohn abrechnung'],
    ['rechnungsstellung', 'rechnung'],
    ['geschaftsfuhrer', 'geschafts fuhrer'],
    ['netzbetreiber', 'netz betreiber'],
    ['feiertage', 'feier tage'],
    ['buchungssystem', 'buchungs system'],
  ] as const)
    expect(compoundParts(word)).toEqual(parts.split(' '))
})

test('other words have no parts', () => {
  const words =
    'donnerstag kandidaten journalisten spezialisten transport artefakte hochzeit unterschrift gegenstand nachmittag reportage burokrat prototyp einwanderung vorurteil bereitstellung mitarbeiterinnen installation requirements certificates t1042zeit'
  expect(words.split(' ').flatMap(compoundParts)).toEqual([])
})

test('words of other languages have no parts, also if they end like a German noun', () => {
  const words =
    'corporate integrate understand switzerland netherlands percentage advantages prototype decomposition filesystem displayname waterfall relationships brightest abandonnames pourcentage reconversion'
  expect(words.split(' ').flatMap(compoundParts)).toEqual([])
})

test('long words are split in proportional time', () => {
  const begun = process.threadCpuUsage()
  for (let at = 0; at < 200; at += 1) compoundParts('kundigungs'.repeat(10).slice(at % 10))
  const { user, system } = process.threadCpuUsage(begun)
  // 10 ms on an idle machine.
  expect((user + system) / 1_000).toBeLessThan(1_000)
})
