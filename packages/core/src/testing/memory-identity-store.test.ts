import { identityStoreContract } from './identity-store.contract.ts'
import { memoryWorld } from './memory-world.ts'

identityStoreContract('memory', memoryWorld)
