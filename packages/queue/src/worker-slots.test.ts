import { describe, expect, it } from 'vitest'
import { workerSlots } from './worker-slots.ts'

function threeSlots() {
  const woken: string[] = []
  const slots = workerSlots({ notifyWorker: (worker) => void woken.push(worker) })
  for (const worker of ['a', 'b', 'c']) slots.add(worker)
  return { slots, woken }
}

/** Occupies a slot until it is released. */
function busySlot(slots: ReturnType<typeof workerSlots>, slot: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const running = slots.run(slot, () => promise)
  return async () => {
    resolve()
    await running
  }
}

describe('workerSlots', () => {
  it('wakes one slot at a time, in turn', () => {
    const { slots, woken } = threeSlots()
    for (let count = 0; count < 4; count += 1) slots.wakeOne()
    expect(woken).toEqual(['a', 'b', 'c', 'a'])
  })

  it('wakes another when one finds a job, and none when all are busy', async () => {
    const { slots, woken } = threeSlots()
    const ends = [0, 1, 2].map((slot) => busySlot(slots, slot))
    expect(woken).toEqual(['b', 'c'])
    slots.wakeOne()
    expect(woken).toHaveLength(2)
    await ends[1]!()
    expect(woken).toEqual(['b', 'c', 'b'])
    slots.wakeOne()
    expect(woken).toEqual(['b', 'c', 'b', 'b'])
  })

  it('polls again after a job, whether it succeeded or failed', async () => {
    const { slots, woken } = threeSlots()
    await expect(slots.run(2, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(woken).toEqual(['a', 'c'])
  })

  it('wakes none before any is added', () => {
    const woken: string[] = []
    workerSlots({ notifyWorker: (worker) => void woken.push(worker) }).wakeOne()
    expect(woken).toEqual([])
  })
})
