import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jobRunner } from './job-runner.ts'

type TestJob = { readonly name: string; readonly group: string; readonly isAlone: boolean }

/** The jobs of a database: it hands out the oldest one whose group has no other that runs. */
function jobTable() {
  const waiting: TestJob[] = []
  const active = new Set<TestJob>()
  return {
    add: (...jobs: readonly TestJob[]) => void waiting.push(...jobs),
    take: (): TestJob | null => {
      const isFree = ({ group }: TestJob) => ![...active].some((other) => other.group === group)
      const position = waiting.findIndex(isFree)
      const [job] = position === -1 ? [] : waiting.splice(position, 1)
      if (job === undefined) return null
      active.add(job)
      return job
    },
    complete: (job: TestJob) => void active.delete(job),
  }
}

/** A job that comes alone, in a group of its own unless it names one. */
const aJob = (name: string, group = name): TestJob => ({ name, group, isAlone: true })

/** A runner. A test ends its jobs and decides when their results are stored. */
async function aRunner({ concurrencyMax = 2 } = {}) {
  const table = jobTable()
  const started: string[] = []
  const reported: unknown[] = []
  const steps = new Map<string, () => void>()
  /** Resolves when the test takes the step. */
  const step = (name: string) => new Promise<void>((resolve) => steps.set(name, resolve))
  let looks = 0
  let fault: Error | null = null
  const runner = jobRunner<TestJob>({
    concurrencyMax,
    async fetch() {
      looks += 1
      if (fault !== null) throw fault
      return table.take()
    },
    async run(job) {
      started.push(job.name)
      await step(`end ${job.name}`)
      await step(`store ${job.name}`)
      table.complete(job)
    },
    mayBeMore: ({ isAlone }) => !isAlone,
    report: (error) => reported.push(error),
  })
  /** Takes steps at the same moment. */
  const take = async (...names: readonly string[]) => {
    for (const name of names) steps.get(name)!()
    await settled()
  }
  await settled()
  return {
    runner,
    table,
    started,
    reported,
    looks: () => looks,
    fail: (error: Error | null) => void (fault = error),
    /** Adds jobs, and notifies of them once. */
    notify: async (...jobs: readonly TestJob[]) => {
      table.add(...jobs)
      runner.wake()
      await settled()
    },
    take,
    finish: async (name: string) => {
      await take(`end ${name}`)
      await take(`store ${name}`)
    },
  }
}

