/** Saves a text as a file, without another request. */
export const downloadText = (name: string, content: string, type = 'text/plain'): void =>
  download(name, new Blob([content], { type }))

/** Saves a file that was read completely, so that no part of one is ever taken for all of it. */
export function download(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
