import type { ConvertedFile, RefusedFile, UploadedFile, UploadOptions } from '@ken/core/ports'
import { formatOf } from '../read/format.ts'
import { convertContent, pageOf, type PageContent } from '../read/page.ts'
import { tooLarge } from '../read/read-file.ts'
import { documentBytesMax } from '../read/read-item.ts'
import { leftOut } from '../read/walk-folder.ts'

/** Makes a document from a file as `readFolder` does from the same file in a folder. Never throws. */
export async function convertUpload(
  file: UploadedFile,
  options: UploadOptions,
): Promise<ConvertedFile> {
  const { path, content, modifiedAt } = file
  const format = uploadFormatOf(path)
  if (typeof format === 'object') return format
  if (content.length > documentBytesMax)
    return {
      kind: 'invalid',
      reason: 'too_large',
      detail: tooLarge(content.length, documentBytesMax),
    }
  return outcomeOf(pageOf({ name: path, format }, content, modifiedAt, options))
}

/** The document of a page, or why it has none. Never throws. */
export async function outcomeOf(page: PageContent): Promise<ConvertedFile> {
  const converted = await convertContent(page)
  if (!('reason' in converted)) return { kind: 'document', document: converted }
  const { fault, reason: detail } = converted
  return fault === 'empty'
    ? { kind: 'skipped', reason: fault, detail }
    : { kind: 'invalid', reason: fault, detail }
}

/** How a file with this path is read, or why it is left out. */
function uploadFormatOf(path: string): Parameters<typeof pageOf>[0]['format'] | RefusedFile {
  for (const step of path.split('/')) {
    const detail = leftOut(step)
    if (detail === 'hidden') return { kind: 'skipped', reason: 'hidden', detail }
    if (detail !== null) return { kind: 'skipped', reason: 'installed_packages', detail }
  }
  const known = formatOf(path)
  if ('reason' in known) return unsupported(known.reason)
  return known.format === 'json lines' ? unsupported(jsonLines) : known.format
}

const unsupported = (detail: string): RefusedFile => ({
  kind: 'skipped',
  reason: 'unsupported_format',
  detail,
})

const jsonLines = 'JSON lines name sources and permissions themselves: use `ken import`'
