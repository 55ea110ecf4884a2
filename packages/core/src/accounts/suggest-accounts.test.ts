import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { aPersonIn, memoryPorts } from '../testing/index.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
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

  it('suggests at most ten', async () => {
    const ports = memoryPorts()
    for (let person = 0; person < 12; person += 1) await aPersonIn(ports, { name: 'Ada' })
    const found = await suggestAccounts(ports, { actor: operator, typed: 'ada' })
    expect(found.ok && found.value).toHaveLength(10)
  })
})
