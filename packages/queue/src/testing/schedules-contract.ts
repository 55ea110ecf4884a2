import { describe, expect, it } from 'vitest'
import { closedAfterTest, type OpenWorld } from './job-work.ts'
import type { QueueWorld } from './queue-world.ts'

/** Moves all schedules two hours into the past, as if no scheduler had run. */
const ageSchedules = ({ sql }: QueueWorld) =>
  sql(`update pgboss.version set cron_on = now() - interval '2 hours';
       update pgboss.schedule set created_on = now() - interval '1 day'`)

/** A daily time an hour ago, so that none comes during a test. */
function missedDailyCron(): string {
  const due = new Date(Date.now() - 3_600_000)
  return `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`
}

/** What a worker does with schedules. `races: false` omits tests that need two workers. */
export function schedulesContract(open: OpenWorld, { races }: { readonly races: boolean }): void {
  const world = closedAfterTest(open)
  describe('schedules', () => {
    it('that were missed are made up for once', async () => {
      const opened = await world()
      const { work, inState } = opened
      let ran = 0
      const schedules = [{ name: 'sweep', cron: missedDailyCron(), run: async () => (ran += 1) }]
      await (await work({ schedules, checkSeconds: 1 })).close()
      await ageSchedules(opened)
      await work({ schedules, checkSeconds: 1 })
      await expect.poll(() => ran).toBe(1)
      await expect.poll(() => inState('completed', 'schedule%')).toHaveLength(1)
    })

    it('that are due at the same time do not wait for a poll', async () => {
      const opened = await world()
      const { work, inState } = opened
      const names = ['one', 'two', 'three', 'four', 'five']
      const schedules = names.map((name) => ({
        name,
        cron: missedDailyCron(),
        run: async () => {},
      }))
      await (await work({ schedules, checkSeconds: 1 })).close()
      await ageSchedules(opened)
      await work({ schedules, checkSeconds: 1 })
      // A worker that fetched one schedule per poll would need two minutes.
      await expect.poll(() => inState('completed', 'schedule%')).toHaveLength(5)
    })

    it('fail without harm', async () => {
      const opened = await world()
      const { work, inState, log } = opened
      const failing = {
        name: 'failing',
        cron: missedDailyCron(),
        run: () => Promise.reject(new Error('no disk')),
      }
      await (await work({ schedules: [failing], checkSeconds: 1 })).close()
      await ageSchedules(opened)
      await work({ schedules: [failing], checkSeconds: 1 })
      await expect.poll(() => inState('failed', 'schedule%')).toHaveLength(1)
      const fields = { schedule: 'failing', reason: 'no disk' }
      expect(log.lines).toContainEqual({ level: 'warn', event: 'schedule.failed', fields })
    })

    it('of a newer version outlive a server that does not know them, and wait for one that does', async () => {
      const opened = await world()
      const { work, inState } = opened
      let ran = 0
      const known = { name: 'known', cron: missedDailyCron(), run: async () => {} }
      const newer = { name: 'newer', cron: missedDailyCron(), run: async () => (ran += 1) }
      await (await work({ schedules: [known, newer], checkSeconds: 1 })).close()
      const older = await work({ schedules: [known], checkSeconds: 1 })
      await ageSchedules(opened)
      await expect.poll(() => inState('completed', 'schedule%')).toHaveLength(1)
      await expect.poll(() => inState('created', 'schedule%')).toHaveLength(1)
      await older.close()
      expect(ran).toBe(0)
      await work({ schedules: [known, newer], checkSeconds: 1 })
      await expect.poll(() => ran).toBe(1)
    })

    it('that an earlier version kept in one queue are removed', async () => {
      const { work, sql } = await world()
      await sql(`select pgboss.create_queue('schedule', '{"policy": "exclusive"}')`)
      await sql(
        `insert into pgboss.schedule (name, key, cron) values ('schedule', 'sweep', '* * * * *')`,
      )
      const schedules = [{ name: 'sweep', cron: missedDailyCron(), run: async () => {} }]
      await work({ schedules, checkSeconds: 1 })
      expect(await sql('select name from pgboss.schedule')).toEqual([{ name: 'schedule_sweep' }])
    })

    it.runIf(races)('run once each, with any number of processes', async () => {
      const opened = await world()
      const { work, inState } = opened
      let ran = 0
      const schedules = [{ name: 'sweep', cron: missedDailyCron(), run: async () => (ran += 1) }]
      await (await work({ schedules, checkSeconds: 1 })).close()
      await ageSchedules(opened)
      await Promise.all([1, 2, 3].map(() => work({ schedules, checkSeconds: 1 })))
      await expect.poll(() => inState('completed', 'schedule%')).toHaveLength(1)
      expect(ran).toBe(1)
    })
  })
}
