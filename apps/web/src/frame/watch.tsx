import type { ReactNode } from 'react'
import { Keyboard } from '../keyboard/keyboard.tsx'
import { useKeptFocus } from './kept-focus.ts'
import { StaleNotice } from './stale-notice.tsx'

/** Loaded with the rest, so that a screen that fails later has it. */
export { Recovery } from './recovery.tsx'

/** What watches over all screens. Loaded after the frame. */
export function Watch(): ReactNode {
  useKeptFocus()
  return (
    <>
      <Keyboard />
      <StaleNotice />
    </>
  )
}
