import { useEffect } from 'react'

/** Sets the title of the window while the screen is drawn. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === 'Ken' ? title : `${title} · Ken`
  }, [title])
}
