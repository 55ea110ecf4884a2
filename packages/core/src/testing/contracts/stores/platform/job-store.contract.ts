import { describe, expect } from 'vitest'
import type { Email } from '../../../../model/accounts/email.ts'
import type { Source } from '../../../../model/knowledge/document.ts'
import {
  droppableJobKinds,
  type DroppableJobKind,
  type Job,
  type JobStore,
} from '../../../../ports/stores/platform/job-store.ts'
import { anOrigin } from '../../../builders/builders.ts'
import { anAnswerJob } from '../../../builders/chat-posts.ts'
import { racesNote, testIn, type Closable, type SuiteOptions } from '../../contract-suite.ts'

export type JobStoreWorld = Closable & {
  /** Runs work in one transaction, which commits unless the work throws. */
  readonly within: (work: (jobs: JobStore) => Promise<void>) => Promise<void>
  /** Turns all waiting jobs into dead letters. Returns their ids. */
  readonly deadLetter: () => Promise<readonly string[]>
  /** Every job that a worker could take now, in any order. */
  readonly waiting: () => Promise<readonly Job[]>
}

const aReset = (name: string): Job => ({
  kind: 'deliver_password_reset',
  email: `${name}@example.com` as Email,
  origin: anOrigin,
})

/** What every `JobStore` must do. `open` returns a fresh, empty world for each test. */
export function jobStoreContract(
  name: string,
  open: () => Promise<JobStoreWorld>,
  options: SuiteOptions = {},
): void {
  const test = testIn(open)
  describe(`JobStore contract: ${name}${racesNote(options)}`, () => {
    test('stores every field of every kind of job', async ({ within, waiting }) => {
      const to = { address: 'ada@example.com' as Email, name: 'Ada "Zoë" \\ 🙂' }
      const about = { kind: 'recovery_code_used', codesLeft: 3 } as const
      const notice: Job = {
        kind: 'deliver_notice',
        notice: { to, about, at: '2026-03-04T05:06:07.089Z' },
      }
      const answer = anAnswerJob()
      await within((jobs) => jobs.enqueue([notice, aReset('ada'), answer]))
      const found = await waiting()
      expect(found).toHaveLength(3)
      expect(found).toEqual(expect.arrayContaining([notice, aReset('ada'), answer]))
    })

    test('stores no job after a rollback', async ({ within, waiting }) => {
      const undone = within(async (jobs) => {
        await jobs.enqueue([aReset('ada')])
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      expect(await waiting()).toEqual([])
    })

    test('keeps equal jobs separate, adds thousands at once, and none for an empty list', async ({
      within,
      waiting,
    }) => {
      await within(async (jobs) => {
        await jobs.enqueue([])
        await jobs.enqueue([aReset('ada'), aReset('ada')])
        await jobs.enqueue(
          Array.from({ length: 2_000 }, (_, position) => aReset(`person-${position}`)),
        )
      })
      expect(await waiting()).toHaveLength(2_002)
    })

    test('R69 adds a job with an id of its own once, however often and from wherever it comes', async ({
      within,
      waiting,
    }) => {
      const [first, other] = [anAnswerJob(), anAnswerJob()]
      await within(async (jobs) => {
        await jobs.enqueue([first, { ...first, sealedText: 'at once' }])
        await jobs.enqueue([{ ...first, sealedText: 'in the same transaction' }, other])
      })
      await within((jobs) => jobs.enqueue([{ ...other, sealedText: 'in the next' }, aReset('ada')]))
      const found = await waiting()
      expect(found).toHaveLength(3)
      expect(found).toEqual(expect.arrayContaining([first, other, aReset('ada')]))
    })

    test('queues dead letters again, all or some, and returns those found', async ({
      within,
      deadLetter,
      waiting,
    }) => {
      const retry = async (wanted: readonly string[] | 'all') => {
        let retried: readonly string[] = []
        await within(async (jobs) => void (retried = await jobs.retryDead(wanted)))
        return retried
      }
      expect(await retry('all')).toEqual([])
      await within((jobs) =>
        jobs.enqueue([aReset('ada'), aReset('bob'), aReset('cy'), anAnswerJob()]),
      )
      const ids = await deadLetter()
      expect([ids.length, await waiting()]).toEqual([4, []])
      expect(await retry([ids[0]!, 'never was', ids[0]!])).toEqual([ids[0]])
      expect(await waiting()).toHaveLength(1)
      expect(await retry([ids[0]!])).toEqual([])
      expect((await retry('all')).toSorted()).toEqual(ids.slice(1).toSorted())
      expect(await waiting()).toHaveLength(4)
      expect(await waiting()).toEqual(
        expect.arrayContaining([aReset('ada'), aReset('bob'), aReset('cy')]),
      )
    })

    test('queues no dead letter again after a rollback', async ({
      within,
      deadLetter,
      waiting,
    }) => {
      await within((jobs) => jobs.enqueue([aReset('ada')]))
      const ids = await deadLetter()
      const undone = within(async (jobs) => {
        await jobs.retryDead('all')
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      expect(await waiting()).toEqual([])
      await within(async (jobs) => expect(await jobs.retryDead('all')).toEqual(ids))
    })

    test('drops the waiting jobs of some kinds and returns them, and keeps dead letters', async ({
      within,
      deadLetter,
      waiting,
    }) => {
      const drop = async (...kinds: readonly DroppableJobKind[]) => {
        let dropped: readonly Job[] = []
        await within(async (jobs) => void ({ dropped } = await jobs.dropWaiting(kinds)))
        return dropped
      }
      expect(await drop(...droppableJobKinds)).toEqual([])
      await within((jobs) => jobs.enqueue([aReset('dead')]))
      const ids = await deadLetter()
      const [answer, removal]: readonly [Job, Job] = [
        anAnswerJob(),
        { kind: 'remove_source', source: 'wiki' as Source },
      ]
      await within((jobs) => jobs.enqueue([aReset('ada'), answer, removal, aReset('bob')]))
      expect(await drop('deliver_notice')).toEqual([])
      const resets = await drop('deliver_password_reset', 'deliver_notice')
      expect(resets).toHaveLength(2)
      expect(resets).toEqual(expect.arrayContaining([aReset('ada'), aReset('bob')]))
      await within((jobs) => jobs.enqueue([aReset('cy')]))
      expect(await waiting()).toHaveLength(3)
      expect(await waiting()).toEqual(expect.arrayContaining([answer, removal, aReset('cy')]))
      expect(await drop(...droppableJobKinds)).toEqual(
        expect.arrayContaining([answer, aReset('cy')]),
      )
      expect(await waiting()).toEqual([removal])
      await within(async (jobs) => expect(await jobs.retryDead('all')).toEqual(ids))
    })

    test('drops no job after a rollback', async ({ within, waiting }) => {
      await within((jobs) => jobs.enqueue([aReset('ada')]))
      const undone = within(async (jobs) => {
        await jobs.dropWaiting(droppableJobKinds)
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      expect(await waiting()).toEqual([aReset('ada')])
    })

    if (options.races ?? true) {
      test('gives each dead letter to one of two concurrent transactions', async ({
        within,
        deadLetter,
        waiting,
      }) => {
        await within((jobs) =>
          jobs.enqueue(Array.from({ length: 50 }, (_, position) => aReset(`person-${position}`))),
        )
        const ids = await deadLetter()
        const retried: string[] = []
        const retry = () =>
          within(async (jobs) => void retried.push(...(await jobs.retryDead('all'))))
        await Promise.all([retry(), retry(), retry()])
        expect(retried.toSorted()).toEqual(ids.toSorted())
        expect(await waiting()).toHaveLength(50)
      })

      test('R86 shows no job before its transaction has committed', async ({ within, waiting }) => {
        await within(async (jobs) => {
          await jobs.enqueue([aReset('ada')])
          expect(await waiting()).toEqual([])
        })
        expect(await waiting()).toEqual([aReset('ada')])
      })
    }
  })
}
