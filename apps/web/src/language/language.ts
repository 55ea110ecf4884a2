/** The languages of the console. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** Each language in its own words. */
export const languageNames: { readonly [Name in Language]: string } = {
  en: 'English',
  de: 'Deutsch',
}

/** The messages of an area, in the language of the reader once they are loaded. */
export type AreaMessages<Messages> = {
  readonly load: () => Promise<void>
  readonly current: () => Messages
}

type Loaders<Messages> = {
  readonly [Name in Language]: () => Promise<{ readonly messages: Messages }>
}

/** The language of a tag such as `de-AT`. */
const known = (tag: string | null | undefined): Language | undefined =>
  languages.find((name) => tag?.toLowerCase().split('-')[0] === name)

const storageKey = 'ken.language'
const areas = new Set<(language: Language) => Promise<void>>()
const listeners = new Set<() => void>()
let language: Language = preferredLanguage()
let lastChosen = language
document.documentElement.lang = language

/** The chosen language, else the first known one of the browser, else English. */
function preferredLanguage(): Language {
  const chosen = known(stored())
  if (chosen !== undefined) return chosen
  return navigator.languages.map(known).find((name) => name !== undefined) ?? 'en'
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

export const currentLanguage = (): Language => language

/** Calls the listener after each change; returns how to stop that. */
export function subscribeToLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Keeps the choice at once, and changes the language when the messages of all areas on the screen are there. Of several
 * choices the last one counts, whichever loads first.
 */
export async function chooseLanguage(chosen: Language): Promise<void> {
  lastChosen = chosen
  keep(chosen)
  // A screen that opens meanwhile adds its areas.
  for (let count = 0; count < areas.size;) {
    count = areas.size
    await Promise.all([...areas].map((load) => load(chosen)))
  }
  if (lastChosen !== chosen) return
  language = chosen
  document.documentElement.lang = chosen
  for (const listener of listeners) listener()
}

function keep(chosen: Language): void {
  try {
    localStorage.setItem(storageKey, chosen)
  } catch {
    // Without storage the choice ends with the tab.
  }
}

/** Messages that are loaded with the screens of their area, one language at a time. */
export function areaMessages<Messages>(loaders: Loaders<Messages>): AreaMessages<Messages> {
  const loaded = new Map<Language, Messages>()
  const load = async (name: Language) => {
    if (!loaded.has(name)) loaded.set(name, (await loaders[name]()).messages)
  }
  return {
    load: () => {
      areas.add(load)
      return load(language)
    },
    current: () => {
      const messages = loaded.get(language)
      if (messages === undefined) throw new Error('The messages of a screen were not loaded.')
      return messages
    },
  }
}

/** Messages that every screen needs, in both languages. */
export const sharedMessages = <Messages>(
  both: Readonly<Record<Language, Messages>>,
): AreaMessages<Messages> => ({ load: async () => {}, current: () => both[language] })
