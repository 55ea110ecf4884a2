import type { Aging, Closable, Halting, Signing } from '../contracts/contract-suite.ts'
import { memoryPorts, type MemoryPorts } from './memory-ports.ts'

/** A fresh world in memory for a contract. Only its clock makes anything older. */
export async function memoryWorld(): Promise<MemoryPorts & Aging & Closable & Halting & Signing> {
  const ports = memoryPorts()
  const age: Aging['age'] = async (milliseconds) => ports.clock.advance(milliseconds)
  const halt: Halting['halt'] = async (milliseconds) => {
    const beganAt = ports.clock.now().getTime()
    ports.database.tables.outages.set(beganAt, beganAt + milliseconds)
    await age(milliseconds)
  }
  const signWith: Signing['signWith'] = async (secretId) => {
    const [{ secretUses }, now] = [ports.database.tables, ports.clock.now()]
    secretUses.set(secretId, { firstAt: secretUses.get(secretId)?.firstAt ?? now, lastAt: now })
  }
  return { ...ports, age, halt, signWith, close: async () => {} }
}
