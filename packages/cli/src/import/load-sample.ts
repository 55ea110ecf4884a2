import type { Run } from '@ken/composition'
import { createGroup, operator } from '@ken/core'
import { readPath } from '@ken/files'
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { CommandFailed } from '../command-failed.ts'
import { valueOf } from '../value-of.ts'
import { importItems } from './import-items.ts'
import { emptyTally } from './import-tally.ts'
import { plural } from '../terminal/output.ts'

const sampleFolder = fileURLToPath(new URL('../../sample/', import.meta.url))
const sampleGroups = ['finance', 'people']

/**
 * Imports the sample knowledge base and creates the groups it names. Idempotent; returns a message.
 */
export async function loadSample(run: Run): Promise<string> {
  for (const slug of sampleGroups) {
    const created = await run(createGroup, { actor: operator, slug })
    if (!created.ok && created.error.code !== 'group.exists') valueOf(created)
  }
  const tally = emptyTally()
  const observer = {
    stored: () => {},
    skipped: () => {},
    contained: () => {},
    failed: (position: string, reason: string) => {
      throw new CommandFailed(`The sample is damaged at ${position}: ${reason}`)
    },
  }
  for (const name of (await readdir(sampleFolder)).filter((file) => file.endsWith('.jsonl'))) {
    const items = readPath(`${sampleFolder}/${name}`, {
      source: null,
      allowed: null,
      urlBase: null,
    })
    await importItems(run, items, {
      tally,
      observer,
      importId: randomUUID(),
      signal: new AbortController().signal,
    })
  }
  const changed = tally.created + tally.updated
  if (changed === 0) return 'The sample was loaded before; nothing changed.'
  return `Loaded the sample: ${plural(changed, 'document')}, and the groups ${sampleGroups.join(' and ')}.`
}
