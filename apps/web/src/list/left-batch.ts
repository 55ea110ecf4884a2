import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useWork } from '../session/use-work.ts'

/** The outcome of a batch whose screen was left before it was over. */
export type LeftBatch = {
  /** The verb of the act. */
  readonly act: string
  readonly counts: string
  readonly rows: ReadonlyArray<{ readonly title: string; readonly outcome: string }>
}

/**
 * The outcome that is kept for the screen, until its person closes it, signs out, or another person signs in. The address
 * changes before the screen does.
 */
export function useLeftBatch(): ReturnType<typeof useWork<LeftBatch>> {
  const pathname = useLocation({ select: (location) => location.pathname })
  const [name] = useState(`batch ${pathname}`)
  return useWork(name)
}
