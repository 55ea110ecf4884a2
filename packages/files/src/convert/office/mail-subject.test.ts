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

it('is decoded, also if it goes on in indented lines', () => {
  expect(
    mailSubject(
      'From: Ana\nSubject: =?utf-8?B?w5xiZXJzdHVuZGVu?=\n =?utf-8?Q?_im_M=C3=A4rz?=\n\nText',
    ),
  ).toBe('Überstunden im März')
  expect(mailSubject('From: Ana\nSubject: An offer\n\tof pumps\n\n Text')).toBe('An offer of pumps')
})

it('is null of any other text', () => {
  for (const text of [
    'Subject: Biology\nRoom: 3',
    'From: here\nto there\nSubject: a',
    'From: Ana\n\nSubject: a',
    'From: Ana\nSubject:\n\nText',
    'Text',
    '',
  ])
    expect(mailSubject(text)).toBeNull()
})
