import { batchesOf } from './batches.ts'
import type { Choice, ChosenFile } from './choose-files.ts'
import type { Outcome } from './outcome.ts'

/** What all documents of an upload have. */
export type UploadOptions = {
  readonly source: string
  readonly allowed: readonly string[]
  readonly urlBase: string
}

/** How far an upload is. Everything in `outcomes` is stored; unless it is done or runs, `run` continues with the rest. */
export type UploadProgress = {
  readonly state: 'running' | 'failed' | 'interrupted' | 'done'
  readonly outcomes: readonly Outcome[]
  readonly error: unknown
}

/** The files of one import, sent in batches, one after the other. It outlives the screen while its person signs in again. */
export type Upload = {
  readonly choice: Choice
  readonly options: UploadOptions
  readonly progress: () => UploadProgress
  readonly subscribe: (listener: () => void) => () => void
  readonly run: () => Promise<void>
  /** Leaves out the files that failed, and continues with the rest. */
  readonly giveUp: () => void
  /** Interrupts it after the batch that is being sent. */
  readonly stop: () => void
}

type UploadWorld = {
  readonly send: (batch: readonly ChosenFile[]) => Promise<readonly Outcome[]>
  /** Whether an error ended the session, so that the screen comes back after a sign-in. */
  readonly endsSession: (error: unknown) => boolean
}

/** An upload of which nothing is sent yet. */
export function createUpload(
  choice: Choice,
  options: UploadOptions,
  { send, endsSession }: UploadWorld,
): Upload {
  const batches = [...batchesOf(choice.files)]
  const outcomes: Outcome[] = []
  const listeners = new Set<() => void>()
  let isStopped = false
  let progress: UploadProgress = { state: 'interrupted', outcomes: [], error: null }
  function become(state: UploadProgress['state'], error: unknown = null): void {
    progress = { state, outcomes: [...outcomes], error }
    for (const listener of listeners) listener()
  }
  async function run(): Promise<void> {
    if (progress.state === 'running' || progress.state === 'done') return
    isStopped = false
    become('running')
    try {
      for (let batch = batches[0]; batch !== undefined; batch = batches[0]) {
        if (isStopped) return become('interrupted')
        outcomes.push(...(await send(batch)))
        batches.shift()
        become('running')
      }
      become('done')
    } catch (error) {
      become(endsSession(error) || isStopped ? 'interrupted' : 'failed', error)
    }
  }
  return {
    choice,
    options,
    progress: () => progress,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    run,
    giveUp: () => {
      if (progress.state !== 'failed') return
      for (const { path } of batches.shift() ?? [])
        outcomes.push({ path, verdict: 'invalid', reason: 'given_up' })
      void run()
    },
    stop: () => {
      isStopped = true
    },
  }
}
