import * as core from '@ken/core'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { operatorUseCases } from './operator-use-cases.ts'

it('has every use case that the command line runs, under the name that core exports it by', () => {
  const folder = join(import.meta.dirname, '../../../apps/cli/src')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const run = sources.flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/\brun\((?<useCase>\w+),/g)])
  const names = new Set(run.map(({ groups }) => groups!['useCase']!))
  expect(names.size).toBeGreaterThan(10)
  expect([...names].filter((name) => !operatorUseCases.has(name))).toEqual([])
  for (const [name, useCase] of operatorUseCases) expect(core).toHaveProperty(name, useCase)
})
