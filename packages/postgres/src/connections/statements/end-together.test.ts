import { expect, it } from 'vitest'
import type { JoinedQuery } from '../../database.ts'
import { endTogether, leaveForEnd, takeWaiting } from './end-together.ts'

/** A database that notes what is sent alone. */
function recorded() {
  const sent: string[] = []
  const query: JoinedQuery = async (name) => {
    sent.push(name)
    return []
  }
  const leave = (name: string) => leaveForEnd(query, { name, text: 'select', values: [] })
  return { sent, query, leave }
}

const taken = () => takeWaiting().map(({ name }) => name)

it('hands what work leaves for its end to the last statement, once, and to that of no other work', async () => {
  const { sent, query, leave } = recorded()
  const work = (name: string) =>
    endTogether(query, async () => {
      await leave(`${name} one`)
      await leave(`${name} two`)
      return [taken(), taken()]
    })
  expect(await Promise.all([work('a'), work('b')])).toEqual([
    [['a one', 'a two'], []],
    [['b one', 'b two'], []],
  ])
  expect(sent).toEqual([])
})

it('sends what is left when the work ends or fails, and at once what comes later or from no work', async () => {
  const { sent, query, leave } = recorded()
  await leave('outside')
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let late: Promise<void> | undefined
  const failing = endTogether(query, async () => {
    await leave('left')
    late = ended.then(() => leave('late'))
    throw new Error('The job failed.')
  })
  await expect(failing).rejects.toThrow('The job failed.')
  expect(sent).toEqual(['outside', 'left'])
  end()
  await late
  expect(sent).toEqual(['outside', 'left', 'late'])
  expect(taken()).toEqual([])
})
