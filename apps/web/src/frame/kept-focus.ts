import { useEffect } from 'react'

/** What an element is in, nearest first: a region has the focus itself, a section or a dialog its heading. */
function around(element: Element | null): readonly Element[] {
  const place = element?.closest('[role="region"], section, dialog') ?? null
  return place === null ? [] : [place, ...around(place.parentElement)]
}

const targetIn = (place: Element): HTMLElement | null =>
  place.matches('section, dialog') ? place.querySelector('h1, h2, h3') : (place as HTMLElement)

/**
 * Moves the focus on when the element that has it vanishes, such as the button of a row that was removed: to what is
 * around it, else to the heading. It would fall to the body, and the keyboard would start again at the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    let fallbacks: readonly Element[] = []
    const remember = ({ target, relatedTarget }: FocusEvent) => {
      if (!(target instanceof Element)) return
      const before = relatedTarget instanceof Element ? relatedTarget : null
      const isToast = target.closest('.toasts') !== null
      // From a toast the way leads back.
      if (!isToast) fallbacks = around(target)
      else if (before?.closest('.toasts') === null) fallbacks = [before, ...around(before)]
      last = target
    }
    // A browser may say so before it removes an element, too.
    const forget = ({ target }: FocusEvent) =>
      setTimeout(() => {
        const isLeft = document.activeElement === document.body && last?.isConnected
        if (last === target && isLeft === true) last = null
      })
    const restore = () => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return
      last = null
      const place = fallbacks.find((one) => one.isConnected)
      const heading = (place && targetIn(place)) ?? document.querySelector('h1')
      if (heading === null) return
      if (heading.tabIndex < 0) heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    const ended = new AbortController()
    addEventListener('focusin', remember, { signal: ended.signal })
    addEventListener('focusout', forget, { signal: ended.signal })
    // A screen that moves the focus itself does so first.
    const observer = new MutationObserver(() => {
      if (last?.isConnected === false) setTimeout(restore)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      ended.abort()
      observer.disconnect()
    }
  }, [])
}
