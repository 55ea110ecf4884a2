import { statfs } from 'node:fs/promises'

const bytesMin = 512 * 1_024 * 1_024
const shareMin = 0.05

/** Whether a directory's disk has so little room left that a database on it will soon be unable to store anything. */
export async function isSpaceLow(directory: string): Promise<boolean> {
  const { bavail, blocks, bsize } = await statfs(directory)
  return bavail * bsize < bytesMin || bavail < blocks * shareMin
}

/** Whether there is less room than a database needs for a large transaction and its write-ahead log. */
export async function isSpaceGone(directory: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize < workingBytes
}

const workingBytes = 64 * 1_024 * 1_024
