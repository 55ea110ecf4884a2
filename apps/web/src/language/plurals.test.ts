import { expect, it } from 'vitest'
import { messages as accountDe } from '../account/messages.de.ts'
import { messages as accountEn } from '../account/messages.en.ts'
import { messages as keysDe } from '../all-keys/messages.de.ts'
import { messages as keysEn } from '../all-keys/messages.en.ts'
import { messages as knowledgeDe } from '../knowledge/messages.de.ts'
import { messages as knowledgeEn } from '../knowledge/messages.en.ts'

it.each([
  [accountEn.factorOn, 'On, 1 recovery code left', 'On, 2 recovery codes left'],
  [accountDe.factorOn, 'Ein, noch 1 Wiederherstellungscode', 'Ein, noch 2 Wiederherstellungscodes'],
  [keysEn.revokeMany, 'Revoke 1 key?', 'Revoke 2 keys?'],
  [keysEn.revokedMany, '1 key is revoked.', '2 keys are revoked.'],
  [keysDe.revokedMany, '1 Schlüssel ist widerrufen.', '2 Schlüssel sind widerrufen.'],
  [knowledgeEn.onlyFaulty, 'Only the faulty one', 'Only the 2 faulty ones'],
  [knowledgeDe.allFiles, '1 Datei', 'Alle 2 Dateien'],
])('says %# for one and for two', (inWords, one, two) => {
  expect([inWords(1, '1'), inWords(2, '2')]).toEqual([one, two])
})
