import { answerLimiterContract } from '@ken/core/contracts'
import { inProcessAnswerLimiter } from './in-process-answer-limiter.ts'

answerLimiterContract('in process', inProcessAnswerLimiter)
