export {
  failedField,
  failureText,
  failureTextWithHint,
  type FieldRule,
} from './failures/failure-text.ts'
export { passwordFaultTexts } from './failures/password-fault-texts.ts'
export { countedGroupView, groupView, listedGroupView } from './views/group-view.ts'
export {
  importedInvitationsView,
  invitationCountsView,
  invitationView,
  listedInvitationView,
  namedAccountView,
} from './views/invitation-view.ts'
export {
  createdKeyView,
  keyView,
  replayedKeyView,
  shownKeyView,
  type CreatedKeyView,
} from './views/key-view.ts'
export { listedPersonView, personCardView, personView } from './views/person-view.ts'
