import { describe, expect } from 'vitest'
import type { ProcessReports, RunningProcess } from '../../../ports/platform/process-reports.ts'
import { testIn, type Aging, type Closable } from '../contract-suite.ts'

export type ProcessReportsWorld = Closable & Aging & { readonly processReports: ProcessReports }

const aProcess = (id: string, startedAt: string, role: RunningProcess['role'] = 'server') => ({
  id,
  role,
  version: '1.2.3',
  startedAt: new Date(startedAt),
})

/** What every `ProcessReports` must do. `open` returns a fresh, empty world for each test. */
export function processReportsContract(name: string, open: () => Promise<ProcessReportsWorld>) {
  const test = testIn(open)
  describe(`ProcessReports contract: ${name}`, () => {
    test('lists each process once, by its start', async ({ processReports: reports }) => {
      expect(await reports.list()).toEqual([])
      const later = aProcess('a', '2030-01-02T03:04:05.006Z', 'worker')
      const earlier = aProcess('b', '2030-01-01T00:00:00.000Z')
      for (const process of [later, earlier, later]) await reports.report(process)
      const seenAt = expect.any(Date) as Date
      expect(await reports.list()).toEqual([
        { ...earlier, seenAt },
        { ...later, seenAt },
      ])
      await reports.remove('b')
      expect(await reports.list()).toMatchObject([{ id: 'a' }])
    })

    test('lists a process for 60 seconds after its last report', async ({
      processReports: reports,
      age,
    }) => {
      const [one, other] = [aProcess('a', '2030-01-01'), aProcess('b', '2030-01-02')]
      for (const process of [one, other]) await reports.report(process)
      await age(50_000)
      await reports.report(other)
      await age(11_000)
      const [seen, ...more] = await reports.list()
      expect([seen?.id, more]).toEqual(['b', []])
    })

    test('lists no process by a report from before the clock was set back', async ({
      processReports: reports,
      age,
    }) => {
      await reports.report(aProcess('a', '2030-01-01'))
      await age(-50_000)
      expect(await reports.list()).toMatchObject([{ id: 'a' }])
      await age(-3_600_000)
      expect(await reports.list()).toEqual([])
      await reports.report(aProcess('b', '2030-01-02'))
      expect(await reports.list()).toMatchObject([{ id: 'b' }])
    })
  })
}
