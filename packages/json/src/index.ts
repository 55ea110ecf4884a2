export { nextToken, stringOf, type JsonToken } from './next-token.ts'
export { repeatedName } from './repeated-name.ts'
export { syntaxFaultAt } from './syntax-fault.ts'
