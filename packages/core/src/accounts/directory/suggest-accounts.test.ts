import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { aPersonIn, memoryPorts, valueOf } from '../../testing/index.ts'
import { onlyAdministrators } from '../../testing/builders/only-administrators.ts'
import { suggestAccounts } from './suggest-accounts.ts'

describe('suggestAccounts', () => {
  onlyAdministrators((ports, actor) => suggestAccounts(ports, { actor, typed: 'ad' }))

  it('R80 suggests no one before the second character, nor for more than 100', async () => {
    const ports = memoryPorts()
    await aPersonIn(ports, { email: 'ada@example.com', name: 'a'.repeat(150) })
    const count = async (typed: string) => {
      const found = await suggestAccounts(ports, { actor: operator, typed })
      return found.ok ? found.value.length : -1
    }
    expect([
      await count(''),
      await count('a'),
      await count(' a '),
      await count('🙂'),
      await count('ad'),
    ]).toEqual([0, 0, 0, 0, 1])
    expect([await count('a'.repeat(100)), await count('a'.repeat(101))]).toEqual([1, 0])
  })

  it('R2 says for whom the actor may create a key', async () => {
    const ports = memoryPorts()
    const people = [
      await aPersonIn(ports, { role: 'Owner', name: 'Ada Owner' }),
      await aPersonIn(ports, { role: 'Admin', name: 'Ada Admin' }),
      await aPersonIn(ports, { role: 'Member', name: 'Ada Member' }),
    ]
    const permitted = { Owner: ['Owner', 'Admin', 'Member'], Admin: ['Admin', 'Member'] }
    for (const [position, role] of (['Owner', 'Admin'] as const).entries()) {
      const { actor } = people[position]!
      const found = valueOf(await suggestAccounts(ports, { actor, typed: 'ada' }))
      const roles = found.filter(({ may }) => may.includes('issue_key')).map((one) => one.role)
      expect(new Set(roles)).toEqual(new Set(permitted[role]))
    }
  })

  it('suggests at most ten', async () => {
    const ports = memoryPorts()
    for (let person = 0; person < 12; person += 1) await aPersonIn(ports, { name: 'Ada' })
    const found = await suggestAccounts(ports, { actor: operator, typed: 'ada' })
    expect(found.ok && found.value).toHaveLength(10)
  })
})
