import type { Source } from '../../../../model/knowledge/document.ts'
import type { Stores } from '../../../../ports/index.ts'

/** Removes the documents of a source whose external id is not in the list, and returns their number. */
export const removeAllBut =
  (source: Source, externalIds: readonly string[]) =>
  async ({ documents }: Pick<Stores, 'documents'>): Promise<number> =>
    documents.remove(source, await documents.listAllBut(source, externalIds))
