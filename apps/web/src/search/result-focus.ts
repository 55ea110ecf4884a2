/** Moves the focus to a result by its position; false if there is none. */
export function focusResult(position: number): boolean {
  const result = document.querySelectorAll<HTMLElement>('[data-result]')[position]
  result?.focus()
  return result !== undefined
}

/** Moves the focus back to the field. */
export const focusField = (): void => document.querySelector<HTMLElement>('[name="q"]')?.focus()
