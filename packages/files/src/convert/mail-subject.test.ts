import { expect, it } from 'vitest'
import { mailSubject } from './mail-subject.ts'

it('is that of an email', () => {
  expect(
    mailSubject(
      '\nReceived: from a\n\tby b\nFrom: Ana <ana@example.com>\nTo: Ben\nSubject: Offer: 3 pumps \n\nDear Ben',
    ),
  ).toBe('Offer: 3 pumps')
  expect(mailSubject('Von: Ana\nGesendet: Montag\nAn: Ben\nBetreff: Angebot\n\nGuten Tag')).toBe(
    'Angebot',
  )
  expect(mailSubject('De : Ana\nEnvoyé : lundi\nÀ : Ben\nObjet : Offre\n\nBonjour')).toBe('Offre')
  const longName = 'X-MS-Exchange-CrossTenant-OriginalAttributedTenantConnectingIp'
  expect(mailSubject(`From: Ana\n${longName}: a\nX-Source2: b\nSubject: Offer\n\nHi`)).toBe('Offer')
})

it('is null of any other text', () => {
  for (const text of [
    'Subject: Biology\nRoom: 3',
    'From: here\nto there\nSubject: a',
    'From: Ana\n\nSubject: a',
    'From: Ana\nSubject:\n\nText',
    'From: Ana\nSubject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\n\nText',
    'Text',
    '',
  ])
    expect(mailSubject(text)).toBeNull()
})
