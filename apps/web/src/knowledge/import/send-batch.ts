import type { Contract } from '../../contract/contract.ts'
import { personOf } from '../../session/person.ts'
import type { Session } from '../../session/session.ts'
import { base64Of } from './batches.ts'
import type { ChosenFile } from './choose-files.ts'
import type { Outcome } from './outcome.ts'
import type { UploadOptions } from './upload.ts'

/** What all batches of an upload have. */
type Shared = {
  readonly options: UploadOptions
  readonly importId: string
  /** The id of the person who imports. */
  readonly person: string | null
}

/** Sends a batch, only as the person who started the upload. Throws as `client.request` does. */
export async function sendBatch(
  session: Pick<Session, 'client' | 'state'>,
  batch: readonly ChosenFile[],
  { options, importId, person }: Shared,
  encode = base64Of,
): Promise<readonly Outcome[]> {
  const contents = await Promise.all(batch.map(({ file }) => encode(file)))
  // Meanwhile another person may have signed in.
  if (personOf(session.state()) !== person)
    throw new Error('The person who started the upload is gone.')
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
      : await session.client.request<Contract['ImportedFiles']>('/api/v1/admin/knowledge/files', {
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
