import { createHash } from 'node:crypto'
import {
  documentAddress,
  type DocumentReader,
  type Source,
  type VisibleDocument,
} from '@ken/core/ports'
import type { Query } from '../database.ts'

/** Reads on the connections of searches, and ends in the database with its request, as they do. */
export const postgresDocumentReader = (searchQuery: Query): DocumentReader => ({
  async findVisible(id, { principals, sources }) {
    const values = [id, principals, sources]
    const [row] = await searchQuery<Row>('read_document', readDocument, values)
    if (row === undefined) return null
    const { title, url, source, body, updated_at: updatedAt } = row
    const seen = { title, source, body, updatedAt, url: documentAddress(id, url) }
    return { id, ...seen, version: versionOf(seen) }
  },
})

/** Half a SHA-256 is enough to distinguish the versions of one document. */
const versionOf = ({ body, ...others }: Omit<VisibleDocument, 'id' | 'version'>): string =>
  createHash('sha256')
    .update(`${JSON.stringify(others)}\n`)
    .update(body)
    .digest('hex')
    .slice(0, 32)

type Row = {
  readonly title: string
  readonly url: string
  readonly source: Source
  readonly body: string
  readonly updated_at: Date | null
}

const readDocument = `
select title, url, source, body, updated_at from documents
where id = $1 and allowed && $2::text[] and ($3::text[] is null or source = any ($3::text[]))
`
