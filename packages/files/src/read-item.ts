/** A document as it was read: what it says, and under which identity and for whom it is to be kept. */
export type ReadDocument = {
  readonly source: string
  readonly externalId: string
  readonly title: string
  /** Null where nothing says where people open it on the web. */
  readonly url: string | null
  /** Readable text: a line that starts with `#` marks is a heading, a blank line ends a paragraph. */
  readonly body: string
  readonly allowed: readonly string[]
  readonly updatedAt: Date | null
}

/**
 * One thing found in the input. `position` is the path below the folder that is read, or `name.jsonl:LINE`;
 * `bytes` is how much of the input it used up, so that the sum never exceeds what `countFiles` counted.
 */
export type ReadItem = { readonly position: string; readonly bytes: number } & (
  | { readonly kind: 'document'; readonly document: ReadDocument }
  /** Deliberately not a document. */
  | { readonly kind: 'skipped'; readonly reason: string }
  /** Should have been a document; everything else is still read. */
  | { readonly kind: 'failed'; readonly reason: string }
)

/** What documents have that do not say it themselves: files never do, lines of JSON may. */
export type ReadOptions = {
  readonly source: string | null
  readonly allowed: readonly string[] | null
  /** Where the folder is published; without it, only files that name their own URL have one. */
  readonly urlBase: string | null
}

/** `ReadOptions` of files, which cannot do without. */
export type FolderOptions = ReadOptions & { readonly source: string; readonly allowed: readonly string[] }

/** The most that is read of one file, and of one line of JSON. */
export const documentBytesMax = 8 * 1024 * 1024
