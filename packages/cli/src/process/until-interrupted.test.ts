import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { untilInterrupted } from './until-interrupted.ts'

describe('untilInterrupted', () => {
  it('aborts at the first signal and ends the program at the second', () => {
    const process = new EventEmitter()
    const happened: string[] = []
    using interrupted = untilInterrupted(
      { process, exit: (code) => happened.push(`exit ${code}`) },
      () => happened.push('first'),
    )
    process.emit('SIGTERM')
    expect(interrupted.signal.aborted).toBe(true)
    expect(happened).toEqual(['first'])
    process.emit('SIGINT')
    expect(happened).toEqual(['first', 'exit 130'])
  })

  it('stops listening once it is disposed of', () => {
    const process = new EventEmitter()
    untilInterrupted({ process, exit: () => {} }, () => {})[Symbol.dispose]()
    expect(process.eventNames()).toEqual([])
  })
})
