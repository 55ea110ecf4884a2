import { expect, it } from 'vitest'
import { z } from 'zod'
import { withoutEmptyOptions } from './without-empty-options.ts'

const schema = withoutEmptyOptions(
  z.strictObject({
    query: z.string().min(1),
    limit: z.int().min(1).optional(),
    sources: z.array(z.string()).min(1).optional(),
  }),
)
const faultsOf = (value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path }) => path.join('.'))

it.for([null, '', []])('leaves out an optional argument that is %o', (empty) => {
  const given = { query: 'vpn', limit: empty, sources: empty }
  expect(schema.parse(given)).toEqual({ query: 'vpn' })
})

it('refuses an empty required argument, an invalid optional one and an unknown one', () => {
  for (const empty of [null, '', []]) expect(faultsOf({ query: empty })).toContain('query')
  expect(faultsOf({ query: 'vpn', limit: 0, sources: [null] })).toEqual(['limit', 'sources.0'])
  expect(faultsOf({ query: 'vpn', page: null })).toEqual([''])
  for (const none of [null, [], 'vpn', undefined]) expect(faultsOf(none)).toEqual([''])
})
