import { expect, it } from 'vitest'
import { signedIn } from '../testing/browser.ts'
import { httpWorld } from '../testing/http-world.ts'

it('R77 finds what a path names under one spelling only', async () => {
  const { browser } = await signedIn(await httpWorld())
  const keys = '/api/v1/me/keys'
  const { json } = await browser.post(keys, { name: 'laptop', expires_in_days: 90 })
  const { id } = json
  expect(await browser.get(`${keys}/${id}`)).toMatchObject({ status: 200, json: { id } })
  for (const other of [id.replaceAll('-', '%2d'), `${id}%20`])
    expect(await browser.get(`${keys}/${other}`)).toMatchObject({ status: 404 })
})
