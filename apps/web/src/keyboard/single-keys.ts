import { useSyncExternalStore } from 'react'

const storageKey = 'ken.single-keys'
const listeners = new Set<() => void>()
let isOn = stored() !== 'off'

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

export const areSingleKeysOn = (): boolean => isOn

function choose(chosen: boolean): void {
  isOn = chosen
  try {
    if (chosen) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // Without storage the choice ends with the tab.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Whether keys without Ctrl are shortcuts in this browser. Speech input and unsteady hands can press
 * them by accident.
 */
export const useSingleKeys = (): readonly [isOn: boolean, choose: (isOn: boolean) => void] => [
  useSyncExternalStore(subscribe, areSingleKeysOn),
  choose,
]
