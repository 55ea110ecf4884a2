import { describe, expect, it } from 'vitest'
import { workerSlots } from './worker-slots.ts'

function threeSlots(storing: readonly string[] = []) {
  const woken: string[] = []
  let now = 0
  const notifyWorker = (worker: string) => void woken.push(worker)
  const getWipData = () => storing.map((id) => ({ id, count: 1 }))
  const slots = workerSlots({ notifyWorker, getWipData }, () => now)
  for (const worker of ['a', 'b', 'c']) slots.add(worker)
  return { slots, woken, pass: () => void (now += 2_000) }
}
type Slots = ReturnType<typeof workerSlots>

/** Occupies a slot until it is released. */
function busySlot(slots: Slots, slot: number, mayBeMore = true) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const running = slots.run(slot, mayBeMore, () => promise)
  return async () => {
    resolve()
    await running
  }
}

describe('workerSlots', () => {
  it('wakes one slot at a time, in turn', () => {
    const { slots, woken, pass } = threeSlots()
    for (let count = 0; count < 4; count += 1) {
      slots.wakeOne()
      pass()
    }
    expect(woken).toEqual(['a', 'b', 'c', 'a'])
  })

  it('wakes another when one finds a job, and the first that is done when all are busy', async () => {
    const { slots, woken } = threeSlots()
    const ends = [0, 1, 2].map((slot) => busySlot(slots, slot))
    expect(woken).toEqual(['b', 'c'])
    slots.wakeOne()
    expect(woken).toHaveLength(2)
    await ends[1]!()
    expect(woken).toEqual(['b', 'c', 'b'])
  })

  it('polls again after a job, whether it succeeded or failed', async () => {
    const { slots, woken } = threeSlots()
    const failed = slots.run(2, true, () => Promise.reject(new Error('failed')))
    await expect(failed).rejects.toThrow('failed')
    expect(woken).toEqual(['a', 'c'])
  })

  it('wakes none for the only job of a notification, and does not poll after it', async () => {
    const { slots, woken } = threeSlots()
    await busySlot(slots, 2, false)()
    expect(woken).toEqual([])
  })

  it('looks once more for a job when no slot was left to wake for it', async () => {
    const { slots, woken } = threeSlots()
    const ends = [0, 1, 2].map((slot) => busySlot(slots, slot, false))
    slots.wakeOne()
    expect(woken).toEqual([])
    await ends[2]!()
    await ends[1]!()
    expect(woken).toEqual(['c'])
  })

  it('wakes another slot when the only idle one finds a job while two were notified', async () => {
    const { slots, woken } = threeSlots()
    const end = busySlot(slots, 0, false)
    for (let count = 0; count < 3; count += 1) slots.wakeOne()
    expect(woken).toEqual(['b', 'c', 'b'])
    // One of them found a job. The third notification may have been for another.
    void busySlot(slots, 1, false)
    expect(woken).toEqual(['b', 'c', 'b', 'c'])
    void busySlot(slots, 2, false)
    await end()
    expect(woken).toEqual(['b', 'c', 'b', 'c', 'a'])
  })

  it('uses up no notification to look for jobs that came together', async () => {
    const { slots, woken } = threeSlots()
    const ends = [0, 1, 2].map((slot) => busySlot(slots, slot, false))
    for (let count = 0; count < 2; count += 1) slots.wakeOne()
    await ends[2]!()
    expect(woken).toEqual(['c'])
    // It found one of two jobs that share a notification.
    await busySlot(slots, 2, true)()
    expect(woken).toEqual(['c', 'c'])
    await ends[1]!()
    expect(woken).toEqual(['c', 'c', 'b'])
    await ends[0]!()
    expect(woken).toEqual(['c', 'c', 'b'])
  })

  it('counts no poll as a job', async () => {
    const { slots, woken } = threeSlots()
    const ends = [0, 1, 2].map((slot) => busySlot(slots, slot, false))
    for (let count = 0; count < 9; count += 1) slots.poll()
    for (const end of ends) await end()
    expect(woken).toEqual([])
    slots.poll()
    expect(woken).toEqual(['c'])
  })

  it('wakes the slot whose job ended last, which looks once the result of the job is stored', async () => {
    const { slots, woken } = threeSlots()
    const ends = [0, 1].map((slot) => busySlot(slots, slot, false))
    await ends[1]!()
    await ends[0]!()
    for (let count = 0; count < 3; count += 1) slots.wakeOne()
    expect(woken).toEqual(['a', 'b', 'c'])
  })

  it('wakes every slot whose result is being stored, each once: any may keep the new job from being found', async () => {
    const { slots, woken } = threeSlots(['a', 'b'])
    const ends = [0, 1, 2].map((slot) => busySlot(slots, slot, false))
    await ends[0]!()
    await ends[1]!()
    slots.wakeOne()
    expect(woken).toEqual(['b', 'a'])
    slots.poll()
    expect(woken).toEqual(['b', 'a', 'a'])
  })

  it('looks again after a job if one that was notified meanwhile was not found, until there is none', async () => {
    const { slots, woken, pass } = threeSlots()
    const end = busySlot(slots, 0, false)
    // Both are of the group of the job that runs, so that no slot finds them.
    slots.wakeOne()
    slots.wakeOne()
    expect(woken).toEqual(['b', 'c'])
    await end()
    expect(woken).toEqual(['b', 'c', 'a'])
    await busySlot(slots, 0, false)()
    await busySlot(slots, 0, false)()
    expect(woken).toEqual(['b', 'c', 'a', 'a', 'a'])
    // The last look found none, and the poll a new one. It may be what the others did not find.
    pass()
    slots.poll()
    await busySlot(slots, 0, false)()
    expect(woken).toEqual(['b', 'c', 'a', 'a', 'a', 'a', 'a'])
    slots.poll()
    await busySlot(slots, 1, false)()
    expect(woken).toEqual(['b', 'c', 'a', 'a', 'a', 'a', 'a', 'b'])
  })

  it('looks again after the job that another waits for, also if that was found by a slot that had begun to look before', async () => {
    const { slots, woken } = threeSlots()
    const end = busySlot(slots, 0, false)
    // Both are of the group of the job that runs. The slots are still looking when it ends.
    slots.wakeOne()
    slots.wakeOne()
    await end()
    expect(woken).toEqual(['b', 'c', 'a'])
    await busySlot(slots, 1, false)()
    expect(woken).toEqual(['b', 'c', 'a', 'b'])
  })

  it('looks again after the job that another waits for, also if a job of another group ends first', async () => {
    const { slots, woken, pass } = threeSlots()
    const [end, endOther] = [busySlot(slots, 0, false), busySlot(slots, 1, false)]
    slots.wakeOne()
    await endOther()
    expect(woken).toEqual(['c', 'b'])
    await end()
    expect(woken).toEqual(['c', 'b', 'a'])
    pass()
    slots.wakeOne()
    await busySlot(slots, 0, false)()
    expect(woken).toEqual(['c', 'b', 'a', 'a', 'a'])
    slots.wakeOne()
    await busySlot(slots, 1, false)()
    expect(woken).toEqual(['c', 'b', 'a', 'a', 'a', 'b'])
  })

  it('looks again after the job that another waits for, also if the slot that did not find it has a job', async () => {
    const { slots, woken, pass } = threeSlots()
    const end = busySlot(slots, 0, false)
    void busySlot(slots, 1, false)
    slots.wakeOne()
    pass()
    slots.wakeOne()
    void busySlot(slots, 2, false)
    await end()
    expect(woken).toEqual(['c', 'c', 'a'])
  })

  it('wakes none before any is added', () => {
    const woken: string[] = []
    const notifyWorker = (worker: string) => void woken.push(worker)
    workerSlots({ notifyWorker, getWipData: () => [] }).wakeOne()
    expect(woken).toEqual([])
  })
})
