/** The person whose entry of the history is on the screen, and whose entries it leads to. */
export type VisitedEntries = {
  /** Null before a person has signed in, and empty after one has signed out. */
  readonly person: () => string | null
  /** Gives this entry, and those that follow, to a person; to no one if empty. */
  readonly giveTo: (person: string) => void
  /** Call after each navigation, and once the router is there: the entry gets its person. */
  readonly mark: () => void
}

const stateKey = 'ken.person'

type EntryState = { readonly [stateKey]?: string; readonly [name: string]: unknown } | null

/**
 * Marks the entries of the tab with the id of their person, because their addresses may have words of a search. An entry of
 * another person is replaced by the home before a screen sees its address. Create it before the router, which would
 * otherwise get the event first, and would count a mark as part of the address.
 */
export function createVisitedEntries(home: string): VisitedEntries {
  // The router replaces it by one that it takes for a navigation.
  const replaceState = history.replaceState.bind(history)
  let person = takeMark()

  function takeMark(): string | null {
    const { [stateKey]: marked = null, ...rest } = (history.state as EntryState) ?? {}
    if (marked !== null) replaceState(Object.keys(rest).length === 0 ? null : rest, '')
    return marked
  }

  function mark(): void {
    // The router changes the history in a microtask, and reads it again in others.
    setTimeout(() => {
      const state = history.state as EntryState
      if (person !== null && state?.[stateKey] !== person)
        replaceState({ ...state, [stateKey]: person }, '')
    })
  }

  addEventListener('popstate', () => {
    const marked = takeMark()
    if (person === null) person = marked
    else if (marked !== null && marked !== person) replaceState(history.state, '', home)
    mark()
  })
  return {
    person: () => person,
    giveTo: (next) => {
      person = next
      mark()
    },
    mark,
  }
}
