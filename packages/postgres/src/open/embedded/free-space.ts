import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DiskFault } from '../../database.ts'

const lowBytes = 512 * 1_024 * 1_024
const lowShare = 0.05
/** Room for a large transaction and its write-ahead log. */
const workingBytes = 64 * 1_024 * 1_024

/** How full the disk of a directory is. The directory need not exist yet. */
export async function diskFaultAt(directory: string): Promise<DiskFault | null> {
  let place = directory
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place)
  const { bavail, blocks, bsize } = await fs.statfs(place)
  const freeBytes = bavail * bsize
  if (freeBytes < workingBytes) return 'full'
  return freeBytes < lowBytes || bavail < blocks * lowShare ? 'low' : null
}

/** Whether there is too little room for a database to store anything. */
export const isSpaceGone = async (directory: string): Promise<boolean> =>
  (await diskFaultAt(directory)) === 'full'
