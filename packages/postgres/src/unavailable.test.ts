import { Unavailable } from '@ken/core/ports'
import { expect, it } from 'vitest'
import { orUnavailable } from './unavailable.ts'

const withCode = (code: string) => Object.assign(new Error('a fault'), { code })

it.each([
  ['ECONNREFUSED', 'cannot be reached'],
  ['EADDRNOTAVAIL', 'cannot be reached'],
  ['EMFILE', 'too many files are open'],
  ['25P03', 'ended a transaction'],
  ['25P04', 'ended a transaction'], // From PostgreSQL 17 on, for its length.
  ['26000', 'lost a prepared statement'],
  ['28P01', 'password has expired'],
  ['40001', 'was in the way'],
  ['40P01', 'was in the way'],
  ['42P05', 'a prepared statement of another client'],
  ['53200', 'has no memory left'],
  ['53000', 'has too few resources'],
  ['53300', 'connection limit of the role or the database'],
  ['55P03', 'holds a lock'],
  ['57014', 'took too long'],
  ['57P03', 'is starting, stopping or recovering'],
  ['57P01', 'cannot be reached. Check KEN_DATABASE_URL'],
  ['58030', 'cannot read or write its files'],
  ['58P01', 'cannot read or write its files'], // The library of an extension is missing.
])('R85 names %s as an unavailable database that %s', (code, reason) => {
  const cause = withCode(code)
  const error = orUnavailable(cause)
  expect(error).toBeInstanceOf(Unavailable)
  expect(error).toMatchObject({
    dependency: 'database',
    cause,
    message: expect.stringContaining(reason) as string,
  })
})

it('R85 names the end of its own process as the cause if its connections are closed', () => {
  const cause = new Error('Cannot use a pool after calling end on the pool')
  expect(orUnavailable(cause)).toMatchObject({
    dependency: 'database',
    cause,
    message: expect.stringMatching(/^Ken is stopping/) as string,
  })
})

it.each(['23505', '42703', 'ERR_INVALID_ARG_TYPE'])('returns the fault %s as it is', (code) => {
  const fault = withCode(code)
  expect(orUnavailable(fault)).toBe(fault)
})
