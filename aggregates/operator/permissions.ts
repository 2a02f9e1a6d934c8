import type { OperatorRole } from './events';

/**
 * operate: payments, users, networks. administer: partners, operators. approve: second word. open, export: personal
 * data.
 */
export const PERMISSIONS = ['open', 'export', 'operate', 'approve', 'administer'] as const;

export type Permission = (typeof PERMISSIONS)[number];

const OF_ROLE: Readonly<Record<OperatorRole, readonly Permission[]>> = {
  viewer: [],
  auditor: ['open', 'export'],
  operator: ['open', 'operate', 'approve'],
  approver: ['approve'],
  admin: ['open', 'export', 'operate', 'approve', 'administer'],
};

export const mayDo = (role: OperatorRole, permission: Permission): boolean => OF_ROLE[role].includes(permission);
