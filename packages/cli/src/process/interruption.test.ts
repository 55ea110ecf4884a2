import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { testWorld } from '../test-world.ts'
import { interruption } from './interruption.ts'
import { untilInterrupted } from './until-interrupted.ts'

it('ends a command that waits, with the code for scripts', async () => {
  const { process, ken, ...world } = testWorld({
    connect: () => new Promise(() => process.emit('SIGINT')),
  })
  expect(await ken('users', 'list', '--json')).toEqual({
    exitCode: 130,
    stdout: '',
    stderr: '{"error":{"code":"interrupted","message":"Interrupted."}}\n',
  })
  expect([process.listenerCount('SIGINT'), world.written.stdout]).toEqual([0, ''])
})

it('leaves a command alone that listens for Ctrl-C itself, and only while it does', async () => {
  const world = { ...testWorld(), process: new EventEmitter() }
  using interrupted = interruption(world)
  const ended = interrupted.promise.catch((error: unknown) => error)
  {
    using handled = untilInterrupted(world, () => {})
    world.process.emit('SIGINT')
    expect(handled.signal.aborted).toBe(true)
  }
  expect(await Promise.race([ended, setImmediate('runs')])).toBe('runs')
  world.process.emit('SIGINT')
  expect(await ended).toMatchObject({ code: 'interrupted', exitCode: 130 })
})