/** Resolves after everything that happens without a timer. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('jobRunner', () => {
  it('looks once when it starts, and once for a job that came alone', async () => {
    const { notify, finish, looks, started } = await aRunner()
    expect(looks()).toBe(1)
    await notify(aJob('a'))
    await finish('a')
    expect(started).toEqual(['a'])
    expect(looks()).toBe(2)
  })

  it('looks for jobs that came together until there is none', async () => {
    const { notify, finish, looks, started } = await aRunner()
    await notify(...['a', 'b', 'c'].map((name) => ({ ...aJob(name), isAlone: false })))
    expect(started).toEqual(['a', 'b'])
    await finish('b')
    expect(started).toEqual(['a', 'b', 'c'])
    await finish('a')
    expect(looks()).toBe(5)
  })

  it('looks for each job that was notified while it was looking or busy', async () => {
    const { runner, notify, finish, looks, started } = await aRunner()
    void notify(aJob('a'))
    void notify(aJob('b'))
    await notify(aJob('c'))
    expect(started).toEqual(['a', 'b'])
    await finish('a')
    expect(started).toEqual(['a', 'b', 'c'])
    expect(looks()).toBe(4)
    runner.poll()
    await finish('b')
    expect(looks()).toBe(5)
  })

  it('looks again when the job ends that another one of its group waits for, and not before', async () => {
    const { notify, take, finish, looks, started } = await aRunner()
    await notify(aJob('a', 'group'))
    await notify(aJob('b', 'group'))
    await notify(aJob('c', 'group'))
    expect(looks()).toBe(4)
    await take('end a')
    expect(looks()).toBe(4)
    await take('store a')
    await finish('b')
    await finish('c')
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it('starts the next job of each group whose jobs end at the same moment', async () => {
    const { notify, take, started } = await aRunner({ concurrencyMax: 4 })
    const groups = ['one', 'two', 'three']
    for (const group of groups) await notify(aJob(`first of ${group}`, group))
    for (const group of groups) await notify(aJob(`next of ${group}`, group))
    await take(...groups.map((group) => `end first of ${group}`))
    await take(...groups.map((group) => `store first of ${group}`))
    expect(started.slice(3)).toEqual(groups.map((group) => `next of ${group}`))
  })

  it('stops looking when a look after the end of a job finds nothing', async () => {
    const { runner, notify, finish, looks } = await aRunner()
    await notify(aJob('a'))
    runner.poll()
    await settled()
    await finish('a')
    expect(looks()).toBe(4)
    await notify(aJob('b'))
    await finish('b')
    expect(looks()).toBe(5)
  })

  it('looks again at the next poll after a failure', async () => {
    const { runner, notify, finish, fail, looks, started, reported } = await aRunner()
    const error = new Error('The database is not available.')
    fail(error)
    await notify(aJob('a'))
    await notify(aJob('b'))
    expect(reported).toEqual([error, error])
    fail(null)
    expect(looks()).toBe(3)
    runner.poll()
    await settled()
    expect(started).toEqual(['a', 'b'])
    await finish('a')
  })

  it('finds all jobs at a poll, also those that came alone', async () => {
    const { runner, table, finish, started } = await aRunner()
    table.add(aJob('a'), aJob('b'), aJob('c'))
    runner.poll()
    await settled()
    expect(started).toEqual(['a', 'b'])
    await finish('a')
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it('stops looking when it is closed, and has closed when its jobs have ended', async () => {
    const { runner, notify, finish, looks } = await aRunner()
    await notify(aJob('a'))
    let isClosed = false
    void runner.close().then(() => (isClosed = true))
    await notify(aJob('b'))
    expect([looks(), isClosed]).toEqual([2, false])
    await finish('a')
    expect([looks(), isClosed]).toEqual([2, true])
  })

  const transactions = fc.array(
    fc.array(fc.constantFrom('one', 'two', 'three'), { minLength: 1, maxLength: 3 }),
    { maxLength: 8 },
  )

  it('starts every job without a poll, those of a group in their order, whenever anything happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), transactions, async (scheduler, groups) => {
        const { started, added } = await ranTogether(scheduler, groups, 1)
        expect(byGroup(started)).toEqual(byGroup(added))
      }),
      { numRuns: 500 },
    )
  })

  it('starts every job once in one of several processes, those of a group in their order, at the latest when it polls', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), transactions, async (scheduler, groups) => {
        const { started, added, poll } = await ranTogether(scheduler, groups, 2)
        for (let polls = 0; polls < added.length; polls += 1) await poll()
        expect(byGroup(started)).toEqual(byGroup(added))
      }),
      { numRuns: 500 },
    )
  })
})

const byGroup = (jobs: readonly TestJob[]) => Map.groupBy(jobs, ({ group }) => group)

/** Runs jobs, given by the groups of each transaction, on some processes. A scheduler chooses the order of all events. */
async function ranTogether(
  scheduler: fc.Scheduler,
  groups: readonly (readonly string[])[],
  processesCount: number,
) {
  const table = jobTable()
  const added: TestJob[] = []
  const started: TestJob[] = []
  const happening = (event: string) => scheduler.schedule(Promise.resolve(), event)
  const runners = Array.from({ length: processesCount }, () => {
    let runningCount = 0
    return jobRunner<TestJob>({
      concurrencyMax: 2,
      async fetch() {
        await happening('the database gets the look')
        const job = table.take()
        await happening('the result of the look arrives')
        return job
      },
      async run(job) {
        started.push(job)
        runningCount += 1
        expect(runningCount).toBeLessThanOrEqual(2)
        await happening('the database completes the job')
        table.complete(job)
        await happening('its completion is confirmed')
        runningCount -= 1
      },
      mayBeMore: ({ isAlone }) => !isAlone,
      report: (error) => expect.unreachable(String(error)),
    })
  })
  for (const [transaction, names] of groups.entries()) {
    const jobs = names.map((group, position) => ({
      name: `${transaction}.${position}`,
      group,
      isAlone: names.length === 1,
    }))
    void (async () => {
      await happening('jobs are added')
      added.push(...jobs)
      table.add(...jobs)
      for (const { wake } of runners) void happening('a notification arrives').then(wake)
    })()
  }
  const rest = async () => {
    do {
      await scheduler.waitIdle()
      await settled()
    } while (scheduler.count() > 0)
  }
  await rest()
  const poll = async () => {
    for (const { poll: pollOne } of runners) pollOne()
    await rest()
  }
  return { started, added, poll }
}
