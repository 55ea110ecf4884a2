export { answerQuestion, type AnswerQuestion } from './answer-question.ts'
export { ask, type AnswerReader, type Ask, type AskAnswer } from './ask.ts'
export { forgetConversation, type ForgetConversation } from './forget-conversation.ts'
