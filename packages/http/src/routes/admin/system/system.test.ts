import { noticesTo } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { enrolledIn } from '../../../testing/browser.ts'
import { httpWorld } from '../../../testing/http-world.ts'

const system = '/api/v1/admin/system'
const letters = `${system}/dead-letters`
const ids = ['1', '2'].map((end) => `00000000-0000-7000-8000-00000000000${end}`)
const unknownId = '00000000-0000-7000-8000-000000000000'

describe('/api/v1/admin/system', () => {
  it('shows the parts of Ken and its queue', async () => {
    const world = await httpWorld()
    const { browser } = await enrolledIn(world, { role: 'Admin' })
    const startedAt = new Date('2029-12-31T23:59:59.000Z')
    await world.ports.processReports.report({
      id: 'one',
      role: 'scheduler',
      version: '1.2.2',
      startedAt,
    })
    const { status, json } = await browser.get(system)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      version: '1.2.3',
      processes: [
        {
          role: 'scheduler',
          version: '1.2.2',
          started_at: startedAt.toISOString(),
          seen_at: world.ports.clock.now().toISOString(),
        },
      ],
      parts: expect.arrayContaining([
        {
          part: 'database',
          state: 'ok',
          since: world.ports.clock.now().toISOString(),
          reason: null,
        },
      ]),
      queue: {
        counts: expect.arrayContaining([
          expect.objectContaining({ kind: 'deliver_notice', running: 0, dead_lettered: 0 }),
        ]),
        is_stalled: false,
      },
    })
  })

  it('lists failed jobs', async () => {
    const time = new Date('2030-01-02T03:04:05.006Z')
    const letter = { id: ids[0]!, kind: 'deliver_notice', attempts: 3, createdAt: time } as const
    const { ports } = await httpWorld()
    const listDead = async () => [
      {
        ...letter,
        deadLetteredAt: time,
        reason: 'The mail server is unavailable.',
        fault: 'mail.deferred' as const,
      },
    ]
    const world = await httpWorld({ ports: { jobQueue: { ...ports.jobQueue, listDead } } })
    const { browser } = await enrolledIn(world, { role: 'Admin' })
    const at = time.toISOString()
    expect((await browser.get(letters)).json.data).toEqual([
      {
        id: ids[0],
        kind: 'deliver_notice',
        attempts: 3,
        created_at: at,
        failed_at: at,
        reason: 'The mail server is unavailable.',
        fault: 'mail.deferred',
      },
    ])
  })

  it('retries given jobs, none if one is missing, or all', async () => {
    const world = await httpWorld()
    const { browser } = await enrolledIn(world, { role: 'Admin' })
    const { jobsDead } = world.ports.database.tables
    for (const id of ids) jobsDead.set(id, { kind: 'deliver_notice' } as never)
    const retry = (body: object) => browser.post(`${letters}/retry`, body)
    expect(await retry({ ids: [ids[0], unknownId] })).toMatchObject({ status: 404 })
    expect(await retry({ ids: [ids[0]] })).toMatchObject({ json: { retried: [ids[0]] } })
    expect(await retry({})).toMatchObject({ status: 200, json: { retried: [ids[1]] } })
    expect((await retry({ ids: [] })).status).toBe(400)
    expect(world.ports.database.tables.jobsDead.size).toBe(0)
  })

  it('sends a test email to the caller, three times an hour', async () => {
    const world = await httpWorld()
    const { browser, account } = await enrolledIn(world, { role: 'Admin' })
    const send = () => browser.post(`${system}/test-mail`)
    for (let sent = 0; sent < 3; sent += 1) expect(await send()).toMatchObject({ status: 202 })
    expect(await send()).toMatchObject({ status: 429 })
    const tests = noticesTo(world.ports, account).filter(({ kind }) => kind === 'test_email')
    expect(tests).toHaveLength(3)
  })
})
