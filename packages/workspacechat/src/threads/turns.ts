/** Runs what is for one channel one after the other: two attempts at once would not see each other's posts. */
export function turns() {
  const last = new Map<string, Promise<unknown>>()
  return async <Value>(channelId: string, work: () => Promise<Value>): Promise<Value> => {
    const turn = (last.get(channelId) ?? Promise.resolve()).then(work, work)
    last.set(channelId, turn)
    try {
      return await turn
    } finally {
      if (last.get(channelId) === turn) last.delete(channelId)
    }
  }
}
