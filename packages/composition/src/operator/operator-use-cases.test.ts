import { createGroup, listGroups, operator, search } from '@ken/core'
import { memoryPorts } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { nameOfUseCase, operatorUseCase, runHere, type Run } from './operator-use-cases.ts'

it('finds each use case by its own name, and nothing by a name that every object has', () => {
  expect(nameOfUseCase(createGroup)).toBe('createGroup')
  expect(operatorUseCase(nameOfUseCase(listGroups))).toBe(listGroups)
  for (const name of ['constructor', 'toString', '__proto__', 'search', ''])
    expect(operatorUseCase(name)).toBeUndefined()
  expect(() => nameOfUseCase(search as never)).toThrow('may not run this use case')
})

it('runs a use case in this process', async () => {
  const run = runHere(memoryPorts())
  expect(await run(createGroup, { actor: operator, slug: 'support' })).toMatchObject({ ok: true })
  expect(await run(listGroups, { actor: operator })).toMatchObject({ value: [{ slug: 'support' }] })
})

/** Never runs: it only has to compile. */
export function typesOnly(run: Run): void {
  // @ts-expect-error a use case that the command line may not run
  void run(search, { query: 'printer' })
  // @ts-expect-error the command of another use case
  void run(createGroup, { actor: operator, email: 'ana@example.com' })
}
