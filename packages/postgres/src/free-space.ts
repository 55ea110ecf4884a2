import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DiskFault } from './database.ts'

const lowBytes = 512 * 1_024 * 1_024
const lowShare = 0.05
/** What a large transaction and its write-ahead log need. */
const workingBytes = 64 * 1_024 * 1_024

/** How full the disk is that holds a directory, or will hold it once it is created. */
export async function diskFaultAt(directory: string): Promise<DiskFault | null> {
  let place = directory
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place)
  const { bavail, blocks, bsize } = await fs.statfs(place)
  const freeBytes = bavail * bsize
  if (freeBytes < workingBytes) return 'full'
  return freeBytes < lowBytes || bavail < blocks * lowShare ? 'low' : null
}

/** Whether there is less room than a database needs to store anything. */
export const isSpaceGone = async (directory: string): Promise<boolean> => (await diskFaultAt(directory)) === 'full'
