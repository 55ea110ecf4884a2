export const auditPath = '/api/v1/admin/audit'
export const area = 'audit'
