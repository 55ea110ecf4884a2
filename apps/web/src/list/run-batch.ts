type BatchOptions<Item> = {
  readonly act: (item: Item) => Promise<unknown>
  /** Called after each item, with null or the error of its act. */
  readonly onTried: (item: Item, error: unknown) => void
  /** No further item is tried once this is false. */
  readonly goesOn: () => boolean
  /** How many items are tried at the same time. */
  readonly concurrentMax: number
}

/** Runs an act for each item, in their order. Returns the items that were not tried. */
export async function runBatch<Item>(
  items: readonly Item[],
  { act, onTried, goesOn, concurrentMax }: BatchOptions<Item>,
): Promise<readonly Item[]> {
  const waiting = [...items]
  const work = async () => {
    while (goesOn()) {
      const item = waiting.shift()
      if (item === undefined) return
      const error = await act(item).then(
        () => null,
        (failure: unknown) => failure,
      )
      onTried(item, error)
    }
  }
  await Promise.all(Array.from({ length: concurrentMax }, work))
  return waiting
}
