import type { ReactNode } from 'react'
import { Keyboard } from '../keyboard/keyboard.tsx'
import { StaleNotice } from './stale-notice.tsx'

/** Loaded with the rest, so that a screen that fails later has it. */
export { Recovery } from './recovery.tsx'

/** What watches over all screens. Loaded after the frame. */
export const Watch = (): ReactNode => (
  <>
    <Keyboard />
    <StaleNotice />
  </>
)
