import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Contract } from '../../contract/contract.ts'
import type { Session } from '../../session/session.ts'
import { useSession } from '../../session/use-session.ts'
import { useForgetSources } from '../use-sources.ts'
import { base64Of } from './batches.ts'
import type { Choice, ChosenFile } from './choose-files.ts'
import type { Outcome } from './outcome.ts'
import { createUpload, type Upload, type UploadOptions, type UploadProgress } from './upload.ts'

const work = 'upload'

/**
 * The upload of this screen, and how to start one. It ends when the screen is left, but waits for its person if only the
 * session has ended.
 */
export function useUpload(): readonly [
  Upload | null,
  (choice: Choice, options: UploadOptions) => void,
] {
  const session = useSession()
  const { drafts, follow } = session
  const forgetSources = useForgetSources()
  // Nothing else is kept under this name.
  const [upload, setUpload] = useState(() => drafts.work(work) as Upload | null)
  useEffect(() => {
    drafts.keepWork(work, null)
    return () => {
      upload?.stop()
      if (!isSignedIn(session)) drafts.keepWork(work, upload)
    }
  }, [upload, drafts, session])
  const start = (choice: Choice, options: UploadOptions) => {
    const importId = newImportId()
    const begun = createUpload(choice, options, {
      // A batch whose response is lost may be stored.
      send: (batch) => send(session, batch, options, importId).finally(forgetSources),
      endsSession: (error) => {
        follow(error)
        return !isSignedIn(session)
      },
    })
    setUpload(begun)
    void begun.run()
  }
  return [upload, start]
}

const isSignedIn = ({ state }: Session): boolean => state().kind === 'signed_in'

export const useUploadProgress = ({ progress, subscribe }: Upload): UploadProgress =>
  useSyncExternalStore(subscribe, progress)

async function send(
  { client }: Session,
  batch: readonly ChosenFile[],
  { source, allowed, urlBase }: UploadOptions,
  importId: string,
): Promise<readonly Outcome[]> {
  const contents = await Promise.all(batch.map(({ file }) => base64Of(file)))
  const files = batch.flatMap(({ path, file }, position) => {
    const content = contents[position]
    const modified_at = new Date(file.lastModified).toISOString()
    return typeof content === 'string' ? [{ path, content, modified_at }] : []
  })
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

/** A random UUID. `crypto.randomUUID` exists only with https. */
function newImportId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
