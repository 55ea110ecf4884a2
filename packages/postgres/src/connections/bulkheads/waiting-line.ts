/** Work that waits, for a caller or for none in particular. */
export type Waiting = {
  readonly caller: string | null
  /** Its place: the time at which it began to wait, plus the time for which it yields to others. */
  readonly rank: number
}

/**
 * A line in which callers take turns: one item of each is in it, their first by rank, and the next follows when that has
 * left.
 */
export type WaitingLine<Item extends Waiting> = {
  readonly add: (item: Item) => void
  /** Takes the first item out; undefined if none waits. */
  readonly takeFirst: () => Item | undefined
  /** Takes out all items that this is true of. */
  readonly takeAll: (isOver: (item: Item) => boolean) => readonly Item[]
  readonly isEmpty: () => boolean
  /**
   * Takes out the last item, of those that this is true of, of the caller that has the most; undefined unless that
   * caller has at least two more than the given one.
   */
  readonly takeLastOfMost: (caller: string | null, may: (item: Item) => boolean) => Item | undefined
}

/** An empty line. */
export function waitingLine<Item extends Waiting>(): WaitingLine<Item> {
  // Lists: V8 keeps the tables that a busy `Set` has replaced, and all that waited, until it collects the whole heap.
  const inLine: { readonly item: Item; readonly rank: number }[] = [] // by rank
  const behind: Item[] = [] // by rank

  const leave = ({ caller }: Item) => {
    if (caller === null) return
    const position = behind.findIndex((other) => other.caller === caller)
    const [next] = position === -1 ? [] : behind.splice(position, 1)
    if (next === undefined) return
    putByRank(inLine, { item: next, rank: Math.max(next.rank, performance.now()) })
  }

  return {
    add(item) {
      const { caller, rank } = item
      const position =
        caller === null ? -1 : inLine.findIndex((place) => place.item.caller === caller)
      const own = inLine[position]
      if (own !== undefined && own.rank <= rank) return putByRank(behind, item)
      if (own !== undefined) {
        inLine.splice(position, 1)
        putByRank(behind, own.item)
      }
      putByRank(inLine, { item, rank })
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
    takeLastOfMost(caller, may) {
      const counts = new Map<string | null, number>()
      for (const item of behind)
        if (may(item)) counts.set(item.caller, (counts.get(item.caller) ?? 0) + 1)
      const most = Math.max(0, ...counts.values())
      const isInLine = caller !== null && inLine.some(({ item }) => item.caller === caller)
      const own = isInLine ? 1 + (counts.get(caller) ?? 0) : 0
      if (most <= own) return undefined
      const position = behind.findLastIndex((item) => may(item) && counts.get(item.caller) === most)
      return behind.splice(position, 1)[0]
    },
  }
}

function putByRank<Ranked extends { readonly rank: number }>(ranked: Ranked[], one: Ranked): void {
  ranked.splice(ranked.findLastIndex(({ rank }) => rank <= one.rank) + 1, 0, one)
}
