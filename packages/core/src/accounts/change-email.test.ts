import { describe, expect, it } from 'vitest'
import { profileOf } from '../model/accounts/account.ts'
import { operator } from '../model/actor.ts'
import { aChallengeIn, aPersonIn, aSessionIn, memoryPorts, noticesTo } from '../testing/index.ts'
import { permittedActs } from '../testing/builders/permitted-acts.ts'
import { changeEmail } from './change-email.ts'

describe('changeEmail', () => {
  permittedActs('change_email', (ports, actor, userId) =>
    changeEmail(ports, { actor, userId, email: 'new@example.com' }),
  )

  it('R60 changes the address, ends sessions, notifies both addresses and audits both', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports, { email: 'ada@example.com' })
    await aSessionIn(ports, account)
    await aChallengeIn(ports, account)
    const changed = await changeEmail(ports, {
      actor: operator,
      userId: account.id,
      email: ' Countess@Example.COM ',
    })
    expect(changed).toEqual({
      ok: true,
      value: { ...profileOf(account), email: 'countess@example.com' },
    })

    const { accounts, sessions, challenges, audit } = ports.database.tables
    expect(accounts.get(account.id)).toMatchObject({ email: 'countess@example.com' })
    expect([sessions.size, challenges.size]).toEqual([0, 0])
    const [from, to] = ['ada@example.com', 'countess@example.com']
    expect([...audit.values()]).toMatchObject([{ action: 'user.email_change', meta: { from, to } }])
    for (const email of [from, to] as const)
      expect(noticesTo(ports, { email })).toEqual([{ kind: 'email_changed', from, to }])
  })

  it('R56 R60 refuses an address that is taken by anyone, or invalid, and changes nothing', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    await aPersonIn(ports, { email: 'taken@example.com', status: 'deactivated' })
    await aSessionIn(ports, account)
    const change = (email: string) =>
      changeEmail(ports, { actor: operator, userId: account.id, email })
    expect(await change('TAKEN@example.com')).toEqual({
      ok: false,
      error: { code: 'account.email_taken' },
    })
    for (const email of [
      '=?utf-8?q?ada?=@example.com',
      '',
      'no address',
      'a@b, c@d',
      'ada@example.com\r\nBcc: eve@example.com',
      '\u0130@example.com',
    ])
      expect(await change(email)).toEqual({ ok: false, error: { code: 'account.email_invalid' } })
    const { accounts, sessions, audit, jobs } = ports.database.tables
    expect(accounts.get(account.id)).toEqual(account)
    expect([sessions.size, audit.size, jobs.size]).toEqual([1, 0, 0])
  })

  it('changes nothing if the address is the same', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    await aSessionIn(ports, account)
    const same = await changeEmail(ports, {
      actor: operator,
      userId: account.id,
      email: account.email.toUpperCase(),
    })
    expect(same).toEqual({ ok: true, value: profileOf(account) })
    expect([ports.database.tables.sessions.size, ports.database.tables.jobs.size]).toEqual([1, 0])
  })
})
