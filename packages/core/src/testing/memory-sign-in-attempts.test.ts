import { memoryWorld } from './memory-world.ts'
import { signInAttemptsContract } from './sign-in-attempts.contract.ts'

signInAttemptsContract('memory', memoryWorld)
