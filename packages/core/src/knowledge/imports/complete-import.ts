import { effectiveRoleOf, isAdministrator } from '../../authorization/effective-role.ts'
import type { Forbidden } from '../../model/accounts/account-errors.ts'
import type { Actor } from '../../model/actor.ts'
import { parseSource } from '../../model/knowledge/document.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { Transacts } from '../../ports/index.ts'
import { recordImports } from './record-imports.ts'

/** Call it after the last batch of an import. */
export type CompleteImport = {
  readonly actor: Actor
  readonly importId: string
  /** Every source of the import, including those in which all documents are unchanged. Others are ignored. */
  readonly sources: readonly string[]
}

/** Records that an import has read these sources to the end. What its batches changed was recorded with them. */
export async function completeImport(
  ports: Transacts<'accounts' | 'now' | 'sources'>,
  { actor, importId, sources }: CompleteImport,
): Promise<Result<null, Forbidden>> {
  return ports.transact(async (stores) => {
    if (!isAdministrator(await effectiveRoleOf(stores, actor)))
      return err({ code: 'account.forbidden' })
    const names = new Set(sources.map(parseSource).filter((source) => source !== null))
    const counts = [...names].map((source) => ({ source, upserted: 0, removed: 0 }))
    await recordImports(stores, actor, importId, counts)
    return ok(null)
  })
}
