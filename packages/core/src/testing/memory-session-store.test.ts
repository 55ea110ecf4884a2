import { memoryWorld } from './memory-world.ts'
import { sessionStoreContract } from './session-store.contract.ts'

sessionStoreContract('memory', memoryWorld)
