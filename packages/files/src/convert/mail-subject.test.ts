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
