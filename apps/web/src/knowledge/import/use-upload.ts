import { useEffect, useRef, useState } from 'react'
import type { Contract } from '../../contract/contract.ts'
import { useSession } from '../../session/use-session.ts'
import { base64Of, batchesOf } from './batches.ts'
import type { ChosenFile } from './choose-files.ts'
import type { Outcome } from './outcome.ts'

/** What all documents of an upload have. */
export type UploadOptions = {
  readonly source: string
  readonly allowed: readonly string[]
  readonly urlBase: string
}

/** How far an upload is. After `failed`, everything in `outcomes` is stored, and `retry` continues with the rest. */
export type Upload = {
  readonly state: 'idle' | 'running' | 'failed' | 'done'
  readonly outcomes: readonly Outcome[]
  readonly error: unknown
  readonly start: (files: readonly ChosenFile[], options: UploadOptions) => void
  readonly retry: () => void
  /** Leaves out the files that failed, and continues with the rest. */
  readonly giveUp: () => void
}

type Progress = Pick<Upload, 'state' | 'outcomes' | 'error'>

/** What is left to be sent. */
type Work = {
  readonly batches: (readonly ChosenFile[])[]
  readonly options: UploadOptions
  readonly importId: string
  readonly outcomes: Outcome[]
}

type UploadEvents = {
  /** A batch is stored, or may be although its response was lost. The screen may be left already. */
  readonly onSent: () => void
  readonly onDone: () => void
}

/** Sends files in batches, one after the other. Ends when the screen is left. */
export function useUpload({ onSent, onDone }: UploadEvents): Upload {
  const { client, follow } = useSession()
  const work = useRef<Work | null>(null)
  const isLeft = useRef(false)
  const [progress, setProgress] = useState<Progress>({ state: 'idle', outcomes: [], error: null })
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])

  async function send(batch: readonly ChosenFile[], { options, importId }: Work) {
    const contents = await Promise.all(batch.map(({ file }) => base64Of(file)))
    const files = batch.flatMap(({ path, file }, position) => {
      const content = contents[position]
      const modified_at = new Date(file.lastModified).toISOString()
      return typeof content === 'string' ? [{ path, content, modified_at }] : []
    })
    const { source, allowed, urlBase } = options
    const json = { source, allowed, url_base: urlBase || null, import_id: importId, files }
    const sent =
      files.length === 0
        ? { files: [] }
        : await client.request<Contract['ImportedFiles']>('/api/v1/admin/knowledge/files', {
            method: 'POST',
            json,
          })
    const verdicts = sent.files.values()
    return batch.map(({ path }, position): Outcome => {
      if (contents[position] === null) return { path, verdict: 'invalid', reason: 'unreadable' }
      const { verdict, reason } = verdicts.next().value!
      return { path, verdict, reason }
    })
  }
  async function run(current: Work) {
    const show = (state: Upload['state'], error: unknown = null) =>
      setProgress({ state, outcomes: [...current.outcomes], error })
    show('running')
    try {
      for (let batch = current.batches[0]; batch !== undefined; batch = current.batches[0]) {
        current.outcomes.push(...(await send(batch, current).finally(onSent)))
        if (isLeft.current) return
        current.batches.shift()
        show('running')
      }
      show('done')
      onDone()
    } catch (error) {
      show('failed', error)
      follow(error)
    }
  }
  return {
    ...progress,
    start: (files, options) => {
      if (progress.state === 'running') return
      const batches = [...batchesOf(files)]
      work.current = { batches, options, importId: newImportId(), outcomes: [] }
      void run(work.current)
    },
    retry: () => {
      if (progress.state === 'failed' && work.current !== null) void run(work.current)
    },
    giveUp: () => {
      if (progress.state !== 'failed' || work.current === null) return
      for (const { path } of work.current.batches.shift() ?? [])
        work.current.outcomes.push({ path, verdict: 'invalid', reason: 'given_up' })
      void run(work.current)
    },
  }
}

/** A random UUID. `crypto.randomUUID` exists only with https. */
function newImportId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
