import type { Aging, Closable } from './contract-suite.ts'
import { memoryPorts, type MemoryPorts } from './memory-ports.ts'

/** A fresh world in memory for a contract; only its clock makes anything older. */
export async function memoryWorld(): Promise<MemoryPorts & Aging & Closable> {
  const ports = memoryPorts()
  return { ...ports, age: async (milliseconds) => ports.clock.advance(milliseconds), close: async () => {} }
}
