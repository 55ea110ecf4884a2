import type { ChosenFile } from './choose-files.ts'

const batchFilesMax = 50
const batchBytesMax = 1024 * 1024

/** Divides files into requests of at most 50 files and 1 MiB; a larger file is alone. */
export function batchesOf(files: readonly ChosenFile[]): readonly (readonly ChosenFile[])[] {
  const batches: ChosenFile[][] = []
  let bytes = 0
  for (const chosen of files) {
    const last = batches.at(-1)
    const isFull =
      last === undefined || last.length >= batchFilesMax || bytes + chosen.file.size > batchBytesMax
    if (isFull) {
      batches.push([chosen])
      bytes = chosen.file.size
    } else {
      last.push(chosen)
      bytes += chosen.file.size
    }
  }
  return batches
}

/** The bytes of a file in base64; null if the browser cannot read it, for example because it is gone. */
export const base64Of = (file: File): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const url = typeof reader.result === 'string' ? reader.result : ''
      resolve(file.size === 0 ? '' : url.slice(url.indexOf(',') + 1))
    })
    reader.addEventListener('error', () => resolve(null))
    reader.readAsDataURL(file)
  })
