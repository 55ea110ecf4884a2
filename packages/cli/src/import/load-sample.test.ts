import { runHere } from '@ken/composition'
import { memoryPorts } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { loadSample } from './load-sample.ts'

describe('loadSample', () => {
  it('imports every document of the sample and creates the groups it names, once', async () => {
    const ports = memoryPorts()
    const load = () => loadSample(runHere(ports))
    expect(await load()).toBe('Loaded the sample: 42 documents, and the groups finance and people.')
    expect(ports.database.tables.documents.size).toBe(42)
    expect([...ports.database.tables.groups.keys()]).toEqual(['finance', 'people'])
    expect(await load()).toBe('The sample was loaded before; nothing changed.')
  })
})
