/** What a mail says, before it is text or HTML: nothing in it is escaped, and no part of it has lines. */
export type Letter = {
  readonly subject: string
  /** Whom it greets; empty for somebody whose name is not known. */
  readonly name: string
  /** What happened, one sentence or a few per paragraph. */
  readonly happened: readonly string[]
  readonly link: { readonly label: string; readonly url: string; readonly note: string } | null
  /** What to do, above all for somebody who did none of it. */
  readonly advice: string
  /** Where Ken is. */
  readonly baseUrl: string
}

// Made once, because making it is slow.
const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })

/** A time for people, such as "Wednesday 4 March 2026 at 05:06 UTC". */
export const timeInWords = (time: Date): string => `${inWords.format(time)} UTC`
