import { memoryWorld } from './memory-world.ts'
import { challengeStoreContract } from './challenge-store.contract.ts'

challengeStoreContract('memory', memoryWorld)
