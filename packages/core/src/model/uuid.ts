/** A UUID in the canonical form in which Ken writes ids. PostgreSQL also accepts other spellings. */
export const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
