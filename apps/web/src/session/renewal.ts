import type { DraftTexts } from './kept/drafts.ts'

/** What a page leaves for the one that replaces it at the same address. */
type HandOver = {
  /** Another person gets nothing of it. */
  readonly userId: string | null
  readonly drafts: DraftTexts
  readonly at: number
}

/** Replaces the page by itself, as after an update whose code this page does not have. */
export type Renewal = {
  /** The drafts that the page before left for this person, once. */
  readonly take: (userId: string) => DraftTexts
  /** Leaves the drafts for the next page; false if this page has just replaced another one. */
  readonly leave: (userId: string | null, drafts: DraftTexts) => boolean
}

const storageKey = 'ken.renewal'
const pauseMs = 60_000

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The drafts cross in the storage of the tab, out of which they are taken before anything else runs.
 * Without that storage a page never replaces itself, because it could not know that it has.
 */
export function createRenewal(storage: Storage | null, now: () => number): Renewal {
  let left = read(storage)
  const renewedAt = left?.at ?? -Infinity
  return {
    take: (userId) => {
      const drafts = left?.userId === userId ? left.drafts : []
      left = null
      return drafts
    },
    leave: (userId, drafts) => {
      if (now() - renewedAt < pauseMs) return false
      try {
        storage?.setItem(storageKey, JSON.stringify({ userId, drafts, at: now() }))
        return storage !== null
      } catch {
        return false
      }
    },
  }
}

function read(storage: Storage | null): HandOver | null {
  try {
    const text = storage?.getItem(storageKey) ?? null
    storage?.removeItem(storageKey)
    return text === null ? null : (JSON.parse(text) as HandOver)
  } catch {
    return null
  }
}
