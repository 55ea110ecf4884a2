import type { Forbidden } from '../../model/accounts/account-errors.ts'
import { isAdministrator, readerEffectiveRoleOf } from '../../authorization/effective-role.ts'
import { parseSource } from '../../model/knowledge/document.ts'
import type { SourceBeingRemoved } from '../../model/knowledge/knowledge-errors.ts'
import type { Actor } from '../../model/actor.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { FingerprintedDocument, Transacts } from '../../ports/index.ts'
import { documentsPerImportMax } from './import-documents.ts'

/** At most `documentsPerImportMax` documents. */
export type FindUnchangedDocuments = {
  readonly actor: Actor
  readonly documents: readonly FingerprintedDocument[]
}

/**
 * Returns, for each document in order, whether it is stored with this fingerprint, so that importing it again would change
 * nothing. Refuses them while a source of them is being removed.
 */
export async function findUnchangedDocuments(
  ports: Transacts<'accounts' | 'documents' | 'sources'>,
  { actor, documents }: FindUnchangedDocuments,
): Promise<Result<readonly boolean[], Forbidden | SourceBeingRemoved>> {
  if (documents.length > documentsPerImportMax)
    throw new RangeError(`at most ${documentsPerImportMax} documents per import`)
  return ports.transact(async (stores) => {
    if (!isAdministrator(await readerEffectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const names = new Set(documents.map(({ source }) => parseSource(source)))
    const sources = [...names].filter((source) => source !== null)
    const removed = await stores.sources.holdForImport(sources)
    if (removed.length > 0) return err({ code: 'knowledge.source_being_removed', sources: removed })
    return ok(await stores.documents.haveFingerprints(documents))
  })
}
