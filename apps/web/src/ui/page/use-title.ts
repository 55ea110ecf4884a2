import { useEffect } from 'react'

/** Sets the title of the window while the screen is drawn. */
export function useTitle(title: string): void {
  useEffect(() => {
    // Some window managers show a soft hyphen.
    const plain = title.replaceAll('\u00AD', '')
    document.title = plain === 'Ken' ? plain : `${plain} · Ken`
  }, [title])
}
