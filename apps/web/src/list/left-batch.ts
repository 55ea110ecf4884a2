import { useLocation } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { useSession } from '../session/use-session.ts'

/** The outcome of a batch whose screen was left before it was over. */
export type LeftBatch = {
  /** The verb of the act. */
  readonly act: string
  readonly counts: string
  readonly rows: ReadonlyArray<{ readonly title: string; readonly outcome: string }>
}

/** One for each screen. The address changes before the screen does. */
function useWorkName(): string {
  const pathname = useLocation({ select: (location) => location.pathname })
  const [name] = useState(`batch ${pathname}`)
  return name
}

/** Keeps an outcome for the screen, until its person closes it, signs out, or another person signs in. */
export function useKeepLeftBatch(): (batch: LeftBatch) => void {
  const { drafts } = useSession()
  const name = useWorkName()
  return (batch) => drafts.keepWork(name, batch)
}

/** The outcome that is kept for the screen, or null, and how to drop it. */
export function useLeftBatch(): readonly [LeftBatch | null, () => void] {
  const { drafts } = useSession()
  const name = useWorkName()
  const left = useSyncExternalStore(drafts.onWork, () => drafts.work(name) as LeftBatch | null)
  return [left, () => drafts.keepWork(name, null)]
}
