/** Whether the disk of the database had room when something was last stored. */
export type DiskWatch = {
  readonly noteFull: () => void
  readonly noteWritten: () => void
  readonly isFull: () => boolean
}

/** After so long without another failure nothing is known. */
const staleMs = 60_000

export function diskWatch(): DiskWatch {
  let fullAt = -Infinity
  return {
    noteFull: () => {
      fullAt = performance.now()
    },
    noteWritten: () => {
      fullAt = -Infinity
    },
    isFull: () => performance.now() - fullAt < staleMs,
  }
}

/** SQLSTATE of a full disk, and system codes of one and of an exhausted quota. */
const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const fullMessages = /no space left on device|disk quota exceeded/i

/** Whether the error, or what caused it, is a disk without room. */
export function isDiskFull(error: unknown): boolean {
  for (let link = error; link instanceof Error; link = link.cause) {
    const code = 'code' in link && typeof link.code === 'string' ? link.code : ''
    if (fullCodes.has(code) || fullMessages.test(link.message)) return true
  }
  return false
}
