import { expect, it } from 'vitest'
import { testWorld } from '../test-world.ts'

it.each(['worker', 'scheduler'])(
  'ken %s refuses the embedded database, which ken start has for itself',
  async (role) => {
    const { ken } = testWorld()
    expect(await ken(role)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `error: ken ${role} works next to ken http on a PostgreSQL server: set KEN_DATABASE_URL. On the embedded database, ken start does this itself.\n`,
    })
  },
)
