import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { noteSlowChecks } from './note-slow-checks.ts'

it('names the checks that have not ended after the pause', async () => {
  const running = {
    redis: Promise.resolve(),
    model: new Promise<never>(() => {}),
    mail: new Promise<never>(() => {}),
  }
  const noted = await new Promise((resolve) => {
    noteSlowChecks({ note: resolve }, running, 1)
  })
  expect(noted).toBe('Waiting for: model, mail.')
})

it('says nothing once it is stopped', async () => {
  const notes: string[] = []
  noteSlowChecks({ note: (text) => void notes.push(text) }, {}, 0)()
  await sleep(5)
  expect(notes).toEqual([])
})
