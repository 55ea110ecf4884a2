import { memoryWorld } from './memory-world.ts'
import { passwordResetStoreContract } from './password-reset-store.contract.ts'

passwordResetStoreContract('memory', memoryWorld)
