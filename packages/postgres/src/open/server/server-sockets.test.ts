import { Socket } from 'node:net'
import { Pool } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { emptySchema } from '../../testing/server-world.ts'
import { breakSilentInUse, serverSockets } from './server-sockets.ts'

it('closes a silent socket that was never connected, and does not end the process', async () => {
  const socket = serverSockets(1).open()
  await new Promise((resolve) => socket.once('close', resolve))
  expect(socket.errored).toMatchObject({ code: 'ETIMEDOUT' })
})

it('breaks a connection that is silent in use, but none that is idle', async () => {
  const silenceMs = 50
  const pool = new Pool({ connectionString: (await emptySchema()).url })
  onTestFinished(() => pool.end())
  breakSilentInUse(pool, silenceMs)
  const silent = await pool.connect()
  const fault = await new Promise<Error>((resolve) => silent.once('error', resolve))
  expect(fault).toMatchObject({ code: 'ETIMEDOUT' })
  silent.release(fault)
  const idle = await pool.connect()
  idle.release()
  // It would break later than the connection.
  const socket = new Socket().setTimeout(silenceMs)
  await new Promise((resolve) => socket.once('timeout', resolve))
  expect(pool.idleCount).toBe(1)
})
