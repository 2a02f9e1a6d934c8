import { OPERATOR_ROLES } from '../../../aggregates/operator/events';
import { mayDo, type Permission } from '../../../aggregates/operator/permissions';

const WHO: { readonly [Each in Permission]: readonly string[] } = {
  open: ['auditor', 'operator', 'admin'],
  export: ['auditor', 'admin'],
  operate: ['operator', 'admin'],
  approve: ['operator', 'approver', 'admin'],
  administer: ['admin'],
};

test.each(Object.entries(WHO))('gives %s to %p alone', (permission, roles) => {
  expect(OPERATOR_ROLES.filter((role) => mayDo(role, permission as Permission))).toEqual(roles);
});
