import { processorMsOf } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { signedIn } from '../testing/browser.ts'
import { httpWorld } from '../testing/http-world.ts'

const path = '/api/v1/me/keys'

it('R75 refuses parameters that are unknown, given twice or contain NUL, and names them', async () => {
  const { browser } = await signedIn(await httpWorld())
  const refusals = [
    { query: 'a=1', pointers: ['#/a'] },
    { query: 'limit=1&limit=1&a&b=&a', pointers: ['#/limit', '#/a'] },
    { query: 'cursor=%00', pointers: ['#/cursor'] },
    { query: '__proto__=1', pointers: ['#/__proto__'] },
  ]
  for (const { query, pointers } of refusals) {
    const { status, text } = await browser.get(`${path}?${query}`)
    const errors = pointers.map((pointer) => expect.objectContaining({ pointer }) as object)
    expect([status, JSON.parse(text)]).toEqual([400, expect.objectContaining({ errors })])
  }
  expect(await browser.get(`${path}?limit=1`)).toMatchObject({ status: 200 })
})

it('R75 takes time in proportion to the number of parameters', async () => {
  const { browser } = await signedIn(await httpWorld())
  const query = Array.from({ length: 20_000 }, (_, number) => number.toString(36)).join('&')
  const spent = await processorMsOf(async () => {
    expect(await browser.get(`${path}?${query}`)).toMatchObject({ status: 400 })
  })
  expect(spent).toBeLessThan(500)
})
