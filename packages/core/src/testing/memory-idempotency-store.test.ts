import { idempotencyStoreContract } from './idempotency-store.contract.ts'
import { memoryWorld } from './memory-world.ts'

idempotencyStoreContract('memory', memoryWorld, { races: false })
