import type { AccountId } from '../../../model/accounts/account.ts'
import type {
  InvitationCounts,
  InvitationImport,
  InvitationImportId,
  InvitationVerdict,
} from '../../../model/invitations/invitation-import.ts'
import type { ImportedLine, InvitationState } from '../../../model/invitations/invitation.ts'
import type { PageRequest } from '../../../model/page.ts'

/** Stores imports of lists of people and the result of each line, inside a transaction. */
export interface InvitationImportStore {
  /** Adds an import, before its invitations. Throws if the id is taken. */
  insert(imported: InvitationImport): Promise<void>

  /** Null if the import does not exist. */
  find(id: InvitationImportId): Promise<InvitationImport | null>

  /** By id, newest first: at most `limit` after the import `after`. */
  list(page: PageRequest<InvitationImportId>): Promise<readonly InvitationImport[]>

  /**
   * Replaces the counts of an import, which must exist, and records its progress; `isFinished` marks
   * the end.
   */
  recordProgress(
    id: InvitationImportId,
    counts: InvitationCounts,
    state: { readonly isFinished: boolean },
  ): Promise<void>

  /**
   * The newest unfinished import of the same list by the same importer without progress for
   * `importStallsAfterSeconds`. Counts as progress, so that exactly one of any concurrent calls
   * finds it.
   */
  findStalled(importedBy: AccountId | null, fingerprint: string): Promise<InvitationImportId | null>

  /**
   * Keeps the results of lines, as long as their import, and returns the numbers of the lines that had none, in no
   * order. A line that has one keeps it, so that an import that continues an interrupted one may record its lines again.
   */
  recordLines(
    importId: InvitationImportId,
    lines: readonly ImportedLine[],
  ): Promise<readonly number[]>

  /**
   * The results of the lines of an import, in order: at most `limit` after the line `after`. Only
   * those with this verdict, unless it is null.
   */
  listLines(
    importId: InvitationImportId,
    verdict: InvitationVerdict | null,
    page: PageRequest<number>,
  ): Promise<readonly ImportedLine[]>

  /**
   * The number of invitations of each import per state. States without any are absent, and so are
   * imports without any.
   */
  countInvitations(
    importIds: readonly InvitationImportId[],
  ): Promise<ReadonlyMap<InvitationImportId, ReadonlyMap<InvitationState, number>>>
}
