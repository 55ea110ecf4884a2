import { describe, expect, it } from 'vitest'
import { aPersonIn, memoryPorts, valueOf } from '../testing/index.ts'
import { changeOwnName } from './change-own-name.ts'

describe('changeOwnName', () => {
  it('changes the name in one line, and audits it once', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports, { name: 'Ada Byron' })
    for (const _ of [1, 2])
      expect(valueOf(await changeOwnName(ports, { actor, name: ' Ada\nKing ' }))).toMatchObject({
        id: account.id,
        name: 'Ada King',
      })
    expect([...ports.database.tables.audit.values()]).toMatchObject([
      {
        action: 'account.change_name',
        target: `user:${account.id}`,
        meta: { from: 'Ada Byron', to: 'Ada King' },
      },
    ])
    // A portal may set the name at each visit.
    expect(ports.database.tables.attempts.get(`own_changes:${account.id}`)?.failures).toBe(1)
  })

  it('refuses an empty or long name, and a person who was deactivated', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports)
    const gone = await aPersonIn(ports, { status: 'deactivated' })
    for (const name of ['', ' ', 'x'.repeat(201)])
      expect(await changeOwnName(ports, { actor, name })).toEqual({
        ok: false,
        error: { code: 'account.name_invalid' },
      })
    expect(await changeOwnName(ports, { actor: gone.actor, name: 'Ada' })).toEqual({
      ok: false,
      error: { code: 'account.forbidden' },
    })
  })
})
