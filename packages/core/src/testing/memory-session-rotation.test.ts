import { memoryWorld } from './memory-world.ts'
import { sessionRotationContract } from './session-rotation.contract.ts'

sessionRotationContract('memory', memoryWorld)
