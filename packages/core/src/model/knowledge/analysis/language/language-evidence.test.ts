import { expect, it } from 'vitest'
import { languageEvidenceOf } from './language-evidence.ts'

it('says more by a word of one language than by one of several', () => {
  const [only] = languageEvidenceOf(['nicht'])
  const [shared] = languageEvidenceOf(['de'])
  expect(only).toMatchObject({ weight: 1 })
  expect(shared!.weight).toBeLessThan(1)
  expect(shared!.places.length).toBeGreaterThan(1)
})

it('is empty for words that are not common', () => {
  expect(languageEvidenceOf(['toner', 'printer'])).toEqual([])
})
