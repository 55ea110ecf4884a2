import { useState } from 'react'

/** The themes, with that of the system first. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'ken.theme'

/** The chosen theme of this browser. `theme.js` applies it before the first paint. */
export function useTheme(): readonly [theme: Theme, choose: (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(
    () => themes.find((one) => one === document.documentElement.dataset['theme']) ?? 'system',
  )
  const choose = (chosen: Theme) => {
    setTheme(chosen)
    if (chosen === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = chosen
    try {
      if (chosen === 'system') localStorage.removeItem(storageKey)
      else localStorage.setItem(storageKey, chosen)
    } catch {
      // Without storage the choice ends with the tab.
    }
  }
  return [theme, choose]
}
