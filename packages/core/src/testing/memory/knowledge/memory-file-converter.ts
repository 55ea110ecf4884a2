import type { FileConverter } from '../../../ports/knowledge/file-converter.ts'
import { Unavailable } from '../../../ports/platform/unavailable.ts'

/** Makes a document with the path as its title from each file with text. */
export const memoryFileConverter = (): FileConverter => ({
  convert: async (files, { source, allowed, urlBase }, signal) =>
    files.map(({ path, content, modifiedAt }) => {
      if (signal.aborted) throw new Unavailable('request', 'The request ended.')
      if (content.length === 0) return { kind: 'skipped', reason: 'empty', detail: 'empty' }
      if (content.includes(0)) return { kind: 'invalid', reason: 'binary', detail: 'not text' }
      const document = {
        source,
        externalId: path,
        title: path,
        url: urlBase === null ? null : `${urlBase}/${path}`,
        body: new TextDecoder().decode(content),
        allowed,
        updatedAt: modifiedAt,
      }
      return { kind: 'document', document }
    }),
})
