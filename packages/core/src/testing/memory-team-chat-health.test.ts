import { memoryWorld } from './memory-world.ts'
import { teamChatHealthContract } from './team-chat-health.contract.ts'

teamChatHealthContract('memory', memoryWorld)
