export { addGroupMember, type AddGroupMember } from './add-group-member.ts'
export {
  addGroupMembers,
  membersPerCallMax,
  memberVerdicts,
  type AddGroupMembers,
  type MemberVerdict,
} from './add-group-members.ts'
export { createGroup, type CreateGroup } from './create-group.ts'
export { deleteGroup, type DeleteGroup } from './delete-group.ts'
export { findGroups, type FindGroups } from './find-groups.ts'
export { listGroupMembers, type ListGroupMembers } from './list-group-members.ts'
export { listGroups, type ListedGroup, type ListGroups } from './list-groups.ts'
export { removeGroupMember, type RemoveGroupMember } from './remove-group-member.ts'
