/** The person whose entry of the history is on the screen, and whose entries it leads to. */
export type VisitedEntries = {
  /** Null before a person has signed in, and empty after one has signed out. */
  readonly person: () => string | null
  /** Gives this entry, and those that follow, to a person; to no one if empty. */
  readonly giveTo: (person: string) => void
  /** The window as the router sees it: without marks, and with a mark on each entry that it writes. */
  readonly window: RouterWindow
}

/** What the history of the router uses of a window. It replaces the functions of this history by its own. */
type RouterWindow = Pick<Window, 'location' | 'addEventListener' | 'removeEventListener'> & {
  readonly history: Omit<History, 'scrollRestoration'>
}

const stateKey = 'ken.person'

type EntryState = { readonly [stateKey]?: string; readonly [name: string]: unknown } | null

/**
 * Marks the entries of the tab with the id of their person, because their addresses may have words of a search. An entry of
 * another person is replaced by the home before a screen sees its address. Create it before the router, which would
 * otherwise get the event first. The router would count a mark as part of the address, so it sees none.
 */
export function createVisitedEntries(home: string): VisitedEntries {
  let person = markOf(history.state as EntryState)

  const marked = (state: unknown): unknown =>
    person === null ? state : { ...(state as EntryState), [stateKey]: person }

  addEventListener('popstate', () => {
    const state = history.state as EntryState
    const mark = markOf(state)
    if (person === null) person = mark
    else if (mark === null) history.replaceState(marked(state), '')
    else if (mark !== person) history.replaceState(marked(state), '', home)
  })
  return {
    person: () => person,
    giveTo: (next) => {
      person = next
      history.replaceState(marked(history.state), '')
    },
    window: {
      location,
      addEventListener: addEventListener.bind(globalThis),
      removeEventListener: removeEventListener.bind(globalThis),
      history: {
        get length() {
          return history.length
        },
        get state() {
          return unmarked(history.state as EntryState)
        },
        pushState: (state, _, url) => history.pushState(marked(state), '', url),
        replaceState: (state, _, url) => history.replaceState(marked(state), '', url),
        back: () => history.back(),
        forward: () => history.forward(),
        go: (delta) => history.go(delta),
      },
    },
  }
}

const markOf = (state: EntryState): string | null => state?.[stateKey] ?? null

function unmarked(state: EntryState): EntryState {
  if (markOf(state) === null) return state
  const { [stateKey]: _, ...rest } = state ?? {}
  return Object.keys(rest).length === 0 ? null : rest
}
