import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { loadCode } from '../lazy-screen.ts'
import { useProfile } from '../session/use-profile.ts'
import { canOpen, destinations, type DestinationName } from './destinations.ts'
import { keyboardMessages } from './messages.ts'
import { moveAlongRows, openRowMenu, selectRow } from './rows.ts'
import { createShortcuts, type Command } from './shortcuts.ts'
import { areSingleKeysOn } from './single-keys.ts'

const Palette = lazy(async () => {
  const [{ Palette: component }] = await loadCode(() =>
    Promise.all([import('./palette.tsx'), keyboardMessages.load()]),
  )
  return { default: component }
})
const ShortcutsLayer = lazy(async () => {
  const [{ ShortcutsLayer: component }] = await loadCode(() =>
    Promise.all([import('./shortcuts-layer.tsx'), keyboardMessages.load()]),
  )
  return { default: component }
})

type Layer = 'palette' | 'shortcuts'

/** Keys write or choose something in these. */
const typing =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable], [role="menu"] *'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches(typing)

/** Follows the keyboard on all screens, and shows the layers that it opens. */
export function Keyboard(): ReactNode {
  const [layer, setLayer] = useState<Layer | null>(null)
  const run = useCommands(setLayer)
  useEffect(() => {
    const commandOf = createShortcuts({
      isApple: /Mac|iPhone|iPad/.test(navigator.userAgent),
      areSingleKeysOn,
    })
    const onKeyDown = (event: KeyboardEvent) => {
      // What is over the page has the keyboard for itself, and input methods compose with it.
      if (event.defaultPrevented || event.isComposing || isCovered()) return
      const { key, ctrlKey, metaKey, altKey, repeat, timeStamp } = event
      const stroke = { key, ctrlKey, metaKey, altKey, repeat, timeStamp }
      const command = commandOf({ ...stroke, isTyping: isTyping(event.target) })
      if (command === null) return
      event.preventDefault()
      run.current(command)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [run])
  const close = () => setLayer(null)
  return (
    <Suspense>
      {layer === 'palette' && <Palette onClose={close} onShortcuts={() => setLayer('shortcuts')} />}
      {layer === 'shortcuts' && <ShortcutsLayer onClose={close} />}
    </Suspense>
  )
}

const isCovered = (): boolean => document.querySelector('dialog') !== null

/** What follows a command, with the capabilities of now. */
function useCommands(open: (layer: Layer) => void) {
  const navigate = useNavigate()
  const may = useProfile().data?.may ?? []
  const goTo = (name: DestinationName) => {
    if (canOpen(name, may)) void navigate({ to: destinations[name].path })
  }
  const acts: { readonly [Name in Command]: () => void } = {
    search: () => {
      const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
      if (field === null) return goTo('search')
      field.focus()
      return field.select()
    },
    palette: () => open('palette'),
    shortcuts: () => open('shortcuts'),
    next_row: () => moveAlongRows(1),
    previous_row: () => moveAlongRows(-1),
    select_row: selectRow,
    row_menu: openRowMenu,
    go_to_search: () => goTo('search'),
    go_to_people: () => goTo('people'),
    go_to_keys: () => goTo(canOpen('allKeys', may) ? 'allKeys' : 'ownKeys'),
    go_to_audit: () => goTo('audit'),
  }
  const latest = useRef<(command: Command) => void>(() => {})
  useEffect(() => {
    latest.current = (command) => acts[command]()
  })
  return latest
}
