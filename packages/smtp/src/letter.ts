/** The content of an email before rendering: nothing is escaped, and line breaks are not removed. */
export type Letter = {
  /** As HTML names it. */
  readonly language: string
  readonly subject: string
  readonly greeting: string
  /** The paragraphs that say what happened. */
  readonly happened: readonly string[]
  readonly link: {
    readonly label: string
    readonly url: string
    /** How long it works; null for a page that stays. */
    readonly note: string | null
  } | null
  /** What to do, especially for recipients who did not cause this. */
  readonly advice: string
  readonly closing: string
  /** Ken's own address. */
  readonly baseUrl: string
}
