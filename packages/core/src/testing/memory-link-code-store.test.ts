import { linkCodeStoreContract } from './link-code-store.contract.ts'
import { memoryWorld } from './memory-world.ts'

linkCodeStoreContract('memory', memoryWorld)
