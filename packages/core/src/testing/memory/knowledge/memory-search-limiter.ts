import { searchLimits, type SearchLimits } from '../../../model/knowledge/search-limits.ts'
import { err, ok } from '../../../model/result.ts'
import type { SearchLimiter } from '../../../ports/knowledge/search-limiter.ts'

type Person = { running: number; readonly waiting: ((mayRun: boolean) => void)[] }

/** Counts the searches of each person in a map. */
export function memorySearchLimiter({
  runningMax,
  waitingMax,
  waitMs,
}: SearchLimits = searchLimits): SearchLimiter {
  const people = new Map<string, Person>()
  const wait = ({ waiting }: Person): Promise<boolean> =>
    new Promise((resolve) => {
      waiting.push(resolve)
      setTimeout(() => {
        const position = waiting.indexOf(resolve)
        if (position < 0) return
        waiting.splice(position, 1)
        resolve(false)
      }, waitMs).unref()
    })
  const mayRun = (person: Person): boolean | Promise<boolean> => {
    if (person.running >= runningMax) return person.waiting.length < waitingMax && wait(person)
    person.running += 1
    return true
  }
  return {
    async run(userId, search) {
      const person = people.get(userId) ?? { running: 0, waiting: [] }
      people.set(userId, person)
      if (!(await mayRun(person)))
        return err({ code: 'search.too_many', runningMax, retryAfterSeconds: 1 })
      try {
        return ok(await search())
      } finally {
        const next = person.waiting.shift()
        if (next === undefined) person.running -= 1
        else next(true)
      }
    },
  }
}
