import { keyUsageContract } from './key-usage.contract.ts'
import { memoryWorld } from './memory-world.ts'

keyUsageContract('memory', async () => ({ ...(await memoryWorld()), settle: async () => {} }))
