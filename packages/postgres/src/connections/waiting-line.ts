/** Work that waits, for a person or for no one in particular. */
export type Waiting = {
  readonly person: string | null
  /** Its place: the time at which it began to wait, plus the time for which it yields to others. */
  readonly rank: number
}

/** A line in which people take turns: one item of each is in it, and the next follows when that has left. */
export type WaitingLine<Item extends Waiting> = {
  readonly add: (item: Item) => void
  /** Takes the first item out; undefined if none waits. */
  readonly takeFirst: () => Item | undefined
  /** Takes out all items that this is true of. */
  readonly takeAll: (isOver: (item: Item) => boolean) => readonly Item[]
  readonly isEmpty: () => boolean
  /** The number of items of a person, in line and behind. */
  readonly countOf: (person: string) => number
}

/** An empty line. */
export function waitingLine<Item extends Waiting>(): WaitingLine<Item> {
  // Lists: V8 keeps the tables that a busy `Set` has replaced, and all that waited, until it collects the whole heap.
  const inLine: { readonly item: Item; readonly rank: number }[] = [] // by rank
  const behind: Item[] = [] // in the order of their arrival

  const putInLine = (item: Item, rank: number) => {
    const position = inLine.findLastIndex((earlier) => earlier.rank <= rank) + 1
    inLine.splice(position, 0, { item, rank })
  }
  const leave = ({ person }: Item) => {
    if (person === null) return
    const position = behind.findIndex((other) => other.person === person)
    const [next] = position === -1 ? [] : behind.splice(position, 1)
    if (next !== undefined) putInLine(next, Math.max(next.rank, performance.now()))
  }

  return {
    add(item) {
      const { person, rank } = item
      if (person !== null && inLine.some((earlier) => earlier.item.person === person))
        behind.push(item)
      else putInLine(item, rank)
    },
    takeFirst() {
      const first = inLine.shift()?.item
      if (first !== undefined) leave(first)
      return first
    },
    takeAll(isOver) {
      const over = [...inLine.map(({ item }) => item), ...behind].filter((item) => isOver(item))
      for (const item of over) {
        const position = behind.indexOf(item)
        if (position !== -1) behind.splice(position, 1)
        else {
          inLine.splice(
            inLine.findIndex((place) => place.item === item),
            1,
          )
          leave(item)
        }
      }
      return over
    },
    isEmpty: () => inLine.length === 0,
    countOf: (person) =>
      inLine.filter(({ item }) => item.person === person).length +
      behind.filter((item) => item.person === person).length,
  }
}
