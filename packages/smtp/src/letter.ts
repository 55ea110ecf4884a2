/** The content of an email before rendering: nothing is escaped, and no part contains line breaks. */
export type Letter = {
  readonly subject: string
  /** The recipient's name; empty if unknown. */
  readonly name: string
  /** The paragraphs that say what happened. */
  readonly happened: readonly string[]
  readonly link: { readonly label: string; readonly url: string; readonly note: string } | null
  /** What to do, especially for recipients who did not cause this. */
  readonly advice: string
  /** Ken's own address. */
  readonly baseUrl: string
}

// Created once, because creating it is slow.
const inWords = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** A readable time, such as "Wednesday 4 March 2026 at 05:06 UTC". */
export const timeInWords = (time: Date): string => `${inWords.format(time)} UTC`
