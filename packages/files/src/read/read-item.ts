/** A document as it was read: its content, its identity and who may see it. */
export type ReadDocument = {
  readonly source: string
  readonly externalId: string
  readonly title: string
  /** Null without an address on the web. */
  readonly url: string | null
  /** Plain text: lines that start with `#` are headings, blank lines end paragraphs. */
  readonly body: string
  readonly allowed: readonly string[]
  readonly updatedAt: Date | null
  /** See `Page`; null for lines of JSON. */
  readonly fingerprint: string | null
}

/**
 * One item of the input. `position` is its path below the folder, or `name.jsonl:LINE`; `bytes` is its share of the input,
 * so that the sum never exceeds what `countFiles` counts.
 */
export type ReadItem = { readonly position: string; readonly bytes: number } & (
  | { readonly kind: 'document'; readonly document: ReadDocument }
  /** Not meant to be a document. */
  | { readonly kind: 'skipped'; readonly reason: string }
  /** A document that could not be read; all others are still read. */
  | { readonly kind: 'failed'; readonly reason: string }
)

/** What documents have unless they state it themselves, as lines of JSON may. */
export type ReadOptions = {
  readonly source: string | null
  readonly allowed: readonly string[] | null
  /** Where the folder is published; without it, only files with a URL of their own have one. */
  readonly urlBase: string | null
}

/** `ReadOptions` of files, which need both. */
export type FolderOptions = ReadOptions & {
  readonly source: string
  readonly allowed: readonly string[]
}

/** The limit of one file, and of one line of JSON. */
export const documentBytesMax = 8 * 1024 * 1024

/** The limit of a file on disk that has pictures or attachments beside its text. */
export const illustratedBytesMax = 64 * 1024 * 1024
