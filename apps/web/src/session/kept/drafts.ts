/** Forms hold the page while they are changed; the words of a search are never written anywhere. */
export type DraftKind = 'form' | 'search'

/** What was typed and not sent, and work that a sign-in interrupted, in memory only. Never holds secrets. */
export type Drafts = {
  readonly read: (name: string) => string | undefined
  /** An empty text drops the draft. */
  readonly keep: (name: string, text: string, kind: DraftKind) => void
  /** Work of a screen that continues when its person has signed in again; null drops it. */
  readonly work: (name: string) => unknown
  readonly keepWork: (name: string, work: object | null) => void
  /** Calls a listener after each change of a work, also when all are cleared, until the returned function is called. */
  readonly onWork: (listener: () => void) => () => void
  readonly clear: () => void
  /** What is on the screen would be lost: leaving it asks first, with a question of its own if there is one. */
  readonly hold: (name: string, question?: string) => void
  readonly release: (name: string) => void
  readonly isHeld: () => boolean
  /** The question of what is held; null without one. */
  readonly question: () => string | null
  readonly releaseAll: () => void
  /** The drafts of forms, for the page that replaces this one. */
  readonly handOver: () => DraftTexts
  readonly takeOver: (texts: DraftTexts) => void
}

export type DraftTexts = ReadonlyArray<readonly [name: string, text: string]>

/** Drafts of one person; another person's sign-in clears them. */
export function createDrafts(): Drafts {
  const drafts = new Map<string, { readonly text: string; readonly kind: DraftKind }>()
  const works = new Map<string, object>()
  const held = new Map<string, string | null>()
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  return {
    read: (name) => drafts.get(name)?.text,
    keep: (name, text, kind) => {
      if (text === '') drafts.delete(name)
      else drafts.set(name, { text, kind })
    },
    work: (name) => works.get(name) ?? null,
    keepWork: (name, work) => {
      if (work === null) works.delete(name)
      else works.set(name, work)
      changed()
    },
    onWork: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clear: () => {
      drafts.clear()
      works.clear()
      changed()
    },
    hold: (name, question) => held.set(name, question ?? null),
    release: (name) => held.delete(name),
    isHeld: () => held.size > 0,
    question: () => [...held.values()].find((question) => question !== null) ?? null,
    releaseAll: () => held.clear(),
    handOver: () =>
      [...drafts].flatMap(([name, { text, kind }]) => (kind === 'form' ? [[name, text]] : [])),
    takeOver: (texts) => {
      for (const [name, text] of texts) drafts.set(name, { text, kind: 'form' })
    },
  }
}
