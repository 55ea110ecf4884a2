/** What was typed and not sent, in memory only. Never holds secrets. */
export type Drafts = {
  readonly read: (name: string) => string | undefined
  readonly keep: (name: string, text: string) => void
  readonly clear: () => void
}

/** Drafts of one person; another person's sign-in clears them. */
export function createDrafts(): Drafts {
  const texts = new Map<string, string>()
  return {
    read: (name) => texts.get(name),
    keep: (name, text) => {
      if (text === '') texts.delete(name)
      else texts.set(name, text)
    },
    clear: () => texts.clear(),
  }
}
