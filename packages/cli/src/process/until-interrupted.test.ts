import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { untilInterrupted } from './until-interrupted.ts'

/** A process with or without a terminal, and what happened in it. */
function program({ isTTY = false } = {}) {
  const process = new EventEmitter()
  const happened: string[] = []
  const exit = (code: number) => void happened.push(`exit ${code}`)
  const world = { process, exit, stdin: { isTTY }, stdout: {}, stderr: {} }
  const begun = () => untilInterrupted(world, () => void happened.push('first'))
  return { process, happened, begun }
}

describe('untilInterrupted', () => {
  it('aborts at the first signal and ends the program at the second', () => {
    const { process, happened, begun } = program()
    using interrupted = begun()
    process.emit('SIGTERM')
    expect(interrupted.signal.aborted).toBe(true)
    expect(happened).toEqual(['first'])
    process.emit('SIGINT')
    expect(happened).toEqual(['first', 'exit 130'])
  })

  it('takes a closed terminal as the first signal, however often that is sent', () => {
    const { process, happened, begun } = program({ isTTY: true })
    using interrupted = begun()
    process.emit('SIGHUP')
    process.emit('SIGHUP')
    expect([interrupted.signal.aborted, happened]).toEqual([true, ['first']])
    process.emit('SIGINT')
    expect(happened).toEqual(['first', 'exit 130'])
  })

  it('runs on after SIGHUP without a terminal, as under nohup', () => {
    const { process, happened, begun } = program()
    using interrupted = begun()
    expect(process.emit('SIGHUP')).toBe(true)
    expect([interrupted.signal.aborted, happened]).toEqual([false, []])
  })

  it('stops listening once it is disposed of', () => {
    const { process, begun } = program()
    begun()[Symbol.dispose]()
    expect(process.eventNames()).toEqual([])
  })
})
