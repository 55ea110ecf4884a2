export { isSetUp } from './is-set-up.ts'
export { setUpOwner, type OwnerSetUp, type SetUpOwner } from './set-up-owner.ts'
