import type { Forbidden } from '../../model/accounts/account-errors.ts'
import type { Actor } from '../../model/actor.ts'
import type { DocumentFault } from '../../model/knowledge/document.ts'
import type { SourceBeingRemoved } from '../../model/knowledge/knowledge-errors.ts'
import {
  faultOfPath,
  type RefusedFile,
  type UploadedFile,
} from '../../model/knowledge/uploaded-file.ts'
import { ok, type Result } from '../../model/result.ts'
import type { ConvertedFile, Ports, UploadOptions } from '../../ports/index.ts'
import { documentsPerImportMax, importDocuments, type ImportVerdict } from './import-documents.ts'

/** At most `documentsPerImportMax` files. */
export type ImportFiles = {
  readonly actor: Actor
  readonly files: readonly UploadedFile[]
  readonly options: UploadOptions
  /** Batches of the same import are one import in the list of sources. */
  readonly importId?: string | undefined
  /** Ends the conversion; nothing is stored then. */
  readonly signal?: AbortSignal
}

/** The outcome for one file. */
export type FileVerdict = Exclude<ImportVerdict, { readonly kind: 'invalid' }> | RefusedFile

/**
 * Makes documents from files and imports them like `importDocuments`. A file that is no document is reported and does not
 * affect the others. Returns one verdict per file, in order.
 */
export async function importFiles(
  ports: Parameters<typeof importDocuments>[0] & Pick<Ports, 'fileConverter'>,
  { actor, files, options, importId, signal = new AbortController().signal }: ImportFiles,
): Promise<Result<readonly FileVerdict[], Forbidden | SourceBeingRemoved>> {
  if (files.length > documentsPerImportMax)
    throw new RangeError(`at most ${documentsPerImportMax} files per import`)
  const read = await convertAll(ports, files, { options, signal })
  const documents = read.flatMap((file) => (file.kind === 'document' ? [file.document] : []))
  const imported = await importDocuments(ports, {
    actor,
    documents,
    ...(importId !== undefined && { importId }),
  })
  if (!imported.ok) return imported
  const verdicts = imported.value.values()
  return ok(
    read.map((file) =>
      file.kind === 'document'
        ? verdictOf(verdicts.next().value!) // One verdict per document, in order.
        : file,
    ),
  )
}

/** Converts the files that have a valid path. */
async function convertAll(
  { fileConverter }: Pick<Ports, 'fileConverter'>,
  files: readonly UploadedFile[],
  { options, signal }: { readonly options: UploadOptions; readonly signal: AbortSignal },
): Promise<readonly ConvertedFile[]> {
  const faults = files.map(({ path }) => faultOfPath(path))
  const converted = await fileConverter.convert(
    files.filter((_, position) => faults[position] === null),
    options,
    signal,
  )
  const outcomes = converted.values()
  return faults.map((fault) => fault ?? outcomes.next().value!) // One outcome per file, in order.
}

function verdictOf(verdict: ImportVerdict): FileVerdict {
  if (verdict.kind !== 'invalid') return verdict
  const [{ field, detail } = unknownFault] = verdict.faults
  const reason =
    field === 'url' ? 'link_invalid' : field === 'body' ? 'text_too_long' : 'path_invalid'
  return { kind: 'invalid', reason, detail: `${field}: ${detail}` }
}

const unknownFault: DocumentFault = { field: 'externalId', detail: 'is not valid' }
