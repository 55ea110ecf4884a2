import { expect, it } from 'vitest'
import type { Entry } from './entry.ts'
import { messages as german } from './messages.de.ts'
import { messages as english } from './messages.en.ts'
import { actorOf, sentenceOf } from './sentence.ts'

const entry: Entry = {
  id: '1',
  at: '2026-03-01T12:00:00Z',
  actor_id: 'a',
  actor_email: null,
  actor_name: null,
  via: 'web',
  action: 'key.revoke',
  target: 'key:k',
  target_name: 'ci',
  target_owner_name: 'Ada',
  member_name: null,
  outcome: 'success',
  session_id: null,
  key_id: null,
  address: null,
  request_id: null,
  meta: {},
}
const both = (changed: Partial<Entry>) =>
  [english, german].map((messages) => sentenceOf({ ...entry, ...changed }, messages))

const who = (changed: Partial<Entry>) => actorOf({ ...entry, ...changed }, english)

it('names the target and whose it is', () => {
  expect(both({})).toEqual(['revoked the key ci of Ada', 'widerrief den Schlüssel ci von Ada'])
  expect(both({ target_owner_name: null })[0]).toBe('revoked the key ci')
})

it('names a deleted target by its id, and a target without an id by its name', () => {
  expect(both({ target_name: null, target_owner_name: null })[0]).toBe('revoked the key k')
  const group = { action: 'group.create', target: 'group:sales', target_name: null } as const
  expect(both(group)).toEqual(['created the group sales', 'legte die Gruppe sales an'])
})

it('names the source of imported documents', () => {
  const imported = { action: 'knowledge.import', target: 'source:wiki', target_name: null } as const
  expect(both(imported)).toEqual([
    'imported documents of the source wiki',
    'importierte Dokumente der Quelle wiki',
  ])
})

it('names the member of a group, or their id', () => {
  const added = { action: 'group.add_member', target: 'group:it', target_name: null } as const
  expect(both({ ...added, member_name: 'Eve' })[0]).toBe('added Eve to the group it')
  expect(both({ ...added, meta: { user_id: 'u' } })[1]).toBe('nahm u in die Gruppe it auf')
})

it('does not name the actor as the target, nor what there is only one of', () => {
  const own = { action: 'password.change', target: 'user:a', target_name: 'Ada' } as const
  expect(both(own)).toEqual(['changed a password', 'änderte ein Passwort'])
  expect(both({ action: 'settings.change', target: 'settings:organisation' })[0]).toBe(
    'changed the settings',
  )
})

it('says whose sign-in an unknown person went on with', () => {
  const ofAda = { actor_id: null, target: 'user:a', target_name: 'Ada', target_owner_name: null }
  expect(both({ ...ofAda, action: 'sign_in.advance' })).toEqual([
    'passed a step of the sign-in as Ada',
    'bestand einen Schritt der Anmeldung als Ada',
  ])
  expect(both({ ...ofAda, action: 'second_factor.enrol' })).toEqual([
    'began to set up two-factor authentication of Ada',
    'begann, die Zwei-Faktor-Authentisierung von Ada einzurichten',
  ])
  expect(both({ ...ofAda, action: 'second_factor.enrol', actor_id: 'a' })[0]).toBe(
    'began to set up two-factor authentication',
  )
  expect(both({ ...ofAda, action: 'second_factor.use_recovery_code' })).toEqual([
    'used a recovery code of Ada',
    'benutzte einen Wiederherstellungscode von Ada',
  ])
  expect(both({ ...ofAda, action: 'second_factor.enable', outcome: 'failure' })).toEqual([
    'tried to turn on two-factor authentication of Ada, and was refused',
    'wollte die Zwei-Faktor-Authentisierung von Ada einschalten und wurde abgewiesen',
  ])
})

it('says of a refused act that it was tried, and of a failure what failed', () => {
  const failed = { outcome: 'failure', target: 'user:a', actor_id: 'a' } as const
  expect(both({ ...failed, action: 'second_factor.enable' })).toEqual([
    'tried to turn on two-factor authentication, and was refused',
    'wollte die Zwei-Faktor-Authentisierung einschalten und wurde abgewiesen',
  ])
  expect(
    both({ ...failed, action: 'password.reset', actor_id: null, target_owner_name: null }),
  ).toEqual([
    'tried to set a new password for ci, and was refused',
    'wollte ein neues Passwort für ci setzen und wurde abgewiesen',
  ])
  expect(both({ ...failed, action: 'account.deactivate', target: 'user:b' })[0]).toBe(
    'was refused: deactivated ci of Ada',
  )
  expect(both({ ...failed, action: 'sign_in.fail' })[0]).toBe('failed to sign in')
})

it('says who did it: by name, by id, the operator, or Ken itself', () => {
  expect(who({ actor_name: 'Ada' })).toBe('Ada')
  expect(who({})).toBe('a')
  expect(who({ actor_id: null, via: 'cli' })).toBe('Operator')
  expect(who({ actor_id: null, via: 'worker' })).toBe('Ken')
  expect(who({ actor_id: null })).toBe('Unknown')
})
