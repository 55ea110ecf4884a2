import { useEffect, useState, useSyncExternalStore } from 'react'
import { personOf } from '../../session/person.ts'
import { useSession } from '../../session/use-session.ts'
import { useForgetSources } from '../use-sources.ts'
import type { Choice } from './choose-files.ts'
import { sendBatch } from './send-batch.ts'
import { createUpload, type Upload, type UploadOptions, type UploadProgress } from './upload.ts'

const work = 'upload'

/**
 * The upload of this screen, how to start one, and how to forget it. It ends when the screen is left, but waits for its
 * person if only the session has ended.
 */
export function useUpload(): readonly [
  Upload | null,
  (choice: Choice, options: UploadOptions) => void,
  () => void,
] {
  const session = useSession()
  const { drafts, follow, state } = session
  const forgetSources = useForgetSources()
  // Nothing else is kept under this name.
  const [upload, setUpload] = useState(() => drafts.work(work) as Upload | null)
  useEffect(() => {
    drafts.keepWork(work, upload)
    return () => {
      upload?.stop()
      if (state().kind === 'signed_in') drafts.keepWork(work, null)
    }
  }, [upload, drafts, state])
  const start = (choice: Choice, options: UploadOptions) => {
    const shared = { options, importId: newImportId(), person: personOf(state()) }
    const begun = createUpload(choice, options, {
      // A batch whose response is lost may be stored.
      send: (batch) => sendBatch(session, batch, shared).finally(forgetSources),
      endsSession: (error) => {
        follow(error)
        return state().kind !== 'signed_in'
      },
    })
    setUpload(begun)
    void begun.run()
  }
  const forget = () => drafts.keepWork(work, null)
  return [upload, start, forget]
}

export const useUploadProgress = ({ progress, subscribe }: Upload): UploadProgress =>
  useSyncExternalStore(subscribe, progress)

/** A random UUID. `crypto.randomUUID` exists only with https. */
function newImportId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
