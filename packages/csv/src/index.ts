export {
  invitationBytesMax,
  readInvitationLines,
  type TableFault,
} from './read-invitation-lines.ts'
