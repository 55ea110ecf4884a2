import { invitationStoreContract } from './invitation-store.contract.ts'
import { memoryWorld } from './memory-world.ts'

invitationStoreContract('memory', memoryWorld, { races: false })
