import { describe, expect, it } from 'vitest'
import { placesOf } from './places.ts'

function threePlaces() {
  const woken: string[] = []
  const places = placesOf({ notifyWorker: (worker) => void woken.push(worker) })
  for (const worker of ['a', 'b', 'c']) places.settle(worker)
  return { places, woken }
}

/** Takes a place until it is told to end. */
function taken(places: ReturnType<typeof placesOf>, place: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const occupied = places.occupy(place, () => promise)
  return async () => {
    resolve()
    await occupied
  }
}

describe('placesOf', () => {
  it('wakes one place at a time, in turn', () => {
    const { places, woken } = threePlaces()
    for (let count = 0; count < 4; count += 1) places.wakeOne()
    expect(woken).toEqual(['a', 'b', 'c', 'a'])
  })

  it('wakes another when one finds a job, and nobody when all are taken', async () => {
    const { places, woken } = threePlaces()
    const ends = [0, 1, 2].map((place) => taken(places, place))
    expect(woken).toEqual(['b', 'c'])
    places.wakeOne()
    expect(woken).toHaveLength(2)
    await ends[1]!()
    expect(woken).toEqual(['b', 'c', 'b'])
    places.wakeOne()
    expect(woken).toEqual(['b', 'c', 'b', 'b'])
  })

  it('lets a place look again when it is through, whatever became of its job', async () => {
    const { places, woken } = threePlaces()
    await expect(places.occupy(2, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(woken).toEqual(['a', 'c'])
  })

  it('wakes nobody before anybody is there', () => {
    const woken: string[] = []
    placesOf({ notifyWorker: (worker) => void woken.push(worker) }).wakeOne()
    expect(woken).toEqual([])
  })
})
