import { aPersonIn } from '@ken/core/testing'
import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { consoleWorld, ownerEmail } from '../testing/console-world.ts'
import { expire, type Respond } from '../testing/server.ts'
import { visit, type Visit } from '../testing/visit.ts'

const endSessions = /^POST \/api\/v1\/admin\/users\/[^/]+\/end-sessions$/
const act = 'End sessions'
const broken = async () => Response.json({}, { status: 500 })

async function nineInGroups(path: string): Promise<Visit> {
  const world = await consoleWorld()
  for (let number = 11; number <= 19; number += 1)
    await aPersonIn(world.ports, { name: `Person ${number}`, email: `p${number}@example.com` })
  return visit(world, path, ownerEmail)
}

/** Ends the sessions of nine people, four at a time; the responses wait until the returned function is called. */
async function endAll(seen: Visit, respond: (number: number) => Respond) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let sent = 0
  seen.server.on(endSessions, async (send) => {
    sent += 1
    const number = sent
    await promise
    return respond(number)(send)
  })
  for (let number = 11; number <= 19; number += 1) await seen.check(`Select Person ${number}`)
  await seen.press(act, await seen.find('group', 'Selection'))
  await seen.press(act, await seen.find('alertdialog'))
  await waitFor(() => expect(sent).toBe(4))
  return { release: resolve, sent: () => sent }
}

it('says after the next sign-in what a batch did whose session ended meanwhile', async () => {
  using seen = await nineInGroups('/admin/people')
  const { release, sent } = await endAll(seen, (number) =>
    number === 1 ? broken : number === 2 ? expire : (send) => send(),
  )
  await seen.endSession()
  release()
  await seen.signIn(ownerEmail)
  const report = await seen.find('region', 'End sessions, after you left this page.')
  await seen.reads('Done: 2. Failed: 2. Stopped. Not tried: 5.', report)
  await seen.find('row', 'Person 19 (p19@example.com) Not tried', report)
  await seen.reads('The session has ended. Sign in again.', report)
  expect(await seen.page.findAllByRole('row', { name: / Done$/ })).toHaveLength(2)
  expect(sent()).toBe(4)
  await seen.press('Close', report)
  await waitFor(() => expect(report.isConnected).toBe(false))
})

it('asks before a running batch is left, stops it, and says what is not done', async () => {
  using seen = await nineInGroups('/admin/groups')
  await seen.click('link', 'People')
  const { release, sent } = await endAll(seen, () => broken)
  history.back()
  await seen.page.findByRole('heading', { level: 1, name: 'Groups' })
  release()
  await seen.reads('Done: 0. Failed: 4. Stopped. Not tried: 5.')
  expect([sent(), seen.questions]).toEqual([4, ['Leave this page? What you changed is not saved.']])
})
