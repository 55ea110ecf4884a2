/** Copies text; false where the browser allows it to no page, and a person must do it by hand. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Exists with https and on the machine itself only.
    if (window.isSecureContext) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Permission was refused: the older way may still work.
  }
  return copyBySelection(text)
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.setAttribute('readonly', '')
  area.className = 'visually-hidden'
  document.body.append(area)
  area.select()
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the only way without https
    return document.execCommand('copy')
  } finally {
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
