import { expect, it } from 'vitest'
import { stemGerman } from './stem-german.ts'

const stemsOf = (words: string): readonly string[] => [...new Set(words.split(' ').map(stemGerman))]

it.for([
  'urlaub urlaubs urlaube',
  'antrag antrage antragen antrages',
  'genehmigen genehmigt genehmigung genehmigungen',
  'rechnung rechnungen',
  'mitarbeiter mitarbeitern mitarbeiterin mitarbeiterinnen',
  'passwort passworter passwortern passworts',
  'haus hauser hausern hauses',
  'abrechnen abgerechnet abrechnung',
  'konfigurieren konfiguriert konfiguration',
  'schlussel schluessel schlusseln',
  'server servern servers',
  'neu neue neuer neues neuen',
  'krank kranke kranken krankheit',
  'anmelden anmeldung anmeldungen',
  'kind kinder kindern',
])('has one stem for %s', (words) => {
  expect(stemsOf(words)).toHaveLength(1)
})

it.for(['neu neun', 'kunde kosten', 'sicher sich', 'rat gerat'])(
  'has different stems for %s',
  (words) => {
    expect(stemsOf(words)).toHaveLength(words.split(' ').length)
  },
)

it('leaves short words alone', () => {
  expect(['', 'a', 'it'].map(stemGerman)).toEqual(['', 'a', 'it'])
})
