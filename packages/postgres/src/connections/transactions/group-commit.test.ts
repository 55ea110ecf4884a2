import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { groupCommit, groupMsMax } from './group-commit.ts'

/** A busy session with waiting work, and a disk that counts flushes. */
function world() {
  const session = { isWanted: true, isIdle: false, nowMs: 0 }
  const disk = { flushes: 0, fault: null as Error | null }
  const commits = groupCommit({
    write: () => {
      if (disk.fault !== null) throw disk.fault
      disk.flushes += 1
    },
    isWanted: () => session.isWanted,
    isIdle: () => session.isIdle,
    now: () => session.nowMs,
  })
  /** Ends the last transaction. */
  const end = () => {
    Object.assign(session, { isWanted: false, isIdle: true })
    commits.noteEnd()
    vi.advanceTimersByTime(0)
  }
  return { session, disk, commits, end }
}

/** The state of a promise now; null for no promise. */
async function stateOf(
  promise: Promise<void> | null,
): Promise<'on the disk' | 'waiting' | 'failed' | null> {
  const settled = promise?.then(
    () => 'on the disk' as const,
    () => 'failed' as const,
  )
  return settled === undefined
    ? null
    : Promise.race([settled, Promise.resolve().then(() => Promise.resolve('waiting' as const))])
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] })
  onTestFinished(() => void vi.useRealTimers())
})

describe('groupCommit', () => {
  it('R92 acknowledges no commit before the flush that all of them share', async () => {
    const { commits, disk, end } = world()
    const acknowledged = [1, 2, 3].map(() => {
      commits.noteCommit()
      return commits.durable()
    })
    commits.noteEnd()
    for (const one of acknowledged) expect(await stateOf(one)).toBe('waiting')
    end()
    for (const one of acknowledged) expect(await stateOf(one)).toBe('on the disk')
    expect(disk.flushes).toBe(1)
  })

  it('R92 does not acknowledge a read that may have seen a commit before its flush', async () => {
    const { commits, end } = world()
    expect(commits.durable()).toBeNull()
    commits.noteCommit()
    const reading = commits.durable()
    expect(await stateOf(reading)).toBe('waiting')
    end()
    expect(await stateOf(reading)).toBe('on the disk')
    expect(commits.durable()).toBeNull()
  })

  it('lets a single commit flush by itself', async () => {
    const { commits, session } = world()
    session.isWanted = false
    vi.useRealTimers()
    expect(await commits.isJoined()).toBe(false)
    session.isWanted = true
    expect(await commits.isJoined()).toBe(true)
  })

  it('groups a commit with work that was ready when it began, and with all others until the flush', async () => {
    const { commits, session } = world()
    session.isWanted = false
    vi.useRealTimers()
    setImmediate(() => (session.isWanted = true))
    expect(await commits.isJoined()).toBe(true)
    commits.noteCommit()
    session.isWanted = false
    expect(await commits.isJoined()).toBe(true)
    commits.flush()
    expect(await commits.isJoined()).toBe(false)
  })

  it('flushes in time although a transaction stays open', async () => {
    const { commits } = world()
    commits.noteCommit()
    const acknowledged = commits.durable()
    vi.advanceTimersByTime(groupMsMax - 1)
    expect(await stateOf(acknowledged)).toBe('waiting')
    vi.advanceTimersByTime(1)
    expect(await stateOf(acknowledged)).toBe('on the disk')
  })

  it('flushes in time although transactions follow so closely that no timer fires', () => {
    const { commits, session, disk } = world()
    for (const { nowMs, flushes } of [
      { nowMs: 0, flushes: 0 },
      { nowMs: groupMsMax - 1, flushes: 0 },
      { nowMs: groupMsMax, flushes: 1 },
      { nowMs: groupMsMax + 1, flushes: 1 },
    ]) {
      session.nowMs = nowMs
      commits.noteCommit()
      commits.noteEnd()
      expect(disk.flushes).toBe(flushes)
    }
  })

  it('waits for work that takes the session in the same turn of the event loop', () => {
    const { commits, session, disk } = world()
    commits.noteCommit()
    Object.assign(session, { isWanted: false, isIdle: true })
    commits.noteEnd()
    session.isIdle = false
    vi.advanceTimersByTime(0)
    expect(disk.flushes).toBe(0)
  })

  it('R92 rejects a group whose flush fails, and what may have read it, until another flush succeeds', async () => {
    const { commits, disk, end } = world()
    const acknowledged = [1, 2].map(() => {
      commits.noteCommit()
      return commits.durable()
    })
    disk.fault = new Error('no space left on device')
    end()
    for (const one of acknowledged) await expect(one).rejects.toThrow('no space left on device')
    const reading = commits.durable()
    expect(await stateOf(reading)).toBe('waiting')
    disk.fault = null
    end()
    expect(await stateOf(reading)).toBe('on the disk')
    expect(commits.durable()).toBeNull()
  })

  it('flushes after the end of an aborted transaction, and acknowledges nothing before', async () => {
    const { commits, disk, end } = world()
    commits.noteCommit()
    const acknowledged = commits.durable()
    disk.fault = Object.assign(new Error('current transaction is aborted'), { code: '25P02' })
    vi.advanceTimersByTime(groupMsMax)
    expect(await stateOf(acknowledged)).toBe('waiting')
    disk.fault = null
    end()
    expect(await stateOf(acknowledged)).toBe('on the disk')
  })
})
