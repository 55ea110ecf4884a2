import { memoryWorld } from './memory-world.ts'
import { recoveryCodeStoreContract } from './recovery-code-store.contract.ts'

recoveryCodeStoreContract('memory', memoryWorld)
