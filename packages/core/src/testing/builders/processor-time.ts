/** Processor time of this thread during the work, in milliseconds, independent of other load. */
export async function processorMsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
