import { expect, it } from 'vitest'
import type { Choice, ChosenFile } from './choose-files.ts'
import { createUpload } from './upload.ts'

const chosen = (count: number): Choice => ({
  files: Array.from({ length: count }, (_, number) => ({
    path: `${number}.md`,
    file: new File(['x'], `${number}.md`),
  })),
  leftOut: [],
})
const options = { source: 'wiki', allowed: ['everyone'], urlBase: '' }
const stored = (batch: readonly ChosenFile[]) =>
  batch.map(({ path }) => ({ path, verdict: 'created', reason: null }) as const)
const shown = ({ progress }: ReturnType<typeof createUpload>) => {
  const { state, outcomes } = progress()
  return [state, outcomes.length]
}

/** An upload of 120 files, in three batches, with what happens at each request. */
function uploadWith(acts: readonly (() => void)[]) {
  const sent: number[] = []
  const upload = createUpload(chosen(120), options, {
    send: async (batch) => {
      acts[sent.push(batch.length) - 1]?.()
      return stored(batch)
    },
    endsSession: (error) => error === 'signed out',
  })
  return { upload, sent }
}
const fail = (reason: string) => () => {
  // oxlint-disable-next-line typescript/only-throw-error -- tells the errors apart
  throw reason
}

it('sends all batches', async () => {
  const { upload, sent } = uploadWith([])
  await upload.run()
  expect([...shown(upload), sent]).toEqual(['done', 120, [50, 50, 20]])
  await upload.run()
  expect(sent).toHaveLength(3)
})

it('continues where a batch failed, or without it', async () => {
  const { upload, sent } = uploadWith([() => {}, fail('busy'), fail('busy')])
  await upload.run()
  expect([...shown(upload), upload.progress().error]).toEqual(['failed', 50, 'busy'])
  await upload.run()
  expect(shown(upload)).toEqual(['failed', 50])
  upload.giveUp()
  await expect.poll(() => shown(upload)).toEqual(['done', 120])
  expect(sent).toEqual([50, 50, 50, 20])
  expect(upload.progress().outcomes.filter(({ reason }) => reason === 'given_up')).toHaveLength(50)
})

it('is interrupted, not failed, when the session ends, and then continues', async () => {
  const { upload } = uploadWith([() => {}, fail('signed out')])
  await upload.run()
  expect(shown(upload)).toEqual(['interrupted', 50])
  await upload.run()
  expect(shown(upload)).toEqual(['done', 120])
})

it('stops after the batch that is being sent, which counts', async () => {
  const { upload, sent } = uploadWith([() => upload.stop()])
  await upload.run()
  expect([...shown(upload), sent]).toEqual(['interrupted', 50, [50]])
  await upload.run()
  expect(shown(upload)).toEqual(['done', 120])
})
