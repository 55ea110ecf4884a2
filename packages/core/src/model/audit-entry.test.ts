import { describe, expect, it } from 'vitest'
import { operator } from './actor.ts'
import { anAccount, anOrigin, aPerson, newId } from '../testing/index.ts'
import type { KeyId } from './keys/key.ts'
import type { SessionId } from './sessions/session.ts'
import { auditEntry } from './audit-entry.ts'

describe('auditEntry', () => {
  it('R62 records who did what to whom, with which credential and from where', () => {
    const account = anAccount()
    const actor = aPerson(account, {
      via: 'api_key',
      keyId: newId() as KeyId,
      sessionId: newId() as SessionId,
    })
    expect(auditEntry(actor, 'key.create', 'key:1', { prefix: 'ken_0123abcd' })).toEqual({
      actorId: account.id,
      via: 'api_key',
      action: 'key.create',
      target: 'key:1',
      outcome: 'success',
      sessionId: actor.sessionId,
      keyId: actor.keyId,
      ...anOrigin,
      meta: { prefix: 'ken_0123abcd' },
    })
  })

  it('R62 names no account for the operator or an anonymous caller, but records how they came in', () => {
    const noAccount = { actorId: null, sessionId: null, keyId: null, meta: {} }
    expect(auditEntry(operator, 'group.create', 'group:it')).toMatchObject({
      ...noAccount,
      via: 'cli',
      address: null,
    })
    const anonymous = auditEntry(
      { kind: 'anonymous', via: 'web', ...anOrigin },
      'account.set_up',
      'user:1',
    )
    expect(anonymous).toMatchObject({ ...noAccount, via: 'web', ...anOrigin })
  })
})
