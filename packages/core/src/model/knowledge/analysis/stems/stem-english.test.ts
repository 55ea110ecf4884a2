import { expect, it } from 'vitest'
import { stemEnglish } from './stem-english.ts'

const stemsOf = (words: string): readonly string[] => [
  ...new Set(words.split(' ').map(stemEnglish)),
]

it.for([
  'printer printers',
  'approve approved approves approving approval approvals',
  'policy policies',
  'reset resets resetting',
  'configure configured configuring configuration configurations',
  'use used uses using',
  'run runs running ran',
  'cancel cancelled canceled cancelling cancellation',
  'organise organize organised organizing organization',
  'index indexes indices indexing',
  'schema schemas',
  'encrypt encrypted encryption',
  'retry retries retried retrying',
  'invoice invoices invoiced',
  'hire hired hiring',
  'access accesses accessed',
  'submit submitted submission',
  'key keys',
  'child children',
  'labour labor labours',
  'colour colourful color colored',
  'favourites favorite',
  'centre centres center centers',
  'catalogue catalogs',
  'dialogues dialog',
  'analyse analyzed analysing',
  'licence licences license licensed',
  'cheques check',
  'programmes program',
  'grey gray',
  'tyres tire',
  'tumours tumor',
  'practise practising practice practiced',
  'acknowledgement acknowledgments',
  'skilful skillful',
  'fuelled fueling fuel',
  'dialled dialing dial',
  'counsellors counselor',
  'focussed focusing',
  'moulds molded',
  'sulphur sulfur',
  'discs disk',
  'manoeuvre manoeuvred maneuvering',
  'anaesthetic anesthetics',
  'learnt learned',
])('has one stem for %s', (words) => {
  expect(stemsOf(words)).toHaveLength(1)
})

it.for([
  'news new',
  'policy police',
  'user use',
  'need nee',
  'meeting meter',
  'status state',
  'string stre',
  'hour hor',
  'four for',
  'sour sor',
  'discuss disk',
  'would wold',
])('has different stems for %s', (words) => {
  expect(stemsOf(words)).toHaveLength(words.split(' ').length)
})

it('leaves short words alone', () => {
  expect(['', 'a', 'it'].map(stemEnglish)).toEqual(['', 'a', 'it'])
})
